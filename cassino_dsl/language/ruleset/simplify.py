"""The algebra of typed expressions: what is known is worked out, what is not stays as it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from operator import is_

from cassino_dsl.language.ruleset import operators as op
from cassino_dsl.language.ruleset.arithmetic import ARITHMETIC
from cassino_dsl.language.ruleset.cards import Face, Pack
from cassino_dsl.language.ruleset.expr import Call, Expr, Literal, Name, Quantified, Type, with_args
from cassino_dsl.language.ruleset.model import Action, Ruleset
from cassino_dsl.language.ruleset.numbers import LARGEST_IN_SET
from cassino_dsl.language.ruleset.row import Nothing, Row
from cassino_dsl.language.ruleset.span import Span
from cassino_dsl.language.ruleset.types import SINGLE
from cassino_dsl.language.ruleset.unfold_terms import Unfolder, term_table
from cassino_dsl.language.ruleset.words import COUNT, KNOWN, OR_ELSE, ROW

MOST_WRITTEN = 1000  # of a range: more is no number of a set


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known: values of names, of standing names (``kind``, ``deals`` …) and of options, sizes of sets
    (``seats``, ``stock``, a group by its name …), and the pack."""

    pack: Pack | None = None
    names: Mapping[str, Literal] = field(default_factory=dict)
    standing: Mapping[str, Literal] = field(default_factory=dict)
    sizes: Mapping[str, int] = field(default_factory=dict)
    options: Mapping[str, bool | int | str] = field(default_factory=dict)

    @classmethod
    def at_table(cls, ruleset: Ruleset, seats: int, options: Mapping[str, bool | int | str]) -> Facts:
        """What the number of seats and the options decide."""
        pack = ruleset.pack
        sizes = {"seats": seats, "ranks": len(pack.ranks), "suits": len(pack.suits)}
        facts = cls(pack, sizes=sizes, options=options)
        sides = constant(Unfolder(term_table(ruleset.terms)).expr(ruleset.sides), facts)
        return replace(facts, sizes={**sizes, "sides": sides if type(sides) is int else seats})

    def in_action(self, action: Action) -> Facts:
        """The same where this action is played: its kind and its name."""
        kind, name = (Literal(Type.KIND, action.kind, action.span), Literal(Type.ACTION, action.name, action.span))
        return replace(self, standing={"kind": kind, "action": name})


def simplify(expr: Expr, facts: Facts) -> Expr:
    """``expr`` with everything worked out that ``facts`` decide."""
    if isinstance(expr, Literal):
        known = expr.option in facts.options
        return replace(expr, value=facts.options[expr.option], option="") if known else expr
    if isinstance(expr, Name):
        return facts.names.get(expr.name, expr)
    if isinstance(expr, Quantified):
        hidden = expr.name in facts.names
        inner = replace(facts, names={k: v for k, v in facts.names.items() if k != expr.name}) if hidden else facts
        source, body = simplify(expr.source, facts), simplify(expr.body, inner)
        same = source is expr.source and body is expr.body
        return _quantified(expr if same else replace(expr, source=source, body=body), facts.pack)
    if not expr.args:
        known_as = facts.standing.get(expr.row.word)
        return expr if known_as is None else replace(known_as, span=expr.span)
    first, *others = expr.args
    first = simplify(first, facts)
    if isinstance(first, Literal) and isinstance(first.value, bool):  # what it decides against is not looked at
        if expr.row is op.IF and expr.type not in op.CHOSEN:
            return simplify(others[0 if first.value else 1], facts)
        if _DECIDED.get(expr.row) is first.value:
            return _literal(expr.row is not op.AND, Type.BOOL, expr.span)
    args = (first, *[simplify(a, facts) for a in others])
    call = expr if all(map(is_, args, expr.args)) else with_args(expr, args)
    worked = _LOGIC[expr.row](call) if expr.row in _LOGIC else _work_out(call, facts)
    return worked if worked is not None else call


def constant(expr: Expr | None, facts: Facts) -> bool | int | str | None:
    """The value of an expression that the facts decide, else None."""
    if expr is None:
        return None
    found = simplify(expr, facts)
    return found.value if isinstance(found, Literal) else None


def numbers(expr: Expr, facts: Facts) -> tuple[int, ...] | None:
    """The members of a constant set of numbers (or the one number), else None."""
    found = simplify(expr, facts)
    if isinstance(found, Literal) and found.value is None:
        return ()
    several = isinstance(found, Call) and found.row is op.SET and found.type is Type.VALUES
    members = list(members_of(found, None)) if several and isinstance(found, Call) else [found]
    values = {m.value for m in members if isinstance(m, Literal) and isinstance(m.value, int)}
    return tuple(sorted(values)) if all(isinstance(m, Literal) and isinstance(m.value, int) for m in members) else None


