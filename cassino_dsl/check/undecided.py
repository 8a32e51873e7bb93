"""Names of `let` that nobody chooses: plays which differ in such a name alone are one play."""

from __future__ import annotations

from cassino_dsl.check.draft import Draft
from cassino_dsl.diagnostics.codes import meaning
from cassino_dsl.ruleset.expr import Call, Name, Type, walk
from cassino_dsl.ruleset.model import Action, Binding, Ruleset
from cassino_dsl.ruleset.operators import EQ, IN, RANGE, RANK_RANGE, SET
from cassino_dsl.ruleset.within import exprs_in

_WRITTEN = (Type.INT, Type.CARD, Type.SEAT, Type.SIDE)  # what a play of kind other is told by, beside its cards
_NAMED = (Type.RANK, Type.SUIT, Type.COLOUR)


def check_undecided(draft: Draft, ruleset: Ruleset) -> None:
    """A warning for a name that effects of its action read, where players can not choose what it stands for."""
    for action in ruleset.actions:
        for at, binding in enumerate(action.let):
            if not _is_decided(action, at) and _is_several(binding) and _reads(action.effects, binding.name):
                draft.report.add(
                    meaning.NothingChosen,
                    binding.span,
                    f"nobody chooses `{binding.name}`: plays that differ in it alone are one play, for the first "
                    f"{binding.type.value} that it can be",
                    help=_help(binding),
                    notes=("a play is what is played, taken, built and, where it is of kind other, its first name",),
                )


def _is_decided(action: Action, at: int) -> bool:
    """Whether a play tells what the name stands for, or a condition may leave one thing to stand for."""
    binding = action.let[at]
    if at == 0 and action.kind == "other" and binding.type in _WRITTEN:
        return True
    asked = walk(action.when) if action.when is not None else ()
    compared = tuple(e for e in asked if isinstance(e, Call) and e.row in (EQ, IN))
    return _reads((action.take, action.let[at + 1 :], action.to_arg, compared), binding.name)


def _is_several(binding: Binding) -> bool:
    """Whether it can stand for several things. What a card counts for is mostly one number."""
    source = binding.source
    written = source.args if isinstance(source, Call) and source.row is SET else None
    if written is not None and len(written) == 1:
        return isinstance(written[0], Call) and written[0].row in (RANGE, RANK_RANGE)
    return binding.type is not Type.INT or written is not None


def _reads(clauses: object, name: str) -> bool:
    return any(isinstance(e, Name) and e.name == name for expr in exprs_in(clauses) for e in walk(expr))


def _help(binding: Binding) -> str:
    if binding.type in _NAMED:
        return f"write an action for each {binding.type.value}"
    if binding.type in (Type.BUILD, Type.ITEM):
        return "let a part of `take` take it"
    return "let the first name of an action that plays no card be it, and an event `ask me to` that action"
