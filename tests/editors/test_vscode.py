"""The extension for VS Code: its grammar is made from the language's own tables, and colours every shipped file as the
language reads it; it is built from its lock, and packed."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import zipfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from lark import Lark, TextSlice, Token

from cassino_dsl.language.compose.library import shipped_house_rules, shipped_variants
from cassino_dsl.language.diagnostics.diagnostic import Report
from cassino_dsl.language.resources import folder
from cassino_dsl.language.ruleset.span import Source
from cassino_dsl.language.syntax.parser import STARTS
from cassino_dsl.language.syntax.shape import TEXT, TRANSLATION, VARIANT, Either, Fields, Many, Named, Shape, Text
from cassino_dsl.language.syntax.tree import Mapping, Node, Scalar, Sequence
from cassino_dsl.language.syntax.yaml_reader import read_yaml
from tests.editors.textmate import textmate_text

ROOT = Path(__file__).parents[2]
EXTENSION = ROOT / "docs" / "editors" / "vscode"
GRAMMAR = EXTENSION / "cassino.tmLanguage.json"
WANTED = os.environ.get("CASSINO_NPM") == "1"  # set where the lack of npm is a fault


def test_the_grammar_is_the_one_that_the_language_makes() -> None:
    assert GRAMMAR.read_text(encoding="utf-8") == textmate_text(), "run: python -m tests.editors.textmate"


def test_versions_are_pinned() -> None:
    lock = json.loads((EXTENSION / "package-lock.json").read_text())["packages"]
    wanted = json.loads((EXTENSION / "package.json").read_text())
    for name, version in wanted["devDependencies"].items():
        assert lock[f"node_modules/{name}"]["version"] == version
    assert all(one["integrity"].startswith("sha512-") for place, one in lock.items() if place)


def test_all_that_a_grammar_includes_is_in_it() -> None:
    grammar = json.loads(textmate_text())

    def included(part: object) -> Iterator[str]:
        if isinstance(part, dict):
            yield from (part["include"],) if "include" in part else ()
            yield from (name for below in part.values() for name in included(below))
        elif isinstance(part, list):
            yield from (name for below in part for name in included(below))

    assert {name.removeprefix("#") for name in included(grammar)} <= set(grammar["repository"])


@pytest.fixture(scope="module")
def extension(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the extension with what its lock names."""
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        assert not WANTED, "npm and node are not here"
        pytest.skip("needs npm and node")
    there = tmp_path_factory.mktemp("extension")
    for file in EXTENSION.iterdir():
        if file.is_file():
            shutil.copy(file, there)
    command = [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
    installed = subprocess.run(command, cwd=there, capture_output=True, text=True)
    if installed.returncode:
        assert not WANTED, installed.stderr
        pytest.skip("npm cannot install what the lock file names")
    return there


@pytest.mark.ci
def test_the_extension_is_packed(extension: Path) -> None:
    packed = subprocess.run(["npm", "run", "package"], cwd=extension, capture_output=True, text=True)
    assert packed.returncode == 0, packed.stdout + packed.stderr
    assert "WARNING" not in packed.stdout + packed.stderr
    with zipfile.ZipFile(extension / "cassino.vsix") as vsix:
        files = {name.removeprefix("extension/"): vsix.read(name) for name in vsix.namelist()}
    assert files["cassino.tmLanguage.json"] == GRAMMAR.read_bytes()
    assert sorted(name for name in files if name not in ("[Content_Types].xml", "extension.vsixmanifest")) == [
        "LICENSE.txt",
        "cassino.tmLanguage.json",
        "language-configuration.json",
        "out/extension.cjs",
        "package.json",
        "readme.md",
    ]


@pytest.mark.ci
def test_the_schema_passes_the_strict_mode_of_schemastore(extension: Path) -> None:
    strict = "import Ajv from 'ajv'; import fs from 'node:fs'; new Ajv({strict: true})"
    script = strict + ".compile(JSON.parse(fs.readFileSync(process.argv[1], 'utf8')))"
    command = ["node", "--input-type=module", "-e", script, str(folder("grammar") / "variant.schema.json")]
    ran = subprocess.run(command, cwd=extension, capture_output=True, text=True, timeout=60)
    assert ran.returncode == 0, ran.stderr


# what a word of the grammar is coloured as, by the kind of its token
COLOURS = {
    "CARD": ("constant.other.card",),
    "INT": ("constant.numeric",),
    "NAME": ("variable", "support", "constant", "entity.name"),
}
ODD = """\
dsl: 1
extends: cassino
actions: {add: {about: the opponents' pile, play: "card where rank(card) in {J, Q}", to: table}}
terms:
    it(c):   # how
        is: 'rank(c) in {J, Q} and
          count(table) > 1'
events:
  more: {on: captured,
         do: [award 1 to us, "if known(me) then (end round; award 2 to us)"]}
"""
SIGNS = ("keyword.operator", "punctuation")
OF_YAML = {"text": ("string", "constant.other.placeholder"), "key": ("entity.name.tag",), "comment": ("comment",)}


@pytest.mark.ci
def test_files_are_coloured_as_they_are_read(extension: Path) -> None:
    """Each token of each text, each key and each text for people of all shipped files, and of one that is odd: by its
    first and its last character."""
    names = [f"{name}.yaml" for name in shipped_variants()] + [f"house/{name}.yaml" for name in shipped_house_rules()]
    files = [str(folder("variants") / name) for name in names]
    files += [str(file) for file in folder("variants").glob("*.*.yaml")]
    files.append(str(extension / "odd.yaml"))
    Path(files[-1]).write_text(ODD, encoding="utf-8")
    command = ["node", "tokens.mjs", "cassino.tmLanguage.json", *files]
    ran = subprocess.run(command, cwd=extension, capture_output=True, text=True, timeout=400)
    assert ran.returncode == 0, ran.stderr
    coloured = json.loads(ran.stdout)
    wrong, right = [], 0
    for file in files:
        source = Source(file, Path(file).read_text(encoding="utf-8"))
        for start, end, kinds in expected(source):
            for place in {start, end - 1}:
                scopes = scopes_at(coloured[file], source.text, place)
                if scopes and scopes[-1].startswith(kinds):
                    right += 1
                else:
                    line = source.text.count("\n", 0, place) + 1
                    wrong.append(f"{file}:{line}: {source.text[start:end]!r} is {scopes}, not {kinds}")
    assert not wrong, "\n".join(wrong[:40])
    assert right > 30_000, right


def scopes_at(lines: list[list[list[object]]], text: str, place: int) -> list[str]:
    before = text[:place]
    column = place - (before.rfind("\n") + 1)
    for start, end, *scopes in lines[before.count("\n")]:
        if start <= column < end:
            return scopes
    return []


def expected(source: Source) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    """What stands where, by the language's own reader: begin, end, and how the colour of it begins."""
    tree = read_yaml(source, Report())
    assert tree is not None
    shape = TRANSLATION if "\ntext_of:" in source.text else VARIANT
    for scalar, reads in read_as(tree, shape):
        body = scalar.body
        if reads in STARTS:
            yield from tokens(source.text, body.start, body.end, reads)
        elif reads in OF_YAML and body.text.strip():
            stripped = body.text.strip()
            start = body.start + body.text.index(stripped)
            yield start, start + len(stripped), OF_YAML[reads]


def read_as(node: Node, shape: Shape) -> Iterator[tuple[Scalar, str]]:
    """Every text, with the kind that it is read as."""
    if isinstance(node, Scalar):
        text = shape.text if isinstance(shape, Either) else shape.shape if isinstance(shape, Many) else shape
        text = text.text if isinstance(text, Either) else text
        reads = text.reads if isinstance(text, Text) else ""
        yield node, "" if node.text == "removed" else reads
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from read_as(item, shape.shape if isinstance(shape, Many) else TEXT)
    elif isinstance(node, Mapping):
        shape = shape.shape if isinstance(shape, Many) else shape
        shape = shape.other if isinstance(shape, Either) else shape
        for key, below in node:
            if isinstance(shape, Fields) and (known := next((k for k in shape.keys if k.name == key.text), None)):
                yield key, "key"
                yield from read_as(below, known.shape)
            elif isinstance(shape, Fields):
                yield key, shape.rest_names if shape.rest and shape.rest_names in STARTS else ""
                yield from read_as(below, shape.rest or TEXT)
            else:
                yield key, shape.names if isinstance(shape, Named) and shape.names in STARTS else ""
                yield from read_as(below, shape.shape if isinstance(shape, Named) else TEXT)


@cache
def reader() -> Lark:
    grammar = (folder("grammar") / "cassino.lark").read_text(encoding="utf-8")
    return Lark(grammar, parser="lalr", start=list(STARTS), keep_all_tokens=True)


def tokens(text: str, start: int, end: int, reads: str) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    tree = reader().parse(TextSlice(text, start, end), start=reads)
    for token in tree.scan_values(lambda value: isinstance(value, Token)):
        assert token.start_pos is not None
        assert token.end_pos is not None
        sign = not token[0].isalnum() and token.type not in COLOURS
        yield token.start_pos, token.end_pos, COLOURS.get(token.type, SIGNS if sign else ("keyword",))
