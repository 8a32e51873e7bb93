"""A hand told as it is played: an example of the file that makes several plays, each in a sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from cassino_dsl.book.describe.english import Thing, joined, plain, sentence, spoken, title
from cassino_dsl.book.describe.table import TableFacts
from cassino_dsl.book.describe.told_plays import Way, WhatIsTaken, of_piles
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
            done = self._done(moment.way)
            if not done:
                continue
            called = title(moment.way.action)
            named = "" if called.lower() in (moment.way.kind, "done") else f" (*{called}*)"
            yield sentence(f"{'then ' + NAMES[moment.seat] if n else who} {done}{named}")
            if moment.remark:
                yield sentence(plain(moment.remark))
            yield from self._came_of_it(moment)

    def _done(self, m: Way) -> str:
        with_cards, up = joined(m.cards), m.action in self.turned_up
        taken, plays = self._taken(m.taken), "turns up" if up else "plays"
        if m.kind == "capture":
            return f"{plays} {with_cards} and takes {taken}" if m.cards else f"takes {taken}"
        if m.kind == "build":
            return self._builds(m)
        if m.kind == "trail":
            return f"turns up {with_cards}, which stays on the table" if up else f"lays {with_cards} on the table"
        if m.action == "done":
            return "ends the turn"
        parts = [f"{plays} {with_cards}"] if m.cards else []
        parts += [f"takes {taken}"] if taken else []
        parts += [f"names {self._called(self.ruleset.tells.get(m.action, Type.INT))(m.value)}"] if m.value else []
        return joined(parts) or "decides"

    def _builds(self, m: Way) -> str:
        """A build that is made, given another value, or added to."""
        put = [*m.cards, *m.taken.loose, *of_piles(m.taken, self._pile)]
        before = dict(m.taken.builds)
        if m.value in before:
            return f"adds {joined(put)} to the build of {m.value}"
        if before:
            changed = joined([f"the build of {value} ({' '.join(cards)})" for value, cards in m.taken.builds])
            rest = f" with {joined(put[len(m.cards) :])}" if len(put) > len(m.cards) else ""
            return f"puts {joined(m.cards)}{rest} on {changed}: now it is a build of {m.value}"
        if not m.cards:
            return f"puts {joined(put)} together: a build of {m.value}"
        plays = "turns up" if m.action in self.turned_up else "plays"
        return f"{plays} {joined(m.cards)} with {joined(put[len(m.cards) :])}: a build of {m.value}"

    def _taken(self, taken: WhatIsTaken) -> str:
        builds = [f"the build of {value} ({' '.join(cards)})" for value, cards in taken.builds]
        return joined([*taken.loose, *builds, *of_piles(taken, self._pile)])

    def _came_of_it(self, m: Moment) -> Iterator[str]:
        """Where cards went, the events with which cards, points or counts changed, and the points."""
        happened = [e for e in self.ruleset.events if e.name in m.events]
        for (_, there), cards in self._ways(m, own=True):
            yield sentence(f"{'it goes' if len(cards) == 1 else f'{joined(cards)} go'} to {self._place(*there)}")
        went = [
            f"{joined(cards)} {'goes' if len(cards) == 1 else 'go'} from {self._place(*here)} to {self._place(*there)}"
            for (here, there), cards in self._ways(m, own=False)
        ]
        if went:
            names = _named([e for e in happened if any("cards" in x.row.writes for x in every(e.effects))])
            yield sentence(f"{names}: {joined(went)}" if names else f"then {joined(went)}")
        if m.cleared:
            yield "The table is empty."
        if not (m.points or m.counted):
            return
        gained = [
            f"{points} point{'' if points == '1' else 's'} for {self._name('side', side + 1)}"
            if points[0] != "-"
            else f"{self._name('side', side + 1)} loses {points[1:]} point{'' if points == '-1' else 's'}"
            for side, points in m.points
        ]
        names = _named([e for e in happened if any(x.row.adds for x in every(e.effects))])
        if names or gained:
            yield sentence(": ".join(t for t in (names, joined(gained)) if t))

    def _ways(self, m: Moment, own: bool) -> Iterator[tuple[tuple[Place, Place], list[str]]]:
        """From where to where cards went, those that were played (``own``) or others, each way with its cards."""
        moved = sorted((one for one in m.moved if (one[0] in m.way.cards) == own), key=lambda one: one[1:])
        return ((way, [card for card, *_ in cards]) for way, cards in groupby(moved, lambda one: one[1:]))

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
