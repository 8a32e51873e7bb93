"""What one action says of a play: from the step of the turn to the preferences, condition by condition."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from cassino_dsl.engine.ahead import look_ahead, look_at
from cassino_dsl.engine.candidates import ActionSearch
from cassino_dsl.engine.frame import Frame
from cassino_dsl.engine.game import Engine
from cassino_dsl.engine.numbers import bits
from cassino_dsl.engine.play import Play
from cassino_dsl.engine.state import Item, State
from cassino_dsl.engine.text import WrittenPlay, play_text, written
from cassino_dsl.ruleset.expr import Call, Expr, Name, Type, walk
from cassino_dsl.ruleset.model import Preference
from cassino_dsl.ruleset.operators import IMPLIES
from cassino_dsl.why.account import WHEN, Account, Stage, of_action
from cassino_dsl.why.conditions import ALLOWED, NOT_REACHED, REFUSED, Condition, source_text, verdict
from cassino_dsl.why.observe import Observer
from cassino_dsl.why.take import Taking, examine_taking


@dataclass(frozen=True, slots=True)
class _Bound:
    """The best binding of an action's names, and what the parts make of the items with it."""

    names: dict[str, Any]
    taking: Taking
    allowed: bool  # the action's own condition holds

    def better_than(self, other: _Bound | None) -> bool:
        return other is None or self._rank() > other._rank()

    def _rank(self) -> tuple[bool, bool, int]:
        missing = self.taking.missing
        return missing is None, self.allowed, -missing.distance if missing else 0


