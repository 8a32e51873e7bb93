"""Rules that a person can learn and play by: an outline in a fixed order of places.

Each place belongs to one clause or section of the ruleset, as it is in force at this table (`resolved.py`), and is
filled by its author's text where there is one that holds here (`texts.py`), else by the program's own words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any
from typing import Literal as OneOf

from cassino_dsl.book.describe.actions import Acting
from cassino_dsl.book.describe.agreed_options import agreed_text, option_rows, title_text
from cassino_dsl.book.describe.clauses_in_force import mentions
from cassino_dsl.book.describe.effects import EffectWords, of_step, steps_of, turn_text
from cassino_dsl.book.describe.english import bold, joined, numeral, plain, sentence, spoken, title
from cassino_dsl.book.describe.game_words import (
    builds_text,
    is_plain_count,
    memory_text,
    term_text,
    used_memory,
    with_words,
)
from cassino_dsl.book.describe.rules import (
    binds_alike,
    bound_by,
    in_any_order,
    may_bind,
    names_of,
    preference_text,
    rule_text,
)
from cassino_dsl.book.describe.scoring import Awards, aim, end_of_match, end_of_round
from cassino_dsl.book.describe.setup import (
    cards_text,
    deal_text,
    is_dealt_once,
    named_cards,
    seats_text,
    sight_text,
    value_rows,
)
from cassino_dsl.book.describe.shapes import phrases_of
from cassino_dsl.book.describe.table import TableFacts, event_name, one_of
from cassino_dsl.book.describe.told_hand import Story, story_text
from cassino_dsl.book.describe.worked_examples import AT_POINTS, AT_TURN, STORY, letters_text, place_of, worked
from cassino_dsl.book.pages.cards import can_sign
from cassino_dsl.book.pages.from_markdown import card_picture, in_print, in_terminal, of_markdown, signed, with_cards
from cassino_dsl.book.pages.html_page import page
from cassino_dsl.book.texts import Texts
from cassino_dsl.language.ruleset.expr import Literal, walk
from cassino_dsl.language.ruleset.happenings import EVENTS
from cassino_dsl.language.ruleset.model import Action, Event, Pattern, Preference, Rule, Ruleset, Term, every
from cassino_dsl.language.ruleset.operators import TERMS
from cassino_dsl.language.ruleset.texts import ENGLISH
from cassino_dsl.language.ruleset.types import Type
from cassino_dsl.language.ruleset.within import calls_in, exprs_in
from cassino_dsl.language.ruleset.words import BY_WORD

Lines = Iterator[str]
_ON_THE_TABLE = frozenset(row for word in ("table", "loose", "builds") for row in BY_WORD[word])


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


class Book:
    """A ruleset as it is told at this table: what all sections write from."""

    def __init__(
        self, ruleset: Ruleset, examples: list[Mapping[str, Any]], show: Callable[[str], str], texts: Texts
    ) -> None:
        self.texts, self.words, self.english = texts, texts.language.words, texts.language.letters == ENGLISH
        self.written = ruleset
        examples = examples if self.english else []  # what they tell is the program's own
        told = [t.name for t in ruleset.terms if texts.there(f"terms.{t.name}")]
        self.ruleset = with_words(ruleset, told)
        self.plain = self._without_texts()
        self.say = phrases_of(TableFacts(self.ruleset))
        self.examples, self.show = [e for e in examples if STORY not in e], show
        self.stories: list[Story] = [e[STORY] for e in examples if STORY in e]
        in_turn = [a for step in steps_of(self.ruleset.turn) for a in of_step(self.ruleset, step)]
        self.in_turn = sorted(in_turn, key=lambda a: a.played.source == "none")  # those with a card come first
        self.asked = [a for a in self.ruleset.actions if a not in in_turn]
        self.once = is_dealt_once(self.ruleset)
        self.at_deal = ("layout dealt", "hands dealt") if self.once else ("layout dealt",)
        self.any_order = in_any_order(self.ruleset.preferences)
        clauses: tuple[Rule | Preference, ...] = (*self.ruleset.rules, *self.ruleset.preferences)
        self.bound = {c.name: self._binds(c) for c in clauses}

    def _without_texts(self) -> Ruleset:
        """The clauses that the program says itself, whatever they may be called in."""
        kept: dict[str, Any] = {
            key: tuple(c for c in getattr(self.ruleset, key) if not self.texts.there(f"{key}.{c.name}"))
            for key in ("actions", "rules", "preferences", "events", "awards")
        }
        return replace(self.ruleset, terms=(), **kept)

    def _binds(self, clause: Rule | Preference) -> str:
        """The action of a turn with which a rule or preference is told; "": it stands by itself."""
        if isinstance(clause, Preference) and not self.any_order:
            return ""
        action = bound_by(clause, self.ruleset)
        return action.name if action in self.in_turn and action is not None else ""

    def says(self, term: Term) -> bool:
        """Whether the program itself has to speak of a word of the game: in a clause, or in what another word means."""

        def asks(where: object) -> bool:
            return mentions(where, lambda call: call.row in TERMS and call.name == term.name)

        others = (t for t in self.ruleset.terms if t.name != term.name and not self.texts.there(f"terms.{t.name}"))
        return asks(self.plain) or any(asks(t) and self.says(t) for t in others)

    def overview(self) -> Lines:
        """The actions of a turn, each with its line."""
        if len(self.in_turn) > 1:
            for action in self.in_turn:
                about = self.texts.about(f"actions.{action.name}")
                if not about and self.english and _lays_any_card(action):
                    about = "a card is laid on the table, and takes nothing"
                yield f"* {bold(action.name)}{f': {sentence(plain(about))}' if about else ''}"

    def text(self, place: str) -> list[str]:
        """The lines of an author's text; none, where the program has to say it."""
        text = self.texts.at(place)
        return text.splitlines() if text is not None else []

    def item(self, place: str, head: str, own: Sequence[str] = ()) -> Lines:
        """An item of a list: its head, then the author's text, or what the program says; under a head, behind the
        author's line."""
        text = self.text(place)
        first, *rest = [text[0], *(f"  {line}" if line else "" for line in text[1:])] if text else own
        about = self.texts.about(place) if head and not text else ""
        yield f"* {head}{f'{sentence(plain(about))} ' if about else ''}{first}"
        yield from (line if line[:2] == "  " or not line else f"  {line}" for line in rest)

    def named_item(self, place: str, name: str, own: Sequence[str]) -> Lines:
        """An item that begins with what its clause is called."""
        called = sentence(plain(spoken(self.texts.name(place, name))))
        yield from self.item(place, f"**{called}** ", own)

    def duties(self, action: str) -> Lines:
        """The rules and preferences that bind one action; "": those that bind several."""
        for rule in self.ruleset.rules:
            if self.bound[rule.name] == action:
                yield from self.named_item(f"rules.{rule.name}", rule.name, [rule_text(rule, self.say)])
        for wish in self.ruleset.preferences:
            if self.bound[wish.name] == action:
                own = [preference_text(wish, self.say)]
                yield from self.named_item(f"preferences.{wish.name}", wish.name, own)
        if action == "" and not self.any_order:
            yield f"* {self.words['one by one']}"

    def events(self, *moments: str) -> list[Event]:
        """The events of some moments, in the order in which they come to pass, but for those that only note what a
        name says."""
        told = [e for e in self.ruleset.events if e.on in moments]
        told = [e for e in told if not all(self.say.table.is_told_by_name(x) for x in e.effects)]
        return sorted(told, key=lambda e: moments.index(e.on))

    def happening(self, events: Sequence[Event]) -> Lines:
        for event in events:
            yield from self.named_item(f"events.{event.name}", event_name(event), EffectWords(self.say).event(event))

    def shown(self, place: str) -> Lines:
        """The examples that belong in a place."""
        told = [e for e in self.examples if place_of(e, self.ruleset) == place]
        yield from worked(told, self.say.table, self.show)