def members_of(whole: Call, pack: Pack | None) -> Iterator[Expr]:
    """The members of a set that is written out, those of a range between constants one by one."""
    for arg in whole.args:
        if not (isinstance(arg, Call) and arg.row in (op.RANGE, op.RANK_RANGE)):
            yield arg
            continue
        ends = [a.value for a in arg.args if isinstance(a, Literal)]
        if len(ends) != 2 or None in ends or (arg.type is Type.RANK and pack is None):
            yield arg
        elif pack is not None and arg.type is Type.RANK:
            yield from (Literal(Type.RANK, rank, arg.span) for rank in pack.between(str(ends[0]), str(ends[1])))
        else:
            low, high = (int(end or 0) for end in ends)
            yield from (Literal(Type.INT, n, arg.span) for n in range(low, min(high, MOST_WRITTEN) + 1))


def _literal(value: bool | int | str | None, type: Type, span: Span) -> Literal:
    return Literal(type, value, span)


def _bool(expr: Expr) -> bool | None:
    return expr.value if isinstance(expr, Literal) and isinstance(expr.value, bool) else None


def _decided(word: bool) -> Callable[[Call], Expr | None]:
    """`and` and `or`: one side that is ``word`` decides, one that is not leaves the other."""

    def work(call: Call) -> Expr | None:
        for one, other in (call.args, call.args[::-1]):
            value = _bool(one)
            if value is not None:
                return _literal(word, Type.BOOL, call.span) if value is word else other
        return None

    return work


def _implies(call: Call) -> Expr | None:
    left, right = call.args
    if _bool(left) is False or _bool(right) is True:
        return _literal(True, Type.BOOL, call.span)
    if _bool(left) is True:
        return right
    if _bool(right) is False:
        return _negate(left, call.span)
    return None


def _not(call: Call) -> Expr | None:
    value = _bool(call.args[0])
    return None if value is None else _literal(not value, Type.BOOL, call.span)


def _negate(expr: Expr, span: Span) -> Expr:
    call = Call(Type.BOOL, op.NOT, (expr,), span)
    return _not(call) or call


def chosen(whole: Expr, which: Expr, pack: Pack | None) -> Expr:
    """What an expression comes to: it stays what the whole is, of its type, and written out only where that is."""
    if whole.type not in op.CHOSEN:
        return which
    twins = pack is None or pack.copies > 1
    if which.type is whole.type and not (twins and which.written and not whole.written):
        return which
    return Call(whole.type, op.AS[whole.type], (which,), whole.span)


def missing(whole: Expr, pack: Pack | None) -> Expr:
    """An expression that comes to nothing."""
    return chosen(whole, _literal(None, whole.type, whole.span), pack)


_DECIDED = {op.AND: False, op.OR: True, op.IMPLIES: False}  # the first side that leaves nothing to the second
_LOGIC: dict[Row, Callable[[Call], Expr | None]] = {
    op.AND: _decided(False),
    op.OR: _decided(True),
    op.IMPLIES: _implies,
    op.NOT: _not,
}


def _size(whole: Expr, facts: Facts) -> int | None:
    """How many members a set has that has a name, or none at all."""
    if isinstance(whole, Name):
        return facts.sizes.get(whole.name)
    if is_empty(whole):
        return 0
    return facts.sizes.get(whole.row.word) if isinstance(whole, Call) and not whole.args else None


def _work_out(call: Call, facts: Facts) -> Expr | None:
    row, args, span = call.row, call.args, call.span
    if row is op.IF:
        test = _bool(args[0])
        return None if test is None else chosen(call, args[1 if test else 2], facts.pack)
    if row is COUNT and (size := _size(args[0], facts)) is not None:
        return _literal(size, Type.INT, span)
    if row is _CARDS_OF and isinstance(args[0], Call) and args[0].row.reads and args[0].type is Type.CARDS:
        return chosen(call, args[0], facts.pack)  # of a place: faces written out may stand for several copies
    if row is KNOWN and (isinstance(args[0], Literal) or not args[0].maybe):
        return _literal(not (isinstance(args[0], Literal) and args[0].value is None), Type.BOOL, span)
    if row is OR_ELSE and (isinstance(args[0], Literal) or not args[0].maybe):
        nothing = isinstance(args[0], Literal) and args[0].value is None
        return chosen(call, args[1 if nothing else 0], facts.pack)
    if row in (op.IN, op.NOT_IN):
        inside = _inside(args[0], args[1], facts.pack)
        return None if inside is None else _literal(inside == (row is op.IN), Type.BOOL, span)
    values = [a.value for a in args if isinstance(a, Literal)]
    if row in (op.EQ, op.NE) and None in values:
        return _literal(row is op.NE, Type.BOOL, span)  # nothing equals nothing
    if len(values) < len(args):
        return None
    if row in (op.EQ, op.NE):
        return _literal((values[0] == values[1]) == (row is op.EQ), Type.BOOL, span)
    if row.nothing is Nothing.PASSES and None in values and call.type in SINGLE:
        return missing(call, facts.pack)
    if row in op.MEMORIES and None in values and call.type is Type.BOOL:
        return _literal(False, Type.BOOL, span)  # what nobody remembers
    if row in _SEATED and _SEATED[row][1] in facts.sizes and isinstance(values[0], int):
        step, whole = _SEATED[row]
        return _literal((values[0] + step) % facts.sizes[whole], call.type, span)
    if row in ARITHMETIC and None not in values:
        if not all(isinstance(v, int) for v in values):  # a number for people alone, as half a point in a rulebook
            return None
        return _literal(ARITHMETIC[row](*values), call.type, span)
    return _of_card(call, values[0], facts.pack) if facts.pack else None


