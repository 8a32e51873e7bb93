"""Reach: actions that no turn can come to, steps that no action has, conditions that decide nothing."""

from __future__ import annotations

from collections.abc import Iterator

from cassino_dsl.check.draft import Draft
from cassino_dsl.diagnostics.codes import meaning
from cassino_dsl.diagnostics.diagnostic import did_you_mean
from cassino_dsl.ruleset.expr import Expr, Literal, walk
from cassino_dsl.ruleset.model import Pattern, Ruleset
from cassino_dsl.ruleset.simplify import Facts, simplify

_AFTER = "steps that follow each other stand side by side: `pluck play`"
_JOINED = {"then": _AFTER, "and": _AFTER, "or": "one step or another: `pluck | play`"}


def check_reach(draft: Draft, ruleset: Ruleset) -> None:
    """Every step of a pattern has an action, and every action is a step of some pattern."""
    steps = {a.step for a in ruleset.actions}
    used = {name for name, _ in draft.pattern_steps}
    used |= steps_of(ruleset.turn)
    for name, span in draft.pattern_steps:
        if name not in steps:
            draft.report.add(
                meaning.UnknownStep,
                span,
                f"no action is a step `{name}`",
                help=_JOINED.get(name)
                or did_you_mean(name, sorted(steps))
                or "steps are named by the `step` of actions (default `play`)",
            )
    if any(name not in steps for name, _ in draft.pattern_steps):
        return  # the step that is meant by a misspelt one would seem unreachable too
    for action in ruleset.actions:
        if action.step not in used:
            draft.report.add(
                meaning.UnreachableAction,
                action.span,
                f"no turn comes to action `{action.name}`: its step `{action.step}` is in no pattern",
                help=f"name `{action.step}` under `turn`, or `ask` for it in an event",
            )


def steps_of(pattern: Pattern) -> set[str]:
    """The steps that a pattern names."""
    return {pattern.step} if pattern.op == "step" else {s for p in pattern.args for s in steps_of(p)}


def check_constants(draft: Draft, ruleset: Ruleset) -> None:
    """Conditions that no position can change, unless an option decides them."""
    for name, expr in _conditions(ruleset):
        if any(isinstance(e, Literal) and e.option for e in walk(expr)):
            continue
        found = simplify(expr, Facts(ruleset.pack))
        if isinstance(found, Literal) and isinstance(found.value, bool):
            draft.report.add(
                meaning.ConstantCondition,
                expr.span,
                f"{name} is always {'true' if found.value else 'false'}",
                help="remove it, or say what it should depend on",
            )


def _conditions(ruleset: Ruleset) -> Iterator[tuple[str, Expr]]:
    for action in ruleset.actions:
        tests = [action.played.where, action.when, *(p.where for p in action.take)]
        yield from ((f"a condition of action `{action.name}`", e) for e in tests if e)
    for rule in ruleset.rules:
        yield f"rule `{rule.name}`", rule.must
    for preference in ruleset.preferences:
        tests = [preference.prefer, preference.over, preference.among]
        yield from ((f"a condition of preference `{preference.name}`", e) for e in tests if e)
    for event in ruleset.events:
        if event.when:
            yield f"the condition of event `{event.name}`", event.when
    for award in ruleset.awards:
        if award.condition:
            yield f"the condition of award `{award.name}`", award.condition
    if ruleset.match.over:
        yield "the condition `over` of the match", ruleset.match.over
    for check in ruleset.checks:
        yield f"check `{check.name}`", check.must
