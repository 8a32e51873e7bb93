"""The C of a whole plan: constants, runtime and what the plan says, in one text."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from cassino_dsl.engine.native import remembered, sight
from cassino_dsl.engine.native.actions import ActionPrinter
from cassino_dsl.engine.native.calls import CALLS
from cassino_dsl.engine.native.calls.cards import values_function
from cassino_dsl.engine.native.effects import event_functions, goal_function, make_function, moved_function
from cassino_dsl.engine.native.expressions import reads_parts
from cassino_dsl.engine.native.fixed import valued
from cassino_dsl.engine.native.parts import let_names
from cassino_dsl.engine.native.preferences import preference_functions
from cassino_dsl.engine.native.printer import Env, Printer, Unsupported
from cassino_dsl.engine.native.quantifiers import quantified
from cassino_dsl.engine.native.scoring import award_functions, give_function, number_function
from cassino_dsl.engine.native.states import reader, rows
from cassino_dsl.engine.native.tables import actions_by_row, array, leads, sizes, tables
from cassino_dsl.engine.native.tree import Block, switch
from cassino_dsl.engine.native.words import mask_literal
from cassino_dsl.language.plan.plan import Plan, PlannedAction
from cassino_dsl.language.plan.sources import may_be_built
from cassino_dsl.language.ruleset.cards import PLACES
from cassino_dsl.language.ruleset.expr import Literal
from cassino_dsl.language.ruleset.types import Type
from cassino_dsl.language.ruleset.within import exprs_in

MAX_TEXT = 4_000_000  # characters of C; more is no ruleset that anybody wrote


@lru_cache(maxsize=32)
def runtime(name: str) -> str:
    """One file of the hand-written runtime."""
    return Path(__file__).with_name("runtime").joinpath(name).read_text("utf-8")


def unit(plan: Plan, many: bool = False) -> str:
    """The C of a core; raises ``Unsupported`` where it has something that has no C. ``many``: with what plays many
    games at once."""
    p = Printer(plan, CALLS, quantified, counts_groups=many)
    for what, words in (("ranks", p.words.ranks), ("actions", p.words.actions)):
        if len(words) > 64:  # the one limit of the C that rulesets may reach: a set of words is one of 64 bits
            raise Unsupported(f"more than 64 {what}")
    sources, known, heads = Block(), Block(), Block()  # filled last: they hold what the rest asks for
    lists = _lists(p)
    makes = {a.index: f"make_{a.index}(x, S, f); break;" for a in plan.actions}
    whole = Block(
        "/* Printed by cassino_dsl from a plan; the files named below are its hand-written runtime. */\n",
        sources,
        sizes(p),
        _file("compiler.h"),
        _file("base.h"),
        remembered.structs(p),
        rows(),
        _file("state.h"),
        tables(p),
        leads(plan),
        known,
        heads,
        _file("zones.h"),
        _file("memory.h"),
        _file("search.h"),
        _file("listing.h"),
        _file("arrange.h"),
        _file("scoring.h"),
        "static i64 secured(Context *x, const State *S, int side);",
        "static i64 groups_made(Context *x, const State *S, const Frame *f);" if p.counts_groups else "",
        values_function(p) if plan.asked else "",
        moved_function(p),
        goal_function(p),
        remembered.becomes_functions(p),
        award_functions(p),
        remembered.reset_function(p),
        *_sources(p),
        lists,
        preference_functions(p),
        _file("chance.h"),
        _file("effects.h"),
        event_functions(p),
        give_function(p),
        *(make_function(p, a) for a in plan.actions),
        Block(switch("f->action", makes, "break;"), head="static void make_play(Context *x, State *S, Frame *f)"),
        *_numbers(p),
        _file("deals.h"),
        _file("turns.h"),
        _file("rounds.h"),
        _sensible(p),
        sight.memory_seen(p),
        _file("leads.h"),
        _file("learned.h"),
        _file("players.h"),
        remembered.row_function(p),
        _file("observe.h"),
        _file("api.h"),
        remembered.readers(p),
        reader(),
        _file("play_outs.h"),
        _file("worlds.h"),
        *((sight.kinds(), _file("observation.h"), sight.sight(p), _file("environments.h")) if many else ()),
    )
    sources.add(f"#define SOURCES {len(p.sources)}")
    for type, members in p.tables:
        texts = (mask_literal(mask, "SET_OF") if type == "Mask" else str(mask) for mask in members)
        known.add(array(type, p.table(type, members), texts))
    for head, body in p.functions:
        heads.add(f"{head};")
        whole.add(Block("(void)x; (void)S; (void)f;", body, head=head))
    text = whole.text()
    if len(text) > MAX_TEXT:
        raise Unsupported("its size")
    return text


def _file(name: str) -> str:
    return f"/* ---- {name} ---- */\n{runtime(name)}"


def _lists(p: Printer) -> Block:
    """How the plays of each action are listed; before that, how they are taken apart where a clause asks."""
    found = Block()
    asked = reads_parts(exprs_in(p.plan))
    builds = [a for a in p.plan.actions if a.to == "build"] if p.counts_groups else []
    found.add(*(_groups_function(p, a) for a in p.plan.actions if a in builds or (asked and a.parts)))
    if p.counts_groups:
        groups = {a.index: f"return groups_of_{a.index}(x, S, &apart);" for a in builds}
        found.add(
            Block(
                "(void)x; (void)S;",
                "Frame apart = *f; /* what the parts take is not asked for */",
                switch("f->action", groups, "return 1;"),
                head="static i64 groups_made(Context *x, const State *S, const Frame *f)",
            )
        )
    found.add(*(ActionPrinter(p, a).function() for a in p.plan.actions))
    rows = {
        row: " ".join([*(f"list_{a}(x, S, me);" for a in actions), "break;"])
        for row, actions in enumerate(actions_by_row(p))
        if actions
    }
    head = "static void list_row(Context *x, const State *S, int me, int row)"
    found.add(Block(switch("row", rows, "break;"), head=head))
    return found


def _sources(p: Printer) -> list[Block]:
    """What groups are made of, where the position decides it: worked out once in a listing."""
    found = []
    for i, source in enumerate(p.sources):
        new = Block(
            f"x->source_at[{i}] = x->listing;",
            "Frame frame, *f = &frame;",
            "scoring_frame(f, S);",
            "f->me = me;",
            "f->us = side_of(me);",
            f"Items left = {p.items(source, Env())};",
            f"left.cards = meet(left.cards, {mask_literal(valued(p, *PLACES))});",
            "left.cards = without(left.cards, cards_of_builds(S, S->builds));" if may_be_built(source) else "",
            f"return source_of(&x->source[{i}], S, left);",
            head=f"static const Source *new_source_{i}(Context *x, const State *S, int me)",
        )
        known = Block(
            f"return x->source_at[{i}] == x->listing ? &x->source[{i}] : new_source_{i}(x, S, me);",
            head=f"static inline const Source *source_{i}(Context *x, const State *S, int me)",
        )
        found += [new, known]
    return found


def _groups_function(p: Printer, a: PlannedAction) -> Block:
    """What each part takes of what a play takes; how many groups its build has."""
    printer = ActionPrinter(p, a)
    names = [f"c{i}" for i in range(len(a.parts))]
    return Block(
        "const u32 kept = x->choices.n;",
        *(printer.part(part, n, 0, "f->taken") for part, n in zip(a.parts, names, strict=True)),
        f"const Choices choice[] = {{{', '.join(names)}}};",
        array("u8", "quantity", [part.row.word.upper() for part in a.parts]),
        array("u8", "grouped", [int(part.groups) for part in a.parts]),
        array("u8", "with_card", [int(part.with_card) for part in a.parts]),
        f"const i64 n = take_apart(x, S, f, choice, quantity, grouped, with_card, {len(a.parts)});",
        "x->choices.n = kept;",
        "return n;",
        head=f"static i64 groups_of_{a.index}(Context *x, const State *S, Frame *f)",
    )


def _sensible(p: Printer) -> Block:
    asked = {}
    for a in p.plan.actions:
        if a.sensible is not None:
            apart = f"groups_of_{a.index}(x, S, f); " if reads_parts([a.sensible]) else ""
            asked[a.index] = f"{apart}return !!{p.c(a.sensible, Env('now', let_names(a)))};"
    return Block(
        "(void)x; (void)S;",
        switch("f->action", asked, "return 1;"),
        head="static int sensible_play(Context *x, const State *S, Frame *f)",
    )


def _to_zones(p: Printer) -> list[str | Block]:
    """Which zones are dealt to, one after the other, and how many cards are due: of one zone the first is that of the
    leader or the leader's side."""
    plan, of = p.plan, {z.name: z.of for z in p.plan.ruleset.zones}
    text = ""
    places: dict[int, str] = {}
    dues: dict[int, str] = {}
    for i, (name, number) in enumerate(plan.deal_zones):
        text += number_function(p, f"deal_zone_{i}", number)
        for k in range(plan.zones[name]):
            owner = {"seat": f"(S->leader + {k}) % SEATS", "side": f"(S->leader + {k}) % SIDES"}.get(of[name], "0")
            at = len(places)
            places[at] = f"return {p.words.zones[name]} + {owner};"
            me = f"f->me = {owner}; f->us = side_of(f->me);" if of[name] == "seat" else "f->me = NOTHING;"
            us = f"f->us = {owner};" if of[name] == "side" else "f->us = NOTHING;" if of[name] == "match" else ""
            dues[at] = f"{me} {us} return deal_zone_{i}(x, S, f);"
    return [
        text,
        f"#define DEALT_ZONES {len(places)}\n",
        Block(
            "(void)S;", switch("which", places, "return 0;"), head="static int dealt_zone(const State *S, int which)"
        ),
        Block(
            "(void)x; (void)S; (void)f;",
            switch("which", dues, "return 0;"),
            head="static i64 zone_due(Context *x, const State *S, Frame *f, int which)",
        ),
    ]


def _numbers(p: Printer) -> list[str | Block]:
    """Deals, checks, and what ends a match."""
    plan = p.plan
    over = p.c(plan.over, Env()) if plan.over is not None else "0"
    leads = p.c(plan.leads, Env()) if plan.leads is not None else "(S->leader + 1) % SEATS"
    checks = {i: f"return !!{p.c(e, Env())};" for i, (_, e) in enumerate(plan.checks)}
    seen, unused = "Context *x, const State *S, const Frame *f", "(void)x; (void)S; (void)f;"
    return [
        number_function(p, "deal_hand", plan.deal_hand),
        number_function(p, "deal_table", plan.deal_table),
        *_to_zones(p),
        number_function(p, "deal_refill", plan.deal_refill),
        number_function(p, "deal_at_a_time", plan.deal_at_a_time),
        number_function(p, "compared", plan.compare or Literal(Type.INT, 0, plan.deal_hand.span)),
        Block(unused, f"return {over};", head=f"static int match_over_by({seen})"),
        Block(unused, f"return {leads};", head=f"static int next_leader({seen})"),
        Block(unused, switch("which", checks, "return 1;"), head=f"static int check({seen}, int which)"),
    ]
