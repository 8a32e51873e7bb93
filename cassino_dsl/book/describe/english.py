"""English: articles, numerals, lists, verbs that agree, nouns with what is said of them, and clauses in a row."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from cassino_dsl.language.ruleset.texts import NUMERALS

_MANY = {"is": "are", "has": "have", "does": "do", "was": "were", "goes": "go", "passes": "pass", "has to": "have to"}
YOU = "you"
_POSSESSIVES = {YOU: "your", "it": "its", "they": "their", "them": "their"}


@dataclass(frozen=True, slots=True)
class Thing:
    """What a sentence can be about: its words, and whether they are several."""

    text: str
    many: bool = False

    def does(self, word: str, rest: str = "", yes: bool = True) -> str:
        """The thing with a verb, which is given as it goes with `it`: `that card is not a king`."""
        many = self.many or self.text == YOU
        if not yes and word != "is":
            return _spaced(self.text, "do not" if many else "does not", _MANY.get(word, _plain_form(word)), rest)
        shown = (_MANY.get(word) or _plain_form(word)) if many else word
        return _spaced(self.text, shown, "" if yes else "not", rest)


def _plain_form(word: str) -> str:
    """A verb as it goes with several: `count` of `counts`."""
    return word[:-1] if word.endswith("s") else word


@dataclass(frozen=True, slots=True)
class Said:
    """What is said of one thing: ``verb`` and ``rest`` of a sentence about it. ``close``: what can stand right behind a
    noun instead (`card of hearts`), ``after``: behind one that has nothing there yet; ``opposite``: what is said where
    it is not so; ``noun``: what a card of which it is said is called, and several;
    ``before``: the word that stands before its noun instead (`single build`). ``part``: of what of the thing it is
    said, where not of the thing itself: `whose owner is`."""

    verb: str
    rest: str
    close: str = ""
    after: str = ""
    opposite: str = ""
    noun: tuple[str, str] | None = None
    before: str = ""
    part: str = ""

    def of(self, subject: Thing, yes: bool = True) -> str:
        """The sentence about a thing."""
        if self.part and self.rest == YOU:
            return Thing(YOU).does("is", f"the {self.part} of {subject.text}", yes)
        return self._told(Thing(whose(subject.text, self.part)) if self.part else subject, yes)

    def _told(self, subject: Thing, yes: bool) -> str:
        if self.opposite and not yes:
            return subject.does(self.verb, self.opposite)
        return subject.does(self.verb, self.rest, yes)

    def behind(self, pronoun: str, many: bool, yes: bool) -> str:
        """The same as a relative clause."""
        if self.part and self.rest == YOU:
            return f"whose {self.part} {Thing(YOU).does('is', '', yes)}"
        if self.part:
            return self._told(Thing(f"whose {self.part}"), yes)
        return self._told(Thing(pronoun, many), yes)


def either(ways: Sequence[Said]) -> Said | None:
    """One of several things said of one subject: `is a jack or the seven of diamonds`; None, where what follows could
    be taken for a part of what stands before it."""
    ways = sorted(ways, key=_could_swallow)
    if any(w.part for w in ways) or any(map(_could_swallow, ways[:-1])):
        return None
    if any(w.verb != "is" or w.opposite for w in ways):
        return None
    nouns = [w.noun for w in ways if w.noun]
    noun = (joined([n[0] for n in nouns], "or"), joined([n[1] for n in nouns])) if len(nouns) == len(ways) else None
    rests = [w.rest for w in ways]
    return Said("is", joined(rests, "or"), opposite=f"neither {joined(rests, 'nor')}", noun=noun)


def _could_swallow(said: Said) -> bool:
    return any(f" {word} " in said.rest for word in ("such that", "that", "who", "whose", "if"))


@dataclass(frozen=True, slots=True)
class Noun:
    """What the members of a set are called: ``before one close``, then relative clauses (for one and for many), then
    whole conditions. ``person``: whether it is of people."""

    one: str
    many: str
    before: str = ""
    close: str = ""
    clauses: tuple[tuple[str, str], ...] = ()
    such: tuple[str, ...] = ()
    person: bool = False

    @property
    def singular(self) -> str:
        return self._whole(0)

    @property
    def plural(self) -> str:
        return self._whole(1)

    def _whole(self, number: int) -> str:
        clauses = " and ".join(clause[number] for clause in self.clauses)
        such = f"{'and ' if clauses else ''}such that {' and '.join(self.such)}" if self.such else ""
        return _spaced(self.before, (self.one, self.many)[number], self.close, clauses, such)

    @property
    def a(self) -> str:
        return with_article(self.singular)

    @property
    def none(self) -> str:
        return f"no {self.singular}"

    def of(self, number: int) -> str:
        """So many of them."""
        return f"{numeral(number)} {self.singular if number == 1 else self.plural}"

    def near(self, text: str) -> Noun:
        """With words right behind it."""
        return replace(self, close=_spaced(text, self.close) if self.close else text)

    def said(self, what: Said, yes: bool = True) -> Noun:
        """With what is said of each."""
        if yes and what.noun and self.one in ("card", "card or build"):
            return replace(self, one=what.noun[0], many=what.noun[1])
        if what.before and self.one == "build":
            return replace(self, before=_spaced(what.before if yes else what.opposite, self.before))
        close = what.close or ("" if self.close else what.after)
        if yes and close and not self.clauses:
            return self.near(close)
        pronoun = "who" if self.person else "that"
        one, many = (what.behind(pronoun, several, yes) for several in (False, True))
        return replace(self, clauses=(*self.clauses, (one, many)))

    def such_that(self, text: str) -> Noun:
        """With a condition that stands last."""
        return replace(self, such=(*self.such, text))


CARD = Noun("card", "cards")


class Clause(NamedTuple):
    """A condition in words. ``open``: whether what follows it could be taken for a part of it (1), or it is itself a
    row of conditions (2), joined by the word ``by``."""

    text: str
    open: int = 0
    by: str = ""


def set_off(clause: Clause) -> str:
    return f"({clause.text})" if clause.open == 2 else clause.text


def in_row(clauses: Sequence[Clause], word: str) -> Clause:
    """Clauses in a row; what is a row of its own, or could swallow what follows, is set off in brackets."""
    clauses = sorted(dict.fromkeys(clauses), key=lambda c: c.open)
    if len(clauses) == 1:
        return clauses[0]
    *told, last = (f"({c.text})" if c.open else c.text for c in clauses)
    if clauses[-1].open < 2 or clauses[-1].by == word:
        last = clauses[-1].text
    return Clause(f" {word} ".join([*told, last]), 2, word)


def _spaced(*words: str) -> str:
    return " ".join(w for w in words if w)


def with_article(text: str) -> str:
    if text.startswith("other "):
        return f"an{text}"
    first = text.split()[0].strip("*“(") if text else ""
    sounds = first[:1].lower() in "aeio" or first[:2] in ("un", "up") or first.startswith(("8", "11", "18"))
    return f"an {text}" if sounds and not first.startswith(("one", "uni")) else f"a {text}"


def the(name: str) -> str:
    """What there is one of, by its name, which may have its article."""
    return name if name.lower().startswith("the ") else f"the {name}"


def numeral(number: int) -> str:
    return NUMERALS[number] if 0 <= number < len(NUMERALS) else str(number)


def joined(words: Sequence[str], last: str = "and") -> str:
    """`a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def by_players(told: Mapping[int, str], of: str = "") -> str:
    """What is so with each number of players: `six rounds (four with three players)`; ``of``: one of what is counted,
    in numerals."""
    (_, first), *_ = told.items()
    other = dict[str, list[str]]()
    for number, text in told.items():
        other.setdefault(text, []).append(numeral(number))
    rest = [f"{text} with {joined(numbers, 'or')} players" for text, numbers in other.items() if text != first]
    unit = f" {of}{'' if first == numeral(1) else 's'}" if of else ""
    return f"{first}{unit}" + (f" ({', '.join(rest)})" if rest else "")


def ranges(numbers: Sequence[int], last: str = "or") -> str:
    """`1, 3 or 5`; four or more in a row by their ends: `2 to 9`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] + 1 == number:
            runs[-1].append(number)
        else:
            runs.append([number])
    words: list[str] = []
    for run in runs:
        words += [f"{run[0]} to {run[-1]}"] if len(run) > 3 else [str(n) for n in run]
    return joined(words, last)


def whose(owner: str, thing: str) -> str:
    """A thing of somebody: `your pile`, `its pile`, `the pile of that player`."""
    if owner in _POSSESSIVES:
        return f"{_POSSESSIVES[owner]} {thing}"
    return f"{owner}'s {thing}" if len(owner.split()) <= 2 else f"the {thing} of {owner}"


def verb(subject: str, word: str) -> str:
    """A subject with its verb, which is given as it goes with `it`."""
    return Thing(subject).does(word)


def sentence(text: str) -> str:
    """Text with a capital letter and a full stop."""
    text = text.strip()
    return first_up(text) + ("" if text.endswith((".", "!", "?", ":")) or not text else ".")


def first_up(text: str) -> str:
    return text[:1].upper() + text[1:]


def plain(text: str) -> str:
    """Text of a file with nothing that Markdown would take for more than text."""
    return "".join("\\" + ch if ch in "\\`*_[]<>#|" else ch for ch in " ".join(text.split()))


def spoken(name: str) -> str:
    """A name of a file as words."""
    return name.replace("_", " ")


def title_of(name: str) -> str:
    """The name of an action as a word: `Add to take`."""
    return first_up(spoken(name))


def adjective(name: str) -> str:
    """What the name of a yes or no says of a thing, without its verb: `is_low` says that it is “low”."""
    return spoken(name).removeprefix("is ").removeprefix("has ")


def word_for(name: str) -> str:
    """What a term is called where more is said behind it: `score_of` is a score of something."""
    return spoken(name).removesuffix(" of")


def title(name: str) -> str:
    """An action or an award by its name, as a heading."""
    return plain(first_up(spoken(name)))


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """A table in Markdown."""
    yield f"| {' | '.join(heads)} |"
    yield "|" + "---|" * len(heads)
    for row in rows:
        yield f"| {' | '.join(_cell(cell) for cell in row)} |"


def _cell(text: str) -> str:
    return text.replace("\\|", "|").replace("|", "\\|")


def bold(name: str) -> str:
    return f"**{title(name)}**"
