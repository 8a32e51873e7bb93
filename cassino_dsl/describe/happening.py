"""Effects, and the events that they follow, in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cassino_dsl.describe.clauses import literal_numbers, row_of
from cassino_dsl.describe.deals import is_dealt_once
from cassino_dsl.describe.english import YOU, joined, numeral, sentence, spoken, title, verb, whose
from cassino_dsl.describe.fits import BUILT
from cassino_dsl.describe.numbers import TWINS, twins
from cassino_dsl.describe.pattern import like, reads
from cassino_dsl.describe.phrases import Phrases
from cassino_dsl.describe.remembered import is_role, noted_as, one_of, several_of, span_of
from cassino_dsl.describe.resolved import mentions
from cassino_dsl.describe.turns import of_step, turn_text
from cassino_dsl.describe.zones import zone_called
from cassino_dsl.ruleset.expr import Call, Expr, Literal, Name, Type, all_of, children
from cassino_dsl.ruleset.model import Effect, Event, Pattern
from cassino_dsl.ruleset.operators import AND, IF, MEMORIES, NEGATIVE, OR
from cassino_dsl.ruleset.words import BEFORE, ME

_WHEN = {
    "layout dealt": "After the first deal",
    "hands dealt": "Whenever hands have been dealt",
    "captured": "When you capture",
    "built": "When you make or change a build",
    "trailed": "When you trail a card",
    "played": "After every play of yours",
    "passed": "When you pass",
    "turn over": "At the end of your turn",
    "deal over": "When all hands are empty",
    "round over": "",  # what is said of it stands where the end of a round is told
    "round scored": "When all points of the round have been added",
    "score changed": "Whenever a {side} is given points during play",
}
_LONG = 20  # words that no comma can hold together with what stands before them
_WHO = frozenset({Type.SEAT, Type.SIDE})


def _of_now(expr: Expr) -> bool:
    """Whether a condition asks for something that the play has changed, as it is now."""
    if isinstance(expr, Call) and (expr.row is BEFORE or like(expr, ("cards", ("taken",))) is not None):
        return False
    lies = isinstance(expr, Call) and expr.row.moved and expr.row not in MEMORIES
    return lies or any(_of_now(e) for e in children(expr))


def _of_actions(event: Event) -> tuple[list[object], Expr | None]:
    """The actions after which alone an event on any play happens, and what else is asked; none where it is any."""
    if event.on != "played" or event.when is None:
        return [], event.when
    first, *rest = row_of(event.when, AND)
    named = [(like(part, ("=", ("action",), "?a")) or {}).get("?a") for part in row_of(first, OR)]
    if not all(isinstance(name, Literal) for name in named):
        return [], event.when
    names: list[object] = [name.value for name in named if isinstance(name, Literal)]
    return names, all_of(rest, first.span) if rest else None


def _speaks_of(effect: Effect, name: str) -> bool:
    return any(reads(e, name) for e in effect.exprs) or any(_speaks_of(e, name) for e in (*effect.body, *effect.other))


def _is_composed(effect: Effect) -> bool:
    """Whether it holds several things to be done."""
    inner = (*effect.body, *effect.other)
    return effect.op != "perform" and (
        len(effect.body) > 1 or bool(effect.body and effect.other) or any(map(_is_composed, inner))
    )


def _also(when: str, asked: str) -> str:
    """A moment with what has to be so besides."""
    if not when:
        return f"if {asked}"
    if when == _WHEN["layout dealt"]:
        return f"If, after the first deal, {asked}"
    plain = not any(word in f" {asked}" for word in (" or ", " if ", ",", ";", ":", " such that ", " for every "))
    return f"{when} and {asked}" if plain and when.startswith("When") else f"{when}, if {asked}"


def _after_comma(when: str, further: str) -> str:
    return f"{when}, {further}" if when else further


def _lost(points: Expr) -> Expr | None:
    """How many points are lost, where in one case or other that many are, and in none any are won."""
    if isinstance(points, Literal) and isinstance(points.value, int):
        return replace(points, value=-points.value) if points.value <= 0 else None
    if isinstance(points, Call) and points.row is IF:
        then, other = map(_lost, points.args[1:])
        return replace(points, args=(points.args[0], then, other)) if then is not None and other is not None else None
    return None


class Happening:
    """Says what follows what."""

    def __init__(self, say: Phrases) -> None:
        self.say = say

    def event(self, event: Event) -> list[str]:
        """What happens, in a sentence, or in a list under it; notes of what it means behind it."""
        say = self.say
        when = _WHEN.get(event.on, f"On the event {event.on}").replace("{side}", say.table.side)
        if event.on == "hands dealt" and is_dealt_once(say.table.ruleset):
            when = "When the hands have been dealt"
        if event.on == "score changed":
            say = say.speaking_of(f"that {say.table.side}")
        if event.on == "built":
            say = say.bound(BUILT, "a build")
        effects = [e for e in event.effects if not say.table.says_by_its_word(event, e)]
        actions, rest = _of_actions(event)
        if actions:
            chosen = joined([f"“{title(str(name))}”" for name in actions], "or")
            when, event = f"When you have chosen {chosen}", replace(event, when=rest)
        if event.when is not None and len(effects) == 1 and self._one_for_whom(event.when, effects):
            effects = [replace(effects[0], op="when", exprs=(event.when,), body=(effects[0],), other=())]
        elif event.when is not None and not self._is_needless(event.when, effects):
            after = " afterwards" if event.row.offers in ("done", "built") and _of_now(event.when) else ""
            when = _also(when, f"{after.strip()} {say.condition(event.when)}".strip())
            when = when.replace("you capture and afterwards the table is", "your capture leaves the table")
        lines = Happening(say).listed(when, effects)
        if self._is_cleared_at_any_time(event):
            lines[-1] += " This holds for the last card of a round, too."
        return lines

    def _is_cleared_at_any_time(self, event: Event) -> bool:
        """Whether nothing is asked of a capture but that it empties the table: then one asks if the last one counts."""
        counted = {e.name for e in event.effects if e.op == "increase"}
        written = (e for e in self.say.table.ruleset.effects() if e.row.remembers and e.name in counted)
        others = [e for e in written if e.op != "increase"]
        empty = event.when is not None and like(event.when, ("=", ("count", ("table",)), 0)) is not None
        return event.on == "captured" and empty and bool(counted) and not others

    def _is_needless(self, asked: Expr, effects: Sequence[Effect]) -> bool:
        """That there is one of those for which something is done, or to whom, need not be said besides."""
        said = self.say.condition(asked)
        some = like(asked, (">", ("count", "?set"), 0)) or like(asked, ("not", ("=", ("count", "?set"), 0)))
        if some and all(e.op == "move" and e.exprs[0] == some["?set"] for e in effects):
            return True
        return all(e.op == "each" and said == f"there is {self.say.members(e.exprs[0]).a}" for e in effects)

    def _one_for_whom(self, asked: Expr, effects: Sequence[Effect]) -> Call | None:
        """The one for whom all is done, where no more is asked than that there is one."""
        one = (like(asked, ("known", "?m")) or {}).get("?m")
        if not (isinstance(one, Call) and one.row in MEMORIES):
            return None
        return one if all(mentions(e.exprs, lambda call: call == one) for e in effects) else None

    def listed(self, when: str, effects: Sequence[Effect], indent: str = "  ") -> list[str]:
        """What is done then: in one sentence, or as a list."""
        inner = self
        while len(effects) == 1 and _is_composed(effects[0]) and not (effects[0].body and effects[0].other):
            head, inner = inner._head(effects[0])
            when, effects = _after_comma(when, head), effects[0].body or effects[0].other
        if len(effects) == 1 and not _is_composed(effects[0]):
            done = inner.effects(effects)
            short = len(done.split()) < _LONG and not any(mark in when for mark in (",", ":", " if "))
            stop = "," if short and not effects[0].body else ":"
            lines = [sentence(f"{when}{stop} {done}" if when else done)]
        else:
            lines = [f"{sentence(when or 'This is done')[:-1]}:", *inner.steps(effects, indent)]
        note = self.say.noted()
        if note:
            lines[-1] += f" {note}"
        return lines

    def steps(self, effects: Sequence[Effect], indent: str) -> list[str]:
        """Each effect as an item of a list, what it holds as a list within."""
        lines: list[str] = []
        for effect in effects:
            if not _is_composed(effect):
                lines.append(f"{indent}* {sentence(self.effect(effect))}")
                continue
            head, inner = self._head(effect)
            lines += inner._branch(head, effect.body or effect.other, indent)
            if effect.body and effect.other:
                lines += inner._branch("otherwise", effect.other, indent)
        return lines

    def _branch(self, head: str, effects: Sequence[Effect], indent: str) -> list[str]:
        if len(effects) == 1 and not _is_composed(effects[0]):
            return [f"{indent}* {sentence(f'{head}, {self.effect(effects[0])}')}"]
        if len(effects) == 1 and not (effects[0].body and effects[0].other):
            further, inner = self._head(effects[0])
            return inner._branch(f"{head}, {further}", effects[0].body or effects[0].other, indent)
        return [f"{indent}* {sentence(head)[:-1]}:", *self.steps(effects, indent + "  ")]

    def _head(self, effect: Effect) -> tuple[str, Happening]:
        """When, for what or how often something is done, and how its parts are said."""
        if effect.op == "when":
            return f"if {self.say.condition(effect.exprs[0], bool(effect.body))}", self
        noun = self.say.members(effect.exprs[0])
        numbers = literal_numbers(effect.exprs[0])
        if effect.op == "each" and numbers and not any(_speaks_of(e, effect.name) for e in effect.body):
            return f"{numeral(len(numbers))} times over", self
        if noun.one.startswith("number among"):
            inner = Happening(self.say.bound(effect.name, "that number"))
        else:
            inner = Happening(self.say.called(effect.name, noun))
        if effect.op == "pick":
            return f"chance draws one {noun.singular}, and then", inner
        return f"for each {noun.singular}", inner

    def effects(self, effects: Sequence[Effect]) -> str:
        nested = any(e.body or e.other for e in effects[:-1])  # what follows is no part of what is for each, or if
        return ("; and " if nested else ", and ").join(self.effect(e) for e in effects)

    def _several(self, effects: Sequence[Effect]) -> str:
        text = self.effects(effects)
        return f"({text})" if len(effects) > 1 or (effects and effects[0].op == "when" and effects[0].other) else text

    def effect(self, effect: Effect) -> str:
        return getattr(self, f"_{effect.op}", self._other)(effect)

    # ---- what is remembered

    def _memory(self, effect: Effect) -> str:
        memory = self.say.table.memory[effect.name]
        return noted_as(memory, self.say.thing(effect.exprs[0]) if len(effect.exprs) > 1 else "")

    def _value(self, expr: Expr) -> str:
        return self.say.number(expr) if expr.type is Type.INT else self.say.thing(expr)

    def _assign(self, effect: Effect) -> str:
        value = effect.exprs[-1]
        if effect.name in self.say.table.lately:
            done = self.say.table.lately[effect.name]
            return f"{verb(self.say.thing(value), 'counts')} from now on as the player who {done} last"
        memory = self.say.table.memory.get(effect.name)
        if memory is not None and memory.type is Type.BOOL and isinstance(value, Literal):
            who = self.say.thing(effect.exprs[0]) if len(effect.exprs) > 1 else span_of(memory)
            return f"{verb(who, 'is')} {'now' if value.value else 'no longer'} marked “{spoken(effect.name)}”"
        nobody = isinstance(value, Literal) and value.value is None
        if memory is not None and memory.type in _WHO and len(effect.exprs) == 1 and not is_role(memory):
            who = "nobody is" if nobody else verb(self.say.thing(value), "is")
            return f"from now on {who} noted as “{spoken(effect.name)}”"
        if nobody and memory is not None and memory.type in _WHO:
            return f"{self._memory(effect)} is nobody from now on"
        if isinstance(value, Literal) and value.value is None:
            return f"{self._memory(effect)} is forgotten"
        many = memory is not None and memory.type is Type.INT and self._is_of_many(effect)
        return f"{self._memory(effect)} {'become' if many else 'becomes'} {self._value(value)}"

    def _increase(self, effect: Effect) -> str:
        found = like(effect.exprs[-1], TWINS)
        told = twins(self.say, found) if found is not None else None
        if told is not None:
            return f"for every two {told[0]}, {self._memory(effect)} {self._goes(effect)} up by {told[1]}"
        return self._counted(effect, "") or (
            f"{self._memory(effect)} {self._goes(effect)} up by {self._value(effect.exprs[-1])}"
            if effect.exprs[-1].type is Type.INT
            else f"{self._value(effect.exprs[-1])} is added to {self._memory(effect)}"
        )

    def _decrease(self, effect: Effect) -> str:
        return self._counted(effect, "less") or (
            f"{self._memory(effect)} {self._goes(effect)} down by {self._value(effect.exprs[-1])}"
            if effect.exprs[-1].type is Type.INT
            else f"{self._value(effect.exprs[-1])} is taken out of {self._memory(effect)}"
        )

    def _goes(self, effect: Effect) -> str:
        return "go" if self._is_of_many(effect) else "goes"

    def _is_of_many(self, effect: Effect) -> bool:
        """Whether what is remembered is called as several things are."""
        return effect.name.endswith("s") or self.say.table.memory[effect.name].called is not None

    def _counted(self, effect: Effect, way: str) -> str:
        """Of a count of somebody's that changes by a number that is written out: `you count one sweep more`."""
        number, one = effect.exprs[-1], one_of(self.say.table.memory[effect.name])
        if not one or len(effect.exprs) < 2:
            return ""
        besides = ""
        if isinstance(number, Call) and number.row is IF and isinstance(number.args[1], Literal):
            besides = f" ({self.say.number(number.args[1])} if {self.say.condition(number.args[0])})"
            number = number.args[2]
        if not (isinstance(number, Literal) and isinstance(number.value, int)):
            return ""
        what = one if number.value == 1 else several_of(self.say.table.memory[effect.name])
        less = f" {way}" if way else ""
        return f"{verb(self.say.thing(effect.exprs[0]), 'counts')} {numeral(number.value)} {what}{less}{besides}"

    # ---- points and cards

    def _award(self, effect: Effect) -> str:
        points, side = effect.exprs
        known = effect.name in ("", *self.say.table.of_events)
        who, reason = self.say.thing(side), "" if known else f" ({spoken(effect.name)})"
        does, n = "scores", self.say.number(points)  # also `1.5`, where points are counted in halves
        if isinstance(points, Literal) and n.startswith("-"):
            does, n = "loses", n.removeprefix("-")
        elif isinstance(points, Call) and (lost := _lost(points)) is not None:
            does, n = "loses", self.say.number(lost)
        elif isinstance(points, Call) and points.row is NEGATIVE:
            does, n = "loses", self.say.number(points.args[0])
        count, bracket, rest = n.partition(" (")
        if count.replace(".", "").isdigit():  # `2 (3 if that player is the dealer)`
            return f"{verb(who, does)} {count} point{'' if count == '1' else 's'}{bracket}{rest}{reason}"
        return f"{verb(who, does)} as many points as this{reason}: {n}"

    def zone(self, effect: Effect, owner: Sequence[Expr]) -> str:
        """Where cards go."""
        if effect.zone in ("pile", "hand") and not owner:
            return whose(self.say.us or YOU, effect.zone)
        return zone_called(effect.zone, self.say.thing(owner[0]) if owner else None)

    def _move(self, effect: Effect) -> str:
        items, *owner = effect.exprs
        return f"{verb(self.say.all_of(items), 'goes')} to {self.zone(effect, owner)}"

    def _deal(self, effect: Effect) -> str:
        number, *owner = effect.exprs
        if isinstance(number, Literal) and isinstance(number.value, int):
            n = number.value
            cards = f"{numeral(n)} card{'' if n == 1 else 's'}"
        else:
            n, cards = 2, f"so many cards ({self.say.number(number)})"
        return f"{cards} from the stock {'goes' if n == 1 else 'go'} to {self.zone(effect, owner)}"

    # ---- the course

    def _ask(self, effect: Effect) -> str:
        assert effect.pattern is not None
        whom = effect.exprs[0]
        if whom.type is Type.SEATS:
            who = f"each {self.say.members(whom).singular}, one after the other,"
        else:
            who = self.say.thing(whom)
        does = turn_text(effect.pattern, self.say.table.ruleset)
        if does.startswith("one of "):
            of = does.removeprefix("one of ")
            return f"{verb(who, 'chooses')} {of} next{self._if_possible(effect.pattern)}"
        return f"{verb(who, 'does')} this next{self._if_possible(effect.pattern)}: {does}"

    def _if_possible(self, pattern: Pattern) -> str:
        """Nothing, where there is something that can always be done."""
        actions = of_step(self.say.table.ruleset, pattern.step) if pattern.op == "step" else []
        always = any(a.played.source == "none" and not (a.take or a.let or a.when) for a in actions)
        return "" if always else ", if possible"

    def _next(self, effect: Effect) -> str:
        if isinstance(effect.exprs[0], Call) and effect.exprs[0].row is ME:
            return "it is your turn again"
        return f"{verb(self.say.thing(effect.exprs[0]), 'plays')} next"

    def _win(self, effect: Effect) -> str:
        side = effect.exprs[0]
        there = " (if there is one)" if side.maybe else ""
        return f"{verb(self.say.thing(side), 'wins')} the match{there}"

    def _when(self, effect: Effect) -> str:
        test = effect.exprs[0]
        if not effect.body:
            return f"if {self.say.condition(test, False)}, {self._several(effect.other)}"
        one = None if effect.other else self._one_for_whom(test, effect.body)
        if one is not None:  # who did something last need not be there: then nothing is left to be done
            done = self.say.table.lately.get(one.name)
            moved = all(e.op == "move" for e in effect.body)
            there = " (if there is one)" if not done else f" (if nobody has {done}, to nobody)" if moved else ""
            return f"{self._several(effect.body)}{there}"
        text = f"if {self.say.condition(test)}, {self._several(effect.body)}"
        return f"{text}; otherwise {self._several(effect.other)}" if effect.other else text

    def _each(self, effect: Effect) -> str:
        if (role := self._lost(effect)) is not None:
            return f"each {self.say.members(effect.exprs[0]).singular} loses its {role}"
        head, inner = self._head(effect)
        return f"{head}, {inner._several(effect.body)}"

    def _lost(self, effect: Effect) -> str | None:
        """What each of some builds is left without, where that is all that is done."""
        done = effect.body[0] if len(effect.body) == 1 else effect
        memory = self.say.table.memory.get(done.name) if done.op == "assign" else None
        if memory is None or not is_role(memory) or len(done.exprs) != 2:
            return None
        whose, value = done.exprs
        own = isinstance(whose, Name) and whose.name == effect.name
        return spoken(memory.name) if own and isinstance(value, Literal) and value.value is None else None

    def _pick(self, effect: Effect) -> str:
        head, inner = self._head(effect)
        return f"{head} {inner._several(effect.body)}"

    def _perform(self, effect: Effect) -> str:
        """A named effect that is a word of the game."""
        given = joined([self._value(e) for e in effect.exprs])
        return f"“{spoken(effect.name)}” follows{f', with {given}' if given else ''}"

    def _shuffle(self, effect: Effect) -> str:
        zone = "the stock" if effect.zone == "stock" else self.zone(effect, effect.exprs)
        return f"{zone} {'are' if effect.zone == 'aside' else 'is'} shuffled"

    def _other(self, effect: Effect) -> str:
        """By the phrase of its row."""
        row = effect.row
        exprs = [self._value(e) for e in effect.exprs]
        zone = self.zone(effect, effect.exprs[len(row.params) :]) if effect.zone else ""
        body, other = self._several(effect.body), self._several(effect.other)
        return row.phrase.format(*exprs, name=spoken(effect.name), zone=zone, body=body, other=other)
