"""Small typing mistakes in the shipped files: one in each copy, always the same ones for one seed.

A mistake is made in one line; what is found in the file then should be one thing, on that line. Some are none (a word
of a name, a number that may be another one): in these nothing is found. Words for people are left as they are: their
slips are for people to find.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random

from cassino_dsl.analysis.examples.read import read_examples
from cassino_dsl.language.compose.library import shipped_house_rules, shipped_variants
from cassino_dsl.language.diagnostics.diagnostic import Diagnostic
from cassino_dsl.language.resources import folder
from cassino_dsl.language.targets import open_target

WORD = re.compile(r"[A-Za-z_]{3,}")
TEXT = re.compile(r"( *)(text|about):")  # what stands deeper below belongs to it
FOR_PEOPLE = re.compile(r"\s*(-\s+)?(title|about|source|name)\s*:|\s*#|\s*$")


@dataclass(frozen=True, slots=True)
class Mistake:
    """A copy of a file with one mistake: its kind, the file, the line (from 1), and the whole text."""

    kind: str
    file: Path
    line: int
    text: str

    def said(self) -> str:
        return f"{self.kind} in {self.file.name}:{self.line}: {self.text.splitlines()[self.line - 1].strip()}"


def _in_a_word(change: Callable[[str, Random], str]) -> Callable[[str, Random], str]:
    """One word of a line is changed; where it is left out, so are the blanks after it."""

    def edit(line: str, random: Random) -> str:
        word = random.choice(list(WORD.finditer(line)))
        new, rest = change(word[0], random), line[word.end() :]
        return line[: word.start()] + new + (rest if new else rest.lstrip())

    return edit


def _letter(word: str, random: Random) -> str:
    at = random.randrange(len(word))
    return word[:at] + word[at + 1 :]


def _swap(word: str, random: Random) -> str:
    at = random.randrange(len(word) - 1)
    return word[:at] + word[at + 1] + word[at] + word[at + 2 :]


def _sign(signs: str, line: str, random: Random) -> str:
    """One of these signs is left out."""
    at = random.choice([i for i, c in enumerate(line) if c in signs])
    return line[:at] + line[at + 1 :]


def _indent(line: str, random: Random) -> str:
    """A blank too few or too many at the beginning."""
    return line[1:] if line.startswith(" ") and random.random() < 0.5 else " " + line


def _key(line: str, random: Random) -> str:
    """A misspelt key."""
    key = re.match(r"\s*(?:- )?([A-Za-z_]{3,})", line)
    assert key
    at = random.randrange(key.start(1), key.end(1))
    return line[:at] + random.choice("aeirst") + line[at + 1 :]


def _junk(line: str, random: Random) -> str:
    """Something that does not belong there."""
    at = random.randrange(len(line) + 1)
    words = "& * ! | > % @ ` \t [ ] { } ( ) : , - ? # ' \" == => := += .. … \u202e "
    words += "implies not any( {c in removed 10d 999999"
    return line[:at] + random.choice(words.split(" ")) + line[at:]


def _twice(line: str, random: Random) -> str:
    """A line once more, a little further in."""
    return f"{line}\n{' ' * random.randrange(3)}{line}"


def _cut(line: str, random: Random) -> str:
    """The end of a line is missing."""
    return line[: random.randrange(1, len(line))]


KINDS: dict[str, Callable[[str, Random], str]] = {
    "a letter dropped": _in_a_word(_letter),
    "letters swapped": _in_a_word(_swap),
    "a bracket dropped": partial(_sign, "(){}[]"),
    "a sign dropped": partial(_sign, ":,|=+-<>\"'"),
    "a wrong word": _in_a_word(lambda word, random: random.choice(("something", "player", "cards", "value", "each"))),
    "a word dropped": _in_a_word(lambda word, random: ""),
    "a wrong indent": _indent,
    "a key misspelt": _key,
}


def shipped_files() -> list[Path]:
    """All variants and house rules that are shipped."""
    games = folder("variants")
    names = (*shipped_variants(), *(f"house/{name}" for name in shipped_house_rules()))
    return [games / f"{name}.yaml" for name in names]


def mistakes(seed: int, number: int) -> Iterator[Mistake]:
    """So many mistakes, spread over files, lines and kinds."""
    random = Random(seed)
    files = [(path, path.read_text(encoding="utf-8").splitlines()) for path in shipped_files()]
    slots = {path: _meant_for_machines(lines) for path, lines in files}
    made = 0
    while made < number:
        path, lines = random.choice(files)
        at = random.choice(slots[path])
        kind = random.choice(list(KINDS))
        try:
            line = KINDS[kind](lines[at], random)
        except (IndexError, AssertionError):
            continue  # there is no such thing in this line
        if line.strip() and line != lines[at]:
            made += 1
            yield Mistake(kind, path, at + 1, "\n".join([*lines[:at], line, *lines[at + 1 :]]) + "\n")


def _meant_for_machines(lines: list[str]) -> list[int]:
    """The lines (from 0) that are no words for people: titles, texts, remarks."""
    deeper, found = 0, []
    for at, line in enumerate(lines):
        indent = len(line) - len(line.lstrip())
        if line.strip() and indent <= deeper - 1:
            deeper = 0
        if not deeper and (text := TEXT.match(line)):
            deeper = len(text[1]) + 1
        elif not deeper and "text:" not in line and not FOR_PEOPLE.match(line):
            found.append(at)
    return found


def wild(seed: int, number: int) -> Iterator[Mistake]:
    """So many copies with one to eight faults of all kinds, anywhere."""
    random = Random(seed)
    files = [(path, path.read_text(encoding="utf-8").splitlines()) for path in shipped_files()]
    kinds = [*KINDS.values(), _junk, _junk, _twice, _cut]
    for _ in range(number):
        path, lines = random.choice(files)
        lines = list(lines)
        for _ in range(random.randrange(1, 9)):
            at = random.randrange(len(lines))
            with suppress(IndexError, AssertionError, ValueError):  # there is no such thing in this line
                lines[at] = random.choice(kinds)(lines[at], random)
        if random.random() < 0.1:
            random.shuffle(lines)
        text = "\n".join(lines) + "\n"
        if random.random() < 0.2:  # a piece stands in the place of another
            at, other = random.randrange(len(text)), random.randrange(len(text))
            text = (
                text[:at] + text[other : other + random.choice((5, 30, 200))] + text[at + random.choice((0, 10, 80)) :]
            )
        yield Mistake("wild", path, 1, text)


def place_of(mistake: Mistake, folder: Path) -> Path:
    """Where the copy goes: house rules beside house rules. Nothing else lies there, so bases are those shipped."""
    return folder / ("house" if mistake.file.parent.name == "house" else "variants") / mistake.file.name


def found_in(mistake: Mistake, place: Path) -> list[Diagnostic]:
    """What `validate --no-play` finds in the copy, which is written to ``place``."""
    place.parent.mkdir(exist_ok=True)
    place.write_text(mistake.text, encoding="utf-8")
    target = open_target(str(place), None, (), ())
    if target.loaded.ruleset is not None:
        read_examples(target, target.report)
    return target.report.diagnostics


def at_its_place(mistake: Mistake, place: Path, found: list[Diagnostic]) -> bool:
    """Whether one thing was found, on the line of the mistake."""
    if len(found) != 1 or found[0].span is None:
        return False
    span = found[0].span
    return span.file == str(place) and span.line == mistake.line
