"""Rules that a person can learn and play by, from the ruleset alone.

The text is planned, then said: each section of ``SECTIONS`` says one thing a player has to know, in the order in which
it is needed, from the clauses as they are in force at this table (``resolved.py``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any
from typing import Literal as OneOf

from cassino_dsl.compose.library import NotFound
from cassino_dsl.describe.acting import Acting, chooses_one_value, uses_tops
from cassino_dsl.describe.agreed import agreed_text, option_rows, title_text
from cassino_dsl.describe.book import Book
from cassino_dsl.describe.bound import follow_in_any_order
from cassino_dsl.describe.english import joined, numeral, plain, sentence, title
from cassino_dsl.describe.held import Held
from cassino_dsl.describe.keeping import kept_in_mind, kept_of_builds, memory_text
from cassino_dsl.describe.matches import aim, end_of_match, end_of_round
from cassino_dsl.describe.points import ScoringTable
from cassino_dsl.describe.remembered import one_of
from cassino_dsl.describe.resolved import mentions
from cassino_dsl.describe.setting import (
    builds_in_sets,
    builds_text,
    cards_text,
    count_on_table,
    deal_text,
    effects_text,
    places_text,
    seats_text,
    terms_text,
    value_rows,
)
from cassino_dsl.describe.sight import sight_text
from cassino_dsl.describe.story import story_text
from cassino_dsl.describe.taking import is_mixed, parts_taken, speaks_of_sets
from cassino_dsl.describe.turns import bold, can_lay_any_card, hands_are_alike, may_leave_out, parts_text
from cassino_dsl.describe.wording import Reworded
from cassino_dsl.describe.worked import AT_POINTS, AT_TURN, letters_text
from cassino_dsl.pages.cards import can_sign
from cassino_dsl.pages.markdown import card_picture, in_print, in_terminal, of_markdown, signed, with_cards
from cassino_dsl.pages.page import page
from cassino_dsl.pipeline import load_variant
from cassino_dsl.ruleset.model import Action, Event, Ruleset, Wording, every
from cassino_dsl.ruleset.words import BY_WORD

Lines = Iterator[str]


def rulebook(
    ruleset: Ruleset,
    format: OneOf["markdown", "html", "fragment", "text"] = "markdown",
    examples: Iterable[Mapping[str, Any]] = (),
    width: int = 80,
    encoding: str | None = "utf-8",
) -> str:
    """The rulebook of a ruleset; a ``fragment`` is HTML for a page of somebody else's. ``examples`` are those of the
    file, as data; a text for a terminal is ``width`` columns wide and holds what its ``encoding`` knows."""
    pack = ruleset.pack
    show = card_picture if format in ("html", "fragment") else signed(pack, can_sign(encoding))
    if format == "markdown" and can_sign(encoding):
        show = in_print(pack)
    lines, words = [f"# {title_text(ruleset)}", ""], _reworded(ruleset)
    for heading, body in _sections(ruleset, words, examples, show):
        lines += [f"## {words.heading(heading)}", ""] if heading else []
        lines += [*body, ""]
    text = "\n".join(_without_gaps(lines)).rstrip() + "\n"
    if format in ("html", "fragment"):
        inner = of_markdown(text, pack)
        return page(ruleset.title, inner, "book") if format == "html" else inner
    return in_terminal(text, width, encoding) if format == "text" else text


def sections(
    ruleset: Ruleset, examples: Iterable[Mapping[str, Any]] = (), show: Callable[[str], str] = str
) -> Iterator[tuple[str, list[str]]]:
    """The headings and lines of the sections that have something to say; ``show``: how cards of examples are shown."""
    return _sections(ruleset, _reworded(ruleset), examples, show)


def _sections(
    ruleset: Ruleset, words: Reworded, examples: Iterable[Mapping[str, Any]], show: Callable[[str], str]
) -> Iterator[tuple[str, list[str]]]:
    book = Book(ruleset, list(examples), show)
    for heading, write in SECTIONS:
        body = words.lines(write(book), heading)
        if any(body):
            yield heading, body


def _reworded(ruleset: Ruleset) -> Reworded:
    """The author's words, as far as they hold at this table."""
    if not any(wording.of for wording in ruleset.wording):
        return Reworded(ruleset.wording)
    return Reworded(ruleset.wording, Held(ruleset.wording, _told(ruleset), _told_of, ruleset.pack).holds)


