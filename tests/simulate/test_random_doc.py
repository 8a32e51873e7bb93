"""``docs/random.md`` is a second implementation of the generator: it must agree with the engine."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

from cassino_dsl import load
from cassino_dsl.engine import mix
from cassino_dsl.engine.game import Engine
from cassino_dsl.engine.text import play_text
from cassino_dsl.players.lots import code
from cassino_dsl.simulate.reference_runner import ReferenceRunner
from cassino_dsl.units.runner import Task

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
        state = engine.play(state, chosen, key)
    assert state.match_over
