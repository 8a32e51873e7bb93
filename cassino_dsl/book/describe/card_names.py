"""Cards and ranks by the names that they have in their pack."""

from __future__ import annotations

from collections.abc import Sequence

from cassino_dsl.book.describe.english import joined, numeral, the, with_article
from cassino_dsl.language.ruleset.cards import Pack


def cards_named(pack: Pack, texts: Sequence[str], last: str = "or") -> str:
    """Cards in a row, all of a rank by the rank: `an ace or the ten of diamonds`."""
    whole, rest = whole_ranks(pack, texts)
    named = [f"all {pack.ranks_word(r)}" if last == "and" else with_article(pack.rank_word(r)) for r in whole]
    return joined([*named, *single_cards(pack, rest, last)], last) or "no card"


def whole_ranks(pack: Pack, texts: Sequence[str]) -> tuple[list[str], list[str]]:
    """The ranks of which all cards are there, and the other cards."""
    cards = {r: {f.text for f in pack.faces if f.rank == r} for r in dict.fromkeys(f.rank for f in pack.faces)}
    whole = [r for r, of_rank in cards.items() if len(of_rank) > 1 and of_rank <= set(texts)]
    covered = {text for r in whole for text in cards[r]}
    return whole, [t for t in texts if t not in covered]


def single_cards(pack: Pack, texts: list[str], last: str) -> list[str]:
    """Single cards, those of a suit and those of a rank together."""
    faces = [pack.faces[n] for t in texts if (n := pack.number_of(t)) is not None]
    known = [(f.rank, f.suit, f.text) for f in faces if not (f.suit and pack.has_own_name(f))]
    words = _by_their_names(pack, [f.text for f in faces if f.suit and pack.has_own_name(f)])
    names = {s.letter: pack.suit_word(s.letter) for s in pack.suits}
    for suit in pack.suits:
        ranks = [r for r, s, _ in known if s == suit.letter]
        if len(ranks) < 3:
            continue
        known = [k for k in known if k[1] != suit.letter]
        if len(ranks) == sum(f.suit == suit.letter for f in pack.faces):
            words.append(f"all {names[suit.letter]}" if last == "and" else f"a card of {names[suit.letter]}")
        else:
            words.append(f"the {joined(in_runs(ranks, pack), last)} of {names[suit.letter]}")
    extras = [t for _, suit, t in known if not suit]
    for rank in dict.fromkeys(r for r, suit, _ in known if suit):
        suits = [names[s] for r, s, _ in known if r == rank]
        several = last == "and" and len(suits) > 1
        words.append(f"the {pack.ranks_word(rank) if several else pack.rank_word(rank)} of {joined(suits, last)}")
    return [*words, *_by_their_names(pack, extras)]


def jokers_among(pack: Pack, texts: Sequence[str]) -> list[str]:
    """Those that have no name, and are told as jokers by what is typed for them."""
    return [t for t in texts if pack.card_words(t) == f"joker {t}"]


def _by_their_names(pack: Pack, texts: Sequence[str]) -> list[str]:
    """Cards that are told by a name of their own, all of one name by how many there are."""
    alike: dict[str, list[str]] = {}
    for text in texts:
        alike.setdefault(pack.card_words(text), []).append(text)
    told: list[str] = []
    for word, cards in alike.items():
        called, all_of_it = pack.called(cards[0]), [f for f in pack.faces if pack.card_words(f.text) == word]
        if called is not None and len(all_of_it) == len(cards) > 1:
            told.append(f"the {numeral(len(cards))} {called.many}")
        elif len(cards) < len(all_of_it):
            suits = [pack.suit_word(f.suit) for f in all_of_it if f.text in cards]
            told += [f"{the(word)} {f'of {suit}' if suit else text}" for suit, text in zip(suits, cards, strict=True)]
        else:
            told.append(the(word))
    return told


def in_runs(ranks: Sequence[str], pack: Pack) -> list[str]:
    """Ranks in order, numbers that follow each other by their ends: `ace`, `2 to 7`."""
    words: list[str] = []
    run: list[str] = []
    for rank in (*ranks, ""):
        plain = bool(run) and rank.isdigit() and run[-1].isdigit() and not (pack.called(rank) or pack.called(run[-1]))
        if not plain or int(run[-1]) + 1 != int(rank):
            named = [pack.rank_word(r) for r in run]
            ends = [run[0], run[-1]] if run and run[0] == named[0] else [*named[:1], *named[-1:]]  # no `1 to nine`
            words += [" to ".join(ends)] if len(run) > 2 else named
            run = []
        run.append(rank)
    return words
