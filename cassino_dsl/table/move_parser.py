"""Plays as people type them at a table: as `moves` prints them, or shortened: `7 takes 4 3`, `2 builds 9`, `Kd`.

A card may be given by its rank alone, a verb by its first letters, and what only one legal play can mean may be left
out. An action may be named as the rulebook names it: `lie down 3c 4c` is `3c 4c trails`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from cassino_dsl.book.why.plays_by_action import begins_with
from cassino_dsl.engine.reference.text import NO_NAMES, WrittenPlay, canonical, in_pack_order, split_told
from cassino_dsl.language.ruleset.cards import Pack
from cassino_dsl.language.ruleset.types import Type
from cassino_dsl.table.view import Choice, View

_VERBS = {"takes": "capture", "captures": "capture", "builds": "build", "trails": "trail"}
_FILLING = ("with", "and", "to", "the", "table", "+")
MOST = 500  # characters of what is typed


def only_named(typed: WrittenPlay) -> bool:
    """Whether nothing but the action is said, of which any play may be meant."""
    return bool(typed.name) and typed.kind != "other"


def read_typed(
    text: str, pack: Pack, kinds: Mapping[str, str], tells: Mapping[str, Type] = NO_NAMES
) -> WrittenPlay | None:
    """Read what was typed: ``kind``, ``value`` and ``name`` where they were said, cards as they were. A ``name`` of
    what is written by its cards stands only where nothing else was said. None where it is no play.

    ``kinds``: of the actions that there are, by name; ``tells``: what plays of them tell beside their cards.
    """
    if len(text) > MOST:
        return None
    named = begins_with(text, kinds)
    if named is None:
        return _by_cards(_words(text), pack)
    name, words = named[0], _words(named[1])
    if kinds[name] == "other":
        words, chosen = split_told(words, tells.get(name), pack)
        value = int(words.pop()) or None if words and re.fullmatch(r"\d{1,4}", words[-1]) else None
        return WrittenPlay("other", tuple(w for w in words if _verb(w) is None), (), value, name, chosen)
    if not words:
        return WrittenPlay(kinds[name], (), (), None, name)
    if any(map(_verb, words)):
        return _by_cards(words, pack)
    if kinds[name] == "trail":
        return _by_cards([*words, "trails"], pack)
    return _by_cards(_words(text), pack)  # `build 9 with 4c 5d` begins with a verb


def _words(text: str) -> list[str]:
    return [w for w in re.split(r"[\s,]+", text.strip()) if w and w.lower() not in _FILLING]


def _by_cards(words: list[str], pack: Pack) -> WrittenPlay | None:
    """A play by its kind, or by its cards alone."""
    if not words:
        return None
    at = next((i for i, w in enumerate(words) if _verb(w)), None)
    if at is None:
        if not all(_is_card(w, pack) for w in words):
            return None
        return WrittenPlay("", (words[0],), tuple(words[1:]), None)
    kind, before, after = _verb(words[at]) or "", words[:at], words[at + 1 :]
    value = None
    if kind == "build" and after and re.fullmatch(r"\d{1,3}", after[0]):
        value, after = int(after[0]), after[1:]
    if not all(_is_card(w, pack) for w in (*before, *after)):
        return None
    if kind == "trail" and not before:  # `trail 7d`
        before, after = after, []
    return WrittenPlay(kind, tuple(before), tuple(after), value)


def _verb(word: str) -> str | None:
    """The kind of play that a word names: a verb or what it begins with."""
    low = word.lower()
    if not low.isalpha():
        return None
    return next((kind for verb, kind in _VERBS.items() if verb.startswith(low) and (len(low) > 1 or low in "tb")), None)


def _is_card(word: str, pack: Pack) -> bool:
    return pack.number_of(canonical(word, pack)) is not None or _rank(word) in pack.ranks


def _rank(word: str) -> str:
    return {"T": "10", "1": "A"}.get(word.upper(), word.upper())


def meant(typed: WrittenPlay, choices: Sequence[Choice], pack: Pack) -> list[Choice]:
    """The legal plays that may be meant. What has not been said may be anything."""
    return [c for c in choices if _fits(typed, c, pack)]


def _fits(typed: WrittenPlay, choice: Choice, pack: Pack) -> bool:
    if typed.kind and typed.kind != choice.kind:
        return False
    if typed.name and (typed.name != choice.action or typed.value != choice.value):
        return False
    if typed.chosen and typed.chosen != choice.chosen:
        return False
    if only_named(typed):
        return True
    if typed.value is not None and typed.value != choice.value:
        return False
    if typed.name:
        return _are(typed.play, (*choice.play, *choice.take), pack)
    if not _are(typed.play, choice.play, pack):
        return False
    return not typed.take or _are(typed.take, choice.take, pack)


def _are(words: Sequence[str], cards: Sequence[str], pack: Pack) -> bool:
    """Whether these words name these cards, some perhaps by their rank."""
    left = list(cards)
    by_rank = []
    for word in words:
        face = canonical(word, pack)
        if face in left:
            left.remove(face)
        elif pack.number_of(face) is None:
            by_rank.append(_rank(word))
        else:
            return False
    ranks = [pack.faces[n].rank for card in left if (n := pack.number_of(card)) is not None]
    return sorted(by_rank) == sorted(ranks)


def written_out(typed: WrittenPlay, view: View, pack: Pack) -> WrittenPlay:
    """What was typed as a whole play, each rank as the first card of that rank that lies there; to say why it is not
    legal."""
    hand = [c for c in view.own.hand if c is not None]
    there = [*(c for c in view.table if c is not None), *(c for b in view.builds for g in b.groups for c in g)]
    kind = typed.kind or ("capture" if typed.take else "trail")
    played, taken = _cards(typed.play, hand, pack), _cards(typed.take, there, pack)
    return WrittenPlay(kind, played, taken, typed.value, typed.name, typed.chosen)


def _cards(words: Sequence[str], there: Sequence[str], pack: Pack) -> tuple[str, ...]:
    left, found = list(there), []
    for word in words:
        face = canonical(word, pack)
        if pack.number_of(face) is None:
            of_rank = [f.text for f in pack.faces if f.rank == _rank(word)]
            face = next((c for c in left if c in of_rank), of_rank[0])
        if face in left:
            left.remove(face)
        found.append(face)
    return in_pack_order(found, pack)
