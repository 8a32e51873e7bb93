"""Counts one unit as it is played, into a row and the histograms of the layout."""

from __future__ import annotations

from collections.abc import Sequence

from cassino_dsl.analysis.units.runner import Unit
from cassino_dsl.engine.layout import POINTS_ZERO, Layout
from cassino_dsl.engine.reference.scoring import Standing
from cassino_dsl.engine.reference.state import State
from cassino_dsl.language.plan.plan import Plan


class UnitCounter:
    """Told of every decision and round of one unit; ``histograms`` go on from unit to unit.
    ``sitting``: the number of the player of each seat, as the columns by player count them."""

    def __init__(
        self, plan: Plan, layout: Layout, unit: Unit, histograms: list[list[int]], sitting: Sequence[int]
    ) -> None:
        self.plan, self.layout, self.unit, self.sitting = plan, layout, unit, sitting
        self.bins = {name: bins for (name, _), bins in zip(layout.histograms, histograms, strict=True)}
        self.row = [0] * layout.width
        self.lowest = plan.ruleset.match.winner == "lowest"
        self.plays_before = 0
        self.outcome: tuple[Sequence[int], int | None] | None = None  # what each side has in the end, and who has won
        self.majorities = [a for a, award in enumerate(plan.awards) if award.most is not None]

    def add(self, block: str, number: int = 1, index: int = 0) -> None:
        self.row[self.layout.offsets[block] + index] += number

    def count(self, histogram: str, value: int) -> None:
        bins = self.bins[histogram]
        bins[min(max(value, 0), len(bins) - 1)] += 1

    def decision(self, legal: int, action: int) -> None:
        """A seat had ``legal`` plays and chose one by this action (-1: it ended its turn)."""
        self.add("plays")
        self.add("legal", legal)
        self.add("forced", legal == 1)
        self.add("actions", 1, action if action >= 0 else len(self.layout.actions) - 1)
        self.count("legal", legal)

    def round(self, state: State, standing: Standing, stuck: bool) -> None:
        """A round has been scored; ``state`` is as it was at its end."""
        sides, first = self.plan.sides, self.plan.side_of[state.leader]
        points = [sum(row[s] for row in standing.awards.values()) for s in range(sides)]
        plays = self.row[self.layout.offsets["plays"]]
        self.count("plays", plays - self.plays_before)
        self.plays_before = plays
        self.add("rounds")
        self.add("stuck", stuck)
        for s, p in enumerate(points):
            self.add("points", p, s)
            self.add("place_points", p, (s - first) % sides)
            self.count(f"points {s + 1}", p + POINTS_ZERO)
            self.count(f"place_points {(s - first) % sides + 1}", p + POINTS_ZERO)
        for player in range(self.plan.seats):
            p = sum(points[side] for who, side in zip(self.sitting, self.plan.side_of, strict=True) if who == player)
            self.add("player_points", p, player)
            self.count(f"player_points {player + 1}", p + POINTS_ZERO)
        # who wins the match with its first round has won that, too
        winner = standing.winner if state.round == 1 and standing.over else None
        winner = leader(points, self.lowest) if winner is None else winner
        self.add("tied_rounds", winner is None)
        if winner is not None:
            self.add("place_wins", 1, (winner - first) % sides)
        self._awards(standing, first)
        self._memory(state, "round")
        if self.unit == "round":
            self._end(state, points, winner)
        elif standing.over:
            self._end(state, standing.scores, standing.winner)

    def _awards(self, standing: Standing, first: int) -> None:
        sides = self.plan.sides
        for a, name in enumerate(self.layout.awards):
            for s, p in enumerate(standing.awards.get(name, ())):
                place = (s - first) % sides
                self.add("award_points", p, a * sides + s)
                self.add("award_total", p, a)
                self.add("award_place_points", p, a * sides + place)
                self.add("award_given", p != 0, a * sides + s)
                self.add("award_place_given", p != 0, a * sides + place)
            self.count(f"award_total {a + 1}", sum(standing.awards.get(name, ())) + POINTS_ZERO)
        for a in self.majorities:
            self.add("award_void", not any(standing.awards[self.layout.awards[a]]), a)

    def _memory(self, state: State, resets: str) -> None:
        at = 0
        for name, owners in self.layout.memories:
            declared = self.plan.memory[name]
            if declared.resets == resets:
                value = state.memory[name]
                for i, one in enumerate(value if declared.of != "match" else (value,)):
                    self.add("memory", len(one) if isinstance(one, list | tuple) else int(one or 0), at + i)
            at += owners

    def _end(self, state: State, scores: list[int], winner: int | None) -> None:
        self._memory(state, "match")
        self.outcome = scores, winner
        won = None if winner is None else scores[winner]
        before = (
            [] if won is None else [p - won if self.lowest else won - p for s, p in enumerate(scores) if s != winner]
        )
        margin = max(0, min(before, default=0))
        self.add("margin", margin)
        self.count("margin", margin)
        self.count("rounds", self.row[self.layout.offsets["rounds"]])
        if winner is None:
            self.add("ties")
            return
        self.add("wins", 1, winner)
        for player in {player for seat, player in enumerate(self.sitting) if self.plan.side_of[seat] == winner}:
            self.add("player_wins", 1, player)
        self._decided(winner)

    def _decided(self, winner: int) -> None:
        sides = self.plan.sides
        points = self.row[self.layout.offsets["points"] :][:sides]
        if leader(points, self.lowest) != winner:
            return
        for a in range(len(self.layout.awards)):
            of_award = self.row[self.layout.award_column("award_points", a, 0) :][:sides]
            self.add("award_decided", decides(of_award, points, winner, self.lowest), a)


def leader(points: Sequence[int], lowest: bool = False) -> int | None:
    """The side that is ahead of all others, if one is."""
    best = min(points) if lowest else max(points)
    return points.index(best) if points.count(best) == 1 else None


def decides(of_award: Sequence[int], points: Sequence[int], winner: int, lowest: bool) -> bool:
    """Whether the winner would not have been ahead without the points of an award."""
    return leader([p - q for p, q in zip(points, of_award, strict=True)], lowest) != winner
