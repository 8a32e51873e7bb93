"""What chance decides in play: who of several is drawn, how cards come to lie.

Each thing that it decides has a key of its own, made from the match, the round and how many there were before
(``docs/random.md``), and each of several a lot, made from that key and from what it is: so nothing depends on the order
in which things are found. One who looks ahead has no key, and sees nothing of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from cassino_dsl.engine.reference.evaluate import Evaluator
from cassino_dsl.engine.reference.rng import MASK, card_key, chance_key
from cassino_dsl.engine.reference.state import Build, State
from cassino_dsl.language.ruleset.model import KINDS
from cassino_dsl.language.ruleset.numbers import LARGEST_KEPT
from cassino_dsl.language.ruleset.types import SET_OF, SETS_OF_ITEMS, Type


class Chance:
    """Draws for one plan. ``next_key`` of a state goes before every draw, and counts it."""

    def __init__(self, evaluate: Evaluator) -> None:
        self.tables = evaluate.tables
        plan = evaluate.plan
        words: dict[Type, Iterable[str]] = {
            **{SET_OF[type]: said for type, said in self.tables.words.items()},
            Type.KINDS: KINDS,
            Type.ACTIONS: [action.name for action in plan.declared],
        }
        self.numbers = {type: {w: n for n, w in enumerate(dict.fromkeys(said))} for type, said in words.items()}

    def next_key(self, state: State) -> int | None:
        """The key of the next thing that chance decides; None for one who looks ahead."""
        if state.key is None:
            return None
        number = state.chances
        state.chances = min(number + 1, LARGEST_KEPT)
        return chance_key(state.key, state.round, number)

    def lots(self, state: State, key: int, type: Type, members: Iterable[Any]) -> list[int]:
        """The lot of each member of a set: twins are told apart by how many of them came before."""
        met: Counter[int] = Counter()
        found = []
        for member in members:
            code = self.code(type, state.known(member))
            found.append(card_key(key, code, met[code]))
            met[code] += 1
        return found

    def code(self, type: Type, member: Any) -> int:
        """A number for what a member is: a card by its face, a build by its cards; of anything else its number, or
        its place among the words of its type."""
        if type not in SETS_OF_ITEMS:
            return int(self.numbers[type][member]) if type in self.numbers else int(member)
        if isinstance(member, Build):
            return sum(self.tables.taken_code[c] for c in member.cards) & MASK
        face: int = self.tables.face_code[member]
        return face

    def drawn(self, state: State, type: Type, members: Sequence[Any]) -> Any:
        """One member by chance, that with the lowest lot; None of an empty set, and for one who looks ahead."""
        key = self.next_key(state) if members else None
        if key is None:
            return None
        lots = self.lots(state, key, type, members)
        return members[lots.index(min(lots))]

    def shuffled(self, state: State, cards: list[int]) -> list[int]:
        """Cards in an order by chance: the lowest lot lies on top, as in a stock."""
        key = self.next_key(state)
        if key is None:
            return cards
        lots = self.lots(state, key, Type.CARDS, cards)
        return [cards[i] for i in sorted(range(len(cards)), key=lambda i: (-lots[i], i))]

    def anywhere(self, state: State, cards: list[int], among: list[int]) -> list[int]:
        """The cards of ``among`` in their order, with each of ``cards`` in a place by chance: at the bottom for one who
        looks ahead."""
        found = list(among)
        for card in cards:
            place = self.drawn(state, Type.VALUES, range(len(found) + 1))
            found.insert(place or 0, card)
        return found
