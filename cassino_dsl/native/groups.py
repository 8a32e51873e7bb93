"""Questions about the groups that can be made of items: by a total, or by trying all."""

from __future__ import annotations

from cassino_dsl.native.ordered import in_order
from cassino_dsl.native.origin import found_in
from cassino_dsl.native.printer import Bound, Env, Printer
from cassino_dsl.ruleset.expr import ELEMENT, Call, Expr, Literal, Name, Quantified, Type
from cassino_dsl.ruleset.operators import TOTALLING
from cassino_dsl.ruleset.words import ROW

_VALUE = ROW["value(item)"]


def any_group(p: Printer, e: Quantified, env: Env) -> str:
    """Whether some group fits. Where only a total is asked for no group is looked at."""
    target = _total(e)
    if target is None or not isinstance(e.body, Literal):
        result = p.fresh("r")
        return _over(p, e, env, result, f"int {result} = 0;", f"{result} = 1; break;")
    items, sums, total = p.fresh("l"), p.fresh("s"), p.fresh("t")
    add = _each(p, e, env, items, f"{sums} |= add_numbers({sums}, {{numbers}});")
    return (
        f"({{ {_listed(p, e.source, env, items)} Numbers {sums} = 1; {add} "
        f"const i64 {total} = {p.c(target, env)}; {total} > 0 && has_number({sums}, {total}); }})"
    )


def how_many_groups(p: Printer, e: Quantified, env: Env) -> str:
    """How many groups fit."""
    result = p.fresh("r")
    return _over(p, e, env, result, f"i64 {result} = 0;", f"{result}++;")


def _each(p: Printer, e: Quantified, env: Env, items: str, step: str) -> str:
    """A loop over the listed items; in the step stand ``{i}``, the place, and ``{numbers}``, what it counts for."""
    i, member, type = p.fresh("i"), p.fresh("v"), ELEMENT[e.source.type]
    code = f"{items}.code[{i}]" + (" - BUILD_CODE" if type is Type.BUILD else "")
    item = Name(type, e.name, e.span)
    inner = env.bind(e.name, Bound(member, type, found_in(e.source, env)))
    numbers = p.c(Call(Type.VALUES, _VALUE, (item,), e.span), inner)
    loop = f"for (int {i} = 0; {i} < {items}.n; {i}++) {{ const int {member} = {code}; (void){member}; "
    return loop + step.format(i=i, numbers=numbers) + " }"


def _over(p: Printer, e: Quantified, env: Env, result: str, start: str, step: str) -> str:
    """A loop over the groups: they are sets of the places of items in a list."""
    target, type = _total(e), e.source.type
    items, whole, group = p.fresh("l"), p.fresh("c"), p.fresh("g")
    bound = Bound(p.of_items(group, type), type, found_in(e.source, env), f"&{items}, {whole}")
    fits = p.c(e.body, env.bind(e.name, bound))
    inside = f"const Items {group} = items_chosen(&{items}, {whole}); (void){group}; if ({fits}) {{ {step} }}"
    start = f"({{ {start} {_listed(p, e.source, env, items)}"
    if target is None:
        end = f"1u << ({items}.n < MOST_TRIED ? {items}.n : MOST_TRIED)"
        return f"{start} for (u32 {whole} = 1; {whole} < {end}; {whole}++) {{ {inside} }} {result}; }})"
    known, first, end, k = p.fresh("n"), p.fresh("f"), p.fresh("e"), p.fresh("k")
    add = _each(p, e, env, items, f"{known}.numbers[{{i}}] = {{numbers}};")
    return (
        f"{start} Totalling {known} = {{{items}.n, {p.c(target, env)}}}; {add} "
        f"const u32 {first} = x->choices.n; first_totalling(x, &{known}); "
        f"const u32 {end} = x->choices.n; for (u32 {k} = {first}; {k} < {end}; {k}++) {{ "
        f"const Mask {whole} = x->choices.at[{k}]; {inside} }} x->choices.n = {first}; {result}; }})"
    )


def _total(e: Quantified) -> Expr | None:
    """The total that groups must have, where the question says one."""
    return e.source.args[1] if isinstance(e.source, Call) and e.source.row is TOTALLING else None


def _listed(p: Printer, source: Expr, env: Env, items: str) -> str:
    """The items in order: as many of them as there are cards."""
    fill = in_order(p, source, env, items)
    return f"List {items}; {items}.n = 0; {fill} if ({items}.n > CARDS) {items}.n = CARDS;"