def _inside(member: Expr, whole: Expr, pack: Pack | None) -> bool | None:
    """Whether a constant is in a set, as far as the members that are constants decide."""
    if not (isinstance(member, Literal) and isinstance(whole, Call) and whole.row is op.SET):
        return None
    if member.value is None:
        return False
    if whole.type is Type.VALUES and not (isinstance(member.value, int) and 0 <= member.value <= LARGEST_IN_SET):
        return False
    decided: bool | None = False
    for m in members_of(whole, pack):
        if not isinstance(m, Literal):
            decided = None
        elif m.value == member.value:
            return True
    return decided


def _of_card(call: Call, value: bool | int | str | None, pack: Pack) -> Expr | None:
    """What is printed on a card, and the place of a rank."""
    if call.row is _ORDER:
        return _literal(pack.ranks.index(str(value)) + 1 if value in pack.ranks else 0, Type.INT, call.span)
    if call.row not in _PRINTED and call.row not in op.ATTRIBUTES:
        return None
    number = pack.number_of(str(value)) if value is not None else None
    if number is None:
        nothing = None if call.type in SINGLE else False
        return _literal(nothing, call.type, call.span) if value is None else None
    if call.row in op.ATTRIBUTES:
        return _literal(pack.attribute(call.name).values[number], call.type, call.span)
    return _literal(_PRINTED[call.row](pack.faces[number], pack), call.type, call.span)


_ORDER, _CARDS_OF = ROW["rank_number(rank)"], ROW["cards(items)"]
_SEATED = {  # of a seat that is known by its number: how far on the result is, and in how many
    ROW["next(seat)"]: (1, "seats"),
    ROW["previous(seat)"]: (-1, "seats"),
    ROW["side(seat)"]: (0, "sides"),
}
_PRINTED: dict[Row, Callable[[Face, Pack], int | str | None]] = {
    ROW["rank(card)"]: lambda face, pack: face.rank,
    ROW["rank(item)?"]: lambda face, pack: face.rank,
    ROW["suit(item)?"]: lambda face, pack: face.suit or None,
    ROW["colour(item)?"]: lambda face, pack: pack.colour_of(face),
    ROW["pips(card)"]: lambda face, pack: face.pips,
}


_OF_NONE: dict[Row, bool | int] = {
    op.ANY: False,
    op.ALL: True,
    **dict.fromkeys((op.HOW_MANY, op.SUM, op.MAX_OF, op.MIN_OF), 0),
    op.PRODUCT: 1,
}


def is_empty(whole: Expr) -> bool:
    """Whether a set is written out without a member."""
    return isinstance(whole, Call) and whole.row is op.SET and not whole.args


def asked_part_by_part(whole: Expr, pack: Pack | None) -> bool:
    """Whether something is in a set if it is in its parts, of which some stand for every copy of their faces and some
    do not. Then a filter over it is another set, even one that lets everything through: it is asked as a whole."""
    if (pack is not None and pack.copies == 1) or whole.written or not isinstance(whole, Call):
        return False
    if whole.row in op.TERMS:
        return True  # as far as the call shows
    if whole.row in op.AS.values() or whole.row.of_a_moment:
        return asked_part_by_part(whole.args[0], pack)
    parts = whole.args[-2:] if whole.row in (op.UNION, op.WITHOUT, op.IF) else ()
    return any(part.written or asked_part_by_part(part, pack) for part in parts)


def _quantified(expr: Quantified, pack: Pack | None) -> Expr:
    if expr.row is op.FIRST and (is_empty(expr.source) or _bool(expr.body) is False):
        return missing(expr, pack)
    if expr.row in _OF_NONE and is_empty(expr.source):
        return _literal(_OF_NONE[expr.row], expr.type, expr.span)
    value = _bool(expr.body)
    if value is None:
        return expr
    row = expr.row
    if row.groups:
        return expr if value else _literal(False if expr.type is Type.BOOL else 0, expr.type, expr.span)
    if row is op.FILTER and value and not asked_part_by_part(expr.source, pack):
        return expr.source
    if row in (op.ANY, op.ALL) and value == (row is op.ALL):
        return _literal(value, Type.BOOL, expr.span)
    if row is op.HOW_MANY:
        return Call(Type.INT, COUNT, (expr.source,), expr.span) if value else _literal(0, Type.INT, expr.span)
    return expr
