"""Worked examples in words: a few of the file's own, each a position and what may be done in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cassino_dsl.describe.english import joined, plain, sentence
from cassino_dsl.ruleset.cards import Pack
from cassino_dsl.syntax.tree import Mapping as Tree
from cassino_dsl.syntax.tree import Node, Scalar
from cassino_dsl.syntax.tree import Sequence as Nodes

MOST = 6
_TOLD = frozenset({"name", "source", "table", "builds", "hand", "expect"})
_EXPECTED = frozenset({"captures", "builds", "plays", "legal", "illegal", "trails"})


def examples_of(own: Tree) -> list[Mapping[str, Any]]:
    """The examples of a file that can be told: of the game as it is, with nothing but a table and a hand."""
    node = own.get("examples")
    told = [_data(item) for item in node.items] if isinstance(node, Nodes) else []
    return [e for e in told if isinstance(e, Mapping) and _can_be_told(e)][:MOST]


def _can_be_told(example: Mapping[str, Any]) -> bool:
    expect = example.get("expect")
    return set(example) <= _TOLD and isinstance(expect, Mapping) and bool(expect) and set(expect) <= _EXPECTED


def _data(node: Node) -> Any:
    if isinstance(node, Scalar):
        return node.text
    if isinstance(node, Nodes):
        return [_data(item) for item in node.items]
    return {key.text: _data(value) for key, value in node}


def worked(examples: Sequence[Mapping[str, Any]], pack: Pack) -> Iterator[str]:
    """Each example as an item of a list, with a word on how cards are written."""
    if examples:
        letters = joined([f"{s.letter} for {s.name}" for s in pack.suits])
        yield f"Cards are written by rank and suit: {letters}. It is player 1's turn."
        yield ""
    for example in examples:
        name = sentence(plain(str(example.get("name", ""))))
        yield f"* **{name}** {position_text(example)} {expectation_text(example)}"


def position_text(example: Mapping[str, Any]) -> str:
    """The position of an example in sentences."""
    parts = []
    if example.get("table"):
        parts.append(f"On the table: {plain(str(example['table']))}.")
    for build in example.get("builds") or ():
        if isinstance(build, Mapping):
            groups = build.get("groups")
            shown = " and ".join(map(str, groups)) if isinstance(groups, list) else str(groups)
            owner = f" of player {build['owner']}" if build.get("owner") else ""
            parts.append(f"A build of {build.get('value')}{owner}: {plain(shown)}.")
    if example.get("hand"):
        parts.append(f"In your hand: {plain(str(example['hand']))}.")
    return " ".join(parts)


def expectation_text(example: Mapping[str, Any]) -> str:
    """What an example expects, in a sentence for each kind of expectation."""
    wanted = example.get("expect")
    if not isinstance(wanted, Mapping):
        return ""
    parts = []
    for key, does in (("captures", "take"), ("builds", "build")):
        rows = wanted.get(key)
        for card, sets in rows.items() if isinstance(rows, Mapping) else ():
            parts.append(_choices(str(card), does, [c for c in _listed(sets) if c]))
    if "trails" in wanted:
        cards = str(wanted["trails"])
        parts.append(f"You may trail {cards}." if cards else "You may trail nothing.")
    for key, text in (("plays", "All you may do"), ("legal", "You may do this"), ("illegal", "You may not do this")):
        if wanted.get(key):
            parts.append(f"{text}: {'; '.join(_listed(wanted[key]))}.")
    return " ".join(plain(p) for p in parts)


def _choices(card: str, does: str, sets: list[str]) -> str:
    with_what = "Without a card" if card == "none" else f"With {card}"
    if not sets:
        return f"{with_what} you may {does} nothing."
    return f"{with_what} you may {does} {', or '.join(sets)}."


def _listed(value: Any) -> list[str]:
    return [str(v) for v in value] if isinstance(value, list) else [str(value)]
