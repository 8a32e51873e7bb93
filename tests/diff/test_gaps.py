"""What a proof leaves out it names: pairs of which it said `holds`, though a position that it had not tried showed a
difference. And what is shown is true: positions that both rulesets can come to, classes, the words of both sides."""

from __future__ import annotations

from pathlib import Path

import pytest

from cassino_dsl.diff.changes import changes
from cassino_dsl.diff.diff import Wanted, compare
from cassino_dsl.diff.prove import prove
from cassino_dsl.game import Game
from tests.diff.rulesets import pairs, ruleset, tiny

SMALL = """\
dsl: 1
title: T
pack: {base: french, ranks: A 2 3 4 5}
seats: 2..3
deal: {hand: 2, table: 2, later: "min(2, count(stock) div count(seats))"}
values: {A: 1, 2..5: pips}
actions:
  take: {play: card, take: {g: "some groups g of loose where v in total(g)"}, let: {v: "value(card, hand)"}, to: pile}
  trail: {play: card, to: table}
awards: {cards: {points: count(pile)}}
match: {rounds: 2, tie: draw}
"""
PLUCK = (
    "actions: {pluck: {step: pluck, play: none, take: {k: one c in loose where true}, to: pile%s}}\nturn: base pluck?"
)
EXTRAS = "pack: {extras: [X1, X2]}\n"
LEADER = """deal: {later: '3 if leader = first(s in seats | true) else 1'}
rules: {q: 'kind = trail implies count(stock) != 9%s'}"""
STOCK = "terms: {deck: top(stock)}\nevents: {e: {on: captured, do: move deck to aside}}\n%s"
SECURED = """awards: {cards: removed, fives: {each: 5, points: -1}}
memory: {m: {is: int}}
events: {e: {on: captured, do: m := secured(us)}}
%s"""
TWINS = """pack: {base: french, ranks: A 2 3 4 5, copies: 2}
actions:
  take: removed
  like:
    play: card where rank(card) = 2
    take: {l: "one c in %s where %s"}
    to: pile
    when: "not any(c in kept | rank(c) = A)"
    before: trail"""
GROUPED = """actions:
  take: removed
  two:
    play: card where rank(card) = 2
    take:
      a: one group g of {c in loose | rank(c) in {A, 4, 5}} where 5 in total(g)
      b: one group h of {c in loose | rank(c) in {A, 4, 5}} where 5 in total(h)
    to: pile
    when: '%s'
    before: trail"""
TWO_TRAIL = "actions: {trail2: {play: 2 cards, to: table%s}}"


def rule(must: str) -> str:
    return f"rules: {{r: 'kind = trail implies {must}'}}"