def _told(ruleset: Ruleset) -> dict[str, list[str]]:
    """The sections in the program's own words, without examples."""
    book = Book(ruleset, [], str)
    return {heading: list(write(book)) for heading, write in SECTIONS}


def _told_of(file: str) -> dict[str, list[str]] | None:
    """The sections of a file's own game; None where it is no longer there, or no longer sound."""
    try:
        loaded = load_variant(file)
    except NotFound:
        return None
    return _told(loaded.ruleset) if loaded.ruleset is not None else None


def wording_without_place(ruleset: Ruleset) -> set[Wording]:
    """The author's words for what the rulebook does not say."""
    words = _reworded(ruleset)
    for heading, _ in _sections(ruleset, words, (), str):
        words.heading(heading)
    return set(ruleset.wording) - words.used


def words_in_force(ruleset: Ruleset) -> tuple[Wording, ...]:
    """The author's words that may be used at this table, one for each text."""
    told = ruleset.wording
    if any(w.of for w in told):
        unused = wording_without_place(ruleset)
        told = tuple(w for w in told if not (w.of and w in unused))
    return tuple({w.said: w for w in reversed(told)}.values())[::-1]


def _opening(book: Book) -> Lines:
    if book.written.about:
        yield sentence(plain(book.written.about))
        yield ""
    yield aim(book.ruleset.match, book.say)


def _agreed(book: Book) -> Lines:
    yield from (f"* {text}" for text in agreed_text(book.written))


def _cards(book: Book) -> Lines:
    yield cards_text(book.say)
    yield ""
    heads, rows = value_rows(book.say)
    if any(cell != rows[0][1] for row in rows for cell in row[1:]) or len(heads) > 2:
        yield from table(heads, rows)
    elif rows:
        yield f"All cards count {rows[0][1]}."
    if book.examples and any(book.show(f.text).startswith(f.text) for f in book.ruleset.pack.faces if f.suit):
        yield ""
        yield letters_text(book.ruleset.pack)


def _seats(book: Book) -> Lines:
    yield " ".join([*seats_text(book.say), *places_text(book.say)])


def _deal(book: Book) -> Lines:
    yield " ".join(deal_text(book.say))
    yield ""
    yield " ".join(sight_text(book.say))
    yield ""
    yield from book.happening(book.events(*book.at_deal))


def _story(book: Book) -> Lines:
    for story in book.stories:
        for line in story_text(story, book.ruleset):
            yield with_cards(line, book.ruleset.pack, book.show)
        yield ""


def _words(book: Book) -> Lines:
    if book.say.table.builds:
        yield builds_text(book.say)
        yield ""
    words = []
    for text in chain(kept_of_builds(book.say), terms_text(book.say)):  # each with the notes that it leaves
        words.append(" ".join(t for t in (text, book.say.noted()) if t))
    yield from words if len(words) == 1 else (f"* {text}" for text in words)
    for lines in effects_text(book.say):
        yield f"* {lines[0]}"
        yield from lines[1:]


def _kept(book: Book) -> Lines:
    for memory in kept_in_mind(book.say):
        yield f"* {' '.join(t for t in (memory_text(memory, book.say), book.say.noted()) if t)}"
        yield from (f"  {line}" for line in book.happening(book.keeping(memory)))


def _passing(book: Book) -> str:
    """Who cannot play passes; where a step may be left out, that step forces nobody either. Nothing, where nobody can
    be without a play."""
    if can_lay_any_card(book.ruleset):
        passes = "If you have no card left while others still play, you are passed over."
        return "" if hands_are_alike(book.ruleset) else passes
    if may_leave_out(book.ruleset.turn):
        return "If you can do nothing but what may be left out, you may pass; if you can do nothing at all, you pass."
    return "If you can do nothing that is allowed, you pass and keep your cards."


