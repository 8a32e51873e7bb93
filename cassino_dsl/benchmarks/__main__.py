"""``python -m cassino_dsl.benchmarks``: prints the tables of both engines."""

from __future__ import annotations

import sys

import click

from cassino_dsl.benchmarks.measure import speed
from cassino_dsl.benchmarks.strength import measured, table
from cassino_dsl.engine.native.build import NoCompiler
from cassino_dsl.faces.cli.printing import beside, report_fault
from cassino_dsl.game import load

VARIANTS = "cassino traditional-cassino royal-cassino scopa african-cassino mulle tablanette pasur".split()


@click.command()
@click.argument("variants", nargs=-1)
@click.option("--seconds", default=1.0, show_default=True, help="Processor time of each measurement, about.")
@click.option(
    "--repeats", default=5, show_default=True, type=click.IntRange(1), help="Measurements; medians are shown."
)
@click.option(
    "--strength",
    "players",
    metavar="A,B",
    help="Only this: how many rounds A wins against B, the same deals twice, seats changed. `search:100,flat`: the "
    "second gets so many play-outs that a decision takes as long.",
)
@click.option("--deals", default=200, show_default=True, type=click.IntRange(2), help="Of --strength, each twice.")
@click.option("--seats", type=click.IntRange(1), help="Of --strength: if not the fewest that each variant has.")
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0, 2**32), help="Of --strength.")
def main(
    variants: tuple[str, ...],
    seconds: float,
    repeats: int,
    players: str | None,
    deals: int,
    seats: int | None,
    seed: int,
) -> None:
    """Measure random play of single rounds on one core, or how strong players are."""
    names = variants or VARIANTS
    if players is not None:
        try:
            with beside():
                found = [measured(name, seats, players, seed, deals) for name in names]
            click.echo("\n".join(table(found)))
        except ValueError as fault:
            raise click.ClickException(str(fault)) from None
    else:
        _speeds(names, seconds, repeats)


def _speeds(names: tuple[str, ...] | list[str], seconds: float, repeats: int) -> None:
    click.echo(
        f"{'variant':24}{'reference/s':>12}{'native/s':>10}{'ratio':>7}{'ns/turn':>9}{'ns/play':>9}"
        f"{'print s':>9}{'compile s':>11}{'load ms':>9}"
    )
    for name in names:
        s = speed(load(name), seconds, repeats)
        click.echo(
            f"{name:24}{s.reference:12.1f}{s.native:10.0f}{s.ratio:7.0f}{s.ns_per_turn:9.0f}{s.ns_per_play:9.0f}"
            f"{s.print_seconds:9.2f}{s.compile_seconds:11.2f}{s.load_seconds * 1000:9.2f}"
        )


def run(arguments: list[str] | None = None) -> int:
    """The exit code of a run."""
    try:
        main.main(arguments, standalone_mode=False)
    except click.ClickException as fault:
        fault.show()
        return 2
    except (KeyboardInterrupt, click.Abort):
        return 2
    except NoCompiler as fault:
        click.echo(f"benchmarks: {fault}", err=True)
        return 2
    except Exception as fault:
        return report_fault(fault)
    return 0


if __name__ == "__main__":
    sys.exit(run())
