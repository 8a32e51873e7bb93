"""Plays as people type them: as `moves` prints them, as they are written down (`7h=6d+As`, `7♥ x 6♦ A♠`), in
words (`take six and ace with 7`, `build 9 with 4 on 5`), or shortened: `7 6 A`, `2 builds 9`, `Kd`.

A card may be given by its rank alone, a verb by its first letters, and what only one legal play can mean may be left
out. An action may be named as the rulebook names it: `lie down 3c 4c` is `3c 4c trails`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Protocol, TypeVar

from cassino_dsl.book.describe.english import joined
from cassino_dsl.book.pages.cards import sign_of
from cassino_dsl.book.why.plays_by_action import begins_with
from cassino_dsl.engine.reference.text import NO_NAMES, WrittenPlay, canonical, in_pack_order, split_told
from cassino_dsl.language.ruleset.cards import RANK_WORDS, SUIT_NAMES, Pack
from cassino_dsl.language.ruleset.types import Type

_VERBS = {
    **dict.fromkeys(("takes", "captures", "picks", "gets", "x", "×", "="), "capture"),
    **dict.fromkeys(("builds", "makes"), "build"),
    **dict.fromkeys(("trails", "lays", "drops", "puts", "discards", "table"), "trail"),
}
_JOINING = dict.fromkeys(("with", "using", "by"), "with") | dict.fromkeys(("on", "onto"), "on") | {"for": "for"}
_FILLING = frozenset("and to the an of my up down play from + &".split())
_MARKS = re.compile(r"=|×|\+|(?<=[cdhs♣♦♥♠])(?:x(?=[0-9AJQKT])|(?=(?:10|[2-9AJQKT])[cdhs♣♦♥♠]))")
MOST = 500  # characters of what is typed


@dataclass(frozen=True, slots=True)
class Typed:
    """What was said of a play; what was not is empty. ``both``: cards of which was not said whether they are played or
    taken; ``name``: the action, where it was named, ``chosen`` what it tells beside its cards, if that is no number."""

    kind: str = ""
    play: tuple[str, ...] = ()
    take: tuple[str, ...] = ()
    both: tuple[str, ...] = ()
    value: int | None = None
    name: str = ""
    chosen: str = ""

    @property
    def only_named(self) -> bool:
        """Whether nothing but the action is said, of which any play may be meant."""
        return bool(self.name) and self.kind != "other"


class Unread(ValueError):
    """What was typed is no play: the word that nobody knows, and what it may have been meant to be."""

    def __init__(self, word: str = "", near: str = "") -> None:
        super().__init__(word)
        self.word, self.near = word, near


class TypedPlays:
    """Reads plays of one pack; ``tells``: what plays of an action tell beside their cards, by its name."""

    def __init__(self, pack: Pack, tells: Mapping[str, Type] = NO_NAMES) -> None:
        self.pack, self.tells = pack, tells
        words = {word: rank for rank, word in (*RANK_WORDS.items(), *pack.rank_names) if rank in pack.ranks}
        words |= {c.one.lower(): rank for rank, c in pack.names if rank in pack.all_ranks}
        plural = {f"{word}{'es' if word.endswith('x') else 's'}": rank for word, rank in words.items()}
        self.words = {**plural, **words}
        self.ranks = {"t": "10", "1": "A", **self.words, **{rank.lower(): rank for rank in pack.all_ranks}}
        self.suits = {name: s.letter for s in pack.suits for name in (s.name, *SUIT_NAMES.get(s.letter, ()))}
        self.suits |= {name.removesuffix("s"): letter for name, letter in self.suits.items()}
        self.suits |= {sign_of(pack, s.letter): s.letter for s in pack.suits}
        self.suits |= dict(zip("♣♦♥♠", "cdhs", strict=True))

    def read(self, text: str, kinds: Mapping[str, str]) -> Typed:
        """Read what was typed; raises ``Unread`` where it is no play. ``kinds``: of the actions that there are, by
        name."""
        if len(text) > MOST:
            raise Unread
        text = self.pack.in_texts(text)
        named = begins_with(text, kinds)
        if named is None:
            return self._by_cards(self._split(text))
        name, words = named[0], self._split(named[1])
        if kinds[name] == "other":
            words, chosen = self._told(name, words)
            value = int(words.pop()) or None if words and re.fullmatch(r"\d{1,4}", words[-1]) else None
            both = tuple(self.card(w) for w in words if not _verb(w))
            return Typed("other", both=both, value=value, name=name, chosen=chosen)
        if not words:
            return Typed(kinds[name], name=name)
        if any(map(_verb, words)):
            return self._by_cards(words)
        if kinds[name] == "trail":
            return self._by_cards([*words, "trails"])
        return self._by_cards(self._split(text))  # `build 9 with 4c 5d` begins with a verb

    def _told(self, name: str, words: list[str]) -> tuple[list[str], str]:
        """The words without those that say what a play tells beside its cards, and what they say."""
        type, last = self.tells.get(name), words[-1].lower() if words else ""
        known = {Type.SUIT: self.suits, Type.RANK: self.ranks}.get(type, {}) if type else {}
        return split_told([*words[:-1], known.get(last, words[-1])] if words else [], type, self.pack)

    def _split(self, text: str) -> list[str]:
        """The words that say something; a suit is part of the card before it: `seven of coins`."""
        spaced = _MARKS.sub(
            lambda mark: f" {mark[0]} ", text.replace("\ufe0f", "").replace("->", "=").replace("→", "=")
        )
        words: list[str] = []
        for word in filter(None, re.split(r"[\s,;.!]+", spaced)):
            low = word.lower()
            suit, rank = self.suits.get(low), self.ranks.get(words[-1].lower()) if words else None
            if suit and rank:
                words[-1] = rank + suit
                continue
            article = words[-1:] == ["a"] and (low in self.words or _verb(words[-2:][0]) == "build")
            words = words[:-1] if article else words
            if low not in _FILLING:
                words.append(word)
        return words

    def _by_cards(self, words: list[str]) -> Typed:
        """A play by its kind, or by its cards alone."""
        kind, value, at = "", None, "before"
        said: dict[str, list[str]] = {"before": [], "after": [], "with": [], "on": []}
        for number, word in enumerate(words):
            follows = words[number + 1].lower() if number + 1 < len(words) else ""
            joins = _JOINING.get(word.lower())
            counts = at == "for" or (kind == "build" and at == "after" and value is None and not said["after"])
            digits = self.ranks.get(word.lower(), word)
            if joins:
                at = at if joins == "on" and follows in ("", "table") else joins
            elif kind and word.lower() == "table":
                continue  # `lays 7 on the table`
            elif not kind and (verb := _verb(word)) and (word != "T" or "10" not in self.pack.ranks):
                kind, at = verb, "after"
                if word == "=" and len(said["before"]) > 1:  # `6+A=7`
                    said["after"], said["before"], at = said["before"], [], "with"
            elif counts and re.fullmatch(r"\d{1,3}", digits) and follows != "on":
                value, at = int(digits), "after"
            else:
                at = "after" if at == "for" else at
                said[at].append(self.card(word))
        return _said(kind, value, *(tuple(said[part]) for part in ("before", "after", "with", "on")))

    def card(self, word: str) -> str:
        """The face or the rank that a word names."""
        face = canonical(word, self.pack)
        if self.pack.number_of(face) is not None:
            return face
        low = word.lower()
        for ranked, suit in ((low[:-1], low[-1:]), (low[1:], low[:1])):
            rank, letter = self.ranks.get(ranked), self.suits.get(suit, suit)
            if rank is not None and self.pack.number_of(rank + letter) is not None:
                return rank + letter
        extra = [f.text for f in self.pack.faces if not f.suit and f.text.lower() == low]
        rank = self.ranks.get(low, extra[0] if extra else None)
        if rank is None:
            known = [w for w in (*_VERBS, *_JOINING, *self.ranks) if len(w) > 2]
            raise Unread(word, *get_close_matches(low, known, 1, 0.7))
        return rank


def _said(
    kind: str,
    value: int | None,
    before: tuple[str, ...],
    after: tuple[str, ...],
    by: tuple[str, ...],
    on: tuple[str, ...],
) -> Typed:
    """What was said, by where it stood: before and after the verb, behind `with` and behind `on`."""
    if not (before or after or by or on or kind):
        raise Unread
    if kind == "trail" and not on:  # `trail 7d`
        return Typed(kind, before + after + by)
    if on:  # `build 9 with 4 on 5`, `put 4 on 5`
        return Typed("build", before or by or after, on + (after if before or by else ()), value=value)
    if not kind:
        played = by or before[:1]
        return Typed("", played, before if by else before[1:], value=value)
    if before:
        return Typed(kind, before, after + by, value=value)
    if kind == "build":
        return Typed(kind, both=after + by, value=value)
    return Typed(kind, by, after, value=value)


def _verb(word: str) -> str | None:
    """The kind of play that a word names: a verb or what it begins with."""
    low = word.lower()
    if low in _VERBS:
        return _VERBS[low]
    if not low.isalpha() or (len(low) == 1 and low not in "tb"):
        return None
    return next((kind for verb, kind in _VERBS.items() if verb.startswith(low)), None)


class LegalPlay(Protocol):
    """A legal play as a table offers it, or a game."""

    @property
    def kind(self) -> str: ...
    @property
    def action(self) -> str: ...
    @property
    def play(self) -> tuple[str, ...]: ...
    @property
    def take(self) -> tuple[str, ...]: ...
    @property
    def value(self) -> int | None: ...
    @property
    def chosen(self) -> str: ...


C = TypeVar("C", bound=LegalPlay)


def meant(typed: Typed, choices: Sequence[C], pack: Pack) -> list[C]:
    """The legal plays that may be meant. What has not been said may be anything."""
    return [c for c in choices if _fits(typed, c, pack)]


def _fits(typed: Typed, choice: LegalPlay, pack: Pack) -> bool:
    if typed.kind and typed.kind != choice.kind:
        return False
    if typed.name and (typed.name != choice.action or typed.value != (choice.value or None)):
        return False
    if (typed.value is not None and typed.value != choice.value) or (typed.chosen and typed.chosen != choice.chosen):
        return False
    whole = (*choice.play, *choice.take)
    parts = ((typed.play, choice.play), (typed.take, choice.take), (typed.both, whole))
    if typed.kind == "other" and not _are(typed.both, whole, pack):
        return False
    return all(not said or _are(said, cards, pack) for said, cards in parts)


def _are(words: Sequence[str], cards: Sequence[str], pack: Pack) -> bool:
    """Whether these words name these cards, some perhaps by their rank."""
    left = list(cards)
    by_rank = []
    for word in words:
        if word in left:
            left.remove(word)
        elif pack.number_of(word) is None:
            by_rank.append(word)
        else:
            return False
    return sorted(by_rank) == sorted(ranks_of(left, pack))


def ranks_of(cards: Sequence[str], pack: Pack) -> list[str]:
    """The ranks of cards."""
    return [pack.faces[n].rank for card in cards if (n := pack.number_of(card)) is not None]


def which(found: Sequence[LegalPlay]) -> str:
    """What to ask of several plays that may be meant: for what they differ in."""
    for asked, ways in (
        ("with which card", [" ".join(c.play) for c in found]),
        ("for which value", [str(c.value or "") for c in found]),
        ("which one", [c.chosen for c in found]),
        ("taking which", [" ".join(c.take) for c in found]),
    ):
        different = list(dict.fromkeys(ways))
        if all(ways) and 1 < len(different) <= 4:
            return f"{asked}: {joined(different, 'or')}?"
    return f"which of these {len(found)}?"


def written_out(typed: Typed, hand: Sequence[str], there: Sequence[str], pack: Pack) -> WrittenPlay:
    """What was typed as a whole play, each rank as the first card of that rank that lies there, if any does; to say why
    it is not legal. ``there``: the cards on the table."""
    kind = typed.kind or ("capture" if typed.take else "trail")
    play, take = typed.play, typed.take
    if kind == "other":
        play = typed.both
    elif typed.both:
        held = {*hand, *ranks_of(hand, pack)}
        at = next((at for at, word in enumerate(typed.both) if word in held), 0)
        play, take = typed.both[at : at + 1], typed.both[:at] + typed.both[at + 1 :]
    return WrittenPlay(kind, _cards(play, hand, pack), _cards(take, there, pack), typed.value, typed.name, typed.chosen)


def _cards(words: Sequence[str], there: Sequence[str], pack: Pack) -> tuple[str, ...]:
    left, found = list(there), []
    for word in words:
        face = word
        if pack.number_of(face) is None:
            of_rank = [f.text for f in pack.faces if f.rank == word]
            face = next((c for c in left if c in of_rank), word)
        if face in left:
            left.remove(face)
        found.append(face)
    return in_pack_order(found, pack)
