"""The state in C, from the table of its fields: what the struct holds, how the C reads it, and the words it reads."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cassino_dsl.engine.native.words import Words
from cassino_dsl.engine.reference.rng import signed
from cassino_dsl.engine.reference.state import FIELDS, Build, Field, Kind, State
from cassino_dsl.language.plan.plan import Plan
from cassino_dsl.language.ruleset.expr import Type
from cassino_dsl.language.ruleset.types import SETS_OF_WORDS

MANY = {"match": "", "seat": "[SEATS]", "side": "[SIDES]"}
# cards are kept as a set and, where it matters, in their order: two names in C
NAMES = {
    "hands": ("hand", ""),
    "loose": ("loose", "lie"),
    "piles": ("pile", "pile_order"),
    "stock": ("stock_set", "stock"),
}
RANGES = {  # of what is one number
    Kind.LEADER: "0, SEATS - 1",
    Kind.TURN: "0, SEATS - 1",
    Kind.SEAT: "NOTHING, SEATS - 1",
    Kind.SIDE: "NOTHING, SIDES - 1",
    Kind.COUNT: "0, 1000000000",
    Kind.FLAG: "0, 1",
    Kind.PLACE: "PASSED, ROW_FIRST[1] - 1",
    Kind.ACTION: "NOTHING, ACTIONS - 1",
}


def rows() -> str:
    """The members of the struct, as a macro that it consists of."""
    return "#define ROWS_OF_STATE" + "".join(f" \\\n    {member}" for f in FIELDS if (member := _in_c(f)[0])) + "\n"


def reader() -> str:
    """The function that reads the fields one after the other; every number is checked against its range."""
    lines = "".join(f"    {line}\n" for f in FIELDS if (line := _in_c(f)[1]))
    return f"static void read_rows(Reader *r, State *S) {{\n{lines}}}\n"


def _in_c(f: Field) -> tuple[str, str]:
    """The members of the struct for a field, and the C that reads it."""
    name, many = f.name, MANY[f.of]
    each = f"for (int i = 0; i < {many.strip('[]')}; i++) " if many else ""
    at = "[i]" if many else ""
    if f.kind in RANGES:
        return f"i32 {name};", f"S->{name} = (i32)read_number(r, {RANGES[f.kind]});"
    if f.kind in (Kind.CARDS, Kind.HELD):
        cards, order = NAMES[name]
        member = f"Mask {cards}{many};" + (f" Cards {order}{many};" if order else "")
        return member, f"{each}S->{cards}{at} = read_cards(r, {f'&S->{order}{at}' if order else '0'});"
    return {
        Kind.POINT: (f"i64 {name}{many};", f"{each}S->{name}{at} = read_number(r, ANY_NUMBER);"),
        Kind.POINTS: (
            "i64 points[AWARDS][SIDES];",
            "for (int a = 0; a < AWARDS; a++) "
            "for (int s = 0; s < SIDES; s++) S->points[a][s] = read_number(r, ANY_NUMBER);",
        ),
        Kind.ZONES: (
            "Mask zone[ZONES]; Cards zone_order[ZONES];",
            "for (int i = 0; i < ZONES; i++) S->zone[i] = read_cards(r, &S->zone_order[i]);",
        ),
        Kind.MEMORY: ("Memory memory;", "read_memory(r, &S->memory);"),
        # the slots in use; the builds themselves, and the asks, stand last (state.h)
        Kind.BUILDS: ("Mask builds;", "read_builds(r, S);"),
        Kind.DEBTS: (
            f"Mask {name};",
            "for (int i = 0; i < count_bits(S->builds); i++) "
            f"if (read_number(r, 0, 1)) S->{name} = join(S->{name}, bit(i));",
        ),
        Kind.ASKS: ("i32 asks;", "read_asks(r, S);"),
        Kind.TARGET: (
            f"i32 has_{name}; i64 {name};",
            f"S->has_{name} = (i32)read_number(r, 0, 1);\n    S->{name} = read_number(r, ANY_NUMBER);",
        ),
        Kind.TEXT: ("", ""),  # the C keeps a number for it
    }[f.kind]


def words_of(plan: Plan, words: Words, state: State) -> list[int]:
    """A state, number by number, as ``load_state`` reads it: the key of its match, then its rows."""
    found = [int(state.key is not None), signed(state.key or 0)]
    said = _Said(plan, words, state)
    for f, write in _WRITTEN:
        found += write(said, f, getattr(state, f.name))
    return found


class _Said:
    """What numbers depend on beside the field that they stand for."""

    def __init__(self, plan: Plan, words: Words, state: State) -> None:
        self.plan, self.words, self.state = plan, words, state

    def cards(self, f: Field, value: list[Any]) -> list[int]:
        zones = value if f.of != "match" else [value]
        return [word for zone in zones for word in (len(zone), *zone)]

    def zones(self, f: Field, value: dict[str, list[list[int]]]) -> list[int]:
        return [word for name in self.words.zones for row in value[name] for word in (len(row), *row)]

    def builds(self, f: Field, value: list[Build]) -> list[int]:
        found = [len(value)]
        for build in value:
            found += [build.value, len(build.groups), len(build.cards), *build.cards]
            for name in self.plan.build_memory:
                found += self.remembered(self.plan.memory[name].type, build.memory[name])
        return found

    def memory(self, f: Field, value: dict[str, Any]) -> list[int]:
        found = []
        for name, declared in self.plan.memory.items():
            if declared.of != "build":
                for one in (value[name],) if declared.of == "match" else value[name]:
                    found += self.remembered(declared.type, one)
        return found

    def remembered(self, type: Type, value: Any) -> list[int]:
        if type is Type.VALUES:
            return [signed(value & (2**64 - 1)), signed(value >> 64 & (2**64 - 1))]
        if type is Type.CARDS:
            return [len(value), *value]
        if type in SETS_OF_WORDS:
            return [signed(sum(1 << self.words.members(type).index(word) for word in value))]
        if type in self.words.lists and type is not Type.CARD:
            known = self.words.lists[type]
            return [known.index(value) if value in known else -1]
        return [-1 if value is None else int(value)]


_WRITERS: dict[Kind, Callable[[_Said, Field, Any], list[int]]] = {
    **dict.fromkeys(RANGES, lambda said, f, value: [-1 if value is None else int(value)]),
    Kind.CARDS: _Said.cards,
    Kind.HELD: _Said.cards,
    Kind.BUILDS: _Said.builds,
    Kind.DEBTS: lambda said, f, value: [int(build in value) for build in said.state.builds],
    Kind.ZONES: _Said.zones,
    Kind.MEMORY: _Said.memory,
    Kind.POINT: lambda said, f, value: list(value),
    Kind.POINTS: lambda said, f, value: [
        word for name in said.words.awards or ("",) for word in value.get(name, [0] * said.plan.sides)
    ],
    Kind.TARGET: lambda said, f, value: [int(value is not None), value or 0],
    Kind.ASKS: lambda said, f, value: [
        len(value),
        *(word for ask in value for word in (ask.seat, said.words.patterns.index(ask.pattern), ask.at)),
    ],
    Kind.ACTION: lambda said, f, value: [said.words.actions.index(value) if value in said.words.actions else -1],
    Kind.TEXT: lambda said, f, value: [],
}
_WRITTEN = [(f, _WRITERS[f.kind]) for f in FIELDS]
