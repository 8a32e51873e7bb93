"""What each clause of a ruleset says in the words of the core: the passes that make the program, run with the rules
apart, so that a difference can be told where it stands. A clause that never does anything is NOTHING."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from cassino_dsl.language.core.clause_data import award_data, event_data, part_text, preference_data, said, text_of
from cassino_dsl.language.core.dead_clauses import idle_awards
from cassino_dsl.language.core.forms import Forms, put_into_forms
from cassino_dsl.language.core.normal import Normalizer
from cassino_dsl.language.core.passes import PASSES, core_of, without_builds
from cassino_dsl.language.core.program import core_data
from cassino_dsl.language.plan.make import make_plan
from cassino_dsl.language.plan.plan import Plan
from cassino_dsl.language.ruleset.expr import print_expr
from cassino_dsl.language.ruleset.model import Check, Event, Memory, Rule, Ruleset
from cassino_dsl.language.ruleset.simplify import Facts

NOTHING = ""
ALWAYS, NEVER = "true", "false"
_RULE = "rule "  # what names of rules and prices begin with where they stand as checks and events


class CoreByClause:
    """The clauses of a ruleset for one number of seats: ``sections`` by section and name, and ``lines`` by path, what
    is said in one line or as a field of a clause. ``tests``: all that a play of each action must satisfy, rules and
    all, however these are cut. ``faces``: the cards that conditions tell apart, those that both packs have; the deck
    itself is compared elsewhere. ``built``: whether one of the two builds; then `table` is said of both as it is."""

    def __init__(self, ruleset: Ruleset, seats: int, faces: tuple[str, ...], built: bool) -> None:
        core = _core(ruleset, seats, faces, built)
        data = core_data(core)
        texts = tuple(f.text for f in core.ruleset.pack.faces)
        events = {e.name: text_of(event_data(e)) for events in core.events.values() for e in events}
        idle = idle_awards(core)
        self.prices = {name: text for name, text in events.items() if name.startswith(_RULE)}
        self.sections: dict[str, dict[str, Any]] = {
            "memory": {name: f"{name}: {_memory(m)}" for name, m in core.memory.items()},
            "zones": {z.name: f"{z.name}: {z.of} {z.captured}" for z in ruleset.zones},
            "actions": {a.name: _action(data["actions"][a.name], a.kind) for a in core.actions},
            "rules": {r.name: self._rule(core, r) for r in ruleset.rules},
            "preferences": {p.name: text_of(preference_data(p)) for p in core.preferences},
            "events": {name: text for name, text in events.items() if name not in self.prices},
            "awards": {a.name: text_of(award_data(a, texts)) for a in core.awards if a.name not in idle},
            "checks": {name: print_expr(must) for name, must in core.checks if not name.startswith(_RULE)},
        }
        if len(faces) < len(texts):  # cards that the other lacks bring points, too
            own = CoreByClause(ruleset, seats, texts, built)
            self.sections["awards"] = own.sections["awards"] | self.sections["awards"]
        fields = {name: said for name, said in self.sections["actions"].items() if said != NOTHING}
        self.lines: dict[str, Any] = {
            **{f"actions.{name}.{key}": text for name, said in fields.items() for key, text in said.items()},
            **{f"actions.{a.name}.take.{p.name}": part_text(p) for a in core.actions for p in a.parts},
            **{f"actions.{a.name}.sensible": said(a.sensible) for a in core.actions},
            **{f"actions.{a.name}.seen": said(a.seen) or ALWAYS for a in core.actions},
            **{f"memory.{name}.seen": said(m.seen) or ALWAYS for name, m in core.memory.items()},
            **{f"visible.{zone}": print_expr(e) for zone, e in core.visible.items()},
            **{f"deal.{key}": number for key, number in data["deal"].items() if key != "zones"},
            **{f"deal.zones.{name}": print_expr(number) for name, number in core.deal_zones},
            **{f"match.{key}": str(value) for key, value in data["match"].items() if key != "winner"},
            "match.compare": said(core.compare),
            # as they are written, since the core has them in another place or not at all
            "match.winner": ruleset.match.winner,
            "match.stuck": ruleset.match.stuck,
            "seats": ruleset.seats,
            "direction": ruleset.clockwise,
            "pack.copies": ruleset.pack.copies,
            "sides": data["sides"],
            "turn": " | ".join(data["turn"]),
            "piles.order": said(core.pile_order),
        }
        whole = core_of(ruleset, seats) if len(faces) == len(texts) else core
        self.tests = {a.name: [print_expr(t.expr) for t in a.tests] for a in whole.actions}

    def _rule(self, core: Plan, rule: Rule) -> str:
        """A rule with its price; NOTHING where it always holds, or breaking it costs nothing."""
        must = next(print_expr(m) for name, m in core.checks if name == _RULE + rule.name)
        price = self.prices.get(_RULE + rule.name, "")
        return NOTHING if must == ALWAYS or (rule.price and not price) else must + (f" price {price}" if price else "")

    def texts(self) -> list[str]:
        """All that is said of what has names: for looking for what two rulesets call otherwise."""
        found = [text for key in ("memory", "preferences", "events", "awards") for text in self.sections[key].values()]
        found += [*map(str, self.sections["actions"].values()), *self.prices.values()]
        return [*found, *(text for tests in self.tests.values() for text in tests)]


def _memory(m: Memory) -> str:
    resets = "" if m.of == "build" else m.resets
    return f"{m.of} {m.type.value} {resets} {said(m.starts)} becomes {said(m.on_build)}"


def _action(data: dict[str, Any], kind: str) -> Any:
    """An action by its fields; NOTHING where it is switched off."""
    if data.get("when") == NEVER:
        return NOTHING
    found = {key: data.get(key, NOTHING) for key in ("play", "do", "owes", "when", "let", "step")}
    return {**found, "to": (kind, data.get("to")), "take": [data.get(key) for key in ("take", "total", "run")]}


def builds(ruleset: Ruleset) -> bool:
    """Whether some action builds."""
    return any(action.kind == "build" for action in ruleset.actions)


def _core(ruleset: Ruleset, seats: int, faces: tuple[str, ...], built: bool) -> Plan:
    """The core with the rules apart: as checks, their prices as events."""
    rules = tuple(Check(_RULE + r.name, r.must, r.span) for r in ruleset.rules)
    prices = tuple(Event(_RULE + r.name, "played", None, r.price, "", r.span) for r in ruleset.rules if r.price)
    apart = replace(ruleset, rules=(), checks=(*ruleset.checks, *rules), events=(*ruleset.events, *prices))
    if len(faces) == len(ruleset.pack.faces) and built is builds(ruleset):
        return core_of(apart, seats)
    plan = make_plan(apart, seats)
    form = Normalizer(ruleset.pack, faces, tuple(a.name for a in plan.actions), Facts(ruleset.pack))
    for step in (one for one in PASSES if not (built and one.run is without_builds)):
        plan = Forms(form).plan(plan) if step.run is put_into_forms else step.run(plan)
    return plan
