"""Blocks on a Dask cluster: the same figures to the last digit, whatever happens to workers and scheduler."""

from __future__ import annotations

import json
import pickle
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from cassino_dsl import load
from cassino_dsl.analysis.simulate import cluster
from cassino_dsl.analysis.simulate.cluster import NoCluster
from cassino_dsl.analysis.simulate.work import playing
from cassino_dsl.analysis.units.runner import Task
from cassino_dsl.match.record import fingerprint
from tests.simulate.helpers import timeless

ROOT = Path(__file__).resolve().parents[2]
# slow enough that something can happen to it on the way
WORDS = ["simulate", "scopa", "--unit", "round", "--games", "800", "--seed", "7", "--engine", "reference"]
WORDS += ["--format", "json"]
Process = subprocess.Popen[str]


@pytest.mark.parametrize("variant", ["mulle", "scopone", "italian-cassino"])
def test_a_ruleset_goes_to_a_process_that_knows_nothing(variant: str) -> None:
    """Not only to one that was forked."""
    ruleset = load(variant).ruleset
    seats = ruleset.seats[0]
    code = (
        "import pickle, sys; r = pickle.load(sys.stdin.buffer); "
        "from cassino_dsl.match.record import fingerprint; print(fingerprint(r, r.seats[0]))"
    )
    told = subprocess.run([sys.executable, "-c", code], input=pickle.dumps(ruleset), capture_output=True, check=True)
    assert told.stdout.decode().strip() == fingerprint(ruleset, seats)


def test_a_piece_of_another_version_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "_address", lambda: "here")
    task = Task(load("scopa").ruleset, 2, "round", ("random", "random"), 1)
    sent = pickle.dumps(partial(playing, task, "reference"))
    with pytest.raises(NoCluster, match="worker here cannot play: it runs another version of cassino-dsl"):
        cluster.do_piece("another", sent, 0, 1)
    assert cluster.do_piece(cluster.version(), sent, 0, 1).tally.units == 1


def test_a_version_is_all_that_says_how_games_are_played() -> None:
    """The words of the language and the keys of a file are tables, no code."""
    names = cluster.program_files().keys()
    assert {"language/ruleset/words.yaml", "engine/native/runtime/worlds.h", "game.py"} <= names
    assert {"grammar/cassino.lark", "grammar/shape.yaml", "grammar/languages/it.yaml"} <= names
    assert not any("_shipped" in name for name in names)


# ---- real clusters


