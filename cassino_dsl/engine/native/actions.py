"""Prints the listing of each action: loops over cards played, bindings and sets taken."""

from __future__ import annotations

from dataclasses import dataclass

from cassino_dsl.engine.native.effects import goal, owner_in_c
from cassino_dsl.engine.native.expressions import reads_parts
from cassino_dsl.engine.native.fixed import cards_that_fit, valued
from cassino_dsl.engine.native.hoist import CARD, FIRST_BINDING, PLAY, STATE
from cassino_dsl.engine.native.narrowing import needs_builds
from cassino_dsl.engine.native.ordered import members_in_order
from cassino_dsl.engine.native.parts import PartPrinter, of_one_card
from cassino_dsl.engine.native.printer import Env, Printer
from cassino_dsl.engine.native.tree import Block, once
from cassino_dsl.engine.native.words import mask_literal
from cassino_dsl.language.core.bounds import bound
from cassino_dsl.language.plan.levels import Level
from cassino_dsl.language.plan.levels import level as waits_for
from cassino_dsl.language.plan.plan import PlannedAction
from cassino_dsl.language.ruleset.expr import Call, Expr, Literal, Name, Type, conjuncts
from cassino_dsl.language.ruleset.model import KINDS
from cassino_dsl.language.ruleset.numbers import LARGEST_IN_SET
from cassino_dsl.language.ruleset.words import CARD as PLAYED
from cassino_dsl.language.ruleset.words import ME, ROW, US

# the number of what plays tell beside their cards, where it is not that of the binding: `telling.py`
_TOLD: dict[Type | None, str] = {
    None: "0",
    Type.CARD: "f->let[0] / COPIES",
    Type.BUILD: "lowest(S->build[f->let[0]].cards) / COPIES",
    Type.ITEM: "lowest_of(S, f->let[0]) / COPIES",
}


@dataclass(frozen=True, slots=True)
class _Sets:
    """The sets that an action may take: statements that find them, their array in C, and tests of ``set``."""

    found: Block
    name: str
    skip: list[str]


