"""The runs of `cassino tune`: a session of every combination, whose ``games`` are those of all together. Each heat is a
session of simulations, in a folder of its own beneath that of ``--out``, so that a race goes on where it was left.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache

from cassino_dsl.analysis.research.goals import Measured, check_goals, figures_of, read_goal
from cassino_dsl.analysis.research.race import Tuned, race, schedule_for
from cassino_dsl.analysis.simulate.figures import simulation
from cassino_dsl.analysis.simulate.run import Progress, RunOutcome, nobody
from cassino_dsl.analysis.simulate.session import LoadRuleset, Session, begin, play
from cassino_dsl.analysis.simulate.spec import Spec
from cassino_dsl.analysis.simulate.work import Jobs
from cassino_dsl.analysis.units.tally import Tally, empty
from cassino_dsl.engine.choice import EngineName
from cassino_dsl.engine.layout import layout_of
from cassino_dsl.language.plan.make import make_plan
from cassino_dsl.language.ruleset.model import Ruleset


class Stopped(Exception):
    """Somebody stopped the race."""


def tune(
    contest: Session,
    load: LoadRuleset,
    engine: EngineName = "auto",
    jobs: Jobs = None,
    progress: Progress = nobody,
    remark: Callable[[str], None] = nobody,
) -> tuple[Tuned, str]:
    """Play the race, or go on with one; also the name of what was tuned. Raises ``ValueError`` where it cannot be
    played as wished, ``BadResult`` where the folder holds something else, ``Stopped`` where somebody stopped it,
    ``RunFault`` where play shows a fault."""
    schedule = schedule_for(len(contest.specs), contest.specs[0].games)
    goals = tuple(map(read_goal, contest.goals))
    none = [nothing_played(spec, load(spec)) for spec in contest.specs]
    check_goals(goals, [figures_of(simulation(one)) for one in none])
    begin(contest)
    once, done = lru_cache(maxsize=None)(remark), 0

    def heat(at: int, numbers: Sequence[int], first: int, units: int) -> list[Tally]:
        nonlocal done
        specs = tuple(replace(contest.specs[n], first=first, games=units) for n in numbers)
        session, tallies = Session(specs, contest.folder and contest.folder / f"heat-{at}"), []

        def told(n: int, _: int, here: int, seconds: float) -> None:
            progress(done + n, schedule.units, here, seconds)

        for outcome in play(session, load, engine, jobs, told, once):
            if outcome.interrupted:
                raise Stopped
            tallies.append(outcome.tally)
            done += units
        return tallies

    def read(number: int, tally: Tally) -> tuple[Measured, ...]:
        found = figures_of(simulation(replace(none[number], tally=tally)))
        return tuple(found[goal.name] for goal in goals)

    return race(goals, schedule, len(none), heat, read), none[0].ruleset.name


def nothing_played(spec: Spec, ruleset: Ruleset) -> RunOutcome:
    layout = layout_of(make_plan(ruleset, spec.seats))
    return RunOutcome(spec, ruleset, layout, empty(layout), {}, 0.0)


def known_figures(ruleset: Ruleset, seats: int) -> list[str]:
    """The figures that goals may name, as they are written."""
    spec = Spec(ruleset.name, (), (), seats, "match", ("random",) * seats, 0, 1)
    return [*figures_of(simulation(nothing_played(spec, ruleset)))]
