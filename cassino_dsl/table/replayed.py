"""A match that was recorded, decision by decision, with all cards open; and what a search would have played instead,
from what the seat that decided knew then."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from threading import Lock
from time import monotonic
from typing import Any

from cassino_dsl.engine.position.position import Position, position_json
from cassino_dsl.engine.reference.observation_history import Sight
from cassino_dsl.engine.reference.play import Play
from cassino_dsl.engine.reference.rng import decision_key, match_key
from cassino_dsl.engine.reference.state import State
from cassino_dsl.engine.reference.text import play_text
from cassino_dsl.match.basic_game import BasicGame
from cassino_dsl.match.record import fingerprint, read_record
from cassino_dsl.players.determinizations import Worlds
from cassino_dsl.players.learned.slots import RoundSeen
from cassino_dsl.players.names import Budget
from cassino_dsl.players.policies import SIMPLE
from cassino_dsl.players.search import halving, weighed
from cassino_dsl.players.tie_break import code
from cassino_dsl.table.course import Course, Decision
from cassino_dsl.table.hint import Hinter
from cassino_dsl.table.log_narration import Teller
from cassino_dsl.table.onlooker import OnlookerSight
from cassino_dsl.table.table import NotPossible

BUDGET = Budget(600)  # play-outs, to find the best play
COMPARED = 200  # worlds, in which it is held against the play that was made


@dataclass(frozen=True, slots=True)
class Instead:
    """What might have been played. ``best``: in words, empty where it was; ``cost``: points of the round that the play
    made brought less, on average; None where nothing was tried out."""

    made: str
    best: str
    cost: float | None


class Replayed:
    """``record``: as `simulate --records` writes them, read by nobody before. ``broken``: why the rest is not shown."""

    def __init__(self, game: BasicGame, record: Mapping[str, Any], seconds: float) -> None:
        try:
            said = read_record(record)
        except ValueError as fault:
            raise NotPossible(str(fault)) from fault
        self.seats, self.players, self.key = said.seats, said.players, match_key(said.seed, said.match)
        if self.seats not in game.ruleset.seats:
            raise NotPossible(f"`{game.ruleset.name}` is not played with {self.seats} seats")
        if said.ruleset != fingerprint(game.ruleset, self.seats):
            raise NotPossible("the rules have changed since this match was recorded")
        self.game, self.engine, self.broken = game, game.engine(self.seats), ""
        self.lock = Lock()  # for who asks from several threads
        self.course = Course(self.engine)
        self.first, self.begun = self.course.begin(self.key)
        self.decisions: list[Decision] = []
        self._follow(said.plays, monotonic() + seconds)

    def _follow(self, plays: Sequence[str], deadline: float) -> None:
        state = self.first
        for number, text in enumerate(plays, 1):
            play = None if state.match_over else self._called(state, text)
            if play is None:
                raise NotPossible(f"play {number} of the record, `{text[:60]}`, is not legal there")
            self.decisions.append(self.course.follow(state, play))
            state = self.decisions[-1].after
            if monotonic() > deadline:
                self.broken = f"{number} of {len(plays)} plays are shown: more would take too long here"
                return

    def _called(self, state: State, text: str) -> Play | None:
        return next((play for play in self._legal(state) if self._text(play) == text), None)

    def _legal(self, state: State) -> list[Play]:
        return self.game.plays(Position(self.engine, state, frozenset(range(self.seats)), "listed"))

    def _text(self, play: Play) -> str:
        return play_text(self.engine.evaluate.tables, play)

    def steps(self) -> list[dict[str, Any]]:
        """How the match lay after the deal and after each play; where a play ended a round, as it left that."""
        sight = OnlookerSight(self.engine, self.first)
        teller = Teller(self.engine, sight, {})
        told = [line.text for line in teller.begins(self.begun, self.first)]
        found: list[dict[str, Any]] = [
            {"seat": None, "play": "", "lines": told, "position": self._position(self.first)}
        ]
        for one in self.decisions:
            sight.follow(one.before, one.play, one.after)
            found.append(
                {
                    "seat": self.engine.decider(one.before) + 1,
                    "play": self._text(one.play),
                    "lines": [line.text for line in teller.moment(one)],
                    "position": self._left(one),
                }
            )
        return found

    def _left(self, one: Decision) -> dict[str, Any]:
        """How a play left the table, with the scores that it made: what is dealt after a round is the next step's."""
        after = self._position(one.after)
        return {**self._position(one.played), "scores": after["scores"]} if one.rounds else after

    def _position(self, state: State) -> dict[str, Any]:
        return position_json(Position(self.engine, state, frozenset(range(self.seats)), "counted"))

    def instead(self, number: int, worlds: Worlds | None) -> Instead:
        """What might have been played at a decision (from 1), from what its seat had seen. Without ``worlds`` to search
        in, a play ahead is looked at."""
        if not 1 <= number <= len(self.decisions):
            raise NotPossible("there is no such play")
        moment = self.decisions[number - 1]
        seat, made = self.engine.decider(moment.before), self._text(moment.play)
        sight, shown = Sight(self.engine, seat, self.first), RoundSeen(self.first)
        for one in self.decisions[: number - 1]:
            sight.follow(one.before, one.play, one.after)
            shown.follow(one.before, one.play, one.after)
        plays, key = self._legal(moment.before), decision_key(self.key, number)
        if len(plays) == 1:
            return Instead(made, "", 0.0)
        sighting = sight.position(moment.before)
        if worlds is None:
            best = SIMPLE["greedy"](self.engine, sighting.state, seat, plays, key)
            return Instead(made, "" if self._text(best) == made else self._told(moment, best), None)
        by_code = {code(self.engine.evaluate.tables, play): play for play in plays}
        chosen = halving(weighed(worlds, self.engine, sighting, list(by_code), key, shown.cards), BUDGET)
        if self._text(by_code[chosen]) == made:
            return Instead(made, "", 0.0)
        both = [chosen, code(self.engine.evaluate.tables, moment.play)]
        held = weighed(worlds, self.engine, sighting, both, decision_key(key, 1), shown.cards)
        held.go_on(both, COMPARED)
        best_lead, own_lead = (held.leads[one] / max(1, held.times[one]) for one in both)
        half = 2 if self.engine.plan.ruleset.match.half_points else 1
        return Instead(made, self._told(moment, by_code[chosen]), max(0.0, round((best_lead - own_lead) / half, 1)))

    def _told(self, moment: Decision, play: Play) -> str:
        return Hinter(self.engine).told(moment.before, play)
