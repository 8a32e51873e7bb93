"""Why a play is or is not legal: one reason in a sentence or two, and every condition in its way with its place and the
values that it saw.

The search of the engine answers; nothing is decided here a second time. Each action that the play could be
an instance of is gone through from the cards played to the preferences; the reason is that of the one to which the play
comes nearest.
"""

from __future__ import annotations

from typing import Any

from cassino_dsl.describe.refusals import not_done, round_over, stated
from cassino_dsl.engine.candidates import ActionSearch
from cassino_dsl.engine.play import DONE, Play
from cassino_dsl.engine.text import WrittenPlay, play_text, text_of_written, written
from cassino_dsl.position.position import Position
from cassino_dsl.why.action import ActionInquiry
from cassino_dsl.why.cards import CardsInPlay
from cassino_dsl.why.conditions import REFUSED, Condition, verdict
from cassino_dsl.why.observe import Observer
from cassino_dsl.why.reason import Reason, Reasons


def why(position: Position, play: WrittenPlay, places: bool = True) -> dict[str, Any]:
    """The answer of ``cassino why``. ``places``: whether the reason says where in a file the clause stands, which who
    sits at a table need not know."""
    with position.engine.evaluate.steps.question():
        return _Inquiry(position, play, places).answer()


class _Inquiry:
    def __init__(self, position: Position, play: WrittenPlay, places: bool) -> None:
        self.engine, self.state, self.written = position.engine, position.state, play
        self.plan, self.lister = self.engine.plan, self.engine.lister
        self.tables = self.engine.evaluate.tables
        self.remark = position.remark
        self.plays = self.engine.legal(self.state)
        self.seat, self.machine, self.at = self.engine.decision(self.state)
        self.observer = Observer(self.engine.evaluate, self.state, self.seat)
        self.cards = CardsInPlay(self.engine, self.state, self.seat, play, self.observer)
        self.reasons = Reasons(self.engine, self.state, self.observer, play, places)

    def answer(self) -> dict[str, Any]:
        legal = next((p for p in self.plays if written(self.tables, p) == self.written), None)
        found, reason, action = self._conditions(legal)
        place = reason.span
        return {
            "play": text_of_written(self.written),
            "legal": legal is not None,
            "action": action,
            "reason": reason.sentence,
            "clause": reason.clause,
            "place": f"{place.file}:{place.line}:{place.column}" if place else None,
            "nearest": [play_text(self.tables, p) for p in self.cards.nearest(self.plays)] if legal is None else [],
            "conditions": [c.json() for c in found],
        }

    def _conditions(self, legal: Play | None) -> tuple[list[Condition], Reason, str | None]:
        """Every condition in the way of the play, why it is (not) legal, and the action that it is of or nearest to."""
        found, reason = self._facts(legal)
        if reason is not None:
            return found, reason, None
        if self.written.kind == "other" and self.written.name == "done":
            ends = self._may_end()
            plain = not self.written.play and not self.written.take
            said = "your turn may end here" if legal else not_done(plain, self.reasons.next_actions())
            return [*found, ends], Reason(stated(said), ends.clause, None), "done"
        searches = [s for s in self.lister.searches.values() if self._is_of_kind(s)]
        if not searches:
            known = ", ".join(dict.fromkeys(s.action.kind for s in self.lister.searches.values()))
            condition = Condition("the kind of play", REFUSED, f"the variant knows {known}")
            return [*found, condition], self.reasons.no_such_kind(condition.clause), None
        cards = legal.cards if legal else self.cards.played()
        items = legal.items if legal else self.cards.items()
        inquiry = ActionInquiry(self.engine, self.state, self.written, self.observer)
        accounts = [inquiry.account(s, cards, items) for s in searches]
        if legal is not None:
            first = next(a for a in accounts if a.action == legal.name)
            return [*found, *first.conditions], self.reasons.allowed(legal), legal.name
        # the action by which another card could do the same; or to which the play comes nearest; of several, the first
        same = {p.name for p in self.plays if self.cards.takes_the_same(p)}
        first = max(accounts, key=lambda a: (a.action in same, a.near))
        own = [c for a in accounts if a is not first for c in a.own]
        return [*found, *first.conditions, *own], self.reasons.of(first, cards, items), first.action

    def _is_of_kind(self, search: ActionSearch) -> bool:
        action = search.action
        return action.kind == self.written.kind and (action.kind != "other" or action.name == self.written.name)

    # ---- what no clause says

    def _facts(self, legal: Play | None) -> tuple[list[Condition], Reason | None]:
        """One plays from the hand, and takes what is there; a reason where that is not so."""
        if self.state.round_over or self.state.match_over:
            over = Condition("the round", REFUSED, "the round is over")
            return [over], Reason(stated(round_over(self.state.match_over)), over.clause, None)
        if self.remark:
            anew = Condition("the deal", REFUSED, self.remark)
            return [anew], Reason(stated(self.remark), anew.clause, None)
        played_from = {s.action.action.played.source for s in self.lister.searches.values() if self._is_of_kind(s)}
        return self.cards.conditions(legal is not None, played_from == {"stock"})

    def _may_end(self) -> Condition:
        seen = {"next steps": list(self.machine.steps(self.at))}
        plain = not self.written.play and not self.written.take
        ends = plain and DONE in self.engine.legal(self.state)
        return Condition("the turn", verdict(ends), "the turn may end here, and ends without a card", None, seen)
