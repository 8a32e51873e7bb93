"""Prints effects, events, and what making a play does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from cassino_dsl.engine.native.calls.builds import field
from cassino_dsl.engine.native.expressions import of_effects, reads_parts
from cassino_dsl.engine.native.ordered import in_order, members_in_order, zone_number
from cassino_dsl.engine.native.parts import let_names
from cassino_dsl.engine.native.printer import Bound, Env, Printer, both_sets, c_type, found_in, less_set
from cassino_dsl.language.plan.plan import PlannedAction
from cassino_dsl.language.ruleset.expr import ELEMENT, Expr, Type
from cassino_dsl.language.ruleset.model import Effect
from cassino_dsl.language.ruleset.words import EVENT_OF_KIND


def effects(p: Printer, all_effects: tuple[Effect, ...], env: Env) -> str:
    """C statements that carry out effects in order."""
    return "\n".join(EFFECTS[e.op](p, e, env) for e in all_effects)


def _owner(p: Printer, e: Effect, env: Env) -> tuple[str, str]:
    """C that works out whose memory it is, and the memory itself; nothing of nobody."""
    declared = p.plan.memory[e.name]
    name = field(p, e.name)
    if declared.of == "match":
        return "const int owner = 0;", f"S->memory.{name}"
    owner = e.exprs[0]
    if declared.of == "build":
        return f"const int owner = slot_of({p.item(owner, env)});", f"S->build[owner].memory.{name}"
    return f"const int owner = {p.c(owner, env)};", f"S->memory.{name}[owner]"


def _assign(p: Printer, e: Effect, env: Env) -> str:
    type = p.plan.memory[e.name].type
    owner, place = _owner(p, e, env)
    value = e.exprs[-1]
    if type is Type.CARDS:
        return f"{{ {owner} {_list(p, value, env)} if (owner >= 0) remember(&{place}, &l); }}"
    new = f"within(x, {p.c(value, env)})" if type is Type.INT else p.c(value, env)  # what is remembered has a limit
    return f"{{ {owner} const {c_type(type)} new = {new}; if (owner >= 0) {place} = new; }}"


def _change(p: Printer, e: Effect, env: Env) -> str:
    type = p.plan.memory[e.name].type
    owner, place = _owner(p, e, env)
    value, more = e.exprs[-1], e.op == "increase"
    if type is Type.CARDS:
        change = "remember_more" if more else "remember_less"
        return f"{{ {owner} {_list(p, value, env)} if (owner >= 0) {change}(&{place}, &l); }}"
    if type is Type.INT:
        sign = "+" if more else "-"
        return (
            f"{{ {owner} const i64 change = {p.c(value, env)}; "
            f"if (owner >= 0) {place} = within(x, {place} {sign} change); }}"
        )
    new = (both_sets if more else less_set)(type, place, "change")
    return f"{{ {owner} const {c_type(type)} change = {p.c(value, env)}; if (owner >= 0) {place} = {new}; }}"


def _list(p: Printer, e: Expr, env: Env) -> str:
    return f"List l; l.n = 0; {in_order(p, e, env, 'l')}"


def _award(p: Printer, e: Effect, env: Env) -> str:
    points, side = (p.c(x, env) for x in e.exprs)
    return f"give_points(x, S, f, {p.words.awards.index(e.name)}, {points}, {side});"


def _zone_owner(p: Printer, e: Effect, env: Env) -> str:
    """Whose hand or pile it is, or which zone of the variant; a place of all is somebody's too."""
    said = e.exprs[len(e.row.params) :]
    owner = p.c(said[0], env) if said else None
    return zone_number(p, e.zone, owner) if e.zone in p.words.zones else owner or "0"


def _move(p: Printer, e: Effect, env: Env) -> str:
    return (
        f"{{ {_list(p, e.exprs[0], env)} const int owner = {_zone_owner(p, e, env)}; "
        f"if (owner >= 0) move_items(x, S, &l, {p.words.place(e.zone)}, owner); }}"
    )


def _deal(p: Printer, e: Effect, env: Env) -> str:
    return (
        f"{{ const i64 number = {p.c(e.exprs[0], env)}; const int owner = {_zone_owner(p, e, env)}; "
        f"if (owner >= 0) deal_cards(x, S, number, {p.words.place(e.zone)}, owner); }}"
    )


