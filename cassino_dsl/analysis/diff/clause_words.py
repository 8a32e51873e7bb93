"""Clauses in words, for people: what stands on either side of the arrow of a change."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import TypeVar

from cassino_dsl.language.ruleset import model
from cassino_dsl.language.ruleset.clause_text import print_effect, print_part, print_pattern, print_played, print_zone
from cassino_dsl.language.ruleset.expr import Call, Expr, Literal, Type, print_expr, with_children
from cassino_dsl.language.ruleset.simplify import Facts, simplify
from cassino_dsl.language.ruleset.unfold_terms import Unfolder, term_table
from cassino_dsl.language.ruleset.within import mapped

C = TypeVar("C")
RESETS = {"match": "kept for the match", "round": "anew each round", "deal": "anew each deal", "turn": "anew each turn"}


class ClauseWords:
    """The clauses of one ruleset in words, by their sections; ``unfold``: with the bodies of terms and named effects
    instead of their names, for two clauses that differ only in what one of these means."""

    def __init__(self, ruleset: model.Ruleset, unfold: bool = False) -> None:
        self.ruleset = ruleset
        self.unfolder = Unfolder(term_table(ruleset.terms)) if unfold else None
        self.suits = {s.letter: s.name for s in ruleset.pack.suits}

    def expr(self, expr: Expr | None) -> str:
        """The canonical text of an expression, options replaced by their values."""
        return "" if expr is None else _readable(print_expr(self._shown(expr)))

    def line(self, said: object, nothing: str = "") -> str:
        """What stands in one line of a file: an expression, a turn, a number or a word."""
        if isinstance(said, model.Pattern):
            return print_pattern(said)
        return nothing if said is None else self.expr(said) if isinstance(said, Expr) else str(said)

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

    def _if(self, words: str, expr: Expr | None) -> str:
        """An expression after these words, where there is one."""
        return f"{words}{self.expr(expr)}" if expr is not None else ""

    # ---- what may be played

    def played(self, played: model.Played) -> str:
        return _readable(print_played(self._shown(played)))

    def part(self, part: model.Part) -> str:
        return _readable(print_part(self._shown(part)))

    def target(self, action: model.Action) -> str:
        return _readable(print_zone(action.to, self._shown(action.to_arg))) if action.to else "nowhere"

    def numbers(self, action: model.Action) -> str:
        return ", ".join(f"{x.name} in {self.expr(x.source)}" for x in action.let) or "none"

    def actions(self, action: model.Action) -> str:
        """A whole action in one line."""
        lets = f", {self.numbers(action)}" if action.let else ""
        takes = f" takes {' and '.join(self.part(p) for p in action.take)}" if action.take else ""
        to = f", to {self.target(action)}" if action.to else ""
        does = f"; {self.effects(action.effects)}" if action.effects else ""
        return f"{self.played(action.played)}{lets}{takes}{to}{self._if(', when ', action.when)}{does}"

    def rules(self, rule: model.Rule) -> str:
        return self.expr(rule.must) + (f", or else {self.effects(rule.price)}" if rule.price else "")

    def preferences(self, preference: model.Preference) -> str:
        per = ", card by card" if preference.per_card else ""
        if preference.prefer is not None:
            over = self.expr(preference.over) or "any other play"
            return f"prefer {self.expr(preference.prefer)} over {over}{per}"
        most = "most" if preference.highest else "least"
        return f"{most} {self.expr(preference.number)}{self._if(' among ', preference.among)}{per}"

    def seen(self, ruleset: model.Ruleset) -> str:
        """What players see."""
        said = (f"{v.zone} {v.who or self.expr(v.condition)}" for v in ruleset.visible)
        return ", ".join(said) or "own hands only"

    # ---- what follows, and points

    def effects(self, effects: Iterable[model.Effect]) -> str:
        if self.unfolder is not None:
            effects = map(self.unfolder.effect, effects)
        return "; ".join(_readable(print_effect(self._shown(e))) for e in effects)

    def events(self, event: model.Event) -> str:
        return f"on {event.on}{self._if(', when ', event.when)}: {self.effects(event.effects)}"

    def memory(self, memory: model.Memory) -> str:
        resets = f", {RESETS[memory.resets]}" if memory.of != "build" else ""
        starts = self._if(", starts as ", memory.starts if _says_more(memory.starts) else None)
        return f"{memory.type.value} of the {memory.of}{resets}{starts}{self._if(', becomes ', memory.on_build)}"

    def shown(self, one: model.Memory | model.Action) -> str:
        """To whom memory is shown, or what an action decides."""
        return "all" if one.seen is None else self.expr(one.seen)

    def zones(self, zone: model.Zone) -> str:
        return ("captured cards" if zone.captured else "cards") + ("" if zone.of == "match" else f" of the {zone.of}")

    def checks(self, check: model.Check) -> str:
        return self.expr(check.must)

    def awards(self, award: model.Award) -> str:
        points = self.expr(award.points)
        said = f"{points} point{'' if points == '1' else 's'}"
        if award.most is not None:
            ties = {
                "nobody": "",
                "split": ", ties split it" + (f", rounded {award.rounding}" if award.rounding else ""),
                "each": f", {self.expr(award.tie_points)} to each in a tie",
                "by": f", ties decided by {self.expr(award.tie_points)}",
            }[award.tie]
            return f"{said} for the most {self.expr(award.most)}{self._if(' where ', award.condition)}{ties}"
        if award.each is not None:
            zones = [z.name for z in self.ruleset.zones if z.captured]  # beside the piles
            where = f" in {' or '.join(('pile', *zones))}" if zones else ""
            cards = "card" if award.each_text == "any" else award.each_text
            return f"{said} for {'each ' if len(award.each) > 1 else ''}{cards}{where}"
        return f"{said}{self._if(' if ', award.condition)}"


def _readable(text: str) -> str:
    """Without the numbers that unfolding gives to bound names."""
    return re.sub(r"([A-Za-z_]\w*)\.\d+", r"\1", text)


def _says_more(starts: Expr) -> bool:
    return not (isinstance(starts, Literal) and not starts.value) and not (isinstance(starts, Call) and not starts.args)
