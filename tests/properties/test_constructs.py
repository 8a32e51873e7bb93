"""Every construct of the language goes through every door: both engines, positions as data, reasons, what seats are
told (tables, programs, environments, browsers), records, players that search, environments, proofs."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from cassino_dsl import load
from cassino_dsl.analysis.diff.diff import Wanted, compare
from cassino_dsl.book.why import why as reasons
from cassino_dsl.env import vector_env
from cassino_dsl.game import Game
from cassino_dsl.match.game_position import GamePosition
from tests.docs.test_docs import ROOT, blocks
from tests.env import test_secrets as environments
from tests.match import test_secrets as programs
from tests.native.compare import assert_identical, needs_compiler
from tests.table import test_secrets as tables
from tests.web import test_secrets as browsers

pytestmark = needs_compiler

ALL = Path(__file__).with_name("announcing.yaml")  # names, attributes, a card of 0, what is announced, powers, products
PAGE = ROOT / "docs" / "language.md"
NAMES = ("months", "matta", "owners", "whisper", "dealt-out", "repeat")
SEEDS = range(1, 4)


def course(game: Game, seed: int, plays: int) -> Iterator[GamePosition]:
    """Positions of a match by chance in which somebody decides."""
    chance, position = random.Random(seed), game.deal(seed)
    for _ in range(plays):
        if position.is_over:
            return
        yield position
        position = position.play(chance.randrange(len(position.legal())))


def both_engines(file: str, patch: pytest.MonkeyPatch) -> None:
    ruleset = load(file).ruleset
    for seats in ruleset.seats:
        assert_identical(ruleset, seats, 3)
        assert_identical(ruleset, seats, 1, "match", "greedy")


def positions(file: str, patch: pytest.MonkeyPatch) -> None:
    """A position of play is the same as data: written, read and asked."""
    game = load(file)
    for position in course(game, 1, 8):
        data = json.loads(json.dumps(position.as_json()))
        assert game.position(data).as_json() == data
        plays = game.moves(data)["plays"]
        assert [play["text"] for play in plays] == [play.text for play in position.legal()]
        for play in plays[:2]:
            if play["text"] != "done":
                assert game.apply(data, play) == game.apply(data, play["text"])


def why(file: str, patch: pytest.MonkeyPatch) -> None:
    """Of what can be played and of what could be played before."""
    game, before = load(file), dict[str, None]()
    for position in course(game, 3, 10):
        legal = [play.text for play in position.legal()]
        for text in (*legal[:5], *[*before][-8:]):
            answer = reasons.why(position, game.written_play(text))
            assert (answer["legal"], bool(answer["reason"])) == (text in legal, True)
        before |= dict.fromkeys(legal)


def seats_at_a_table(file: str, patch: pytest.MonkeyPatch) -> None:
    assert sum(tables.held(file, seed, 8, patch) for seed in SEEDS) >= 6


def seats_of_programs(file: str, patch: pytest.MonkeyPatch) -> None:
    assert sum(programs.held(file, seed, 8, patch) for seed in SEEDS) >= 6


def seats_of_environments(file: str, patch: pytest.MonkeyPatch) -> None:
    assert sum(environments.held(file, seed, 8) for seed in SEEDS) >= 6


def browsers_of_a_room(file: str, patch: pytest.MonkeyPatch) -> None:
    assert sum(browsers.held(file, seed, 1, 4, patch) for seed in SEEDS) >= 4


def records(file: str, patch: pytest.MonkeyPatch) -> None:
    game = load(file)
    for record in game.records(3, seed=5, unit="round"):
        assert game.replay(record).record()["rounds"][:1] == record["rounds"]


def searching(file: str, patch: pytest.MonkeyPatch) -> None:
    assert load(file).simulate(2, 5, players="search:5", unit="round", jobs=1)["games"] == 2


def vector(file: str, patch: pytest.MonkeyPatch) -> None:
    """Both engines fill the same arrays."""
    envs = [vector_env(file, 4, seed=3, engine=engine) for engine in ("native", "reference")]
    for number in range(30):
        for name in ("observation", "mask", "features", "seat", "reward", "done"):
            assert np.array_equal(*(getattr(env, name) for env in envs)), name
        actions = [int(np.flatnonzero(mask)[number % mask.sum()]) for mask in envs[0].mask]
        for env in envs:
            env.step(np.array(actions))


def proof(file: str, patch: pytest.MonkeyPatch) -> None:
    """The same rules in another file are the same; what nobody may lay down any more has a witness."""
    name, ruleset = Path(file).stem, load(file).ruleset
    Path("same.yaml").write_text(f"dsl: 1\nextends: {name}\n")
    Path("bound.yaml").write_text(f"dsl: 1\nextends: {name}\nrules: {{x: kind != trail or count(hand) > 1}}\n")
    same, found = (compare(ruleset, load(f"{n}.yaml").ruleset, Wanted(effect=False)) for n in ("same", "bound"))
    assert (same.witness, found.witness and found.witness.difference.about) == (None, "plays")


DOORS: tuple[Callable[[str, pytest.MonkeyPatch], None], ...] = (
    both_engines,
    positions,
    why,
    seats_at_a_table,
    seats_of_programs,
    seats_of_environments,
    browsers_of_a_room,
    records,
    searching,
    vector,
    proof,
)
SOON = ((ALL.stem, positions), (ALL.stem, records))  # in the default run


@pytest.mark.parametrize(
    ("name", "door"),
    [
        pytest.param(name, door, marks=() if (name, door) in SOON else pytest.mark.ci, id=f"{name}-{door.__name__}")
        for name in (ALL.stem, *NAMES)
        for door in DOORS
    ],
)
def test_a_construct(
    name: str, door: Callable[[str, pytest.MonkeyPatch], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    files = {
        ALL.stem: ALL.read_text(encoding="utf-8"),
        **{n.removesuffix(".yaml"): text for _, n, text in blocks(PAGE)},
    }
    file = tmp_path / f"{name}.yaml"
    file.write_text(files[name], encoding="utf-8")
    door(str(file), monkeypatch)
