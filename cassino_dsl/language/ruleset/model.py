"""What a ruleset is: the meaning of one variant with its options chosen and its house rules laid on.

Everything here is frozen and knows nothing of files, engines or games by name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal as OneOf

from cassino_dsl.language.ruleset.cards import Pack
from cassino_dsl.language.ruleset.expr import Call, Expr, Literal, Type, is_just, walk
from cassino_dsl.language.ruleset.operators import IF
from cassino_dsl.language.ruleset.span import Source, Span
from cassino_dsl.language.ruleset.texts import ClauseText
from cassino_dsl.language.ruleset.within import AS_WRITTEN, exprs_in
from cassino_dsl.language.ruleset.words import EFFECT, EVENT, QUANTITY, EffectRow, EventRow, QuantityRow

Kind = OneOf["capture", "build", "trail", "other"]
KINDS: tuple[Kind, ...] = ("capture", "build", "trail", "other")


@dataclass(frozen=True, slots=True)
class ValueCase:
    """The numbers of cards ``c`` for which a condition holds, which memory decides."""

    when: Expr
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ValueRow:
    """One row of a table: the cards it fits, in which places, and the numbers it gives: those of the first of the
    ``cases`` that holds, else ``numbers``."""

    key: str
    faces: frozenset[int]
    places: tuple[str, ...]
    numbers: tuple[int, ...]
    text: str
    span: Span = field(compare=False, repr=False)
    cases: tuple[ValueCase, ...] = ()

    @property
    def possible(self) -> tuple[int, ...]:
        """All numbers that it may give."""
        return tuple(sorted({*self.numbers, *(n for case in self.cases for n in case.numbers)}))

    @property
    def several(self) -> bool:
        """Whether it may give several numbers at a time."""
        return any(len(numbers) > 1 for numbers in (self.numbers, *(case.numbers for case in self.cases)))


@dataclass(frozen=True, slots=True)
class Option:
    """A parameter of a variant. ``choices`` for words, and for numbers that are not all from ``low`` to ``high``;
    ``selects`` names the house rules that a value lays on."""

    name: str
    type: OneOf["int", "bool", "word"]
    value: int | bool | str
    default: int | bool | str
    about: str
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()
    selects: tuple[tuple[str, tuple[str, ...]], ...] = ()
    span: Span | None = field(default=None, compare=False, repr=False)

    @property
    def values(self) -> Sequence[int | bool | str]:
        """All values that can be chosen."""
        if self.type == "bool":
            return (False, True)
        if self.type == "word":
            return self.choices
        return tuple(map(int, self.choices)) or range(self.low, self.high + 1)


@dataclass(frozen=True, slots=True)
class Memory:
    """Something the variant remembers: one value of ``type`` (``of`` match), or one for each side, seat or
    build; ``resets`` at the start of each round, deal or turn, or never (``match``).

    ``on_build`` belongs to builds: the value it takes whenever a play makes or changes the build. ``seen``: when a seat
    sees it; None: always. ``called``: what people call one of what is counted, and several.
    """

    name: str
    of: OneOf["match", "side", "seat", "build"]
    type: Type
    resets: OneOf["match", "round", "deal", "turn"]
    starts: Expr
    on_build: Expr | None
    seen: Expr | None
    called: tuple[str, str] | None
    about: str
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Zone:
    """A place for cards that the variant declares: one ``of`` the match, or one for each side or seat. ``captured``:
    what lies there counts as captured by that side, and plays that go there are captures."""

    name: str
    of: OneOf["match", "side", "seat"]
    captured: bool
    about: str
    span: Span = field(compare=False, repr=False)


# the zone that every variant has, for cards out of play
ASIDE = Zone("aside", "match", False, "cards out of play", Source("", "").whole())


@dataclass(frozen=True, slots=True)
class Term:
    """A named expression, checked for one list of parameter types."""

    name: str
    params: tuple[tuple[str, Type], ...]
    body: Expr
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Played:
    """Which cards leave the hand: between ``least`` and ``most`` (None: the whole hand),
    or one from the top of the stock."""

    source: OneOf["hand", "stock", "none"]
    least: int
    most: int | None
    where: Expr | None

    @property
    def single(self) -> bool:
        """Whether every play is of one card."""
        return self.source != "none" and self.least == self.most == 1


@dataclass(frozen=True, slots=True)
class Binding:
    """``name`` ranges over the members of a set."""

    name: str
    type: Type
    source: Expr
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Part:
    """What one part of an action takes: ``quantity`` of single items, or of disjoint groups of items.

    For groups, ``where`` is the relation that each group satisfies; ``with_card`` says that the played card
    belongs to the group.
    """

    name: str
    quantity: str
    groups: bool
    variable: str
    variable_type: Type
    source: Expr
    where: Expr | None
    with_card: bool
    span: Span = field(compare=False, repr=False)

    @property
    def row(self) -> QuantityRow:
        """What is known of its quantity."""
        return QUANTITY[self.quantity]


@dataclass(frozen=True, slots=True)
class Effect:
    """One thing that happens. ``op`` is the grammar's word for it, ``name`` a memory, award, variable or named effect,
    whose ``params`` are what its body calls the expressions."""

    op: str
    exprs: tuple[Expr, ...]
    span: Span = field(compare=False, repr=False)
    name: str = ""
    zone: str = ""
    body: tuple[Effect, ...] = ()
    other: tuple[Effect, ...] = ()
    pattern: Pattern | None = None
    params: tuple[str, ...] = ()

    @property
    def row(self) -> EffectRow:
        """What is known of every effect of this kind."""
        return EFFECT[self.op]


@dataclass(frozen=True, slots=True)
class Pattern:
    """A regular expression over steps: ``step``, ``then``, ``either``, ``optional``, ``repeat``, ``repeat_some``."""

    op: str
    args: tuple[Pattern, ...] = ()
    step: str = ""


def every(effects: Iterable[Effect]) -> Iterator[Effect]:
    """Effects and all effects in them."""
    for effect in effects:
        yield effect
        yield from every((*effect.body, *effect.other))


@dataclass(frozen=True, slots=True)
class Action:
    """One declared action: cards from the hand, items taken, where they go."""

    name: str
    kind: Kind
    step: str
    played: Played
    let: tuple[Binding, ...]
    take: tuple[Part, ...]
    to: str  # "pile", "table", "hand", "stock", "bottom", "build", the name of a declared zone, or "" (nothing moves)
    to_arg: Expr | None  # the value of the build, or whose pile or hand
    when: Expr | None
    effects: tuple[Effect, ...]
    owes: str  # the action that must capture what this one builds, in the same turn
    sensible: Expr | None  # simulated players choose it only when this holds
    tells: Type | None  # what the first of `let` is, where plays tell what it stands for beside their cards
    seen: Expr | None  # who sees what it decides; None: all
    about: str
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Rule:
    """A named constraint over any play; with a ``price``, breaking it is legal and costs these effects."""

    name: str
    must: Expr
    price: tuple[Effect, ...]
    about: str
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Preference:
    """A filter over the legal plays: where a play satisfies ``prefer``, those that satisfy ``over`` go;
    or only those with the ``least`` (or ``most``) of a number stay, among those that satisfy ``among``."""

    name: str
    prefer: Expr | None
    over: Expr | None
    number: Expr | None
    highest: bool
    among: Expr | None
    per_card: bool
    span: Span = field(compare=False, repr=False)

    @property
    def keeps_all(self) -> bool:
        """Whether it drops no play, whatever there is."""
        decided = isinstance(self.prefer, Literal) or isinstance(self.number, Literal)
        return decided or is_just(self.over, False) or is_just(self.among, False)


@dataclass(frozen=True, slots=True)
class Event:
    name: str
    on: str
    when: Expr | None
    effects: tuple[Effect, ...]
    about: str
    span: Span = field(compare=False, repr=False)

    @property
    def row(self) -> EventRow:
        """What is known of what it follows."""
        return EVENT[self.on]


@dataclass(frozen=True, slots=True)
class Award:
    """One line of the scoring table, for each side: ``points`` to the side with the ``most``, among those for which a
    condition holds; or for ``each`` card of the pile that is among these faces; or if a condition holds; or so many."""

    name: str
    points: Expr
    most: Expr | None
    each: frozenset[int] | None
    each_text: str
    condition: Expr | None
    tie: OneOf["nobody", "each", "split", "by"]
    tie_points: Expr | None  # for "each": points to each tied side; for "by": the deciding number
    rounding: OneOf["", "up", "down"]
    called: str  # by people, where that is not its name
    about: str
    span: Span = field(compare=False, repr=False)

    @property
    def brings(self) -> Expr:
        """The points of an award that each side gets by itself: none where its condition does not hold."""
        if self.condition is None:
            return self.points
        nothing = Literal(Type.INT, 0, self.points.span)
        return Call(Type.INT, IF, (self.condition, self.points, nothing), self.points.span)


@dataclass(frozen=True, slots=True)
class Deal:
    """How many cards each hand gets in the first deal, the table and zones in the first deal, the hands later;
    ``at_a_time``: how many are handed out at a time. What goes to a hand, or to a zone of seats or sides, may depend on
    whose it is."""

    hand: Expr
    table: Expr
    zones: tuple[tuple[str, Expr], ...]
    refill: Expr | None
    at_a_time: Expr
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Match:
    """How rounds make a match. ``target``: points that end it; ``rounds``: how many there are;
    ``counting``: "totals" (all awards, then compare) or "race" (award by award, first to the target wins)."""

    target: Expr | None
    rounds: Expr | None
    counting: OneOf["totals", "race"]
    at_once: bool  # awards for each card are given when it is captured
    winner: OneOf["highest", "lowest"]
    compare: Expr | None  # the number of a side that is compared at the end; None: its score
    tie: OneOf["another round", "draw", "playoff"]
    playoff: Expr | None
    leads: Expr | None
    over: Expr | None
    stuck: OneOf["never", "allowed"]  # whether a round may end with cards left because every seat passes
    half_points: bool  # whether the points that clauses count are halves of those that people see
    span: Span = field(compare=False, repr=False)

    def shown(self, points: int) -> int | float:
        """The points that people see, for points as clauses count them: a whole number where it is one, else x.5."""
        return points if not self.half_points else points // 2 if points % 2 == 0 else points / 2

    def counted(self, text: str) -> int | None:
        """The points that clauses count, for a number of points as people write it; None where it is none."""
        found = re.fullmatch(r"(-?)([0-9]{1,10})(\.[05])?", text)
        if found is None or (found[3] and not self.half_points):
            return None
        return (-1 if found[1] else 1) * (int(found[2]) * (1 + self.half_points) + (found[3] == ".5"))


@dataclass(frozen=True, slots=True)
class Check:
    name: str
    must: Expr
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Visibility:
    """Who sees a zone: the condition under which a seat sees a card of it (``ruleset/visible.py``), and the word that
    says the same, if there is one."""

    zone: str
    condition: Expr
    who: str


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A house rule that is laid over a variant, as its file speaks of it; ``file``: where that lies."""

    name: str
    title: str
    about: str
    file: str = field(default="", compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Ruleset:
    """The meaning of a variant."""

    name: str
    title: str
    about: str
    source: str
    file: str
    laid: tuple[HouseRule, ...]
    pack: Pack
    seats: tuple[int, ...]
    sides: Expr
    values: tuple[ValueRow, ...]
    options: tuple[Option, ...]
    memory: tuple[Memory, ...]
    zones: tuple[Zone, ...]  # `aside` first
    terms: tuple[Term, ...]
    deal: Deal
    turn: Pattern
    clockwise: bool
    pile_order: Expr | None
    visible: tuple[Visibility, ...]
    actions: tuple[Action, ...]
    rules: tuple[Rule, ...]
    preferences: tuple[Preference, ...]
    events: tuple[Event, ...]
    awards: tuple[Award, ...]
    match: Match
    checks: tuple[Check, ...]
    files: tuple[str, ...] = ()  # where the file of the variant lies, and those that it extends, the nearest first
    texts: tuple[ClauseText, ...] = field(default=(), compare=False, repr=False, metadata=AS_WRITTEN)

    @property
    def house_rules(self) -> tuple[str, ...]:
        """The names of the house rules that are laid over the variant."""
        return tuple(rule.name for rule in self.laid)

    def done(self) -> tuple[tuple[Effect, ...], ...]:
        """What its events, actions and prices do."""
        return (*(e.effects for e in self.events), *(a.effects for a in self.actions), *(r.price for r in self.rules))

    def effects(self) -> Iterator[Effect]:
        """Every effect of its events, actions and prices."""
        return (effect for row in self.done() for effect in every(row))

    def with_effects(self, change: Callable[[tuple[Effect, ...]], tuple[Effect, ...]]) -> Ruleset:
        """The ruleset with every row of effects of its actions, prices and events changed as a whole."""
        return replace(
            self,
            actions=tuple(replace(a, effects=change(a.effects)) for a in self.actions),
            rules=tuple(replace(r, price=change(r.price)) for r in self.rules),
            events=tuple(replace(e, effects=change(e.effects)) for e in self.events),
        )

    def exprs(self) -> Iterator[Expr]:
        """Every expression of its clauses, whole; of a row of `values` only the conditions that memory decides."""
        return exprs_in(self)

    @property
    def chosen(self) -> dict[str, bool | int | str]:
        """The values of the options."""
        return {option.name: option.value for option in self.options}

    @property
    def tells(self) -> dict[str, Type]:
        """What plays tell beside their cards, by the names of actions; of one name, the first."""
        return {a.name: a.tells for a in reversed(self.actions) if a.tells is not None}

    def options_read(self) -> set[str]:
        """The options that an expression or a row of `values` reads."""
        found = {word for row in self.values for word in re.findall(r"\w+", row.text)}
        return found | {e.option for x in self.exprs() for e in walk(x) if isinstance(e, Literal)}

    def idle_options(self) -> tuple[Option, ...]:
        """The options that nothing reads, and that lay on no house rules."""
        read = self.options_read()
        return tuple(o for o in self.options if o.name not in read and not any(rules for _, rules in o.selects))

    def award_names(self) -> tuple[str, ...]:
        """The names under which points can be given: the scoring table's, then those of effects."""
        named = [e.name for e in self.effects() if e.op == "award"]
        return tuple(dict.fromkeys([*(a.name for a in self.awards), *named]))

    def value_row(self, face: int, place: str) -> ValueRow | None:
        """The row that says what a face counts for in a place: the first that fits."""
        return next((row for row in self.values if face in row.faces and place in row.places), None)

    def values_of(self, face: int, place: str) -> tuple[int, ...]:
        """The numbers that a face may count for in a place, whatever memory holds."""
        row = self.value_row(face, place)
        return row.possible if row is not None else ()
