"""The core as a document: what it prints as can be read back (in tests), and equal texts are the same program, up to
the names that people chose."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Any

from cassino_dsl.language.core.clause_data import Data, action_data, award_data, event_data, preference_data, present
from cassino_dsl.language.core.clause_order import awards_in_order, memory_in_order
from cassino_dsl.language.core.dead_clauses import idle_awards, lists_nothing, zones_used
from cassino_dsl.language.core.passes import core_of
from cassino_dsl.language.plan.automaton import table
from cassino_dsl.language.plan.plan import Plan
from cassino_dsl.language.ruleset.cards import COLOUR_OF_SUITS, PLACES, SUIT_NAMES, Pack, Suit
from cassino_dsl.language.ruleset.document import word_of, yaml_lines
from cassino_dsl.language.ruleset.expr import Call, Expr, Literal, Quantified, print_expr, walk
from cassino_dsl.language.ruleset.model import ASIDE, KINDS, Effect, Memory, Pattern, Ruleset
from cassino_dsl.language.ruleset.operators import AS, ATTRIBUTES, EQ, IF, IN, RANK_RANGE, SET
from cassino_dsl.language.ruleset.types import ELEMENT, MEMORY_WORDS, Type
from cassino_dsl.language.ruleset.within import exprs_in, mapped, renamed
from cassino_dsl.language.ruleset.words import CORE_WORDS, QUANTIFIER, ROW

# ---- what a printed core says more than the core: nothing that a variant remembers has the name of something else,
# every automaton that an effect asks for has one, and a rank of digits or an empty set says what it is where its
# place does not
_BOUND = re.compile(r"(v\d*|let\d+|part\d+|item|group|c)\Z")  # the names that the core binds
_RANK = ROW["rank(card)"]
_WORDS = frozenset({"true", "false", "none", "red", "black", ASIDE.name, *KINDS, *PLACES, *CORE_WORDS, *QUANTIFIER})


def printable(plan: Plan) -> tuple[Plan, dict[str, list[str]]]:
    """The plan as it is printed, and the tables of what effects ask for, by name."""
    steps = {a.step for a in plan.actions}
    asked = sorted({tuple(table(machine, steps)) for machine in plan.asks.values()})
    tables = {f"asked{i}": list(rows) for i, rows in enumerate(asked)}
    names = {rows: f"asked{i}" for i, rows in enumerate(asked)}
    memory, zones = _apart(plan)
    pack = plan.ruleset.pack

    def expr(one: Expr) -> Expr:
        return _plain(renamed(one, memory, zones), pack, told=one.type not in ELEMENT)

    def effect(one: Effect) -> Effect:
        pattern = one.pattern
        if pattern is not None:
            pattern = Pattern("step", (), names[tuple(table(plan.asks[pattern], steps))])
        name = memory.get(one.name, one.name) if one.row.remembers else one.name
        zone = zones.get(one.zone, one.zone)
        body, other = (tuple(map(effect, several)) for several in (one.body, one.other))
        return replace(one, name=name, zone=zone, pattern=pattern, body=body, other=other)

    plan = mapped(mapped(plan, expr), effect, Effect)
    plan = replace(
        plan,
        actions=tuple(replace(a, to=zones.get(a.to, a.to)) for a in plan.actions),
        memory={memory[name]: m for name, m in plan.memory.items()},
        deal_zones=tuple((zones[name], number) for name, number in plan.deal_zones),
        visible={zones.get(zone, zone): condition for zone, condition in plan.visible.items()},
        ruleset=replace(plan.ruleset, zones=tuple(replace(z, name=zones[z.name]) for z in plan.ruleset.zones)),
    )
    return plan, tables


def _apart(plan: Plan) -> tuple[dict[str, str], dict[str, str]]:
    """A name for each memory, and for each zone, that nothing else in an expression has."""
    pack = plan.ruleset.pack
    taken = _WORDS | {*pack.ranks, *(f.text for f in pack.faces), *(a.name for a in plan.actions)}
    taken |= {"clubs", "diamonds", "hearts", "spades", *(s.letter for s in pack.suits), *pack.colours, *pack.marks}
    taken |= {*pack.words, *(a.name for a in pack.attributes)}
    found: tuple[dict[str, str], dict[str, str]] = ({}, {ASIDE.name: ASIDE.name})
    known = {*plan.memory, *plan.zones}
    for names, declared in zip(found, (set(plan.memory), set(plan.zones)), strict=True):
        for name in sorted(declared - names.keys()):
            fresh = name
            while fresh in taken or _BOUND.match(fresh) or (fresh != name and fresh in known):
                fresh += "_"
            names[name] = fresh
            taken |= {fresh}
    return found


def _plain(expr: Expr, pack: Pack, told: bool) -> Expr:
    """The expression with the words of the core that say what a reader could take for something else; ``told``: its
    place says what is wanted there."""
    if isinstance(expr, Literal) and expr.type is Type.RANK and expr.value is not None and expr.value not in pack.ranks:
        extra = next((f.text for f in pack.faces if f.rank == expr.value), str(expr.value))
        return Call(Type.RANK, _RANK, (Literal(Type.CARD, extra, expr.span),), expr.span)  # the rank of an extra
    if not told and _bare(expr):
        return Call(expr.type, AS[expr.type], (expr,), expr.span)
    if isinstance(expr, Quantified):
        return replace(
            expr, source=_plain(expr.source, pack, False), body=_plain(expr.body, pack, expr.body.type not in ELEMENT)
        )
    if not isinstance(expr, Call):
        return expr
    args = expr.args
    if expr.row in (EQ, IN):
        tells = [not _bare(other) for other in reversed(args)]
    elif expr.row is IF:
        tells = [True, told, told]
    elif expr.row is SET:
        tells = [told] * len(args)
    else:
        tells = [expr.row.params[:1] == (Type.RANK,) or expr.row in AS.values()] * len(args)
    return replace(expr, args=tuple(_plain(a, pack, tell) for a, tell in zip(args, tells, strict=True)))


def _bare(expr: Expr) -> bool:
    """Whether the text of an expression would be read as something else where nothing says what is wanted."""
    if isinstance(expr, Literal):
        return expr.type is Type.RANK and str(expr.value).isdecimal()
    if not isinstance(expr, Call):
        return False
    if expr.row is SET and not expr.args:
        return expr.type is not Type.CARDS
    args = expr.args[1:] if expr.row is IF else expr.args
    return expr.row in (SET, IF, RANK_RANGE) and all(_bare(a) for a in args)


@dataclass(frozen=True, slots=True)
class Program:
    """What a core plays, as ``text`` and as the ``data`` that it prints; what it adds for simulated players and for its
    author (``beside``) is no part of equality."""

    text: str
    data: Data = field(compare=False)
    beside: str = field(compare=False)


def program_of(ruleset: Ruleset, seats: int) -> Program:
    """The program of a ruleset for a number of seats."""
    return program_of_core(core_of(ruleset, seats))


def program_of_core(core: Plan) -> Program:
    """The program that a core is."""
    data = core_data(core)
    sensible = {name: a.pop("sensible") for name, a in data["actions"].items() if "sensible" in a}
    beside = {"sensible": sensible, "checks": data.pop("checks", {})}
    for idle in (a.name for a in core.actions if lists_nothing(a)):
        del data["actions"][idle]
    for idle in idle_awards(core):
        del data["awards"][idle]
    return Program(as_text(data), data, as_text(beside))


def core_text(plan: Plan) -> str:
    """The whole core of a plan as a document."""
    return as_text(core_data(plan))


def as_text(data: Data) -> str:
    return "\n".join(yaml_lines(data)) + "\n"


def core_data(plan: Plan) -> Data:
    """The core as nested data. What people named keeps its place as a key; what has no name is numbered."""
    plan, asked = printable(plan)
    used = zones_used(plan)
    pack, match = plan.ruleset.pack, plan.ruleset.match
    faces = tuple(f.text for f in pack.faces)
    return {
        "core": "1",
        "seats": str(plan.seats),
        "sides": str(plan.sides),
        "pack": {**_pack(pack), **present(attributes=_attributes(plan))},
        "values": {place: _values(plan, place, faces) for place in PLACES},
        "deal": present(
            hand=plan.deal_hand,
            table=plan.deal_table,
            zones={name: print_expr(number) for name, number in plan.deal_zones},
            refill=plan.deal_refill,
            at_a_time=plan.deal_at_a_time,
        ),
        **present(
            piles=present(order=plan.pile_order),
            visible={
                zone: print_expr(plan.visible[zone])
                for zone in sorted(plan.visible)
                if zone in {*used, ASIDE.name} or zone not in plan.zones
            },
        ),
        "turn": table(plan.turn, {a.step for a in plan.actions}),
        **present(
            asked=asked,
            memory={name: _memory(m) for name, m in memory_in_order(plan)},
            zones={
                z.name: present(of=z.of, captured="true" if z.captured else "")
                for z in sorted(plan.ruleset.zones, key=lambda z: z.name)
                if z.name in used
            },
        ),
        "actions": {a.name: action_data(a) for a in plan.actions},
        **present(
            preferences=_numbered(preference_data(p) for p in plan.preferences),
            events=_numbered(event_data(e) for events in plan.events.values() for e in events),
        ),
        "awards": {a.name: award_data(a, faces) for a in awards_in_order(plan)},
        "match": present(
            target=_number(plan.target),
            rounds=_number(plan.rounds),
            playoff=_number(plan.playoff),
            counting=match.counting,
            each="captured" if match.at_once else "round over",
            winner=match.winner if plan.compare is None else plan.compare,
            tie=match.tie,
            over=plan.over,
            leads=plan.leads,
            half_points="true" if match.half_points else "",
        ),
        **present(checks={name: print_expr(must) for name, must in sorted(plan.checks, key=lambda c: c[0])}),
    }


def _pack(pack: Pack) -> Data:
    return present(
        copies=str(pack.copies),
        ranks=" ".join(pack.ranks),
        suits=" ".join(_suit(s) for s in pack.suits),
        faces=" ".join(f.text for f in pack.faces if f.suit),
        extras=" ".join(f.text if f.text == f.rank else f"{f.text}:{f.rank}" for f in pack.faces if not f.suit),
    )


def _suit(suit: Suit) -> str:
    """A suit by its English name, or by its letter and its colour where it is none of a French pack."""
    name = SUIT_NAMES.get(suit.letter, ("",))[0]
    return name if name and COLOUR_OF_SUITS[name] == suit.colour else f"{suit.letter}:{suit.colour}"


def _attributes(plan: Plan) -> Data:
    """What the pack says of its cards, where anything asks for it that has not been worked out for each of them: all of
    it, since words are numbered in the order in which they stand."""
    asked = (part for e in exprs_in(plan) for part in walk(e))
    if not any(part.row in ATTRIBUTES if isinstance(part, Call) else part.type is Type.MARK for part in asked):
        return {}
    pack = plan.ruleset.pack
    return {
        a.name: {
            word_of(value): " ".join(f.text for f, its in zip(pack.faces, a.values, strict=True) if its == value)
            for value in dict.fromkeys((*a.words, *(v for v in a.values if v is not None)))
        }
        for a in pack.attributes
    }


def _values(plan: Plan, place: str, faces: tuple[str, ...]) -> Data:
    """The faces that count for something, by the numbers they count for, or by what memory decides of these."""
    decided = [row for row in plan.asked if row.place == place]
    asked = {face for row in decided for face in row.faces}
    found: dict[tuple[int, ...], list[str]] = {}
    for face, mask in enumerate(plan.values[place]):
        if face not in asked:
            found.setdefault(_members(mask), []).append(faces[face])
    cases: dict[str, list[int]] = {}
    for row in decided:
        said = [f"{_set(case.numbers)} if {print_expr(case.when, 3)} else " for case in row.cases]
        cases.setdefault("".join([*said, _set(row.otherwise)]), []).extend(row.faces)
    return {
        **{", ".join(map(str, numbers)): " ".join(found[numbers]) for numbers in sorted(found) if numbers},
        **{said: " ".join(faces[face] for face in sorted(cases[said])) for said in sorted(cases)},
    }


def _members(mask: int) -> tuple[int, ...]:
    return tuple(n for n in range(mask.bit_length()) if mask >> n & 1)


def _set(mask: int) -> str:
    return f"{{{', '.join(map(str, _members(mask)))}}}" if mask else "none"


def _memory(m: Memory) -> Data:
    resets = "" if m.of == "build" else m.resets
    return present(of=m.of, is_=MEMORY_WORDS[m.type], resets=resets, starts=m.starts, on_build=m.on_build, seen=m.seen)


def _numbered(clauses: Any) -> Data:
    return {str(i): clause for i, clause in enumerate(clauses, 1)}


def _number(value: int | None) -> str:
    return "" if value is None else str(value)
