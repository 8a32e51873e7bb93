"""``python -m cassino_dsl.benchmarks``: prints the tables of both engines."""

from __future__ import annotations

import sys

import click

from cassino_dsl.benchmarks.measure import costs, growth, speed
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
def main(variants: tuple[str, ...], seconds: float, repeats: int) -> None:
    """Measure random play of single rounds on one core, and growth with the size of the table."""
    from cassino_dsl.game import load

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


if __name__ == "__main__":
    try:
        main.main(standalone_mode=False)
    except NoCompiler as fault:
        click.echo(f"benchmarks: {fault}", err=True)
        sys.exit(2)
    except click.ClickException as fault:
        fault.show()
        sys.exit(2)
