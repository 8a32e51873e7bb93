"""Packs: the faces that a variant is played with."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field

from cassino_dsl.language.ruleset.types import Type

PLACES = ("hand", "table", "build", "pile")
SORTS = ("rank", "suit")  # what a file may call otherwise: its ranks are months
_NUMBERS = dict(zip("2 3 4 5 6 7 8 9 10".split(), "two three four five six seven eight nine ten".split(), strict=True))
RANK_WORDS = {**_NUMBERS, "J": "jack", "Q": "queen", "K": "king", "A": "ace"}


@dataclass(frozen=True, slots=True)
class Suit:
    """A suit: its letter in card texts (``d``), its name in this pack (``diamonds``, ``coins``), by which the language
    knows it. One that is only a place among the cards of a rank has no name but its letter; people don't hear of it."""

    letter: str
    name: str
    colour: str = ""
    sign: str = ""

    @property
    def spoken(self) -> bool:
        return self.name != self.letter


@dataclass(frozen=True, slots=True)
class Called:
    """What people call a rank, a suit or a card: one and several, what they type for it, and its sign in pictures."""

    one: str
    many: str
    short: str = ""
    sign: str = ""

    @property
    def word(self) -> str:
        """The name as a word of the language; none where it cannot be one."""
        word = "_".join(self.one.lower().replace("-", " ").split())
        return word if word.isascii() and word.isidentifier() else ""


@dataclass(frozen=True, slots=True)
class Attribute:
    """What a file says of its cards, read like their rank: one of ``words``, a number, or yes or no; ``values`` by
    face."""

    name: str
    type: Type
    words: tuple[str, ...]
    values: tuple[bool | int | str | None, ...]
    about: str = ""


@dataclass(frozen=True, slots=True)
class Face:
    """What is printed on a card. ``suit`` is a letter, empty for extras such as jokers, whose
    ``rank`` is their own name, or that of several of a kind."""

    text: str
    rank: str
    suit: str

    @property
    def pips(self) -> int:
        """The number printed on the card; an ace is 1, courts and extras have none (0)."""
        if self.rank == "A":
            return 1
        return int(self.rank) if self.rank.isdigit() else 0


