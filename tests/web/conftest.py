"""No test of the pages waits for a compiler: hints look a play ahead."""

from __future__ import annotations

import pytest

from cassino_dsl.table import opponents


@pytest.fixture(autouse=True)
def nothing_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opponents, "native_engine", lambda *_: (None, "not in tests"))
