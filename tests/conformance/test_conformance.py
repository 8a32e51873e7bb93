"""Conformance cases are data: small variants with examples, grouped by feature. Every engine has to pass them.

`docs/mechanisms.md` lists what each mechanism of the family is said by: the first comment of its file here.
UPDATE_GOLDENS=1 writes the page anew.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from cassino_dsl.analysis.examples.read import read_examples
from cassino_dsl.analysis.examples.run import run_example
from cassino_dsl.language.targets import open_target

HERE = Path(__file__).parent
FILES = sorted(HERE.rglob("*.yaml"))
MECHANISMS = sorted((HERE / "mechanisms").glob("*.yaml"))
PAGE = Path(__file__).parents[2] / "docs" / "mechanisms.md"
HEAD = """# The mechanisms of the family

Some fifty fishing games are made of 63 mechanisms. Each can be said in the language without a line of Python:
this page says by which construct, and the file beside it is the smallest game that needs it, with examples that
fail without it. (The page is made from the first lines of those files.)

| | mechanism, and what says it | file |
|---|---|---|
"""


@pytest.mark.share(2)
@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(HERE)))
def test_examples_pass(path: Path) -> None:
    target = open_target(str(path), None, (), ())
    examples = read_examples(target, target.loaded.report)
    faults = [d.message for d in target.loaded.report.diagnostics if d.severity == "error"]
    assert not faults
    assert examples, "a conformance file without examples proves nothing"
    for example in examples:
        result = run_example(example)
        assert result.passed, "\n".join(f"{d.message}: {d.notes}" for d in result.diagnostics())


def test_every_mechanism_of_the_family_has_a_file() -> None:
    assert {int(path.name.split("-")[0]) for path in MECHANISMS} == set(range(1, 64))


def row(path: Path) -> str:
    head = re.match(r"(?:# .*\n)*", path.read_text(encoding="utf-8"))
    assert head
    lines = [line[2:].strip() for line in head[0].splitlines() if not line.startswith("# yaml-language-server")]
    match = re.match(r"Mechanism (\d+)[,:] (.*)", " ".join(lines))
    assert match, f"{path.name} does not begin with the mechanism it shows"
    said = (match[2][:1].upper() + match[2][1:]).replace("|", "\\|")
    assert "`" in said, f"{path.name} does not say by which construct"
    return f"| {match[1]} | {said} | [{path.stem}](../tests/conformance/mechanisms/{path.name}) |"


def test_the_page_says_what_the_files_say() -> None:
    page = HEAD + "\n".join(map(row, MECHANISMS)) + "\n"
    if os.environ.get("UPDATE_GOLDENS"):
        PAGE.write_text(page, encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == page
