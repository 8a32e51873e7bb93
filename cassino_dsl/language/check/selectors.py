"""Selectors: cards by rank, suit, face or colour, as in `2..10, red and J in hand`."""

from __future__ import annotations

from dataclasses import dataclass

from cassino_dsl.language.check.check_context import Draft
from cassino_dsl.language.check.types import of_rank
from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.diagnostics.diagnostic import Report, did_you_mean
from cassino_dsl.language.diagnostics.remedy import suggest, write
from cassino_dsl.language.ruleset.cards import PLACES
from cassino_dsl.language.ruleset.span import Span
from cassino_dsl.language.ruleset.types import Type
from cassino_dsl.language.syntax.ast import Ast
from cassino_dsl.language.syntax.foreign_idioms import face_of, rank_of
from cassino_dsl.language.syntax.parser import parse
from cassino_dsl.language.syntax.tree import Scalar


# ---- ranges in which nothing lies, and what to write instead
def backwards(report: Report, span: Span, low: int, high: int) -> bool:
    """Whether a range of numbers ends before it begins; that is told."""
    if low > high:
        message = f"no number is in `{low}..{high}`: a range goes from the smaller to the larger"
        report.add(Code.NOTHING_FITS, span, message, help=write(f"{high}..{low}"))
    return low > high


def inside(
    report: Report, span: Span, ends: tuple[tuple[str, Span], ...], ranks: tuple[str, ...], bare: bool = False
) -> tuple[str, ...]:
    """The ranks of a range in the order of the pack; none, which is told, where an extra is an end of it, or it ends
    before it begins. ``bare``: it is the whole of a text without quotes, in which no comma may come to stand."""
    for word, place in ends:
        if word not in ranks:
            message = f"no range reaches `{word}`: an extra has no place among the ranks"
            help = f"name it beside a range, `7..10, {word}`, or give it a place under `ranks` of the pack"
            report.add(Code.NOTHING_FITS, place, message, help=help)
            return ()
    low, high = (word for word, _ in ends)
    first, last = ranks.index(low), ranks.index(high)
    if first > last:
        meant = f"{high}..{low}"
        if last == 0:  # up to an ace, as where it is the highest
            meant = f"{low}, {high}" if low == ranks[-1] else f"{low}..{ranks[-1]}, {high}"
            meant = f'"{meant}"' if bare else meant
        message = f"no rank is in `{low}..{high}`: in this pack {high} comes before {low}"
        report.add(Code.NOTHING_FITS, span, message, help=write(meant, f": the ranks go {' '.join(ranks)}"))
    return ranks[first : last + 1]


@dataclass(frozen=True, slots=True)
class Selected:
    faces: frozenset[int]
    places: tuple[str, ...]


def read_selector(draft: Draft, scalar: Scalar, places: bool = True) -> Selected | None:
    """The faces (and places) that a selector fits; None, with a diagnostic, where it is faulty."""
    ast = parse("selector", scalar, draft.report)
    if ast is None:
        return None
    faces: set[int] = set()
    for chosen in (a for a in ast.args if a.head != "word"):
        found = _chosen(draft, chosen, scalar)
        if found is None:
            return None
        faces |= found
    words = [a for a in ast.args if a.head == "word"]
    for word in words:
        if word.text not in PLACES or not places:
            if places:
                message = f"`{word.text}` is not a place"
                help = did_you_mean(word.text, PLACES) or f"places are {', '.join(PLACES)}"
            else:
                message, help = "no place can stand here", "leave `in …` out: only `values` differ from place to place"
            draft.report.add(Code.WRONG_WORD, word.span, message, help=help)
            return None
    return Selected(frozenset(faces), tuple(w.text for w in words) or PLACES)


def _chosen(draft: Draft, ast: Ast, whole: Scalar) -> set[int] | None:
    """The cards that all of it fits, what `and` joins."""
    each = [_range(draft, a, whole) if a.head == "selected_range" else _one(draft, a) for a in ast.args]
    known = [faces for faces in each if faces is not None]
    if len(known) < len(each):
        return None
    fits = set.intersection(*known)
    if not fits:
        message = f"no card of the pack is {' and '.join(a.span.text for a in ast.args)}"
        meant = ", ".join(a.span.text for a in ast.args)
        help = write(f'"{meant}"' if ast.span == whole.span else meant, " for the cards that fit one of them")
        draft.report.add(Code.NOTHING_FITS, ast.span, message, help=help)
    return fits or None


