"""Sets of cards and items in the order in which they lie: for `first`, `top`, `bottom`, `for … do` and `move`."""

from __future__ import annotations

from cassino_dsl.native.printer import Bound, Env, Printer
from cassino_dsl.ruleset.expr import ELEMENT, Call, Expr, Quantified, Type

_ZONES = {"loose": "lie", "stock": "stock", "aside": "laid_aside"}


def in_order(p: Printer, e: Expr, env: Env, into: str) -> str:
    """C statements that append the members of a set to the list ``into``, in order, as item codes."""
    state = env.state
    if isinstance(e, Quantified) and e.operator == "filter":
        return _filtered(p, e, env, into)
    if isinstance(e, Call):
        name = e.function
        if name == "table":
            return _loose(p, env, into) + _builds(env, into)
        if name == "loose":
            return _loose(p, env, into)
        if name == "builds":
            return _builds(env, into)
        if name in _ZONES and not e.args:
            return f"list_zone(&{into}, &{state}->{_ZONES[name]});"
        if name == "pile" and env.view == "full":
            return f"list_mask(&{into}, ALL_CARDS);"
        if name == "pile":
            side = p.c(e.args[0], env) if e.args else "f->us"
            function = "list_pile_after(S, f" if env.view == "after" else f"list_pile({state}"
            return f"{function}, {side}, &{into});"
        if name == "tops":
            return f"list_tops{'_after(S, f' if env.view == 'after' else f'({state}, f->us'}, &{into});"
        if name == "taken":
            return f"list_items(&{into}, {'S' if env.view != 'before' else state}, f->items);"
        if name == "memory" and e.type is Type.CARDS:
            return _remembered(p, e, env, into)
        if name == "set":
            return "".join(f"list_code(&{into}, {p.item(a, env)});" for a in e.args)
        if name == "if":
            test, then, other = e.args
            return (
                f"if ({p.c(test, env)}) {{ {in_order(p, then, env, into)} }} else {{ {in_order(p, other, env, into)} }}"
            )
        if name == "plus":
            return _united(p, e, env, into)
        if name == "minus":
            return _without(p, e, env, into)
        if name in ("after", "before"):
            return in_order(p, e.args[0], env.seen(name), into)
    if e.type is Type.CARDS:
        return f"list_mask(&{into}, {p.c(e, env)});"
    return f"list_items(&{into}, {state}, {p.items(e, env)});"


def _loose(p: Printer, env: Env, into: str) -> str:
    if env.view == "after":
        return f"list_loose_after(S, f, &{into});"
    return f"list_zone(&{into}, &{env.state}->lie);"


def _builds(env: Env, into: str) -> str:
    if env.view == "after":
        return (
            f"list_builds(&{into}, S, S->builds & ~f->items.builds); if (f->to == TO_BUILD) "
            f"list_add(&{into}, BUILD_CODE + NEW);"
        )
    return f"list_builds(&{into}, {env.state}, {env.state}->builds);"


def _filtered(p: Printer, e: Quantified, env: Env, into: str) -> str:
    inner, i, member = p.fresh("l"), p.fresh("i"), p.fresh("v")
    type = ELEMENT[e.source.type]
    to_slot = " - BUILD_CODE" if e.source.type is Type.BUILDS else ""
    body = p.c(e.body, env.bind(e.name, Bound(member, type)))
    return (
        f"{{ List {inner}; {inner}.n = 0; {in_order(p, e.source, env, inner)} "
        f"for (int {i} = 0; {i} < {inner}.n; {i}++) {{ int {member} = {inner}.code[{i}]{to_slot}; "
        f"if ({body}) list_add(&{into}, {inner}.code[{i}]); }} }}"
    )


def _united(p: Printer, e: Call, env: Env, into: str) -> str:
    a, b, i = p.fresh("l"), p.fresh("l"), p.fresh("i")
    return (
        f"{{ List {a}, {b}; {a}.n = {b}.n = 0; {in_order(p, e.args[0], env, a)} {in_order(p, e.args[1], env, b)} "
        f"for (int {i} = 0; {i} < {b}.n; {i}++) if (!list_has(&{a}, {b}.code[{i}])) list_add(&{a}, {b}.code[{i}]); "
        f"for (int {i} = 0; {i} < {a}.n; {i}++) list_add(&{into}, {a}.code[{i}]); }}"
    )


def _without(p: Printer, e: Call, env: Env, into: str) -> str:
    a, b, i = p.fresh("l"), p.fresh("l"), p.fresh("i")
    return (
        f"{{ List {a}, {b}; {a}.n = {b}.n = 0; {in_order(p, e.args[0], env, a)} {in_order(p, e.args[1], env, b)} "
        f"for (int {i} = 0; {i} < {a}.n; {i}++) if (!list_has(&{b}, {a}.code[{i}])) list_add(&{into}, "
        f"{a}.code[{i}]); }}"
    )


def _remembered(p: Printer, e: Call, env: Env, into: str) -> str:
    """A set of cards that is remembered keeps the order in which it was put together."""
    planned = p.plan.memory[e.name].memory
    name = f"m{p.words.memory.index(e.name)}"
    if planned.of == "match":
        return f"list_zone(&{into}, &{env.state}->memory.{name}.order);"
    owner = p.fresh("w")
    if planned.of == "build":
        text, where = f"slot_of({p.item(e.args[0], env)})", f"build[{owner}].memory.{name}"
    else:
        text, where = p.c(e.args[0], env), f"memory.{name}[{owner}]"
    return f"{{ int {owner} = {text}; if ({owner} >= 0) list_zone(&{into}, &{env.state}->{where}.order); }}"
