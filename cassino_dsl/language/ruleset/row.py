"""What is known of a word of the language: one row for each overload of each word (``words.yaml``)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Any

from cassino_dsl.language.ruleset.numbers import LARGEST, LARGEST_IN_SET, LARGEST_KEPT, MOST_DOUBLINGS, MOST_MEMBERS
from cassino_dsl.language.ruleset.tables import read_table
from cassino_dsl.language.ruleset.types import ELEMENT, SET_OF, Type, assignable, join


class Var(Enum):
    """What a parameter may be beside a type: ``T`` is the same wherever it stands in a row, ``SET`` a set of it."""

    T = "anything"
    SET = "a set"


class Nothing(Enum):
    """Whether the result may be nothing: never; where an argument is; where the last argument is; always."""

    NEVER = "never"
    PASSES = "passes"
    LAST = "last"
    MAY = "may"


Param = Type | Var
PARAMS: dict[str, Param] = {p.value: p for p in (*Type, *Var)}
Bound = Callable[..., int]  # how far from 0 a number can be, of how far its operands can be
BOUNDS: dict[str, Bound] = {
    "anything": lambda *operands: LARGEST,
    "remembered": lambda *operands: LARGEST_KEPT,  # whatever its operands are
    "in a set": lambda *operands: LARGEST_IN_SET,
    "first operand": lambda first, *others: first,  # never further from 0 than this one
    "second operand": lambda first, second: second,
    "widest operand": lambda *operands: max(operands),
    "sum": lambda a, b: a + b,
    "multiplied": lambda a, b: a * b,
    "raised": lambda a, b: max(a, 1) ** min(b, MOST_DOUBLINGS),
    "of each member": lambda a: MOST_MEMBERS * a,
}
MOST_TRIED = 12  # items of which all groups are tried, where no total is said
MOST_GROUPS = 1 << MOST_TRIED  # that one question looks at
_MOST = {"members": MOST_MEMBERS, "groups": MOST_GROUPS}  # of a number that counts them

# parts of a position that a play changes: `after(…)` of anything that reads one of them may be something else
MOVED = frozenset({"hands", "table", "builds", "piles", "stock", "zones"})
# parts of the play itself, by when they are known while plays are listed
OF_CARD = frozenset({"card"})
MOMENTS = frozenset({"after", "before"})
OF_PLAY = frozenset({"taken", "announced", "built"}) | MOMENTS


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """One overload of one word.

    ``signature`` says it all in one line, `rank(item) -> rank?`: the word, the types of its arguments (``…``: the last
    any number of times) and of its result, which may be nothing where there is a ``?``. ``phrase`` and ``counted`` are
    templates for people, ``about`` the line of documentation. ``parts``: what of a position and of a play it looks at
    itself, beside its arguments (``reads``). ``needs``: what the place where it stands must offer; that cards have
    been dealt, where it reads something and nothing else is said. ``ordered``: it depends on the order of the members
    of a set. ``each``: it goes through the members of its sets; ``members``: of a set that is short, what there is one
    of for each member. ``most``: the most that a number can be, where it is small and never negative; ``bound``: how
    far from 0 it can be, where its operands say so. ``compares``: it asks how its operands stand to each other;
    ``symmetric``: these may change places.
    ``groups``: of a quantifier whose variable is not a member of the set but a group of members, one or more of them.
    ``sign`` and ``binds``: of an infix operator, how it is written and how tightly it binds. ``was``: how it was spelt
    before, which is understood for ever; the new spelling may be a name of the author's.
    """

    signature: str
    phrase: str
    about: str = ""
    parts: str = ""
    needs: str = ""
    nothing: Nothing = Nothing.PASSES
    ordered: bool = False
    each: bool = False
    members: str = ""
    most: int | None = None
    bound: Bound = BOUNDS["anything"]
    compares: bool = False
    symmetric: bool = False
    groups: bool = False
    counted: str = ""
    sign: str = ""
    binds: int = 0
    was: str = ""
    word: str = field(init=False)
    params: tuple[Param, ...] = field(init=False)
    variadic: bool = field(init=False)
    result: Param = field(init=False)
    reads: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        head, result = self.signature.split(" -> ")
        word, _, params = head.rstrip(")…").partition("(")
        found = {
            "word": word,
            "params": tuple(PARAMS[p] for p in params.split(", ") if p),
            "variadic": head.endswith("…)"),
            "result": PARAMS[result.rstrip("?")],
            "reads": frozenset(self.parts.split()),
            "needs": self.needs or ("state" if self.parts else "static"),
            "nothing": Nothing.MAY if result.endswith("?") else self.nothing,
        }
        for name, value in found.items():
            object.__setattr__(self, name, value)

    @property
    def key(self) -> str:
        """What tells this overload from all others, as engines bind it: ``value(card, place)``."""
        return self.signature.split(" -> ")[0] + ("?" if self.nothing is Nothing.MAY else "")

    @property
    def of_a_moment(self) -> bool:
        """Whether it is the value of something at another moment."""
        return bool(self.reads & MOMENTS)

    @property
    def moved(self) -> bool:
        """Whether making a play can change its value."""
        return bool(self.reads & MOVED)

    def __repr__(self) -> str:
        return f"<{self.key}>"

    def typed(self, types: tuple[Type, ...]) -> Type | None:
        """The type of a call with arguments of these types; None where they do not fit."""
        params = self.params
        if self.variadic and len(types) >= len(params) - 1:
            params = (*params[:-1], *(params[-1],) * (len(types) - len(params) + 1))
        if len(types) != len(params):
            return None
        variable: Type | None = None
        for have, want in zip(types, params, strict=True):
            if isinstance(want, Type):
                if not assignable(have, want):
                    return None
                continue
            if want is Var.SET and have not in ELEMENT:
                return None
            one = ELEMENT[have] if want is Var.SET else have
            variable = one if variable is None else join(variable, one)
            if variable is None:
                return None
        if isinstance(self.result, Type):
            return self.result
        return variable if self.result is Var.T or variable is None else SET_OF.get(variable)


# the rows of words.yaml, as they stand there
TABLE: dict[str, Any] = read_table(Path(__file__).with_name("words.yaml"))


def rows_of(kind: str) -> dict[str, tuple[Row, ...]]:
    """The operators, quantifiers or functions of the table, by section."""
    return {section: tuple(_row(*row) for row in rows.items()) for section, rows in TABLE[kind].items()}


def _row(signature: str, said: dict[str, Any]) -> Row:
    most: Any = said.get("most")
    bound = BOUNDS[said.get("bound", "anything")]
    nothing = Nothing(said.get("nothing", "passes"))
    return Row(signature, **{**said, "most": _MOST.get(most, most), "bound": bound, "nothing": nothing})
