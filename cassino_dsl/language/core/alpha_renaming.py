"""What a printed core says more than the core: nothing that a variant remembers has the name of something else, every
automaton that an effect asks for has one, and a rank of digits or an empty set says what it is where its place does
not."""

from __future__ import annotations

import re
from dataclasses import replace

from cassino_dsl.language.plan.automaton import table
from cassino_dsl.language.plan.plan import Plan
from cassino_dsl.language.ruleset.cards import PLACES, Pack
from cassino_dsl.language.ruleset.expr import Call, Expr, Literal, Quantified
from cassino_dsl.language.ruleset.model import ASIDE, KINDS, Effect, Pattern
from cassino_dsl.language.ruleset.operators import AS, EQ, IF, IN, RANK_RANGE, SET
from cassino_dsl.language.ruleset.types import ELEMENT, Type
from cassino_dsl.language.ruleset.within import mapped, renamed
from cassino_dsl.language.ruleset.words import CORE_WORDS, QUANTIFIER, ROW

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
