"""The authors' own words for sentences of the rulebook, with the game for which each is written."""

from __future__ import annotations

from collections.abc import Iterator

from cassino_dsl.check.draft import Draft, each
from cassino_dsl.compose.merge import REMOVED, WORDING
from cassino_dsl.diagnostics.codes.compose import NothingToRemove
from cassino_dsl.ruleset.model import Wording
from cassino_dsl.ruleset.wording import brings_facts
from cassino_dsl.syntax.tree import Mapping, Node, Scalar


def read_wording(draft: Draft) -> tuple[Wording, ...]:
    """All wordings of the house rules, of the file and of those that it extends, the nearest first: of several for one
    sentence the first that holds is meant. What a house rule says, it says of any game."""
    found: list[Wording] = []
    removed: dict[str, Scalar] = {}
    for file, key, node in _written(draft):
        lines = tuple(line.text.strip() for line in each(node) if isinstance(line, Scalar))
        if lines == (REMOVED,):
            removed.setdefault(key.text, key)
        elif key.text not in removed:
            more = bool(file) and brings_facts(key.text, lines, draft.pack, draft.action_names)
            found.append(Wording(key.text, lines, key.span, of=file if more else ""))
    there = {key.text for _, key, node in _written(draft) if not (isinstance(node, Scalar) and node.text == REMOVED)}
    for key in removed.values():
        if key.text not in there:
            draft.report.add(NothingToRemove, key.span, f"there is no `{key.text}` to remove")
    return tuple(found)


def _written(draft: Draft) -> Iterator[tuple[str, Scalar, Node]]:
    """The wordings of each file, with the file where its game may be another here."""
    composed = draft.composed
    trees = [(tree, "") for tree in reversed(composed.patches)]
    trees.append((composed.own, str(composed.files[0]) if composed.altered else ""))
    trees += [(tree, str(file)) for tree, file in zip(composed.bases, composed.files[1:], strict=True)]
    for tree, file in trees:
        section = tree.get(WORDING)
        for key, node in section if isinstance(section, Mapping) else ():
            yield file, key, node
