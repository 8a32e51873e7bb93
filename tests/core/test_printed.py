"""What `cassino show --as core` prints reads back to a plan that prints the same and plays the same games."""

from __future__ import annotations

from pathlib import Path

import pytest

from cassino_dsl import load
from cassino_dsl.core.passes import core_of
from cassino_dsl.core.program import core_text, program_of
from cassino_dsl.diagnostics.diagnostic import Report
from cassino_dsl.plan.make import make_plan
from cassino_dsl.plan.plan import Plan
from cassino_dsl.ruleset.expr import print_expr
from cassino_dsl.ruleset.span import Source
from tests.core.plans import TABLES, VARIANTS, course, read_again, ruleset
from tests.core.printed import read_core


@pytest.mark.parametrize(("name", "seats"), TABLES)
@pytest.mark.share(4)
def test_what_is_printed_reads_back(name: str, seats: int) -> None:
    text = core_text(core_of(ruleset(name), seats))
    assert core_text(read_again(core_of(ruleset(name), seats))) == text


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.share(3)
def test_written_core_and_read_core_play_the_same(name: str) -> None:
    seats = ruleset(name).seats[-1]
    core = core_of(ruleset(name), seats)
    as_written = course(make_plan(ruleset(name), seats), 60)
    assert course(core, 60) == as_written
    assert course(read_again(core), 60) == as_written


# ---- words that could be taken for others


def core(folder: Path, text: str, seats: int = 2) -> Plan:
    path = folder / "variant.yaml"
    path.write_text(f"dsl: 1\nextends: cassino\n{text}", encoding="utf-8")
    return core_of(load(path).ruleset, seats)


HARD = {
    "memory called like a variable of the core": """
memory: {v1: {is: card}, item: {of: seat, is: int}, hearts: {is: bool}, group: {is: int}}
rules:
  r: >
    kind = trail implies any(c in loose | c = v1) or item(me) > group or hearts
    or count(c in hand | suit(c) = clubs) > 1
""",
    "a rank beside a choice of ranks": """
options: {low: {is: bool, default: true}}
memory: {wanted: {is: rank}, set: {is: bool}}
rules: {r: "kind = trail implies rank(card) != (2 if set else wanted)"}
""",
    "an else that belongs to the outer condition": """
memory: {a: {is: int}, b: {is: bool}}
events:
  e: {on: captured, do: "if b then (if count(hand) > 2 then a := 1) else a := 2"}
  f: {on: trailed, do: "if b then (for c in hand do if c = 7d then a += 1 else a := 3)"}
""",
    "numbers beyond those that people may write": """
awards: {much: {points: "9999999 * 99999 + count(pile)"}}
""",
    "a suit by any name": """
rules: {r: "kind = trail implies any(x in suits | x in {hearts, spades} and count(c in pile | suit(c) = x) > 3)"}
""",
    "a rank of digits and an empty set": """
memory: {n: {is: int}, r: {is: rank}, some: {is: bool}}
events:
  e: {on: captured, do: "n := sum(q in ({Q, J} + {rank(5c), rank(3h)}) | order(q)) + sum(q in {rank(2h)} | order(q))"}
  f: {on: trailed, do: "n := sum(q in ({rank(2s), rank(3s)} if some else {rank(2h)}) - {rank(3h)} | order(q))"}
  g: {on: built, do: "r := or_else(first(q in {rank(5c), rank(4h)} | q != rank(top(loose))), rank(2h))"}
  h: {on: played, do: "n := count(builds - (builds if some else {b in builds | false}))"}
""",
    "a run with builds beside cards": """
actions:
  series: {step: series, play: card, take: {run: "some groups g of loose where run(table + g)"}, to: pile}
turn: play | series
""",
    "a run of nothing but the group": """
actions:
  series: {step: series, play: card, take: {run: "some groups g of loose where run(g) and count(g) = 3"}, to: pile}
turn: play | series
""",
    "ranks where memory starts, and of extras": """
pack: {base: french, extras: [X1]}
values: {X1: none}
deal: {hand: 4, table: 4, later: "min(4, count(stock) div count(seats))"}
memory: {r: {is: rank, starts: "or_else(first(x in {K} | false), rank(2c))"}, n: {is: int}}
events:
  e: {on: captured, do: "n := or_else(order(rank(X1) if count(hand) > 1 else r), 0)"}
""",
    "several asked for": """
actions: {flip: {step: flip, play: stock card, to: table}, burn: {step: burn, play: stock card, to: aside}}
events:
  e: {on: captured, do: ask me to flip? burn}
  f: {on: trailed, do: "(ask next(me) to burn; ask me to flip? burn)"}
""",
    "prices": """
memory: {broken: {of: seat, is: int}}
rules: {r: {must: kind != trail, price: [award -1 to us as fines, broken(me) += 1]}}
events: {e: {on: round over, when: "earned(fines, side(leader)) < -3", do: end match}}
""",
}


