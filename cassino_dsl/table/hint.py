"""What a seat might play, and why: found by search among the worlds that the seat may imagine, said in plain words.

All of it comes from the seat's sight, so a hint can tell nothing that its seat could not know.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from statistics import fmean, stdev

from cassino_dsl.book.describe.english import Thing, joined, numeral, with_article
from cassino_dsl.book.describe.table import one_of, several_of
from cassino_dsl.engine.position.position import HIDDEN
from cassino_dsl.engine.reference.game import Engine, stopped
from cassino_dsl.engine.reference.observation_history import Sighting
from cassino_dsl.engine.reference.play import DONE, Frame, Play
from cassino_dsl.engine.reference.state import State
from cassino_dsl.engine.reference.text import WrittenPlay, text_of_written
from cassino_dsl.language.ruleset.model import Award
from cassino_dsl.language.ruleset.run_fault import RunFault
from cassino_dsl.players.determinizations import Worlds
from cassino_dsl.players.names import Budget
from cassino_dsl.players.plays_seen import seen_by_decider, written_seen
from cassino_dsl.players.policies import SIMPLE
from cassino_dsl.players.search import Weighing, halving, weighed
from cassino_dsl.players.tie_break import code
from cassino_dsl.table.counts import grown
from cassino_dsl.table.names import Names, award_called, did

NOTHING = "nothing speaks against it"
ONLY = "the only play there is"
UNSEEN = "the card of the stock"  # one that is played before anybody sees it
BUDGET = Budget(400)  # play-outs of a hint
# play-outs by which a play is held against the next best, and how many deviations of a row tell it from chance (t)
ROWS, IN_A_ROW, SURE = 10, 5, 0.9
MOST_ITEMS = 8  # on the table: with more, it takes long to say what can be taken next


@dataclass(frozen=True, slots=True)
class Hint:
    """A play, as `moves` prints it and as one is told to make it; why, in few words, and all that there is to say;
    ``searched``: how many rounds were played out for it, 0 where none was."""

    play: str
    told: str
    why: str
    reasons: tuple[str, ...]
    searched: int

    @property
    def reason(self) -> str:
        """All that speaks for it."""
        return "; ".join(self.reasons)

    @property
    def text(self) -> str:
        """The hint in a line."""
        return f"{self.told}: {self.why}"


class Hinter:
    """Gives hints at one table."""

    def __init__(self, engine: Engine) -> None:
        self.engine, self.plan = engine, engine.plan
        self.text = engine.evaluate.tables.text

    @cached_property
    def begun(self) -> State:
        """A round in which nobody has captured anything."""
        return self.engine.new_match(0)

    def hint(self, sighting: Sighting, worlds: Worlds | None, key: int, shown: Set[int]) -> Hint | None:
        """The best play of the seat that decides, as it sees the position; None where it has none. Without ``worlds``
        to search in, a play ahead is looked at. ``shown``: the cards that all have seen in the round."""
        plays = self.engine.legal(sighting.state)
        if not plays:
            return None
        if len(plays) == 1:
            return Hint(self._text(sighting.state, plays[0]), self.told(sighting.state, plays[0]), ONLY, (ONLY,), 0)
        seat = self.engine.decider(sighting.state)
        sensible = self.engine.lister.sensible(sighting.state, seat, plays)
        if worlds is None or len(sensible) == 1:
            best = SIMPLE["greedy"](self.engine, sighting.state, seat, plays, key)
            return self._made(sighting, best)
        by_code = {code(self.engine.evaluate.tables, p): p for p in sensible}
        weighing = weighed(worlds, self.engine, sighting, list(by_code), key, shown)
        chosen = halving(weighing, BUDGET)
        best = by_code[chosen]
        return self._made(sighting, best, self._compared(sighting.state, weighing, by_code, chosen), weighing.done)

    def _made(self, sighting: Sighting, play: Play, compared: Iterable[str] = (), searched: int = 0) -> Hint:
        short, *whole = self._why(sighting, play)
        text, told = self._text(sighting.state, play), self.told(sighting.state, play)
        return Hint(text, told, short, (*whole, *compared), searched)

    def told(self, state: State, play: Play) -> str:
        """What somebody is told who is to make a play."""
        if play is DONE:
            return "end the turn" if state.at else "pass"
        form = self._written(state, play)
        cards, taken = joined([*form.play]).replace(HIDDEN, UNSEEN), joined([*form.take])
        chosen = Names(self.engine, play.seat).chosen(play)
        return did(lambda word: Thing("", many=True).does(word).strip(), play, cards, taken, chosen)

    def _text(self, state: State, play: Play) -> str:
        return text_of_written(self._written(state, play))

    def _written(self, state: State, play: Play) -> WrittenPlay:
        """A play without the cards that the seat only imagines."""
        return written_seen(self.engine.evaluate.tables, play, seen_by_decider(self.engine, state, [play]))

    def _compared(self, state: State, weighing: Weighing, by_code: dict[int, Play], chosen: int) -> Iterator[str]:
        """How the play does beside the one that came closest, in worlds that had no part in the choice; nothing where
        that may be chance."""
        next_best = max((c for c in by_code if c != chosen), key=lambda c: (weighing.times[c], _lead(weighing, c)))
        rows = [weighing.tried([chosen, next_best], IN_A_ROW) for _ in range(ROWS)]
        ahead = [row.leads[0] / row.times[0] - row.leads[1] / row.times[1] for row in rows if all(row.times)]
        points = fmean(ahead or [0]) / (2 if self.plan.ruleset.match.half_points else 1)
        if len(ahead) == ROWS and fmean(ahead) > SURE * stdev(ahead) and round(points, 1) >= 0.1:
            yield f"tried out, it brings {points:.1f} points more than {self._text(state, by_code[next_best])}"

    # ---- in words

    def _why(self, sighting: Sighting, play: Play) -> tuple[str, ...]:
        """Why a play is good: in few words, then all of it."""
        if play is DONE:
            return ("nothing more is worth doing this turn",) * 2
        state = sighting.state.unaware()
        with suppress(RunFault):  # what cannot be looked at beforehand is not spoken of
            after = self.engine.step(state, play)
            short, *gains = self._gains(state, after, play)
            said = [*gains, *self._leaves(sighting, after, play)]
            return short or (said or [NOTHING])[-1], *(said or [NOTHING])
        return NOTHING, NOTHING

    def _gains(self, state: State, after: State, play: Play) -> Iterator[str]:
        """In few words what a play brings, where it brings anything; then what it takes, and what that is worth."""
        side = self.plan.side_of[self.engine.decider(state)]
        toward = self._toward(state, after, side)
        cards = [*play.cards, *play.taken()]
        counted = self._counted(cards if play.kind != "build" else play.taken())
        if play.kind == "capture" and not counted:  # how many they are is said by this
            toward = {name: number for name, number in toward.items() if number != len(cards)}
        made = list(self._made_more(state, after, side))
        adds = [f"{numeral(number)} more for {name}" for name, number in toward.items()]
        number = f"{numeral(len(cards))} card{'s' if len(cards) > 1 else ''}"
        keeps = f"for {with_article(str(play.value))}"
        yield {
            "capture": joined([*filter(None, [counted]), *made, *adds]) or number,
            "build": f"{counted or 'the cards'} {keeps}",
            "trail": "" if counted or made else "gives nothing away that counts by itself",
        }.get(play.kind, joined([*made, *adds]))
        if play.kind == "capture":
            yield f"takes {counted or number}"
        elif play.kind == "build":
            yield f"keeps {counted or 'these cards'} {keeps}"
        elif play.kind == "trail":
            yield f"gives up {counted}" if counted else "gives nothing away that counts by itself"
        yield from (f"makes {one}" for one in made)
        if adds:
            yield joined(adds)

    def _made_more(self, state: State, after: State, side: int) -> Iterator[str]:
        """What the side has more of by the play, by the words of the file: `a scopa`."""
        for memory, more in grown(self.plan, side, state, after):
            yield with_article(one_of(memory)) if more == 1 else f"{more} {several_of(memory)}"

    def _toward(self, state: State, after: State, side: int) -> dict[str, int]:
        """What the play adds to the numbers of which the most is worth points, by what they are called."""
        found = {}
        captured = [len(self.engine.scorer.captured(s, side)) for s in (state, after)]
        for award in self.plan.awards:
            if award.most is not None:
                most = self.engine.evaluate(award.most)
                was, now = (most(Frame(self.engine.scorer.seen(s), -1, side)) for s in (state, after))
                if 0 < now - was <= captured[1] - captured[0]:  # it counts cards
                    found[award_called(award)] = now - was
        return found

    def _counted(self, cards: Sequence[int]) -> str:
        """The cards among these that bring points by themselves, with what awards call them: `7d (settebello)`."""
        told = []
        for award in self.plan.awards:
            there = [self.text[c] for c in sorted(cards) if award.most is None and self._brings(award, c)]
            if there:
                told.append(f"{joined(there)} ({award_called(award)})")
        return joined(told)

    def _brings(self, award: Award, card: int) -> bool:
        """Whether a card in a pile changes the points of its side, both alone and beside all others."""
        others, state = [c for c in range(len(self.text)) if c != card], self.begun.copy()

        def points(pile: list[int]) -> int:
            state.piles[0] = pile
            return self.engine.scorer.award(award, state)[0]

        return all(points(pile) != points([*pile, card]) for pile in ([], others))

    def _leaves(self, sighting: Sighting, after: State, play: Play) -> Iterator[str]:
        """What lies there for the next seat, and how many of the cards that one may hold can take of it."""
        if not after.loose and not after.builds:
            if play.kind == "capture":
                yield "leaves nothing on the table"
            return
        cards = [self.text[c] for c in after.loose] + [f"the build of {b.value}" for b in after.builds]
        unseen = sorted(sighting.unknown)
        if len(cards) > MOST_ITEMS or not unseen:
            return
        seat = self.engine.decider(sighting.state)
        takers = self._takers(after, seat, unseen)
        if takers is None:
            return
        few = joined(cards) if len(cards) <= 4 else f"{len(cards)} items"
        of, what = ("of ", " something") if len(cards) > 1 else ("", "")
        can = [c for c in unseen if c in takers]
        if not can:
            yield f"leaves {few}, {of}which no card that you have not seen takes{' anything' if of else ''}"
        else:
            many = f"{len(can)} of the {len(unseen)} cards that you have not seen"
            yield f"leaves {few}, {of}which {many} can take{what}"

    def _takers(self, after: State, seat: int, unseen: Sequence[int]) -> set[int] | None:
        """The cards with which the next seat, holding one alone, could capture; None where the turn stays here, or
        something else comes before the next turn."""
        copies, by_face = self.engine.evaluate.tables.copies, dict[int, bool]()
        found = set()
        for card in unseen:
            if card // copies not in by_face:
                taking = self._takes(after, seat, card)
                if taking is None:
                    return None
                by_face[card // copies] = taking
            if by_face[card // copies]:
                found.add(card)
        return found

    def _takes(self, after: State, seat: int, card: int) -> bool | None:
        state = after.copy()
        state.stock = [c for c in state.stock if c != card]
        state.hands = [hand if s == seat else [card] for s, hand in enumerate(state.hands)]
        state = self.engine.settle(state)
        decider, machine, at = self.engine.decision(state)
        if stopped(state) or state.asks or decider == seat or state.hands[decider] != [card]:
            return None
        if not any(a.kind == "capture" and a.step in machine.steps(at) for a in self.plan.actions):
            return None  # in a turn that begins otherwise nothing is taken yet
        return any(p is not DONE and p.kind == "capture" for p in self.engine.legal(state))


def _lead(weighing: Weighing, number: int) -> Fraction:
    times = weighing.times[number]
    return Fraction(weighing.leads[number], times) if times else Fraction(-(10**9))
