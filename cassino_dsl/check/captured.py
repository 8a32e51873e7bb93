"""Points as cards are captured (`match: {each: captured}`): the awards that can give them, and those that cannot."""

from __future__ import annotations

from cassino_dsl.check.draft import Draft
from cassino_dsl.diagnostics.codes import meaning
from cassino_dsl.ruleset.expr import Call, Expr, Quantified
from cassino_dsl.ruleset.model import Ruleset
from cassino_dsl.ruleset.operators import HOW_MANY, IF, MINUS, NEGATIVE, PLUS, SUM, TIMES
from cassino_dsl.ruleset.unfold import Unfolder, term_table
from cassino_dsl.ruleset.within import calls_in
from cassino_dsl.ruleset.words import COUNT


def check_captured(draft: Draft, ruleset: Ruleset) -> None:
    """A warning where points are to come as cards are captured, and no award is for `each` card, or one adds up the
    cards of a pile itself: what a card brings to such a sum, nobody sees before the round is over."""
    match = draft.section("match")
    node = match.get("each") if match and ruleset.match.at_once else None
    if node is None:
        return
    unfold = Unfolder(term_table(ruleset.terms))
    summed = [a for a in ruleset.awards if a.each is None and a.most is None and _sums(unfold.expr(a.points))]
    places = tuple((a.span, "this adds up the cards of a pile") for a in summed)
    help = "say it by `each`, with one award for each number of points: `{each: 10d, points: 2}`"
    if not any(a.each is not None for a in ruleset.awards):
        message = "no award is for `each` card, so no points come as cards are captured"
        draft.report.add(meaning.CountedLate, node.span, message, help=help, others=places)
        return
    for award, place in zip(summed, places, strict=True):
        message = f"award `{award.name}` adds up cards by itself, so its points come when the round is over"
        draft.report.add(meaning.CountedLate, node.span, message, help=help, others=(place,))


def _sums(expr: Expr) -> bool:
    """Whether a number grows with every card of a pile: a sum over it or a count of it, or with one of them added."""
    if isinstance(expr, Quantified):
        return expr.row in (SUM, HOW_MANY) and _captured(expr.source)
    if not isinstance(expr, Call):
        return False
    if expr.row is COUNT:
        return _captured(expr.args[0])
    parts = expr.args[1:] if expr.row is IF else expr.args if expr.row in (PLUS, MINUS, TIMES, NEGATIVE) else ()
    return any(map(_sums, parts))


def _captured(source: Expr) -> bool:
    return any("piles" in e.row.reads for e in calls_in(source))
