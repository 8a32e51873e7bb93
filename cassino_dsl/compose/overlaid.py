"""Clauses of a variant that a house rule says anew."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from cassino_dsl.compose.merge import WORDING, leaves, named
from cassino_dsl.compose.options import words
from cassino_dsl.syntax.tree import Mapping, Node, Scalar, Sequence


@dataclass(frozen=True, slots=True)
class Overlaid:
    """A clause of the variant over which a house rule lays one of the same name, which says something else.
    ``announced``: the house rule says that it replaces it."""

    section: str
    house: str
    key: Scalar
    node: Node
    under: Scalar
    below: Node
    announced: bool


def overlaid(tree: Mapping, patch: Mapping, house: str, others: Collection[tuple[str, ...]]) -> Iterator[Overlaid]:
    """The clauses of the variant's ``tree`` that a house rule changes; those that other house rules have put there
    (``others``: section and name) are not the variant's."""
    announced = {word.text for word in words(patch.get("replaces"))}
    for section, clauses in patch:
        beneath = tree.get(section.text)
        if section.text == WORDING or not (isinstance(clauses, Mapping) and isinstance(beneath, Mapping)):
            continue  # texts for people say nothing
        for key, node in clauses:
            name = named(key.text, section.text)
            under = next(((k, n) for k, n in beneath if named(k.text, section.text) == name), None)
            if under is not None and (section.text, name) not in others and _said(node) - _said(under[1]):
                yield Overlaid(section.text, house, key, node, *under, f"{section.text}.{name}" in announced)


def _said(node: Node) -> set[tuple[tuple[str, ...], str]]:
    """What a clause says, by the paths of its texts; texts for people say nothing."""
    found = set()
    for path, _, leaf in leaves(Mapping(((Scalar("", node.span, node.span), node),), node.span)):
        if path[-1] not in ("about", "source", "before") and path[1:2] != ("called",):
            texts = leaf.items if isinstance(leaf, Sequence) else (leaf,)
            found |= {(path, " ".join(t.text.split())) for t in texts if isinstance(t, Scalar)}
    return found
