"""A stranger's text that is opened in an editor neither runs anything nor keeps the editor waiting."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cassino_dsl.faces.lsp.desk import Desk
from cassino_dsl.faces.lsp.places import UTF16
from cassino_dsl.faces.lsp.process import EditorSetting
from tests.lsp.client import at, client


def test_pipes_and_links_of_a_workspace_are_not_read(tmp_path: Path) -> None:
    inside, outside = tmp_path / "inside", tmp_path / "outside"
    inside.mkdir()
    outside.mkdir()
    (outside / "theirs.yaml").write_text("dsl: 1\n")
    (inside / "ours.yaml").write_text("dsl: 1\n")
    (inside / "link.yaml").symlink_to(outside / "theirs.yaml")
    (inside / "folder").symlink_to(outside)
    os.mkfifo(inside / "pipe.yaml")
    desk = Desk()
    desk.put(EditorSetting(UTF16, (inside,)), {})
    assert desk.workspace() == (inside / "ours.yaml",)


@pytest.mark.ci
def test_what_takes_too_long_is_stopped(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "slow.yaml")  # nobody will ever write into it
    slow, fine = ((tmp_path / f"{name}.yaml").as_uri() for name in ("mine", "fine"))
    ran = tmp_path / "ran"
    with client(tmp_path) as one:
        one.open(slow, "dsl: 1\nextends: slow\n")
        (found,) = one.found(slow)
        assert "takes too long" in found["message"]
        one.open(fine, f"dsl: 1\nextends: cassino\ntitle: !!python/object/apply:os.system ['touch {ran}']\n")
        assert [d["range"]["start"]["line"] for d in one.found(fine)] == [2]
        one.ask("textDocument/hover", textDocument={"uri": fine}, position=at(0, 0))
    assert not ran.exists()
