"""The scoring table and the match."""

from __future__ import annotations

from cassino_dsl.check.draft import Draft, field_text, scalar
from cassino_dsl.check.expressions import read_expression
from cassino_dsl.check.scope import SIDE, STATE, STATIC, Scope
from cassino_dsl.check.selectors import read_selector
from cassino_dsl.diagnostics.codes import meaning
from cassino_dsl.diagnostics.codes.language import CircularTerm
from cassino_dsl.ruleset.expr import Call, Expr, Literal, Type, walk
from cassino_dsl.ruleset.model import Award, Match, Ruleset
from cassino_dsl.ruleset.operators import TERMS
from cassino_dsl.ruleset.simplify import Facts, constant
from cassino_dsl.ruleset.span import Span
from cassino_dsl.ruleset.within import calls_in, exprs_in
from cassino_dsl.syntax.tree import Mapping, Scalar


def read_awards(draft: Draft) -> tuple[Award, ...]:
    """The lines of the scoring table, in order."""
    found = []
    for key, body in draft.section("awards") or ():
        if isinstance(body, Mapping):
            award = _award(draft, key, body)
            if award:
                found.append(award)
    return tuple(found)


def _award(draft: Draft, key: Scalar, body: Mapping) -> Award | None:
    scope = Scope(SIDE)
    points = read_expression(draft, body.get("points"), scope, Type.INT)
    most = read_expression(draft, body.get("most"), scope, Type.INT)
    condition = read_expression(draft, body.get("if"), scope, Type.BOOL)
    each = scalar(body.get("each"))
    selected = read_selector(draft, each, places=False) if each else None
    beside = "most" if body.get("most") is not None else "if" if body.get("if") is not None else ""
    if body.get("each") is not None and beside and not draft.faulty(body):
        draft.report.add(
            meaning.IncompleteAward,
            key.span,
            f"award `{key.text}` says both `each` and `{beside}`",
            help="put a condition into `points`, as in `2 if … else 0`; in a patch, remove the old form with `removed`",
        )
    if points is None:
        return None
    tie_node = body.get("tie")
    tie, tie_points = "nobody", None
    if isinstance(tie_node, Mapping):
        tie = "each" if tie_node.get("each") is not None else "by"
        tie_points = read_expression(draft, tie_node.get(tie), scope, Type.INT)
    elif isinstance(tie_node, Scalar) and tie_node.text == "split":
        tie = "split"
    rounding = field_text(body, "round")
    award = Award(
        key.text,
        points,
        most,
        selected.faces if selected else None,
        each.text if each else "",
        condition,
        tie if tie_points is not None or tie == "split" else "nobody",  # type: ignore[arg-type]
        tie_points,
        rounding if rounding in ("up", "down") else "",  # type: ignore[arg-type]
        field_text(body, "called"),
        field_text(body, "about"),
        key.span,
    )
    if tie == "split" and not award.rounding:
        _even(draft, award, tie_node.span if tie_node else key.span)
    if tie_node is not None and most is None and not draft.faulty(body):
        draft.report.add(
            meaning.IncompleteAward, tie_node.span, "only an award for `most` can be tied", help="remove `tie`"
        )
    return award


def _even(draft: Draft, award: Award, span: Span) -> None:
    """Points that are counted stay whole: a split among several sides must come out even, or be rounded by the file."""
    points = constant(award.points, Facts(draft.pack))
    if not isinstance(points, int):
        points = 1
    largest = max(draft.seats or (2,))
    if any(points % n for n in range(2, largest + 1)):
        match = draft.section("match")
        halves = match is not None and field_text(match, "half_points") == "true"
        draft.report.add(
            meaning.UnevenSplit,
            span,
            f"{points} {'half ' * halves}points cannot be split evenly among every number of tied sides "
            f"up to {largest}",
            help="add `round: down` or `round: up`, or `tie: {each: 1}`"
            + ("" if halves else "; or count in half points (`match: {half_points: true}`)"),
        )


