"""What is known of a word of the language: one row for each overload of each word."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from cassino_dsl.ruleset.types import ELEMENT, SET_OF, Type, assignable, join


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

# parts of a position that a play changes: `after(…)` of anything that reads one of them may be something else
MOVED = frozenset({"hands", "table", "builds", "piles", "stock", "aside"})
# parts of the play itself, by when they are known while plays are listed
OF_CARD = frozenset({"card"})
OF_PLAY = frozenset({"taken", "announced", "built", "after", "before"})


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """One overload of one word.

    ``params`` and ``result`` are its types (``variadic``: the last parameter any number of times); ``nothing``
    says whether the result may be nothing; ``needs`` what the place where it stands must offer. ``reads``: the
    parts of a position and of a play that it looks at itself, beside its arguments. ``ordered``: it depends on
    the order of the members of a set. ``each``: it goes through the members of its sets; ``members``: of a set
    that is short, what there is one of for each member. ``most``: the most that a number can be, where it is
    small and never negative. ``sign`` and ``binds``: of an infix operator, how it is written and how tightly it binds.
    ``phrase`` and ``counted`` are templates for people, ``about`` the line of
    documentation. ``core``: a word of the normal form alone.
    """

    word: str
    params: tuple[Param, ...]
    result: Param
    phrase: str
    about: str = ""
    needs: str = "static"
    nothing: Nothing = Nothing.PASSES
    reads: frozenset[str] = frozenset()
    variadic: bool = False
    ordered: bool = False
    each: bool = False
    members: str = ""
    most: int | None = None
    counted: str = ""
    sign: str = ""
    binds: int = 0
    core: bool = False

    @property
    def key(self) -> str:
        """What tells this overload from all others, as engines bind it: ``value(card, place)``."""
        inside = ", ".join(p.value for p in self.params) + ("…" if self.variadic else "")
        may = "?" if self.nothing is Nothing.MAY else ""
        return (f"{self.word}({inside})" if self.params else self.word) + may

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
