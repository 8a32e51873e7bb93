"""Turn patterns as deterministic automata: which steps may come next, and whether the turn may end."""

from __future__ import annotations

from dataclasses import dataclass

from cassino_dsl.language.ruleset.model import Pattern
from cassino_dsl.language.ruleset.run_fault import RunFault

MAX_STATES = 256
END, SPARE = "end", "?"  # in the table of an automaton


@dataclass(frozen=True, slots=True)
class Automaton:
    """State 0 is the beginning, to which no step leads back. ``moves[state]`` maps a step to the next state;
    ``final[state]``: may end here. ``spare[state]``: the steps that may be left out here, where it may not end:
    whatever can follow them can also come without them."""

    moves: tuple[tuple[tuple[str, int], ...], ...]
    final: tuple[bool, ...]
    spare: tuple[frozenset[str], ...]

    @property
    def several(self) -> bool:
        """Whether a turn may take more than one step."""
        return any(self.moves[1:])

    def steps(self, state: int) -> tuple[str, ...]:
        return tuple(step for step, _ in self.moves[state])

    def after(self, state: int, step: str) -> int:
        return next(to for name, to in self.moves[state] if name == step)


@dataclass(frozen=True, slots=True)
class _Fragment:
    """Of a sub-pattern: may it be empty, and which positions come first and last in it."""

    empty: bool
    first: frozenset[int]
    last: frozenset[int]


def automaton(pattern: Pattern) -> Automaton:
    """The automaton of a pattern: positions of its steps first (Glushkov), then sets of positions."""
    names: list[str] = []
    follow: dict[int, set[int]] = {}
    whole = _fragment(pattern, names, follow)
    start = (whole.first, whole.empty)
    states: list[tuple[frozenset[int], bool]] = [start]
    moves: list[tuple[tuple[str, int], ...]] = []
    for possible, _ in states:
        row: list[tuple[str, int]] = []
        for step in dict.fromkeys(names[p] for p in sorted(possible)):
            here = [p for p in possible if names[p] == step]
            following = frozenset(q for p in here for q in follow[p])
            target = (following, any(p in whole.last for p in here))
            if target not in states[1:]:
                if len(states) >= MAX_STATES:
                    raise RunFault.endless("the number of places in a turn", MAX_STATES)
                states.append(target)
            row.append((step, states.index(target, 1)))
        moves.append(tuple(row))
    final = tuple(may_end for _, may_end in states)
    return Automaton(tuple(moves), final, _spare([dict(row) for row in moves], final))


def _spare(moves: list[dict[str, int]], final: tuple[bool, ...]) -> tuple[frozenset[str], ...]:
    """Of each state that is not final, the steps after which nothing is possible that was not possible before them."""

    def contains(here: int, there: int) -> bool:
        """Whether all that can come from `there` on can come from here on."""
        seen = {(here, there)}
        queue = [(here, there)]
        for mine, other in queue:
            if (final[other] and not final[mine]) or not moves[other].keys() <= moves[mine].keys():
                return False
            for step, to in moves[other].items():
                if (pair := (moves[mine][step], to)) not in seen:
                    seen.add(pair)
                    queue.append(pair)
        return True

    return tuple(
        frozenset() if final[here] else frozenset(s for s, to in row.items() if contains(here, to))
        for here, row in enumerate(moves)
    )


def _fragment(pattern: Pattern, names: list[str], follow: dict[int, set[int]]) -> _Fragment:
    if pattern.op == "step":
        names.append(pattern.step)
        position = len(names) - 1
        follow[position] = set()
        return _Fragment(False, frozenset({position}), frozenset({position}))
    parts = [_fragment(p, names, follow) for p in pattern.args]
    if pattern.op == "either":
        left, right = parts
        return _Fragment(left.empty or right.empty, left.first | right.first, left.last | right.last)
    if pattern.op == "then":
        left, right = parts
        for position in left.last:
            follow[position] |= right.first
        return _Fragment(
            left.empty and right.empty,
            left.first | (right.first if left.empty else frozenset()),
            right.last | (left.last if right.empty else frozenset()),
        )
    (inner,) = parts
    if pattern.op in ("repeat", "repeat_some"):
        for position in inner.last:
            follow[position] |= inner.first
    return _Fragment(inner.empty or pattern.op != "repeat_some", inner.first, inner.last)


# ---- the smallest automaton with the same turns


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
