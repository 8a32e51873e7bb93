"""The zones, as they are now, were before a play, or will be after it."""

from __future__ import annotations

from cassino_dsl.native.printer import Env, Print, Printer
from cassino_dsl.ruleset.expr import Call


def _hand(p: Printer, e: Call, env: Env) -> str:
    seat = p.c(e.args[0], env) if e.args else "f->me"
    if env.view == "after" and not e.args:
        return "f->kept"
    suffix = "_after(S, f, " if env.view == "after" else f"_of({env.state}, "
    return f"hand{suffix}{seat})"


def _pile(p: Printer, e: Call, env: Env) -> str:
    side = p.c(e.args[0], env) if e.args else "f->us"
    if env.view == "full":
        return f"({side} < 0 ? (Mask)0 : ALL_CARDS)"
    if env.view == "after":
        return f"pile_after(S, f, {side})"
    return f"pile_of({env.state}, {side})"


def _zone(field: str) -> Print:
    return lambda p, e, env: f"{env.state}->{field}"


def _loose(p: Printer, e: Call, env: Env) -> str:
    return "loose_after(S, f)" if env.view == "after" else f"{env.state}->loose"


def _builds(p: Printer, e: Call, env: Env) -> str:
    return "builds_after(S, f)" if env.view == "after" else f"{env.state}->builds"


def _table(p: Printer, e: Call, env: Env) -> str:
    return f"((Items){{{_loose(p, e, env)}, {_builds(p, e, env)}}})"


def _tops(p: Printer, e: Call, env: Env) -> str:
    if env.view == "after":
        return "tops_after(S, f)"
    if env.view == "full":
        return f"({int(p.plan.sides > 1)} ? bit(CARDS - 1) : (Mask)0)"
    return f"tops_of({env.state}, f->us)"


def _end(which: str) -> Print:
    """The top or the bottom of cards, in the order in which they lie."""

    def show(p: Printer, e: Call, env: Env) -> str:
        from cassino_dsl.native.ordered import in_order

        zone = e.args[0]
        if isinstance(zone, Call) and env.view in ("now", "before"):
            state, name = env.state, zone.function
            if name in _IN_ORDER and not zone.args:
                return f"{which}_of(&{state}->{_IN_ORDER[name]})"
            if name == "pile":
                side = p.c(zone.args[0], env) if zone.args else "f->us"
                return f"{which}_of_pile({state}, {side})"
        found = p.fresh("l")
        code = "code[0]" if which == "bottom" else f"code[{found}.n - 1]"
        fill = in_order(p, zone, env, found)
        return f"({{ List {found}; {found}.n = 0; {fill} {found}.n ? {found}.{code} : NOTHING; }})"

    return show


_IN_ORDER = {"loose": "lie", "stock": "stock", "aside": "laid_aside"}


def _seats(number: str) -> Print:
    return lambda p, e, env: f"((Words){(1 << getattr(p.plan, number)) - 1}u)"


def _words(kind: str) -> Print:
    def show(p: Printer, e: Call, env: Env) -> str:
        pack = p.plan.ruleset.pack
        return f"((Words){(1 << len(pack.ranks if kind == 'ranks' else pack.suits)) - 1}ull)"

    return show


def _seat_table(function: str) -> Print:
    return lambda p, e, env: f"{function}({p.c(e.args[0], env)})"


def _score(p: Printer, e: Call, env: Env) -> str:
    return f"score_of({env.state}, {p.c(e.args[0], env)})"


def _points(p: Printer, e: Call, env: Env) -> str:
    return f"points_of({env.state}, {p.c(e.args[0], env)})"


def _earned(p: Printer, e: Call, env: Env) -> str:
    return f"earned_of({env.state}, {p.c(e.args[0], env)}, {p.c(e.args[1], env)})"


def _secured(p: Printer, e: Call, env: Env) -> str:
    return f"secured(x, {env.state}, {p.c(e.args[0], env)})"


def _field(name: str) -> Print:
    return lambda p, e, env: f"((i64){env.state}->{name})"


CALLS: dict[str, Print] = {
    "hand": _hand,
    "pile": _pile,
    "loose": _loose,
    "builds": _builds,
    "table": _table,
    "tops": _tops,
    "stock": _zone("stock_set"),
    "aside": _zone("aside"),
    "top": _end("top"),
    "bottom": _end("bottom"),
    "seats": _seats("seats"),
    "sides": _seats("sides"),
    "ranks": _words("ranks"),
    "suits": _words("suits"),
    "side": _seat_table("side_of"),
    "next": _seat_table("seat_after"),
    "previous": _seat_table("seat_before"),
    "leader": lambda p, e, env: f"{env.state}->leader",
    "dealer": lambda p, e, env: f"seat_before({env.state}->leader)",
    "score": _score,
    "points": _points,
    "earned": _earned,
    "secured": _secured,
    "round": _field("round"),
    "deals": _field("deals"),
    "redeals": _field("redeals"),
    "turns": _field("turns"),
}
