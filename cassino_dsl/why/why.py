"""Why a play is or is not legal: every condition in its way, with its place and the values that it saw.

The search of the engine answers; nothing is decided here a second time. Each action that the play could be
an instance of is gone through from the cards played to the preferences.
"""

from __future__ import annotations

from typing import Any

from cassino_dsl.engine.candidates import ActionSearch
from cassino_dsl.engine.play import Play
from cassino_dsl.engine.state import Item
from cassino_dsl.engine.text import WrittenPlay, text_of_written, written
from cassino_dsl.position.position import Position
from cassino_dsl.ruleset.expr import Type
from cassino_dsl.why.action import ActionInquiry
from cassino_dsl.why.conditions import REFUSED, Condition, verdict
from cassino_dsl.why.observe import Observer


def why(position: Position, play: WrittenPlay) -> dict[str, Any]:
    """The answer of ``cassino why``."""
    with position.engine.evaluate.steps.question():
        return _Inquiry(position, play).answer()


class _Inquiry:
    def __init__(self, position: Position, play: WrittenPlay) -> None:
        self.engine, self.state, self.written = position.engine, position.state, play
        self.plan, self.lister = self.engine.plan, self.engine.lister
        self.observer = Observer(self.engine.evaluate)
        self.tables = self.engine.evaluate.tables
        self.remark = position.remark
        self.seat, self.machine, self.at = self.engine.decision(self.state)

    def answer(self) -> dict[str, Any]:
        legal = next((p for p in self.engine.legal(self.state) if written(self.tables, p) == self.written), None)
        conditions, action = self._conditions(legal)
        return {
            "play": text_of_written(self.written),
            "legal": legal is not None,
            "action": legal.name if legal else action,
            "conditions": [c.json() for c in conditions],
        }

    def _conditions(self, legal: Play | None) -> tuple[list[Condition], str | None]:
        found = self._facts(legal)
        if any(c.verdict == REFUSED for c in found):
            return found, None
        if self.written.kind == "other" and self.written.name == "done":
            return [*found, self._may_end()], "done"
        searches = [s for s in self.lister.searches.values() if self._is_of_kind(s)]
        if not searches:
            known = ", ".join(dict.fromkeys(s.action.kind for s in self.lister.searches.values()))
            return [*found, Condition("the kind of play", REFUSED, f"the variant knows {known}")], None
        cards = legal.cards if legal else self._cards()
        items = legal.items if legal else self._items()
        inquiry = ActionInquiry(self.engine, self.state, self.written, self.observer)
        accounts = [inquiry.account(s, cards, items) for s in searches]
        # the action that names a legal play first, else the one in which the play came furthest
        accounts.sort(key=lambda a: (legal is None or a.action != legal.name, not a.fits, -a.stage))
        first, *others = accounts
        found.extend(first.conditions)
        if legal is None:
            for account in others:
                found.extend(account.own)
        return found, first.action

    def _is_of_kind(self, search: ActionSearch) -> bool:
        action = search.action
        return action.kind == self.written.kind and (action.kind != "other" or action.name == self.written.name)

    # ---- the cards themselves

    def _facts(self, legal: Play | None) -> list[Condition]:
        """What no clause says: one plays from the hand, and takes what is there."""
        if self.state.round_over or self.state.match_over:
            return [Condition("the round", REFUSED, "the round is over")]
        if self.remark:
            return [Condition("the deal", REFUSED, self.remark)]
        found = []
        if self.written.play:
            found.append(self._in_hand(legal))
        if self.written.take:
            missing = _without(self.written.take, self._all_there()) if legal is None else []
            seen = {"not there": missing} if missing else {}
            found.append(Condition("cards to take", verdict(not missing), "the cards taken are there", None, seen))
            if not missing and legal is None:
                found.extend(self._split_builds())
        return found

    def _in_hand(self, legal: Play | None) -> Condition:
        """Whether the cards played are in the hand (or may come from elsewhere)."""
        hand = self.state.hands[self.seat]
        faces = sorted((self.tables.text[c] for c in hand), key=self._order)
        missing = _without(self.written.play, faces)
        sources = {s.action.action.played.source for s in self.lister.searches.values() if self._is_of_kind(s)}
        holds = legal is not None or not missing or sources == {"stock"}
        seen = {f"hand of seat {self.seat + 1}": faces}
        if not holds:
            seen["not in it"] = missing
        return Condition("cards in the hand", verdict(holds), "the cards played are in the hand", None, seen)

    def _order(self, face: str) -> int:
        return self.plan.ruleset.pack.number_of(face) or 0

    def _all_there(self) -> list[str]:
        state = self.state
        numbers = [
            *state.loose,
            *(c for b in state.builds for c in b.cards),
            *(c for p in state.piles for c in p),
            *state.set_apart(),
        ]
        return [self.tables.text[c] for c in numbers]

    def _split_builds(self) -> list[Condition]:
        """A build can be taken only as a whole."""
        taken = set(self._taken_numbers())
        split = [b for b in self.state.builds if taken & set(b.cards) and not set(b.cards) <= taken]
        if not split:
            return []
        values = {"builds": [self.observer.text(b, Type.BUILD) for b in split]}
        return [Condition("whole builds", REFUSED, "the cards of a build are taken together", None, values)]

    def _cards(self) -> tuple[int, ...]:
        """The cards played, as numbers of the hand (or of the stock)."""
        hand = [*self.state.hands[self.seat], *self.state.stock[-1:]]
        return tuple(_numbers(self.written.play, hand, self.tables.text))

    def _taken_numbers(self) -> list[int]:
        state = self.state
        there = [*state.loose, *(c for b in state.builds for c in b.cards), *(p[-1] for p in state.piles if p)]
        there += [*(c for p in state.piles for c in p), *state.set_apart()]
        return _numbers(self.written.take, there, self.tables.text)

    def _items(self) -> tuple[Item, ...]:
        left = self._taken_numbers()
        builds = [b for b in self.state.builds if set(b.cards) <= set(left)]
        whole = {c for b in builds for c in b.cards}
        return (*(c for c in left if c not in whole), *builds)

    def _may_end(self) -> Condition:
        seen = {"next steps": list(self.machine.steps(self.at))}
        plain = not self.written.play and not self.written.take
        ends = plain and self.machine.final[self.at] and bool(self.engine.legal(self.state))
        return Condition("the turn", verdict(ends), "the turn may end here, and ends without a card", None, seen)


def _without(wanted: tuple[str, ...], there: list[str]) -> list[str]:
    """The faces that are wanted more often than they are there."""
    left = list(there)
    missing = []
    for face in wanted:
        if face in left:
            left.remove(face)
        else:
            missing.append(face)
    return missing


def _numbers(faces: tuple[str, ...], there: list[int], text: Any) -> list[int]:
    """Card numbers for faces, each from the first place that has it."""
    left = list(there)
    found = []
    for face in faces:
        number = next((c for c in left if text[c] == face), None)
        if number is not None:
            left.remove(number)
            found.append(number)
    return sorted(found)
