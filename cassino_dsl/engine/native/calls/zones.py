"""The zones, as they are now, were before a play, or will be after it; and the play in hand."""

from __future__ import annotations

from collections.abc import Callable

from cassino_dsl.engine.native.ordered import IN_ORDER, PILES, in_order, number_of_zone, owner_of_pile, part_number
from cassino_dsl.engine.native.printer import Env, Print, Printer, Unsupported, number_text, text
from cassino_dsl.language.plan.plan import Plan
from cassino_dsl.language.ruleset import words
from cassino_dsl.language.ruleset.expr import Call
from cassino_dsl.language.ruleset.operators import PART, ZONE
from cassino_dsl.language.ruleset.row import Row

_HAND = text("hand_of({S}, f->me)", after="hand_after(S, f, f->me)")


def _hand(p: Printer, e: Call, env: Env) -> str:
    return "f->kept" if env.view == "after" and p.place.hand_is_kept else _HAND(p, e, env)


def _own_zone(p: Printer, e: Call, env: Env) -> str:
    zone = number_of_zone(p, e, env)
    if env.view == "full" and e.args:
        return f"({zone} < 0 ? EMPTY : ALL_CARDS)"
    if env.view == "after":
        return f"zone_after(S, f, {zone})"
    return f"zone_of({env.state}, {zone})"


def _end(which: str) -> Print:
    """The top or the bottom of cards, in the order in which they lie."""

    def show(p: Printer, e: Call, env: Env) -> str:
        zone = e.args[0]
        if isinstance(zone, Call) and env.view in ("now", "before"):
            if zone.row in IN_ORDER:
                return f"{which}_of(&{env.state}->{IN_ORDER[zone.row]})"
            if zone.row in PILES:
                return f"{which}_of_pile({env.state}, {owner_of_pile(p, zone, env)})"
            if zone.row is ZONE:
                return f"{which}_of_zone({env.state}, {number_of_zone(p, zone, env)})"
        found = p.fresh("l")
        code = "code[0]" if which == "bottom" else f"code[{found}.n - 1]"
        fill = in_order(p, zone, env, found)
        return p.apart("int", f"List {found}; {found}.n = 0; {fill}", f"{found}.n ? {found}.{code} : NOTHING")

    return show


def _all_words(count: Callable[[Plan], int]) -> Print:
    """The set of all words of a kind."""
    return lambda p, e, env: f"((Words){(1 << count(p.plan)) - 1}ull)"


_seats = _all_words(lambda plan: plan.seats)


def _secured(p: Printer, e: Call, env: Env) -> str:
    if env.view == "after":  # awards are printed for a position that is there
        raise Unsupported("secured in after(…)")
    return number_text("bounded(secured(x, {S}, {0}))")(p, e, env)


CALLS: dict[Row, Print] = {
    words.ROW["hand"]: _hand,
    words.ROW["hand(seat)"]: text("hand_of({S}, {0})", after="hand_after(S, f, {0})"),
    words.ROW["pile"]: text("pile_of({S}, f->us)", "pile_after(S, f, f->us)", "(f->us < 0 ? EMPTY : ALL_CARDS)"),
    words.ROW["pile(side)"]: text("pile_of({S}, {0})", "pile_after(S, f, {0})", "({0} < 0 ? EMPTY : ALL_CARDS)"),
    words.LOOSE: text("{S}->loose", after="loose_after(S, f)"),
    words.BUILDS: text("{S}->builds", after="builds_after(S, f)"),
    words.ROW["table"]: text(
        "((Items){{{S}->loose, {S}->builds}})", after="((Items){{loose_after(S, f), builds_after(S, f)}})"
    ),
    words.ROW["rival_tops"]: text("tops_of({S}, f->us)", "tops_after(x, S, f)", "(SIDES > 1 ? bit(CARDS - 1) : EMPTY)"),
    words.ROW["stock"]: text("{S}->stock_set", after="stock_after(S, f)"),
    ZONE: _own_zone,
    words.ROW["top(cards)?"]: _end("top"),
    words.ROW["bottom(cards)?"]: _end("bottom"),
    words.SEATS: _seats,
    words.SIDES: _all_words(lambda plan: plan.sides),
    words.FROM: lambda p, e, env: f"({p.c(e.args[0], env)} < 0 ? (Words)0 : {_seats(p, e, env)})",
    words.ROW["ranks"]: _all_words(lambda plan: len(plan.ruleset.pack.ranks)),
    words.ROW["suits"]: _all_words(lambda plan: len(plan.ruleset.pack.suits)),
    words.ROW["side(seat)"]: text("side_of({0})"),
    words.ROW["next(seat)"]: text("seat_after({0})"),
    words.ROW["previous(seat)"]: text("seat_before({0})"),
    words.ROW["leader"]: text("{S}->leader"),
    words.ROW["dealer"]: text("seat_before({S}->leader)"),
    words.ROW["score(side)"]: number_text("bounded({score}({S}, {0}))"),
    words.ROW["points(side)"]: number_text("bounded(points_of({S}, {0}))"),
    words.ROW["earned(award, side)"]: number_text("bounded(earned_of({S}, {1}, {0}))"),
    words.ROW["secured(side)"]: _secured,
    words.ROW["round"]: text("((i64){S}->round)"),
    words.ROW["deals"]: text("((i64){S}->deals)"),
    words.ROW["redeals"]: text("((i64){S}->redeals)"),
    words.ROW["turns"]: text("((i64){S}->turns)"),
    # the play in hand: who plays, what leaves the hand, what is taken; looking ahead and back
    words.ME: text("f->me"),
    words.US: text("f->us"),
    words.ROW["kept"]: text("f->kept"),
    words.CARD: text("f->card"),
    words.CARD_OR_NOTHING: text("f->card"),
    words.ROW["cards"]: text("f->cards"),
    words.ROW["taken"]: text("f->items"),
    PART: lambda p, e, env: p.of_items(f"f->part[{part_number(e)}]", e.type),
    words.KIND: text("f->kind"),
    words.ACTION: text("f->action"),
    words.ROW["announced"]: text("f->value"),
    words.ROW["built"]: text("f->built"),
    words.AFTER: lambda p, e, env: p.c(e.args[0], env.seen("after")),
    words.BEFORE: lambda p, e, env: p.c(e.args[0], env.seen("before")),
}
