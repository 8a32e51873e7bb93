"""The passes of the checker, in order: from one tree to a ruleset."""

from __future__ import annotations

from cassino_dsl.check.actions import kinds_of_one_card, read_actions
from cassino_dsl.check.awarded import award_names
from cassino_dsl.check.captured import check_captured
from cassino_dsl.check.clauses import read_checks, read_events, read_preferences, read_rules
from cassino_dsl.check.cost import check_costs
from cassino_dsl.check.deal import check_deals, read_deal, read_seats, read_sides
from cassino_dsl.check.draft import Draft, field_text
from cassino_dsl.check.effects import check_unused as check_unused_effects
from cassino_dsl.check.expressions import infer, read_expression
from cassino_dsl.check.memory import read_memory, read_memory_types
from cassino_dsl.check.misnamed import join_unknown
from cassino_dsl.check.named_effects import read_effect_sources
from cassino_dsl.check.names import beside_a_word, hides
from cassino_dsl.check.overlaid import check_overlaid
from cassino_dsl.check.pack import read_pack
from cassino_dsl.check.reach import check_constants, check_reach
from cassino_dsl.check.scope import MOVER, Scope
from cassino_dsl.check.scoring import check_for_all, check_secured, read_awards, read_match
from cassino_dsl.check.single_card import check_single_card
from cassino_dsl.check.structure import check_structure
from cassino_dsl.check.syntax_only import check_length, check_syntax
from cassino_dsl.check.terms import check_unused, read_term_sources
from cassino_dsl.check.turn import read_turn
from cassino_dsl.check.undecided import check_undecided
from cassino_dsl.check.values import read_values
from cassino_dsl.check.visible import read_visible
from cassino_dsl.check.wording import read_wording
from cassino_dsl.check.zones import read_zones
from cassino_dsl.compose.compose import Composed
from cassino_dsl.compose.merge import REMOVED
from cassino_dsl.diagnostics.codes import structure
from cassino_dsl.diagnostics.diagnostic import Diagnostic, Report
from cassino_dsl.ruleset.expr import Expr, Type
from cassino_dsl.ruleset.model import Ruleset
from cassino_dsl.ruleset.unfold import term_table
from cassino_dsl.syntax.shape import REQUIRED_OF_VARIANTS, VARIANT
from cassino_dsl.syntax.tree import Scalar

LINTS = (
    check_deals,
    check_reach,
    check_constants,
    check_single_card,
    check_undecided,
    check_secured,
    check_for_all,
    check_captured,
    check_costs,
)


def check_ruleset(composed: Composed, report: Report) -> Ruleset | None:
    """The typed ruleset of a tree; None where it has errors, which the report then holds."""
    found = Report()
    check_structure(composed.tree, found)
    complete = composed.complete and not _lacks_what_is_strange(composed)
    report.include(found if complete else found.only(_said_by_itself))
    if not check_length(composed.tree, report):
        return None
    if not complete:
        check_syntax(composed.tree, report)
        return None
    _required(composed, report)
    draft = Draft(composed, report, read_pack(composed.tree.get("pack"), report))
    for option in composed.options:
        if option.span is not None and not beside_a_word(option):
            hides(draft, option.name, option.span, Scope(frozenset()))
    draft.options = {o.name: o for o in composed.options}
    draft.seats = read_seats(draft)
    draft.action_names = tuple(key.text for key, _ in draft.section("actions") or ())
    draft.award_names = award_names(draft)
    read_memory_types(draft)
    read_term_sources(draft)
    read_effect_sources(draft)
    read_zones(draft)
    draft.one_card = kinds_of_one_card(draft)
    ruleset = _read(draft)
    check_unused_effects(draft)
    check_unused(draft, infer)
    check_overlaid(tuple(one for one in composed.overlaid if not draft.faulty(one.node)), report)
    _lint(draft, ruleset)
    join_unknown(composed.own, report, {patch.span.source for patch in composed.patches})
    return None if report.failed else ruleset


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
    return diagnostic.code is not structure.MissingKey and not removed


def _lacking(composed: Composed) -> list[str]:
    return [name for name in REQUIRED_OF_VARIANTS if composed.tree.get(name) is None]


def _lacks_what_is_strange(composed: Composed) -> bool:
    """Whether sections are missing that may stand under a key nobody knows, or in the base that it should name."""
    return bool(_lacking(composed)) and any(key.text not in VARIANT.names() for key, _ in composed.tree)


_NO_AWARDS = " (`awards: {}` where no points are counted at the end of a round)"


def _required(composed: Composed, report: Report) -> None:
    lacking = _lacking(composed)
    taken = {name: node for name in lacking if (node := _taken_away(composed, name)) is not None}
    for name, node in taken.items():
        none = _NO_AWARDS if name == "awards" else ""
        message, help = f"every variant needs the section `{name}`", f"say it anew or let it stand as it is{none}"
        report.add(structure.MissingKey, node.span, message, help=help)
    never = [name for name in lacking if name not in taken]
    if never:
        shown = ", ".join(f"`{name}`" for name in never)
        begin = "" if composed.bases else ", or begin from another variant with `extends: cassino`"
        report.add(
            structure.MissingKey,
            composed.own.span.source.whole(),
            f"the variant lacks the section{'s' if len(never) > 1 else ''} {shown}",
            help=f"add what is missing{_NO_AWARDS if 'awards' in never else ''}{begin}",
        )


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
    awards, match, checks = read_awards(draft), read_match(draft), read_checks(draft)
    pile_order, visible = read_pile_order(draft), read_visible(draft)
    deal, turn = read_deal(draft), read_turn(draft, tree.get("turn"))
    return Ruleset(
        composed.name,
        field_text(own, "title", composed.name),
        field_text(own, "about"),
        field_text(own, "source"),
        own.span.source.name,
        composed.laid,
        draft.pack,
        draft.seats,
        sides,
        values,
        composed.options,
        memory,
        tuple(draft.zones.values()),
        tuple(term_table(draft.terms.values()).values()),
        deal,
        turn,
        field_text(tree, "direction", "clockwise") == "clockwise",
        pile_order,
        visible,
        actions,
        rules,
        preferences,
        events,
        awards,
        match,
        checks,
        read_wording(draft),
        tuple(map(str, composed.files)),
    )


def read_pile_order(draft: Draft) -> Expr | None:
    """The number by which newly captured cards lie in a pile."""
    piles = draft.section("piles")
    scope = Scope(MOVER | {"card", "play"}).bind("c", Type.CARD)
    return read_expression(draft, piles.get("order"), scope, Type.INT) if piles else None
