"""What the functions of cards, zones, the play, the round and memory mean; their types stand in
``ruleset/words.py``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cassino_dsl.engine.cards import CardTables
from cassino_dsl.engine.frame import Frame
from cassino_dsl.engine.meaning import Compile, Meaning, Value, of_frame, of_owner, of_plan, strictly
from cassino_dsl.engine.numbers import number_bit
from cassino_dsl.engine.scoring import Scorer, secured
from cassino_dsl.engine.search import is_run
from cassino_dsl.engine.state import Build, Item, cards_of
from cassino_dsl.ruleset import operators as op
from cassino_dsl.ruleset.expr import Call
from cassino_dsl.ruleset.numbers import LARGEST_IN_SET, clamp
from cassino_dsl.ruleset.row import Row
from cassino_dsl.ruleset.types import Type
from cassino_dsl.ruleset.words import FROM, ROW

LIMIT = (1 << LARGEST_IN_SET + 1) - 1  # the numbers that a set can hold


# ---- cards


def _of_card(table: str) -> Meaning:
    """What a table says of a card; a build, or nothing, has none."""

    def make(evaluate: Compile, call: Call) -> Value:
        column, item = getattr(evaluate.tables, table), evaluate(call.args[0])

        def look_up(f: Frame) -> Any:
            card = item(f)
            return column[card] if type(card) is int else None

        return look_up

    return make


def _order(evaluate: Compile, call: Call) -> Value:
    order = evaluate.tables.order
    return strictly(lambda rank: order.get(rank, 0))(evaluate, call)


def place_of(tables: CardTables, item: Item) -> int:
    """The place of a card's rank in the pack, from 1; 0 for extras and builds."""
    return 0 if isinstance(item, Build) else tables.order.get(tables.rank[item], 0)


def _run(evaluate: Compile, call: Call) -> Value:
    tables, subject = evaluate.tables, evaluate(call.args[0])
    return lambda f: is_run([place_of(tables, i) for i in subject(f)])


def item_numbers(tables: CardTables, f: Frame, item: Item) -> int:
    """The numbers an item counts for where it lies: on the table, in a build, on top of a pile."""
    if isinstance(item, Build):
        return number_bit(item.value)  # which nothing changes
    return tables.values["table" if item in f.state.loose else _place_of(f, item)][item]


def _place_of(f: Frame, card: int) -> str:
    if any(p and p[-1] == card for p in f.state.piles):
        return "pile"
    if any(card in hand for hand in f.state.hands):
        return "hand"
    return "table"


def sums(masks: list[int]) -> int:
    """All sums that can be made by one number from each set; of no sets, only 0."""
    total = 1
    for mask in masks:
        made = 0
        while mask:
            low = mask & -mask
            made |= total << (low.bit_length() - 1)
            mask ^= low
        total = made & LIMIT
    return total


def _value_of_item(evaluate: Compile, call: Call) -> Value:
    tables = evaluate.tables
    return of_owner(lambda f, item: item_numbers(tables, f, item), 0)(evaluate, call)


def _value_in_place(evaluate: Compile, call: Call) -> Value:
    values, (subject, place) = evaluate.tables.values, (evaluate(a) for a in call.args)

    def numbers(f: Frame) -> int:
        card = subject(f)
        return 0 if card is None else values[place(f)][card]

    return numbers


def _values_in_place(evaluate: Compile, call: Call) -> Value:
    values, (subject, place) = evaluate.tables.values, (evaluate(a) for a in call.args)

    def numbers(f: Frame) -> int:
        found, column = 0, values[place(f)]
        for card in subject(f):
            found |= column[card]
        return found

    return numbers


def _total(evaluate: Compile, call: Call) -> Value:
    tables, subject = evaluate.tables, evaluate(call.args[0])
    return lambda f: sums([item_numbers(tables, f, i) for i in subject(f)])


def _total_in_place(evaluate: Compile, call: Call) -> Value:
    values, (subject, place) = evaluate.tables.values, (evaluate(a) for a in call.args)
    return lambda f: sums([values[place(f)][c] for c in subject(f)])


# ---- seats and zones


def _side(evaluate: Compile, call: Call) -> Value:
    return strictly(evaluate.plan.side_of.__getitem__)(evaluate, call)


def _step(by: int) -> Meaning:
    def make(evaluate: Compile, call: Call) -> Value:
        seats = evaluate.plan.seats
        return strictly(lambda seat: (seat + by) % seats)(evaluate, call)

    return make


def _from(evaluate: Compile, call: Call) -> Value:
    seats = range(evaluate.plan.seats)
    return strictly(lambda first: (*seats[first:], *seats[:first]), ())(evaluate, call)


def _own_zone(evaluate: Compile, call: Call) -> Value:
    """A zone that the variant declares; nobody's holds nothing."""
    name = call.name
    if not call.args:
        return lambda f: f.state.zones[name][0]
    return of_owner(lambda f, owner: f.state.zones[name][owner], ())(evaluate, call)


def _end(index: int) -> Meaning:
    return strictly(lambda cards: cards[index] if cards else None)


def _cards_of_items(evaluate: Compile, call: Call) -> Value:
    items = evaluate(call.args[0])
    return lambda f: cards_of(map(f.state.known, items(f)))


def _cards_of_item(evaluate: Compile, call: Call) -> Value:
    item = evaluate(call.args[0])
    return lambda f: cards_of((f.state.known(item(f)),))


def _groups(f: Frame, item: Item) -> int:
    return len(f.state.known(item).groups) if isinstance(item, Build) else 1


# ---- the round


def _secured(evaluate: Compile, call: Call) -> Value:
    scorer = Scorer(evaluate)
    return _of_side(lambda f, side: secured(scorer, f.state, side))(evaluate, call)


