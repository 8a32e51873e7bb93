"""The cards of a written play: where they lie, which items they are, and the legal plays that are most like it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cassino_dsl.book.describe.english import joined
from cassino_dsl.book.why.observe import Observer
from cassino_dsl.book.why.taking import Condition
from cassino_dsl.engine.reference.game import Engine
from cassino_dsl.engine.reference.play import Play
from cassino_dsl.engine.reference.state import Build, Item, State
from cassino_dsl.engine.reference.text import WrittenPlay, written
from cassino_dsl.language.ruleset.expr import Type

NEAREST = 3  # legal plays that are shown beside one that is not


def fact(clause: str, holds: bool, text: str, because: str, values: Mapping[str, Any] | None = None) -> Condition:
    """A condition that no clause of a file asks."""
    return Condition(clause, holds, None, values or {}, because=because, link="", text=text)


class CardsInPlay:
    """The cards of one written play in one position."""

    def __init__(self, engine: Engine, state: State, seat: int, play: WrittenPlay, observer: Observer) -> None:
        self.engine, self.state, self.seat, self.written, self.observer = engine, state, seat, play, observer
        self.tables, self.pack = engine.evaluate.tables, engine.plan.ruleset.pack
        self.hand = sorted((self.tables.text[c] for c in state.hands[seat]), key=self._order)
        built = [c for b in state.builds for c in b.cards]
        piled = [*(p[-1] for p in state.piles if p), *(c for p in state.piles for c in p[:-1])]
        found, self.not_there = self._located(play.take, [*state.loose, *built, *piled, *state.set_apart()])
        self.taken = set(found)
        self.there = [self.tables.text[c] for c in (*state.loose, *built)]

    def _order(self, face: str) -> int:
        return self.pack.number_of(face) or 0

    # ---- whether they are there

    def conditions(self, legal: bool, from_stock: bool) -> Iterator[Condition]:
        """What is asked of the cards by themselves, up to what is not so. ``from_stock``: such plays are made with the
        next card of the stock."""
        if self.written.play:
            missing = [] if legal or from_stock else self._located(self.written.play, self.state.hands[self.seat])[1]
            seen = {f"hand of seat {self.seat + 1}": self.hand, **({"not in it": missing} if missing else {})}
            there = f"you hold {self._said(self.hand)}" if self.hand else "your hand is empty"
            because = f"{self._said(missing)} {'is' if len(missing) == 1 else 'are'} not in your hand: {there}"
            text, said = "the cards played are in the hand", self._misnamed(missing, self.hand, "is in your hand")
            yield fact("cards in the hand", not missing, text, said or because, seen)
            if missing:
                return
        if self.written.take:
            missing = [] if legal else self.not_there
            first = missing[0] if missing else ""
            because = f"{self._said([first])} is {'in your hand, ' if first in self.hand else ''}not on the table"
            seen = {"not there": missing} if missing else {}
            text, said = "the cards taken are there", self._misnamed(missing, self.there, "lies on the table")
            yield fact("cards to take", not missing, text, said or because, seen)
            split = [] if legal or missing else self._split()
            if split:
                inside = [self.tables.text[c] for c in sorted(self.taken & set(split[0].cards))]
                lies = f"{self._said(inside)} {'lies' if len(inside) == 1 else 'lie'} in"
                because = f"{lies} {self.observer.told(split[0], Type.BUILD)}, which is taken whole or not at all"
                seen = {"builds": [self.observer.text(b, Type.BUILD) for b in split]}
                yield fact("whole builds", False, "the cards of a build are taken together", because, seen)

    def _said(self, faces: Sequence[str]) -> str:
        return joined([self.pack.said(face) for face in faces])

    def _misnamed(self, faces: Sequence[str], there: Sequence[str], lies: str) -> str:
        """What to say of cards that are none of this pack: of one without a suit, which it may be."""
        unknown = [face for face in faces if self.pack.number_of(face) is None]
        for rank in (face for face in unknown if face in self.pack.all_ranks):
            alike = [face for face in there if self.pack.faces[self._order(face)].rank == rank]
            left = [face for face in alike if face not in (*self.written.play, *self.written.take)]
            if left:
                missing = (
                    f"the suit of {rank} is missing" if self.pack.suits else f"it is not said which {rank} is meant"
                )
                return f"{missing}: write {joined(left, 'or')}"
            return f"no {'other ' if alike else ''}{self.pack.rank_word(rank)} {lies}"
        return f"there is no card {joined(unknown, 'or')} in this game" if unknown else ""

    def _split(self) -> list[Build]:
        """The builds of which only a part would be taken."""
        return [b for b in self.state.builds if 0 < len(self.taken & set(b.cards)) < len(b.cards)]

    # ---- which they are

    def played(self) -> tuple[int, ...]:
        """The cards played, as numbers of the hand (or of the stock)."""
        return tuple(self._located(self.written.play, [*self.state.hands[self.seat], *self.state.stock[-1:]])[0])

    def items(self) -> tuple[Item, ...]:
        """The items taken: loose cards and whole builds."""
        builds = [b for b in self.state.builds if set(b.cards) <= self.taken]
        return (*sorted(self.taken - {c for b in builds for c in b.cards}), *builds)

    def _located(self, faces: Sequence[str], there: Sequence[int]) -> tuple[list[int], list[str]]:
        """The numbers of cards, each in the first place that has it, and the faces for which there is none."""
        left, found, missing = list(there), [], []
        for face in faces:
            number = next((c for c in left if self.tables.text[c] == face), None)
            if number is None:
                missing.append(face)
            else:
                left.remove(number)
                found.append(number)
        return sorted(found), missing

    # ---- what is most like it

    def takes_the_same(self, play: Play) -> bool:
        """Whether a legal play takes something, and just that."""
        form, wanted = written(self.tables, play), self.written
        same = (form.kind, form.take, form.value, form.chosen)
        return bool(form.take) and same == (wanted.kind, wanted.take, wanted.value, wanted.chosen)

    def nearest(self, plays: Sequence[Play]) -> list[Play]:
        """The legal plays that differ least from the written one, the nearest first."""

        def distance(play: Play) -> tuple[int, ...]:
            form, wanted = written(self.tables, play), self.written
            other_cards = len(set(form.play) ^ set(wanted.play))
            other_items = len(set(form.take) ^ set(wanted.take))
            said = (form.value, form.chosen) != (wanted.value, wanted.chosen)
            return other_cards > 0, form.kind != wanted.kind, form.name != wanted.name, other_items, said

        return sorted(plays, key=distance)[:NEAREST]
