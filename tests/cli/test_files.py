"""The commands that look at variant files: validate, test, list, show, new, explain."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import pytest

from cassino_dsl import load
from cassino_dsl.language.compose.library import shipped_house_rules, shipped_variants
from cassino_dsl.language.core.passes import core_of
from cassino_dsl.language.core.program import core_text
from tests.cli.conftest import Cassino

GRAMMAR = Path(__file__).resolve().parents[2] / "grammar"
# ---- validate


@pytest.mark.ci
def test_everything_shipped_is_valid(cassino: Cassino) -> None:
    ran = cassino("validate", *shipped_variants(), *shipped_house_rules(), "--no-play", "--format", "json")
    assert [d for d in ran.json["diagnostics"] if d["severity"] == "error"] == []
    assert ran.code == 0


# ---- test

# ---- list, show


def test_list_has_everything_shipped(cassino: Cassino) -> None:
    ran = cassino("list", "--format", "json")
    assert [v["name"] for v in ran.json["variants"]] == shipped_variants()
    assert [r["name"] for r in ran.json["house_rules"]] == shipped_house_rules()
    cassino_row = next(v for v in ran.json["variants"] if v["name"] == "cassino")
    assert set(cassino_row) >= {"name", "title", "seats", "pack", "source"}
    assert cassino_row["seats"] == [2, 3, 4]
    text = cassino("list")
    assert all(name in text.out for name in shipped_variants())
    # nothing is cut where it fits
    text = cassino("list").out
    assert all(" ".join(r["about"].split()) in text for r in ran.json["house_rules"])
    assert all(v["title"] in text for v in ran.json["variants"])


# ---- new, explain


def test_new_writes_the_schema_beside_the_file(cassino: Cassino, tmp_path: Path) -> None:
    assert cassino("new", "mine", "--dir", tmp_path).code == 0
    assert (tmp_path / "variant.schema.json").read_text() == (GRAMMAR / "variant.schema.json").read_text()


def test_a_game_from_nothing_plays_with_and_without_what_it_suggests(cassino: Cassino, tmp_path: Path) -> None:
    file = tmp_path / "ours.yaml"
    assert cassino("new", "ours", "--dir", tmp_path).code == 0
    for examples in (2, 3):
        assert cassino("validate", file, "--no-play").out == "1 file: 0 errors, 0 warnings\n"
        assert cassino("test", file).out == f"{examples} passed, 0 failed, 0 errors in 1 file\n"
        ran = cassino("simulate", file, "--games", 20, "--seed", 1, "--format", "json")
        assert (ran.code, ran.json["games"]) == (0, 20)
        # hints are clauses behind the sign of a comment
        file.write_text(re.sub(r"^# (?=  |\w+:$)", "", file.read_text(), flags=re.M))


def test_new_writes_a_house_rule_that_can_be_laid_on(cassino: Cassino, tmp_path: Path) -> None:
    assert cassino("new", "our-rule", "--house", "--from", "scopa", "--dir", tmp_path).code == 0
    file = tmp_path / "our-rule.yaml"
    assert "\nhouse: true\n" in file.read_text()
    assert cassino("validate", file, "--no-play").out == "1 file: 0 errors, 0 warnings\n"
    # what it suggests says something: without the signs of a comment it is a rule with an example that comes out
    text = file.read_text()
    hints = text[text.index("# rules:") : text.index("# replaces:")] + text[text.index("# examples:") :]
    kept = [line[2:] for line in hints.splitlines() if line.startswith("# ") and not line.startswith("# cassino ")]
    file.write_text(text[: text.index("# What stands")] + "\n".join(kept) + "\n")
    assert cassino("test", file).out == "1 passed, 0 failed, 0 errors in 1 file\n"


def test_new_names_the_schema_of_a_project_that_has_it(
    cassino: Cassino, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "grammar").mkdir()
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / "variants" / "house").mkdir(parents=True)
    monkeypatch.setattr("cassino_dsl.language.resources.folder", lambda name: tmp_path / "grammar")
    monkeypatch.setattr("cassino_dsl.language.compose.library.find", lambda name: None)
    cassino("new", "our-rule", "--house", "--dir", tmp_path / "variants" / "house")
    file = tmp_path / "variants" / "house" / "our-rule.yaml"
    assert file.read_text().startswith("# yaml-language-server: $schema=../../grammar/variant.schema.json\n")
    assert [p.name for p in file.parent.iterdir()] == ["our-rule.yaml"]


# ---- show --as core


def test_the_core_is_printed_for_a_number_of_seats(cassino: Cassino) -> None:
    ran = cassino("show", "scopa", "--as", "core", "--seats", 3)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == core_text(core_of(load("scopa").ruleset, 3))
    assert cassino("show", "scopa", "--as", "core").out == core_text(core_of(load("scopa").ruleset, 2))


# ---- test --update


FAULTY = Path(__file__).with_name("faulty.yaml")
CHANGED = {
    "      captures: {7c: [7d]}      # keep me": "      captures: {7c: [7d, 3c 4h, 3c 7d 4h]}      # keep me",
    "      trails: [7c]": "      trails: [7c, Kd]",
    "        - 7c takes 4h": "        - Kd trails",
    "      illegal: Kd trails": "      illegal: 7c takes 4h",
    "    expect: {after: {table: 9c, builds: [{value: 7, groups: [3c 4d]}], turn: 1}, points: {1: 9}}  # end": (
        '    expect: {after: {table: "", builds: [], turn: 2}, points: {1: 3}}  # end'
    ),
    "    expect: {legal: 7c takes 3c}": "    expect: {illegal: 7c takes 3c}",
    "        4d: []": "        4d: [7 with 3c]",
}


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    return Path(shutil.copy(FAULTY, tmp_path / "mine.yaml"))


def test_only_values_that_differ_change(cassino: Cassino, mine: Path) -> None:
    before = mine.read_text(encoding="utf-8").splitlines()
    ran = cassino("test", mine, "--update")
    assert mine.read_text(encoding="utf-8").splitlines() == [CHANGED.get(line, line) for line in before]
    assert f"{mine}: 4 of 5 failing examples updated" in ran.err
    # a play that is not legal and a card that does not exist are no matter of a value
    assert ran.out.endswith("5 passed, 1 failed, 1 error in 1 file\n")
    again = mine.read_bytes()
    cassino("test", mine, "--update")
    assert mine.read_bytes() == again


def test_only_what_is_named(cassino: Cassino, mine: Path) -> None:
    cassino("test", mine, "--update", "-k", "one legal")
    lines = zip(
        FAULTY.read_text(encoding="utf-8").splitlines(), mine.read_text(encoding="utf-8").splitlines(), strict=True
    )
    assert [new for old, new in lines if old != new] == ["    expect: {illegal: 7c takes 3c}"]


def test_nothing_fails_nothing_is_written(cassino: Cassino, mine: Path) -> None:
    before = mine.stat().st_mtime_ns, mine.read_bytes()
    assert cassino("test", mine, "--update", "-k", "as it is").code == 0
    assert (mine.stat().st_mtime_ns, mine.read_bytes()) == before


def test_mode_mark_and_line_ends_stay(cassino: Cassino, mine: Path) -> None:
    mine.write_bytes(b"\xef\xbb\xbf" + FAULTY.read_bytes().replace(b"\n", b"\r\n"))
    mine.chmod(0o640)
    cassino("test", mine, "--update")
    data = mine.read_bytes()
    assert data.startswith(b"\xef\xbb\xbf#")
    assert data.count(b"\n") == data.count(b"\r\n") == FAULTY.read_bytes().count(b"\n")
    assert mine.stat().st_mode & 0o777 == 0o640
    assert [p.name for p in mine.parent.iterdir()] == ["mine.yaml"]


def test_a_link_is_not_followed(cassino: Cassino, mine: Path) -> None:
    link = mine.with_name("link.yaml")
    os.symlink(mine, link)
    ran = cassino("test", link, "--update")
    assert ran.code == 2
    assert mine.read_bytes() == FAULTY.read_bytes()


def test_shipped_files_are_never_changed(cassino: Cassino, mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cassino_dsl.faces.cli.files.folder", lambda name: mine.parent)
    ran = cassino("test", mine, "--update")
    assert ran.code == 2
    assert "--update changes files of your own" in ran.err
    assert mine.read_bytes() == FAULTY.read_bytes()
