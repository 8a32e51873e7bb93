"""The one reason for which a play is refused: the first clause that does, said as a person would."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from cassino_dsl.describe import refusals as said
from cassino_dsl.describe.pattern import like
from cassino_dsl.describe.phrases import Phrases
from cassino_dsl.describe.refusals import Refusals, Told
from cassino_dsl.describe.resolved import resolved
from cassino_dsl.describe.table import TableFacts
from cassino_dsl.engine.frame import Frame
from cassino_dsl.engine.game import Engine
from cassino_dsl.engine.numbers import bits
from cassino_dsl.engine.play import DONE, Play
from cassino_dsl.engine.state import Build, Item, State
from cassino_dsl.engine.text import WrittenPlay
from cassino_dsl.ruleset.expr import Call, Expr, Name, Quantified, Type, walk
from cassino_dsl.ruleset.model import Action, Rule, Ruleset
from cassino_dsl.ruleset.operators import FILTER, UNION
from cassino_dsl.ruleset.span import Span
from cassino_dsl.ruleset.within import calls_in
from cassino_dsl.ruleset.words import CARD, CARD_OR_NOTHING
from cassino_dsl.why.account import Account, Stage
from cassino_dsl.why.action import blamed
from cassino_dsl.why.conditions import REFUSED
from cassino_dsl.why.narrow import Narrower
from cassino_dsl.why.observe import Observer, names_kept
from cassino_dsl.why.untaken import Untaken, sources


@dataclass(frozen=True, slots=True)
class Reason:
    """One or two sentences; the label of the condition that refuses, as `why` lists it, and where it stands."""

    sentence: str
    clause: str
    span: Span | None


class Reasons:
    """Finds and says the reason for one written play in one position. ``places``: whether it names places in files."""

    def __init__(
        self, engine: Engine, state: State, observer: Observer, play: WrittenPlay, places: bool = True
    ) -> None:
        self.engine, self.state, self.observer, self.written, self.places = engine, state, observer, play, places
        self.plan = engine.plan
        self.narrow = Narrower(observer)

    @cached_property
    def ruleset(self) -> Ruleset:
        """What is in force at this table."""
        return resolved(self.plan.ruleset)

    @cached_property
    def say(self) -> Refusals:
        return Refusals(Phrases(TableFacts(self.ruleset)))

    @property
    def _untaken(self) -> Untaken:
        return Untaken(self.observer, self.narrow, self.say, self.ruleset.actions, self.written.kind)

    # ---- plays as they are told

    def _play(self, play: Play) -> Told:
        told = self.observer.told
        cards = tuple(told(c, Type.CARD) for c in play.cards)
        if play is DONE:
            return Told("other", (), (), None, "done")
        value = play.value if play.kind == "build" else play.decision or None
        return Told(play.kind, cards, self._items(play.items), value, play.name, self._raised(play.items, value))

    def _items(self, items: Iterable[Item]) -> tuple[str, ...]:
        return tuple(self.observer.told(i, Type.ITEM) for i in items)

    def _raised(self, items: Iterable[Item], value: int | None) -> tuple[str, ...]:
        return self._items(item for item in items if isinstance(item, Build) and item.value != value)

    def next_actions(self) -> list[str]:
        """The actions that may come next."""
        _, machine, at = self.engine.decision(self.state)
        steps = machine.steps(at)
        return [a.name for a in self.plan.declared if a.step in steps]

    def no_such_kind(self, clause: str) -> Reason:
        return Reason(said.stated(said.no_such_kind(self.written.kind, self.written.name)), clause, None)

    def allowed(self, play: Play) -> Reason:
        """Which action allows a legal play."""
        if play is DONE:
            return Reason(said.stated("your turn may end here"), "the turn", None)
        span = play.action.action.span
        return Reason(said.allowed(self._play(play), play.name, self._place(span)), "", span)

    # ---- the reason

    def of(self, account: Account, cards: Sequence[int], items: Sequence[Item]) -> Reason:
        """Why the action to which a play comes nearest refuses it."""
        told = tuple(self.observer.told(c, Type.CARD) for c in cards)
        value = self.written.value
        raised = self._raised(items, value)
        play = Told(self.written.kind, told, self._items(items), value, self.written.name, raised)
        what = said.may(play, no=True)
        action = account.search.action.action
        first = next((c for c in account.conditions if c.verdict == REFUSED), None)
        clause, span = (first.clause, first.span) if first else ("", None)
        match account.stage:
            case Stage.NUMBER:
                because = self.say.played(self._resolved(action))
            case Stage.WHERE:
                because = self._clause(action.played.where, account.frame)
            case Stage.LET:
                because = self._let(account)
            case Stage.TAKE:
                because, clause, span = self._untaken.of(account, tuple(items), clause)
            case Stage.STEP | Stage.ELSEWHERE:
                because = said.not_now(action.name, self.next_actions())
                span = action.span
            case Stage.WHEN:
                return self._when(what, account, clause)
            case Stage.RULES:
                return self._rule(what, account, clause)
            case Stage.DEBTS:
                owed = [self.observer.told(b, Type.BUILD) for b in self.state.owed]
                because = said.in_debt(owed, self.state.owed_action or action.owes)
                span = action.span
            case Stage.PREFERENCES:
                return self._preferred(account, play, clause, span)
            case _:
                because = said.not_now(action.name, self.next_actions())
        return Reason(said.refused(what, because, "", self._place(span or action.span)), clause, span or action.span)

    def _clause(self, expr: Expr | None, f: Frame) -> str:
        assert expr is not None
        return self.say.clause(self.narrow.cores(expr, False, f))

    def _when(self, what: str, account: Account, clause: str) -> Reason:
        action = account.search.action.action
        assert action.when is not None
        return self._of_clause(what, action.when, account.frame, clause, action)

    def _rule(self, what: str, account: Account, clause: str) -> Reason:
        named = next(c for c in account.rest if c.verdict == REFUSED).clause
        rule = next(r for r in self.plan.ruleset.rules if named == f"rule `{r.name}`")
        return self._of_clause(what, rule.must, account.frame, clause, rule)

    def _of_clause(self, what: str, expr: Expr, f: Frame, clause: str, of: Action | Rule) -> Reason:
        """The reason that a rule, or the condition of an action, gives."""
        by, about = (of.name, of.about) if isinstance(of, Rule) else ("", "")
        cores = self.narrow.cores(expr, False, f)
        place = self._place(expr.span)
        stays = self.say.stays(cores)
        if stays:
            card = next(c.stays for c in cores if c.stays)
            sentence = said.refused(said.must_stay(card), stays, by, place, about)
        else:
            sentence = said.refused(what, self.say.clause(cores), by, place, about)
        return Reason(sentence, clause, expr.span)

    def _preferred(self, account: Account, play: Told, clause: str, span: Span | None) -> Reason:
        assert span is not None
        name = clause.removeprefix("preference `").removesuffix("`")
        return Reason(said.overruled(self._play(account.preferred[0]), play, name, self._place(span)), clause, span)

    # ---- what names stand for, and what is announced

    def _let(self, account: Account) -> str:
        search, f = account.search, account.frame
        action, value = search.action.action, self.written.value
        if account.announced and value is not None and action.to_arg is not None:
            deciding = {e.name for e in walk(action.to_arg) if isinstance(e, Name)}
            binding = next((b for b in action.let if b.name in deciding), None)
            source = self.observer.in_force(binding.source if binding else action.to_arg)
            return self._no_value(value, source, account.announced, f)
        binding = action.let[blamed(search, f)]
        source = self.observer.in_force(binding.source)
        if value is not None and action.to == "build" and not _of_the_card(source):
            return self._no_value(value, source, (), f)
        return self.say.nobody_there(self.narrow.with_card(source, f), self.narrow.names(source, f))

    def _no_value(self, value: int, source: Expr, could: Sequence[int], f: Frame) -> str:
        """Why a value cannot be announced: it is none of a set, or a condition takes it out."""
        if isinstance(source, Quantified) and source.row is FILTER and source.type is Type.VALUES:
            there = self.observer.evaluate(source.source)(f)
            if value in bits(there):
                with names_kept(f):
                    f.names[source.name] = value
                    return self.say.clause(self.narrow.cores(source.body, False, f))
            return self._no_value(value, source.source, could, f)
        if isinstance(source, Call) and source.row is UNION:
            of_cards = [s for s in sources(source) if like(s, ("value", "?c", "?place")) is not None]
            return self._no_value(value, (of_cards or sources(source))[0], could, f)
        return self.say.not_announced(value, source, could, self.narrow.names(source, f))

    def _resolved(self, action: Action) -> Action:
        """An action with its terms written out; one that options have turned off, as it stands."""
        return next((a for a in self.ruleset.actions if a.name == action.name), action)

    def _place(self, span: Span) -> str:
        return f"{span.file}:{span.line}" if self.places else ""


def _of_the_card(source: Expr) -> bool:
    return any(e.row in (CARD, CARD_OR_NOTHING) for e in calls_in(source))
