"""What is true of a whole table before a word is said: who plays together, whether anything is built, what is kept."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from cassino_dsl.describe.of_builds import has_two_cards
from cassino_dsl.describe.resolved import mentions, seat_facts
from cassino_dsl.ruleset.cards import PLACES
from cassino_dsl.ruleset.expr import Call, Expr, Literal, Type
from cassino_dsl.ruleset.model import Effect, Event, Memory, Ruleset, every
from cassino_dsl.ruleset.simplify import Facts, constant
from cassino_dsl.ruleset.words import BY_WORD, CARD, CARD_OR_NOTHING, ME

_CARD_PLAYED = (CARD, CARD_OR_NOTHING)
_DID = {"captured": "captured", "built": "built", "trailed": "trailed", "played": "played", "passed": "passed"}


@dataclass(frozen=True)
class TableFacts:
    """``alone``: each player is a side; ``builds``: something is built; ``places``: what a card counts depends on where
    it lies; ``several``: the places where some card counts for several numbers; ``seats``: what each number of players
    decides; ``lately``: memory that holds who did something last, with the word for it; ``fresh``: memory that holds
    the card trailed last, as long as nothing is captured; ``memory``: all of it; ``grouped``: whether it matters of how
    many groups a build is made; ``counts_rank``: every card counts the number of its rank, wherever it lies;
    ``pairs``: every build has two cards or more."""

    ruleset: Ruleset
    alone: bool = field(init=False)
    builds: bool = field(init=False)
    places: bool = field(init=False)
    several: frozenset[str] = field(init=False)
    seats: dict[int, Facts] = field(init=False)
    lately: dict[str, str] = field(init=False)
    fresh: frozenset[str] = field(init=False)
    memory: dict[str, Memory] = field(init=False)
    grouped: bool = field(init=False)
    counts_rank: bool = field(init=False)
    pairs: bool = field(init=False)

    def __post_init__(self) -> None:
        ruleset = self.ruleset
        seats = {n: seat_facts(ruleset, n) for n in ruleset.seats}
        numbers = {p: [ruleset.values_of(f, p) for f in range(len(ruleset.pack.faces))] for p in PLACES}
        found = {
            "alone": all(constant(ruleset.sides, f) == n for n, f in seats.items()),
            "builds": any(a.to == "build" for a in ruleset.actions),
            "places": any(numbers[p] != numbers["hand"] for p in ("table", "build")),
            "several": frozenset(p for p in PLACES if any(len(n) > 1 for n in numbers[p])),
            "seats": seats,
            "lately": {m.name: word for m in ruleset.memory if (word := _done_last(ruleset, m))},
            "fresh": frozenset(m.name for m in ruleset.memory if _is_fresh(ruleset, m)),
            "memory": {m.name: m for m in ruleset.memory},
            "counts_rank": all(
                numbers[p][f] == (ruleset.pack.ranks.index(face.rank) + 1,)
                if face.rank in ruleset.pack.ranks
                else False
                for p in PLACES
                for f, face in enumerate(ruleset.pack.faces)
            ),
            "pairs": has_two_cards(ruleset),
            "grouped": mentions(ruleset, lambda call: call.row in BY_WORD["groups"]),
        }
        for name, value in found.items():
            object.__setattr__(self, name, value)

    @cached_property
    def of_events(self) -> dict[str, str]:
        """The names of points that one event alone gives, and it no others: the event says what they are for."""
        given = [(event.name, e.name) for event in self.ruleset.events for e in every(event.effects) if e.op == "award"]
        all_given = [e.name for e in self.ruleset.effects() if e.op == "award"] + [a.name for a in self.ruleset.awards]
        asked = mentions(self.ruleset, lambda call: call.row in BY_WORD["earned"])
        events, names = ([pair[n] for pair in given] for n in (0, 1))
        return {
            name: event
            for event, name in given
            if not asked and events.count(event) == names.count(name) == all_given.count(name) == 1
        }

    @property
    def side(self) -> str:
        return "player" if self.alone else "side"

    def is_in_its_word(self, event: Event) -> bool:
        """Whether an event only notes who did something last, which that player's name already says."""
        return all(self.says_by_its_word(event, e) for e in event.effects)

    def says_by_its_word(self, event: Event, effect: Effect) -> bool:
        """Whether an effect of an event notes no more than who did something last, or which card is fresh."""
        if effect.name in self.fresh:
            return True
        return event.on in _DID and event.when is None and effect.name in self.lately and _is_me(effect)

    def with_players(self, expr: Expr) -> dict[int, bool | int | str | None]:
        """The value of an expression for each number of players."""
        return {n: constant(expr, facts) for n, facts in self.seats.items()}


def _done_last(ruleset: Ruleset, memory: Memory) -> str:
    """The word for what somebody did last, where a memory holds who that was: whoever does it is noted, whatever else
    may set it besides."""
    if memory.of != "match" or memory.type is not Type.SEAT or memory.resets != "round":
        return ""
    if not (isinstance(memory.starts, Literal) and memory.starts.value is None):
        return ""
    noting = [
        e.on
        for e in ruleset.events
        if e.on in _DID and e.when is None and any(x.name == memory.name and _is_me(x) for x in e.effects)
    ]
    return _DID[noting[0]] if len(noting) == 1 else ""


def _is_fresh(ruleset: Ruleset, memory: Memory) -> bool:
    """Whether a memory holds the card trailed last, and nothing once something has been captured."""
    if memory.of != "match" or memory.type is not Type.CARD or memory.resets != "round":
        return False
    if not (isinstance(memory.starts, Literal) and memory.starts.value is None):
        return False
    noting = [(ev, e) for ev in ruleset.events for e in every(ev.effects) if e.name == memory.name]
    set_at = {ev.on: e.exprs[-1] for ev, e in noting if ev.when is None and e.op == "assign" and e in ev.effects}
    if len(noting) != 2 or set(set_at) != {"captured", "trailed"} or _sets_outside_events(ruleset, memory.name):
        return False
    gone, laid = set_at["captured"], set_at["trailed"]
    if mentions((ruleset.actions, ruleset.rules, ruleset.preferences), lambda call: call.name == memory.name):
        return False  # there it has the name that the file gives it
    resets = [ev for ev, _ in noting if ev.on == "captured"]
    for event in ruleset.events:  # whoever asks at these moments asks before the memory changes
        asks = event.on in set_at and mentions((event.when, event.effects), lambda call: call.name == memory.name)
        if asks and (event.on == "trailed" or ruleset.events.index(event) > ruleset.events.index(resets[0])):
            return False
    return isinstance(gone, Literal) and gone.value is None and isinstance(laid, Call) and laid.row in _CARD_PLAYED


def _sets_outside_events(ruleset: Ruleset, name: str) -> bool:
    return sum(1 for e in ruleset.effects() if e.name == name and e.op == "assign") != 2


def _is_me(effect: Effect) -> bool:
    value = effect.exprs[-1] if effect.op == "assign" else None
    return isinstance(value, Call) and value.row is ME
