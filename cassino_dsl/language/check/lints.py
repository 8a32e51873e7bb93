"""What only the whole shows: clauses that are never reached, that decide nothing, or that do not do what they seem to.

Each lint looks at the typed ruleset and adds its findings to the report of the draft.
"""

from __future__ import annotations

from cassino_dsl.language.check.check_context import Draft
from cassino_dsl.language.compose.merge import REMOVED, Overlaid
from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.diagnostics.diagnostic import Report
from cassino_dsl.language.ruleset import operators as op
from cassino_dsl.language.ruleset.expr import Call, Expr, Literal, Quantified, Type, is_just, walk
from cassino_dsl.language.ruleset.model import Action, Binding, Pattern, Ruleset, every
from cassino_dsl.language.ruleset.simplify import Facts, constant, simplify
from cassino_dsl.language.ruleset.unfold_terms import Unfolder, term_table
from cassino_dsl.language.ruleset.within import calls_in, exprs_in, has_option, reads_name
from cassino_dsl.language.ruleset.words import ACTION, CARD_OR_NOTHING, CARDS, COUNT, COUNTING, EVENT, KIND, KNOWN
from cassino_dsl.language.syntax.foreign_idioms import told_of
from cassino_dsl.language.syntax.shape import VARIANT, Named, Shape
from cassino_dsl.language.syntax.tree import Mapping, Scalar
from cassino_dsl.language.syntax.unknown_keys import lacking

# ---- steps and actions that no turn comes to


def check_reach(draft: Draft, ruleset: Ruleset) -> None:
    """Every step of a pattern has an action, and every action is a step of some pattern."""
    steps = {a.step for a in ruleset.actions}
    strange = [(name, span) for name, span in draft.pattern_steps if name not in steps]
    for name, span in strange:
        help = told_of("steps", name, sorted(steps)) or "steps are named by the `step` of actions (default `play`)"
        draft.report.add(Code.UNKNOWN_STEP, span, f"no action is a step `{name}`", help=help)
    used = {name for name, _ in draft.pattern_steps} | steps_of(ruleset.turn)
    # the step that is meant by a misspelt one would seem unreachable, too
    for action in ruleset.actions if not strange else ():
        if action.step not in used:
            message = f"no turn comes to action `{action.name}`: its step `{action.step}` is in no pattern"
            help = f"name `{action.step}` under `turn`, or `ask` for it in an event"
            draft.report.add(Code.UNREACHABLE_ACTION, action.span, message, help=help)


def steps_of(pattern: Pattern) -> set[str]:
    """The steps that a pattern names."""
    return {pattern.step} if pattern.op == "step" else {s for p in pattern.args for s in steps_of(p)}


# ---- rules that speak of the card played where a play has none or several: then `card` is nothing


def check_single_card(draft: Draft, ruleset: Ruleset) -> None:
    """A warning for a rule that reads `card` in plays of an action without one, unless it asks how many cards are
    played or whether there is one."""
    unfold = Unfolder(term_table(ruleset.terms))
    without = [a for a in ruleset.actions if not a.played.single]
    for rule in ruleset.rules if without else ():
        must = unfold.expr(rule.must)
        if any(e.row is KNOWN or e.row is CARDS for e in calls_in(must)):
            continue
        spoken = ((a, e) for a in without for e in calls_in(_of(must, a, ruleset)) if e.row is CARD_OR_NOTHING)
        found = {action.name: (action, card) for action, card in reversed(list(spoken))}
        if found:
            action, card = list(found.values())[-1]
            more = f" and {len(found) - 1} more" if len(found) > 1 else ""
            plays = "no card" if action.played.source == "none" else "several"
            draft.report.add(
                Code.NO_SINGLE_CARD,
                card.span if card.span.file == rule.must.span.file else rule.must.span,
                f"rule `{rule.name}` also binds action `{action.name}`{more}, where `card` is nothing",
                others=((action.span, f"this plays {plays}"),),
                help="say which plays it is for, as in `known(card) implies …` or `kind = trail implies …`",
                notes=("what compares nothing is false: `rank(card) in {J, Q}` forbids these plays",),
            )