# ---- the sections


def _opening(book: Book) -> Lines:
    if about := book.texts.opening(book.written.name, book.written.about):
        yield sentence(plain(about))
        yield ""
    if book.english:  # elsewhere the text of the match says it
        yield aim(book.ruleset.match, book.say)


def _agreed(book: Book) -> Lines:
    yield from (f"* {text}" for text in agreed_text(book.written, book.texts))


def _cards(book: Book) -> Lines:
    if text := book.text("cards"):
        yield from text
    else:
        yield cards_text(book.say)
        if book.english and (known := [*named_cards(book.ruleset.pack)]):
            yield from ("", *known)
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
        if not book.texts.there(f"terms.{term.name}") and not book.says(term):
            continue  # what its users say is said in their authors' words
        yield from book.item(f"terms.{term.name}", "", [term_text(term, book.say)])


def _turn(book: Book) -> Lines:
    yield from book.text("turn") or _frame(book)
    yield ""
    for action in book.in_turn:
        yield from _action(book, action)
    for action in book.asked:
        yield from _action(book, action, book.words["only if asked"])
    shown = list(book.shown(AT_TURN))
    yield from (f"### {book.words['more examples']}", "", *shown) if shown else ()
    follows = list(book.happening(book.events("passed")))
    passes = _passing(book)
    if passes or follows:
        yield from ("", f"### {book.words['nothing to play']}", "", passes, "", *follows)


