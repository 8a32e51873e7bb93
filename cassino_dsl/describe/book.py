"""What all sections of a rulebook write from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from cassino_dsl.describe.acting import Acting
from cassino_dsl.describe.bound import follow_in_any_order, in_any_order, of_preference, of_rule
from cassino_dsl.describe.deals import is_dealt_once
from cassino_dsl.describe.english import plain, sentence
from cassino_dsl.describe.halves import in_points
from cassino_dsl.describe.happening import Happening
from cassino_dsl.describe.kept_terms import in_words
from cassino_dsl.describe.phrases import Phrases
from cassino_dsl.describe.ruling import preference_text, rule_text
from cassino_dsl.describe.story import Story
from cassino_dsl.describe.table import TableFacts
from cassino_dsl.describe.turns import bold, of_step, steps
from cassino_dsl.describe.worked import AT_TURN, STORY, place_of, worked
from cassino_dsl.ruleset.happenings import EVENTS
from cassino_dsl.ruleset.model import Action, Event, Memory, Ruleset, every

_IN_PLAY = tuple(on for on in EVENTS if on not in ("layout dealt", "passed", "round over", "round scored"))
_MANY = 5  # actions of a turn that need to be seen together
_LAID = "a card is laid on the table, and stays there"


class Book:
    """A ruleset as it is told at this table, and what has its place with an action: duties and examples."""

    def __init__(self, ruleset: Ruleset, examples: list[Mapping[str, Any]], show: Callable[[str], str]) -> None:
        self.written = ruleset
        self.ruleset = in_points(in_words(ruleset))
        self.say = Phrases(TableFacts(self.ruleset))
        self.examples, self.show = [e for e in examples if STORY not in e], show
        self.stories: list[Story] = [e[STORY] for e in examples if STORY in e]
        told = [of_step(self.ruleset, step) for step in steps(self.ruleset.turn)]
        told.sort(key=lambda actions: all(a.played.source == "none" for a in actions))  # those with a card come first
        self.in_turn = [a for actions in told for a in actions]
        self.of_captures = self._of_captures()
        self.duties = dict(self._duties())
        self.overview = self._overview()
        # what follows a deal is told with the deal, where there is but one
        self.at_deal = ("layout dealt", "hands dealt") if is_dealt_once(self.ruleset) else ("layout dealt",)
        self.in_play = tuple(on for on in _IN_PLAY if on not in self.at_deal)

    def action(self, action: Action) -> list[str]:
        """What an action is."""
        alone = replace(action, about="") if action.name in self.overview else action
        return Acting(self.say, alone).lines(self.of_captures if action in self.in_turn else "")

    def _overview(self) -> dict[str, str]:
        """Of many actions what each is, in a line; none, where one of them needs more than a line."""
        told = {a.name: plain(a.about) for a in self.in_turn if a.about}
        laid = {a.name: _LAID for a in self.in_turn if not a.about and a.to == "table" and not a.take}
        if len(self.in_turn) < _MANY or len(told) + len(laid) < len(self.in_turn):
            return {}
        if any(". " in text for text in told.values()):
            return {}
        lines = {**told, **laid}
        return {
            a.name: f"{bold(a.name)}: {lines[a.name][:1].lower()}{lines[a.name][1:].rstrip('.')}" for a in self.in_turn
        }

    def _of_captures(self) -> str:
        """Where all captures of a turn go, if that can be said once for several."""
        captures = [Acting(self.say, a) for a in self.in_turn if a.kind == "capture"]
        told = {capture.destination() for capture in captures}
        return told.pop() if len(captures) > 1 and len(told) == 1 else ""

    def _duties(self) -> Iterator[tuple[str, list[str]]]:
        """The rules and preferences, each a line, by the action that they bind; "" those that bind several."""
        told: dict[str, list[str]] = {}
        ruleset, say = self.ruleset, self.say
        for rule in ruleset.rules:
            about = sentence(plain(rule.about)) + " " if rule.about else ""
            line = f"* **{sentence(plain(rule.name))}** {about}{rule_text(rule, say)}"
            told.setdefault(self._bound(of_rule(rule, ruleset)), []).append(line)
        apart = in_any_order(ruleset.preferences)
        for preference in ruleset.preferences:
            line = f"* **{sentence(plain(preference.name))}** {preference_text(preference, say)}"
            action = of_preference(preference, ruleset) if apart else None
            told.setdefault(self._bound(action), []).append(line)
        if not apart:
            told[""].append(
                "* Where several of the rules about what comes first apply, each is asked of the plays that those "
                "above it leave."
            )
        yield from told.items()

    def _bound(self, action: Action | None) -> str:
        return action.name if action in self.in_turn and action is not None else ""

    def shown(self, place: str) -> Iterator[str]:
        """The examples that belong in a place."""
        told = [e for e in self.examples if self._place(e) == place]
        yield from worked(told, self.say.table, self.show)

    def _place(self, example: Mapping[str, Any]) -> str:
        """Where an example is told: one of whole turns with the only action in it that takes something, but for
        captures where there are duties of a whole turn: those it shows."""
        place = place_of(example, self.ruleset)
        shown = [a for a in self.in_turn if a.name in example.get("actions", ())]
        takers = [a.name for a in shown if a.take]
        if place == AT_TURN and shown and not takers:
            return shown[-1].name
        builds = any(a.kind == "build" for a in shown)
        return takers[0] if place == AT_TURN and ("" not in self.duties or builds) and len(takers) == 1 else place

    def keeping(self, memory: Memory) -> list[Event]:
        """The events that do nothing but set what is remembered: they are told with it, where it makes no difference
        what follows first."""
        told = self.events(*self.in_play)
        if not follow_in_any_order(told):
            return []
        return [e for e in told if {x.name for x in every(e.effects) if not x.row.holds} == {memory.name}]

    def events(self, *moments: str) -> list[Event]:
        """The events of some moments, in the order in which they come to pass."""
        told = [e for e in self.ruleset.events if e.on in moments and not self.say.table.is_in_its_word(e)]
        return sorted(told, key=lambda e: moments.index(e.on))

    def happening(self, events: Sequence[Event]) -> Iterator[str]:
        for event in events:
            about = sentence(plain(event.about)) + " " if event.about else ""
            first, *rest = Happening(self.say).event(event)
            yield f"* **{sentence(plain(event.name))}** {about}{first}"
            yield from rest
