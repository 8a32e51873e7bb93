"""Plays records again: the deals follow from the seed, every play must be legal, and all must come out the same."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from cassino_dsl.book.why.why import why
from cassino_dsl.engine.position.position import Position
from cassino_dsl.engine.reference.game import Engine
from cassino_dsl.engine.reference.play import Play
from cassino_dsl.engine.reference.rng import match_key
from cassino_dsl.engine.reference.scoring import Standing
from cassino_dsl.engine.reference.state import State
from cassino_dsl.engine.reference.text import play_text, read_play
from cassino_dsl.language.diagnostics.text import safe
from cassino_dsl.language.plan.make import make_plan
from cassino_dsl.language.ruleset.model import Ruleset
from cassino_dsl.language.ruleset.run_fault import RunFault
from cassino_dsl.match.record import Record, Recorder, fingerprint, read_record

LoadRuleset = Callable[[str, tuple[str, ...], tuple[str, ...]], Ruleset]
QUOTED = 60  # characters of a play that is not legal


class Different(Exception):
    """A record that does not play out as it says; the message says where. It may quote a stranger."""

    def __init__(self, message: str) -> None:
        super().__init__(safe(message))


class NotPlayed(Different):
    """What is no record, or none of a ruleset that there is: nothing of it was played."""


class Done(Exception):
    """The round was played that the record is of."""


class BrokenOff(Exception):
    """The record goes no further, since the match was stopped."""


class Replayer:
    """Replays records; keeps the engine of each ruleset."""

    def __init__(self, load: LoadRuleset) -> None:
        self.load = load
        self.engines: dict[tuple[Any, ...], tuple[ReplayEngine, str]] = {}

    def replay(self, data: object) -> None:
        """Play one record again; raises ``Different``."""
        try:
            record = read_record(data)
        except ValueError as fault:
            raise NotPlayed(str(fault)) from fault
        try:
            self._replay(record)
        except RunFault as fault:
            raise Different(str(fault)) from fault

    def _replay(self, record: Record) -> None:
        engine, digest = self._engine(record)
        if record.ruleset != digest:
            raise NotPlayed(f"the rules of `{record.variant}` have changed since it was recorded")
        engine.follow(record)
        winner, reason, stopped = None, "", False
        try:
            state = engine.new_match(match_key(record.seed, record.match))
            while not state.match_over:
                state = engine.play(state, engine.next_play(state))
            winner, reason = None if state.winner is None else state.winner + 1, state.reason
        except Done:
            pass
        except (BrokenOff, RunFault):  # a record that ends in a fault of its ruleset has it again
            stopped = engine.was_stopped()
            if not stopped:
                raise
        played = len(engine.recorder.record["rounds"])
        if len(record.rounds) > played + stopped:
            raise Different(f"the {record.unit} is over after round {played}, but the record goes on")
        if (winner, reason) != (record.winner, record.reason):
            raise Different(f"the winner is {_won(winner, reason)}, not {_won(record.winner, record.reason)}")

    def _engine(self, record: Record) -> tuple[ReplayEngine, str]:
        seats, key = record.seats, (record.variant, record.with_rules, record.settings, record.seats)
        if key not in self.engines:
            ruleset = self.load(*key[:3])
            if seats not in ruleset.seats:
                raise NotPlayed(f"`{record.variant}` is not played with {seats} seats")
            self.engines[key] = (ReplayEngine(make_plan(ruleset, seats)), fingerprint(ruleset, seats))
        return self.engines[key]


def _won(winner: int | None, reason: str) -> str:
    return f"{winner or 'nobody'} ({reason})" if reason else str(winner or "nobody")


class ReplayEngine(Engine):
    """The engine with a record to follow, and one that it writes itself."""

    record: Record
    recorder: Recorder

    def follow(self, record: Record) -> None:
        self.record = record
        self.recorder = Recorder(
            self.plan.ruleset, record.seats, record.unit, record.players, record.seed, record.match
        )

    def _round(self) -> Mapping[str, Any]:
        """What the record says of the round that is played."""
        rounds, number = self.record.rounds, len(self.recorder.record["rounds"])
        return rounds[number] if number < len(rounds) else {"plays": [], "scores": []}

    def was_stopped(self) -> bool:
        """Whether the match was stopped here, in the middle of a round."""
        return "scores" not in self._round() and len(self.recorder.plays) == len(self._round()["plays"])

    def next_play(self, state: State) -> Play:
        """The legal play that the record names next."""
        number, plays = len(self.recorder.plays), self._round()["plays"]
        where = f"round {len(self.recorder.record['rounds']) + 1}, play {number + 1}"
        if self.was_stopped():
            raise BrokenOff
        if number >= len(plays):
            raise Different(f"{where}: the record ends, but the game goes on")
        for play in self.legal(state):
            if play_text(self.evaluate.tables, play) == plays[number]:
                self.recorder.play(plays[number])
                return play
        said = f"`{plays[number][:QUOTED]}` is not legal for seat {self.decider(state) + 1}"
        raise Different(f"{where}: {said}{self._reason(state, plays[number])}")

    def _reason(self, state: State, text: str) -> str:
        """Why a play is not legal, where it is one at all."""
        play = read_play(text, self.plan.ruleset.pack, self.plan.ruleset.tells)
        if play is None:
            return ": it is no play"
        return f": {why(Position(self, state, frozenset(range(self.plan.seats)), 'listed'), play)['reason']}"

    def on_round(self, state: State, standing: Standing, stuck: bool) -> None:
        said, number = self._round(), len(self.recorder.plays)
        where = f"round {len(self.recorder.record['rounds']) + 1}"
        if number != len(said["plays"]):
            raise Different(f"{where}: over after {number} plays, but the record has {len(said['plays'])}")
        if self.was_stopped():
            raise BrokenOff
        self.recorder.round(state.leader, standing, stuck)
        _compare(where, self.recorder.record["rounds"][-1], said)
        if self.record.unit == "round":
            raise Done


def _compare(where: str, played: Mapping[str, Any], said: Mapping[str, Any]) -> None:
    """What a round, or its awards, brought, held against what is said of it."""
    for key in {**played, **said}:
        ours, theirs = (json.dumps(one.get(key), sort_keys=True, ensure_ascii=False) for one in (played, said))
        if ours != theirs and key == "awards":
            _compare(f"{where}: awards", played[key], said[key])
        elif ours != theirs:
            raise Different(f"{where}: `{key[:QUOTED]}` is {ours}, not {theirs[:QUOTED]}")
