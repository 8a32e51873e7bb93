"""Prints the listing of each action: loops over cards played, bindings and sets taken."""

from __future__ import annotations

from dataclasses import replace

from cassino_dsl.native.expressions import normal
from cassino_dsl.native.hoist import CARD, FIRST_BINDING, PLAY, STATE, Hoister
from cassino_dsl.native.ordered import in_order
from cassino_dsl.native.printer import Bound, Env, Printer
from cassino_dsl.native.words import QUANTITIES, ZONES
from cassino_dsl.plan.plan import PlannedAction, PlannedPart
from cassino_dsl.ruleset.expr import ELEMENT, Expr, Type, conjuncts
from cassino_dsl.ruleset.model import KINDS

_REQUIRED = ("one", "some", "maybe")  # quantities of parts that a play may fail for
_NUMBERED = (Type.INT, Type.CARD, Type.SEAT, Type.SIDE)  # bindings that tell plays without cards apart


def let_names(action: PlannedAction) -> dict[str, Bound]:
    """The bindings of an action as they stand in the frame."""
    names = {}
    for i, (name, source) in enumerate(action.let):
        type = ELEMENT[source.type]
        text = f"((i64)f->let[{i}])" if type is Type.INT else f"f->let[{i}]"
        names[name] = Bound(text, type)
    return names


