"""Editors count lines and units of their encoding; here the counting is done by encoding the text itself."""

from __future__ import annotations

from random import Random

import pytest
from lsprotocol import types

from cassino_dsl.faces.lsp.open_texts import OpenTexts
from cassino_dsl.faces.lsp.places import Places

ENCODINGS = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}
CHARS = "ab: é♥🂡\n\r\x0c\x85\u2028\t"


def units(text: str, encoding: str) -> int:
    name, width = ENCODINGS[encoding]
    return len(text.encode(name)) // width


def lines_of(text: str) -> list[str]:
    """The lines as the protocol has them, each without its end."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_every_character_has_its_place(encoding: str) -> None:
    random = Random(1)
    for _ in range(200):
        text = "".join(random.choices(CHARS, k=30))
        places = Places(text, encoding)
        for offset in range(len(text) + 1):
            found = places.position(offset)
            if text[offset - 1 : offset + 1] == "\r\n" and offset:
                continue  # no place between the two
            before = lines_of(text[:offset])
            assert (found.line, found.character) == (len(before) - 1, units(before[-1], encoding)), (text, offset)
            assert places.offset(found) == offset


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_places_that_are_not_there_are_the_nearest(encoding: str) -> None:
    places = Places("ab\r\n🂡\n", encoding)
    assert places.offset(types.Position(0, 99)) == 2
    assert places.offset(types.Position(1, 99)) == 5
    assert places.offset(types.Position(99, 0)) == 6
    assert Places("", encoding).offset(types.Position(3, 3)) == 0


def test_a_mark_at_the_beginning_counts_for_the_editor_alone() -> None:
    places = Places("\ufeffdsl: 1", "utf-16")
    assert places.position(0) == types.Position(0, 1)
    assert places.offset(types.Position(0, 1)) == 0


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_changes_are_made_as_the_editor_makes_them(encoding: str) -> None:
    random = Random(2)
    texts, mine = OpenTexts(), "dsl: 1\n"
    texts.encoding = encoding
    texts.open(types.TextDocumentItem("file:///x.yaml", "cassino", 0, mine))
    for version in range(1, 400):
        start = random.randrange(len(mine) + 1)
        end = min(len(mine), start + random.randrange(4))
        if any(mine[i - 1 : i + 1] == "\r\n" and i for i in (start, end)):
            continue
        new = "".join(random.choices(CHARS, k=random.randrange(7)))
        places = [lines_of(mine[:offset]) for offset in (start, end)]
        positions = [types.Position(len(p) - 1, units(p[-1], encoding)) for p in places]
        change = types.TextDocumentContentChangePartial(types.Range(*positions), new)
        names = types.VersionedTextDocumentIdentifier(version, "file:///x.yaml")
        texts.change(types.DidChangeTextDocumentParams(names, [change]))
        mine = mine[:start] + new + mine[end:]
        assert texts["file:///x.yaml"].text == mine
    assert len(mine) > 100
