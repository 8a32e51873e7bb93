"""What the course of matches shows: who is ahead after a round and wins, who comes back, and when it is decided.

Made from records, whose rounds say how every side stood. Formulas and examples by hand: docs/simulate.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from cassino_dsl.simulate.decisive import decisiveness, drama, mean_of
from cassino_dsl.simulate.statistics import exact

ROUNDS = 5  # after which the lead is looked at


@dataclass(frozen=True, slots=True)
class MatchCourse:
    """One match: by how much each side stood ahead of its best rival after each round but the last (where the lowest
    wins, below), who won (a side from 0, or nobody), and the highest total of the end."""

    leads: tuple[tuple[float, ...], ...]
    winner: int | None
    highest: float

    @property
    def behind(self) -> list[float]:
        """How far the winner was behind, after each round after which he was."""
        if self.winner is None:
            return []
        return [-leads[self.winner] for leads in self.leads if leads[self.winner] < 0]

    @property
    def drama(self) -> float:
        """How far the winner was behind, as a part of the highest total; 0 where he never was."""
        return drama(self.behind, max(self.highest, 1))

    @property
    def decisiveness(self) -> float:
        """Which part of the match was over when the winner's lead was, for the first time, above any lead that another
        side had; 1 where nobody won."""
        rounds = len(self.leads) + 1
        return 1.0 if self.winner is None else decisiveness(self.leads, self.winner, rounds)


def course_of(record: dict[str, Any], lowest_wins: bool) -> MatchCourse:
    """The course of a recorded match."""
    scores = [round["scores"] for round in record["rounds"]]
    winner = None if record["winner"] is None else record["winner"] - 1
    return MatchCourse(tuple(_leads(row, lowest_wins) for row in scores[:-1]), winner, max(map(abs, scores[-1])))


def _leads(scores: Sequence[float], lowest_wins: bool) -> tuple[float, ...]:
    sign = -1 if lowest_wins else 1
    own = [sign * score for score in scores]
    return tuple(n - max((m for j, m in enumerate(own) if j != i), default=0) for i, n in enumerate(own))


def measured(courses: Iterable[MatchCourse]) -> dict[str, Any]:
    """Runaway leader, comebacks, drama and decisiveness, as JSON has them. Matches of one round show none of it."""
    longer = [course for course in courses if course.leads]
    won = [course for course in longer if course.winner is not None]
    came_back = [course for course in won if course.behind]
    deepest, deepest_interval = mean_of([max(course.behind) for course in came_back], 1)
    look = 1 / max((len(course.leads) + 1 for course in won), default=1)
    dramas, drama_interval = mean_of([course.drama for course in won], look, 1)
    decisive, decisive_interval = mean_of([course.decisiveness for course in won], look, 1)
    return {
        "matches": len(longer),
        "won": len(won),
        "runaway": list(_runaway(longer)),
        "comebacks": _ratio(len(came_back), len(won)),
        "comebacks_interval": list(exact(len(came_back), len(won))),
        "deepest": deepest,
        "deepest_interval": deepest_interval,
        "drama": dramas,
        "drama_interval": drama_interval,
        "decisiveness": decisive,
        "decisiveness_interval": decisive_interval,
    }


def _runaway(courses: Sequence[MatchCourse]) -> Iterator[dict[str, Any]]:
    """How often a side wins that is ahead by so much after a round: by less than 1 point, by 1, 2, 4, 8 … or more,
    and less than the next."""
    for after in range(1, ROUNDS + 1):
        rows: dict[int, list[bool]] = {}
        for course in courses:
            if len(course.leads) < after:
                continue
            leads = course.leads[after - 1]
            most = max(leads)
            if most > 0:
                least = 1 << int(most).bit_length() - 1 if most >= 1 else 0
                rows.setdefault(least, []).append(course.winner == leads.index(most))
        for least, wins in sorted(rows.items()):
            yield {
                "after": after,
                "lead": [least, max(1, 2 * least)],
                "matches": len(wins),
                "win_rate": _ratio(sum(wins), len(wins)),
                "win_interval": list(exact(sum(wins), len(wins))),
            }


def _ratio(a: float, b: float) -> float:
    return a / b if b else 0.0