def _of(expr: Expr, action: Action, ruleset: Ruleset) -> Expr:
    """What an expression says of plays of one action. Where these play no card, a rule that asks nothing else of them
    has been meant for others; where they play several, it may have been meant for each."""
    span = expr.span
    standing = {KIND.word: Literal(Type.KIND, action.kind, span), ACTION.word: Literal(Type.ACTION, action.name, span)}
    said = simplify(expr, Facts(ruleset.pack, standing=standing))
    if action.played.source != "none":
        return said
    without = simplify(said, Facts(ruleset.pack, standing={CARD_OR_NOTHING.word: Literal(Type.CARD, None, span)}))
    return without if is_just(without, True) else said


# ---- names of `let` that nobody chooses: plays which differ in such a name alone are one play


def check_undecided(draft: Draft, ruleset: Ruleset) -> None:
    """A warning for a name that effects of its action read, where players can not choose what it stands for."""
    for action in ruleset.actions:
        for at, binding in enumerate(action.let):
            if _is_decided(action, at) or not _is_several(binding) or not reads_name(action.effects, binding.name):
                continue
            help = "let the first name of an action that plays no card be it, and an event `ask me to` that action"
            draft.report.add(
                Code.NOTHING_CHOSEN,
                binding.span,
                f"nobody chooses `{binding.name}`: plays that differ in it alone are one play, for the first "
                f"{binding.type.value} that it can be",
                help=help,
                notes=("a play is what is played, taken, built and, where it is of kind other, its first name",),
            )


def _is_decided(action: Action, at: int) -> bool:
    """Whether a play tells what the name stands for, or a condition may leave one thing to stand for."""
    binding = action.let[at]
    if at == 0 and action.tells is not None:
        return True
    asked = walk(action.when) if action.when is not None else ()
    compared = tuple(e for e in asked if isinstance(e, Call) and e.row in (op.EQ, op.IN))
    return reads_name((action.take, action.let[at + 1 :], action.to_arg, compared), binding.name)


def _is_several(binding: Binding) -> bool:
    """Whether it can stand for several things. What a card counts for is mostly one number."""
    source = binding.source
    written = source.args if isinstance(source, Call) and source.row is op.SET else None
    if written is not None and len(written) == 1:
        return isinstance(written[0], Call) and written[0].row in (op.RANGE, op.RANK_RANGE)
    return binding.type is not Type.INT or written is not None


# ---- awards


def check_secured(draft: Draft, ruleset: Ruleset) -> None:
    """No award asks, itself or through terms, for `secured`, which asks all awards: it would go round in a circle."""
    asking: set[str] = set()  # the terms that do

    def asks(expr: Expr) -> bool:
        return any("awards" in e.row.reads or (e.row in op.TERMS and e.name in asking) for e in calls_in(expr))

    while (more := {t.name for t in ruleset.terms if asks(t.body)}) != asking:
        asking = more
    for award in ruleset.awards:
        for expr in exprs_in(award):
            if asks(expr):
                message = f"award `{award.name}` asks what the awards have secured, and so for itself"
                help = "`secured` is for claims during the round; an award may ask for `points` and `earned`"
                draft.report.add(Code.CIRCULAR_TERM, expr.span, message, help=help)


def check_for_all(draft: Draft, ruleset: Ruleset) -> None:
    """A warning for an award that gives every side the same points, whatever has been played."""
    for award in ruleset.awards:
        if award.most is not None or award.each is not None or award.condition is not None:
            continue
        points = constant(award.points, Facts(draft.pack))
        if isinstance(points, int) and points != 0 and not has_option(award.points):
            draft.report.add(
                Code.POINTS_FOR_ALL,
                award.span,
                f"award `{award.name}` gives every side the same {points} point{'' if points == 1 else 's'}",
                help="say what it is given for: `most`, `each` or `if`",
                notes=("where it was to change an award: beneath it lies none of that name",),
            )


def check_counting(draft: Draft, ruleset: Ruleset) -> None:
    """A warning where clauses ask what cards count for, and `values` is there and says nothing of any."""
    key = draft.tree.key("values")
    asks = (call.span for call in calls_in((ruleset.actions, ruleset.rules, ruleset.awards)) if call.row in COUNTING)
    asked = next(asks, None) if key is not None and not ruleset.values else None
    if key is not None and asked is not None:
        message = "nothing stands under `values`, so no card counts for anything"
        help = "say what cards count for, as `any: pips`; or `any: none`, where they count for nothing"
        draft.report.add(Code.WITHOUT_EFFECT, key.span, message, help=help, others=((asked, "asked here"),))


