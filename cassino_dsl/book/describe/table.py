"""What is true of a whole table before a word is said: who plays together, whether anything is built, what is kept."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cached_property

from cassino_dsl.book.describe.clauses_in_force import mentions
from cassino_dsl.book.describe.english import Noun, Thing, bold, joined, plain, spoken, title, whose
from cassino_dsl.book.describe.fixed_words import NAMES
from cassino_dsl.language.ruleset.cards import PLACES
from cassino_dsl.language.ruleset.expr import ELEMENT, Call, Expr, Literal, Type
from cassino_dsl.language.ruleset.model import Effect, Memory, Ruleset
from cassino_dsl.language.ruleset.simplify import Facts, constant
from cassino_dsl.language.ruleset.words import BY_WORD, ME

_DID = {"captured": "captured", "built": "built", "trailed": "trailed", "played": "played"}
_NO_PLURAL = ("ss", "us", "is", "ses", "xes", "ches", "shes")  # endings that lose more than an s, or nothing


class TableFacts:
    """What clauses of one ruleset, as it is in force, share."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.memory = {m.name: m for m in ruleset.memory}

    @cached_property
    def seats(self) -> dict[int, Facts]:
        """What each number of players decides."""
        return {n: Facts.at_table(self.ruleset, n, {}) for n in self.ruleset.seats}

    def with_players(self, expr: Expr) -> dict[int, bool | int | str | None]:
        """The value of an expression for each number of players."""
        return {n: constant(expr, facts) for n, facts in self.seats.items()}

    @cached_property
    def alone(self) -> bool:
        """Whether each player is a side."""
        return all(sides == n for n, sides in self.with_players(self.ruleset.sides).items())

    @property
    def side(self) -> str:
        return "player" if self.alone else "side"

    def in_own_words(self, text: str) -> str:
        """A text of the program with this table's words in place of `{side}`, rank and suit."""
        return self.ruleset.pack.in_own_words(text.replace("{side}", self.side))

    @cached_property
    def partners(self) -> bool:
        """Whether the player after the next is always one's partner."""
        return self.with_players(self.ruleset.sides) == {4: 2}

    @cached_property
    def builds(self) -> bool:
        """Whether anything is built."""
        return any(a.to == "build" for a in self.ruleset.actions)

    @cached_property
    def plays_one(self) -> bool:
        """Whether no play is of several cards."""
        return all(a.played.single or a.played.source == "none" for a in self.ruleset.actions)

    def doing(self, kinds: Collection[str]) -> list[str]:
        """What one does in plays of these kinds, as far as there are any: those of kind other have only names."""
        there = {a.kind for a in self.ruleset.actions}
        others = [bold(title(a.name)) for a in self.ruleset.actions if a.kind == "other"]
        other = f"use {joined(others, 'or')}" if others else "make a play of another kind"
        return [other if kind == "other" else kind for kind in kinds if kind in there or there.isdisjoint(kinds)]

    @cached_property
    def grouped(self) -> bool:
        """Whether it matters of how many groups a build is made."""
        return mentions(self.ruleset, lambda call: call.row in BY_WORD["groups"])

    @cached_property
    def numbers(self) -> dict[str, list[tuple[int, ...]]]:
        """What each face counts in each place."""
        return {p: [self.ruleset.values_of(f, p) for f in range(len(self.ruleset.pack.faces))] for p in PLACES}

    @cached_property
    def places(self) -> bool:
        """Whether it matters where a card lies for what it counts."""
        return any(self.numbers[p] != self.numbers["hand"] for p in PLACES)

    @cached_property
    def several(self) -> frozenset[str]:
        """The places where some card counts for several numbers at a time."""
        rows = {p: [self.ruleset.value_row(f, p) for f in range(len(self.ruleset.pack.faces))] for p in PLACES}
        return frozenset(p for p in PLACES if any(row is not None and row.several for row in rows[p]))

    def counts_once(self, values: Expr) -> bool:
        """Whether every card counts for one number in the place that is asked for."""
        if not (isinstance(values, Call) and values.row in BY_WORD["value"] and values.args[0].type is Type.CARD):
            return False
        place = values.args[-1]
        known = self.numbers.get(str(place.value)) if isinstance(place, Literal) else None
        return known is not None and all(len(numbers) == 1 for numbers in known)

    @cached_property
    def owner(self) -> str:
        """The one thing that is remembered of builds which says whose they are: they are `yours` then."""
        whose = [m.name for m in self.ruleset.memory if m.of == "build" and m.type is Type.SEAT]
        return whose[0] if len(whose) == 1 else ""

    @cached_property
    def lately(self) -> dict[str, str]:
        """Memory that holds the player who did something last in the round, with the word for it."""
        return {m.name: word for m in self.ruleset.memory if (word := self._done_last(m))}

    def _done_last(self, memory: Memory) -> str:
        nobody = isinstance(memory.starts, Literal) and memory.starts.value is None
        if (memory.of, memory.type, memory.resets) != ("match", Type.SEAT, "round") or not nobody:
            return ""
        set_by = [e for e in self.ruleset.effects() if e.name == memory.name and e.row.remembers]
        me = Call(Type.SEAT, ME, (), self.ruleset.deal.span)
        noting = [(e.on, x) for e in self.ruleset.events if e.when is None for x in e.effects if x.exprs[-1:] == (me,)]
        own = [on for on, x in noting if x.name == memory.name and on in _DID]
        return _DID[own[0]] if len(own) == len(set_by) == 1 else ""

    def is_told_by_name(self, effect: Effect) -> bool:
        """Whether an effect notes no more than the name of what it sets says: who did something last."""
        return effect.row.remembers and effect.name in self.lately

    def award_word(self, name: str) -> str:
        """What points that are given in play are called: as what is counted by the same name, if something is."""
        memory = self.memory.get(name)
        return memory.called[1] if memory is not None and memory.called is not None else spoken(name)

    def noted(self, type: Type) -> str:
        """What is noted, by its type."""
        noun = self.noun_of(ELEMENT.get(type, type))
        return "mark" if type is Type.BOOL else noun.many if type in ELEMENT else noun.one

    def noun_of(self, type: Type) -> Noun:
        """What a thing of a type is called."""
        if type is Type.SIDE:
            return Noun(self.side, f"{self.side}s", person=self.alone)
        one, many = map(self.in_own_words, NAMES.get(type, ("thing", "things")))
        return Noun(one, many, person=type is Type.SEAT)

    def kept(self, memory: Memory, owner: Thing | None) -> Thing:
        """What is remembered, by its name: `the owner of that build`, `the number of your sweeps`."""
        if memory.name in self.lately:
            return Thing(f"the player who {self.lately[memory.name]} last")
        name = several_of(memory)
        if memory.of == "build" and memory.type in (Type.SEAT, Type.SIDE, Type.SEATS, Type.SIDES):
            return Thing(f"the {name} of {owner.text if owner else 'the build'}", memory.type in ELEMENT)
        if memory.type is Type.INT and (memory.called or memory.name.endswith("s")):
            return Thing(f"the number of {whose(owner.text, name) if owner else name}")
        noted = f"{self.noted(memory.type)} noted as “{name}”"
        name = f"number “{name}”" if memory.type is Type.INT else noted
        who = owner.text if owner else ""
        told = whose(who, name) if who in ("you", "it", "they") else f"the {name}{f' of {who}' if who else ''}"
        return Thing(told, memory.type in ELEMENT)


def one_of(memory: Memory) -> str:
    """One of what is counted: `sweep`; nothing where the name does not say how one is called."""
    if memory.called is not None:
        return plain(memory.called[0])
    name = spoken(memory.name)
    if memory.type is not Type.INT or not name.endswith("s") or name.endswith(_NO_PLURAL):
        return ""
    return name[:-1]


def several_of(memory: Memory) -> str:
    """What is remembered by its name, or, where the file says so, as people call it."""
    return plain(memory.called[1]) if memory.called is not None else spoken(memory.name)


def sources(ruleset: Ruleset) -> Iterator[tuple[str, tuple[Effect, ...]]]:
    """Where effects are told: the name that stands there, and what is done."""
    yield from ((bold(a.name), a.effects) for a in ruleset.actions)
    yield from ((bold(r.name), r.price) for r in ruleset.rules)
    yield from ((bold(e.name), e.effects) for e in ruleset.events)
