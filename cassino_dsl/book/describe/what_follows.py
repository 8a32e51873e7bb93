"""What follows from clauses together: whether any card may be laid down, whether all have cards, whether some stay
lying."""

from __future__ import annotations

from dataclasses import replace

from cassino_dsl.book.describe.clauses_in_force import mentions
from cassino_dsl.book.describe.effects import of_step
from cassino_dsl.book.describe.rules import may_bind
from cassino_dsl.language.ruleset.model import Action, Pattern, Ruleset, every
from cassino_dsl.language.ruleset.operators import TERMS
from cassino_dsl.language.ruleset.words import BUILDS, BY_WORD

_ON_THE_TABLE = frozenset(row for word in ("table", "loose", "builds") for row in BY_WORD[word])
_CAPTURED = (_ON_THE_TABLE - {BUILDS}) | {*BY_WORD["taken"], *TERMS}  # what may ask just for what could be captured


def is_free_trail(action: Action, ruleset: Ruleset) -> bool:
    """Whether any card may be trailed where one could capture instead, but for rules without a price; neither these nor
    the action look at the cards on the table."""
    others = [a for a in of_step(ruleset, action.step) if a.kind == "capture" and a.played.source == "hand"]
    bound = any(may_bind(wish, action, ruleset) for wish in ruleset.preferences) or any(r.price for r in ruleset.rules)
    asked = (action.played, *(rule for rule in ruleset.rules if may_bind(rule, action, ruleset)))
    bound = bound or mentions(asked, lambda call: call.row in _CAPTURED)
    free = action.played.single and _lays_freely(replace(action, played=replace(action.played, where=None)))
    return action.kind == "trail" and free and bool(others) and not bound


def _lays_freely(action: Action) -> bool:
    """Whether what is played is laid down by it, but for what rules and preferences forbid."""
    laid = action.to == "table" and action.played.source == "hand"
    return laid and not (action.take or action.let or action.played.where or action.when)


def hands_are_alike(ruleset: Ruleset) -> bool:
    """Whether all players have as many cards at each of their turns, of which each plays one."""
    held = [a for a in ruleset.actions if a.played.source == "hand"]
    one_each = all(a.played.single and a.step == ruleset.turn.step for a in held)
    moved = any(e.zone == "hand" or e.op == "next" for e in ruleset.effects())
    moved = moved or any(a.to == "hand" for a in ruleset.actions)
    dealt = (ruleset.deal.hand, ruleset.deal.refill)
    return one_each and not (moved or mentions(dealt, lambda call: call.row.needs == "mover"))


def may_leave_out(pattern: Pattern) -> bool:
    return pattern.op in ("optional", "repeat") or any(map(may_leave_out, pattern.args))


def can_lay_any_card(ruleset: Ruleset) -> bool:
    """Whether whoever holds a card can play: a turn begins with the one step that it cannot lack, in which any card may
    be laid down, or the hand."""
    turn = ruleset.turn
    if turn.op == "then" and all(part.op in ("optional", "repeat") for part in turn.args[1:]):
        turn = turn.args[0]
    laid = (a for a in ruleset.actions if turn.op == "step" and a.step == turn.step and _lays_freely(a))
    laid = (a for a in laid if a.played.single or a.played.most is None)
    return any(not any(may_bind(rule, action, ruleset) for rule in ruleset.rules) for action in laid)


def is_left_lying(ruleset: Ruleset) -> bool:
    """Whether cards may lie on the table in the end that nothing brings to anybody, and no award asks for."""
    if not any(action.kind == "trail" for action in ruleset.actions):
        return False
    late = [event for event in ruleset.events if event.on not in ("layout dealt", "hands dealt")]
    done = [e for event in late for e in every(event.effects)]
    asked = (*(e.exprs for e in done if e.op == "move"), ruleset.awards)
    return not mentions(asked, lambda call: call.row in _ON_THE_TABLE)
