"""The cards of a written play: where they lie, which items they are, and the legal plays that are most like it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cassino_dsl.describe.refusals import elsewhere, no_such_card, not_in_hand, of_a_build, stated
from cassino_dsl.engine.game import Engine
from cassino_dsl.engine.play import Play
from cassino_dsl.engine.state import Build, Item, State
from cassino_dsl.engine.text import WrittenPlay, written
from cassino_dsl.ruleset.expr import Type
from cassino_dsl.why.conditions import REFUSED, Condition, verdict
from cassino_dsl.why.observe import Observer
from cassino_dsl.why.reason import Reason

NEAREST = 3  # legal plays that are shown beside one that is not


class CardsInPlay:
    """The cards of one written play in one position."""

    def __init__(self, engine: Engine, state: State, seat: int, play: WrittenPlay, observer: Observer) -> None:
        self.engine, self.state, self.seat, self.written, self.observer = engine, state, seat, play, observer
        self.tables, self.pack = engine.evaluate.tables, engine.plan.ruleset.pack
        self.hand = sorted((self.tables.text[c] for c in state.hands[seat]), key=self._order)

    def _order(self, face: str) -> int:
        return self.pack.number_of(face) or 0

    # ---- whether they are there

    def conditions(self, legal: bool, from_stock: bool) -> tuple[list[Condition], Reason | None]:
        """What is asked of the cards by themselves, and the first thing that is not so. ``from_stock``: such plays are
        made with the next card of the stock."""
        found: list[Condition] = []
        if self.written.play:
            missing = [] if legal or from_stock else without(self.written.play, self.hand)
            seen = {f"hand of seat {self.seat + 1}": self.hand, **({"not in it": missing} if missing else {})}
            found.append(
                Condition("cards in the hand", verdict(not missing), "the cards played are in the hand", None, seen)
            )
            if missing:
                return found, self._reason(found, self._unknown(missing) or not_in_hand(missing, self.hand))
        if self.written.take:
            missing = [] if legal else without(self.written.take, self._all_there())
            seen = {"not there": missing} if missing else {}
            found.append(Condition("cards to take", verdict(not missing), "the cards taken are there", None, seen))
            if missing:
                return found, self._reason(found, self._unknown(missing) or self._elsewhere(missing[0]))
            split = [] if legal else self._split()
            if split:
                values = {"builds": [self.observer.text(b, Type.BUILD) for b in split]}
                found.append(
                    Condition("whole builds", REFUSED, "the cards of a build are taken together", None, values)
                )
                inside = [self.tables.text[c] for c in self._taken() if c in split[0].cards]
                return found, self._reason(found, of_a_build(inside, self.observer.told(split[0], Type.BUILD)))
        return found, None

    def _reason(self, found: Sequence[Condition], fact: str) -> Reason:
        return Reason(stated(fact), found[-1].clause, None)

    def _unknown(self, faces: Sequence[str]) -> str:
        unknown = [face for face in faces if self.pack.number_of(face) is None]
        return no_such_card(unknown) if unknown else ""

    def _elsewhere(self, face: str) -> str:
        return elsewhere(face, "in your hand" if face in self.hand else "")

    def _all_there(self) -> list[str]:
        state = self.state
        built = (c for b in state.builds for c in b.cards)
        piled = (c for p in state.piles for c in p)
        return [self.tables.text[c] for c in (*state.loose, *built, *piled, *state.set_apart())]

    def _split(self) -> list[Build]:
        """The builds of which only a part would be taken."""
        taken = set(self._taken())
        return [b for b in self.state.builds if taken & set(b.cards) and not set(b.cards) <= taken]

    # ---- which they are

    def played(self) -> tuple[int, ...]:
        """The cards played, as numbers of the hand (or of the stock)."""
        hand = [*self.state.hands[self.seat], *self.state.stock[-1:]]
        return tuple(_numbers(self.written.play, hand, self.tables.text))

    def _taken(self) -> list[int]:
        state = self.state
        there = [*state.loose, *(c for b in state.builds for c in b.cards), *(p[-1] for p in state.piles if p)]
        there += [*(c for p in state.piles for c in p), *state.set_apart()]
        return _numbers(self.written.take, there, self.tables.text)

    def items(self) -> tuple[Item, ...]:
        """The items taken: loose cards and whole builds."""
        left = self._taken()
        builds = [b for b in self.state.builds if set(b.cards) <= set(left)]
        whole = {c for b in builds for c in b.cards}
        return (*(c for c in left if c not in whole), *builds)

    # ---- what is most like it

    def takes_the_same(self, play: Play) -> bool:
        """Whether a legal play takes something, and just that."""
        form, wanted = written(self.tables, play), self.written
        return bool(form.take) and (form.kind, form.take, form.value) == (wanted.kind, wanted.take, wanted.value)

    def nearest(self, plays: Sequence[Play]) -> list[Play]:
        """The legal plays that differ least from the written one, the nearest first."""

        def distance(play: Play) -> tuple[int, ...]:
            form, wanted = written(self.tables, play), self.written
            other_cards = len(set(form.play) ^ set(wanted.play))
            other_items = len(set(form.take) ^ set(wanted.take))
            return other_cards > 0, form.kind != wanted.kind, other_items, form.value != wanted.value

        return sorted(plays, key=distance)[:NEAREST]


def without(wanted: Sequence[str], there: Sequence[str]) -> list[str]:
    """The faces that are wanted more often than they are there."""
    left = list(there)
    missing = []
    for face in wanted:
        if face in left:
            left.remove(face)
        else:
            missing.append(face)
    return missing


def _numbers(faces: Sequence[str], there: list[int], text: Any) -> list[int]:
    """Card numbers for faces, each from the first place that has it."""
    left = list(there)
    found = []
    for face in faces:
        number = next((c for c in left if text[c] == face), None)
        if number is not None:
            left.remove(number)
            found.append(number)
    return sorted(found)
