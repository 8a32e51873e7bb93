"""Markdown that the program writes, as HTML for pages and as text for terminals.

A card stands in it as a picture of the address ``card:7s``, which is drawn; elsewhere it is written, with the sign of
its suit.
"""

from __future__ import annotations

import codecs
import io
import re
import unicodedata
from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any

from cassino_dsl.book.pages.cards import card_printed, card_signed, card_svg, sign_of
from cassino_dsl.language.ruleset.cards import Pack

# ---- letters that an encoding lacks lose their accents: `Končine` is `Koncine` there, and no `Kon?ine`
BARE = "cassino_dsl.bare"  # the name of this, as what is done where an encoding lacks a letter


def _bare(fault: UnicodeError) -> tuple[str, int]:
    if not isinstance(fault, UnicodeEncodeError):
        raise fault
    told = unicodedata.normalize("NFKD", fault.object[fault.start : fault.end])
    return "".join(c if c.isascii() else "?" for c in told if not unicodedata.combining(c)), fault.end


codecs.register_error(BARE, _bare)


_CARD = "card:"
_WORDS = re.compile(r"[A-Za-z0-9]+(?: [A-Za-z0-9]+)*")
_SUBORDINATE = re.compile(r"As (?!may |takes |builds |trails )(?:[a-z]|[A-Z][a-z]{2})")  # no ace: "As long as …"
_ASCII = str.maketrans(
    {"“": '"', "”": '"', "‘": "'", "’": "'", "—": "-", "–": "-", "…": "...", "•": "*", "─": "-", "═": "=", "▌": "|"}
)


def with_cards(text: str, pack: Pack, show: Callable[[str], str]) -> str:
    """A text with each card that stands in it shown in some way; several that are told in words, as a list."""

    def shown(found: re.Match[str]) -> str:
        begins = not text[: found.start()] or text[: found.start()].endswith(". ")  # a sentence
        if begins and _SUBORDINATE.match(found.group()):
            first, _, rest = found.group().partition(" ")
            return f"{first} {with_cards(rest, pack, show)}"
        told = []
        for are_cards, some in groupby(found.group().split(), lambda w: pack.number_of(w) is not None):
            words = [*some]
            cards = [show(w) if are_cards else w for w in words]
            in_words = are_cards and len(cards) > 1 and any(_is_words(c, w) for c, w in zip(cards, words, strict=True))
            told.append(_listed(cards) if in_words else " ".join(cards))
        whole = " ".join(told)
        return whole[:1].upper() + whole[1:] if begins and whole[:4] == "the " else whole

    return _WORDS.sub(shown, text)


def _is_words(shown: str, card: str) -> bool:
    """Whether a card is shown in a word or several, not by its text or by a sign of its suit."""
    return " " in shown or (shown != card and shown[-1:].isalpha())


def _listed(cards: Sequence[str]) -> str:
    """Cards in words as a list; those of one suit that follow one another name it once: `the 4 and 5 of cups`."""
    parts = list[str]()
    for suit, several in groupby(cards, lambda card: card.partition(" of ")[2]):
        ranks = [card.partition(" of ")[0] for card in several]
        ranks[1:] = [rank.removeprefix("the ") for rank in ranks[1:]] if suit else ranks[1:]
        parts += [f"{_and(ranks)} of {suit}"] if suit else ranks
    return _and(parts)


def _and(words: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def card_picture(text: str) -> str:
    """A card in Markdown that is to be drawn."""
    return f"![{text}]({_CARD}{text})"


def of_markdown(text: str, pack: Pack | None = None) -> str:
    """Markdown as HTML, with the cards of a pack drawn; no text of a file gets into a page as HTML of its own."""
    from markdown_it import MarkdownIt

    reader = MarkdownIt("commonmark", {"html": False}).enable("table")

    def picture(_: Any, tokens: Sequence[Any], index: int, *__: Any) -> str:
        address = str(tokens[index].attrs.get("src", ""))
        drawn = pack is not None and address.startswith(_CARD)
        return card_svg(pack, address.removeprefix(_CARD)) if drawn and pack else ""

    reader.add_render_rule("image", picture)
    html: str = reader.render(text)
    return html


def in_terminal(text: str, width: int, encoding: str | None = "utf-8") -> str:
    """Markdown laid out for a terminal: wrapped to its width, with bullets and tables; no character that the encoding
    lacks."""
    from rich.console import Console
    from rich.markdown import Heading, Markdown
    from rich.text import Text

    class Underlined(Heading):
        def __rich_console__(self, console: Any, options: Any) -> Any:
            self.text.justify = "left"
            lines = {"h1": "═", "h2": "─"}
            yield from ([Text("")] if self.tag == "h2" else [])
            yield self.text
            if self.tag in lines:
                yield Text(lines[self.tag] * min(self.text.cell_len, width))

    class Laid(Markdown):
        elements = {**Markdown.elements, "heading_open": Underlined}  # noqa: RUF012

    console = Console(file=io.StringIO(), width=width, color_system=None, force_terminal=False, legacy_windows=False)
    console.print(Laid(text, hyperlinks=False))
    out = console.file
    assert isinstance(out, io.StringIO)
    return _without_what_lacks("\n".join(line.rstrip() for line in out.getvalue().split("\n")), encoding)


def _without_what_lacks(text: str, encoding: str | None) -> str:
    try:
        text.encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return text.translate(_ASCII).encode("ascii", BARE).decode("ascii")
    return text


def in_print(pack: Pack) -> Callable[[str], str]:
    """How cards are written in a text that nobody types from: with the sign of the suit alone where everybody knows it,
    else in words."""
    familiar = all(sign_of(pack, s.letter) in "♣♦♥♠" for s in pack.suits)

    def written(text: str) -> str:
        number = pack.number_of(text)
        if number is None or pack.said(text) != text or pack.has_own_name(pack.faces[number]):
            return pack.said(text)
        if familiar:
            return card_printed(pack, text)
        return f"the {pack.card_words(text)}"

    return written


def by_name(text: str, pack: Pack) -> str:
    """A text of a table with its cards by their names, where the file gives them some; reasons have them already."""
    if not pack.names:
        return text
    for face in pack.faces:
        name = pack.said(face.text)
        if name.endswith(f" {face.text}"):
            text = text.replace(name, face.text)
    return with_cards(text, pack, pack.said)


def signed(pack: Pack, signs: bool) -> Callable[[str], str]:
    """How cards are written where they are not drawn."""
    return lambda text: card_signed(pack, text, signs)
