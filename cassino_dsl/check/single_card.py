"""Rules that speak of the card played where a play has none or several: then `card` is nothing."""

from __future__ import annotations

from cassino_dsl.check.draft import Draft
from cassino_dsl.diagnostics.codes import meaning
from cassino_dsl.ruleset.expr import Call, Expr, Literal, Type, is_just
from cassino_dsl.ruleset.model import Action, Ruleset
from cassino_dsl.ruleset.simplify import Facts, simplify
from cassino_dsl.ruleset.unfold import Unfolder, term_table
from cassino_dsl.ruleset.within import calls_in
from cassino_dsl.ruleset.words import ACTION, CARD_OR_NOTHING, CARDS, KIND, KNOWN


def check_single_card(draft: Draft, ruleset: Ruleset) -> None:
    """A warning for a rule that reads `card` in plays of an action without one, unless it asks how many cards are
    played or whether there is one."""
    unfold = Unfolder(term_table(ruleset.terms))
    without = [a for a in ruleset.actions if not a.played.single]
    for rule in ruleset.rules if without else ():
        must = unfold.expr(rule.must)
        if _asks(must):
            continue
        found = [(a, spoken) for a in without if (spoken := _spoken(_of(must, a, ruleset)))]
        if found:
            action, card = found[0]
            more = f" and {len(found) - 1} more" if len(found) > 1 else ""
            draft.report.add(
                meaning.NoSingleCard,
                card.span if card.span.file == rule.must.span.file else rule.must.span,
                f"rule `{rule.name}` also binds action `{action.name}`{more}, where `card` is nothing",
                others=(
                    (action.span, "this plays no card" if action.played.source == "none" else "this plays several"),
                ),
                help="say which plays it is for, as in `known(card) implies …` or `kind = trail implies …`",
                notes=("what compares nothing is false: `rank(card) in {J, Q}` forbids these plays",),
            )


def _of(expr: Expr, action: Action, ruleset: Ruleset) -> Expr:
    """What an expression says of plays of one action. Where these play no card, a rule that asks nothing else of them
    has been meant for others; where they play several, it may have been meant for each."""
    span = expr.span
    standing = {
        KIND.word: Literal(Type.KIND, action.kind, span),
        ACTION.word: Literal(Type.ACTION, action.name, span),
    }
    said = simplify(expr, Facts(ruleset.pack, standing=standing))
    if action.played.source != "none":
        return said
    without = simplify(said, Facts(ruleset.pack, standing={CARD_OR_NOTHING.word: Literal(Type.CARD, None, span)}))
    return without if is_just(without, True) else said


def _spoken(expr: Expr) -> Call | None:
    return next((e for e in calls_in(expr) if e.row is CARD_OR_NOTHING), None)


def _asks(expr: Expr) -> bool:
    return any(e.row is KNOWN or e.row is CARDS for e in calls_in(expr))