def read_match(draft: Draft) -> Match:
    """How rounds make a match."""
    body = draft.section("match")
    if body is None:
        span = draft.tree.span
        return Match(
            None,
            Literal(Type.INT, 1, span),
            "totals",
            False,
            "highest",
            None,
            "draw",
            None,
            None,
            None,
            "never",
            False,
            span,
        )
    scope = Scope(STATE)
    target = read_expression(draft, body.get("target"), Scope(STATIC), Type.INT)
    rounds = read_expression(draft, body.get("rounds"), Scope(STATIC), Type.INT)
    over = read_expression(draft, body.get("over"), scope, Type.BOOL)
    playoff = read_expression(draft, body.get("playoff"), Scope(STATIC), Type.INT)
    leads = read_expression(draft, body.get("leads"), scope, Type.SEAT)
    lowest = field_text(body, "winner") == "lowest"
    by_score = lowest or field_text(body, "winner") == "highest"
    compare = None if by_score else read_expression(draft, body.get("winner"), Scope(SIDE), Type.INT)
    key = draft.tree.key("match")
    span = key.span if key else body.span
    faulty = draft.faulty(body)
    if not faulty and not any(body.get(k) is not None for k in ("target", "rounds", "over")):
        draft.report.add(
            meaning.EndlessMatch,
            span,
            "this match never ends",
            help="add `target: 21`, `rounds: 1` or `over: condition`",
        )
    tie = field_text(body, "tie", "another round")
    if not faulty and tie == "playoff" and body.get("playoff") is None:
        draft.report.add(
            meaning.EndlessMatch, span, "`tie: playoff` needs the target of the playoff", help="add `playoff: 6`"
        )
    counting = field_text(body, "counting", "totals")
    if not faulty and counting == "race" and body.get("target") is None:
        draft.report.add(
            meaning.EndlessMatch, span, "`counting: race` needs a target to race to", help="add `target: 21`"
        )
    return Match(
        target,
        rounds,
        "race" if counting == "race" else "totals",
        field_text(body, "each") == "captured",
        "lowest" if lowest else "highest",
        compare,
        tie if tie in ("another round", "draw", "playoff") else "another round",  # type: ignore[arg-type]
        playoff,
        leads,
        over,
        "allowed" if field_text(body, "stuck") == "allowed" else "never",
        field_text(body, "half_points") == "true",
        span,
    )


def check_secured(draft: Draft, ruleset: Ruleset) -> None:
    """No award asks, itself or through terms, for `secured`, which asks all awards: it would go round in a circle."""
    asking: dict[str, bool] = {}
    bodies = {t.name: t.body for t in ruleset.terms}

    def asks(expr: Expr) -> bool:
        return any("awards" in e.row.reads or _through(e) for e in calls_in(expr))

    def _through(call: Call) -> bool:
        if call.row not in TERMS or call.name not in bodies:
            return False
        if call.name not in asking:
            asking[call.name] = asks(bodies[call.name])
        return asking[call.name]

    for award in ruleset.awards:
        for expr in exprs_in(award):
            if asks(expr):
                draft.report.add(
                    CircularTerm,
                    expr.span,
                    f"award `{award.name}` asks what the awards have secured, and so for itself",
                    help="`secured` is for claims during the round; an award may ask for `points` and `earned`",
                )


def check_for_all(draft: Draft, ruleset: Ruleset) -> None:
    """A warning for an award that gives every side the same points, whatever has been played."""
    for award in ruleset.awards:
        if award.most is not None or award.each is not None or award.condition is not None:
            continue
        points = constant(award.points, Facts(draft.pack))
        chosen = any(isinstance(e, Literal) and e.option for e in walk(award.points))
        if isinstance(points, int) and points != 0 and not chosen:
            draft.report.add(
                meaning.PointsForAll,
                award.span,
                f"award `{award.name}` gives every side the same {points} point{'' if points == 1 else 's'}",
                help="say what it is given for: `most`, `each` or `if`",
                notes=("where it was to change an award: beneath it lies none of that name",),
            )