def _turn(book: Book) -> Lines:
    whole = book.ruleset.turn
    parts = parts_text(whole, book.ruleset)
    if whole.op == "then":
        yield "In your turn you do this, one after the other:"
        yield ""
        yield from (f"{n}. {sentence(text)}" for n, text in enumerate(parts, 1))
    elif parts[0].startswith("play "):
        yield f"In your turn you {parts[0]}."
    else:
        yield f"In your turn you do {'' if whole.op == 'step' else 'this: '}{parts[0]}."
    yield ""
    yield from (f"* {line}" for line in book.overview.values())
    yield ""
    of_sets = _of_sets(book) if len(_takers(book)) != 1 else ()
    yield " ".join(t for t in (*_of_turns(book), *of_sets) if t)
    yield ""
    for action in book.in_turn:
        yield from _action(book, action)
    for action in _asked(book) if not _events_ask(book) else ():
        yield from _action(book, action, "*Only where something else asks for it.*")
    shown = list(book.shown(AT_TURN)) if "" not in book.duties else []
    if shown:
        yield from ("### More examples", "", *shown)
    if "" not in book.duties:
        yield from _passed(book)


def _passed(book: Book) -> Lines:
    """Who cannot play: told where all that one may and must do has been told."""
    passes, follows = _passing(book), list(book.happening(book.events("passed")))
    if passes or follows:
        yield from ("### If you can play nothing", "", passes, "", *follows)


def _action(book: Book, action: Action, note: str = "") -> Lines:
    """What an action is, what binds it, and the examples that show it."""
    yield f"### {title(action.name)}"
    yield ""
    yield note
    yield ""
    yield from book.action(action)
    yield ""
    yield " ".join(t for t in _of_sets(book) if t) if [action] == _takers(book) else ""
    yield ""
    yield from book.duties.get(action.name, ())
    yield ""
    yield from book.shown(action.name)


def _asked(book: Book) -> list[Action]:
    """The actions of no step of a turn: something asks for them."""
    return [a for a in book.ruleset.actions if a not in book.in_turn]


def _events_ask(book: Book) -> bool:
    effects = every(effect for event in book.events(*book.in_play) for effect in event.effects)
    return any(effect.op == "ask" for effect in effects)


def _takers(book: Book) -> list[Action]:
    """The actions of a turn that take something: what is so of all that is taken stands with the only one."""
    return [a for a in book.in_turn if a.take]


def _of_turns(book: Book) -> Lines:
    for kind in ("capture", "trail"):
        names = [bold(a.name) for a in book.in_turn if a.kind == kind]
        if names and names != [bold(kind)]:
            ways = f"are {numeral(len(names))} ways" if len(names) > 1 else "is a way"
            yield f"{joined(names)} {ways} to *{kind}*."
    yield book.of_captures.replace("What you take", "What you capture")


def _of_sets(book: Book) -> Lines:
    """What is so of everything that is taken."""
    taking = [a for a in book.ruleset.actions if a.take]
    told = [Acting(book.say, a).taking.needed(p) for a in taking for p in parts_taken(a) if p.groups]
    book.say.noted()  # what they mean stands with them
    if any(map(speaks_of_sets, told)):
        mixed = any(is_mixed(p) for a in taking for p in a.take)
        both = "; of two kinds of cards that are named, either alone or both together" if mixed else ""
        one = "card or build" if builds_in_sets(book.say) else "card"
        yield f"A *set* is one {one}, or several whose values are added up{both}."
    several = (p.groups and not p.row.single for a in taking for p in a.take)
    if any(len(a.take) > 1 for a in taking) or any(several):
        yield (
            "No card can be part of two sets." if any(map(speaks_of_sets, told)) else "No card counts twice in a play."
        )
    if chooses_one_value(book.say) and book.say.table.several:
        yield "If the card you play counts for several numbers, choose one of them for the whole play."
    yield count_on_table(book.say)
    if any(uses_tops(a) for a in book.in_turn):
        yield "A card that is used from the top of a pile leaves that pile; then the next one is on top."


def _duties(book: Book) -> Lines:
    if "" in book.duties:
        yield from book.duties[""]
        yield ""
        yield from book.shown(AT_TURN)
        yield ""
        yield from _passed(book)


