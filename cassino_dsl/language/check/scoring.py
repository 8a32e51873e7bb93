"""The scoring table and the match."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal as OneOf

from cassino_dsl.language.check.check_context import Draft, each, scalar
from cassino_dsl.language.check.clause import WrittenClause, clauses, section
from cassino_dsl.language.check.expressions import read_expression
from cassino_dsl.language.check.scope import SIDE, STATE, STATIC, Scope
from cassino_dsl.language.check.selectors import read_selector
from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.diagnostics.diagnostic import Report
from cassino_dsl.language.ruleset.expr import Call, Expr, Literal, Type, print_expr
from cassino_dsl.language.ruleset.model import Award, Match
from cassino_dsl.language.ruleset.numbers import MOST_ROUNDS
from cassino_dsl.language.ruleset.operators import GE
from cassino_dsl.language.ruleset.simplify import Facts, constant
from cassino_dsl.language.ruleset.span import Span
from cassino_dsl.language.ruleset.within import has_option
from cassino_dsl.language.syntax.ast import nodes
from cassino_dsl.language.syntax.parser import parse
from cassino_dsl.language.syntax.tree import Mapping, Node, Scalar


def read_awards(draft: Draft, sides: Expr) -> tuple[Award, ...]:
    """The lines of the scoring table, in order."""
    formed = (constant(sides, Facts(sizes={"seats": seats})) for seats in draft.seats)
    most = max((n for n in formed if isinstance(n, int)), default=2)
    found = (_award(draft, clause, most) for clause in clauses(draft, "awards"))
    return tuple(award for award in found if award is not None)


def _award(draft: Draft, clause: WrittenClause, sides: int) -> Award | None:
    points = clause.expr("points", SIDE, Type.INT)
    most = clause.expr("most", SIDE, Type.INT)
    condition = clause.expr("if", SIDE, Type.BOOL)
    each = scalar(clause.body.get("each"))
    selected = read_selector(draft, each, places=False) if each else None
    beside = next((key for key in ("most", "if") if clause.has(key)), None)
    if clause.has("each") and beside is not None:
        message = f"award `{clause.name}` says both `each` and `{beside}`"
        help = "put a condition into `points`, as in `2 if … else 0`; in a patch, remove the old form with `removed`"
        clause.fault(Code.INCOMPLETE_AWARD, message, help)
    if points is None:
        return None
    node = clause.body.get("tie")
    way: OneOf["nobody", "each", "by"] = "nobody"
    tie_points = None
    if isinstance(node, Mapping):
        way = "each" if node.get("each") is not None else "by"
        tie_points = read_expression(draft, node.get(way), Scope(SIDE), Type.INT)
    rounding: OneOf["", "up", "down"] = clause.word("round", "", "up", "down")
    if clause.text("tie") == "split" and not rounding:
        _even(draft, points, sides, node.span if node else clause.span)
    if node is not None and most is None:
        clause.fault(Code.INCOMPLETE_AWARD, "only an award for `most` can be tied", "remove `tie`", node.span)
    return Award(
        name=clause.name,
        points=points,
        most=most,
        each=selected.faces if selected else None,
        each_text=each.text if each else "",
        condition=condition,
        tie="split" if clause.text("tie") == "split" else way if tie_points is not None else "nobody",
        tie_points=tie_points,
        rounding=rounding,
        called=clause.text("called"),
        about=clause.text("about"),
        span=clause.span,
    )


def _even(draft: Draft, given: Expr, sides: int, span: Span) -> None:
    """Points that are counted stay whole: a split among so many sides must come out even, or be rounded by the file."""
    points = constant(given, Facts(draft.pack))
    points = points if isinstance(points, int) else 1
    if any(points % n for n in range(2, sides + 1)):
        halves = section(draft, "match").text("half_points") == "true"
        kind = "half points" if halves else "points"
        message = f"{points} {kind} cannot be split evenly among every number of tied sides up to {sides}"
        help = "add `round: down` or `round: up`, or `tie: {each: 1}`"
        help += "" if halves else "; or count in half points (`match: {half_points: true}`)"
        draft.report.add(Code.UNEVEN_SPLIT, span, message, help=help)


def read_match(draft: Draft) -> Match:
    """How rounds make a match."""
    clause = section(draft, "match")
    by_score = clause.text("winner") in ("lowest", "highest")
    compare = None if by_score else clause.expr("winner", SIDE, Type.INT)
    lowest = compare is not None and print_expr(compare) == "-score(us)"  # says the same …
    rounds, over = clause.expr("rounds", STATIC, Type.INT), clause.expr("over", STATE, Type.BOOL)
    if rounds is None and isinstance(over, Call) and over.row is GE and isinstance(over.args[1], Literal):
        rounds, over = (over.args[1], None) if print_expr(over.args[0]) == "round" else (None, over)
    match = Match(
        target=clause.expr("target", STATIC, Type.INT),
        rounds=rounds,
        over=over,
        playoff=clause.expr("playoff", STATIC, Type.INT),
        leads=clause.expr("leads", STATE, Type.SEAT),
        compare=None if lowest else compare,
        counting=clause.word("counting", "totals", "race"),
        at_once=clause.text("each") == "captured",
        winner="lowest" if lowest else clause.word("winner", "highest", "lowest"),
        tie=clause.word("tie", "another round", "draw", "playoff"),
        stuck=clause.word("stuck", "never", "allowed"),
        half_points=clause.text("half_points") == "true",
        span=clause.span,
    )
    _bounded(draft, clause, match.rounds)
    _to_be_reached(draft, clause, match.target)
    endless = (
        (match.tie == "playoff", ("playoff",), "`tie: playoff` needs the target of the playoff", "add `playoff: 6`"),
        (match.counting == "race", ("target",), "`counting: race` needs a target to race to", "add `target: 21`"),
    )
    ends, mend = ("target", "rounds", "over"), "add `target: 21`, `rounds: 1` or `over: condition`"
    for asked, keys, message, help in ((True, ends, "this match never ends", mend), *endless):
        if asked and draft.section("match") is not None and not any(map(clause.has, keys)):
            clause.fault(Code.ENDLESS_MATCH, message, help)
    return match


def _bounded(draft: Draft, clause: WrittenClause, given: Expr | None) -> None:
    """A match has no more rounds than anybody plays."""
    rounds = constant(given, Facts(draft.pack))
    if isinstance(rounds, int) and not 1 <= rounds <= MOST_ROUNDS:
        message = f"a match of {rounds} rounds is {'none' if rounds < 1 else 'never played to its end'}"
        help = f"from 1 to {MOST_ROUNDS}; `target` or `over` end a match otherwise"
        clause.fault(Code.BAD_NUMBER, message, help, clause.place("rounds"))


def _to_be_reached(draft: Draft, clause: WrittenClause, target: Expr | None) -> None:
    """A warning for a target that every side has reached before anything is scored."""
    points = constant(target, Facts(draft.pack)) if target is not None and not has_option(target) else None
    if isinstance(points, int) and points < 1:
        message = f"a target of {points} is reached before anything is scored: one round is the whole match"
        help = "say how many points end it, as `target: 21`; a match of one round is `rounds: 1`"
        clause.fault(Code.CONSTANT_CONDITION, message, help, clause.place("target"))


WHERE = (("events", "do"), ("actions", "do"), ("rules", "price"))


def award_names(draft: Draft) -> tuple[str, ...]:
    """All names that `earned` may ask for. Effects are only looked at here; their own pass tells their faults."""
    names = [key.text for key, _ in draft.section("awards") or ()]
    for _, effects in draft.section("effects") or ():
        names.extend(named_by(draft, effects))
    for name, field in WHERE:
        for clause in clauses(draft, name):
            names.extend(named_by(draft, clause.body.get(field)))
    return tuple(dict.fromkeys(names))


def named_by(draft: Draft, effects: Node | None) -> Iterator[str]:
    """The names under which effects give points."""
    for node in each(effects):
        if isinstance(node, Scalar) and "award" in node.text:
            ast = parse("effect", node, Report(), draft.limits)
            awards = (part.args for part in nodes(ast) if part.head == "award") if ast else ()
            yield from (args[2].text if len(args) > 2 else "bonus" for args in awards)
