"""Clauses in words, for people: what stands on either side of the arrow of a change."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import TypeVar

from cassino_dsl.ruleset.clause_text import print_effect, print_part, print_pattern, print_played, print_zone
from cassino_dsl.ruleset.expr import Call, Expr, Literal, Type, print_expr, with_children
from cassino_dsl.ruleset.model import (
    Action,
    Award,
    Effect,
    Event,
    Memory,
    Part,
    Pattern,
    Played,
    Preference,
    Rule,
    Ruleset,
    Zone,
)
from cassino_dsl.ruleset.simplify import Facts, simplify
from cassino_dsl.ruleset.unfold import Unfolder, term_table
from cassino_dsl.ruleset.within import mapped

C = TypeVar("C")
RESETS = {"match": "kept for the match", "round": "anew each round", "deal": "anew each deal", "turn": "anew each turn"}


class ClausePhrases:
    """The clauses of one ruleset in words; ``unfold``: with the bodies of terms and named effects instead of
    their names, for two clauses that differ only in what one of these means."""

    def __init__(self, ruleset: Ruleset, unfold: bool = False) -> None:
        self.ruleset = ruleset
        self.unfolder = Unfolder(term_table(ruleset.terms)) if unfold else None
        self.suits = {s.letter: s.name for s in ruleset.pack.suits}

    def expr(self, expr: Expr | None) -> str:
        """The canonical text of an expression, options replaced by their values."""
        return "" if expr is None else _readable(print_expr(self._shown(expr)))

    def _shown(self, clause: C) -> C:
        """A clause, or an expression, with its expressions as they are to be read."""
        facts = Facts(self.ruleset.pack, options=self.ruleset.chosen)
        unfold = self.unfolder.expr if self.unfolder is not None else lambda e: e
        return mapped(clause, lambda e: self._plain(simplify(unfold(e), facts)))

    def _plain(self, expr: Expr) -> Expr:
        """Suits by name, as one writes them."""
        if isinstance(expr, Literal) and expr.type is Type.SUIT:
            return replace(expr, value=self.suits.get(str(expr.value), expr.value))
        return with_children(expr, self._plain)

    # ---- what may be played

    def played(self, played: Played) -> str:
        return _readable(print_played(self._shown(played)))

    def part(self, part: Part) -> str:
        return _readable(print_part(self._shown(part)))

    def target(self, action: Action) -> str:
        return _readable(print_zone(action.to, self._shown(action.to_arg))) if action.to else "nowhere"

    def action(self, action: Action) -> str:
        """A whole action in one line."""
        lets = "".join(f", {b.name} in {self.expr(b.source)}" for b in action.let)
        takes = " and ".join(self.part(p) for p in action.take)
        when = f", when {self.expr(action.when)}" if action.when is not None else ""
        does = f"; {self.effects(action.effects)}" if action.effects else ""
        taking = f" takes {takes}" if takes else ""
        to = f", to {self.target(action)}" if action.to else ""
        return f"{self.played(action.played)}{lets}{taking}{to}{when}{does}"

    def rule(self, rule: Rule) -> str:
        price = f", or else {self.effects(rule.price)}" if rule.price else ""
        return self.expr(rule.must) + price

    def preference(self, preference: Preference) -> str:
        per = ", card by card" if preference.per_card else ""
        if preference.prefer is not None:
            over = self.expr(preference.over) if preference.over is not None else "any other play"
            return f"prefer {self.expr(preference.prefer)} over {over}{per}"
        among = f" among {self.expr(preference.among)}" if preference.among is not None else ""
        return f"{'most' if preference.highest else 'least'} {self.expr(preference.number)}{among}{per}"

    def pattern(self, pattern: Pattern) -> str:
        return print_pattern(pattern)

    # ---- what follows

    def effects(self, effects: Iterable[Effect]) -> str:
        if self.unfolder is not None:
            effects = map(self.unfolder.effect, effects)
        return "; ".join(_readable(print_effect(self._shown(e))) for e in effects)

    def event(self, event: Event) -> str:
        when = f", when {self.expr(event.when)}" if event.when is not None else ""
        return f"on {event.on}{when}: {self.effects(event.effects)}"

    def memory(self, memory: Memory) -> str:
        becomes = f", becomes {self.expr(memory.becomes)}" if memory.becomes is not None else ""
        resets = f", {RESETS[memory.resets]}" if memory.of != "build" else ""
        starts = f", starts as {self.expr(memory.starts)}" if _says_more(memory.starts) else ""
        return f"{memory.type.value} of the {memory.of}{resets}{starts}{becomes}"

    def shown(self, memory: Memory) -> str:
        """To whom memory is shown."""
        return "all" if memory.seen is None else self.expr(memory.seen)

    def zone(self, zone: Zone) -> str:
        owner = "" if zone.of == "match" else f" of the {zone.of}"
        return f"{'captured cards' if zone.captured else 'cards'}{owner}"

    # ---- points

    def award(self, award: Award) -> str:
        points = self.expr(award.points)
        said = f"{points} point{'' if points == '1' else 's'}"
        if award.most is not None:
            ties = {
                "nobody": "",
                "split": ", ties split it" + (f", rounded {award.rounding}" if award.rounding else ""),
                "each": f", {self.expr(award.tie_points)} to each in a tie",
                "by": f", ties decided by {self.expr(award.tie_points)}",
            }[award.tie]
            among = f" where {self.expr(award.condition)}" if award.condition is not None else ""
            return f"{said} for the most {self.expr(award.most)}{among}{ties}"
        if award.each is not None:
            each = "each " if len(award.each) > 1 else ""
            return f"{said} for {each}{award.each_text}{self._captured()}"
        if award.condition is not None:
            return f"{said} if {self.expr(award.condition)}"
        return said

    def _captured(self) -> str:
        """Where cards count as captured, if not in the piles alone."""
        zones = [z.name for z in self.ruleset.zones if z.captured]
        return f" in {' or '.join(('pile', *zones))}" if zones else ""


def _readable(text: str) -> str:
    """Without the numbers that unfolding gives to bound names."""
    return re.sub(r"([A-Za-z_]\w*)\.\d+", r"\1", text)


def _says_more(starts: Expr) -> bool:
    return not (isinstance(starts, Literal) and not starts.value) and not (isinstance(starts, Call) and not starts.args)
