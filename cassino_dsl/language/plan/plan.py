"""The plan: a ruleset for one number of seats, as its author wrote it.

Only what could not run otherwise is decided: the rules stand with every action, group relations are split into the
total that is searched for and the rest, patterns are automata. The reference engine runs this; what says the same in
fewer words, and is printed as C and compared, is made of it in ``core/``.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from cassino_dsl.language.plan.automaton import Automaton
from cassino_dsl.language.ruleset.expr import Expr
from cassino_dsl.language.ruleset.groups import largest_group
from cassino_dsl.language.ruleset.model import Action, Award, Effect, Event, Kind, Memory, Preference, Ruleset
from cassino_dsl.language.ruleset.types import Type
from cassino_dsl.language.ruleset.within import AS_WRITTEN
from cassino_dsl.language.ruleset.words import QUANTITIES, QUANTITY, QuantityRow


@dataclass(frozen=True, slots=True)
class PlannedPart:
    """A part with its relation split: ``target`` is the total a group must have, ``run`` the cards with which it must
    make a run (neither: try all subsets), ``tests`` are what remains to be tested on each item or group. ``label``:
    what clauses call it."""

    name: str
    label: str
    quantity: str
    groups: bool
    variable: str
    source: Expr
    target: Expr | None
    run: Expr | None
    tests: tuple[Expr, ...]
    with_card: bool

    @property
    def row(self) -> QuantityRow:
        """What is known of its quantity."""
        return QUANTITY[self.quantity]

    @property
    def tries(self) -> bool:
        """Whether its groups can only be found by trying all subsets."""
        return self.groups and self.target is None and self.run is None

    @property
    def most(self) -> int | None:
        """The most members that a group which fits can have (None: any number)."""
        return largest_group(self.tests, self.variable)

    @property
    def make(self) -> tuple[bool, bool, int]:
        """What kind of part it is. Of two parts that could have taken the same cards, the make decides which did;
        only of one make, the order in which they are declared."""
        return not self.with_card, not self.groups, QUANTITIES.index(self.quantity)


@dataclass(frozen=True, slots=True)
class Test:
    """A condition on a whole play, with the clause that says so: ``rule`` is its name, or "" for the action's own."""

    rule: str
    expr: Expr
    clause: Expr = field(metadata=AS_WRITTEN)  # for messages


@dataclass(frozen=True, slots=True)
class PlannedAction:
    """An action with the rules: ``tests`` that a play must pass, and those that have a price. ``index``: its place in
    the file. ``fingerprint`` tells decisions apart: its place among the actions of kind other, from 1, times
    65,536; of other kinds 0."""

    action: Action = field(metadata=AS_WRITTEN)
    index: int
    name: str
    kind: Kind
    step: str
    played_where: Expr | None
    let: tuple[tuple[str, Expr], ...]
    parts: tuple[PlannedPart, ...]
    to: str
    to_arg: Expr | None
    tests: tuple[Test, ...]
    priced: tuple[tuple[Test, tuple[Effect, ...]], ...]
    effects: tuple[Effect, ...]
    sensible: Expr | None
    tells: Type | None
    seen: Expr | None
    owes: str
    fingerprint: int


@dataclass(frozen=True, slots=True)
class PlannedCase:
    when: Expr
    numbers: int


@dataclass(frozen=True, slots=True)
class PlannedValues:
    """What some faces count for in a place, where memory decides it: the first of the ``cases`` that holds of the card
    ``c``, else ``otherwise``, as bits."""

    place: str
    faces: tuple[int, ...]
    cases: tuple[PlannedCase, ...]
    otherwise: int


@dataclass(frozen=True, slots=True)
class Plan:
    """A ruleset for ``seats`` seats; seats and sides are counted from 0 here.

    Events, awards, memory and preferences are as the file has them: nothing in them is decided by a number of seats.
    ``values[place][face]`` is a set of numbers as bits: all that may come of it where memory decides, by ``asked``.
    ``asks`` are the automata of the effects that ask,
    by pattern. ``visible``: the conditions under which a seat sees a card, by zone, where they are not the usual ones.
    """

    ruleset: Ruleset = field(metadata=AS_WRITTEN)
    seats: int
    sides: int
    side_of: tuple[int, ...]
    values: dict[str, tuple[int, ...]]
    asked: tuple[PlannedValues, ...]
    turn: Automaton
    asks: dict[object, Automaton]
    actions: tuple[PlannedAction, ...]
    preferences: tuple[Preference, ...]
    events: dict[str, tuple[Event, ...]]
    memory: dict[str, Memory]
    build_memory: tuple[str, ...]
    awards: tuple[Award, ...]
    checks: tuple[tuple[str, Expr], ...]
    deal_hand: Expr
    deal_table: Expr
    deal_zones: tuple[tuple[str, Expr], ...]
    deal_refill: Expr
    deal_at_a_time: Expr
    pile_order: Expr | None
    visible: dict[str, Expr]
    target: int | None
    rounds: int | None
    playoff: int | None
    over: Expr | None
    compare: Expr | None
    leads: Expr | None

    @property
    def zones(self) -> dict[str, int]:
        """The zones that the variant declares, and how many there are of each."""
        count = {"match": 1, "side": self.sides, "seat": self.seats}
        return {z.name: count[z.of] for z in self.ruleset.zones}

    @property
    def turned_up(self) -> frozenset[tuple[str, ...]]:
        """The steps that a seat may choose among where all that they offer is to play the next card of the stock: that
        is turned up, before it is decided what becomes of it."""
        places = {m.steps(at) for m in (self.turn, *self.asks.values()) for at in range(len(m.moves))}
        others = {a.step for a in self.ruleset.actions if a.played.source != "stock"}
        return frozenset(steps for steps in places if steps and others.isdisjoint(steps))

    @property
    def declared(self) -> tuple[PlannedAction, ...]:
        """The actions in the order of the file, which numbers them; ``actions`` are in the order in which they list."""
        return tuple(sorted(self.actions, key=lambda a: a.index))
