"""Files called `NAME.cassino.yaml`, as editors know them, have the name NAME for all others."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Cassino

FILES = {
    "base.cassino.yaml": "dsl: 1\nextends: scopa\ntitle: Base\nterms:\n  mine: 5\n",
    "seven.cassino.yaml": "dsl: 1\nhouse: true\nmatch: {target: 7}\n",
    "ours.cassino.yaml": "dsl: 1\nextends: base\nwith: seven\ntitle: Ours\nrules:\n  r: count(hand) < mine\n",
    "base.it.cassino.yaml": "dsl: 1\ntext_of: base\ntitle: Basi\n",
}


@pytest.fixture
def folder(here: Path) -> Path:
    for name, text in FILES.items():
        (here / name).write_text(text, encoding="utf-8")
    return here


def test_they_are_named_by_others(cassino: Cassino, folder: Path) -> None:
    ran = cassino("validate", ".", "--no-play", "--strict")
    assert (ran.code, ran.out) == (0, "4 files: 0 errors, 0 warnings\n")  # and `mine` is read in a child
    assert cassino("show", "ours.cassino.yaml", "--format", "json").json["name"] == "ours"
    assert "target: 7" in cassino("show", "ours.cassino.yaml").out
    assert cassino("show", "base.cassino.yaml", "--as", "rulebook", "--language", "it").out.startswith("# Basi\n")
    two = ("base.cassino.yaml", "base.cassino.yaml", "--b-with", "./seven.cassino.yaml")
    laid = cassino("diff", *two, "--no-witness", "--no-effect")
    assert "house rule `seven`" in laid.out


def test_the_short_ending_is_one_too(cassino: Cassino, folder: Path) -> None:
    (folder / "base.cassino.yaml").rename(folder / "base.cassino.yml")
    assert cassino("validate", "ours.cassino.yaml", "--no-play", "--strict").code == 0


def test_a_name_that_two_files_have_is_told(cassino: Cassino, folder: Path) -> None:
    for name in ("base", "seven", "base.it"):
        (folder / f"{name}.yaml").write_text(FILES[f"{name}.cassino.yaml"], encoding="utf-8")
    told = cassino("validate", "ours.cassino.yaml", "--no-play").out
    assert "`base` may be `base.yaml` or `base.cassino.yaml`" in told
    (folder / "base.yaml").unlink()
    assert "`seven` may be `seven.yaml` or" in cassino("validate", "ours.cassino.yaml", "--no-play").out
    assert "stand in `base.it.cassino.yaml`, too" in cassino("validate", "base.it.yaml").out


def test_what_a_file_calls_by_its_own_name_is_another(cassino: Cassino, folder: Path) -> None:
    (folder / "base.cassino.yaml").write_text("dsl: 1\nextends: base\n", encoding="utf-8")
    assert "`base` extends itself" in cassino("validate", "base.cassino.yaml").out
    (folder / "base.yaml").write_text("dsl: 1\nextends: scopa\n", encoding="utf-8")
    assert cassino("validate", "base.cassino.yaml", "--no-play").code == 0
    assert "write `./seven.cassino.yaml`" in cassino("show", "scopa", "--with", "seven").err
    assert cassino("new", "mine", "--from", "base.cassino.yaml").code == 0
    assert "extends: base\n" in (folder / "mine.yaml").read_text(encoding="utf-8")
