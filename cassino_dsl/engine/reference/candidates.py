"""What the parts of an action may take, and which cards and bindings an action can begin with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any

from cassino_dsl.engine.reference import search
from cassino_dsl.engine.reference.evaluate import Evaluator
from cassino_dsl.engine.reference.functions import item_numbers, place_of
from cassino_dsl.engine.reference.limits import size_of
from cassino_dsl.engine.reference.meaning import Value, every
from cassino_dsl.engine.reference.numbers import bits
from cassino_dsl.engine.reference.play import Frame
from cassino_dsl.engine.reference.state import Item
from cassino_dsl.engine.reference.telling import number_of
from cassino_dsl.language.plan.levels import Level, level
from cassino_dsl.language.plan.plan import PlannedAction, PlannedPart
from cassino_dsl.language.plan.sources import may_be_built, may_be_played
from cassino_dsl.language.ruleset.expr import Expr, conjuncts, free_names
from cassino_dsl.language.ruleset.model import Played
from cassino_dsl.language.ruleset.numbers import LARGEST_IN_SET


class PartSearch:
    """One part of an action, ready to be searched."""

    def __init__(self, part: PlannedPart, played: Played, evaluate: Evaluator) -> None:
        self.part = part
        self.source = evaluate(part.source)
        self.leaves_out_played = may_be_played(part.source, played)
        self.leaves_out_built = may_be_built(part.source)
        self.source_is_fixed = level(part.source, evaluate.terms) is Level.POSITION
        self.is_known = part.groups and part.target is not None and self.source_is_fixed and not self.leaves_out_played
        self.target, self.run = evaluate.maybe(part.target), evaluate.maybe(part.run)
        self.most = part.most if part.tries else None
        self.test = every(evaluate(t) for t in part.tests)
        self.tables, self.steps = evaluate.tables, evaluate.steps
        self.size = 1 + size_of(*part.tests)

    def candidates(self, f: Frame, index: search.ItemIndex) -> search.Candidates:
        """What this part may take, given the bindings of the frame."""
        name, names = self.part.variable, f.names
        hidden = names.get(name)
        found = self._among(self._items(f, index), f, index)
        names[name] = hidden  # a name that this one hid is there again
        return found

    def _items(self, f: Frame, index: search.ItemIndex) -> tuple[Item, ...]:
        """The items to choose from: what is played is not taken, and a card that lies in a build is no item."""
        items = index.sources.get(self)
        if items is None:
            items = tuple(self.source(f))
            if self.leaves_out_built:
                built = {c for b in f.state.builds for c in b.cards}
                items = tuple(i for i in items if i not in built)
            if self.source_is_fixed:
                index.sources[self] = items
        return tuple(i for i in items if i not in f.cards) if self.leaves_out_played else items

    def _among(self, items: tuple[Item, ...], f: Frame, index: search.ItemIndex) -> search.Candidates:
        part = self.part
        if not part.groups:
            choices = [index.add(i) for i in items if self._fits(f, i)]
            return search.Candidates(part.quantity, choices, True)
        if self.target is None and self.run is not None:
            given = [place_of(self.tables, i) for i in self.run(f)]
            places = [(index.add(i), place_of(self.tables, i)) for i in items]
            choices = search.groups_by_run([(bit, place) for bit, place in places if place], given, self.steps)
            choices = [c for c in choices if self._fits(f, index.members(c))]
            return search.Candidates(part.quantity, choices, search.is_run(given) and self._fits(f, ()))
        if self.target is None:
            fits = [index.add(i) for i in items]
            choices = search.groups_by_trying(
                fits, self.most, lambda mask: self._fits(f, index.members(mask)), self.steps
            )
            return search.Candidates(part.quantity, choices, self._fits(f, ()))
        target = self.target(f)
        choices = self._totalling(items, f, index, target)
        if part.tests:
            choices = [c for c in choices if self._fits(f, index.members(c))]
        return search.Candidates(part.quantity, choices, target == 0 and self._fits(f, ()))

    def _totalling(self, items: tuple[Item, ...], f: Frame, index: search.ItemIndex, target: int) -> list[int]:
        """The groups of some items with this total; many bindings and parts ask for the same."""
        known = index.totalling.get((items, target))
        if known is None:
            numbered = self._numbered(items, f, index)
            known = index.totalling[items, target] = search.groups_by_total(numbered, target, self.steps)
        return known

    def _numbered(self, items: tuple[Item, ...], f: Frame, index: search.ItemIndex) -> list[tuple[int, int]]:
        numbered = index.numbered.get(items)
        if numbered is None:
            numbered = index.numbered[items] = [(index.add(i), item_numbers(self.tables, f, i)) for i in items]
        return numbered

    def may_total(self, f: Frame, index: search.ItemIndex) -> bool:
        """Whether what this part may take from may come to its total, as both engines ask before they search for any
        groups: of large totals nobody knows."""
        assert self.target is not None
        target, items = self.target(f), self._items(f, index)
        sums = index.sums.get(items)
        if sums is None:
            sums = index.sums[items] = search.sums_of(self._numbered(items, f, index))
        return target >= search.LARGE or bool(target >= 0 and sums >> target & 1)

    def _fits(self, f: Frame, value: Item | tuple[Item, ...]) -> bool:
        self.steps.take(self.size)
        f.names[self.part.variable] = value
        return bool(self.test(f))


def part_searches(action: PlannedAction, evaluate: Evaluator) -> tuple[PartSearch, ...]:
    """The parts of an action in their order, made ready once."""
    known = evaluate.part_searches.get(action.index)
    if known is None:
        known = tuple(PartSearch(part, action.action.played, evaluate) for part in action.parts)
        evaluate.part_searches[action.index] = known
    return known


_OF_PLAY = 1 << 16  # later than the last name that can be bound


class ActionSearch:
    """One action, ready to be searched. Its conditions are asked as early as what they speak of is known."""

    def __init__(self, action: PlannedAction, evaluate: Evaluator) -> None:
        self.action, self.evaluate = action, evaluate
        self.where = evaluate.maybe(action.played_where)
        self.let = tuple((name, evaluate(source)) for name, source in action.let)
        self.parts = part_searches(action, evaluate)
        self.tries = any(p.tries for p in action.parts)
        self.needed_first = sorted(self.parts, key=lambda p: (p.part.row.at_will, not p.part.groups))
        several = sum(p.part.groups for p in self.parts) > 1
        self.totals = [p for p in self.parts if several and p.is_known and not p.part.row.at_will]
        self.fewest_first = sorted(self.parts, key=lambda p: p.part.row.ways)
        self.to_arg = evaluate.maybe(action.to_arg)
        self.sensible = evaluate.maybe(action.sensible)
        self.copies = evaluate.tables.copies

        exprs = [part for test in action.tests for part in conjuncts(test.expr)]
        waits = [(self._waits(expr), evaluate(expr)) for expr in exprs]

        def test_of(wanted: int) -> Value:
            return every(test for level, test in waits if level == wanted)

        self.steps, self.size = evaluate.steps, 1 + size_of(action.played_where, *(t.expr for t in action.tests))
        self.state_test, self.card_test = test_of(Level.POSITION), test_of(Level.CARD)
        self.binding_tests = tuple(test_of(Level.BINDING + place) for place in range(len(self.let)))
        self.play_test, self.looks_at_plays = test_of(_OF_PLAY), any(level == _OF_PLAY for level, _ in waits)

    def _waits(self, expr: Expr) -> int:
        """What a condition waits for: its level, and of the names that are bound, the last that it speaks of."""
        found = level(expr, self.evaluate.terms)
        if found is not Level.BINDING:
            return _OF_PLAY if found is Level.PLAY else found
        bound = [name for name, _ in self.let]
        return max(Level.BINDING + bound.index(n) if n in bound else _OF_PLAY for n in free_names(expr))

    def decision(self, f: Frame) -> int:
        """The number of what its plays tell beside their cards."""
        tells = self.action.tells
        return 0 if tells is None else number_of(self.evaluate.tables, tells, f.names[self.let[0][0]])

    def hopeless(self, f: Frame) -> bool:
        """Whether a part that must take something has nothing to take from, whatever is played."""
        needed = (p for p in self.parts if p.part.row.needs_one(True) and p.source_is_fixed)
        return any(not p.leaves_out_played and not p.source(f) for p in needed)

    def candidates(self, f: Frame, index: search.ItemIndex) -> Iterable[search.Candidates]:
        """What the parts may take, what can be taken in few ways first; nothing where a part that a play needs has
        nothing to take.

        Those are asked first: most bindings end there, without a search where a total cannot be made. Where subsets
        have to be tried each part waits for its turn: that can be too much, and is a fault only where it has to be
        done."""
        if self.tries:
            return (part.candidates(f, index) for part in self.parts)
        if not all(part.may_total(f, index) for part in self.totals):
            return ()
        found: dict[PartSearch, search.Candidates] = {}
        for part in self.needed_first:
            one = found[part] = part.candidates(f, index)
            if not one.choices and one.needed:
                return ()
        return (found[part] for part in self.fewest_first)

    def played(self, f: Frame) -> Iterator[tuple[int, ...]]:
        """The cards that may leave the hand; of twins only the first is tried."""
        played = self.action.action.played
        hand = f.state.hands[f.me]
        if played.source == "none":
            yield ()
        elif played.source == "stock":
            if f.state.stock:
                yield (f.state.stock[-1],)
        elif played.most is None:
            if hand:
                yield tuple(hand)
        elif played.most == 1 and self.copies == 1:
            yield from ((c,) for c in hand)
        else:
            seen = set()
            for size in range(played.least, played.most + 1):
                for cards in combinations(hand, size):
                    self.steps.take(1)
                    faces = tuple(c // self.copies for c in cards)
                    if faces not in seen:
                        seen.add(faces)
                        yield cards

    def aims(self, f: Frame) -> bool:
        """Work out what `to` says with these bindings, for the frame what is announced; without a pile or hand to go
        to, or a value that a build can have, there is no play."""
        goal = self.to_arg(f) if self.to_arg is not None else 0
        builds = self.action.to == "build"
        f.value = goal if builds else 0
        return 0 < goal <= LARGEST_IN_SET if builds else goal is not None

    def bindings(self, f: Frame, tested: bool = True, at: int = 0) -> Iterator[None]:
        """Runs through the bindings of the ``let`` names, setting them in the frame; if they are ``tested``, those that
        no condition that speaks of them refuses."""
        if at == len(self.let):
            yield
            return
        name, source = self.let[at]
        found: Any = source(f)
        members = bits(found) if type(found) is int else tuple(found)
        self.steps.take(len(members))
        for member in members:
            f.names[name] = member
            if tested and not self.binding_tests[at](f):
                continue
            if at + 1 == len(self.let):
                yield
            else:
                yield from self.bindings(f, tested, at + 1)
