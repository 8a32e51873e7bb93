"""Reads the examples of a file: positions, plays and expectations, each fault at its place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cassino_dsl.check.misnamed import join_unknown
from cassino_dsl.check.structure import check_structure
from cassino_dsl.compose.named import find_house_rule
from cassino_dsl.compose.options import Setting, words
from cassino_dsl.diagnostics.codes import structure
from cassino_dsl.diagnostics.diagnostic import Report
from cassino_dsl.engine.text import WrittenPlay
from cassino_dsl.examples.expectations import Expectation
from cassino_dsl.examples.read_expect import ExpectReader
from cassino_dsl.examples.texts import Texts
from cassino_dsl.game import Game
from cassino_dsl.pipeline import Loaded, load_variant
from cassino_dsl.position.document import Document, document_of_node
from cassino_dsl.position.read import read_position
from cassino_dsl.ruleset.span import Span
from cassino_dsl.syntax.shape import EXAMPLE, POSITION_KEYS
from cassino_dsl.syntax.tree import Mapping, Node, Scalar, Sequence
from cassino_dsl.targets import Target

POSITION = frozenset(k.name for k in POSITION_KEYS)


@dataclass(frozen=True, slots=True)
class PlayMade:
    """A play that an example makes, and what there is to remark on it."""

    play: WrittenPlay
    span: Span
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Example:
    """One example, read without a fault. ``game`` has the options and house rules that it chooses; ``played``: what is
    played, one after the other, before anything is expected."""

    name: str
    span: Span
    game: Game
    document: Document
    played: tuple[PlayMade, ...]
    expect: tuple[tuple[Span, Expectation], ...]


def read_examples(target: Target, report: Report, named: str = "") -> list[Example]:
    """The examples of a target's own file, or those with a text in their name; what is wrong with any of them goes into
    the report."""
    node = target.own.get("examples") if target.own else None
    if target.own is None or not isinstance(node, Sequence) or target.loaded.ruleset is None:
        return []
    if target.house:
        _structure(node, report)
    reader = _Reader(target, report)
    found = [reader.read(item) for item in node.items if isinstance(item, Mapping) and _is_named(item, named)]
    join_unknown(target.own, report)
    return [e for e in found if e is not None]


def _is_named(item: Mapping, text: str) -> bool:
    name = item.get("name")
    return not text or (isinstance(name, Scalar) and text.casefold() in name.text.casefold())


def _structure(node: Sequence, report: Report) -> None:
    """The skeleton of a house rule's examples: those of variants are looked at with the rest of the file."""
    for item in node.items:
        check_structure(item, report, EXAMPLE)


class _Reader:
    def __init__(self, target: Target, report: Report) -> None:
        self.target, self.report = target, report
        self.games: dict[tuple[tuple[str, ...], tuple[tuple[str, str], ...]], Game | None] = {}
        self.names: dict[str, Span] = {}

    def read(self, node: Mapping) -> Example | None:
        before = self.report.errors
        name = node.get("name")
        expect = node.get("expect")
        if not isinstance(name, Scalar) or not isinstance(expect, Mapping):
            return None  # the structure pass says so
        self._unique(name)
        game = self._game(node)
        if game is None:
            return None
        document = self._document(node)
        texts = Texts(game.ruleset, self.report)
        played = tuple(self._played(node.get("play"), texts))
        found = read_position(game.ruleset, game.engine, document, self.report) if document else None
        if found is None or document is None:
            return None
        expectations = ExpectReader(game, found.engine, texts, self.report).read(expect)
        if self.report.errors > before:
            return None
        return Example(name.text, name.span, game, document, played, tuple(expectations))

    def _played(self, node: Node | None, texts: Texts) -> Iterator[PlayMade]:
        """The plays in order; each is a text, or a text with a remark under it."""
        for item in node.items if isinstance(node, Sequence) else () if node is None else (node,):
            entries = item.entries if isinstance(item, Mapping) else ((item, None),)
            for text, remark in entries:
                made = texts.play(text) if isinstance(text, Scalar) else None
                if made is not None:
                    yield PlayMade(made, text.span, remark.text if isinstance(remark, Scalar) else "")

    def _unique(self, name: Scalar) -> None:
        first = self.names.setdefault(name.text, name.span)
        if first is not name.span:
            self.report.add(
                structure.BadName,
                name.span,
                f"two examples are called `{name.text[:60]}`",
                others=((first, "the first stands here"),),
                help="give each example a name of its own",
            )

    def _document(self, node: Mapping) -> Document | None:
        """The position keys of an example; where there is none, an empty position."""
        entries = tuple((k, n) for k, n in node if k.text in POSITION)
        return document_of_node(Mapping(entries, node.span), self.report)

    def _game(self, node: Mapping) -> Game | None:
        """The game with the options and house rules that the example chooses; each combination once."""
        chosen = node.get("set")
        settings = [(k, v) for k, v in (chosen if isinstance(chosen, Mapping) else ()) if isinstance(v, Scalar)]
        rules = self._house_rules(node.get("with"))
        if rules is None:
            return None
        key = (rules, tuple((k.text, v.text) for k, v in settings))
        if key not in self.games:
            self.games[key] = self._load(rules, settings)
        return self.games[key]

    def _house_rules(self, node: Node | None) -> tuple[str, ...] | None:
        found = []
        for word in words(node):
            path = find_house_rule(word, self.target.path, self.report)
            if path is None:
                return None
            found.append(str(path))
        return tuple(found)

    def _load(self, rules: tuple[str, ...], settings: list[tuple[Scalar, Scalar]]) -> Game | None:
        target = self.target
        if not rules and not settings:
            assert target.loaded.ruleset is not None
            return Game(target.loaded.ruleset)
        own = {k.text for k, _ in settings}
        kept = tuple(s for s in target.settings if s.key not in own)
        chosen = tuple(Setting(k.text, v.text, k.span.to(v.span)) for k, v in settings)
        loaded = load_variant(target.variant, (*target.with_rules, *rules), (*kept, *chosen))
        if loaded.ruleset is None:
            _pass_on(loaded, self.report)
            return None
        return Game(loaded.ruleset)


def _pass_on(loaded: Loaded, report: Report) -> None:
    """The faults of a combination of options and house rules, as faults of the file that asks for it."""
    for d in loaded.report.diagnostics:
        if d.severity == "error":
            report.add(d.code, d.span, d.message, help=d.help, others=d.others, notes=d.notes)
