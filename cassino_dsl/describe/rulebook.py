"""Rules that a person can learn and play by, from the ruleset alone.

The text is planned, then said: each section of ``SECTIONS`` says one thing a player has to know, in the order in which
it is needed, from the clauses as they are in force at this table (``resolved.py``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any
from typing import Literal as OneOf

from cassino_dsl.describe.acting import Acting, chooses_one_value
from cassino_dsl.describe.agreed import agreed_text, option_rows, title_text
from cassino_dsl.describe.english import plain, sentence, title
from cassino_dsl.describe.halves import in_points
from cassino_dsl.describe.happening import Happening
from cassino_dsl.describe.keeping import kept_in_mind
from cassino_dsl.describe.kept_terms import in_words
from cassino_dsl.describe.phrases import Phrases
from cassino_dsl.describe.points import ScoringTable, aim, end_of_match
from cassino_dsl.describe.resolved import mentions
from cassino_dsl.describe.ruling import preference_text, rule_text
from cassino_dsl.describe.setting import (
    builds_text,
    cards_text,
    deal_text,
    effects_text,
    places_text,
    seats_text,
    terms_text,
    value_rows,
)
from cassino_dsl.describe.sight import sight_text
from cassino_dsl.describe.table import TableFacts
from cassino_dsl.describe.turns import in_order, may_stop, of_step, steps, turn_text
from cassino_dsl.describe.worked import letters_text, worked
from cassino_dsl.pages.cards import can_sign
from cassino_dsl.pages.markdown import card_picture, in_terminal, of_markdown, signed
from cassino_dsl.pages.page import page
from cassino_dsl.ruleset.model import Action, Ruleset
from cassino_dsl.ruleset.words import BY_WORD

Lines = Iterator[str]


def rulebook(
    ruleset: Ruleset,
    format: OneOf["markdown", "html", "text"] = "markdown",
    examples: Iterable[Mapping[str, Any]] = (),
    width: int = 80,
    encoding: str | None = "utf-8",
) -> str:
    """The rulebook of a ruleset. ``examples`` are those of the file, as data; a text for a terminal is ``width``
    columns wide and holds what its ``encoding`` knows."""
    pack = ruleset.pack
    show = card_picture if format == "html" else signed(pack, can_sign(encoding))
    lines = [f"# {title_text(ruleset)}", ""]
    for heading, body in sections(ruleset, examples, show):
        lines += [f"## {heading}", ""] if heading else []
        lines += [*body, ""]
    text = "\n".join(_without_gaps(lines)).rstrip() + "\n"
    if format == "html":
        return page(ruleset.title, of_markdown(text, pack), "book")
    return in_terminal(text, width, encoding) if format == "text" else text


def sections(
    ruleset: Ruleset, examples: Iterable[Mapping[str, Any]] = (), show: Callable[[str], str] = str
) -> Iterator[tuple[str, list[str]]]:
    """The headings and lines of the sections that have something to say; ``show``: how cards of examples are shown."""
    book = _Book(ruleset, list(examples), show)
    for heading, write in SECTIONS:
        body = list(write(book))
        if any(body):
            yield heading, body


class _Book:
    """What all sections write from."""

    def __init__(self, ruleset: Ruleset, examples: list[Mapping[str, Any]], show: Callable[[str], str]) -> None:
        self.written = ruleset
        self.ruleset = in_points(in_words(ruleset))
        self.say = Phrases(TableFacts(self.ruleset))
        self.examples, self.show = examples, show


def _opening(book: _Book) -> Lines:
    if book.written.about:
        yield sentence(plain(book.written.about))
        yield ""
    yield aim(book.ruleset.match, book.say)


def _agreed(book: _Book) -> Lines:
    yield from (f"* {text}" for text in agreed_text(book.written))


def _cards(book: _Book) -> Lines:
    yield cards_text(book.say)
    yield ""
    heads, rows = value_rows(book.say)
    if any(cell != rows[0][1] for row in rows for cell in row[1:]) or len(heads) > 2:
        yield from table(heads, rows)
    elif rows:
        yield f"All cards count {rows[0][1]}."


def _seats(book: _Book) -> Lines:
    yield " ".join([*seats_text(book.say), *places_text(book.say)])


def _deal(book: _Book) -> Lines:
    yield " ".join([*deal_text(book.say), *sight_text(book.say)])


def _words(book: _Book) -> Lines:
    if book.say.table.builds:
        yield builds_text(book.say)
        yield ""
    for text in terms_text(book.say):
        yield f"* {' '.join(t for t in (text, book.say.noted()) if t)}"
    for lines in effects_text(book.say):
        yield f"* {lines[0]}"
        yield from lines[1:]


def _kept(book: _Book) -> Lines:
    for text in kept_in_mind(book.say):
        yield f"* {' '.join(t for t in (text, book.say.noted()) if t)}"


def _turn(book: _Book) -> Lines:
    whole = book.ruleset.turn
    if whole.op == "then":
        yield "In your turn you do this, one after the other:"
        yield ""
        yield from (f"{n}. {sentence(turn_text(part, book.ruleset))}" for n, part in enumerate(in_order(whole), 1))
        yield ""
        yield " ".join(_of_turns(book))
    else:
        done = turn_text(whole, book.ruleset)
        yield f"In your turn you do {'' if whole.op == 'step' else 'this: '}{done}. {' '.join(_of_turns(book))}"
    yield ""
    shown: list[Action] = []
    for step in steps(book.ruleset.turn):
        shown += of_step(book.ruleset, step)
    shown += [a for a in book.ruleset.actions if a not in shown]
    for action in shown:
        yield f"### {title(action.name)}"
        yield ""
        if action.step not in steps(book.ruleset.turn):
            yield "*Only where something that follows asks for it.*"
            yield ""
        yield from Acting(book.say, action).lines()
        yield ""


def _of_turns(book: _Book) -> Lines:
    taking = [a for a in book.ruleset.actions if a.take]
    if any(p.groups for a in taking for p in a.take):
        yield f"A *set* may be a single card{' or build' if book.say.table.builds else ''}, where no number is said."
    if any(len(a.take) > 1 for a in taking) or any(p.quantity not in ("one", "maybe") for a in taking for p in a.take):
        yield "What is taken for one thing cannot serve for another in the same play."
    if chooses_one_value(book.say) and book.say.table.several:
        yield "A card that counts for several numbers counts for one of them, the same in all of a play."
    whole = book.ruleset.turn
    if may_stop(whole):
        yield "You may stop as soon as nothing that has to be done is left."


def _duties(book: _Book) -> Lines:
    for rule in book.ruleset.rules:
        about = sentence(plain(rule.about)) + " " if rule.about else ""
        yield f"* **{sentence(plain(rule.name))}** {about}{rule_text(rule, book.say)}"
    for preference in book.ruleset.preferences:
        yield f"* **{sentence(plain(preference.name))}** {preference_text(preference, book.say)}"
    if len(book.ruleset.preferences) > 1:
        yield "* What comes first by the rules above is asked in their order, each of what those before have left."
    yield "* If you can do nothing that is allowed, you pass. When all players pass in a row, the round is over."


def _events(book: _Book) -> Lines:
    told = [e for e in book.ruleset.events if not book.say.table.is_in_its_word(e)]
    if len(told) > 1:
        yield "What follows at the same moment follows in this order."
        yield ""
    for event in told:
        about = sentence(plain(event.about)) + " " if event.about else ""
        name = plain(event.name)
        first, *rest = Happening(book.say).event(event)
        yield f"* **{sentence(name)}** {about}{first}"
        yield from rest


def _scoring(book: _Book) -> Lines:
    points = ScoringTable(book.say)
    rows = list(points.rows())
    if rows:
        yield f"At the end of a round each {book.say.table.side} gets points for what the table says."
        if book.ruleset.match.at_once:
            yield "Points for single cards are given as soon as the cards are captured."
        if book.ruleset.match.counting != "race" and _asks_score(book):
            yield "A score that the table speaks of is the score before the round."
        yield ""
        yield from table(["award", "points", "for"], rows)


def _asks_score(book: _Book) -> bool:
    return mentions(book.ruleset.awards, lambda call: call.row in BY_WORD["score"])


def _match(book: _Book) -> Lines:
    yield " ".join(t for t in end_of_match(book.ruleset.match, book.say) if t)


def _options(book: _Book) -> Lines:
    rows = list(option_rows(book.written))
    if rows:
        yield from table(["what may be agreed", "here", "else"], rows)
    if book.written.match.half_points and any(o.type == "int" for o in book.written.options):
        yield "\nNumbers of points that may be agreed are numbers of half points."


def _examples(book: _Book) -> Lines:
    if book.examples and book.show is not card_picture:
        yield letters_text(book.ruleset.pack)
        yield ""
    yield from worked(book.examples, book.say.table, book.show)


def _source(book: _Book) -> Lines:
    if book.written.source:
        yield plain(book.written.source)


SECTIONS: tuple[tuple[str, Callable[[_Book], Lines]], ...] = (
    ("", _opening),
    ("What this table has agreed on", _agreed),
    ("The cards", _cards),
    ("The players", _seats),
    ("The deal", _deal),
    ("Words of this game", _words),
    ("A turn", _turn),
    ("What to keep in mind", _kept),
    ("What you must and may not do", _duties),
    ("What follows", _events),
    ("Scoring", _scoring),
    ("The match", _match),
    ("What tables may agree on", _options),
    ("Worked examples", _examples),
    ("Source", _source),
)


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Lines:
    """A table in Markdown."""
    yield f"| {' | '.join(heads)} |"
    yield "|" + "---|" * len(heads)
    for row in rows:
        yield f"| {' | '.join(_cell(cell) for cell in row)} |"


def _cell(text: str) -> str:
    return text.replace("\\|", "|").replace("|", "\\|")


def _without_gaps(lines: Sequence[str]) -> Lines:
    """Never two empty lines in a row."""
    last = ""
    for line in lines:
        if line or last:
            yield line
        last = line
