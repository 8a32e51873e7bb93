"""Diagnostics as text and as JSON. The texts are goldens: UPDATE_GOLDENS=1 writes them anew."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from unicodedata import combining

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.diagnostics.diagnostic import Diagnostic, Report
from cassino_dsl.language.diagnostics.json import as_json
from cassino_dsl.language.diagnostics.text import WIDTH, render
from cassino_dsl.language.ruleset.span import Source, Span
from cassino_dsl.language.syntax.read_source import source_from_bytes
from cassino_dsl.language.syntax.yaml_reader import read_yaml
from tests.diagnostics.goldens import golden, rendered

ODD, DOUBTFUL = Code.UNKNOWN_KEY, Code.UNUSED_TERM  # any error and any warning


def at(text: str, part: str, name: str = "game.yaml") -> Span:
    start = text.index(part)
    return Span(Source(name, text), start, start + len(part))


def shown(text: str, part: str, message: str = "look here") -> str:
    return render(Diagnostic(ODD, message, at(text, part)))


# ---- whole messages


def everything() -> str:
    text = "dsl: 1\nname: Example\ndeal:\n  hand: 4\n  hand: 6\n"
    source = Source("variants/example.yaml", text)
    word = Source("--with", "sweps")
    found = Diagnostic(
        ODD,
        "`hand` stands twice",
        Span(source, text.index("hand: 6"), text.index("hand: 6") + 4),
        help="keep one of the two:\n  hand: 6",
        others=(
            (Span(source, text.index("hand"), text.index("hand") + 4), "first here"),
            (Span(word, 0, 5), "laid over it here"),
            (Source("huge.yaml", "").whole(), "and this file"),
        ),
        notes=("the later one does not win", "nor does the first"),
    )
    return render(found) + "\n"


def nowhere() -> str:
    found = Diagnostic(DOUBTFUL, "nothing was checked", None, help="name a file")
    unread = Diagnostic(Code.FILE_TOO_LARGE, "the file is larger than 1 MiB", Source("huge.yaml", "").whole())
    return render(found) + "\n\n" + render(unread) + "\n"


def places() -> str:
    long = "a: " + "x" * 300 + "FAULT" + "y" * 300
    wide = "a: 牌札 é e\u0301e\u0301 👍🏽 FAULT x"
    return "\n\n".join(
        [
            shown("\tkey:\tFAULT\tx", "FAULT", "tabs"),
            shown("\tkey:\tFA\tULT\tx", "FA\tULT", "a tab under the marks"),
            shown(wide, "FAULT", "wide and combining characters"),
            shown(wide, "牌札 é e\u0301", "and marks under them"),
            shown(long, "FAULT", "a long line"),
            shown(long, "x" * 300 + "FAULT", "a long fault in a long line"),
            shown("FAULT" + long, "FAULT", "at the beginning of a long line"),
            shown(long + "!", "!", "at its end"),
            shown("牌" * 300 + "FAULT", "FAULT", "a long wide line"),
            shown("a: FAULT and\n  more of it\nb: 1\n", "FAULT and\n  more", "several lines"),
            shown("a: |\n  b\n", "|\n  b\n", "to the end of a line"),
            shown("a: 1\r\nFAULT: 1\r\n", "FAULT", "line ends of two characters"),
            render(Diagnostic(ODD, "after the last line", Span(Source("f", "a:\n"), 3, 3))),
            render(Diagnostic(ODD, "after the last text", Span(Source("f", "a: b"), 4, 4))),
            "\n\n".join(shown("\n" * 98 + "a: 1\nb: 1", part, "wide line numbers") for part in "ab"),
            "",
        ]
    )


def hostile() -> str:
    evil = "a: \x1b[2J\x1b]0;owned\x07 \x00\x7f\x9b1m \u202eab\u2066 \u200b\ufeff\ud800 \r FAULT"
    source = Source("dir/\x1b[31m\udcff.yaml", evil)
    span = Span(source, evil.index("FAULT"), len(evil))
    found = Diagnostic(ODD, "bad \x1b[2J\nword", span, "help\x1b[0m", ((span, "here\x07"),), ("note\u202e\u00a0",))
    return render(found) + "\n"


def coloured() -> str:
    report = Report()
    text = "a: 1\nb: FAULT\n"
    report.add(ODD, at(text, "FAULT"), "look", help="mend it", others=((at(text, "a"), "first"),), notes=("n",))
    report.add(DOUBTFUL, at(text, "b"), "look again")
    return rendered(report, colour=True).replace("\x1b", "<ESC>")


# ---- what a person sees for each fault of YAML

YAML_FAULTS: list[str] = json.loads(Path(__file__).with_name("yaml_faults.json").read_text(encoding="utf-8"))


def yaml_faults() -> str:
    parts = []
    for text in YAML_FAULTS:
        report = Report()
        source = source_from_bytes("file.yaml", text.encode(), report)
        assert source is not None
        read_yaml(source, report)
        parts.append(rendered(report))
    return ("\n" + "=" * 80 + "\n\n").join(parts)


def byte_faults() -> str:
    report = Report()
    files = {"large": b"x" * (1 << 21), "png": b"\x89PNG\0\0", "utf16": "a: é".encode("utf-16"), "empty": b" \n"}
    for name, data in {**files, "latin1": b"a: 1\nname: caf\xe9 noir\n"}.items():
        source_from_bytes(f"{name}.yaml", data, report)
    return rendered(report)


@pytest.mark.parametrize(
    "build",
    [everything, nowhere, places, hostile, coloured, yaml_faults, byte_faults],
    ids=lambda build: build.__name__,
)
def test_goldens(build: Callable[[], str]) -> None:
    golden(build.__name__, build())


# ---- what holds of every message


@given(st.text(min_size=1, max_size=400) | st.text(alphabet="a牌\u0301\t", min_size=1, max_size=400), st.data())
@settings(deadline=None)
def test_any_text_is_shown_safely(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    span = Span(Source(text, text), start, end)
    lines = render(Diagnostic(ODD, text, span, text, ((span, text),), (text,))).split("\n")
    assert all(ch.isprintable() or ch in "\u3000\u200c\u200d" for line in lines for ch in line)
    source_lines = [line.split("|", 1)[1] for line in lines[2:5] if "|" in line]
    columns = [sum(not combining(ch) for ch in line) for line in source_lines]
    assert len(columns) < 2 or columns[1] <= WIDTH + 4


def test_long_texts_are_cut() -> None:
    assert len(render(Diagnostic(ODD, "x" * 5_000, None))) < 1_100


def test_long_names_are_cut_and_nothing_between_names() -> None:
    report, between = Report(), "x" * 90
    report.add(Code.UNKNOWN_NAME, None, f"`{'n' * 100_000}` and `b` {between} `c`")
    assert report.diagnostics[0].message == f"`{'n' * 59}…` and `b` {between} `c`"


def test_json() -> None:
    text = "a: 1\n😀: 2\na: 3\n"
    found = Diagnostic(
        Code.DUPLICATE_KEY,
        "twice",
        Span(Source("f.yaml", text), 10, 11),
        None,
        ((Span(Source("f.yaml", text), 0, 1), "first here"),),
        ("a note",),
    )
    assert as_json(found) == {
        "code": "CAS013",
        "name": "duplicate-key",
        "severity": "error",
        "message": "twice",
        "file": "f.yaml",
        "line": 3,
        "column": 1,
        "end_line": 3,
        "end_column": 2,
        "help": None,
        "others": [{"message": "first here", "file": "f.yaml", "line": 1, "column": 1, "end_line": 1, "end_column": 2}],
        "notes": ["a note"],
        "remedies": [],
    }
    nowhere = as_json(Diagnostic(Code.EMPTY_FILE, "empty", None, "fill it"))
    assert (nowhere["file"], nowhere["line"], nowhere["end_column"], nowhere["help"]) == (None, None, None, "fill it")
    json.dumps([as_json(found), as_json(Diagnostic(Code.YAML_SYNTAX, "\x1b\ud800", None))])
