"""The YAML reader: values, exact spans, every refusal, and agreement with PyYAML."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.diagnostics.diagnostic import Report
from cassino_dsl.language.syntax import yaml_reader
from cassino_dsl.language.syntax.read_source import read_source, source_from_bytes
from cassino_dsl.language.syntax.tree import Mapping, Scalar, Sequence
from cassino_dsl.language.syntax.yaml_reader import read_yaml
from tests.syntax.trees import clean, plain, read, scalars

HERE = Path(__file__).parent
LOADERS = [yaml.SafeLoader]
if hasattr(yaml, "CSafeLoader"):
    LOADERS.append(yaml.CSafeLoader)


@pytest.fixture(params=LOADERS, ids=lambda loader: loader.__name__)
def loader(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Every test that takes this runs with libyaml and with the pure Python parser."""
    monkeypatch.setattr(yaml_reader, "_LOADER", request.param)
    return request.param


# ---- values


def test_no_value_has_a_type_of_its_own(loader: Any) -> None:
    text = "on: yes\ntime: 12:30\nnothing: null\ntilde: ~\nempty:\nnumber: 007\nfloat: 1e3\ndate: 2024-01-01\n"
    assert plain(clean(text)) == {
        "on": "yes",
        "time": "12:30",
        "nothing": "null",
        "tilde": "~",
        "empty": "",
        "number": "007",
        "float": "1e3",
        "date": "2024-01-01",
    }


def test_order_and_lookup() -> None:
    node = clean("b: 1\na: {c: [2, '3']}\n1: x\n")
    assert isinstance(node, Mapping)
    assert [key.text for key, _ in node] == ["b", "a", "1"]
    assert plain(node) == {"b": "1", "a": {"c": ["2", "3"]}, "1": "x"}
    found = node.key("a")
    assert found is not None
    assert found.span.text == "a"


def test_json_is_read_too() -> None:
    assert plain(clean('{"seats":2,"hands":{"1":"As 7c"},\n"x":[true, null]}')) == {
        "seats": "2",
        "hands": {"1": "As 7c"},
        "x": ["true", "null"],
    }


def test_a_leading_document_mark_is_allowed(loader: Any) -> None:
    assert plain(clean("# comment\n---\na: 1\n...\n")) == {"a": "1"}


# ---- spans: (file, the value's text, its span, its body, exact), for the value of the last key

SPANS = json.loads((HERE / "spans.json").read_text())


@pytest.mark.parametrize("name", SPANS)
def test_scalar_spans(name: str, loader: Any) -> None:
    text, value, span, body, exact = SPANS[name]
    node = clean(text)
    assert isinstance(node, Mapping)
    scalar = node.entries[-1][1]
    assert isinstance(scalar, Scalar)
    assert (scalar.text, scalar.span.text, scalar.body.text, scalar.exact) == (value, span, body, exact)
    assert scalar.span.start <= scalar.body.start <= scalar.body.end <= scalar.span.end


def test_literal_body_begins_at_its_line(loader: Any) -> None:
    node = clean("deal:\n  to: |\n\n    hand\n    table\n\nx: 1\n")
    block = scalars(node)[2]
    assert (block.body.line, block.body.column) == (4, 1)
    assert (block.body.end_line, block.body.end_column) == (5, 10)


def test_flow_spans(loader: Any) -> None:
    node = clean("a: {b: [c, 'd' ], e: } # x\n")
    assert isinstance(node, Mapping)
    flow = node.get("a")
    assert isinstance(flow, Mapping)
    assert flow.span.text == "{b: [c, 'd' ], e: }"
    inner = flow.get("b")
    assert isinstance(inner, Sequence)
    assert inner.span.text == "[c, 'd' ]"
    assert [s.span.text for s in scalars(flow)] == ["b", "c", "'d'", "e", ""]


def test_block_spans_stop_at_the_last_text(loader: Any) -> None:
    node = clean("a:\n  - b\n  - c: d\n\n  # no\n\ne:\n- f\n")
    assert isinstance(node, Mapping)
    first, second = (value for _, value in node)
    assert first.span.text == "- b\n  - c: d"
    assert second.span.text == "- f"
    assert node.span.text == "a:\n  - b\n  - c: d\n\n  # no\n\ne:\n- f"


