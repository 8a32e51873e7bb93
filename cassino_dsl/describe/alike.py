"""An action that is all but another one: it is told by what is different."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cassino_dsl.describe.turns import bold

Lines = Sequence[str]


def told_by_another(lines: Lines, others: Mapping[str, Lines]) -> str:
    """A sentence for an action that differs from one told before it in one entry of its list, and perhaps by more said
    behind it; "" where there is no such action. ``others``: the lines of those told before, by their names."""
    for name, other in reversed(list(others.items())):
        (head, items, tail), (own_head, own_items, own_tail) = _parts(other), _parts(lines)
        changed = [n for n, (a, b) in enumerate(zip(items, own_items, strict=False)) if a != b]
        alike = head == own_head and len(items) == len(own_items) > 1 and len(changed) == 1
        if alike and own_tail.startswith(tail):
            old, new = items[changed[0]], own_items[changed[0]]
            more = own_tail.removeprefix(tail).strip()
            return f"As {bold(name)}, but with *{new}* instead of *{old}*.{more and ' ' + more}"
    return ""


def _parts(lines: Lines) -> tuple[str, list[str], str]:
    """What stands before a list, its entries, and what stands behind it."""
    items = [n for n, line in enumerate(lines) if line.startswith("* ")]
    if not items:
        return " ".join(lines).strip(), [], ""
    head, tail = lines[: items[0]], lines[items[-1] + 1 :]
    return " ".join(head).strip(), [lines[n].removeprefix("* ") for n in items], " ".join(tail).strip()
