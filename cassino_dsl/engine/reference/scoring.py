"""Points: what the awards give for a position, and what is already sure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from cassino_dsl.engine.reference.meaning import Compile
from cassino_dsl.engine.reference.numbers import within
from cassino_dsl.engine.reference.play import Frame
from cassino_dsl.engine.reference.state import State
from cassino_dsl.language.ruleset.expr import Expr
from cassino_dsl.language.ruleset.model import Award


@dataclass(frozen=True, slots=True)
class Standing:
    """A scored round, as it was then: play goes on with lists of its own. ``awards``: points by award and side (what
    was awarded in play included); ``scores``: the new standing; ``winner`` a side or None; ``over``: whether the match
    is over; ``target``: of the rounds that follow."""

    awards: dict[str, list[int]]
    scores: list[int]
    winner: int | None
    over: bool
    reason: str
    target: int | None


class Scorer:
    """Scores rounds for one plan."""

    def __init__(self, evaluate: Compile) -> None:
        self.evaluate = evaluate
        self.plan = evaluate.plan
        self.race = evaluate.plan.ruleset.match.counting == "race"

    def award(self, award: Award, state: State) -> list[int]:
        """The points of one award for every side."""
        state = self.seen(state)
        if award.most is not None:
            return self._most(award, award.most, state)
        if award.each is not None:
            copies, none = self.evaluate.tables.copies, [0] * self.plan.sides
            given = state.points.get(award.name, none) if self.plan.ruleset.match.at_once else none
            counted = [sum(c // copies in award.each for c in self.captured(state, s)) for s in range(self.plan.sides)]
            each = self.of_sides(award.points, state)
            return [points * n - before for points, n, before in zip(each, counted, given, strict=True)]
        return self.of_sides(award.points, state)

    def _of(self, side: int, expr: Expr, state: State) -> Any:
        return self.evaluate(expr)(Frame(state, -1, side))

    def of_sides(self, expr: Expr, state: State) -> list[Any]:
        """The value of an expression for every side."""
        value = self.evaluate(expr)
        return [value(Frame(state, -1, s)) for s in range(self.plan.sides)]

    def captured(self, state: State, side: int) -> list[int]:
        """The cards of a side's pile, and of its zones of captured cards."""
        cards = [*state.piles[side]]
        for zone in self.plan.ruleset.zones:
            if zone.captured:
                owners = self.plan.side_of if zone.of == "seat" else range(self.plan.sides)
                rows = zip(owners, state.zones[zone.name], strict=True)
                cards += [c for whose, row in rows if whose == side for c in row]
        return cards

    def seen(self, state: State) -> State:
        """The state as awards see it. Where all are added before anybody looks at the totals, the score is the one
        before the round, so that it does not depend on when points were given; in a race it is as it stands."""
        if self.race:
            return state
        rows = state.points.values()
        before = [score - sum(row[side] for row in rows) for side, score in enumerate(state.scores)]
        seen = state.shared()
        seen.scores = before
        return seen

    def _most(self, award: Award, most: Expr, state: State) -> list[int]:
        holds = self.of_sides(award.condition, state) if award.condition is not None else [True] * self.plan.sides
        numbers = {s: number for s, number in enumerate(self.of_sides(most, state)) if holds[s]}
        tied = [s for s, number in numbers.items() if number == max(numbers.values())]
        won = [0] * self.plan.sides
        if len(tied) == 1:
            won[tied[0]] = self._of(tied[0], award.points, state)
            return won
        kind = award.tie
        if kind == "split":
            for s in tied:
                share, rest = divmod(self._of(s, award.points, state), len(tied))
                won[s] = share + (1 if rest and award.rounding == "up" else 0)
        elif kind in ("each", "by") and award.tie_points is not None:
            said = self.of_sides(award.tie_points, state)
            if kind == "each":
                return [said[s] if s in tied else 0 for s in range(self.plan.sides)]
            top = [s for s in tied if said[s] == max(said[t] for t in tied)]
            if len(top) == 1:
                won[top[0]] = self._of(top[0], award.points, state)
        return won

    def score(self, state: State, scored: Callable[[], None]) -> Standing:
        """Score a finished round and say whether the match is over. What that changes stays in the state.

        ``scored`` is called once all awards are added: the event `round scored`, which may still award, remember or
        win. Where a race has been won nothing follows: the match was over with that award.
        """
        target = self.target(state)
        for award in self.plan.awards:
            self.add(state, award)
            for points in (*state.points[award.name], *state.scores):
                within(points, award.name)
            if self.race and target is not None and state.winner is None:
                self._look(state, award, target)
        if not state.reason:  # a race has a reason, what was won in play has none yet
            scored()
        winner, over, reason = self._outcome(state, target)
        awards = {a.name: state.points.get(a.name, [0] * self.plan.sides).copy() for a in self.plan.awards}
        # what is awarded in play follows by name, where it comes to anything
        awards |= {k: state.points[k].copy() for k in sorted(state.points.keys() - awards) if any(state.points[k])}
        return Standing(awards, state.scores.copy(), winner, over, reason, self.target(state))

    def add(self, state: State, award: Award) -> None:
        """Add one award to the points and scores of a state: later awards may ask for earlier ones."""
        won = self.award(award, state)
        row = state.points.setdefault(award.name, [0] * self.plan.sides)
        for side, points in enumerate(won):
            row[side] += points
            state.scores[side] += points

    def _look(self, state: State, award: Award, target: int) -> None:
        """After an award of a race: the first side to reach the target wins; of two in one award, the higher total."""
        best = max(state.scores)
        leaders = [s for s, points in enumerate(state.scores) if points == best]
        if best >= target and len(leaders) == 1:
            state.winner, state.reason = leaders[0], f"first to {self._shown(target)} points, on {award.name}"

    def _outcome(self, state: State, target: int | None) -> tuple[int | None, bool, str]:
        """The winner of the match, whether it is over, and why. After a tie a playoff may begin."""
        if state.winner is not None:
            return state.winner, True, state.reason or "won in play"
        reason = self._end(state, target)
        if reason is None:
            return None, False, ""
        match, numbers = self.plan.ruleset.match, self.compared(state)
        best = max(numbers) if match.winner == "highest" else min(numbers)
        leaders = [s for s, number in enumerate(numbers) if number == best]
        if len(leaders) == 1:
            return leaders[0], True, reason
        if match.tie == "draw":
            return None, True, f"{reason}, and a tie"
        if match.tie == "playoff" and self.plan.playoff is not None:
            state.scores, state.target = [0] * self.plan.sides, self.plan.playoff
        return None, False, f"{reason}, but a tie"

    def _end(self, state: State, target: int | None) -> str | None:
        """Why the match is over, or None."""
        if state.ending:
            return "the match was ended in play"
        if target is not None and max(state.scores) >= target:
            return f"{self._shown(target)} points or more"
        if state.target is not None:
            return None  # a playoff goes on to its own target
        if self.plan.rounds is not None and state.round >= self.plan.rounds:
            return f"{self.plan.rounds} round{'s' if self.plan.rounds != 1 else ''} played"
        if self.plan.over is not None and self.evaluate(self.plan.over)(Frame(state)):
            return "the match is over"
        return None

    def _shown(self, points: int) -> int | float:
        return self.plan.ruleset.match.shown(points)

    def target(self, state: State) -> int | None:
        """The points that end the match: in a playoff its own."""
        return self.plan.target if state.target is None else state.target

    def compared(self, state: State) -> list[int]:
        """The number of each side that decides a match: its score, unless the match compares something else."""
        return state.scores if self.plan.compare is None else self.of_sides(self.plan.compare, state)


