"""Why a text of the small language cannot be read, and how it may be mended.

What is proposed as ``write `…` instead`` stands in the place of the marked text, and has been tried: with it the text
can be read past that place.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from difflib import get_close_matches
from unicodedata import normalize

from lark import UnexpectedInput, UnexpectedToken

from cassino_dsl.language.diagnostics.edits import edited
from cassino_dsl.language.diagnostics.remedy import (
    PLAIN_BLANK,
    Advice,
    TextEdit,
    in_quotes,
    insert,
    leave_out,
    suggest,
    there,
    write,
)
from cassino_dsl.language.ruleset.span import Span
from cassino_dsl.language.syntax.foreign_idioms import Idiom, idioms, in_ascii
from cassino_dsl.language.syntax.yaml_text import character_name, short

KINDS = {
    "expression": "an expression",
    "effect": "an effect",
    "played": "`play`",
    "part": "a part of `take`",
    "target": "`to`",
    "pattern": "a pattern of steps",
    "selector": "a choice of cards",
    "numbers": "a list of numbers",
    "binding": "a name with its parameters",
}
# what such a text looks like, where nothing better can be said
FORMS = {
    "expression": "as `count(hand) > 2` where something is asked, `2 * count(pile)` where a number is wanted",
    "effect": "effects are `award 1 to us`, `move loose to pile(us)`, `deal 1 to hand(me)`, `memory := …` and the like",
    "played": "it is `card`, `card where …`, `2 cards`, `1..3 cards`, `all cards`, `stock card` or `none`",
    "part": "a part is `one c in loose where …`, `all b in builds`, `any groups g of loose where v in total(g)`",
    "target": "it is `pile`, `table`, `hand`, `build v`, or a zone",
    "pattern": "a pattern is `play`, `pluck? play`, `arrange* play`, `draw play | play draw`",
    "selector": "cards are chosen by `7`, `2..10`, `10d`, `spades`, `red and J..K`, `any`, with commas between them",
    "numbers": "it is `2`, `2..4`, or `2, 4`",
    "binding": "it is `name`, or `name(p, q)` with parameters",
}
_KEYWORDS = (
    "implies if else or and not in div mod where card cards stock all none of with one maybe some any "
    "maximal group groups build award to as move deal add ask next redeal end round match win then for do pick shuffle"
).split()
_PAIRS = {"(": ")", "{": "}"}
_NAMES = "names consist of the letters a to z, digits and `_`"
_BLANK = " \t\r\n"  # those of this language: others are written over
_UNOPENED = "leave it out, or open its bracket before"
_BESIDE = "something is missing before it: a value, or `=`, `in`, `and`, `or`, `implies`, a comma …"
_UNFINISHED = "the text ends too early"
_MOST = 400  # characters around a fault that habits are looked for in
_NAMES_IN_BRACKETS = re.compile(r"(?:[^(){}]|\([\w, ]*\))*")  # else another bracket may be the wrong one
_NESTED = 3  # habits inside one another, or brackets, that one message mends
_ROW = 8  # habits one behind the other that one message mends
_READ = 20_000  # characters that are read, all in all, to try what may be meant by one text

Reads = Callable[[str], int]  # how far a text can be read: the place of its fault, or its length


@dataclass(frozen=True, slots=True)
class SyntaxCause:
    """What to report: the marked place as offsets in the text, what is wrong, and how to mend it."""

    start: int
    end: int
    message: str
    help: str | None = None


def cause(fault: UnexpectedInput, body: Span, start: str, reads: Reads) -> SyntaxCause:
    """The cause of a fault; ``body`` is where the text stands, ``start`` its kind."""
    text, reads = body.text, _patiently(reads)
    at, word = _place(fault, body)
    ends = not word
    stripped = len(text.rstrip())
    if ends or word in _PAIRS.values():
        unpaired = _unpaired(text, body, reads)
        if unpaired is not None:
            return unpaired
    found = _left_open(text, at, word, reads) or _idiom(text, at, start, word, reads)
    if found is not None:
        _also_in_quotes(found, body)
        return found
    if ends:
        help = FORMS[start]
        if body.source.text[body.end : body.end + 40].split("\n")[0].lstrip(" ").startswith("#"):
            help = "a `#` after a blank begins a comment; `count(…)` says how many"
        return SyntaxCause(max(stripped - 1, 0), stripped, _UNFINISHED, help)
    end = at + len(word)
    message = f"`{short(word)}` cannot stand here in {KINDS[start]}"
    foreign = next((m for m in re.finditer(r"\w+", text) if m.start() <= at < m.end() and not m[0].isascii()), None)
    if foreign is not None:
        new, message = in_ascii(foreign[0]), f"`{short(foreign[0])}` cannot be a name here"
        help = write(new, f": {_NAMES}", certain=False) if new.isidentifier() else _NAMES
        return SyntaxCause(foreign.start(), foreign.end(), message, help)
    lacking = _lacking(text, at, word, reads)
    if lacking is not None:
        return lacking
    for near in get_close_matches(word.lower(), _KEYWORDS, n=3, cutoff=0.6):
        if _reads_on(text, at, end, near, reads, following=True):
            return SyntaxCause(at, end, message, suggest(near))
    unpaired = _unpaired(text, body, reads) if _opened(text[:at]) else None
    if unpaired is not None:
        return unpaired
    beside = start == "expression" and text[:at].rstrip()[-1:].isalnum() is word[:1].isalnum()
    return SyntaxCause(at, end, message, _BESIDE if beside else FORMS[start])


def _lacking(text: str, at: int, word: str, reads: Reads) -> SyntaxCause | None:
    """What has still to be written before a word, or before a keyword read in its place: `count(c in hand | )`,
    `1 if else 0`."""
    for before in re.finditer(rf"\b(?:{'|'.join(_KEYWORDS)})\b|{re.escape(word)}", text[: at + len(word)]):
        start, end = before.span()
        if (
            not text[end:at].strip()
            and text[:start].strip()
            and reads(f"{text[:start]} x {text[start:]}") > at + len(word) + 2
        ):
            last, next = text[:start].split()[-1], before[0]
            message = f"something is missing between `{short(last)}` and `{short(next)}`"
            return SyntaxCause(start, end, message, "write what is meant there")
    return None


def _also_in_quotes(found: SyntaxCause, body: Span) -> None:
    """What to write otherwise, where a proposal has what inside `{…}` of YAML ends a text without quotes."""
    help, source = found.help, body.source
    plain = source.text[body.start - 1 : body.start] not in ("'", '"') and "\n" not in body.text
    if isinstance(help, Advice) and help.otherwise is None and plain:
        marked = Span(source, body.start + found.start, body.start + found.end)
        edits = list(help.doing(marked))
        if any(set(edit.text) & {*",{}[]"} for edit in edits):
            whole = in_quotes(edited(source.text[: body.end], edits)[body.start :])
            help.otherwise = there(f"write `{short(whole)}` instead", [TextEdit(body, whole)], safe=help.safe)


def _place(fault: UnexpectedInput, body: Span) -> tuple[int, str]:
    """The offset in the text at which it cannot be read on, and the word there: empty at the end."""
    if isinstance(fault, UnexpectedToken):
        if fault.token.type == "$END" or fault.token.start_pos is None:
            return len(body.text.rstrip()), ""
        return fault.token.start_pos - body.start, str(fault.token)
    at = (fault.pos_in_stream or body.start) - body.start
    return at, body.text[at : at + 1]


def _patiently(reads: Reads) -> Reads:
    """A reader that reads nothing any more after so many characters: the texts are those of strangers."""
    left = _READ

    def read(text: str) -> int:
        nonlocal left
        left -= len(text)
        return reads(text) if left > 0 else 0

    return read


def _idiom(text: str, at: int, start: str, word: str, reads: Reads) -> SyntaxCause | None:
    """What people write so, and how it is said here; where more of that follows, all of it at once."""
    begin, end = len(text) - len(text.lstrip()), len(text.rstrip())
    plain = normalize("NFKC", text).strip()
    if "\uff01" <= word[:1] <= "\uff5e" and reads(plain) >= len(plain):
        return _instead(text, begin, end, plain, f"`{word}` is a sign of another width", "")
    found = _mended(text, at, start, reads, _NESTED)
    if found is None:
        return None
    begin, end, new, idiom = found
    old = text[begin:end].strip()
    shown = old if old and end - begin <= 20 else word
    shown = shown if shown.isprintable() or "\n" in shown else character_name(shown[0])
    message = f"`{short(shown)}` cannot stand here in {KINDS[start]}" if shown else _UNFINISHED
    if idiom.says:
        help = write(new, certain=False, said=idiom.says) if new else idiom.says
        return SyntaxCause(begin, max(end, begin + 1), message, help)
    place = begin, end, new
    further = _further(text, *place, start, reads)
    all_of_it = further or place
    certain = further is not None and not idiom.unsure  # what cannot be read then may mean something else
    return _instead(text, *all_of_it, message, idiom.why if all_of_it == place else "", certain)


def _further(text: str, begin: int, end: int, new: str, start: str, reads: Reads) -> tuple[int, int, str] | None:
    """A place with what to write there, and with all habits that follow it, where the whole text can be read so."""
    mended, last = text[:begin] + new + text[end:], begin + len(new)  # what is new ends there, in the text as mended
    for _ in range(_ROW):
        at = reads(mended)
        if at >= len(mended):
            return begin, end, mended[begin:last]
        found = _mended(mended, at, start, reads, _NESTED)
        if found is None or found[3].says:
            return None
        low, high, new, _ = found
        end, last = end + max(high - last, 0), max(high, last)
        begin, last = min(begin, low), last + len(new) - (high - low)
        mended = mended[:low] + new + mended[high:]
    return None


def _mended(text: str, at: int, start: str, reads: Reads, nested: int) -> tuple[int, int, str, Idiom] | None:
    """The place that is written by idiom, what to write there, and the idiom; ``nested``: how many more may stand in
    what it puts there, as in `if a then (if b then c)`."""
    low = max(len(text) - len(text.lstrip()), at - _MOST)
    window = text[low : at + _MOST].rstrip().replace("\n", " ")
    for idiom in idioms():
        if (idiom.starts and start not in idiom.starts) or start in idiom.apart:
            continue
        for found in idiom.pattern.finditer(window):
            begin, end = low + found.start(), low + found.end()
            if not begin <= at <= end or (begin == end and begin != at):
                continue
            if idiom.says:
                return begin, end, idiom.written(found), replace(idiom, says=found.expand(idiom.says))
            new = idiom.written(found)
            if not _reads_on(text, begin, end, new, reads):
                new = _mended_inside(text, begin, end, new, start, reads, nested - 1) if nested else ""
                if not new:
                    continue
            return begin, end, new, idiom
    return None


def _mended_inside(text: str, begin: int, end: int, new: str, start: str, reads: Reads, nested: int) -> str:
    """What is to be put in a place, where it cannot be read for other idioms in it; nothing where no idiom is."""
    for _ in range(_ROW):
        whole = text[:begin] + new + text[end:]
        inner = _mended(whole, reads(whole), start, reads, nested)
        if inner is None or inner[3].says or inner[0] < begin or inner[1] > begin + len(new):
            return ""
        new = new[: inner[0] - begin] + inner[2] + new[inner[1] - begin :]
        if _reads_on(text, begin, end, new, reads):
            return new
    return ""


def _instead(text: str, begin: int, end: int, new: str, message: str, why: str, certain: bool = True) -> SyntaxCause:
    """A proposal, marked without the blanks around it."""
    old = text[begin:end]
    if old and new and not (old + new).strip():
        return SyntaxCause(begin, end, message, write(" ", said=PLAIN_BLANK))
    if not old.strip():
        begin, old = end, ""
    lead, tail = len(old) - len(old.lstrip(_BLANK)), len(old) - len(old.rstrip(_BLANK))
    if old.strip() and new.strip():
        begin, end = begin + lead, end - tail
        foreign = [sign.isspace() and sign not in _BLANK for sign in (old[0], old[-1])]
        beside = text[max(begin - 1, 0) : begin] not in ("", " ", "(", "{") and new.strip()[0].isalnum()
        apart = foreign[0] or beside
        new = f"{' ' * (new[0] == ' ' and apart)}{' '.join(new.split())}{' ' * foreign[1]}"
    elif not new.strip():  # leaving a word out takes the blank after it along
        return SyntaxCause(begin, end, message, leave_out(why, certain=certain))
    if begin == end:  # something is missing before the next word
        following = text[end:].split(maxsplit=1)[0] if text[end:].split() else ""
        end, new = end + len(following), new + following
    elif new[-1:].isalnum() and (glued := re.match(r"\w+", text[end:])):  # `!any`: with a blank, two words
        end, new = end + glued.end(), f"{new} {glued[0]}"
    return SyntaxCause(begin, end, message, write(new, f": {why}" if why else "", certain))


def _reads_on(text: str, begin: int, end: int, new: str, reads: Reads, following: bool = False) -> bool:
    """Whether the text can be read past a place with something else in it; ``following``: and past the word there."""
    rest = text[end:]
    blanks = len(rest) - len(rest.lstrip()) if following else 0
    return reads(text[:begin] + new + rest) > begin + len(new) + (blanks if rest.strip() else -1)


def _left_open(text: str, at: int, word: str, reads: Reads) -> SyntaxCause | None:
    """The bracket whose end is missing before a word that cannot stand inside it: `count(c in hand | … > 0`.

    With the bracket closed there, all of the text can be read; a sign has only to be read past.
    """
    surplus = sum((sign in _PAIRS) - (sign in _PAIRS.values()) for sign in text)
    opened = _opened(text[:at])
    for n in range(1, min(surplus, len(opened), _NESTED) + 1 if word else 0):
        closing = _closing(opened[-n:])
        before = text[:at].rstrip() + closing + " "
        far = reads(before + text[at:])
        whole = far >= len((before + text[at:]).rstrip())
        if whole or (far > len(before) and not word[0].isalnum()):
            where, sign = opened[-n]
            said = f"write the closing `{closing}` before `{short(text[at:])}`"
            help = insert(said, len(text[:at].rstrip()) - where, closing, certain=whole)
            return SyntaxCause(where, where + 1, f"this `{sign}` is not closed", help)
    return None


def _brackets(text: str) -> tuple[list[tuple[int, str]], int | None]:
    """The brackets that are open at the end of a text, or before the first that closes none of them; where that is."""
    opened: list[tuple[int, str]] = []
    for at, sign in enumerate(text):
        if sign in _PAIRS:
            opened.append((at, sign))
        elif sign in _PAIRS.values():
            if not opened or _PAIRS[opened[-1][1]] != sign:
                return opened, at
            opened.pop()
    return opened, None


def _opened(text: str) -> list[tuple[int, str]]:
    """The brackets that are open at the end of a text, where those that are closed fit."""
    opened, misfit = _brackets(text)
    return opened if misfit is None else []


def _closing(opened: list[tuple[int, str]]) -> str:
    """What ends these brackets, the last one first."""
    return "".join(_PAIRS[sign] for _, sign in reversed(opened))


def _unpaired(text: str, body: Span, reads: Reads) -> SyntaxCause | None:
    """The bracket that is opened and never closed, or closed and never opened."""
    opened, misfit = _brackets(text)
    if misfit is not None and not opened:
        message = f"this `{text[misfit]}` closes nothing"
        return SyntaxCause(misfit, misfit + 1, message, leave_out(said=_UNOPENED))
    if misfit is not None:
        where, before = opened[-1]
        message = f"this `{before}` is closed by a `{text[misfit]}`"
        return SyntaxCause(where, where + 1, message, f"write the closing `{_PAIRS[before]}`")
    if not opened:
        return None
    where, before = opened[0]
    help: str = f"write the closing `{short(_closing(opened))}`"
    if body.source.text[body.end : body.end + 1] == ",":
        help += "; inside `{…}` of YAML a comma ends the text: then quote it whole"
    elif _NAMES_IN_BRACKETS.fullmatch(text, where + 1) and reads(whole := text.rstrip() + _PAIRS[before]) >= len(whole):
        help = insert(help, len(text.rstrip()) - where, _PAIRS[before], certain=False)
    return SyntaxCause(where, where + 1, f"this `{before}` is not closed", help)
