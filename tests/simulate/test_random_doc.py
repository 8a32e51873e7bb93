"""``docs/random.md`` is a second implementation of the generator: it must agree with the engine."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

from cassino_dsl import load
from cassino_dsl.analysis.simulate.reference_runner import ReferenceRunner
from cassino_dsl.analysis.units.runner import Task
from cassino_dsl.engine.reference import rng as mix
from cassino_dsl.engine.reference.game import Engine
from cassino_dsl.engine.reference.state import Build, State
from cassino_dsl.engine.reference.text import play_text
from cassino_dsl.language.ruleset.types import Type
from cassino_dsl.players.policies import greedy
from cassino_dsl.players.tie_break import code

HERE = Path(__file__).parent
PAGE = Path(__file__).resolve().parents[2] / "docs" / "random.md"
Spec = dict[str, Any]


@pytest.fixture(scope="module")
def spec() -> Spec:
    """The Python of the page, run: its own asserts hold."""
    names: Spec = {}
    source = "\n".join(re.findall(r"^```python\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.S | re.M))
    assert source.count("assert") >= 12
    exec(compile(source, str(PAGE), "exec"), names)
    return names


def test_the_page_is_the_generator(spec: Spec) -> None:
    chance = random.Random(3)
    for _ in range(200):
        a, b, n = chance.getrandbits(64), chance.getrandbits(64), chance.randrange(500)
        assert spec["scramble"](a) == mix.scramble(a)
        assert spec["mix"](a, b) == mix.mix(a, b)
        assert spec["match_key"](a, n) == mix.match_key(a, n)
        assert spec["deal_key"](a, n, n // 7) == mix.deal_key(a, n, n // 7)
        assert spec["card_key"](a, "Qh", n) == mix.card_key(a, mix.text_code("Qh"), n)
        assert spec["lot"](a, n, b) == mix.choice(mix.decision_key(a, n), b)


def test_the_page_is_chance_in_play(spec: Spec) -> None:
    """What chance decides in play is what the page says, for cards with twins, builds and numbers."""
    rng, game = random.Random(5), load(HERE / "chance.yaml")
    engine = game.engine()
    chance, tables = engine.applier.effects.chance, engine.evaluate.tables
    for number in range(60):
        match, round = rng.getrandbits(64), rng.randrange(1, 40)
        cards = rng.sample(range(len(tables.text)), rng.randint(1, 30))
        faces = [tables.text[c] for c in cards]
        key = spec["chance_key"](match, round, number)
        assert key == mix.chance_key(match, round, number)
        state = State.empty(engine.plan)
        state.key, state.round, state.chances = match, round, number
        drawn = chance.drawn(state, Type.CARDS, cards)
        assert drawn == spec["drawn"](key, cards, [spec["text_code"](f) for f in faces])
        build, card = Build(7, (tuple(cards[1:3]), tuple(cards[3:])), {}), cards[0]
        state.chances = number
        codes = [spec["build_code"](faces[1:]), spec["text_code"](faces[0])]
        assert chance.drawn(state, Type.ITEMS, [build, card]) == spec["drawn"](key, [build, card], codes)
        state.chances = number
        assert [tables.text[c] for c in chance.shuffled(state, cards)] == spec["laid"](key, faces)
        state.chances = number
        place = spec["drawn"](key, range(len(cards)), range(len(cards)))
        assert chance.anywhere(state, cards[:1], cards[1:]).index(cards[0]) == place
        state.chances, suits = number, ["c", "h"]
        assert chance.drawn(state, Type.SUITS, suits) == spec["drawn"](key, suits, [0, 2])
        assert state.chances == number + 1


@pytest.mark.parametrize(("seats", "batch"), [(3, 1), (4, 1), (3, 2), (4, 3)])
def test_the_page_hands_out_as_the_engine_does(spec: Spec, seats: int, batch: int, tmp_path: Path) -> None:
    """Hands by seat, the table, and zones of the match, of seats and of sides, whoever leads."""
    text = (HERE.parent / "conformance" / "deals" / "to-zones.yaml").read_text(encoding="utf-8")
    text = text.replace("  hand: 2\n", "  hand: 3 if me = dealer else 2\n")
    path = tmp_path / "dealt.yaml"
    path.write_text(text.replace("  table: 1\n", f"  table: 3\n  at_a_time: {batch}\n"), encoding="utf-8")
    engine = load(str(path)).engine(seats)
    sides = engine.plan.sides
    for leader in range(seats):
        state = State.empty(engine.plan)
        state.key, state.leader, state.deals = 7, leader, 0
        engine.shuffle(state)
        stock = state.stock[::-1]
        assert engine.deal(state)
        order = [(leader + i) % seats for i in range(seats)]
        of_sides = [(leader + i) % sides for i in range(sides)]
        ours = [int(side == order[-1] % sides) for side in of_sides]
        due = ([*[2] * (seats - 1), 3], 3, [2, *[1] * (seats - 1), 2, *ours])
        hands, table, zones, rest = spec["hand_out"](stock, *due, batch)
        assert [state.hands[seat] for seat in order] == [sorted(hand) for hand in hands]
        assert (state.loose, state.stock[::-1]) == (table, rest)
        laid = [state.zones["reserve"][seat] for seat in order]
        assert [*laid, *state.zones["kitty"], *(state.zones["ours"][s] for s in of_sides)] == zones


def test_who_looks_ahead_sees_no_chance() -> None:
    """Greedy does not take the play whose luck it could see."""
    game = load(HERE / "chance.yaml")
    engine = game.engine()
    for seed in range(30):
        position = game.position({"hands": {"1": "2c", "2": "Ad Kd"}, "table": "9c", "stock": ""}, seed)
        texts = {p["text"] for p in game.moves(position)["plays"]}
        assert texts == {"gamble", "safe"}
        state = position.state
        key = mix.decision_key(seed, 0)
        chosen = greedy(engine, state, 0, engine.legal(state), key)
        assert chosen.name == "safe"
        assert state.chances == 0


def engine_and_record(variant: str, seed: int, match: int) -> tuple[Engine, dict[str, Any]]:
    runner = ReferenceRunner(Task(load(variant).ruleset, 2, "match", ("random", "random"), seed))
    return runner.engine, (runner.block(match, 1, records=True).records or [])[0]


@pytest.mark.parametrize(("variant", "seed", "match"), [("traditional-cassino", 1, 0), ("scopa", 2**64 - 1, 17)])
def test_the_page_reproduces_a_whole_match(spec: Spec, variant: str, seed: int, match: int) -> None:
    game = load(variant)
    engine = game.engine(2)
    tables, key = engine.evaluate.tables, spec["match_key"](seed, match)
    _, record = engine_and_record(variant, seed, match)
    faces = [face.text for face in game.ruleset.pack.faces]
    played = [text for r in record["rounds"] for text in r["plays"]]
    state = engine.new_match(key)
    stock = spec["shuffled"](faces, game.ruleset.pack.copies, key, 1)
    dealt = len(faces) - len(state.stock)
    assert [tables.text[c] for c in reversed(state.stock)] == stock[dealt:]
    for number, text in enumerate(played):
        lots = {}
        for play in engine.legal(state):
            written = spec["code"](
                play.kind,
                [tables.text[c] for c in play.cards],
                [tables.text[c] for c in play.taken()],
                play.value,
                play.action.fingerprint + play.decision if play.kind == "other" else 0,
            )
            assert written == code(tables, play)
            lots[spec["lot"](key, number, written)] = play
        chosen = lots[min(lots)]
        assert play_text(tables, chosen) == text
        state = engine.play(state, chosen)
    assert state.match_over
