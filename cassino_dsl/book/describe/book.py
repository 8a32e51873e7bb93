"""A ruleset as it is told at one table: what all sections of its rulebook write from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from cassino_dsl.book.authors_texts import Texts
from cassino_dsl.book.describe.clauses_in_force import mentions
from cassino_dsl.book.describe.effects import EffectWords, of_step, steps_of
from cassino_dsl.book.describe.english import plain, sentence, spoken, title
from cassino_dsl.book.describe.game_words import with_words
from cassino_dsl.book.describe.rules import bound_by, in_any_order, preference_text, rule_text
from cassino_dsl.book.describe.setup import is_dealt_once
from cassino_dsl.book.describe.shapes import phrases_of
from cassino_dsl.book.describe.table import TableFacts
from cassino_dsl.book.describe.told_hand import Story
from cassino_dsl.book.describe.worked_examples import STORY, place_of, worked
from cassino_dsl.language.ruleset.model import Event, Memory, Preference, Rule, Ruleset, Term
from cassino_dsl.language.ruleset.operators import MEMORIES, TERMS
from cassino_dsl.language.ruleset.texts import ENGLISH

Lines = Iterator[str]


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
        self.any_order = in_any_order(self.ruleset)
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
        return _asks(self.plain, term) or any(map(self.says, self._using(term)))

    def counts(self, term: Term) -> bool:
        """Whether a word that the program tells is asked for only where points are counted: it is told there."""
        plain = self.plain
        events = tuple(event for event in plain.events if event.on != "round scored")
        played = (plain.deal, plain.actions, plain.rules, plain.preferences, plain.memory, events)
        own = self.says(term) and not self.texts.there(f"terms.{term.name}")
        return own and not _asks(played, term) and all(map(self.counts, self._using(term)))

    def _using(self, term: Term) -> list[Term]:
        """The words that the program tells by means of another."""
        told = (t for t in self.ruleset.terms if t.name != term.name and not self.texts.there(f"terms.{t.name}"))
        return [t for t in told if _asks(t, term)]

    def asks(self, memory: Memory) -> bool:
        """Whether the program itself speaks of what is remembered."""
        terms = [t for t in self.ruleset.terms if self.says(t) and not self.texts.there(f"terms.{t.name}")]
        return mentions((self.plain, *terms), lambda call: call.row in MEMORIES and call.name == memory.name)

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
        yield f"* {head}{f'{sentence(plain(about))} ' if about else ''}{first}".rstrip()
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
            yield from self.named_item(f"events.{event.name}", title(event.name), EffectWords(self.say).event(event))

    def shown(self, place: str) -> Lines:
        """The examples that belong in a place."""
        told = [e for e in self.examples if place_of(e, self.ruleset) == place]
        yield from worked(told, self.say.table, self.show)


def _asks(where: object, term: Term) -> bool:
    return mentions(where, lambda call: call.row in TERMS and call.name == term.name)
