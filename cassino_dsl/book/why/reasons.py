"""How plays, and the facts that refuse them, are said at the table.

Cards are written as on the command line (`9s`), a build as `the build of 8`, the player who is to move is `you`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial

from cassino_dsl.book.describe.clauses_in_force import resolved
from cassino_dsl.book.describe.condition_parts import PLAYED, literal_numbers
from cassino_dsl.book.describe.english import joined, ranges, title_of
from cassino_dsl.book.describe.expression_patterns import like
from cassino_dsl.book.describe.fixed_words import MOMENTS
from cassino_dsl.book.describe.phrases import Phrases
from cassino_dsl.book.describe.shapes import phrases_of
from cassino_dsl.book.describe.table import TableFacts
from cassino_dsl.book.why.observe import Core, Observer
from cassino_dsl.engine.reference.functions import item_numbers
from cassino_dsl.engine.reference.numbers import bits
from cassino_dsl.engine.reference.play import Frame, Play
from cassino_dsl.engine.reference.state import Build, Item
from cassino_dsl.engine.reference.text import WrittenPlay, written
from cassino_dsl.language.ruleset.expr import Call, Expr, Literal, Type
from cassino_dsl.language.ruleset.model import Action, Ruleset
from cassino_dsl.language.ruleset.operators import IN, MEMORIES
from cassino_dsl.language.ruleset.words import TOTAL

# of a comparison that fails: how the number stands to the other
_SIGNS = {
    "=": "not {}",
    "in": "not {}",
    "<": "not less than {}",
    "<=": "more than {}",
    ">": "not more than {}",
    ">=": "less than {}",
}
# … and how one rank stands to another
_RANKED = {
    "=": "not of the rank of",
    "<": "not lower than",
    "<=": "higher than",
    ">": "not higher than",
    ">=": "lower than",
}
_ORDERS = (("rank_number", ("rank", "?c")), ("or_else", ("rank_number", ("rank", "?c")), "?n"))  # where a rank stands
SUM = ("in", "?n", ("total", "?g"))  # the shape of a condition on what a group adds up to


@dataclass(frozen=True, slots=True)
class Told:
    """A play as it is told: the cards played, what is taken (each item by its name), the value announced (or what is
    chosen), and of plays that are neither capture, build nor trail the name of the action. ``raised``: the builds in
    it that get another value."""

    kind: str
    cards: tuple[str, ...]
    items: tuple[str, ...]
    value: int | str | None
    name: str
    raised: tuple[str, ...]

    def may(self, no: bool = False) -> str:
        """`9s may take Ac and the build of 8`; ``no``: that it may not."""
        does, may = self.does(), "may not" if no else "may"
        if does:
            return f"{joined(self.cards) or 'you'} {may} {does}"
        with_cards = f" with {joined(self.cards)}" if self.cards else ""
        taking = f", taking {joined(self.items)}" if self.items else ""
        return f"you {may} choose “{title_of(self.name)}{f' {self.value}' if self.value else ''}”{with_cards}{taking}"

    def does(self) -> str:
        """What the card does: `take Ac`, `be trailed`. Nothing where a play is known by the name of its action."""
        items = joined(self.items)
        if self.kind == "build" and self.raised:
            others = joined([item for item in self.items if item not in self.raised])
            return f"make {joined(self.raised)} a build of {self.value}{f' with {others}' if others else ''}"
        built = f"build {self.value}{f' with {items}' if items else ''}"
        taken = f"take {items}" if items else "capture"
        return {"capture": taken, "build": built, "trail": "be trailed"}.get(self.kind, "")


def quoted(names: Iterable[str]) -> str:
    """The names of actions of which one is meant."""
    return joined([f"“{title_of(a)}”" for a in names], "or")


class Speaker:
    """Says what is of one position."""

    def __init__(self, observer: Observer) -> None:
        self.observer = observer

    @cached_property
    def ruleset(self) -> Ruleset:
        """What is in force at this table."""
        return resolved(self.observer.plan.ruleset)

    @cached_property
    def phrases(self) -> Phrases:
        return phrases_of(TableFacts(self.ruleset))

    def named(self, names: Mapping[str, str]) -> Phrases:
        """The phrases where bound names stand for what they are in the play."""
        say = self.phrases
        for name, phrase in names.items():
            say = say.bound(name, phrase)
        return say

    def resolved(self, action: Action) -> Action:
        """An action with its terms written out; one that options have turned off, as it stands."""
        return next((a for a in self.ruleset.actions if a.name == action.name), action)

    # ---- plays

    def items(self, items: Iterable[Item]) -> tuple[str, ...]:
        return tuple(self.observer.told(i, Type.ITEM) for i in items)

    def written(self, play: WrittenPlay, cards: Sequence[int], items: Sequence[Item]) -> Told:
        """A play as it was written; ``cards`` and ``items`` are those that it names."""
        raised = self.items(item for item in items if isinstance(item, Build) and item.value != play.value)
        ruleset = self.observer.plan.ruleset
        chosen = ruleset.pack.rank_word(play.chosen) if ruleset.tells.get(play.name) is Type.RANK else play.chosen
        return Told(play.kind, self.items(cards), self.items(items), chosen or play.value, play.name, raised)

    def play(self, play: Play) -> Told:
        return self.written(written(self.observer.tables, play), play.cards, play.items)

    # ---- facts

    def because(self, expr: Expr, f: Frame) -> str:
        """Why a condition of the file does not hold: what decides it, as a clause."""
        facts = dict.fromkeys(self._fact(core, f) for core in self.observer.cores(expr, False, f))
        # of a set that has been told, what it holds has been told as well
        return ", and ".join(
            re.sub(r"^(.+) is in (.*\1.*)$", r"\1 is one of them", fact) if n else fact for n, fact in enumerate(facts)
        )

    def not_in(self, value: int, source: Expr, f: Frame) -> str:
        """Why a number is none of a set; nothing where the set is the same in every position."""
        asked = Call(Type.BOOL, IN, (Literal(Type.INT, value, source.span), source), source.span)
        return "" if isinstance(self.observer.in_force(asked), Literal) else self.because(asked, f)

    def _fact(self, core: Core, f: Frame) -> str:
        say, expr = self.named(core.names), core.expr
        own = like(expr, ("=", "?c", "?one")) if core.holds else None
        if own and own["?one"].type is Type.CARD and getattr(own["?c"], "name", "") == PLAYED:
            return f"that is not for {say.thing(own['?one']).text}"
        group = None if core.holds else like(expr, SUM)
        if group is not None and group["?g"].type is not Type.CARD:
            return self._sum(group["?n"], group["?g"], f)
        built = like(expr, ("=", ("value", "?b"), "?v")) if core.holds else None
        if built is not None and built["?b"].type is Type.BUILD:
            return f"{say.thing(built['?b']).text} is there already"
        uncounted = None if core.holds else like(expr, (">", ("count", ("value", "?c", "?place")), 0))
        if uncounted is not None:
            return f"{say.thing(uncounted['?c']).text} counts for no number"
        kept = None if core.holds or core.left is None else like(expr, ("in", ("value", "?b"), "?numbers"))
        if isinstance(expr, Call) and kept is not None and kept["?b"].type is Type.BUILD:  # for people it is its number
            expr = replace(expr, args=(Literal(Type.INT, core.left, expr.span), kept["?numbers"]))
        text = _compared(core, say) or say.condition(expr, core.holds)
        spoken_of = isinstance(expr, Call) and expr.row in MOMENTS
        return text if core.moment is None or spoken_of else f"{MOMENTS[core.moment]} {text}"

    def _sum(self, wanted: Expr, group: Expr, f: Frame) -> str:
        """What a group adds up to instead; with the card played, where its value is taken off the total."""
        value, f.names = self.observer.value, {**f.names, PLAYED: f.card}
        items, number = list(value(group, f)), value(wanted, f)
        told, made = list(self.items(items)), bits(value(Call(Type.VALUES, TOTAL, (group,), wanted.span), f))
        uncounted = self.items(i for i in items if not item_numbers(self.observer.tables, f, i))
        if uncounted:
            return f"{joined(uncounted)} {'counts' if len(uncounted) == 1 else 'count'} for no number in a sum"
        minus = like(wanted, ("-", "?v", "?w"))
        if minus is not None and f.card is not None:
            less = value(minus["?w"], f)
            told, made, number = [*told, *self.items(f.cards)], [n + less for n in made or [0]], number + less
        return f"{joined(told)} {'counts' if len(told) == 1 else 'make'} {ranges(made)}, not {number}"


def _compared(core: Core, say: Phrases) -> str:
    """A number that is another than it has to be."""
    expr = core.expr
    if core.left is None or core.holds or not isinstance(expr, Call):
        return ""
    left, right = expr.args
    numbers, wanted = literal_numbers(right), _SIGNS.get(expr.row.sign)
    ranks = [found["?c"] for side in expr.args for found in map(partial(like, side), _ORDERS) if found is not None]
    if len(ranks) > 1:
        stands = say.table.in_own_words(_RANKED[expr.row.sign])
        return f"{say.thing(ranks[0]).text} is {stands} {say.thing(ranks[-1]).text}"
    if wanted is None or isinstance(left, Literal):
        return ""
    if like(right, 0) is not None:  # of things that are counted it is said that there are none
        counts = isinstance(left, Call) and left.row in MEMORIES and core.left == 0
        return f"{say.number(left)} is 0" if counts else ""
    of_one = like(left, ("count", ("cards", "?i"))) if core.left == 1 else None
    told = f"{say.thing(of_one['?i']).text} is one card" if of_one and of_one["?i"].type is Type.ITEM else ""
    known = say.number(left) == str(core.left)  # a number that is said already
    told = told or say.number(left) + ("" if known else f" is {core.left}")
    among = ranges(numbers, "or") if numbers else ""
    other = among if expr.row.sign == "in" else say.number(right)
    if known and core.right is not None and other != str(core.right):
        other = f"{core.right}, {other}"
    return f"{told}{' is ' if known else ', '}{wanted.format(other)}" if other else ""