# what the two say, cards on the table, and what is named; nothing: that a difference is found
CASES = {
    "an empty hand": (PLUCK % "", PLUCK % ", when: count(hand) > 0 or not 3h in loose", 1, "an empty hand"),
    "whoever leads": (LEADER % "", LEADER % " and count(stock) != 10", 1, ""),
    "ranks of extras": (
        EXTRAS + "memory: {rk: {is: rank}}\nevents: {e: {on: trailed, do: rk := rank(card)}}",
        EXTRAS
        + "memory: {rk: {is: rank}}\nevents: {e: {on: trailed, do: rk := rank(card)}}\n"
        + rule("not (known(rk) and order(rk) = 0)"),
        1,
        "",
    ),
    "nothing in memory": (
        EXTRAS + "memory: {s: {is: suit, starts: hearts}}\nevents: {e: {on: trailed, do: s := suit(card)}}",
        EXTRAS
        + "memory: {s: {is: suit, starts: hearts}}\nevents: {e: {on: trailed, do: s := suit(card)}}\n"
        + rule("known(s)"),
        1,
        "nothing in memory `s`",
    ),
    "a term that names the stock": (STOCK % "", STOCK % rule("count(stock) != 13"), 1, ""),
    "points that are secured": (SECURED % "", SECURED % rule("m != -2"), 1, ""),
    "twins": (
        TWINS % ("loose", "rank(c) = A"),
        TWINS % ("{first(d in loose | rank(d) = A)}", "true"),
        2,
        "alike cards that are no twins",
    ),
    "which part took what": (
        GROUPED % "count(a) > 0",
        GROUPED % "not (count(a) = 1 and count(b) = 2)",
        3,
        "first in the order of the pack",
    ),
    "cards that are trailed together": (
        TWO_TRAIL % "",
        TWO_TRAIL % ", when: not (any(c in cards | rank(c) = 3) and rank(after(top(loose))) = 2)",
        1,
        "",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_small(case: str, tmp_path: Path) -> None:
    a, b, cards, named = CASES[case]
    (tmp_path / "small.yaml").write_text(SMALL)
    both = []
    for name, patch in (("a", a), ("b", b)):
        (tmp_path / f"{name}.yaml").write_text(f"dsl: 1\nextends: small\n{patch}\n")
        both.append(ruleset(str(tmp_path / f"{name}.yaml")))
    proof = prove(*pairs(both[0], both[1]), cards)
    assert not proof.holds or (named and any(named in one for one in proof.fixed)), proof.text()


DOUBLE = """actions:
  build: removed
  double:
    play: 2 cards
    let: {v: "value(kept, hand)"}
    take: {g: "one c in loose where v in total({c} + cards)"}
    to: build v
"""
LARGE = "rules: {w: 'kind = build implies count(hand) > 2'%s}"
HELD = "preferences: {p: {prefer: kind = trail and count(loose) < 3, over: kind = build}}\n"
OWED = """memory: {bad: {is: bool, resets: turn}}
actions: {build: {owes: capture, step: b}, trail: {step: play}, capture: {step: play}}
turn: b? play
rules:
  w: "kind = capture implies not bad"
  x: {must: kind != build, price: "if score(us) > %s then bad := true"}"""
OF_BUILDS = {
    "of large hands": (
        DOUBLE,
        DOUBLE + "rules: {r: 'kind = trail implies not any(b in builds | owner(b) = me)'}",
        "with more cards in the hand",
    ),
    "where many are held": (
        LARGE % "",
        LARGE % ", r: 'kind = capture implies not any(b in builds | value(b) = 5)'",
        "with more cards in the hand",
    ),
    "preferences": (
        HELD,
        HELD + "rules: {r: 'kind = capture implies not any(b in builds | value(b) = 5)'}",
        "that preferences let nobody make",
    ),
    "debts": (OWED % 10, OWED % 12, ""),
}


@pytest.mark.parametrize("case", OF_BUILDS)
def test_builds(case: str, tmp_path: Path) -> None:
    a, b, named = OF_BUILDS[case]
    both, faces = pairs(tiny(tmp_path, a, "a"), tiny(tmp_path, b, "b"))
    proof = prove(both[:1], faces, 2)
    assert not proof.holds or (named and any(named in one for one in proof.fixed)), proof.text()


MAKER = "memory: {maker: {of: build, is: seat, becomes: me}}\n"
LAST = "memory: {last: {is: seat}}\nevents: {e: {on: captured, do: last := me}}\n"
GOT = "memory: {got: {of: side, is: int, resets: round}}\nawards: {cards: {points: got(us)}}\n"
BONUS = "events: {g: {on: trailed, do: award 1 to us as bonus}}\n"
# what plays alike, though one remembers what the other does not, or asks for points that nobody has in mid-round
ALIKE = {
    "every build has a maker": ("", MAKER + "rules: {r: 'kind = capture implies all(b in builds | known(maker(b)))'}"),
    "who has captured is known": (
        "",
        LAST + "rules: {r: 'kind = capture implies count(pile) = 0 or known(last)'}",
    ),
    "cards are counted as they come": (
        "",
        GOT + "events: {e: {on: captured, do: got(us) += count(taken) + 1}}",
    ),
    "points after the round": (BONUS, BONUS + "rules: {r: 'kind = capture implies earned(cards, us) != 3'}"),
}


@pytest.mark.parametrize("case", ALIKE)
def test_what_plays_alike_has_no_witness(case: str, tmp_path: Path) -> None:
    a, b = (tiny(tmp_path, patch, name) for name, patch in zip("ab", ALIKE[case], strict=True))
    found = compare(a, b, Wanted(effect=False, prove=2, seats=2))
    assert found.changes
    assert found.proof is not None
    assert (found.witness, found.proof.holds) == (None, True), found.witness


def test_a_witness_says_what_one_alone_remembers_of_builds(tmp_path: Path) -> None:
    a = tiny(tmp_path, "", "a")
    b = tiny(tmp_path, MAKER + "rules: {r: 'kind = capture implies not any(b in builds | maker(b) = me)'}", "b")
    found = compare(a, b, Wanted(effect=False, prove=2, seats=2))
    assert found.witness is not None
    assert [build["maker"] for build in found.witness.position["builds"]] == [1]
    plays = {move["text"] for move in Game(b).moves(found.witness.position)["plays"]}
    assert not plays & set(found.witness.bite.only_a)


FLAG = """memory: {flag: {is: bool, seen: none}}
rules: {r: kind = trail implies not flag}
events: {e: {on: captured, do: "award 1 to us as bonus; flag := %s"}}"""
TOLD = {  # what the two say: paths and classes, and no change that says the same of both
    "a flag beside points": (FLAG % "true", FLAG % "false", [("events.e", "legality")]),
    "who leads": ("", "match: {leads: next(leader)}", []),
    "what never holds": ("", "match: {over: 1 = 2}", []),
    "extras": ("pack: {extras: [X1, X2]}", "pack: {extras: [X2, X1]}", [("pack.ranks", "deck")]),
    "points at once": (
        "awards: {hearts: {each: hearts, points: 1}}",
        "awards: {hearts: {each: hearts, points: 1}}\nmatch: {each: captured}",
        [("match.each", "scoring")],
    ),
}


@pytest.mark.parametrize("case", TOLD)
def test_what_is_told(case: str, tmp_path: Path) -> None:
    a, b, told = TOLD[case]
    found = changes(tiny(tmp_path, a, "a"), tiny(tmp_path, b, "b"))
    assert [(c.path, c.kind) for c in found] == told
    assert all(c.a != c.b for c in found)
