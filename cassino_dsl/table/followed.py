"""What followed from a play, in sentences, as far as one seat may know it.

What an open clause did is told effect by effect, with the name of the clause where it says why. Of what other clauses
did only the outcome is told, in an order of its own: neither how many there were nor which came first may give away
what they asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass

from cassino_dsl.describe.english import joined, sentence, spoken, verb
from cassino_dsl.engine.apply import Clause
from cassino_dsl.engine.deal_anew import Place
from cassino_dsl.engine.game import Engine
from cassino_dsl.engine.knowledge import Knowledge
from cassino_dsl.engine.sight import BUILDS, places_of, seen_of
from cassino_dsl.engine.state import State
from cassino_dsl.ruleset.model import Action
from cassino_dsl.table.names import Names, cards_named
from cassino_dsl.table.open_clauses import OpenClauses
from cassino_dsl.table.steps import EndedEarly, Moved, OfClause, PointsGiven, Redealt, Shuffled

UNNAMED = "bonus"  # the name of points that an effect gives without one
TABLE: Place = ("table", 0)
Card = str | None  # by its text; None: one that may not be named


@dataclass(frozen=True, slots=True)
class _Points:
    """Points of one name for one side; ``late``: once the round was over, where the scores follow anyway."""

    side: int
    label: str
    late: bool


@dataclass(frozen=True, slots=True)
class _Cards:
    """Cards that went from one place to another; ``left``: what lay on the table at the end of a round."""

    come: Place
    go: Place
    left: bool
    why: str


@dataclass(frozen=True, slots=True)
class _Said:
    """A sentence."""

    text: str


_Fact = _Points | _Cards | _Said


class Followed:
    """Tells one seat (from 0), or who looks on, what clauses have brought."""

    def __init__(self, engine: Engine, names: Names, knowledge: Knowledge, me: int) -> None:
        self.engine, self.names, self.knowledge, self.me = engine, names, knowledge, me
        self.is_open = OpenClauses(engine.plan, knowledge)
        self.text, self.shown = engine.evaluate.tables.text, engine.plan.ruleset.match.shown

    def told(self, steps: Sequence[OfClause], seen: Set[int], scores: list[int], shown: bool = False) -> list[str]:
        """What clauses did between two moments of the course. ``seen``: the cards that may be named; ``scores``: as
        they were before; then as they are afterwards; ``shown``: whether a play has shown its cards. Where cards went
        that were then thrown in, nobody asks."""
        anew = max((at for at, step in enumerate(steps) if isinstance(step, Redealt)), default=0)
        steps = [step for at, step in enumerate(steps) if at >= anew or not isinstance(step, Moved | Shuffled)]
        points: Counter[_Fact] = Counter()
        cards: dict[_Fact, list[Card]] = {}
        for step in steps:
            if self.is_open(step.clause, shown):
                for fact, what in self._facts(step, seen):
                    cards.setdefault(fact, []).extend(what)
                    points[fact] += step.points if isinstance(step, PointsGiven) else 0
        told = [self._sentence(fact, points[fact], cards[fact], scores) for fact in cards]
        hidden = [step for step in steps if not self.is_open(step.clause, shown)]
        return [text for text in (*told, *self._outcome(hidden, seen, scores)) if text]

    def because(self, clause: Clause | None) -> str:
        """The clause from which something follows, where it may be named."""
        return _because(_why(clause)) if self.is_open(clause) else ""

    # ---- of open clauses

    def _facts(self, step: OfClause, seen: Set[int]) -> Iterator[tuple[_Fact, list[Card]]]:
        """What there is to tell of a step, and the cards of it."""
        why = _why(step.clause)
        if isinstance(step, PointsGiven):
            unnamed = step.name == UNNAMED and step.name not in self.names.awards
            yield _Points(step.side, why if unnamed else self.names.award(step.name), step.late), []
        elif isinstance(step, Moved):
            yield from self._moved(step, seen, why)
        elif isinstance(step, Shuffled):
            zone = {"pile": "a pile", "hand": "a hand", "anywhere": "the stock"}.get(step.zone)
            place = zone or self.names.zone(step.zone)
            yield _Said(f"{place} is shuffled{_because(why)}"), []
        elif isinstance(step, EndedEarly):
            yield _Said(f"the {'match' if step.match else 'round'} ends here{_because(why)}"), []
        elif isinstance(step, Redealt):
            yield _Said(f"all cards are gathered, and dealt anew{_because(why)}"), []

    def _moved(self, step: Moved, seen: Set[int], why: str) -> Iterator[tuple[_Fact, list[Card]]]:
        """Cards by where they come from and go to; a card is named that the seat sees here or there."""
        was, now = places_of(step.before), places_of(step.after)
        there = [card for card in sorted(was) if was[card] != now[card]]
        if there:
            named = seen & (self._sees(step.before) | self._sees(step.after))
            for card in there:
                left = step.before.round_over and was[card] in (TABLE, BUILDS) and now[card][0] == "piles"
                fact = _Cards(was[card], now[card], left, "" if left else why)
                yield fact, [self.text[card] if card in named else None]

    def _sees(self, state: State) -> set[int]:
        return seen_of(state, self.knowledge.of(state, self.me))

    # ---- of others

    def _outcome(self, steps: Sequence[OfClause], seen: Set[int], scores: list[int]) -> Iterator[str]:
        """What comes of steps that may not be told one by one."""
        points: Counter[_Points] = Counter()
        for step in steps:
            if isinstance(step, PointsGiven):
                label = "" if step.name == UNNAMED else self.names.award(step.name)
                points[_Points(step.side, label, step.late)] += step.points
        for fact in sorted(points, key=lambda p: (p.side, p.label, p.late)):
            yield self._sentence(fact, points[fact], [], scores)
        yield from self._shifted([step for step in steps if isinstance(step, Moved)], seen)
        for kind in (EndedEarly, Redealt):
            one = next((step for step in steps if isinstance(step, kind)), None)
            if one is not None:
                yield from (self._sentence(fact, 0, [], scores) for fact, _ in self._facts(_bare(one), seen))

    def _shifted(self, steps: Sequence[Moved], seen: Set[int]) -> Iterator[str]:
        """Which cards left each place and which came to it: of those that are not named, how many more or fewer."""
        if not steps:
            return
        was, now = places_of(steps[0].before), places_of(steps[-1].after)
        before, after = (seen & self._sees(state) for state in (steps[0].before, steps[-1].after))
        moved = [card for card in sorted(was) if was[card] != now[card]]
        left: dict[Place, list[int | None]] = {}
        came: dict[Place, list[int | None]] = {}
        for place in sorted({*was.values(), *now.values()}):
            out, into = ([card for card in moved if where[card] == place] for where in (was, now))
            gone, come = [c for c in out if c in before], [c for c in into if c in after]
            more = (len(into) - len(come)) - (len(out) - len(gone))
            if gone or more < 0:
                left[place] = [*gone, *[None] * -more]
            if come or more > 0:
                came[place] = [*come, *[None] * more]
        yield from self._between(left, came)

    def _between(self, left: dict[Place, list[int | None]], came: dict[Place, list[int | None]]) -> Iterator[str]:
        """The same in sentences: one, where all cards went from one place to one other."""
        if len(left) == len(came) == 1 and left.keys() != came.keys():
            ((come, gone), (go, there)) = (*left.items(), *came.items())
            named = {card for card in (*gone, *there) if card is not None}
            cards = [*map(self.text.__getitem__, sorted(named)), *[None] * (len(gone) - len(named))]
            yield self._sentence(_Cards(come, go, False, ""), 0, cards, [])
            return
        for places, does, do, to in ((left, "leaves", "leave", ""), (came, "comes", "come", "to ")):
            for place, found in places.items():
                texts = [None if card is None else self.text[card] for card in found]
                yield sentence(_cards(texts, does, do, f"{to}{self.names.place(place)}"))

    # ---- in words

    def _sentence(self, fact: _Fact, points: int, cards: Sequence[Card], scores: list[int]) -> str:
        if isinstance(fact, _Said):
            return sentence(fact.text)
        if isinstance(fact, _Points):
            return self._points(fact, points, scores)
        if fact.left:
            gets = verb(self.names.side(fact.go[1]), "gets")
            return sentence(f"{gets} what is left on the table: {joined(cards_named(cards))}")
        places = f"from {self.names.place(fact.come)} to {self.names.place(fact.go)}{_because(fact.why)}"
        return sentence(_cards(cards, "goes", "go", places))

    def _points(self, fact: _Points, points: int, scores: list[int]) -> str:
        if not points:
            return ""
        scores[fact.side] += points
        number = self.shown(abs(points))
        many = f"{number} point{'' if number == 1 else 's'}{f' for “{fact.label}”' if fact.label else ''}"
        now = "" if fact.late else f": {self.shown(scores[fact.side])} now"
        return sentence(f"{verb(self.names.side(fact.side), 'gets' if points > 0 else 'loses')} {many}{now}")


def _why(clause: Clause | None) -> str:
    """What a clause is called, where that says why something happened: an action has been told as what was played."""
    return "" if clause is None or isinstance(clause, Action) else spoken(clause.name)


def _because(why: str) -> str:
    return f" (“{why}”)" if why else ""


def _bare(step: EndedEarly | Redealt) -> OfClause:
    """A step without what it follows from."""
    return Redealt(None) if isinstance(step, Redealt) else EndedEarly(None, step.match)


def _cards(cards: Sequence[Card], does: str, do: str, where: str) -> str:
    return f"{joined(cards_named(cards))} {does if len(cards) == 1 else do} {where}"
