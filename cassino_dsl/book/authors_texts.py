"""What authors say of the clauses of one table: which of their texts hold there, with the numbers of this table put in.

A text was written for the game of the file that says it: of a house rule, for the variant named under `over:` with the
rule laid on; with default options, and where these switch the clause off, with the first choice of an option that
switches it on. It holds at a table whose clause of that place is the same. What the text prints by placeholders may
differ: the key of the clause that one names is left out of the comparison, with whatever decides it, and an option has
the value of this table on both sides. Cards that a text names have to be in the pack and to count for the same, and
actions that it names have to be there. No sentence is compared with a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from pathlib import Path

from cassino_dsl.book.languages.language import Language
from cassino_dsl.language.compose.library import NotFound, is_shipped
from cassino_dsl.language.compose.options import setting
from cassino_dsl.language.compose.texts import translation_path
from cassino_dsl.language.diagnostics.diagnostic import Diagnostic
from cassino_dsl.language.pipeline import load_variant
from cassino_dsl.language.ruleset.clauses import TAKE, Clause, ClausesInForce, Options
from cassino_dsl.language.ruleset.document import word_of
from cassino_dsl.language.ruleset.expr import Literal, print_expr, walk
from cassino_dsl.language.ruleset.model import Ruleset
from cassino_dsl.language.ruleset.texts import ENGLISH, FILES, ClauseText, Slot
from cassino_dsl.language.ruleset.types import Type
from cassino_dsl.language.ruleset.within import mapped

_TRIED = 20  # values of one option, to see which switches a clause on
_FIELD = {"from": "low", "to": "high"}  # of keys that are called otherwise where a clause keeps them
_POINTS = ("points", "target", "playoff")


class Texts:
    """The texts of one table in a language. A place is a section (``cards``) or a clause by its path
    (``actions.capture``)."""

    def __init__(self, ruleset: Ruleset, language: str = ENGLISH) -> None:
        self.ruleset, self.language = ruleset, Language(language)
        self.findings: Sequence[
            Diagnostic
        ] = ()  # of the files beside the ruleset's own that hold texts in the language
        written = ruleset.texts
        if language != ENGLISH:
            written, self.findings = _translated(ruleset, language)
        self._written: dict[tuple[str, str], list[ClauseText]] = {}
        for text in written:
            if text.language == language:
                self._written.setdefault((text.place, text.kind), []).append(text)
        self._found: dict[tuple[str, str], str | None] = {}
        self._asked: dict[str, bool] = {}
        self._clauses = ClausesInForce(ruleset, ruleset.chosen)
        self._homes: dict[tuple[str, str], ClausesInForce | None] = {}

    def at(self, place: str) -> str | None:
        """The text of a place, as Markdown with placeholders printed; None: the program says it."""
        said = self._said(place, "text")
        self._asked[place] = said is not None
        return said

    def there(self, place: str) -> bool:
        """Whether there is a text of a place that a book tells only then."""
        return self._said(place, "text") is not None

    def emphasise(self, word: str) -> bool:
        """Whether one of the texts that hold here says what a word means."""
        places = [place for place, kind in self._written if kind == "text"]
        return any(word in _emphasised(self._said(place, "text") or "") for place in places)

    def about(self, place: str) -> str:
        """The one line about a clause; "" where there is none, or none that holds here."""
        return self._said(place, "about") or ""

    def name(self, place: str, default: str) -> str:
        """What a clause is called in this language."""
        return self._in_language(place, "called", default)

    def title(self, file: str, default: str) -> str:
        """What the game or the house rule of a file is called in this language."""
        return self._in_language(f"{FILES}.{file}", "called", default, self._key_of(file, "title"))

    def opening(self, file: str, default: str) -> str:
        """What a file says of its game or house rule in this language."""
        return self._in_language(f"{FILES}.{file}", "about", default, self._key_of(file, "about"))

    def missing(self) -> list[str]:
        """The places that a book has told without a text or name in its language: those that have been asked for one in
        vain. A part of an action is told with the action."""
        return [place for place, there in self._asked.items() if not there and TAKE not in place]

    def _key_of(self, file: str, key: str) -> str:
        """How a key of a file is called among the places: of the variant's own file by itself."""
        return key if file == self.ruleset.name else f"{key} of {file}"

    def _in_language(self, place: str, kind: str, default: str, asked: str = "") -> str:
        said = self._said(place, kind)
        if said is None and default and self.language.letters != ENGLISH:
            self._asked[asked or place] = False
        return said or default

    def _said(self, place: str, kind: str) -> str | None:
        if (place, kind) not in self._found:
            of_place = self._written.get((place, kind), ())
            said = (self._printed(t) for t in of_place if kind == "called" or self._holds(t))
            self._found[place, kind] = next((words for words in said if words is not None), None)
        return self._found[place, kind]

    # ---- whether a text holds

    def _holds(self, text: ClauseText) -> bool:
        if text.place.startswith(f"{FILES}."):
            return True
        home = self._home(text)
        if home is None or home is self._clauses:
            return home is not None
        section, _, option = text.place.partition(".")
        printed = frozenset(option for slot in text.slots for option in _printed_by(slot))
        printed |= {option} if section == "options" else set()
        here = self.ruleset.chosen
        there = _written_for(home, text.place, {**home.options, **{o: here[o] for o in printed if o in here}})
        own, other = replace(self._clauses, printed=printed), replace(home, options=there, printed=printed)
        keys = {_FIELD.get(slot.key, slot.key) for slot in text.slots if slot.key}
        same = self._same(own, other, text.place, keys)
        if same and section == "options":  # what reads it there reads it here
            same = other.readers(option).items() <= own.readers(option).items()
        return same and self._same_cards(own, other, text) and self._there(other, text)

    def _same(self, own: ClausesInForce, other: ClausesInForce, place: str, keys: set[str]) -> bool:
        """Whether the two clauses are the same, or are with each number of seats of this table."""

        def same(seats: int | None) -> bool:
            one, two = (replace(c, seats=seats).at(place) for c in (own, other))
            return one is not None and two is not None and _without(one, keys) == _without(two, keys)

        return same(None) or all(map(same, self.ruleset.seats))

    def _same_cards(self, own: ClausesInForce, other: ClausesInForce, text: ClauseText) -> bool:
        """Whether the ranks and suits that a text names are those of the pack here."""
        ranks, suits = self.language.cards(text, other.ruleset.pack)
        packs = [c.ruleset.pack for c in (own, other)]
        faces = [[(f.text, p.copies) for f in p.faces if f.rank in ranks or f.suit in suits] for p in packs]
        return faces[0] == faces[1] and (not ranks or own.values(ranks) == other.values(ranks))

    def _there(self, other: ClausesInForce, text: ClauseText) -> bool:
        """Whether the actions that a text names are told of here."""
        named = _emphasised(text.said)
        actions = {a.replace("_", " ").lower() for a in other.actions}
        return named.isdisjoint(actions - self._actions)

    @cached_property
    def _actions(self) -> set[str]:
        return {a.replace("_", " ").lower() for a in self._clauses.actions}

    def _home(self, text: ClauseText) -> ClausesInForce | None:
        """The clauses of the game that a text was written for; those of this game where that is the same."""
        key = (text.over or text.of, text.of if text.over else "")
        if key not in self._homes:
            shipped = all(is_shipped(Path(file)) for file in key if file)
            home = _shipped_home(*key) if shipped else _load(*key)
            other = ClausesInForce(home, home.chosen) if home is not None else None
            self._homes[key] = self._clauses if home == self.ruleset else other
        return self._homes[key]

    # ---- what a text says

    def _printed(self, text: ClauseText) -> str | None:
        said = ""
        for part in text.parts:
            printed = part if isinstance(part, str) else self._value(part, said)
            if printed is None:
                return None
            said += printed
        return said.strip()

    def _value(self, slot: Slot, before: str) -> str | None:
        """What a placeholder stands for at this table; None where that depends on how many play, or is nothing."""
        found = slot.expr
        tables = [replace(self._clauses, seats=n) for n in self.ruleset.seats]
        values = {value for table in tables for value in [table.constant(found)]} if found is not None else {None}
        value = values.pop()
        if values or value is None or found is None:
            return None
        pack, language = self.ruleset.pack, self.language
        match found.type:
            case Type.INT:
                number = self.ruleset.match.shown(int(value)) if slot.key in _POINTS else int(value)
                in_table = before.rpartition("\n")[2].lstrip().startswith("|")
                word = str(number) if in_table else language.number(number)
            case Type.CARD:
                word = language.card(str(value), pack)
            case Type.RANK:
                word = language.rank(str(value), pack)
            case _:
                word = language.suit(str(value), pack)
        begins = re.search(r"(^|[.!?]\s+|\n\n)[*_]*\Z", before)
        return word[:1].upper() + word[1:] if begins else word


