"""Pairs of rulesets that were once said to be the same and play or score differently, each found by a referee who had
not written the comparison."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml

from cassino_dsl.diff.change import UNSEEN
from cassino_dsl.diff.changes import changes
from cassino_dsl.ruleset.happenings import EFFECT, EVENT_ROWS, EventRow
from tests.diff.rulesets import ruleset

TAKE = "one c in loose where rank(c) = rank(card)"
BASE = {
    "dsl": 1,
    "title": "Base",
    "pack": "french",
    "seats": 2,
    "deal": {"hand": 4, "table": 4},
    "values": {"any": 1},
    "memory": {"n": {"of": "side", "is": "int"}},
    "actions": {
        "take": {"play": "card", "take": {"like": TAKE}, "to": "pile"},
        "trail": {"play": "card", "to": "table"},
    },
    "awards": {"cards": {"points": "count(pile)"}},
    "match": {"rounds": 1, "tie": "draw"},
}


def award(points: str) -> str:
    return f"awards: {{x: {{points: '{points}'}}}}"


def taking(where: str) -> str:
    return f"actions: {{take: {{take: {{like: '{TAKE} and {where}'}}}}}}"


def event(when: str) -> str:
    return f"events: {{x: {{on: captured, when: '{when}', do: award 1 to us}}}}"


BONUS = "{events: {x: {on: captured, do: award 1 to us as bonus}}, "
DRAWS = "p: {on: captured, do: pick x in hand do n(us) += 1}, "
FEW = "count(hand) < 4 and any(c in loose |"


def trailing(condition: str) -> str:
    return f"rules: {{r: 'kind = trail implies count(hand) in {condition}'}}"


# what both say besides the base, and what each says
PAIRS: dict[str, tuple[str, str, str]] = {
    "a condition that speaks of a variable outside": (
        "{}",
        award("sum(s in sides | 2 if any(t in sides | count(pile(t)) > count(pile(s))) else 0)"),
        award("0"),
    ),
    "a number beyond those that sets hold": ("{}", event("n(us) + 1 in {141}"), event("n(us) + 1 = 141")),
    "a number below them": ("{}", event("n(us) + n(us) in {-2, 4}"), event("n(us) + n(us) = 4 or n(us) = -1")),
    "a member beyond them": (
        "memory: {m: {is: int}}",
        event("n(us) + 1 in {m, 3}"),
        event("n(us) + 1 = m or n(us) = 2"),
    ),
    "memory called like an item": (
        "memory: {item: {is: card}, g: {is: cards}}",
        taking("c not in g and item not in g"),
        taking("item not in g"),
    ),
    "memory called like a variable, in a set": (
        "memory: {v1: {is: card}}",
        award("count(c in pile | count({c, v1}) = 2)"),
        award("count(c in pile | count({v1}) = 2)"),
    ),
    "memory called like a variable, in conditions": (
        "memory: {v1: {is: seat}, f: {of: seat, is: bool}}",
        award("1 if any(s in seats | s != leader and f(s) and f(v1)) else 0"),
        award("1 if any(s in seats | s != leader and f(v1)) else 0"),
    ),
    "memory called like a variable, alone": (
        "memory: {v1: {is: seat}, f: {of: seat, is: bool}}",
        award("1 if any(s in seats | s != leader and f(s)) else 0"),
        award("1 if any(s in seats | s != leader and f(v1)) else 0"),
    ),
    "memory called like a part": (
        "memory: {part0: {is: cards}}",
        "actions: {take: {when: count(like + part0) = 1}}",
        "actions: {take: {when: count(part0) = 1}}",
    ),
    "memory called like a suit of another pack": (
        "{pack: italian, deal: {hand: 4, table: 0},  memory: {clubs: {is: suit}}}",
        award("count({batons, clubs})"),
        award("count({clubs, clubs})"),
    ),
    "steps that fall together": (
        "options: {on: {is: bool, default: false}}",
        "{actions: {take: {step: q}, trail: {step: q}}, turn: q q}",
        "{actions: {take: {step: p}, trail: {step: p}, "
        "z: {play: none, take: {x: one c in loose}, to: pile, step: q, when: 'on'}}, turn: p q}",
    ),
    "an award with the name under which effects give": (
        BONUS + "match: {rounds: 1, tie: draw}}",
        "awards: {bonus: {points: '2 if As in pile else 0'}, cards: {points: 'count(pile) + 10 * earned(bonus, us)'}}",
        "awards: {prize: {points: '2 if As in pile else 0'}, cards: {points: 'count(pile) + 10 * earned(prize, us)'}}",
    ),
    "an award that takes away what effects give": (
        BONUS + "match: {rounds: 1, tie: draw, each: captured}}",
        "awards: {bonus: {each: K, points: 0}}",
        "{}",
    ),
    "chance that shifts what chance brings": (
        "memory: {n: {seen: none}}",
        "events: {" + DRAWS + "q: {on: trailed, do: shuffle stock}}",
        "events: {q: {on: trailed, do: shuffle stock}}",
    ),
    "groups whose total only a term says": (
        "{terms: {fif(s): 15 in total(s)}}",
        award("1 if any(group g of pile | 15 in total(g)) else 0"),
        award("1 if any(group g of pile | fif(g)) else 0"),
    ),
    "groups whose total only an option leaves": (
        "options: {on: {is: bool, default: true}}",
        award("count(group g of pile | 15 in total(g) and count(g) > 1)"),
        award("count(group g of pile | (15 in total(g) or not on) and count(g) > 1)"),
    ),
    "a member that would slip to another moment": (
        "{}",
        trailing(f"{{v in value(card, hand) | after({FEW} v in value(c)))}}"),
        trailing(f"value(card, hand) and after({FEW} count(hand) in value(c)))"),
    ),
    "memory that another memory's own change reads": (
        "{memory: {k: {is: int, starts: 1}}, events: {e: {on: captured, do: n(us) := n(us) + k}}, "
        + award("n(us)")
        + "}",
        "{memory: {k: {starts: 1}}}",
        "{memory: {k: {starts: 2}}}",
    ),
    "memory that another memory's price reads": (
        "{memory: {k: {is: int, starts: 1, seen: none}}, "
        "rules: {r: {must: 'kind = trail', price: 'n(us) := n(us) + k'}}, " + award("n(us)") + "}",
        "{memory: {k: {starts: 1}}}",
        "{memory: {k: {starts: 2}}}",
    ),
    "an event that only remembers, and one that wins": (
        "{memory: {n: {seen: none}}}",
        "{events: {x: {on: captured, do: n(us) += 1}}}",
        "{events: {x: {on: captured, do: win us}}}",
    ),
    "an event that does nothing, and one that deals": (
        "{}",
        "{events: {x: {on: captured, do: []}}}",
        "{events: {x: {on: captured, do: deal 1 to hand(me)}}}",
    ),
}


def merged(*trees: dict[str, object]) -> dict[str, object]:
    """Later trees win, key by key."""
    found: dict[str, object] = {}
    for tree in trees:
        for key, value in tree.items():
            old = found.get(key)
            found[key] = merged(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
    return found


def written(path: Path, *texts: str) -> str:
    trees = (yaml.load(text, Loader=yaml.BaseLoader) for text in texts)  # `on` is a key, not true
    path.write_text(json.dumps(merged(BASE, *trees)), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("name", PAIRS)
def test_they_are_told_apart(name: str, tmp_path: Path) -> None:
    both, *each = PAIRS[name]
    a, b = (ruleset(written(tmp_path / f"{letter}.yaml", both, text)) for letter, text in zip("ab", each, strict=True))
    assert [change for change in changes(a, b) if change.kind != "wording"]
    assert not changes(a, a)


# what both say besides the base, what only the second says besides, and clauses in two orders
HIDDEN: dict[str, tuple[str, str, str, str, str]] = {
    "prices": (
        "{memory: {q: {is: int}}, " + award("q") + "}",
        "{visible: {hands: all}}",
        "{rules: {a: {must: kind = capture, price: 'q := 1'}, b: {must: rank(card) != K, price: 'q := 2'}}}",
        "{rules: {b: {must: rank(card) != K, price: 'q := 2'}, a: {must: kind = capture, price: 'q := 1'}}}",
        "rules",
    ),
    "awards": (
        "{match: {each: captured, target: 11}, events: {s: {on: score changed, when: points(us) = 2, do: win us}}}",
        "{rules: {r: kind = trail implies rank(card) != A}}",
        "{awards: {a: {each: 7, points: 1}, b: {each: 7, points: 2}}}",
        "{awards: {b: {each: 7, points: 2}, a: {each: 7, points: 1}}}",
        "awards",
    ),
}


@pytest.mark.parametrize("name", HIDDEN)
def test_an_order_is_not_hidden_by_another_change(name: str, tmp_path: Path) -> None:
    shared, more, one, other, path = HIDDEN[name]
    a = ruleset(written(tmp_path / "a.yaml", shared, one))
    b = ruleset(written(tmp_path / "b.yaml", shared, more, other))
    assert path in [c.path for c in changes(a, b)]
    assert path not in [c.path for c in changes(a, ruleset(written(tmp_path / "c.yaml", shared, more, one)))]


@pytest.mark.parametrize(
    ("reads", "kind"),
    [
        ("checks: {c: any(s in sides | n(s) < 100)}", "checks"),
        ("actions: {trail: {sensible: n(us) > 3}}", "players"),
    ],
)
def test_what_only_players_or_checks_read_changes_no_legality(reads: str, kind: str, tmp_path: Path) -> None:
    shared = f"{{memory: {{n: {{seen: none}}}}, {reads}}}"
    texts = [f"events: {{x: {{on: captured, do: n(us) += {n}}}}}" for n in (1, 2)]
    files = [written(tmp_path / f"{i}.yaml", shared, text) for i, text in enumerate(texts)]
    assert [c.kind for c in changes(*map(ruleset, files))] == [kind]


# an event that does one thing, in a game in which nothing reads or shows memory; and what it is about
DONE: dict[str, tuple[str, str]] = {
    "assign": ("n(us) := 1", "wording"),
    "increase": ("n(us) += 1", "wording"),
    "decrease": ("n(us) -= 1", "wording"),
    "award": ("award 1 to us", "scoring"),
    "move": ("move loose to aside", "legality"),
    "deal": ("deal 1 to hand(me)", "deal"),
    "absorb": ("for b in builds do add hand to build b", "legality"),
    "ask": ("ask me to asked", "legality"),
    "next": ("next me", "legality"),
    "redeal": ("redeal", "deal"),
    "end_round": ("end round", "legality"),
    "end_match": ("end match", "match"),
    "win": ("win us", "match"),
    "when": ("if round = 1 then win us", "match"),
    "each": ("for s in {us} do win s", "match"),
    "pick": ("pick s in {us} do n(s) += 1", "deal"),
    "shuffle": ("shuffle stock", "deal"),
    "perform": ("f(1)", "match"),
    "block": ("(win us; win us)", "match"),
}


@pytest.mark.parametrize("op", EFFECT)
def test_what_an_effect_does_is_a_change_of_what_it_touches(op: str, tmp_path: Path) -> None:
    does, kind = DONE[op]
    shared = "{memory: {n: {seen: none}}, effects: {f(x): if x = 1 then win us}, "
    shared += "events: {y: {on: trailed, do: ask me to asked}}, actions: {tell: {play: card, to: aside, step: asked}, "
    shared += "build: {play: card, take: {x: one c in loose}, to: build 3}}}"
    event = f"events: {{x: {{on: captured, do: '{does}'}}}}"
    a, b = (ruleset(written(tmp_path / f"{i}.yaml", shared, t)) for i, t in enumerate(("{}", event)))
    (change,) = (c for c in changes(a, b) if c.path.startswith("events"))
    assert change.kind == kind


@pytest.mark.parametrize("row", EVENT_ROWS, ids=lambda row: row.name)
def test_what_an_event_is_about_its_row_says(row: EventRow, tmp_path: Path) -> None:
    event = f"events: {{x: {{on: {row.name}, do: move loose to aside}}}}"
    a, b = (ruleset(written(tmp_path / f"{i}.yaml", t)) for i, t in enumerate(("{}", event)))
    (change,) = (c for c in changes(a, b) if c.path.startswith("events"))
    in_play = row.touches == "held" or (row.touches == "scoring" and not row.over)
    assert change.kind == ("legality" if in_play else row.touches)


REMEMBERS = "{memory: {y: {of: side, is: int}}, rules: {r: kind = trail and y(us) > 2 implies rank(card) != A}}"


@pytest.mark.parametrize("row", [r for r in EVENT_ROWS if r.touches != "match"], ids=lambda row: row.name)
def test_an_event_that_a_rule_remembers_is_about_what_may_be_played(row: EventRow, tmp_path: Path) -> None:
    events = [f"events: {{x: {{on: {row.name}, do: for s in sides do y(s) += {n}}}}}" for n in (1, 2)]
    a, b = (ruleset(written(tmp_path / f"{i}.yaml", REMEMBERS, t)) for i, t in enumerate(events))
    (change,) = (c for c in changes(a, b) if c.path.startswith("events"))
    assert change.kind == "legality"


# besides PAIRS: what the second says by another name, or in another order, or in the place of something
SWALLOWED: dict[str, tuple[str, str, str]] = {
    "the body of a named effect": (
        "events: {x: {on: captured, do: f(1)}}",
        "effects: {f(v): award v to us}",
        "effects: {f(v): award 2 * v to us}",
    ),
    "a price by a named effect": (
        "rules: {r: {must: kind = capture, price: f(1)}}",
        "effects: {f(v): award 0 - v to us}",
        "effects: {f(v): award 0 - 2 * v to us}",
    ),
    "a term in a named effect": (
        "{events: {x: {on: captured, do: f(1)}}, effects: {f(v): award v + more to us}}",
        "terms: {more: count(hand)}",
        "terms: {more: count(loose)}",
    ),
    "names traded by two actions": (
        "rules: {r: action = a1 implies rank(card) = A}",
        "actions: {a1: {play: card, to: aside}, a2: {play: card, to: pile}}",
        "actions: {a2: {play: card, to: aside}, a1: {play: card, to: pile}}",
    ),
    "names traded by two awards": (
        "awards: {r: {points: 'earned(p, us)'}}",
        "awards: {p: {points: count(pile)}, q: {points: 7}}",
        "awards: {q: {points: count(pile)}, p: {points: 7}}",
    ),
    "the order of two dealt zones": (
        "zones: {k1: {of: match}, k2: {of: match}}",
        "deal: {table: 0, zones: {k1: 2, k2: 2}}",
        "deal: {table: 0, zones: {k2: 2, k1: 2}}",
    ),
    "an event before the other, which is about the same plays": (
        "{}",
        "events: {x: {on: played, when: kind = capture, do: n(us) += 1}, y: {on: captured, do: award n(us) to us}}",
        "events: {x: {on: captured, do: n(us) += 1}, y: {on: captured, do: award n(us) to us}}",
    ),
}


@pytest.mark.parametrize("name", [*PAIRS, *SWALLOWED])
def test_another_change_swallows_none(name: str, tmp_path: Path) -> None:
    both, one, other = {**PAIRS, **SWALLOWED}[name]
    more = "deal: {batch: 2}"
    a, alone, beside, changed = (
        ruleset(written(tmp_path / f"{i}.yaml", both, *texts))
        for i, texts in enumerate(((one,), (other,), (one, more), (other, more)))
    )
    seen = [c for c in changes(a, alone) if c.kind not in UNSEEN]
    told = [c for c in changes(a, changed) if c.kind not in UNSEEN]
    assert seen
    assert {c.text for c in told} == {c.text for c in seen} | {c.text for c in changes(a, beside)}


def test_what_a_rule_asks_instead_of_the_action_is_no_change(tmp_path: Path) -> None:
    texts = [
        "actions: {take: {when: count(hand) < 3}}",
        "{rules: {r: action = take implies count(hand) < 3}, deal: {batch: 2}}",
    ]
    a, b = (ruleset(written(tmp_path / f"{i}.yaml", "{}", text)) for i, text in enumerate(texts))
    assert [c.path for c in changes(a, b)] == ["deal.batch"]


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("rules: {{r: {{must: kind = capture, price: award -{} to us}}}}", "scoring"),
        ("actions: {{take: {{do: award {} to us}}}}", "scoring"),
        ("actions: {{take: {{do: n(us) += {}}}}}", "scoring"),  # which an award reads
        ("actions: {{take: {{do: if count(hand) > {} then next me}}}}", "legality"),
        ("rules: {{r: {{must: count(hand) > {}, price: award -1 to us}}}}", "legality"),
    ],
)
def test_what_brings_points_alone_is_about_points(said: str, kind: str, tmp_path: Path) -> None:
    reads = "awards: {x: {points: 'sum(s in {us} | n(s))'}}"
    a, b = (ruleset(written(tmp_path / f"{n}.yaml", reads, said.format(n))) for n in (1, 2))
    assert [c.kind for c in changes(a, b)] == [kind]
