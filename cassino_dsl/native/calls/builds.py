"""Builds: their cards, groups and memory; and the memory of sides, seats and the match."""

from __future__ import annotations

from cassino_dsl.native.printer import Env, Print, Printer, bound_build
from cassino_dsl.ruleset.expr import Call, Expr, Type


def _cards(p: Printer, e: Call, env: Env) -> str:
    whole = e.args[0]
    if whole.type is Type.CARDS:
        return p.c(whole, env)
    if whole.type is Type.CARD:
        return f"bit({p.c(whole, env)})"
    items = p.items(whole, env) if whole.type in (Type.ITEMS, Type.BUILDS) else f"item_set({p.item(whole, env)})"
    if env.view == "after":
        return f"cards_after(S, f, {items})"
    return f"cards_in({env.state}, {items})"


def _groups(p: Printer, e: Call, env: Env) -> str:
    item = e.args[0]
    text = p.c(item, env)
    known = bound_build(item, env)
    if item.type is Type.CARD:
        return f"((i64)({text} >= 0))"
    if item.type is Type.BUILD and known == "old":
        return f"((i64){env.state}->build[{text}].groups)"
    if item.type is Type.BUILD and known == "new":
        return "groups_made(x, S, f)"
    name = p.fresh("b")
    code = p.item(item, env)
    new = f"{name} == BUILD_CODE + NEW ? groups_made(x, S, f) : " if env.view == "after" else ""
    old = f"(i64){env.state}->build[{name} - BUILD_CODE].groups"
    return f"({{ int {name} = {code}; {name} < 0 ? 0 : {name} < BUILD_CODE ? 1 : {new}{old}; }})"


def field(p: Printer, name: str) -> str:
    """The C name of a memory."""
    return f"m{p.words.memory.index(name)}"


def empty_of(type: Type) -> str:
    return "0" if type in (Type.INT, Type.BOOL) else "NOTHING"


def _memory(p: Printer, e: Call, env: Env) -> str:
    planned = p.plan.memory[e.name]
    of, name = planned.memory.of, field(p, e.name)
    suffix = ".set" if e.type is Type.CARDS else ""
    if of == "match":
        return f"{env.state}->memory.{name}{suffix}"
    owner = e.args[0]
    if of == "build":
        return _of_build(p, e, owner, env, name, suffix)
    text = p.c(owner, env)
    if text.isdigit():
        return f"{env.state}->memory.{name}[{text}]{suffix}"
    if text in ("f->me", "f->us"):
        return f"(*remembered_at({env.state}->memory.{name}, {text})){suffix}"
    found = p.fresh("w")
    empty = "(Mask)0" if suffix else ("(Numbers)0" if e.type is Type.VALUES else empty_of(e.type))
    return f"({{ int {found} = {text}; {found} < 0 ? {empty} : {env.state}->memory.{name}[{found}]{suffix}; }})"


def _of_build(p: Printer, e: Call, owner: Expr, env: Env, name: str, suffix: str) -> str:
    made = f"becomes_{name}(x, S, f){suffix}"
    if owner.type is Type.CARD:
        return empty_of(e.type)
    known = bound_build(owner, env)
    text = p.c(owner, env)
    if owner.type is Type.BUILD and known == "new":
        return made
    if owner.type is Type.BUILD and known == "old":
        return f"{env.state}->build[{text}].memory.{name}{suffix}"
    found = p.fresh("w")
    code = p.item(owner, env)
    empty = "(Mask)0" if suffix else ("(Numbers)0" if e.type is Type.VALUES else empty_of(e.type))
    new = f"{found} == BUILD_CODE + NEW ? {made} : " if env.view == "after" else ""
    old = f"{env.state}->build[{found} - BUILD_CODE].memory.{name}{suffix}"
    return f"({{ int {found} = {code}; {found} < BUILD_CODE ? {empty} : {new}{old}; }})"


CALLS: dict[str, Print] = {
    "cards": lambda p, e, env: _cards(p, e, env) if e.args else "f->cards",
    "groups": _groups,
    "memory": _memory,
}
