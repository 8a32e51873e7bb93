"""Rules that a person can learn and play by: an outline in a fixed order of places.

Each place belongs to one clause or section of the ruleset, as it is in force at this table (`clauses_in_force.py`), and
is filled by its author's text where there is one that holds here (`authors_texts.py`), else by the program's own words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any
from typing import Literal as OneOf

from cassino_dsl.book.authors_texts import Texts
from cassino_dsl.book.describe.agreed_options import agreed_text, option_rows, title_text
from cassino_dsl.book.describe.book import Book, Lines
from cassino_dsl.book.describe.clauses_in_force import mentions
from cassino_dsl.book.describe.english import joined, plain, sentence, table
from cassino_dsl.book.describe.game_words import builds_text, is_plain_count, memory_text, term_lines, used_memory
from cassino_dsl.book.describe.scoring import Awards, aim, end_of_match, end_of_round, ending
from cassino_dsl.book.describe.setup import (
    attribute_rows,
    cards_text,
    deal_text,
    named_cards,
    seats_text,
    sight_text,
    value_rows,
)
from cassino_dsl.book.describe.told_hand import story_text
from cassino_dsl.book.describe.turn import turn_section
from cassino_dsl.book.describe.what_follows import is_left_lying
from cassino_dsl.book.describe.worked_examples import AT_POINTS, letters_text
from cassino_dsl.book.pages.cards import can_sign
from cassino_dsl.book.pages.from_markdown import card_picture, in_print, in_terminal, of_markdown, signed, with_cards
from cassino_dsl.book.pages.html_page import page
from cassino_dsl.language.ruleset.model import Ruleset, every
from cassino_dsl.language.ruleset.words import BY_WORD, EVENTS

LONG = 40  # words of points that no cell of a table holds


def rulebook(
    ruleset: Ruleset,
    format: OneOf["markdown", "html", "fragment", "text"] = "markdown",
    examples: Iterable[Mapping[str, Any]] = (),
    width: int = 80,
    encoding: str | None = "utf-8",
    texts: Texts | None = None,
) -> str:
    """The rulebook of a ruleset; a ``fragment`` is HTML for a page of somebody else's. ``examples`` are those of the
    file, as data; a text for a terminal is ``width`` columns wide and holds what its ``encoding`` knows. ``texts``:
    what its authors say of it, in the language of the book, where that is not English."""
    pack, texts = ruleset.pack, texts or Texts(ruleset)
    show = card_picture if format in ("html", "fragment") else signed(pack, can_sign(encoding))
    if format == "markdown" and can_sign(encoding):
        show = in_print(pack)
    lines = [f"# {title_text(ruleset, texts)}", ""]
    for heading, body in sections(ruleset, examples, show, texts):
        lines += [f"## {heading}", ""] if heading else []
        lines += [*body, ""]
    text = "\n".join(_without_gaps(lines)).rstrip() + "\n"
    if format in ("html", "fragment"):
        inner = of_markdown(text, pack)
        return page(ruleset.title, inner, "book") if format == "html" else inner
    return in_terminal(text, width, encoding) if format == "text" else text


def sections(
    ruleset: Ruleset,
    examples: Iterable[Mapping[str, Any]] = (),
    show: Callable[[str], str] = str,
    texts: Texts | None = None,
) -> Iterator[tuple[str, list[str]]]:
    """The headings and lines of the sections that have something to say; ``show``: how cards of examples are shown."""
    book = Book(ruleset, list(examples), show, texts or Texts(ruleset))
    for key, write in SECTIONS:
        body = list(_without_gaps([*write(book)]))
        if any(body):
            yield book.words.get(key, ""), body


# ---- the sections


def _opening(book: Book) -> Lines:
    if about := book.texts.opening(book.written.name, book.written.about):
        yield sentence(plain(about))
        yield ""
    if book.english:  # elsewhere the text of the match says it
        sooner = ending(book.ruleset, "match")
        told = f" The match may be over sooner: see {joined(sooner, 'or')}." if sooner else ""
        yield aim(book.ruleset.match, book.say) + told


def _agreed(book: Book) -> Lines:
    yield from (f"* {text}" for text in agreed_text(book.written, book.texts))


def _cards(book: Book) -> Lines:
    if text := book.text("cards"):
        yield from text
    else:
        yield cards_text(book.say)
        if book.english:
            yield ""
            yield from named_cards(book.ruleset.pack)
            yield ""
            attributes = [*attribute_rows(book.ruleset)]
            yield from table(("attribute", "is", "of these cards"), attributes) if attributes else ()
        if any(map(any, book.say.table.numbers.values())):  # else nothing ever counts for a number
            yield ""
            yield from table(*value_rows(book.say))
    if book.examples and any(book.show(f.text).startswith(f.text) for f in book.ruleset.pack.faces if f.suit):
        yield ""
        yield letters_text(book.ruleset.pack)


def _seats(book: Book) -> Lines:
    yield from book.text("seats") or [" ".join(seats_text(book.say))]


def _deal(book: Book) -> Lines:
    yield from book.text("deal") or [" ".join(deal_text(book.say)), "", " ".join(sight_text(book.say))]
    yield ""
    yield from book.happening(book.events(*book.at_deal))


def _story(book: Book) -> Lines:
    for story in book.stories:
        yield from (with_cards(line, book.ruleset.pack, book.show) for line in story_text(story, book.ruleset))
        yield ""


def _words(book: Book) -> Lines:
    if book.say.table.builds:
        yield from book.text("builds") or [builds_text(book.say)]
        yield ""
    for memory in used_memory(book.say):
        if memory.of == "build":
            yield from book.item(f"memory.{memory.name}", "", [memory_text(memory, book.say)])
    for term in book.ruleset.terms:
        if book.counts(term) or not (book.texts.there(f"terms.{term.name}") or book.says(term)):
            continue  # what its users say is said in their authors' words, or where points are counted
        yield from book.item(f"terms.{term.name}", "", term_lines(term, book.say))


def _duties(book: Book) -> Lines:
    yield from book.duties("")


def _kept(book: Book) -> Lines:
    for memory in used_memory(book.say):
        place = f"memory.{memory.name}"
        told = book.asks(memory) or not is_plain_count(memory) or book.texts.there(place)
        if memory.of != "build" and told:
            yield from book.item(place, "", [memory_text(memory, book.say)])
    for zone in book.ruleset.zones:
        if book.texts.there(f"zones.{zone.name}"):
            yield from book.item(f"zones.{zone.name}", "")


def _events(book: Book) -> Lines:
    moments = [on for on in EVENTS if on not in (*book.at_deal, "layout dealt", "passed", "round over", "round scored")]
    told = book.events(*moments)
    if any(a.on == b.on for a, b in pairwise(told)):
        yield book.words["in order"]
        yield ""
    yield from book.happening(told)


def _round_end(book: Book) -> Lines:
    told = book.events("round over")
    yield from book.text("round") or [" ".join(end_of_round(book.ruleset.match, book.say, book.once))]
    yield ""
    if told:
        yield book.words["before counting" if len(told) == 1 else "before counting in order"]
        yield ""
        yield from book.happening(told)
        if book.events("captured") and any(e.op == "move" for event in told for e in every(event.effects)):
            yield ""
            yield book.words["no capture"]
    if is_left_lying(book.ruleset):
        yield ""
        yield book.words["left lying"]


def _scoring(book: Book) -> Lines:
    awards, notes = Awards(book.say), list[str]()
    rows = list[tuple[str, ...]]()
    for name, head, points, reason in awards.rows():
        place = f"awards.{name}"
        cell, further = _first_paragraph(book.text(place))
        about = plain(book.texts.about(place))
        points = book.words["each"].format(points.removesuffix(" each")) if points.endswith(" each") else points
        by_name = {a.name: a for a in book.ruleset.awards}
        if cell and name in by_name and not awards.is_plain(by_name[name]):
            points = book.words["as told"]
        title = book.texts.name(place, head)
        if not cell and len(points.split()) > LONG:
            points, further = book.words["as told"], [sentence(f"so many points: {points}")]
        rows.append((title, points, cell or awards.introduced(about, title, reason)))
        if further:
            notes += [f"*{title}.* {further[0]}", *further[1:], ""]
    words = book.words
    if rows:
        yield awards.head() if book.english else words["given at the end"]
        yield words["given when captured"] if book.ruleset.match.at_once else ""
        asks = mentions(book.ruleset.awards, lambda call: call.row in BY_WORD["score"])
        yield words["score before"] if asks and book.ruleset.match.counting != "race" else ""
        yield words["half points"] if book.ruleset.match.half_points else ""
        yield ""
        yield from table(words["table of awards"].split(" | "), rows)
        yield ""
        yield from notes
    for term in filter(book.counts, book.ruleset.terms):
        yield from book.item(f"terms.{term.name}", "", term_lines(term, book.say))
    yield ""
    if book.english:
        yield awards.given()
        yield ""
    yield from book.happening(book.events("round scored"))
    yield ""
    yield from book.shown(AT_POINTS)


def _first_paragraph(lines: list[str]) -> tuple[str, list[str]]:
    """The first paragraph of a text in one line, and what follows it."""
    end = lines.index("") if "" in lines else len(lines)
    return " ".join(lines[:end]), [*lines[end + 1 :]]


def _match(book: Book) -> Lines:
    yield from book.text("match") or [" ".join(end_of_match(book.ruleset.match, book.say))]


def _options(book: Book) -> Lines:
    rows = list[tuple[str, ...]]()
    for name, rule, *cells in option_rows(book.written, book.texts):
        place = f"options.{name}"
        rows.append((_first_paragraph(book.text(place))[0] if book.texts.there(place) else rule, *cells))
    if rows:
        yield from table(book.words["table of options"].split(" | "), rows)


def _source(book: Book) -> Lines:
    if book.written.source:
        yield plain(book.written.source)


SECTIONS: tuple[tuple[str, Callable[[Book], Lines]], ...] = (
    ("", _opening),
    ("agreed", _agreed),
    ("cards", _cards),
    ("seats", _seats),
    ("deal", _deal),
    ("story", _story),
    ("words", _words),
    ("turn", turn_section),
    ("duties", _duties),
    ("kept", _kept),
    ("events", _events),
    ("round", _round_end),
    ("scoring", _scoring),
    ("match", _match),
    ("options", _options),
    ("source", _source),
)


def _without_gaps(lines: Sequence[str]) -> Lines:
    """Never two empty lines in a row."""
    last = ""
    for line in lines:
        if line or last:
            yield line
        last = line
