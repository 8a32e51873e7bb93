"""``python -m cassino_dsl.benchmarks``: prints the tables of both engines."""

from __future__ import annotations

import sys
from pathlib import Path
from subprocess import CalledProcessError

import click

from cassino_dsl.benchmarks.measure import against, costs, growth, speed
from cassino_dsl.benchmarks.openspiel import yardstick
from cassino_dsl.benchmarks.strength import campaign, table
from cassino_dsl.cli.faults import report_fault
from cassino_dsl.game import load
from cassino_dsl.native.build import NoCompiler

VARIANTS = (
    "cassino",
    "traditional-cassino",
    "royal-cassino",
    "scopa",
    "african-cassino",
    "mulle",
    "tablanette",
    "pasur",
)


@click.command()
@click.argument("variants", nargs=-1)
@click.option("--seconds", default=1.0, show_default=True, help="Processor time of each measurement, about.")
@click.option(
    "--repeats", default=5, show_default=True, type=click.IntRange(1), help="Measurements; medians are shown."
)
@click.option(
    "--against",
    "program",
    metavar="PROGRAM",
    type=click.Path(exists=True, dir_okay=False, resolve_path=True),
    help="Only this: the first variant against a program that plays N rounds when it is called with N.",
)
@click.option(
    "--openspiel",
    "simulations",
    metavar="N",
    type=click.IntRange(2, 100_000),
    help="Only this: search:N against the tree search of OpenSpiel with N simulations, in the first variant.",
)
@click.option(
    "--deals", default=200, show_default=True, type=click.IntRange(2), help="Of --openspiel and --strength, each twice."
)
@click.option(
    "--strength",
    "players",
    metavar="A,B",
    help="Only this: how many rounds A wins against B, the same deals twice, seats changed. `search:100,flat`: the "
    "second gets so many play-outs that a decision takes as long.",
)
@click.option("--seats", type=click.IntRange(1), help="Of --strength: if not the fewest that each variant has.")
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0, 2**32), help="Of --strength.")
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Of --strength: a file to which each variant is added, and in which what stands is not played again.",
)
def main(
    variants: tuple[str, ...],
    seconds: float,
    repeats: int,
    program: str | None,
    simulations: int | None,
    deals: int,
    players: str | None,
    seats: int | None,
    seed: int,
    out: Path | None,
) -> None:
    """Measure random play of single rounds on one core, and growth with the size of the table."""
    if players is not None:
        _strength(variants or VARIANTS, seats, players, seed, deals, out)
        return
    if simulations is not None:
        _against_openspiel(variants[0] if variants else "scopa", simulations, deals)
        return
    if program is not None:
        name = variants[0] if variants else "traditional-cassino"
        ours, theirs, ratio = against(load(name), program, seconds, repeats)
        click.echo(f"{name}: native {ours:,.0f} rounds/s, {program} {theirs:,.0f} rounds/s, ratio {ratio:.3f}")
        return
    click.echo(
        f"{'variant':24}{'reference/s':>12}{'native/s':>10}{'ratio':>7}{'ns/turn':>9}{'ns/play':>9}"
        f"{'print s':>9}{'compile s':>11}{'load ms':>9}"
    )
    names = variants or VARIANTS
    for name in names:
        s = speed(load(name), seconds, repeats)
        click.echo(
            f"{name:24}{s.reference:12.1f}{s.native:10.0f}{s.ratio:7.0f}{s.ns_per_turn:9.0f}{s.ns_per_play:9.0f}"
            f"{s.print_seconds:9.2f}{s.compile_seconds:11.2f}{s.load_seconds * 1000:9.2f}"
        )
    click.echo(f"\n{'steps of a search':24}{'copy ns':>12}{'list ns':>10}{'play ns':>9}{'round played out us':>22}")
    for name in names:
        c = costs(load(name), seconds, repeats)
        click.echo(f"{name:24}{c.copy_ns:12.0f}{c.list_ns:10.0f}{c.play_ns:9.0f}{c.play_out_us:22.1f}")
    for name in names[:2]:
        click.echo(f"\n{name}: legal plays of a hand of four, and microseconds to list them")
        click.echo(f"{'loose cards':>12}{'plays':>10}{'native':>12}{'reference':>12}")
        for crowd in growth(load(name), repeats):
            click.echo(f"{crowd.loose:12}{crowd.plays:10.1f}{crowd.native_us:12.1f}{crowd.reference_us:12.1f}")


def _strength(
    variants: tuple[str, ...], seats: int | None, players: str, seed: int, deals: int, out: Path | None
) -> None:
    try:
        for line in table(list(campaign(variants, seats, players, seed, deals, out))):
            click.echo(line)
    except ValueError as fault:
        raise click.ClickException(str(fault)) from None


def _against_openspiel(name: str, simulations: int, deals: int) -> None:
    try:
        found = yardstick(load(name), f"search:{simulations}", simulations, deals)
    except ImportError:
        raise click.ClickException("OpenSpiel is not installed: pip install open_spiel") from None
    low, high = found.interval
    click.echo(
        f"{name}: search:{simulations} leads OpenSpiel's ISMCTSBot with {simulations} simulations by "
        f"{found.mean:.3f} points a round ({low:.3f} to {high:.3f}, {deals} deals with seats changed); "
        f"a decision takes {found.ours * 1000:.2f} ms against {found.theirs * 1000:.2f} ms, "
        f"1/{found.theirs / found.ours:.0f} of its time"
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
    except (NoCompiler, CalledProcessError) as fault:
        click.echo(f"benchmarks: {fault}", err=True)
        return 2
    except Exception as fault:
        return report_fault(fault)
    return 0


if __name__ == "__main__":
    sys.exit(run())
