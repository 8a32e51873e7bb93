"""No test of the pages waits for a compiler: hints look a play ahead."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from cassino_dsl.table import opening
from tests.web.crowd import served
from tests.web.npm import install
from tests.web.people import People

CHROMIUM = next(
    (path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), None
)


@pytest.fixture(autouse=True)
def nothing_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "native_engine", lambda *_: (None, "not in tests"))


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The packages of npm, beside a copy of the pages."""
    folder = tmp_path_factory.mktemp("web")
    install(folder)
    return folder


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """The system's Chromium, as containers need it."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        arguments = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"]
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
        yield found
        found.close()


@pytest.fixture
def host(tmp_path: Path) -> Iterator[str]:
    with served(tmp_path / "rooms.sqlite") as server:
        yield server.host


@pytest.fixture
def people() -> People:
    return People()


@pytest.fixture
def client(people: People) -> Iterator[TestClient]:
    """A browser, and a site that runs as long."""
    with people.browsing() as client:
        yield client
