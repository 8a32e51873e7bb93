"""The native engine as a runner of simulations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from cassino_dsl.analysis.units.runner import Fault, Task, UnitBlock
from cassino_dsl.engine.layout import empty
from cassino_dsl.engine.native.engine import PLAYERS, NativeEngine, native_engine
from cassino_dsl.engine.reference.numbers import bits
from cassino_dsl.engine.reference.rng import signed
from cassino_dsl.engine.reference.scoring import Standing
from cassino_dsl.engine.reference.text import text_of_written, written_as
from cassino_dsl.players.learned.weights import LEARNED
from cassino_dsl.players.names import acting

LOG_PLAY, LOG_ROUND, LOG_END = 1, 2, 3


def runner_for(task: Task, waits: bool = True) -> tuple[NativeRunner | None, str]:
    """A runner, or the reason in words why the native engine cannot play this task here (unless it ``waits``: at
    once)."""
    unknown = next((name for name in acting(task.players, task.weights) if name not in PLAYERS), None)
    if unknown:
        return None, f"the player `{unknown}`"
    engine, reason = native_engine(task.ruleset, task.seats, waits)
    return (None if engine is None else NativeRunner(task, engine)), reason


class NativeRunner:
    """Plays units on the native engine."""

    threads = True  # the C does without Python's lock

    def __init__(self, task: Task, engine: NativeEngine) -> None:
        self.task = task
        self.engine = engine
        self.layout = engine.layout
        self.most = 500 if task.unit == "match" else 2_000  # faster code takes over between two blocks
        if set(task.players) != {"random"}:
            self.most //= 4
        self.learned: Sequence[int] = ()
        if LEARNED in task.players:
            from cassino_dsl.players.native_worlds import learned_words

            self.learned = learned_words(task.ruleset, task.seats, task.weights)

    @property
    def code(self) -> str:
        return self.engine.code

    def expects(self, units: int) -> None:
        self.engine.expects(units)

    def block(self, first: int, count: int, rows: bool = False, records: bool = False) -> UnitBlock:
        """Play ``count`` units from number ``first`` on."""
        task = self.task
        played = self.engine.play(
            seed=task.seed,
            first=first,
            count=count,
            players=task.players,
            single_rounds=task.unit == "round",
            rows=rows,
            log=records,
            rotates=task.rotates,
            learned=self.learned,
            again=task.again,
        )
        kept = list(self._records(played.log, first, count)) if played.log is not None else None
        if played.fault is not None:
            found = Fault(first + played.done, played.fault.code, str(played.fault), played.fault.help)
            return UnitBlock(first, count, empty(self.layout), played.code, None, kept, found)
        return UnitBlock(first, count, played.tally, played.code, played.rows, kept)

    def _records(self, log: list[int], first: int, count: int) -> Iterator[dict[str, Any]]:
        """The records of units, from what the C has written down; the last may have been broken off by a fault."""
        engine, unit, at = self.engine, first, 0
        sides, awards = engine.plan.sides, max(1, len(engine.words.awards))
        recorder = self.task.recorder(unit)
        while at < len(log):
            if log[at] == LOG_PLAY:
                action, value, decision = (signed(w) for w in log[at + 1 : at + 4])
                recorder.play(self._text(action, value, decision, _mask(log, at + 4), _mask(log, at + 6)))
                at += 8
            elif log[at] == LOG_ROUND:
                leader, stuck, *numbers = (signed(w) for w in log[at + 1 : at + 3 + sides + awards * sides])
                scores, points = numbers[:sides], numbers[sides:]
                recorder.round(leader, Standing(engine.points(points), scores, None, False, "", None), bool(stuck))
                at += 3 + sides + awards * sides
            else:
                winner, reason, award, target = (signed(w) for w in log[at + 1 : at + 5])
                if self.task.unit == "match":
                    recorder.end(None if winner < 0 else winner, engine.reason(reason, award, target))
                yield recorder.record
                unit += 1
                recorder = self.task.recorder(unit)
                at += 5
        if unit < first + count:
            yield recorder.broken_off()

    def _text(self, action: int, value: int, decision: int, cards: int, taken: int) -> str:
        """The text of a play, as ``engine/text.py`` writes it."""
        planned = None if action < 0 else self.engine.plan.declared[action]
        return text_of_written(written_as(self.engine.tables, planned, value, decision, bits(cards), bits(taken)))


def _mask(log: list[int], at: int) -> int:
    return log[at] | log[at + 1] << 64
