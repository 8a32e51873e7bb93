"""Why a play is or is not legal: one reason in a sentence or two, and every condition in its way with its place and the
values that it saw.

The search of the engine answers; nothing is decided here a second time. Each action that the play could be
an instance of is gone through from the cards played to the preferences; the reason is what the first condition that
refuses it says, of the action to which the play comes nearest.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cassino_dsl.book.describe.effects import EffectWords
from cassino_dsl.book.describe.english import first_up, joined, spoken, title_of
from cassino_dsl.book.why.inquiry import ActionInquiry
from cassino_dsl.book.why.observe import Observer
from cassino_dsl.book.why.reasons import Speaker, quoted
from cassino_dsl.book.why.taking import Condition, Stage
from cassino_dsl.engine.position.position import Position
from cassino_dsl.engine.reference.candidates import ActionSearch
from cassino_dsl.engine.reference.game import Engine
from cassino_dsl.engine.reference.moving import frame_of
from cassino_dsl.engine.reference.play import DONE, Play
from cassino_dsl.engine.reference.state import Build, Item, State
from cassino_dsl.engine.reference.text import WrittenPlay, play_text, text_of_written, written
from cassino_dsl.language.ruleset.expr import Type
from cassino_dsl.language.ruleset.operators import MEMORIES
from cassino_dsl.language.ruleset.span import Span
from cassino_dsl.language.ruleset.within import calls_in

# ---- the cards of a written play: where they lie, which items they are, and the legal plays that are most like it
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