class ActionPrinter(PartPrinter):
    """Prints one action."""

    @property
    def reads_parts(self) -> bool:
        """Whether a test of its plays asks what a part of it takes."""
        return reads_parts(t.expr for t in self.action.tests)

    def function(self) -> Block:
        """The function that lists the plays of the action."""
        a = self.action
        with self.p.at(self.hoister):
            body = self._body()
        return Block(
            "Frame frame, *f = &frame;",
            f"f->me = me; f->us = side_of(me); f->action = {a.index}; f->kind = {KINDS.index(a.kind)};",
            "f->built = NOTHING; f->before = S; f->value = 0;",
            f"goes_to(f, {self.p.words.place(a.to)}, {self._plain_owner()});",
            "f->taken = f->cards = EMPTY; f->items = (Items){EMPTY, EMPTY}; f->card = NOTHING;",
            "const Mask hand = S->hand[me]; f->kept = hand;",
            "for (int i = 0; i < LETS; i++) f->let[i] = 0;",
            body,
            head=f"static void list_{a.index}(Context *x, const State *S, int me)",
        )

    # ---- the loops, printed from the innermost outwards, so that what is hoisted is known

    def _body(self) -> Block:
        a = self.action
        tests: dict[int, list[str]] = {}
        of_play = []
        for test in a.tests:
            for part in conjuncts(test.expr):
                if self.refuses(part):
                    continue
                if waits_for(part, {}) is Level.PLAY:  # as the plan says: all engines search before they ask this
                    of_play.append(part)
                else:
                    level = self.hoister.level(part, Env())
                    tests.setdefault(level, []).append(self._c(part, level))
        late, check = Block(), Block()
        if not a.parts:
            check.add(*self._of_play(of_play))
        inner = self._play(late, check)
        for place in reversed(range(len(a.let))):
            inner = self._loop(place, Block(self._prelude(FIRST_BINDING + place, tests), inner))
        worth, where = self._worth_playing()
        inner = Block(where, self._prelude(CARD, tests), inner)
        if a.parts:  # last: what they share with the loops is worked out there, the rest only where there are plays
            self.hoister.late = late
            check.add(*self._of_play(of_play))
        hopeless = self._hopeless()
        return Block(self._prelude(STATE, tests, "return"), *hopeless, self._cards(inner, worth))

    def _c(self, e: Expr, level: int) -> str:
        return self.p.c(e, Env("now", self.names, level))

    def _of_play(self, tests: list[Expr]) -> list[str]:
        """The tests of a play; of what it takes they may ask for items, and for the parts that took them."""
        asked = [f"if (!{self._c(test, PLAY)}) continue;" for test in tests]
        items = ["f->items = items_of(S, set);"] if asked and self.action.parts else []
        parts = [f"groups_of_{self.action.index}(x, S, f);"] if self.reads_parts else []
        return [*items, *parts, *asked]

    def _prelude(self, level: int, tests: dict[int, list[str]], leave: str = "continue") -> Block:
        refuse = [f"if (!{t}) {leave};" for t in tests.get(level, [])]
        return Block(self.hoister.block(level), *refuse)

    def _worth_playing(self) -> tuple[int, str]:
        """The cards that can be played, as far as what they are decides; and a test for the rest of the condition."""
        a, p = self.action, self.p
        worth, where = -1, ""
        if a.played_where is not None:
            fixed = cards_that_fit(p, a.played_where) if of_one_card(a) else None
            if fixed is None:
                where = f"if (!{self._c(a.played_where, CARD)}) continue;"
            else:
                worth &= fixed
        if a.let and of_one_card(a) and _is_hand_value(a.let[self.loops[0]][1]):
            worth &= valued(p, "hand")
        return worth, where

    def _cards(self, inner: Block, worth: int) -> Block:
        """The loop over what leaves the hand."""
        played = self.action.action.played
        if played.source == "none":
            return once(inner)
        if played.source == "stock":
            return Block(
                "f->card = top_of(&S->stock); f->cards = bit(f->card);",
                "f->kept = without(hand, f->cards);",
                inner,
                head="for (int once = S->stock.n > 0; once; once = 0)",
            )
        if played.most is None:
            return Block(
                "f->cards = hand; f->kept = EMPTY;",
                "f->card = count_bits(hand) == 1 ? lowest(hand) : NOTHING;",
                inner,
                head="for (int once = is_some(hand); once; once = 0)",
            )
        if of_one_card(self.action):
            cards = f"meet(firsts_of(hand), {mask_literal(worth)})" if worth >= 0 else "firsts_of(hand)"
            loop = Block(
                "int card = take_bit(&left);",
                "f->card = card; f->cards = bit(card); f->kept = without(hand, f->cards);",
                inner,
                head=f"for (Mask left = {cards}; is_some(left);)",
            )
            return Block(self.hoister.held, loop)
        chosen = Block(
            "#if COPIES > 1\nif (!are_same(as_faces(chosen.cards, hand), chosen.cards)) continue;\n#endif",
            "f->cards = chosen.cards; f->kept = without(hand, f->cards);",
            "f->card = size == 1 ? lowest(f->cards) : NOTHING;",
            inner,
            head="for (int more = combination_first(&chosen, hand, size); more; more = combination_next(&chosen))",
        )
        sizes = f"for (int size = {played.least}; size <= {played.most}; size++)"
        return Block("Combination chosen;", chosen, head=sizes)

    def _loop(self, place: int, inner: Block) -> Block:
        """The loop over a binding."""
        p, i, level = self.p, self.loops[place], FIRST_BINDING + place
        source = self.action.let[i][1]
        if source.type is Type.VALUES:
            rest, numbers = p.fresh("s"), self.reachable(place, self._c(source, level))
            head = f"for (Numbers {rest} = {numbers}; any_number({rest});)"
            return Block(f"f->let[{i}] = take_number(&{rest});", inner, head=head)
        run = members_in_order(p, source, Env("now", self.names, level))
        return Block(run.before, Block(f"f->let[{i}] = {run.member};", inner, head=run.head), head="")

    def _plain_owner(self) -> str:
        """Whose the place is that the cards go to, where that is the player's own."""
        a, own = self.action, {US: "f->us", ME: "f->me"}
        owner = own.get(a.to_arg.row) if isinstance(a.to_arg, Call) else None
        return owner_in_c(self.p, a.to, owner) if owner or a.to_arg is None else "NOTHING"

    # ---- one binding

    def _play(self, late: Block, check: Block) -> Block:
        """The plays of one binding: ``check`` refuses some, by what is worked out in ``late`` where there are any."""
        a, p = self.action, self.p
        plays = Block("one_step(x);")
        if a.to == "build" and a.to_arg is not None:
            plays.add(f"f->value = {p.c(a.to_arg, Env('now', self.names, self.last + 1))};")
            beyond = " || f->value > LARGEST" if bound(a.to_arg) > LARGEST_IN_SET else ""
            plays.add(f"if (f->value <= 0{beyond}) continue;")
        elif a.to_arg is not None and self._plain_owner() == "NOTHING":
            plays.add(goal(p, a, Env("now", self.names, self.last + 1)), "if (f->owner < 0) continue;")
        decision = _TOLD.get(a.tells, "f->let[0]")
        kind = KINDS.index(a.kind)
        alone = self._is_alone()
        twins = " | twins" if a.parts and p.copies > 1 else ""
        known = Block()
        again, met = "", Block()
        code = f"const u64 code = {'code_of(common, f->taken)' if a.parts else 'scramble(common)'};"
        if not alone or twins:
            again = f"const int again = {'0' if alone else f'met_before(x, {kind}, f)'}{twins};"
            met.add(code, f"if (again && is_listed(x, f, {decision}, code)) continue;")
        played = "PLAYED_CODE[f->card / COPIES]" if of_one_card(a) else "played_sum(f->cards)"
        known.add(f"const u64 common = {played} + kind_code({a.index}, f->value, {decision});")
        add = Block(
            met,
            check,
            "" if again else code,
            f"play_of_frame(new_play(x), f, {decision}, code);",
            "if (x->index_on) index_new(x);",
        )
        nothing_taken = "f->taken = EMPTY; f->items = (Items){EMPTY, EMPTY};"
        if a.parts:
            sets = self._sets(Block(known, late))
            set = f"const Mask set = {sets.name}[i]; one_step(x);"
            each = Block(set, "if (!is_some(set)) continue;", *sets.skip, "f->taken = set;", add)
            each.head = "for (u32 i = from; i < end; i++)"
            plays.add(sets.found, again, each, nothing_taken)
        else:
            plays.add(again, known, nothing_taken, once(add))
        if not alone:
            plays.add(f"met_now(x, {kind}, f);")
        if a.to == "build":
            plays.add("f->value = 0;")
        return plays

    def _is_alone(self) -> bool:
        """Whether no other action, and no other binding, can list a play of this one."""
        a, p = self.action, self.p
        announced = a.to_arg.name if a.to == "build" and isinstance(a.to_arg, Name) else ""
        bound = all(name == announced or self._is_one_value(source) for name, source in a.let)
        others = (other for other in p.plan.actions if other.kind == a.kind and other is not a)
        return bound and all(_are_apart(p, a, other) for other in others)

    def _is_one_value(self, e: Expr) -> bool:
        """``value(card, hand)`` where no card has two."""
        if not (of_one_card(self.action) and _is_value_of_card(e) and isinstance(e, Call)):
            return False
        place = e.args[1]
        assert isinstance(place, Literal)
        return all(numbers & (numbers - 1) == 0 for numbers in self.p.plan.values[str(place.value)])

    def _sets(self, then: Block) -> _Sets:
        """What the parts together may take; ``then`` stands where it is known that there is something."""
        a, p = self.action, self.p
        names = [f"c{number}" for number in range(len(a.parts))]
        tried = any(part.tries for part in a.parts)
        found = Block() if tried else Block(*self._choices(names, PLAY))
        found.add(then)
        if len(a.parts) == 1 and a.parts[0].quantity == "one" and p.copies == 1 and not tried:
            found.add("const u32 from = c0.first, end = c0.first + c0.count;")
            return _Sets(found, "c0.list->at", [])
        found.add(*self._unions(names, PLAY if tried else None))
        grow = [n for n, part in zip(names, a.parts, strict=True) if part.quantity == "maximal"]
        return _Sets(found, "x->sets.at", [f"if (could_grow({n}, set)) continue;" for n in grow])

    def _hopeless(self) -> list[str]:
        """Where a part that must take something has nothing to take from, nothing has to be searched."""
        parts = self.action.parts
        searched = [part for part in parts if any(other.groups for other in parts if other is not part)]
        needed = [part for part in searched if part.row.needs_one(True) and self._is_fixed(part)]
        env = Env("now", self.names, STATE)
        lines = [f"if (!count_items({self.p.items(part.source, env)})) return;" for part in needed]
        grouped = [part for part in parts if part.groups and part.target is not None and part.quantity == "one"]
        if not any(part.tries for part in parts):
            if any(needs_builds(part) for part in parts):
                lines.append("if (!is_some(S->builds)) return;")
            numbers = [self._source(part) for part in grouped if self._is_fixed(part)]
            lines += [f"if (!any_number(source_{number}(x, S, me)->all)) return;" for number in numbers]
        return lines

    def _choices(self, names: list[str], level: int) -> list[str | Block]:
        """The choices of each part, first of those without which there is no play: most bindings end there."""
        parts = list(zip(names, self.action.parts, strict=True))
        lines: list[str | Block] = ["x->choices.n = 0;"]
        lines += (line for part in self.action.parts for line in self.must_total(part, level))
        for name, part in sorted(parts, key=lambda each: (each[1].row.at_will, not each[1].groups)):
            lines.append(self.part(part, name, level))
            if not part.row.at_will:
                empty = f" && !{name}.empty_fits" if part.quantity == "maybe" else ""
                lines.append(f"if (!{name}.count{empty}) continue;")
        lines.append(f"const u32 choices = {' + '.join(f'{name}.count' for name in names)};")
        lines.append("if (!choices) continue;")
        return lines

    def _unions(self, names: list[str], level: int | None) -> list[str | Block]:
        """Every union of what the parts take, once each; with a level the choices too, each when it is needed: trying
        all subsets can be too much, and is a fault only where it has to be done."""
        lines: list[str | Block] = ["unions_begin(x);"]
        if level is not None:
            lines.append("x->choices.n = 0;")
        parts = list(zip(names, self.action.parts, strict=True))
        if level is None:  # what can be taken in one way only, first
            parts.sort(key=lambda each: each[1].row.ways)
        for name, part in parts:
            if part is not parts[0][1]:
                lines.append("if (from == x->sets.n) continue;")
            if level is not None:
                lines.append(self.part(part, name, level))
            lines.append(f"from = unions_extend(x, from, {name}, {part.row.word.upper()});")
        if level is None:
            one = " : ".join([*(f"{name}.count ? {name}" for name in names[:-1]), names[-1]])
            lines = [f"if (choices == 1) sets_of_one(x, {one});", Block(*lines, head="else")]
        lines = ["u32 from = 0;", *lines, "const u32 end = x->sets.n;"]
        lines.append("if (end - from > MAX_PLAYS) fail(x, FAULT_PLAYS, 0, MAX_PLAYS);")
        if self.p.copies > 1:
            lines.append("const int twins = sort_sets(x, S, from);")
        return lines


def _are_apart(p: Printer, a: PlannedAction, b: PlannedAction) -> bool:
    """Whether no card can be played by both of two actions, of one card each."""
    if not (of_one_card(a) and of_one_card(b)):
        return False
    return (_may_be_played(p, a) & _may_be_played(p, b)) == 0


def _may_be_played(p: Printer, a: PlannedAction) -> int:
    """The cards that an action may play, as far as what they are decides it."""
    fixed = cards_that_fit(p, a.played_where) if a.played_where is not None else None
    worth = -1 if fixed is None else fixed
    return worth & valued(p, "hand") if any(_is_hand_value(source) for _, source in a.let) else worth


def _is_hand_value(e: Expr) -> bool:
    """``value(card, hand)``: a card without a number has no bindings."""
    return _is_value_of_card(e) and isinstance(e, Call) and isinstance(e.args[1], Literal) and e.args[1].value == "hand"


def _is_value_of_card(e: Expr) -> bool:
    """``value(card, …)``: the numbers of the card that is played, in a place."""
    if not (isinstance(e, Call) and e.row is ROW["value(card, place)"]):
        return False
    card, place = e.args
    return isinstance(card, Call) and card.row is PLAYED and isinstance(place, Literal)
