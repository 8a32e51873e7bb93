"""Why a play is or is not legal: one reason in a sentence or two, and every condition in its way with its place and the
values that it saw.

The search of the engine answers; nothing is decided here a second time. Each action that the play could be
an instance of is gone through from the cards played to the preferences; the reason is what the first condition that
refuses it says, of the action to which the play comes nearest.
"""

from __future__ import annotations

from typing import Any

from cassino_dsl.book.describe.effects import EffectWords
from cassino_dsl.book.describe.english import first_up, spoken, title_of
from cassino_dsl.book.why.inquiry import ActionInquiry
from cassino_dsl.book.why.observe import Observer
from cassino_dsl.book.why.reasons import Speaker, quoted
from cassino_dsl.book.why.taking import Condition, Stage
from cassino_dsl.book.why.written_cards import CardsInPlay, fact
from cassino_dsl.engine.position.position import Position
from cassino_dsl.engine.reference.candidates import ActionSearch
from cassino_dsl.engine.reference.moving import frame_of
from cassino_dsl.engine.reference.play import DONE, Play
from cassino_dsl.engine.reference.state import Item
from cassino_dsl.engine.reference.text import WrittenPlay, play_text, text_of_written, written
from cassino_dsl.language.ruleset.operators import MEMORIES
from cassino_dsl.language.ruleset.span import Span
from cassino_dsl.language.ruleset.within import calls_in

_KINDS = {"capture": "nothing is captured", "build": "nothing is built", "trail": "no card is trailed"}


def why(position: Position, play: WrittenPlay, places: bool = True) -> dict[str, Any]:
    """The answer of ``cassino why``. ``places``: whether the reason says where in a file the clause stands, which who
    sits at a table need not know."""
    with position.engine.evaluate.steps.question():
        return _Inquiry(position, play, places).answer()


def refused(position: Position, play: WrittenPlay) -> tuple[str, tuple[str, ...]]:
    """Why a play is not legal, as people at a table are told, and with what the parts of the rulebook begin that speak
    of it: the clause, then the action."""
    with position.engine.evaluate.steps.question():
        found = _Inquiry(position, play, places=False)
        return str(found.answer()["reason"]), found.parts


def price_of(position: Position, play: Play, speaker: Speaker | None = None) -> str:
    """What a legal play costs, by the rules that it breaks at a price; empty where it breaks none."""
    engine, state = position.engine, position.state
    if play is DONE or not play.action.priced:
        return ""
    broken = engine.applier.prices(play, frame_of(engine.evaluate, state, play))
    speaker = speaker or Speaker(Observer(engine.evaluate, state, play.seat))
    prices = {rule.name: rule.price for rule in speaker.ruleset.rules}
    words = EffectWords(speaker.phrases)
    costs = {name: words.inline(prices[name]).replace("*", "") for name, _ in broken}
    return "; ".join(f"this breaks “{spoken(name)}”: {cost}" for name, cost in costs.items())


