"""A match in sentences: each decision as one seat sees it, who is called by name, and what follows from it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from typing import Literal

from cassino_dsl.describe.english import joined, sentence, spoken, verb
from cassino_dsl.engine.game import Engine
from cassino_dsl.engine.knowledge import Knowledge
from cassino_dsl.engine.play import DONE, Play
from cassino_dsl.engine.sight import places_of, seen_of, shown_in
from cassino_dsl.engine.state import State
from cassino_dsl.table.course import Decision
from cassino_dsl.table.followed import Followed
from cassino_dsl.table.names import Names, cards_named
from cassino_dsl.table.onlooker import ONLOOKER, CommonKnowledge
from cassino_dsl.table.remembered import changes
from cassino_dsl.table.steps import Dealt, NextSeat, OfClause, Passed, PlayOver, RoundBegun, RoundEnd, Step

Kind = Literal["play", "happened", "round", "scores", "end"]


@dataclass(frozen=True, slots=True)
class LogLine:
    """A sentence of the log. ``who``: the seat (from 1) that played."""

    kind: Kind
    text: str
    who: int | None = None


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """The points of a round, award by award: ``rows`` of a name and the points of each side, the last two what the
    round brought and the scores that it made."""

    title: str
    sides: tuple[str, ...]
    rows: tuple[tuple[str, tuple[int | float, ...]], ...]


class Teller:
    """Tells one seat (from 0) what happens, or nobody's seat: who looks on."""

    def __init__(self, engine: Engine, me: int | None) -> None:
        self.engine, self.plan, self.me = engine, engine.plan, me
        self.names = Names(engine, me)
        self.knowledge = (CommonKnowledge if me is None else Knowledge)(engine.evaluate)
        self.followed = Followed(engine, self.names, self.knowledge, ONLOOKER - 1 if me is None else me)
        self.sides = [self.names.side(s) for s in range(self.plan.sides)]

    def begins(self, steps: Sequence[Step], first: State, me: int) -> list[LogLine]:
        """What came before the first decision of a match."""
        seen = seen_of(first, self.knowledge.of(first, me))
        return [*self._course(steps, seen, seen, [0] * self.plan.sides, []), *self._waits(None, first)]

    def moment(self, moment: Decision, me: int) -> list[LogLine]:
        """What a decision brought, up to the next one."""
        seen, then = self._seen(moment, me), seen_of(moment.after, self.knowledge.of(moment.after, me))
        seen |= set() if moment.rounds else then
        shown = moment.play is not DONE and moment.play.kind != "other"
        changed = [*self._changed(moment, me)]
        followed = self._course(moment.steps, seen, then, [*moment.before.scores], changed, shown)
        return [self.play(moment, me), *followed, *self._waits(moment.before, moment.after)]

    def _course(
        self,
        steps: Sequence[Step],
        seen: Set[int],
        then: Set[int],
        scores: list[int],
        changed: Sequence[str],
        shown: bool = False,
    ) -> Iterator[LogLine]:
        """What happened, in order. ``seen``: the cards that may be named, and ``then``, in the next round; ``changed``:
        what is remembered anew, which is told before the turn goes on; ``shown``: whether the play shows its cards."""
        of_clauses: list[OfClause] = []
        for step in (*steps, None):
            if isinstance(step, OfClause):
                of_clauses.append(step)
                continue
            told = self.followed.told(of_clauses, seen, scores, shown)
            yield from (LogLine("happened", text) for text in (*told, *changed))
            of_clauses, changed = [], ()
            if isinstance(step, RoundEnd):
                scores[:], seen = step.standing.scores, then
                yield LogLine("scores", f"Round {step.number} is over.")
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
            because = self.followed.because(step.clause)
            return sentence(f"{verb(who, 'plays')} {'again' if step.again else 'next'}{because}")
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

    # ---- plays

    def play(self, moment: Decision, me: int) -> LogLine:
        """What was played, in a sentence; a card that the seat did not see is a card."""
        seat, play = self.engine.decider(moment.before), moment.play
        who = self.names.seat(seat)
        if play is DONE:
            said = f"{verb(who, 'ends')} the turn" if moment.before.at else verb(who, "passes")
        else:
            said = self._did(who, play, self._seen(moment, me))
        return LogLine("play", sentence(said), seat + 1)

    def _seen(self, moment: Decision, me: int) -> set[int]:
        """The cards that the seat sees before the play, in it, or where it has left them."""
        before, after = self.knowledge.of(moment.before, me), self.knowledge.of(moment.played, me)
        now = seen_of(moment.played, after)
        return seen_of(moment.before, before) | now | shown_in(moment.play, places_of(moment.played), now)

    def _did(self, who: str, play: Play, seen: set[int]) -> str:
        text = self.engine.evaluate.tables.text
        cards = joined(cards_named([text[c] if c in seen else None for c in sorted(play.cards)], " unseen"))
        taken = joined(cards_named([text[c] if c in seen else None for c in play.taken()], " unseen"))
        if play.kind == "capture":
            with_card = f" with {cards}" if cards else ""
            return f"{verb(who, 'takes')} {taken or 'nothing'}{with_card}"
        if play.kind == "build":
            return f"{verb(who, 'builds')} {play.value} with {' and '.join(c for c in (cards, taken) if c)}"
        if play.kind == "trail":
            return f"{verb(who, 'lays')} {cards} on the table"
        number = f" {play.decision}" if play.decision else ""
        words = [f"with {cards}" if cards else "", f"for {taken}" if taken else ""]
        return " ".join(w for w in (f"{verb(who, 'chooses')} “{spoken(play.name)}{number}”", *words) if w)

    def _changed(self, moment: Decision, me: int) -> Iterator[str]:
        """The numbers for people that a decision has changed. What a new deal or the next turn has begun anew is told
        as the play left it."""
        before, end = moment.before, moment.rounds[0].state if moment.rounds else moment.after
        gone = {"turn"} if end.turns != before.turns else set()
        gone |= {"deal"} if any(isinstance(step, Dealt) for step in moment.steps) else set()
        was, played, now = (self.knowledge.of(state, me) for state in (before, moment.played, end))
        for name, planned in self.plan.memory.items():
            begun = planned.memory.resets in gone
            after = (played, moment.played) if begun else (now, end)
            yield from changes(self.engine, self.names, name, (was, before), after)

    # ---- points

    def score_table(self, end: RoundEnd) -> ScoreTable:
        """The points of a round, award by award, and what they make."""
        shown = self.plan.ruleset.match.shown
        rows = [
            (self.names.award(name), tuple(map(shown, row))) for name, row in end.standing.awards.items() if any(row)
        ]
        points = [sum(row[s] for row in end.standing.awards.values()) for s in range(self.plan.sides)]
        rows += [("points", tuple(map(shown, points))), ("score", tuple(map(shown, end.standing.scores)))]
        stuck = ": nobody could play" if end.stuck else ""
        return ScoreTable(f"Round {end.number} is over{stuck}", tuple(self.sides), tuple(rows))

    def ending(self, state: State) -> str:
        """Who wins the match, and why."""
        if state.winner is None:
            return sentence(f"nobody wins: {state.reason}")
        return sentence(f"{verb(self.sides[state.winner], 'wins')}: {state.reason}")


def match_summary(teller: Teller, rounds: Sequence[RoundEnd]) -> ScoreTable:
    """The points of a whole match, award by award."""
    shown, sums = teller.plan.ruleset.match.shown, dict[str, list[int]]()
    for one in rounds:
        for name, row in one.standing.awards.items():
            sums[name] = [a + b for a, b in zip(sums.get(name, [0] * len(row)), row, strict=True)]
    rows = [(teller.names.award(name), tuple(map(shown, row))) for name, row in sums.items() if any(row)]
    if rounds:
        rows.append(("score", tuple(map(shown, rounds[-1].standing.scores))))
    number = len(rounds)
    return ScoreTable(f"The match: {number} round{'s' if number != 1 else ''}", tuple(teller.sides), tuple(rows))
