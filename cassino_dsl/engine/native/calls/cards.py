"""What is printed on cards, and the numbers that cards and items count for."""

from __future__ import annotations

from cassino_dsl.engine.native.printer import (
    Bound,
    Env,
    Print,
    Printer,
    ahead,
    bound_build,
    build_value,
    number_of,
    number_text,
)
from cassino_dsl.engine.native.tree import Block
from cassino_dsl.engine.native.words import mask_literal
from cassino_dsl.language.ruleset.cards import PLACES
from cassino_dsl.language.ruleset.expr import Call, Expr, Literal, Name, Type
from cassino_dsl.language.ruleset.operators import ATTRIBUTES
from cassino_dsl.language.ruleset.row import Row
from cassino_dsl.language.ruleset.words import ROW


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


def _attribute(p: Printer, e: Call, env: Env) -> str:
    """What the file says of a card, from a table of all cards."""
    attribute = p.plan.ruleset.pack.attribute(e.name)
    if attribute.type is Type.INT:
        table = p.table("i64", [int(value or 0) for value in attribute.values for _ in range(p.copies)])
        return number_of(p, e.args[0], env, lambda it: f"{table}[{it}]")
    number: dict[object, int] = {None: -1, False: 0, True: 1, **{word: at for at, word in enumerate(p.words.marks)}}
    codes = [number[value] for value in attribute.values for _ in range(p.copies)]
    text = f"look_up({p.table('i32', codes)}, {p.item(e.args[0], env)})"
    return f"({text} > 0)" if attribute.type is Type.BOOL else text


def _place(e: Call) -> str:
    place = e.args[1]
    assert isinstance(place, Literal)  # the core says it
    return f"IN_{PLACES[PLACES.index(str(place.value))].upper()}"


def _of_cards(p: Printer, e: Call, env: Env) -> str:
    text, place = p.c(e.args[0], env), _place(e)
    kept = p.place.values_held(text) if place == "IN_HAND" and env.state == "S" else None
    return kept or f"numbers_of_cards({env.state}, {place}, {text})"


def _of_item(p: Printer, e: Call, env: Env) -> str:
    subject = e.args[0]
    if subject.type is Type.BUILD:
        return f"number_bit({_announced(p, subject, env)})"
    return _item_numbers(p, subject, env)


def _announced(p: Printer, build: Expr, env: Env) -> str:
    """The announced value of a build."""
    text = p.c(build, env)
    if bound_build(build, env) == "old":
        return f"((i64){env.state}->build[{text}].value)"
    may_be_new = ahead(build, env)
    return p.let("int", "i64", text, lambda it: f"{it} < 0 ? NO_NUMBER : {build_value(it, env, may_be_new)}", "b")


def _seen(function: str, env: Env, text: str) -> str:
    """What numbers items have where they lie in the state that is seen."""
    return f"{function}_after(x, S, f, {text})" if env.view == "after" else f"{function}_now({env.state}, {text})"


def _item_numbers(p: Printer, subject: Expr, env: Env) -> str:
    """Cards count where they lie in the state that is seen."""
    text = p.item(subject, env)
    if env.view == "after" or subject.type is Type.CARD or not ahead(subject, env):
        return _seen("numbers", env, text)
    item, slot = p.fresh("v"), p.fresh("b")
    return p.apart(
        "Numbers",
        f"const int {item} = {text}; const int {slot} = {item} - BUILD_CODE;",
        f"{slot} >= 0 ? number_bit({build_value(slot, env, True)}) : {_seen('numbers', env, item)}",
    )


def _total(p: Printer, e: Call, env: Env) -> str:
    subject = e.args[0]
    text = p.items(subject, env)
    if env.view == "after" or subject.type is Type.CARDS or not ahead(subject, env):
        return _seen("total", env, text)
    items, builds, slot, total = p.fresh("s"), p.fresh("s"), p.fresh("b"), p.fresh("n")
    cards = _seen("total", env, f"(Items){{{items}.cards, EMPTY}}")
    return p.apart(
        "Numbers",
        f"const Items {items} = {text}; Numbers {total} = {cards}; "
        f"for (Mask {builds} = {items}.builds; is_some({builds});) {{ const int {slot} = take_bit(&{builds}); "
        f"{total} = add_numbers({total}, number_bit({build_value(slot, env, True)})); }}",
        total,
    )


def values_function(p: Printer) -> Block:
    """What memory decides of what cards count for; all else stands in a table."""
    plan, card, rows = p.plan, p.named("int", "v"), Block()
    env = Env(names={"c": Bound(card, Type.CARD)})
    for asked in plan.asked:
        cards = mask_literal(sum(((1 << p.copies) - 1) << face * p.copies for face in asked.faces))
        given = [
            f"if ({p.c(case.when, env)}) return {mask_literal(case.numbers, 'number_set')};" for case in asked.cases
        ]
        head = f"if (place == IN_{asked.place.upper()} && has_card({cards}, {card}))"
        rows.add(Block(*given, f"return {mask_literal(asked.otherwise, 'number_set')};", head=head))
    rows.add(f"return VALUES[place][{card}];")
    return Block(
        "Context *x = 0; const Frame *f = 0; (void)x; (void)f; (void)S; /* memory is asked alone */",
        rows,
        head=f"static Numbers numbers_in(const State *S, int place, int {card})",
    )


CALLS: dict[Row, Print] = {
    ROW["rank(card)"]: _column("RANK"),
    ROW["rank(item)?"]: _column("RANK"),
    ROW["suit(item)?"]: _column("SUIT"),
    ROW["colour(item)?"]: _column("COLOUR"),
    ROW["pips(card)"]: number_text("((i64)look_up_number(PIPS, {0}))"),
    **dict.fromkeys(ATTRIBUTES, _attribute),
    ROW["rank_number(rank)"]: number_text("rank_order({0})"),
    ROW["value(build)"]: lambda p, e, env: _announced(p, e.args[0], env),
    ROW["value(item)"]: _of_item,
    ROW["value(card, place)"]: lambda p, e, env: f"card_numbers({env.state}, {_place(e)}, {p.c(e.args[0], env)})",
    ROW["value(cards, place)"]: _of_cards,
    ROW["run(items)"]: lambda p, e, env: f"is_run({p.items(e.args[0], env)})",
    ROW["total(items)"]: _total,
    ROW["total(cards, place)"]: lambda p, e, env: f"total_of_cards({env.state}, {_place(e)}, {p.c(e.args[0], env)})",
}
