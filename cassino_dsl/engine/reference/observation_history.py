"""What a seat has seen of a round: what it knows now, and where cards lie that it saw before.

Plays are seen by all: what is captured or built with was shown, and where it goes; but of what is decided in secret
nothing is concluded. Whatever moves unseen is forgotten,
with all that it may have been: so what a seat knows depends on what it saw, and never on the cards that it did not see.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass

from cassino_dsl.engine.reference.determinize import Place, deal_anew, exchange, rows
from cassino_dsl.engine.reference.game import Engine
from cassino_dsl.engine.reference.play import DONE, Play
from cassino_dsl.engine.reference.restless import part_of
from cassino_dsl.engine.reference.state import Build, State
from cassino_dsl.engine.reference.visibility import Knowledge, Known, Telling

BUILDS: Place = ("builds", 0)  # what lies in builds is seen by all


MOST_PASTS = 12  # plays of others that are remembered


@dataclass(frozen=True, slots=True)
class Past:
    """A decision of another seat, since when no card has moved unseen, and the play that was made."""

    state: State
    play: Play


@dataclass(frozen=True, slots=True)
class Sighting:
    """A position as a seat knows it. Hidden memory of ``state`` is as it starts, and these cards lie in pack order in
    the places that they have together: ``unknown`` ones anywhere, ``unplaced`` ones somewhere in their row. So they do
    in the states of the ``pasts``: where one lies there, it lies now."""

    state: State
    unknown: frozenset[int]
    unplaced: frozenset[int]
    pasts: tuple[Past, ...] = ()


class Sight:
    """One seat of a match: looks at its first state, and follows each play to the next decision. ``knowledge``: what
    says what it knows."""

    def __init__(self, engine: Engine, seat: int, state: State, knowledge: Knowledge | None = None) -> None:
        self.engine, self.seat = engine, seat
        self.knowledge = knowledge or Knowledge(engine.evaluate)
        self.pasts: list[tuple[Known, Past]] = []
        self._look(state)

    def _look(self, state: State) -> None:
        """See a position for the first time."""
        self.known: Known = self.knowledge.of(state, self.seat)
        self.here = places_of(state)
        self.seen = seen_of(state, self.known)
        self.where = {card: self.here[card] for card in self.seen}  # the row of each card that the seat can tell
        self.placed = set(self.seen)  # of these, which it can tell the place of

    def follow(self, before: State, play: Play, after: State) -> None:
        """See what comes of a play."""
        was, seen, where, placed, known = self.here, self.seen, self.where, self.placed, self.known
        self._look(after)
        if (before.round, before.redeals) != (after.round, after.redeals):
            self.pasts = []
            return
        restless = self.engine.evaluate.restless  # whether chance has moved anything there may be for nobody to see
        drawn = ("hands", "stock") if before.deals != after.deals else ()  # between these, cards were dealt unseen
        seen = seen | shown_in(play, self.here, self.seen)
        hidden = self.here.keys() - self.seen
        stirred = {was[card] for card in hidden - seen if self.here[card] != was[card]}
        for card in hidden:
            place = self.here[card]
            calm = not restless or part_of(place[0]) not in restless
            if place == was[card]:
                kept = card in where and place not in stirred
            else:
                kept = card in seen and calm and place[0] not in drawn
            if kept:
                self.where[card] = place
                if calm and (card in placed or place != was[card]):
                    self.placed.add(card)
        if stirred or drawn or restless:
            self.pasts = []
        elif self.engine.decider(before) != self.seat and self.knowledge.told(before, self.seat, play) is Telling.ALL:
            self.pasts = [*self.pasts, (known, Past(before, play))][-MOST_PASTS:]

    def position(self, state: State) -> Sighting:
        """The position looked at last, as the seat knows it."""
        unknown = frozenset(self.here.keys() - self.where.keys())
        unplaced = frozenset(self.where.keys() - self.placed)
        state = state.copy()
        instead = deal_anew(state, unknown, unplaced, lambda card: card)
        forget(self.engine, state, self.known)
        pasts = []
        for known, past in self.pasts:
            then = past.state.copy()
            exchange(then, instead)
            forget(self.engine, then, known)
            pasts.append(Past(then, past.play))
        return Sighting(state, unknown, unplaced, tuple(pasts))


def forget(engine: Engine, state: State, known: Known) -> None:
    """Take away the key of chance, and put in place of hidden memory what it starts with. Changes ``state``."""
    state.key, plan = None, engine.plan
    for name, owners in known.memory.items():
        start, value = engine.start_of(name, state), state.memory[name]
        if plan.memory[name].of == "match":
            state.memory[name] = value if owners else start
        else:
            state.memory[name] = [value[i] if i in owners else start[i] for i in range(len(value))]
    for build, names in zip(list(state.builds), known.builds, strict=True):
        hidden = set(plan.build_memory) - names
        if hidden:
            memory = build.memory | {name: engine.start_of(name, state) for name in hidden}
            state.replace(Build(build.value, build.groups, memory, build.born))


def shown_in(play: Play, places: Mapping[int, Place], seen: Set[int]) -> set[int]:
    """The cards that a play has shown: not those laid face down, nor what is handed over. ``places``, ``seen``: after
    it."""
    if play is DONE or play.kind == "other":
        return set()
    covered = {c for c in play.cards if places[c][0] == "table" and c not in seen}
    return {*play.cards, *play.taken()} - (covered if play.kind == "trail" else set())


def seen_since(
    cards: Set[int], knowledge: Knowledge, seat: int, before: State, play: Play | None, after: State
) -> frozenset[int]:
    """The cards that a seat has seen in the round, at decisions and in what plays showed, once ``play`` has led to the
    next decision; ``cards``: until then."""
    now = frozenset(seen_of(after, knowledge.of(after, seat)))
    if (before.round, before.redeals) != (after.round, after.redeals):
        return now
    return now | cards | (shown_in(play, places_of(after), now) if play else set())


def seen_in_play(knowledge: Knowledge, seat: int, before: State, play: Play, played: State) -> set[int]:
    """The cards that a seat sees before a play, in it, or where it has left them."""
    was, now = (seen_of(state, knowledge.of(state, seat)) for state in (before, played))
    return was | now | shown_in(play, places_of(played), now)


def places_of(state: State) -> dict[int, Place]:
    """Where each card lies."""
    found = {card: place for place, row in rows(state) for card in row}
    return found | {card: BUILDS for build in state.builds for card in build.cards}


def seen_of(state: State, known: Known) -> set[int]:
    """The cards that are seen now."""
    return {card for (key, owner), row in rows(state) for card in known.zones[key][owner] if card is not None} | {
        card for build in state.builds for card in build.cards
    }