def test_an_empty_value_stands_after_its_colon(loader: Any) -> None:
    node = clean("a:   # later\nb:\n")
    assert [(s.span.start, s.span.end) for s in scalars(node)] == [(0, 1), (2, 2), (13, 14), (15, 15)]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_byte_order_mark_and_line_ends(end: str, loader: Any) -> None:
    text = end.join(["😀: 1", "a:", "  - 'é'", "  - b", ""])
    report = Report()
    source = source_from_bytes("file.yaml", b"\xef\xbb\xbf" + text.encode(), report)
    assert source is not None
    assert source.text == text
    node = read_yaml(source, report)
    assert not report.diagnostics
    assert node is not None
    places = [(s.span.text, s.span.line, s.span.column) for s in scalars(node)]
    assert places == [("😀", 1, 1), ("1", 1, 4), ("a", 2, 1), ("'é'", 3, 5), ("b", 4, 5)]


# ---- refusals: (file, code, the text of the span, whether the tree is still returned)

REFUSALS = json.loads((HERE / "refusals.json").read_text())


@pytest.mark.parametrize("name", REFUSALS)
def test_refusals(name: str, loader: Any) -> None:
    text, code, span, returned = REFUSALS[name]
    node, diagnostics = read(text)
    assert [(d.code.slug, d.span.text if d.span else None) for d in diagnostics] == [(code, span)]
    assert diagnostics[0].help
    assert (node is not None) is returned


def test_a_duplicate_names_the_first_place() -> None:
    node, diagnostics = read("a: 1\nb: {c: 1, d: 2, c: 3}\na: 4\n")
    assert [(d.span.start, d.others[0][0].start) for d in diagnostics if d.span] == [(21, 9), (27, 0)]
    assert node is not None
    assert plain(node) == {"a": "1", "b": {"c": "1", "d": "2"}}


def test_faults_are_all_reported() -> None:
    _, diagnostics = read("a: &x 1\nb: *x\n<<: *y\nc: !!int 2\na: 3\n[d]: 4\ne: {f: g(h, i)}\n")
    assert [d.code for d in diagnostics] == [
        Code.ANCHOR_OR_ALIAS,
        Code.ANCHOR_OR_ALIAS,
        Code.MERGE_KEY,
        Code.ANCHOR_OR_ALIAS,
        Code.YAML_TAG,
        Code.DUPLICATE_KEY,
        Code.KEY_NOT_TEXT,
        Code.SPLIT_TEXT,
    ]


def test_forty_levels_are_allowed(loader: Any) -> None:
    clean("[" * 40 + "]" * 40)
    clean("".join("  " * i + f"k{i}:\n" for i in range(40)) + "  " * 40 + "v\n")


def test_node_limit(loader: Any) -> None:
    clean("- a\n" * 19_999)
    node, diagnostics = read("- a\n" * 20_000)
    assert node is None
    assert [d.code for d in diagnostics] == [Code.TOO_MANY_NODES]
    assert diagnostics[0].span is not None
    assert diagnostics[0].span.line == 20_000


# ---- files and bytes


def bytes_codes(data: bytes) -> list[Code]:
    report = Report()
    source_from_bytes("file", data, report)
    return [d.code for d in report.diagnostics]


def test_bytes() -> None:
    assert bytes_codes(b"a: 1\n") == []
    assert bytes_codes(b"") == [Code.EMPTY_FILE]
    assert bytes_codes(b"\xef\xbb\xbf \n") == [Code.EMPTY_FILE]
    assert bytes_codes(b"\x7fELF\0\0") == [Code.BINARY_FILE]
    assert bytes_codes("a: é".encode("utf-16")) == [Code.NOT_UTF8]
    assert bytes_codes("a: é".encode("utf-16-le")) == [Code.BINARY_FILE]
    assert bytes_codes(b"x" * (1 << 20)) == []
    assert bytes_codes(b"x" * ((1 << 20) + 1)) == [Code.FILE_TOO_LARGE]
    assert bytes_codes(b"\xed\xa0\x80") == [Code.NOT_UTF8]  # a surrogate in UTF-8's clothes


def test_latin_1_is_reported_at_its_byte() -> None:
    report = Report()
    assert source_from_bytes("file", "é\nname: caf".encode() + b"\xe9 noir\n", report) is None
    (found,) = report.diagnostics
    assert found.message == "byte 0xE9 is not UTF-8"
    assert found.span is not None
    assert (found.span.line, found.span.column) == (2, 10)


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "variant.yaml"
    path.write_bytes(b"\xef\xbb\xbfa: 1\r\n")
    report = Report()
    source = read_source(path, "shown.yaml", report)
    assert source is not None
    assert (source.name, source.text) == ("shown.yaml", "a: 1\r\n")
    with pytest.raises(FileNotFoundError):
        read_source(tmp_path / "missing.yaml", "missing.yaml", report)
    assert not report.diagnostics
