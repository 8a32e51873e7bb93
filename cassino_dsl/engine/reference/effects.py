"""What effects do to a state. Nothing here decides whether they happen: events and actions do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from cassino_dsl.engine.reference import limits
from cassino_dsl.engine.reference.evaluate import Evaluator
from cassino_dsl.engine.reference.limits import EFFECT
from cassino_dsl.engine.reference.logic import face
from cassino_dsl.engine.reference.moving import lying, put, relaid, take_away
from cassino_dsl.engine.reference.numbers import bits, remembered, within
from cassino_dsl.engine.reference.play import Frame
from cassino_dsl.engine.reference.rng import MASK, card_key, chance_key
from cassino_dsl.engine.reference.scoring import Scorer
from cassino_dsl.engine.reference.state import Ask, Build, Item, State
from cassino_dsl.engine.reference.terms import arguments
from cassino_dsl.language.ruleset.expr import ELEMENT
from cassino_dsl.language.ruleset.model import KINDS, Effect
from cassino_dsl.language.ruleset.numbers import LARGEST_KEPT
from cassino_dsl.language.ruleset.run_fault import RunFault
from cassino_dsl.language.ruleset.types import SET_OF, SETS_OF_ITEMS, Type


# ---- what chance decides in play: who of several is drawn, how cards come to lie
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


class Effects:
    """Carries out the effects of one plan. ``fire`` is called back when a score changes."""

    def __init__(self, evaluate: Evaluator, fire: Callable[[str, Frame], None]) -> None:
        self.evaluate = evaluate
        self.fire = fire
        self.depth = 0
        self.chain = 0
        self.scorer = Scorer(evaluate)
        self.chance = Chance(evaluate)
        plan = evaluate.plan
        self.copies = evaluate.tables.copies
        self.card_awards = [a for a in plan.awards if a.each is not None] if plan.ruleset.match.at_once else []

    def do(self, effects: Iterable[Effect], f: Frame) -> None:
        """Carry out effects in order. What would be done to nobody, or with nothing, is not done."""
        for effect in effects:
            self.evaluate.steps.take(EFFECT)
            said = [] if effect.op == "perform" else [self.evaluate(e)(f) for e in effect.exprs]
            if None not in (said[:-1] if effect.op == "assign" else said):
                DOES[effect.op](self, effect, f, *said)

    def _assign(self, effect: Effect, f: Frame, *said: Any) -> None:
        *owner, value = said
        self._put(effect.name, owner, value, f)

    def _change(self, effect: Effect, f: Frame, *said: Any) -> None:
        *owner, value = said
        old = self._get(effect.name, owner, f)
        more = effect.op == "increase"
        type = self.evaluate.plan.memory[effect.name].type
        if type is Type.CARDS:
            gone = {face(c, self.copies) for c in value}
            new = [*old, *value] if more else [c for c in old if face(c, self.copies) not in gone]
        elif type is Type.VALUES:
            new = old | value if more else old & ~value
        elif type in ELEMENT:
            new = [*old, *value] if more else [w for w in old if w not in value]
        else:
            new = old + value if more else old - value
        self._put(effect.name, owner, new, f)

    def _get(self, name: str, owner: list[Any], f: Frame) -> Any:
        if not owner:
            return f.state.memory[name]
        if isinstance(owner[0], Build):
            return f.state.known(owner[0]).memory[name]
        return f.state.memory[name][owner[0]]

    def _put(self, name: str, owner: list[Any], value: Any, f: Frame) -> None:
        kind = self.evaluate.plan.memory[name].type
        if kind is Type.INT and value is not None:
            within(value)
        elif kind in ELEMENT:
            value = remembered(kind, value, self.evaluate.plan.ruleset.pack)
        if not owner:
            f.state.memory[name] = value
        elif isinstance(owner[0], Build):
            old = f.state.known(owner[0])
            f.state.replace(Build(old.value, old.groups, {**old.memory, name: value}, old.born))
        else:
            f.state.memory[name][owner[0]] = value

    def give_cards(self, f: Frame) -> None:
        """Where cards count as soon as they are captured: the awards for each card that are not given yet."""
        for award in self.card_awards:
            for side, points in enumerate(self.scorer.award(award, f.state)):
                if points:
                    self._give(award.name, side, points, f)

    def _give(self, name: str, side: int, points: int, f: Frame) -> None:
        row = f.state.points.setdefault(name, [0] * self.evaluate.plan.sides)
        row[side] = within(row[side] + points, name)
        f.state.scores[side] = within(f.state.scores[side] + points, name)
        if self.depth >= limits.MAX_NESTING:
            raise RunFault.endless("a chain of `score changed` events", limits.MAX_NESTING)
        self.chain = self.chain + 1 if self.depth else 1
        if self.chain > limits.MAX_CHAIN:
            raise RunFault.endless("what one award causes by `score changed` events", limits.MAX_CHAIN)
        self.depth += 1
        try:
            self.fire("score changed", Frame(f.state, f.me, side))
        finally:
            self.depth -= 1

    def _move(self, effect: Effect, f: Frame, items: Iterable[Item], owner: int | None = None) -> None:
        cards = take_away(f.state, list(items))
        self._forgive(f.state, items)
        self._put_down(effect, f, owner, cards)

    def _deal(self, effect: Effect, f: Frame, number: int, owner: int | None = None) -> None:
        self._put_down(effect, f, owner, take_away(f.state, [*f.state.stock[::-1][: max(0, number)]]))

    def _put_down(self, effect: Effect, f: Frame, owner: int | None, cards: list[int]) -> None:
        """Lay cards into the zone of an effect; ``anywhere`` in the stock, chance says where."""
        if effect.zone == "anywhere":
            f.state.stock = self.chance.anywhere(f.state, cards, f.state.stock)
        else:
            put(f.state, effect.zone, owner, cards)

    def _shuffle(self, effect: Effect, f: Frame, owner: int | None = None) -> None:
        cards = self.chance.shuffled(f.state, lying(f.state, effect.zone, owner))
        relaid(f.state, effect.zone, owner, cards)

    def _absorb(self, effect: Effect, f: Frame, items: Iterable[Item], into: Build) -> None:
        if into not in f.state.builds:
            return
        build = f.state.known(into)
        others = [i for i in items if i != build]
        groups = list(build.groups)
        for item in others:
            if take_away(f.state, [item]):  # a card of a build is no item: it stays where it is
                groups.extend(f.state.known(item).groups if isinstance(item, Build) else ((item,),))
        f.state.replace(Build(build.value, tuple(sorted(groups)), build.memory, build.born))
        if self._forgive(f.state, others):  # the debt goes over
            f.state.owed = tuple(b for b in f.state.builds if b == build or b in f.state.owed)

    def _forgive(self, state: State, gone: Iterable[Item]) -> bool:
        """Nothing is owed for builds that are gone; whether anything was."""
        left = tuple(b for b in state.owed if b not in gone)
        state.owed, before = left, state.owed
        return len(left) < len(before)

    def _ask(self, effect: Effect, f: Frame, seat: int) -> None:
        if len(f.state.asks) >= limits.MAX_ASKS:
            raise RunFault.endless("a row of decisions that wait", limits.MAX_ASKS)
        f.state.asks.append(Ask(seat, effect.pattern))

    def _next(self, effect: Effect, f: Frame, seat: int) -> None:
        f.state.next_seat = seat

    def _redeal(self, effect: Effect, f: Frame) -> None:
        f.state.redeals += not f.state.redeal
        f.state.redeal = True

    def _end(self, effect: Effect, f: Frame) -> None:
        f.state.round_over = True
        f.state.ending |= effect.op == "end_match"

    def _win(self, effect: Effect, f: Frame, side: int) -> None:
        f.state.winner = side
        f.state.match_over = f.state.round_over = True

    def _perform(self, effect: Effect, f: Frame) -> None:
        here = f.names
        f.names = arguments(self.evaluate, effect.params, effect.exprs)(f)
        self.do(effect.body, f)
        f.names = here

    def _each(self, effect: Effect, f: Frame, members: Any) -> None:
        run = bits(members) if effect.exprs[0].type is Type.VALUES else members
        if effect.op == "pick":
            member = self.chance.drawn(f.state, effect.exprs[0].type, tuple(run))
            run = () if member is None else (member,)
        hidden = f.names.get(effect.name)
        for member in tuple(run):
            f.names[effect.name] = member
            self.do(effect.body, f)
        f.names[effect.name] = hidden  # a name that this one hid is there again

    def _loop(self, effect: Effect, f: Frame, holds: bool, most: int) -> None:
        for _ in range(most):
            if not holds:
                break
            self.do(effect.body, f)
            holds = self.evaluate(effect.exprs[0])(f)


DOES: dict[str, Callable[..., None]] = {
    "assign": Effects._assign,
    "increase": Effects._change,
    "decrease": Effects._change,
    "award": lambda effects, effect, f, points, side: effects._give(effect.name, side, points, f),
    "move": Effects._move,
    "deal": Effects._deal,
    "absorb": Effects._absorb,
    "ask": Effects._ask,
    "next": Effects._next,
    "redeal": Effects._redeal,
    "end_round": Effects._end,
    "end_match": Effects._end,
    "win": Effects._win,
    "when": lambda effects, effect, f, test: effects.do(effect.body if test else effect.other, f),
    "each": Effects._each,
    "pick": Effects._each,
    "loop": Effects._loop,
    "shuffle": Effects._shuffle,
    "perform": Effects._perform,
    "block": lambda effects, effect, f: effects.do(effect.body, f),
}
