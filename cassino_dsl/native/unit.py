"""The C of a whole plan: constants, runtime and what the plan says, in one text."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

from cassino_dsl.native.actions import ActionPrinter
from cassino_dsl.native.effects import event_functions, make_function
from cassino_dsl.native.expressions import reads_groups
from cassino_dsl.native.fixed import valued
from cassino_dsl.native.parts import let_names
from cassino_dsl.native.printer import Env, Printer, Unsupported
from cassino_dsl.native.remembered import HELPERS, becomes_functions, readers, reset_function, row_function, structs
from cassino_dsl.native.scoring import award_functions, give_function, number_function
from cassino_dsl.native.tables import actions_by_row, array, sizes, tables
from cassino_dsl.native.words import QUANTITIES, mask_literal
from cassino_dsl.plan.plan import Plan, PlannedAction
from cassino_dsl.ruleset.cards import PLACES

KNOWN = "/* @known */"  # where those tables go
MAX_TEXT = 4_000_000  # characters of C; more is no ruleset that anybody wrote


@lru_cache(maxsize=32)
def runtime(name: str) -> str:
    """One file of the hand-written runtime."""
    return (files("cassino_dsl.native") / "runtime" / name).read_text()


def unit(plan: Plan) -> str:
    """The C of a plan; raises ``Unsupported`` where the plan has something that has no C."""
    p = Printer(plan)
    _check(p)
    lists = _lists(p)
    parts = [
        "/* Printed by cassino_dsl from a plan; the files named below are its hand-written runtime. */\n",
        f"#define SOURCES {len(p.sources)}\n",
        sizes(p),
        _file("base.h"),
        structs(p),
        _file("state.h"),
        tables(p),
        KNOWN,
        _file("zones.h"),
        HELPERS,
        _file("search.h"),
        _file("listing.h"),
        _file("arrange.h"),
        _file("scoring.h"),
        "static i64 secured(Context *x, const State *S, int side);\n",
        "static i64 groups_made(Context *x, const State *S, Frame *f);\n" if reads_groups(plan) else "",
        becomes_functions(p),
        award_functions(p),
        reset_function(p),
        _sources(p),
        lists,
        _preferences(p),
        _file("effects.h"),
        event_functions(p),
        give_function(p),
        "".join(make_function(p, a) for a in plan.actions),
        _switch("static void make_play(Context *x, State *S, Frame *f)", "f->action", "make_{}(x, S, f)", plan),
        _numbers(p),
        _file("deals.h"),
        _file("turns.h"),
        _file("rounds.h"),
        _sensible(p),
        _file("players.h"),
        row_function(p),
        _file("observe.h"),
        _file("api.h").replace("/* @readers */", readers(p)),
        _file("lines.h"),
    ]
    text = "\n".join(parts).replace(KNOWN, _known(p))
    if len(text) > MAX_TEXT:
        raise Unsupported("its size")
    return text


def _known(p: Printer) -> str:
    """Tables of what was worked out while everything else was printed."""
    text = ""
    for type, members in p.tables:
        text += array(type, p.table(type, members), map(mask_literal if type == "Mask" else str, members))
    return text


def _file(name: str) -> str:
    return f"/* ---- {name} ---- */\n{runtime(name)}"


def _check(p: Printer) -> None:
    """The one limit of the C that rulesets may reach: a set of words is one of 64 bits."""
    for what, words in (("ranks", p.words.ranks), ("actions", p.words.actions)):
        if len(words) > 64:
            raise Unsupported(f"more than 64 {what}")


def _switch(head: str, on: str, call: str, plan: Plan) -> str:
    cases = "".join(f"    case {a.index}: {call.format(a.index)}; break;\n" for a in plan.actions)
    return f"{head} {{\n    switch ({on}) {{\n{cases}    default: break;\n    }}\n}}\n"


def _lists(p: Printer) -> str:
    plan = p.plan
    text = ""
    if reads_groups(plan):
        text += "".join(_groups_function(p, a) for a in plan.actions if a.to == "build")
        cases = "".join(
            f"    case {a.index}: return groups_of_{a.index}(x, S, f);\n" for a in plan.actions if a.to == "build"
        )
        text += (
            "static i64 groups_made(Context *x, const State *S, Frame *f) {\n"
            f"    (void)x; (void)S;\n    switch (f->action) {{\n{cases}    default: return 1;\n    }}\n}}\n"
        )
    text += "".join(ActionPrinter(p, a).function() for a in plan.actions)
    rows = "".join(
        f"    case {row}: {' '.join(f'list_{a}(x, S, me);' for a in actions)} break;\n"
        for row, actions in enumerate(actions_by_row(p))
        if actions
    )
    head = "static void list_row(Context *x, const State *S, int me, int row)"
    return text + f"{head} {{\n    switch (row) {{\n{rows}    default: break;\n    }}\n}}\n"


def _sources(p: Printer) -> str:
    """What groups are made of, where the position decides it: worked out once in a listing."""
    text = ""
    for i, source in enumerate(p.sources):
        text += (
            f"static const Source *new_source_{i}(Context *x, const State *S, int me) {{\n"
            f"    Source *source = &x->source[{i}];\n    x->source_at[{i}] = x->listing;\n"
            "    Frame frame, *f = &frame;\n    scoring_frame(f, S);\n    f->me = me;\n    f->us = side_of(me);\n"
            f"    source_begin_last(source);\n    Items left = {p.items(source, Env())};\n"
            f"    left.cards &= {mask_literal(valued(p, *PLACES))};\n"
            "    while (left.builds) {\n        const Build *build = &S->build[take_highest(&left.builds)];\n"
            "        source_add_before(source, build->cards, number_bit(build->value));\n    }\n"
            "    while (left.cards) {\n        const int card = take_highest(&left.cards);\n"
            "        source_add_before(source, bit(card), numbers_of_loose(S, card));\n    }\n"
            "    return source;\n}\n"
            f"static inline const Source *source_{i}(Context *x, const State *S, int me) {{\n"
            f"    return x->source_at[{i}] == x->listing ? &x->source[{i}] : new_source_{i}(x, S, me);\n}}\n"
        )
    return text


def _groups_function(p: Printer, a: PlannedAction) -> str:
    """How many groups the build of a play has."""
    printer = ActionPrinter(p, a)
    names = [f"c{i}" for i in range(len(a.parts))]
    parts = "\n".join(printer.part(part, n, 0, "f->taken") for part, n in zip(a.parts, names, strict=True))
    return (
        f"static i64 groups_of_{a.index}(Context *x, const State *S, Frame *f) {{\n"
        "    const u32 kept = x->choices.n;\n"
        f"{parts}\n"
        f"    const Choices choice[] = {{{', '.join(names)}}};\n"
        + "    "
        + array("u8", "quantity", [QUANTITIES[part.quantity] for part in a.parts])
        + "    "
        + array("u8", "grouped", [int(part.groups) for part in a.parts])
        + "    "
        + array("u8", "with_card", [int(part.with_card) for part in a.parts])
        + f"    const i64 n = count_groups(x, S, f, choice, quantity, grouped, with_card, {len(a.parts)});\n"
        "    x->choices.n = kept;\n    return n;\n}\n"
    )


def _preferences(p: Printer) -> str:
    from cassino_dsl.native.preferences import preference_functions

    return preference_functions(p)


def _sensible(p: Printer) -> str:
    lines = []
    for a in p.plan.actions:
        if a.sensible is not None:
            lines.append(f"    case {a.index}: return !!{p.c(a.sensible, Env('now', let_names(a)))};\n")
    return (
        "static int sensible_play(Context *x, const State *S, Frame *f) {\n    (void)x; (void)S;\n"
        f"    switch (f->action) {{\n{''.join(lines)}    default: return 1;\n    }}\n}}\n"
    )


def _numbers(p: Printer) -> str:
    """Deals, checks, and what ends a match."""
    plan = p.plan
    text = ""
    for name, e in (
        ("deal_hand", plan.deal_hand),
        ("deal_table", plan.deal_table),
        ("deal_later", plan.deal_later),
        ("deal_batch", plan.deal_batch),
    ):
        text += number_function(p, name, e)
    head = "(Context *x, const State *S, const Frame *f) {\n    (void)x; (void)S; (void)f;\n    return "
    over = p.c(plan.over, Env()) if plan.over is not None else "0"
    leads = p.c(plan.leads, Env()) if plan.leads is not None else "(S->leader + 1) % SEATS"
    text += f"static int match_over_by{head}{over};\n}}\nstatic int next_leader{head}{leads};\n}}\n"
    cases = "".join(f"    case {i}: return !!{p.c(e, Env())};\n" for i, (_, e) in enumerate(plan.checks))
    return text + (
        "static int check(Context *x, const State *S, const Frame *f, int which) {\n    (void)x; (void)S; (void)f;\n"
        f"    switch (which) {{\n{cases}    default: return 1;\n    }}\n}}\n"
    )
