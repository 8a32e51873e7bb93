"""What is counted in every unit (a match or a single round): the columns of a row, and the histograms; and their sums.

A row is one flat list of whole numbers, so that any engine can fill it; this file says what stands where.
Sides, places, awards, memory and actions are counted from 0 here. A *place* is a side by its order of play in
a round: place 0 is the side of the seat that leads the round, place 1 the side that plays next, and so on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import gcd, prod
from operator import add
from typing import Any

from cassino_dsl.language.core.dead_clauses import never_given
from cassino_dsl.language.core.passes import core_of
from cassino_dsl.language.plan.plan import Plan
from cassino_dsl.language.ruleset.expr import Call, Expr, Literal, Type
from cassino_dsl.language.ruleset.flat_row import Blocks
from cassino_dsl.language.ruleset.model import Ruleset
from cassino_dsl.language.ruleset.operators import MEMORIES, PLUS, TIMES

LEGAL_BINS = 1024
ROUNDS_BINS = 256
PLAYS_BINS = 1024
POINTS_BINS = 128
POINTS_ZERO = 32  # the bin of 0 points; bins before it are for points lost
MARGIN_BINS = 256
IN_POINTS = (
    "points",
    "place_points",
    "player_points",
    "award_points",
    "award_place_points",
    "award_total",
    "margin",
)  # blocks that count points


@dataclass(frozen=True)
class Layout(Blocks):
    """The columns of one plan: ``blocks`` are (name, width) in their order in a row.

    One column each:

    - ``rounds`` rounds played; ``plays`` decisions made (ending a turn early counts, passing without a legal
      play does not); ``legal`` the legal plays that there were, added up over all decisions; ``forced``
      decisions with one legal play
    - ``stuck`` rounds that ended because every seat passed, with cards in a hand or in the stock
    - ``ties`` 1 if the unit has no winner; ``tied_rounds`` rounds that nobody won
    - ``margin`` by how many final points the winner is before all others; 0 where nobody wins, or who is behind

    By side: ``wins`` 1 for the winner of the unit, ``points`` made in all its rounds.
    By place: ``place_wins`` rounds won, ``place_points`` points.
    By player (each once, in the order of ``Task.different``; as many columns as there are seats): ``player_wins`` 1
    for the players on the side that wins the unit, ``player_points`` the points of their side, once for each seat.
    By award and side (row by row, the award first): ``award_points``; ``award_given`` rounds in which the side
    had other than 0 points from it. By award and place: ``award_place_points``, ``award_place_given``.
    By award: ``award_total`` points of all sides from it;
    ``award_void`` rounds in which an award for the *most* of something gave nobody points;
    ``award_decided`` 1 if the winner of the unit has more points than every other side, and would not have
    if this award's points of the whole unit were taken from every side.
    ``memory``: each memory of ``memories`` with its owners (sides, seats, or 1): its value at the end of
    each round, added up; one that lasts for the match only at the end of the unit. Sets of cards count
    their cards, yes or no is 1 or 0.
    ``actions``: plays by action of the plan, in order, and last those that end a turn early.

    The winner of a match is the winner of the ruleset. The winner of a round is the side with the most points
    in it, alone (the fewest, where the lowest wins); but where the first round ends the match with a winner,
    that winner. A unit that is a round is won by the winner of the round.

    Histograms, (name, bins), the last bin for everything beyond: ``legal`` per decision, ``rounds`` per unit,
    ``plays`` per round, ``margin`` per unit. One for each column of ``points``, ``place_points``, ``player_points`` and
    ``award_total``, per round (``points 1``, ...; bin 32 is 0 points): whether a figure was nearly always the same.

    ``steps``: of each award, what its points can differ by, as far as that is written out; else 1; 0 if it never
    brings any.
    """

    seats: int
    sides: int
    awards: tuple[str, ...]
    memories: tuple[tuple[str, int], ...]  # name, owners
    actions: tuple[str, ...]
    half_points: bool = False  # whether points are counted in halves
    steps: tuple[int, ...] = ()

    def worth(self, block: str) -> int | float:
        """What one of what a block (or a histogram) counts is where people see it."""
        return 0.5 if self.half_points and block.split(" ")[0] in IN_POINTS else 1

    def step(self, block: str, index: int = 0) -> int:
        """The least by which what a block counts in a round, or in a unit, can move."""
        if block not in IN_POINTS:
            return 1
        if block == "award_total" and self.steps:
            return self.steps[index]
        return gcd(*self.steps) or 1

    @cached_property
    def blocks(self) -> tuple[tuple[str, int], ...]:
        sides, awards = self.sides, len(self.awards)
        singles = ("rounds", "plays", "legal", "forced", "stuck", "ties", "tied_rounds", "margin")
        return (
            *((name, 1) for name in singles),
            *((name, sides) for name in ("wins", "points", "place_wins", "place_points")),
            *((name, self.seats) for name in ("player_wins", "player_points")),
            *((name, awards * sides) for name in ("award_points", "award_place_points")),
            *((name, awards * sides) for name in ("award_given", "award_place_given")),
            ("award_total", awards),
            ("award_void", awards),
            ("award_decided", awards),
            ("memory", sum(owners for _, owners in self.memories)),
            ("actions", len(self.actions)),
        )

    @cached_property
    def histograms(self) -> tuple[tuple[str, int], ...]:
        return (
            ("legal", LEGAL_BINS),
            ("rounds", ROUNDS_BINS),
            ("plays", PLAYS_BINS),
            *((f"points {side + 1}", POINTS_BINS) for side in range(self.sides)),
            ("margin", MARGIN_BINS),
            *((f"place_points {place + 1}", POINTS_BINS) for place in range(self.sides)),
            *((f"player_points {player + 1}", POINTS_BINS) for player in range(self.seats)),
            *((f"award_total {award + 1}", POINTS_BINS) for award in range(len(self.awards))),
        )

    def called(self, awards: Mapping[str, str], memories: Mapping[str, str]) -> Layout:
        """The same with other names of awards and memories."""
        named = tuple((memories.get(name, name), owners) for name, owners in self.memories)
        return replace(self, awards=tuple(awards.get(name, name) for name in self.awards), memories=named)

    def column(self, block: str, index: int = 0) -> int:
        return self.offsets[block] + index

    def award_column(self, block: str, award: int, side: int) -> int:
        return self.offsets[block] + award * self.sides + side


def layout_of(plan: Plan) -> Layout:
    """The layout of a plan: its awards (those given in play last), memory that can be counted, actions."""
    owners = {"match": 1, "side": plan.sides, "seat": plan.seats}
    memories = tuple(
        (name, owners[declared.of])
        for name, declared in plan.memory.items()
        if declared.of in owners
        and declared.type in (Type.INT, Type.BOOL, Type.CARDS)
        and declared.resets in ("round", "match")
    )
    actions = (*(a.name for a in plan.declared), "done")
    half, awards = plan.ruleset.match.half_points, plan.ruleset.award_names()
    never = never_given(core_of(plan.ruleset, plan.seats))
    steps = tuple(0 if name in never else _step(plan.ruleset, name) for name in awards)
    return Layout(
        seats=plan.seats,
        sides=plan.sides,
        awards=awards,
        memories=memories,
        actions=actions,
        half_points=half,
        steps=steps,
    )


def _step(ruleset: Ruleset, award: str) -> int:
    """What the points of an award can differ by, by what of them is written out."""
    given: list[Expr] = [e.exprs[0] for e in ruleset.effects() if e.op == "award" and e.name == award]
    for row in ruleset.awards:
        if row.name == award:
            if row.tie == "split":
                return 1
            given += [row.points] if row.tie != "each" or row.tie_points is None else [row.points, row.tie_points]
    return gcd(*(_least(e) or 1 for e in given)) or 1


def _least(e: Expr) -> int:
    """What a number can differ by at least: 30 of `30 + carried`, for what is remembered is taken for a multiple of
    what it is added to; 10 of `10 * sweeps(us)`."""
    if isinstance(e, Literal):
        return abs(e.value) if isinstance(e.value, int) else 1
    if not isinstance(e, Call):
        return 1
    if e.row in MEMORIES:
        return 0
    each = [_least(one) for one in e.args]
    if e.row is TIMES:
        return prod(one or 1 for one in each)
    return gcd(*each) if e.row is PLUS else 1


# ---- sums over many units


@dataclass(frozen=True, slots=True)
class Tally:
    """Sums over many units, in whole numbers only: adding up in any order, in any pieces, gives the same. That is what
    makes shards, jobs, resumed runs and single runs agree to the last digit.

    ``sums``: each column added up over ``units`` rows. ``squares``: the squares of each column.
    ``cross``: each column times the rounds of its row (for means per round with an honest interval).
    ``histograms``: one list of bins for each histogram of the layout.
    ``first_stuck``: the number of the first unit that has a stuck round, if one has."""

    units: int
    sums: tuple[int, ...]
    squares: tuple[int, ...]
    cross: tuple[int, ...]
    histograms: tuple[tuple[int, ...], ...]
    first_stuck: int | None = None

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.units + other.units,
            _plus(self.sums, other.sums),
            _plus(self.squares, other.squares),
            _plus(self.cross, other.cross),
            tuple(map(_plus, self.histograms, other.histograms)),
            min((u for u in (self.first_stuck, other.first_stuck) if u is not None), default=None),
        )


def empty(layout: Layout) -> Tally:
    """The tally of no units."""
    zeros = (0,) * layout.width
    return Tally(0, zeros, zeros, zeros, tuple((0,) * bins for _, bins in layout.histograms))


def tally_of(
    rows: Iterable[Sequence[int]], histograms: Iterable[Sequence[int]], layout: Layout, first: int = 0
) -> Tally:
    """Add up the rows of units from number ``first`` on; the histograms are already added up."""
    sums, squares, cross = [0] * layout.width, [0] * layout.width, [0] * layout.width
    units, rounds, stuck = 0, layout.column("rounds"), layout.column("stuck")
    first_stuck = None
    for row in rows:
        if row[stuck] and first_stuck is None:
            first_stuck = first + units
        units += 1
        per = row[rounds]
        for i, x in enumerate(row):
            if x:
                sums[i] += x
                squares[i] += x * x
                cross[i] += x * per
    bins = tuple(tuple(h) for h in histograms)
    return Tally(units, tuple(sums), tuple(squares), tuple(cross), bins, first_stuck)


def tally_from_json(data: dict[str, Any]) -> Tally:
    """Read what ``asdict`` gives, from JSON."""
    lists = {key: tuple(data[key]) for key in ("sums", "squares", "cross")}
    return Tally(**{**data, **lists, "histograms": tuple(map(tuple, data["histograms"]))})


def _plus(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(map(add, a, b))