@dataclass(frozen=True, slots=True)
class Pack:
    """``faces`` in pack order (suit by suit, ranks as declared, extras last), each ``copies`` times.

    Card number ``n`` of a game is copy ``n % copies`` of face ``n // copies``.
    """

    ranks: tuple[str, ...]
    suits: tuple[Suit, ...]
    faces: tuple[Face, ...]
    copies: int
    rank_names: tuple[tuple[str, str], ...]  # the pack's own names of ranks, where it has any
    removed: tuple[str, ...] = ()
    names: tuple[tuple[str, Called], ...] = ()  # what people call ranks, suits and cards, by their texts
    attributes: tuple[Attribute, ...] = ()
    words: dict[str, str] = field(init=False, repr=False, compare=False)  # texts, by names that are words
    # what cards have, each in the order in which both engines number it
    word_lists: dict[Type, tuple[str, ...]] = field(init=False, repr=False, compare=False)
    _called: dict[str, Called] = field(init=False, repr=False, compare=False)
    _said: dict[str, str] = field(init=False, repr=False, compare=False)  # filled when a table first asks for one
    _numbers: dict[str, int] = field(init=False, repr=False, compare=False)  # of faces, by their texts

    def __post_init__(self) -> None:
        object.__setattr__(self, "_numbers", {face.text: n for n, face in reversed([*enumerate(self.faces)])})
        object.__setattr__(self, "_called", dict(self.names))
        texts = {*self.ranks, *self._numbers}
        found = [(called.word, text) for text, called in self.names if called.word and text in texts]
        alike = Counter(word for word, _ in found)
        object.__setattr__(self, "words", {word: text for word, text in found if alike[word] == 1})
        object.__setattr__(self, "_said", {})
        letters = tuple(suit.letter for suit in self.suits)
        lists = {Type.RANK: self.all_ranks, Type.SUIT: letters, Type.COLOUR: self.colours, Type.MARK: self.marks}
        object.__setattr__(self, "word_lists", lists)

    @property
    def size(self) -> int:
        return len(self.faces) * self.copies

    @property
    def colours(self) -> tuple[str, ...]:
        """The colours of its suits; black and red first, as far as there are some."""
        known = dict.fromkeys(s.colour for s in self.suits if s.colour)
        usual = ("black", "red")
        return (*usual, *(c for c in known if c not in usual)) if any(c in known for c in usual) else tuple(known)

    @property
    def marks(self) -> tuple[str, ...]:
        """The words that its attributes give to cards."""
        return tuple(dict.fromkeys(word for a in self.attributes for word in a.words))

    def attribute(self, name: str) -> Attribute:
        return next(a for a in self.attributes if a.name == name)

    def colour_of(self, face: Face) -> str | None:
        return next((s.colour for s in self.suits if s.letter == face.suit), "") or None

    @property
    def all_ranks(self) -> tuple[str, ...]:
        """The ranks as declared, then those of extras, each of which is its own."""
        return tuple(dict.fromkeys([*self.ranks, *(face.rank for face in self.faces)]))

    def between(self, low: str, high: str) -> tuple[str, ...]:
        """The ranks from one to another, as the pack declares them; none where it lacks one of the two."""
        if low not in self.ranks or high not in self.ranks:
            return ()
        return self.ranks[self.ranks.index(low) : self.ranks.index(high) + 1]

    def ranks_of(self, suit: Suit) -> tuple[str, ...]:
        """The ranks of a suit, with those of its cards that were removed."""
        here = {f.rank for f in self.faces if f.suit == suit.letter}
        here |= {text[:-1] for text in self.removed if text[-1] == suit.letter}
        return tuple(rank for rank in self.ranks if rank in here)

    def number_of(self, text: str) -> int | None:
        """The index of the face with this text (``T`` reads as 10), or None."""
        ten = text.startswith("T") and len(text) == 2 and text not in self._numbers
        return self._numbers.get("10" + text[1:] if ten else text)

    def called(self, text: str) -> Called | None:
        """What the file calls a rank, a suit (by its letter) or a card, by its text; None where it says nothing."""
        return self._called.get(text)

    def in_own_words(self, text: str) -> str:
        """A text of the program with what the file calls ranks and suits: `of the same month`."""
        if self._called.keys().isdisjoint(SORTS):
            return text
        words = {word: of for sort in SORTS if (of := self._called.get(sort)) for word in (sort, f"{sort}s")}
        form = re.compile(rf"\b({'|'.join(words)})\b")
        return form.sub(lambda m: words[m[0]].one if m[0] in SORTS else words[m[0]].many, text)

    def rank_word(self, rank: str) -> str:
        """A rank by the name it has in this pack: `seven`, `knave`."""
        called = self._called.get(rank)
        return called.one if called else dict(self.rank_names).get(rank, RANK_WORDS.get(rank, rank))

    def ranks_word(self, rank: str) -> str:
        """Several of a rank: `sevens`."""
        called = self._called.get(rank)
        return called.many if called else plural(self.rank_word(rank))

    def suit_word(self, letter: str) -> str:
        """A suit by its name; empty where the pack has none for it."""
        suit, called = next((s for s in self.suits if s.letter == letter), None), self._called.get(letter)
        return called.one if called else suit.name.replace("_", " ") if suit and suit.spoken else ""

    def has_own_name(self, face: Face) -> bool:
        """Whether people know a card by a name of its own, and not by its rank and its suit."""
        return face.text in self._called or not self.suit_word(face.suit)

    def card_words(self, text: str) -> str:
        """A card by its name in this pack: `seven of coins`, `crane`, `joker X`; what is no card as it is."""
        number = self.number_of(text)
        if number is None:
            return text
        face = self.faces[number]
        if face.text in self._called:
            return self._called[face.text].one
        if not face.suit:
            own = self.rank_word(face.rank)
            if own == face.rank:
                return text if face.rank in self.ranks else f"joker {text}"
            return own if self.faces_of(face.rank) == 1 else _called_and_typed(own, text)
        suit, rank = self.suit_word(face.suit), self.rank_word(face.rank)
        return f"{rank} of {suit}" if suit else _called_and_typed(rank, text)

    def faces_of(self, rank: str) -> int:
        return sum(f.rank == rank for f in self.faces)

    def said(self, text: str) -> str:
        """A card in a sentence of a table: by the name that the file has for it, or for its rank, and its text where
        others are called so; else by its text alone."""
        if self.names and not self._said:
            named = {f.text: self.card_words(f.text) for f in self.faces if {f.text, f.rank} & self._called.keys()}
            alike = Counter(named.values())
            own = {t: w if alike[w] == 1 or w.endswith(t) else f"{w} {t}" for t, w in named.items()}
            self._said.update({f.text: own.get(f.text, f.text) for f in self.faces})
        number = self.number_of(text)
        return text if number is None else self._said.get(self.faces[number].text, text)

    def in_texts(self, sentence: str) -> str:
        """What people type, with the texts of cards in place of their names and of what is short for these."""
        if not self.names:
            return sentence
        texts = {self.said(f.text).lower(): f.text for f in self.faces}
        texts |= {c.short.lower(): text for text, c in self.names if c.short and text in self._numbers}
        names = "|".join(re.escape(name) for name in sorted(texts, key=len, reverse=True))
        return re.sub(rf"(?<!\w)({names})(?!\w)", lambda m: texts[m[1].lower()], sentence, flags=re.IGNORECASE)

    def in_words(self, faces: list[str]) -> str:
        """Faces by their rank where the whole rank is among them."""
        left, names = list(faces), []
        for rank in self.ranks:
            whole = [f.text for f in self.faces if f.rank == rank]
            if whole and all(text in left for text in whole):
                names.append(rank)
                left = [text for text in left if text not in whole]
        return ", ".join([*names, *left])


