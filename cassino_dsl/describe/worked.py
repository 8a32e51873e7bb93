"""Worked examples: a few of the file's own, each a position and what may be done in it, or what it scores."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from cassino_dsl.describe.english import joined, plain, sentence, title
from cassino_dsl.describe.table import TableFacts
from cassino_dsl.pages.markdown import with_cards
from cassino_dsl.ruleset.cards import Pack
from cassino_dsl.syntax.tree import Mapping as Tree
from cassino_dsl.syntax.tree import Node, Scalar
from cassino_dsl.syntax.tree import Sequence as Nodes

MOST, MOST_SCORED = 6, 2
LARGEST = 12  # cards in a pile that is shown
_PLAYED = frozenset({"name", "source", "table", "builds", "hand", "expect"})
_ASKED = frozenset({"captures", "builds", "plays", "legal", "illegal", "trails"})
_SCORED = frozenset({"name", "source", "seats", "piles", "expect"})


def examples_of(own: Tree) -> list[Mapping[str, Any]]:
    """The examples of a file that can be told: of the game as it is, with a table and a hand, or with piles that are
    scored."""
    node = own.get("examples")
    told = [e for item in node.items if isinstance(e := _data(item), Mapping)] if isinstance(node, Nodes) else []
    scored = [e for e in told if _is_told(e, _SCORED, {"awards"}) and _has_small_piles(e)]
    return [*[e for e in told if _is_told(e, _PLAYED, _ASKED)][:MOST], *scored[:MOST_SCORED]]


def _is_told(example: Mapping[str, Any], keys: frozenset[str], asked: frozenset[str] | set[str]) -> bool:
    expect = example.get("expect")
    return set(example) <= keys and isinstance(expect, Mapping) and bool(expect) and set(expect) <= asked


def _has_small_piles(example: Mapping[str, Any]) -> bool:
    piles = example.get("piles")
    return isinstance(piles, Mapping) and all(len(str(pile).split()) <= LARGEST for pile in piles.values())


def _data(node: Node) -> Any:
    if isinstance(node, Scalar):
        return node.text
    if isinstance(node, Nodes):
        return [_data(item) for item in node.items]
    return {key.text: _data(value) for key, value in node}


def letters_text(pack: Pack) -> str:
    """How cards are written where they are not drawn."""
    letters = joined([f"{s.letter} for {s.name}" for s in pack.suits])
    return f"A card is written by its rank and the letter of its suit: {letters}."


def worked(examples: Sequence[Mapping[str, Any]], table: TableFacts, show: Callable[[str], str]) -> Iterator[str]:
    """Each example: its name, how the cards lie, and what follows; ``show`` shows a card."""
    ruleset = table.ruleset

    def cards(text: str) -> str:
        return with_cards(plain(text), ruleset.pack, show)

    for example in examples:
        yield f"**{sentence(plain(str(example.get('name', ''))))}**"
        yield ""
        for line in _position(example, table.side):
            yield f"> {cards(line)}"
            yield ">"
        yield ""
        yield " ".join(cards(part) for part in (*_expected(example), *_points(example, table.side)))
        yield ""


def _position(example: Mapping[str, Any], side: str) -> Iterator[str]:
    if example.get("table"):
        yield f"On the table: {example['table']}"
    for build in example.get("builds") or ():
        if isinstance(build, Mapping):
            groups = build.get("groups")
            shown = " and ".join(map(str, groups)) if isinstance(groups, list) else str(groups)
            owner = {"": "", "1": ", yours", "None": ""}.get(str(build.get("owner", "")), ", another player's")
            yield f"A build of {build.get('value')}{owner}: {shown}"
    if example.get("hand"):
        yield f"In your hand: {example['hand']}"
    piles = example.get("piles")
    for number, pile in piles.items() if isinstance(piles, Mapping) else ():
        yield f"Captured by {side} {number}: {pile or 'nothing'}"


def _expected(example: Mapping[str, Any]) -> Iterator[str]:
    """What an example expects, in a sentence for each kind of expectation."""
    wanted = example["expect"]
    for key, does in (("captures", "take"), ("builds", "build")):
        rows = wanted.get(key)
        for card, sets in rows.items() if isinstance(rows, Mapping) else ():
            yield _choices(str(card), does, [c for c in _listed(sets) if c])
    if "trails" in wanted:
        yield f"You may trail {wanted['trails']}." if wanted["trails"] else "You may trail nothing."
    for key, text in (("plays", "All you may do"), ("legal", "You may do this"), ("illegal", "You may not do this")):
        if wanted.get(key):
            yield f"{text}: {'; '.join(_listed(wanted[key]))}."


def _points(example: Mapping[str, Any], side: str) -> Iterator[str]:
    awards = example["expect"].get("awards")
    for name, sides in awards.items() if isinstance(awards, Mapping) else ():
        if isinstance(sides, Mapping):
            told = [f"{'nothing' if str(n) == '0' else n} for {side} {s}" for s, n in sides.items()]
            yield f"{title(str(name))}: {', '.join(told)}."


def _choices(card: str, does: str, sets: list[str]) -> str:
    with_what = "Without a card" if card == "none" else f"With {card}"
    if not sets:
        return f"{with_what} you may {does} nothing."
    return f"{with_what} you may {does} {', or '.join(sets)}."


def _listed(value: Any) -> list[str]:
    return [str(v) for v in value] if isinstance(value, list) else [str(value)]
