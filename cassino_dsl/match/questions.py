"""What only the program itself asks of a ruleset: positions and plays as engines have them. What users ask stands in
`game.py`, so that ``help(Game)`` begins with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import Any

from cassino_dsl.engine.choice import EngineName
from cassino_dsl.engine.position.document import Document
from cassino_dsl.engine.position.play import in_order, play_json
from cassino_dsl.engine.position.position import Position
from cassino_dsl.engine.position.read import SEED, read_position
from cassino_dsl.engine.reference.game import Engine
from cassino_dsl.engine.reference.limits import STEPS
from cassino_dsl.engine.reference.play import Play
from cassino_dsl.engine.reference.text import WrittenPlay
from cassino_dsl.language.diagnostics.cassino_error import CassinoError
from cassino_dsl.language.diagnostics.diagnostic import Diagnostic, Report
from cassino_dsl.language.ruleset.model import Ruleset
from cassino_dsl.match import arguments
from cassino_dsl.match.answering import Answering
from cassino_dsl.match.engines import Engines, RulesetSource
from cassino_dsl.match.plays import check_hand, refusal, typed_play, written_play
from cassino_dsl.players.plays_seen import meant


class PositionQuestions:
    """A ruleset, and who answers about its positions."""

    def __init__(
        self,
        ruleset: Ruleset,
        steps: int | None = None,
        engine: EngineName = "reference",
        remark: Callable[[str], object] = lambda text: None,
        source: RulesetSource | None = None,
    ) -> None:
        self.ruleset = ruleset
        self.steps = steps or STEPS
        self.engines = Engines(ruleset, self.steps, source)
        self.answering = Answering(ruleset, engine, remark)

    def engine(self, seats: int | None = None) -> Engine:
        """The reference engine for a number of seats (default: the fewest)."""
        engine = self.engines(seats)
        engine.evaluate.steps.most = self.steps
        return engine

    def read(self, position: Mapping[str, Any] | Document, seed: int = SEED) -> Position:
        """A position as it stands, also before the first deal; raises ``CassinoError`` where it is faulty."""
        report = Report()
        if not isinstance(position, Document):
            arguments.position_data(position)
        document = position if isinstance(position, Document) else Document(position)
        found = read_position(self.ruleset, self.engine, document, report, seed)
        if found is None:
            raise CassinoError(report.diagnostics)
        return found

    def plays(self, position: Position) -> list[Play]:
        """The legal plays, in the order of their texts' cards: by action, cards played, cards taken, value."""
        check_hand(position)
        with question(position):
            return in_order(position.engine.evaluate.tables, self.answering.legal(position))

    def play_json(self, position: Position, play: Play) -> dict[str, Any]:
        """One play as ``moves`` prints it."""
        return play_json(position.engine, position.state, play)

    def find_play(self, position: Position, play: str | Mapping[str, Any] | WrittenPlay) -> Play | WrittenPlay:
        """The legal play that is meant, or the play as written where it is not legal.

        Raises ``CassinoError`` where the text or object is no play at all.
        """
        plays = self.plays(position)
        wanted = play if isinstance(play, WrittenPlay) else self.written_play(play, position)
        with question(position):
            return meant(position.engine, position.state, plays, wanted) or wanted

    def written_play(self, play: str | Mapping[str, Any], position: Position | None = None) -> WrittenPlay:
        """A play as written: a text, or an object with the keys of ``moves``; a text for a ``position`` may be one as
        people type it."""
        text = play if isinstance(play, str) else play.get("text") if "kind" not in play else None
        typed = typed_play(position, text, self.plays(position)) if position and isinstance(text, str) else None
        return typed or written_play(self.ruleset, play)

    def after(self, position: Position, play: Play) -> tuple[Position, list[str]]:
        """The position after a legal play, as far as it is known what follows, and the names of the events.

        Where cards are unknown, only the turn goes on; a new deal and passing need every card's place.
        """
        engine = position.engine
        log: list[str] = []
        engine.applier.log = log
        try:
            with question(position):
                state = engine.step(position.state, play)
                if position.complete:
                    engine.settle(state)
                elif not state.asks:
                    engine.settle_turn(state)
        finally:
            engine.applier.log = None
        return Position(engine, state, position.known_hands, position.stock), log

    def refusal(self, position: Position, play: WrittenPlay) -> list[Diagnostic]:
        """Why a play is not legal, as a diagnostic."""
        with question(position):
            return refusal(position, play)


def question(position: Position) -> AbstractContextManager[None]:
    """An answer about a position, which may only be so much work."""
    return position.engine.evaluate.steps.question()