class _Inquiry:
    def __init__(self, position: Position, play: WrittenPlay, places: bool) -> None:
        self.position, self.written, self.places = position, play, places
        self.engine, self.state = position.engine, position.state
        self.tables, self.remark = self.engine.evaluate.tables, position.remark
        self.plays = self.engine.legal(self.state)
        seat, self.machine, self.at = self.engine.decision(self.state)
        observer = Observer(self.engine.evaluate, self.state, seat)
        self.speaker = Speaker(observer)
        self.cards = CardsInPlay(self.engine, self.state, seat, play, observer)
        self.actions = ActionInquiry(self.engine, self.state, play, self.plays, self.speaker)
        self.parts: tuple[str, ...] = ()  # of the rulebook, once there is an answer

    def answer(self) -> dict[str, Any]:
        legal = next((p for p in self.plays if written(self.tables, p) == self.written), None)
        found, action, what = self._conditions(legal)
        refused = next((c for c in found if c.refuses), None)
        names = ((refused.by if refused else ""), action or "")
        self.parts = tuple(first_up(spoken(name)) for name in names if name)
        if refused is not None:
            reason, place = f"{refused.reason(what)}{self._at(refused.by, refused.span)}", refused.place
        elif legal is DONE or legal is None:
            reason, place = "Your turn may end here", None
        else:
            by = "" if legal.kind == "other" else f", by “{title_of(legal.name)}”"  # else its name is said already
            allowed, price = Condition("", True, legal.action.action.span), price_of(self.position, legal, self.speaker)
            reason = f"{first_up(self.speaker.play(legal).may())}{by}{self._at('', allowed.span)}"
            reason += f"; {price}" if price else ""
            place = allowed.place
        return {
            "play": text_of_written(self.written),
            "legal": legal is not None,
            "action": action,
            "reason": reason if reason.endswith(".") else f"{reason}.",
            "clause": refused.clause if refused else "the turn" if legal is DONE else "",
            "place": place,
            "nearest": [play_text(self.tables, p) for p in self.cards.nearest(self.plays)] if legal is None else [],
            "conditions": [c.json() for c in found],
        }

    def _at(self, name: str, span: Span | None) -> str:
        """A clause by its name and its place, where they are to be said."""
        said = [f"“{spoken(name)}”"] if name else []
        said += [f"{span.file}:{span.line}"] if span and self.places else []
        return f" ({', '.join(said)})" if said else ""

    def _conditions(self, legal: Play | None) -> tuple[list[Condition], str | None, str]:
        """Every condition in the way of the play, the action that it is of or nearest to, and what may not be done."""
        if self.state.round_over or self.state.match_over:
            ended = "match" if self.state.match_over else "round"
            over = f"the {ended} is over, and nobody plays any more"
            return [fact("the round", False, "the round is over", over)], None, ""
        if self.remark:
            return [fact("the deal", False, self.remark, self.remark)], None, ""
        searches = [s for s in self.actions.lister.searches.values() if self._is_of_kind(s)]
        from_stock = {s.action.action.played.source for s in searches} == {"stock"}
        found = list(self.cards.conditions(legal is not None, from_stock))
        if any(c.refuses for c in found):
            return found, None, ""
        if self.written.kind == "other" and self.written.name == "done":
            return [*found, self._may_end()], "done", ""
        if not searches:
            known = ", ".join(dict.fromkeys(s.action.kind for s in self.actions.lister.searches.values()))
            lacking = _KINDS.get(self.written.kind, f"there is no “{title_of(self.written.name)}”")
            kind = fact("the kind of play", False, f"the variant knows {known}", f"{lacking} in this game")
            return [*found, kind], None, ""
        cards = legal.cards if legal else self.cards.played()
        items = legal.items if legal else self.cards.items()
        accounts = [self.actions.account(s, cards, items) for s in searches]
        if legal is not None:
            first = next(a for a in accounts if a.action == legal.name)
            return [*found, *first.conditions], legal.name, ""
        # the action by which another card could do the same, if none could take this and more; or to which the play
        # comes nearest; of several, the first
        more = any(a.taking and a.taking.left for a in accounts)
        same = {p.name for p in self.plays if not more and self.cards.takes_the_same(p)}
        first = max(accounts, key=lambda a: (a.action in same, a.near))
        # what an action asks of memory is what it lacks; what it asks of the cards may be what another is for
        asked = first.search.action.action.when if first.near[0] == Stage.WHEN else None
        of_cards = asked and not any(c.row in MEMORIES for c in calls_in(self.speaker.observer.in_force(asked)))
        if of_cards and first.action not in (akin := self._akin(cards, items)):
            first = max((a for a in accounts if a.action in akin), key=lambda a: a.near, default=first)
        if first.taking is not None:  # what one action would have to take, another may leave
            of = (cards, self.written.kind, self.written.value)
            more_of = (p for p in self.plays if (p.cards, p.kind, p.value or None) == of)
            first.taking.ways = [{*p.items} - {*items} for p in more_of if {*items} < {*p.items}]
        own = [c for a in accounts if a is not first for c in a.own]
        what = self.speaker.written(self.written, cards, items).may(no=True)
        return [*found, *first.conditions, *own], first.action, what

    def _akin(self, cards: tuple[int, ...], items: tuple[Item, ...]) -> set[str]:
        """The actions by which these cards can capture some of the items, or these and more."""
        own = [p for p in self.plays if p.cards == cards and p.kind == self.written.kind == "capture"]
        return {p.name for p in own if set(p.items) < set(items) or set(items) < set(p.items)}

    def _is_of_kind(self, search: ActionSearch) -> bool:
        action = search.action
        return action.kind == self.written.kind and (action.kind != "other" or action.name == self.written.name)

    def _may_end(self) -> Condition:
        alone = not self.written.play and not self.written.take
        following = self.actions.next_actions
        now = f"now there is {quoted(following)}" if following else "nothing has been done yet"
        because = f"your turn cannot end here: {now}" if alone else "a turn ends without a card: say “done” alone"
        seen = {"next steps": list(self.machine.steps(self.at))}
        text = "the turn may end here, and ends without a card"
        return fact("the turn", alone and DONE in self.plays, text, because, seen)
