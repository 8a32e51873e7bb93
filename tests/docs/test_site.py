"""The documents as pages: every link and anchor leads somewhere, nothing comes from another server, and examples open
in the workshop. Needs the extra `docs`."""

from __future__ import annotations

import base64
import json
import os
import re
import subprocess
import sys
import zlib
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.docs.test_docs import PAGES, ROOT, blocks

WANTED = os.environ.get("CASSINO_SITE") == "1"  # set where its lack is a fault
OPENED = re.compile(r'href="http://localhost:8417/workshop#([\w-]+)"')
FETCHED = re.compile(r"<(?:script|img|iframe|link)\b[^>]*\b(?:src|href)=[\"']?(?:https?:)?//[^>]*")


@pytest.mark.ci
def test_the_site_is_whole(tmp_path: Path) -> None:
    if find_spec("material") is None:
        assert not WANTED, "mkdocs-material is not here"
        pytest.skip("needs the extra `docs`")
    command = [sys.executable, "-m", "mkdocs", "build", "-f", ".mkdocs.yml", "--strict", "-d", str(tmp_path)]
    quiet = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, env=quiet)
    assert built.returncode == 0, built.stdout + built.stderr  # links and anchors: `validation` of .mkdocs.yml

    pages = {path: path.read_text(encoding="utf-8") for path in tmp_path.rglob("*.html")}
    assert [found for text in pages.values() for found in FETCHED.findall(text)] == []
    found = json.loads((tmp_path / "search" / "search_index.json").read_text(encoding="utf-8"))["docs"]
    assert {"language/#awards", "new-game/#8-examples"} <= {one["location"] for one in found}

    packed = [letters for text in pages.values() for letters in OPENED.findall(text)]
    opened = {zlib.decompress(base64.urlsafe_b64decode(one + "=" * (-len(one) % 4)), -15).decode() for one in packed}
    games = {
        text for page in PAGES for _, name, text in blocks(page) if text.startswith("dsl:") and not name.endswith("+")
    }
    assert opened == games
