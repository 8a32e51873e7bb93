"""`visible` and the `seen` of memory: who sees what, as a word or as a condition."""

from __future__ import annotations

from cassino_dsl.check.draft import Draft, scalar
from cassino_dsl.check.expressions import read_expression
from cassino_dsl.check.scope import MOVER, Scope
from cassino_dsl.diagnostics.codes import language
from cassino_dsl.diagnostics.codes import structure as codes
from cassino_dsl.diagnostics.diagnostic import did_you_mean
from cassino_dsl.ruleset.expr import Expr
from cassino_dsl.ruleset.model import Visibility
from cassino_dsl.ruleset.types import Type
from cassino_dsl.ruleset.visible import OWNER, WORDS, of_owner, of_zone, owner_of, word_of, words_of, words_of_owner
from cassino_dsl.syntax.tree import Mapping, Node, Scalar


def read_visible(draft: Draft) -> tuple[Visibility, ...]:
    """Who sees the cards of each zone that the file speaks of."""
    section = draft.section("visible")
    found = []
    for key, node in section or ():
        zone = key.text
        known = [*OWNER, *draft.zones]
        if zone not in known:
            message = f"there is no zone `{zone[:40]}` to be seen"
            help = did_you_mean(zone, known) or f"there are {', '.join(known)}"
            draft.report.add(language.UnknownName, key.span, message, help=help)
            continue
        owner = owner_of(zone, draft.zones.values())
        word = _word(draft, node, words_of(zone, owner))
        condition: Expr | None
        if word is not None:
            condition = of_zone(zone, owner, word.text, word.span)
        else:
            condition = read_expression(draft, node, _scope(owner).bind("c", Type.CARD), Type.BOOL)
        if condition is not None:
            found.append(Visibility(zone, condition, word_of(zone, owner, condition)))
    return tuple(found)


def read_seen(draft: Draft, body: Mapping, owner: Type | None) -> Expr | None:
    """Who sees a memory; ``owner``: whose it is. None where nothing is said: everybody."""
    node = body.get("seen")
    word = _word(draft, node, words_of_owner(owner))
    if word is not None:
        return of_owner(owner, word.text, word.span)
    return read_expression(draft, node, _scope(owner), Type.BOOL)


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
    draft.report.add(codes.WrongWord, text.span, message, help=help)
    return Scalar(words[0], text.span, text.body)
