"""Plays records again: the deals follow from the seed, every play must be legal, and all must come out the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cassino_dsl.book.why.why import why
from cassino_dsl.engine.position.position import Position
from cassino_dsl.engine.reference.game import Engine
from cassino_dsl.engine.reference.play import Play
from cassino_dsl.engine.reference.rng import match_key
from cassino_dsl.engine.reference.scoring import Standing
from cassino_dsl.engine.reference.state import State
from cassino_dsl.engine.reference.text import play_text, read_play
from cassino_dsl.language.plan.make import make_plan
from cassino_dsl.language.ruleset.model import Ruleset
from cassino_dsl.language.ruleset.run_fault import RunFault
from cassino_dsl.match.record import FORMAT, fingerprint

LoadRuleset = Callable[[str, tuple[str, ...], tuple[str, ...]], Ruleset]


class Different(Exception):
    """A record that does not play out as it says; the message says where."""


class NotPlayed(Different):
    """What is no record, or none of a ruleset that there is: nothing of it was played."""


class Done(Exception):
    """All that the record has was played."""


class Replayer:
    """Replays records; keeps the engine of each ruleset."""

    def __init__(self, load: LoadRuleset) -> None:
        self.load = load
        self.engines: dict[tuple[Any, ...], tuple[ReplayEngine, str]] = {}

    def replay(self, record: dict[str, Any]) -> None:
        """Play one record again; raises ``Different``."""
        try:
            self._replay(record)
        except (KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError) as fault:
            raise NotPlayed("this is no record of a match") from fault
        except RunFault as fault:
            raise Different(str(fault)) from fault

    def _replay(self, record: dict[str, Any]) -> None:
        if record["record"] != FORMAT:
            raise NotPlayed("written by another version of the program")
        engine, digest = self._engine(record)
        if record["ruleset"] != digest:
            raise NotPlayed(f"the rules of `{record['variant']}` have changed since it was recorded")
        if record["unit"] not in ("match", "round"):
            raise NotPlayed(f"there is no unit `{record['unit']}`")
        key = match_key(int(record["seed"]), int(record["match"]))
        engine.start(record)
        try:
            state = engine.new_match(key)
            while not state.match_over:
                state = engine.play(state, engine.next_play(state))
        except Done:
            return
        except RunFault:
            if not engine.was_stopped():  # a record that ends in a fault of its ruleset has it again
                raise
            return
        finally:
            engine.record = {}
        winner = None if state.winner is None else state.winner + 1
        if len(record["rounds"]) != engine.round_number:
            raise Different(f"the match is over after round {engine.round_number}, but the record goes on")
        if (winner, state.reason) != (record["winner"], record["reason"]):
            raise Different(f"the winner is {winner} ({state.reason}), not {record['winner']} ({record['reason']})")

    def _engine(self, record: dict[str, Any]) -> tuple[ReplayEngine, str]:
        variant, seats = str(record["variant"]), int(record["seats"])
        with_rules, settings = tuple(map(str, record["with"])), tuple(map(str, record["set"]))
        key = (variant, with_rules, settings, seats)
        if key not in self.engines:
            ruleset = self.load(variant, with_rules, settings)
            if seats not in ruleset.seats:
                raise NotPlayed(f"`{variant}` is not played with {seats} seats")
            self.engines[key] = (ReplayEngine(make_plan(ruleset, seats)), fingerprint(ruleset, seats))
        return self.engines[key]


class ReplayEngine(Engine):
    """The engine with a record to follow."""

    record: dict[str, Any]
    round_number = 0
    at = 0

    def start(self, record: dict[str, Any]) -> None:
        self.record, self.round_number, self.at = record, 0, 0

    def _round(self) -> dict[str, Any]:
        """What the record says of the round that is played."""
        rounds = self.record["rounds"]
        return rounds[self.round_number] if self.round_number < len(rounds) else {"plays": [], "scores": []}

    def was_stopped(self) -> bool:
        """Whether the match was stopped here, in the middle of a round."""
        return "scores" not in self._round() and self.at == len(self._round()["plays"])

    def next_play(self, state: State) -> Play:
        """The legal play that the record names next."""
        where = f"round {self.round_number + 1}, play {self.at + 1}"
        plays = self._round()["plays"]
        if self.was_stopped():
            raise Done
        if self.at >= len(plays):
            raise Different(f"{where}: the record ends, but the game goes on")
        text = plays[self.at]
        for play in self.legal(state):
            if play_text(self.evaluate.tables, play) == text:
                self.at += 1
                return play
        raise Different(f"{where}: `{text}` is not legal for seat {self.decider(state) + 1}{self._reason(state, text)}")

    def _reason(self, state: State, text: object) -> str:
        """Why a play is not legal, where it is one at all."""
        play = read_play(str(text), self.plan.ruleset.pack, self.plan.ruleset.tells)
        if play is None:
            return ": it is no play"
        return f": {why(Position(self, state, frozenset(range(self.plan.seats)), 'listed'), play)['reason']}"

    def on_round(self, state: State, standing: Standing, stuck: bool) -> None:
        said = self.record["rounds"][self.round_number]
        where = f"round {self.round_number + 1}"
        if self.at != len(said["plays"]):
            raise Different(f"{where}: over after {self.at} plays, but the record has {len(said['plays'])}")
        if said["leader"] != state.leader + 1:
            raise Different(f"{where}: led by seat {state.leader + 1}, not {said['leader']}")
        if said["stuck"] != stuck:
            raise Different(f"{where}: {'stuck' if stuck else 'not stuck'}, unlike what the record says")
        shown = self.plan.ruleset.match.shown
        awards = {name: [shown(n) for n in row] for name, row in standing.awards.items()}
        scores = [shown(n) for n in standing.scores]
        if said["awards"] != awards or said["scores"] != scores:
            raise Different(f"{where}: scores {scores}, not {said['scores']}, or by other awards")
        self.round_number, self.at = self.round_number + 1, 0
        if self.record["unit"] == "round":
            raise Done
