"""Memory: what a variant remembers, with its type, its owner and when it starts anew."""

from __future__ import annotations

from cassino_dsl.language.check.check_context import Draft, field_text
from cassino_dsl.language.check.clause import clauses
from cassino_dsl.language.check.scope import PLAY, STATE, Scope
from cassino_dsl.language.check.visible import read_seen
from cassino_dsl.language.check.zones import OWNER
from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.ruleset.expr import Call, Expr, Literal, Type
from cassino_dsl.language.ruleset.model import Memory
from cassino_dsl.language.ruleset.operators import SET
from cassino_dsl.language.ruleset.span import Span
from cassino_dsl.language.ruleset.types import ELEMENT, MEMORY_TYPES
from cassino_dsl.language.ruleset.words import RESERVED
from cassino_dsl.language.syntax.tree import Mapping

NOBODY = ""  # owner of a memory whose `of` is faulty, and said to be


def read_memory_types(draft: Draft) -> None:
    """Learn the names and types first: starting values may speak of other memory."""
    for clause in clauses(draft, "memory"):
        name = clause.name
        if name in RESERVED or name in draft.zones:
            message = f"`{name}` hides a name of the language"
            draft.report.add(Code.HIDDEN_NAME, clause.span, message, help="choose another name")
        type = MEMORY_TYPES.get(clause.text("is"), Type.POISON)
        of = clause.text("of", "match")
        draft.memory_types[name] = (of, type) if of in OWNER else (NOBODY, Type.POISON)


def read_memory(draft: Draft) -> tuple[Memory, ...]:
    """The memory with its expressions checked."""
    found = []
    plays = Scope(PLAY).of_plays(draft.one_card, ("build",))
    for clause in clauses(draft, "memory"):
        of, type = draft.memory_types[clause.name]
        start, on_build = clause.expr("starts", STATE, type), clause.expr("on_build", plays, type)
        if on_build is not None and of not in ("build", NOBODY):
            help = "set other memory in events or in the `do` of actions"
            draft.report.add(
                Code.UNKNOWN_KEY, clause.place("on_build"), "only memory of builds has `on_build`", help=help
            )
        called = clause.body.get("called")
        if isinstance(called, Mapping) and type not in (Type.INT, Type.POISON):
            message, help = (
                "only memory that counts (`is: int`) has `called`",
                "remove it: other memory is called by its name",
            )
            draft.report.add(Code.UNKNOWN_KEY, clause.place("called"), message, help=help)
        found.append(
            Memory(
                name=clause.name,
                of=of,  # type: ignore[arg-type]
                type=type,
                resets=clause.word("resets", "round", "match", "deal", "turn"),
                starts=start or blank(type, clause.span),
                on_build=on_build,
                seen=read_seen(draft, clause.body, OWNER.get(of)),
                called=(field_text(called, "one"), field_text(called, "many")) if isinstance(called, Mapping) else None,
                about=clause.text("about"),
                span=clause.span,
            )
        )
    return tuple(found)


def blank(type: Type, span: Span) -> Expr:
    """What memory holds before anything is put there."""
    if type is Type.INT:
        return Literal(type, 0, span)
    if type is Type.BOOL:
        return Literal(type, False, span)
    if type in ELEMENT:
        return Call(type, SET, (), span)
    return Literal(type, None, span)
