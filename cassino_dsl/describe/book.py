"""What all sections of a rulebook write from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from cassino_dsl.describe.acting import Acting
from cassino_dsl.describe.alike import told_by_another
from cassino_dsl.describe.bound import in_any_order, of_preference, of_rule
from cassino_dsl.describe.english import plain, sentence
from cassino_dsl.describe.halves import in_points
from cassino_dsl.describe.happening import Happening
from cassino_dsl.describe.kept_terms import in_words
from cassino_dsl.describe.phrases import Phrases
from cassino_dsl.describe.ruling import preference_text, rule_text
from cassino_dsl.describe.story import Story
from cassino_dsl.describe.table import TableFacts
from cassino_dsl.describe.turns import of_step, steps
from cassino_dsl.describe.worked import STORY, place_of, worked
from cassino_dsl.ruleset.model import Action, Event, Ruleset


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
        self.actions_told: dict[str, list[str]] = {}

    def action(self, action: Action) -> Iterator[str]:
        """What an action is; by another one that has been told, where they are all but the same."""
        lines = Acting(self.say, action).lines(self.of_captures if action in self.in_turn else "")
        about = sentence(plain(action.about)) if action.about else ""
        body = [lines[0].removeprefix(about).strip(), *lines[1:]] if lines else []
        short = told_by_another(body, self.actions_told)
        self.actions_told[action.name] = body
        yield from [f"{about} {short}".strip()] if short else lines

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
        told = [e for e in self.examples if place_of(e, self.ruleset) == place]
        yield from worked(told, self.say.table, self.show)

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
