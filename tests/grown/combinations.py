"""Shipped variants as tables play them: with house rules that fit, and options chosen. Whatever is drawn plays without
a fault, keeps its checks, and no round of it is stuck or empty."""

from __future__ import annotations

import random
import traceback
from dataclasses import dataclass

from cassino_dsl.analysis.simulate.reference_runner import ReferenceRunner
from cassino_dsl.analysis.simulate.spec import Spec, task_of
from cassino_dsl.analysis.simulate.sums import Sums
from cassino_dsl.analysis.simulate.trial import ends_as_dealt
from cassino_dsl.analysis.units.native_runner import NativeRunner
from cassino_dsl.analysis.units.runner import Runner, Task
from cassino_dsl.engine.native.build import NoCompiler
from cassino_dsl.engine.native.printer import Unsupported
from cassino_dsl.language.compose.library import shipped_house_rules, shipped_variants
from cassino_dsl.language.compose.options import Setting, setting
from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.pipeline import Loaded, load_variant
from cassino_dsl.language.ruleset.document import word_of
from tests.grown.compare import Outcome
from tests.native.compare import new_engine

ROUNDS, BY_REFERENCE = 1_000, 20  # as many as tell within a second
EXCLUSIVE = (
    Code.HOUSE_RULE_DOES_NOT_FIT,
    Code.HOUSE_RULES_CONFLICT,
)  # what two things are told that do not go together
HOW_MANY_RULES = (0, 1, 1, 2, 2, 3)
SHARE_OF_OPTIONS = 0.3


class Refused(Exception):
    """A combination has a fault that no combination of shipped files may have."""


@dataclass(frozen=True)
class Combination:
    variant: str
    rules: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()

    def load(self) -> Loaded:
        chosen = tuple(s for s in map(setting, self.settings) if isinstance(s, Setting))
        return load_variant(self.variant, self.rules, chosen)

    def goes_together(self) -> bool:
        """Whether its parts do not exclude each other. Raises ``Refused`` where something else is wrong."""
        found = [d for d in self.load().report.diagnostics if d.severity == "error"]
        odd = [d.message for d in found if d.code not in EXCLUSIVE]
        if odd:
            raise Refused(f"{self}: {odd[0]}")
        return not found


def draw(seed: int, number: int) -> Combination:
    """A variant, some house rules that fit it and each other, and values of some of its options."""
    rng = random.Random(f"combinations {seed}/{number}")
    drawn = Combination(rng.choice(shipped_variants()))
    for rule in rng.sample(shipped_house_rules(), len(shipped_house_rules())):
        if len(drawn.rules) == HOW_MANY_RULES[number % len(HOW_MANY_RULES)]:
            break
        more = Combination(drawn.variant, (*drawn.rules, rule))
        drawn = more if more.goes_together() else drawn
    ruleset = drawn.load().ruleset
    assert ruleset is not None
    for option in ruleset.options:
        if rng.random() < SHARE_OF_OPTIONS:
            value = f"{option.name}={word_of(rng.choice(option.values))}"
            more = Combination(drawn.variant, drawn.rules, (*drawn.settings, value))
            drawn = more if more.goes_together() else drawn
    return drawn


def judge_combination(seed: int, number: int) -> Outcome:
    """``same`` where nothing is odd about some random rounds."""
    try:
        return judged(draw(seed, number), number)
    except Refused as fault:
        return Outcome("differs", str(fault))
    except Exception:
        return Outcome("crashes", traceback.format_exc(limit=-4))


def judged(drawn: Combination, number: int) -> Outcome:
    """What comes of a combination with one of its numbers of seats."""
    ruleset = drawn.load().ruleset
    assert ruleset is not None
    seats = ruleset.seats[number % len(ruleset.seats)]
    players = ("random",) * seats
    spec = Spec(drawn.variant, drawn.rules, drawn.settings, seats, "round", players, 1, ROUNDS)
    runner, rounds = _runner(task_of(spec, ruleset))
    block = runner.block(0, rounds)
    if block.fault is not None:
        return Outcome("differs", f"{block.fault.message}: {spec.command(block.fault.unit, 1)}")
    sums = Sums(block.tally, runner.layout)
    if sums("stuck") and ruleset.match.stuck == "never":
        return Outcome("differs", f"{sums('stuck')} stuck rounds: {spec.command(block.tally.first_stuck, 1)}")
    if sums.histogram("plays")[0] and not ends_as_dealt(ruleset):  # four of a kind dealt, say
        return Outcome("differs", f"rounds without a play: {spec.command()}")
    return Outcome("same", plays=sums("plays"))


def _runner(task: Task) -> tuple[Runner, int]:
    try:
        return NativeRunner(task, new_engine(task.ruleset, task.seats)), ROUNDS
    except (NoCompiler, Unsupported):
        return ReferenceRunner(task), BY_REFERENCE
