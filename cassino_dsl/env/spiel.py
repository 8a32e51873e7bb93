"""Games for OpenSpiel: trees with chance nodes, information states and observers."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel

from cassino_dsl.engine.position.position import position_text
from cassino_dsl.env.tree import DEFAULTS, Tree, new_tree
from cassino_dsl.language.diagnostics.cassino_error import WrongArgument
from cassino_dsl.language.ruleset.document import word_of
from cassino_dsl.match.game_position import observed, tensors_of
from cassino_dsl.match.observation import MOST_BUILDS
from cassino_dsl.match.play_rows import HISTORY
from cassino_dsl.players.plays_seen import seen_by_decider

NAME = "cassino_dsl"
MOST_SEATS = 16
MOST_POINTS = 1000.0  # that a round is taken to bring

_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="A variant of cassino_dsl",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=MOST_SEATS,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=False,
    parameter_specification=DEFAULTS,
)


def spiel_game(
    variant: str | Path,
    with_rules: Sequence[str] = (),
    seats: int | None = None,
    unit: str = "round",
    deals: int | None = None,
    seed: int = 0,
    most_plays: int | None = None,
    most_builds: int = MOST_BUILDS,
    **options: object,
) -> pyspiel.Game:
    """A variant as a game of OpenSpiel, a registered one: `pyspiel.load_game("cassino_dsl", …)` gives the same, and its
    own text loads it again.

    Cards are dealt by chance nodes, one for each card (an action is a face, by its number in pack order); with
    ``deals`` there is one chance node at the beginning instead, of so many deals, all equally likely: matches 0, 1, …
    of the ``seed``.

    ``with_rules``, ``seats``, ``unit``, ``most_plays``, ``most_builds`` and the variant's own ``options``: as of
    ``aec_env``. An action is the number of a legal play. The string of an information state is all that the player has
    seen (``GamePosition.information_state``), its tensor the beginning of ``GamePosition.information_tensor``: the
    observation, the cards that the player knows to lie in each place, and as many of the last plays as there can be,
    the last one first. Utilities are the rewards of ``aec_env``; that those of a round lie within ±1,000 is taken for
    granted.

    Raises ``ValueError`` where chance decides anything in play but ``deals`` are not given, and for options that make
    no sense, and for an action that is not legal; what ``load`` raises.
    """
    if not isinstance(variant, str | Path):
        raise WrongArgument(f"a game of OpenSpiel is made by the name of a variant or its path, not of {variant!r:.60}")
    with_rules = (with_rules,) if isinstance(with_rules, str) else with_rules
    said = {"variant": str(variant), "with_rules": " ".join(with_rules), "players": seats or 0, "unit": unit}
    values = " ".join(f"{name}:{word_of(value)}" for name, value in options.items())
    sizes = {"most_plays": most_plays or 0, "most_builds": most_builds}
    return VariantGame({**said, "options": values, "deals": deals or 0, "seed": seed, **sizes})


class VariantGame(pyspiel.Game):  # type: ignore[misc]
    """A variant as OpenSpiel sees it."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        self.tree = new_tree(params or {})
        rules = self.tree.rules
        most = 1.0 if rules.unit == "match" else MOST_POINTS
        info = pyspiel.GameInfo(
            num_distinct_actions=rules.most_plays,
            max_chance_outcomes=self.tree.deals or len(rules.ruleset.pack.faces),
            num_players=rules.seats,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0,
            max_game_length=self.tree.longest,
        )
        super().__init__(_TYPE, info, params or {})

    def new_initial_state(self) -> VariantState:
        return VariantState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> VariantObserver:
        return VariantObserver(self.tree, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class VariantState(pyspiel.State):  # type: ignore[misc]
    """A state, which stands at a node."""

    def __init__(self, game: VariantGame) -> None:
        super().__init__(game)
        self.node = game.tree.root

    def current_player(self) -> int:
        if self.node.is_chance:
            return int(pyspiel.PlayerId.CHANCE)
        turn = None if self.node.position is None else self.node.position.turn
        return int(pyspiel.PlayerId.TERMINAL) if turn is None else turn - 1

    def is_terminal(self) -> bool:
        return self.node.is_over

    def _legal_actions(self, player: int) -> list[int]:
        return list(range(len(self.node.plays)))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.node.outcomes()

    def _apply_action(self, action: int) -> None:
        self.node = self.node.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        node = self.node
        node.check(action)
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {node.rules.ruleset.pack.faces[action].text if node.due else action}"
        assert node.position is not None
        sees = seen_by_decider(node.rules.engine, node.position.state, node.plays)
        return node.rules.plays.text(node.plays[action], sees)

    def returns(self) -> list[float]:
        return self.node.rewards()

    def __str__(self) -> str:
        node, text = self.node, self.node.rules.engine.evaluate.tables.text
        told = "" if node.position is None else position_text(node.position.as_json())
        made = "" if node.made is None else f"made: play {node.made}\n"
        return f"{told}\n{made}drawn: {' '.join(text[card] for card in node.drawn)}"


class VariantObserver:
    """What a player is told of a node, as ``open_spiel.python.observation`` asks for it: what it sees now, or with
    perfect recall all that it has seen."""

    def __init__(self, tree: Tree, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"there are no parameters of observations: {params}")
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            raise ValueError(
                "what is told is what one player sees, public and private: there are no other observations"
            )
        self.rules, self.recalls = tree.rules, kind.perfect_recall
        made, width = tensors_of(self.rules.engine), self.rules.observations.width
        plays, row = min(HISTORY, tree.longest), 1 + self.rules.plays.blocks.width
        self.tensor = np.zeros(made.width + plays * row if self.recalls else width, np.float32)
        self.dict = {"observation": self.tensor[:width]}
        if self.recalls:
            self.dict["known"] = self.tensor[width : made.width].reshape(len(made.places), -1)
            self.dict["plays"] = self.tensor[made.width :].reshape(plays, row)

    def set_from(self, state: VariantState, player: int) -> None:
        """Fill the tensor with what a player knows."""
        position = state.node.position
        if position is None:
            self.tensor.fill(0)
        else:
            told = position.information_tensor(player + 1) if self.recalls else observed(position, player)
            self.tensor[:] = told[: len(self.tensor)]

    def string_from(self, state: VariantState, player: int) -> str:
        """The same as text."""
        position = state.node.position
        if position is None:
            return ""
        if self.recalls:
            return position.information_state(player + 1)
        return position_text(position.view(player + 1))


if NAME not in pyspiel.registered_names():  # a process can do so once
    pyspiel.register_game(_TYPE, VariantGame)
