"""Sets in order: for `first`, `top`, `bottom`, `let`, `for … do` and `move`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cassino_dsl.engine.native.members import JOINED, taken_apart
from cassino_dsl.engine.native.printer import Bound, Env, Printer, ahead, c_type, found_in, some
from cassino_dsl.language.ruleset import operators as op
from cassino_dsl.language.ruleset.expr import ELEMENT, Call, Expr, Literal, Name, Quantified, Type
from cassino_dsl.language.ruleset.row import Row
from cassino_dsl.language.ruleset.types import SETS_OF_ITEMS
from cassino_dsl.language.ruleset.words import AFTER, BEFORE, BUILDS, FROM, LOOSE, ROW, SEATS, SIDES

IN_ORDER: dict[Row, str] = {LOOSE: "lie", ROW["stock"]: "stock"}  # fields of the state
PILES = (ROW["pile"], ROW["pile(side)"])
_ASCENDING = (SEATS, SIDES, ROW["ranks"], ROW["suits"])  # sets of words whose order is that of the bits


Lists = Callable[[Printer, Call, Env, str], str]  # the statements that list the members of a call, in order


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
        return Run("", f"for ({unit} {rest} = {p.c(source, env)}; {some(source.type, rest)};)", f"{take}(&{rest})")
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
    if e.row is op.SET:
        codes = [p.words.number(a) if isinstance(a, Literal) else None for a in e.args]
        return len(codes) < 2 or (None not in codes and codes == sorted(codes, key=lambda code: code or 0))
    if e.row in (AFTER, BEFORE, op.WITHOUT):
        return is_ascending(p, e.args[0])
    return (
        e.row in _ASCENDING or e.row in op.MEMORIES or (e.row is op.IF and all(is_ascending(p, a) for a in e.args[1:]))
    )


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


def lists(now: str, after: str = "", full: str = "") -> Lists:
    """A row whose members are listed by a text, perhaps another one where the state after the play, or full piles, are
    seen: in it ``{0}`` … are the arguments, ``{S}`` is the state that is seen, ``{into}`` the list."""

    def show(p: Printer, e: Call, env: Env, into: str) -> str:
        said = {"after": after, "full": full}.get(env.view) or now
        return said.format(*(p.c(a, env) for a in e.args), S=env.state, into=into)

    return show


def _taken(p: Printer, e: Call, env: Env, into: str) -> str:
    """What a play takes, or a part of it: as it lay before that."""
    p.looks_back |= env.made
    taken = f"f->part[{part_number(e)}]" if e.row is op.PART else "f->items"
    return f"list_items(&{into}, {'f->before' if env.made else 'S'}, {taken});"


def part_number(e: Call) -> int:
    """The place of a part of an action, by its label in the core."""
    return int(e.name.removeprefix("part"))


def _set(p: Printer, e: Call, env: Env, into: str) -> str:
    return "".join(f"list_once(&{into}, {code});" for member in e.args for code in _codes(p, e, member, env))


def _codes(p: Printer, e: Call, member: Expr, env: Env) -> list[str]:
    if e.type in SETS_OF_ITEMS:
        return [p.item(member, env)]
    if isinstance(member, Call) and member.row is op.RANK_RANGE:
        return [str(rank) for rank in ranks_between(p, member)]
    return [p.c(member, env)]


def ranks_between(p: Printer, e: Call) -> list[int]:
    """The numbers of the ranks of a range."""
    low, high = (str(a.value) for a in e.args if isinstance(a, Literal))
    return [p.words.ranks.index(rank) for rank in p.plan.ruleset.pack.between(low, high)]


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
    member, run = p.named("int", "v"), members_in_order(p, e.source, env)
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
    """A set of cards that is remembered keeps the order in which it was put together; words have one order."""
    if e.type is not Type.CARDS:
        return f"list_words(&{into}, {p.c(e, env)});"
    name = f"m{p.words.memory.index(e.name)}"
    if not e.args:
        return f"list_zone(&{into}, &{env.state}->memory.{name}.order);"
    owner = p.fresh("w")
    if e.row not in (op.BUILD_MEMORY, op.BUILD_MEMORY_OR_NOTHING):
        listed = f"list_zone(&{into}, &{env.state}->memory.{name}[{owner}].order)"
        return f"{{ int {owner} = {p.c(e.args[0], env)}; if ({owner} >= 0) {listed}; }}"
    listed = f"list_zone(&{into}, &{env.state}->build[{owner}].memory.{name}.order)"
    if ahead(e.args[0], env):  # of the build that the play makes
        new = f"const Remembered new = becomes_{name}(x, S, f); list_zone(&{into}, &new.order);"
        listed = f"if ({owner} == NEW) {{ {new} }} else {listed}"
    return f"{{ int {owner} = slot_of({p.item(e.args[0], env)}); if ({owner} >= 0) {{ {listed}; }} }}"


_LOOSE, _LOOSE_AFTER = "list_zone(&{into}, &{S}->lie);", "list_loose_after(x, S, f, &{into});"
_BUILDS = "list_builds(&{into}, {S}, {S}->builds);"
_BUILDS_AFTER = (
    "list_builds(&{into}, S, without(S->builds, f->items.builds)); "
    "if (f->to == TO_BUILD) list_add(&{into}, BUILD_CODE + NEW);"
)
_ALL = "list_mask(&{into}, ALL_CARDS);"

_LISTS: dict[Row, Lists] = {
    LOOSE: lists(_LOOSE, after=_LOOSE_AFTER),
    BUILDS: lists(_BUILDS, after=_BUILDS_AFTER),
    ROW["table"]: lists(_LOOSE + _BUILDS, after=_LOOSE_AFTER + _BUILDS_AFTER),
    ROW["stock"]: lists("list_zone(&{into}, &{S}->stock);", after="list_stock_after(x, S, f, &{into});"),
    ROW["pile"]: lists("list_pile({S}, f->us, &{into});", "list_pile_after(x, S, f, f->us, &{into});", _ALL),
    ROW["pile(side)"]: lists("list_pile({S}, {0}, &{into});", "list_pile_after(x, S, f, {0}, &{into});", _ALL),
    ROW["rival_tops"]: lists("list_tops({S}, f->us, &{into});", after="list_tops_after(x, S, f, &{into});"),
    op.ZONE: _own_zone,
    ROW["taken"]: _taken,
    op.PART: _taken,
    **dict.fromkeys((op.MEMORY, op.MEMORY_OR_NOTHING, op.BUILD_MEMORY, op.BUILD_MEMORY_OR_NOTHING), _remembered),
    FROM: _from,
    op.SET: _set,
    op.ONLY_BUILDS: _only_builds,
    **{row: lambda p, e, env, into: in_order(p, e.args[0], env, into) for row in (op.TOTALLING, *op.AS.values())},
    AFTER: lambda p, e, env, into: in_order(p, e.args[0], env.seen("after"), into),
    BEFORE: lambda p, e, env, into: in_order(p, e.args[0], env.seen("before"), into),
}
