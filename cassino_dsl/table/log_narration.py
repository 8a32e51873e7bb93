"""A match in sentences: each decision as one seat sees it, who is called by name, and what follows from it.

Of what clauses of the file did after a play only the outcome is told, in an order of its own: points by their names,
which cards left which place as far as the seat sees them there. What a clause is called, how many came to pass and
which was first is told of none: it might give away the hidden cards that a clause asks for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from cassino_dsl.book.describe.english import joined, sentence, verb
from cassino_dsl.engine.reference.determinize import Place
from cassino_dsl.engine.reference.game import Engine
from cassino_dsl.engine.reference.observation_history import BUILDS, Sight, places_of, seen_in_play, seen_of
from cassino_dsl.engine.reference.play import DONE, Play
from cassino_dsl.engine.reference.state import State
from cassino_dsl.engine.reference.visibility import Telling
from cassino_dsl.table.counts import Count, Number
from cassino_dsl.table.course import (
    Dealt,
    Decision,
    Effected,
    EndedEarly,
    Moved,
    NextSeat,
    Passed,
    PlayOver,
    PointsGiven,
    Redealt,
    RoundBegun,
    RoundEnd,
    Step,
)
from cassino_dsl.table.memory_view import changes
from cassino_dsl.table.names import Names, did

UNNAMED = "bonus"  # the name of points that an effect gives without one
TABLE: Place = ("table", 0)
Kind = Literal["play", "happened", "round", "scores", "end"]


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """The points of a round, award by award: ``rows`` of a name and the points of each side, the last two what the
    round brought and the scores that it made. ``counted``: beside each row what was counted for it, as far as who looks
    knows it; nothing where nothing was."""

    title: str
    sides: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Number, ...]], ...]
    counted: tuple[tuple[Number, ...], ...] = ()

    @property
    def cells(self) -> list[tuple[str, list[str]]]:
        """Each row as it is read: `31 → 3` where something was counted; what is not known is `?`."""
        counted = self.counted or ((),) * len(self.rows)
        return [
            (name, [f"{_number(n)} → {_number(p)}" for n, p in zip(counts, row, strict=True)])
            if counts
            else (name, [*map(_number, row)])
            for (name, row), counts in zip(self.rows, counted, strict=True)
        ]


@dataclass(frozen=True, slots=True)
class Shown:
    """A play as it is seen: who plays (a seat from 1), and the cards that leave the hand and that are taken; None: one
    that is not seen."""

    who: int
    kind: str
    play: tuple[str | None, ...]
    take: tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class LogLine:
    """A sentence of the log. ``who``: the seat (from 1) that played; ``scores``: the points of a round that is over."""

    kind: Kind
    text: str
    who: int | None = None
    scores: ScoreTable | None = None


def _number(number: Number) -> str:
    return "?" if number is None else str(number)


class Teller:
    """Tells what happens to who has a sight of the table: a seat, or who looks on. ``ends``: what it could count at the
    end of a round, by its number."""

    def __init__(self, engine: Engine, sight: Sight, ends: Mapping[int, Sequence[Count]]) -> None:
        self.ends = ends
        self.engine, self.plan, self.me, self.knowledge = engine, engine.plan, sight.seat, sight.knowledge
        self.names = Names(engine, self.me)
        self.sides = [self.names.side(s) for s in range(self.plan.sides)]

    def begins(self, steps: Sequence[Step], first: State) -> list[LogLine]:
        """What came before the first decision of a match."""
        seen = self.sees(first)
        return [*self._course(steps, seen, seen, [0] * self.plan.sides, []), *self._waits(None, first)]

    def moment(self, moment: Decision) -> list[LogLine]:
        """What a decision brought, up to the next one."""
        seen, then = self.seen(moment), self.sees(moment.after)
        seen |= set() if moment.rounds else then
        followed = self._course(moment.steps, seen, then, [*moment.before.scores], [*self._changed(moment)])
        return [self._play(moment), *followed, *self._waits(moment.before, moment.after)]

    def sees(self, state: State) -> set[int]:
        """The cards that are seen in a state."""
        return seen_of(state, self.knowledge.of(state, self.me))

    def _course(
        self, steps: Sequence[Step], seen: Set[int], then: Set[int], scores: list[int], changed: Sequence[str]
    ) -> Iterator[LogLine]:
        """What happened, in order. ``seen``: the cards that may be named, and ``then``, in the next round; ``scores``:
        as they were before; ``changed``: what is remembered anew, which is told before the turn goes on."""
        effected: list[Effected] = []
        for step in (*steps, None):
            if isinstance(step, Effected):
                effected.append(step)
                continue
            for text in (*self._outcome(effected, seen, scores), *changed):
                yield LogLine("happened", text)
            effected, changed = [], ()
            if isinstance(step, RoundEnd):
                scores[:], seen = step.standing.scores, then
                yield LogLine("scores", f"Round {step.number} is over.", scores=self.scores(step))
            elif step is not None and not isinstance(step, PlayOver):
                yield LogLine("round" if isinstance(step, RoundBegun) else "happened", self._went_on(step))

    def _went_on(self, step: RoundBegun | Dealt | Passed | NextSeat) -> str:
        """How the course went on."""
        if isinstance(step, RoundBegun):
            dealer, leader = (self.names.seat(s % self.plan.seats) for s in (step.leader - 1, step.leader))
            return f"Round {step.number}: {verb(dealer, 'deals')}, {verb(leader, 'leads')}"
        if isinstance(step, Dealt):
            return f"New cards are dealt{f'; {step.left} stay in the stock' if step.left else ': the last'}."
        who = self.names.seat(step.seat)
        if isinstance(step, NextSeat):
            return sentence(f"{verb(who, 'plays')} {'again' if step.again else 'next'}")
        return sentence(f"{verb(who, 'passes')}: {'no card is left' if step.bare else 'no play is possible'}")

    def _waits(self, before: State | None, after: State) -> Iterator[LogLine]:
        """Who has to decide something beside the turn; or how the match has ended."""
        if after.match_over:
            yield LogLine("end", self.ending(after))
        elif after.asks:
            ask = after.asks[0]
            goes_on = ask.at and before is not None and before.asks and before.asks[0].seat == ask.seat
            if not goes_on:
                yield LogLine("happened", sentence(f"{verb(self.names.seat(ask.seat), 'has')} a decision to make"))

    # ---- what clauses did

    def _outcome(self, steps: Sequence[Effected], seen: Set[int], scores: list[int]) -> Iterator[str]:
        """What came of effects between two moments of the course. Where cards went that were then thrown in, nobody
        asks."""
        points: Counter[tuple[int, str, bool]] = Counter()
        moves: list[Moved] = []
        for step in steps:
            if isinstance(step, PointsGiven):
                unnamed = step.name == UNNAMED and step.name not in self.names.awards
                points[step.side, "" if unnamed else self.names.award(step.name), step.late] += step.points
            elif isinstance(step, Moved):
                moves.append(step)
            elif isinstance(step, Redealt):
                moves = []
        for (side, label, late), number in sorted(points.items()):
            if number:
                scores[side] += number
                yield self._points(side, label, number, None if late else scores[side])
        if moves:
            yield from self._moved(moves[0].before, moves[-1].after, seen)
        ended = [step.match for step in steps if isinstance(step, EndedEarly)]
        if ended:
            yield f"The {'match' if ended[0] else 'round'} ends here."
        if any(isinstance(step, Redealt) for step in steps):
            yield "All cards are gathered, and dealt anew."

    def _points(self, side: int, label: str, points: int, now: int | None) -> str:
        shown = self.plan.ruleset.match.shown
        number = shown(abs(points))
        many = f"{number} point{'' if number == 1 else 's'}{f' for “{label}”' if label else ''}"
        stands = "" if now is None else f": {shown(now)} now"
        return sentence(f"{verb(self.sides[side], 'gets' if points > 0 else 'loses')} {many}{stands}")

    def _moved(self, first: State, last: State, seen: Set[int]) -> Iterator[str]:
        """The cards that lie elsewhere now. One that the seat sees in both places went from here to there; of others it
        is told what left a place and what came to it, by name as far as they are seen, else how many more or fewer.
        What lay there before the first of them moved was seen, though nobody may have decided anything since."""
        was, now = _places(first, first.round_over), _places(last, first.round_over)
        before = self.sees(first)
        after = (seen | before) & self.sees(last)
        moved = [card for card in sorted(was) if was[card] != now[card]]
        known = before & after
        ways: dict[tuple[Place, Place], list[int | None]] = {}
        for card in moved:
            if card in known:
                ways.setdefault((was[card], now[card]), []).append(card)
        moved = [card for card in moved if card not in known]
        left: dict[Place, list[int | None]] = {}
        came: dict[Place, list[int | None]] = {}
        for place in sorted({*was.values(), *now.values()}):
            out, into = ([card for card in moved if where[card] == place] for where in (was, now))
            gone, come = [c for c in out if c in before], [c for c in into if c in after]
            more = (len(into) - len(come)) - (len(out) - len(gone))
            if gone or more < 0:
                left[place] = [*gone, *[None] * -more]
            if come or more > 0:
                came[place] = [*come, *[None] * more]
        if len(left) == len(came) == 1 and left.keys() != came.keys():
            ((here, one), (there, other)) = (*left.items(), *came.items())
            named = sorted(card for card in (*one, *other) if card is not None)
            ways.setdefault((here, there), []).extend([*named, *[None] * (len(one) - len(named))])
            left, came = {}, {}
        for (here, there), cards in ways.items():
            if first.round_over and here == TABLE and there[0] == "piles":
                gets = verb(self.names.side(there[1]), "gets")
                yield sentence(f"{gets} what is left on the table: {joined(self._cards(cards))}")
            else:
                places = f"from {self.names.place(here)} to {self.names.place(there)}"
                yield sentence(f"{joined(self._cards(cards))} {'goes' if len(cards) == 1 else 'go'} {places}")
        for found, does, do in ((left, "leaves", "leave"), (came, "comes to", "come to")):
            for place, those in found.items():
                moves = does if len(those) == 1 else do
                yield sentence(f"{joined(self._cards(those))} {moves} {self.names.place(place)}")

    def _cards(self, cards: Sequence[int | None], unseen: str = "") -> list[str]:
        """Cards by their texts, and those that may not be named by their number; ``unseen``: what is said of these."""
        text = self.engine.evaluate.tables.text
        named = [card for card in cards if card is not None]
        hidden = len(cards) - len(named)
        number = [] if not hidden else [f"a card{unseen}"] if hidden == 1 else [f"{hidden} cards{unseen}"]
        return [*(text[card] for card in named), *number]

    # ---- plays

    def _play(self, moment: Decision) -> LogLine:
        """What was played, in a sentence; a card that the seat did not see is a card."""
        seat, play = self.engine.decider(moment.before), moment.play
        who = self.names.seat(seat)
        if play is DONE:
            said = f"{verb(who, 'ends')} the turn" if moment.before.at else verb(who, "passes")
        else:
            said = self._did(who, play, self.seen(moment), self.knowledge.told(moment.before, self.me, play))
        return LogLine("play", sentence(said), seat + 1)

    def seen(self, moment: Decision) -> set[int]:
        """The cards that the seat sees before the play, in it, or where it has left them."""
        return seen_in_play(self.knowledge, self.me, moment.before, moment.play, moment.played)

    def shows(self, moment: Decision) -> Shown:
        """The cards of a play, as far as they are seen."""
        play, seen, text = moment.play, self.seen(moment), self.engine.evaluate.tables.text
        played, taken = ([], []) if play is DONE else (sorted(play.cards), play.taken())
        cards = (tuple(text[c] if c in seen else None for c in those) for those in (played, taken))
        return Shown(self.engine.decider(moment.before) + 1, play.kind, *cards)

    def _did(self, who: str, play: Play, seen: set[int], told: Telling) -> str:
        cards, taken = (
            joined(self._cards([c if c in seen else None for c in those], " unseen"))
            for those in (sorted(play.cards), play.taken())
        )
        return did(lambda word: verb(who, word), play, cards, taken, self.names.chosen(play, told))

    def _changed(self, moment: Decision) -> Iterator[str]:
        """The numbers for people that a decision has changed. What a new deal or the next turn has begun anew is told
        as the play left it."""
        before, end = moment.before, moment.rounds[0].state if moment.rounds else moment.after
        gone = {"turn"} if end.turns != before.turns else set()
        gone |= {"deal"} if any(isinstance(step, Dealt) for step in moment.steps) else set()
        was, played, now = (self.knowledge.of(state, self.me) for state in (before, moment.played, end))
        for name, declared in self.plan.memory.items():
            begun = declared.resets in gone
            after = (played, moment.played) if begun else (now, end)
            yield from changes(self.engine, self.names, name, (was, before), after)

    # ---- points

    def scores(self, end: RoundEnd) -> ScoreTable:
        """The points of a round, award by award, and what they make."""
        points = [sum(row[s] for row in end.standing.awards.values()) for s in range(self.plan.sides)]
        stuck = ": nobody could play" if end.stuck else ""
        made = (("points", points), ("score", end.standing.scores))
        counted = {c.name: c.numbers for c in self.ends.get(end.number, ()) if c.what in ("most", "cards")}
        return self._points_table(f"Round {end.number} is over{stuck}", end.standing.awards, *made, counted=counted)

    def summary(self, rounds: Sequence[RoundEnd]) -> ScoreTable:
        """The points of a whole match, award by award."""
        sums = dict[str, list[int]]()
        for one in rounds:
            for name, row in one.standing.awards.items():
                sums[name] = [a + b for a, b in zip(sums.get(name, [0] * len(row)), row, strict=True)]
        title = f"The match: {len(rounds)} round{'s' if len(rounds) != 1 else ''}"
        return self._points_table(title, sums, *(("score", one.standing.scores) for one in rounds[-1:]))

    def _points_table(
        self,
        title: str,
        awards: Mapping[str, Sequence[int]],
        *made: tuple[str, Sequence[int]],
        counted: Mapping[str, tuple[Number, ...]] = MappingProxyType({}),
    ) -> ScoreTable:
        """A row for each award that gave somebody points, or for which something was counted, and then what they
        made."""
        shown, given = self.plan.ruleset.match.shown, {name: row for name, row in awards.items() if any(row)}
        even = {name: [0] * self.plan.sides for name, row in counted.items() if any(row) and name not in given}
        told = given | even
        rows = [*((self.names.award(name), row) for name, row in told.items()), *made]
        return ScoreTable(
            title,
            tuple(self.sides),
            tuple((name, tuple(map(shown, row))) for name, row in rows),
            (*(counted.get(name, ()) for name in told), *((),) * len(made)),
        )

    def ending(self, state: State) -> str:
        """Who wins the match, and why."""
        if state.winner is None:
            return sentence(f"nobody wins: {state.reason}")
        return sentence(f"{verb(self.sides[state.winner], 'wins')}: {state.reason}")


def _places(state: State, over: bool) -> dict[int, Place]:
    """Where each card lies; once the round is ``over``, what lies in builds lies on the table."""
    return {card: TABLE if over and place == BUILDS else place for card, place in places_of(state).items()}