def _of_side(read: Callable[[Frame, int], int]) -> Meaning:
    return of_owner(lambda f, side: clamp(read(f, side)))


def _earned(evaluate: Compile, call: Call) -> Value:
    award = evaluate(call.args[0])

    def points(f: Frame, side: int) -> int:
        row = f.state.points.get(award(f))
        return row[side] if row else 0

    return _of_side(points)(evaluate, call)


# ---- memory

# what memory holds before anything is put there, if not nothing
BLANK: dict[Type, Any] = {Type.INT: 0, Type.BOOL: False, Type.CARDS: (), Type.VALUES: 0}


def _memory(evaluate: Compile, call: Call) -> Value:
    name, blank = call.name, None if call.type is Type.INT else BLANK.get(call.type)
    if not call.args:
        return lambda f: f.state.memory[name]
    return of_owner(lambda f, owner: f.state.memory[name][owner], blank)(evaluate, call)


def _memory_of_build(evaluate: Compile, call: Call) -> Value:
    name, blank = call.name, None if call.type is Type.INT else BLANK.get(call.type)
    owner = evaluate(call.args[0])

    def of_build(f: Frame) -> Any:
        build = owner(f)
        return f.state.known(build).memory[name] if isinstance(build, Build) else blank

    return of_build


# ---- parts


def _part(evaluate: Compile, call: Call) -> Value:
    """What a part of the play takes; nothing where the action has no such part."""
    label = call.name
    return lambda f: f.parts(f).get(label, ())


def _tops(f: Frame) -> list[int]:
    """The top cards of the other piles; where `secured` has every pile hold the pack they are one card."""
    return list(dict.fromkeys(p[-1] for s, p in enumerate(f.state.piles) if s != f.us and p))


MEANINGS: dict[Row, Meaning] = {
    op.PART: _part,
    ROW["seats"]: of_plan(lambda plan: tuple(range(plan.seats))),
    ROW["sides"]: of_plan(lambda plan: tuple(range(plan.sides))),
    ROW["side(seat)"]: _side,
    ROW["next(seat)"]: _step(1),
    ROW["previous(seat)"]: _step(-1),
    FROM: _from,
    ROW["me"]: of_frame(lambda f: f.me),
    ROW["us"]: of_frame(lambda f: f.us),
    ROW["leader"]: of_frame(lambda f: f.state.leader),
    ROW["dealer"]: of_frame(lambda f: (f.state.leader - 1) % len(f.state.hands)),
    ROW["ranks"]: of_plan(lambda plan: plan.ruleset.pack.ranks),
    ROW["suits"]: of_plan(lambda plan: tuple(s.letter for s in plan.ruleset.pack.suits)),
    ROW["rank(card)"]: _of_card("rank"),
    ROW["rank(item)?"]: _of_card("rank"),
    ROW["suit(item)?"]: _of_card("suit"),
    ROW["colour(item)?"]: _of_card("colour"),
    ROW["pips(card)"]: _of_card("pips"),
    ROW["order(rank)"]: _order,
    ROW["run(items)"]: _run,
    ROW["value(build)"]: strictly(lambda build: build.value),
    ROW["value(item)"]: _value_of_item,
    ROW["value(card, place)"]: _value_in_place,
    ROW["value(cards, place)"]: _values_in_place,
    ROW["total(items)"]: _total,
    ROW["total(cards, place)"]: _total_in_place,
    ROW["hand"]: of_frame(lambda f: f.state.hands[f.me]),
    ROW["hand(seat)"]: of_owner(lambda f, seat: f.state.hands[seat], ()),
    ROW["kept"]: of_frame(lambda f: f.kept),
    ROW["table"]: of_frame(lambda f: [*f.state.loose, *f.state.builds]),
    ROW["loose"]: of_frame(lambda f: f.state.loose),
    ROW["builds"]: of_frame(lambda f: f.state.builds),
    ROW["pile"]: of_frame(lambda f: f.state.piles[f.us]),
    ROW["pile(side)"]: of_owner(lambda f, side: f.state.piles[side], ()),
    ROW["tops"]: of_frame(_tops),
    ROW["stock"]: of_frame(lambda f: f.state.stock),
    ROW["top(cards)?"]: _end(-1),
    ROW["bottom(cards)?"]: _end(0),
    ROW["cards(items)"]: _cards_of_items,
    ROW["cards(item)"]: _cards_of_item,
    ROW["groups(item)"]: of_owner(_groups),
    ROW["card"]: of_frame(lambda f: f.card),
    ROW["card?"]: of_frame(lambda f: f.card),
    ROW["cards"]: of_frame(lambda f: f.cards),
    ROW["taken"]: of_frame(lambda f: f.taken),
    ROW["kind"]: of_frame(lambda f: f.kind),
    ROW["action"]: of_frame(lambda f: f.action),
    ROW["announced"]: of_frame(lambda f: f.value),
    ROW["built?"]: of_frame(lambda f: f.built),
    ROW["score(side)"]: _of_side(lambda f, side: f.state.scores[side]),
    ROW["points(side)"]: _of_side(lambda f, side: sum(row[side] for row in f.state.points.values())),
    ROW["earned(award, side)"]: _earned,
    ROW["secured(side)"]: _secured,
    ROW["round"]: of_frame(lambda f: f.state.round),
    ROW["deals"]: of_frame(lambda f: f.state.deals),
    ROW["redeals"]: of_frame(lambda f: f.state.redeals),
    ROW["turns"]: of_frame(lambda f: f.state.turns),
    op.ZONE: _own_zone,
    op.MEMORY: _memory,
    op.MEMORY_OR_NOTHING: _memory,
    op.BUILD_MEMORY: _memory_of_build,
    op.BUILD_MEMORY_OR_NOTHING: _memory_of_build,
}
