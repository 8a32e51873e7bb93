"""No test of the pages waits for a compiler: hints look a play ahead."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from cassino_dsl.table import opponents
from tests.web.people import People


@pytest.fixture(autouse=True)
def nothing_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opponents, "native_engine", lambda *_: (None, "not in tests"))


@pytest.fixture
def people() -> People:
    return People()


@pytest.fixture
def client(people: People) -> Iterator[TestClient]:
    """A browser, and a site that runs as long."""
    with people.browsing() as client:
        yield client
