"""Rounds that end before anybody plays are passed over; where there are no others, that is a fault."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cassino_dsl.env import aec_env, episode, gym_env, spiel_game, vector_env
from cassino_dsl.language.ruleset.run_fault import RunFault

FILE = str(Path(__file__).parents[1] / "simulate" / "dealt-out.yaml")
MAKERS: tuple[Any, ...] = (aec_env, gym_env, lambda file, **more: vector_env(file, 4, **more))


@pytest.mark.parametrize("unit", ["round", "match"])
def test_programs_that_learn_are_dealt_the_next_one(unit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(episode, "MOST_IDLE", 20)
    for make in MAKERS:
        env = make(FILE, unit=unit)
        env.reset(seed=1)
        with pytest.raises(RunFault, match="in a row nobody has anything to decide"):
            make(FILE, unit=unit, always=True).reset(seed=1)
    game = spiel_game(FILE, unit=unit, always=True, deals=4)
    state = game.new_initial_state()
    state.apply_action(0)
    assert state.is_terminal()
