"""Which clauses may be named where they come to pass: those of which all can tell whether they do.

An event that asks for a hidden card gives that card away by its name. So a clause is open only where no test and no
set in it asks for what some seat does not see; that cards are counted or moved unseen tells nothing of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum

from cassino_dsl.engine.apply import Clause
from cassino_dsl.engine.knowledge import Knowledge
from cassino_dsl.plan.plan import Plan
from cassino_dsl.ruleset.expr import Call, Expr, Name, Quantified, Type, is_just
from cassino_dsl.ruleset.model import Effect, Event, Rule
from cassino_dsl.ruleset.operators import AS, FILTER, FIRST, IF, MEMORIES, SET, UNION, ZONE
from cassino_dsl.ruleset.unfold import Unfolder, term_table
from cassino_dsl.ruleset.words import AFTER, BEFORE, COUNT, KNOWN, ROW


class Asks(IntEnum):
    """How much of what is hidden an expression looks at."""

    NOTHING = 0
    WHERE = 1  # it is hidden cards, or a set of them, whatever they are
    WHAT = 2  # it depends on what they are


_ZONES = {
    **{ROW[key]: "hands" for key in ("hand", "hand(seat)", "kept")},
    **{ROW[key]: "piles" for key in ("pile", "pile(side)", "tops")},
    **{ROW[key]: "table" for key in ("table", "loose")},
    ROW["stock"]: "stock",
}
_PLAYED = frozenset({ROW["card"], ROW["card?"], ROW["cards"]})
_HOW_MANY = frozenset({COUNT, KNOWN})
_THE_SAME = frozenset({BEFORE, AFTER, SET, UNION, ROW["top(cards)?"], ROW["bottom(cards)?"], *AS.values()})
_ITEMS = frozenset({Type.CARD, Type.CARDS, Type.ITEM, Type.ITEMS, Type.BUILD, Type.BUILDS})
_HIDDEN = frozenset({"hands", "piles", "stock", "zones"})
Names = Mapping[str, Asks]


class OpenClauses:
    """Says of the clauses of one plan whether they are open."""

    def __init__(self, plan: Plan, knowledge: Knowledge) -> None:
        self.plan, self.unfold = plan, Unfolder(term_table(plan.ruleset.terms))
        self.seen = {z for z, when in knowledge.conditions.items() if is_just(when, True)}
        self.known: dict[tuple[int, bool], bool] = {}  # by identity: clauses live as long as their plan

    def __call__(self, clause: Clause | None, shown: bool = False) -> bool:
        """Whether a clause is open; ``shown``: of the price of a rule, whether its play shows the cards of it."""
        if clause is None:
            return True
        if (id(clause), shown) not in self.known:
            self.known[id(clause), shown] = self._is_open(clause, shown)
        return self.known[id(clause), shown]

    def _is_open(self, clause: Clause, shown: bool) -> bool:
        if isinstance(clause, Rule):
            asked, effects = [clause.must], clause.price
        elif isinstance(clause, Event):
            asked, effects = [clause.when] if clause.when is not None else [], clause.effects
            shown = bool(clause.row.kinds)
        else:
            asked, effects, shown = [], clause.effects, clause.kind != "other"
        played = Asks.NOTHING if shown and "table" in self.seen else Asks.WHERE
        looking = _Looking(self, played)
        if any(looking.at(self.unfold.expr(e), {}) for e in asked):
            return False
        return all(looking.allows(self.unfold.effect(e), {}) for e in effects)


class _Looking:
    """Looks at one clause; ``played``: what a look at the cards of the play is."""

    def __init__(self, clauses: OpenClauses, played: Asks) -> None:
        self.clauses, self.plan, self.played = clauses, clauses.plan, played

    def allows(self, effect: Effect, names: Names) -> bool:
        """Whether all can tell what an effect does, apart from what cards it does it with."""
        asks = [self.at(e, names) for e in effect.exprs]
        row = effect.row
        decides = row.holds or row.binds or "cards" in row.writes  # something depends on what they ask
        if decides and any(a > (Asks.WHERE if i == 0 else Asks.NOTHING) for i, a in enumerate(asks)):
            return False
        inner = {**names, effect.name: asks[0]} if row.binds else names
        return all(self.allows(e, inner) for e in effect.body) and all(self.allows(e, names) for e in effect.other)

    def at(self, expr: Expr, names: Names) -> Asks:
        if isinstance(expr, Name):
            return names.get(expr.name, Asks.NOTHING)
        if isinstance(expr, Quantified):
            return self._quantified(expr, names)
        if not isinstance(expr, Call):
            return Asks.NOTHING
        most = max((self.at(a, names) for a in expr.args), default=Asks.NOTHING)
        if expr.row in _HOW_MANY and most is Asks.WHERE:
            return Asks.NOTHING
        if most is Asks.WHAT or (
            most is Asks.WHERE and expr.row not in _THE_SAME and not _is_choice(expr, self, names)
        ):
            return Asks.WHAT
        return max(most, self._itself(expr))

    def _itself(self, call: Call) -> Asks:
        """What a call looks at beside its arguments."""
        zone = call.name if call.row is ZONE else _ZONES.get(call.row)
        if zone is not None:
            return Asks.NOTHING if zone in self.clauses.seen else Asks.WHERE
        if call.row in _PLAYED or "taken" in call.row.reads:
            return self.played
        if call.row in MEMORIES:
            seen = self.plan.memory[call.name].seen
            return Asks.NOTHING if seen is None or is_just(seen, True) else Asks.WHAT
        if call.row.reads & _HIDDEN and not _ITEMS.intersection(a.type for a in call.args):
            return Asks.WHAT
        return Asks.NOTHING

    def _quantified(self, expr: Quantified, names: Names) -> Asks:
        source = self.at(expr.source, names)
        body = self.at(expr.body, {**names, expr.name: source})
        if source is Asks.WHAT or body is not Asks.NOTHING:
            return Asks.WHAT
        return source if expr.row in (FIRST, FILTER) else Asks.NOTHING


def _is_choice(call: Call, looking: _Looking, names: Names) -> bool:
    """Whether it is one of two things, chosen by what all can see."""
    return call.row is IF and looking.at(call.args[0], names) is Asks.NOTHING
