"""A small typing mistake in a shipped file gives one finding, on its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from cassino_dsl.language.compose.library import NotFound
from cassino_dsl.language.diagnostics.diagnostic import did_you_mean, misspelt
from cassino_dsl.language.pipeline import load_variant
from cassino_dsl.language.targets import open_target
from tests.diagnostics.mistakes import at_its_place, found_in, mistakes, place_of


@pytest.mark.parametrize(("seed", "number", "share"), [(1, 60, 0.9), pytest.param(2, 600, 0.96, marks=pytest.mark.ci)])
def test_a_mistake_gives_one_finding_on_its_line(seed: int, number: int, share: float, tmp_path: Path) -> None:
    wrong, all_found = [], 0
    for mistake in mistakes(seed, number):
        place = place_of(mistake, tmp_path)
        found = found_in(mistake, place)
        all_found += bool(found)
        if found and not at_its_place(mistake, place, found):
            wrong.append(mistake.said() + "".join(f"\n  {d.message} ({d.span})" for d in found))
        place.unlink()
    assert all_found > number * 0.8
    assert len(wrong) <= (1 - share) * all_found, "\n".join(wrong)


def test_what_the_user_says_is_blamed_never_what_is_shipped(tmp_path: Path) -> None:
    """A clause that breaks what lies beneath is told at its own line."""
    for text, line in [
        ("dsl: 1\nextends: cassino\nmatch: {target: 31}\nawards:\n  spades: removed\n", 5),
        ("dsl: 1\nextends: cassino\nawards:\n  cards: removed\n  spades: removed\n  little_cassino: removed\n", 4),
        ("dsl: 1\nextends: cassino\nawards: removed\n", 3),
        ("dsl: 1\nextends: cassino\npack: italian\n", 3),
        ("dsl: 1\nextends: cassino\nseats: 5\n", 3),
        ("dsl: 1\nhouse: true\nover: cassino\nmemory:\n  sweeps: removed\n", 5),
    ]:
        path = tmp_path / "mine.yaml"
        path.write_text(text, encoding="utf-8")
        (found,) = open_target(str(path), None, (), ()).report.diagnostics
        assert found.span is not None
        assert (found.span.file, found.span.line) == (str(path), line)
        assert all(Path(span.file).name == "cassino.yaml" for span, text in found.others if text != "and this")


def test_slips_of_the_pen() -> None:
    assert misspelt("tareet", ["target", "sweeps"]) == "target"
    assert misspelt("queen_of_spades", ["ace_of_spades"]) is None
    assert did_you_mean("queen_of_spades", ["ace_of_spades"]) == "did you mean `ace_of_spades`?"


def test_a_file_of_this_folder_is_told_from_a_shipped_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "draft.yaml").write_text("dsl: 1\nextends: cassino\n", encoding="utf-8")
    with pytest.raises(NotFound) as found:
        load_variant("draft")
    assert found.value.help == "for the file in this folder write `./draft.yaml`"
    assert not load_variant("./draft.yaml").report.diagnostics


def test_a_draft_without_its_flag_is_told_what_it_lacks(tmp_path: Path) -> None:
    draft = tmp_path / "draft.yaml"
    draft.write_text("dsl: 1\nrules:\n  few: count(taken) < 4\n", encoding="utf-8")
    (found,) = load_variant("cassino", (str(draft),)).report.diagnostics
    assert (found.message, found.help) == (
        "`draft` does not say that it is a house rule",
        "write `house: true` below `dsl: 1`",
    )
    assert found.span is not None
    assert (found.span.file, found.span.line) == (str(draft), 1)
    draft.write_text("dsl: 1\nhouse: true\nrules:\n  few: count(taken) < 4\n", encoding="utf-8")
    assert not load_variant("cassino", (str(draft),)).report.diagnostics


def test_a_house_rule_whose_flag_is_no_word_is_one_all_the_same(tmp_path: Path) -> None:
    draft = tmp_path / "draft.yaml"
    for word in ("yes", "True", "each"):
        draft.write_text(f"dsl: 1\nhouse: {word}\nrules:\n  few: count(taken) < 4\n", encoding="utf-8")
        (found,) = open_target(str(draft), None, (), ()).report.diagnostics
        assert found.message == f"`house` cannot be `{word}`"


def test_a_house_rule_over_what_is_not_there(tmp_path: Path) -> None:
    draft = tmp_path / "draft.yaml"
    draft.write_text("dsl: 1\nhouse: true\nover: casino\n", encoding="utf-8")
    (found,) = open_target(str(draft), None, (), ()).report.diagnostics
    assert (found.message, found.help) == (
        "there is no variant `casino`, neither beside this file nor shipped",
        "did you mean `cassino`?",
    )
