"""A match in lines: what somebody who plays is told, and that it is what happens."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from cassino_dsl import load
from cassino_dsl.analysis.simulate.reference_runner import ReferenceRunner
from cassino_dsl.analysis.simulate.replay import Replayer
from cassino_dsl.analysis.units.runner import Task
from cassino_dsl.engine.reference.rng import mix
from cassino_dsl.table import opening
from tests.cli.conftest import Cassino
from tests.names.test_names import BURROW
from tests.native.compare import names

FIRST = "1\n" * 2_000  # always the first play
ANY = "".join(f"{mix(7, n) % 9 + 1}\n" for n in range(2_000)) + FIRST  # what there is not is asked for again


@pytest.fixture(autouse=True)
def nothing_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test of lines waits for a compiler: hints look a play ahead."""
    monkeypatch.setattr(opening, "native_engine", lambda *_: (None, "not in tests"))


def rounds(out: str) -> list[dict[str, list[int]]]:
    """The tables of points: by award, a number for each side."""
    found = []
    for table in re.findall(r"^Round \d+ is over.*\n.*\n((?:  .*\n)+)", out, re.M):
        lines = re.sub(r"(?:[\d.]+|\?) → ", "", table).splitlines()  # what was counted
        rows = (re.fullmatch(r"  (\S.*?)((?:\s+-?[\d.]+)+)", line) for line in lines)
        found.append({row[1]: [float(n) for n in row[2].split()] for row in rows if row})
    return found


def adds_up(points: dict[str, list[int]]) -> bool:
    awards = [row for name, row in points.items() if name not in ("points", "score")]
    return [sum(row) for row in zip(*awards, strict=True)] == points["points"] if awards else not any(points["points"])


