"""Reads the examples of a file: positions, plays and expectations, each fault at its place."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import Any

from cassino_dsl.analysis.examples import expectations as expected
from cassino_dsl.analysis.examples.expectations import Expectation
from cassino_dsl.book.why.plays_by_action import called_by_action, how_written
from cassino_dsl.engine.position.document import Document, document_of_node, plain, word_spans
from cassino_dsl.engine.position.read import read_position
from cassino_dsl.engine.reference.game import Engine
from cassino_dsl.engine.reference.text import WrittenPlay, canonical, in_pack_order, read_play
from cassino_dsl.language.check.structure import check_structure
from cassino_dsl.language.check.unknown_names import join_unknown
from cassino_dsl.language.compose.library import find_house_rule
from cassino_dsl.language.compose.options import Setting, names
from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.diagnostics.diagnostic import Report, did_you_mean
from cassino_dsl.language.diagnostics.remedy import insert
from cassino_dsl.language.pipeline import Loaded
from cassino_dsl.language.ruleset.model import Ruleset
from cassino_dsl.language.ruleset.span import Span
from cassino_dsl.language.syntax.shape import EXAMPLE, POSITION_KEYS
from cassino_dsl.language.syntax.tree import Mapping, Node, Scalar, Sequence
from cassino_dsl.language.targets import Target
from cassino_dsl.match.basic_game import BasicGame


def words_of(scalar: Scalar) -> Iterator[tuple[str, Span]]:
    """The words of a text, each with its place in the file, or of one that is not written as it reads, with its own."""
    if scalar.exact:
        return word_spans(scalar.body)
    return ((word, scalar.span) for word in scalar.text.replace(",", " ").split())


class TextReader:
    """Reads plays and cards for one ruleset."""

    def __init__(self, ruleset: Ruleset, report: Report) -> None:
        self.ruleset, self.pack, self.report = ruleset, ruleset.pack, report
        self.faces = {face.text for face in self.pack.faces}
        self.names = {a.name for a in ruleset.actions} | {"done"}

    def entries(self, node: Node) -> list[Scalar]:
        """One text or a list of them; nothing where nothing stands."""
        nodes = node.items if isinstance(node, Sequence) else (node,)
        found = []
        for item in nodes:
            if not isinstance(item, Scalar):
                self.report.add(Code.WRONG_NODE, item.span, "this is a text or a list of texts")
            elif item.text or isinstance(node, Sequence):
                found.append(item)
        return found

    def cards(self, scalar: Scalar) -> tuple[str, ...]:
        """Cards in pack order; each that the pack lacks is a fault."""
        found = []
        for word, span in words_of(scalar):
            face = canonical(word, self.pack)
            if face in self.faces:
                found.append(face)
            else:
                self.unknown_card(word, span)
        return in_pack_order(found, self.pack)

    def unknown_card(self, word: str, span: Span) -> None:
        known = [f.text for f in self.pack.faces]
        self.report.add(Code.UNKNOWN_CARD, span, f"the pack has no card `{word}`", help=did_you_mean(word, known))

    def play(self, scalar: Scalar, prefix: str = "", faulty: Code = Code.BAD_PLAY) -> WrittenPlay | None:
        """A play (``prefix`` stands before its text); a text that is none is a fault. ``faulty``: what it is that a
        play is called by an action that is written by its cards."""
        text = f"{prefix} {scalar.text}".strip()
        found = read_play(text, self.pack, self.ruleset.tells)
        named = called_by_action(self.ruleset, text)
        if named is not None:
            self.report.add(faulty if found else Code.BAD_PLAY, scalar.span, named.message, help=named.help)
            return None
        if found is None:
            self.report.add(Code.BAD_PLAY, scalar.span, f"`{scalar.text}` is no play", help=how_written(self.pack))
            return None
        unknown = {c for c in (*found.play, *found.take) if c not in self.faces}
        for word, span in words_of(scalar):
            if canonical(word, self.pack) in unknown:
                self.unknown_card(word, span)
        if found.name and found.name not in self.names:
            self.report.add(
                Code.UNKNOWN_NAME,
                scalar.span,
                f"there is no action `{found.name}`",
                help=did_you_mean(found.name, sorted(self.names)) or how_written(self.pack),
            )
            return None
        return None if unknown else found


Found = Iterator[tuple[Span, Expectation]]
_OWNERS = {"hands": "seat", "piles": "side", "tops": "side", "scores": "side"}


class ExpectReader:
    """Reads the mapping under `expect:`; faults go into the report."""

    def __init__(
        self, game: BasicGame, engine: Engine, texts: TextReader, report: Report, lies: Collection[str]
    ) -> None:
        """``lies``: cards that can be in no hand when the expectations are looked at."""
        self.game, self.engine, self.texts, self.report, self.lies = game, engine, texts, report, lies
        self.awards = game.ruleset.award_names()

    def read(self, expect: Mapping) -> list[tuple[Span, Expectation]]:
        """Every expectation with the place that states it."""
        found: list[tuple[Span, Expectation]] = []
        for key, node in expect:
            read = getattr(self, f"_{key.text}", None)
            if read is not None:  # the structure pass knows the keys
                found.extend(read(key, node))
        return found

    # ---- plays

    def _captures(self, key: Scalar, node: Node) -> Found:
        for played, sets in _pairs(node):
            play = self._played(played)
            take = frozenset(self.texts.cards(s) for s in self.texts.entries(sets) if s.text)
            yield played.span, expected.captures(play, take, self.game.ruleset.pack)

    def _builds(self, key: Scalar, node: Node) -> Found:
        for played, builds in _pairs(node):
            play = self._played(played)
            entries = [e for e in self.texts.entries(builds) if e.text]
            plays = [self.texts.play(e, f"{' '.join(play)} builds") for e in entries]
            label = f"builds with {' '.join(play)}"
            yield played.span, expected.exact_plays(label, "build", play, frozenset(p for p in plays if p))

    def _played(self, key: Scalar) -> tuple[str, ...]:
        """The key of captures and builds: the cards played, or `none`."""
        found = () if key.text in ("none", "") else self.texts.cards(key)
        if any(card in self.lies for card in found):
            message = f"`{key.text}` lies on the table, and no play begins with it"
            self.report.add(Code.WITHOUT_EFFECT, key.span, message, help="name a card of the hand")
        return found

    def _trails(self, key: Scalar, node: Node) -> Found:
        cards = {face for s in self.texts.entries(node) for face in self.texts.cards(s)}
        yield key.span, expected.trails(frozenset(cards))

    def _plays(self, key: Scalar, node: Node, kind: str = "", label: str = "plays") -> Found:
        plays = [self.texts.play(s) for s in self.texts.entries(node)]
        yield key.span, expected.exact_plays(label, kind, None, frozenset(p for p in plays if p))

    def _others(self, key: Scalar, node: Node) -> Found:
        yield from self._plays(key, node, "other", "plays of kind other")

    def _legal(self, key: Scalar, node: Node, wanted: bool = True) -> Found:
        for text in self.texts.entries(node):  # what nobody can write is not legal, whatever the rules are
            play = self.texts.play(text, faulty=Code.BAD_PLAY if wanted else Code.WITHOUT_EFFECT)
            if play is not None:
                yield text.span, expected.legal(play, wanted)

    def _illegal(self, key: Scalar, node: Node) -> Found:
        yield from self._legal(key, node, wanted=False)

    # ---- the score

    def _points(self, key: Scalar, node: Node) -> Found:
        yield key.span, expected.points_of(self._by_side(key, node))

    def _awards(self, key: Scalar, node: Node) -> Found:
        if not isinstance(node, Mapping):
            self._fault(Code.WRONG_NODE, node, "`awards` is written by name and side: `{cards: {1: 3, 2: 0}}`")
            return
        for name, points in node:
            if name.text not in self.awards:
                self._fault(Code.UNKNOWN_NAME, name, f"there is no award `{name.text}`", self.awards)
            else:
                yield name.span, expected.points_of(self._by_side(name, points), name.text)

    def _winner(self, key: Scalar, node: Node) -> Found:
        if isinstance(node, Scalar) and node.text == "nobody":
            yield key.span, expected.winner(None)
        elif isinstance(node, Scalar) and (side := self._side(node)):
            yield key.span, expected.winner(side)

    def _size(self, key: Scalar, node: Node) -> Found:
        if isinstance(node, Scalar) and node.text.isdecimal() and len(node.text) < 8:
            yield key.span, expected.size(int(node.text))

    def _by_side(self, key: Scalar, node: Node) -> tuple[tuple[int, float], ...]:
        if not isinstance(node, Mapping):
            self._fault(Code.WRONG_NODE, node, f"`{key.text}` is written by side: `{{1: 3, 2: 0}}`")
            return ()
        found, match = [], self.engine.plan.ruleset.match
        for name, number in node:
            side = self._side(name)
            text = number.text if isinstance(number, Scalar) else ""
            points = match.counted(text)
            if points is None:
                kind = "a number such as 3 or 1.5" if match.half_points else "a whole number"
                self._fault(Code.BAD_NUMBER, number, f"points are {kind}, not `{text}`")
            elif side:
                found.append((side, match.shown(points)))
        return tuple(found)

    def _side(self, name: Scalar, what: str = "side") -> int:
        """The number of a side, or of a seat; 0 where there is none."""
        most = self.engine.plan.sides if what == "side" else self.engine.plan.seats
        if name.text.isdecimal() and len(name.text) < 4 and 1 <= int(name.text) <= most:
            return int(name.text)
        help = f"{what}s go from 1 to {most}"
        self._fault(Code.BAD_POSITION, name, f"there is no {what} `{name.text}`", help=help)
        return 0

    # ---- the position after the play

    def _after(self, key: Scalar, node: Node) -> Found:
        """Parts of a position, read as one: what does not exist can never come out."""
        parts = Mapping(tuple((k, v) for k, v in _pairs(node) if k.text in expected.KEYS and _is_part(k, v)), node.span)
        if (document := document_of_node(parts, self.report)) is not None:
            whole = replace(document, data={"seats": self.engine.plan.seats, **document.data})
            read_position(self.game.ruleset, lambda seats: self.engine, whole, self.report)
        for name, value in _pairs(node):
            if name.text not in expected.KEYS:
                help = "write `hands: {1: …}`: the turn may have gone on" if name.text == "hand" else None
                self._fault(Code.UNKNOWN_KEY, name, f"`after` has no key `{name.text}`", expected.KEYS, help)
                continue
            if name.text == "tops":
                self._check_owners("tops", value)
                for scalar in _scalars(value):
                    self.texts.cards(scalar)
            wanted: Any = plain(value)
            wanted = [] if name.text == "builds" and not isinstance(wanted, list) else wanted
            yield name.span, expected.after(name.text, wanted)

    def _sees(self, key: Scalar, node: Node) -> Found:
        for who, parts in _pairs(node):
            seat = self._side(who, "seat")
            for name, value in _pairs(parts) if seat else ():
                self._check_owners(name.text, value)
                if name.text in expected.SEEN:
                    yield name.span, expected.sees(seat, name.text, plain(value))
                else:
                    self._fault(Code.UNKNOWN_KEY, name, f"`sees` has no key `{name.text}`", expected.SEEN)

    def _check_owners(self, key: str, value: Node) -> None:
        """Whoever is said to have something sits there."""
        ruleset = self.engine.plan.ruleset
        owners = {m.name: m.of for m in ruleset.memory} if key == "memory" else {z.name: z.of for z in ruleset.zones}
        if key in ("memory", "zones", "points"):
            said = [("side" if key == "points" else owners.get(name.text, ""), each) for name, each in _pairs(value)]
        else:
            said = [(_OWNERS.get(key, ""), value)]
        for of, each in said:
            for who, _ in _pairs(each) if of in ("side", "seat") else ():
                self._side(who, of)

    def _fault(self, code: Any, node: Node, message: str, known: Collection[str] = (), help: str | None = None) -> None:
        near = did_you_mean(node.text, list(known)) if known and isinstance(node, Scalar) else None
        listed = f"there are {', '.join(known)}" if known else None
        self.report.add(code, node.span, message, help=help or near or listed)


def _is_part(key: Scalar, value: Node) -> bool:
    """Whether a position has such a part, and more is said of it than that there is none."""
    return key.text != "tops" and not (isinstance(value, Scalar) and value.text in ("", "none", "null", "0"))


def _pairs(node: Node) -> Iterator[tuple[Scalar, Node]]:
    if isinstance(node, Mapping):
        yield from node


def _scalars(node: Node) -> Iterator[Scalar]:
    if isinstance(node, Scalar):
        yield node
    elif isinstance(node, Mapping):
        for _, child in node:
            yield from _scalars(child)
    else:
        for item in node.items:
            yield from _scalars(item)


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
    game: BasicGame
    document: Document
    played: tuple[PlayMade, ...]
    expect: tuple[tuple[Span, Expectation], ...]


def read_examples(target: Target, report: Report, named: str = "") -> list[Example]:
    """The examples of a target's own file, or those with a text in their name; what is wrong with any of them goes into
    the report."""
    node = target.own.get("examples") if target.own else None
    if target.own is None or not isinstance(node, Sequence) or target.loaded.ruleset is None:
        return []
    for item in node.items if target.house else ():  # those of variants are looked at with the rest of the file
        check_structure(item, report, EXAMPLE)
    reader = _Reader(target, report)
    found = [reader.read(item) for item in node.items if isinstance(item, Mapping) and _is_named(item, named)]
    join_unknown(target.own, report)
    return [e for e in found if e is not None]


def read_example(target: Target, node: Mapping) -> Example | None:
    """One example by itself; None where it has a fault."""
    return _Reader(target, Report()).read(node) if target.loaded.ruleset is not None else None


def _is_named(item: Mapping, text: str) -> bool:
    name = item.get("name")
    return not text or (isinstance(name, Scalar) and text.casefold() in name.text.casefold())


class _Reader:
    def __init__(self, target: Target, report: Report) -> None:
        self.target, self.report = target, report
        self.games: dict[tuple[tuple[str, ...], tuple[tuple[str, str], ...]], BasicGame | None] = {}
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
        position = tuple((k, n) for k, n in node if k.text in POSITION)  # where there is none, an empty one
        document = document_of_node(Mapping(position, node.span), self.report)
        texts = TextReader(game.ruleset, self.report)
        played = tuple(self._played(node.get("play"), texts))
        found = read_position(game.ruleset, game.engine, document, self.report) if document else None
        if found is None or document is None:
            return None
        pack, table = game.ruleset.pack, node.get("table")
        lie = _scalars(table) if table is not None and pack.copies == 1 and not played else ()
        lies = {canonical(word, pack) for said in lie for word, _ in words_of(said)}
        expectations = ExpectReader(game, found.engine, texts, self.report, lies).read(expect)
        if self.report.errors > before:
            return None
        return Example(name.text, name.span, game, document, played, tuple(expectations))

    def _played(self, node: Node | None, texts: TextReader) -> Iterator[PlayMade]:
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
            another = insert(
                "give each example a name of its own", name.body.end - name.span.start, " 2", certain=False
            )
            self.report.add(
                Code.BAD_NAME,
                name.span,
                f"two examples are called `{name.text}`",
                others=((first, "the first stands here"),),
                help=another,
            )

    def _game(self, node: Mapping) -> BasicGame | None:
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
        for word in names(node):
            path = find_house_rule(word, self.target.path, self.report)
            if path is None:
                return None
            found.append(str(path))
        return tuple(found)

    def _load(self, rules: tuple[str, ...], settings: list[tuple[Scalar, Scalar]]) -> BasicGame | None:
        target = self.target
        if not rules and not settings:
            assert target.loaded.ruleset is not None
            return BasicGame(target.loaded.ruleset)
        loaded = target.chosen(tuple(Setting(k.text, v.text, k.span.to(v.span)) for k, v in settings), rules)
        if loaded.ruleset is None:
            _pass_on(loaded, self.report)
            return None
        return BasicGame(loaded.ruleset)


def _pass_on(loaded: Loaded, report: Report) -> None:
    """The faults of a combination of options and house rules, as faults of the file that asks for it."""
    for d in loaded.report.diagnostics:
        if d.severity == "error":
            report.add(d.code, d.span, d.message, help=d.help, others=d.others, notes=d.notes)
