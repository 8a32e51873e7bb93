"""`docs/mechanisms.md` lists what each mechanism of the family is said by: the first comment of its conformance file.

UPDATE_GOLDENS=1 writes the page anew.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

HERE = Path(__file__).parent / "mechanisms"
PAGE = Path(__file__).parents[2] / "docs" / "mechanisms.md"
HEAD = """# The mechanisms of the family

Some fifty fishing games are made of 61 mechanisms. Each can be said in the language without a line of Python:
this page says by which construct, and the file beside it is the smallest game that needs it, with examples that
fail without it. (The page is made from the first lines of those files.)

| | mechanism, and what says it | file |
|---|---|---|
"""


def row(path: Path) -> str:
    lines = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.startswith("# "):
            break
        if not line.startswith("# yaml-language-server"):
            lines.append(line[2:].strip())
    text = " ".join(lines)
    match = re.match(r"Mechanism (\d+)[,:] (.*)", text)
    assert match, f"{path.name} does not begin with the mechanism it shows"
    said = match[2][:1].upper() + match[2][1:]
    assert "`" in said, f"{path.name} does not say by which construct"
    said = said.replace("|", chr(92) + "|")
    return f"| {match[1]} | {said} | [{path.stem}](../tests/conformance/mechanisms/{path.name}) |"


def test_the_page_says_what_the_files_say() -> None:
    page = HEAD + "\n".join(row(path) for path in sorted(HERE.glob("*.yaml"))) + "\n"
    if os.environ.get("UPDATE_GOLDENS"):
        PAGE.write_text(page, encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == page
