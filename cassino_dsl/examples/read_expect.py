"""Reads what an example expects."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from cassino_dsl.diagnostics.codes import play as codes
from cassino_dsl.diagnostics.codes.language import UnknownName
from cassino_dsl.diagnostics.codes.structure import BadNumber, UnknownKey, WithoutEffect, WrongNode
from cassino_dsl.diagnostics.diagnostic import Report, did_you_mean
from cassino_dsl.engine.game import Engine
from cassino_dsl.examples import after
from cassino_dsl.examples.expectations import (
    Awarded,
    Captures,
    ExactPlays,
    Expectation,
    Legal,
    Points,
    Size,
    Trails,
    Winner,
)
from cassino_dsl.examples.texts import Texts
from cassino_dsl.game import Game
from cassino_dsl.position.document import plain
from cassino_dsl.ruleset.model import ASIDE
from cassino_dsl.ruleset.span import Span
from cassino_dsl.syntax.tree import Mapping, Node, Scalar
from cassino_dsl.syntax.tree import Sequence as Nodes

Found = Iterator[tuple[Span, Expectation]]


class ExpectReader:
    """Reads the mapping under `expect:`; faults go into the report."""

    def __init__(self, game: Game, engine: Engine, texts: Texts, report: Report) -> None:
        self.game, self.engine, self.texts, self.report = game, engine, texts, report
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
            yield played.span, Captures(play, take)

    def _builds(self, key: Scalar, node: Node) -> Found:
        for played, builds in _pairs(node):
            play = self._played(played)
            entries = [e for e in self.texts.entries(builds) if e.text]
            plays = [self.texts.play(e, f"{' '.join(play)} builds") for e in entries]
            label = f"builds with {' '.join(play)}"
            yield played.span, ExactPlays(label, "build", play, frozenset(p for p in plays if p))

    def _played(self, key: Scalar) -> tuple[str, ...]:
        """The key of captures and builds: the cards played, or `none`."""
        return () if key.text in ("none", "") else self.texts.cards(key)

    def _trails(self, key: Scalar, node: Node) -> Found:
        cards = {face for s in self.texts.entries(node) for face in self.texts.cards(s)}
        yield key.span, Trails(frozenset(cards))

    def _plays(self, key: Scalar, node: Node, kind: str = "", label: str = "plays") -> Found:
        plays = [self.texts.play(s) for s in self.texts.entries(node)]
        yield key.span, ExactPlays(label, kind, None, frozenset(p for p in plays if p))

    def _others(self, key: Scalar, node: Node) -> Found:
        yield from self._plays(key, node, "other", "plays of kind other")

    def _legal(self, key: Scalar, node: Node, wanted: bool = True) -> Found:
        for text in self.texts.entries(node):  # what nobody can write is not legal, whatever the rules are
            play = self.texts.play(text, faulty=codes.BadPlay if wanted else WithoutEffect)
            if play is not None:
                yield text.span, Legal(play, wanted)

    def _illegal(self, key: Scalar, node: Node) -> Found:
        yield from self._legal(key, node, wanted=False)

    # ---- the score

    def _points(self, key: Scalar, node: Node) -> Found:
        yield key.span, Points(self._by_side(key, node))

    def _awards(self, key: Scalar, node: Node) -> Found:
        if not isinstance(node, Mapping):
            self._fault(WrongNode, node, "`awards` is written by name and side: `{cards: {1: 3, 2: 0}}`")
            return
        for name, points in node:
            if name.text not in self.awards:
                self._fault(UnknownName, name, f"there is no award `{name.text[:40]}`", self.awards)
            else:
                yield name.span, Awarded(name.text, self._by_side(name, points))

    def _winner(self, key: Scalar, node: Node) -> Found:
        if isinstance(node, Scalar) and node.text == "nobody":
            yield key.span, Winner(None)
        elif isinstance(node, Scalar) and (side := self._side(node)):
            yield key.span, Winner(side)

    def _size(self, key: Scalar, node: Node) -> Found:
        if isinstance(node, Scalar) and node.text.isdecimal() and len(node.text) < 8:
            yield key.span, Size(int(node.text))

    def _by_side(self, key: Scalar, node: Node) -> tuple[tuple[int, float], ...]:
        if not isinstance(node, Mapping):
            self._fault(WrongNode, node, f"`{key.text[:40]}` is written by side: `{{1: 3, 2: 0}}`")
            return ()
        found, match = [], self.engine.plan.ruleset.match
        for name, number in node:
            side = self._side(name)
            text = number.text if isinstance(number, Scalar) else ""
            points = match.counted(text)
            if points is None:
                kind = "a number such as 3 or 1.5" if match.half_points else "a whole number"
                self._fault(BadNumber, number, f"points are {kind}, not `{text[:40]}`")
            elif side:
                found.append((side, match.shown(points)))
        return tuple(found)

    def _side(self, name: Scalar) -> int:
        sides = self.engine.plan.sides
        if name.text.isdecimal() and len(name.text) < 4 and 1 <= int(name.text) <= sides:
            return int(name.text)
        self._fault(codes.BadPosition, name, f"there is no side `{name.text[:40]}`", help=f"sides go from 1 to {sides}")
        return 0

    # ---- the position after the play

    def _after(self, key: Scalar, node: Node) -> Found:
        for name, value in _pairs(node):
            if name.text not in after.KEYS:
                help = "write `hands: {1: …}`: the turn may have gone on" if name.text == "hand" else None
                self._fault(UnknownKey, name, f"`after` has no key `{name.text[:40]}`", after.KEYS, help)
                continue
            self._check_part(name.text, value)
            wanted: Any = plain(value)
            if name.text == "builds" and not isinstance(wanted, list):
                if wanted:
                    self._fault(WrongNode, value, '`builds` is a list: one `{value: 7, groups: ["4h 3d"]}` for each')
                    continue
                wanted = []
            yield name.span, after.After(name.text, wanted)

    def _sees(self, key: Scalar, node: Node) -> Found:
        for who, parts in _pairs(node):
            seats = self.engine.plan.seats
            if not (who.text.isdecimal() and len(who.text) < 4 and 1 <= int(who.text) <= seats):
                self._fault(codes.BadPosition, who, f"there is no seat `{who.text[:40]}`", help=f"from 1 to {seats}")
                continue
            for name, value in _pairs(parts):
                if name.text in after.SEEN:
                    yield name.span, after.Sees(int(who.text), name.text, plain(value))
                else:
                    self._fault(UnknownKey, name, f"`sees` has no key `{name.text[:40]}`", after.SEEN)

    def _check_part(self, key: str, value: Node) -> None:
        """Cards, memory and awards that do not exist can never come out."""
        if key in ("table", "aside", "hands", "piles", "tops"):
            for scalar in _scalars(value):
                self.texts.cards(scalar)
        elif key == "zones":
            known = [z.name for z in self.engine.plan.ruleset.zones if z != ASIDE]
            for name, cards in _pairs(value):
                if name.text not in known:
                    message = f"`{self.engine.plan.ruleset.name}` has no zone `{name.text[:40]}`"
                    self._fault(UnknownName, name, message, known)
                for scalar in _scalars(cards):
                    self.texts.cards(scalar)
        elif key == "stock" and isinstance(value, Scalar) and not value.text.strip().isdecimal():
            self.texts.cards(value)
        elif key in ("memory", "points"):
            plan = self.engine.plan
            known = [n for n in plan.memory if n not in plan.build_memory] if key == "memory" else list(self.awards)
            for name, _ in _pairs(value):
                if name.text not in known:
                    what = "remembers no" if key == "memory" else "has no award"
                    self._fault(UnknownName, name, f"`{plan.ruleset.name}` {what} `{name.text[:40]}`", known)
        elif key == "builds" and isinstance(value, Nodes):
            for build in value.items:
                self._check_build(build)

    def _check_build(self, node: Node) -> None:
        known = ["value", "groups", "owed", *self.engine.plan.build_memory]
        if not isinstance(node, Mapping) or node.get("value") is None or node.get("groups") is None:
            self._fault(codes.BadPosition, node, "a build has a `value` and `groups`")
            return
        for name, value in node:
            if name.text not in known:
                self._fault(codes.BadPosition, name, f"a build has no `{name.text[:40]}`", known)
            elif name.text == "groups":
                for scalar in _scalars(value):
                    self.texts.cards(scalar)

    def _fault(self, code: Any, node: Node, message: str, known: Sequence[str] = (), help: str | None = None) -> None:
        near = did_you_mean(node.text, list(known)) if known and isinstance(node, Scalar) else None
        listed = f"there are {', '.join(known)}" if known else None
        self.report.add(code, node.span, message, help=help or near or listed)


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