def plural(word: str) -> str:
    """More than one of what has this name: `sixes`, `butterflies`."""
    if word.endswith(("s", "x", "z", "ch", "sh")):
        return f"{word}es"
    return f"{word[:-1]}ies" if word[-1:] == "y" and word[-2:-1] not in ("", *"aeiou") else f"{word}s"


def _called_and_typed(word: str, text: str) -> str:
    """A card that shares its name with others: with its text behind it, unless that begins so (`ape`, `Ape1`)."""
    return text if text.lower().startswith(word.lower()) else f"{word} {text}"


FRENCH_SUITS = (
    Suit("c", "clubs", "black"),
    Suit("d", "diamonds", "red"),
    Suit("h", "hearts", "red"),
    Suit("s", "spades", "black"),
)
ITALIAN_SUITS = (
    Suit("c", "batons", "black"),
    Suit("d", "coins", "red"),
    Suit("h", "cups", "red"),
    Suit("s", "swords", "black"),
)
SUIT_NAMES: dict[str, tuple[str, ...]] = {
    suit.letter: tuple(dict.fromkeys((suit.name, other.name)))
    for suit, other in zip(FRENCH_SUITS, ITALIAN_SUITS, strict=True)
}
COLOUR_OF_SUITS = {suit.name: suit.colour for suit in (*FRENCH_SUITS, *ITALIAN_SUITS)}
FRENCH_RANKS = tuple("A 2 3 4 5 6 7 8 9 10 J Q K".split())
ITALIAN_RANKS = tuple("A 2 3 4 5 6 7 J Q K".split())

PRESETS: dict[str, tuple[tuple[str, ...], tuple[Suit, ...], tuple[tuple[str, str], ...]]] = {
    "french": (FRENCH_RANKS, FRENCH_SUITS, (("J", "jack"), ("Q", "queen"), ("K", "king"), ("A", "ace"))),
    "italian": (ITALIAN_RANKS, ITALIAN_SUITS, (("J", "knave"), ("Q", "knight"), ("K", "king"), ("A", "ace"))),
    "spanish": (ITALIAN_RANKS, ITALIAN_SUITS, (("J", "knave"), ("Q", "horse"), ("K", "king"), ("A", "ace"))),
}
