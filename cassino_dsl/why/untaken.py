"""Why an action cannot take certain items: what its nearest part says of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from cassino_dsl.describe.pattern import like
from cassino_dsl.describe.refusals import Refusals
from cassino_dsl.engine.frame import Frame
from cassino_dsl.engine.meaning import Value
from cassino_dsl.engine.numbers import bits
from cassino_dsl.engine.state import Build, Item
from cassino_dsl.ruleset.expr import Call, Expr, Name, Type, all_of, conjuncts
from cassino_dsl.ruleset.model import Action, Part
from cassino_dsl.ruleset.operators import IN, UNION
from cassino_dsl.ruleset.span import Span
from cassino_dsl.ruleset.words import TOTAL
from cassino_dsl.why.account import Account, of_action
from cassino_dsl.why.narrow import Narrower
from cassino_dsl.why.observe import Observer, names_kept
from cassino_dsl.why.take import Missing, failing

_ITEM = "item that is asked about"  # its name; no file can have a space in a name


class Untaken:
    """Says why items are not taken. ``actions``: those in force at this table; ``kind``: of the play."""

    def __init__(
        self, observer: Observer, narrow: Narrower, say: Refusals, actions: tuple[Action, ...], kind: str
    ) -> None:
        self.observer, self.narrow, self.say, self.actions, self.kind = observer, narrow, say, actions, kind

    def _items(self, items: Iterable[Item]) -> tuple[str, ...]:
        return tuple(self.observer.told(i, Type.ITEM) for i in items)

    def _in_force(self, action: Action) -> Action:
        return next((a for a in self.actions if a.name == action.name), action)

    def of(self, account: Account, items: tuple[Item, ...], clause: str) -> tuple[str, str, Span]:
        """Why the parts of an action do not take these items; the label and the place of what says so. ``clause``: the
        label, where the action has no parts."""
        missing, action = account.missing, account.search.action.action
        assert missing is not None
        part = missing.part
        if part is None:
            return self.say.takes_nothing(action), clause, action.span
        label = of_action(f"part `{part.name}`", action.name)
        if not items:
            return self.say.takes_something(action), label, part.span
        ready = self._in_force(action)
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
        is_there = Call(Type.BOOL, IN, (Name(Type.ITEM, _ITEM, part.span), source), part.span)
        with names_kept(f):
            f.names[_ITEM] = item
            return self.say.clause(self.narrow.cores(is_there, False, f))

    def _sums_with_builds(self) -> bool:
        """Whether some action of this kind takes builds in groups."""
        parts = [p for a in self.actions if a.kind == self.kind for p in a.take if p.groups]
        return any(s.type in (Type.BUILDS, Type.ITEMS) for p in parts for s in sources(p.source))

    def _test(self, action: Action, part: Part, test: Expr, items: tuple[Item, ...], f: Frame) -> str:
        """A condition that a group, or an item, of a part does not meet."""
        with names_kept(f):
            f.names[part.variable] = items if part.groups else items[0]
            found = like(test, ("in", "?n", ("total", "?g")))
            if found is not None:
                return self._sum(found["?n"], found["?g"], items, f)
            one = like(test, ("=", ("value", "?b"), "?v"))
            if one is not None and isinstance(items[0], Build):
                wanted = self.observer.evaluate(one["?v"])(f)
                build = "it" if len(f.taken) == 1 else self._items(items)[0]
                tell = self.say.wrong_value if action.kind == "capture" else self.say.other_value
                return tell(build, items[0].value, wanted)
            return self.say.clause(self.narrow.cores(test, False, f))

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


def _sums_only(part: Part) -> Part:
    """A part as it is told in short: which sums it takes, and nothing else that is asked of them."""
    if not part.groups or part.where is None:
        return part
    sums = [t for t in conjuncts(part.where) if like(t, ("in", "?n", ("total", "?g"))) is not None]
    return replace(part, where=all_of(sums, part.span)) if sums else part


def sources(source: Expr) -> list[Expr]:
    """The sets that a set is put together from."""
    if isinstance(source, Call) and source.row is UNION:
        return [part for arg in source.args for part in sources(arg)]
    return [source]
