"""A game that both engines answer for: the reference at once, the native one where there is enough to ask.

No answer depends on which of them gives it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from threading import Thread
from typing import TYPE_CHECKING, TypeVar

from cassino_dsl.engine.perft import Progress, TooMany, no_progress, perft
from cassino_dsl.engine.play import Play
from cassino_dsl.engine.scoring import Standing
from cassino_dsl.game import Game, question
from cassino_dsl.players.ending import Ending, solved_ending
from cassino_dsl.players.worlds import ReferenceWorlds
from cassino_dsl.position.position import Position
from cassino_dsl.ruleset.errors import RunFault
from cassino_dsl.ruleset.model import Ruleset
from cassino_dsl.simulate.wanted import EngineName, without_native

T = TypeVar("T")

if TYPE_CHECKING:
    from cassino_dsl.native.engine import NativeEngine

FEW = 1_000  # positions that the reference has looked at before the native engine is worth a compilation
CROWDED = 12  # items on the table: beyond it the engines need not come to the limits of a search at the same place


class NativeGame(Game):
    """``engine``: who answers. ``auto`` begins with the reference; ``remark`` hears once why it goes on with it."""

    def __init__(
        self,
        ruleset: Ruleset,
        engine: EngineName = "auto",
        remark: Callable[[str], object] = lambda text: None,
        steps: int | None = None,
    ) -> None:
        super().__init__(ruleset, steps)
        self.choice = engine
        self.remark = remark
        self._said: set[str] = set()
        self._engines_of_c: dict[int, NativeEngine | None] = {}
        self._asked: Counter[int] = Counter()  # by number of seats, each being a compilation of its own
        if engine == "native":
            self._compiled(ruleset.seats[0])

    def legal(self, position: Position) -> list[Play]:
        """The legal plays in the order found; what is at fault in a position, the reference says."""
        state = position.state
        crowded = len(state.loose) + len(state.builds) > CROWDED
        engine = None if crowded else self._after_a_few(position)
        if engine is not None:
            from cassino_dsl.native.positions import legal_plays

            with suppress(RunFault):
                return legal_plays(engine, position.engine.plan, state)
        return super().legal(position)

    def finish(self, position: Position, checked: bool) -> Standing:
        """The round scored; what is at fault in it, the reference says."""
        engine = self._after_a_few(position)
        if engine is not None and position.state.points.keys() <= set(engine.words.awards):
            with suppress(RunFault):
                return Standing(**engine.score(position.state, checked), target=None)
        return super().finish(position, checked)

    def perft(self, position: Position, depth: int, progress: Progress = no_progress) -> list[int]:
        """How many sequences of plays there are, by their length, up to ``depth``."""
        self.allow_listing(position)
        if self.choice == "auto":
            with suppress(TooMany):
                return perft(position.engine, position.state, depth, min(FEW, self.steps))
        engine = self._native(position)
        if engine is not None:
            try:
                return _counted(engine, position, depth, self.steps, progress)
            except RunFault as fault:
                if fault.code != "bad-position":  # the C takes fewer positions for possible
                    raise
        return super().perft(position, depth, progress)

    def solved(self, position: Position) -> Ending | None:
        """The ending of a position; the reference looks at so few positions itself."""
        reference, state = position.engine, position.state
        if self.choice == "auto":
            few = solved_ending(reference, ReferenceWorlds(reference), state, min(FEW, self.steps))
            if few is not None:
                return few
        engine = self._native(position)
        if engine is not None:
            from cassino_dsl.native.worlds import NativeWorlds

            try:
                return _interruptible(partial(solved_ending, reference, NativeWorlds(engine), state, self.steps))
            except RunFault as fault:
                if fault.code != "bad-position":  # the C takes fewer positions for possible
                    raise
        return super().solved(position)

    # ---- who answers

    def _after_a_few(self, position: Position) -> NativeEngine | None:
        """The native engine, once there have been enough positions for it."""
        seats = position.engine.plan.seats
        self._asked[seats] += 1
        few = self.choice == "auto" and self._asked[seats] <= FEW
        return None if few else self._native(position)

    def _native(self, position: Position) -> NativeEngine | None:
        """The native engine, where it may answer for a position: it has no debts where no action makes any."""
        plan = position.engine.plan
        unheard_of = position.state.owed and not any(action.owes for action in plan.actions)
        return None if self.choice == "reference" or unheard_of else self._compiled(plan.seats)

    def _compiled(self, seats: int) -> NativeEngine | None:
        """The native engine; None, with a remark, where there is none. Raises ``NoEngine`` where it must be."""
        from cassino_dsl.native.engine import native_engine

        if seats not in self._engines_of_c:
            engine, reason = native_engine(self.ruleset, seats)
            if engine is None:
                remark = without_native(self.choice, reason)
                if remark not in self._said:
                    self._said.add(remark)
                    self.remark(remark)
            self._engines_of_c[seats] = engine
        return self._engines_of_c[seats]


def _counted(engine: NativeEngine, position: Position, depth: int, steps: int, progress: Progress) -> list[int]:
    """Sequences of plays by their length, counted by the C one first play after the other; each position whose plays
    are listed is a step."""
    reference = position.engine
    start = reference.settle(position.state.copy())
    with question(position):
        first = reference.legal(start) if depth else []
    counts = [1, len(first), *[0] * depth][: depth + 1]
    left = steps - 1
    for number, play in enumerate(first if depth > 1 else []):
        progress("sequences after first plays", number, len(first))
        after = reference.step(start, play)
        more = _interruptible(partial(engine.perft, after, depth - 1, max(0, left)))
        left -= sum(more[:-1])
        if left < 0:
            raise RunFault.too_long(steps)
        for length, count in enumerate(more[1:], 2):
            counts[length] += count
    return counts


def _interruptible(call: Callable[[], T]) -> T:
    """The result or the fault of a long call of the C, made in a thread of its own: a Ctrl-C does not wait for it.

    Python handles signals between steps of the main thread, and a call of the C is one step. A thread that is left
    behind ends with the process.
    """
    results: list[T] = []
    faults: list[BaseException] = []

    def run() -> None:
        try:
            results.append(call())
        except BaseException as fault:
            faults.append(fault)

    thread = Thread(target=run, daemon=True)
    thread.start()
    thread.join()
    if faults:
        raise faults[0]
    return results[0]