class ActionInquiry:
    """Asks the actions of one decision about one written play."""

    def __init__(self, engine: Engine, state: State, play: WrittenPlay, observer: Observer) -> None:
        self.engine, self.state, self.written, self.observer = engine, state, play, observer
        self.plan, self.lister, self.tables = engine.plan, engine.lister, engine.evaluate.tables
        self.seat, machine, at = engine.decision(state)
        self.steps = machine.steps(at)

    def account(self, search: ActionSearch, cards: tuple[int, ...], items: tuple[Item, ...]) -> Account:
        """Go through the conditions of one action, as far as they can be asked."""
        f = self._frame(search, cards)
        comes = search.action.step in self.steps
        own = [self._step(search, comes), *self._played(search, f)]
        rest = [*self._when(search, None), *self._rules(None)]

        def account(stage: Stage, **more: Any) -> Account:
            if not comes:
                stage = Stage.STEP if stage > Stage.STEP else min(stage, Stage.ELSEWHERE)
            return Account(search, _named(search, own), tuple(rest), stage, f, **more)

        if any(c.verdict == REFUSED for c in own[1:]):
            own.append(Condition("what is taken", NOT_REACHED))
            return account(Stage.NUMBER if own[1].verdict == REFUSED else Stage.WHERE)
        bound, announced = self._bind(search, f, items)
        own += self._bindings(search, f, bound, announced)
        if bound is None:
            own.append(Condition("what is taken", NOT_REACHED))
            return account(Stage.LET, announced=tuple(sorted(announced)))
        own += bound.taking.conditions
        f.names, f.taken = dict(bound.names), items
        f.value = self.written.value or 0 if search.action.to == "build" else 0
        if not bound.taking.fits:
            return account(Stage.TAKE, missing=bound.taking.missing)
        look_ahead(f, search.action, self.observer.evaluate)
        when = self._when(search, f)
        own += when
        rest = self._rules(f)
        refused = next((c for c in when if c.verdict == REFUSED), None)
        if refused is not None:
            return account(Stage.WHEN if refused.clause == WHEN else Stage.TO)
        if any(c.verdict == REFUSED for c in rest):
            return account(Stage.RULES)
        if not comes:
            return account(Stage.STEP)
        made = Play(search.action, self.seat, cards, items, f.value, _decision(search, f), dict(f.names))
        debts = self._debts(made)
        rest += debts
        if any(c.verdict == REFUSED for c in debts):
            return account(Stage.DEBTS)
        preferences, preferred = self._preferences(made)
        rest += preferences
        return account(Stage.PREFERENCES if preferred else Stage.FITS, preferred=tuple(preferred))

    def _frame(self, search: ActionSearch, cards: tuple[int, ...]) -> Frame:
        f = Frame(self.state, self.seat, self.plan.side_of[self.seat])
        f.kind, f.action, f.cards = search.action.kind, search.action.name, cards
        f.card = cards[0] if len(cards) == 1 else None
        f.kept = [c for c in self.state.hands[self.seat] if c not in cards]
        look_ahead(f, search.action, self.observer.evaluate)
        return f

    # ---- the action itself

    def _step(self, search: ActionSearch, comes: bool) -> Condition:
        seen = {"next steps": list(self.steps)}
        return Condition(
            "the turn", verdict(comes), f"the turn may come to the step `{search.action.step}`", None, seen
        )

    def _played(self, search: ActionSearch, f: Frame) -> list[Condition]:
        """How many cards are played, and which."""
        played = search.action.action.played
        faces = sorted(c // search.copies for c in f.cards)
        so_many = any(sorted(c // search.copies for c in cards) == faces for cards in search.played(f))
        found = [Condition("the cards played", verdict(so_many), _played_text(search), search.action.action.span)]
        if played.where is not None and so_many:
            found.append(self._test("the cards played", played.where, f))
        return found

    def _bind(self, search: ActionSearch, f: Frame, items: tuple[Item, ...]) -> tuple[_Bound | None, set[int]]:
        """The binding with which the parts come nearest to the items, and all values that could be announced."""
        builds = search.action.to == "build"
        best: _Bound | None = None
        announced: set[int] = set()
        for _ in search.bindings(f, tested=False):
            names = {name: f.names[name] for name, _ in search.let}
            f.taken = ()
            search.aims(f)
            announced.add(f.value)
            if builds and f.value != self.written.value:
                continue
            if search.action.kind == "other" and _decision(search, f) != (self.written.value or 0):
                continue
            taking = examine_taking(search, f, items, self.observer)
            f.names, f.taken = dict(names), items
            look_ahead(f, search.action, self.observer.evaluate)
            found = _Bound(names, taking, all(c.verdict == ALLOWED for c in self._when(search, f)))
            if found.better_than(best):
                best = found
            if best and best.taking.fits and best.allowed:
                break
        f.names = {}
        return best, announced - {0}

    def _bindings(self, search: ActionSearch, f: Frame, bound: _Bound | None, announced: set[int]) -> list[Condition]:
        """What the names of the action stand for; without a binding, which of them is to blame."""
        action, found = search.action.action, []
        deciding = {e.name for e in walk(action.to_arg) if isinstance(e, Name)} if action.to_arg else set()
        if bound is None and action.to == "build":
            seen = {"announced": self.written.value, "could be": sorted(announced)}
            to = action.to_arg
            if to is not None and not deciding & {b.name for b in action.let}:
                return [Condition("the value announced", REFUSED, source_text(to.span), to.span, seen)]
        for binding in action.let:
            text = f"{binding.name}: {source_text(binding.source.span)}"
            if bound is not None:
                values = {binding.name: self.observer.shown(bound.names[binding.name], binding.type)}
                found.append(Condition(f"`{binding.name}`", ALLOWED, text, binding.span, values))
            elif action.to == "build" and announced:
                outcome = REFUSED if binding.name in deciding else NOT_REACHED
                found.append(Condition(f"`{binding.name}`", outcome, text, binding.span, seen))
            else:
                to_blame = binding is action.let[blamed(search, f)]
                found.append(Condition(f"`{binding.name}`", verdict(not to_blame), text, binding.span))
                if to_blame:
                    break
        return found

    # ---- conditions, rules, and what comes after them

    def _when(self, search: ActionSearch, f: Frame | None) -> list[Condition]:
        """The action's own condition, and that there is a pile or a hand that its cards go to."""
        when, to = search.action.action.when, search.action.action.to_arg
        found = [self._test(WHEN, when, f)] if when is not None else []
        if to is not None and to.maybe:
            outcome = NOT_REACHED if f is None else verdict(self.observer.value(to, f) is not None)
            found.append(Condition("where the cards go", outcome, source_text(to.span), to.span))
        return found

    def _rules(self, f: Frame | None) -> list[Condition]:
        """Every rule of the ruleset; without a frame, not reached."""
        return [self._test(f"rule `{r.name}`", r.must, f, bool(r.price)) for r in self.plan.ruleset.rules]

    def _test(self, clause: str, expr: Expr, f: Frame | None, priced: bool = False) -> Condition:
        text, span = source_text(expr.span), expr.span
        if f is None:
            return Condition(clause, NOT_REACHED, text, span)
        holds = self.observer.value(expr, f)
        if not holds and priced:
            return Condition(clause, ALLOWED, text, span, {"broken at a price": True, **self.observer.seen(expr, f)})
        if isinstance(expr, Call) and expr.row is IMPLIES and not self.observer.value(expr.args[0], f):
            return Condition(clause, ALLOWED, text, span, {"concerns this play": False})
        return Condition(clause, verdict(holds), text, span, self.observer.seen(expr, f))

    def _debts(self, play: Play) -> list[Condition]:
        if not self.state.owed and not play.action.owes:
            return []
        holds = self.engine.can_pay(self.state, play)
        seen = {"owed": [self.observer.text(b, Type.BUILD) for b in self.state.owed]}
        action = self.state.owed_action or play.action.owes
        text = f"what is owed can be captured by `{action}` in this turn"
        return [Condition("the debts of the turn", verdict(holds), text, None, seen)]

    def _preferences(self, play: Play) -> tuple[list[Condition], list[Play]]:
        """Which preference takes the play away, and for the sake of which plays."""
        frame = Frame(self.state, self.seat, self.plan.side_of[self.seat])
        plays = self.lister.allowed(self.state, self.seat, self.steps)
        wanted = written(self.tables, play)
        found: list[Condition] = []
        preferred: list[Play] = []
        for declared, ready in zip(self.plan.ruleset.preferences, self.lister.preferences, strict=True):
            expr = declared.prefer if declared.prefer is not None else declared.number
            assert expr is not None
            one = Condition(f"preference `{declared.name}`", NOT_REACHED, source_text(expr.span), expr.span)
            if not preferred:
                left = ready.filter(frame, plays) if len(plays) > 1 else plays
                gone = not any(written(self.tables, p) == wanted for p in left)
                values = self.observer.seen(expr, look_at(frame, play, self.observer.evaluate))
                if gone:
                    preferred = self._preferred(declared, play, left)
                    values = {"preferred": [play_text(self.tables, p) for p in preferred[:5]], **values}
                one = replace(one, verdict=verdict(not gone), values=values)
                plays = left
            found.append(one)
        return found, preferred

    def _preferred(self, preference: Preference, play: Play, left: list[Play]) -> list[Play]:
        """The plays that a preference has set above this one; those with the same cards first."""
        test = preference.prefer if preference.prefer is not None else preference.among
        frame = Frame(self.state, self.seat, self.plan.side_of[self.seat])
        found = []
        for p in left:
            at = look_at(frame, p, self.observer.evaluate)
            if (not preference.per_card or p.cards == play.cards) and (test is None or self.observer.value(test, at)):
                found.append(p)
        return sorted(found or left[:1], key=lambda p: p.cards != play.cards)


def _named(search: ActionSearch, own: list[Condition]) -> tuple[Condition, ...]:
    """The conditions of the action bear its name; the rules of the ruleset have names of their own."""
    return tuple(replace(c, clause=of_action(c.clause, search.action.name)) for c in own)


def blamed(search: ActionSearch, f: Frame) -> int:
    """Which of the names of an action, by its place, is the first that can stand for nothing; else the last."""
    found = next((at for at in range(len(search.let)) if not _can_bind(search, f, at + 1)), len(search.let) - 1)
    f.names = {}
    return found


def _can_bind(search: ActionSearch, f: Frame, number: int, at: int = 0) -> bool:
    if at == number:
        return True
    name, source = search.let[at]
    members = source(f)
    for member in bits(members) if isinstance(members, int) else tuple(members):
        f.names[name] = member
        if _can_bind(search, f, number, at + 1):
            return True
    return False


def _decision(search: ActionSearch, f: Frame) -> int:
    """The number that a play of kind other decides on."""
    value = f.names.get(search.let[0][0], 0) if search.action.kind == "other" and search.let else 0
    return value if type(value) is int else 0


def _played_text(search: ActionSearch) -> str:
    played = search.action.action.played
    if played.source == "none":
        return "no card is played"
    if played.source == "stock":
        return "the next card of the stock is played"
    if played.most is None:
        return "the whole hand is played"
    if played.least == played.most:
        return "one card is played" if played.least == 1 else f"{played.least} cards are played"
    return f"{played.least} to {played.most} cards are played"
