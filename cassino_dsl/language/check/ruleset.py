"""The passes of the checker, in order: from one tree to a ruleset."""

from __future__ import annotations

from cassino_dsl.language.check import lints
from cassino_dsl.language.check.actions import kinds_of_one_card, read_actions
from cassino_dsl.language.check.attributes import read_attributes
from cassino_dsl.language.check.check_context import Draft, Note, field_text
from cassino_dsl.language.check.clauses import read_checks, read_events, read_preferences, read_rules
from cassino_dsl.language.check.cost import check_costs
from cassino_dsl.language.check.deal import check_deals, read_deal, read_seats, read_sides
from cassino_dsl.language.check.effects import read_series
from cassino_dsl.language.check.expressions import infer, read_expression
from cassino_dsl.language.check.kept_expressions import kept_of
from cassino_dsl.language.check.memory import read_memory, read_memory_types
from cassino_dsl.language.check.names import beside_a_word, hides
from cassino_dsl.language.check.pack import read_pack
from cassino_dsl.language.check.scope import MOVER, Scope
from cassino_dsl.language.check.scoring import award_names, read_awards, read_match
from cassino_dsl.language.check.structure import check_length, check_structure, check_syntax
from cassino_dsl.language.check.terms import check_unused, read_sources
from cassino_dsl.language.check.text_facts import check_texts
from cassino_dsl.language.check.texts import read_texts
from cassino_dsl.language.check.turn import read_turn
from cassino_dsl.language.check.unknown_names import join_unknown
from cassino_dsl.language.check.values import read_values
from cassino_dsl.language.check.visible import check_told, read_visible
from cassino_dsl.language.check.zones import read_zones
from cassino_dsl.language.compose.compose import Composed
from cassino_dsl.language.compose.merge import REMOVED
from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.diagnostics.diagnostic import Diagnostic, Report
from cassino_dsl.language.ruleset.expr import Expr, Type
from cassino_dsl.language.ruleset.model import Ruleset
from cassino_dsl.language.ruleset.unfold_terms import term_table
from cassino_dsl.language.syntax.shape import REQUIRED_OF_VARIANTS, VARIANT
from cassino_dsl.language.syntax.tree import Scalar

LINTS = (
    check_deals,
    lints.check_reach,
    lints.check_single_card,
    lints.check_undecided,
    check_told,
    lints.check_secured,
    lints.check_for_all,
    lints.check_counting,
    lints.check_captured,
    lints.check_redealt,
    lints.check_laid_out,
    check_costs,
    check_texts,
)


def check_ruleset(composed: Composed, report: Report) -> Ruleset | None:
    """The typed ruleset of a tree; None where it has errors, which the report then holds."""
    found = Report()
    check_structure(composed.tree, found)
    strange = any(key.text not in VARIANT.names() for key, _ in composed.tree)  # may be what is missing, or the base
    complete = composed.complete and not (strange and _lacking(composed))
    report.include(found if complete else found.only(_said_by_itself))
    if not check_length(composed.tree, report):
        return None
    if not complete:
        check_syntax(composed.tree, report)
        return None
    _required(composed, report)
    draft, ruleset = drafted(composed, report)
    lints.check_overlaid(tuple(one for one in composed.overlaid if not draft.faulty(one.node)), report)
    _lint(draft, ruleset)
    _leave_out_lost_cards(composed, report)
    join_unknown(composed.own, report, {patch.span.source for patch in composed.patches})
    return None if report.failed else ruleset


def drafted(composed: Composed, report: Report, notes: list[Note] | None = None) -> tuple[Draft, Ruleset]:
    """What the passes learn of a tree, and what they make of it, which holds where the report has no errors; ``notes``:
    to which is added what each part of an expression was found to be."""
    kept = kept_of(composed.tree) if notes is None else None
    draft = Draft(composed, report, read_pack(composed.tree.get("pack"), report), kept=kept, notes=notes)
    for option in composed.options:
        if option.span is not None and not beside_a_word(option):
            hides(draft, option.name, option.span, Scope(frozenset()))
    draft.options = {o.name: o for o in composed.options}
    read_attributes(draft)
    draft.seats = read_seats(draft)
    draft.action_names = tuple(key.text for key, _ in draft.section("actions") or ())
    draft.award_names = award_names(draft)
    read_memory_types(draft)
    read_sources(draft)
    read_zones(draft)
    draft.one_card = kinds_of_one_card(draft)
    ruleset = _read(draft)
    check_unused(draft, infer, read_series)
    return draft, ruleset


_OF_CARDS = (Code.UNKNOWN_CARD, Code.DEAL_DOES_NOT_FIT, Code.CARDS_NEVER_DEALT)


