"""Lists the legal plays of a decision, complete and each once; preferences filter what the rules have left."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any

from cassino_dsl.engine.reference import limits
from cassino_dsl.engine.reference.candidates import ActionSearch
from cassino_dsl.engine.reference.evaluate import Evaluator
from cassino_dsl.engine.reference.limits import size_of
from cassino_dsl.engine.reference.moving import frame_of, look_ahead
from cassino_dsl.engine.reference.play import DONE, Frame, Play
from cassino_dsl.engine.reference.search import ItemIndex, unions
from cassino_dsl.engine.reference.state import State, cards_of
from cassino_dsl.language.plan.plan import PlannedAction
from cassino_dsl.language.ruleset.model import Preference
from cassino_dsl.language.ruleset.run_fault import TOO_LONG, RunFault


class Preferring:
    """One preference, ready to be applied."""

    def __init__(self, preference: Preference, evaluate: Evaluator) -> None:
        self.preference = preference
        self.evaluate = evaluate
        self.prefer = evaluate.maybe(preference.prefer)
        self.over = evaluate.maybe(preference.over)
        self.number = evaluate.maybe(preference.number)
        self.among = evaluate.maybe(preference.among)
        self.size = size_of(preference.prefer, preference.over, preference.number, preference.among)

    def filter(self, look: Look, plays: list[Play]) -> list[Play]:
        """The plays that stay, in the order given."""
        copies = self.evaluate.tables.copies
        compared: dict[Any, list[Play]] = {}
        self.evaluate.steps.take(self.size * len(plays))
        for play in plays:
            cards = tuple(c // copies for c in play.cards) if self.preference.per_card else ()
            compared.setdefault(cards, []).append(play)
        gone = {play for together in compared.values() for play in self._gone(look, together)}
        return [p for p in plays if p not in gone]

    def _gone(self, look: Look, plays: list[Play]) -> list[Play]:
        if self.prefer is not None:
            good = {p for p in plays if self.prefer(look(p))}
            over = self.over
            return [p for p in plays if good and p not in good and (over is None or over(look(p)))]
        assert self.number is not None
        among = [p for p in plays if self.among is None or self.among(look(p))]
        numbers = [self.number(look(p)) for p in among]
        best = max(numbers, default=0) if self.preference.highest else min(numbers, default=0)
        return [p for p, n in zip(among, numbers, strict=True) if n != best]


Found = dict[Any, Play]
Look = Callable[[Play], Frame]  # gives the frame set to a play


class Lister:
    """Lists plays for one plan."""

    def __init__(self, evaluate: Evaluator) -> None:
        self.evaluate = evaluate
        self.plan = evaluate.plan
        self.searches = {a.index: ActionSearch(a, evaluate) for a in self.plan.actions}
        self.preferences = tuple(Preferring(p, evaluate) for p in self.plan.preferences)

    def legal(
        self, state: State, seat: int, steps: tuple[str, ...], may_end: bool, spare: frozenset[str] = frozenset()
    ) -> list[Play]:
        """The legal plays of a seat that may do one of these steps (or end its turn). It may also pass where only steps
        that can be left out, the ``spare`` ones, can be done."""
        plays = self.allowed(state, seat, steps)
        may_end = may_end or all(p.action.step in spare for p in plays)
        if self.preferences and len(plays) > 1:
            look = cache(partial(frame_of, self.evaluate, state))
            for preference in self.preferences:
                plays = preference.filter(look, plays)
        if may_end and plays:
            plays.append(DONE)
        return plays

    def allowed(self, state: State, seat: int, steps: tuple[str, ...]) -> list[Play]:
        """What actions and rules allow, before the preferences choose among it."""
        return list(self._found(state, seat, [s for s in self.searches.values() if s.action.step in steps]).values())

    def named_by(self, state: State, seat: int, steps: tuple[str, ...], action: str) -> set[str]:
        """The actions that name the plays which one of them, by itself, would yield here."""
        searches = [s for s in self.searches.values() if s.action.step in steps]
        alone = self._found(state, seat, [s for s in searches if s.action.name == action])
        found = self._found(state, seat, searches) if alone else {}
        return {found[key].name for key in alone}

    def _found(self, state: State, seat: int, searches: list[ActionSearch]) -> Found:
        found: Found = {}
        frame = Frame(state, seat, self.plan.side_of[seat])
        index = ItemIndex([*state.loose, *state.builds])
        for search in searches:  # the first that yields a play names it, whatever its step
            frame.kind, frame.action = search.action.kind, search.action.name
            try:
                if search.state_test(frame) and not search.hopeless(frame):
                    self._list(search, frame, index, found)
            except RunFault as fault:
                if fault.code == TOO_LONG:
                    raise RunFault.too_long(self.evaluate.steps.most, len(found)) from fault
                raise
        return found

    def _list(self, search: ActionSearch, f: Frame, index: ItemIndex, found: Found) -> None:
        """The plays of one action: by cards played, then by bindings."""
        action = search.action
        look_ahead(f, action, self.evaluate)
        hand = f.state.hands[f.me]
        for cards in search.played(f):
            search.steps.take(search.size)
            f.names = {}
            f.cards = cards
            f.card = cards[0] if len(cards) == 1 else None
            f.kept = [c for c in hand if c not in cards]
            if search.where is not None and not search.where(f):
                continue
            if not search.card_test(f):
                continue
            for _ in search.bindings(f):
                if search.aims(f):
                    self._take(search, f, index, found)

    def _take(self, search: ActionSearch, f: Frame, index: ItemIndex, found: Found) -> None:
        """The plays for one binding: every set that the parts can take, as far as the rules allow it."""
        action = search.action
        masks = unions(search.candidates(f, index), search.steps) if search.parts else [0]
        decision = 0 if action.tells is None else search.decision(f)
        if self.evaluate.tables.copies > 1:
            # of plays that twins make the same, the one with what came to lie first
            masks.sort(key=index.in_order(f.state))
        for mask in masks:
            if search.parts and not mask:
                continue
            key = self._key(action, f, mask, index, decision)
            if key in found:
                continue
            search.steps.take(search.size)
            f.taken = index.members(mask)
            if search.looks_at_plays:
                look_ahead(f, action, self.evaluate)
                if not search.play_test(f):
                    continue
            if len(found) >= limits.MAX_PLAYS:
                raise RunFault.too_many_plays(limits.MAX_PLAYS)
            found[key] = Play(
                action=action,
                seat=f.me,
                cards=f.cards,
                items=f.taken,
                value=f.value,
                decision=decision,
                names=dict(f.names),
            )
        f.taken, f.value = (), 0

    def _key(self, action: PlannedAction, f: Frame, mask: int, index: ItemIndex, decision: int) -> Any:
        """What a play is, as far as two plays can be the same; twins are interchangeable."""
        which = (action.fingerprint, decision) if action.kind == "other" else 0
        copies = self.evaluate.tables.copies
        if copies == 1:
            return (action.kind, f.cards, mask, f.value, which)
        taken = sorted(c // copies for c in cards_of(index.members(mask)))
        return (action.kind, tuple(c // copies for c in f.cards), tuple(taken), f.value, which)

    def sensible(self, state: State, seat: int, plays: list[Play]) -> list[Play]:
        """The plays that simulated players choose from: claims only where they are right."""
        if not any(s.sensible for s in self.searches.values()):
            return plays
        kept = []
        for play in plays:
            test = self.searches[play.action.index].sensible if play is not DONE else None
            if test is None or test(frame_of(self.evaluate, state, play)):
                kept.append(play)
        return kept or plays
