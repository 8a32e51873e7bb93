"""What a file may say: every key, what stands under it, and one line about it, as ``grammar/shape.yaml`` has it.

The checker and the JSON Schema for editors are both made from that table, and nothing else says which keys exist.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from cassino_dsl.language.resources import folder
from cassino_dsl.language.ruleset.tables import read_table
from cassino_dsl.language.ruleset.words import EVENTS


@dataclass(frozen=True, slots=True)
class Text:
    """A scalar. ``reads`` names what is in it (a start rule of the grammar, ``text``, ``int``, ``names``,
    ``cards``); ``words`` lists the only words allowed; ``such``: where it is one number, what it may be."""

    reads: str
    words: tuple[str, ...] = ()
    such: str = ""


@dataclass(frozen=True, slots=True)
class Key:
    """``detail``: what stands under it more exactly than the checker asks for, if the table says so; ``was``: how it
    was spelt before."""

    name: str
    shape: Shape
    about: str
    required: bool = False
    detail: Shape | None = None
    was: str = ""


@dataclass(frozen=True, slots=True)
class Fields:
    """A mapping with known keys; ``rest``: what stands under any other, whose reader says which there may be;
    ``rest_names``: what these others are, as in ``Named``."""

    keys: tuple[Key, ...]
    rest: Text | None = None
    rest_names: str = "text"

    def names(self) -> list[str]:
        return [k.name for k in self.keys]

    def key(self, name: str) -> Key | None:
        """The key of this name, also in its old spelling."""
        return next((key for key in self.keys if name in (key.name, key.was or key.name)), None)


@dataclass(frozen=True, slots=True)
class Named:
    """A mapping whose keys are the author's names; ``names``: ``identifier``, ``text`` or a start rule."""

    shape: Shape
    names: str


@dataclass(frozen=True, slots=True)
class Either:
    """A text or a mapping; ``key``: the key of the mapping that the text is short for, if it is."""

    text: Text
    other: Shape
    key: str = ""


@dataclass(frozen=True, slots=True)
class Many:
    """One of these, or a list of them; only a list, where ``single`` is false."""

    shape: Shape
    single: bool = True


Shape = Text | Fields | Named | Either | Many

_COMMON = ("COMMON", "POSITION")  # whose keys other clauses have, too, by their names alone
_WORDS = {"bool": ("true", "false"), "event": tuple(EVENTS)}


def _text(kind: str) -> Text:
    begins, _, rest = kind.partition(" ")
    if begins == "one":
        return Text("word", tuple(rest.removeprefix("of ").split(", ")))
    if begins == "number":
        return Text("expression", such=rest)
    return Text("word" if kind == "event" else kind, _WORDS.get(kind, ()))


def _shape(kind: str, clauses: dict[str, Fields]) -> Shape:
    begins, _, rest = kind.partition(" ")
    if begins in ("many", "list"):
        return Many(_shape(rest, clauses), single=begins == "many")
    if begins == "by":
        names, _, below = rest.partition(" ")
        return Named(_shape(below, clauses), names)
    short, _, other = kind.partition(" or ")
    text, _, key = short.partition(" as ")
    return Either(_text(text), _shape(other, clauses), key) if other else clauses.get(kind) or _text(kind)


def _clauses() -> dict[str, Fields]:
    """The clauses of the table, each made of those above it."""
    found: dict[str, Fields] = {}
    for name, rows in read_table(folder("grammar") / "shape.yaml", texts=True).items():
        common = {key.name: key for clause in _COMMON if clause in found for key in found[clause].keys}
        keys: list[Key] = []
        rest, rest_names = None, "text"
        for key, row in rows.items():
            if not row:
                keys += (common[key],) if key in common else found[key].keys
            elif key.startswith("* "):
                rest, rest_names = _text(row[0]), key.removeprefix("* ")
            else:
                detail = _shape(row[2], found) if len(row) > 2 else None
                today, _, was = key.removesuffix("!").partition(" was ")
                keys.append(Key(today, _shape(row[0], found), row[1], key.endswith("!"), detail, was))
        found[name] = Fields(tuple(keys), rest, rest_names)
    return found


CLAUSES = _clauses()
VARIANT = CLAUSES["VARIANT"]
# a file of texts in another language, beside that of a variant or a house rule: `scopa.it.yaml`
TRANSLATION = CLAUSES["TRANSLATION"]
MEMORY, ACTION, TERM, EXAMPLE = (CLAUSES[name] for name in ("MEMORY", "ACTION", "TERM", "EXAMPLE"))
DEAL, PREFERENCE, EVENT, AWARD, MATCH = (CLAUSES[name] for name in ("DEAL", "PREFERENCE", "EVENT", "AWARD", "MATCH"))
POSITION_KEYS = CLAUSES["POSITION"].keys
ABOUT, SAID, ABOVE = CLAUSES["COMMON"].keys
TEXT, EXPRESSION, CARDS, BOOL = (_text(kind) for kind in ("text", "expression", "cards", "bool"))
EFFECTS = Many(_text("effect"))
_KEPT = [(key.name, key.detail or key.shape) for clause in CLAUSES.values() for key in clause.keys]
KEYS = {name for name, _ in _KEPT}
OF_KEYS = KEYS - {name for name, shape in _KEPT if not isinstance(shape, Fields | Named)}  # that keys stand under alone
ABSENT = "no "  # `needs: {no awards.sweeps: why}`: what must not be there
REQUIRED_OF_VARIANTS = ("pack", "seats", "deal", "values", "actions", "awards", "match")


def spelt_today(path: Iterable[str], shape: Shape | None = VARIANT) -> tuple[str, ...]:
    """A path of keys and names, with the keys as they are spelt today."""
    steps: list[str] = []
    for step in path:
        key, shape = beneath(shape, step)
        steps.append(key.name if key is not None else step)
    return tuple(steps)


def short_for(path: Iterable[str]) -> str:
    """The key for which a text under a path of a variant is short, where a mapping may stand, too; else empty."""
    shape: Shape | None = VARIANT
    for step in path:
        _, shape = beneath(shape, step)
    return shape.key if isinstance(shape, Either) else ""


def beneath(shape: Shape | None, name: str, detailed: bool = False) -> tuple[Key | None, Shape | None]:
    """The key of this name, if it is none of the author's, and what stands under it; ``detailed``: for editors."""
    keys = keys_of(shape)
    key = keys.key(name) if isinstance(keys, Fields) else None
    if key is not None:
        return key, (key.detail if detailed else None) or key.shape
    return None, keys.shape if isinstance(keys, Named) else keys.rest if keys is not None else None


def keys_of(shape: Shape | None) -> Fields | Named | None:
    """The keys that may stand there, if any may."""
    while isinstance(shape, Many | Either):
        shape = shape.shape if isinstance(shape, Many) else shape.other
    return shape if isinstance(shape, Fields | Named) else None


def text_of(shape: Shape | None) -> Text | None:
    """The text that may stand there, if one may."""
    while isinstance(shape, Many | Either):
        shape = shape.shape if isinstance(shape, Many) else shape.text
    return shape if isinstance(shape, Text) else None
