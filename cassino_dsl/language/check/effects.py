"""Effects: what an event or an action does."""

from __future__ import annotations

from cassino_dsl.language.check.check_context import Draft, each
from cassino_dsl.language.check.expressions import check, infer
from cassino_dsl.language.check.names import hides
from cassino_dsl.language.check.scope import Scope
from cassino_dsl.language.check.terms import perform
from cassino_dsl.language.check.turn import few_steps, read_pattern_ast
from cassino_dsl.language.check.types import expect, needs_set, shown
from cassino_dsl.language.check.zones import OWNER, PLACES, ones_own, owner_of, whose
from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.diagnostics.diagnostic import did_you_mean
from cassino_dsl.language.diagnostics.remedy import suggest, write
from cassino_dsl.language.ruleset.expr import ELEMENT, SET_OF, Call, Expr, Name, Type
from cassino_dsl.language.ruleset.model import Effect
from cassino_dsl.language.ruleset.numbers import LARGEST_IN_SET
from cassino_dsl.language.ruleset.operators import SET
from cassino_dsl.language.ruleset.simplify import Facts, constant
from cassino_dsl.language.ruleset.words import EFFECT
from cassino_dsl.language.syntax.ast import Ast
from cassino_dsl.language.syntax.foreign_idioms import meant
from cassino_dsl.language.syntax.parser import parse
from cassino_dsl.language.syntax.tree import Node, Scalar

_OF_STOCK = ("bottom", "anywhere")
# where chance says in what place a card comes to lie: no play goes there, since what it leads to is known
BY_CHANCE: dict[str, Type | None] = {**PLACES, "anywhere": None}  # anywhere(stock)
ORDERED: dict[str, Type | None] = {name: PLACES[name] for name in ("table", "stock", "pile")}


def read_effects(draft: Draft, node: Node | None, scope: Scope) -> tuple[Effect, ...]:
    """The effects of a clause, in order."""
    found: list[Effect] = []
    for item in each(node):
        if isinstance(item, Scalar):
            ast = parse("effect", item, draft.report, draft.limits)
            found += read_series(draft, ast, scope) if ast else ()
    return tuple(found)


def read_series(draft: Draft, ast: Ast, scope: Scope) -> tuple[Effect, ...]:
    """The effects of `a; b; c`."""
    parts = ast.args if ast.head == "series" else (ast,)
    return tuple(e for part in parts if (e := _effect(draft, part, scope)))


def _effect(draft: Draft, ast: Ast, scope: Scope) -> Effect | None:
    op, row = ast.head, EFFECT[ast.head]
    if row.remembers:
        return _memory(draft, ast, scope)
    if row.binds:
        return _each(draft, ast, scope)
    if op == "award":
        return _award(draft, ast, scope)
    if op == "perform":
        return perform(draft, ast, scope, infer, read_series)
    if op == "move":
        return _to_place(draft, ast, _items(draft, ast.args[0], scope), scope)
    if op == "deal":
        return _to_place(draft, ast, check(draft, ast.args[0], scope, Type.INT), scope)
    if op == "absorb":
        items = _items(draft, ast.args[0], scope)
        return Effect(op, (items, check(draft, ast.args[1], scope, Type.BUILD)), ast.span)
    if op == "shuffle":
        target = read_zone(draft, ast.args[0], scope, ORDERED)
        return None if target is None else Effect(op, (target[1],) if target[1] else (), ast.span, zone=target[0])
    if op == "ask":
        return _ask(draft, ast, scope)
    if op == "when":
        _belongs_visibly(draft, ast)
        test = check(draft, ast.args[0], scope, Type.BOOL)
        then = _effect(draft, ast.args[1], scope)
        other = _effect(draft, ast.args[2], scope) if len(ast.args) > 2 else None
        return Effect(op, (test,), ast.span, body=(then,) if then else (), other=(other,) if other else ())
    if op == "loop":
        return _loop(draft, ast, scope)
    if op == "block":
        inner = read_series(draft, ast.args[0], scope) if ast.args else ()
        return inner[0] if len(inner) == 1 else Effect(op, (), ast.span, body=inner)
    types = (param for param in row.params if isinstance(param, Type))
    return Effect(op, tuple(check(draft, a, scope, t) for a, t in zip(ast.args, types, strict=True)), ast.span)


def _belongs_visibly(draft: Draft, ast: Ast) -> None:
    """A message where the `else` of an inner `if` could be meant for the outer one, which has none."""
    inner = ast.args[1]
    while EFFECT[inner.head].binds:
        inner = inner.args[1]
    if len(ast.args) == 2 and inner.head == "when" and len(inner.args) > 2:
        message = "this follows an `else` that two `if` could have"
        help = "say which in parentheses: `if … then (if … then … else …)` or `if … then (if … then …) else …`"
        draft.report.add(
            Code.EXPRESSION_SYNTAX, inner.args[2].span, message, help=help, others=((ast.span, "the outer `if`"),)
        )


