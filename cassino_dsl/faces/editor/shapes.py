"""What may stand at a place of a file, by the table of all keys, and what is said of it."""

from __future__ import annotations

from functools import cache

from cassino_dsl.book.describe.dictionary import Meaning, meanings
from cassino_dsl.language.syntax.shape import Either, Fields, Key, Many, Named, Shape, Text

Path = tuple[str, ...]


def shape_at(whole: Shape, path: Path) -> tuple[Shape | None, Path]:
    """What stands under these keys, and the keys with `NAME` for those that authors choose."""
    shape: Shape | None = whole
    general: list[str] = []
    for name in path:
        shape = _keys(shape)
        if isinstance(shape, Named):
            general.append("NAME")
            shape = shape.shape
        elif isinstance(shape, Fields):
            found = next((key.shape for key in shape.keys if key.name == name), shape.rest)
            general.append(name if found is not shape.rest else "NAME")
            shape = found
        else:
            return None, ()
    return shape, tuple(general)


def _keys(shape: Shape | None) -> Shape | None:
    while isinstance(shape, Many | Either):
        shape = shape.shape if isinstance(shape, Many) else shape.other
    return shape


def keys_of(shape: Shape | None) -> Fields | Named | None:
    """The keys that may stand there, if any may."""
    found = _keys(shape)
    return found if isinstance(found, Fields | Named) else None


def text_of(shape: Shape | None) -> Text | None:
    """The text that may stand there, if one may."""
    while isinstance(shape, Many | Either):
        shape = shape.shape if isinstance(shape, Many) else shape.text
    return shape if isinstance(shape, Text) else None


@cache
def _known() -> tuple[dict[Path, Meaning], dict[str, tuple[Meaning, ...]]]:
    keys: dict[Path, Meaning] = {}
    words: dict[str, tuple[Meaning, ...]] = {}
    for meaning in meanings():
        if meaning.kind == "key" and isinstance(meaning.of, tuple):
            keys[meaning.of] = meaning
        else:
            words[meaning.name] = (*words.get(meaning.name, ()), meaning)
    return keys, words


def told_of_key(key: Key, general: Path) -> str:
    """What is said of a key; ``general``: it and the keys above."""
    meaning = _known()[0].get(general)
    return told((meaning,)) if meaning else key.about


def meanings_of(word: str, *kinds: str) -> tuple[Meaning, ...]:
    """What a word of the language means; of these kinds, if there are any."""
    return tuple(m for m in _known()[1].get(word, ()) if not kinds or m.kind in kinds)


def told(found: tuple[Meaning, ...]) -> str:
    """Meanings as Markdown."""
    return "\n\n".join(
        "\n\n".join(filter(None, (f"`{m.form}`", " · ".join(filter(None, (m.about, m.where)))))) for m in found
    )