def started(*words: str, cwd: Path = ROOT) -> Process:
    """A process that finds the program in a folder: -m looks there first."""
    return subprocess.Popen(
        [sys.executable, "-m", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=cwd,
    )


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


@contextmanager
def processes() -> Iterator[list[Process]]:
    """A list of processes that are gone in the end."""
    found: list[Process] = []
    try:
        yield found
    finally:
        for one in found:
            one.kill()
            one.communicate()


def scheduler(port: int) -> Process:
    words = ("--host", "127.0.0.1", "--port", str(port), "--no-dashboard", "--no-show")
    return started("distributed.cli.dask_scheduler", *words)


def worker(port: int, cwd: Path = ROOT, *more: str) -> Process:
    words = (f"tcp://127.0.0.1:{port}", "--no-nanny", "--nthreads", "1", "--no-dashboard")
    return started("distributed.cli.dask_worker", *words, *more, cwd=cwd)


def simulating(where: str, *more: str) -> Process:
    return started("cassino_dsl", *WORDS, "--dask", where, *more)


def underway(where: str, folder: Path) -> Process:
    """A simulation of which some blocks are back."""
    run = simulating(where, "--out", str(folder))
    while not (folder / "1.json").exists():
        assert run.poll() is None, run.communicate()
        time.sleep(0.05)
    return run


def figures(text: str) -> dict[str, Any]:
    return timeless(json.loads(text))


@pytest.fixture(scope="module")
def here() -> dict[str, Any]:
    """What one process finds."""
    told = subprocess.run(
        [sys.executable, "-m", "cassino_dsl", *WORDS, "--jobs", "1"],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    return figures(told.stdout)


@pytest.mark.ci
def test_weights_of_workers_of_this_machine() -> None:
    words = ("cassino_dsl", "train", "tablic", "--games", "12", "--seed", "3")
    there, here = (started(*words, *who).communicate() for who in (("--dask", "local:2"), ("--jobs", "1")))
    assert there == here
    assert json.loads(there[0])["weights"]


@pytest.mark.ci
def test_workers_of_this_machine(here: dict[str, Any]) -> None:
    out, err = simulating("local:2").communicate()
    assert err == ""
    assert figures(out) == here


@pytest.mark.ci
def test_what_deep_plays_is_played_there_too() -> None:
    words = ("cassino_dsl", "simulate", "tablic", "--games", "20", "--seed", "4", "--deep", "--searched", "20")
    with socket.socket() as taken:  # where another cluster of this machine would listen
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        with suppress(OSError):
            taken.bind(("127.0.0.1", 8787))
            taken.listen()
        (there, err), (at_home, _) = (
            started(*words, "--format", "json", *who).communicate() for who in (("--dask", "local:2"), ("--jobs", "1"))
        )
    assert figures(there) == figures(at_home)
    assert "deep" in figures(there)
    assert err == ""  # nothing of Dask's


@pytest.mark.ci
def test_a_scheduler_without_workers_is_not_waited_for_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 1.0)
    port = free_port()
    with processes() as all_of_them:
        all_of_them.append(scheduler(port))
        with (
            pytest.raises(NoCluster, match="has no workers: start some"),
            cluster.Cluster(f"tcp://127.0.0.1:{port}"),
        ):
            pass


@pytest.mark.ci
def test_a_killed_worker_loses_nothing(here: dict[str, Any], tmp_path: Path) -> None:
    port = free_port()
    with processes() as all_of_them:
        all_of_them += [scheduler(port), *(one := [worker(port), worker(port)])]
        run = underway(f"tcp://127.0.0.1:{port}", tmp_path / "out")
        all_of_them.append(run)
        one[0].kill()
        out, err = run.communicate(timeout=300)
        assert figures(out) == here, err


@pytest.mark.ci
def test_a_run_whose_scheduler_went_away_can_go_on(here: dict[str, Any], tmp_path: Path) -> None:
    port = free_port()
    with processes() as all_of_them:
        first = scheduler(port)
        all_of_them += [first, worker(port)]
        run = underway(f"tcp://127.0.0.1:{port}", tmp_path / "out")
        all_of_them.append(run)
        first.kill()
        _, err = run.communicate(timeout=120)
        assert run.returncode == 2
        assert f"the scheduler at tcp://127.0.0.1:{port} went away; what --out has kept can go on" in err
        assert "Traceback" not in err
    words = ["simulate", "--resume", str(tmp_path / "out"), "--jobs", "2", "--format", "json", "--engine", "reference"]
    out, err = started("cassino_dsl", *words).communicate(timeout=300)
    assert figures(out) == here, err


@pytest.mark.ci
def test_a_worker_of_another_version_ends_the_run(tmp_path: Path) -> None:
    other = tmp_path / "other.py"
    other.write_text("from cassino_dsl.analysis.simulate import cluster\ncluster.version = lambda: 'another'\n")
    port = free_port()
    with processes() as all_of_them:
        all_of_them += [scheduler(port), worker(port, ROOT, "--preload", str(other))]
        run = simulating(f"tcp://127.0.0.1:{port}")
        all_of_them.append(run)
        out, err = run.communicate(timeout=300)
        assert (run.returncode, out) == (2, "")
        assert "cannot play: it runs another version" in err
        assert "Traceback" not in err


@pytest.mark.ci
def test_ctrl_c_keeps_what_was_played(here: dict[str, Any], tmp_path: Path) -> None:
    folder = str(tmp_path / "out")
    run = underway("local:2", tmp_path / "out")
    run.send_signal(signal.SIGINT)
    _, err = run.communicate(timeout=120)
    assert run.returncode == 130, err
    assert "Traceback" not in err
    words = ["simulate", "--resume", folder, "--dask", "local:2", "--format", "json", "--engine", "reference"]
    out, err = started("cassino_dsl", *words).communicate(timeout=300)
    assert figures(out) == here, err