class ActionPrinter:
    """Prints one action."""

    def __init__(self, p: Printer, action: PlannedAction) -> None:
        self.p, self.action = p, action
        self.hoister = Hoister(p, tuple(name for name, _ in action.let))
        self.names = let_names(action)
        self.last = FIRST_BINDING + len(action.let) - 1 if action.let else CARD

    def function(self) -> str:
        """The function that lists the plays of the action."""
        p, a = self.p, self.action
        p.hoist, p.hoist_builds = self.hoister, self.hoister.old_builds
        try:
            body = self._body()
        finally:
            p.hoist, p.hoist_builds = (lambda e, env: None), (lambda e, env, wanted: None)
        return (
            f"static void list_{a.index}(Context *x, const State *S, int me) {{\n"
            f"    Frame frame, *f = &frame;\n"
            f"    f->me = me; f->us = side_of(me); f->action = {a.index}; f->kind = {KINDS.index(a.kind)};\n"
            f"    f->to = {ZONES[a.to]}; f->built = NOTHING; f->before = S; f->value = 0;\n"
            f"    f->taken = 0; f->items = (Items){{0, 0}}; f->card = NOTHING; f->cards = 0;\n"
            f"    const Mask hand = S->hand[me]; f->kept = hand;\n"
            f"    for (int i = 0; i < LETS; i++) f->let[i] = 0;\n"
            f"{body}}}\n"
        )

    # ---- the loops, printed from the innermost outwards, so that what is hoisted is known

    def _body(self) -> str:
        a = self.action
        tests: dict[int, list[str]] = {}
        for test in a.tests:
            for part in conjuncts(test.expr):
                level = min(self.hoister.level(part, Env()), PLAY)
                tests.setdefault(level, []).append(self._c(part, level))
        inner = self._play(tests.get(PLAY, []))
        for i in reversed(range(len(a.let))):
            level = FIRST_BINDING + i
            source = a.let[i][1]
            open_loop = self._loop(i, source, level)
            inner = open_loop + self._prelude(level, tests) + inner + "}\n"
        where = ""
        if a.played_where is not None:
            where = f"if (!{self._c(a.played_where, CARD)}) continue;\n"
        inner = self._cards(where + self._prelude(CARD, tests) + inner)
        return self._prelude(STATE, tests, "return") + inner

    def _c(self, e: Expr, level: int) -> str:
        return self.p.c(e, Env("now", self.names, level))

    def _prelude(self, level: int, tests: dict[int, list[str]], leave: str = "continue") -> str:
        lines = self.hoister.lines.get(level, [])
        refuse = [f"if (!{t}) {leave};" for t in tests.get(level, [])]
        return "\n".join([*lines, *refuse, ""])

    def _cards(self, inner: str) -> str:
        played = self.action.action.played
        if played.source == "none":
            return f"do {{\n{inner}}} while (0);\n"
        if played.source == "stock":
            return (
                "for (int once = S->stock.n > 0; once; once = 0) {\nf->card = top_of(&S->stock); f->cards = "
                "bit(f->card);\n"
                f"f->kept = hand & ~f->cards;\n{inner}}}\n"
            )
        if played.most is None:
            return (
                "for (int once = hand != 0; once; once = 0) {\nf->cards = hand; f->kept = 0;\n"
                f"f->card = count_bits(hand) == 1 ? lowest(hand) : NOTHING;\n{inner}}}\n"
            )
        if played.most == 1 and played.least == 1:
            return (
                "for (Mask left = hand; left;) {\nint card = take_bit(&left);\n"
                "#if COPIES > 1\nif (as_faces(bit(card), hand) != bit(card)) continue;\n#endif\n"
                f"f->card = card; f->cards = bit(card); f->kept = hand & ~f->cards;\n{inner}}}\n"
            )
        return (
            f"for (int size = {played.least}; size <= {played.most}; size++) {{\n"
            "Combination chosen;\nfor (int more = combination_first(&chosen, hand, size); more; more = "
            "combination_next(&chosen)) {\n"
            "#if COPIES > 1\nif (as_faces(chosen.cards, hand) != chosen.cards) continue;\n#endif\n"
            "f->cards = chosen.cards; f->kept = hand & ~f->cards;\n"
            f"f->card = size == 1 ? lowest(f->cards) : NOTHING;\n{inner}}}\n}}\n"
        )

    def _loop(self, i: int, source: Expr, level: int) -> str:
        p = self.p
        type = source.type
        if type in (Type.CARDS, Type.BUILDS, Type.ITEMS):
            list_, at = p.fresh("l"), p.fresh("i")
            fill = in_order(p, source, Env("now", self.names, level), list_)
            slot = " - BUILD_CODE" if type is Type.BUILDS else ""
            return (
                f"List {list_}; {list_}.n = 0; {fill}\n"
                f"for (int {at} = 0; {at} < {list_}.n; {at}++) {{\nf->let[{i}] = {list_}.code[{at}]{slot};\n"
            )
        rest = p.fresh("s")
        unit, take = ("Numbers", "take_number") if type is Type.VALUES else ("Words", "take_word")
        text = self._c(source, level)
        return f"for ({unit} {rest} = {text}; {rest};) {{\nf->let[{i}] = {take}(&{rest});\n"

    # ---- one binding

    def _play(self, tests: list[str]) -> str:
        a, p = self.action, self.p
        level = PLAY
        lines = []
        if a.to == "build" and a.to_arg is not None:
            lines.append(f"f->value = {p.c(a.to_arg, Env('now', self.names, self.last + 1))};")
            lines.append("if (f->value <= 0) continue;")
        decision = "0"
        if a.kind == "other" and a.let and ELEMENT[a.let[0][1].type] in _NUMBERED:
            decision = "f->let[0]"
        kind = KINDS.index(a.kind)
        lines.append(f"const int again = COPIES > 1 || met_before(x, {kind}, f);")
        check = "\n".join(f"if (!{t}) continue;" for t in tests)
        add = (
            f"if (again) {{ Play play; play_of_frame(&play, f, {decision}); if (is_listed(x, S, &play)) "
            f"continue; }}\n{check}\n"
            f"play_of_frame(new_play(x), f, {decision});\nif (x->index_on) index_new(x, S);\n"
        )
        if not a.parts:
            lines.append("f->taken = 0; f->items = (Items){0, 0};")
            lines.append(f"do {{\n{add}}} while (0);")
        else:
            names = [f"c{number}" for number in range(len(a.parts))]
            lines += self._choices(names, level)
            if len(a.parts) == 1 and a.parts[0].quantity == "one" and p.copies == 1:
                sets, skip = "c0.list", ""
                lines.append("const u32 from = c0.first, end = c0.first + c0.count;")
            else:
                sets = "x->sets"
                lines += self._unions(names)
                grow = [n for n, part in zip(names, a.parts, strict=True) if part.quantity == "maximal"]
                skip = "".join(f"if (could_grow({n}, set)) continue;\n" for n in grow)
            at = f"{sets}->at" if sets == "c0.list" else f"{sets}.at"
            lines.append(
                f"for (u32 i = from; i < end; i++) {{\nconst Mask set = {at}[i];\n"
                f"if (!set) continue;\n{skip}f->taken = set; f->items = items_of(S, set);\n{add}}}"
            )
            lines.append("f->taken = 0; f->items = (Items){0, 0};")
        lines.append(f"met_now(x, {kind}, f);")
        if a.to == "build":
            lines.append("f->value = 0;")
        return "\n".join(lines) + "\n"

    def _choices(self, names: list[str], level: int) -> list[str]:
        """The choices of each part, first of those without which there is no play: most bindings end there."""
        parts = list(zip(names, self.action.parts, strict=True))
        lines = ["x->choices.n = 0;"]
        for name, part in sorted(parts, key=lambda each: (each[1].quantity not in _REQUIRED, not each[1].groups)):
            lines.append(self.part(part, name, level))
            if part.quantity in _REQUIRED:
                empty = f" && !{name}.empty_fits" if part.quantity == "maybe" else ""
                lines.append(f"if (!{name}.count{empty}) continue;")
        lines.append(f"if (!({' | '.join(f'{name}.count' for name in names)})) continue;")
        return lines

    def _unions(self, names: list[str]) -> list[str]:
        """Every union of what the parts take, once each."""
        lines = ["unions_begin(x); u32 from = 0;"]
        for number, (name, part) in enumerate(zip(names, self.action.parts, strict=True)):
            if number:
                lines.append("if (from == x->sets.n) continue;")
            lines.append(f"from = unions_extend(x, from, {name}, {QUANTITIES[part.quantity]});")
        lines.append("const u32 end = x->sets.n;")
        lines.append("if (end - from > MAX_PLAYS) fail(x, FAULT_PLAYS, 0, MAX_PLAYS);")
        if self.p.copies > 1:
            lines.append("sort_sets(x, S, from);")
        return lines

    def part(self, part: PlannedPart, into: str, level: int, within: str = "") -> str:
        """Statements that declare the choices of a part, of items among ``within`` (default: all)."""
        p = self.p
        env = Env("now", self.names, level)
        source = p.items(part.source, env)
        rest, item = p.fresh("s"), p.fresh("v")
        lines = [f"Choices {into} = {{&x->choices, x->choices.n, 0, 1}};"]
        order = in_order(p, part.source, env, f"{into}_l") if p.copies > 1 else ""
        if order:
            head = (
                f"List {into}_l; {into}_l.n = 0; {order} for (int {rest} = 0; {rest} < {into}_l.n; {rest}++) {{ "
                f"const int {item} = {into}_l.code[{rest}];"
            )
        else:
            head = (
                f"for (Items {rest} = {source}; {rest}.cards | {rest}.builds;) {{ const int {item} = "
                f"take_item(&{rest});"
            )
        skip = f"if (cards_of_item(S, {item}) & ~{within}) continue;" if within else ""
        if not part.groups:
            type = ELEMENT[part.source.type]
            text = f"slot_of({item})" if type is Type.BUILD else item
            inner = env.bind(part.variable, Bound(text, type, "old" if type is Type.BUILD else "any"))
            test = "".join(f"if (!{p.c(t, inner)}) continue; " for t in part.tests)
            lines.append(f"{{ {head} {skip} {test}push(x, &x->choices, cards_of_item(S, {item})); }} }}")
        else:
            if part.target is not None and not within and self.hoister.level(part.source, env) == STATE:
                return self._known_groups(part, into, env)
            lines.append(self._groups(part, into, env, head, item, skip))
        lines.append(f"{into}.count = x->choices.n - {into}.first;")
        return "\n".join(lines)

    def _known_groups(self, part: PlannedPart, into: str, env: Env) -> str:
        """Groups of a source that the position decides: many bindings ask for the same total."""
        p = self.p
        assert part.target is not None
        source = normal(part.source)
        if source not in p.sources:
            p.sources.append(source)
        number = p.sources.index(source)
        group = p.fresh("g")
        text = {Type.CARDS: f"{group}.cards", Type.BUILDS: f"{group}.builds"}.get(part.source.type, group)
        inner = replace(env, names={**env.names, part.variable: Bound(text, part.source.type)})
        test = " && ".join(p.c(t, inner) for t in part.tests)
        target = p.fresh("t")
        lines = [
            f"const i64 {target} = {p.c(part.target, env)};",
            f"Choices {into} = groups_known(x, {number}, source_{number}(x, S, me), {target});",
        ]
        if test:
            lines.append(
                f"{{ const Choices all = {into}; {into}.list = &x->choices; {into}.first = x->choices.n; "
                f"for (u32 i = all.first; i < all.first + all.count; i++) {{ const Mask whole = all.list->at[i]; "
                f"const Items {group} = items_of(S, whole); (void){group}; if ({test}) push(x, &x->choices, whole); }} "
                f"{into}.count = x->choices.n - {into}.first; }}"
            )
        empty = f"const Items {group} = {{0, 0}}; (void){group}; {into}.empty_fits = {test or '1'};"
        lines.append(f"if ({target} == 0) {{ {empty} }}")
        return "\n".join(lines)

    def _groups(self, part: PlannedPart, into: str, env: Env, head: str, item: str, skip: str) -> str:
        p = self.p
        group, n = p.fresh("g"), p.fresh("n")
        type = part.source.type
        text = {Type.CARDS: f"{group}.cards", Type.BUILDS: f"{group}.builds"}.get(type, group)
        inner = replace(env, names={**env.names, part.variable: Bound(text, type)})
        test = " && ".join(p.c(t, inner) for t in part.tests) or "1"
        empty = f"{{ const Items {group} = {{0, 0}}; (void){group}; {into}.empty_fits = {test}; }}"
        if part.target is None:
            return (
                f"{{ Mask fits[2 * CARDS + 2]; int {n} = 0; {head} {skip} fits[{n}++] = cards_of_item(S, {item}); }} "
                f"if ({n} > MAX_ENUMERATED) fail(x, FAULT_SUBSETS, {n}, MAX_ENUMERATED); "
                f"for (u32 tried = 1; tried < 1u << {n}; tried++) {{ const Mask whole = subset(fits, tried); "
                f"const Items {group} = items_of(S, whole); (void){group}; if ({test}) push(x, &x->choices, "
                f"whole); }} {empty} }}"
            )
        target = p.c(part.target, env)
        keep = ""
        if part.tests:
            keep = (
                f"{{ u32 kept = {into}.first; for (u32 i = {into}.first; i < x->choices.n; i++) {{ "
                f"const Mask whole = x->choices.at[i]; const Items {group} = items_of(S, whole); (void){group}; "
                f"if ({test}) x->choices.at[kept++] = whole; }} x->choices.n = kept; }}"
            )
        return (
            f"{{ const i64 target = {target}; {into}.empty_fits = 0; if (target > 0) {{ "
            f"Source {n}; source_begin(&{n}); {head} {skip} source_add(&{n}, cards_of_item(S, {item}), "
            f"numbers_now(S, {item})); }} source_end(&{n}); groups_by_total(x, &{n}, target, &x->choices); {keep} }} "
            f"else if (target == 0) {empty} }}"
        )
