"""`moves`, `score` and `perft` on both engines: the same bytes, whoever answers."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import time
from functools import lru_cache
from pathlib import Path

import pytest

from cassino_dsl.engine.native import engine as native
from cassino_dsl.engine.native.engine import NativeEngine
from cassino_dsl.engine.position.position import Position, position_json
from cassino_dsl.engine.reference.game import TooMany, perft
from cassino_dsl.engine.reference.rng import match_key
from cassino_dsl.faces.cli import loading
from cassino_dsl.game import CassinoError, Game, load
from cassino_dsl.language.ruleset.run_fault import RunFault
from cassino_dsl.match import answering as games
from tests.cli.conftest import Cassino, Ran
from tests.native.compare import house_rules, names, needs_compiler, quick_engine
from tests.shipped import ruleset as ruleset_of

BAD_LINES = ("not json", '{"hand": "7z"}', "[1]", "", "{}", '{"hand": "7c", "table": "7c 7c"}', '{"seats": 99}')
# a debt in a game that has none
UNHEARD_OF = {"hand": "7c 8c", "table": "3c", "builds": [{"value": 7, "groups": ["4d 3d"], "owed": True}]}
# the first deal has tens of thousands of sequences of three plays
MANY = ("mulle", "twelve-card-cassino", "italian-cassino", *(n for n in names() if n.startswith("african-")))


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiles in a fraction of the time, and loads a variant once for all that is asked of it."""
    monkeypatch.setattr(loading, "load_ruleset", lru_cache(loading.load_ruleset))
    monkeypatch.setattr(native, "native_engine", lambda ruleset, seats: (quick_engine(ruleset, seats), ""))


