"""The pack: ranks × suits × copies, extras added, cards removed."""

from __future__ import annotations

import re

from cassino_dsl.language.check.check_context import each, field_text, scalar
from cassino_dsl.language.compose.options import words
from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.diagnostics.diagnostic import Report, did_you_mean, nearest
from cassino_dsl.language.diagnostics.remedy import write
from cassino_dsl.language.ruleset.cards import PRESETS, Face, Pack
from cassino_dsl.language.ruleset.span import Span
from cassino_dsl.language.syntax.foreign_idioms import in_ascii
from cassino_dsl.language.syntax.tree import Mapping, Node, Scalar

MAX_CARDS = 128  # one bit each in the fast engine
RANK = re.compile(r"([2-9]|1[0-9]|[A-Z])\Z")
EXTRA = re.compile(r"[A-Z][A-Za-z]*[0-9]*\Z")


def read_pack(node: Node | None, report: Report) -> Pack:
    """The pack that a variant declares; faults give diagnostics and the nearest sensible pack."""
    body = node if isinstance(node, Mapping) else None
    base = field_text(body, "base", "french") if body else (node.text if isinstance(node, Scalar) else "french")
    ranks, suits, names = PRESETS[nearest(base, list(PRESETS)) or "french"]
    extras: list[str] = []
    removed: set[str] = set()
    copies = 1
    if body:
        ranks = _ranks(body.get("ranks"), report) or ranks
        extras = _extras(body.get("extras"), ranks, report)
        text = scalar(body.get("copies"))
        copies = int(text.text[:4]) if text and text.text.isdecimal() else 1
    faces = [Face(rank + suit.letter, rank, suit.letter) for suit in suits for rank in ranks]
    faces += [Face(name, name, "") for name in extras]
    if body:
        removed = _removed(body.get("remove"), faces, report)
    kept = tuple(f for f in faces if f.text not in removed)
    if not 1 <= len(kept) * copies <= MAX_CARDS and node is not None:
        message = f"this pack has {len(kept) * copies} cards"
        report.add(Code.BAD_NUMBER, node.span.beginning(1), message, help=f"a pack has from 1 to {MAX_CARDS} cards")
        copies, kept = 1, tuple(faces)
    return Pack(tuple(ranks), suits, kept, max(1, copies), names, tuple(sorted(removed)))


def card_words(node: Node | None) -> list[Scalar]:
    """The words of a list of cards, each with its place."""
    found: list[Scalar] = []
    for item in each(node):
        if isinstance(item, Scalar):
            for match in re.finditer(r"[^\s,]+", item.body.text if item.exact else item.text):
                span = Span(item.span.source, item.body.start + match.start(), item.body.start + match.end())
                found.append(Scalar(match.group(), span, span))
    return found


def _ranks(node: Node | None, report: Report) -> tuple[str, ...]:
    found: list[str] = []
    help = "ranks are the numbers 2 to 19 and single capital letters"
    for word in card_words(node):
        if not RANK.match(word.text) or word.text in found:
            twice = word.text in found
            message = f"rank `{word.text}` stands twice" if twice else f"`{word.text}` cannot be a rank"
            report.add(Code.BAD_NAME, word.span, message, help=help)
        else:
            found.append(word.text)
    return tuple(found)


def _extras(node: Node | None, ranks: tuple[str, ...], report: Report) -> list[str]:
    found: list[str] = []
    allowed = "a capital letter, then letters without accents, then digits, as in `X1`, `Joker`, `Fool`"
    for word in words(node) if node else []:
        if not EXTRA.match(word.text) or word.text in ranks or word.text in found:
            meant = "".join(part[:1].upper() + part[1:] for part in re.findall("[A-Za-z0-9]+", in_ascii(word.text)))
            free = EXTRA.match(meant) and meant not in (*ranks, *found)
            help = (
                write(meant, f": {allowed}", word.text.isascii()) if free else f"give it a name of its own: {allowed}"
            )
            message = f"`{word.text}` cannot name an extra card"
            message += (
                ": it is a rank" if word.text in ranks else ": another is called so" if word.text in found else ""
            )
            report.add(Code.BAD_NAME, word.span, message, help=help)
        else:
            found.append(word.text)
    return found


def _removed(node: Node | None, faces: list[Face], report: Report) -> set[str]:
    known, ranks = [f.text for f in faces], {f.rank for f in faces}
    removed: set[str] = set()
    for word in card_words(node):
        if report.full:
            break
        text = "10" + word.text[1:] if word.text.startswith("T") else word.text
        if text in known:
            removed.add(text)
            continue
        help = "cards are removed one by one, `2h 2c`; `ranks` says which ranks there are"
        mend = None if text in ranks else did_you_mean(text, known)
        report.add(Code.UNKNOWN_CARD, word.span, f"the pack has no card `{word.text}` to remove", help=mend or help)
    return removed
