"""What the functions of cards, zones, the play, the round and memory mean; their types stand in
``ruleset/words.py``."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from cassino_dsl.engine.reference.cards import CardTables
from cassino_dsl.engine.reference.meaning import (
    Compile,
    Meaning,
    Value,
    of_frame,
    of_owner,
    of_plan,
    of_values,
    strictly,
    with_evaluator,
)
from cassino_dsl.engine.reference.numbers import number_bit, sums
from cassino_dsl.engine.reference.play import Frame
from cassino_dsl.engine.reference.scoring import Scorer, secured
from cassino_dsl.engine.reference.search import is_run
from cassino_dsl.engine.reference.state import Build, Item, cards_of
from cassino_dsl.language.ruleset import operators as op
from cassino_dsl.language.ruleset.expr import Call
from cassino_dsl.language.ruleset.numbers import clamp
from cassino_dsl.language.ruleset.row import Row
from cassino_dsl.language.ruleset.types import SETS_OF_WORDS, Type
from cassino_dsl.language.ruleset.words import FROM, ROW

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


def _attribute(evaluate: Compile, call: Call) -> Value:
    """What the file says of a card; of a build, or nothing, it says nothing."""
    column, item = evaluate.tables.attributes[call.name], evaluate(call.args[0])
    blank = False if call.type is Type.BOOL else None

    def look_up(f: Frame) -> Any:
        card = item(f)
        return column[card] if type(card) is int else blank

    return look_up


def place_of(tables: CardTables, item: Item) -> int:
    """The place of a card's rank in the pack, from 1; 0 for extras and builds."""
    return 0 if isinstance(item, Build) else tables.order.get(tables.rank[item], 0)


def item_numbers(tables: CardTables, f: Frame, item: Item) -> int:
    """The numbers an item counts for where it lies: on the table, in a build, on top of a pile."""
    if isinstance(item, Build):
        return number_bit(item.value)  # which nothing changes
    return card_numbers(tables, f, "table" if item in f.state.loose else _place_of(f, item), item)


def card_numbers(tables: CardTables, f: Frame, place: str, card: int) -> int:
    """The numbers that a card counts for in a place, as memory has it."""
    asked = tables.asked[place].get(card) if tables.asked and place in tables.asked else None
    if asked is None:
        return tables.values[place][card]
    names, hidden = f.names, f.names.get("c")
    names["c"] = card
    found = next((numbers for test, numbers in asked.cases if test(f)), asked.otherwise)
    names["c"] = hidden  # a name that this one hid is there again
    return found


def _place_of(f: Frame, card: int) -> str:
    if any(p and p[-1] == card for p in f.state.piles):
        return "pile"
    if any(card in hand for hand in f.state.hands):
        return "hand"
    return "table"


def _value_in_place(evaluate: Compile, call: Call) -> Value:
    tables, (subject, place) = evaluate.tables, (evaluate(a) for a in call.args)

    def numbers(f: Frame) -> int:
        card = subject(f)
        return 0 if card is None else card_numbers(tables, f, place(f), card)

    return numbers


def _values_in_place(evaluate: Compile, call: Call) -> Value:
    tables, (subject, place) = evaluate.tables, (evaluate(a) for a in call.args)

    def numbers(f: Frame) -> int:
        found, where = 0, place(f)
        for card in subject(f):
            found |= card_numbers(tables, f, where, card)
        return found

    return numbers


def _total_in_place(evaluate: Compile, call: Call) -> Value:
    tables, (cards, place) = evaluate.tables, (evaluate(a) for a in call.args)
    return lambda f: sums([card_numbers(tables, f, place(f), card) for card in cards(f)])


def _total(evaluate: Compile, call: Call) -> Value:
    tables, items = evaluate.tables, evaluate(call.args[0])
    return lambda f: sums([item_numbers(tables, f, item) for item in items(f)])


# ---- seats and zones


def _from(seats: range, first: int) -> tuple[int, ...]:
    return (*seats[first:], *seats[:first])


