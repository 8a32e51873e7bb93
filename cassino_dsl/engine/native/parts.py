"""Prints what the parts of an action may take: single items, or groups by their total or by trying."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property, reduce

from cassino_dsl.engine.native import narrowing
from cassino_dsl.engine.native.expressions import normal
from cassino_dsl.engine.native.fixed import set_of_fitting
from cassino_dsl.engine.native.hoist import CARD, FIRST_BINDING, STATE, Hoister
from cassino_dsl.engine.native.printer import Bound, Env, Printer
from cassino_dsl.engine.native.tree import Block
from cassino_dsl.engine.native.words import next_subset
from cassino_dsl.engine.reference.limits import most_tried
from cassino_dsl.language.plan.plan import PlannedAction, PlannedPart
from cassino_dsl.language.plan.sources import may_be_built, may_be_played, may_hold
from cassino_dsl.language.ruleset.expr import ELEMENT, Call, Expr, Name, Type, conjuncts, free_names
from cassino_dsl.language.ruleset.operators import MINUS


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


def loops_of(action: PlannedAction) -> tuple[int, ...]:
    """The bindings in the order of their loops. The value that is announced is part of the play, so its loop may stand
    anywhere; it comes as late as those that ask for it let it, because there what the table can make decides which
    values are tried."""
    order = list(range(len(action.let)))
    if action.to == "build" and isinstance(action.to_arg, Name):
        announced = next((i for i in order if action.let[i][0] == action.to_arg.name), None)
        if announced is not None:
            order.remove(announced)
            asks = [action.to_arg.name in free_names(action.let[i][1]) for i in order]
            order.insert(asks.index(True) if True in asks else len(order), announced)
    return tuple(order)


Each = Callable[..., Block]  # a loop over the items that a part may take, around the statements given


class PartPrinter:
    """Prints the parts of one action."""

    def __init__(self, p: Printer, action: PlannedAction) -> None:
        self.p, self.action = p, action
        kept = action.to != "hand" and not any(may_hold(part.source, "hands") for part in action.parts)
        self.loops = loops_of(action)
        self.lets = tuple(action.let[i][0] for i in self.loops)
        self.hoister = Hoister(p, self.lets, of_one_card(action), kept, action.action.played.source == "none")
        self.names = let_names(action)
        self.last = FIRST_BINDING + len(action.let) - 1 if action.let else CARD

    def part(self, part: PlannedPart, into: str, level: int, within: str = "") -> Block:
        """Statements that declare the choices of a part, of items among ``within`` (default: all)."""
        p = self.p
        env = Env("now", self.names, level)
        known = bool(part.groups) and part.target is not None and not within
        if known and self._is_fixed(part):
            return self._known_groups(part, into, env)
        source = p.items(part.source, env)
        rest, item = p.fresh("s"), p.named("int", "v")
        tests = part.tests
        if not within and not part.groups and part.source.type is Type.CARDS:
            tests, fits = self._fixed(part, env)
            head = f"for (Mask {rest} = {fits}; is_some({rest});)"
            taken = f"take_bit(&{rest})"
        else:
            head = f"for (Items {rest} = {source}; any_items({rest});)"
            taken = f"take_item(&{rest})"
        first = [f"const int {item} = {taken};"]
        if self._may_be_played(part):
            first.append(f"if (has_card(f->cards, {item})) continue;")
        if may_be_built(part.source):
            first.append(f"if (has_card(cards_of_builds(S, S->builds), {item})) continue;")
        if within:
            first.append(f"if (is_some(without(cards_of_item(S, {item}), {within}))) continue;")

        def each(*inside: str) -> Block:
            return Block(*first, *inside, head=head)

        chosen = self._groups(part, into, env, each, item) if part.groups else self._items(part, tests, env, each, item)
        few = part.source.type is Type.BUILDS
        numbers = None if within or few else narrowing.of_items(part)
        if numbers is not None and numbers not in self.narrowed and self._is_narrow(numbers):
            chosen = Block(chosen, head=f"if (has_number({self._numbers(numbers)}, {self.names[numbers.let].text}))")
        return Block(
            f"Choices {into} = {{&x->choices, x->choices.n, 0, 1}};",
            chosen,
            f"{into}.count = x->choices.n - {into}.first;",
        )

    def _may_be_played(self, part: PlannedPart) -> bool:
        return may_be_played(part.source, self.action.action.played)

    def _is_fixed(self, part: PlannedPart) -> bool:
        """Whether the position alone decides what a part may take from."""
        return not self._may_be_played(part) and self.hoister.level(part.source, Env("now", self.names)) == STATE

    def _items(self, part: PlannedPart, tests: tuple[Expr, ...], env: Env, each: Each, item: str) -> Block:
        """Single items."""
        type = ELEMENT[part.source.type]
        text = f"slot_of({item})" if type is Type.BUILD else item
        inner = env.bind(part.variable, Bound(text, type, "old" if type is Type.BUILD else "any"))
        refuse = [f"if (!{self.p.c(t, inner)}) continue;" for t in tests]
        cards = f"bit({item})" if part.source.type is Type.CARDS else f"cards_of_item(S, {item})"
        return Block(each(*refuse, f"push(x, &x->choices, {cards});"), head="")

    def _fixed(self, part: PlannedPart, env: Env) -> tuple[tuple[Expr, ...], str]:
        """The tests of a part that ask for more than what cards are, and its cards that fit the others."""
        card = "card" if of_one_card(self.action) else ""
        sets = [set_of_fitting(self.p, test, part.variable, env, card) for test in part.tests]
        rest = tuple(test for test, cards in zip(part.tests, sets, strict=True) if cards is None)
        fits = [cards for cards in sets if cards is not None]
        return rest, reduce("meet({}, {})".format, fits, self.p.c(part.source, env))

    def decides(self, part: PlannedPart) -> tuple[int, Expr | None] | None:
        """The binding of numbers that decides the total of groups without which there is no play, where all else in
        that total is known before it: the place of its loop, and what is taken from it."""
        if part.target is None or part.row.at_will:
            return None
        if not self._is_fixed(part):
            return None
        number, offset = part.target, None
        if isinstance(number, Call) and number.row is MINUS:
            number, offset = number.args
        bindings = [name for name, source in self.action.let if source.type is Type.VALUES]
        if not isinstance(number, Name) or number.name not in bindings:
            return None
        place = self.lets.index(number.name)
        if offset is not None and self.hoister.level(offset, Env("now", self.names)) >= FIRST_BINDING + place:
            return None
        return place, offset

    def reachable(self, place: int, numbers: str) -> str:
        """The numbers of a binding for which there may be the groups that a play needs. Where subsets have to be tried,
        each part waits for its turn, because that may be a fault."""
        if any(part.tries for part in self.action.parts):
            return numbers
        for narrowed in self.narrowed:
            if narrowed.let == self.lets[place]:
                known = self._numbers(narrowed)
                numbers = f"{'meet' if narrowed.wanted else 'without'}_numbers({numbers}, {known})"
                if narrowed.wanted:
                    self.hoister.block(STATE).add(f"if (!any_number({known})) return;")
        for part in self.action.parts:
            decided = self.decides(part)
            if decided is not None and decided[0] == place:
                env = Env("now", self.names, FIRST_BINDING + place)
                less = "0" if decided[1] is None else self.p.c(decided[1], env)
                numbers = f"reachable({self._reach(part)}, {less}, {numbers})"
            elif decided is not None and decided[0] == place + 1 and decided[1] is None:
                numbers = self._reachable_through(place, self._reach(part), numbers)
        return numbers

    def _reach(self, part: PlannedPart) -> str:
        reach = "single_reach" if narrowing.of_one_item(part) else "reach"
        return f"{reach}(source_{self._source(part)}(x, S, me))"

    def _reachable_through(self, place: int, reach: str, numbers: str) -> str:
        """The numbers of a binding that leave the one after it, ``t: {v - w, v + w}``, a total within reach."""
        following = self.action.let[self.loops[place + 1]][1]
        offsets = narrowing.set_of_sums(following, self.lets[place])
        before = FIRST_BINDING + place
        if not offsets or any(self.hoister.level(e, Env("now", self.names)) >= before for _, e in offsets):
            return numbers
        env = Env("now", self.names, before)
        ways = (f"{way}(totals, {self.p.c(e, env)})" for way, e in offsets)
        return self.p.apart(
            "Numbers",
            f"const Numbers totals = {reach};",
            f"meet_numbers({numbers}, {reduce('join_numbers({}, {})'.format, ways)})",
        )

    @cached_property
    def narrowed(self) -> tuple[narrowing.Narrowed, ...]:
        """What narrows the bindings of numbers before their loops."""
        a = self.action
        if any(part.tries for part in a.parts):
            return ()
        tests = (narrowing.refused(test) for whole in a.tests for test in conjuncts(whole.expr))
        found = (*(n for n in tests if n is not None), *narrowing.needed(a))
        return tuple(n for n in found if self._is_narrow(n))

    def refuses(self, test: Expr) -> bool:
        """Whether the loops leave out what a condition refuses, and nothing is left of it to ask."""
        found = narrowing.refused(test)
        return found is not None and found in self.narrowed

    def _is_narrow(self, narrowed: narrowing.Narrowed) -> bool:
        """Whether the position alone decides which numbers these are, and a binding of numbers is asked for."""
        bound = {name for name, source in self.action.let if source.type is Type.VALUES}
        return narrowed.let in bound and narrowed.is_fixed(self.hoister, Env("now", self.names))

    def _numbers(self, narrowed: narrowing.Narrowed) -> str:
        """The variable of the numbers, worked out once in a listing."""
        name = self.p.named("Numbers", "n")
        numbers = narrowed.c(self.p, Env("now", self.names, STATE))
        self.hoister.block(STATE).add(f"const Numbers {name} = {numbers};")
        return name

    def _source(self, part: PlannedPart) -> int:
        """The number of what groups are made of, where the position decides it."""
        source = normal(part.source)
        if source not in self.p.sources:
            self.p.sources.append(source)
        return self.p.sources.index(source)

    def must_total(self, part: PlannedPart, level: int) -> list[str]:
        """What ends the search for a play before any groups are listed: a part that has to make a total which what the
        position decides cannot come to, where the loops have not asked that."""
        if not part.groups or part.target is None or not self._is_fixed(part):
            return []
        if part.row.at_will or self.decides(part) is not None:
            return []
        target = self.p.c(part.target, Env("now", self.names, level))
        return [f"if (!may_total(source_{self._source(part)}(x, S, me), {target})) continue;"]

    def _known_groups(self, part: PlannedPart, into: str, env: Env) -> Block:
        """Groups of a source that the position decides: many bindings ask for the same total."""
        p = self.p
        assert part.target is not None
        number = self._source(part)
        group = p.named("Items", "g")
        single = narrowing.of_one_item(part)
        test = self._test_of_group(part, group, env, narrowing.tests_of_one(part) if single else None)
        target = p.fresh("t")
        known = p.fresh("k")
        found = Block(
            f"const i64 {target} = {p.c(part.target, env)};", f"const Source *{known} = source_{number}(x, S, me);"
        )
        searched = f"items_with(x, {known}, {target})" if single else f"groups_known(x, {number}, {known}, {target})"
        found.add(f"Choices {into} = {searched};")
        if test:
            every = "for (u32 i = all.first; i < all.first + all.count; i++)"
            found.add(
                Block(
                    f"const Choices all = {into}; {into}.list = &x->choices; {into}.first = x->choices.n;",
                    Block(
                        "const Mask whole = all.list->at[i];",
                        _group(group, "items_of(S, whole)"),
                        f"if ({test}) push(x, &x->choices, whole);",
                        head=every,
                    ),
                    f"{into}.count = x->choices.n - {into}.first;",
                    head="",
                )
            )
        of_none = self._test_of_group(part, group, env) or "1"
        found.add(Block(_group(group, "{EMPTY, EMPTY}"), f"{into}.empty_fits = {of_none};", head=f"if ({target} == 0)"))
        return found

    def _test_of_group(self, part: PlannedPart, group: str, env: Env, tests: Iterable[Expr] | None = None) -> str:
        type = part.source.type
        text = {Type.CARDS: f"{group}.cards", Type.BUILDS: f"{group}.builds"}.get(type, group)
        inner = env.bind(part.variable, Bound(text, type))
        return " && ".join(self.p.c(t, inner) for t in (part.tests if tests is None else tests))

    def _groups(self, part: PlannedPart, into: str, env: Env, each: Each, item: str) -> Block:
        """Groups of what the bindings decide: by their total, or by trying all subsets."""
        p = self.p
        group, n = p.named("Items", "g"), p.fresh("n")
        test = self._test_of_group(part, group, env) or "1"
        whole = _group(group, "items_of(S, whole)")
        empty = (_group(group, "{EMPTY, EMPTY}"), f"{into}.empty_fits = {test};")
        keep = (
            f"u32 kept = {into}.first;",
            Block(
                "const Mask whole = x->choices.at[i];",
                whole,
                f"if ({test}) x->choices.at[kept++] = whole;",
                head=f"for (u32 i = {into}.first; i < x->choices.n; i++)",
            ),
            "x->choices.n = kept;",
        )
        if part.run is not None:
            runs = p.fresh("n")
            return Block(
                f"Runs {runs}; {into}.empty_fits = 0;",
                Block(
                    each(f"runs_add(&{runs}, {item});"),
                    f"groups_by_run(x, &{runs}, &x->choices);",
                    *keep,
                    Block(*empty, head=f"if (is_run({runs}.given))"),
                    head=f"if (runs_begin(&{runs}, {p.items(part.run, env)}))",
                ),
                head="",
            )
        if part.target is None:
            most = part.most
            limit = most_tried(most)
            return Block(
                f"Mask fits[2 * CARDS + 2]; int {n} = 0;",
                each(f"fits[{n}++] = cards_of_item(S, {item});"),
                f"if ({n} > {limit}) fail(x, FAULT_SUBSETS, {n}, {limit});",
                Block(
                    "const Mask whole = subset(fits, tried);",
                    whole,
                    f"if ({test}) push(x, &x->choices, whole);",
                    head=f"for (u64 tried = 1; tried < (u64)1 << {n}; tried = {next_subset('tried', most)})",
                ),
                Block(*empty, head=""),
                head="",
            )
        searched = Block(
            f"Items left = {{EMPTY, EMPTY}}; Source {n};",
            each(f"left = both(left, item_set({item}));"),
            f"groups_by_total(x, source_of(&{n}, S, left), target, &x->choices);",
            head="if (target >= !ANY_OF_NONE)",
        )
        if part.tests:
            searched.add(Block(*keep, head=""))
        return Block(
            f"const i64 target = {p.c(part.target, env)}; {into}.empty_fits = 0;",
            searched,
            Block(*empty, head="if (target == 0)"),
            head="",
        )


def _group(name: str, items: str) -> str:
    return f"const Items {name} = {items}; (void){name};"
