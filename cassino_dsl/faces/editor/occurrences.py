"""Every word of a file that names something, and what it names: told by the checker where it could read the text, else
by the names that are known."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from cassino_dsl.engine.reference.text import canonical
from cassino_dsl.faces.editor.reading import Reading, whole_of
from cassino_dsl.faces.editor.shapes import names_of
from cassino_dsl.language.check.check_context import Note
from cassino_dsl.language.compose.merge import REMOVED
from cassino_dsl.language.compose.options import words
from cassino_dsl.language.diagnostics.diagnostic import Report
from cassino_dsl.language.ruleset import operators as op
from cassino_dsl.language.ruleset.cards import PLACES
from cassino_dsl.language.ruleset.expr import Call, Expr, Literal, Name
from cassino_dsl.language.ruleset.span import Span
from cassino_dsl.language.ruleset.types import Type
from cassino_dsl.language.ruleset.words import BY_WORD, QUANTIFIER, QUANTITY
from cassino_dsl.language.syntax.ast import Ast, binder
from cassino_dsl.language.syntax.parser import STARTS, parse
from cassino_dsl.language.syntax.shape import ACTION, Shape, Text, beneath, keys_of, text_of
from cassino_dsl.language.syntax.tree import Mapping as Tree
from cassino_dsl.language.syntax.tree import Node, Scalar, Sequence

# sections whose keys are names that other clauses say
DECLARING = {
    "options": "option",
    "memory": "memory",
    "zones": "zone",
    "terms": "term",
    "effects": "effect",
    "actions": "action",
    "awards": "award",
    "events": "event",
    "rules": "rule",
    "preferences": "preference",
    "checks": "check",
}
OF_PEOPLE = frozenset({"event", "rule", "preference", "check", "example"})  # names of any words
# of kinds of names and texts of the table of all keys: what they name, and those that hold cards and plays
_NAMING = {"option": "option", "zone": "zone", "memory": "memory", "build_memory": "memory", "award": "award"}
ATTRIBUTES = ("pack", "attributes")
OF_PLAYS = frozenset({"cards", "card", "held", "play", "built", "remembered", "winner", "choice"})
LOCAL = frozenset({"name", "parameter", "example"})  # known within their clause alone
Bound = Mapping[str, tuple[str, Span]]  # names of a clause: what they are, and where they are bound


@dataclass(frozen=True, slots=True)
class Occurrence:
    """``what``: that of a section of clauses, as `option` or `event`; `part`, `step`, `attribute` and `mark` (a word of
    one); `choice`, of an option, its ``path``; `name` (bound), `parameter` and `example`, which have a ``home``;
    `function`, `value`, `card`, `number`, `moment` (of events), `key`, `file`, `keyword`.
    ``path``: of a key, those above. ``note``: what the checker says of it."""

    span: Span
    what: str
    name: str
    declares: bool = False
    home: Span | None = None
    note: Note | None = None
    path: tuple[str, ...] = ()

    @property
    def names(self) -> bool:
        """Whether it names what a file declares."""
        return self.what in (*DECLARING.values(), *LOCAL, "part", "step", "attribute", "mark", "choice")

    def same(self, other: Occurrence) -> bool:
        """Whether both name one thing, in one file or its family."""
        alike = (self.what, self.name, self.home) == (other.what, other.name, other.home)
        return self.names and alike and (self.what != "choice" or self.path == other.path)


def occurrences(reading: Reading) -> tuple[Occurrence, ...]:
    """All of the file itself, in the order of the text."""
    found = _Walk(reading).node(reading.tree, whole_of(reading.source.text), (), {})
    places = {(one.span.start, one.span.end): one for one in found}
    return tuple(places[place] for place in sorted(places))


def occurrence_at(found: tuple[Occurrence, ...], at: int) -> Occurrence | None:
    """The one at a place, also right behind it; of several the shortest."""
    there = [one for one in found if one.span.start <= at <= one.span.end]
    return min(there, key=lambda one: (one.span.end == at, one.span.end - one.span.start), default=None)


class _Walk:
    def __init__(self, reading: Reading) -> None:
        self.reading, self.draft = reading, reading.draft

    def node(self, node: Node, shape: Shape | None, path: tuple[str, ...], bound: Bound) -> Iterator[Occurrence]:
        if isinstance(node, Scalar):
            if node.text == REMOVED:
                yield Occurrence(node.body, "keyword", REMOVED)
                return
            text = text_of(shape)
            if text is not None:
                yield from self._scalar(node, text, path, bound)
            return
        if isinstance(node, Sequence):
            for item in node.items:
                yield from self.node(item, shape, path, bound)
            return
        keys = keys_of(shape)
        if keys is None:
            return
        if keys is ACTION:
            bound = _of_action(node, bound)
        for key, child in node:
            known, below = beneath(keys, key.text, detailed=True)
            inner = dict(bound)
            if known is not None:
                yield Occurrence(key.body, "key", key.text, path=path)
            elif below is not None:
                yield from self._name(key, names_of(keys) or "", path, inner)
            yield from self.node(child, below, (*path, key.text), inner) if below is not None else ()

    def _name(
        self, key: Scalar, names: str, path: tuple[str, ...], bound: dict[str, tuple[str, Span]]
    ) -> Iterator[Occurrence]:
        """A key that the author has chosen; the parameters that it has are bound from here on."""
        what = DECLARING.get(path[0]) if len(path) == 1 else None
        if names == "binding" and what:
            ast = parse("binding", key, Report())
            for number, word in enumerate(ast.args if ast else ()):
                if number == 0:
                    yield Occurrence(word.span, what, word.text, True)
                else:
                    bound[word.text] = ("parameter", word.span)
                    yield Occurrence(word.span, "parameter", word.text, True, word.span)
        elif names == "selector":
            yield from self._text(key, "selector", {})
        elif what is not None:
            yield Occurrence(key.body, what, key.text, True)
        elif path == ATTRIBUTES:
            yield Occurrence(key.span, "attribute", key.text, True)
        elif path[:-1] == ATTRIBUTES:
            marks = self.draft.pack.marks if self.draft else ()
            yield Occurrence(key.span, "mark" if key.text in marks else "value", key.text, key.text in marks)
        elif path[-1:] == ("let",):
            yield Occurrence(key.span, "name", key.text, True, key.span, path=path)
        elif path[-1:] == ("take",):
            yield Occurrence(key.span, "part", key.text, True)
        elif names in _NAMING:
            yield Occurrence(key.body, _NAMING[names], key.text)
        elif names == "needed":
            yield from self._dotted(key)
        elif names == "choice":
            yield self._choice(key, path[1])
        elif names in OF_PLAYS:
            yield from self._in_play(key)
        elif names not in ("text", "identifier"):
            yield Occurrence(key.body, "value", key.text)

    def _dotted(self, said: Scalar) -> Iterator[Occurrence]:
        """`memory.owner`: the clause of a section; of an action also a part, `actions.capture.take.groups`."""
        found = re.match(r"(?:no )?(\w+)\.([^.]+)(?:\.take\.(\w+))?", said.body.text)
        named = {2: DECLARING.get(found[1]), 3: "part" if found[1] == "actions" else None} if found else {}
        for group, what in named.items():
            if found and what and found[group]:
                start, end = (said.body.start + place for place in found.span(group))
                yield Occurrence(Span(said.span.source, start, end), what, found[group])

    def _choice(self, said: Scalar, option: str, declares: bool = False) -> Occurrence:
        """A value of an option, which is a name where it is a word."""
        known = self.draft.options.get(option) if self.draft else None
        if known is None or known.type != "word":
            return Occurrence(said.body, "value", said.text)
        return Occurrence(said.body, "choice", said.text, declares, path=(option,))

    def _scalar(self, node: Scalar, shape: Text, path: tuple[str, ...], bound: Bound) -> Iterator[Occurrence]:
        if not node.exact:
            return
        if shape.reads in STARTS:
            yield from self._text(node, shape.reads, bound)
        elif path == ("examples", "name"):
            yield Occurrence(node.body, "example", node.text, True, node.body)
        elif path[:1] == ("options",) and path[2:] == ("choices",):
            yield from (self._choice(word, path[1], True) for word in words(node))
        elif shape.reads == "choice":
            yield self._choice(node, path[1] if path[0] == "options" else path[-1])
        elif shape.words:
            yield Occurrence(node.body, "moment" if path[-1:] == ("on",) else "value", node.text)
        elif shape.reads in ("variant", "house", "file"):
            for word in words(node):
                yield Occurrence(word.span, "file", word.text, path=path)
        elif shape.reads in ("action", "step"):
            yield Occurrence(node.body, shape.reads, node.text)
        elif shape.reads == "beside" and path[0] in DECLARING:
            yield Occurrence(node.body, DECLARING[path[0]], node.text)
        elif shape.reads == "clause":
            for word in words(node):
                yield from self._dotted(word)
        elif shape.reads in OF_PLAYS:
            yield from self._in_play(node)
        elif shape.reads == "text":
            for found in re.finditer(r"\{([^{}\n]*)\}", node.body.text):
                span = Span(node.span.source, node.body.start + found.start(1), node.body.start + found.end(1))
                ast = parse("expression", Scalar(span.text, span, span), Report()) if span.text.strip() else None
                inside = tuple(self._ast(ast, None, {})) if ast else ()
                yield from (one for one in inside if one.note is not None)

    def _in_play(self, node: Scalar) -> Iterator[Occurrence]:
        """The words of a play, and of what stands in positions: cards, actions, and what is done."""
        pack, actions = (self.draft.pack, self.draft.action_names) if self.draft else (None, ())
        for found in re.finditer(r"[^\s,]+", node.body.text if node.exact else ""):
            word = found[0]
            face = canonical(word, pack) if pack else ""
            what = "card" if pack and pack.number_of(face) is not None else "number" if word.isdecimal() else "value"
            start = node.body.start + found.start()
            span = Span(node.span.source, start, start + len(word))
            yield Occurrence(span, "action" if word in actions else what, face if what == "card" else word)

    def _text(self, node: Scalar, start: str, bound: Bound) -> Iterator[Occurrence]:
        ast = parse(start, node, Report())
        if ast is not None:
            yield from self._ast(ast, None, bound)

    # ---- texts

    def _ast(self, ast: Ast, around: Ast | None, bound: Bound) -> Iterator[Occurrence]:
        """The words of a form, with those bound around it."""
        head, first = ast.head, ast.span.beginning(len(ast.text))
        if head in ("quantified", "filtered") and binder(ast) is not None:
            word, source = ast.args[0].args
            if head == "quantified":
                yield Occurrence(first, "function", ast.text)
            yield from self._binds(word.span, word.text, (source,), ast.args[1:], bound)
            return
        if head == "grouped":
            yield Occurrence(first, "function", ast.text)
            yield from self._binds(ast.args[0].span, ast.args[0].text, ast.args[1:2], ast.args[2:], bound)
            return
        if head in ("items", "groups", "each", "pick"):
            args = [arg for arg in ast.args if arg.head not in QUANTITY and arg.head != "word"]
            yield from self._binds(_word_in(ast), ast.text, tuple(args[:1]), tuple(args[1:]), bound)
            return
        if head in ("assign", "increase", "decrease"):
            yield Occurrence(first, "memory", ast.text)
        elif head == "perform":
            yield Occurrence(first, "effect", ast.text)
        elif head == "step":
            yield Occurrence(ast.span, "step", ast.text)
        elif head == "word" and around is not None and around.head in ("award", "selector"):
            yield Occurrence(ast.span, "award" if around.head == "award" else "value", ast.text)
        elif head in ("int", "card"):
            yield Occurrence(ast.span, "number" if head == "int" else "card", ast.span.text)
        elif head in ("name", "call"):
            yield self._resolved(ast, first, around, bound)
        for arg in ast.args:
            yield from self._ast(arg, ast, bound)

    def _binds(
        self, at: Span, name: str, source: tuple[Ast, ...], body: tuple[Ast, ...], bound: Bound
    ) -> Iterator[Occurrence]:
        yield Occurrence(at, "name", name, True, at)
        for arg in source:
            yield from self._ast(arg, None, bound)
        for arg in body:
            yield from self._ast(arg, None, {**bound, name: ("name", at)})

    def _resolved(self, ast: Ast, span: Span, around: Ast | None, bound: Bound) -> Occurrence:
        note = self.reading.notes.get((ast.span.start, ast.span.end))
        expr = note.expr if note is not None and note.ast.head == ast.head else None
        one = Occurrence(span, "value", ast.text, note=note)
        if (
            ast.text in bound
            and ast.head == "name"
            and (expr is None or isinstance(expr, Name) or expr.type is Type.POISON)
        ):
            what, home = bound[ast.text]
            return replace(one, what=what, home=home)
        option = self._with_choice(ast.text, around, expr)
        if option is not None:
            return replace(one, what="choice", path=(option,))
        if isinstance(expr, Literal) and expr.type is not Type.POISON:
            if expr.option:
                return replace(one, what="option")
            named = {Type.ACTION: "action", Type.AWARD: "award", Type.CARD: "card", Type.MARK: "mark"}
            return replace(one, what=named.get(expr.type, "value"))
        if isinstance(expr, Call):
            of = {**dict.fromkeys(op.MEMORIES, "memory"), **dict.fromkeys(op.ATTRIBUTES, "attribute")}
            of |= {op.ZONE: "zone", op.PART: "part"}
            return replace(one, what="term" if expr.row in op.TERMS else of.get(expr.row, "function"))
        return replace(one, what=self._by_name(ast.text, around))

    def _with_choice(self, word: str, around: Ast | None, expr: Expr | None) -> str | None:
        """The option of which a word is a choice: the one that it is compared with."""
        options = self.draft.options if self.draft and expr is None and around is not None else {}
        known = [name for name, option in options.items() if option.type == "word" and word in option.choices]
        return next((arg.text for arg in around.args if arg.text in known), None) if around is not None else None

    def _by_name(self, name: str, around: Ast | None) -> str:
        """What a word most likely is of which the checker says nothing: places that cards go to, and faulty texts."""
        draft, language = self.draft, (*BY_WORD, *QUANTIFIER, *PLACES)
        if draft is None:
            return "function" if name in language else "value"
        called = (
            ("term", draft.term_sources),
            ("memory", draft.memory_types),
            ("zone", draft.zones),
            ("option", draft.options),
            ("function", language),
            ("mark", draft.pack.marks),
            ("attribute", [attribute.name for attribute in draft.pack.attributes]),
            ("part", draft.part_types),
        )
        return next((what for what, known in called if name in known), "value")


def _word_in(ast: Ast) -> Span:
    """Where the name that a part or an effect binds stands: the first such word behind what the form begins with."""
    text = ast.span.text
    begin = re.match(r"\w+(?:\s+groups?\b(?=\s+\w+\s+(?:of|with)\b))?", text)
    found = re.compile(rf"\b{re.escape(ast.text)}\b").search(text, begin.end() if begin else 0)
    start = ast.span.start + (found.start() if found else 0)
    return Span(ast.span.source, start, start + len(ast.text))


def _of_action(body: Tree, bound: Bound) -> Bound:
    let = body.get("let")
    return {**bound, **{key.text: ("name", key.span) for key, _ in let or ()}} if isinstance(let, Tree) else bound