@pytest.mark.share(6)
@pytest.mark.parametrize("variant", names())
def test_a_round_of_every_variant(cassino: Cassino, variant: str, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    words = ("--seed", 5, "--rounds", 1, "--against", "random", "--file", file)
    ran = cassino("play", variant, "--plain", *words, stdin=ANY)
    assert ran.code == 0
    told = rounds(ran.out)
    assert len(told) == 1
    assert adds_up(told[0])
    record = json.loads(file.read_text())
    played = record["rounds"][0]
    called = {award.name: award.called for award in load(variant).ruleset.awards}
    for name, row in played["awards"].items():
        assert told[0].get(called.get(name) or name.replace("_", " "), [0] * len(row)) == row
    assert told[0]["score"] == played["scores"]
    mine = re.findall(r"^You (?:take|build|lay|choose|end|pass)", ran.out, re.M)
    others = re.findall(r"^Seat \d (?:takes|builds|lays|chooses|ends|passes)", ran.out, re.M)
    assert len(mine) + len(others) >= len(played["plays"])
    assert max(len(line) for line in ran.out.splitlines() if not line.startswith((*"YS> ", "build"))) <= 120


def test_a_table_in_lines_with_names_and_a_decision(cassino: Cassino) -> None:
    """What is asked says what it is about, with the 0 that may be chosen; names stand whole in columns; the table of a
    round that others begin is shown before they play."""
    asked = ("h", "h", "note 0", "heron", "w", "frog takes duck", "h", "h", *"1" * 40)
    ran = cassino("play", BURROW, "--plain", "--seed", 4, stdin="\n".join(asked) + "\n")
    assert ran.code == 0
    assert (
        "  Note: how many frogs you hope for, and what it costs if they stay away.\n   1 note 0    2 note 1" in ran.out
    )
    assert "You choose “note 0”." in ran.out
    assert "No heron is in your hand." in ran.out
    assert "> w\nWhy not what? The play, please:\n> frog takes duck\nNo duck lies on the table." in ran.out
    assert "heron heron" not in " ".join(ran.out.split())
    first = re.findall(r"^  fly of green ( +)1 takes Heron1.*\n  tadpole of green ( +)3 trails", ran.out, re.M)
    assert [len(gap) for gap in first[0]] == [6, 2]
    second = ran.out.partition("Round 2: you deal, seat 2 leads\n")[2]
    assert second.lstrip().startswith(("Seat 2 has a decision to make.\n\ntable: ", "table: "))


def test_what_is_kept_is_a_record(cassino: Cassino, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    cassino("play", "scopa", "--plain", "--seed", 5, "--file", file, stdin="7 6 A\n1\n1\nq\n")
    record = json.loads(file.read_text())
    assert record["players"] == ["person", "greedy"]
    assert record["rounds"][0]["plays"][0] == "7d takes 6c Ah"
    Replayer(lambda variant, *_: load(variant).ruleset).replay(record)
    assert cassino("replay", file).code == 0
    ran = cassino("play", "--resume", "--plain", "--file", file, stdin="l\nq\n")
    assert "You go on where you stopped." in ran.out
    assert "  You take 6c and Ah with 7d.\n" in ran.out


def test_a_whole_match_is_a_record(cassino: Cassino, tmp_path: Path) -> None:
    """Points are told award by award, and add up to the score; who wins is told, and the file replays."""
    file = tmp_path / "game.json"
    ran = cassino("play", "scopa", "--plain", "--seed", 5, "--file", file, stdin=FIRST)
    told, score = rounds(ran.out), [0.0, 0.0]
    assert len(told) > 1
    for points in told:
        assert adds_up(points)
        score = [was + won for was, won in zip(score, points["points"], strict=True)]
        assert points["score"] == score
    assert max(score) >= 11
    assert f"The match: {len(told)} rounds" in ran.out
    winner = "You win" if score[0] > score[1] else "Seat 2 wins"
    assert ran.out.splitlines()[-1] == f"{winner}: 11 points or more."
    assert cassino("replay", file).code == 0


def test_the_first_round_is_that_of_a_simulation(cassino: Cassino) -> None:
    """The same seed deals the same cards, and the program at the other seat plays as in a simulation."""
    task = Task(load("scopa").ruleset, 2, "round", ("random", "greedy"), 3)
    (record,) = ReferenceRunner(task).block(0, 1, records=True).records or ()
    mine = record["rounds"][0]["plays"][::2]
    ran = cassino("play", "scopa", "--seed", 3, "--rounds", 1, "--against", "greedy", stdin="\n".join(mine) + "\n")
    points = rounds(ran.out)[0]
    for name, row in record["rounds"][0]["awards"].items():
        assert points.get({"sweeps": "Scope"}.get(name, name), [0, 0]) == row
    assert len(re.findall(r"^Seat 2 (?:takes|lays)", ran.out, re.M)) == len(record["rounds"][0]["plays"][1::2])


def test_what_happens_by_itself_is_told(cassino: Cassino) -> None:
    """In lines as to everybody else: what is remembered stands at the table, and with the scores, with its words."""
    file = Path(__file__).parents[1] / "table" / "pool.yaml"
    ran = cassino("play", file, "--seed", 1, "--against", "random", stdin="1\n" * 3 + "s\nl\nq\n")
    assert "\n  3 cards go from the stock to “prize”.\n" in ran.out
    assert "\nseat 2 holds 3 cards\n" in ran.out
    assert re.search(r"^  Pool: \d now, \d before\.$", ran.out, re.M)
    table, scores = ran.out.split("> s\n")
    assert re.search(r"^pool: \d$", table, re.M)
    assert not re.search(r"^turns taken", table, re.M)
    assert re.search(r"^  pool: \d \(what the next sweep brings\)$", scores, re.M)
    assert re.search(r"^  turns taken: you \d; seat 2 \d$", scores, re.M)
    assert re.search(r"^  Scope \(points\) +[?\d] +[?\d]$", scores, re.M)


def test_of_many_plays_the_first_are_listed_and_all_can_be_asked_for(cassino: Cassino) -> None:
    ran = cassino("play", "mulle", "--seed", 3, stdin="Ks\n2\nq\n")
    listed, asked = re.split(r"> Ks\nWhich of these \d+\?\n", ran.out)
    assert "more: Ks" in listed
    assert asked.count("takes") + asked.count("builds") > 20
    assert "You take 2c, 10c, Kc and As with Ks." in asked
    assert max(map(len, ran.out.splitlines())) <= 80


def test_why_not_asks_of_a_listed_play_by_its_number(cassino: Cassino) -> None:
    out = cassino("play", "scopa", "--plain", "--seed", 5, stdin="w 2\nq\n").out
    assert "Jh   2 takes Js" in out
    assert "It is legal: `Jh takes Js`." in out


def test_plays_stand_by_card(cassino: Cassino) -> None:
    ran = cassino("play", "cassino", "--seed", 5, "--rounds", 1, stdin=FIRST)
    blocks = re.findall(r"^your hand: (.*)\n((?:  .*\n)+)", ran.out, re.M)
    assert blocks
    for hand, plays in blocks:
        named = [line.split()[0] for line in plays.splitlines() if re.match(r"  \w", line)]
        assert len(set(named)) == len(named)
        assert set(named) <= set(hand.split())
        numbers = [int(n) for n in re.findall(r"(?:^|\s)(\d+) (?:takes|builds|trails)", plays)]
        assert numbers == list(range(1, len(numbers) + 1))


def test_several_people(cassino: Cassino) -> None:
    """Each is told what was played in his own words, and sees his own hand."""
    ran = cassino("play", "scopa", "--seed", 5, "--seat", 1, "--seat", 2, stdin="7 6 A\n1\nq\n")
    second = ran.out.split("Seat 2 plays next.")[1].split("Seat 1 plays next.")[0]
    assert "Seat 1 takes 6c and Ah with 7d." in second
    hands = re.findall(r"^your hand: (.*)$", ran.out, re.M)
    assert len(hands) == 3
    assert not set(hands[0].split()) & set(hands[1].split())
    assert set(hands[2].split()) < set(hands[0].split())
