"""Plays as people write them: `7c takes 3c 4d`, `Ac builds 7 with 6s`, `Kd trails`, `claim`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from cassino_dsl.engine.reference.cards import CardTables
from cassino_dsl.engine.reference.play import Play
from cassino_dsl.engine.reference.telling import NUMBERS, told_of
from cassino_dsl.language.plan.plan import PlannedAction
from cassino_dsl.language.ruleset.cards import Pack
from cassino_dsl.language.ruleset.types import CARDLIKE, Type


@dataclass(frozen=True, slots=True)
class WrittenPlay:
    """A play as written, not yet known to be legal. Cards are face texts; ``name`` is the action of kind other,
    ``chosen`` what it tells beside its cards, where that is no number."""

    kind: str
    play: tuple[str, ...]
    take: tuple[str, ...]
    value: int | None
    name: str = ""
    chosen: str = ""


def play_text(tables: CardTables, play: Play) -> str:
    """The text of a play; two legal plays of one position never have the same."""
    return text_of_written(written(tables, play))


_SIGNS = dict(zip("♣♦♥♠♧♢♡♤", "cdhscdhs", strict=True))  # of suits, as they are printed on French cards
_CARD = r"(?:\?|[A-Z0-9][A-Za-z0-9]*[^\w\s,;:.?+-]?\ufe0f?)"  # `?`: one that is not seen
_FACE = re.compile(r"([A-Z0-9]+?)([A-Za-z]|[^\w\s])\ufe0f?\Z")
_CARDS = rf"(?:{_CARD}(?:[ ,]+{_CARD})*)"
_FEW = f"{_CARDS[:-1]}?)"  # as few as can be: a number behind them is none
NO_NAMES: Mapping[str, Type] = MappingProxyType({})
_FORMS = (
    ("capture", re.compile(rf"(?P<play>{_CARDS})?\s*(?:takes|take)\s+(?P<take>{_CARDS})\Z")),
    ("capture", re.compile(rf"(?P<play>{_CARDS})\s+captures\Z")),
    ("build", re.compile(rf"(?P<play>{_CARDS})?\s*builds?\s+(?P<value>\d{{1,3}})\s+with\s+(?P<take>{_CARDS})\Z")),
    ("trail", re.compile(rf"(?P<play>{_CARDS})\s+(?:trails|to the table)\Z")),
)
_OTHER = re.compile(
    rf"(?P<name>[a-z_][A-Za-z0-9_]*)(?:\s+(?P<play>{_FEW}))??(?:\s+takes\s+(?P<take>{_FEW}))?(?:\s+(?P<value>\d{{1,4}}))?\Z"
)


def read_play(text: str, pack: Pack, tells: Mapping[str, Type] = NO_NAMES) -> WrittenPlay | None:
    """Read the text of a play; None where it is none. Cards that the pack lacks stay as written. ``tells``: what plays
    of an action tell beside their cards, by its name."""
    if len(text) > 2_000:
        return None
    text = pack.in_texts(text.strip())
    for kind, form in _FORMS:
        match = form.match(text)
        if match:
            parts = match.groupdict()
            value = int(parts["value"]) if parts.get("value") else None
            return WrittenPlay(kind, _faces(parts["play"], pack), _faces(parts.get("take"), pack), value)
    name, *words = text.split() or [""]
    words, chosen = split_told(words, tells.get(name), pack)
    match = _OTHER.match(" ".join((name, *words)))
    if match is None:
        return None
    value = int(match["value"] or 0) or None  # 0 is not written: `bid 0` is `bid`
    return WrittenPlay("other", _faces(match["play"], pack), _faces(match["take"], pack), value, match["name"], chosen)


def split_told(words: list[str], type: Type | None, pack: Pack) -> tuple[list[str], str]:
    """The words of a play without those that say what it tells beside its cards, and what they say; nothing where it is
    a number, or they say nothing of this type."""
    if type is None or type in NUMBERS:
        return words, ""
    for number in range(min(len(words), 4), 0, -1):  # a suit may have a name of several words
        told = _read_told(" ".join(words[-number:]), type, pack)
        if told:
            return words[:-number], told
    return words, ""


def _read_told(word: str, type: Type, pack: Pack) -> str:
    """A card, rank, suit or colour as it is written, a rank also by its name; empty where it is none."""
    if type in CARDLIKE:
        face = canonical(word, pack)
        return face if pack.number_of(face) is not None else ""
    low = _SIGNS.get(word.removesuffix("\ufe0f"), word.lower())
    if type is Type.SUIT:
        return next((suit.name for suit in pack.suits if low in (suit.letter, suit.name.lower())), "")
    if type is Type.RANK:
        low = {"t": "10"}.get(low, next((r.lower() for r in pack.ranks if pack.rank_word(r).lower() == low), low))
    return next((one for one in pack.word_lists[type] if one.lower() == low), "")


def _faces(text: str | None, pack: Pack) -> tuple[str, ...]:
    words = re.split(r"[ ,]+", text.strip()) if text else []
    return in_pack_order([canonical(w, pack) for w in words], pack)


def canonical(word: str, pack: Pack) -> str:
    """The text of a face as the pack has it: `T` reads as 10, `7C` and `7♣` as 7c. What is no face stays as it is."""
    number = pack.number_of(word)
    found = _FACE.match(word) if number is None else None
    if found is not None:
        signs = _SIGNS | {suit.sign: suit.letter for suit in pack.suits}
        number = pack.number_of(found[1] + signs.get(found[2], found[2].lower()))
    return word if number is None else pack.faces[number].text


def in_pack_order(faces: list[str], pack: Pack) -> tuple[str, ...]:
    order = {face.text: i for i, face in enumerate(pack.faces)}
    return tuple(sorted(faces, key=lambda f: (order.get(f, len(order)), f)))


def written(tables: CardTables, play: Play) -> WrittenPlay:
    """A legal play in the form in which plays are written, for comparison."""
    return written_as(tables, play.action, play.value, play.decision, sorted(play.cards), play.taken())


def written_as(
    tables: CardTables,
    action: PlannedAction | None,
    value: int,
    decision: int,
    cards: Sequence[int],
    taken: Sequence[int],
) -> WrittenPlay:
    """What a play is, in the form in which plays are written; without an action it ends the turn."""
    if action is None:
        return WrittenPlay("other", (), (), None, "done")
    played, takes = (tuple(tables.text[c] for c in those) for those in (cards, taken))
    if action.kind != "other":
        return WrittenPlay(action.kind, played, takes, value if action.kind == "build" else None)
    number, chosen = told_of(tables, action.tells, decision)
    return WrittenPlay("other", played, takes, number, action.name, chosen)


def text_of_written(play: WrittenPlay) -> str:
    """The text of a play as written."""
    cards, taken = " ".join(play.play), " ".join(play.take)
    if play.kind == "capture":
        return f"{cards} takes {taken}".strip() if taken else f"{cards} captures"
    if play.kind == "build":
        return f"{cards} builds {play.value} with {taken}".strip()
    if play.kind == "trail":
        return f"{cards} trails"
    words = [play.name, cards, f"takes {taken}" if taken else "", str(play.value or ""), play.chosen]
    return " ".join(w for w in words if w)


def read_play_object(play: Mapping[str, Any], pack: Pack, tells: Mapping[str, Type] = NO_NAMES) -> WrittenPlay | None:
    """A play of JSON: with the keys of ``cassino moves``, or just its ``text``; None where it is no play at all."""
    if "kind" not in play:
        text = play.get("text")
        return read_play(text, pack, tells) if isinstance(text, str) else None

    def cards(key: str) -> tuple[str, ...]:
        value = play.get(key) or []
        words = value.split() if isinstance(value, str) else map(str, value) if isinstance(value, list) else ["?"]
        return in_pack_order([canonical(w, pack) for w in words], pack)

    kind, digits = str(play["kind"]), str(play.get("value"))
    number = (int(digits) or None) if digits.isdecimal() and len(digits) < 8 else None
    name = str(play.get("action", "")) if kind == "other" else ""
    chosen = split_told(str(play.get("chosen") or "").split(), tells.get(name), pack)[1]
    return WrittenPlay(kind, cards("play"), cards("take"), number if kind in ("build", "other") else None, name, chosen)
