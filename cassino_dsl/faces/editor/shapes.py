"""What may stand at a place of a file, by the table of all keys in all its detail, and what is said of it."""

from __future__ import annotations

from functools import cache

from cassino_dsl.book.describe.dictionary import Meaning, meanings
from cassino_dsl.language.syntax.shape import Either, Fields, Key, Named, Shape, Text, beneath, keys_of

Path = tuple[str, ...]


def shape_at(whole: Shape, path: Path) -> tuple[Shape | None, Path]:
    """What stands under these keys, and the keys with `NAME` for those that authors choose."""
    shape: Shape | None = whole
    general: list[str] = []
    for name in path:
        if keys_of(shape) is None:
            return None, ()
        key, shape = beneath(shape, name, detailed=True)
        general.append(key.name if key is not None else "NAME")
    return shape, tuple(general)


def names_of(keys: Fields | Named) -> str | None:
    """What the keys are that authors choose, if they choose any."""
    return keys.names if isinstance(keys, Named) else keys.rest_names if keys.rest is not None else None


def words_beside(shape: Shape | None) -> tuple[str, ...]:
    """The words that may stand alone where else a text of the grammar does."""
    return shape.other.words if isinstance(shape, Either) and isinstance(shape.other, Text) else ()


@cache
def _known() -> tuple[dict[Path, Meaning], dict[str, tuple[Meaning, ...]]]:
    keys: dict[Path, Meaning] = {}
    words: dict[str, tuple[Meaning, ...]] = {}
    for meaning in meanings():
        if meaning.kind == "key" and isinstance(meaning.of, tuple):
            keys[meaning.of] = meaning
        else:
            for word in filter(None, (meaning.name, meaning.was)):
                words[word] = (*words.get(word, ()), meaning)
    return keys, words


def told_of_key(key: Key, general: Path) -> str:
    """What is said of a key; ``general``: it and the keys above, with `NAME` for those that authors choose."""
    meaning = _known()[0].get(general)
    return told((meaning,)) if meaning else key.about


def told_of(whole: Shape, path: Path) -> str:
    """What is said of the last of these keys; nothing of one that an author has chosen."""
    shape, general = shape_at(whole, path[:-1])
    keys = keys_of(shape)
    key = keys.key(path[-1]) if isinstance(keys, Fields) else None
    return told_of_key(key, (*general, key.name)) if key is not None else ""


def meanings_of(word: str, *kinds: str) -> tuple[Meaning, ...]:
    """What a word of the language means; of these kinds, if there are any."""
    return tuple(m for m in _known()[1].get(word, ()) if not kinds or m.kind in kinds)


def told(found: tuple[Meaning, ...]) -> str:
    """Meanings as Markdown."""
    return "\n\n".join(
        "\n\n".join(filter(None, (f"`{m.form}`", " · ".join(filter(None, (m.about, m.where)))))) for m in found
    )