def _leave_out_lost_cards(composed: Composed, report: Report) -> None:
    """Where it can't be told which cards the pack has, nothing is said of those that it lacks."""
    packs = [node.span for tree in (composed.own, *composed.patches) if (node := tree.get("pack")) is not None]
    of_pack = [d for d in report.diagnostics if d.span and any(d.span.within(pack) for pack in packs)]
    if any(d.severity == "error" and d.code is not Code.UNKNOWN_CARD for d in of_pack):
        named = [d for d in report.diagnostics if d.code is Code.UNKNOWN_NAME and d.span and d.span.text[:1].isupper()]
        of_cards = [d for d in report.diagnostics if d in named or d.code in _OF_CARDS]
        report.revise([d for d in report.diagnostics if d in of_pack or d not in of_cards])


def _lint(draft: Draft, ruleset: Ruleset) -> None:
    """What only the whole shows. Warnings wait until there are no errors: most of them would follow from one."""
    report = draft.report
    failed, before = report.failed, len(report.diagnostics)
    for lint in LINTS if not report.full else ():
        lint(draft, ruleset)
    if failed:
        found = enumerate(report.diagnostics)
        report.revise([d for at, d in found if at < before or d.severity == "error"])


def _said_by_itself(diagnostic: Diagnostic) -> bool:
    """Whether a finding holds whatever lies beneath the file, which cannot be read: it may say what is missing."""
    removed = diagnostic.span is not None and diagnostic.span.text == REMOVED
    return diagnostic.code is not Code.MISSING_KEY and not removed


def _lacking(composed: Composed) -> list[str]:
    return [name for name in REQUIRED_OF_VARIANTS if composed.tree.get(name) is None]


_NO_AWARDS = " (`awards: {}` where no points are counted at the end of a round)"


def _required(composed: Composed, report: Report) -> None:
    lacking = _lacking(composed)
    taken = {name: node for name in lacking if (node := _taken_away(composed, name)) is not None}
    for name, node in taken.items():
        message, help = f"every variant needs the section `{name}`", "say it anew or let it stand as it is"
        report.add(Code.MISSING_KEY, node.span, message, help=help)
    never = [name for name in lacking if name not in taken]
    if never:
        shown = ", ".join(f"`{name}`" for name in never)
        begin = "" if composed.bases else ", or begin from another variant with `extends: cassino`"
        message = f"the variant lacks the section{'s' if len(never) > 1 else ''} {shown}"
        help = f"add what is missing{_NO_AWARDS if 'awards' in never else ''}{begin}"
        if composed.own.get("over") is not None:
            help = "what lies over a variant is a house rule: write `house: true` before `over`"
        report.add(Code.MISSING_KEY, composed.own.span.source.whole(), message, help=help)


def _taken_away(composed: Composed, section: str) -> Scalar | None:
    """Where a file or a house rule takes away a section that its base has."""
    for tree in (*reversed(composed.patches), composed.own, *composed.bases):
        node = tree.get(section)
        if isinstance(node, Scalar) and node.text == REMOVED:
            return node
    return None


def _read(draft: Draft) -> Ruleset:
    composed, tree = draft.composed, draft.tree
    own = composed.own
    sides = read_sides(draft)
    values = read_values(draft)
    memory = read_memory(draft)
    actions = read_actions(draft)
    rules, preferences, events = read_rules(draft), read_preferences(draft), read_events(draft)
    awards, match, checks = read_awards(draft, sides), read_match(draft), read_checks(draft)
    pile_order, visible = read_pile_order(draft), read_visible(draft)
    deal, turn = read_deal(draft), read_turn(draft, tree.get("turn"))
    return Ruleset(
        name=composed.name,
        title=field_text(own, "title", composed.name),
        about=field_text(own, "about"),
        source=field_text(own, "source"),
        file=own.span.source.name,
        laid=composed.laid,
        pack=draft.pack,
        seats=draft.seats,
        sides=sides,
        values=values,
        options=composed.options,
        memory=memory,
        zones=tuple(draft.zones.values()),
        terms=tuple(term_table(draft.terms.values()).values()),
        deal=deal,
        turn=turn,
        clockwise=field_text(tree, "direction", "clockwise") == "clockwise",
        pile_order=pile_order,
        visible=visible,
        actions=actions,
        rules=rules,
        preferences=preferences,
        events=events,
        awards=awards,
        match=match,
        checks=checks,
        files=tuple(map(str, composed.files)),
        texts=read_texts(draft),
    )


def read_pile_order(draft: Draft) -> Expr | None:
    """The number by which newly captured cards lie in a pile."""
    piles = draft.section("piles")
    scope = Scope(MOVER | {"card", "play"}).bind("c", Type.CARD)
    return read_expression(draft, piles.get("order"), scope, Type.INT) if piles else None
