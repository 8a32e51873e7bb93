"""What the cards of a game count for, in few words, for who holds them: only those that don't count what they show."""

from __future__ import annotations

from collections import Counter

from cassino_dsl.book.describe.english import ranges
from cassino_dsl.language.ruleset.cards import RANK_WORDS, Face
from cassino_dsl.language.ruleset.model import Ruleset

Numbers = tuple[int, ...]
Counted = tuple[Numbers, tuple[Numbers, ...]]  # what a card counts for, and what in the cases that memory decides
Worth = tuple[Counted, Counted]  # in the hand, and on the table


def worths(ruleset: Ruleset) -> tuple[str, ...]:
    """`A 1 or 14`, `J 11`: by rank, then the cards that count something else than their rank. Where the pack has a name
    of its own for a rank it stands beside the letter: `J (knave) 8`. Nothing, where no card counts for a number."""
    pack = ruleset.pack
    worth: dict[Face, Worth] = {
        face: (_counted(ruleset, at, "hand"), _counted(ruleset, at, "table")) for at, face in enumerate(pack.faces)
    }
    if not any(any(numbers) for both in worth.values() for one, others in both for numbers in (one, *others)):
        return ()
    named = dict[Worth, list[str]]()
    own_names = {rank: name for rank, name in pack.rank_names if name != RANK_WORDS.get(rank)}
    own_names |= {rank: called.one for rank in pack.ranks if (called := pack.called(rank))}
    alone = []
    for rank in dict.fromkeys(face.rank for face in pack.faces):
        faces = [face for face in pack.faces if face.rank == rank]
        usual = Counter(worth[face] for face in faces).most_common(1)[0][0]
        if not rank.isdigit() or usual != (((int(rank),), ()),) * 2:  # not just what is printed
            named.setdefault(usual, []).append(f"{rank} ({own_names[rank]})" if rank in own_names else rank)
        alone += [f"{face.text} {_said(worth[face])}" for face in faces if worth[face] != usual]
    return (*(f"{', '.join(ranks)} {_said(usual)}" for usual, ranks in named.items()), *alone)


def _counted(ruleset: Ruleset, face: int, place: str) -> Counted:
    row = ruleset.value_row(face, place)
    return (row.numbers, tuple(case.numbers for case in row.cases)) if row is not None else ((), ())


def _said(worth: Worth) -> str:
    hand, table = worth
    if hand == table:
        return _numbers(hand, "in no sum")
    return f"{_numbers(hand, 'no number')} in the hand, {_numbers(table, 'no number')} on the table"


def _numbers(counted: Counted, none: str) -> str:
    usual, *others = (ranges(sorted(numbers)) or none for numbers in (counted[0], *counted[1]))
    return f"{usual} (at times {', '.join(others)})" if others else usual
