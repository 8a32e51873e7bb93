"""How many legal plays a decision may have: the number of actions of an environment.

For some rulesets that follows from the hand and from what an action takes (``proven``). Where groups of items are taken
it does not: how many there are depends on what lies on the table, and there is no end to it that anybody would meet. So
it is a number that play at random exceeded at no more than one decision in 10,000 (6,000 rounds, with the fewest and
the most seats; with options, at no more than two), for some shipped variants another one. It is the same whatever the
options, so that what has learned one form of a variant fits the others. Who meets a decision with more is told so, and
can ask for more.
"""

from __future__ import annotations

from math import comb, prod
from pathlib import Path

from cassino_dsl.language.compose.library import is_shipped
from cassino_dsl.language.compose.options import selected
from cassino_dsl.language.core.passes import core_of
from cassino_dsl.language.plan.plan import Plan, PlannedAction
from cassino_dsl.language.ruleset.expr import Literal
from cassino_dsl.language.ruleset.model import Ruleset, every

USUAL = 512  # where nothing else is known
LARGEST = 65_536
# of the shipped variants, with any options: twice what was met, as a power of two
MEASURED = {
    "african-cassino-two": 1024,
    "chkobba": 64,
    "cuarenta": 512,
    "escoba": 256,
    "koncine": 512,
    "kontsina": 512,
    "krypkasino": 128,
    "mulle": 512,
    "pasur": 128,
    "scopa": 64,
    "scopone": 64,
    "stealing-bundles": 64,
    "twelve-card-cassino": 512,
    "zwicker": 512,
}


def most_plays_of(ruleset: Ruleset, seats: int) -> int:
    """The bound where nobody asks for another one. With house rules that no option has laid on, a shipped variant may
    have more plays than were measured of it: then it is no less than the usual one."""
    found = proven(core_of(ruleset, seats))
    if found is not None:
        return found
    shipped = bool(ruleset.files) and is_shipped(Path(ruleset.files[0]))
    measured = MEASURED.get(ruleset.name, USUAL) if shipped else USUAL
    by_options = {rule for option in ruleset.options for rule in selected(option)}
    return measured if by_options.issuperset(ruleset.house_rules) else max(measured, USUAL)


def proven(plan: Plan) -> int | None:
    """A number of legal plays that no decision of a plan can exceed; None where none is known that is of use.

    It holds because plays are told apart by the faces that they play and take, by value and decision alone: an action
    without bindings lists at most one play for each choice of cards and of what its parts take. What is ``all`` that
    fits is one choice; of single items there are no more than faces, or builds. One play more ends a turn early.
    """
    hand = _largest_hand(plan)
    counts = [_plays_of(action, hand, len(plan.ruleset.pack.faces)) for action in plan.actions]
    if any(count is None for count in counts):
        return None
    found = 1 + sum(count for count in counts if count is not None)
    return found if found <= USUAL else None


def _plays_of(action: PlannedAction, hand: int, faces: int) -> int | None:
    played = action.action.played
    if action.kind == "build" or (action.let and (action.kind == "other" or action.parts)):
        return None
    choices = {"single": hand, "stock": 1, "none": 1}.get("single" if played.single else played.source)
    if played.source == "hand" and not played.single:
        most = hand if played.most is None else min(hand, played.most)
        choices = sum(comb(hand, n) for n in range(played.least, most + 1))
    ways = [1 if p.quantity == "all" else faces + 1 if p.row.single else None for p in action.parts if not p.groups]
    if choices is None or None in ways or len(ways) < len(action.parts):
        return None
    return choices * prod(way for way in ways if way is not None)


def _largest_hand(plan: Plan) -> int:
    """The most cards that lie in a hand. Where nothing but deals goes to hands, that is the larger deal: there is none
    before all hands are empty. Else it may be every face."""
    deals = [e.value for e in (plan.deal_hand, plan.deal_refill) if isinstance(e, Literal) and type(e.value) is int]
    effects = [e for e in every(plan.ruleset.effects()) if e.zone.startswith("hand")]
    if len(deals) == 2 and not effects and not any(a.to.startswith("hand") for a in plan.actions):
        return max(0, *deals)
    return len(plan.ruleset.pack.faces)
