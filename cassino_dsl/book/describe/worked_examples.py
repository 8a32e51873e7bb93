"""Worked examples: a few of the file's own, each a position and what may be done in it, or what it scores."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import groupby
from typing import Any

from cassino_dsl.book.describe.english import joined, plain, sentence, spoken, title
from cassino_dsl.book.describe.scoring import award_title
from cassino_dsl.book.describe.table import TableFacts
from cassino_dsl.book.describe.told_plays import Way, Whose, may
from cassino_dsl.book.pages.from_markdown import with_cards
from cassino_dsl.language.ruleset.cards import Pack
from cassino_dsl.language.ruleset.expr import Type
from cassino_dsl.language.ruleset.model import Ruleset
from cassino_dsl.language.ruleset.simplify import constant
from cassino_dsl.language.syntax.tree import Mapping as Tree
from cassino_dsl.language.syntax.tree import Node, Scalar
from cassino_dsl.language.syntax.tree import Sequence as Nodes

AT_TURN, AT_POINTS = "a turn", "the points"  # no action has a space in its name
SHOWN = "shown"  # the plays that an example lists, by its keys and the card that is played
STORY = "story"  # the key under which an example holds a hand that is told
LARGEST = 18  # cards in all piles that are shown
_MANY = 4  # ways that need a line each
_PLAYED = frozenset({"name", "source", "set", "seats", "table", "builds", "hand", "piles", "expect"})
_ASKED = frozenset({"captures", "builds", "plays", "legal", "illegal", "trails"})
KINDS_SHOWN = {"captures": "capture", "builds": "build"}  # what an example may list, and of which kind its plays are
LEGAL, ILLEGAL = "legal", "illegal"  # plays of any kind
_SCORED = frozenset({"name", "source", "set", "seats", "piles", "expect"})


def examples_of(own: Tree) -> list[Mapping[str, Any]]:
    """The examples of a file that can be told: with a table and a hand, or with piles that are scored."""
    node = own.get("examples")
    data = [e for item in node.items if isinstance(e := _data(item), Mapping)] if isinstance(node, Nodes) else []
    return [
        e
        for e in data
        if _has_small_piles(e)
        and ((_is_told(e, _PLAYED, _ASKED) and _shows_something(e)) or _is_told(e, _SCORED, {"awards"}))
    ]


def _shows_something(example: Mapping[str, Any]) -> bool:
    """Whether there is more in it than that nothing can be built: of what is refused the reason is told instead."""
    expect = example["expect"]
    builds = expect.get("builds")
    return set(expect) != {"builds"} or not isinstance(builds, Mapping) or any(builds.values())


def is_of_points(example: Mapping[str, Any]) -> bool:
    return "awards" in example["expect"]


def _is_told(example: Mapping[str, Any], keys: frozenset[str], asked: frozenset[str] | set[str]) -> bool:
    expect = example.get("expect")
    return set(example) <= keys and isinstance(expect, Mapping) and bool(expect) and set(expect) <= asked


def _has_small_piles(example: Mapping[str, Any]) -> bool:
    piles = example.get("piles", {})
    return isinstance(piles, Mapping) and sum(len(str(pile).split()) for pile in piles.values()) <= LARGEST


def _data(node: Node) -> Any:
    if isinstance(node, Scalar):
        return node.text
    if isinstance(node, Nodes):
        return [_data(item) for item in node.items]
    return {key.text: _data(value) for key, value in node}


def letters_text(pack: Pack) -> str:
    """How cards are written where they are not drawn."""
    ranks = joined(
        [
            f"{rank} for {pack.rank_word(rank)}"
            for rank in pack.ranks
            if pack.rank_word(rank) != rank and (pack.called(rank) or not rank.isdigit())
        ]
    )
    suits = joined([f"{s.letter} for {pack.suit_word(s.letter)}" for s in pack.suits if s.spoken])
    of_ranks = f" ({ranks})" if ranks else ""
    of_suits = f"the letter of its suit: {suits}" if suits else "a letter"
    return f"In examples a card is written by its {pack.in_own_words('rank')}{of_ranks} and {of_suits}."


def place_of(example: Mapping[str, Any], ruleset: Ruleset) -> str:
    """Where an example is told: with the action that it shows, if it shows one, else with the turn or the points."""
    expect = example["expect"]
    if is_of_points(example):
        return AT_POINTS
    shown = [a.name for a in ruleset.actions if a.name in example.get("actions", ())]
    for key, kind in KINDS_SHOWN.items():
        if key in expect and set(expect) <= {key, "trails", LEGAL} and isinstance(expect[key], Mapping):
            of_kind = [a.name for a in ruleset.actions if a.name in shown and a.kind == kind]
            return of_kind[-1] if of_kind else next((a.name for a in ruleset.actions if a.kind == kind), AT_TURN)
    if "trails" in expect and set(expect) <= {"trails", LEGAL}:
        return next((a.name for a in ruleset.actions if a.kind == "trail"), AT_TURN)
    return shown[0] if set(expect) <= {LEGAL, ILLEGAL} and len(shown) == 1 else AT_TURN


def worked(examples: Sequence[Mapping[str, Any]], table: TableFacts, show: Callable[[str], str]) -> Iterator[str]:
    """Each example: its name, how the cards lie, and what follows; ``show`` shows a card."""
    ruleset = table.ruleset
    awards = {name: title(name) for name in ruleset.award_names()} | {a.name: award_title(a) for a in ruleset.awards}
    for example in examples:
        others = OtherPlayers(example, table)
        lies = _position(example, table, others)
        follows = (*_expected(example, others.pile), *_points(example, table.side, awards))
        if not follows:  # it is of awards that are not played here
            continue
        shown, *said = (with_cards(plain(text), ruleset.pack, show) for text in (" ".join(lies), *_lines(follows)))
        yield f"> *Example: {sentence(plain(str(example.get('name', ''))))}* {shown}"
        yield ">"
        yield from (f"> {line}".replace("> \\* ", "> * ").rstrip() for line in said)
        yield ""


def _lines(texts: Iterable[str]) -> Iterator[str]:
    """Texts as one paragraph; a list among them stands by itself."""
    told = [(bullets, list(several)) for bullets, several in groupby(texts, lambda text: text.startswith("* "))]
    for number, (bullets, several) in enumerate(told):
        yield from [""] if number else []
        yield from several if bullets else [" ".join(several)]


class OtherPlayers:
    """How an example speaks to who plays about the others."""

    def __init__(self, example: Mapping[str, Any], table: TableFacts) -> None:
        seats = int(example.get("seats", table.ruleset.seats[0]))  # as it stands in the file it is a text
        sides = constant(table.ruleset.sides, table.seats[seats]) if seats in table.seats else None
        self._sides = sides if isinstance(sides, int) else seats
        self._own = "your pile" if self._sides == seats else "your side's pile"
        self._side = table.side

    def player(self, seat: str) -> str:
        partner = seat.isdigit() and (int(seat) - 1) % self._sides == 0
        return "your partner" if partner else f"player {seat}"

    def pile(self, side: int) -> str:
        return f"{self._side} {side + 1}'s pile" if side else self._own


def _position(example: Mapping[str, Any], table: TableFacts, others: OtherPlayers) -> Iterator[str]:
    if example.get("table"):
        yield f"On the table: {example['table']}."
    elif not example.get("builds") and not is_of_points(example):
        yield "The table is empty."
    for build in example.get("builds") or ():
        if isinstance(build, Mapping):
            groups = build.get("groups")
            shown = ", and ".join(map(str, groups)) if isinstance(groups, list) else str(groups)
            named = str(build.get(table.owner, "")) if table.owner else ""  # where it matters whose it is
            whose = {"": "a", "1": "your", "None": "a"}.get(named) or f"{others.player(named)}'s"
            players = [m.name for m in table.memory.values() if m.of == "build" and m.type is Type.SEAT]
            besides = joined(
                [
                    f"{spoken(n)}: {'you' if build[n] == '1' else others.player(str(build[n]))}"
                    for n in players
                    if n in build and n != table.owner
                ]
            )
            yield sentence(f"{whose} build of {build.get('value')}{f' ({besides})' if besides else ''}: {shown}")
    if example.get("hand"):
        yield f"In your hand: {example['hand']}."
    piles = example.get("piles")
    for number, pile in piles.items() if isinstance(piles, Mapping) else ():
        if is_of_points(example):
            yield f"Captured by {table.side} {number}: {pile or 'nothing'}."
        elif pile:
            yield sentence(f"{others.pile(int(number) - 1)}, from the bottom up: {pile}")


def _expected(example: Mapping[str, Any], whose: Whose) -> Iterator[str]:
    """What an example expects, in a sentence for each kind of expectation."""
    wanted = example["expect"]
    shown: Mapping[str, Mapping[str, list[Way]]] = example.get(SHOWN, {})
    values = [str(build.get("value")) for build in example.get("builds") or () if isinstance(build, Mapping)]
    tell = partial(may, whose=whose, by_cards=len(set(values)) < len(values))
    built = {way.action for ways in shown.get("builds", {}).values() for way in ways}
    for key, nothing in (("captures", "take nothing"), ("builds", "make no build")):
        for card, ways in shown.get(key, {}).items():
            yield from _may(card, ways, nothing, tell, acts=len(built) > 1)
    if "trails" in wanted:
        yield _trails(_cards(wanted["trails"]), _cards(example.get("hand", "")))
    for key in ("plays", LEGAL):
        of_cards = shown.get(key, {})
        for card, ways in of_cards.items():
            yield from _may(card, ways, "", tell)
        if key == "plays" and any(of_cards.values()):
            yield "No other play is allowed."
    yield from map(sentence, example.get("refused", ()))


def _trails(cards: list[str], hand: list[str]) -> str:
    """The cards that may be trailed, and no others."""
    if len(cards) == len(hand) > 2:
        return "You may trail any of your cards."
    return (
        f"You may trail {'only ' if 0 < len(cards) < len(hand) else ''}{joined(cards, 'or') or 'none of your cards'}."
    )


def _cards(text: Any) -> list[str]:
    return str(text).replace(",", " ").split()


def _points(example: Mapping[str, Any], side: str, called: Mapping[str, str]) -> Iterator[str]:
    """What each side gets, award by award and in all; and what nobody gets."""
    awards = example["expect"].get("awards")
    rows = awards.items() if isinstance(awards, Mapping) else ()
    given = {called[name]: row for name, row in rows if isinstance(row, Mapping) and name in called}
    sides = {str(s) for row in given.values() for s in row}
    for s in sorted(sides, key=lambda s: (len(s), s)):
        got = [(award, str(row[s])) for award, row in given.items() if str(row.get(s, 0)) != "0"]
        told = " + ".join(f"{n} ({award})" for award, n in got).replace("+ -", "- ")
        in_all = f" = {sum(map(Fraction, (n for _, n in got)))}" if len(got) > 1 else ""
        yield f"{title(side)} {s}: {told}{in_all}." if got else f"{title(side)} {s}: nothing."
    if none := [award for award, row in given.items() if all(str(n) == "0" for n in row.values())]:
        yield f"Nobody gets the points for {joined([f'“{award}”' for award in none], 'or')}."


def _may(card: str, ways: list[Way], nothing: str, tell: Callable[..., str], acts: bool = False) -> Iterator[str]:
    """What may be done with a card; ``acts``: with the names of the actions."""
    who = "Without playing a card you may" if card == "none" else f"With {card} you may"
    told = []
    for n, way in enumerate(ways):
        last = n + 1 == len(ways) or ways[n + 1].action != way.action
        told.append(tell(way) + (f" ({title(way.action)})" if acts and last else ""))
    if not told:
        yield f"{who.removesuffix('may')}can {nothing}."
    elif [way.kind for way in ways] == ["trail"]:
        yield f"You may {tell(ways[0])}."
    elif len(told) < _MANY:
        yield f"{who} {', or '.join(told)}."
    else:
        yield f"{who} do one of these:"
        yield from (f"* {way}" for way in told)
