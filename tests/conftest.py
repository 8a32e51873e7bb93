"""What every test run shares: the processes that tests start find the program compiled to bytecode, and a folder for
the games that are stopped."""

from __future__ import annotations

import atexit
import gc
import os
import shutil
import tempfile
from collections import Counter
from functools import lru_cache

import pytest

from cassino_dsl.language.syntax import parser, read_source

# matches that are stopped are kept here, and nowhere else
_kept = os.environ["CASSINO_STATE_DIR"] = tempfile.mkdtemp()
atexit.register(shutil.rmtree, _kept, ignore_errors=True)

gc.set_threshold(50_000)  # as the program does: looking through all that tests keep took a sixth of the time

# nobody else asks for all shipped files in turn, over and over: each is read, and each expression parsed, about once
read_source._kept = lru_cache(maxsize=300)(read_source._kept.__wrapped__)
parser._alone = lru_cache(maxsize=10_000)(parser._alone.__wrapped__)

if os.environ.pop("PYTHONDONTWRITEBYTECODE", None):
    # or each of some hundred processes compiles all modules anew, which takes longer than what it is asked;
    # the wish to have nothing written beside the sources is kept
    _folder = tempfile.mkdtemp()
    os.environ["PYTHONPYCACHEPREFIX"] = _folder
    atexit.register(shutil.rmtree, _folder, ignore_errors=True)


@pytest.fixture(autouse=True)
def _nothing_is_started_behind_a_test(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The quick code does for what a test plays that is soon over, and this process where it asks for no others: to
    copy one that holds all tests takes longer than a few games. The figures are the same."""
    longer = request.node.get_closest_marker("ci") is not None
    monkeypatch.setattr("cassino_dsl.engine.native.engine.PATIENCE", 2.0 if longer else float("inf"))
    monkeypatch.setattr("os.cpu_count", lambda: 1)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Of a test marked ``share(n)`` each n-th case runs every time, from the first on, the others with ``ci``; of one
    that is marked ``ci`` itself the others are ``long``."""
    met: Counter[str] = Counter()
    for item in items:
        of = item.get_closest_marker("share")
        if of is not None:
            test = item.nodeid.partition("[")[0]
            if met[test] % of.args[0]:
                later = item.get_closest_marker("ci") is not None
                item.own_markers = [mark for mark in item.own_markers if mark.name != "ci"]
                item.add_marker(pytest.mark.long if later else pytest.mark.ci)
            met[test] += 1
