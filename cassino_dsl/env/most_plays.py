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
from cassino_dsl.language.plan.plan import Plan, PlannedAction, PlannedPart
from cassino_dsl.language.ruleset.expr import Literal
from cassino_dsl.language.ruleset.model import Ruleset, every
from cassino_dsl.language.ruleset.simplify import Facts, constant, simplify
from cassino_dsl.language.ruleset.types import Type

USUAL = 512  # where nothing else is known
LARGEST = 65_536
TRIED = 5_000  # cards beside cards, of which it is looked at whether they may fit
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
    lists at most one play for each choice of what it binds, of cards, and of what its parts take. What is ``all`` that
    fits is one choice; of single items there are no more than faces that may fit beside one card. One play more ends a
    turn early.
    """
    hand = _largest_hand(plan)
    counts = [_plays_of(action, hand, plan) for action in plan.actions]
    if any(count is None for count in counts):
        return None
    found = 1 + sum(count for count in counts if count is not None)
    return found if found <= USUAL else None


def _plays_of(action: PlannedAction, hand: int, plan: Plan) -> int | None:
    played, pack = action.action.played, plan.ruleset.pack
    if action.kind == "build":
        return None
    choices = 1
    if played.source == "hand":
        most = hand if played.most is None else min(hand, played.most)
        choices = hand if played.single else sum(comb(hand, n) for n in range(played.least, most + 1))
    members = {Type.SEATS: plan.seats, Type.SIDES: plan.sides, Type.RANKS: len(pack.all_ranks)}
    ways = [*(members.get(bound.type) for _, bound in action.let), *(_ways(part, plan) for part in action.parts)]
    return None if None in ways else choices * prod(way for way in ways if way is not None)


def _ways(part: PlannedPart, plan: Plan) -> int | None:
    """How many choices a part has at most beside one played card; None where that depends on what lies there."""
    if part.quantity == "all":
        return 1
    if part.groups or not part.row.single:
        return None
    cards = [Literal(Type.CARD, face.text, part.source.span) for face in plan.ruleset.pack.faces]
    beside = {tuple(simplify(t, Facts(plan.ruleset.pack, standing={"card": c})) for t in part.tests) for c in cards}
    if len(beside) * len(cards) > TRIED:
        return None
    each = [Facts(plan.ruleset.pack, names={part.variable: card}) for card in cards]
    most = max(sum(all(constant(t, facts) is not False for t in tests) for facts in each) for tests in beside)
    return most + (part.row.nothing != "never")


def _largest_hand(plan: Plan) -> int:
    """The most cards that lie in a hand. Where nothing but deals goes to hands, that is the larger deal: there is none
    before all hands are empty. Else it may be every face."""
    deals = [e.value for e in (plan.deal_hand, plan.deal_refill) if isinstance(e, Literal) and type(e.value) is int]
    effects = [e for e in every(plan.ruleset.effects()) if e.zone.startswith("hand")]
    if len(deals) == 2 and not effects and not any(a.to.startswith("hand") for a in plan.actions):
        return max(0, *deals)
    return len(plan.ruleset.pack.faces)