def counted(scorer: Scorer, state: State) -> State:
    """The state if the awards of the round were given as it stands."""
    state = state.copy()
    for award in scorer.plan.awards:
        scorer.add(state, award)
    return state


def round_points(scorer: Scorer, state: State) -> list[int]:
    """The points of each side if the round were scored as it stands, with what was awarded in play."""
    rows = counted(scorer, state).points.values()
    return [sum(row[s] for row in rows) for s in range(scorer.plan.sides)]


def secured(scorer: Scorer, state: State, side: int) -> int:
    """The points that the cards in a side's pile have made sure of: each card's own points, and majorities
    of which more than half of the pack is already there (rules.md E 9)."""
    plan, seen = scorer.plan, scorer.seen(state)
    pack = list(range(plan.ruleset.pack.size))
    owned = {z.name: [pack] * plan.zones[z.name] for z in plan.ruleset.zones if z.of != "match"}
    everything = replace(seen, piles=[pack] * plan.sides, zones=seen.zones | owned)
    total = 0
    for award in plan.awards:
        if award.most is None:
            total += scorer.award(award, state)[side]
            continue
        most = scorer.evaluate(award.most)
        mine, all_there_is = most(Frame(seen, -1, side)), most(Frame(everything, -1, side))
        holds = award.condition is None or scorer.evaluate(award.condition)(Frame(seen, -1, side))
        if holds and 2 * mine > all_there_is:
            total += scorer.evaluate(award.points)(Frame(seen, -1, side))
    return total
