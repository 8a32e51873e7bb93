"""The table of values: the numbers that each card counts for in each place."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from cassino_dsl.language.check.check_context import Draft
from cassino_dsl.language.check.expressions import check
from cassino_dsl.language.check.scope import STATE, STATIC, Scope
from cassino_dsl.language.check.selectors import Selected, read_selector
from cassino_dsl.language.check.types import shown
from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.ruleset.expr import Call, Expr, Literal, Quantified, Type, all_of, walk
from cassino_dsl.language.ruleset.model import ValueCase, ValueRow
from cassino_dsl.language.ruleset.operators import BUILD_MEMORY, BUILD_MEMORY_OR_NOTHING, MEMORIES, TERMS
from cassino_dsl.language.ruleset.simplify import Facts, constant, numbers
from cassino_dsl.language.ruleset.unfold_terms import Unfolder, term_table
from cassino_dsl.language.ruleset.words import COUNTING
from cassino_dsl.language.syntax.ast import Ast, nodes
from cassino_dsl.language.syntax.parser import parse
from cassino_dsl.language.syntax.tree import Scalar

LARGEST = 60
MOST_CASES = 16
_OF_CARDS = Scope(STATE).bind("c", Type.CARD)

Numbers = tuple[int, ...] | None  # None: what is printed on the card


@dataclass(frozen=True, slots=True)
class _Way:
    """What a row gives where some conditions hold, of those that come before others the first."""

    tests: tuple[Expr, ...]
    numbers: Numbers


def read_values(draft: Draft) -> tuple[ValueRow, ...]:
    """The rows in order; a row that gives ``pips`` is one row for each rank it fits, and one that asks what cards are,
    one for each answer."""
    rows: list[ValueRow] = []
    decided: set[tuple[int, str]] = set()  # faces, and the places in which a row above says what they count for
    for key, node in draft.section("values") or ():
        selected = read_selector(draft, key)
        if selected is not None and isinstance(node, Scalar):
            left = {face for face in selected.faces if any((face, place) not in decided for place in selected.places)}
            rows += read_row(draft, key, node, selected, left)
            decided.update((face, place) for face in left for place in selected.places)
    draft.value_asks = memory_asked(rows)
    return tuple(rows)


def read_row(draft: Draft, key: Scalar, node: Scalar, selected: Selected, left: Collection[int]) -> list[ValueRow]:
    """What one row says of the faces that are selected; ``left``: those of which no row above has said everything."""
    ast = parse("expression", node, draft.report, draft.limits)
    ways = None if ast is None else _ways(draft, ast, ())
    if ways is not None and len(ways) > MOST_CASES:
        message, help = f"a row has {MOST_CASES} cases at most", "say some of them in rows of their own"
        draft.report.add(Code.TOO_COSTLY, node.span, message, help=help)
        return []
    return _rows(draft, key, node, selected, ways, left) if ways is not None else []


def memory_asked(rows: Iterable[ValueRow]) -> tuple[Expr, ...]:
    """The memory by which rows decide."""
    asked = [call for row in rows for case in row.cases for call in walk(case.when) if isinstance(call, Call)]
    return tuple({call.name: _memory(call) for call in asked if call.row in MEMORIES}.values())


def _memory(call: Call) -> Expr:
    """Memory as it is read beneath all that asks what cards count for, whoever it is of."""
    owners = tuple(Literal(a.type, 0, a.span) for a in call.args)
    return Call(call.type, call.row, owners, call.span, call.name)


def _ways(draft: Draft, ast: Ast, tests: tuple[Expr, ...]) -> list[_Way] | None:
    """The numbers that an expression may be, with what has to hold for them; None where it is faulty."""
    if ast.head == "if":
        then, asked, other = ast.args
        test = _test(draft, asked)
        if test is None:
            return None
        one, more = _ways(draft, then, (*tests, test)), _ways(draft, other, tests)
        return None if one is None or more is None else [*one, *more]
    if ast.head == "name" and ast.text == "pips":
        return [_Way(tests, None)]
    given = _numbers(draft, ast)
    return None if given is None else [_Way(tests, given)]


def _test(draft: Draft, ast: Ast) -> Expr | None:
    """A condition on the card ``c``, as far as it may ask."""
    expr = check(draft, ast, _OF_CARDS, Type.BOOL)
    if expr.type is Type.POISON or any(part.type is Type.POISON for part in walk(expr)):
        return None
    if any(isinstance(part, Call) and part.row in TERMS for part in walk(expr)):
        expr = Unfolder(term_table(draft.terms.values())).expr(expr)
    for part in walk(expr):
        of_builds = isinstance(part, Call) and part.row in (BUILD_MEMORY, BUILD_MEMORY_OR_NOTHING)
        counts = isinstance(part, Call) and part.row in COUNTING
        groups = isinstance(part, Quantified) and part.row.groups
        if of_builds or counts or groups or (isinstance(part, Call) and not part.row.reads <= {"memory"}):
            message = "what a card counts for cannot depend on this"
            help = "a condition here may ask the card `c`, options, and memory of the match, sides and seats"
            draft.report.add(Code.WRONG_TYPE, ast.span, message, help=help)
            return None
    return expr


def _numbers(draft: Draft, ast: Ast) -> tuple[int, ...] | None:
    names = [part.text for part in nodes(ast) if part.head in ("name", "call")]
    remembered = next((name for name in names if name in draft.memory_types), None)
    if remembered is not None:
        message = f"what a card counts for is written here, and `{remembered}` is known in play only"
        help = f"memory may decide between numbers: `14 if rank(c) = {remembered} else 1`, with `c` for the card"
        draft.report.add(Code.WRONG_TYPE, ast.span, message, help=help)
        return None
    if "pips" in names:
        message = "`pips` stands by itself here: what is printed on a card is not reckoned with"
        draft.report.add(Code.WRONG_ARGUMENTS, ast.span, message, help="write the numbers out: `2: 4`, `3: 6`")
        return None
    expr: Expr = check(draft, ast, Scope(STATIC))
    if expr.type is Type.POISON:
        return None
    if expr.type not in (Type.INT, Type.VALUES, Type.NONE):
        message = f"a card counts for numbers, and this is {shown(expr.type)}"
        help = "write a number, a set such as `{1, 14}`, `pips` or `none`"
        draft.report.add(Code.WRONG_TYPE, ast.span, message, help=help)
        return None
    found = numbers(expr, Facts(draft.pack))
    if found is None:
        message = "the value of a card is fixed before the game"
        draft.report.add(Code.WRONG_TYPE, ast.span, message, help="use only numbers and options here")
    elif any(not 0 <= n <= LARGEST for n in found):
        draft.report.add(Code.BAD_NUMBER, ast.span, f"cards count for numbers from 0 to {LARGEST}")
        found = None
    return found


def _rows(
    draft: Draft, key: Scalar, node: Scalar, selected: Selected, ways: list[_Way], left: Collection[int]
) -> list[ValueRow]:
    """A row for all faces that count for the same in the same cases."""
    alike: dict[tuple[tuple[ValueCase, ...], tuple[int, ...]], set[int]] = {}
    unprinted = []
    for face in sorted(selected.faces):
        cases: list[ValueCase] = []
        otherwise: tuple[int, ...] = ()
        for way in ways:
            printed = draft.pack.faces[face].pips
            given = way.numbers if way.numbers is not None else (printed,) if printed else ()
            test = _of_face(draft, way.tests, face, node)
            if test is False:
                continue
            unprinted += [face] if way.numbers is None and not printed and face in left else []
            if test is True:
                otherwise = given
                break
            cases.append(ValueCase(test, given))
        alike.setdefault((tuple(cases), otherwise), set()).add(face)
    if unprinted:
        shown_cards = ", ".join(draft.pack.faces[f].text for f in unprinted[:4])
        help = "give these cards a row of their own, with a number or `none`"
        draft.report.add(Code.BAD_NUMBER, key.span, f"no number is printed on {shown_cards}", help=help)
    return [
        ValueRow(key.text, frozenset(faces), selected.places, numbers, node.text, key.span, cases)
        for (cases, numbers), faces in alike.items()
    ]


def _of_face(draft: Draft, tests: tuple[Expr, ...], face: int, node: Scalar) -> Expr | bool:
    """Whether some conditions hold of a face, or what is left to ask of memory."""
    card = Literal(Type.CARD, draft.pack.faces[face].text, node.span)
    known = {test: constant(test, Facts(draft.pack, names={"c": card})) for test in tests}
    if False in known.values():
        return False
    left = [test for test in tests if known[test] is None]
    return all_of(left, node.span) if left else True
