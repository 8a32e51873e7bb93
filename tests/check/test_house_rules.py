"""House rules over variants that lack what they speak of, and over games in which they would mean something else."""

from __future__ import annotations

from pathlib import Path

import pytest

from cassino_dsl.language.check.lints import steps_of
from cassino_dsl.language.pipeline import load_variant

HOUSE = "dsl: 1\nhouse: true\ntitle: Mine\n"


def laid(variant: str, *rules: str) -> list[tuple[str, str]]:
    """The names and messages of what is found with house rules laid on."""
    return [(d.code.slug, d.message) for d in load_variant(variant, rules).report.diagnostics]


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    return tmp_path / "mine.yaml"


@pytest.mark.parametrize(
    ("needs", "fits"),
    [
        ("match.winner.lowest: why", False),
        ("no match.winner.lowest: why", True),
        ("match.tie.another round: why", True),
        ("awards.*.each: why", True),
        ("no awards.*.each: why", False),
        ("awards.*.tie: why", False),
        ("awards.*.points.1: why", True),
        ("actions.*.take.build: why", False),
        ("match.target.target.more: why", False),
        ("no match.winner.lowest", True),  # without a reason
        ("no awards.*.each", False),
    ],
)
def test_what_a_house_rule_needs(mine: Path, needs: str, fits: bool) -> None:
    mine.write_text(f"{HOUSE}needs: {{{needs}}}\n")
    said = [] if fits else ["house-rule-does-not-fit"]
    assert [code for code, _ in laid("scopa", str(mine))] == said


@pytest.mark.parametrize(("needs", "fits"), [("terms.court", True), ("terms.court(x)", True), ("terms.curt", False)])
def test_a_term_is_needed_by_its_name(mine: Path, tmp_path: Path, needs: str, fits: bool) -> None:
    base = tmp_path / "base.yaml"
    base.write_text("dsl: 1\nextends: cassino\ntitle: Base\nterms: {court(c): 'rank(c) in {J, Q, K}'}\n")
    mine.write_text(f"{HOUSE}needs: {{'{needs}': why}}\n")
    found = [code for code, _ in laid(str(base), str(mine)) if code == "house-rule-does-not-fit"]
    assert found == ([] if fits else ["house-rule-does-not-fit"])


def test_the_rule_that_was_asked_for_is_named(mine: Path) -> None:
    said = "house rule `sudden-death` does not fit: it builds upon `sweeps`, which does not go with `awards.sweeps`"
    assert laid("scopa", "sudden-death") == [("house-rule-does-not-fit", said)]
    mine.write_text("dsl: 1\nextends: scopa\ntitle: Mine\nwith: [sudden-death]\n")
    (found,) = load_variant(str(mine)).report.diagnostics
    assert found.message == said
    assert found.span is not None
    assert (found.span.file, found.span.line) == (str(mine), 4)


@pytest.mark.parametrize("variant", ["krypkasino", "mulle"])
def test_points_as_captured_says_where_it_means_nothing(variant: str) -> None:
    assert [code for code, _ in laid(variant, "points-as-captured")] == ["house-rule-does-not-fit"]


@pytest.mark.parametrize("rule", ["count-out", "points-as-captured", "sudden-death", "sweeps"])
def test_no_points_are_won_where_the_lowest_score_wins(rule: str) -> None:
    found = laid("krypkasino", rule)
    assert all(code == "house-rule-does-not-fit" for code, _ in found)
    assert any("`match.winner.lowest`" in message for _, message in found)


@pytest.mark.parametrize("rules", [("count-out", "desescoba"), ("desescoba", "points-as-captured")])
def test_in_whatever_order_they_are_asked_for(rules: tuple[str, str]) -> None:
    for order in (rules, rules[::-1]):
        (found,) = laid("escoba", *order)
        assert found[0] == "house-rule-does-not-fit"
        assert "does not go with" in found[1]


def test_awards_that_add_up_cards_themselves_are_told(mine: Path) -> None:
    mine.write_text(HOUSE + "awards:\n  hearts: {points: count(c in pile | suit(c) = hearts)}\n")
    ((code, message),) = laid("tablanette", str(mine), "points-as-captured")
    assert (code, message[:15]) == ("counted-late", "award `hearts` ")
    assert laid("tablanette", str(mine)) == []


def test_an_award_that_the_variant_lacks_is_told(mine: Path) -> None:
    mine.write_text(HOUSE + "awards: {big_cassino: {points: 1}}\n")
    ((code, message),) = laid("scopone", str(mine))
    assert (code, message) == ("points-for-all", "award `big_cassino` gives every side the same 1 point")
    assert laid("basra", str(mine)) == []


def test_a_memory_that_the_variant_lacks_is_told_with_what_to_do(mine: Path) -> None:
    mine.write_text(HOUSE + "rules: {r: 'kind = trail implies not any(b in builds | owner(b) = me)'}\n")
    (found,) = load_variant("scopa", (str(mine),)).report.diagnostics
    assert found.message == "there is no function `owner`"
    assert "needs: {memory.owner: why}" in found.notes[-1]
    assert laid("cassino", str(mine)) == []


@pytest.mark.parametrize("rules", [("count-out", "soplo"), ("soplo", "count-out")])
def test_turns_that_go_around_each_other_are_no_conflict(rules: tuple[str, str]) -> None:
    ruleset = load_variant("escoba", rules).ruleset
    assert ruleset is not None
    assert steps_of(ruleset.turn) == {"claim", "call", "play"}


def test_a_turn_in_the_place_of_another_is_a_conflict(mine: Path) -> None:
    mine.write_text(HOUSE + "turn: play\n")
    assert [code for code, _ in laid("escoba", "soplo", str(mine))] == ["house-rules-conflict"]


def test_house_rules_of_a_file_are_counted_before_one_is_read(tmp_path: Path) -> None:
    file = tmp_path / "many.yaml"
    file.write_text(f"dsl: 1\nextends: cassino\nwith: [{', '.join(f'h{n}' for n in range(33))}]\n")
    said = [d.message for d in load_variant(str(file)).report.diagnostics]
    assert said == ["more than 32 house rules are laid over one variant"]
