"""What follows from clauses together: whether any card may be laid down, whether all have cards, whether some stay
lying."""

from __future__ import annotations

from collections.abc import Collection

from cassino_dsl.book.describe.clauses_in_force import mentions
from cassino_dsl.book.describe.effects import of_step, steps_of
from cassino_dsl.book.describe.rules import binds_alike, may_bind, names_of
from cassino_dsl.book.describe.setup import deals_of
from cassino_dsl.language.ruleset.model import Action, Pattern, Ruleset, every
from cassino_dsl.language.ruleset.words import BY_WORD

_ON_THE_TABLE = frozenset(row for word in ("table", "loose", "builds") for row in BY_WORD[word])


def is_free_trail(action: Action, ruleset: Ruleset) -> bool:
    """Whether any card may be trailed where one could capture instead: nothing forbids it, or has a price, but rules
    told with it and rules that ask the same of who captures."""
    others = [a for a in of_step(ruleset, action.step) if a.kind == "capture" and a.played.source == "hand"]
    wishes = any(may_bind(wish, action, ruleset) for wish in ruleset.preferences)
    binding = [rule for rule in ruleset.rules if may_bind(rule, action, ruleset)]
    own = all(names_of(r, ruleset) == {action.name} or binds_alike(r, action, others, ruleset) for r in binding)
    bound = wishes or not own or any(r.price for r in ruleset.rules)
    return action.kind == "trail" and lays_any_card(action) and bool(others) and not bound


def lays_any_card(action: Action) -> bool:
    """Whether any one card of the hand may be laid down by it, but for what rules and preferences forbid."""
    return action.played.single and _lays_freely(action)


def _lays_freely(action: Action, source: str = "hand") -> bool:
    laid = action.to == "table" and action.played.source == source
    return laid and not (action.take or action.let or action.played.where or action.when)


def hands_are_alike(ruleset: Ruleset) -> bool:
    """Whether all players have as many cards at each of their turns, of which each plays one."""
    held = [a for a in ruleset.actions if a.played.source == "hand"]
    one_each = all(a.played.single for a in held) and _plays_one(ruleset.turn, {a.step for a in held})
    moved = any(e.zone == "hand" or e.op == "next" for e in ruleset.effects())
    moved = moved or any(a.to == "hand" for a in ruleset.actions)
    dealt = (ruleset.deal.hand, ruleset.deal.refill)
    return one_each and not (moved or mentions(dealt, lambda call: call.row.needs == "mover"))


def _plays_one(turn: Pattern, steps: Collection[str]) -> bool:
    """Whether every turn has just one of some steps, once, and in these nothing but what they are named for."""
    if turn.op == "either":
        return all(_plays_one(part, steps) for part in turn.args)
    if turn.op == "then":
        within = [part for part in turn.args if not set(steps_of(part)).isdisjoint(steps)]
        return len(within) == 1 and _plays_one(within[0], steps)
    return turn.op == "step" and set(steps) == {turn.step}


def may_leave_out(pattern: Pattern) -> bool:
    return pattern.op in ("optional", "repeat") or any(map(may_leave_out, pattern.args))


def can_lay_any_card(ruleset: Ruleset) -> bool:
    """Whether whoever holds a card can play: in each step that a turn has to have, any card may be laid down, or all of
    the hand; of those turned up, there is one at each turn."""
    free = [a for a in ruleset.actions if _lays_freely(a) and not any(may_bind(r, a, ruleset) for r in ruleset.rules)]
    steps = {a.step for a in free if a.played.single or a.played.most is None}
    alone = ruleset.turn.op == "step" or hands_are_alike(ruleset)  # else a step could use up the cards of another
    if alone and _stock_lasts(ruleset):
        steps |= {a.step for a in ruleset.actions if a.played.source == "stock" and _lays_freely(a, "stock")}
    return alone and _goes_on(ruleset.turn, steps)


def _goes_on(turn: Pattern, free: Collection[str]) -> bool:
    """Whether a turn can be finished, where these steps always can."""
    if turn.op == "step":
        return turn.step in free
    way = any if turn.op == "either" else all
    return turn.op in ("optional", "repeat") or way(_goes_on(part, free) for part in turn.args)


def _stock_lasts(ruleset: Ruleset) -> bool:
    """Whether there is a card to turn up for each card of the hands, where that is done at most once in a turn."""
    deals = {n: deals_of(ruleset, n) or [(1, 0, 0)] for n in ruleset.seats}
    enough = all(len(of) == 1 and of[0][2] >= n * of[0][0] for n, of in deals.items())
    turned = {a.step for a in ruleset.actions if a.played.source == "stock"}
    moved = any(e.op == "deal" or mentions((e,), lambda call: "stock" in call.row.reads) for e in ruleset.effects())
    return enough and not moved and _plays_one(ruleset.turn, turned)


def is_left_lying(ruleset: Ruleset) -> bool:
    """Whether cards may lie on the table in the end that nothing brings to anybody, and no award asks for."""
    if not any(action.kind == "trail" for action in ruleset.actions):
        return False
    late = [event for event in ruleset.events if event.on not in ("layout dealt", "hands dealt")]
    done = [e for event in late for e in every(event.effects)]
    asked = (*(e.exprs for e in done if e.op == "move"), ruleset.awards)
    return not mentions(asked, lambda call: call.row in _ON_THE_TABLE)
