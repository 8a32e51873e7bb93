"""Every example in the README and the docs is executed.

A page is read from top to bottom. A block ```` ```yaml NAME ```` is written to a file; if it is a variant or house rule
it must be free of errors and its examples must pass. The keys of a block ```` ```yaml NAME + ```` take the place of the
same keys of the file that is there by then, as its readers are told. In ```` ```console ```` blocks, lines after `$ `
are run there, and what follows is compared with what they print (`…` stands for anything; no lines: only the exit code
counts, 0 or 1). Blocks ```` ```python ```` are run, but ```` ```python NAME ```` is a file, too.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Cassino, Ran, cassino

__all__ = ["cassino"]  # the fixture

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
UNTYPED = ("players",)  # bots as people write them
BLOCK = re.compile(r"^```(\w+)[ ]?([^\n]*)\n(.*?)^```", re.S | re.M)
SECTION = re.compile(r"^(\w+):.*\n(?:[ ].*\n)*", re.M)


def blocks(page: Path) -> list[tuple[str, str, str]]:
    return BLOCK.findall(page.read_text(encoding="utf-8"))


def write(name: str, text: str, folder: Path) -> Path:
    file, _, over = name.partition(" ")
    path = folder / file
    if over:
        new = {found[1]: found[0] for found in SECTION.finditer(text)}
        old = path.read_text(encoding="utf-8") if path.exists() else ""
        text = SECTION.sub(lambda found: new.pop(found[1], found[0]), old) + "".join(new.values())
    path.write_text(text, encoding="utf-8")
    return path


def write_files(page: Path, folder: Path) -> set[Path]:
    named = [(name, text) for language, name, text in blocks(page) if language in ("yaml", "json", "python")]
    return {write(name, text, folder) for name, text in named if name}


def run(command: str, cassino: Cassino) -> Ran:
    """What a command does that is given in the folder of its page."""
    name, *words = shlex.split(command)
    assert name == "cassino", f"only cassino commands stand in console blocks, not {command!r}"
    return cassino(*words)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    return tmp_path


def matches(expected: str, found: str) -> bool:
    lines = [line.rstrip() for line in expected.strip().splitlines()]
    pattern = "\n".join(re.escape(line).replace("…", ".*") if line != "…" else "(?s:.*)" for line in lines)
    return re.fullmatch(pattern, "\n".join(line.rstrip() for line in found.strip().splitlines())) is not None


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_files_are_valid(page: Path, folder: Path, cassino: Cassino) -> None:
    from cassino_dsl.language.pipeline import load_variant

    for path in write_files(page, folder):
        text = path.read_text(encoding="utf-8")
        if not text.startswith("dsl:") or "bad" in path.stem or "\ntext_of:" in text:
            continue
        house = "\nhouse: true" in text
        loaded = load_variant("cassino" if house else str(path), (str(path),) if house else ())
        faults = [
            f"{d.span.line if d.span else ''}: {d.message}" for d in loaded.report.diagnostics if d.severity == "error"
        ]
        assert not faults, f"{page.name}, {path.name}: {faults}"
        if "\nexamples:" in text:
            ran = cassino("test", f"./{path.name}")
            assert ran.code == 0, f"{page.name}, {path.name}:\n{ran.out}{ran.err}"


@pytest.mark.share(6)
@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_commands_print_what_the_page_says(page: Path, folder: Path, cassino: Cassino) -> None:
    for language, name, text in blocks(page):
        if language in ("yaml", "json", "python") and name:
            write(name, text, folder)
        if language != "console":
            continue
        for part in re.split(r"^\$ ", text, flags=re.M)[1:]:
            command, _, expected = part.partition("\n")
            ran = run(command, cassino)
            printed = ran.out + ran.err
            assert ran.code in (0, 1), f"$ {command}\n{printed}"
            if expected.strip():
                assert matches(expected, printed), f"$ {command}\n--- page\n{expected}\n--- printed\n{printed}"


@pytest.mark.ci
def test_python_has_types(tmp_path: Path) -> None:
    """The snippets of each page, read from top to bottom, pass the strictest type checker."""
    files = []
    for page in PAGES:
        text = "\n".join(text for language, _, text in blocks(page) if language == "python")
        if "cassino_dsl" in text and page.stem not in UNTYPED:
            files.append(tmp_path / f"{page.stem.replace('-', '_').lower()}.py")
            files[-1].write_text(text, encoding="utf-8")
    assert len(files) > 2
    command = [sys.executable, "-m", "mypy", "--strict", "--python-executable", sys.executable, *map(str, files)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


@pytest.mark.share(8)
@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_python_runs(page: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_files(page, folder)
    monkeypatch.syspath_prepend(folder)
    names = {"__name__": "example"}  # a page is read from top to bottom: later blocks know the names of earlier ones
    for language, name, text in blocks(page):
        if language == "python" and not name:  # those with a name are files, to be imported
            exec(compile(text, page.name, "exec"), names)


def test_every_function_and_key_is_in_the_reference() -> None:
    from cassino_dsl.language.syntax.shape import VARIANT

    text = (ROOT / "docs" / "language.md").read_text(encoding="utf-8")
    for key in VARIANT.keys:
        assert key.name in text, key.name


def _tables() -> dict[str, list[str]]:
    """The tables of the reference as the rows of the language say them, by their headings."""
    from cassino_dsl.language.check.scope import WHERE
    from cassino_dsl.language.ruleset.operators import GROUP_QUANTIFIERS, QUANTIFIERS
    from cassino_dsl.language.ruleset.words import EFFECT_ROWS, EVENT_ROWS, FUNCTIONS, OFFERED

    forms = [(r, r.word + (f"({', '.join(p.value for p in r.params)})" if r.params else "")) for r in FUNCTIONS]
    over = [(r, f"{r.word}(x in S \\| …)" if r.word != "filter" else "{x in S \\| …}") for r in QUANTIFIERS]
    over += [(r, f"{r.word}(group g of S \\| …)") for r in GROUP_QUANTIFIERS]
    return {
        "| function | gives | where |": [f"| `{form}` | {r.about} | {WHERE[r.needs]} |" for r, form in forms],
        "| over a set | gives |": [f"| `{form}` | {r.about} |" for r, form in over],
        "| `on:` | when | what is known |": [f"| `{r.name}` | {r.about} | {OFFERED[r.offers]} |" for r in EVENT_ROWS],
        "| effect | |": [f"| `{r.form}` | {r.about} |" for r in EFFECT_ROWS],
    }


@pytest.mark.parametrize("heading", _tables())
def test_the_tables_of_the_reference_are_the_rows(heading: str) -> None:
    """UPDATE_GOLDENS=1 writes them anew."""
    page = ROOT / "docs" / "language.md"
    lines = page.read_text(encoding="utf-8").splitlines()
    at = lines.index(heading) + 2
    end = next(i for i in range(at, len(lines)) if not lines[i].startswith("|"))
    wanted = _tables()[heading]
    if os.environ.get("UPDATE_GOLDENS") == "1":
        lines[at:end] = wanted
        page.write_text("\n".join(lines) + "\n", encoding="utf-8")
        end = at + len(wanted)
    assert lines[at:end] == wanted


def test_the_index_of_the_reference_is_its_headings() -> None:
    """UPDATE_GOLDENS=1 writes it anew."""
    page = ROOT / "docs" / "language.md"
    text = page.read_text(encoding="utf-8")
    wanted: list[str] = []
    for level, heading in re.findall(r"^(##|###) (.*)$", BLOCK.sub("", text), re.M):
        link = f"[{heading}](#{re.sub(r'[^-_a-z0-9 ]', '', heading.lower()).replace(' ', '-')})"
        if level == "##":
            wanted.append(f"* **{link}**")
        else:
            wanted[-1] += (": " if wanted[-1].endswith("**") else " · ") + link
    index = "\n".join(wanted)
    found = re.compile(r"^\* \*\*\[Files\].*?(?=\n\n)", re.M | re.S).search(text)
    assert found is not None
    if os.environ.get("UPDATE_GOLDENS") == "1":
        page.write_text(text.replace(found[0], index), encoding="utf-8")
    else:
        assert found[0] == index


def test_the_glossary_names_what_is_shipped() -> None:
    from cassino_dsl.language.compose.library import shipped_house_rules, shipped_variants

    text = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`([a-z]+(?:-[a-z0-9]+)+)`", text))
    assert len(named) > 10
    assert named <= {*shipped_variants(), *shipped_house_rules()}


def test_every_page_is_in_the_index_of_the_readme() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [p.name for p in PAGES[1:] if f"(docs/{p.name})" not in text] == []


def test_every_file_that_architecture_names_is_there() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`((?:\w+/)+\w+\.(?:py|h|yaml|md|lark))`", text))
    there = {p.as_posix() for p in ROOT.rglob("*") if ".venv" not in p.parts}
    assert len(named) > 80
    assert [n for n in sorted(named) if not any(p.endswith(f"/{n}") for p in there)] == []


def test_the_readme_has_two_set_up_commands_of_one_line() -> None:
    found = [text.strip() for language, _, text in blocks(ROOT / "README.md") if language == "sh"]
    assert len(found) == 2
    assert all("\n" not in text and text.startswith("python3 -m venv") for text in found)
