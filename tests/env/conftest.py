"""Where OpenSpiel is not to be had (Windows), what stands on it is not tested."""

from __future__ import annotations

from importlib.util import find_spec

import pytest

from cassino_dsl.env import vector

collect_ignore = [] if find_spec("pyspiel") else ["test_spiel.py"]


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """The quick code plays, where it can: it need not be waited for."""
    monkeypatch.setattr(vector, "CODES", ("quick", "optimised"))
