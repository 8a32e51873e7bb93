"""Prints memory: its structs, how it starts anew, how builds remember, and how positions bring it along."""

from __future__ import annotations

from cassino_dsl.engine.layout import layout_of
from cassino_dsl.engine.native.calls.builds import field
from cassino_dsl.engine.native.ordered import in_order
from cassino_dsl.engine.native.printer import Env, Printer, c_type
from cassino_dsl.language.core.bounds import bound
from cassino_dsl.language.ruleset.expr import ELEMENT, Expr, Type
from cassino_dsl.language.ruleset.model import Memory
from cassino_dsl.language.ruleset.numbers import LARGEST_KEPT
from cassino_dsl.language.ruleset.types import SETS_OF_WORDS

OWNERS = {"match": 1, "side": "SIDES", "seat": "SEATS"}
RESETS = ("RESET_MATCH", "RESET_ROUND", "RESET_DEAL", "RESET_TURN", "RESET_ALL")


def memory_type(type: Type) -> str:
    return "Remembered" if type is Type.CARDS else c_type(type)


def structs(p: Printer) -> str:
    """What is remembered, of builds and of everything else."""
    lines = ["typedef struct { Mask set; Cards order; } Remembered;", "typedef struct {", "    char unused;"]
    lines += [f"    {memory_type(m.type)} {field(p, n)};" for n, m in p.plan.memory.items() if m.of == "build"]
    lines += ["} BuildMemory;", "typedef struct {", "    char unused;"]
    for name, m in p.plan.memory.items():
        if m.of != "build":
            many = f"[{OWNERS[m.of]}]" if m.of != "match" else ""
            lines.append(f"    {memory_type(m.type)} {field(p, name)}{many};")
    return "\n".join([*lines, "} Memory;", "enum { " + ", ".join(RESETS) + " };", ""])


def _value(p: Printer, type: Type, e: Expr, env: Env) -> str:
    """Statements that put the value of an expression into ``new``."""
    if type is Type.CARDS:
        return (
            f"Remembered new; memset(&new, 0, sizeof new); {{ List l; l.n = 0; {in_order(p, e, env, 'l')} "
            f"remember(&new, &l); }}"
        )
    text = p.c(e, env)
    beyond = type is Type.INT and bound(e) > LARGEST_KEPT
    return f"const {c_type(type)} new = {f'kept_number({text})' if beyond else text};"


def start(p: Printer, m: Memory) -> str:
    """Statements that put what a memory starts with into ``new``."""
    return _value(p, m.type, m.starts, Env())


def reset_function(p: Printer) -> str:
    """What starts anew, when."""
    lines = [
        "static void reset(Context *x, State *S, int when) {",
        "    Frame frame, *f = &frame;",
        "    scoring_frame(f, S);",
        "    (void)x;",
        "    if (when == RESET_ALL) {",
        *(f"        {_blank(p, name, m)}" for name, m in p.plan.memory.items() if m.of != "build"),
        "    }",
    ]
    for name, m in p.plan.memory.items():
        if m.of == "build":
            continue
        when = f"RESET_{m.resets.upper()}"
        place = f"S->memory.{field(p, name)}"
        put = f"{place} = new;" if m.of == "match" else f"for (int i = 0; i < {OWNERS[m.of]}; i++) {place}[i] = new;"
        lines.append(f"    if (when == {when} || when == RESET_ALL) {{ {start(p, m)} {put} }}")
    return "\n".join([*lines, "}", ""])


def _blank(p: Printer, name: str, m: Memory) -> str:
    """What holds nothing yet when memory starts that may ask for it."""
    place, type = f"S->memory.{field(p, name)}", m.type
    if type in ELEMENT or type in (Type.INT, Type.BOOL):
        return f"memset(&{place}, 0, sizeof {place});"
    if m.of == "match":
        return f"{place} = NOTHING;"
    return f"for (int i = 0; i < {OWNERS[m.of]}; i++) {place}[i] = NOTHING;"


def becomes_functions(p: Printer) -> str:
    """What builds remember when a play makes or changes them."""
    text = ""
    for name in p.plan.build_memory:
        m = p.plan.memory[name]
        e = m.on_build if m.on_build is not None else m.starts
        type = memory_type(m.type)
        text += (
            f"static inline {type} becomes_{field(p, name)}(Context *x, const State *S, const Frame *f) {{\n"
            f"    (void)x; (void)S; (void)f;\n    {_value(p, m.type, e, Env())}\n    return new;\n}}\n"
        )
    return text


def readers(p: Printer) -> str:
    """How memory is read from the words of a position; every number is checked against its range."""
    build = "static void read_build_memory(Reader *r, BuildMemory *m) {\n    (void)r; (void)m;\n"
    other = "static void read_memory(Reader *r, Memory *m) {\n    (void)r; (void)m;\n"
    for name, m in p.plan.memory.items():
        f = field(p, name)
        if m.of == "build":
            build += f"    {_read(p, m, f'm->{f}')}\n"
        elif m.of == "match":
            other += f"    {_read(p, m, f'm->{f}')}\n"
        else:
            other += f"    for (int i = 0; i < {OWNERS[m.of]}; i++) {{ {_read(p, m, f'm->{f}[i]')} }}\n"
    return build + "}\n" + other + "}\n"


def _read(p: Printer, m: Memory, place: str) -> str:
    type = m.type
    if type is Type.VALUES:
        return f"{place} = read_numbers(r);"
    if type is Type.INT:
        return f"{place} = read_number(r, -LARGEST_KEPT, LARGEST_KEPT);"
    if type is Type.CARDS:
        return (
            f"{{ List l; l.n = 0; for (i64 n = read_number(r, 0, CARDS); n > 0 && !r->bad; n--) "
            f"list_add(&l, (int)read_number(r, 0, CARDS - 1)); remember(&{place}, &l); }}"
        )
    words = p.words
    if type in SETS_OF_WORDS:
        return f"{place} = (Words)read_number(r, INT64_MIN, INT64_MAX) & {(1 << len(words.members(type))) - 1:#x}ull;"
    highest = {
        Type.BOOL: 1,
        Type.CARD: p.plan.ruleset.pack.size - 1,
        Type.RANK: len(words.ranks) - 1,
        Type.SUIT: len(words.suits) - 1,
        Type.SEAT: p.plan.seats - 1,
        Type.SIDE: p.plan.sides - 1,
    }[type]
    low = 0 if type is Type.BOOL else -1
    return f"{place} = (int)read_number(r, {low}, {highest});"


def row_function(p: Printer) -> str:
    """Adds remembered numbers to a row of results."""
    layout = layout_of(p.plan)
    lines = ["static void remember_row(i64 *row, const State *S, int when) {", "    (void)row; (void)S; (void)when;"]
    at = layout.offsets["memory"]
    for name, owners in layout.memories:
        m = p.plan.memory[name]
        place = f"S->memory.{field(p, name)}"
        suffix = ".order.n" if m.type is Type.CARDS else ""
        for i in range(owners):
            index = f"[{i}]" if m.of != "match" else ""
            lines.append(f"    if (when == RESET_{m.resets.upper()}) row[{at + i}] += {place}{index}{suffix};")
        at += owners
    return "\n".join([*lines, "}", ""])
