"""House rules that say a clause of the variant anew: a warning, unless it is meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from cassino_dsl.language.compose.library import shipped_house_rules, shipped_variants
from cassino_dsl.language.pipeline import load_variant
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
    for announced, times in (("", 1), (f"replaces: [{clause}]\n", 0)):
        write(tmp_path, mine=f"dsl: 1\nhouse: true\n{announced}{house}")
        found = [d.message for d in load_text(tmp_path, "dsl: 1\nextends: cassino\nwith: mine\n")]
        assert found.count(said) == times


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


def test_a_term_is_patched_and_removed_by_its_name(tmp_path: Path) -> None:
    base = "dsl: 1\nextends: cassino\nterms:\n  worth(c): {10d: 2, 2s: 1}\n  old(c): 1\n"
    base += "awards:\n  worth: {points: sum(c in pile | worth(c) + old(c))}\n"
    (tmp_path / "base.yaml").write_text(base, encoding="utf-8")
    patch = "dsl: 1\nextends: base\nterms:\n  worth(x): {10d: removed, 3s: 2}\n  old: removed\n"
    assert load_text(tmp_path, patch + "awards:\n  worth: {points: sum(c in pile | worth(c))}\n") == []
    patch = "dsl: 1\nextends: base\nterms:\n  worth (y): pips(y)\n  old(d): pips(d)\n"
    assert load_text(tmp_path, patch) == []
    (tmp_path / "one.yaml").write_text(
        "dsl: 1\nhouse: true\nreplaces: terms.old\nterms:\n  old(p): 2\n", encoding="utf-8"
    )
    (tmp_path / "two.yaml").write_text("dsl: 1\nhouse: true\nterms:\n  old(q): 3\n", encoding="utf-8")
    (conflict,) = load_text(tmp_path, "dsl: 1\nextends: base\nwith: one, two\n")
    assert conflict.message == "house rules `one` and `two` both set `terms.old`"
