"""Files made to hurt: each is refused (or read) in under a second and in little memory."""

from __future__ import annotations

import subprocess
import sys
import time
import tracemalloc
from pathlib import Path

import pytest

from cassino_dsl.diagnostics.codes import files as codes
from cassino_dsl.diagnostics.diagnostic import Code, Report
from cassino_dsl.diagnostics.text import render_all
from cassino_dsl.ruleset.span import Source
from cassino_dsl.syntax.source import MAX_BYTES, read_source
from cassino_dsl.syntax.yaml_reader import read_yaml

SECONDS = 3.0  # most take a tenth; what other tests have left may be collected meanwhile
MEBIBYTES = 256


def fill(unit: str, head: str = "", tail: str = "", size: int = MAX_BYTES) -> str:
    """A text of nearly ``size`` bytes: the unit over and over."""
    room = size - len((head + tail).encode("utf-8", "surrogatepass"))
    return head + unit * (room // len(unit.encode("utf-8", "surrogatepass"))) + tail


def bomb(levels: int = 9, width: int = 9) -> str:
    """Aliases of aliases: expanded, nine to the ninth texts."""
    lines = [f"a0: &a0 [{', '.join('x' * width)}]\n"]
    lines += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * width)}]\n" for i in range(1, levels)]
    return "".join(lines)


DEEP = {
    "flow lists": "[" * 10_000 + "]" * 10_000,
    "flow lists on lines": "[\n" * 10_000 + "]\n" * 10_000,
    "flow mappings": "{a: " * 10_000 + "}" * 10_000,
    "flow keys": "{" * 10_000 + "}" * 10_000,
    "json": '{"a":[' * 10_000 + "]}" * 10_000,
    "single pairs": "[a: " * 10_000 + "]" * 10_000,
    "dashes": "- " * 10_000 + "a",
    "question marks": "? " * 10_000 + "a",
    "mixed": "- ? " * 10_000 + "a",
    "indented mappings": "".join(" " * i + "a:\n" for i in range(1_400)),
    "indented lists": "".join(" " * i + "-\n" for i in range(1_400)),
    "indented deeper": "".join(" " * i + "- a:\n" for i in range(0, 1_400, 2)),
    "a megabyte of brackets": "[" * MAX_BYTES,
    "a megabyte of dashes": fill("- "),
    "anchored": "&a [" * 10_000,
    "tagged": "!a {b: " * 10_000,
}

OTHER: dict[str, tuple[str, type[Code] | None]] = {
    "alias bomb": (bomb(), codes.AnchorOrAlias),
    "long text": (fill("x", "a: "), None),
    "long quoted text": (fill("x", 'a: "', '"'), None),
    "long unclosed text": (fill("x", 'a: "'), codes.YamlSyntax),
    "long block": (fill("  x\n", "a: |\n"), None),
    "long folded text": (fill("x y\n  ", "a: "), None),
    "escapes": (fill("\\x41", 'a: "', '"'), None),
    "blank lines": ("\n" * MAX_BYTES, codes.EmptyFile),
    "comments": (fill("#\n"), codes.EmptyFile),
    "items": (fill("- a\n"), codes.TooManyNodes),
    "empty items": (fill(",", "[a", "]"), codes.YamlSyntax),
    "flow items": (fill("a,", "[", "]"), codes.TooManyNodes),
    "empty documents": (fill("---\n"), codes.SeveralDocuments),
    "duplicate keys": (fill("a: 1\n"), codes.DuplicateKey),
    "anchors": (fill("- &a b\n"), codes.AnchorOrAlias),
    "a long anchor": ("&" + "a" * (MAX_BYTES - 1), codes.AnchorOrAlias),
    "anchors on one node": (fill("&a "), codes.AnchorOrAlias),
    "aliases": (fill("- *a\n"), codes.AnchorOrAlias),
    "tags": (fill("- !a b\n"), codes.YamlTag),
    "merge keys": (fill("<<: a\n"), codes.MergeKey),
    "keys that are lists": (fill("? [a]\n"), codes.KeyNotText),
    "missing keys": (fill(": "), codes.KeyNotText),
    "split texts": (fill("f(,", "[", "]"), codes.SplitText),
    "directives": (fill("%YAML 1.1\n"), codes.YamlDirective),
    "tabs": (fill("\t", "a:\n"), codes.TabIndentation),
    "controls": ("\x01" * MAX_BYTES, codes.ControlCharacter),
    "escaped controls": (fill('- "\\e"\n'), codes.ControlCharacter),
    "surrogates": ("\ud800" * (MAX_BYTES // 3), codes.ControlCharacter),
    "terminal escapes": (fill("\x1b]0;owned\x07\x1b[2J"), codes.ControlCharacter),
    "a long key": ("a" * (MAX_BYTES - 4) + ": 1", codes.YamlSyntax),
    "a fault in a long line": (fill("z", 'a: "b" '), codes.YamlSyntax),
    "combining marks": (fill("\u0301", "a: b", ": c: d"), codes.YamlSyntax),
    "dedents": ("  - a\n" * 5_000 + " b: 1", codes.YamlSyntax),
}

HOSTILE: dict[str, tuple[str, type[Code] | None]] = {
    **{f"deep {name}": (text, codes.TooDeep) for name, text in DEEP.items()},
    **OTHER,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_texts(name: str) -> None:
    text, code = HOSTILE[name]
    report = Report()
    start = time.process_time()
    node = read_yaml(Source("hostile.yaml", text), report)
    shown = render_all(report, colour=False)
    assert time.process_time() - start < SECONDS
    assert len(shown) < 60_000
    assert all(ch == "\n" or ch.isprintable() for ch in shown)
    if code is None:
        assert node is not None
        assert not report.diagnostics
    else:
        assert code in {d.code for d in report.diagnostics}


def test_a_huge_file_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "huge.yaml"
    path.write_bytes(b"- a\n" * (10 << 18))
    report = Report()
    tracemalloc.start()
    try:
        assert read_source(path, "huge.yaml", report) is None
        assert tracemalloc.get_traced_memory()[1] < 4 << 20
    finally:
        tracemalloc.stop()
    assert [d.code for d in report.diagnostics] == [codes.FileTooLarge]


def test_memory(tmp_path: Path) -> None:
    """All of them, one after the other, in one process: Python's memory and libyaml's."""
    for i, (text, _) in enumerate(HOSTILE.values()):
        (tmp_path / f"{i}.yaml").write_bytes(text.encode("utf-8", "surrogatepass"))
    program = (
        "import sys\n"
        "from pathlib import Path\n"
        "from cassino_dsl.diagnostics.diagnostic import Report\n"
        "from cassino_dsl.diagnostics.text import render_all\n"
        "from cassino_dsl.syntax.source import read_source\n"
        "from cassino_dsl.syntax.yaml_reader import read_yaml\n"
        "from tests.memory import peak\n"
        "for path in Path(sys.argv[1]).iterdir():\n"
        "    report = Report()\n"
        "    source = read_source(path, path.name, report)\n"
        "    node = read_yaml(source, report) if source else None\n"
        "    render_all(report, False)\n"
        "print(peak())\n"
    )
    command = [sys.executable, "-c", program, str(tmp_path)]
    root = Path(__file__).parents[2]
    result = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True)
    assert int(result.stdout) < MEBIBYTES << 20