def _printed_by(slot: Slot) -> Iterator[str]:
    """The options whose values a placeholder prints: of a key that is more than an option only the key is printed."""
    for expr in (slot.expr,) if slot.key else walk(slot.expr) if slot.expr is not None else ():
        if isinstance(expr, Literal) and expr.option:
            yield expr.option


def _without(clause: Clause, keys: set[str]) -> Clause:
    """The clause but for some keys, as it is printed: what a word may come to elsewhere makes no difference to it."""
    kept = {key: said for key, said in clause.items() if key not in keys}
    return mapped(kept, lambda expr: Literal(Type.WORD, print_expr(expr), expr.span))


def _written_for(home: ClausesInForce, place: str, options: Options) -> Options:
    """The options of the game that a text was written for: where its clause is off, the first choice that switches it
    on."""
    game = replace(home, options=options)
    if game.is_off(place):
        for name in game.options_read(place):
            for value in list(next(o.values for o in home.ruleset.options if o.name == name)[:_TRIED]):
                chosen = {**options, name: value}
                if not replace(home, options=chosen).is_off(place):
                    return chosen
    return options


def _translated(ruleset: Ruleset, language: str) -> tuple[tuple[ClauseText, ...], Sequence[Diagnostic]]:
    """The texts of a ruleset with those in another language that lie beside its files, and what is amiss there."""
    laid = [rule.file for rule in ruleset.laid]
    beside = [translation_path(Path(file), language) for file in (*ruleset.files, *laid)]
    if not any(path.is_file() for path in beside):
        return ruleset.texts, ()
    chosen = (setting(f"{o.name}={word_of(o.value)}") for o in ruleset.options if o.value != o.default)
    settings = tuple(one for one in chosen if one is not None)
    again = load_variant(_word(ruleset.files[0]), tuple(map(_word, laid)), settings, language)
    names = {path.name for path in beside}
    findings = [d for d in again.report.diagnostics if d.span is not None and Path(d.span.file).name in names]
    return again.ruleset.texts if again.ruleset is not None else ruleset.texts, findings


def _load(variant: str, house: str) -> Ruleset | None:
    try:
        return load_variant(_word(variant), (_word(house),) if house else ()).ruleset
    except NotFound:
        return None


_shipped_home = lru_cache(maxsize=64)(_load)


def _word(file: str) -> str:
    """What names a file: a shipped one by its name, so that it is read once."""
    return Path(file).stem if is_shipped(Path(file)) else file


_EMPHASISED = re.compile(r"\*+([^*\s][^*]*)\*+")  # a bullet is no emphasis


def _emphasised(text: str) -> set[str]:
    return {" ".join(name.split()).lower() for name in _EMPHASISED.findall(text)}
