"""The last decision as something to be looked at: what was played, and where the cards lay when a round ended.

Faces that move cards go from the view that they show to the next one; what lay between the two is lost to them where a
round ends. As in the log, nothing is told of the moments between: only how cards lay once the play was over and once
all was counted, and of these those that the log may name.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import dataclass

from cassino_dsl.book.describe.english import sentence, verb
from cassino_dsl.book.describe.table import one_of
from cassino_dsl.engine.reference.play import DONE
from cassino_dsl.engine.reference.state import State
from cassino_dsl.table.counts import Number, grown
from cassino_dsl.table.course import Decision, PlayOver, PointsGiven, RoundBegun, RoundEnd
from cassino_dsl.table.log_narration import ScoreTable, Shown, Teller
from cassino_dsl.table.names import did
from cassino_dsl.table.table import GameTable
from cassino_dsl.table.view import BuildSeen, Cards, builds_of

MANY = 2  # cards that a caption names; of more it says how many
COUNTED = ("most", "cards", "kept")  # beside points, which the scores tell


@dataclass(frozen=True, slots=True)
class Lying:
    """Where cards lie, as a seat sees them there."""

    hands: tuple[Cards, ...]
    piles: tuple[Cards, ...]
    table: Cards
    builds: tuple[BuildSeen, ...]
    stock: Cards


@dataclass(frozen=True, slots=True)
class EndSeen:
    """The end of a round: the cards after the last play, and after what its end brought; its points, and what was
    counted for them, by award, for each side."""

    played: Lying
    counted: Lying
    scores: ScoreTable
    counts: dict[str, tuple[Number, ...]]


@dataclass(frozen=True, slots=True)
class Happened:
    """A play in a ``caption`` of some words. ``cards`` left the hand of the ``seat``, None one that is not seen;
    ``take``: what they took, or went into a build with; ``cleared``: what is made by leaving nothing on the table, as
    people call it, where that was worth something."""

    caption: str
    seat: int
    kind: str
    cards: Cards
    take: tuple[str, ...]
    cleared: str
    ends: tuple[EndSeen, ...]


def happened(table: GameTable, seat: int) -> Happened | None:
    """The last decision, as a seat (from 1) saw it, or who looks on; None before the first."""
    if not table.moments:
        return None
    moment, teller = table.moments[-1], table.teller(seat)
    shown = teller.shows(moment)
    return Happened(
        sentence(_caption(moment, teller, shown)).rstrip("."),
        shown.who,
        shown.kind,
        shown.play,
        tuple(card for card in shown.take if card is not None),
        next(_cleared(table, seat, moment), ""),
        tuple(_ends(table, seat, moment)),
    )


def _caption(moment: Decision, teller: Teller, shown: Shown) -> str:
    who = teller.names.seat(shown.who - 1)
    if moment.play is DONE:
        return verb(who, "passes")
    told = teller.knowledge.told(moment.before, teller.me, moment.play)
    chosen = teller.names.chosen(moment.play, told)
    return did(lambda word: verb(who, word), moment.play, _few(shown.play), _few(shown.take), chosen, where="")


def _few(cards: Cards) -> str:
    """Cards by their names, where they are few and all are seen; else how many they are."""
    named = [card for card in cards if card is not None]
    if len(named) == len(cards) <= MANY:
        return " ".join(named)
    return "a card" if len(cards) == 1 else f"{len(cards)} cards"


def _cleared(table: GameTable, seat: int, moment: Decision) -> Iterator[str]:
    """What leaving nothing on the table was worth: a number that people count went up, or points came."""
    play, engine = moment.play, table.engine
    if play is DONE or play.kind != "capture" or moment.played.loose or moment.played.builds:
        return
    side = engine.plan.side_of[engine.decider(moment.before)]
    known = table.teller(seat).knowledge.of(moment.played, seat - 1)
    for memory, _ in grown(engine.plan, side, moment.before, moment.played):
        if side in known.memory.get(memory.name, ()):
            yield one_of(memory)
    for step in moment.steps:
        if isinstance(step, PointsGiven) and step.side == side and step.points > 0 and not step.late:
            yield table.teller(seat).names.award(step.name)


def turned(table: GameTable, seat: int) -> list[list[str]]:
    """For each side the cards with which it cleared the table in this round: people leave them turned on the pile."""
    found: list[list[str]] = [[] for _ in range(table.plan.sides)]
    for moment in table.moments:
        if not moment.rounds and any(_cleared(table, seat, moment)) and moment.play is not DONE and moment.play.cards:
            side = table.plan.side_of[table.engine.decider(moment.before)]
            found[side].append(table.engine.evaluate.tables.text[moment.play.cards[0]])
    return found


def _ends(table: GameTable, seat: int, moment: Decision) -> Iterator[EndSeen]:
    teller = table.teller(seat)
    seen: Set[int] = teller.seen(moment)
    over: State | None = None
    for step in moment.steps:
        if isinstance(step, PlayOver):
            over = step.state
        elif isinstance(step, RoundBegun):
            seen = set()  # nothing is played in a round that begins and ends within a decision
        elif isinstance(step, RoundEnd) and over is not None:
            played, counted = (_lying(table, seat, state, seen) for state in (over, step.state))
            counts = {c.called: c.numbers for c in table.counted(seat, step) if c.what in COUNTED}
            yield EndSeen(played, counted, teller.scores(step), counts)


def _lying(table: GameTable, seat: int, state: State, seen: Set[int]) -> Lying:
    """What of these cards the seat sees where it lies; the others are cards."""
    teller, text = table.teller(seat), table.engine.evaluate.tables.text
    known = teller.knowledge.of(state, seat - 1)

    def cards(row: tuple[int | None, ...]) -> Cards:
        return tuple(text[c] if c is not None and c in seen else None for c in row)

    return Lying(
        tuple(map(cards, known.zones["hands"])),
        tuple(map(cards, known.zones["piles"])),
        cards(known.zones["table"][0]),
        builds_of(table.engine, teller.names, state, known),
        cards(known.zones["stock"][0][::-1]),
    )
