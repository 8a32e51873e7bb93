"""Texts held against their clauses, in the game for which they were written: what a text says that the clause does not
have, and the other way round. Only what can be told apart from a story or an example is looked at."""

from __future__ import annotations

import re
from dataclasses import replace

from cassino_dsl.language.check.check_context import Draft
from cassino_dsl.language.check.texts import clause_of
from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.diagnostics.diagnostic import did_you_mean
from cassino_dsl.language.ruleset.cards import Pack
from cassino_dsl.language.ruleset.clauses import SECTIONS, ClausesInForce
from cassino_dsl.language.ruleset.expr import Literal, walk
from cassino_dsl.language.ruleset.model import Ruleset
from cassino_dsl.language.ruleset.span import Span
from cassino_dsl.language.ruleset.texts import ENGLISH, FILES, NUMERALS, ClauseText
from cassino_dsl.language.ruleset.types import Type
from cassino_dsl.language.ruleset.within import exprs_in
from cassino_dsl.language.syntax.tree import Mapping

_ODD = re.compile(
    r"^[ \t]*(?:#+ .*|>.*|```.*|[-=]{3,}[ \t]*|[-+] .*)$|<[A-Za-z/!][^>\n]*>|!?\[[^\]\n]*\]\([^)\n]*\)|`[^`\n]*`", re.M
)
_SLOT = re.compile(r"\{\{|\}\}|\{[^{}]*\}")
_NUMBER = "|".join(("[0-9]+", *NUMERALS[1:]))
_AMOUNT = re.compile(rf"\b({_NUMBER})\s+(points?|cards?)\b", re.I)
# what illustrates a clause may speak of anything
_ASIDE = re.compile(r"\b(?:for example|for instance|e\.g\.|such as|but|except|other than)\b[^.,:;]*|\([^)]*\)", re.I)
_EMPHASISED = re.compile(r"\*+([^*\s][^*]*)\*+")
_SMALL = 2  # numbers up to this are words of every text
_FEW = 12  # values of an option that a text may list


def check_texts(draft: Draft, ruleset: Ruleset) -> None:
    """Warnings for the texts of the file whose own game this is."""
    game = ClausesInForce(ruleset, ruleset.chosen)
    for text in ruleset.texts:
        at_home = text.of == str(draft.composed.home) and not text.place.startswith(FILES)
        if at_home and (text.kind == "text" or text.language != ENGLISH):
            _TextCheck(draft, game, text).check()


