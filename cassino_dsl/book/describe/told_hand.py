"""A hand told as it is played: an example of the file that makes several plays, each in a sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from cassino_dsl.book.describe.english import Thing, joined, plain, sentence, spoken
from cassino_dsl.book.describe.table import TableFacts
from cassino_dsl.book.describe.told_plays import Way, did
from cassino_dsl.engine.reference.determinize import Place
from cassino_dsl.language.ruleset.expr import ELEMENT, Literal
from cassino_dsl.language.ruleset.model import ASIDE, Event, Memory, Ruleset, every
from cassino_dsl.language.ruleset.types import Type
from cassino_dsl.language.ruleset.visible import OWNERS

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gina", "Hugo")  # of the seats, in playing order


@dataclass(frozen=True, slots=True)
class Moment:
    """One play of a story, and what came of it. ``points``: what each side scored with it; ``counted``: whether a count
    changed; ``cleared``: it left the table empty; ``moved``: what else went from one place to another, whose it is
    beside it."""

    seat: int
    way: Way
    events: tuple[str, ...]
    points: tuple[tuple[int, str], ...]
    counted: bool
    cleared: bool
    moved: tuple[tuple[str, Place, Place], ...]
    remark: str


@dataclass(frozen=True, slots=True)
class Story:
    """``position``: where it begins, as JSON; ``sides``: the seats of each side."""

    name: str
    position: Mapping[str, Any]
    sides: tuple[tuple[int, ...], ...]
    moments: tuple[Moment, ...]


def story_text(story: Story, ruleset: Ruleset) -> Iterator[str]:
    """The lines of a story: how the cards lie, then each turn; cards stand in it as they are written in files."""
    tell = _Telling(story, ruleset)
    yield f"*{sentence(plain(story.name))}* {' '.join(tell.start())}"
    yield ""
    for number, (_, moments) in enumerate(groupby(story.moments, lambda m: m.seat), 1):
        yield f"{number}. {' '.join(tell.turn(list(moments)))}"


class _Telling:
    def __init__(self, story: Story, ruleset: Ruleset) -> None:
        self.story, self.ruleset = story, ruleset
        self.facts = TableFacts(ruleset)
        self.turned_up = {a.name for a in ruleset.actions if a.played.source == "stock"}

    def start(self) -> Iterator[str]:
        """Who plays, and where the cards are."""
        position, sides = self.story.position, [s for s in self.story.sides if len(s) > 1]
        if sides:
            yield f"{' against '.join(joined([NAMES[n] for n in side]) for side in sides)}."
        lies = [position["table"]] if position.get("table") else []
        lies += [self._build(b) for b in position.get("builds", ())]
        yield f"On the table: {joined(lies)}." if lies else "The table is empty."
        hands = position.get("hands", {}).items()
        yield f"{joined([f'{NAMES[int(seat) - 1]} holds {hand}' for seat, hand in hands if hand])}."
        for side, pile in position.get("piles", {}).items():
            if pile:
                yield f"{self._pile(int(side) - 1)}, from the bottom up: {pile}."
        for name, value in position.get("memory", {}).items():
            if name in self.facts.memory:  # else nothing asks for it
                for owner, kept in value.items() if isinstance(value, dict) else [("", value)]:
                    yield from self._noted(self.facts.memory[name], owner, kept)

    def _noted(self, memory: Memory, owner: str, value: Any) -> Iterator[str]:
        """What is remembered when the story begins, where that is not what a round begins with."""
        start = memory.starts.value if isinstance(memory.starts, Literal) else None
        if value in (start, None, "", []):
            return
        who = Thing(self._name(memory.of, int(owner))) if owner else None
        say = self._called(ELEMENT.get(memory.type, memory.type))
        several = [say(v) for v in (value if isinstance(value, list) else [value])]
        yield sentence(self.facts.kept(memory, who).does("is", joined(several)))

    def _called(self, type: Type) -> Callable[[Any], str]:
        """How what is kept or chosen is called, by its type."""
        said: dict[Type, Callable[[Any], str]] = {
            Type.SEAT: lambda seat: self._name("seat", seat),
            Type.SIDE: lambda side: self._name("side", side),
            Type.RANK: self.ruleset.pack.rank_word,
            Type.SUIT: self.ruleset.pack.suit_word,
        }
        return said.get(type, str)

    def _name(self, of: str, number: int) -> str:
        return NAMES[number - 1] if of == "seat" else joined([NAMES[n] for n in self.story.sides[number - 1]])

    def _build(self, build: Mapping[str, Any]) -> str:
        owner = build.get(self.facts.owner)
        whose = f"{NAMES[int(owner) - 1]}'s" if owner is not None else "a"
        return f"{whose} build of {build['value']} ({' and '.join(build['groups'])})"

    def _pile(self, side: int) -> str:
        return f"{joined([NAMES[n] for n in self.story.sides[side]])}'s pile"

    def turn(self, moments: Sequence[Moment]) -> Iterator[str]:
        """What one player does until the next one plays."""
        who = f"**{NAMES[moments[0].seat]}**"
        for n, moment in enumerate(moments):
            yield sentence(f"{'then ' + NAMES[moment.seat] if n else who} {self._done(moment.way)}")
            if moment.remark:
                yield sentence(plain(moment.remark))
            yield from self._came_of_it(moment)

    def _done(self, way: Way) -> str:
        value = way.value
        if way.kind == "other" and value:
            value = self._called(self.ruleset.tells.get(way.action, Type.INT))(value)
        return did(replace(way, value=value), self._pile, way.action in self.turned_up)

    def _came_of_it(self, m: Moment) -> Iterator[str]:
        """Where cards went, the events with which cards, points or counts changed, and the points."""
        happened = [e for e in self.ruleset.events if e.name in m.events]
        went = [
            f"{joined([card for card, *_ in cards])} from {self._place(*here)} to {self._place(*there)}"
            for (here, there), cards in groupby(sorted(m.moved, key=lambda one: one[1:]), lambda one: one[1:])
        ]
        if went:
            names = _named([e for e in happened if any("cards" in x.row.writes for x in every(e.effects))])
            yield sentence(f"{names or 'moved'}: {joined(went)}")
        if m.cleared:
            yield "The table is empty."
        gained = [
            f"{points} point{'' if points in ('1', '-1') else 's'} for {self._name('side', side + 1)}"
            for side, points in m.points
        ]
        names = _named([e for e in happened if any(x.row.adds for x in every(e.effects))])
        if gained or (m.counted and names):
            yield sentence(": ".join(t for t in (names, joined(gained)) if t))

    def _place(self, zone: str, owner: int) -> str:
        if zone == "piles":
            return self._pile(owner)
        if zone == "hands":
            return f"{NAMES[owner]}'s hand"
        of = {z.name: z.of for z in self.ruleset.zones}.get(zone, "")
        called = {"table": "the table", "stock": "the stock", ASIDE.name: "the cards out of play"}.get(zone)
        return called or f"“{spoken(zone)}”{f' of {self._name(of, owner + 1)}' if of in OWNERS else ''}"


def _named(events: Sequence[Event]) -> str:
    """The names of events, as a sentence begins."""
    names = joined([f"*{plain(event.name)}*" for event in events])
    return names[:1] + names[1:2].upper() + names[2:]
