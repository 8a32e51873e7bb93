"""Reads one file: a tree, of which version of the language it is, and how large its parts may be (later passes compare
names with names, so sections stay small)."""

from __future__ import annotations

import re
from pathlib import Path

from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.diagnostics.diagnostic import Report
from cassino_dsl.language.diagnostics.remedy import Advice, everywhere, insert, there, without_entry, write
from cassino_dsl.language.ruleset.span import Source, Span
from cassino_dsl.language.syntax.read_source import read_source
from cassino_dsl.language.syntax.shape import POSITION_KEYS, VARIANT, Fields, Named
from cassino_dsl.language.syntax.tree import Mapping, Node, Scalar, Sequence
from cassino_dsl.language.syntax.unknown_keys import known_keys
from cassino_dsl.language.syntax.wrong_nodes import NOTHING
from cassino_dsl.language.syntax.yaml_reader import read_yaml

# ---- what a file says in vain: sections of one that lies over another, `awards: {}`, `awards: ~` or `awards:
# {removed}`, which many write to take away what lies beneath; what house rules alone say, and what none of them
# says
_OF_HOUSE_RULES = ("over", "needs", "replaces")


def without_empty_sections(tree: Mapping, report: Report) -> Mapping:
    """The tree without them, each with a message; one that lies over nothing as it is."""
    _of_the_other_kind(tree, report)
    if tree.get("extends") is None and tree.get("house") is None:
        return tree
    shapes = {key.name: key.shape for key in VARIANT.keys}
    kept = []
    for key, node in tree:
        shape = shapes.get(key.text)
        if isinstance(shape, Named | Fields) and _says_nothing(node):
            _report(key, node, shape, tree, report)
        else:
            kept.append((key, node))
    return Mapping(tuple(kept), tree.span)


def _of_the_other_kind(tree: Mapping, report: Report) -> None:
    """What only house rules say, in a variant that extends another, and `extends` in a house rule."""
    house = tree.get("house")
    if tree.get("extends") is None or not (house is None or (isinstance(house, Scalar) and house.text == "true")):
        return
    for key, node in tree:
        if key.text in (_OF_HOUSE_RULES if house is None else ("extends",)):
            message = f"`{key.text}` {'without `house: true`' if house is None else 'of a house rule'} does nothing"
            said = "`over` names the variant that a house rule is looked at over"
            if house is None:
                said = "it belongs to house rules, which lie over a variant that they do not extend"
            help = _leave_out(key.span.to(node.span), tree, f"leave it out: {said}")
            report.add(Code.WITHOUT_EFFECT, key.span, message, help=help)


def _says_nothing(node: Node) -> bool:
    if isinstance(node, Scalar):
        return node.text.lower() in NOTHING
    said = [key for key, _ in node] if isinstance(node, Mapping) else node.items
    return not said or re.fullmatch(r"[{\[]\s*removed\s*[}\]]", node.span.text) is not None


def _report(key: Scalar, node: Node, shape: Named | Fields, tree: Mapping, report: Report) -> None:
    code = Code.WITHOUT_EFFECT if isinstance(node, Mapping) and not node.entries else Code.WRONG_NODE
    help = _leave_out(key.span.to(node.span), tree, "leave it out; what is to be otherwise stands under the key")
    if isinstance(shape, Named):
        said = f"`{key.text}: removed` takes all of it away, `removed` under a name one thing of it; or leave this out"
        help = write("removed", certain=False, said=said, otherwise=help)
    message = f"`{key.text}: {node.span.text}` takes nothing away: what lies beneath stays as it is"
    report.add(code, node.span, message, help=help)


def _leave_out(entry: Span, tree: Mapping, said: str) -> Advice:
    return there(said, [without_entry(entry, tree.span.text[:1] == "{")], "leave it out", safe=False)


VERSION = "1"
_GLUED = re.compile(r"^\w+:()(?=\S)", re.MULTILINE)
MAX_ENTRIES = 300  # keys of one mapping: clauses of a section
MAX_ITEMS = 2_000  # entries of one list
MAX_TEXT = 10_000  # characters of one text


def read_file(path: Path, shown: str, report: Report, shape: Fields = VARIANT) -> Mapping | None:
    """The tree of a file that says what it is, each part small enough to be looked at; None where it is none."""
    source = read_source(path, shown, report)
    if source is None:
        return None
    kept: Mapping | None = source.kept.get(id(shape))
    if kept is not None:
        return kept
    before = len(report.diagnostics)
    tree = _read(source, report, shape)
    if len(report.diagnostics) == before and not report.full:
        source.kept[id(shape)] = tree  # what is without fault is read once for all options that are tried
    return tree


