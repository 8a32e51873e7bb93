"""The cache: code is loaded only from what is whole and one's own, and nothing that is wrong there matters."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from cassino_dsl.language import cache
from cassino_dsl.language.cache import NoCache
from tests.cli.conftest import Cassino, cassino

__all__ = ["cassino"]
DATA = b"made with care" * 100


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "above" / "kept"))
    return tmp_path / "above" / "kept"


def _kept() -> Path:
    return cache.keep("a key", DATA)


def test_what_is_kept_is_found(folder: Path) -> None:
    assert cache.kept("a key") is None
    file = _kept()
    assert file.parent == folder
    assert cache.kept("a key") == file
    assert file.read_bytes() == DATA
    assert cache.kept("another key") is None


def _cut(file: Path) -> None:
    file.write_bytes(DATA[:500])


def _changed(file: Path) -> None:
    file.write_bytes(DATA[:-1] + b"!")


def _symlink(file: Path) -> None:
    elsewhere = file.rename(file.with_name("elsewhere"))
    file.symlink_to(elsewhere)


def _writable(file: Path) -> None:
    file.chmod(0o666)


@pytest.mark.parametrize("harm", [_cut, _changed, _symlink, _writable, Path.unlink])
def test_a_harmed_file_is_not_there_and_is_made_anew(folder: Path, harm: Callable[[Path], None]) -> None:
    harm(_kept())
    assert cache.kept("a key") is None
    file = _kept()
    assert cache.kept("a key") == file
    assert not file.is_symlink()
    assert file.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("which", ["kept", "above"])
@pytest.mark.parametrize("mode", [0o777, 0o770, 0o702])
def test_a_folder_that_others_can_write_to(folder: Path, which: str, mode: int) -> None:
    _kept()
    (folder if which == "kept" else folder.parent).chmod(mode)
    for ask in (cache.private_folder, _kept, lambda: cache.kept("a key")):
        with pytest.raises(NoCache, match="others may write to it; CASSINO_CACHE_DIR names another folder"):
            ask()
    (folder if which == "kept" else folder.parent).chmod(0o1777)  # as /tmp: each keeps what is his own
    assert cache.private_folder() == folder


def test_a_folder_of_somebody_else(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _kept()
    monkeypatch.setattr(os, "getuid", lambda: 4711)
    if folder.stat().st_uid:
        with pytest.raises(NoCache, match="belongs to somebody else"):
            cache.private_folder()
    else:  # the folder of the system's own user is none of ours, but he may do what he likes anyway
        assert cache.kept("a key") is None


def test_the_way_to_the_folder_is_not_followed_through_links_of_others(folder: Path, tmp_path: Path) -> None:
    """A link is looked at where it leads to."""
    open_to_all = tmp_path / "open"
    open_to_all.mkdir(mode=0o700)
    folder.parent.symlink_to(open_to_all)
    assert cache.private_folder() == open_to_all / "kept"
    open_to_all.chmod(0o777)
    with pytest.raises(NoCache, match="others may write"):
        cache.private_folder()


def test_the_folder_is_never_relative(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(cache.VARIABLE, "here")
    with pytest.raises(NoCache, match="no absolute path"):
        cache.private_folder()
    monkeypatch.delenv(cache.VARIABLE)
    monkeypatch.setenv("XDG_CACHE_HOME", "here")
    assert cache.cache_folder().is_absolute()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "there"))
    assert cache.cache_folder() == tmp_path / "there" / "cassino-dsl"
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("content", ["", "a file where a folder should be"])
def test_a_folder_that_cannot_be_made(folder: Path, content: str) -> None:
    folder.parent.write_text(content)
    with pytest.raises(NoCache, match="cannot be used"):
        _kept()


def test_many_at_once(folder: Path) -> None:
    def one(number: int) -> bool:
        cache.keep("a key", DATA + bytes([number % 3]))
        found = cache.kept("a key")
        return found is not None and found.read_bytes()[:-1] == DATA

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(one, range(60)))
    assert len(list(folder.iterdir())) == 3


def test_clear_deletes_what_is_ours_alone(folder: Path, cassino: Cassino) -> None:
    _kept()
    mine = [folder / "letter.so", folder / "half-way-there", folder / "ruleset-1-2.so"]
    for file in mine:
        file.write_text("mine")
    (folder / "half-made-xyz").mkdir()
    (folder / "half-made-xyz" / "ruleset.c").write_text("left by a killed run")
    (folder / "half-made-link").symlink_to(folder.parent)
    (folder / f"parser-{'0' * 32}-{'0' * 32}.pickle").symlink_to(mine[0])
    assert "2 files" in cassino("cache", "show").out
    ran = cassino("cache", "clear")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.endswith("deleted 2 files, 0.0 MB\n")
    assert all(file.read_text() == "mine" for file in mine)
    assert not (folder / "half-made-xyz").exists()
    assert folder.parent.is_dir()
    assert "no files" in cassino("cache", "clear").out


def test_no_cache_is_said(cassino: Cassino, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(cache.VARIABLE, "relative")
    ran = cassino("cache", "show")
    assert (ran.code, ran.out) == (2, "")
    assert "CASSINO_CACHE_DIR is no absolute path" in ran.err
