"""EffectWords and the events that they follow, in sentences and lists."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from cassino_dsl.book.describe.condition_parts import is_name, literal_numbers, parts_of
from cassino_dsl.book.describe.english import (
    CARD,
    YOU,
    Thing,
    bold,
    first_up,
    joined,
    numeral,
    plain,
    sentence,
    set_off,
    spoken,
)
from cassino_dsl.book.describe.expression_patterns import like
from cassino_dsl.book.describe.phrases import Phrases
from cassino_dsl.book.describe.setup import is_dealt_once
from cassino_dsl.book.describe.table import one_of, several_of
from cassino_dsl.language.ruleset.expr import ELEMENT, Call, Expr, Literal, Type, children, conjuncts
from cassino_dsl.language.ruleset.model import Action, Effect, Event, Pattern, Ruleset
from cassino_dsl.language.ruleset.operators import MEMORIES, NEGATIVE, SET
from cassino_dsl.language.ruleset.within import reads_name
from cassino_dsl.language.ruleset.words import BEFORE

WHEN = {
    "layout dealt": "after the first deal of a round",
    "hands dealt": "whenever hands have been dealt",
    "captured": "when you capture",
    "built": "when you make or change a build",
    "trailed": "when you trail",
    "played": "after every play of yours",
    "passed": "when you pass",
    "turn over": "at the end of your turn",
    "deal over": "when all hands are empty",
    "round over": "",
    "round scored": "when all points of the round have been added",
    "score changed": "whenever a {side} is given points during play",
}
_PLAYS = frozenset({"captured", "built", "trailed", "played"})


class EffectWords:
    """Says what is done."""

    def __init__(self, say: Phrases) -> None:
        self.say = say

    def event(self, event: Event) -> list[str]:
        """What happens when: a sentence, or one with a list under it."""
        say, when = self.say, self._when_it_is(event)
        if event.on == "score changed":
            say = say.speaking_of(f"that {say.table.side}")
        if event.on in ("built", "played"):
            acting = [a for a in say.table.ruleset.actions if event.on == "played" or a.kind == "build"]
            say = say.of_plays(acting)
        effects = [e for e in event.effects if not say.table.is_told_by_name(e)]
        asked = list(conjuncts(event.when)) if event.when is not None else []
        while len(effects) == 1 and effects[0].op == "when" and effects[0].body and not effects[0].other:
            asked.append(effects[0].exprs[0])
            effects = list(effects[0].body)
        parts = [p for test in asked for p in parts_of(test)]
        if parts:
            now = [p for p in parts if event.on in _PLAYS and _asks_of_now(p)]
            ever = [p for p in parts if p not in now]
            told = [say.all_hold(ever)] if ever else []
            single = f"afterwards {set_off(say.clause(now[0]))}" if ever and len(now) == 1 else ""
            told += [single or f"afterwards {say.all_hold(now)}"] if now else []
            when = f"{when}, if {', and '.join(told)}" if when else f"if {', and '.join(told)}"
        return EffectWords(say).listed(when, effects)

    def _when_it_is(self, event: Event) -> str:
        """The moment of an event."""
        if event.row.name in ("layout dealt", "hands dealt") and is_dealt_once(self.say.table.ruleset):
            return "after the deal"
        return self.say.table.in_own_words(WHEN[event.on])

    def listed(self, when: str, effects: Sequence[Effect]) -> list[str]:
        """What is done then: in one sentence, or as a list."""
        if len(effects) == 1 and not _is_composed(effects[0]):
            return [sentence(f"{when}, {self.effect(effects[0])}" if when else self.effect(effects[0]))]
        steps = self.steps(effects, "")
        if not when and sum(line.startswith("*") for line in steps) == 1:
            return [steps[0].removeprefix("* "), *steps[1:]]
        return [f"{first_up(when)}:" if when else "", *self.steps(effects, "  ")]

    def steps(self, effects: Sequence[Effect], indent: str) -> list[str]:
        """Each effect as an item of a list, what it holds as a list within."""
        lines: list[str] = []
        for effect, alike in groupby(effects):
            more = len(list(alike)) - 1
            again = [f"{indent}* Then the same {_times(more)} more."] if more else []
            if not _is_composed(effect):
                lines += [f"{indent}* {sentence(self.effect(effect))}", *again]
                continue
            head, inner = self._head(effect)
            for begins, body in ((head, effect.body), ("otherwise", effect.other)):
                if len(body) == 1 and not _is_composed(body[0]):
                    lines.append(f"{indent}* {sentence(f'{begins}, {inner.effect(body[0])}')}")
                elif body:
                    lines += [f"{indent}* {first_up(begins)}:", *inner.steps(body, indent + "  ")]
            lines += again
        return lines

    def _head(self, effect: Effect) -> tuple[str, EffectWords]:
        """When, for what or how often something is done, and how its parts are said."""
        if effect.op == "when":
            return f"if {self.say.condition(effect.exprs[0], bool(effect.body))}", self
        if effect.op == "loop":
            test, most = effect.exprs
            return f"as long as {self.say.condition(test)}, but at most {self.say.number(most)} times", self
        source = effect.exprs[0]
        numbers = literal_numbers(source)
        if effect.op == "each" and numbers and not reads_name(effect.body, effect.name):
            return _times(len(numbers)), self
        called = self.say.called(effect.name, ELEMENT[source.type], (effect.body, effect.other))
        noun, inner = called.introduced(self.say.members(source), effect.name), EffectWords(called)
        drawn = f"chance draws one {noun.singular}; then"
        return drawn if effect.op == "pick" else f"for each {noun.singular}", inner

    def inline(self, effects: Sequence[Effect]) -> str:
        """Several effects in one sentence."""
        return "; ".join(self.effect(e) for e in effects)

    def effect(self, effect: Effect) -> str:
        """One effect, in a clause."""
        say = _SAID.get(effect.op)
        told = say(self, effect) if say is not None else None
        return told if told is not None else self._by_row(effect)

    def _by_row(self, effect: Effect) -> str:
        """By the phrase of its row."""
        row = effect.row
        exprs = [self._value(e) for e in effect.exprs]
        zone = self.zone(effect, effect.exprs[len(row.params) :]) if effect.zone else ""
        body, other = self._held(effect.body), self._held(effect.other)
        return row.phrase.format(*exprs, name=spoken(effect.name), zone=zone, body=body, other=other)

    def _held(self, effects: Sequence[Effect]) -> str:
        text = self.inline(effects)
        return f"({text})" if len(effects) > 1 or any(e.other for e in effects) else text

    def _value(self, expr: Expr) -> str:
        return self.say.operand(expr) if expr.type is Type.INT else self.say.thing(expr).text

    def zone(self, effect: Effect, owner: Sequence[Expr]) -> str:
        """Where an effect brings cards."""
        who = self.say.thing(owner[0]).text if owner else None
        return "the stock" if effect.op == "shuffle" and effect.zone == "stock" else self.say.zone(effect.zone, who)

    # ---- the shapes that rows say badly

    def _memory(self, effect: Effect) -> Thing:
        owner = self.say.thing(effect.exprs[0]) if len(effect.exprs) > 1 else None
        return self.say.table.kept(self.say.table.memory[effect.name], owner)

    def _assign(self, effect: Effect) -> str:
        value, memory = effect.exprs[-1], self.say.table.memory[effect.name]
        owner = f" for {self.say.thing(effect.exprs[0]).text}" if len(effect.exprs) > 1 else ""
        if memory.type is Type.BOOL and isinstance(value, Literal):
            who = self.say.thing(effect.exprs[0]) if len(effect.exprs) > 1 else Thing(f"the {memory.resets}")
            return who.does("is", f"{'now' if value.value else 'no longer'} marked “{spoken(effect.name)}”")
        none = (isinstance(value, Literal) and value.value is None) or like(value, ("set",)) is not None
        if memory.of != "build" and memory.type is not Type.INT and (none or memory.type not in ELEMENT):
            noted = f"noted as “{several_of(memory)}”{owner}"
            thing = self.say.thing(value)
            return thing.does("is", f"{noted} any more") if none else thing.does("is", f"now {noted}")
        return self._memory(effect).does("is", f"now {self._value(value)}")

    def _changed(self, effect: Effect) -> str:
        grows = effect.op == "increase"
        by, of = ("up by", "added to") if grows else ("down by", "taken out of")
        number, memory = effect.exprs[-1], self.say.table.memory[effect.name]
        one = one_of(memory)
        if number.type is not Type.INT:
            return self.say.thing(number).does("is", f"{of} {self._memory(effect).text}")
        if one and len(effect.exprs) > 1 and isinstance(number, Literal) and isinstance(number.value, int):
            who, many = self.say.thing(effect.exprs[0]), number.value != 1
            told = f"{numeral(number.value)} {several_of(memory) if many else one}"
            return who.does("counts", f"{told} more") if grows else who.does("loses", told)
        kept = self._memory(effect)
        amount = self.say.number(number) if isinstance(number, Literal) else self.say.operand(number)
        return kept.does("goes", f"{by} {amount}")

    def _award(self, effect: Effect) -> str:
        number, side = effect.exprs
        lost = like(number, ("negative", "?n")) if isinstance(number, Call) and number.row is NEGATIVE else None
        who, below = self.say.thing(side), isinstance(number, Literal) and int(number.value or 0) < 0
        if below and isinstance(number, Literal):
            return who.does("loses", self._points(replace(number, value=-int(number.value or 0)), effect))
        return who.does("loses" if lost else "scores", self._points(lost["?n"] if lost else number, effect))

    def _points(self, number: Expr, effect: Effect) -> str:
        table = self.say.table
        named = f" (*{plain(table.award_word(effect.name))}*)"
        if isinstance(number, Literal):
            shown = self.say.points(number)
            return f"{shown} point{'' if shown == '1' else 's'}{named}"
        return f"so many points: {self.say.points(number)}{named}"

    def _move(self, effect: Effect) -> str:
        zone = self.zone(effect, effect.exprs[1:])
        whole = effect.exprs[0]
        if isinstance(whole, Call) and len(whole.args) == 1 and whole.row is SET:
            return self.say.thing(whole.args[0]).does("goes", f"to {zone}")
        zone = zone.replace("a place", "places") if effect.zone == "anywhere" else zone  # one for each
        return self.say.whole(whole).does("goes", f"to {zone}")

    def _deal(self, effect: Effect) -> str:
        number = effect.exprs[0]
        known = number.value if isinstance(number, Literal) and isinstance(number.value, int) else None
        cards = "so many cards" if known is None else CARD.of(known)
        told = f": {self.say.number(number)}" if known is None else ""
        if effect.zone == "hand":
            who = self.say.thing(effect.exprs[1]) if len(effect.exprs) > 1 else Thing(YOU)
            return who.does("gets", f"{cards} from the stock{told}")
        return (
            f"{Thing(cards, known != 1).does('goes', f'from the stock to {self.zone(effect, effect.exprs[1:])}')}{told}"
        )

    def _ask(self, effect: Effect) -> str:
        assert effect.pattern is not None
        does = turn_text(effect.pattern, self.say.table.ruleset)
        asked = [a for step in steps_of(effect.pattern) for a in of_step(self.say.table.ruleset, step)]
        held = ", unless no card is left in the hand" if all(a.played.source == "hand" for a in asked) else ""
        return f"{self.say.thing(effect.exprs[0]).does('has to', 'do this')}{held}: {does}"

    def _who_does(self, effect: Effect) -> str:
        return self.say.thing(effect.exprs[0]).does(*_DOES[effect.op])

    def _when(self, effect: Effect) -> str:
        head, inner = self._head(effect)
        text = f"{head}, {inner._held(effect.body) if effect.body else self._held(effect.other)}"
        return f"{text}; otherwise {self._held(effect.other)}" if effect.body and effect.other else text

    def _each(self, effect: Effect) -> str:
        own = [e for e in effect.body if (e.op, e.zone) == ("deal", "hand") and is_name(e.exprs[-1], effect.name)]
        if len(own) == len(effect.body) == 1:
            each = f"each {self.say.members(effect.exprs[0]).singular}"
            return EffectWords(self.say.bound(effect.name, each)).effect(own[0])
        head, inner = self._head(effect)
        return f"{head}, {inner._held(effect.body)}"


_DOES = {"next": ("plays", "next"), "win": ("wins", "the match")}
_SAID = {
    "assign": EffectWords._assign,
    "increase": EffectWords._changed,
    "decrease": EffectWords._changed,
    "award": EffectWords._award,
    "move": EffectWords._move,
    "deal": EffectWords._deal,
    "ask": EffectWords._ask,
    "next": EffectWords._who_does,
    "win": EffectWords._who_does,
    "when": EffectWords._when,
    "each": EffectWords._each,
    "pick": EffectWords._each,
    "loop": EffectWords._each,
}


def _times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{numeral(number)} times")


def _is_composed(effect: Effect) -> bool:
    """Whether it holds several things to be done."""
    inner = (*effect.body, *effect.other)
    return len(inner) > 1 or any(map(_is_composed, inner))


def _asks_of_now(expr: Expr) -> bool:
    """Whether a condition asks for something that the play has changed, as it is now."""
    if isinstance(expr, Call) and (expr.row is BEFORE or like(expr, ("cards", ("taken",))) is not None):
        return False
    if isinstance(expr, Call) and expr.row.moved and expr.row not in MEMORIES and "taken" not in expr.row.reads:
        return True
    return any(_asks_of_now(e) for e in children(expr))


# ---- the pattern of a turn


def of_step(ruleset: Ruleset, step: str) -> list[Action]:
    return [a for a in ruleset.actions if a.step == step]


def steps_of(pattern: Pattern) -> list[str]:
    """The steps of a pattern, each once, in order."""
    found = [pattern.step] if pattern.op == "step" else [s for p in pattern.args for s in steps_of(p)]
    return list(dict.fromkeys(found))


_OFTEN = {"optional": "if you like, ", "repeat": "as often as you like, ", "repeat_some": "once or more often, "}


def turns_up(ruleset: Ruleset, step: str) -> bool:
    """Whether a step begins with a card that is turned up, whatever is done with it then."""
    return {a.played.source for a in of_step(ruleset, step)} == {"stock"}


def turn_text(pattern: Pattern, ruleset: Ruleset) -> str:
    """What is done in a turn: `if you like, Pluck; then one of Capture, Build or Trail`."""
    if pattern.op == "step":
        names = [bold(a.name) for a in of_step(ruleset, pattern.step)]
        text = f"one of {joined(names, 'or')}" if len(names) > 1 else names[0] if names else "nothing"
        return f"turn up the top card of the stock, and with it {text}" if turns_up(ruleset, pattern.step) else text
    parts = [turn_text(p, ruleset) for p in pattern.args]
    told = [f"({t})" if p.op in ("then", "either") else t for t, p in zip(parts, pattern.args, strict=True)]
    if pattern.op == "then":
        return "; then ".join(told)
    if pattern.op == "either":
        return f"either {', or else '.join(told)}"
    inner = pattern.args[0]
    return _OFTEN[pattern.op] + (
        " and then ".join(turn_text(p, ruleset) for p in inner.args) if inner.op == "then" else told[0]
    )
