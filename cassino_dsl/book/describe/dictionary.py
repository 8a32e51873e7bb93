"""What each word of the language means, from its row: functions, operators, quantifiers, events, effects, keys; and
how the texts of actions are written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cassino_dsl.book.describe.json_schema import READS
from cassino_dsl.language.check.scope import WHERE
from cassino_dsl.language.ruleset import operators as op
from cassino_dsl.language.ruleset.happenings import EFFECT_ROWS, EVENT_ROWS, OFFERED, EffectRow, EventRow
from cassino_dsl.language.ruleset.quantities import QUANTITY_ROWS, QuantityRow
from cassino_dsl.language.ruleset.row import Row
from cassino_dsl.language.ruleset.words import FUNCTIONS
from cassino_dsl.language.syntax.shape import VARIANT, Either, Fields, Key, Many, Named, Shape, Text, keys_of

# operators that have a spelling of their own: the word to look for, and how they are written
_SPELT = {
    op.NOT: ("not", "not C"),
    op.IF: ("if", "A if C else B"),
    op.NEGATIVE: ("-", "-N"),
    op.SET: ("{}", "{A, B, …}"),
    op.RANGE: ("..", "N..M"),
    op.RANK_RANGE: ("..", "R..S"),
    op.FILTER: ("{}", "{x in S | …}"),
}
_PLAY, _TAKE, _TO = (("actions", "NAME", key) for key in ("play", "take", "to"))


def _groups(row: QuantityRow) -> str:
    return "group" if row.single else "groups"


# how the texts under some keys of an action are written, which are no expressions
_FORMS = (
    (_PLAY, "card", "play: card where C", "one card; `C` may speak of `card`"),
    (_PLAY, "cards", "play: 1..3 cards where C", "several cards; `C` may speak of `cards`"),
    (_PLAY, "all cards", "play: all cards", "the whole hand"),
    (_PLAY, "stock card", "play: stock card", "the next card of the stock"),
    (_PLAY, "none", "play: none", "no card"),
    *((_TAKE, row.word, f"take: {row.word} c in S where C", row.items) for row in QUANTITY_ROWS if row.items),
    *(
        (_TAKE, f"{row.word} {_groups(row)}", f"take: {row.word} {_groups(row)} g of S where C", row.groups)
        for row in QUANTITY_ROWS
        if row.groups
    ),
    (_TO, "build", "to: build N", "what is taken and played becomes one build of that value"),
)
_OPERANDS = ("A", "B", "C")


@dataclass(frozen=True, slots=True)
class Meaning:
    """One thing that a word means. ``form``: how it is written, with its types; ``about``: a sentence; ``where``: where
    it may stand, or what is known there; ``of``: the row, or the path of the key, by which examples are found; ``was``:
    how it was spelt before."""

    name: str
    kind: str
    form: str
    about: str
    where: str
    of: Row | EventRow | EffectRow | tuple[str, ...]
    was: str = ""


def meanings() -> Iterator[Meaning]:
    """All of them, kind by kind, in the order of the reference."""
    yield from map(_function, FUNCTIONS)
    yield from map(_operator, op.SPELT)
    for row in op.QUANTIFIERS:
        word, form = _SPELT.get(row, (row.word, f"{row.word}(x in S | …)"))
        yield Meaning(word, "quantifier", f"{form} -> {_result(row)}", row.about, "", row)
    for row in op.GROUP_QUANTIFIERS:
        form = f"{row.word}(group g of S | …)"
        yield Meaning(row.word, "quantifier", f"{form} -> {_result(row)}", row.about, "", row)
    for event in EVENT_ROWS:
        yield Meaning(event.name, "event", f"on: {event.name}", event.about, f"known: {OFFERED[event.offers]}", event)
    for effect in EFFECT_ROWS:
        yield Meaning(effect.word or effect.form.split()[0], "effect", f"do: {effect.form}", effect.about, "", effect)
    yield from (Meaning(name, "form", form, about, "", of) for of, name, form, about in _FORMS)
    yield from _keys(VARIANT, ())


def _function(row: Row) -> Meaning:
    where = WHERE[row.needs]
    return Meaning(row.word, "function", row.signature, row.about, "" if where == "everywhere" else where, row, row.was)


def _operator(row: Row) -> Meaning:
    types = [p.value for p in row.params]
    if row in _SPELT:
        word, form = _SPELT[row]
    else:
        word, form = row.sign, f"{types[0]} {row.sign} {types[1]}"
    about = row.phrase.format(*_OPERANDS)
    return Meaning(word, "operator", f"{form} -> {_result(row)}", about, "", row)


def _result(row: Row) -> str:
    return row.signature.split(" -> ")[1]


# ---- keys


def _keys(shape: Shape, path: tuple[str, ...]) -> Iterator[Meaning]:
    keys = keys_of(shape)
    if isinstance(keys, Named):
        yield from _keys(keys.shape, (*path, "NAME"))
    for key in keys.keys if isinstance(keys, Fields) else ():
        here = (*path, key.name)
        yield Meaning(key.name, "key", ".".join(here), _sentence(key), _stands(key.shape), here, key.was)
        yield from _keys(key.shape, here)


def _sentence(key: Key) -> str:
    return f"{key.about} (has to be there)" if key.required else key.about


def _stands(shape: Shape) -> str:
    """What stands under a key."""
    if isinstance(shape, Text):
        return f"one of: {', '.join(shape.words)}" if shape.words else READS.get(shape.reads, "")
    if isinstance(shape, Either):
        return " — or ".join(t for t in (_stands(shape.text), _stands(shape.other)) if t)
    if isinstance(shape, Many):
        return _stands(shape.shape)
    if isinstance(shape, Fields):
        return f"keys: {', '.join(shape.names())}"
    inner = _stands(shape.shape)
    return f"by name: {inner}" if inner else ""
