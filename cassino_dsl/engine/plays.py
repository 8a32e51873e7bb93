"""Lists the legal plays of a decision: complete, and each play once."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from cassino_dsl.engine.evaluate import Evaluator, Value, bits
from cassino_dsl.engine.frame import Frame
from cassino_dsl.engine.functions import item_numbers
from cassino_dsl.engine.play import DONE, Play
from cassino_dsl.engine.search import (
    MAX_PLAYS,
    Candidates,
    ItemIndex,
    groups_by_total,
    groups_by_trying,
    unions,
)
from cassino_dsl.engine.state import Build, Item, State
from cassino_dsl.plan.plan import PlannedAction, PlannedPart, PlannedPreference
from cassino_dsl.ruleset.errors import RunFault


class PartSearch:
    """One part of an action, ready to be searched."""

    def __init__(self, part: PlannedPart, evaluate: Evaluator) -> None:
        self.part = part
        self.source = evaluate(part.source)
        self.target = evaluate.maybe(part.target)
        self.tests = tuple(evaluate(t) for t in part.tests)
        self.tables = evaluate.tables

    def candidates(self, f: Frame, index: ItemIndex) -> Candidates:
        """What this part may take, given the bindings of the frame."""
        part, items = self.part, self.source(f)
        if not part.groups:
            choices = [index.add(i) for i in items if self._fits(f, i)]
            return Candidates(part.quantity, choices, True)
        if self.target is None:
            fits = [index.add(i) for i in items]
            choices = groups_by_trying(fits, lambda mask: self._fits(f, index.members(mask)))
            return Candidates(part.quantity, choices, self._fits(f, ()))
        target = self.target(f)
        numbered = [(index.add(i), item_numbers(self.tables, f, i)) for i in items]
        choices = groups_by_total(numbered, target)
        if self.tests:
            choices = [c for c in choices if self._fits(f, index.members(c))]
        return Candidates(part.quantity, choices, target == 0 and self._fits(f, ()))

    def _fits(self, f: Frame, value: Item | tuple[Item, ...]) -> bool:
        f.names[self.part.variable] = value
        return all(test(f) for test in self.tests)


class ActionSearch:
    """One action, ready to be searched."""

    def __init__(self, action: PlannedAction, evaluate: Evaluator) -> None:
        self.action = action
        self.where = evaluate.maybe(action.played_where)
        self.let = tuple((name, evaluate(source)) for name, source in action.let)
        self.parts = tuple(PartSearch(p, evaluate) for p in action.parts)
        self.to_arg = evaluate.maybe(action.to_arg)
        self.tests = tuple(evaluate(t.expr) for t in action.tests)
        self.sensible = evaluate.maybe(action.sensible)
        self.copies = evaluate.tables.copies

    def played(self, f: Frame) -> Iterator[tuple[int, ...]]:
        """The cards that may leave the hand; of twins only the first is tried."""
        played = self.action.action.played
        hand = f.state.hands[f.me]
        if played.source == "none":
            yield ()
        elif played.source == "stock":
            yield from ((f.state.stock[-1],) if f.state.stock else (),) if f.state.stock else ()
        elif played.most is None:
            if hand:
                yield tuple(hand)
        else:
            seen = set()
            for size in range(played.least, played.most + 1):
                for cards in combinations(hand, size):
                    faces = tuple(c // self.copies for c in cards)
                    if faces not in seen:
                        seen.add(faces)
                        yield cards

    def bindings(self, f: Frame, at: int = 0) -> Iterator[None]:
        """Runs through all bindings of the ``let`` names, setting them in the frame."""
        if at == len(self.let):
            yield
            return
        name, source = self.let[at]
        members: Any = source(f)
        for member in bits(members) if type(members) is int else tuple(members):
            f.names[name] = member
            yield from self.bindings(f, at + 1)


class Lister:
    """Lists plays for one plan."""

    def __init__(self, evaluate: Evaluator) -> None:
        self.evaluate = evaluate
        self.plan = evaluate.plan
        self.searches = tuple(ActionSearch(a, evaluate) for a in self.plan.actions)
        self.by_step: dict[str, list[ActionSearch]] = {}
        for search in self.searches:
            self.by_step.setdefault(search.action.step, []).append(search)
        self.preferences = tuple(_Preference(p, evaluate) for p in self.plan.preferences)

    def legal(self, state: State, seat: int, steps: tuple[str, ...], may_end: bool) -> list[Play]:
        """The legal plays of a seat that may do one of these steps (or end its turn)."""
        found: dict[Any, Play] = {}
        frame = Frame(state, seat, self.plan.side_of[seat])
        index = ItemIndex([*state.loose, *state.builds])
        for step in steps:
            for search in self.by_step.get(step, ()):
                self._list(search, frame, index, found)
                if len(found) > MAX_PLAYS:
                    raise RunFault.too_many_plays(MAX_PLAYS)
        plays = self._preferred(frame, list(found.values()))
        if may_end and plays:
            plays.append(DONE)
        return plays

    def _list(self, search: ActionSearch, f: Frame, index: ItemIndex, found: dict[Any, Play]) -> None:
        action = search.action
        f.kind, f.action = action.kind, action.name
        hand = f.state.hands[f.me]
        for cards in search.played(f):
            f.names = {}
            f.cards = cards
            f.card = cards[0] if len(cards) == 1 else None
            f.kept = [c for c in hand if c not in cards]
            f.taken, f.value = (), 0
            if search.where is not None and not search.where(f):
                continue
            for _ in search.bindings(f):
                f.value = search.to_arg(f) if action.to == "build" and search.to_arg else 0
                if action.to == "build" and f.value <= 0:
                    continue
                self._take(search, f, index, found)
                f.taken, f.value = (), 0

    def _take(self, search: ActionSearch, f: Frame, index: ItemIndex, found: dict[Any, Play]) -> None:
        action = search.action
        masks = unions([p.candidates(f, index) for p in search.parts]) if search.parts else [0]
        decision = f.names.get(search.let[0][0], 0) if action.kind == "other" and search.let else 0
        for mask in masks:
            if search.parts and not mask:
                continue
            key = self._key(action, f, mask, index, decision)
            if key in found:
                continue
            f.taken = index.members(mask)
            ahead: list[State] = []

            def look(frame: Frame, ahead: list[State] = ahead) -> State:
                if not ahead:
                    ahead.append(state_after(self.evaluate, action, frame))
                return ahead[0]

            f.ahead = look
            if all(test(f) for test in search.tests):
                found[key] = Play(
                    action, f.me, f.cards, f.taken, f.value, decision if type(decision) is int else 0, dict(f.names)
                )

    def _key(self, action: PlannedAction, f: Frame, mask: int, index: ItemIndex, decision: Any) -> Any:
        which = (action.fingerprint, decision) if action.kind == "other" else 0
        copies = self.evaluate.tables.copies
        if copies == 1:
            return (action.kind, f.cards, mask, f.value, which)
        taken = sorted(
            (i // copies, ()) if type(i) is int else (-1, tuple(c // copies for c in i.cards))
            for i in index.members(mask)
        )
        return (action.kind, tuple(c // copies for c in f.cards), tuple(taken), f.value, which)

    def _preferred(self, f: Frame, plays: list[Play]) -> list[Play]:
        for preference in self.preferences:
            if len(plays) > 1:
                plays = preference.filter(f, plays, self.evaluate)
        return plays

    def sensible(self, state: State, seat: int, plays: list[Play]) -> list[Play]:
        """The plays that simulated players choose from: claims only where they are right."""
        frame = Frame(state, seat, self.plan.side_of[seat])
        kept = []
        for play in plays:
            search = self.searches[play.action.index] if play is not DONE else None
            if search is None or search.sensible is None or search.sensible(look_at(frame, play, self.evaluate)):
                kept.append(play)
        return kept or plays


class _Preference:
    def __init__(self, preference: PlannedPreference, evaluate: Evaluator) -> None:
        self.preference = preference
        self.prefer = evaluate.maybe(preference.prefer)
        self.over = evaluate.maybe(preference.over)
        self.number = evaluate.maybe(preference.number)
        self.among = evaluate.maybe(preference.among)

    def filter(self, f: Frame, plays: list[Play], evaluate: Evaluator) -> list[Play]:
        groups: dict[Any, list[Play]] = {}
        copies = evaluate.tables.copies
        for play in plays:
            cards = tuple(c // copies for c in play.cards) if self.preference.per_card else ()
            groups.setdefault(cards, []).append(play)
        gone: set[int] = set()
        for group in groups.values():
            gone.update(self._gone(f, group, evaluate))
        return [p for p in plays if id(p) not in gone]

    def _gone(self, f: Frame, plays: list[Play], evaluate: Evaluator) -> set[int]:
        def holds(test: Value, play: Play) -> Any:
            return test(look_at(f, play, evaluate))

        if self.prefer is not None:
            good = {id(p) for p in plays if holds(self.prefer, p)}
            if not good:
                return set()
            over = self.over
            return {id(p) for p in plays if id(p) not in good and (over is None or holds(over, p))}
        assert self.number is not None
        compared = [p for p in plays if self.among is None or holds(self.among, p)]
        if not compared:
            return set()
        numbers = [holds(self.number, p) for p in compared]
        best = max(numbers) if self.preference.highest else min(numbers)
        return {id(p) for p, n in zip(compared, numbers, strict=True) if n != best}


def look_at(f: Frame, play: Play, evaluate: Evaluator) -> Frame:
    """Set the frame to a play."""
    f.kind, f.action = play.kind, play.name
    f.cards = play.cards
    f.card = play.cards[0] if len(play.cards) == 1 else None
    hand = f.state.hands[f.me]
    f.kept = [c for c in hand if c not in play.cards]
    f.taken, f.value = play.items, play.value
    f.names = dict(play.names)
    f.ahead = lambda frame: state_after(evaluate, play.action, frame)
    return f


def made_groups(evaluate: Evaluator, action: PlannedAction, f: Frame) -> tuple[tuple[int, ...], ...]:
    """The groups of the build that the play in the frame makes, where some clause can tell them apart."""
    if not evaluate.reads_groups:
        return (f.cards,)
    from cassino_dsl.engine.arrange import build_groups

    return build_groups(evaluate, action, f)


def state_after(evaluate: Evaluator, action: PlannedAction, f: Frame) -> State:
    """The position with the cards of the play moved and the memory of a build set, and nothing else:
    what ``after(…)`` sees."""
    state = f.state
    after = State(
        state.stock,
        state.hands.copy(),
        [c for c in state.loose if c not in f.taken] if f.taken else state.loose,
        [b for b in state.builds if b not in f.taken] if f.taken else state.builds,
        state.piles,
        state.aside,
        state.memory,
        state.scores,
        state.points,
        state.leader,
        state.seat,
    )
    after.round, after.deals, after.turns, after.redeals = state.round, state.deals, state.turns, state.redeals
    after.hands[f.me] = f.kept
    if action.to == "build":
        after.builds = [*after.builds, Build(f.value, made_groups(evaluate, action, f), build_memory(evaluate, f))]
    elif action.to == "table":
        after.loose = [*after.loose, *f.cards]
    elif action.to == "pile":
        taken = [c for i in f.taken for c in ((i,) if type(i) is int else i.cards)]
        after.piles = [[c for c in p if c not in taken] for p in state.piles]
        after.piles[f.us] += [*taken, *f.cards]
    return after


def build_memory(evaluate: Evaluator, f: Frame) -> dict[str, Any]:
    """What the variant remembers of a build that the play in the frame makes."""
    memory = {}
    for name in evaluate.plan.build_memory:
        planned = evaluate.plan.memory[name]
        memory[name] = evaluate(planned.becomes if planned.becomes is not None else planned.starts)(f)
    return memory