@pytest.mark.parametrize("case", HARD)
def test_hard_words_read_back(case: str, tmp_path: Path) -> None:
    plan = core(tmp_path, HARD[case])
    read = read_again(plan)
    assert core_text(read) == core_text(plan)
    assert course(read, 40) == course(plan, 40)


# ---- what must not become one text


APART = [
    (
        "rules: {r: 'kind = trail implies any(x in suits | x = hearts and count(c in pile | suit(c) = x) > 3)'}",
        "rules: {r: 'kind = trail implies any(x in suits | x = spades and count(c in pile | suit(c) = x) > 3)'}",
    ),
    (
        "memory: {v1: {is: card}}\nrules: {r: kind = trail implies any(c in loose | c = v1)}",
        "memory: {v1: {is: card}}\nrules: {r: kind = trail implies any(c in loose | c = c)}",
    ),
    (
        "memory: {a: {is: int}, b: {is: bool}, d: {is: bool}}\n"
        "events: {e: {on: captured, do: 'if b then (if d then a := 1) else a := 2'}}",
        "memory: {a: {is: int}, b: {is: bool}, d: {is: bool}}\n"
        "events: {e: {on: captured, do: 'if b then (if d then a := 1 else a := 2)'}}",
    ),
    (
        "memory: {a: {is: int, starts: 1}, b: {is: int, starts: a}}",
        "memory: {b: {is: int, starts: a}, a: {is: int, starts: 1}}",
    ),
]


@pytest.mark.parametrize(("one", "other"), APART)
def test_different_rules_are_different_texts(one: str, other: str, tmp_path: Path) -> None:
    programs = []
    for text in (one, other):
        path = tmp_path / "variant.yaml"
        path.write_text(f"dsl: 1\nextends: cassino\n{text}\n", encoding="utf-8")
        programs.append(program_of(load(path).ruleset, 2))
    assert programs[0] != programs[1]


# two clauses, and where they stand: an engine reads which of them comes first
IN_ORDER = [
    (
        "actions: {%s, %s}",
        "two: {play: card, take: {a: one c in loose where rank(c) = 2}, to: pile}",
        "one: {play: card, take: {a: one c in loose where rank(c) != A}, to: pile}",
    ),
    (
        "actions: {%s, %s}",
        "king: {play: card where rank(card) = K, take: {a: one c in loose}, to: pile}",
        "any: {play: card where rank(card) != A, take: {a: one c in loose}, to: pile}",
    ),
    ("match: {counting: totals}\nawards: {%s, %s}", "later: {points: 1}", "early: {points: points(us)}"),
    (
        "memory: {a: {is: int}, b: {is: int}}\nevents: {%s, %s}",
        "reads: {on: captured, do: b := a}",
        "writes: {on: captured, do: a := 1}",
    ),
    ("events: {e: {on: captured, do: move %s + %s to stock}}", "loose", "hand"),
    ("memory: {m: {is: cards, starts: '{%s, %s}'}}\nevents: {e: {on: captured, do: move m to stock}}", "5h", "2c"),
]


@pytest.mark.parametrize(("where", "one", "other"), IN_ORDER)
def test_another_order_is_another_text(where: str, one: str, other: str, tmp_path: Path) -> None:
    test_different_rules_are_different_texts(where % (one, other), where % (other, one), tmp_path)


# ---- faults


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("core: 1", "core: 2"),
        ("sides: 2", "sides: 3"),
        ("  - play 1", "  - play 9"),
        ("    2: 2c 2d 2h 2s", "    2: 2c 2d 2h 99s"),
        ("faces: Ac", "faces: Zc"),
        ("play: card", "play: cart"),
        ("owner(first(", "ownr(first("),
        ("    let:\n", "    lets:\n"),
    ],
)
def test_a_faulty_core_is_told(old: str, new: str) -> None:
    text = core_text(core_of(ruleset("royal-cassino"), 2))
    assert old in text
    report = Report()
    assert read_core(Source("core.yaml", text.replace(old, new, 1)), report) is None
    assert report.failed


def test_an_action_of_which_a_part_can_take_nothing_is_never_searched(tmp_path: Path) -> None:
    """Its other parts might meet a limit that an engine which asks in another order is spared. What its rules cost
    goes where nothing follows from it."""
    plan = core(
        tmp_path,
        """
actions:
  pair:
    take:
      mates: some c in loose where count(hand) < 0
      others: any groups g of loose where 12 in total(g)
rules: {r: {must: count(table) > 3, price: if count(hand) < 0 then last_capturer := me}}
""",
    )
    pair = next(a for a in plan.actions if a.name == "pair")
    assert [print_expr(t.expr) for t in pair.tests] == ["false"]
    assert pair.priced == ()
    assert core_text(read_again(plan)) == core_text(plan)