def _each(p: Printer, e: Effect, env: Env) -> str:
    source = e.exprs[0]
    type, member = ELEMENT[source.type], p.named("int", "v")
    body = effects(p, e.body, env.bind(e.name, Bound(member, type, found_in(source, env))))
    run = members_in_order(p, source, env)
    return f"{{ {run.before} {run.head} {{ const int {member} = {run.member}; (void){member}; {body} }} }}"


def _pick(p: Printer, e: Effect, env: Env) -> str:
    source = e.exprs[0]
    type, member, lots = ELEMENT[source.type], p.fresh("v"), p.fresh("l")
    found = p.named("int", "v")
    body = effects(p, e.body, env.bind(e.name, Bound(found, type, found_in(source, env))))
    run = members_in_order(p, source, env)
    code = _CODE.get(type, "(u64){0}").format(member)
    return (
        f"{{ Lots {lots}; {lots}.n = 0; {run.before} {run.head} {{ const int {member} = {run.member}; "
        f"add_lot(&{lots}, {member}, {code}); }} "
        f"const int {found} = drawn(x, S, &{lots}); if ({found} >= 0) {{ {body} }} }}"
    )


_CODE = {  # of a member that is drawn: what is no card is its number
    Type.CARD: "card_code({0})",
    Type.ITEM: "item_code(S, {0})",
    Type.BUILD: "item_code(S, BUILD_CODE + {0})",
}


EFFECTS: dict[str, Callable[[Printer, Effect, Env], str]] = {
    "assign": _assign,
    "increase": _change,
    "decrease": _change,
    "award": _award,
    "move": _move,
    "deal": _deal,
    "absorb": lambda p, e, env: f"{{ {_list(p, e.exprs[0], env)} absorb(S, &l, slot_of({p.item(e.exprs[1], env)})); }}",
    "ask": lambda p, e, env: f"ask_seat(x, S, {p.c(e.exprs[0], env)}, {p.words.patterns.index(e.pattern)});",
    "next": lambda p, e, env: f"{{ const int seat = {p.c(e.exprs[0], env)}; if (seat >= 0) S->next_seat = seat; }}",
    "redeal": lambda p, e, env: "S->redeals += !S->redeal; S->redeal = 1;",
    "end_round": lambda p, e, env: "S->round_over = 1;",
    "end_match": lambda p, e, env: "S->round_over = S->ending = 1;",
    "win": lambda p, e, env: (
        f"{{ const int side = {p.c(e.exprs[0], env)}; "
        "if (side >= 0) { S->winner = side; S->match_over = S->round_over = 1; } }"
    ),
    "when": lambda p, e, env: (
        f"if ({p.c(e.exprs[0], env)}) {{ {effects(p, e.body, env)} }} else {{ {effects(p, e.other, env)} }}"
    ),
    "each": _each,
    "pick": _pick,
    "shuffle": lambda p, e, env: f"shuffle_zone(x, S, {p.words.place(e.zone)}, {_zone_owner(p, e, env)});",
}


def event_functions(p: Printer) -> str:
    """One function for each event of the engine: every clause declared on it, in order."""
    names, made = list(p.plan.events), Env(made=True)
    text = "".join(f"static void {event_name(on)}(Context *x, State *S, Frame *f);\n" for on in names)
    for on in names:
        body = []
        for event in p.plan.events[on]:
            test = f"if ({p.c(event.when, made)}) " if event.when is not None else ""
            body.append(f"{test}{{\n{effects(p, event.effects, made)}\n}}")
        text += f"static void {event_name(on)}(Context *x, State *S, Frame *f) {{\n(void)x; (void)S; (void)f;\n"
        text += "\n".join(body) + "\n}\n"
    return text


def event_name(on: str) -> str:
    return "fire_" + on.replace(" ", "_")


