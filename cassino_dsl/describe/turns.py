"""The pattern of a turn in words: what comes first, what one may choose from, what may be left out."""

from __future__ import annotations

from collections.abc import Collection

from cassino_dsl.describe.bound import may_bind
from cassino_dsl.describe.english import joined, title
from cassino_dsl.describe.resolved import mentions
from cassino_dsl.ruleset.model import Action, Pattern, Ruleset


def bold(name: str) -> str:
    return f"**{title(name)}**"


def of_step(ruleset: Ruleset, step: str) -> list[Action]:
    return [a for a in ruleset.actions if a.step == step]


def steps(pattern: Pattern) -> list[str]:
    """The steps of a pattern, each once, in order."""
    found = [pattern.step] if pattern.op == "step" else [s for p in pattern.args for s in steps(p)]
    return list(dict.fromkeys(found))


def in_order(pattern: Pattern) -> list[Pattern]:
    """What is done one after the other."""
    return [p for part in pattern.args for p in in_order(part)] if pattern.op == "then" else [pattern]


def can_lay_any_card(ruleset: Ruleset) -> bool:
    """Whether whoever holds a card can play: any card may be laid down in the one step of a turn that has to be done,
    no rule stands against that, and no other step uses up cards of the hand."""
    parts = in_order(ruleset.turn)
    due = [part.step for part in parts if part.op == "step"]
    others = [step for part in parts if part.op != "step" for step in steps(part)]
    if len(due) != 1 or due[0] in others or not all(part.op in _AT_WILL for part in parts):
        return False
    if any(a.played.source == "hand" for step in others for a in of_step(ruleset, step)):
        return False
    laid = [a for a in of_step(ruleset, due[0]) if a.to == "table" and a.played.source == "hand" and a.played.single]
    free = [a for a in laid if not (a.take or a.let or a.played.where or a.when)]
    return any(not any(may_bind(rule, action, ruleset) for rule in ruleset.rules) for action in free)


_AT_WILL = frozenset({"step", "optional", "repeat"})


def hands_are_alike(ruleset: Ruleset) -> bool:
    """Whether all players have as many cards at each of their turns: nobody is left without one while others play."""
    dealt = (ruleset.deal.hand, ruleset.deal.later)
    in_turn = {step for part in in_order(ruleset.turn) if part.op == "step" for step in steps(part)}
    one_each = all(a.played.source == "hand" and a.played.single for a in ruleset.actions if a.step in in_turn)
    others = [a for a in ruleset.actions if a.step not in in_turn]
    moved = any(e.zone == "hand" or e.op == "next" for e in ruleset.effects()) or any(
        a.to == "hand" for a in ruleset.actions
    )
    played_besides = any(a.played.source == "hand" for a in others)
    return one_each and not (moved or played_besides) and not mentions(dealt, lambda call: call.row.needs == "mover")


def may_leave_out(pattern: Pattern) -> bool:
    """Whether there is a step in a turn that one may leave out."""
    return pattern.op in ("optional", "repeat") or any(may_leave_out(part) for part in pattern.args)


def parts_text(whole: Pattern, ruleset: Ruleset) -> list[str]:
    """What is done one after the other; an action is not named where what it owes can no longer be done."""
    parts = in_order(whole)
    steps_of = {action.name: action.step for action in ruleset.actions}
    found = []
    for place, part in enumerate(parts):
        left = {step for later in parts[place:] for step in steps(later)}
        lost = {a.name for a in ruleset.actions if a.owes and steps_of.get(a.owes) not in left}
        found.append(_part_text(part, ruleset, lost))
    return found


def _part_text(part: Pattern, ruleset: Ruleset, lost: Collection[str]) -> str:
    """One part of a turn, with whether a card is played by it."""
    inner = part.args[0] if part.op in ("optional", "repeat") else part
    actions = [a for a in of_step(ruleset, inner.step) if a.name not in lost] if inner.op == "step" else []
    names = joined([bold(a.name) for a in actions], "or")
    if part.op == "step" and actions and all(map(_plays_one_card, actions)):
        return f"play one card{', in one of these ways' if len(actions) > 1 else ''}: {names}"
    if part.op == "repeat" and len(actions) > 1 and all(a.played.source == "none" for a in actions):
        return f"as often as you like, or not at all, and without playing a card: {names}"
    return turn_text(part, ruleset, lost)


def _plays_one_card(action: Action) -> bool:
    return action.played.source == "hand" and action.played.single


def turn_text(pattern: Pattern, ruleset: Ruleset, lost: Collection[str] = ()) -> str:
    """What is done in a turn, the ``lost`` actions aside: `if you like, Pluck; then one of Capture, Build or Trail`."""
    parts = [turn_text(p, ruleset, lost) for p in pattern.args]
    if pattern.op == "step":
        names = [bold(a.name) for a in of_step(ruleset, pattern.step) if a.name not in lost]
        return names[0] if len(names) == 1 else f"one of {joined(names, 'or')}" if names else "nothing"
    if pattern.op == "then":
        return "; then ".join(parts)
    if pattern.op == "either":
        return "either " + ", or else ".join(f"({p})" if "; then" in p else p for p in parts)
    inner = f"({parts[0]})" if "; then" in parts[0] or parts[0].startswith("either") else parts[0]
    words = {"optional": "if you like, ", "repeat": "as often as you like, ", "repeat_some": "once or more often, "}
    return words[pattern.op] + inner
