"""Turn patterns as the smallest automata with the same turns."""

from __future__ import annotations

from cassino_dsl.plan.automaton import Automaton, automaton
from cassino_dsl.ruleset.model import Pattern

END, SPARE = "end", "?"


def pattern_text(pattern: Pattern, steps: set[str]) -> str:
    """A pattern, whatever it is made of; steps that no action has are left out."""
    return " | ".join(table(automaton(pattern), steps))


def table(machine: Automaton, steps: set[str]) -> list[str]:
    """An automaton, a row for each place: the steps with the places they lead to, `?` at those that may be left
    out, and whether the turn may end there.

    Places that cannot be told apart are one, numbered as a walk from the start finds them; the start stays by itself,
    because a turn that has begun is another thing than one that has not.
    """
    moves = [{step: to for step, to in row if step in steps} for row in machine.moves]
    block = _told_apart(machine, moves)
    number: dict[int, int] = {}
    queue, rows = [0], []
    for place in queue:
        row = []
        for step, to in sorted(moves[place].items()):
            if block[to] not in number:
                number[block[to]] = len(queue)
                queue.append(to)
            row.append(f"{step} {number[block[to]]}" + SPARE * (step in machine.spare[place]))
        rows.append(", ".join([*row, END] if machine.final[place] else row) or "nothing")
    return rows


def _told_apart(machine: Automaton, moves: list[dict[str, int]]) -> list[int]:
    """The block of each place: places of one block allow the same from there on."""
    first: dict[tuple[bool, frozenset[str]], int] = {}
    spare = (frozenset(s & row.keys()) for s, row in zip(machine.spare, moves, strict=True))
    block = [first.setdefault(kind, len(first)) for kind in zip(machine.final, spare, strict=True)]
    while True:
        seen: dict[tuple[int, tuple[tuple[str, int], ...]], int] = {}
        signs = [(block[i], tuple(sorted((s, block[to]) for s, to in row.items()))) for i, row in enumerate(moves)]
        fresh = [seen.setdefault(sign, len(seen)) for sign in signs]
        if len(set(fresh)) == len(set(block)):
            return block
        block = fresh
