"""What is printed on cards, and the numbers that cards and items count for."""

from __future__ import annotations

from cassino_dsl.native.printer import Env, Print, Printer, bound_build
from cassino_dsl.ruleset.cards import PLACES
from cassino_dsl.ruleset.expr import Call, Literal, Name, Type


def _column(table: str) -> Print:
    """A look-up by card; a build, or nothing, has none."""

    def show(p: Printer, e: Call, env: Env) -> str:
        item = e.args[0]
        if item.type is Type.BUILD:
            return "NOTHING"
        text = p.c(item, env)
        if item.type is Type.CARD and isinstance(item, Name) and env.names[item.name].type is Type.CARD:
            return f"{table}[{text}]"
        return f"look_up({table}, {text})"

    return show


def _pips(p: Printer, e: Call, env: Env) -> str:
    return f"((i64)look_up_number(PIPS, {p.c(e.args[0], env)}))"


def _order(p: Printer, e: Call, env: Env) -> str:
    return f"rank_order({p.c(e.args[0], env)})"


def _place(e: Call) -> str:
    place = e.args[1]
    if not isinstance(place, Literal):
        from cassino_dsl.native.printer import Unsupported

        raise Unsupported("place")
    return PLACES[PLACES.index(str(place.value))].upper()


def _value(p: Printer, e: Call, env: Env) -> str:
    subject = e.args[0]
    text = p.c(subject, env)
    if len(e.args) == 2:
        table = f"VALUE_{_place(e)}"
        if subject.type is Type.CARD:
            return f"card_numbers({table}, {text})"
        return f"numbers_of_cards({table}, {text})"
    if e.type is Type.INT:
        return announced(p, text, bound_build(subject, env), env)
    if subject.type is Type.BUILD:
        return f"number_bit({announced(p, text, bound_build(subject, env), env)})"
    return item_numbers(p, subject, env)


def announced(p: Printer, text: str, build: str, env: Env) -> str:
    """The announced value of a build."""
    if build == "new":
        return "f->value"
    if build == "old":
        return f"((i64){env.state}->build[{text}].value)"
    name = p.fresh("b")
    new = f"{name} == NEW ? f->value : " if env.view == "after" else ""
    return f"({{ int {name} = {text}; {name} < 0 ? 0 : {new}(i64){env.state}->build[{name}].value; }})"


def item_numbers(p: Printer, subject: object, env: Env) -> str:
    text = p.item(subject, env)  # type: ignore[arg-type]
    if env.view == "after":
        return f"numbers_after(S, f, {text})"
    return f"numbers_now({env.state}, {text})"


def _total(p: Printer, e: Call, env: Env) -> str:
    subject = e.args[0]
    if len(e.args) == 2:
        return f"total_of_cards(VALUE_{_place(e)}, {p.c(subject, env)})"
    after = env.view == "after"
    return f"total_{'after' if after else 'now'}({'S, f' if after else env.state}, {p.items(subject, env)})"


CALLS: dict[str, Print] = {
    "rank": _column("RANK"),
    "suit": _column("SUIT"),
    "colour": _column("COLOUR"),
    "pips": _pips,
    "order": _order,
    "value": _value,
    "total": _total,
}