def check_redealt(draft: Draft, ruleset: Ruleset) -> None:
    """A warning where a round is to be dealt anew that is over: the next one is."""
    for event in (e for e in ruleset.events if e.on in EVENT):  # what it follows may be misspelt
        over = (event.row.offers, event.row.touches) == ("state", "scoring")
        for effect in every(event.effects) if over else ():
            if effect.row.touches == "deal":
                message = f"nothing is dealt anew on `{event.on}`: no more is played in this round"
                help = "say it before, as on `turn over`; the next round is dealt in any case"
                draft.report.add(Code.WITHOUT_EFFECT, effect.span, message, help=help)


def check_laid_out(draft: Draft, ruleset: Ruleset) -> None:
    """A warning for an event that follows cards dealt to the table, where none are dealt there."""
    bare = constant(ruleset.deal.table, Facts(draft.pack)) == 0 and not has_option(ruleset.deal.table)
    for event in (e for e in ruleset.events if e.on == "layout dealt" and bare):
        draft.report.add(
            Code.WITHOUT_EFFECT,
            event.span,
            f"event `{event.name}` never comes to pass: no cards are dealt to the table",
            help="`on: hands dealt` with `when: deals = 1` follows the first deal in any case",
        )


def check_captured(draft: Draft, ruleset: Ruleset) -> None:
    """A warning where points are to come as cards are captured (`match: {each: captured}`), and no award is for `each`
    card, or one adds up the cards of a pile itself: what a card brings to such a sum, nobody sees before the round is
    over."""
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
        draft.report.add(Code.COUNTED_LATE, node.span, message, help=help, others=places)
        return
    for award, place in zip(summed, places, strict=True):
        message = f"award `{award.name}` adds up cards by itself, so its points come when the round is over"
        draft.report.add(Code.COUNTED_LATE, node.span, message, help=help, others=(place,))


def _sums(expr: Expr) -> bool:
    """Whether a number grows with every card of a pile: a sum over it or a count of it, or with one of them added."""
    if isinstance(expr, Quantified):
        return expr.row in (op.SUM, op.HOW_MANY) and _captured(expr.source)
    if not isinstance(expr, Call):
        return False
    if expr.row is COUNT:
        return _captured(expr.args[0])
    parts = expr.args if expr.row in (op.PLUS, op.MINUS, op.TIMES, op.NEGATIVE) else ()
    return any(map(_sums, expr.args[1:] if expr.row is op.IF else parts))


def _captured(source: Expr) -> bool:
    return any("piles" in e.row.reads for e in calls_in(source))


# ---- house rules that say a clause of the variant anew: meant, or two clauses that happen to have one name?

# sections of clauses that people name; the other names are those of cards and of the language
_NAMED = frozenset(("terms", "memory", "actions", "rules", "preferences", "events", "awards", "checks"))


def check_overlaid(overlaid: tuple[Overlaid, ...], report: Report) -> None:
    """A warning where a house rule replaces a whole clause of the variant without saying that it does. What changes
    part of a clause could not stand by itself, so it means the one that is there."""
    shapes = {key.name: key.shape for key in VARIANT.keys}
    for one in overlaid:
        shape = shapes.get(one.section)
        if one.section in _NAMED and isinstance(shape, Named) and not one.announced and _replaces(one, shape.shape):
            clause = f"{one.section}.{one.key.text.partition('(')[0] if one.section == 'terms' else one.key.text}"
            report.add(
                Code.CLAUSE_REPLACED,
                one.key.span,
                f"house rule `{one.house}` replaces `{clause}` of the variant",
                others=((one.under.span, "what the variant says"),),
                help=f"call it something else, or say that it is meant: `replaces: [{clause}]`",
            )


def _replaces(one: Overlaid, shape: Shape) -> bool:
    """Whether a clause stands in the place of the one beneath. One key of several means what is there: `{points: 1}`
    says all that an award has to, but beside the `each` of the one beneath it changes its points."""
    below, node = one.below, one.node
    part = isinstance(node, Mapping) and isinstance(below, Mapping) and len(node.entries) == 1 < len(below.entries)
    says = node.text != REMOVED if isinstance(node, Scalar) else isinstance(node, Mapping) and not lacking(node, shape)
    return not part and says