def _memory(draft: Draft, ast: Ast, scope: Scope) -> Effect | None:
    known = draft.memory_types.get(ast.text)
    if known is None:
        if draft.declares(ast.text):
            return None
        message = f"there is no memory `{ast.text}` to change"
        ours = meant("effects", ast.text.lower())
        span = ast.span if ours else ast.span.beginning(len(ast.text))
        points = write(ours.replace(" 1 ", f" {ast.args[-1].span.text} "), certain=False) if ours else None
        help = did_you_mean(ast.text, list(draft.memory_types)) or "declare it under `memory`"
        draft.report.add(Code.UNKNOWN_NAME, span, message, help=points or help)
        return None
    of, type = known
    if type is Type.POISON:
        return None  # its declaration is faulty, and said to be
    owners = ast.args[:-1]
    if len(owners) != (of != "match"):
        form = ast.text if of == "match" else f"{ast.text}({of})"
        name = ast.span.beginning(len(ast.text))
        message = f"this memory is written as `{form}`"
        draft.report.add(Code.WRONG_ARGUMENTS, name, message, help=whose(ast.text, of, scope, "for x in {0} do {1} …"))
        return None
    exprs = tuple(check(draft, o, scope, OWNER[of]) for o in owners)
    if ast.head != "assign" and type is not Type.INT and type not in ELEMENT:
        draft.report.add(
            Code.WRONG_TYPE, ast.span, f"`{ast.text}` is {shown(type)}: only numbers and sets change by `+=`"
        )
        return None
    value = check(draft, ast.args[-1], scope, type)
    return Effect(ast.head, (*exprs, value), ast.span, name=ast.text)


def _award(draft: Draft, ast: Ast, scope: Scope) -> Effect:
    points = check(draft, ast.args[0], scope, Type.INT)
    side = check(draft, ast.args[1], scope, Type.SIDE)
    name = ast.args[2].text if len(ast.args) > 2 else "bonus"
    return Effect("award", (points, side), ast.span, name=name)


def _to_place(draft: Draft, ast: Ast, what: Expr, scope: Scope) -> Effect | None:
    """Cards, or so many of them, that go somewhere."""
    target = read_zone(draft, ast.args[1], scope, BY_CHANCE)
    if target is None:
        return None
    zone, arg = target
    return Effect(ast.head, (what, arg) if arg else (what,), ast.span, zone=zone)


def _items(draft: Draft, ast: Ast, scope: Scope) -> Expr:
    """A set of items; a single item (or nothing) stands for the set of it."""
    found = check(draft, ast, scope)
    if found.type in SET_OF:
        found = Call(SET_OF[found.type], SET, (found,), found.span)
    return expect(draft, found, ast, Type.ITEMS)


def read_zone(
    draft: Draft, ast: Ast, scope: Scope, places: dict[str, Type | None] = PLACES
) -> tuple[str, Expr | None] | None:
    """One of these places or of the zones of the file, and whose it is: alone, the word for one of a seat or a side is
    one's own."""
    name = ast.text if ast.head in ("name", "call") else ""
    known = [*places, *draft.zones]
    if name not in known or (name in _OF_STOCK and [a.text for a in ast.args] != ["stock"]):
        said = [f"{z}(stock)" if z in _OF_STOCK else z for z in known]
        message, verb = "this is no place that cards can go to", "cards go to"
        if places is ORDERED:
            message, verb = "this has no order that could be shuffled", "shuffled are"
        place = "table" if name == "loose" else meant("names", name.lower())
        help = suggest(place) if place in places else did_you_mean(name, known)
        help = help or f"{verb} {', '.join(said[:-1])} or {said[-1]}; to a build, `to: build v` and `add … to build b`"
        draft.report.add(Code.UNKNOWN_NAME, ast.span, message, help=help)
        return None
    owner = owner_of(draft, name)
    if owner is None:
        return name, None
    if len(ast.args) == 1:
        return name, check(draft, ast.args[0], scope, owner)
    own = ones_own(draft, ast, owner, scope)
    return (name, own) if own is not None else None


def _ask(draft: Draft, ast: Ast, scope: Scope) -> Effect:
    """Asks a seat; a set of seats is asked one after the other."""
    who = check(draft, ast.args[0], scope)
    pattern = few_steps(draft, read_pattern_ast(draft, ast.args[1]), ast.args[1].span)
    if who.type is not Type.SEATS:
        return Effect("ask", (expect(draft, who, ast.args[0], Type.SEAT),), ast.span, pattern=pattern)
    one = Effect("ask", (Name(Type.SEAT, "seat", ast.span),), ast.span, pattern=pattern)
    return Effect("each", (who,), ast.span, name="seat", body=(one,))


def _loop(draft: Draft, ast: Ast, scope: Scope) -> Effect | None:
    """What is done again and again: how often at most has to be known before, so that everything ends."""
    body, test = _effect(draft, ast.args[0], scope), check(draft, ast.args[1], scope, Type.BOOL)
    if len(ast.args) == 2:
        most = min(draft.pack.size, LARGEST_IN_SET)
        message, help = "this says not how often at most", write(f"{ast.span.text} at most {most}")
        draft.report.add(Code.ENDLESS_PLAY, ast.span, message, help=help)
        return None
    times = check(draft, ast.args[2], scope, Type.INT)
    known = constant(times, Facts(draft.pack, options={name: o.value for name, o in draft.options.items()}))
    if times.type is not Type.POISON and not (isinstance(known, int) and 1 <= known <= LARGEST_IN_SET):
        so = "only a position decides how often at most" if known is None else f"at most {known} times is out of range"
        told = f"write a number from 1 to {LARGEST_IN_SET}, or an option"
        draft.report.add(Code.BAD_NUMBER, times.span, so, help=told)
    return Effect("loop", (test, times), ast.span, body=(body,) if body else ())


def _each(draft: Draft, ast: Ast, scope: Scope) -> Effect | None:
    source = check(draft, ast.args[0], scope)
    if needs_set(draft, source):
        return None
    hides(draft, ast.text, ast.span, scope)
    body = _effect(draft, ast.args[1], scope.bind(ast.text, ELEMENT[source.type], written=source.written))
    return Effect(ast.head, (source,), ast.span, name=ast.text, body=(body,) if body else ())
