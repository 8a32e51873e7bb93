"""What the variant remembers, as a seat may see it, in the words of the file.

What the file has words for, `about` or `called`, is for people: it stands at the table as soon as it is not what it
starts as (a number that is spent: always), and of numbers it is told when they change. The rest serves the rules; it
stands with the scores alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

from cassino_dsl.book.describe.english import joined, sentence
from cassino_dsl.book.describe.table import one_of, several_of
from cassino_dsl.engine.position.position import memory_json
from cassino_dsl.engine.reference.game import Engine
from cassino_dsl.engine.reference.state import State
from cassino_dsl.engine.reference.visibility import Known
from cassino_dsl.language.ruleset.model import Memory
from cassino_dsl.language.ruleset.types import ELEMENT, Type
from cassino_dsl.table.names import Names


@dataclass(frozen=True, slots=True)
class Remembered:
    """A memory as people call it, what it is ``about``, and its values: of whom (empty: of the match), and what.
    ``stands``: those that stand at the table, as ``text``."""

    name: str
    about: str
    values: tuple[tuple[str, str], ...]
    stands: tuple[tuple[str, str], ...]

    @property
    def text(self) -> str:
        """What of it stands at the table, in one line."""
        return self._line(self.stands)

    @property
    def with_about(self) -> str:
        """The memory in one line, with what it is about."""
        return self._line(self.values) + (f" ({self.about})" if self.about else "")

    def _line(self, values: tuple[tuple[str, str], ...]) -> str:
        return f"{self.name}: {'; '.join(f'{owner} {value}' if owner else value for owner, value in values)}"


def is_for_people(memory: Memory) -> bool:
    """Whether the file has words for it."""
    return bool(memory.about or memory.called)


def remembered(
    engine: Engine, names: Names, known: Known, state: State, spent: Collection[str]
) -> Iterator[Remembered]:
    """All that a seat may see of what is remembered. Of what is of seats or sides, at the table stand only those for
    whom it is not what it starts as, but for numbers that are ``spent``; numbers of sides stand among the counts."""
    for name, memory in engine.plan.memory.items():
        owners = sorted(known.memory.get(name, ()))
        if not owners:
            continue
        start = engine.start_of(name, state)
        row, begun = (state.memory[name], start) if memory.of != "match" else ([state.memory[name]], [start])
        counted = memory.of == "side" and memory.type is Type.INT
        values = {i: (names.owner(memory.of, i), value_text(engine, names, name, row[i])) for i in owners}
        always = memory.type is Type.INT and name in spent
        told = is_for_people(memory) and not counted
        changed = [values[i] for i in owners if told and (always or row[i] != begun[i])]
        yield Remembered(several_of(memory), memory.about, tuple(values.values()), tuple(changed))


def value_text(engine: Engine, names: Names, name: str, value: Any) -> str:
    """One value as people say it."""
    type = engine.plan.memory[name].type
    if value is None:
        return "nobody" if type in (Type.SEAT, Type.SIDE) else "none"
    if type in (Type.SEAT, Type.SIDE):
        return names.owner(type.value, value)
    if type in (Type.SEATS, Type.SIDES):
        return joined([names.owner(ELEMENT[type].value, one) for one in value]) or "nobody"
    if type is Type.BOOL:
        return "yes" if value else "no"
    if type in (Type.SUIT, Type.SUITS, Type.RANK, Type.RANKS):
        pack = engine.plan.ruleset.pack
        word = pack.suit_word if type in (Type.SUIT, Type.SUITS) else pack.rank_word
        return joined([word(one) or one for one in ([value] if type in ELEMENT.values() else value)]) or "none"
    plain = memory_json(engine, name, value)
    return (" ".join(map(str, plain)) if isinstance(plain, list) else str(plain)) or "none"


def changes(
    engine: Engine, names: Names, name: str, before: tuple[Known, State], after: tuple[Known, State]
) -> Iterator[str]:
    """What is said of a memory for people that is seen at last, `The vow of seat 2 is known: hearts.`, or that has
    changed, where it is a number: `One more sweep for you: 2 now.`"""
    memory = engine.plan.memory[name]
    if memory.of == "build" or not is_for_people(memory):
        return
    for owner in sorted(after[0].memory[name] - before[0].memory[name]):
        rows = (after[1].memory[name], engine.start_of(name, after[1]))
        value, begun = rows if memory.of == "match" else (row[owner] for row in rows)
        if value != begun:
            called = one_of(memory) or several_of(memory)
            whose = f" of {names.owner(memory.of, owner)}" if memory.of != "match" else ""
            yield sentence(f"the {called}{whose} is known: {value_text(engine, names, name, value)}")
    if memory.type is not Type.INT:
        return
    for owner in sorted(before[0].memory[name] & after[0].memory[name]):
        values = (state.memory[name] for _, state in (before, after))
        was, now = values if memory.of == "match" else (row[owner] for row in values)
        if was is not None and now is not None and was != now:
            yield _changed(memory, names.owner(memory.of, owner), was, now)


def _changed(memory: Memory, owner: str, was: int, now: int) -> str:
    whom = f" for {owner}" if owner else ""
    if one := one_of(memory) if abs(now - was) == 1 else "":
        return sentence(f"{f'one more {one}' if now > was else f'one {one} fewer'}{whom}: {now} now")
    return sentence(f"{several_of(memory)}{whom}: {f'{now} now, {was} before' if was else now}")