class _TextCheck:
    """One text of a file in the game of that file."""

    def __init__(self, draft: Draft, game: ClausesInForce, text: ClauseText) -> None:
        self.draft, self.game, self.text = draft, game, text
        self.section = text.place.partition(".")[0]
        self.raw = text.span.text
        self.bare = _masked(_SLOT, self.raw)

    def check(self) -> None:
        if self.text.place not in SECTIONS and clause_of(self.draft, self.text.place) is None:
            self._nothing()
        elif self.text.kind == "text" and not self.draft.report.failed:
            self._warn()

    def _warn(self) -> None:
        for found in _ODD.finditer(self.raw):
            shown = " ".join(found[0].split())[:30]
            self._add(Code.TEXT_MARKDOWN, found, f"no rulebook prints `{shown}`", "write words, lists and *emphasis*")
        self._placeholders()
        if self.text.language == ENGLISH:
            self.bare = _masked(_ASIDE, self.bare)
            self._amounts()
            self._cards()
            self._actions()
            self._left_out()

    def _add(self, code: Code, found: re.Match[str] | Span, message: str, help: str | None = None) -> None:
        whole, place = self.text.span, found
        if isinstance(place, re.Match):
            place = Span(whole.source, whole.start + place.start(), whole.start + place.end())
        self.draft.report.add(code, place, message, help=help)

    def _nothing(self) -> None:
        section, _, name = self.text.place.partition(".")
        clauses = self.draft.section(section)
        help = did_you_mean(name, [key.text for key, _ in clauses or ()])
        message = f"this is a text, and there is no `{self.text.place}` that it could be of"
        self._add(Code.TEXT_OF_NOTHING, self.text.span.beginning(40), message, help)

    def _placeholders(self) -> None:
        ruleset = self.game.ruleset
        for slot in self.text.slots:
            body = clause_of(self.draft, self.text.place)
            keys = [key.text for key, _ in body] if isinstance(body, Mapping) else []
            values = {replace(self.game, seats=n).constant(slot.expr) for n in ruleset.seats} if slot.expr else {None}
            if slot.expr is None:
                message = f"`{slot.text}` is no number, card, rank or suit that is known before the game"
                names = [*keys, *(o.name for o in ruleset.options)]
                self._add(Code.TEXT_PLACEHOLDER, slot.span, message, did_you_mean(slot.text, names))
            elif len(values) > 1 or None in values:
                message = f"`{slot.text}` is not the same in every game"
                self._add(Code.TEXT_PLACEHOLDER, slot.span, message, "say in words what it depends on")
        for found in re.finditer(r"[{}]", self.bare):
            self._add(Code.TEXT_PLACEHOLDER, found, "this brace stands alone", f"write `{found[0] * 2}` for a brace")

    def _amounts(self) -> None:
        """Numbers of points in texts about points, of cards in texts about the deal."""
        wanted = {"awards": "point", "match": "point", "deal": "card"}.get(self.section)
        amounts = [found for found in _AMOUNT.finditer(self.bare) if found[2].lower().rstrip("s") == wanted]
        large = [found for found in amounts if _value(found[1]) > _SMALL]
        known = self._numbers() if large else set()
        for found in large:
            if _value(found[1]) not in known:
                help = "print it by a placeholder, as in `{points}`" if wanted == "point" else None
                said = " ".join(found[0].split())
                self._add(Code.TEXT_SAYS_ELSE, found, f"nothing in the clause is `{said}`", help)

    def _numbers(self) -> set[int]:
        """The numbers of the clause, of the options that it reads, and what comes of the pack."""
        ruleset, place = self.game.ruleset, self.text.place
        options = {o.name: o for o in ruleset.options}
        found: set[int] = set()
        clauses = tuple(self.game.unfolded(p) or {} for p in {place, "match"})
        for expr in exprs_in(clauses):
            for e in walk(expr):
                if isinstance(e, Literal) and isinstance(e.value, int):
                    values = options[e.option].values if e.option else (e.value,)
                    found |= {int(v) for v in (values if len(values) <= _FEW else (e.value,))}
        halves = {n // 2 for n in found} if ruleset.match.half_points else set()
        if self.section == "deal":
            size = ruleset.pack.size
            found |= {n * seats for n in found for seats in ruleset.seats} | {size, *(size - n for n in found)}
        return found | halves | {n + step for n in found for step in (-1, 1)}  # `< 38` is 37 at most

    def _cards(self) -> None:
        """Ranks and suits in texts of rules and awards whose clauses name ranks or suits."""
        if self.section not in ("rules", "awards"):
            return
        pack = self.game.ruleset.pack
        ranks, suits = self._named(pack)
        words = {pack.rank_word(r): ranks for r in pack.ranks if pack.rank_word(r) not in NUMERALS}
        words |= {pack.suit_word(s.letter): suits for s in pack.suits if s.spoken}
        for found in re.finditer(r"\w+", self.bare):
            word = found[0].lower()
            form = next((w for w in (word, word.removesuffix("s"), f"{word}s") if w in words), None)
            if form is not None and words[form] and form not in words[form]:
                self._add(Code.TEXT_SAYS_ELSE, found, f"the clause has nothing to do with `{found[0]}`")

    def _named(self, pack: Pack) -> tuple[set[str], set[str]]:
        """The ranks and suits that the clause names, in words."""
        clause = self.game.unfolded(self.text.place) or {}
        literals = [e for whole in exprs_in(clause) for e in walk(whole) if isinstance(e, Literal)]
        each = clause.get("each") or ()
        faces = [f for f in pack.faces if any(e.type is Type.CARD and e.value == f.text for e in literals)]
        faces += [pack.faces[n] for n in each]
        marks = {e.value for e in literals if e.type is Type.MARK}
        faces += [f for a in pack.attributes for f, word in zip(pack.faces, a.values, strict=True) if word in marks]
        of_rank = {f.rank for f in faces} | {str(e.value) for e in literals if e.type is Type.RANK}
        letters = {f.suit for f in faces} | {str(e.value) for e in literals if e.type is Type.SUIT}
        return set(map(pack.rank_word, of_rank)), {pack.suit_word(letter) for letter in letters}

    def _actions(self) -> None:
        """Names of actions of which there are no plays."""
        names = {a.name.lower(): a.name for a in self.game.ruleset.actions}
        named = [(found, names.get("_".join(found[1].lower().split()))) for found in _EMPHASISED.finditer(self.bare)]
        if any(name for _, name in named) and not self.game.is_off(self.text.place):
            for found, name in named:
                if name is not None and name not in self.game.actions:
                    self._add(Code.TEXT_SAYS_ELSE, found, f"nobody can play `{found[1]}` in this game")

    def _left_out(self) -> None:
        """The points that win, and the cards that are dealt, where they are one number."""
        key = {"match": "target", "deal": "hand"}.get(self.text.place)
        clause = self.game.at(self.text.place) if key else None
        expr = clause.get(key) if clause is not None and key is not None else None
        number = expr.value if isinstance(expr, Literal) else None
        if not isinstance(number, int) or key in {slot.key for slot in self.text.slots}:
            return
        shown = self.game.ruleset.match.shown(number) if key == "target" else number
        printed = {self.game.constant(slot.expr) for slot in self.text.slots if slot.expr is not None}
        said = {_value(found[0]) for found in re.finditer(rf"\b(?:{_NUMBER})\b", self.raw, re.I)}
        if number not in printed and shown not in said:
            message = f"this text does not say `{key}`, which is {shown}"
            self._add(Code.TEXT_LEAVES_OUT, self.text.span.beginning(40), message, f"print it as `{{{key}}}`")


def _masked(pattern: re.Pattern[str], text: str) -> str:
    """The text with what fits in blanks, so that everything keeps its place."""
    return pattern.sub(lambda found: re.sub(r"\S", " ", found[0]), text)


def _value(word: str) -> int:
    return int(word[:9]) if word.isdecimal() else NUMERALS.index(word.lower())
