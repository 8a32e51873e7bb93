"""What memory, values and events are about: legality, scoring, the match, what players see, or nothing at all.

Memory and the numbers that cards count for in a place are about whatever reads them, and memory that somebody sees
about what players see; an event is about what it does, and where it only remembers something, about whatever reads
that.
"""

from __future__ import annotations

from collections.abc import Iterable

from cassino_dsl.analysis.diff.change import Class, heaviest
from cassino_dsl.analysis.diff.read_sets import legal_clauses
from cassino_dsl.engine.reference.limits import MAX_DECISIONS, MAX_ROUNDS
from cassino_dsl.language.core.bounds import bound
from cassino_dsl.language.ruleset.expr import Call, Literal, Type, walk
from cassino_dsl.language.ruleset.model import Effect, Event, Ruleset, every
from cassino_dsl.language.ruleset.numbers import LARGEST_KEPT, MOST_CARDS
from cassino_dsl.language.ruleset.operators import MEMORIES
from cassino_dsl.language.ruleset.simplify import Facts, simplify
from cassino_dsl.language.ruleset.unfold_terms import Unfolder, term_table
from cassino_dsl.language.ruleset.within import exprs_in

# what effects are about that touch several things: the first of these
_FIRST: tuple[Class, ...] = ("match", "scoring", "deal", "legality")
_ITEMS = {Type.ITEM, Type.ITEMS}
_LYING = ("table", "build")  # where items lie


