"""A match in sentences: each decision as one seat sees it, who is called by name, and what follows from it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from cassino_dsl.describe.english import joined, sentence, spoken, verb
from cassino_dsl.describe.remembered import one_of, several_of
from cassino_dsl.engine.game import Engine
from cassino_dsl.engine.knowledge import Knowledge
from cassino_dsl.engine.play import DONE, Play
from cassino_dsl.engine.sight import places_of, seen_of, shown_in
from cassino_dsl.engine.state import State
from cassino_dsl.ruleset.types import Type
from cassino_dsl.table.course import Decision, RoundEnd
from cassino_dsl.table.onlooker import CommonKnowledge
from cassino_dsl.table.view import Names

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
        self.sides = [self.names.side(s) for s in range(self.plan.sides)]

    def round_begins(self, state: State) -> list[LogLine]:
        """Who deals and who leads."""
        dealer = self.names.seat((state.leader - 1) % self.plan.seats)
        leads = verb(self.names.seat(state.leader), "leads")
        anew = ". The first deal was gathered, and dealt anew" if state.redeals else ""
        return [LogLine("round", f"Round {state.round}: {verb(dealer, 'deals')}, {leads}{anew}")]

    def moment(self, moment: Decision, me: int) -> list[LogLine]:
        """What a decision brought, up to the next one."""
        lines = [self.play(moment, me)]
        lines += [LogLine("happened", text) for text in self._followed(moment, me)]
        lines += self.rounds(moment.rounds)
        after = moment.after
        if after.match_over:
            lines.append(LogLine("end", self.ending(after)))
        elif moment.rounds:
            lines += self.round_begins(after)
        elif after.redeals > moment.before.redeals:
            lines.append(LogLine("happened", "All cards are gathered, and dealt anew."))
        return lines

    def rounds(self, rounds: Sequence[RoundEnd]) -> list[LogLine]:
        return [LogLine("scores", f"Round {one.number} is over.") for one in rounds]

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
        cards = joined(_named([text[c] if c in seen else None for c in sorted(play.cards)]))
        taken = joined(_named([text[c] if c in seen else None for c in play.taken()]))
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

    # ---- what follows

    def _followed(self, moment: Decision, me: int) -> Iterator[str]:
        """What a play brought beside what it says, as far as the seat sees it."""
        before, after = moment.before, moment.after
        end = moment.rounds[0].state if moment.rounds else after
        yield from self._counted(before, moment.played if moment.rounds else after, me)
        if moment.rounds:
            yield from self._left_over(moment.played, end, me)
        for seat in moment.passed[moment.play is DONE and moment.before.at == 0 :]:
            yield sentence(verb(self.names.seat(seat), "passes"))
        if end.deals > before.deals and not moment.rounds:
            stock = len(after.stock)
            left = f"; {stock} stay in the stock" if stock else ": the last"
            yield f"New cards are dealt{left}."

    def _counted(self, before: State, after: State, me: int) -> Iterator[str]:
        """Numbers of sides that are remembered, may be seen and grew: `A sweep for you: 2 now.`"""
        was, now = self.knowledge.of(before, me).memory, self.knowledge.of(after, me).memory
        for name, planned in self.plan.memory.items():
            if planned.memory.of != "side" or planned.memory.type is not Type.INT:
                continue
            for side in sorted(was[name] & now[name]):
                more = after.memory[name][side] - before.memory[name][side]
                if more > 0:
                    one = one_of(planned.memory) if more == 1 else ""
                    what = f"One more {one}" if one else f"{sentence(several_of(planned.memory))[:-1]} +{more}"
                    yield f"{what} for {self.sides[side]}: {after.memory[name][side]} now."

    def _left_over(self, played: State, end: State, me: int) -> Iterator[str]:
        """The cards that lay on the table at the end of a round, and who got them."""
        known = self.knowledge.of(played, me)
        text, seen = self.engine.evaluate.tables.text, seen_of(played, known)
        lay = [*played.loose, *(c for b in played.builds for c in b.cards)]
        for side, pile in enumerate(end.piles):
            got = [text[c] if c in seen else None for c in sorted(lay) if c in set(pile) - set(played.piles[side])]
            if got:
                yield sentence(f"{verb(self.sides[side], 'gets')} what is left on the table: {joined(_named(got))}")

    # ---- points

    def score_table(self, end: RoundEnd) -> ScoreTable:
        """The points of a round, award by award, and what they make."""
        shown = self.plan.ruleset.match.shown
        rows = [(spoken(name), tuple(map(shown, row))) for name, row in end.standing.awards.items() if any(row)]
        points = [sum(row[s] for row in end.standing.awards.values()) for s in range(self.plan.sides)]
        rows += [("points", tuple(map(shown, points))), ("score", tuple(map(shown, end.standing.scores)))]
        stuck = ": nobody could play" if end.stuck else ""
        return ScoreTable(f"Round {end.number} is over{stuck}", tuple(self.sides), tuple(rows))

    def ending(self, state: State) -> str:
        """Who wins the match, and why."""
        if state.winner is None:
            return sentence(f"nobody wins: {state.reason}")
        return sentence(f"{verb(self.sides[state.winner], 'wins')}: {state.reason}")


def _named(texts: Sequence[str | None]) -> list[str]:
    """Cards by their texts, and those that are not seen by their number."""
    hidden = sum(text is None for text in texts)
    unseen = [] if not hidden else ["a card unseen"] if hidden == 1 else [f"{hidden} cards unseen"]
    return [*(text for text in texts if text is not None), *unseen]


def match_summary(teller: Teller, rounds: Sequence[RoundEnd]) -> ScoreTable:
    """The points of a whole match, award by award."""
    shown, sums = teller.plan.ruleset.match.shown, dict[str, list[int]]()
    for one in rounds:
        for name, row in one.standing.awards.items():
            sums[name] = [a + b for a, b in zip(sums.get(name, [0] * len(row)), row, strict=True)]
    rows = [(spoken(name), tuple(map(shown, row))) for name, row in sums.items() if any(row)]
    if rounds:
        rows.append(("score", tuple(map(shown, rounds[-1].standing.scores))))
    number = len(rounds)
    return ScoreTable(f"The match: {number} round{'s' if number != 1 else ''}", tuple(teller.sides), tuple(rows))
