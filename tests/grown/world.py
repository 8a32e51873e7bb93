"""What a grown ruleset has, as far as its expressions may speak of it, and what the generator knows of the language's
words: the one place that reads their table."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from cassino_dsl.language.ruleset.row import Nothing
from cassino_dsl.language.ruleset.types import ELEMENT, SINGLE, Type
from cassino_dsl.language.ruleset.words import FUNCTIONS

# every set that an expression can be; kinds and actions stand after `in` only
SETS = tuple(sorted(set(ELEMENT) - {Type.KINDS, Type.ACTIONS}, key=lambda t: t.value))
# the types whose expressions may hold nothing wherever they stand
HOLDS_NOTHING = SINGLE - {Type.INT, Type.NONE}


@dataclass(frozen=True, slots=True)
class Row:
    """One overload: ``optional`` where the result may be nothing though no argument is."""

    word: str
    params: tuple[Type, ...]
    result: Type
    needs: str
    optional: bool


def _rows() -> tuple[Row, ...]:
    """Those that take plain types; the others (`count`, `known`, `or_else`, `after` …) are forms of their own."""
    found = []
    for row in FUNCTIONS:
        params = tuple(p for p in row.params if isinstance(p, Type))
        if len(params) == len(row.params) and isinstance(row.result, Type):
            found.append(Row(row.word, params, row.result, row.needs, row.nothing is Nothing.MAY))
    return tuple(found)


ROWS = _rows()


@dataclass(frozen=True, slots=True)
class Place:
    """Where an expression stands: what the place offers, which words it bars, the names bound around it."""

    offers: frozenset[str]
    names: tuple[tuple[str, Type], ...] = ()
    barred: frozenset[str] = frozenset()

    def bind(self, name: str, type: Type) -> Place:
        return replace(self, names=(*self.names, (name, type)))


@dataclass(slots=True)
class World:
    """Filled slot by slot while a ruleset grows: later slots speak of what earlier ones declared."""

    faces: tuple[str, ...] = ()  # those that are written rank and suit
    extras: tuple[str, ...] = ()
    ranks: tuple[str, ...] = ()
    suits: tuple[str, ...] = ()
    colours: tuple[str, ...] = ("red", "black")
    letters: dict[str, str] = field(default_factory=dict)  # by suit and colour: the letters of its suits
    marks: tuple[str, ...] = ()  # words of its attribute that says some
    attributes: dict[str, Type] = field(default_factory=dict)
    size: int = 52
    copies: int = 1
    seats: tuple[int, ...] = (2,)
    options: dict[str, Type] = field(default_factory=dict)
    choices: dict[str, tuple[str, ...]] = field(default_factory=dict)  # of options that are words
    memory: dict[str, tuple[str, Type]] = field(default_factory=dict)  # name: (of, type)
    zones: dict[str, tuple[str, bool]] = field(
        default_factory=lambda: {"aside": ("match", False)}
    )  # name: (of, captured)
    terms: dict[str, tuple[tuple[Type, ...], Type, str]] = field(default_factory=dict)  # params, result, needs
    effects: dict[str, tuple[Type, ...]] = field(default_factory=dict)  # named ones: the types of their parameters
    actions: tuple[str, ...] = ()
    awards: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()  # those beside `play`
    parts: dict[str, Type] = field(default_factory=dict)  # of all actions, by name: what they take

    @property
    def sets(self) -> tuple[Type, ...]:
        """Every set that an expression can be in this ruleset."""
        return SETS if self.marks else tuple(t for t in SETS if t is not Type.MARKS)

    @property
    def court(self) -> tuple[str, ...]:
        """The ranks that are letters: a bare number is a rank only beside another."""
        return tuple(r for r in self.ranks if r.isalpha())
