"""Which numbers a binding may stand for, worked out before the loop over it: of others no play could come.

Two kinds of clauses say so. A condition that nothing has this number: ``not any(b in builds | value(b) = v)``. And a
part that has to take something that has it: ``one b in builds where value(b) = v and owner(b) = me``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from cassino_dsl.engine.native.hoist import STATE, Hoister
from cassino_dsl.engine.native.printer import Bound, Env, Printer
from cassino_dsl.language.plan.plan import PlannedAction, PlannedPart
from cassino_dsl.language.ruleset import operators as op
from cassino_dsl.language.ruleset.expr import ELEMENT, Call, Expr, Literal, Name, Quantified, Type, conjuncts, walk
from cassino_dsl.language.ruleset.row import Row
from cassino_dsl.language.ruleset.simplify import Facts, constant
from cassino_dsl.language.ruleset.words import BUILDS, COUNT, ROW

_NUMBER, _NUMBERS = ROW["value(build)"], ROW["value(item)"]


@dataclass(frozen=True, slots=True)
class Narrowed:
    """The binding ``let`` is (``wanted``) or is not one of the ``numbers`` of the members of a set that pass tests."""

    let: str
    source: Expr
    variable: str
    numbers: Expr
    tests: tuple[Expr, ...]
    wanted: bool

    def is_fixed(self, hoister: Hoister, env: Env) -> bool:
        """Whether the position alone decides the numbers."""
        member = frozenset({self.variable})
        return hoister.level(self.source, env) == STATE and all(
            hoister.level(e, env, member) == STATE for e in (self.numbers, *self.tests)
        )

    def c(self, p: Printer, env: Env) -> str:
        """The C of the set of these numbers."""
        item, rest, found = p.named("int", "v"), p.fresh("s"), p.fresh("r")
        type = ELEMENT[self.source.type]
        bound = Bound(f"slot_of({item})", type, "old") if type is Type.BUILD else Bound(item, type)
        inner = env.bind(self.variable, bound)
        number = p.c(self.numbers, inner)
        number = number if self.numbers.type is Type.VALUES else f"number_bit({number})"
        refuse = "".join(f"if (!{p.c(test, inner)}) continue; " for test in self.tests)
        return p.apart(
            "Numbers",
            f"Numbers {found} = NO_NUMBERS; for (Items {rest} = {p.items(self.source, env)}; any_items({rest});) "
            f"{{ const int {item} = take_item(&{rest}); {refuse}{found} = join_numbers({found}, {number}); }}",
            found,
        )


def refused(test: Expr) -> Narrowed | None:
    """The numbers that a condition refuses, where it does nothing else."""
    none = test.args[0] if isinstance(test, Call) and test.row is op.NOT else None
    if not (isinstance(none, Quantified) and none.row is op.ANY):
        return None
    return _narrowed(none.source, none.name, (none.body,), wanted=False)


def needed(action: PlannedAction) -> Iterator[Narrowed]:
    """What the parts say that have to take an item by its number."""
    found = (of_items(part) for part in action.parts if part.row.needs_one(True))
    return (numbers for numbers in found if numbers is not None)


def of_items(part: PlannedPart) -> Narrowed | None:
    """The numbers of the items that a part may take, where it tells them by a number that is bound."""
    return None if part.groups else _narrowed(part.source, part.variable, part.tests, wanted=True)


def set_of_sums(numbers: Expr, name: str) -> list[tuple[str, Expr]]:
    """Of ``{v - w, v + w}`` what is added to a name: from totals to the name, it is taken from them, and the other way
    round. Empty: the numbers are no such set."""
    if not (isinstance(numbers, Call) and numbers.row is op.SET):
        return []
    found = []
    for sum in numbers.args:
        if not (isinstance(sum, Call) and sum.row in (op.PLUS, op.MINUS)):
            return []
        a, b = sum.args
        if sum.row is op.PLUS and isinstance(b, Name) and b.name == name:
            a, b = b, a
        if not (isinstance(a, Name) and a.name == name):
            return []
        found.append(("less_than" if sum.row is op.PLUS else "more_than", b))
    return found


def of_one_item(part: PlannedPart) -> bool:
    """Whether no group that a part takes has more than one item."""
    return any(not _may_count(test, part.variable, 2) for whole in part.tests for test in conjuncts(whole))


def tests_of_one(part: PlannedPart) -> list[Expr]:
    """What is left to ask of a group of one item."""
    every = [test for whole in part.tests for test in conjuncts(whole)]
    return [test for test in every if _counts(test, part.variable) is None or not _may_count(test, part.variable, 1)]


def needs_builds(part: PlannedPart) -> bool:
    """Whether a part cannot do without a build: while there are none on the table, nothing fits, not even no item."""
    if part.row.at_will or (part.quantity == "maybe" and not part.groups):
        return False
    every = (test for whole in part.tests for test in conjuncts(whole))
    now = (t for t in every if not any(isinstance(e, Call) and e.row.of_a_moment for e in walk(t)))
    return any(constant(_without_builds(test), Facts()) is False for test in now)


def _without_builds(e: Expr) -> Expr:
    """What an expression is while nothing is a build."""
    if isinstance(e, Quantified):
        return replace(e, source=_without_builds(e.source), body=_without_builds(e.body))
    if not isinstance(e, Call):
        return e
    if e.row is op.IN and isinstance(e.args[1], Call) and e.args[1].row is BUILDS:
        return Literal(Type.BOOL, False, e.span)
    return replace(e, args=tuple(_without_builds(a) for a in e.args))


def _narrowed(source: Expr, variable: str, tests: tuple[Expr, ...], wanted: bool) -> Narrowed | None:
    every = [test for whole in tests for test in conjuncts(whole)]
    for test in every:
        let, numbers = _has_number(test, variable)
        if let and numbers is not None:
            rest = tuple(other for other in every if other is not test)
            return Narrowed(let, source, variable, numbers, rest, wanted)
    return None


def _has_number(test: Expr, variable: str) -> tuple[str, Expr | None]:
    """The name that is a number of a member, where a test says so, and the number or numbers of the member."""
    if not isinstance(test, Call):
        return "", None
    if test.row is op.IN:
        return _name_and_number(test.args[0], test.args[1], variable, _NUMBERS)
    first, second = test.args if test.row is op.EQ else (None, None)
    if isinstance(first, Call) and first.row is op.MINUS and isinstance(second, Literal) and second.value == 0:
        name, number = first.args if isinstance(first.args[0], Name) else reversed(first.args)
        return _name_and_number(name, number, variable, _NUMBER)
    return "", None


def _name_and_number(name: Expr, number: Expr, variable: str, row: Row) -> tuple[str, Expr | None]:
    if not (isinstance(name, Name) and isinstance(number, Call) and number.row is row):
        return "", None
    (member,) = number.args
    return (name.name, number) if isinstance(member, Name) and member.name == variable else ("", None)


def _may_count(test: Expr, group: str, least: int) -> bool:
    """Whether a group of so many items, or of more where ``least`` is more than one, may pass a test."""
    asked = _counts(test, group)
    if asked is None:
        return True
    row, number, holds = asked
    sizes = (least,) if least == 1 else range(least, max(least, number) + 2)
    return any((size < number if row is op.LT else size == number) is holds for size in sizes)


def _counts(test: Expr, group: str) -> tuple[Row, int, bool] | None:
    """Of ``count(g) < 2``, ``not count(g) = 1`` the sign, the number, and whether it is to hold."""
    if isinstance(test, Call) and test.row is op.NOT:
        inner = _counts(test.args[0], group)
        return None if inner is None else (inner[0], inner[1], not inner[2])
    if not (isinstance(test, Call) and test.row in (op.LT, op.EQ)):
        return None
    count, number = test.args
    if not (isinstance(count, Call) and count.row is COUNT and isinstance(number, Literal)):
        return None
    counted = count.args[0]
    if not (isinstance(counted, Name) and counted.name == group and type(number.value) is int):
        return None
    return test.row, number.value, True
