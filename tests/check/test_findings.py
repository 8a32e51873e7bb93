"""Small files, and all that the checker finds in each."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.beside import beside
from tests.diagnostics.scenes import load_text

GROUPS: list[dict[str, Any]] = beside(__file__, "findings.yaml")
ROWS = [pytest.param(group["file"], row, id=row["now"][:40]) for group in GROUPS for row in group["rows"]]


@pytest.mark.parametrize(("file", "row"), ROWS)
def test_all_that_is_found(file: str, row: dict[str, Any], tmp_path: Path) -> None:
    assert row["was"] in file
    found = load_text(tmp_path, file.replace(row["was"], row["now"]))
    assert [f"{d.code.slug}: {d.message}" for d in found] == row["says"]
