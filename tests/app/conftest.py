"""No test of the app waits for a compiler: hints look a play ahead."""

from __future__ import annotations

import pytest

from cassino_dsl.table import opening


@pytest.fixture(autouse=True)
def nothing_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "native_engine", lambda *_: (None, "not in tests"))
