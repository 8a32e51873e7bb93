"""English: articles, numerals, lists, whose a thing is, and verbs that agree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from cassino_dsl.ruleset.wording import NUMERALS

_IRREGULAR = {"is": "are", "has": "have", "does": "do", "was": "were", "goes": "go", "passes": "pass"}
_OF_MANY = (
    ("that is ", "that are "),
    ("that has ", "that have "),
    ("who has ", "who have "),
    ("that counts ", "that count "),
    ("that ranks ", "that rank "),
    ("that adds ", "that add "),
    ("that makes ", "that make "),
    ("which adds ", "which together add "),
    ("which makes ", "which together make "),
)
YOU = "you"
_POSSESSIVES = {YOU: "your", "it": "its", "they": "their"}


@dataclass(frozen=True, slots=True)
class Noun:
    """What the members of a set are called: ``before one after``, ``before many after``, then ``such``."""

    one: str
    many: str
    before: str = ""
    after: str = ""
    such: str = ""

    @property
    def singular(self) -> str:
        return _spaced(self.before, self.one, self.after, self._such)

    @property
    def plural(self) -> str:
        after = self.after
        for one, many in _OF_MANY:
            after = after.replace(one, many)
        return _spaced(self.before, self.many, after, self._such_of_each)

    @property
    def _such(self) -> str:
        return f"such that {self.such}" if self.such else ""

    @property
    def _such_of_each(self) -> str:
        own = any(word in self.such.split() for word in ("it", "its"))
        return f"{'each ' if own else ''}{self._such}" if self.such else ""

    @property
    def a(self) -> str:
        return with_article(self.singular)

    def of(self, number: int) -> str:
        """So many of them."""
        return f"{numeral(number)} {self.singular if number == 1 else self.plural}"

    def with_after(self, text: str) -> Noun:
        if text.startswith("whose ") and "whose " in self.after:
            text = f"and {text}"
        if text.startswith("other than ") and "other than " in self.after:
            return replace(self, after=f"{self.after}, and {text}")
        return replace(self, after=_spaced(self.after, text))

    def such_that(self, text: str) -> Noun:
        """With a condition that stands last."""
        return replace(self, such=f"{self.such} and {text}" if self.such else text)

    def with_near(self, text: str) -> Noun:
        """With words that stand before where it lies: `card of that suit in your pile`."""
        return replace(self, after=_spaced(text, self.after))

    def with_before(self, text: str) -> Noun:
        return replace(self, before=_spaced(text, self.before))


def _spaced(*words: str) -> str:
    return " ".join(w for w in words if w)


def with_article(text: str) -> str:
    first = text.split()[0].strip("*“(") if text else ""
    sounds = first[:1].lower() in "aeio" or first[:2] in ("un", "up") or first.startswith(("8", "11", "18"))
    return f"an {text}" if sounds and not first.startswith("one") else f"a {text}"


def numeral(number: int) -> str:
    return NUMERALS[number] if 0 <= number < len(NUMERALS) else str(number)


def joined(words: Sequence[str], last: str = "and") -> str:
    """`a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


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
    one_number = subject.startswith(("the number of ", "the total of "))
    if (
        subject == YOU
        or (" and " in subject and not one_number)
        or subject.startswith(("the cards ", "all ", "the loose cards", "they", "what you take and"))
    ):
        return f"{subject} {_IRREGULAR.get(word, word.removesuffix('s'))}"
    return f"{subject} {word}"


def sentence(text: str) -> str:
    """Text with a capital letter and a full stop."""
    text = text.strip()
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?", ":")) or not text else ".")


def plain(text: str) -> str:
    """Text of a file with nothing that Markdown would take for more than text."""
    return "".join("\\" + ch if ch in "\\`*_[]<>#|" else ch for ch in " ".join(text.split()))


def spoken(name: str) -> str:
    """A name of a file as words."""
    return name.replace("_", " ")


def adjective(name: str) -> str:
    """What the name of a yes or no says of a thing, without its verb: `is_low` says that it is “low”."""
    return spoken(name).removeprefix("is ")


def title(name: str) -> str:
    """An action or an award by its name, as a heading."""
    words = spoken(name)
    return plain(words[:1].upper() + words[1:])
