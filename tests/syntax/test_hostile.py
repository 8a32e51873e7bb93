"""Files made to hurt: each is refused (or read) in under a second and in little memory."""

from __future__ import annotations

import json
import subprocess
import sys
import tracemalloc
from pathlib import Path

import pytest

from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.diagnostics.diagnostic import Report
from cassino_dsl.language.ruleset.span import Source
from cassino_dsl.language.syntax.read_source import MAX_BYTES, read_source
from cassino_dsl.language.syntax.yaml_reader import read_yaml
from tests.diagnostics.goldens import rendered
from tests.soon import soon

SECONDS = 3.0  # most take a tenth
MEBIBYTES = 256


def made(pieces: list[str | tuple[str, int]]) -> str:
    """A text of pieces; some stand there so many times, or (0) until there is nearly a megabyte."""
    room = MAX_BYTES - sum(len(piece.encode()) for piece in pieces if isinstance(piece, str))
    return "".join(p if isinstance(p, str) else p[0] * (p[1] or room // len(p[0].encode())) for p in pieces)


def bomb(levels: int = 9, width: int = 9) -> str:
    """Aliases of aliases: expanded, nine to the ninth texts."""
    lines = [f"a0: &a0 [{', '.join('x' * width)}]\n"]
    lines += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * width)}]\n" for i in range(1, levels)]
    return "".join(lines)


CASES = json.loads(Path(__file__).with_name("hostile.json").read_text(encoding="utf-8"))
HOSTILE: dict[str, tuple[str, str | None]] = {
    **{name: (made(pieces), code) for name, (pieces, code) in CASES.items()},
    "deep indented mappings": ("".join(" " * i + "a:\n" for i in range(1_400)), "too-deep"),
    "deep indented lists": ("".join(" " * i + "-\n" for i in range(1_400)), "too-deep"),
    "deep indented deeper": ("".join(" " * i + "- a:\n" for i in range(0, 1_400, 2)), "too-deep"),
    "alias bomb": (bomb(), "anchor-or-alias"),
    "surrogates": ("\ud800" * (MAX_BYTES // 3), "control-character"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_texts(name: str) -> None:
    text, code = HOSTILE[name]
    report = Report()
    with soon(SECONDS):
        node = read_yaml(Source("hostile.yaml", text), report)
        shown = rendered(report)
    assert len(shown) < 60_000
    assert all(ch == "\n" or ch.isprintable() for ch in shown)
    if code is None:
        assert node is not None
        assert not report.diagnostics
    else:
        assert code in {d.code.slug for d in report.diagnostics}


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
    assert [d.code for d in report.diagnostics] == [Code.FILE_TOO_LARGE]


def test_memory(tmp_path: Path) -> None:
    """All of them, one after the other, in one process: Python's memory and libyaml's."""
    for i, (text, _) in enumerate(HOSTILE.values()):
        (tmp_path / f"{i}.yaml").write_bytes(text.encode("utf-8", "surrogatepass"))
    program = (
        "import sys\n"
        "from pathlib import Path\n"
        "from cassino_dsl.language.diagnostics.diagnostic import Report\n"
        "from cassino_dsl.language.syntax.read_source import read_source\n"
        "from cassino_dsl.language.syntax.yaml_reader import read_yaml\n"
        "from tests.diagnostics.goldens import rendered\n"
        "from tests.memory import peak\n"
        "for path in Path(sys.argv[1]).iterdir():\n"
        "    report = Report()\n"
        "    source = read_source(path, path.name, report)\n"
        "    node = read_yaml(source, report) if source else None\n"
        "    rendered(report)\n"
        "print(peak())\n"
    )
    command = [sys.executable, "-c", program, str(tmp_path)]
    root = Path(__file__).parents[2]
    result = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True)
    assert int(result.stdout) < MEBIBYTES << 20
