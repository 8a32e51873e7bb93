"""Points: what the awards give for a position, and what is already sure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from cassino_dsl.engine.frame import Frame
from cassino_dsl.engine.meaning import Compile
from cassino_dsl.engine.state import State
from cassino_dsl.plan.plan import PlannedAward


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

    def award(self, award: PlannedAward, state: State) -> list[int]:
        """The points of one award for every side."""
        state = self.seen(state)
        sides = range(self.plan.sides)
        points = [self.evaluate(award.points)(Frame(state, -1, s)) for s in sides]
        if award.most is not None:
            return self._most(award, state, points)
        if award.faces is not None:
            copies = self.evaluate.tables.copies
            faces = award.faces
            row = state.points.get(award.name) if self.plan.ruleset.match.at_once else None
            given = row or [0] * self.plan.sides
            counted = [sum(1 for c in self.captured(state, s) if c // copies in faces) for s in sides]
            return [points[s] * counted[s] - given[s] for s in sides]
        if award.condition is not None:
            holds = self.evaluate(award.condition)
            return [points[s] if holds(Frame(state, -1, s)) else 0 for s in sides]
        return points

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

    def _most(self, award: PlannedAward, state: State, points: list[int]) -> list[int]:
        assert award.most is not None
        most = self.evaluate(award.most)
        holds = self.evaluate(award.condition) if award.condition is not None else None
        competing = [s for s in range(self.plan.sides) if holds is None or holds(Frame(state, -1, s))]
        numbers = {s: most(Frame(state, -1, s)) for s in competing}
        tied = [s for s in competing if numbers[s] == max(numbers.values())]
        won = [0] * self.plan.sides
        if len(tied) == 1:
            won[tied[0]] = points[tied[0]]
            return won
        kind = award.award.tie
        if kind == "split":
            for s in tied:
                share, rest = divmod(points[s], len(tied))
                won[s] = share + (1 if rest and award.award.rounding == "up" else 0)
        elif kind == "each" and award.tie_points is not None:
            for s in tied:
                won[s] = self.evaluate(award.tie_points)(Frame(state, -1, s))
        elif kind == "by" and award.tie_points is not None:
            by = self.evaluate(award.tie_points)
            deciding = {s: by(Frame(state, -1, s)) for s in tied}
            top = [s for s in tied if deciding[s] == max(deciding.values())]
            if len(top) == 1:
                won[top[0]] = points[top[0]]
        return won

    def score(self, state: State, scored: Callable[[], None]) -> Standing:
        """Score a finished round and say whether the match is over. What that changes stays in the state.

        ``scored`` is called once all awards are added: the event `round scored`, which may still award, remember or
        win. Where a race has been won nothing follows: the match was over with that award.
        """
        target = self.target(state)
        for award in self.plan.awards:
            self.add(state, award)
            if self.race and target is not None and state.winner is None:
                self._look(state, award, target)
        if not state.reason:  # a race has a reason, what was won in play has none yet
            scored()
        if state.winner is not None:
            return self._standing(state, state.winner, True, state.reason or "won in play", target)
        reason = self._end(state, target)
        if reason is None:
            return self._standing(state, None, False, "", target)
        return self._decide(state, reason, target)

    def add(self, state: State, award: PlannedAward) -> None:
        """Add one award to the points and scores of a state: later awards may ask for earlier ones."""
        won = self.award(award, state)
        row = state.points.setdefault(award.name, [0] * self.plan.sides)
        for side, points in enumerate(won):
            row[side] += points
            state.scores[side] += points

    def _look(self, state: State, award: PlannedAward, target: int) -> None:
        """After an award of a race: the first side to reach the target wins; of two in one award, the higher total."""
        best = max(state.scores)
        leaders = [s for s, points in enumerate(state.scores) if points == best]
        if best >= target and len(leaders) == 1:
            state.winner, state.reason = leaders[0], f"first to {self._shown(target)} points, on {award.name}"

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

    def _decide(self, state: State, reason: str, target: int | None) -> Standing:
        match = self.plan.ruleset.match
        numbers = self.compared(state)
        best = max(numbers) if match.winner == "highest" else min(numbers)
        leaders = [s for s, number in enumerate(numbers) if number == best]
        if len(leaders) == 1:
            return self._standing(state, leaders[0], True, reason, target)
        if match.tie == "draw":
            return self._standing(state, None, True, f"{reason}, and a tie", target)
        if match.tie == "playoff" and self.plan.playoff is not None:
            state.scores, state.target = [0] * self.plan.sides, self.plan.playoff
            target = state.target
        return self._standing(state, None, False, f"{reason}, but a tie", target)

    def target(self, state: State) -> int | None:
        """The points that end the match: in a playoff its own."""
        return self.plan.target if state.target is None else state.target

    def compared(self, state: State) -> list[int]:
        """The number of each side that decides a match: its score, unless the match compares something else."""
        if self.plan.compare is None:
            return state.scores
        compare = self.evaluate(self.plan.compare)
        return [compare(Frame(state, -1, s)) for s in range(self.plan.sides)]

    def _standing(self, state: State, winner: int | None, over: bool, reason: str, target: int | None) -> Standing:
        awards = {a.name: state.points.get(a.name, [0] * self.plan.sides).copy() for a in self.plan.awards}
        # what is awarded in play follows by name, where it comes to anything
        awards |= {k: state.points[k].copy() for k in sorted(state.points.keys() - awards) if any(state.points[k])}
        return Standing(awards, state.scores.copy(), winner, over, reason, target)


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