def make_function(p: Printer, a: PlannedAction) -> str:
    """What making a play of an action does, with all that it causes; printed after the events."""
    env = Env("now", let_names(a))
    made = replace(env, made=True)
    does = [effects(p, a.effects, made)]
    does += [f"if (broken{i}) {{\n{effects(p, price, made)}\n}}" for i, (_, price) in enumerate(a.priced)]
    lines = [f"static void make_{a.index}(Context *x, State *S, Frame *f) {{"]
    if a.to == "build":
        groups = f"groups_of_{a.index}(x, S, f)" if p.counts_groups else "1"
        lines.append(f"const i32 groups = (i32){groups};\nBuildMemory memory;\nmemset(&memory, 0, sizeof memory);")
        lines += [f"memory.{field(p, n)} = becomes_{field(p, n)}(x, S, f);" for n in p.plan.build_memory]
    done = [a.effects, *(price for _, price in a.priced)]
    if a.parts and reads_parts([*(t.expr for t, _ in a.priced), *(e for es in done for e in of_effects(es))]):
        lines.append(f"groups_of_{a.index}(x, S, f);")
    for i, (test, _) in enumerate(a.priced):
        lines.append(f"const int broken{i} = !{p.c(test.expr, env)};")
    if p.looks_back:
        lines.append("State before;\ncopy_state(&before, S);\nf->before = &before;")
    lines.append(f"move_play(x, S, f, {p.words.place(a.to)});")
    if a.to == "build":
        lines.append(_built(a, p))
    lines += does
    if a.kind in EVENT_OF_KIND:
        lines.append(f"{event_name(EVENT_OF_KIND[a.kind])}(x, S, f);")
    give = "give_cards(x, S, f);\n" if p.plan.ruleset.match.at_once else ""
    lines.append(f"fire_played(x, S, f);\n{give}}}\n")
    return "\n".join(lines)


def moved_function(p: Printer) -> str:
    """The cards of a play as they come to lie: what was taken in pack order, the cards played on top, unless the
    variant orders its piles."""
    order, sort = p.plan.pile_order, ""
    if order is not None:
        card = p.named("int", "v")
        key = p.c(order, Env("now", {"c": Bound(card, Type.CARD)}))
        sort = (
            "if (f->to != TO_PILE) return;\nKeyed keyed[2 * CARDS + 2];\n"
            "for (int i = first; i < l->n; i++) {\n"
            f"const int {card} = l->code[i];\nkeyed[i - first] = (Keyed){{{key}, i, {card}}};\n}}\n"
            "qsort(keyed, (size_t)(l->n - first), sizeof(Keyed), compare_keyed);\n"
            "for (int i = first; i < l->n; i++) l->code[i] = keyed[i - first].card;\n"
        )
    return (
        "static inline void list_moved(Context *x, const State *S, const Frame *f, List *l) {\n"
        "(void)x; (void)S;\nconst int first = l->n; (void)first;\n"
        f"list_mask(l, f->taken);\nlist_mask(l, f->cards);\n{sort}}}\n"
    )


def goal_function(p: Printer) -> str:
    """Where the cards of a play go, and whose place that is."""
    cases = "".join(f"    case {a.index}: {goal(p, a, Env('now', let_names(a)))} break;\n" for a in p.plan.actions)
    return (
        "static void set_goal(Context *x, const State *S, Frame *f) {\n    (void)x; (void)S;\n"
        f"    switch (f->action) {{\n{cases}    default: goes_to(f, TO_NOTHING, NOTHING);\n    }}\n}}\n"
    )


def goal(p: Printer, a: PlannedAction, env: Env) -> str:
    """A C statement that says where the cards of an action go."""
    owner = p.c(a.to_arg, env) if a.to_arg is not None and a.to != "build" else None
    return f"goes_to(f, {p.words.place(a.to)}, {owner_in_c(p, a.to, owner)});"


def owner_in_c(p: Printer, to: str, owner: str | None) -> str:
    """Whose the place is that cards go to, or which zone of the variant; ``owner``: the C of whose it is."""
    return zone_number(p, to, owner) if to in p.words.zones else owner or "NOTHING"


def _built(a: PlannedAction, p: Printer) -> str:
    owes = p.words.actions.index(a.owes) if a.owes else -1
    return (
        "const int slot = first_free_slot(x, S, f);\n"
        "Build *build = &S->build[slot];\n"
        "build->cards = join(f->taken, f->cards); build->value = (i32)f->value; build->groups = groups;\n"
        "build->since = S->clock++; build->memory = memory;\n"
        "S->builds = join(S->builds, bit(slot)); f->built = slot;\n"
        + ("before.build[slot] = *build;\n" if p.looks_back else "")
        + f"if (is_some(meet(S->owed, f->items.builds)) || {int(owes >= 0)}) {{\n"
        "S->owed = join(without(S->owed, f->items.builds), bit(slot));\n"
        + (f"S->owed_action = {owes};\n" if owes >= 0 else "")
        + "}"
    )