def _frame(book: Book) -> Lines:
    """What one does in a turn, and what is so of all that is taken."""
    whole, frame = book.ruleset.turn, list[str]()
    if whole.op == "then":
        yield "In your turn you do this, one after the other:"
        yield ""
        yield from (f"{n}. {sentence(turn_text(p, book.ruleset))}" for n, p in enumerate(whole.args, 1))
    elif whole.op == "step" and len(book.in_turn) > 1:
        yield "In your turn you do one of these:"
    else:
        yield f"In your turn you do this: {turn_text(whole, book.ruleset)}."
    yield ""
    yield from book.overview()
    yield ""
    for kind in ("capture", "build", "trail"):
        names = [bold(a.name) for a in book.ruleset.actions if a.kind == kind]
        if names and names != [bold(kind)]:
            ways = f"are {numeral(len(names))} ways" if len(names) > 1 else "is the way"
            frame.append(f"{joined(names)} {ways} to *{kind}*.")
    frame += _first_named(book)
    parts = [p for a in book.ruleset.actions for p in a.take]
    if any(p.groups for p in parts):
        builds = any("builds" in call.row.reads for p in parts if p.groups for call in calls_in(p.source))
        adds = all(mentions(p, lambda call: call.row in BY_WORD["total"]) for p in parts if p.groups)
        more = "several whose values are added up" if adds else "several together"
        frame.append(f"A *set* is one card{' or build' if builds else ''}, or {more}.")
    several = any(p.groups and (not p.row.single or len(a.take) > 1) for a in book.ruleset.actions for p in a.take)
    if several or any(len(a.take) > 1 for a in book.ruleset.actions):
        sets = ", and nothing is part of two sets" if several else ""
        frame.append(f"In one play nothing is taken twice{sets}.")
    if book.say.table.several & {"table", "build", "pile"}:
        frame.append(
            "A card on the table that counts for several numbers counts for one of them in each set, as you like."
        )
    yield " ".join(frame)


def _first_named(book: Book) -> Lines:
    """Which of several actions a play is that could be each of them, where that makes a difference."""
    actions = book.ruleset.actions
    literals = [e for x in exprs_in(book.ruleset) for e in walk(x) if isinstance(e, Literal)]
    told = {e.value for e in literals if e.type is Type.ACTION}
    for kind, step in dict.fromkeys((a.kind, a.step) for a in actions if a.kind != "other"):
        alike = [a for a in actions if (a.kind, a.step) == (kind, step)]
        does = [(a.effects, a.owes) for a in alike]
        if len(alike) > 1 and (any(d != does[0] for d in does) or any(a.name in told for a in alike)):
            names = joined([bold(book.texts.name(f"actions.{a.name}", title(a.name))) for a in alike])
            yield f"A play that could be more than one of {names} is the first of them, in this order."


def _action(book: Book, action: Action, note: str = "") -> Lines:
    """What an action is, what binds it, and the examples that show it."""
    place = f"actions.{action.name}"
    yield f"### {book.texts.name(place, title(action.name))}"
    yield from ("", note, "") if note else ("",)
    if text := book.text(place):
        yield from text
    else:
        about = "" if action in book.in_turn and len(book.in_turn) > 1 else book.texts.about(place)
        yield from (sentence(plain(about)), "") if about else ()
        yield from Acting(book.say, action, lambda part: book.texts.at(f"{place}.take.{part}")).lines()
        if _is_free_trail(action, book.ruleset):
            yield ""
            rules = any(may_bind(rule, action, book.ruleset) for rule in book.ruleset.rules)
            besides = "But for what follows, you" if rules else "You"
            yield f"{besides} may do this even if the card could capture something."
    yield ""
    yield from book.duties(action.name) if not note else ()
    yield ""
    yield from book.shown(action.name)


def _is_free_trail(action: Action, ruleset: Ruleset) -> bool:
    """Whether any card may be trailed where one could capture instead: nothing forbids it, or has a price, but rules
    told with it and rules that ask the same of who captures."""
    others = [a for a in of_step(ruleset, action.step) if a.kind == "capture" and a.played.source == "hand"]
    wishes = any(may_bind(wish, action, ruleset) for wish in ruleset.preferences)
    binding = [rule for rule in ruleset.rules if may_bind(rule, action, ruleset)]
    own = all(names_of(r, ruleset) == {action.name} or binds_alike(r, action, others, ruleset) for r in binding)
    bound = wishes or not own or any(r.price for r in ruleset.rules)
    return action.kind == "trail" and _lays_any_card(action) and bool(others) and not bound


def _lays_any_card(action: Action) -> bool:
    """Whether any one card of the hand may be laid down by it, but for what rules and preferences forbid."""
    return action.played.single and _lays_freely(action)


def _lays_freely(action: Action) -> bool:
    laid = action.to == "table" and action.played.source == "hand"
    return laid and not (action.take or action.let or action.played.where or action.when)