def _own_zone(evaluate: Compile, call: Call) -> Value:
    """A zone that the variant declares; nobody's holds nothing."""
    name = call.name
    if not call.args:
        return lambda f: f.state.zones[name][0]
    return of_owner(lambda f, owner: f.state.zones[name][owner], ())(evaluate, call)


def _groups(f: Frame, item: Item) -> int:
    return len(f.state.known(item).groups) if isinstance(item, Build) else 1


# ---- the round


def _secured(scorer: Scorer, f: Frame, side: int) -> int:
    return secured(scorer, f.state, side)


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
BLANK: dict[Type, Any] = {
    Type.INT: 0,
    Type.BOOL: False,
    Type.CARDS: (),
    Type.VALUES: 0,
    **dict.fromkeys(SETS_OF_WORDS, ()),
}


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


def _tops(f: Frame) -> list[int]:
    """The top cards of the other piles; where `secured` has every pile hold the pack they are one card."""
    return list(dict.fromkeys(p[-1] for s, p in enumerate(f.state.piles) if s != f.us and p))


MEANINGS: dict[Row, Meaning] = {
    op.PART: lambda evaluate, call: lambda f: f.parts(f).get(call.name, ()),  # none where the action has no such part
    ROW["seats"]: of_plan(lambda plan: tuple(range(plan.seats))),
    ROW["sides"]: of_plan(lambda plan: tuple(range(plan.sides))),
    ROW["side(seat)"]: with_evaluator(lambda evaluate: strictly(evaluate.plan.side_of.__getitem__)),
    ROW["next(seat)"]: with_evaluator(lambda evaluate: strictly(lambda seat: (seat + 1) % evaluate.plan.seats)),
    ROW["previous(seat)"]: with_evaluator(lambda evaluate: strictly(lambda seat: (seat - 1) % evaluate.plan.seats)),
    FROM: with_evaluator(lambda evaluate: strictly(partial(_from, range(evaluate.plan.seats)), ())),
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
    **dict.fromkeys(op.ATTRIBUTES, _attribute),
    ROW["rank_number(rank)"]: with_evaluator(
        lambda evaluate: strictly(lambda rank: evaluate.tables.order.get(rank, 0))
    ),
    ROW["run(items)"]: with_evaluator(
        lambda evaluate: strictly(lambda items: is_run([place_of(evaluate.tables, i) for i in items]))
    ),
    ROW["value(build)"]: strictly(lambda build: build.value),
    ROW["value(item)"]: with_evaluator(lambda evaluate: of_owner(partial(item_numbers, evaluate.tables), 0)),
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
    ROW["rival_tops"]: of_frame(_tops),
    ROW["stock"]: of_frame(lambda f: f.state.stock),
    ROW["top(cards)?"]: strictly(lambda cards: cards[-1] if cards else None),
    ROW["bottom(cards)?"]: strictly(lambda cards: cards[0] if cards else None),
    ROW["cards(items)"]: of_values(lambda items: lambda f: cards_of(map(f.state.known, items(f)))),
    ROW["cards(item)"]: of_values(lambda item: lambda f: cards_of((f.state.known(item(f)),))),
    ROW["groups(item)"]: of_owner(_groups),
    ROW["card"]: of_frame(lambda f: f.card),
    ROW["card?"]: of_frame(lambda f: f.card),
    ROW["cards"]: of_frame(lambda f: f.cards),
    ROW["taken"]: of_frame(lambda f: f.taken),
    ROW["kind"]: of_frame(lambda f: f.kind),
    ROW["action"]: of_frame(lambda f: f.action),
    ROW["announced"]: of_frame(lambda f: f.value),
    ROW["built"]: of_frame(lambda f: f.built),
    ROW["score(side)"]: _of_side(lambda f, side: f.state.scores[side]),
    ROW["points(side)"]: _of_side(lambda f, side: sum(row[side] for row in f.state.points.values())),
    ROW["earned(award, side)"]: _earned,
    ROW["secured(side)"]: with_evaluator(lambda evaluate: _of_side(partial(_secured, Scorer(evaluate)))),
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
