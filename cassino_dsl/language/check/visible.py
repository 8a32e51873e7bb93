"""`visible`, and the `seen` of memory and of actions: who sees what, as a word or as a condition."""

from __future__ import annotations

from cassino_dsl.language.check.check_context import Draft, scalar
from cassino_dsl.language.check.expressions import read_expression
from cassino_dsl.language.check.scope import MOVER, Scope
from cassino_dsl.language.check.types import refused
from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.diagnostics.diagnostic import Report, did_you_mean
from cassino_dsl.language.diagnostics.remedy import write
from cassino_dsl.language.ruleset.expr import Expr, print_expr
from cassino_dsl.language.ruleset.model import Ruleset, Visibility, every
from cassino_dsl.language.ruleset.span import Span
from cassino_dsl.language.ruleset.types import Type
from cassino_dsl.language.ruleset.visible import (
    OWNER,
    WORDS,
    hidden_memory,
    of_owner,
    of_zone,
    owner_of,
    word_of,
    words_of,
    words_of_owner,
)
from cassino_dsl.language.ruleset.within import reads_name
from cassino_dsl.language.syntax.ast import nodes
from cassino_dsl.language.syntax.parser import parse
from cassino_dsl.language.syntax.tree import Mapping, Node, Scalar


def read_visible(draft: Draft) -> tuple[Visibility, ...]:
    """Who sees the cards of each zone that the file speaks of."""
    section = draft.section("visible")
    found = []
    for key, node in section or ():
        zone = key.text
        known = [*OWNER, *draft.zones]
        if zone not in known:
            message = f"there is no zone `{zone}` to be seen"
            help = did_you_mean(zone, known) or f"there are {', '.join(known)}"
            draft.report.add(Code.UNKNOWN_NAME, key.span, message, help=help)
            continue
        owner = owner_of(zone, draft.zones.values())
        word = _word(draft, node, words_of(zone, owner))
        condition: Expr | None
        if word is not None:
            condition = of_zone(zone, owner, word.text, word.span)
        else:
            said = {w: print_expr(of_zone(zone, owner, w, key.span)) for w in words_of(zone, owner)}
            condition = _condition(draft, node, _scope(owner).bind("c", Type.CARD), said)
        if condition is not None:
            found.append(Visibility(zone, condition, word_of(zone, owner, condition)))
    return tuple(found)


def read_seen(draft: Draft, body: Mapping, owner: Type | None) -> Expr | None:
    """Who sees a memory, or what an action decides; ``owner``: whose it is. None where nothing is said: everybody."""
    node = body.get("seen")
    word = _word(draft, node, words_of_owner(owner))
    if word is not None:
        return of_owner(owner, word.text, word.span)
    said = {w: print_expr(of_owner(owner, w, Span(draft.tree.span.source, 0, 0))) for w in words_of_owner(owner)}
    return _condition(draft, node, _scope(owner), said)


def check_told(draft: Draft, ruleset: Ruleset) -> None:
    """A warning for a choice that is kept where not all see it, and told to all by the play that makes it."""
    hidden = hidden_memory(ruleset.memory)
    for action in ruleset.actions:
        if action.seen is not None or action.tells is None:
            continue
        name = action.let[0].name
        reading = [e for e in every(action.effects) if reads_name(e.exprs, name)]
        if reading and all(e.row.remembers and e.name in hidden for e in reading):
            message = (
                f"all are told what `{action.name}` chooses, though not all see `{reading[0].name}`, which keeps it"
            )
            help = "write `seen: own` beside `let`, or `seen: all` where all may hear it"
            draft.report.add(Code.SECRET_TOLD, action.let[0].span, message, help=help)


def _condition(draft: Draft, node: Node | None, scope: Scope, said: dict[str, str]) -> Expr | None:
    """A condition; ``said``: the words that could stand there instead, with what they mean. Such a word inside a
    condition is told how to say that, and so is `me` by itself."""
    ast = parse("expression", node, Report(), draft.limits) if isinstance(node, Scalar) else None
    words = [a for a in nodes(ast) if a.head == "name"] if ast is not None else []
    if ast is not None and ast.head == "name" and ast.text in ("me", "us", "owner"):
        help = write("own" if "own" in said else "all")
        return refused(draft, ast.span, f"`{ast.text}` by itself does not say who sees it", help, code=Code.WRONG_WORD)
    part = next((a for a in words if a.text in said and a.text != "none"), None)
    if part is None:
        return read_expression(draft, node, scope, Type.BOOL)
    message = f"the word `{part.text}` stands alone, not in a condition"
    return refused(draft, part.span, message, write(said[part.text]), code=Code.WRONG_WORD)


def _scope(owner: Type | None) -> Scope:
    """What a condition may speak of: the seat that looks, and whose it is that it looks at."""
    scope = Scope(MOVER)
    return scope if owner is None else scope.bind("b" if owner is Type.BUILD else "s", owner)


def _word(draft: Draft, node: Node | None, words: tuple[str, ...]) -> Scalar | None:
    """The word that stands there; None where it is a condition, or nothing. One that belongs elsewhere is reported."""
    text = scalar(node)
    if text is None or text.text not in WORDS:
        return None
    if text.text in words:
        return text
    message, help = f"`{text.text}` says nothing of this", f"it is a condition, or one of: {', '.join(words)}"
    draft.report.add(Code.WRONG_WORD, text.span, message, help=help)
    return Scalar(words[0], text.span, text.body)