@pytest.fixture
def none(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is no compiler."""
    monkeypatch.setattr(native, "native_engine", lambda ruleset, seats: (None, "there is none"))


def from_play(game: Game, seats: int, count: int, seed: int = 1) -> list[str]:
    """Positions of random play, a line each."""
    engine, rng = game.engine(seats), random.Random(seed)
    found: list[str] = []
    for match in range(count):
        key = match_key(seed, match)
        state = engine.new_match(key)
        while not state.match_over:
            if len(found) == count:
                return found
            found.append(json.dumps(position_json(Position(engine, state, frozenset(range(seats)), "listed"))))
            state = engine.play(state, rng.choice(engine.legal(state)))
    return found


def both(cassino: Cassino, *words: object) -> Ran:
    """What both engines print, which is the same."""
    wanted, found = (cassino(*words, "--engine", engine) for engine in ("reference", "native"))
    assert found == wanted
    return wanted


def same_batch(cassino: Cassino, folder: Path, lines: list[str], *words: object) -> Ran:
    """The answers of `moves`; those of `score` are the same too."""
    file = folder / "positions.jsonl"
    file.write_text("\n".join(lines) + "\n")
    scored, ran = (both(cassino, command, *words, "--batch", file) for command in ("score", "moves"))
    assert len(ran.out.splitlines()) == len(scored.out.splitlines()) == len(lines)
    return ran


def finished(game: Game, count: int, seed: int = 1) -> list[str]:
    """Rounds at their end: every card in some pile, points made in play, a check that may not hold."""
    rng, plan = random.Random(seed), game.engine().plan
    pack = game.ruleset.pack
    found = []
    for _ in range(count):
        piles: list[list[str]] = [[] for _ in range(plan.sides)]
        for face in pack.faces:
            for _ in range(pack.copies):
                rng.choice(piles).append(face.text)
        words = {str(i + 1): " ".join(pile) for i, pile in enumerate(piles)}
        scores = {"1": rng.randint(0, 30), "2": rng.randint(0, 30)}
        points = {rng.choice(["sweeps", "nobody_knows", *(a.name for a in plan.awards)]): {"1": rng.randint(-1, 2)}}
        found.append(json.dumps({"piles": words, "scores": scores, "points": points, "stock": ""}))
    return found


@needs_compiler
@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("name", names())
@pytest.mark.share(12)
def test_answers_are_the_same(cassino: Cassino, tmp_path: Path, name: str) -> None:
    game = load(name)
    lines = from_play(game, game.ruleset.seats[0], 12) + finished(game, 6)
    ran = same_batch(cassino, tmp_path, [*lines[:5], *BAD_LINES, *lines[5:]], name)
    assert ran.code == 1
    assert sum('"error"' in line for line in ran.out.splitlines()) == len(BAD_LINES) + 6  # the ends have no hands
    both(cassino, "perft", name, "--seed", 1, "--depth", 2 if name in MANY else 3)


@needs_compiler
@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(
    "words",
    [
        ("buckeye", "--with", "sweeps", "--with", "multiple-building"),
        ("cassino-wikipedia", "--with", "michigan"),  # a rule with a price
        ("scopa", "--set", "fewest=true"),
    ],
    ids=" ".join,
)
def test_with_house_rules_and_options(cassino: Cassino, tmp_path: Path, words: tuple[str, ...]) -> None:
    ran = same_batch(cassino, tmp_path, from_play(load(words[0]), 2, 40), *words)
    assert ran.code == 0
    for depth in range(3):
        both(cassino, "perft", *words, "--seed", 3, "--depth", depth, "--format", "json")


@needs_compiler
@pytest.mark.long
@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("name", names())
def test_many_answers_are_the_same(cassino: Cassino, tmp_path: Path, name: str) -> None:
    plain = load(name)
    for seats in plain.ruleset.seats:
        lines = from_play(plain, seats, 300, seed=2) + finished(plain, 50, seed=2)
        same_batch(cassino, tmp_path, lines, name)
        both(cassino, "perft", name, "--seed", 2, "--seats", seats, "--depth", 3)
    for rule in house_rules():
        try:
            game = load(name, (rule,))
        except CassinoError:
            continue
        seats = game.ruleset.seats[-1]
        same_batch(cassino, tmp_path, from_play(game, seats, 60, seed=3), name, "--with", rule)
        both(cassino, "perft", name, "--with", rule, "--seed", 3, "--seats", seats, "--depth", 2)


@needs_compiler
@pytest.mark.usefixtures("quick")
def test_a_debt_that_nobody_makes(cassino: Cassino, tmp_path: Path) -> None:
    position = tmp_path / "position.json"
    position.write_text(json.dumps({**UNHEARD_OF, "hands": {"2": "9c"}, "stock": ""}))
    assert same_batch(cassino, tmp_path, [position.read_text()], "cassino").code == 0
    both(cassino, "moves", "cassino", position, "--format", "json")
    both(cassino, "perft", "cassino", position, "--depth", 2)


@needs_compiler
@pytest.mark.long
@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("name", ["traditional-cassino", "african-cassino", "tablic"])
def test_too_many_plays(cassino: Cassino, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Crowded tables are the reference's, and so is every fault: the message is the same, whoever looks first."""
    faces = [f.text for f in ruleset_of(name).pack.faces]
    hand = ["8c", "9c", "10c"]
    table = [f for f in faces if f not in hand]
    lines = [json.dumps({"hand": " ".join(hand), "table": " ".join(table[::step])}) for step in (1, 4)]
    ran = same_batch(cassino, tmp_path, lines, name)
    assert "more than 200000 plays" in ran.out
    monkeypatch.setattr(games, "CROWDED", 99)
    assert same_batch(cassino, tmp_path, lines, name) == ran


@needs_compiler
@pytest.mark.usefixtures("quick")
def test_auto_begins_with_the_reference(
    cassino: Cassino, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[int] = []
    legal = NativeEngine.legal

    def counted(engine: NativeEngine, state: object, drawn: int | None = None) -> object:
        asked.append(1)
        return legal(engine, state, drawn)  # type: ignore[arg-type]

    monkeypatch.setattr(NativeEngine, "legal", counted)
    monkeypatch.setattr(games, "FEW", 7)
    file = tmp_path / "positions.jsonl"
    file.write_text("\n".join(from_play(load("scopa"), 2, 20)))
    mixed = cassino("moves", "scopa", "--batch", file)
    assert len(asked) == 13
    assert cassino("moves", "scopa", "--batch", file, "--engine", "reference") == mixed
    assert len(asked) == 13
    counted_by: list[int] = []
    count = NativeEngine.perft
    monkeypatch.setattr(NativeEngine, "perft", lambda *args: counted_by.append(1) or count(*args))
    cassino("perft", "scopa", "--seed", 1, "--depth", 2)
    assert not counted_by
    deep = cassino("perft", "scopa", "--seed", 1, "--depth", 4)
    assert counted_by
    assert cassino("perft", "scopa", "--seed", 1, "--depth", 4, "--engine", "reference") == deep


@pytest.mark.usefixtures("none")
def test_without_the_native_engine(cassino: Cassino, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """auto says so once, and only where it matters; who asked for the native engine gets no answer."""
    monkeypatch.setattr(games, "FEW", 2)
    file = tmp_path / "positions.jsonl"
    file.write_text('{"hand": "7c"}\n' * 5 + '{"seats": 4, "hand": "7c"}\n' * 5)
    commands = [("moves", "cassino", "--batch", file), ("perft", "cassino", "--seed", 1, "--depth", 3)]
    for words in commands:
        wanted, found = cassino(*words, "--engine", "reference"), cassino(*words)
        assert wanted.err == ""
        assert found.err == "cassino: played on the reference engine; the native one cannot: there is none\n"
        assert (found.code, found.out) == (wanted.code, wanted.out)
        asked = cassino(*words, "--engine", "native")
        assert (asked.code, asked.out) == (2, "")
        assert asked.err == "cassino: the native engine cannot play this: there is none\n"
    assert cassino("perft", "cassino", "--seed", 1, "--depth", 1).err == ""


def test_what_the_native_engine_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    """The reference judges it, and is not asked first only where that could take for ever."""

    class Picky:
        code = "bad-position"
        asked = 0

        def legal(self, state: object, drawn: int | None) -> list[int]:
            self.asked += 1
            raise RunFault(self.code, "not for me")

        def perft(self, state: object, depth: int, steps: int) -> list[int]:
            raise RunFault(self.code, "not for me")

    picky = Picky()
    monkeypatch.setattr(native, "native_engine", lambda ruleset, seats: (picky, ""))
    plain = load("cassino")
    game = Game(plain.ruleset, engine="native")
    start = game.position({"hands": {"1": "7c", "2": "7d"}, "table": "3c 4d", "stock": ""})
    assert game.moves(start) == plain.moves(start)
    assert picky.asked == 1
    crowded = {"hand": "Kc", "table": "Ac Ad As Ah 2c 2d 2s 2h 3c 3d 3s 3h 4c"}
    assert game.moves(crowded) == plain.moves(crowded)
    assert picky.asked == 1
    assert game.perft(start, 2) == plain.perft(start, 2)
    picky.code = "endless-play"
    with pytest.raises(RunFault, match="not for me"):
        game.perft(start, 2)


def test_a_count_stops_at_its_limit() -> None:
    game = load("cassino")
    start = game.position({"hands": {"1": "7c", "2": "7d"}, "table": "3c 4d", "stock": ""})
    counts = perft(start.engine, start.state, 2)
    assert perft(start.engine, start.state, 2, 1 + counts[1]) == counts
    with pytest.raises(TooMany):
        perft(start.engine, start.state, 2, counts[1])


@needs_compiler
def test_ctrl_c_ends_a_count(tmp_path: Path) -> None:
    code = (
        "from cassino_dsl.engine.native.engine import NativeEngine as E\n"
        "count = E.perft\n"
        "def loud(*args):\n    print('counting', flush=True)\n    return count(*args)\n"
        "E.perft = loud\n"
        "from cassino_dsl.faces.cli.main import main\nmain()\n"
    )
    words = ["perft", "cassino", "--seed", "1", "--depth", "30", "--engine", "native"]
    code = f"import signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n{code}"  # a shell may ignore it
    running = subprocess.Popen([sys.executable, "-c", code, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        assert running.stdout is not None
        assert running.stdout.readline() == b"counting\n"
        time.sleep(0.1)  # it is in the C by now
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=20)
    finally:
        running.kill()
    assert (running.returncode, out) == (130, b"")
    assert err.strip() == b"interrupted"