def _following(book: Book, told: list[Event]) -> Lines:
    """What follows what, and in which order where that matters."""
    if not follow_in_any_order(told):
        yield "What happens at the same moment happens in this order."
        yield ""
    yield from book.happening(told)


def _events(book: Book) -> Lines:
    apart = {event.name for memory in kept_in_mind(book.say) for event in book.keeping(memory)}
    yield from _following(book, [event for event in book.events(*book.in_play) if event.name not in apart])
    yield ""
    for action in _asked(book) if _events_ask(book) else ():
        yield from _action(book, action)


def _round_end(book: Book) -> Lines:
    told = book.events("round over")
    yield " ".join(end_of_round(book.ruleset.match, book.say))
    yield ""
    if told:
        yield f"Before the points are counted{', one after the other' if len(told) > 1 else ''}:"
        yield ""
        yield from book.happening(told)
        if book.events("captured") and any(e.op == "move" for event in told for e in every(event.effects)):
            yield ""
            yield f"This is no capture{_nor_counted(book)}."
    if _is_left_lying(book):
        yield ""
        yield "What is left on the table then counts for nobody."


def _is_left_lying(book: Book) -> bool:
    """Whether cards may lie on the table in the end that nothing brings to anybody, and no award asks for."""
    ruleset = book.ruleset
    late = [event for event in ruleset.events if event.on not in ("layout dealt", "hands dealt")]
    done = [e for event in late for e in every(event.effects)]
    lying = any(action.kind == "trail" for action in ruleset.actions)
    if not lying or any(e.op == "perform" for e in done):
        return False
    asked = (*(e.exprs for e in done if e.op == "move"), ruleset.awards)
    return not mentions(asked, lambda call: call.row in _ON_THE_TABLE)


_ON_THE_TABLE = frozenset(row for word in ("table", "loose", "builds") for row in BY_WORD[word])


def _nor_counted(book: Book) -> str:
    """What only a capture is worth: `and no scopa`."""
    memory = book.say.table.memory
    counts = [e.name for event in book.events("captured") for e in every(event.effects) if e.op == "increase"]
    things = [one for name in dict.fromkeys(counts) if (one := one_of(memory[name]))]
    return f", and no {joined(things, 'or')}" if things else ""


def _scoring(book: Book) -> Lines:
    points = ScoringTable(book.say)
    rows = list(points.rows())
    if rows:
        yield points.head()
        if book.ruleset.match.at_once:
            yield "Points for single cards are given as soon as the cards are captured."
        if book.ruleset.match.counting != "race" and _asks_score(book):
            yield "A score that the table speaks of is the score before the round."
        yield ""
        yield from table(["award", "points", "for"], rows)
        yield ""
        yield points.ties()
        yield ""
        for note in points.notes:
            yield from (note, "")
    yield from book.happening(book.events("round scored"))
    yield ""
    yield from book.shown(AT_POINTS)


def _asks_score(book: Book) -> bool:
    return mentions(book.ruleset.awards, lambda call: call.row in BY_WORD["score"])


def _match(book: Book) -> Lines:
    yield " ".join(t for t in end_of_match(book.ruleset.match, book.say) if t)


def _options(book: Book) -> Lines:
    rows = list(option_rows(book.written))
    if rows:
        yield from table(["rule", "here", "or else"], rows)
    if book.written.match.half_points and any(o.type == "int" for o in book.written.options):
        yield "\nNumbers of points that may be agreed are numbers of half points."


def _source(book: Book) -> Lines:
    if book.written.source:
        yield plain(book.written.source)


SECTIONS: tuple[tuple[str, Callable[[Book], Lines]], ...] = (
    ("", _opening),
    ("Agreed at this table", _agreed),
    ("The cards", _cards),
    ("The players", _seats),
    ("The deal", _deal),
    ("How it goes", _story),
    ("Words of this game", _words),
    ("A turn", _turn),
    ("What you must do", _duties),
    ("What to keep in mind", _kept),
    ("What happens in play", _events),
    ("The end of a round", _round_end),
    ("Scoring", _scoring),
    ("The match", _match),
    ("What else may be agreed", _options),
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
