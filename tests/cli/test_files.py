"""The commands that look at variant files: validate, test, list, show, new, explain."""

from __future__ import annotations

from pathlib import Path

import pytest

from cassino_dsl.compose.library import shipped_house_rules, shipped_variants
from tests.cli.conftest import Cassino

CLASSIC = str(Path(__file__).parent / "classic.yaml")
GRAMMAR = Path(__file__).resolve().parents[2] / "grammar"
SCOPA = "dsl: 1\nextends: scopa\n"


@pytest.fixture
def write(tmp_path: Path):  # type: ignore[no-untyped-def]
    def file(text: str, name: str = "mine.yaml") -> str:
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return str(path)

    return file


# ---- validate


def test_a_clean_file_exits_0(cassino: Cassino) -> None:
    ran = cassino("validate", CLASSIC, "--no-play")
    assert (ran.code, ran.out, ran.err) == (0, "1 file: 0 errors, 0 warnings\n", "")
    read = cassino("validate", CLASSIC, "--no-play", "--format", "json")
    assert read.json == {"files": 1, "diagnostics": [], "played": [], "schema": 1}


def test_an_error_has_code_place_and_help(cassino: Cassino, write) -> None:  # type: ignore[no-untyped-def]
    file = write(SCOPA + "awards:\n  settebello: {each: 77d, points: 1}\n")
    ran = cassino("validate", file, CLASSIC, "--no-play", "--format", "json")
    assert ran.code == 1
    assert ran.json["files"] == 2
    (found,) = ran.json["diagnostics"]
    assert set(found) >= set("code name severity message file line column end_line end_column help".split())
    assert (found["file"], found["line"], found["severity"]) == (file, 4, "error")
    text = cassino("validate", file, CLASSIC, "--no-play")
    assert text.code == 1
    assert "mine.yaml:4:" in text.out
    assert text.out.endswith("2 files: 1 error, 0 warnings\n")


def test_warnings_alone_are_clean(cassino: Cassino, write) -> None:  # type: ignore[no-untyped-def]
    ran = cassino("validate", write(SCOPA + "terms:\n  idle: 1 + 1\n"), "--no-play", "--format", "json")
    assert ran.code == 0
    assert [d["severity"] for d in ran.json["diagnostics"]] == ["warning"]


