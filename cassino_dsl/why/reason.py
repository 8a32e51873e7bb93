"""The one reason for which a play is refused: the first clause that does, said as a person would."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from cassino_dsl.describe import refusals as said
from cassino_dsl.describe.pattern import like
from cassino_dsl.describe.phrases import Phrases
from cassino_dsl.describe.refusals import Refusals, Told
from cassino_dsl.describe.resolved import resolved
from cassino_dsl.describe.table import TableFacts
from cassino_dsl.engine.frame import Frame
from cassino_dsl.engine.game import Engine
from cassino_dsl.engine.meaning import Value
from cassino_dsl.engine.numbers import bits
from cassino_dsl.engine.play import DONE, Play
from cassino_dsl.engine.state import Build, Item, State
from cassino_dsl.engine.text import WrittenPlay
from cassino_dsl.ruleset.expr import Call, Expr, Name, Quantified, Type, all_of, conjuncts, walk
from cassino_dsl.ruleset.model import Action, Part, Rule, Ruleset
from cassino_dsl.ruleset.operators import FILTER, IN, UNION
from cassino_dsl.ruleset.span import Span
from cassino_dsl.ruleset.words import CARD, CARD_OR_NOTHING, TOTAL
from cassino_dsl.why.account import Account, Stage, of_action
from cassino_dsl.why.action import blamed
from cassino_dsl.why.conditions import REFUSED
from cassino_dsl.why.narrow import Narrower
from cassino_dsl.why.observe import Observer
from cassino_dsl.why.take import Missing, failing

_ITEM = "item"  # the name of an item that is asked about; "item taken" could be no name of a file


@dataclass(frozen=True, slots=True)
class Reason:
    """One or two sentences; the label of the condition that refuses, as `why` lists it, and where it stands."""

    sentence: str
    clause: str
    span: Span | None


class Reasons:
    """Finds and says the reason for one written play in one position."""

    def __init__(self, engine: Engine, state: State, observer: Observer, play: WrittenPlay) -> None:
        self.engine, self.state, self.observer, self.written = engine, state, observer, play
        self.plan = engine.plan
        self.narrow = Narrower(observer)

    @cached_property
    def ruleset(self) -> Ruleset:
        """What is in force at this table."""
        return resolved(self.plan.ruleset)

    @cached_property
    def say(self) -> Refusals:
        return Refusals(Phrases(TableFacts(self.ruleset)))

    # ---- plays as they are told

    def _play(self, play: Play) -> Told:
        told = self.observer.told
        cards = tuple(told(c, Type.CARD) for c in play.cards)
        if play is DONE:
            return Told("other", (), (), None, "done")
        value = play.value if play.kind == "build" else play.decision or None
        return Told(play.kind, cards, self._items(play.items), value, play.name)

    def _items(self, items: Iterable[Item]) -> tuple[str, ...]:
        return tuple(self.observer.told(i, Type.ITEM) for i in items)

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
        return Reason(said.allowed(self._play(play), play.name, _place(span)), "", span)

    # ---- the reason

    def of(self, account: Account, cards: Sequence[int], items: Sequence[Item]) -> Reason:
        """Why the action to which a play comes nearest refuses it."""
        told = tuple(self.observer.told(c, Type.CARD) for c in cards)
        play = Told(self.written.kind, told, self._items(items), self.written.value, self.written.name)
        what = said.may(play, no=True)
        action = account.search.action.action
        first = next((c for c in account.conditions if c.verdict == REFUSED), None)
        clause, span = (first.clause, first.span) if first else ("", None)
        match account.stage:
            case Stage.NUMBER:
                because = self.say.played(self._resolved(action))
            case Stage.WHERE:
                because = self._clause(action.played.where, action, account.frame)
            case Stage.LET:
                because = self._let(account)
            case Stage.TAKE:
                because, clause, span = self._take(account, tuple(items), clause)
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
        return Reason(said.refused(what, because, "", _place(span or action.span)), clause, span or action.span)

    def _clause(self, expr: Expr | None, action: Action, f: Frame) -> str:
        assert expr is not None
        return self.say.clause(self.narrow.cores(expr, False, f), action)

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
        place = _place(expr.span)
        stays = self.say.stays(cores)
        if stays:
            card = next(c.stays for c in cores if c.stays)
            sentence = said.refused(said.must_stay(card), stays, by, place, about)
        else:
            text = self.say.clause(cores, of if isinstance(of, Action) else None)
            sentence = said.refused(what, text, by, place, about)
        return Reason(sentence, clause, expr.span)

    def _preferred(self, account: Account, play: Told, clause: str, span: Span | None) -> Reason:
        assert span is not None
        name = clause.removeprefix("preference `").removesuffix("`")
        return Reason(said.overruled(self._play(account.preferred[0]), play, name, _place(span)), clause, span)

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
                f.names[source.name] = value
                cores = self.narrow.cores(source.body, False, f)
                del f.names[source.name]
                return self.say.clause(cores)
            return self._no_value(value, source.source, could, f)
        if isinstance(source, Call) and source.row is UNION:
            of_cards = [s for s in _sources(source) if like(s, ("value", "?c", "?place")) is not None]
            return self._no_value(value, (of_cards or _sources(source))[0], could, f)
        return self.say.not_announced(value, source, could, self.narrow.names(source, f))

    # ---- what is taken

    def _take(self, account: Account, items: tuple[Item, ...], clause: str) -> tuple[str, str, Span]:
        missing, action = account.missing, account.search.action.action
        assert missing is not None
        part = missing.part
        if part is None:
            return self.say.takes_nothing(action), clause, action.span
        label = of_action(f"part `{part.name}`", action.name)
        if not items:
            return self.say.takes_something(action), label, part.span
        ready = self._resolved(action)
        as_said = next((p for p in ready.take if p.name == part.name), part)
        if missing.left:
            return self.say.also(self._items(missing.left), part.quantity == "maximal"), label, part.span
        if not missing.rest:
            alone = self._alone(part, account.frame)
            if alone:
                return alone, label, part.span
            return self.say.lacks(ready, _sums_only(as_said), self._names(account)), label, part.span
        return self._no_part(account, part, as_said, ready, missing), label, part.span

    def _no_part(self, account: Account, part: Part, as_said: Part, action: Action, missing: Missing) -> str:
        """Why what is left is not what the nearest part takes."""
        f, rest = account.frame, missing.rest
        source = list(self.observer.value(part.source, f))
        for item in rest:
            if item not in source:
                return self._not_there(part, item, f)
        for items in (rest,) if part.groups else tuple((i,) for i in rest):
            for test in failing(part, items, f, self.observer):
                return self._test(action, part, test, items, f)
        return self.say.takes_one(action, as_said)

    def _alone(self, part: Part, f: Frame) -> str:
        """Of a part that may take nothing beside the card played: what that card makes by itself."""
        if not part.with_card or f.card is None or part.where is None:
            return ""
        for test in conjuncts(self.observer.in_force(part.where)):
            found = like(test, ("in", ("-", "?v", "?w"), ("total", "?g")))
            if found is not None:
                wanted, value = (self.observer.evaluate(found[gap])(f) for gap in ("?v", "?w"))
                if wanted != value:
                    return self.say.makes((), self.observer.told(f.card, Type.CARD), [value], wanted)
        return ""

    def _names(self, account: Account) -> dict[str, str]:
        """What the names of an action stand for in the play."""
        types = {b.name: b.type for b in account.search.action.action.let}
        return {name: self.observer.told(value, types[name]) for name, value in account.frame.names.items()}

    def _not_there(self, part: Part, item: Item, f: Frame) -> str:
        """An item that is none of those that a part chooses from."""
        source = self.observer.in_force(part.source)
        if part.groups and isinstance(item, Build) and not self._sums_with_builds():
            return self.say.no_build_in_a_sum()
        f.names[_ITEM] = item
        is_there = Call(Type.BOOL, IN, (Name(Type.ITEM, _ITEM, part.span), source), part.span)
        text = self.say.clause(self.narrow.cores(is_there, False, f))
        del f.names[_ITEM]
        return text

    def _sums_with_builds(self) -> bool:
        """Whether some action of this kind takes builds in groups."""
        parts = [p for a in self.ruleset.actions if a.kind == self.written.kind for p in a.take if p.groups]
        return any(s.type in (Type.BUILDS, Type.ITEMS) for p in parts for s in _sources(p.source))

    def _test(self, action: Action, part: Part, test: Expr, items: tuple[Item, ...], f: Frame) -> str:
        """A condition that a group, or an item, of a part does not meet."""
        variable = part.variable
        f.names[variable] = items if part.groups else items[0]
        try:
            found = like(test, ("in", "?n", ("total", "?g")))
            if found is not None:
                return self._sum(found["?n"], found["?g"], items, f)
            one = like(test, ("=", ("value", "?b"), "?v"))
            if one is not None and isinstance(items[0], Build):
                wanted = self.observer.evaluate(one["?v"])(f)
                build = "it" if len(f.taken) == 1 else self._items(items)[0]
                tell = self.say.wrong_value if action.kind == "capture" else self.say.other_value
                return tell(build, items[0].value, wanted)
            return self.say.clause(self.narrow.cores(test, False, f), action)
        finally:
            del f.names[variable]

    def _sum(self, wanted: Expr, group: Expr, items: tuple[Item, ...], f: Frame) -> str:
        """What a group adds up to instead; with the card played, where its value is taken off the total."""
        total = self.observer.evaluate(Call(Type.VALUES, TOTAL, (group,), wanted.span))
        made = bits(total(f))
        if not made and isinstance(group, Name):
            return self.say.no_number(self._items(i for i in items if not self._counts(total, group.name, i, f)))
        number = self.observer.evaluate(wanted)(f)
        minus = like(wanted, ("-", "?v", "?w"))
        if minus is not None and f.card is not None:
            less = self.observer.evaluate(minus["?w"])(f)
            return self.say.makes(
                self._items(items), self.observer.told(f.card, Type.CARD), [n + less for n in made], number + less
            )
        return self.say.makes(self._items(items), "", made, number)

    def _counts(self, total: Value, group: str, item: Item, f: Frame) -> bool:
        """Whether an item by itself counts for a number."""
        whole, f.names[group] = f.names[group], (item,)
        found = total(f)
        f.names[group] = whole
        return bool(found)

    def _resolved(self, action: Action) -> Action:
        """An action with its terms written out; one that options have turned off, as it stands."""
        return next((a for a in self.ruleset.actions if a.name == action.name), action)


def _sums_only(part: Part) -> Part:
    """A part as it is told in short: which sums it takes, and nothing else that is asked of them."""
    if not part.groups or part.where is None:
        return part
    sums = [t for t in conjuncts(part.where) if like(t, ("in", "?n", ("total", "?g"))) is not None]
    return replace(part, where=all_of(sums, part.span)) if sums else part


def _sources(source: Expr) -> list[Expr]:
    """The sets that a set is put together from."""
    if isinstance(source, Call) and source.row is UNION:
        return [part for arg in source.args for part in _sources(arg)]
    return [source]


def _of_the_card(source: Expr) -> bool:
    return any(isinstance(e, Call) and e.row in (CARD, CARD_OR_NOTHING) for e in walk(source))


def _place(span: Span) -> str:
    return f"{span.file}:{span.line}"