def _one(draft: Draft, ast: Ast) -> set[int] | None:
    pack, word = draft.pack, ast.text
    if word == "any":
        return set(range(len(pack.faces)))
    if ast.head == "card":
        number = pack.number_of(word)
        return {number} if number is not None else _unknown(draft, ast)
    fits = {
        i
        for i, face in enumerate(pack.faces)
        if word in (face.rank, face.text)
        or any(s.letter == face.suit and word in (s.name, s.colour) for s in pack.suits)
    }
    if not fits:
        if _of_several(draft, ast):
            return None
        fits = {
            i
            for i, face in enumerate(pack.faces)
            if pack.words.get(word, "") in (face.rank, face.text)
            or any(a.values[i] == word or (a.values[i] is True and a.name == word) for a in pack.attributes)
        }
    if not fits and word in draft.unread:
        return None
    if not fits and word in (*pack.marks, *(a.name for a in pack.attributes)):
        message, help = (
            f"no card of the pack is `{word}`",
            "the rows above its own have all of them: leave this out, too",
        )
        draft.report.add(Code.NOTHING_FITS, ast.span, message, help=help)
        return None
    return fits or _unknown(draft, ast)


def _of_several(draft: Draft, ast: Ast) -> bool:
    """Whether a word says something of cards by several attributes, which a bare word cannot tell apart."""
    word = ast.text
    asked = {a.name: f"{a.name}(c) = {word}" for a in draft.pack.attributes if word in a.words}
    asked |= {a.name: f"{a.name}(c)" for a in draft.pack.attributes if a.name == word and a.type is Type.BOOL}
    if len(asked) < 2:
        return False
    message = f"`{word}` is a word of {' and of '.join(f'`{name}`' for name in asked)}"
    help = f"ask for one of them in a condition, {' or '.join(f'`{text}`' for text in asked.values())}"
    draft.report.add(Code.WRONG_WORD, ast.span, message, help=f"{help}, or give each a word of its own")
    return True


def _range(draft: Draft, ast: Ast, whole: Scalar) -> set[int] | None:
    ranks = draft.pack.ranks
    for end in ast.args:
        if end.text not in ranks:
            if end.head == "card" and draft.pack.number_of(end.text) is not None:
                message, help = (
                    f"a range is of ranks, and `{end.text}` is a card",
                    "name the cards one by one: `7d, 8d`",
                )
                draft.report.add(Code.UNKNOWN_CARD, ast.span, message, help=help)
                return None
            if end.text not in draft.pack.all_ranks:
                return _unknown(draft, end)
    ends = tuple((end.text, end.span) for end in ast.args)
    among = inside(draft.report, ast.span, ends, ranks, bare=ast.span == whole.span)
    fits = {i for i, face in enumerate(draft.pack.faces) if face.rank in among}
    low, high = (word for word, _ in ends)
    if among and not fits:
        message, help = (
            f"no card of the pack is in `{low}..{high}`",
            "`remove` has taken them away: leave this out, too",
        )
        draft.report.add(Code.NOTHING_FITS, ast.span, message, help=help)
    return fits or None


def _unknown(draft: Draft, ast: Ast) -> set[int] | None:
    pack = draft.pack
    known = [*pack.ranks, *(s.name for s in pack.suits), *(f.text for f in pack.faces), *pack.colours, "any"]
    known += [*pack.marks, *pack.words]
    ours = next((m for m in (rank_of(ast.text), face_of(ast.text)) if m in known), None)
    help = of_rank(ast.text, pack.ranks) if ast.text.isdecimal() else suggest(ours) if ours else None
    help = help or did_you_mean(ast.text, known)
    message = f"the pack has no rank, suit or card `{ast.text}`"
    draft.report.add(Code.UNKNOWN_CARD, ast.span, message, help=help or f"its ranks are {' '.join(pack.ranks)}")
    return None
