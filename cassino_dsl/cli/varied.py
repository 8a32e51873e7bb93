"""``--vary``, for the commands that play every combination of some options and house rules."""

from __future__ import annotations

import shlex
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from cassino_dsl.cli.common import read_settings
from cassino_dsl.cli.completion import complete_setting

if TYPE_CHECKING:
    from cassino_dsl.cli.simulation import Rulesets
    from cassino_dsl.simulate.grid import Vary
    from cassino_dsl.simulate.spec import Spec


def vary_option(command: Any) -> Any:
    """`--vary OPTION=A,B`, as often as one likes."""
    return click.option(
        "--vary",
        "varied",
        multiple=True,
        metavar="OPTION=A,B,…",
        shell_complete=complete_setting,
        help="Values of an option, a range of them (11..61 or 11..61:10), or with=none,RULE.",
    )(command)


def varied_specs(
    variant: str | None, varied: tuple[str, ...], options: dict[str, Any], rulesets: Rulesets
) -> tuple[tuple[Spec, ...], Vary]:
    """What each combination plays; wrong options are usage errors."""
    from cassino_dsl.cli.simulation import fresh_seed, make_spec
    from cassino_dsl.simulate.grid import choice, combinations, read_vary

    if not variant or not varied:
        raise click.UsageError("name a variant and what to --vary")
    try:
        vary = read_vary(varied)
    except ValueError as fault:
        raise click.UsageError(str(fault)) from fault
    chosen = {setting.key for setting in read_settings(options["settings"])}
    for key in chosen.intersection(key for key, _ in vary):
        raise click.UsageError(f"--set chooses one value of `{key}` and --vary several: leave one of them out")
    fresh_seed(options)
    specs = []
    for combination in combinations(vary):
        rules, settings = choice(vary, combination)
        with_rules, sets = (*options["with_rules"], *rules), (*options["settings"], *settings)
        specs.append(make_spec(variant, with_rules, sets, options, rulesets))
    return tuple(specs), vary


def again(command: str, first: Spec, vary: Vary, extra: tuple[str, ...] = ()) -> str:
    """What plays all combinations again: the command of the first, with all that is varied."""
    from cassino_dsl.simulate.grid import choice, combinations

    keys = {key for key, _ in vary}
    rules, _ = choice(vary, combinations(vary)[0])
    kept = first.with_rules[: len(first.with_rules) - len(rules)]
    settings = tuple(s for s in first.settings if s.partition("=")[0] not in keys)
    words = shlex.split(replace(first, with_rules=kept, settings=settings).command())
    words[1] = command
    words[3:3] = [*(w for key, values in vary for w in ("--vary", f"{key}={','.join(values)}")), *extra]
    return shlex.join(words)
