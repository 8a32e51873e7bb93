"""Cards and ranks by the names that they have in their pack."""

from __future__ import annotations

from collections.abc import Sequence

from cassino_dsl.describe.english import joined, with_article
from cassino_dsl.ruleset.cards import Pack


def cards_named(pack: Pack, texts: list[str], last: str = "or") -> str:
    """Cards in a row, all of a rank by the rank: `an ace or the ten of diamonds`."""
    whole, rest = whole_ranks(pack, texts)
    named = [f"all {many_of(word)}" if last == "and" else with_article(word) for word in whole]
    return joined([*named, *_single(pack, rest, last)], last) or "no card"


def whole_ranks(pack: Pack, texts: list[str]) -> tuple[list[str], list[str]]:
    """The ranks of which all cards are there, as words, and the other cards."""
    cards = {r: {f.text for f in pack.faces if f.rank == r} for r in dict.fromkeys(f.rank for f in pack.faces)}
    whole = [r for r, of_rank in cards.items() if len(of_rank) > 1 and of_rank <= set(texts)]
    covered = {text for r in whole for text in cards[r]}
    return [pack.rank_word(r) for r in whole], [t for t in texts if t not in covered]


def _single(pack: Pack, texts: list[str], last: str) -> list[str]:
    """Single cards: several of a suit, then several of a rank, in one."""
    known = [(pack.faces[n].rank, pack.faces[n].suit, t) for t in texts if (n := pack.number_of(t)) is not None]
    words: list[str] = []
    names = {s.letter: s.name for s in pack.suits}
    runs: dict[tuple[str, ...], list[str]] = {}
    for letter in names:
        ranks = tuple(r for r, s, _ in known if s == letter)
        if len(ranks) > 2:
            runs.setdefault(ranks, []).append(letter)
            known = [k for k in known if k[1] != letter]
    for ranks, letters in runs.items():
        words.append(f"the {joined(in_runs(ranks, pack), last)} of {joined([names[s] for s in letters], last)}")
    for rank in dict.fromkeys(r for r, _, _ in known):
        same = [k for k in known if k[0] == rank]
        suits = joined([names[s] for _, s, _ in same if s], last)
        word = f"{pack.rank_word(rank)} of {suits}" if suits else pack.card_words(same[0][2])
        words.append(f"the {word}")
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
