"""What `cassino show --as core` prints reads back to a plan that prints the same and plays the same games."""

from __future__ import annotations

from pathlib import Path

import pytest

from cassino_dsl import load
from cassino_dsl.language.compose.library import shipped_variants
from cassino_dsl.language.core.passes import core_of
from cassino_dsl.language.core.program import core_text, program_of
from cassino_dsl.language.diagnostics.diagnostic import Report
from cassino_dsl.language.plan.make import make_plan
from cassino_dsl.language.plan.plan import Plan
from cassino_dsl.language.ruleset.expr import print_expr
from cassino_dsl.language.ruleset.span import Source
from tests.beside import beside
from tests.core.plans import course, read_again
from tests.core.printed import read_core
from tests.shipped import ruleset, tables

CASES = beside(__file__, "printed.yaml")


@pytest.mark.parametrize(("name", "seats"), tables())
@pytest.mark.share(8)
def test_what_is_printed_reads_back(name: str, seats: int) -> None:
    text = core_text(core_of(ruleset(name), seats))
    assert core_text(read_again(core_of(ruleset(name), seats))) == text


@pytest.mark.parametrize("name", shipped_variants())
@pytest.mark.share(6)
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


@pytest.mark.parametrize("case", CASES["hard"])
def test_hard_words_read_back(case: str, tmp_path: Path) -> None:
    plan = core(tmp_path, CASES["hard"][case])
    read = read_again(plan)
    assert core_text(read) == core_text(plan)
    assert course(read, 40) == course(plan, 40)


# ---- what must not become one text


@pytest.mark.parametrize(("one", "other"), CASES["apart"])
def test_different_rules_are_different_texts(one: str, other: str, tmp_path: Path) -> None:
    programs = []
    for text in (one, other):
        path = tmp_path / "variant.yaml"
        path.write_text(f"dsl: 1\nextends: cassino\n{text}\n", encoding="utf-8")
        programs.append(program_of(load(path).ruleset, 2))
    assert programs[0] != programs[1]


@pytest.mark.parametrize(("where", "one", "other"), CASES["in order"])
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
