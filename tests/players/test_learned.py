"""The player that has learned: from data alone, alike on both engines, and better than who looks one play ahead."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from cassino_dsl import load
from cassino_dsl.analysis.research.training import Training, decision, fitted, matrix, nothing, train
from cassino_dsl.analysis.simulate.answer import simulate
from cassino_dsl.analysis.simulate.engines import make_runner, weights_for
from cassino_dsl.analysis.simulate.reference_runner import ReferenceRunner
from cassino_dsl.analysis.units.native_runner import NativeRunner
from cassino_dsl.analysis.units.runner import Task
from cassino_dsl.engine.reference.game import Engine
from cassino_dsl.language.plan.make import make_plan
from cassino_dsl.players.learned.policy import features_of, hidden, worth_for_awards
from cassino_dsl.players.learned.slots import Counter
from cassino_dsl.players.learned.weights import MOST_BYTES, BadWeights, find_weights, read_weights, text_of
from tests.native.compare import VARIANTS, names, needs_compiler, quick_engine
from tests.players.games import some_weights
from tests.shipped import ruleset as ruleset_of

pytestmark = needs_compiler

LEARNED = sorted(file.stem for file in (VARIANTS / "learned").glob("*.json"))


# ---- the choice


def same_on_both(name: str, seats: int, players: tuple[str, ...], rounds: int) -> None:
    ruleset = ruleset_of(name)
    weights = some_weights(Engine(make_plan(ruleset, seats)))
    task = Task(ruleset, seats, "round", players, 5, True, weights)
    wanted = ReferenceRunner(task).block(0, rows=True, records=True, count=rounds)
    found = NativeRunner(task, quick_engine(ruleset, seats)).block(0, rows=True, records=True, count=rounds)
    assert found.records == wanted.records
    assert [list(r) for r in found.rows or ()] == [list(r) for r in wanted.rows or ()]


@pytest.mark.parametrize("name", ["casual-cassino", "krypkasino", "mulle"])
def test_both_engines_play_the_same(name: str) -> None:
    same_on_both(name, 2, ("learned", "greedy"), 1)


@pytest.mark.ci
@pytest.mark.parametrize("name", names())
@pytest.mark.share(2)
def test_both_engines_play_the_same_in_every_variant(name: str) -> None:
    seats = ruleset_of(name).seats[0]
    same_on_both(name, seats, ("learned",) * seats, 1)


def test_beside_a_player_who_searches_it_plays_the_same() -> None:
    """Then the reference leads the game, and asks the native engine for its play."""
    task = Task(load("casual-cassino").ruleset, 2, "round", ("learned", "solve:1"), 5)
    blocks = [make_runner(task, engine)[0].block(0, 1, records=True) for engine in ("reference", "native")]  # type: ignore[arg-type]
    assert blocks[0].records == blocks[1].records


def test_it_beats_greedy() -> None:
    answer = simulate(load("cassino"), 100, 3, players=("learned", "greedy"), jobs=1)
    learned, _ = answer["by_player"]
    assert learned["win_interval"][0] > 0.75


# ---- what is counted


def engine_of(name: str) -> Engine:
    return Engine(make_plan(ruleset_of(name), 2))


def test_a_card_counts_for_an_award_as_the_award_says() -> None:
    engine = engine_of("cassino")
    text = engine.evaluate.tables.text
    worth = {name: {text[c]: n for c, n in cards.items()} for name, cards in worth_for_awards(engine).items()}
    assert worth["big_cassino"] == {"10d": 2}
    assert len(worth["spades"]) == 13
    assert len(worth["cards"]) == 52


def test_a_play_is_counted_by_hand() -> None:
    """7c takes 3c 4d of 3c 4d 5h; 2c and 5d stay in the hand."""
    game = load("traditional-cassino")
    position = game.position({"hand": "7c 2c 5d", "table": "3c 4d 5h"})
    engine, state = position.engine, position.state
    (play,) = [p for p in game.plays(position) if p.kind == "capture" and len(p.cards) + len(p.taken()) == 3]
    counter = Counter(engine.plan, engine.evaluate.tables)
    slots = counter.slots
    (found,) = counter.count(state, state.seat, [play], ())
    number = {text: card for card, text in enumerate(engine.evaluate.tables.text)}
    at = slots.offsets
    wanted = [at["gained"] + number[c] for c in ("7c", "3c", "4d")] + [at["kept"] + number[c] for c in ("2c", "5d")]
    wanted += [at["left"] + number["5h"], at["unseen"] + 2, at["held"] + 1]  # two fives are unseen, one is held
    wanted += [at["action"] + play.action.index, at["items"] + 8 + 1, at["total"] + 5, at["clearing"] + 2]
    assert sorted(found) == sorted(wanted)


def test_what_is_no_feature_weighs_nothing() -> None:
    ruleset = load("casual-cassino").ruleset
    weights = find_weights(ruleset)
    assert weights is not None
    names = features_of(Engine(make_plan(ruleset, 2)))
    assert {name for name, _ in weights.weights} & names.keys()


# ---- the fit


def test_weights_are_found_again() -> None:
    """Leads made from known weights give these weights, but for what one doubts."""
    features = [((0, 1),), ((1, 1),), ((2, 1),)]
    of_slots = matrix(features, 4)
    plays = [[0], [1], [0, 1], [1, 1, 2]]
    came = [200, -100, 100, 300]  # 2 for the first, -1 for the second, 5 for the third, in hundredths
    sums = nothing(3)
    for _ in range(20_000):
        sums += decision(of_slots, plays, 3, [0, 0, 0, 0], came)
    assert sums.decisions == 20_000
    assert fitted(sums) == pytest.approx([2_000, -1_000, 5_000], abs=50)


@pytest.mark.ci
def test_jobs_give_the_same_weights() -> None:
    ruleset = load("casual-cassino").ruleset
    one, two = (text_of(train(Training(ruleset, 2, 6, 3), jobs)) for jobs in (1, 2))
    assert one == two


def test_nothing_is_learned_where_cards_lie_face_down() -> None:
    ruleset = load(Path(__file__).parents[1] / "conformance" / "mechanisms" / "39-face-down.yaml").ruleset
    with pytest.raises(ValueError, match="does not see the whole table"):
        train(Training(ruleset, 2, 1, 1))
    weights, remark = weights_for(ruleset, 2)
    assert weights is None
    assert remark == "`learned` cannot play where a hand or the table is not seen as usual: `flat:30` plays for it"


# ---- the files


@pytest.mark.parametrize("name", LEARNED)
def test_what_is_shipped_is_small(name: str) -> None:
    path = VARIANTS / "learned" / f"{name}.json"
    assert path.stat().st_size <= 20_000
    assert text_of(read_weights(path)) == path.read_text(encoding="utf-8")


@pytest.mark.ci
@pytest.mark.parametrize("name", LEARNED)
def test_what_is_shipped_fits_its_ruleset(name: str) -> None:
    """A base whose rules have changed has to be trained anew, with the games and the seed that stand in its file."""
    weights, remark = weights_for(ruleset_of(name), ruleset_of(name).seats[0])
    assert weights is not None
    assert (weights.variant, remark) == (name, "")


@pytest.mark.ci
def test_every_base_has_learned() -> None:
    """But of those in which a seat does not see all of the table: nothing is learned there."""
    bases = {name for name in names() if len(ruleset_of(name).files) == 1}
    extended = {Path(file).stem for name in names() for file in ruleset_of(name).files[1:]}
    rulesets = {name: ruleset_of(name) for name in bases | extended}
    assert {name for name, r in rulesets.items() if not hidden(make_plan(r, r.seats[0]))} <= set(LEARNED)


def test_the_nearest_is_taken_and_said() -> None:
    assert weights_for(load("cassino", target=11).ruleset, 2)[1] == (
        "`learned` plays by what it has learned of another form of this ruleset"
    )
    child = next(name for name in names() if name not in LEARNED and ruleset_of(name).match.winner == "highest")
    weights, remark = weights_for(load(child).ruleset, load(child).ruleset.seats[0])
    assert weights is not None
    assert remark == f"`learned` plays by what it has learned of `{weights.variant}`"


def test_where_the_lowest_wins_others_weights_are_no_use() -> None:
    weights, remark = weights_for(load("krypkasino").ruleset, 2)
    assert weights is None
    assert remark == "`learned` has learned nothing of games that the lowest wins: `flat:30` plays for it"


def test_where_nothing_was_learned_a_search_plays(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text("dsl: 1\ntitle: Mine\nextends: cassino\n")  # a base that has learned
    assert weights_for(load(tmp_path / "mine.yaml").ruleset, 2)[0] is not None
    alone = tmp_path / "alone.yaml"
    shutil.copy(VARIANTS / "scopa.yaml", alone)
    task = Task(load(alone).ruleset, 2, "round", ("learned", "random"), 5)
    runner, _, remark = make_runner(task, "auto")
    assert remark == "`learned` has learned nothing of this variant: `flat:30` plays for it; see `cassino train`"
    searching = make_runner(Task(load(alone).ruleset, 2, "round", ("flat:30", "random"), 5), "auto")[0]
    one, two = runner.block(0, 1, records=True), searching.block(0, 1, records=True)
    assert one.records is not None
    assert two.records is not None
    assert one.records[0]["rounds"] == two.records[0]["rounds"]


GOOD: dict[str, Any] = {
    "learned": 1, "variant": "x", "ruleset": "y", "seats": 2, "games": 1, "seed": 1, "weights": {"lead": 3},
}  # fmt: skip


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "Expecting value"),
        ("[" * 30_000, "nested too deep"),
        (" " * (MOST_BYTES + 1), "larger than 64 KiB"),
        ("[]", "no object"),
        ("{}", "`learned` is missing"),
        (json.dumps({**GOOD, "learned": 2}), "another version"),
        (json.dumps({**GOOD, "weights": [1]}), "no object of at most"),
        (json.dumps({**GOOD, "weights": {"lead": 1.5}}), "`lead` is no whole number"),
        (json.dumps({**GOOD, "weights": {"lead": True}}), "`lead` is no whole number"),
        (json.dumps({**GOOD, "weights": {"lead": 10**7}}), "`lead` is no whole number"),
        (json.dumps({**GOOD, "weights": {str(i): 1 for i in range(2_001)}}), "no object of at most"),
        (json.dumps({**GOOD, "weights": {"n" * 201: 1}}), "a name is no text"),
        (json.dumps({**GOOD, "seats": 0}), "`seats` is no whole number"),
        (json.dumps({**GOOD, "variant": 7}), "`variant` is no text"),
        (json.dumps(GOOD).replace("3}", "9" * 5_000 + "}"), "digits"),
        ('{"learned": NaN}', "another version"),
        ('"\udc80"'.encode("utf-8", "surrogatepass").decode("latin-1"), "no object"),
    ],
)
def test_a_hostile_file_is_told(text: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "w.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadWeights, match=said) as told:
        read_weights(path)
    assert str(path) in str(told.value)
    assert "cassino train" in str(told.value)


def test_a_good_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "w.json"
    path.write_text(json.dumps(GOOD))
    assert json.loads(text_of(read_weights(path))) == GOOD


def test_a_link_that_leads_out_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "w.json").write_text(json.dumps(GOOD))
    folder = tmp_path / "mine"
    (folder / "learned").mkdir(parents=True)
    shutil.copy(VARIANTS / "scopa.yaml", folder / "mine.yaml")
    (folder / "learned" / "mine.json").symlink_to(tmp_path / "w.json")
    assert find_weights(load(folder / "mine.yaml").ruleset) is None
