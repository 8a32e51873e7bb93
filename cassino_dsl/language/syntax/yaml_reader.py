"""YAML becomes the tree: texts, lists and mappings with exact spans, and nothing else of YAML.

The tree is built from PyYAML's *events* with a stack of our own. ``compose`` would recurse, would expand
aliases and would let the last of two equal keys win; with events every limit and every refusal is checked
before anything is built, so no file can cost more than its size.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

import yaml

from cassino_dsl.language.diagnostics import remedy
from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.diagnostics.diagnostic import Report
from cassino_dsl.language.diagnostics.remedy import (
    PLAIN_BLANK,
    QUOTE,
    Advice,
    TextEdit,
    everywhere,
    leave_out,
    there,
    write,
)
from cassino_dsl.language.ruleset.span import Source, Span
from cassino_dsl.language.syntax import yaml_text
from cassino_dsl.language.syntax.tree import Mapping, Node, Scalar, Sequence
from cassino_dsl.language.syntax.yaml_errors import explain

MAX_DEPTH = 40
_PROSE = ("title", "about", "text", "source")  # keys of what no condition stands under
MAX_NODES = 20_000

# What the libyaml of PyYAML 6.0.4 says where it has read ahead of us into a thousand brackets.
_NESTED = "exceeded maximum nesting depth"
# Without libyaml the pure Python parser reads the same files, but for tabs between tokens, which it refuses.
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def read_yaml(source: Source, report: Report) -> Node | None:
    """The tree of one YAML document; None where a fault leaves it without a part its author wrote.

    A fault that loses nothing (a key that stands twice) is reported, and the tree is still returned.
    """
    found = Report()
    node, found = source.once("yaml", (), lambda: (_read(source, found), found))
    report.include(found)
    return node


def _read(source: Source, report: Report) -> Node | None:
    if _refused(source, report):
        return None
    reader = _Reader(source, report)
    try:
        for event in yaml.parse(source.text, Loader=_LOADER):
            if not reader.take(event):
                return None
    except yaml.YAMLError as error:
        reader.syntax(error)
        return None
    return reader.finish()


def _refused(source: Source, report: Report) -> bool:
    """Report what must stop the reading before YAML sees the text: odd characters and directives."""
    odd = yaml_text.odd_characters(source.text)
    if odd:
        report.add(
            Code.CONTROL_CHARACTER,
            Span(source, odd[0], odd[0] + 1),
            f"{yaml_text.character_name(source.text[odd[0]])} cannot stand in a text",
            help="end the lines with LF or CR LF"
            if source.text[odd[0]] == "\r"
            else everywhere("delete it", yaml_text.ODD_IN_FILE, "", certain=False),
            notes=(f"{len(odd) - 1} more such characters follow",) if len(odd) > 1 else (),
        )
    blank = yaml_text.strange_blank(source)
    if blank is not None:
        name = yaml_text.character_name(blank.text[:1])
        report.add(
            Code.CONTROL_CHARACTER,
            blank,
            f"{name} cannot stand between keys",
            help=everywhere(PLAIN_BLANK, yaml_text.STRANGE_BLANK, " "),
        )
    directives = yaml_text.directives(source)
    for span in directives[: Report.LIMIT]:
        help = there("take this line away", [TextEdit(remedy.whole_lines(span), "")])
        report.add(Code.YAML_DIRECTIVE, span, "YAML directives are not supported", help=help)
    return bool(odd or blank or directives)


@dataclass(slots=True)
class _Open:
    """A list or mapping whose end has not come yet."""

    mapping: bool
    flow: bool
    start: int
    end: int
    items: list[Node] = field(default_factory=list)  # of a list
    entries: list[tuple[Scalar, Node]] = field(default_factory=list)  # of a mapping
    first: dict[str, Scalar] = field(default_factory=dict)  # its keys so far
    twice: Scalar | None = None  # the key whose value comes next, where it has stood before
    key: Scalar | None = None  # the key whose value comes next; None where the key was refused
    expects_value: bool = False
    until: int = 0  # where a text ends that a comma has split: what begins before are pieces of it


class _Reader:
    """Takes the events of one document, one after the other."""

    def __init__(self, source: Source, report: Report) -> None:
        self.source = source
        self.report = report
        self.open: list[_Open] = []
        self.root: Node | None = None
        self.documents = 0
        self.nodes = 0
        self.complete = True
        self.faults = 0
        self.confused_lines: set[int] = set()  # whose faults may make YAML stumble over what follows

    # ---- events

    def take(self, event: yaml.Event) -> bool:
        """Take one event; False where the reading has to stop."""
        if isinstance(event, yaml.NodeEvent):
            start = self._properties(event)
            self.nodes += 1
            if self.nodes > MAX_NODES:
                message = f"the file has more than {MAX_NODES} keys, values and list items"
                help = "divide it among several files"
                self._fault(Code.TOO_MANY_NODES, Span(self.source, start, start), message, help)
                return False
            if isinstance(event, yaml.ScalarEvent):
                self._scalar(event, start)
            elif isinstance(event, yaml.CollectionStartEvent):
                if not self._collection(event, start):
                    return False
            else:
                self._alias(event)
        elif isinstance(event, yaml.CollectionEndEvent):
            self._close(event)
        elif isinstance(event, yaml.DocumentStartEvent):
            self.documents += 1
            if self.documents > 1:
                start, _ = yaml_text.extent(event)
                span = Span(self.source, start, start + (3 if event.explicit else 0))
                help = "take this line away, or put what follows into a file of its own"
                self._fault(Code.SEVERAL_DOCUMENTS, span, "a second document begins here", help)
                return False
        return self.faults < Report.LIMIT

    def finish(self) -> Node | None:
        """The tree, after the last event."""
        root = self.root
        if root is None or (isinstance(root, Scalar) and root.span.start == root.span.end):
            if self.faults:
                return None
            message = "the file holds nothing but comments" if self.source.text.strip() else "the file is empty"
            help = "begin it with `dsl: 1` and `extends: cassino`, or let `cassino new` write it"
            self.report.add(Code.EMPTY_FILE, self.source.whole(), message, help=help)
            return None
        return root if self.complete else None

    def syntax(self, error: yaml.YAMLError) -> None:
        """Report what YAML could not read, unless a reported fault of that line is what confused it."""
        if isinstance(error, yaml.MarkedYAMLError) and error.problem == _NESTED and error.problem_mark is not None:
            self._too_deep(error.problem_mark.index)
            return
        opened = next((Span(self.source, f.start, f.start + 1) for f in reversed(self.open) if f.flow), None)
        fault = explain(error, self.source, opened)
        if fault.span is not None and fault.span.line not in self.confused_lines:
            self.report.keep(fault)

    # ---- nodes

    def _scalar(self, event: yaml.ScalarEvent, start: int) -> None:
        scalar = yaml_text.scalar(self.source, event, start)
        if event.style in {"'", '"'}:
            for at in yaml_text.odd_characters(scalar.text, line_ends=False)[:1]:
                name = yaml_text.character_name(scalar.text[at])
                message = f"an escape in this text stands for {name}"
                self._lose(Code.CONTROL_CHARACTER, scalar.span, message, "take the escape away")
        elif self.open and self.open[-1].flow and scalar.text.count("(") > scalar.text.count(")"):
            scalar = self._split(scalar, self.open[-1])
        self._put(scalar)

    def _collection(self, event: yaml.CollectionStartEvent, start: int) -> bool:
        if len(self.open) >= MAX_DEPTH:
            self._too_deep(start)
            return False
        mapping = isinstance(event, yaml.MappingStartEvent)
        self.open.append(_Open(mapping, bool(event.flow_style), start, start))
        return True

    def _too_deep(self, start: int) -> None:
        message, place = f"lists and mappings are nested deeper than {MAX_DEPTH} levels", self.source.text[start:][:1]
        self._fault(Code.TOO_DEEP, Span(self.source, start, start + len(place)), message, "write this part flatter")

    def _close(self, event: yaml.CollectionEndEvent) -> None:
        """End a collection. In block style YAML's own mark lies past blank lines and comments."""
        frame = self.open.pop()
        end = yaml_text.extent(event)[1] if frame.flow else frame.end
        span = Span(self.source, frame.start, end)
        if frame.mapping:
            self._put(Mapping(tuple(frame.entries), span))
        else:
            self._put(Sequence(tuple(frame.items), span))

    def _put(self, node: Node, refused: bool = False) -> None:
        """Put a node where it belongs: the root, the next item, the next key or that key's value."""
        if not self.open:
            self.root = node
            return
        frame = self.open[-1]
        frame.end = max(frame.end, node.span.end)
        if not frame.mapping:
            frame.items += [node] if node.span.start >= frame.until else []
        elif not frame.expects_value:
            frame.key = None if refused else self._key(frame, node)
            frame.expects_value = True
        else:
            if frame.twice is not None:
                self._stands_twice(frame, frame.twice, node)
                frame.twice = None
            elif frame.key is not None:
                frame.entries.append((frame.key, node))
            frame.expects_value = False

    def _key(self, frame: _Open, node: Node) -> Scalar | None:
        """The key, or None with a diagnostic; its value is then read and dropped."""
        if node.span.start < frame.until:
            return None
        if not isinstance(node, Scalar):
            kind = "a mapping" if isinstance(node, Mapping) else "a list"
            help = "write the key as a text; one that begins with `{` or `[` has to be quoted"
            if re.fullmatch(r"[{\[][^{}\[\]\n\":]+[}\]]", node.span.text):
                help = write(remedy.in_quotes(node.span.text[1:-1].strip()), certain=False)
            self._lose(Code.KEY_NOT_TEXT, node.span, f"{kind} cannot be a key", help)
            return None
        if node.span.start == node.span.end:
            self._lose(Code.KEY_NOT_TEXT, node.span, "a key is missing here", "write it before the colon")
            return None
        if node.span.text == "<<":
            help = "write the keys out; to build on another variant, use `extends`"
            self._lose(Code.MERGE_KEY, node.span, "merge keys are not supported", help)
            return None
        frame.twice = node if frame.first.setdefault(node.text, node) is not node else None
        return node

    def _stands_twice(self, frame: _Open, key: Scalar, node: Node) -> None:
        first = frame.first[key.text]
        same = any(before is first and value.span.text == node.span.text for before, value in frame.entries)
        message = f"the key `{yaml_text.short(key.text)}` stands twice in this mapping"
        without = [remedy.without_entry(key.span.to(node.span), frame.flow)]
        help = there("keep one of the two", without, "leave this one out", safe=False)
        if same:
            help = there("leave one of the two out", without)
        self._fault(Code.DUPLICATE_KEY, key.span, message, help, ((first.span, "first here"),))

    # ---- what is refused

    def _properties(self, event: yaml.NodeEvent) -> int:
        """Report the anchor and the tags before a node; the offset at which the node itself begins."""
        start, end = yaml_text.extent(event)
        if self.source.text[start : start + 1] not in {"&", "!"}:
            return start
        limit = end if isinstance(event, yaml.ScalarEvent) else len(self.source.text)
        spans, start = yaml_text.properties(self.source, start, limit)
        for span in spans:
            sign = span.text[0]
            code, kind = (Code.ANCHOR_OR_ALIAS, "anchors") if sign == "&" else (Code.YAML_TAG, "tags")
            habit = "; for a condition that does not hold write `not`" if sign == "!" else ""
            help = f"take it away; a text that begins with `{sign}` has to be quoted{habit}"
            key = self.open[-1].key if self.open else None
            if not re.match(r"!\w", span.text):
                help = leave_out(said=help)
            elif key is not None and key.text in _PROSE:
                help = Advice(help, QUOTE.doing, QUOTE.label, safe=False)
            else:
                help = write(f"not {span.text[1:]}", certain=False, said=help)
            # what it stands before may have begun with it
            self._lose(code, span, f"{kind} are not supported: `{yaml_text.short(span.text)}`", help)
        return start

    def _alias(self, event: yaml.NodeEvent) -> None:
        span = Span(self.source, *yaml_text.extent(event))
        message = f"aliases are not supported: `{yaml_text.short(span.text)}`"
        help = "write the part out; a text that begins with `*` has to be quoted"
        self._lose(Code.ANCHOR_OR_ALIAS, span, message, help)
        self._put(Scalar("", span, span), refused=True)

    def _split(self, scalar: Scalar, frame: _Open) -> Scalar:
        """The whole of a text that YAML has split, where it can be seen; else what follows in its bracket is lost."""
        if scalar.span.start < frame.until:
            return scalar  # a piece itself
        open_brackets = yaml_text.never_closed(self.source, scalar.span)
        if open_brackets:
            frame.until = len(self.source.text)
            help = f"write the closing `{yaml_text.short(')' * len(open_brackets))}`"
            self._lose(Code.SPLIT_TEXT, open_brackets[0], "this `(` is not closed", help)
            return scalar
        inside = "`{…}`" if frame.mapping else "`[…]`"
        after = yaml_text.next_character(self.source.text, scalar.span.end)
        whole = yaml_text.flow_text(self.source, scalar.span.start, in_list=not frame.mapping)
        seen = whole.text and not re.search(r":\s", whole.text)
        frame.until = whole.end if seen else len(self.source.text)
        if after in {"", "}", "]"}:
            help = "close the bracket, or quote the text"
        else:
            ender = "a comma" if after == "," else f"`{after}`"
            help = f"in {inside} {ender} ends the value: write it on a line of its own or quote it"
            help = remedy.quote(help, whole)
        message = f"the text `{yaml_text.short(scalar.text)}` ends inside its bracket"
        (self._fault if seen else self._lose)(Code.SPLIT_TEXT, scalar.span, message, help)
        return Scalar(whole.text, whole, whole) if seen else scalar

    def _lose(self, code: Code, span: Span, message: str, help: str) -> None:
        """Report a fault that leaves the tree without one of its parts."""
        self.complete = False
        self._fault(code, span, message, help)

    def _fault(
        self, code: Code, span: Span, message: str, help: str, others: tuple[tuple[Span, str], ...] = ()
    ) -> None:
        self.faults += 1
        if code is not Code.DUPLICATE_KEY:
            self.confused_lines.add(span.line)
        self.report.add(code, span, message, help=help, others=others)
