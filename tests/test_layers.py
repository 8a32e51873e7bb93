"""The package holds together as docs/architecture.md says: arrows run one way, and only the faces print."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import grimp
import pytest
from importlinter import cli

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "cassino_dsl"
FILES = sorted(PACKAGE.rglob("*.py"))
FACES = {"cli", "terminal", "benchmarks", "__main__.py"}  # of the terminal, a table in lines

# Imports of our own inside a function: so that the program starts at once, and what needs a compiler.
LATE = {"cli", "__init__.py", "match", "analysis/simulate/engines.py", "analysis/units/native_runner.py"}
SMALL = 40  # lines
PRINTING = {"print", "click.echo", "click.secho", "echo", "secho", "sys.stdout", "sys.stderr"}


@pytest.fixture(scope="module")
def graph() -> grimp.ImportGraph:
    return grimp.build_graph("cassino_dsl", cache_dir=None)


def test_each_folder_imports_only_what_stands_beneath_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert cli.lint_imports(no_cache=True) == cli.EXIT_STATUS_SUCCESS


def test_no_circle_between_files(graph: grimp.ImportGraph) -> None:
    # the package itself imports its parts late, when they are asked for
    files = {m: graph.find_modules_directly_imported_by(m) - {"cassino_dsl"} for m in graph.modules - {"cassino_dsl"}}
    assert sum(map(len, files.values())) > len(files)  # they do import each other
    TopologicalSorter(files).prepare()  # raises CycleError, which names the circle


def test_a_small_file_with_one_importer_belongs_to_it(graph: grimp.ImportGraph) -> None:
    importers = {file: graph.find_modules_that_directly_import(_module(file)) for file in FILES}
    assert sum(len(of) > 1 for of in importers.values()) > len(FILES) // 3  # who imports is found, in functions too
    small = [file for file, of in importers.items() if len(of) == 1 and len(_text(file).splitlines()) < SMALL]
    assert [str(f.relative_to(PACKAGE)) for f in small if f.name != "__init__.py"] == []


def test_no_import_is_hidden_in_a_function() -> None:
    may = [file for file in FILES if re.search(r"^[ ]+(?:from|import) cassino_dsl\b", _text(file), re.MULTILINE)]
    inside = [(file, n.lineno) for file in may for n in _nodes(file) if _of_ours(n) and n not in _outer(file)]
    assert {_place(file) for file, _ in inside} >= LATE  # what is looked for is there
    assert not [(file, line) for file, line in inside if _place(file) not in LATE]


def test_one_name_one_class() -> None:
    places = defaultdict(list)
    for file in FILES:
        for name in re.findall(r"^class ([^\W_]\w*)", _text(file), re.MULTILINE):
            places[name].append(str(file.relative_to(PACKAGE)))
    assert len(places) > len(FILES) // 2  # classes are found
    assert not {name: files for name, files in places.items() if len(files) > 1}


def test_only_the_faces_print() -> None:
    may = [file for file in FILES if re.search("|".join(PRINTING), _text(file))]
    printing = {(_place(file), f"{file.name}:{node.lineno}") for file in may for node in _nodes(file) if _prints(node)}
    assert {place for place, _ in printing} >= FACES  # what is looked for is there
    assert not [(place, where) for place, where in printing if place not in FACES]


def _module(file: Path) -> str:
    return ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


@cache
def _text(file: Path) -> str:
    return file.read_text(encoding="utf-8")


@cache
def _tree(file: Path) -> ast.Module:
    return ast.parse(_text(file))


@cache
def _nodes(file: Path) -> list[ast.Import | ast.ImportFrom | ast.Name | ast.Attribute]:
    wanted = ast.Import | ast.ImportFrom | ast.Name | ast.Attribute
    return [node for node in ast.walk(_tree(file)) if isinstance(node, wanted)]


def _place(file: Path) -> str:
    whole = file.relative_to(PACKAGE)
    return whole.as_posix() if whole.as_posix() in LATE else whole.parts[whole.parts[0] == "faces"]


def _of_ours(node: ast.AST) -> bool:
    """Whether this imports something of the package."""
    names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
    names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
    return any(name.split(".")[0] == "cassino_dsl" for name in names)


def _outer(file: Path) -> list[ast.stmt]:
    """The statements outside of functions, those of `if TYPE_CHECKING` and of `try` among them."""
    body = _tree(file).body
    return [*body, *(s for node in body if isinstance(node, ast.If | ast.Try) for s in node.body)]


def _prints(node: ast.AST) -> bool:
    if isinstance(node, ast.Attribute):
        return isinstance(node.value, ast.Name) and f"{node.value.id}.{node.attr}" in PRINTING
    return isinstance(node, ast.Name) and node.id in PRINTING
