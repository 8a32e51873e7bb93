"""Sets in order: for `first`, `top`, `bottom`, `let`, `for … do` and `move`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cassino_dsl.native.members import JOINED, taken_apart
from cassino_dsl.native.origin import ahead, found_in
from cassino_dsl.native.printer import Bound, Env, Printer, c_type
from cassino_dsl.ruleset.expr import ELEMENT, Call, Expr, Literal, Name, Quantified, Type
from cassino_dsl.ruleset.operators import (
    AS,
    BUILD_MEMORY,
    BUILD_MEMORY_OR_NOTHING,
    IF,
    MEMORY,
    MEMORY_OR_NOTHING,
    ONLY_BUILDS,
    PART,
    RANK_RANGE,
    SET,
    TOTALLING,
    WITHOUT,
    ZONE,
)
from cassino_dsl.ruleset.row import Row
from cassino_dsl.ruleset.types import SETS_OF_ITEMS
from cassino_dsl.ruleset.words import AFTER, BEFORE, BUILDS, FROM, LOOSE, ROW, SEATS, SIDES

IN_ORDER: dict[Row, str] = {LOOSE: "lie", ROW["stock"]: "stock"}  # fields of the state
_AFTER: dict[Row, str] = {  # functions that list them as a play leaves them
    LOOSE: "list_loose_after",
    ROW["stock"]: "list_stock_after",
}
PILES = (ROW["pile"], ROW["pile(side)"])
_ASCENDING = (SEATS, SIDES, ROW["ranks"], ROW["suits"])  # sets of words whose order is that of the bits


@dataclass(frozen=True, slots=True)
class Run:
    """A loop over the members of a set in order: statements before it, its head, and the C of the member."""

    before: str
    head: str
    member: str


def members_in_order(p: Printer, source: Expr, env: Env) -> Run:
    """How to run over a set."""
    if source.type is Type.VALUES or is_ascending(p, source):
        rest, unit = p.fresh("s"), c_type(source.type)
        take = "take_number" if source.type is Type.VALUES else "take_word"
        return Run("", f"for ({unit} {rest} = {p.c(source, env)}; {rest};)", f"{take}(&{rest})")
    listed, i = p.fresh("l"), p.fresh("i")
    slot = " - BUILD_CODE" if source.type is Type.BUILDS else ""
    before = f"List {listed}; {listed}.n = 0; {in_order(p, source, env, listed)}"
    return Run(before, f"for (int {i} = 0; {i} < {listed}.n; {i}++)", f"{listed}.code[{i}]{slot}")


def is_ascending(p: Printer, e: Expr) -> bool:
    """Whether the order of a set of words is that of the bits that stand for them."""
    if e.type in SETS_OF_ITEMS:
        return False
    if isinstance(e, Quantified):
        return is_ascending(p, e.source)
    if not isinstance(e, Call):
        return False
    if e.row is SET:
        codes = [p.words.number(a) if isinstance(a, Literal) else None for a in e.args]
        return len(codes) < 2 or (None not in codes and codes == sorted(codes, key=lambda code: code or 0))
    if e.row in (AFTER, BEFORE, WITHOUT):
        return is_ascending(p, e.args[0])
    return e.row in _ASCENDING or (e.row is IF and all(is_ascending(p, a) for a in e.args[1:]))


def in_order(p: Printer, e: Expr, env: Env, into: str) -> str:
    """C statements that fill the empty list ``into`` with the members of a set, in order: items by their codes, words
    by their numbers."""
    if isinstance(e, Quantified):
        return _filtered(p, e, env, into)
    if isinstance(e, Name) and env.names[e.name].chosen:
        return f"list_chosen(&{into}, {env.names[e.name].chosen});"
    if isinstance(e, Call):
        if e.row in JOINED:
            return _joined(p, e, env, into)
        if e.row in _LISTS:
            return _LISTS[e.row](p, e, env, into)
    if e.type is Type.CARDS:
        return f"list_mask(&{into}, {p.c(e, env)});"
    if e.type in SETS_OF_ITEMS:
        return f"list_items(&{into}, {env.state}, {p.items(e, env)});"
    return f"list_words(&{into}, {p.c(e, env)});"


def owner_of_pile(p: Printer, e: Call, env: Env) -> str:
    """The C of the side of a pile."""
    return p.c(e.args[0], env) if e.args else "f->us"


def zone_number(p: Printer, name: str, owner: str | None) -> str:
    """The C of the place of a declared zone in the row of all; ``owner``: the C of whose it is."""
    first = p.words.zones[name]
    return str(first) if owner is None else f"zone_at({first}, {owner})"


def number_of_zone(p: Printer, e: Call, env: Env) -> str:
    """The C of the place of the zone that a call names."""
    return zone_number(p, e.name, p.c(e.args[0], env) if e.args else None)


def _own_zone(p: Printer, e: Call, env: Env, into: str) -> str:
    if env.view == "full" and e.args:
        return f"list_mask(&{into}, ALL_CARDS);"
    function = "list_zone_after(x, S, f" if env.view == "after" else f"list_own_zone({env.state}"
    return f"{function}, {number_of_zone(p, e, env)}, &{into});"


def _zone(p: Printer, e: Call, env: Env, into: str) -> str:
    if env.view == "after":
        return f"{_AFTER[e.row]}(x, S, f, &{into});"
    return f"list_zone(&{into}, &{env.state}->{IN_ORDER[e.row]});"


def _builds(p: Printer, e: Call, env: Env, into: str) -> str:
    if env.view == "after":
        return (
            f"list_builds(&{into}, S, S->builds & ~f->items.builds); if (f->to == TO_BUILD) "
            f"list_add(&{into}, BUILD_CODE + NEW);"
        )
    return f"list_builds(&{into}, {env.state}, {env.state}->builds);"


def _table(p: Printer, e: Call, env: Env, into: str) -> str:
    loose = Call(Type.CARDS, LOOSE, (), e.span)
    return _zone(p, loose, env, into) + _builds(p, e, env, into)


def _pile(p: Printer, e: Call, env: Env, into: str) -> str:
    if env.view == "full":
        return f"list_mask(&{into}, ALL_CARDS);"
    function = "list_pile_after(x, S, f" if env.view == "after" else f"list_pile({env.state}"
    return f"{function}, {owner_of_pile(p, e, env)}, &{into});"


def _tops(p: Printer, e: Call, env: Env, into: str) -> str:
    return f"list_tops{'_after(x, S, f' if env.view == 'after' else f'({env.state}, f->us'}, &{into});"


def _taken(p: Printer, e: Call, env: Env, into: str) -> str:
    p.looks_back |= env.made
    return f"list_items(&{into}, {'f->before' if env.made else 'S'}, f->items);"


def part_number(e: Call) -> int:
    """The place of a part of an action, by its label in the core."""
    return int(e.name.removeprefix("part"))


def _part(p: Printer, e: Call, env: Env, into: str) -> str:
    p.looks_back |= env.made
    return f"list_items(&{into}, {'f->before' if env.made else 'S'}, f->part[{part_number(e)}]);"


def _set(p: Printer, e: Call, env: Env, into: str) -> str:
    return "".join(f"list_once(&{into}, {code});" for member in e.args for code in _codes(p, e, member, env))


def _codes(p: Printer, e: Call, member: Expr, env: Env) -> list[str]:
    if e.type in SETS_OF_ITEMS:
        return [p.item(member, env)]
    if isinstance(member, Call) and member.row is RANK_RANGE:
        return [str(rank) for rank in ranks_between(p, member)]
    return [p.c(member, env)]


def ranks_between(p: Printer, e: Call) -> list[int]:
    """The numbers of the ranks of a range."""
    low, high = (str(a.value) for a in e.args if isinstance(a, Literal))
    return [p.words.ranks.index(rank) for rank in p.plan.ruleset.pack.between(low, high)]


def _seen(view: str) -> Callable[[Printer, Call, Env, str], str]:
    return lambda p, e, env, into: in_order(p, e.args[0], env.seen(view), into)


def _from(p: Printer, e: Call, env: Env, into: str) -> str:
    first, i = p.fresh("w"), p.fresh("i")
    return (
        f"{{ const int {first} = {p.c(e.args[0], env)}; if ({first} >= 0) "
        f"for (int {i} = 0; {i} < SEATS; {i}++) list_add(&{into}, ({first} + {i}) % SEATS); }}"
    )


def _only_builds(p: Printer, e: Call, env: Env, into: str) -> str:
    listed, i = p.fresh("l"), p.fresh("i")
    return (
        f"{{ List {listed}; {listed}.n = 0; {in_order(p, e.args[0], env, listed)} "
        f"for (int {i} = 0; {i} < {listed}.n; {i}++) "
        f"if ({listed}.code[{i}] >= BUILD_CODE) list_add(&{into}, {listed}.code[{i}]); }}"
    )


def _filtered(p: Printer, e: Quantified, env: Env, into: str) -> str:
    member, run = p.fresh("v"), members_in_order(p, e.source, env)
    body = p.c(e.body, env.bind(e.name, Bound(member, ELEMENT[e.source.type], found_in(e.source, env))))
    code = f"BUILD_CODE + {member}" if e.source.type is Type.BUILDS else member
    return (
        f"{{ {run.before} {run.head} {{ const int {member} = {run.member}; if ({body}) list_add(&{into}, {code}); }} }}"
    )


def _joined(p: Printer, e: Call, env: Env, into: str) -> str:
    def leaf(part: Expr, lines: list[str]) -> tuple[str, str]:
        listed, value = p.fresh("l"), p.fresh("s")
        unit = "Items" if part.type in SETS_OF_ITEMS else "Words"
        lines.append(
            f"List {listed}; {listed}.n = 0; {in_order(p, part, env, listed)} "
            f"const {unit} {value} = {unit.lower()}_listed(&{listed}); (void){value};"
        )
        return value, f"(&{listed})"

    lines: list[str] = []
    made = taken_apart(p, e, env, lines, leaf)
    return f"{{ {' '.join(lines)} {into} = *{made.list}; }}"


def _remembered(p: Printer, e: Call, env: Env, into: str) -> str:
    """A set of cards that is remembered keeps the order in which it was put together."""
    name = f"m{p.words.memory.index(e.name)}"
    if not e.args:
        return f"list_zone(&{into}, &{env.state}->memory.{name}.order);"
    owner = p.fresh("w")
    if e.row not in (BUILD_MEMORY, BUILD_MEMORY_OR_NOTHING):
        listed = f"list_zone(&{into}, &{env.state}->memory.{name}[{owner}].order)"
        return f"{{ int {owner} = {p.c(e.args[0], env)}; if ({owner} >= 0) {listed}; }}"
    listed = f"list_zone(&{into}, &{env.state}->build[{owner}].memory.{name}.order)"
    if ahead(e.args[0], env):  # of the build that the play makes
        new = f"const Remembered new = becomes_{name}(x, S, f); list_zone(&{into}, &new.order);"
        listed = f"if ({owner} == NEW) {{ {new} }} else {listed}"
    return f"{{ int {owner} = slot_of({p.item(e.args[0], env)}); if ({owner} >= 0) {{ {listed}; }} }}"


_LISTS: dict[Row, Callable[[Printer, Call, Env, str], str]] = {
    **dict.fromkeys(IN_ORDER, _zone),
    BUILDS: _builds,
    ROW["table"]: _table,
    **dict.fromkeys(PILES, _pile),
    ZONE: _own_zone,
    ROW["tops"]: _tops,
    ROW["taken"]: _taken,
    PART: _part,
    **dict.fromkeys((MEMORY, MEMORY_OR_NOTHING, BUILD_MEMORY, BUILD_MEMORY_OR_NOTHING), _remembered),
    FROM: _from,
    SET: _set,
    ONLY_BUILDS: _only_builds,
    **{row: lambda p, e, env, into: in_order(p, e.args[0], env, into) for row in (TOTALLING, *AS.values())},
    AFTER: _seen("after"),
    BEFORE: _seen("before"),
}