class Subjects:
    """Who reads and who writes the memory of one ruleset. ``classes``: what each memory is about, and under ``value in
    PLACE``, what cards count for there."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.unfold = Unfolder(term_table(ruleset.terms))
        self.classes: dict[str, Class] = {}
        match, shown = ruleset.match, (*(m.seen for m in ruleset.memory), *(a.seen for a in ruleset.actions))
        asked: tuple[tuple[Class, object], ...] = (
            ("legality", (*legal_clauses(ruleset), ruleset.pile_order)),
            ("scoring", ruleset.awards),
            ("match", (match.over, match.compare, match.leads)),
            ("deal", (ruleset.deal, ruleset.visible, shown)),
            ("players", tuple(a.sensible for a in ruleset.actions)),
            ("checks", ruleset.checks),
        )
        known = [(kind, self.reads(clauses)) for kind, clauses in asked]
        # what somebody sees is what players know, though no clause reads it
        written = {effect.name for effect in ruleset.effects() if effect.row.remembers}
        hidden = {m.name for m in ruleset.memory if isinstance(m.seen, Literal) and m.seen.value is False}
        seen = {m.name for m in ruleset.memory} & written - hidden
        for kind, names in (*known, ("deal", seen), ("match", _runs_over(ruleset, self.unfold))):
            for name in sorted(names):
                self._note(name, kind)
        before: dict[str, Class] | None = None
        while before != self.classes:
            before = dict(self.classes)
            for event in ruleset.events:
                for name in sorted(self.reads(event.when) | self._read_for_others(event.effects)):
                    self._note(name, self.event_class(event, besides=name))
            for effects in (*(a.effects for a in ruleset.actions), *(r.price for r in ruleset.rules)):
                for name in sorted(self._read_for_others(effects)):
                    self._note(name, self.effects_class(effects, besides=name))
            for memory in ruleset.memory:
                for name in sorted(self.reads((memory.starts, memory.on_build)) - {memory.name}):
                    self._note(name, self.classes.get(memory.name, "wording"))

    def _note(self, name: str, kind: Class) -> None:
        self.classes[name] = heaviest((self.classes.get(name, "wording"), kind))

    def class_of_value(self, place: str) -> Class:
        """What the numbers of cards in a place are about."""
        return self.classes.get(_value_in(place), "wording")

    def reads(self, clauses: object) -> set[str]:
        """The memory that clauses read, and the places in which they ask what cards count for."""
        found: set[str] = set()
        for expr in (e for x in exprs_in(clauses) for e in walk(self.unfold.expr(x))):
            if isinstance(expr, Call) and expr.row in MEMORIES:
                found.add(expr.name)
            elif isinstance(expr, Call) and _ITEMS & set(expr.row.params):
                found |= {_value_in(place) for place in _LYING}  # an item counts where it lies
            elif isinstance(expr, Literal) and expr.type is Type.PLACE:
                found.add(_value_in(str(expr.value)))
        return found

    def _read_for_others(self, effects: tuple[Effect, ...]) -> set[str]:
        """The memory that effects read, but for what the change of a memory reads of itself."""
        own = {effect: {effect.name} if effect.row.remembers else set() for effect in every(effects)}
        return {name for effect, itself in own.items() for name in self.reads(effect.exprs) - itself}

    def event_class(self, event: Event, besides: str = "") -> Class:
        """What an event is about; ``besides`` is a memory whose own class is in question."""
        does, touched = self.effects_class(event.effects, besides), event.row.touches
        if does == "match" or touched not in ("scoring", "deal"):
            return does
        # what it does may decide what is played later: by what is remembered, or by who plays on
        done = list(every(event.effects))
        turns = not event.row.over and any(e.row.writes & {"turns", "round"} for e in done)
        if turns or any(self.classes.get(name) == "legality" for name in _memories(done, besides)):
            return "legality"
        if touched == "deal":
            return does if does == "scoring" else "deal"
        return "scoring" if event.row.over else heaviest((touched, does))

    def effects_class(self, effects: tuple[Effect, ...], besides: str = "") -> Class:
        """What effects are about; ``besides`` as of an event."""
        done = list(every(effects))
        touched = {e.row.touches for e in done}
        kept = [self.classes.get(name, "wording") for name in _memories(done, besides)]
        first = next((kind for kind in _FIRST if kind in touched), None)
        if first is not None:
            return "legality" if first == "scoring" and "legality" in kept else first
        # what is left to chance is more than words: what chance brings after it is another
        drawn: tuple[Class, ...] = ("deal",) if "chance" in touched else ()
        return heaviest((*drawn, *kept))


def _memories(done: Iterable[Effect], besides: str) -> set[str]:
    """The memory that effects write."""
    return {e.name for e in done if e.row.remembers} - {besides}


def _value_in(place: str) -> str:
    return f"value in {place}"


# moments of a round, and of a match, at which an effect may happen, at most: for each decision those that follow it
_OF_ROUND = MAX_DECISIONS * 6
_OF_MATCH = MAX_ROUNDS * _OF_ROUND
_MEMBERS = {Type.SEATS: 8, Type.SIDES: 8}  # of other sets as many as there are cards


def _runs_over(ruleset: Ruleset, unfold: Unfolder) -> set[str]:
    """Numbers that effects may take beyond what is remembered: that is a fault in play, though nobody reads them."""
    facts = Facts(ruleset.pack, options=ruleset.chosen)
    memory = {m.name: m for m in ruleset.memory if m.type is Type.INT}
    grows, found = dict[str, int](), set[str]()

    def look(effects: Iterable[Effect], times: int) -> None:
        for effect in map(unfold.effect, effects):
            row, exprs = effect.row, [simplify(e, facts) for e in effect.exprs]
            if row.remembers and effect.name in memory:
                most = bound(exprs[-1])
                if row.adds:
                    grows[effect.name] = grows.get(effect.name, 0) + most * times
                elif most > LARGEST_KEPT:
                    found.add(effect.name)
            inner = times * _MEMBERS.get(effect.exprs[0].type, MOST_CARDS) if row.binds else times
            look((*effect.body, *effect.other), inner)

    for effects in ruleset.done():
        look(effects, 1)
    for name, grown in grows.items():
        if grown * (_OF_MATCH if memory[name].resets == "match" else _OF_ROUND) > LARGEST_KEPT:
            found.add(name)
    return found
