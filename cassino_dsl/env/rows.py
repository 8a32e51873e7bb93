"""A decision as rows of numbers, as all environments tell it; also to players of one's own, whoever leads the match."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence, Set
from functools import lru_cache
from math import comb, prod
from pathlib import Path
from typing import Any, Protocol, SupportsIndex

import numpy as np

from cassino_dsl.engine.reference.game import Engine
from cassino_dsl.engine.reference.play import Play
from cassino_dsl.engine.reference.rng import decision_key
from cassino_dsl.engine.reference.state import State
from cassino_dsl.language.compose.library import is_shipped
from cassino_dsl.language.compose.options import selected
from cassino_dsl.language.core.passes import core_of
from cassino_dsl.language.diagnostics.cassino_error import WrongArgument
from cassino_dsl.language.plan.plan import Plan, PlannedAction, PlannedPart
from cassino_dsl.language.ruleset.expr import Literal
from cassino_dsl.language.ruleset.model import Ruleset, every
from cassino_dsl.language.ruleset.simplify import Facts, constant, simplify
from cassino_dsl.language.ruleset.types import Type
from cassino_dsl.match.arguments import whole
from cassino_dsl.match.observation import MOST_BUILDS, observations_of
from cassino_dsl.match.play_rows import Numbers, PlayRows
from cassino_dsl.players.own import OtherForm, is_asked
from cassino_dsl.players.plays_seen import seen_by_decider
from cassino_dsl.players.tie_break import lots

# ---- how many legal plays a decision may have: the number of actions of an environment
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


WHAT = "a function `(observation, features, mask)`, or what has `choose(observation, features, mask)`"


class DecisionRows:
    """Tells the decisions of one engine's matches. ``most_plays``: the number of actions (None: ``most_plays_of``); of
    a decision with more legal plays, so many can be chosen. ``most_builds``: how many builds are told one by one."""

    def __init__(self, engine: Engine, most_plays: int | None, most_builds: int) -> None:
        self.engine, self.plan = engine, engine.plan
        self.observations = observations_of(engine, most_builds)
        self.plays = PlayRows(engine)
        self.most_plays = most_plays or most_plays_of(self.plan.ruleset, self.plan.seats)

    def told(self, state: State, legal: Sequence[Play]) -> tuple[list[Play], Numbers]:
        """The legal plays that can be chosen, in their order, and their rows. Where there are more than actions, it is
        told so many, by their lots (docs/random.md): who chooses at random among these has chosen at random among
        all."""
        if len(legal) > self.most_plays:
            key = decision_key(state.key or 0, state.decisions)
            legal = sorted(legal, key=lots(self.plays.tables, key))[: self.most_plays]
        return self.plays.order(state, legal, seen_by_decider(self.engine, state, legal) if legal else set())

    def mask(self, plays: int) -> Numbers:
        """Of all actions, a 1 for each of so many plays."""
        mask = np.zeros(self.most_plays, np.int8)
        mask[:plays] = 1
        return mask


def check_sizes(most_plays: object, most_builds: object) -> None:
    """Raises ``ValueError`` for numbers of actions and builds that make no sense."""
    whole("most_plays", 1 if most_plays is None else most_plays, 1, LARGEST)
    whole("most_builds", most_builds, 0, LARGEST)


class ChoosesByRows(Protocol):
    """Has perhaps `begin(seed, seat)` and `end(points, winner)`, too."""

    def choose(self, observation: Numbers, features: Numbers, mask: Numbers, /) -> SupportsIndex: ...


RowPolicy = Callable[[Numbers, Numbers, Numbers], SupportsIndex] | ChoosesByRows | type[ChoosesByRows]


class RowPlayer(OtherForm):
    """A player of one's own that is shown what environments show, in place of a view and the legal plays: so what has
    learned from their rows plays in `simulate`, `diff`, at tables, wherever a player may be of one's own.

    ``policy``: a function, an object with `choose` or a class of such, as of other players. It is given `(observation,
    features, mask)` and answers with the number of a play, an action of the environments. The three are those of a game
    of ``vector_env``, byte by byte: ``observation``: int8 of (width,); ``features``: int8 of (most plays, width of a
    play), a row for each legal play by its number, 0 beyond; ``mask``: int8 of (most plays,), 1 for each legal play.
    ``most_plays``, ``most_builds``: as of the environment in which it learned. They are its own and may be changed.

    Raises ``ValueError`` for what can't be asked, and numbers that make no sense.
    """

    def __init__(self, policy: RowPolicy, most_plays: int | None = None, most_builds: int = MOST_BUILDS) -> None:
        if not is_asked(policy):
            raise WrongArgument(f"a policy is {WHAT}, not {policy!r:.60}")
        check_sizes(most_plays, most_builds)
        self.policy, self.most_plays, self.most_builds = policy, most_plays, most_builds
        self.__module__ = getattr(policy, "__module__", __name__)  # where a decorated one is found by name

    def __reduce__(self) -> str | tuple[object, ...]:
        name = getattr(self.policy, "__qualname__", "")
        if getattr(sys.modules.get(self.__module__), name, None) is self:
            return name  # under the name of its policy, which has no other
        return type(self), (self.policy, self.most_plays, self.most_builds)

    def shown(
        self, engine: Engine, state: State, legal: Sequence[Play], seen: Set[int]
    ) -> tuple[list[Play], tuple[Any, ...]]:
        rows = _rows_of(engine, self.most_plays, self.most_builds)
        plays, told = rows.told(state, legal)
        features = np.zeros((rows.most_plays, told.shape[1]), np.int8)
        features[: len(plays)] = told
        observation = rows.observations.observe(state, engine.decider(state), seen)
        return plays, (observation, features, rows.mask(len(plays)))


@lru_cache(maxsize=64)
def _rows_of(engine: Engine, most_plays: int | None, most_builds: int) -> DecisionRows:
    return DecisionRows(engine, most_plays, most_builds)
