"""Memory: what a variant remembers, with its type, its owner and when it starts anew."""

from __future__ import annotations

from cassino_dsl.check.draft import Draft, field_text
from cassino_dsl.check.expressions import read_expression
from cassino_dsl.check.scope import PLAY, STATE, Scope
from cassino_dsl.check.visible import read_seen
from cassino_dsl.diagnostics.codes import language, structure
from cassino_dsl.ruleset.expr import Call, Expr, Literal, Type
from cassino_dsl.ruleset.model import Memory
from cassino_dsl.ruleset.operators import SET
from cassino_dsl.ruleset.span import Span
from cassino_dsl.ruleset.types import MEMORY_TYPES
from cassino_dsl.ruleset.words import BY_WORD, QUANTIFIER
from cassino_dsl.syntax.tree import Mapping

NOBODY = ""  # owner of a memory whose `of` is faulty, and said to be
OWNERS = ("match", "side", "seat", "build")
_OWNER = {"side": Type.SIDE, "seat": Type.SEAT, "build": Type.BUILD}
RESETS = ("match", "round", "deal", "turn")


def read_memory_types(draft: Draft) -> None:
    """Learn the names and types first: starting values may speak of other memory."""
    for key, body in draft.section("memory") or ():
        if not isinstance(body, Mapping):
            continue
        if key.text in BY_WORD or key.text in QUANTIFIER or key.text in draft.zones:
            draft.report.add(
                language.HiddenName, key.span, f"`{key.text}` hides a name of the language", help="choose another name"
            )
        type = MEMORY_TYPES.get(field_text(body, "is"), Type.POISON)
        of = field_text(body, "of", "match")
        draft.memory_types[key.text] = (of, type) if of in OWNERS else (NOBODY, Type.POISON)


def read_memory(draft: Draft) -> tuple[Memory, ...]:
    """The memory with its expressions checked."""
    found = []
    for key, body in draft.section("memory") or ():
        if not isinstance(body, Mapping) or key.text not in draft.memory_types:
            continue
        of, type = draft.memory_types[key.text]
        resets = field_text(body, "resets", "round")
        start = read_expression(draft, body.get("starts"), Scope(STATE), type)
        becomes = read_expression(draft, body.get("becomes"), Scope(PLAY).of_plays(draft.one_card, ("build",)), type)
        if becomes is not None and of not in ("build", NOBODY):
            node = body.key("becomes")
            draft.report.add(
                structure.UnknownKey,
                node.span if node else key.span,
                "only memory of builds has `becomes`",
                help="set other memory in events or in the `do` of actions",
            )
        found.append(
            Memory(
                key.text,
                of,  # type: ignore[arg-type]
                type,
                resets if resets in RESETS else "round",  # type: ignore[arg-type]
                start or blank(type, key.span),
                becomes,
                read_seen(draft, body, _OWNER.get(of)),
                _called(draft, body, type),
                field_text(body, "about"),
                key.span,
            )
        )
    return tuple(found)


def _called(draft: Draft, body: Mapping, type: Type) -> tuple[str, str] | None:
    """What one of what is counted is called, and several."""
    node = body.get("called")
    if not isinstance(node, Mapping):
        return None
    if type not in (Type.INT, Type.POISON):
        key = body.key("called")
        draft.report.add(
            structure.UnknownKey,
            key.span if key else node.span,
            "only memory that counts (`is: int`) has `called`",
            help="remove it: other memory is called by its name",
        )
    return field_text(node, "one"), field_text(node, "many")


def blank(type: Type, span: Span) -> Expr:
    """What memory holds before anything is put there."""
    if type is Type.INT:
        return Literal(type, 0, span)
    if type is Type.BOOL:
        return Literal(type, False, span)
    if type in (Type.CARDS, Type.VALUES):
        return Call(type, SET, (), span)
    return Literal(type, None, span)
