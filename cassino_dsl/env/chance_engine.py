"""An engine to which the cards are told one by one: whoever searches a game by its tree decides what chance does."""

from __future__ import annotations

from collections.abc import Sequence

from cassino_dsl.engine.reference.game import Engine
from cassino_dsl.engine.reference.state import State
from cassino_dsl.language.plan.plan import Plan
from cassino_dsl.language.ruleset.expr import Call, is_just, walk
from cassino_dsl.language.ruleset.within import exprs_in
from cassino_dsl.language.ruleset.words import ROW

STOCK, COUNT = ROW["stock"], ROW["count(a set)"]
OF_STOCK = ("stock", "bottom", "anywhere")  # zones by which cards come into the stock


class CardDue(Exception):
    """The next card has to be drawn from these, which lie in the stock and have no order yet."""

    def __init__(self, cards: Sequence[int]) -> None:
        super().__init__("a card has to be drawn")
        self.cards = tuple(cards)


class ChanceEngine(Engine):
    """The reference engine, without a shuffle: each card that is dealt is the next of ``drawn``. Where that is used up
    it raises ``CardDue``, and the same has to be done again with one more card.

    Where a ruleset asks for the stock otherwise than by its number of cards, the whole pack is drawn before the deal.
    """

    def __init__(self, plan: Plan) -> None:
        super().__init__(plan)
        self.drawn: tuple[int, ...] = ()
        self.used = 0
        self.whole = reads_stock(plan)

    def shuffle(self, state: State) -> None:
        state.stock = list(range(self.plan.ruleset.pack.size))
        state.sweep_up(self.plan)
        if self.whole:
            state.stock = [self._next(state) for _ in range(len(state.stock))][::-1]

    def draw(self, state: State, number: int) -> list[int]:
        if self.whole:
            return super().draw(state, number)
        return [self._next(state) for _ in range(min(number, len(state.stock)))]

    def _next(self, state: State) -> int:
        """The next card that was drawn, taken from the stock."""
        if self.used == len(self.drawn):
            raise CardDue(state.stock)
        card = self.drawn[self.used]
        state.stock.remove(card)
        self.used += 1
        return card


def reads_stock(plan: Plan) -> bool:
    """Whether anything of a plan may depend on the order of the stock, or change it, but deals."""
    counted = sum(
        1
        for whole in exprs_in(plan)
        for e in walk(whole)
        if isinstance(e, Call) and e.row is COUNT and is_stock(e.args[0])
    )
    named = sum(is_stock(e) for whole in exprs_in(plan) for e in walk(whole))
    effects = any(e.op == "deal" or e.zone in OF_STOCK for e in plan.ruleset.effects())
    actions = any(a.action.played.source == "stock" or a.to in OF_STOCK for a in plan.actions)
    seen = "stock" in plan.visible and not is_just(plan.visible["stock"], False)
    return named > counted or effects or actions or seen


def is_stock(e: object) -> bool:
    return isinstance(e, Call) and e.row is STOCK


def decides_in_play(plan: Plan) -> bool:
    """Whether chance decides anything of a plan but the order of the cards."""
    return any("chance" in e.row.writes or e.zone == "anywhere" for e in plan.ruleset.effects())
