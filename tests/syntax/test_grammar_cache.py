"""The parser's tables are kept between runs, and nothing that is wrong with them matters."""

from __future__ import annotations

from pathlib import Path

import pytest
from lark import Lark

from cassino_dsl.language.cache import VARIABLE, keep
from cassino_dsl.language.syntax import grammar_cache
from cassino_dsl.language.syntax.grammar_cache import cached_parser

GRAMMAR = 'start: "a"+\n'


class Maker:
    def __init__(self) -> None:
        self.made = 0

    def __call__(self) -> Lark:
        self.made += 1
        return Lark(GRAMMAR, parser="lalr")


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    return tmp_path


def test_the_second_run_makes_nothing(cache: Path) -> None:
    make = Maker()
    for _ in range(3):
        assert cached_parser(GRAMMAR, "start", make).parse("aaa").data == "start"
    assert make.made == 1
    assert len(list(cache.iterdir())) == 1
    cached_parser(GRAMMAR + "// changed\n", "start", make)
    assert make.made == 2


@pytest.mark.parametrize("content", [b"", b"nonsense", b"\x80\x04N.", b"cut"])
def test_a_broken_file_is_made_anew(cache: Path, content: bytes) -> None:
    make = Maker()
    cached_parser(GRAMMAR, "start", make)
    (file,) = cache.iterdir()
    whole = file.read_bytes()
    file.write_bytes(whole[:100] if content == b"cut" else content)
    assert cached_parser(GRAMMAR, "start", make).parse("a").data == "start"
    assert make.made == 2
    cached_parser(GRAMMAR, "start", make)
    assert make.made == 2
    assert len(list(cache.iterdir())) == 1


def test_a_whole_file_from_another_world_is_made_anew(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make = Maker()
    cached_parser(GRAMMAR, "start", make)
    (file,) = cache.iterdir()
    file.unlink()
    monkeypatch.setattr(grammar_cache, "keep", lambda kind, key, ending, data: keep(kind, key, ending, b"a pickle?"))
    for _ in range(2):
        assert cached_parser(GRAMMAR, "start", make).parse("a").data == "start"
    assert make.made == 3


def test_a_folder_that_others_can_write_to_is_not_trusted(cache: Path) -> None:
    make = Maker()
    cached_parser(GRAMMAR, "start", make)
    cache.chmod(0o777)
    cached_parser(GRAMMAR, "start", make)
    assert make.made == 2


def test_a_folder_that_cannot_be_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv(VARIABLE, str(tmp_path / "file"))
    assert cached_parser(GRAMMAR, "start", Maker()).parse("a").data == "start"
