"""Which engine plays: the native one where it can, else the reference engine, with one remark that says why."""

from __future__ import annotations

from cassino_dsl.native.runner import runner_for
from cassino_dsl.simulate.reference_runner import ReferenceRunner
from cassino_dsl.simulate.wanted import EngineName, without_native
from cassino_dsl.units.runner import Runner, Task


def make_runner(task: Task, engine: EngineName) -> tuple[Runner, str, str]:
    """The runner, the name of its engine, and a remark (empty where there is nothing to say).

    Where the native engine can't play a task here, it gives the reason in words.
    """
    if engine == "reference":
        return ReferenceRunner(task), "reference", ""
    runner, reason = runner_for(task)
    if runner is not None:
        return runner, "native", ""
    return ReferenceRunner(task), "reference", without_native(engine, reason)