def read_as_written(source: Source, report: Report) -> Mapping | None:
    """The tree of a text with the keys that its author wrote; None where it is none of a variant file."""
    node = _tree(source, report)
    return node if node is not None and _version(node, report) else None


def _tree(source: Source, report: Report) -> Mapping | None:
    node = read_yaml(source, report)
    if node is None:
        return None
    if not isinstance(node, Mapping):
        help: str = "a line is a key and its value, as the first: `dsl: 1`"
        if _GLUED.search(source.text):
            help = everywhere("write a space after the colon of a key", _GLUED, " ")
        report.add(Code.WRONG_NODE, node.span, "a variant file consists of `key: value` lines", help=help)
        return None
    return node if _check_sizes(node, report) else None


def _read(source: Source, report: Report, shape: Fields) -> Mapping | None:
    node = _tree(source, report)
    if node is None:
        return None
    node = without_empty_sections(node, report) if shape is VARIANT else node
    if node.get("dsl") is None and node.get("core") is None and not _is_position(node):
        node = known_keys(node, report, shape)  # the version may be what is misspelt
        return node if _version(node, report) else None
    return known_keys(node, report, shape) if _version(node, report) else None


def _is_position(tree: Mapping) -> bool:
    """Whether some key is one that only positions have, and none one that only variants have."""
    keys, of_variants, of_positions = (
        {key.text for key, _ in tree},
        {*VARIANT.names()},
        {k.name for k in POSITION_KEYS},
    )
    return bool(keys & of_positions - of_variants) and not keys & of_variants - of_positions


def _version(tree: Mapping, report: Report) -> bool:
    core = tree.key("core")
    if core is not None:
        message = "this is the core of a variant, as `cassino show --as core` prints it, and no variant"
        report.add(Code.CORE_DOCUMENT, core.span, message, help="change the variant that it was printed from")
        return False
    version = tree.get("dsl")
    if version is None and _is_position(tree):
        help = "`cassino moves VARIANT FILE`, `why`, `apply` and `score` read it; a variant begins with `dsl: 1`"
        report.add(Code.DSL_VERSION, tree.span.source.whole(), "this is a position, and no variant", help=help)
        return False
    if version is None:
        message = "the file does not say which version of the language it is written in"
        begin = insert("begin it with `dsl: 1`", *_begin(tree))
        report.add(Code.DSL_VERSION, tree.span.source.whole(), message, help=begin)
        return False
    if not isinstance(version, Scalar) or version.text != VERSION:
        shown = version.text if isinstance(version, Scalar) else "…"
        message = f"this program reads version 1 of the language, not `{shown}`"
        new = VERSION if version.span.text else f" {VERSION}"
        help = write(new, certain=False, said="write `dsl: 1`, or use a newer program")
        report.add(Code.DSL_VERSION, version.span, message, help=help)
        return False
    return True


def _begin(tree: Mapping) -> tuple[int, str]:
    """Where the version comes to stand before all other keys, and how it is written there."""
    source, start = tree.span.source, tree.span.start
    if tree.span.text[:1] != "{":
        return start, f"dsl: {VERSION}{source.line_end}{' ' * (source.place(start)[1] - 1)}"
    quote = '"' if tree.entries and tree.entries[0][0].span.text[:1] == '"' else ""
    return start + 1, f"{quote}dsl{quote}: {VERSION}{', ' * bool(tree.entries)}"


def _check_sizes(tree: Node, report: Report) -> bool:
    """Whether all parts of a tree are small enough to be looked at; a diagnostic for each that is not."""
    before = len(report.diagnostics)
    stack: list[Node] = [tree]
    while stack and not report.full:
        node = stack.pop()
        if isinstance(node, Scalar):
            if len(node.text) > MAX_TEXT:
                _too_large(node.span, f"this text is longer than {MAX_TEXT:,} characters", report)
        elif isinstance(node, Mapping):
            if len(node.entries) > MAX_ENTRIES:
                _too_large(node.span, f"{len(node.entries):,} keys stand here in one mapping", report)
            stack.extend(child for _, child in node.entries)
        elif isinstance(node, Sequence):
            if len(node.items) > MAX_ITEMS:
                _too_large(node.span, f"this list has {len(node.items):,} entries", report)
            stack.extend(node.items)
    return len(report.diagnostics) == before


def _too_large(span: Span, message: str, report: Report) -> None:
    line_end = span.source.text.find("\n", span.start)
    end = min(span.end, span.start + 40, line_end if line_end >= 0 else span.end)
    help = f"a mapping has at most {MAX_ENTRIES} keys, a list {MAX_ITEMS:,} entries, a text {MAX_TEXT:,} characters"
    report.add(Code.BAD_NUMBER, Span(span.source, span.start, end), message, help=help)
