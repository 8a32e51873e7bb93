"""Who answers of the two engines about positions: the reference, which says what the answers are, or the native one,
once enough is asked for it to pay. No answer depends on that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from cassino_dsl.engine.choice import EngineName, without_native
from cassino_dsl.engine.native.interruptible import interruptible
from cassino_dsl.engine.position.position import Position
from cassino_dsl.engine.position.read import determined
from cassino_dsl.engine.reference.game import Progress, TooMany, perft
from cassino_dsl.engine.reference.limits import STEPS
from cassino_dsl.engine.reference.play import Play
from cassino_dsl.engine.reference.scoring import Standing
from cassino_dsl.engine.reference.text import play_text
from cassino_dsl.language.diagnostics.cassino_error import CassinoError, faulty
from cassino_dsl.language.diagnostics.diagnostic import Report
from cassino_dsl.language.ruleset.model import Ruleset
from cassino_dsl.language.ruleset.run_fault import RunFault

if TYPE_CHECKING:
    from cassino_dsl.engine.native.engine import NativeEngine
    from cassino_dsl.players.determinizations import Ending

FEW = 1_000  # positions that the reference has looked at before the native engine is worth a compilation
POSITION = 2_000  # steps that the reference takes at least for a position of an ending, of which it counts few
IN_C = 5  # steps that such a position counts for in C, so that as many take about as long
CROWDED = 12  # items on the table: beyond it the engines need not come to the limits of a search at the same place


class Answering:
    """Answers about positions of one ruleset. ``auto`` begins with the reference, and goes on with the native engine
    where enough is asked for it; ``remark`` hears once why it does not."""

    def __init__(self, ruleset: Ruleset, choice: EngineName, remark: Callable[[str], object]) -> None:
        self.ruleset, self.choice, self.remark = ruleset, choice, remark
        self._said: set[str] = set()
        self._compiled: dict[int, NativeEngine | None] = {}
        self._asked: Counter[int] = Counter()  # by number of seats, each being a compilation of its own
        if choice == "native":
            self._compile(ruleset.seats[0])

    def legal(self, position: Position) -> list[Play]:
        """The legal plays in the order found; what is at fault in a position, the reference says."""
        state = position.state
        crowded = len(state.loose) + len(state.builds) > CROWDED
        engine = None if crowded else self._after_a_few(position)
        if engine is not None:
            from cassino_dsl.engine.native.engine import legal_plays

            with suppress(RunFault):
                return legal_plays(engine, position.engine.plan, state)
        return position.engine.legal(state)

    def finish(self, position: Position, checked: bool) -> Standing:
        """The round scored; ``checked``: what the variant says of every round must hold of it. What is at fault in it,
        the reference says."""
        engine = self._after_a_few(position)
        if engine is not None and position.state.points.keys() <= set(engine.words.awards):
            with suppress(RunFault):
                return Standing(**engine.score(position.state, checked), target=None)
        return position.engine.finish(position.state.copy(), checked)

    def perft(self, position: Position, depth: int, steps: int, progress: Progress) -> list[int]:
        """How many sequences of plays there are, by their length, up to ``depth``; a round's end has no plays. Each
        position on the way is a step, and a question of its own: as much work as any, however few there may be."""
        reference, state = position.engine, position.state
        reference.evaluate.steps.most = max(STEPS, steps)
        if self.choice == "auto":
            with suppress(TooMany):
                return perft(reference, state, depth, min(FEW, steps))
        engine = self._native(position)
        if engine is not None:
            with _if_possible_in_c():
                return _counted(engine, position, depth, steps, progress)
        try:
            return perft(reference, state, depth, steps, progress)
        except TooMany as fault:
            raise RunFault.too_long(steps) from fault

    def solved(self, position: Position, steps: int) -> Ending | None:
        """The ending of a position in which every card has its place; None where that is too much. The reference looks
        at a few positions itself."""
        from cassino_dsl.players.determinizations import ReferenceWorlds, solved_ending

        reference, state = position.engine, position.state
        worlds = ReferenceWorlds(reference)
        if self.choice == "auto":
            few = solved_ending(reference, worlds, state, min(FEW, steps))
            if few is not None:
                return few
        engine, left = self._native(position), reference.evaluate.steps.left
        if engine is not None:
            from cassino_dsl.players.native_worlds import NativeWorlds

            with _if_possible_in_c():
                in_c, most = NativeWorlds(engine), min(steps, left // IN_C)
                return interruptible(partial(solved_ending, reference, in_c, state, most))
        return solved_ending(reference, worlds, state, min(steps, left // POSITION))

    def _after_a_few(self, position: Position) -> NativeEngine | None:
        """The native engine, once there have been enough positions for it."""
        seats = position.engine.plan.seats
        self._asked[seats] += 1
        few = self.choice == "auto" and self._asked[seats] <= FEW
        return None if few else self._native(position)

    def _native(self, position: Position) -> NativeEngine | None:
        """The native engine, where it may answer for a position: one without builds or debts that no action makes."""
        plan, state = position.engine.plan, position.state
        kinds, owing = {action.kind for action in plan.actions}, any(action.owes for action in plan.actions)
        unheard_of = (state.builds and "build" not in kinds) or (state.owed and not owing)
        return None if self.choice == "reference" or unheard_of else self._compile(plan.seats)

    def _compile(self, seats: int) -> NativeEngine | None:
        """The native engine; None, with a remark, where there is none. Raises ``NoEngine`` where it must be."""
        from cassino_dsl.engine.native.engine import native_engine

        if seats not in self._compiled:
            engine, reason = native_engine(self.ruleset, seats)
            if engine is None:
                remark = without_native(self.choice, reason)
                if remark not in self._said:
                    self._said.add(remark)
                    self.remark(remark)
            self._compiled[seats] = engine
        return self._compiled[seats]


@contextmanager
def _if_possible_in_c() -> Iterator[None]:
    """Goes on after it where a position is none for the C, which takes fewer for possible."""
    try:
        yield
    except RunFault as fault:
        if fault.code != "bad-position":
            raise


def _counted(engine: NativeEngine, position: Position, depth: int, steps: int, progress: Progress) -> list[int]:
    """Sequences of plays by their length, counted by the C one first play after the other; each position whose plays
    are listed is a step."""
    reference = position.engine
    start = reference.settle(position.state.copy())
    with position.engine.evaluate.steps.question():
        first = reference.legal(start) if depth else []
    counts = [1, len(first), *[0] * depth][: depth + 1]
    left = steps - 1
    for number, play in enumerate(first if depth > 1 else []):
        progress("sequences after first plays", number, len(first))
        after = reference.step(start, play)
        more = interruptible(partial(engine.perft, after, depth - 1, max(0, left)))
        left -= sum(more[:-1])
        if left < 0:
            raise RunFault.too_long(steps)
        for length, count in enumerate(more[1:], 2):
            counts[length] += count
    return counts


def ending_json(answering: Answering, given: Position, steps: int) -> dict[str, Any]:
    """What comes of a position if both of two sides see all cards and play as well as they can. Raises ``CassinoError``
    for positions of which that cannot be asked, ``RunFault`` where more than so many positions are to be looked at."""
    found = _between_two(given)
    ending = answering.solved(found, steps)
    if ending is None:
        raise RunFault.too_long(steps)
    if not ending.line:
        raise faulty("nothing is left to decide in this round", "`cassino score` counts it")
    plan, tables = found.engine.plan, found.engine.evaluate.tables
    shown = plan.ruleset.match.shown
    seat = ending.line[0][0]
    inferred = sorted(found.known_hands - given.known_hands)
    return {
        "turn": seat + 1,
        "side": plan.side_of[seat] + 1,
        "value": shown(ending.leads[0][1]),
        "hands": {str(s + 1): " ".join(tables.text[c] for c in found.state.hands[s]) for s in inferred},
        "plays": [{"text": play_text(tables, play), "value": shown(lead)} for play, lead in ending.leads],
        "line": [{"seat": s + 1, "text": play_text(tables, play)} for s, play in ending.line],
        "points": {str(s + 1): shown(n) for s, n in enumerate(ending.outcome.points)},
    }


def _between_two(position: Position) -> Position:
    """A position of two sides in which it is clear where every card lies; raises ``CassinoError`` for others."""
    sides = position.engine.plan.sides
    if sides != 2:
        raise faulty(
            f"only two sides can play an ending out exactly; here are {sides}", "ask of two seats, or of partners"
        )
    if position.remark:
        raise faulty(position.remark, "ask of a position after the deal")
    report = Report()
    found = determined(position, report)
    if found is None:
        raise CassinoError(report.diagnostics)
    return found
