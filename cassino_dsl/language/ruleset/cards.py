"""Packs: the faces that a variant is played with."""

from __future__ import annotations

from dataclasses import dataclass, field

PLACES = ("hand", "table", "build", "pile")
_NUMBERS = dict(zip("2 3 4 5 6 7 8 9 10".split(), "two three four five six seven eight nine ten".split(), strict=True))
RANK_WORDS = {**_NUMBERS, "J": "jack", "Q": "queen", "K": "king", "A": "ace"}


@dataclass(frozen=True, slots=True)
class Suit:
    """A suit: its letter in card texts (``d``), its name in this pack (``diamonds``, ``coins``)."""

    letter: str
    name: str
    colour: str


@dataclass(frozen=True, slots=True)
class Face:
    """What is printed on a card. ``suit`` is a letter, empty for extras such as jokers, whose
    ``rank`` is their own name."""

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
    _numbers: dict[str, int] = field(init=False, repr=False, compare=False)  # of faces, by their texts

    def __post_init__(self) -> None:
        object.__setattr__(self, "_numbers", {face.text: n for n, face in reversed([*enumerate(self.faces)])})

    @property
    def size(self) -> int:
        return len(self.faces) * self.copies

    @property
    def all_ranks(self) -> tuple[str, ...]:
        """The ranks as declared, then those of extras, each of which is its own."""
        return tuple(dict.fromkeys([*self.ranks, *(face.rank for face in self.faces)]))

    def between(self, low: str, high: str) -> tuple[str, ...]:
        """The ranks from one to another, as the pack declares them; none where it lacks one of the two."""
        if low not in self.ranks or high not in self.ranks:
            return ()
        return self.ranks[self.ranks.index(low) : self.ranks.index(high) + 1]

    def number_of(self, text: str) -> int | None:
        """The index of the face with this text (``T`` reads as 10), or None."""
        return self._numbers.get("10" + text[1:] if text.startswith("T") and len(text) == 2 else text)

    def rank_word(self, rank: str) -> str:
        """A rank by the name it has in this pack: `seven`, `knave`."""
        return dict(self.rank_names).get(rank, RANK_WORDS.get(rank, rank))

    def card_words(self, text: str) -> str:
        """A card by its name in this pack: `seven of coins`, `joker X`; what is no card as it is."""
        number = self.number_of(text)
        if number is None:
            return text
        face = self.faces[number]
        suit = next((s.name for s in self.suits if s.letter == face.suit), "")
        return f"{self.rank_word(face.rank)} of {suit}" if suit else f"joker {text}"

    def in_words(self, faces: list[str]) -> str:
        """Faces by their rank where the whole rank is among them."""
        left, names = list(faces), []
        for rank in self.ranks:
            whole = [f.text for f in self.faces if f.rank == rank]
            if whole and all(text in left for text in whole):
                names.append(rank)
                left = [text for text in left if text not in whole]
        return ", ".join([*names, *left])


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
FRENCH_RANKS = tuple("A 2 3 4 5 6 7 8 9 10 J Q K".split())
ITALIAN_RANKS = tuple("A 2 3 4 5 6 7 J Q K".split())

PRESETS: dict[str, tuple[tuple[str, ...], tuple[Suit, ...], tuple[tuple[str, str], ...]]] = {
    "french": (FRENCH_RANKS, FRENCH_SUITS, (("J", "jack"), ("Q", "queen"), ("K", "king"), ("A", "ace"))),
    "italian": (ITALIAN_RANKS, ITALIAN_SUITS, (("J", "knave"), ("Q", "knight"), ("K", "king"), ("A", "ace"))),
    "spanish": (ITALIAN_RANKS, ITALIAN_SUITS, (("J", "knave"), ("Q", "horse"), ("K", "king"), ("A", "ace"))),
}