def _duties(book: Book) -> Lines:
    yield from book.duties("")


def _passing(book: Book) -> str:
    """Who cannot play; nothing, where nobody can be without a play."""
    if _can_lay_any_card(book.ruleset):
        return "" if _hands_are_alike(book.ruleset) else book.words["passed over"]
    optional = _may_leave_out(book.ruleset.turn)
    return " ".join([*([book.words["leave out"]] if optional else []), book.words["passing"]])


def _hands_are_alike(ruleset: Ruleset) -> bool:
    """Whether all players have as many cards at each of their turns, of which each is one step."""
    step = of_step(ruleset, ruleset.turn.step)
    one_each = all(a.played.source == "hand" and a.played.single for a in step)
    besides = any(a not in step and a.played.source == "hand" for a in ruleset.actions)
    moved = any(e.zone == "hand" or e.op == "next" for e in ruleset.effects())
    moved = moved or any(a.to == "hand" for a in ruleset.actions)
    dealt = (ruleset.deal.hand, ruleset.deal.refill)
    return one_each and not (besides or moved or mentions(dealt, lambda call: call.row.needs == "mover"))


def _may_leave_out(pattern: Pattern) -> bool:
    return pattern.op in ("optional", "repeat") or any(map(_may_leave_out, pattern.args))


def _can_lay_any_card(ruleset: Ruleset) -> bool:
    """Whether whoever holds a card can play: a turn is one step, in which any card may be laid down, or all of them."""
    if ruleset.turn.op != "step":
        return False
    laid = filter(_lays_freely, of_step(ruleset, ruleset.turn.step))
    free = (action for action in laid if action.played.single or action.played.most is None)
    return any(not any(may_bind(rule, action, ruleset) for rule in ruleset.rules) for action in free)


def _kept(book: Book) -> Lines:
    for memory in used_memory(book.say):
        place = f"memory.{memory.name}"
        if memory.of != "build" and (not is_plain_count(memory) or book.texts.there(place)):
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
        yield book.words["before counting"]
        yield ""
        yield from book.happening(told)
        if book.events("captured") and any(e.op == "move" for event in told for e in every(event.effects)):
            counted = [x.name for event in book.events("captured") for x in every(event.effects) if x.op == "increase"]
            things = [one for name in dict.fromkeys(counted) if (one := one_of(book.say.table.memory[name]))]
            yield ""
            yield book.words["no capture and"].format(joined(things, "or")) if things else book.words["no capture"]
    if _is_left_lying(book.ruleset):
        yield ""
        yield book.words["left lying"]


def _is_left_lying(ruleset: Ruleset) -> bool:
    """Whether cards may lie on the table in the end that nothing brings to anybody, and no award asks for."""
    late = [event for event in ruleset.events if event.on not in ("layout dealt", "hands dealt")]
    done = [e for event in late for e in every(event.effects)]
    if not any(action.kind == "trail" for action in ruleset.actions):
        return False
    asked = (*(e.exprs for e in done if e.op == "move"), ruleset.awards)
    return not mentions(asked, lambda call: call.row in _ON_THE_TABLE)


def _scoring(book: Book) -> Lines:
    awards, notes = Awards(book.say), list[str]()
    rows = list[tuple[str, ...]]()
    for name, head, points, reason in awards.rows():
        place = f"awards.{name}"
        cell, further = _first_paragraph(book.text(place))
        about = plain(book.texts.about(place)) if awards.needs_about(name) else ""
        points = book.words["each"].format(points.removesuffix(" each")) if points.endswith(" each") else points
        by_name = {a.name: a for a in book.ruleset.awards}
        if cell and name in by_name and not awards.is_plain(by_name[name]):
            points = book.words["as told"]
        rows.append((book.texts.name(place, head), points, cell or (f"{about}: {reason}" if about else reason)))
        if further:
            notes += [f"*{book.texts.name(place, head)}.* {further[0]}", *further[1:], ""]
    words = book.words
    rows += awards.given() if book.english else ()
    if rows:
        head = awards.head() if book.english else words["given at the end"]
        yield head if book.ruleset.awards else words["all given in play"]
        yield words["given when captured"] if book.ruleset.match.at_once else ""
        asks = mentions(book.ruleset.awards, lambda call: call.row in BY_WORD["score"])
        yield words["score before"] if asks and book.ruleset.match.counting != "race" else ""
        yield words["half points"] if book.ruleset.match.half_points else ""
        yield ""
        yield from table(words["table of awards"].split(" | "), rows)
        yield ""
        yield from notes
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
    ("turn", _turn),
    ("duties", _duties),
    ("kept", _kept),
    ("events", _events),
    ("round", _round_end),
    ("scoring", _scoring),
    ("match", _match),
    ("options", _options),
    ("source", _source),
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
