"""Named effects: what they do is checked where they are used, as the bodies of terms are."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from cassino_dsl.check.draft import Draft, EffectSource, each
from cassino_dsl.check.expressions import check
from cassino_dsl.check.names import parameters
from cassino_dsl.check.scope import BUILT, Facts, Scope
from cassino_dsl.check.sources import stands_in_itself, stands_too_deep, takes, unused
from cassino_dsl.diagnostics.codes import language as codes
from cassino_dsl.diagnostics.codes import meaning, structure
from cassino_dsl.diagnostics.diagnostic import did_you_mean
from cassino_dsl.ruleset.expr import Type
from cassino_dsl.ruleset.happenings import EFFECT_ROWS
from cassino_dsl.ruleset.model import Effect, every
from cassino_dsl.syntax.ast import Ast
from cassino_dsl.syntax.parser import parse
from cassino_dsl.syntax.tree import Scalar

ReadEffects = Callable[[Draft, Ast, Scope], tuple[Effect, ...]]

MAX_OPEN = 20  # named effects that use each other
MAX_EFFECTS = 20_000  # of all uses together, written out
_WORDS = frozenset(row.form.split()[0] for row in EFFECT_ROWS)


def read_effect_sources(draft: Draft) -> None:
    """Learn which named effects there are; what they do is checked where they are used."""
    for key, node in draft.section("effects") or ():
        binding = parse("binding", key, draft.report)
        if binding is None:
            continue
        name = binding.args[0].text
        if name in _WORDS:
            draft.report.add(
                structure.BadName, key.span, f"`{name}` is a word of the effects", help="choose another name"
            )
            continue
        params = parameters(draft, binding)
        does = [parse("effect", e, draft.report, draft.limits) for e in each(node) if isinstance(e, Scalar)]
        draft.effect_sources[name] = EffectSource(name, key, params, tuple(e for e in does if e is not None))


def perform(draft: Draft, ast: Ast, scope: Scope, read: ReadEffects) -> Effect | None:
    """The use of a named effect."""
    source = draft.effect_sources.get(ast.text)
    if source is None:
        if draft.declares(ast.text):
            return None
        form = next((row.form for row in EFFECT_ROWS if row.form.startswith(f"{ast.text} ")), None)
        help = did_you_mean(ast.text, [*draft.effect_sources, *_WORDS]) or "named effects are declared under `effects`"
        help = f"it is written `{form}`" if form else help
        name = ast.span.beginning(len(ast.text))
        draft.report.add(codes.UnknownName, name, f"there is no effect `{ast.text}`", help=help)
        return None
    source.used = True
    if not takes(draft, source, len(ast.args), ast.span):
        return None
    args = tuple(check(draft, a, scope) for a in ast.args)
    does = _does(draft, source, tuple((a.type, a.maybe, a.written) for a in args), scope.offers, read)
    if does is None or draft.performed > MAX_EFFECTS:
        return None
    if not draft.open_effects:
        draft.performed += sum(1 for _ in every(does))
        if draft.performed > MAX_EFFECTS:
            message = f"named effects come to more than {MAX_EFFECTS} effects, written out"
            draft.report.add(meaning.TooCostly, ast.span, message, help="use fewer named effects inside named effects")
            return None
    return Effect("perform", args, ast.span, name=source.name, body=does, params=source.params)


def _does(
    draft: Draft, source: EffectSource, facts: tuple[Facts, ...], offers: frozenset[str], read: ReadEffects
) -> tuple[Effect, ...] | None:
    """What a named effect does with arguments of which this is known; None where that has no end."""
    key = (source.name, facts, offers)
    if key in draft.effects:
        return draft.effects[key]
    fault = f"the effect `{source.name}` does itself"
    help = "a named effect may use only those that do not use it"
    if stands_in_itself(draft, source, draft.open_effects, fault, help):
        return None
    if len(draft.open_effects) >= MAX_OPEN:
        stands_too_deep(draft, source, f"{MAX_OPEN} named effects", "use fewer named effects inside named effects")
        return None
    scope = Scope(offers)
    for param, known in zip(source.params, facts, strict=True):
        scope = scope.bind(param, *known)
    draft.open_effects.append(source.name)
    found = tuple(made for ast in source.does for made in read(draft, ast, scope))
    draft.open_effects.pop()
    if next(islice(every(found), MAX_EFFECTS, None), None) is not None:
        message = f"`{source.name}` comes to more than {MAX_EFFECTS} effects, written out"
        help = "use fewer named effects inside named effects"
        draft.report.add(meaning.TooCostly, source.key.span, message, help=help)
        found = ()
    draft.effects[key] = found
    return found


def check_unused_effects(draft: Draft, read: ReadEffects) -> None:
    """Named effects of the file itself that nothing uses."""
    own = draft.composed.own.span.source
    for source in draft.effect_sources.values():
        if source.used or source.key.span.source is not own:
            continue
        if not (draft.report.failed or draft.composed.laid):
            unused(draft, source, "effect")
        # what is wrong in it whatever it is used with
        _does(draft, source, ((Type.POISON, False, False),) * len(source.params), BUILT, read)
