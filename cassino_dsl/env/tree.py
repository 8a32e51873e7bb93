"""A variant as a tree: nodes where chance draws a card, where a seat decides, and where an episode is over; and the
engine beneath it, to which the cards are told one by one: whoever searches the tree decides what chance does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any
from weakref import WeakValueDictionary

from cassino_dsl.engine.reference import limits
from cassino_dsl.engine.reference.game import Engine
from cassino_dsl.engine.reference.play import Play
from cassino_dsl.engine.reference.state import State
from cassino_dsl.env.episode import EpisodeRules
from cassino_dsl.language.plan.plan import Plan
from cassino_dsl.language.ruleset.expr import Call, is_just
from cassino_dsl.language.ruleset.run_fault import RunFault
from cassino_dsl.language.ruleset.within import calls_in
from cassino_dsl.language.ruleset.words import ROW
from cassino_dsl.match.arguments import seed, whole
from cassino_dsl.match.game_position import GamePosition
from cassino_dsl.match.observation import MOST_BUILDS

STOCK, COUNT = ROW["stock"], ROW["count(a set)"]
LONGEST = 1_000_000
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
    counted = sum(e.row is COUNT and is_stock(e.args[0]) for e in calls_in(plan))
    named = sum(map(is_stock, calls_in(plan)))
    effects = any(e.op == "deal" or e.zone in OF_STOCK for e in plan.ruleset.effects())
    actions = any(a.action.played.source == "stock" or a.to in OF_STOCK for a in plan.actions)
    seen = "stock" in plan.visible and not is_just(plan.visible["stock"], False)
    return named > counted or effects or actions or seen


def is_stock(e: object) -> bool:
    return isinstance(e, Call) and e.row is STOCK


def decides_in_play(plan: Plan) -> bool:
    """Whether chance decides anything of a plan but the order of the cards."""
    return any("chance" in e.row.writes or e.zone == "anywhere" for e in plan.ruleset.effects())


# what says which tree it is, as OpenSpiel writes parameters: house rules and options (`target:21`) with blanks between,
# 0 of numbers that are not given
DEFAULTS: dict[str, Any] = {
    "variant": "scopa",
    "with_rules": "",
    "options": "",
    "players": 0,
    "unit": "round",
    "deals": 0,
    "seed": 0,
    "most_plays": 0,
    "most_builds": MOST_BUILDS,
}


_TREES: WeakValueDictionary[tuple[tuple[str, Any], ...], Tree] = WeakValueDictionary()


def chosen(options: str) -> dict[str, str]:
    """Options as a game of OpenSpiel holds them, by their names. Raises ``ValueError`` for what says none."""
    found = {}
    for option in options.split():
        name, colon, value = option.partition(":")
        if not colon:
            raise ValueError(f"options are written `target:21`, with blanks between: {option!r:.60} is none")
        found[name] = value
    return found


def new_tree(said: Mapping[str, Any]) -> Tree:
    """The tree of some parameters, from the files as they are now."""
    whole = {**DEFAULTS, **said}
    tree = _TREES[tuple(sorted(whole.items()))] = Tree(whole)
    return tree


def tree_of(said: Mapping[str, Any]) -> Tree:
    """The tree of all parameters that was made last, so that nodes which were pickled share it."""
    return _TREES.get(tuple(sorted(said.items()))) or new_tree(said)


class Tree:
    """All that nodes of one tree share. ``deals``: 0 where cards are drawn one by one."""

    def __init__(self, said: dict[str, Any]) -> None:
        self.said, self.deals, self.seed = said, said["deals"], said["seed"]
        whole("deals", self.deals, 0, LONGEST)
        seed(self.seed)
        self.rules = rules = EpisodeRules(
            said["variant"],
            said["with_rules"].split(),
            said["players"] or None,
            said["unit"],
            said["most_plays"] or None,
            said["most_builds"],
            Engine if self.deals else ChanceEngine,
            ("deals", "seed"),
            **chosen(said["options"]),
        )
        if not self.deals and decides_in_play(rules.plan):
            raise ValueError(f"chance decides in the play of {rules.ruleset.name}: give a number of `deals`")
        if len(set(Counter(rules.plan.side_of).values())) > 1:
            raise ValueError(f"the sides of {rules.ruleset.name} are not of one size: its seats play no zero-sum game")

    @cached_property
    def longest(self) -> int:
        """A number of decisions that no episode exceeds (LONGEST where it is larger). In a round no more than there are
        cards, where every play plays one from the hand and none comes back to a hand or the stock."""
        plan, back = self.rules.plan, ("hand", *OF_STOCK)
        actions, effects = plan.actions, [*plan.ruleset.effects()]
        spends = all(a.action.played.source == "hand" and a.action.played.least and a.to not in back for a in actions)
        comes = any(e.zone in back or e.row.writes & {"deal", "turns"} for e in effects)
        of_round = plan.ruleset.pack.size if spends and not comes else limits.MAX_DECISIONS
        return of_round if self.rules.unit == "round" else min(LONGEST, of_round * (plan.rounds or limits.MAX_ROUNDS))

    @cached_property
    def root(self) -> Node:
        """The node before anything has happened."""
        return Node(self, None, ()) if self.deals else Node(self, None, ()).reached()


class Node:
    """A node, which never changes. ``position``: where somebody decides, or the end; at a chance node the one before
    it, or None. ``due``: the cards of which chance draws the next; ``drawn``: those since the play of the number
    ``made`` (as the position numbers it). ``actions``: those that led here."""

    def __init__(
        self,
        tree: Tree,
        position: GamePosition | None,
        actions: tuple[int, ...],
        made: int | None = None,
        drawn: tuple[int, ...] = (),
        due: tuple[int, ...] = (),
    ) -> None:
        self.tree, self.rules, self.position, self.actions = tree, tree.rules, position, actions
        self.made, self.drawn, self.due = made, drawn, due

    def __deepcopy__(self, memo: object) -> Node:
        return self

    def __reduce__(self) -> tuple[Callable[..., Node], tuple[Any, ...]]:
        return _replayed, (self.tree.said, self.actions)

    @property
    def is_chance(self) -> bool:
        return bool(self.due) or self.position is None

    @property
    def is_over(self) -> bool:
        return not self.due and self.position is not None and self.position.is_over

    @cached_property
    def plays(self) -> list[Play]:
        """The legal plays, in their order; raises ``RunFault`` where they are more than there are actions."""
        if self.is_chance or self.is_over:
            return []
        assert self.position is not None
        legal, most = self.position.plays(), self.rules.most_plays
        if len(legal) > most:
            enough = 2 ** (len(legal) - 1).bit_length()
            said = f"a decision has {len(legal):,} legal plays, and the game {most:,} actions"
            raise RunFault("too-many-plays", f"{said}: make it with `most_plays={enough}`")
        return legal

    def outcomes(self) -> list[tuple[int, float]]:
        """What chance may decide, and how probable each of it is: a face, or the number of a deal."""
        if not self.due:
            return [(number, 1 / self.tree.deals) for number in range(self.tree.deals)]
        copies = self.rules.ruleset.pack.copies
        counts = Counter(card // copies for card in self.due)
        return [(face, count / len(self.due)) for face, count in sorted(counts.items())]

    def check(self, action: int) -> None:
        """Raises ``ValueError`` for an action that is not legal here."""
        if self.is_over:
            raise ValueError("the episode is over: nothing can be played")
        copies = self.rules.ruleset.pack.copies
        many = len(self.plays) or self.tree.deals
        if not (any(card // copies == action for card in self.due) if self.due else 0 <= action < many):
            if self.is_chance:
                of = f"{len(self.outcomes())} {'faces' if self.due else 'deals'}, as `chance_outcomes()` lists them"
                raise ValueError(f"chance decides here, by one of {of}: {action} is none")
            raise ValueError(f"there are {many} legal plays here, numbered from 0: none is {action}")

    def after(self, action: int) -> Node:
        """The node after the number of a play, or what chance decides. Raises ``ValueError`` where it is not legal."""
        self.check(action)
        actions = (*self.actions, action)
        if self.due:
            copies = self.rules.ruleset.pack.copies
            card = next(card for card in self.due if card // copies == action)
            return Node(self.tree, self.position, actions, self.made, (*self.drawn, card)).reached()
        if self.position is None:
            position = self.rules.game.deal(self.tree.seed, self.rules.seats, action)
            return Node(self.tree, self.rules.reached(position), actions)
        return Node(self.tree, self.position, actions, action).reached()

    def reached(self) -> Node:
        """The node to which it goes on once the play is made, with the cards that were drawn for it."""
        engine, here = self.rules.engine, self.position
        if isinstance(engine, ChanceEngine):
            engine.drawn, engine.used = self.drawn, 0
        try:
            if here is None or self.made is None:
                position = self.rules.game.deal(0, self.rules.seats)
            else:
                position = here.play(self.made)
            return Node(self.tree, self.rules.reached(position), self.actions)
        except CardDue as due:
            return Node(self.tree, here, self.actions, self.made, self.drawn, due.cards)

    def rewards(self) -> list[float]:
        """What the episode was worth to each seat; nothing before it is over."""
        return [0.0] * self.rules.seats if self.position is None else self.rules.rewards(self.position)


def _replayed(said: dict[str, Any], actions: tuple[int, ...]) -> Node:
    node = tree_of(said).root
    for action in actions:
        node = node.after(action)
    return node
