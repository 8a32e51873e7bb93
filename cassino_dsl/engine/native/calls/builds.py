"""Builds: their cards, groups and memory; and the memory of sides, seats and the match."""

from __future__ import annotations

from cassino_dsl.engine.native.printer import Env, Print, Printer, ahead, bound_build, c_type, empty, nothing, number_of
from cassino_dsl.language.ruleset.expr import Call, Type
from cassino_dsl.language.ruleset.operators import BUILD_MEMORY, BUILD_MEMORY_OR_NOTHING, MEMORY, MEMORY_OR_NOTHING
from cassino_dsl.language.ruleset.row import Row
from cassino_dsl.language.ruleset.types import SETS_OF_WORDS
from cassino_dsl.language.ruleset.words import ROW


def _cards(p: Printer, e: Call, env: Env) -> str:
    whole = e.args[0]
    if whole.type is Type.CARDS:
        return p.c(whole, env)
    if whole.type is Type.CARD:
        return f"bit({p.c(whole, env)})"
    items = p.items(whole, env) if whole.type in (Type.ITEMS, Type.BUILDS) else f"item_set({p.item(whole, env)})"
    return f"cards_after(S, f, {items})" if ahead(whole, env) else f"cards_in({env.state}, {items})"


def _groups(p: Printer, e: Call, env: Env) -> str:
    item = e.args[0]
    text = p.c(item, env)
    if item.type is Type.CARD:
        return number_of(p, item, env, lambda card: "((i64)1)")
    if item.type is Type.BUILD and bound_build(item, env) == "old":
        return f"((i64){env.state}->build[{text}].groups)"
    new = "{0} == BUILD_CODE + NEW ? groups_made(x, S, f) : " if ahead(item, env) else ""
    old = f"(i64){env.state}->build[{{0}} - BUILD_CODE].groups"
    number = f"{{0}} < 0 ? NO_NUMBER : {{0}} < BUILD_CODE ? 1 : {new}{old}"
    return p.let("int", "i64", p.item(item, env), number.format, "b")


def field(p: Printer, name: str) -> str:
    """The C name of a memory."""
    return f"m{p.words.memory.index(name)}"


def _blank(type: Type) -> str:
    """The memory of nobody: nothing, or what is nothing among yes-or-no and sets."""
    sets = (Type.CARDS, Type.VALUES, *SETS_OF_WORDS)
    return "0" if type is Type.BOOL else empty(type) if type in sets else nothing(type)


def _memory(p: Printer, e: Call, env: Env) -> str:
    """The memory of the match, of a side or of a seat."""
    name, suffix = field(p, e.name), _suffix(e)
    if not e.args:
        return f"{env.state}->memory.{name}{suffix}"
    text = p.c(e.args[0], env)
    if text.isdigit():
        return f"{env.state}->memory.{name}[{text}]{suffix}"
    if text in ("f->me", "f->us"):
        return f"(*remembered_at({env.state}->memory.{name}, {text})){suffix}"
    remembered = f"{env.state}->memory.{name}[{{0}}]{suffix}"
    return p.let("int", c_type(e.type), text, f"{{0}} < 0 ? {_blank(e.type)} : {remembered}".format, "w")


def _suffix(e: Call) -> str:
    return ".set" if e.type is Type.CARDS else ""


def _of_build(p: Printer, e: Call, env: Env) -> str:
    """The memory of a build."""
    owner, name, suffix = e.args[0], field(p, e.name), _suffix(e)
    if owner.type is Type.CARD:
        return _blank(e.type)
    text = p.c(owner, env)
    if owner.type is Type.BUILD and bound_build(owner, env) == "old":
        return f"{env.state}->build[{text}].memory.{name}{suffix}"
    new = f"{{0}} == BUILD_CODE + NEW ? becomes_{name}(x, S, f){suffix} : " if ahead(owner, env) else ""
    old = f"{env.state}->build[{{0}} - BUILD_CODE].memory.{name}{suffix}"
    return p.let(
        "int", c_type(e.type), p.item(owner, env), f"{{0}} < BUILD_CODE ? {_blank(e.type)} : {new}{old}".format, "w"
    )


CALLS: dict[Row, Print] = {
    ROW["cards(items)"]: _cards,
    ROW["cards(item)"]: _cards,
    ROW["groups(item)"]: _groups,
    MEMORY: _memory,
    MEMORY_OR_NOTHING: _memory,
    BUILD_MEMORY: _of_build,
    BUILD_MEMORY_OR_NOTHING: _of_build,
}
