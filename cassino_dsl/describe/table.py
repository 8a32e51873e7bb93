"""What is true of a whole table before a word is said: who plays together, whether anything is built, what is kept."""

from __future__ import annotations

from dataclasses import dataclass, field

from cassino_dsl.describe.resolved import seat_facts
from cassino_dsl.ruleset.cards import PLACES
from cassino_dsl.ruleset.expr import Call, Expr, Type
from cassino_dsl.ruleset.model import Event, Memory, Ruleset
from cassino_dsl.ruleset.simplify import Facts, constant
from cassino_dsl.ruleset.words import ME

_DID = {"captured": "captured", "built": "built", "trailed": "trailed", "played": "played", "passed": "passed"}


@dataclass(frozen=True)
class TableFacts:
    """``alone``: each player is a side; ``builds``: something is built; ``places``: what a card counts depends on where
    it lies; ``several``: the places where some card counts for several numbers; ``seats``: what each number of players
    decides; ``lately``: memory that holds who did something last, with the word for it; ``memory``: all of it."""

    ruleset: Ruleset
    alone: bool = field(init=False)
    builds: bool = field(init=False)
    places: bool = field(init=False)
    several: frozenset[str] = field(init=False)
    seats: dict[int, Facts] = field(init=False)
    lately: dict[str, str] = field(init=False)
    memory: dict[str, Memory] = field(init=False)

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
            "memory": {m.name: m for m in ruleset.memory},
        }
        for name, value in found.items():
            object.__setattr__(self, name, value)

    @property
    def side(self) -> str:
        return "player" if self.alone else "side"

    def is_in_its_word(self, event: Event) -> bool:
        """Whether an event only notes who did something last, which that player's name already says."""
        return all(e.op == "assign" and e.name in self.lately for e in event.effects)

    def with_players(self, expr: Expr) -> dict[int, bool | int | str | None]:
        """The value of an expression for each number of players."""
        return {n: constant(expr, facts) for n, facts in self.seats.items()}


def _done_last(ruleset: Ruleset, memory: Memory) -> str:
    """The word for what somebody did last, where all that a memory ever holds is who that was."""
    if memory.of != "match" or memory.type is not Type.SEAT or memory.resets != "round":
        return ""
    changing = [e for e in ruleset.effects() if e.name == memory.name and e.op in ("assign", "increase", "decrease")]
    events = [e for e in ruleset.events if any(x in changing for x in e.effects)]
    if len(changing) != 1 or len(events) != 1 or events[0].when is not None or events[0].on not in _DID:
        return ""
    value = changing[0].exprs[-1]
    return _DID[events[0].on] if isinstance(value, Call) and value.row is ME else ""
