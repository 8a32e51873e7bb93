"""Which engine plays: the native one where it can, else the reference engine, with one remark that says why."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from cassino_dsl.simulate.reference_runner import ReferenceRunner
from cassino_dsl.simulate.runner import Runner, Task
from cassino_dsl.simulate.wanted import EngineName, without_native


def make_runner(task: Task, engine: EngineName) -> tuple[Runner, str, str]:
    """The runner, the name of its engine, and a remark (empty where there is nothing to say).

    The native engine answers through ``cassino_dsl.native.runner.runner_for(task)``: a pair of a runner and "",
    or of None and the reason in words why it cannot play this task here.
    """
    if engine == "reference":
        return ReferenceRunner(task), "reference", ""
    reason = "it is not part of this installation"
    if find_spec("cassino_dsl.native") and find_spec("cassino_dsl.native.runner"):
        runner, reason = import_module("cassino_dsl.native.runner").runner_for(task)
        if runner is not None:
            return runner, "native", ""
    return ReferenceRunner(task), "reference", without_native(engine, reason)
