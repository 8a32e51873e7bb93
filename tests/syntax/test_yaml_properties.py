"""Whatever text or bytes come: the YAML reader never raises, and never disagrees with PyYAML.

The number of examples is the Hypothesis profile's.
"""

from __future__ import annotations

from typing import Any

import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st

from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.diagnostics.diagnostic import Report
from cassino_dsl.language.ruleset.span import Span
from cassino_dsl.language.syntax import yaml_reader
from cassino_dsl.language.syntax.read_source import source_from_bytes
from cassino_dsl.language.syntax.tree import Mapping, Node, Scalar
from cassino_dsl.language.syntax.yaml_reader import read_yaml
from tests.syntax.trees import plain, read, scalars

YAML_SIGNS = st.text(alphabet=":-?[]{},&*!|>'\"%@`#<~.\\()= \n\n  \t\rab0\ufeff\u2028😀é", max_size=40)
_PIECES = [
    *("a: ", "b: ", "'c'", '"d"', "- ", "? ", "{", "a: [", "b, ", ": ", ":", "|", ">", "|-", ">2", "# ", "%YAML"),
    *("---", "...", "&x ", "*x ", "!t ", "<<", "]", "}", ",", "\\n", "\n", "\n\n", "\n  ", "\n    ", " ", "  "),
    *("\t", "\r\n", "\r", "é", "😀", "\n- ", "\n? ", "\n: ", "\na: ", "\nb: ", "\n  b: ", "f(x)", '"', "'"),
]
YAML_PIECES = st.lists(st.sampled_from(_PIECES), max_size=25).map("".join)
ODD = {"Cc", "Cs", "Cn", "Zl", "Zp", "Co"}
TEXTS = st.text(
    alphabet=st.characters(exclude_categories=tuple(ODD), exclude_characters="(\ufeff\u202a\u202b\u202c\u202d\u202e")
    | st.just("\n"),
    max_size=12,
).filter(lambda text: not any("\u2066" <= ch <= "\u2069" for ch in text))
DOCUMENTS = st.recursive(
    TEXTS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4), max_leaves=12
)


class NoAliases(yaml.SafeDumper):
    def ignore_aliases(self, data: Any) -> bool:
        return True


def composed(node: yaml.Node | None) -> Any:
    """The same of PyYAML's nodes."""
    if isinstance(node, yaml.MappingNode):
        return {key.value: composed(value) for key, value in node.value}
    if isinstance(node, yaml.SequenceNode):
        return [composed(item) for item in node.value]
    assert isinstance(node, yaml.ScalarNode)
    return node.value


def spans(node: Node) -> list[Span]:
    if isinstance(node, Scalar):
        return [node.span, node.body]
    if isinstance(node, Mapping):
        return [node.span] + [s for key, value in node for s in (*spans(key), *spans(value))]
    return [node.span] + [s for item in node.items for s in spans(item)]


def check_spans(node: Node, text: str) -> None:
    for span in spans(node):
        assert 0 <= span.start <= span.end <= len(text)
    for scalar in scalars(node):
        if scalar.exact:  # what the grammar reads in place is the text, but for white space
            assert scalar.body.text.split() == scalar.text.split()


@given(YAML_SIGNS | YAML_PIECES | st.text())
@example("a: &x\n  !t # c\n  b: 1")
@example("? |\n  a\n: b")
@settings(deadline=None)
def test_any_text_is_read_as_pyyaml_does_or_refused(text: str) -> None:
    node, diagnostics = read(text)
    if node is None:
        assert diagnostics
    else:
        check_spans(node, text)
    for found in diagnostics:
        assert found.span is not None
        assert 0 <= found.span.start <= found.span.end <= len(text)
        assert found.help or found.message.startswith("YAML cannot read this")
    if not diagnostics and node is not None:
        assert plain(node) == composed(yaml.compose(text, Loader=yaml_reader._LOADER))


@given(st.binary() | YAML_SIGNS.map(lambda text: text.encode("utf-8", "surrogatepass")))
@settings(deadline=None)
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    report = Report()
    source = source_from_bytes("file", data, report)
    node = read_yaml(source, report) if source else None
    assert node is not None or report.failed


@given(DOCUMENTS, st.sampled_from([None, True, False]), st.sampled_from([None, "'", '"', "|", ">"]), st.booleans())
@settings(deadline=None)
def test_documents_keep_their_values(value: Any, flow: bool | None, style: str | None, raw: bool) -> None:
    text = yaml.dump(value, Dumper=NoAliases, default_flow_style=flow, default_style=style, allow_unicode=raw)
    node, diagnostics = read(text)
    if style is not None:  # a style given to the dumper comes with tags where YAML would see another type
        diagnostics = [d for d in diagnostics if d.code is not Code.YAML_TAG]
    assert diagnostics == []
    assert node is not None
    assert plain(node) == value
    check_spans(node, text)
