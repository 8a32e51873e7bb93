"""House rules that say a clause of the variant anew: a warning, unless it is meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from cassino_dsl.compose.library import shipped_house_rules, shipped_variants
from cassino_dsl.pipeline import load_variant
from tests.diagnostics.scenes import load_text, write

RULE = "courts one or three at a time"


def warned(folder: Path, house: str) -> list[str]:
    write(folder, mine="dsl: 1\nhouse: true\n" + house)
    found = load_text(folder, "dsl: 1\nextends: cassino\nwith: mine\n")
    assert {d.code.slug for d in found} <= {"clause-replaced"}
    return [f"{d.message} / {d.others[0][0].text}" for d in found]


@pytest.mark.parametrize(
    ("house", "clause"),
    [
        (f"rules:\n  {RULE}: count(taken) < 4\n", f"rules.{RULE}"),
        (f"rules:\n  {RULE}: {{must: count(taken) < 4}}\n", f"rules.{RULE}"),
        ("terms:\n  court(x): rank(x) = K\n", "terms.court"),
        ("events:\n  sweep: {on: trailed, do: sweeps(us) += 1}\n", "events.sweep"),
        ("awards:\n  spades: {most: removed, if: 2s in pile, points: 2}\n", "awards.spades"),
        ("memory:\n  sweeps: {of: seat, is: int}\n", "memory.sweeps"),
    ],
)
def test_a_clause_replaced_unless_it_is_meant(tmp_path: Path, house: str, clause: str) -> None:
    said = f"house rule `mine` replaces `{clause}` of the variant"
    assert said in messages(tmp_path, house)
    assert said not in messages(tmp_path, f"replaces: [{clause}]\n{house}")


def messages(folder: Path, house: str) -> list[str]:
    write(folder, mine="dsl: 1\nhouse: true\n" + house)
    return [d.message for d in load_text(folder, "dsl: 1\nextends: cassino\nwith: mine\n")]


def test_what_is_no_replacement(tmp_path: Path) -> None:
    same = "kind = capture and court(card) implies count(taken) in {1, 3}"
    assert warned(tmp_path, f"rules:\n  {RULE}: {same}\n") == []
    assert warned(tmp_path, f"rules:\n  {RULE}: removed\n") == []
    assert warned(tmp_path, "awards: {big_cassino: {if: count(pile) > 0, each: removed}}\n") == []
    assert warned(tmp_path, "rules: {new: count(taken) < 9}\nmatch: {target: 5}\nvalues: {A: 1, 2: 3}\n") == []
    assert warned(tmp_path, "awards: {spades: {about: what is most}}\n") == []


def test_both_places_are_named(tmp_path: Path) -> None:
    (said,) = warned(tmp_path, f"rules:\n  {RULE}: count(taken) < 4\n")
    assert said.endswith(f" / {RULE}")


def test_house_rules_over_each_other(tmp_path: Path) -> None:
    """What another house rule has put there is no clause of the variant."""
    write(tmp_path, under="dsl: 1\nhouse: true\nrules:\n  new: count(taken) < 9\n")
    assert warned(tmp_path, "with: under\nrules:\n  new: count(taken) < 8\n") == []


@pytest.mark.ci
def test_shipped_house_rules_replace_only_what_they_mean_to() -> None:
    """But `sweeps`, and what builds upon it, over Krypkasino, which has sweeps of its own."""
    found = set()
    for variant in shipped_variants():
        for house in shipped_house_rules():
            loaded = load_variant(variant, (house,))
            said = [d.message for d in loaded.report.diagnostics if d.code.slug == "clause-replaced"]
            found |= {(variant, message) for message in said if loaded.ruleset is not None}
    assert found <= {("krypkasino", "house rule `sweeps` replaces `events.sweep` of the variant")}
