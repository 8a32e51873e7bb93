"""Prints the listing of each action: loops over cards played, bindings and sets taken."""

from __future__ import annotations

from cassino_dsl.native.fixed import cards_to_play, valued
from cassino_dsl.native.hoist import CARD, FIRST_BINDING, PLAY, STATE
from cassino_dsl.native.ordered import in_order
from cassino_dsl.native.parts import PartPrinter, of_one_card
from cassino_dsl.native.printer import Env
from cassino_dsl.native.words import QUANTITIES, ZONES, mask_literal
from cassino_dsl.plan.plan import NEEDED
from cassino_dsl.ruleset.expr import ELEMENT, Call, Expr, Literal, Type, conjuncts
from cassino_dsl.ruleset.model import KINDS

LATE, CHECK = "/* @late */", "/* @check */"  # where the tests of plays go, and what they have worked out beforehand
_VALUES_KEPT, _VALUES_BUT_CARD = "numbers_of_cards(VALUE_HAND, f->kept)", "held_without(held, VALUE_HAND[card])"
_NUMBERED = (Type.INT, Type.CARD, Type.SEAT, Type.SIDE)  # bindings that tell plays without cards apart


class ActionPrinter(PartPrinter):
    """Prints one action."""

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
        of_play = []
        for test in a.tests:
            for part in conjuncts(test.expr):
                level = min(self.hoister.level(part, Env()), PLAY)
                if level == PLAY:
                    of_play.append(part)
                else:
                    tests.setdefault(level, []).append(self._c(part, level))
        check = "" if a.parts else self._of_play(of_play)
        inner = self._play()
        for i in reversed(range(len(a.let))):
            level = FIRST_BINDING + i
            source = a.let[i][1]
            open_loop = self._loop(i, source, level)
            inner = open_loop + self._prelude(level, tests) + inner + "}\n"
        worth, where = self._worth_playing()
        inner = where + self._prelude(CARD, tests) + inner
        if a.parts:  # last: what they share with the loops is worked out there, the rest only where there are plays
            late = self.hoister.late = []
            check = self._of_play(of_play)
            inner = inner.replace(LATE, "\n".join(late))
        inner = self._cards(inner.replace(CHECK, check), worth)
        return self._prelude(STATE, tests, "return") + inner

    def _c(self, e: Expr, level: int) -> str:
        return self.p.c(e, Env("now", self.names, level))

    def _of_play(self, tests: list[Expr]) -> str:
        return "\n".join(f"if (!{self._c(test, PLAY)}) continue;" for test in tests)

    def _prelude(self, level: int, tests: dict[int, list[str]], leave: str = "continue") -> str:
        lines = self.hoister.lines.get(level, [])
        refuse = [f"if (!{t}) {leave};" for t in tests.get(level, [])]
        return "\n".join([*lines, *refuse, ""])

    def _worth_playing(self) -> tuple[int, str]:
        """The cards that can be played, as far as what they are decides; and a test for the rest of the condition."""
        a, p = self.action, self.p
        worth, where = -1, ""
        if a.played_where is not None:
            fixed = cards_to_play(p, a.played_where) if of_one_card(a) else None
            if fixed is None:
                where = f"if (!{self._c(a.played_where, CARD)}) continue;\n"
            else:
                worth &= fixed
        if a.let and of_one_card(a) and _is_value_of_card(a.let[0][1]):
            worth &= valued(p, "hand")
        return worth, where

    def _cards(self, inner: str, worth: int) -> str:
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
        if of_one_card(self.action):
            fixed = f" & {mask_literal(worth)}" if worth >= 0 else ""
            return (
                f"{self._held(inner)}for (Mask left = hand{fixed}; left;) {{\nint card = take_bit(&left);\n"
                "#if COPIES > 1\nif (as_faces(bit(card), hand) != bit(card)) continue;\n#endif\n"
                f"f->card = card; f->cards = bit(card); f->kept = hand & ~f->cards;\n"
                f"{inner.replace(_VALUES_KEPT, _VALUES_BUT_CARD)}}}\n"
            )
        return (
            f"for (int size = {played.least}; size <= {played.most}; size++) {{\n"
            "Combination chosen;\nfor (int more = combination_first(&chosen, hand, size); more; more = "
            "combination_next(&chosen)) {\n"
            "#if COPIES > 1\nif (as_faces(chosen.cards, hand) != chosen.cards) continue;\n#endif\n"
            "f->cards = chosen.cards; f->kept = hand & ~f->cards;\n"
            f"f->card = size == 1 ? lowest(f->cards) : NOTHING;\n{inner}}}\n}}\n"
        )

    def _held(self, inner: str) -> str:
        """The values of the hand, counted as far as two: without a card they need no loop over the others."""
        return "const Held held = held_in(x, VALUE_HAND, hand);\n" if _VALUES_KEPT in inner else ""

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
        text = self.reachable(i, self._c(source, level))
        return f"for ({unit} {rest} = {text}; {rest};) {{\nf->let[{i}] = {take}(&{rest});\n"

    # ---- one binding

    def _play(self) -> str:
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
        alone = not a.let and p.copies == 1 and sum(other.kind == a.kind for other in p.plan.actions) == 1
        again = f"const int again = {0 if alone else f'COPIES > 1 || met_before(x, {kind}, f)'};"
        add = (
            f"if (again) {{ Play play; play_of_frame(&play, f, {decision}); if (is_listed(x, S, &play)) "
            f"continue; }}\n{CHECK}\n"
            f"play_of_frame(new_play(x), f, {decision});\nif (x->index_on) index_new(x, S);\n"
        )
        if not a.parts:
            lines.append(again)
            lines.append("f->taken = 0; f->items = (Items){0, 0};")
            lines.append(f"do {{\n{add}}} while (0);")
        else:
            names = [f"c{number}" for number in range(len(a.parts))]
            tried = any(part.groups and part.target is None for part in a.parts)
            if not tried:
                lines += self._choices(names, level)
            lines += [again, LATE]
            if len(a.parts) == 1 and a.parts[0].quantity == "one" and p.copies == 1 and not tried:
                sets, skip = "c0.list", ""
                lines.append("const u32 from = c0.first, end = c0.first + c0.count;")
            else:
                sets = "x->sets"
                lines += self._unions(names, level if tried else None)
                grow = [n for n, part in zip(names, a.parts, strict=True) if part.quantity == "maximal"]
                skip = "".join(f"if (could_grow({n}, set)) continue;\n" for n in grow)
            at = f"{sets}->at" if sets == "c0.list" else f"{sets}.at"
            lines.append(
                f"for (u32 i = from; i < end; i++) {{\nconst Mask set = {at}[i];\n"
                f"if (!set) continue;\n{skip}f->taken = set; f->items = items_of(S, set);\n{add}}}"
            )
            lines.append("f->taken = 0; f->items = (Items){0, 0};")
        if not alone:
            lines.append(f"met_now(x, {kind}, f);")
        if a.to == "build":
            lines.append("f->value = 0;")
        return "\n".join(lines) + "\n"

    def _choices(self, names: list[str], level: int) -> list[str]:
        """The choices of each part, first of those without which there is no play: most bindings end there."""
        parts = list(zip(names, self.action.parts, strict=True))
        lines = ["x->choices.n = 0;"]
        for name, part in sorted(parts, key=lambda each: (each[1].quantity not in NEEDED, not each[1].groups)):
            lines.append(self.part(part, name, level))
            if part.quantity in NEEDED:
                empty = f" && !{name}.empty_fits" if part.quantity == "maybe" else ""
                lines.append(f"if (!{name}.count{empty}) continue;")
        lines.append(f"if (!({' | '.join(f'{name}.count' for name in names)})) continue;")
        return lines

    def _unions(self, names: list[str], level: int | None) -> list[str]:
        """Every union of what the parts take, once each; with a level the choices too, each when it is needed: trying
        all subsets can be too much, and is a fault only where it has to be done."""
        lines = ["unions_begin(x); u32 from = 0;"]
        if level is not None:
            lines.append("x->choices.n = 0;")
        for number, (name, part) in enumerate(zip(names, self.action.parts, strict=True)):
            if number:
                lines.append("if (from == x->sets.n) continue;")
            if level is not None:
                lines.append(self.part(part, name, level))
            lines.append(f"from = unions_extend(x, from, {name}, {QUANTITIES[part.quantity]});")
        lines.append("const u32 end = x->sets.n;")
        lines.append("if (end - from > MAX_PLAYS) fail(x, FAULT_PLAYS, 0, MAX_PLAYS);")
        if self.p.copies > 1:
            lines.append("sort_sets(x, S, from);")
        return lines


def _is_value_of_card(e: Expr) -> bool:
    """``value(card, hand)``: a card without a number has no bindings."""
    if not (isinstance(e, Call) and e.function == "value" and len(e.args) == 2):
        return False
    card, place = e.args
    return isinstance(card, Call) and card.function == "card" and isinstance(place, Literal) and place.value == "hand"
