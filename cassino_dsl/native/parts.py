"""Prints what the parts of an action may take: single items, or groups by their total or by trying."""

from __future__ import annotations

from dataclasses import replace

from cassino_dsl.native.expressions import normal
from cassino_dsl.native.fixed import set_of_fitting
from cassino_dsl.native.hoist import CARD, FIRST_BINDING, STATE, Hoister
from cassino_dsl.native.ordered import in_order
from cassino_dsl.native.printer import Bound, Env, Printer
from cassino_dsl.plan.plan import NEEDED, PlannedAction, PlannedPart
from cassino_dsl.ruleset.expr import ELEMENT, Call, Expr, Name, Type


def let_names(action: PlannedAction) -> dict[str, Bound]:
    """The bindings of an action as they stand in the frame."""
    names = {}
    for i, (name, source) in enumerate(action.let):
        type = ELEMENT[source.type]
        text = f"((i64)f->let[{i}])" if type is Type.INT else f"f->let[{i}]"
        names[name] = Bound(text, type)
    return names


def of_one_card(action: PlannedAction) -> bool:
    """Whether one card leaves the hand."""
    played = action.action.played
    return played.source == "hand" and played.least == played.most == 1


class PartPrinter:
    """Prints the parts of one action."""

    def __init__(self, p: Printer, action: PlannedAction) -> None:
        self.p, self.action = p, action
        self.hoister = Hoister(p, tuple(name for name, _ in action.let))
        self.names = let_names(action)
        self.last = FIRST_BINDING + len(action.let) - 1 if action.let else CARD

    def part(self, part: PlannedPart, into: str, level: int, within: str = "") -> str:
        """Statements that declare the choices of a part, of items among ``within`` (default: all)."""
        p = self.p
        env = Env("now", self.names, level)
        known = bool(part.groups) and part.target is not None and not within
        if known and self.hoister.level(part.source, env) == STATE:
            return self._known_groups(part, into, env)
        source = p.items(part.source, env)
        rest, item = p.fresh("s"), p.fresh("v")
        lines = [f"Choices {into} = {{&x->choices, x->choices.n, 0, 1}};"]
        tests = part.tests
        order = in_order(p, part.source, env, f"{into}_l") if p.copies > 1 else ""
        if not order and not within and not part.groups and part.source.type is Type.CARDS:
            tests, fits = self._fixed(part, env)
            cards = f"{p.c(part.source, env)}{fits}"
            head = f"for (Mask {rest} = {cards}; {rest};) {{ const int {item} = take_bit(&{rest});"
        elif order:
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
            test = "".join(f"if (!{p.c(t, inner)}) continue; " for t in tests)
            cards = f"bit({item})" if part.source.type is Type.CARDS else f"cards_of_item(S, {item})"
            lines.append(f"{{ {head} {skip} {test}push(x, &x->choices, {cards}); }} }}")
        else:
            lines.append(self._groups(part, into, env, head, item, skip))
        lines.append(f"{into}.count = x->choices.n - {into}.first;")
        return "\n".join(lines)

    def _fixed(self, part: PlannedPart, env: Env) -> tuple[tuple[Expr, ...], str]:
        """The tests of a part that ask for more than what cards are, and the set of cards that fit the others."""
        card = "card" if of_one_card(self.action) else ""
        sets = [set_of_fitting(self.p, test, part.variable, env, card) for test in part.tests]
        rest = tuple(test for test, cards in zip(part.tests, sets, strict=True) if cards is None)
        return rest, "".join(f" & {cards}" for cards in sets if cards is not None)

    def decides(self, part: PlannedPart) -> tuple[int, Expr | None] | None:
        """The binding of numbers that decides the total of groups without which there is no play, where all else in
        that total is known before it: its place, and what is taken from it."""
        if part.target is None or part.quantity not in NEEDED:
            return None
        if self.hoister.level(part.source, Env("now", self.names)) != STATE:
            return None
        number, offset = part.target, None
        if isinstance(number, Call) and number.function == "minus":
            number, offset = number.args
        bindings = [name for name, source in self.action.let if source.type is Type.VALUES]
        if not isinstance(number, Name) or number.name not in bindings:
            return None
        place = [name for name, _ in self.action.let].index(number.name)
        if offset is not None and self.hoister.level(offset, Env("now", self.names)) >= FIRST_BINDING + place:
            return None
        return place, offset

    def reachable(self, place: int, numbers: str) -> str:
        """The numbers of a binding for which there may be the groups that a play needs."""
        for part in self.action.parts:
            decided = self.decides(part)
            if decided is not None and decided[0] == place:
                env = Env("now", self.names, FIRST_BINDING + place)
                less = "0" if decided[1] is None else self.p.c(decided[1], env)
                numbers = f"reachable(source_{self._source(part)}(x, S, me), {less}, {numbers})"
        return numbers

    def _source(self, part: PlannedPart) -> int:
        """The number of what groups are made of, where the position decides it."""
        source = normal(part.source)
        if source not in self.p.sources:
            self.p.sources.append(source)
        return self.p.sources.index(source)

    def _known_groups(self, part: PlannedPart, into: str, env: Env) -> str:
        """Groups of a source that the position decides: many bindings ask for the same total."""
        p = self.p
        assert part.target is not None
        number = self._source(part)
        group = p.fresh("g")
        text = {Type.CARDS: f"{group}.cards", Type.BUILDS: f"{group}.builds"}.get(part.source.type, group)
        inner = replace(env, names={**env.names, part.variable: Bound(text, part.source.type)})
        test = " && ".join(p.c(t, inner) for t in part.tests)
        target = p.fresh("t")
        known, asked = p.fresh("k"), ""
        if part.quantity in NEEDED and self.decides(part) is None:
            asked = f"if (!may_total({known}, {target})) continue;"
        lines = [
            f"const i64 {target} = {p.c(part.target, env)}; const Source *{known} = source_{number}(x, S, me); {asked}",
            f"Choices {into} = groups_known(x, {number}, {known}, {target});",
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
