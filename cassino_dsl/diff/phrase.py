"""Clauses in words, for people: what stands on either side of the arrow of a change."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from cassino_dsl.plan.unfold import Unfolder, term_table
from cassino_dsl.ruleset.expr import Call, Expr, Literal, Quantified, print_expr
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
)
from cassino_dsl.ruleset.simplify import Facts, simplify

RESETS = {"match": "kept for the match", "round": "anew each round", "deal": "anew each deal", "turn": "anew each turn"}
SIGNS = {"assign": ":=", "increase": "+=", "decrease": "-="}


class Phrases:
    """The clauses of one ruleset in words; ``unfold``: with the bodies of terms instead of their names, for
    two clauses that differ only in what a term of theirs means."""

    def __init__(self, ruleset: Ruleset, unfold: bool = False) -> None:
        self.ruleset = ruleset
        self.unfolder = Unfolder(term_table(ruleset.terms)) if unfold else None
        self.suits = {s.letter: s.name for s in ruleset.pack.suits}

    def expr(self, expr: Expr | None) -> str:
        """The canonical text of an expression, options replaced by their values."""
        if expr is None:
            return ""
        if self.unfolder is not None:
            expr = self.unfolder.expr(expr)
        text = print_expr(simplify(self._plain(expr), Facts(self.ruleset.pack)))
        return re.sub(r"([A-Za-z_]\w*)\.\d+", r"\1", text)  # names that unfolding has made fresh

    def _plain(self, expr: Expr) -> Expr:
        if isinstance(expr, Literal):
            value = self.suits.get(str(expr.value), expr.value) if expr.type.value == "suit" else expr.value
            return replace(expr, option="", value=value)
        if isinstance(expr, Quantified):
            return replace(expr, source=self._plain(expr.source), body=self._plain(expr.body))
        if isinstance(expr, Call):
            return replace(expr, args=tuple(self._plain(a) for a in expr.args))
        return expr

    # ---- what may be played

    def played(self, played: Played) -> str:
        where = f" where {self.expr(played.where)}" if played.where is not None else ""
        if played.source == "none":
            return "no card"
        if played.source == "stock":
            return f"the top card of the stock{where}"
        if played.most is None:
            return f"the whole hand{where}"
        number = f"{played.least} to {played.most}" if played.least != played.most else f"{played.least}"
        return f"{number} card{'s' if played.most != 1 else ''}{where}"

    def part(self, part: Part) -> str:
        where = f" where {self.expr(part.where)}" if part.where is not None else ""
        if not part.groups:
            return f"{part.quantity} {part.variable} in {self.expr(part.source)}{where}"
        group = "groups" if part.quantity in ("some", "any", "all", "maximal") else "group"
        with_card = " with card" if part.with_card else ""
        return f"{part.quantity} {group} {part.variable}{with_card} of {self.expr(part.source)}{where}"

    def target(self, action: Action) -> str:
        if not action.to:
            return "nowhere"
        return f"{action.to} {self.expr(action.to_arg)}".strip()

    def action(self, action: Action) -> str:
        """A whole action in one line."""
        lets = "".join(f", {b.name} in {self.expr(b.source)}" for b in action.let)
        takes = " and ".join(self.part(p) for p in action.take)
        when = f", when {self.expr(action.when)}" if action.when is not None else ""
        does = f"; {self.effects(action.effects)}" if action.effects else ""
        taking = f" takes {takes}" if takes else ""
        return f"{self.played(action.played)}{lets}{taking}, to {self.target(action)}{when}{does}"

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
        if pattern.op == "step":
            return pattern.step
        parts = [self.pattern(p) for p in pattern.args]
        if pattern.op == "either":
            return f"({parts[0]} | {parts[1]})"
        if pattern.op == "then":
            return " ".join(parts)
        sign = {"optional": "?", "repeat": "*", "repeat_some": "+"}[pattern.op]
        return (parts[0] if pattern.args[0].op == "step" else f"({parts[0]})") + sign

    # ---- what follows

    def effects(self, effects: Iterable[Effect]) -> str:
        return "; ".join(self._effect(e) for e in effects)

    def _effect(self, effect: Effect) -> str:
        op, exprs = effect.op, [self.expr(e) for e in effect.exprs]
        if op in ("assign", "increase", "decrease"):
            owner = f"({exprs[0]})" if len(exprs) > 1 else ""
            return f"{effect.name}{owner} {SIGNS[op]} {exprs[-1]}"
        if op == "award":
            return f"award {exprs[0]} to {exprs[1]} as {effect.name}"
        if op in ("move", "deal"):
            whose = f"({exprs[1]})" if len(exprs) > 1 else ""
            return f"{op} {exprs[0]} to {effect.zone}{whose}"
        if op == "when":
            other = f" else {self.effects(effect.other)}" if effect.other else ""
            return f"if {exprs[0]} then {self.effects(effect.body)}{other}"
        if op == "each":
            return f"for {effect.name} in {exprs[0]} do {self.effects(effect.body)}"
        if op == "block":
            return f"({self.effects(effect.body)})"
        if op == "absorb":
            return f"add {exprs[0]} to build {exprs[1]}"
        if op == "ask" and effect.pattern is not None:
            return f"ask {exprs[0]} to {self.pattern(effect.pattern)}"
        return " ".join([op.replace("_", " "), *exprs])

    def event(self, event: Event) -> str:
        when = f", when {self.expr(event.when)}" if event.when is not None else ""
        return f"on {event.on}{when}: {self.effects(event.effects)}"

    def memory(self, memory: Memory) -> str:
        becomes = f", becomes {self.expr(memory.becomes)}" if memory.becomes is not None else ""
        resets = f", {RESETS[memory.resets]}" if memory.of != "build" else ""
        starts = f", starts as {self.expr(memory.starts)}" if _says_more(memory.starts) else ""
        return f"{memory.type.value} of the {memory.of}{resets}{starts}{becomes}"

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
            return f"{said} for the most {self.expr(award.most)}{ties}"
        if award.each is not None:
            return f"{said} for each {award.each_text}" if len(award.each) > 1 else f"{said} for {award.each_text}"
        if award.condition is not None:
            return f"{said} if {self.expr(award.condition)}"
        return said


def _says_more(starts: Expr) -> bool:
    return not (isinstance(starts, Literal) and not starts.value) and not (isinstance(starts, Call) and not starts.args)
