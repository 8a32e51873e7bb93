"""The zones, as they are now, were before a play, or will be after it."""

from __future__ import annotations

from cassino_dsl.native.ordered import IN_ORDER, PILES, in_order, number_of_zone, owner_of_pile
from cassino_dsl.native.printer import Env, Print, Printer, Unsupported, number_of
from cassino_dsl.ruleset.expr import Call
from cassino_dsl.ruleset.operators import ZONE
from cassino_dsl.ruleset.row import Row
from cassino_dsl.ruleset.words import BUILDS, FROM, LOOSE, ROW, SEATS, SIDES


def _hand(p: Printer, e: Call, env: Env) -> str:
    seat = p.c(e.args[0], env) if e.args else "f->me"
    if env.view == "after" and not e.args and p.place.hand_is_kept:
        return "f->kept"
    suffix = "_after(S, f, " if env.view == "after" else f"_of({env.state}, "
    return f"hand{suffix}{seat})"


def _pile(p: Printer, e: Call, env: Env) -> str:
    side = owner_of_pile(p, e, env)
    if env.view == "full":
        return f"({side} < 0 ? (Mask)0 : ALL_CARDS)"
    if env.view == "after":
        return f"pile_after(S, f, {side})"
    return f"pile_of({env.state}, {side})"


def _zone(name: str, field: str) -> Print:
    return lambda p, e, env: f"{name}_after(S, f)" if env.view == "after" else f"{env.state}->{field}"


def _own_zone(p: Printer, e: Call, env: Env) -> str:
    zone = number_of_zone(p, e, env)
    if env.view == "full" and e.args:
        return f"({zone} < 0 ? (Mask)0 : ALL_CARDS)"
    if env.view == "after":
        return f"zone_after(S, f, {zone})"
    return f"zone_of({env.state}, {zone})"


def _loose(p: Printer, e: Call, env: Env) -> str:
    return "loose_after(S, f)" if env.view == "after" else f"{env.state}->loose"


def _builds(p: Printer, e: Call, env: Env) -> str:
    return "builds_after(S, f)" if env.view == "after" else f"{env.state}->builds"


def _table(p: Printer, e: Call, env: Env) -> str:
    return f"((Items){{{_loose(p, e, env)}, {_builds(p, e, env)}}})"


def _tops(p: Printer, e: Call, env: Env) -> str:
    if env.view == "after":
        return "tops_after(x, S, f)"
    if env.view == "full":
        return f"({int(p.plan.sides > 1)} ? bit(CARDS - 1) : (Mask)0)"
    return f"tops_of({env.state}, f->us)"


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
        return f"({{ List {found}; {found}.n = 0; {fill} {found}.n ? {found}.{code} : NOTHING; }})"

    return show


def _seats(number: str) -> Print:
    return lambda p, e, env: f"((Words){(1 << getattr(p.plan, number)) - 1}u)"


def _from(p: Printer, e: Call, env: Env) -> str:
    return f"({p.c(e.args[0], env)} < 0 ? (Words)0 : {_seats('seats')(p, e, env)})"


def _words(kind: str) -> Print:
    def show(p: Printer, e: Call, env: Env) -> str:
        pack = p.plan.ruleset.pack
        return f"((Words){(1 << len(pack.ranks if kind == 'ranks' else pack.suits)) - 1}ull)"

    return show


def _seat_table(function: str) -> Print:
    return lambda p, e, env: f"{function}({p.c(e.args[0], env)})"


def _score(p: Printer, e: Call, env: Env) -> str:
    return number_of(p, e.args[0], env, lambda side: f"bounded({env.score}({env.state}, {side}))")


def _points(p: Printer, e: Call, env: Env) -> str:
    return number_of(p, e.args[0], env, lambda side: f"bounded(points_of({env.state}, {side}))")


def _earned(p: Printer, e: Call, env: Env) -> str:
    award = p.c(e.args[0], env)
    return number_of(p, e.args[1], env, lambda side: f"bounded(earned_of({env.state}, {award}, {side}))")


def _secured(p: Printer, e: Call, env: Env) -> str:
    if env.view == "after":  # awards are printed for a position that is there
        raise Unsupported("secured in after(…)")
    return number_of(p, e.args[0], env, lambda side: f"bounded(secured(x, {env.state}, {side}))")


def _field(name: str) -> Print:
    return lambda p, e, env: f"((i64){env.state}->{name})"


CALLS: dict[Row, Print] = {
    ROW["hand"]: _hand,
    ROW["hand(seat)"]: _hand,
    ROW["pile"]: _pile,
    ROW["pile(side)"]: _pile,
    LOOSE: _loose,
    BUILDS: _builds,
    ROW["table"]: _table,
    ROW["tops"]: _tops,
    ROW["stock"]: _zone("stock", "stock_set"),
    ZONE: _own_zone,
    ROW["top(cards)?"]: _end("top"),
    ROW["bottom(cards)?"]: _end("bottom"),
    SEATS: _seats("seats"),
    SIDES: _seats("sides"),
    FROM: _from,
    ROW["ranks"]: _words("ranks"),
    ROW["suits"]: _words("suits"),
    ROW["side(seat)"]: _seat_table("side_of"),
    ROW["next(seat)"]: _seat_table("seat_after"),
    ROW["previous(seat)"]: _seat_table("seat_before"),
    ROW["leader"]: lambda p, e, env: f"{env.state}->leader",
    ROW["dealer"]: lambda p, e, env: f"seat_before({env.state}->leader)",
    ROW["score(side)"]: _score,
    ROW["points(side)"]: _points,
    ROW["earned(award, side)"]: _earned,
    ROW["secured(side)"]: _secured,
    ROW["round"]: _field("round"),
    ROW["deals"]: _field("deals"),
    ROW["redeals"]: _field("redeals"),
    ROW["turns"]: _field("turns"),
}