def test_a_folder_means_all_that_is_in_it(cassino: Cassino, write, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    write(SCOPA, "variants/one.yaml")
    write("dsl: 1\nhouse: true\nchecks: {fine: seats != sides or true}\n", "variants/two.yaml")
    write("not a variant", "variants/notes.txt")
    assert cassino("validate", tmp_path, "--no-play", "--format", "json").json["files"] == 2
    assert cassino("validate", tmp_path / "nothing").code == 2
    (tmp_path / "empty").mkdir()
    assert cassino("validate", tmp_path / "empty").code == 2


def test_house_rules_are_laid_over_a_base_that_fits(cassino: Cassino, write) -> None:  # type: ignore[no-untyped-def]
    file = write(
        "dsl: 1\nhouse: true\nneeds: {memory.sweeps: this counts sweeps}\nawards: {double: {points: sweeps(us)}}\n"
    )
    assert cassino("validate", file, "--no-play").code == 0
    ran = cassino("validate", file, "--over", "stealing-bundles", "--format", "json")
    assert ran.code == 1
    assert [d["name"] for d in ran.json["diagnostics"]] == ["house-rule-does-not-fit"]
    broken = write("dsl: 1\nhouse: true\nawards: {double: {points: swepes(us)}}\n")
    ran = cassino("validate", broken, "--format", "json")
    assert ran.code == 1
    assert {d["file"] for d in ran.json["diagnostics"]} == {broken}


@pytest.mark.ci
def test_everything_shipped_is_valid(cassino: Cassino) -> None:
    ran = cassino("validate", *shipped_variants(), *shipped_house_rules(), "--no-play", "--format", "json")
    assert [d for d in ran.json["diagnostics"] if d["severity"] == "error"] == []
    assert ran.code == 0


# ---- test

EXAMPLES = """examples:
  - name: right
    table: 3c 4d
    hand: 7c
    expect: {captures: {7c: 3c 4d}}
  - name: wrong
    table: 3c 4d
    hand: 7c
    expect: {captures: {7c: 3c}, trails: 7c}
"""


def test_examples_pass_and_fail(cassino: Cassino, write) -> None:  # type: ignore[no-untyped-def]
    file = write(SCOPA + EXAMPLES)
    ran = cassino("test", file, "--format", "json")
    assert ran.code == 1
    assert (ran.json["passed"], ran.json["failed"]) == (1, 1)
    right, wrong = ran.json["examples"]
    assert right == {"file": file, "line": 4, "name": "right", "passed": True, "expected": None, "found": None}
    assert wrong["expected"] == "captures with 7c: 3c\ntrails: 7c"
    assert wrong["found"] == "captures with 7c: 3c 4d\ntrails: none"
    text = cassino("test", file)
    assert "example-failed" in text.out
    assert text.out.endswith("1 passed, 1 failed, 0 errors in 1 file\n")
    assert cassino("test", write(SCOPA + EXAMPLES[: EXAMPLES.index("  - name: wrong")])).code == 0


def test_a_file_with_errors_fails(cassino: Cassino, write) -> None:  # type: ignore[no-untyped-def]
    ran = cassino("test", write(SCOPA + "awards: {x: 1}\n" + EXAMPLES), "--format", "json")
    assert ran.code == 1
    assert (ran.json["passed"], ran.json["failed"], ran.json["examples"], ran.json["errors"]) == (0, 0, [], 1)
    assert ran.json["diagnostics"][0]["line"] == 3


def test_examples_of_house_rules_run_over_a_base(cassino: Cassino) -> None:
    ran = cassino("test", "sweeps", "count-out", "--format", "json")
    assert (ran.code, ran.json["failed"]) == (0, 0)


def test_coverage_names_what_nothing_exercised(cassino: Cassino, write) -> None:  # type: ignore[no-untyped-def]
    file = write(SCOPA + "rules:\n  no king after the ninth deal: deals > 9 implies rank(card) != K\n")
    ran = cassino("test", file, "--coverage", "--games", 5, "--format", "json")
    (coverage,) = ran.json["coverage"]
    assert "rule `no king after the ninth deal` is always true" in coverage["missing"]
    assert "of" in cassino("test", file, "--coverage", "--games", 1).out


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


def test_show_has_options_and_house_rules_in_it(cassino: Cassino) -> None:
    ran = cassino("show", "cassino", "--with", "sweeps", "--set", "target=31")
    assert ran.code == 0
    assert "# house rules: sweeps" in ran.out
    assert "# options: target=31" in ran.out
    shown = cassino("show", "cassino", "--with", "sweeps", "--set", "target=31", "--format", "json").json
    assert shown["options"]["target"]["default"] == "31"
    assert shown["awards"]["sweeps"]["points"]
    assert "sweeps" not in cassino("show", "cassino", "--format", "json").json["awards"]


# ---- new, explain


def test_new_writes_a_file_that_is_valid(cassino: Cassino, tmp_path: Path) -> None:
    assert cassino("new", "mine", "--from", "scopa", "--dir", tmp_path).code == 0
    file = tmp_path / "mine.yaml"
    first, second, *_ = file.read_text().splitlines()
    assert first == "# yaml-language-server: $schema=variant.schema.json"
    assert (tmp_path / "variant.schema.json").read_text() == (GRAMMAR / "variant.schema.json").read_text()
    assert second == "dsl: 1"
    assert cassino("validate", file, "--no-play").code == 0
    file.write_text("mine, and only mine")
    ran = cassino("new", "mine", "--dir", tmp_path)
    assert ran.code == 2
    assert file.read_text() == "mine, and only mine"
    assert cassino("new", "other", "--dir", tmp_path / "nowhere").code == 2


def test_new_takes_a_file_that_lies_beside_it(
    cassino: Cassino, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "below").mkdir()
    assert cassino("new", "base", "--dir", tmp_path).code == 0
    assert cassino("new", "one", "--from", tmp_path / "base.yaml", "--dir", tmp_path).code == 0
    monkeypatch.chdir(tmp_path)
    assert cassino("new", "two", "--from", "./base.yaml").code == 0
    for file in ("one.yaml", "two.yaml"):
        assert "\nextends: base\n" in (tmp_path / file).read_text()
        assert cassino("validate", file, "--no-play").code == 0
    monkeypatch.chdir(tmp_path / "below")
    ran = cassino("new", "three", "--from", "../base.yaml")
    assert ran.code == 2
    assert "`--from base --dir ..` begins the new file there" in ran.err
    assert cassino("new", "three", "--from", "base", "--dir", "..").code == 0


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
    monkeypatch.setattr("cassino_dsl.resources.folder", lambda name: tmp_path / "grammar")
    monkeypatch.setattr("cassino_dsl.compose.library.find", lambda name: None)
    cassino("new", "our-rule", "--house", "--dir", tmp_path / "variants" / "house")
    file = tmp_path / "variants" / "house" / "our-rule.yaml"
    assert file.read_text().startswith("# yaml-language-server: $schema=../../grammar/variant.schema.json\n")
    assert [p.name for p in file.parent.iterdir()] == ["our-rule.yaml"]


def test_show_says_what_a_house_rule_changes(cassino: Cassino, write) -> None:  # type: ignore[no-untyped-def]
    ran = cassino("show", "sweeps")
    assert ran.out.startswith(
        "# sweeps, a house rule: what it changes in cassino\ndsl: 1\nhouse: true\ntitle: Sweeps\n"
    )
    assert "removed" not in ran.out
    own = write(
        "dsl: 1\nhouse: true\ntitle: No two\nawards:\n  little_cassino: removed\n  sevens: {each: 7d, points: 1}\n"
    )
    found = cassino("show", own, "--over", "royal-cassino", "--format", "json").json
    assert (found["house"], found["over"], found["title"]) == (True, "royal-cassino", "No two")
    assert found["changes"]["awards"] == {"sevens": {"each": "7d", "points": "1"}, "little_cassino": "removed"}
    assert cassino("show", "sweeps", "--as", "rulebook").out == (
        cassino("show", "cassino", "--with", "sweeps", "--as", "rulebook").out
    )
    assert cassino("show", "cassino", "--over", "scopa").code == 2


@pytest.mark.parametrize("word", ["CAS012", "cas12", "unknown-card"])
def test_explain_one_code(cassino: Cassino, word: str) -> None:
    ran = cassino("explain", word)
    assert ran.code == 0
    assert ran.out.startswith("CAS012 unknown-card (error)")
    assert cassino("explain", word, "--format", "json").json["name"] == "unknown-card"


def test_explain_all(cassino: Cassino) -> None:
    assert "CAS084  example-failed" in cassino("explain").out
    assert len(cassino("explain", "--format", "json").json) > 30


def test_coverage_takes_no_action_for_exercised_that_is_never_sensible(cassino: Cassino, write) -> None:  # type: ignore[no-untyped-def]
    burn = "dsl: 1\nextends: cassino\nactions:\n  burn: {play: card, to: aside, sensible: false}\n"
    (coverage,) = cassino("test", write(burn), "--coverage", "--games", 5, "--format", "json").json["coverage"]
    assert "action `burn` is never sensible where it is legal" in coverage["missing"]
    example = "examples:\n  - {name: burnt, hand: 3c 4c, play: burn 3c, expect: {after: {aside: 3c}}}\n"
    (coverage,) = cassino("test", write(burn + example), "--coverage", "--games", 5, "--format", "json").json[
        "coverage"
    ]
    assert not any("burn" in line for line in coverage["missing"])
