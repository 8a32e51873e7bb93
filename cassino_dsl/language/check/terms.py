"""Terms and named effects: what a file gives a name, checked where it is used, for what is known of the arguments."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from cassino_dsl.language.check.check_context import Draft, Use, WrittenTerm, each, may_be_called
from cassino_dsl.language.check.names import hides, parameters
from cassino_dsl.language.check.scope import BUILT, CHOICE, STATIC, Facts, Read, Scope
from cassino_dsl.language.check.selectors import read_selector
from cassino_dsl.language.check.types import expect, poison, refused, shown
from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.diagnostics.diagnostic import Report
from cassino_dsl.language.diagnostics.remedy import in_quotes, there, without_entry, write
from cassino_dsl.language.ruleset.expr import Call, Expr, Literal, Name, Type, children
from cassino_dsl.language.ruleset.model import Effect, Term, every
from cassino_dsl.language.ruleset.operators import IF, IN, SET, TERM, TERM_OR_NOTHING, TERMS
from cassino_dsl.language.ruleset.span import Span
from cassino_dsl.language.ruleset.words import EFFECT_ROWS
from cassino_dsl.language.syntax.ast import Ast, nodes
from cassino_dsl.language.syntax.foreign_idioms import meant, told_of
from cassino_dsl.language.syntax.parser import parse
from cassino_dsl.language.syntax.tree import Mapping, Node, Scalar
from cassino_dsl.language.syntax.wrong_nodes import unquoted

ReadEffects = Callable[[Draft, Ast, Scope], tuple[Effect, ...]]

MAX_COST = 20_000  # forms of a term, with every term unfolded
MAX_OPEN = 100  # levels of nesting of the terms that use each other, added up
OF_EFFECT = 5  # as many of them is one named effect that others use
MAX_EFFECTS = 20_000  # of all uses together, written out
_SHOWN = {"term": "a term", "effect": "a named effect"}
_EFFECTS = frozenset(row.form.split()[0] for row in EFFECT_ROWS)


# ---- what both have in common


def _takes(draft: Draft, source: WrittenTerm, number: int, use: Span) -> bool:
    """Whether so many arguments are as many as it takes."""
    wanted = len(source.params)
    if number != wanted:
        message = f"`{source.name}` takes {wanted} argument{'s' if wanted != 1 else ''}"
        help = f"it is used as `{source.key.text}`; what it speaks of is given it there, as in `{source.name}(c): …`"
        draft.report.add(Code.WRONG_ARGUMENTS, use, message, others=((source.key.span, "defined here"),), help=help)
    return number == wanted


def _may_begin(draft: Draft, source: WrittenTerm) -> bool:
    """Whether it can be read beneath those that use each other: not within itself, nor too deep."""
    around = [one for one in draft.open_terms if one.what == source.what]
    names = [one.name for one in around]
    if source.name in names:
        circle = [*names[names.index(source.name) :], source.name]
        way = f": {' → '.join(circle)}" if len(circle) > 2 else ""
        message = f"the {source.what} `{source.name}` uses itself{way}"
        help = f"{_SHOWN[source.what]} may use only those that do not use it"
        draft.report.add(Code.CIRCULAR_TERM, source.key.span, message, help=help)
        return False
    levels = (OF_EFFECT if one.what == "effect" else 1 + sum(ast.depth for ast in one.says) for one in around)
    if not draft.too_deep and sum(levels) > MAX_OPEN:
        draft.too_deep = True
        _too_costly(draft, source, f"stands too deep: a chain of {len(around)} {source.what}s uses it")
    return not draft.too_deep


def _too_costly(draft: Draft, source: WrittenTerm, message: str) -> None:
    help = f"use fewer {source.what}s inside {source.what}s"
    draft.report.add(Code.TOO_COSTLY, source.key.span, f"`{source.name}` {message}", help=help)


def _bound(source: WrittenTerm, facts: tuple[Facts, ...], offers: frozenset[str]) -> Scope:
    """The scope of what it says, with arguments of which this is known."""
    scope = Scope(offers)
    for name, known in zip(source.params, facts, strict=True):
        scope = scope.bind(name, *known)
    return scope


def _used(draft: Draft, source: WrittenTerm, use: Ast, args: tuple[Expr, ...], make: Callable[..., Any]) -> Any:
    """What it is with these arguments; what is wrong then is shown beside the use."""
    source.used = True
    if not _takes(draft, source, len(args), use.span):
        return None
    facts, before = tuple((a.type, a.maybe, a.written) for a in args), len(draft.report.diagnostics)
    made = make(facts)
    _show_use(draft, source, before, facts, use)
    return made


_OF_USE = (Code.NAME_NOT_HERE, Code.WRONG_TYPE, Code.WRONG_ARGUMENTS, Code.MISSING_NUMBER)


def _show_use(draft: Draft, source: WrittenTerm, since: int, facts: tuple[Facts, ...], use: Ast) -> None:
    """Show the use beside what is wrong in its body, where that may come of the arguments, or of the place; what is
    wrong with a parameter is wrong with what is given for it, and marked there."""
    given = ", ".join(f"`{name}` is {shown(known[0])}" for name, known in zip(source.params, facts, strict=True))
    args = dict(zip(source.params, use.args, strict=True))
    for at, found in enumerate(draft.report.diagnostics[since:], since):
        if found.span is None or found.code not in (_OF_USE if given else _OF_USE[:1]):
            continue
        of_table = source.table is not None and found.span == source.key.span
        name = source.params[0] if of_table else found.span.text
        inside = of_table or any(found.span == part.span for says in source.says for part in nodes(says))
        arg = args.get(name) if inside and found.code is not Code.NAME_NOT_HERE else None
        if arg is not None:
            edits = [edit.text for remedy in found.remedies[:1] for edit in remedy.edits]
            mended = [re.sub(rf"\b{name}\b", arg.span.text, text) for text in edits]
            help = write(mended[0], certain=False) if mended else found.help
            others = ((found.span, f"it stands for `{name}` here"), *found.others)
            shown_there = replace(found, span=arg.span, help=help, others=others, remedies=())
            draft.report.diagnostics[at] = shown_there.with_remedies()
        else:
            place = (use.span, f"used here{': ' if given else ''}{given}")
            draft.report.diagnostics[at] = replace(found, others=(*found.others, place))


_OF_VALUES = tuple(type for type in Type if type not in (Type.PLACE, Type.AWARD, Type.NONE, Type.POISON))


def fitting(
    draft: Draft, name: str, known: Sequence[Facts], at: int, offers: frozenset[str], reads: tuple[Read, ReadEffects]
) -> tuple[Type, ...]:
    """Of which types one argument of a term or a named effect may be, beside others of which this is known; none, where
    it may be of any."""
    source = draft.term_sources.get(name) or draft.effect_sources.get(name)
    if source is None or at >= len(source.params):
        return ()
    anything: Facts = (Type.POISON, False, False)
    facts = [*known, *[anything] * len(source.params)][: len(source.params)]
    found = []
    for type in _OF_VALUES:
        facts[at] = (type, False, False)
        tried = replace(draft, report=Report(), terms={}, effects={}, notes=None, kept=None)
        if name in draft.term_sources:
            _instance(tried, source, tuple(facts), offers, reads[0])
        else:
            _does(tried, source, tuple(facts), offers, reads[1])
        found += [] if tried.report.failed else [type]
    return tuple(found) if len(found) < len(_OF_VALUES) else ()


def check_unused(draft: Draft, read: Read, read_effects: ReadEffects) -> None:
    """Named effects and terms of the file itself that nothing uses, and what is wrong in them whatever they are used
    with. A use may stand in what could not be read, or in what a house rule has replaced; what used those of a base,
    or under a house rule, may be gone."""
    own = draft.composed.own.span.source
    for what, sources in (("effect", draft.effect_sources), ("term", draft.term_sources)):
        idle = [source for source in sources.values() if not source.used and source.key.span.source is own]
        for source in idle:
            anything = ((Type.POISON, False, False),) * len(source.params)
            if what == "effect":
                _does(draft, source, anything, BUILT, read_effects)
            else:
                _instance(draft, source, anything, CHOICE | BUILT, read)
        for source in idle if not draft.report.failed and not draft.composed.laid else ():
            message = f"nothing uses the {what} `{source.name}`"
            section = draft.composed.own.get(f"{what}s")
            entries = section.entries if isinstance(section, Mapping) else ()
            bodies = (body.span for key, body in entries if key.span == source.key.span)
            flow = section is not None and section.span.text.startswith("{")
            without = [without_entry(source.key.span.to(body), flow) for body in bodies]
            draft.report.add(Code.UNUSED_TERM, source.key.span, message, help=there("remove it", without, safe=False))


# ---- terms


def read_sources(draft: Draft) -> None:
    """Learn which terms and named effects there are; what they say is checked where they are used."""
    for what, sources in (("term", draft.term_sources), ("effect", draft.effect_sources)):
        for key, node in draft.section(f"{what}s") or ():
            binding = parse("binding", key, draft.report)
            if binding is not None:
                _read_source(
                    draft, WrittenTerm(binding.args[0].text, key, parameters(draft, binding), what), node, sources
                )


def _read_source(draft: Draft, source: WrittenTerm, node: Node, sources: dict[str, WrittenTerm]) -> None:
    name, key = source.name, source.key
    start = "expression" if source.what == "term" else "effect"
    if name in sources:
        first = sources[name].key.span
        message = f"there are two {source.what}s `{name}`"
        draft.report.add(Code.BAD_NAME, key.span, message, others=((first, "the first"),), help="rename one")
    words = [("a word of the effects", _EFFECTS)] if start == "effect" else []
    if not may_be_called(draft.report, replace(key, text=name), "an effect", words):
        return
    if start == "expression":
        hides(draft, name, key.span.beginning(len(name)), Scope(frozenset()))
    sources[name] = source
    if not isinstance(node, Mapping):
        says = [parse(start, e, draft.report, draft.limits) for e in each(node) if isinstance(e, Scalar)]
        source.says = tuple(e for e in says if e is not None)
    elif len(source.params) == 1:
        source.table = node
    elif (braces := unquoted(node)) is not None:
        message, help = "a set of the language is a text, not keys of YAML", write(in_quotes(braces.text))
        draft.report.add(Code.WRONG_NODE, braces, message, help=help)
    else:
        draft.report.add(Code.BAD_NAME, key.span, "a table has one parameter: the card", help=write(f"{name}(c)"))


def call_term(draft: Draft, ast: Ast, args: tuple[Expr, ...], scope: Scope, read: Read) -> Expr:
    """The typed call of a term; its body is checked once for each list of argument types."""
    source = draft.term_sources[ast.text]
    term = _used(draft, source, ast, args, lambda facts: _instance(draft, source, facts, scope.offers, read))
    if term is None or term.body.type is Type.POISON:
        return poison(ast.span)
    row = TERM_OR_NOTHING if term.body.maybe else TERM
    return Call(term.body.type, row, args, ast.span, source.name, term.body.written)


def _instance(
    draft: Draft, source: WrittenTerm, facts: tuple[Facts, ...], offers: frozenset[str], read: Read
) -> Term | None:
    """The term for arguments of which this is known."""
    if not source.says and source.table is None:
        return None  # it did not parse, which has been said
    key: Use = (source.name, facts, offers)
    if key in draft.terms:
        return draft.terms[key]
    if not _may_begin(draft, source):
        return None
    draft.open_terms.append(source)
    if source.table is None:
        body = read(draft, source.says[0], _bound(source, facts, offers), None)
    else:
        body = _table(draft, source, source.table, facts[0], read)
    draft.open_terms.pop()
    draft.term_costs[key] = cost = _cost(draft, body, offers)
    if cost > MAX_COST:
        _too_costly(draft, source, f"unfolds to more than {MAX_COST} forms")
        body = poison(source.key.span)
    names = tuple((name, type) for name, (type, _, _) in zip(source.params, facts, strict=True))
    draft.terms[key] = term = Term(source.name, names, body, source.key.span)
    return term


def _cost(draft: Draft, expr: Expr, offers: frozenset[str]) -> int:
    total = 1 + sum(_cost(draft, c, offers) for c in children(expr))
    if isinstance(expr, Call) and expr.row in TERMS:
        use = (expr.name, tuple((a.type, a.maybe, a.written) for a in expr.args), offers)
        total += draft.term_costs.get(use, 0)
    return min(total, 10 * MAX_COST)


def _table(draft: Draft, source: WrittenTerm, table: Mapping, facts: Facts, read: Read) -> Expr:
    """A table is a chain of questions: is it one of these cards? Then so much. Otherwise 0."""
    if facts[0] not in (Type.CARD, Type.ITEM, Type.POISON):
        return refused(draft, source.key.span, f"the table `{source.name}` is read with a card")
    rows: list[tuple[Expr, Expr]] = []
    subject = Name(facts[0], source.params[0], source.key.span, *facts[1:])
    for key, node in table:
        chosen = read_selector(draft, key, places=False)
        ast = parse("expression", node, draft.report) if isinstance(node, Scalar) else None
        if chosen is None or ast is None:
            continue
        number = expect(draft, read(draft, ast, Scope(STATIC), Type.INT), ast, Type.INT)
        faces = tuple(Literal(Type.CARD, draft.pack.faces[f].text, key.span) for f in sorted(chosen.faces))
        test = Call(Type.BOOL, IN, (subject, Call(Type.CARDS, SET, faces, key.span)), key.span)
        rows.append((test, number))
    result: Expr = Literal(Type.INT, 0, source.key.span)
    for fits, number in reversed(rows):
        result = Call(Type.INT, IF, (fits, number, result), fits.span)
    return result


# ---- named effects


def perform(draft: Draft, ast: Ast, scope: Scope, read: Read, read_effects: ReadEffects) -> Effect | None:
    """The use of a named effect."""
    source = draft.effect_sources.get(ast.text)
    if source is None:
        if draft.declares(ast.text):
            return None
        form = next((row.form for row in EFFECT_ROWS if row.form.startswith(f"{ast.text} ")), None)
        help = told_of("effects", ast.text, [*draft.effect_sources, *_EFFECTS])
        if ast.text in draft.memory_types:
            help = f"it is memory, which is changed by `:=`, `+=` and `-=`, as in `{ast.span.text} := …`"
        help = f"it is written `{form}`" if form else help or "named effects are declared under `effects`"
        whole = ast.span if meant("effects", ast.text.lower()) and not form else ast.span.beginning(len(ast.text))
        draft.report.add(Code.UNKNOWN_NAME, whole, f"there is no effect `{ast.text}`", help=help)
        return None
    args = tuple(read(draft, a, scope, None) for a in ast.args)
    does = _used(draft, source, ast, args, lambda facts: _does(draft, source, facts, scope.offers, read_effects))
    if does is None or draft.performed > MAX_EFFECTS:
        return None
    if not any(one.what == "effect" for one in draft.open_terms):
        draft.performed += sum(1 for _ in every(does))
        if draft.performed > MAX_EFFECTS:
            message = f"named effects come to more than {MAX_EFFECTS} effects, written out"
            draft.report.add(Code.TOO_COSTLY, ast.span, message, help="use fewer named effects inside named effects")
            return None
    return Effect("perform", args, ast.span, name=source.name, body=does, params=source.params)


def _does(
    draft: Draft, source: WrittenTerm, facts: tuple[Facts, ...], offers: frozenset[str], read: ReadEffects
) -> tuple[Effect, ...] | None:
    """What a named effect does with arguments of which this is known; None where that has no end."""
    key: Use = (source.name, facts, offers)
    if key in draft.effects:
        return draft.effects[key]
    if not _may_begin(draft, source):
        return None
    scope = _bound(source, facts, offers)
    draft.open_terms.append(source)
    found = tuple(made for ast in source.says for made in read(draft, ast, scope))
    draft.open_terms.pop()
    if next(islice(every(found), MAX_EFFECTS, None), None) is not None:
        _too_costly(draft, source, f"comes to more than {MAX_EFFECTS} effects, written out")
        found = ()
    draft.effects[key] = found
    return found
