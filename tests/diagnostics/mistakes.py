"""Small typing mistakes in the shipped files: one in each copy, always the same ones for one seed.

A mistake is made in one line; what is found in the file then should be one thing, on that line. Some are none (a word
of a name, a number that may be another one): in these nothing is found. Words for people are left as they are: their
slips are for people to find.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random

from cassino_dsl.diagnostics.diagnostic import Diagnostic
from cassino_dsl.examples.read import read_examples
from cassino_dsl.resources import folder
from cassino_dsl.targets import open_target

WORD = re.compile(r"[A-Za-z_]{3,}")
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


def _letter(line: str, random: Random) -> str:
    """A letter of a word is left out."""
    word = random.choice(list(WORD.finditer(line)))
    at = random.randrange(word.start(), word.end())
    return line[:at] + line[at + 1 :]


def _swap(line: str, random: Random) -> str:
    """Two letters of a word in the wrong order."""
    word = random.choice(list(WORD.finditer(line)))
    at = random.randrange(word.start(), word.end() - 1)
    return line[:at] + line[at + 1] + line[at] + line[at + 2 :]


def _one_of(signs: str, line: str, random: Random) -> str:
    at = random.choice([i for i, c in enumerate(line) if c in signs])
    return line[:at] + line[at + 1 :]


def _bracket(line: str, random: Random) -> str:
    """A bracket is left out."""
    return _one_of("(){}[]", line, random)


def _sign(line: str, random: Random) -> str:
    """A sign is left out."""
    return _one_of(":,|=+-<>\"'", line, random)


def _word(line: str, random: Random) -> str:
    """A wrong word."""
    word = random.choice(list(WORD.finditer(line)))
    return line[: word.start()] + random.choice(("something", "player", "cards", "value", "each")) + line[word.end() :]


def _missing(line: str, random: Random) -> str:
    """A word is left out."""
    word = random.choice(list(WORD.finditer(line)))
    return line[: word.start()] + line[word.end() :].lstrip()


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


KINDS = {
    "a letter dropped": _letter,
    "letters swapped": _swap,
    "a bracket dropped": _bracket,
    "a sign dropped": _sign,
    "a wrong word": _word,
    "a word dropped": _missing,
    "a wrong indent": _indent,
    "a key misspelt": _key,
}


def shipped_files() -> list[Path]:
    """All variants and house rules that are shipped."""
    return sorted((folder("variants")).glob("*.yaml")) + sorted((folder("variants") / "house").glob("*.yaml"))


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
    """The lines (from 0) that are no words for people: titles, the author's wording, remarks."""
    wording, found = False, []
    for at, line in enumerate(lines):
        if not line.startswith(" "):
            wording = line.startswith("wording:")
        if not wording and not FOR_PEOPLE.match(line):
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
        yield Mistake("wild", path, 1, "\n".join(lines) + "\n")


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
