"""Blocks on a Dask cluster: the same figures to the last digit, whatever happens to workers and scheduler."""

from __future__ import annotations

import json
import pickle
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from cassino_dsl import load
from cassino_dsl.simulate import cluster
from cassino_dsl.simulate.cluster import NoCluster, Refusal
from cassino_dsl.simulate.work import Units
from cassino_dsl.units.record import fingerprint
from cassino_dsl.units.runner import Task

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
        "from cassino_dsl.units.record import fingerprint; print(fingerprint(r, r.seats[0]))"
    )
    told = subprocess.run([sys.executable, "-c", code], input=pickle.dumps(ruleset), capture_output=True, check=True)
    assert told.stdout.decode().strip() == fingerprint(ruleset, seats)


def test_a_piece_of_another_ruleset_or_version_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "_address", lambda: "here")
    ruleset = load("scopa").ruleset
    work = Units(Task(ruleset, 2, "round", ("random", "random"), 1), "reference")
    known, sent = fingerprint(ruleset, 2), pickle.dumps(work)
    refusal = cluster.do_piece(cluster.version(), "another", sent, 0, 1)
    assert refusal == Refusal("here", "it makes another ruleset of what it is sent")
    assert cluster.do_piece("another", known, sent, 0, 1) == Refusal("here", "it runs another version of cassino-dsl")
    assert cluster.do_piece(cluster.version(), known, sent, 0, 1).tally.units == 1


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
    return {key: value for key, value in json.loads(text).items() if key != "seconds"}


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
    assert len(err.splitlines()) == 1  # how long it takes, and nothing of Dask's


@pytest.mark.ci
def test_a_scheduler_without_workers_is_not_waited_for_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 3.0)
    monkeypatch.setattr(cluster, "ALONE", 1.0)
    port, said = free_port(), list[str]()
    task = Task(load("scopa").ruleset, 2, "match", ("random", "random"), 1)
    with processes() as all_of_them:
        all_of_them.append(scheduler(port))
        there = cluster.Cluster(f"tcp://127.0.0.1:{port}", said.append)
        with there, pytest.raises(NoCluster, match="has no workers: start some"):
            list(there.blocks(Units(task, "reference"), [(0, 1)]))
    assert said == [f"the scheduler at tcp://127.0.0.1:{port} has no workers: waiting for one"]


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
def test_a_scheduler_that_is_started_anew_gets_the_rest(here: dict[str, Any], tmp_path: Path) -> None:
    port = free_port()
    with processes() as all_of_them:
        first = scheduler(port)
        all_of_them += [first, worker(port)]
        run = underway(f"tcp://127.0.0.1:{port}", tmp_path / "out")
        all_of_them.append(run)
        first.kill()
        first.wait()
        all_of_them += [scheduler(port), worker(port)]
        out, err = run.communicate(timeout=300)
        assert figures(out) == here, err
        told = err.splitlines()
        assert told
        assert all(line.startswith("cassino: the scheduler at tcp://127.0.0.1:") for line in told), err
        assert "went away" in told[0]


@pytest.mark.ci
def test_a_worker_of_another_version_is_refused(here: dict[str, Any], tmp_path: Path) -> None:
    for name in ("cassino_dsl", "grammar", "variants"):
        shutil.copytree(ROOT / name, tmp_path / name)
    with (tmp_path / "cassino_dsl" / "game.py").open("a", encoding="utf-8") as file:
        file.write("# another\n")
    port = free_port()
    with processes() as all_of_them:
        all_of_them += [scheduler(port), worker(port, tmp_path), worker(port)]
        run = simulating(f"tcp://127.0.0.1:{port}")
        all_of_them.append(run)
        out, err = run.communicate(timeout=300)
        assert figures(out) == here, err
        assert "is refused: it runs another version" in err


@pytest.mark.ci
def test_a_worker_of_another_ruleset_is_refused(here: dict[str, Any], tmp_path: Path) -> None:
    """The same program, but what it makes of the ruleset that it is sent is not the same."""
    other = tmp_path / "other.py"
    other.write_text(
        "from cassino_dsl.simulate import cluster\ncluster.fingerprint = lambda ruleset, seats: 'another'\n",
        encoding="utf-8",
    )
    port = free_port()
    with processes() as all_of_them:
        all_of_them += [scheduler(port), worker(port, ROOT, "--preload", str(other))]
        run = simulating(f"tcp://127.0.0.1:{port}")  # no other is there
        all_of_them.append(run)
        out, err = run.communicate(timeout=300)
        assert run.returncode == 2
        assert "is refused: it makes another ruleset of what it is sent" in err
        assert err.splitlines()[-1].endswith("no worker is left that may play")
        assert out == ""
        all_of_them.append(worker(port))
        run = simulating(f"tcp://127.0.0.1:{port}")
        all_of_them.append(run)
        out, err = run.communicate(timeout=300)
        assert figures(out) == here, err
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
