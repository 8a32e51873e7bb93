"""Cards and ranks by the names that they have in their pack."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

from cassino_dsl.book.describe.english import joined, with_article
from cassino_dsl.language.ruleset.cards import Pack

FRENCH_SUITS = ("clubs", "diamonds", "hearts", "spades")


def cards_named(pack: Pack, texts: Sequence[str], last: str = "or") -> str:
    """Cards in a row, all of a rank by the rank: `an ace or the ten of diamonds`."""
    whole, rest = whole_ranks(pack, texts)
    named = [f"all {many_of(word)}" if last == "and" else with_article(word) for word in whole]
    return joined([*named, *_single(pack, rest, last)], last) or "no card"


def whole_ranks(pack: Pack, texts: Sequence[str]) -> tuple[list[str], list[str]]:
    """The ranks of which all cards are there, as words, and the other cards."""
    cards = {r: {f.text for f in pack.faces if f.rank == r} for r in dict.fromkeys(f.rank for f in pack.faces)}
    whole = [r for r, of_rank in cards.items() if len(of_rank) > 1 and of_rank <= set(texts)]
    covered = {text for r in whole for text in cards[r]}
    return [pack.rank_word(r) for r in whole], [t for t in texts if t not in covered]


def _single(pack: Pack, texts: list[str], last: str) -> list[str]:
    """Single cards, those of a suit and those of a rank together."""
    known = [(pack.faces[n].rank, pack.faces[n].suit, t) for t in texts if (n := pack.number_of(t)) is not None]
    words: list[str] = []
    french = {s.name for s in pack.suits} <= {*FRENCH_SUITS}  # on others nobody sees a colour
    for colour in ("black", "red") if french else ():
        letters = [s.letter for s in pack.suits if s.colour == colour]
        held = [[r for r, s, _ in known if s == letter] for letter in letters]
        if len(letters) > 1 and len(held[0]) > 1 and all(ranks == held[0] for ranks in held):
            known = [k for k in known if k[1] not in letters]
            words.append(_coloured(pack, colour, held[0], last))
    for suit in pack.suits:
        ranks = [r for r, s, _ in known if s == suit.letter]
        if len(ranks) < 3:
            continue
        known = [k for k in known if k[1] != suit.letter]
        if len(ranks) == sum(f.suit == suit.letter for f in pack.faces):
            words.append(f"all {suit.name}" if last == "and" else f"a card of {suit.name}")
        else:
            words.append(f"the {joined(in_runs(ranks, pack), last)} of {suit.name}")
    names = {s.letter: s.name for s in pack.suits}
    extras = [t for _, suit, t in known if not suit]
    for rank in dict.fromkeys(r for r, suit, _ in known if suit):
        suits = joined([names[s] for r, s, _ in known if r == rank], last)
        words.append(f"the {pack.rank_word(rank)} of {suits}")
    if len(extras) > 2:
        return [*words, f"the jokers {joined(in_numbers(extras), last)}"]
    return [*words, *(f"the {pack.card_words(t)}" for t in extras)]


def _coloured(pack: Pack, colour: str, ranks: list[str], last: str) -> str:
    """The cards of a colour that have one of these ranks: `all red nines to kings`, `a black card`."""
    if len(ranks) == len({f.rank for f in pack.faces if f.suit}):
        return f"all {colour} cards" if last == "and" else f"a {colour} card"
    named = [many_of(pack.rank_word(r)) if last == "and" else pack.rank_word(r) for r in ranks]
    row = len(ranks) > 2 and tuple(ranks) == pack.between(ranks[0], ranks[-1])
    told = f"{named[0]} to {named[-1]}" if row else joined(named, last)
    return f"all {colour} {told}" if last == "and" else f"a {colour} {told}"


def in_numbers(names: Sequence[str]) -> list[str]:
    """Names in order, more than two whose numbers follow each other by their ends: `X1 to X9`, `Fool`."""
    parts = [re.fullmatch(r"(.*?)(\d*)", name) for name in names]
    numbered = [(m[1], int(m[2]) - at if m[2] else -1 - at) for at, m in enumerate(parts) if m]
    words: list[str] = []
    for _, run in groupby(range(len(names)), key=lambda at: numbered[at]):
        ends = [names[at] for at in run]
        words += [f"{ends[0]} to {ends[-1]}"] if len(ends) > 2 else ends
    return words


def in_runs(ranks: Sequence[str], pack: Pack) -> list[str]:
    """Ranks in order, numbers that follow each other by their ends: `ace`, `2 to 7`."""
    words: list[str] = []
    run: list[str] = []
    for rank in (*ranks, ""):
        if not (run and rank.isdigit() and run[-1].isdigit() and int(run[-1]) + 1 == int(rank)):
            named = [pack.rank_word(r) for r in run]
            words += [f"{named[0]} to {named[-1]}"] if len(run) > 2 else named
            run = []
        run.append(rank)
    return words


def many_of(rank: str) -> str:
    """More than one of a rank: `sixes`."""
    return f"{rank}es" if rank.endswith("x") else f"{rank}s"
