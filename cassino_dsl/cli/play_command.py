"""`cassino play`: a game in the terminal, against the program."""

from __future__ import annotations

import random as chance
import sys
from typing import Any

import click

from cassino_dsl.cli.common import check_seats, load_game, ruleset_options, seats_option
from cassino_dsl.cli.completion import complete_variant
from cassino_dsl.cli.output import Command

EPILOG = """\b
Examples:
  cassino play cassino
  cassino play scopa --seed 7 --against greedy
  yes 1 | cassino play traditional-cassino --seed 1 --rounds 1
"""


@click.command(cls=Command, answers=False, epilog=EPILOG)
@click.argument("variant", shell_complete=complete_variant)
@click.option("--seat", type=click.IntRange(1), default=1, show_default=True, help="Where you sit.")
@seats_option()
@click.option("--against", type=click.Choice(["greedy", "random"]), default="greedy", show_default=True)
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), help="The same seed, the same cards.")
@click.option("--rounds", type=click.IntRange(1), help="Stop after so many rounds (default: a whole match).")
@ruleset_options
def command(
    variant: str,
    seat: int,
    seats: int | None,
    against: str,
    seed: int | None,
    rounds: int | None,
    with_rules: tuple[str, ...],
    settings: tuple[str, ...],
) -> int:
    """Play against the program: it shows the table and numbers your legal plays. Type a number, or a play in words
    (`7c takes 3c 4d`), or q to stop."""
    game = load_game(variant, with_rules, settings)
    check_seats(seats, game.ruleset.seats, f"`{game.ruleset.name}`")
    engine = game.engine(seats)
    if seat > engine.plan.seats:
        raise click.UsageError(f"there are {engine.plan.seats} seats: --seat goes from 1 to {engine.plan.seats}")
    if seed is None:
        seed = chance.SystemRandom().getrandbits(64)
        click.echo(f"seed {seed}")
    table = _Table(game, engine, seat - 1, against, seed)
    return table.run(rounds)


class _Table:
    """One match: the state, who plays what, and what the person sees."""

    def __init__(self, game: Any, engine: Any, me: int, against: str, seed: int) -> None:
        from cassino_dsl.engine.mix import match_key
        from cassino_dsl.players.names import PLAYERS

        self.game, self.engine, self.me = game, engine, me
        self.player = PLAYERS[against]
        self.key = match_key(seed, 0)
        self.tables = engine.evaluate.tables

    def run(self, rounds: int | None) -> int:
        """Play to the end; 0, also where the person stops early."""
        from cassino_dsl.engine.mix import decision_key
        from cassino_dsl.engine.text import play_text

        state = self.engine.new_match(self.key)
        decisions = 0
        while not state.match_over and (rounds is None or state.round <= rounds):
            seat, plays = self.engine.decider(state), self.game.plays(self._position(state))
            if seat == self.me:
                self._show(state)
                chosen = self._ask(state, plays)
                if chosen is None:
                    click.echo("stopped")
                    return 0
            else:
                chosen = self.player(self.engine, state, seat, plays, decision_key(self.key, decisions))
                click.echo(f"seat {seat + 1}: {play_text(self.tables, chosen)}")
            before = state.round, list(state.scores)
            state = self.engine.play(state, chosen)
            decisions += 1
            if state.match_over or state.round != before[0]:
                self._scores(before[1], state)
        winner = f"side {state.winner + 1} wins" if state.winner is not None else "nobody wins"
        click.secho(f"{winner}: {state.reason}" if state.match_over else "stopped after these rounds", bold=True)
        return 0

    def _position(self, state: Any) -> Any:
        from cassino_dsl.position.position import Position

        return Position(self.engine, state, frozenset(range(self.engine.plan.seats)), "listed")

    def _show(self, state: Any) -> None:
        from cassino_dsl.position.text import flow

        seen = self.game.view(self._position(state), self.me + 1)
        click.echo(f"\ntable: {seen['table'] or '-'}   stock: {seen['stock']}")
        for build in seen.get("builds", ()):
            groups = " + ".join(build.pop("groups"))
            remembered = ", ".join(f"{k} {flow(v)}" for k, v in build.items() if k != "value")
            click.echo(f"build {build['value']}: {groups}" + (f"   ({remembered})" if remembered else ""))
        click.echo(f"your hand: {seen['hands'][str(self.me + 1)] or '-'}")

    def _ask(self, state: Any, plays: list[Any]) -> Any:
        """The play that the person chooses by its number or its text; None to stop."""
        from cassino_dsl.engine.text import play_text

        for number, play in enumerate(plays, 1):
            click.echo(f"  {number:>2}  {play_text(self.tables, play)}")
        while True:
            click.echo("> ", nl=False)
            line = sys.stdin.readline()
            word = line.strip()
            if not line or word.lower() in ("q", "quit"):
                click.echo()
                return None
            if word.isdecimal() and 1 <= int(word[:9]) <= len(plays):
                if not sys.stdin.isatty():
                    click.echo(word)
                return plays[int(word) - 1]
            chosen = None if word.isdecimal() else self._in_words(state, word, len(plays))
            if chosen is not None:
                return chosen
            if word.isdecimal():
                click.echo(f"type a number from 1 to {len(plays)}, or q to stop")

    def _in_words(self, state: Any, text: str, plays: int) -> Any:
        """The legal play that a text means; None, once it has been said why there is none."""
        from cassino_dsl.diagnostics.text import safe
        from cassino_dsl.engine.text import WrittenPlay
        from cassino_dsl.game import CassinoError

        position = self._position(state)
        try:
            found = self.game.find_play(position, text)
        except CassinoError:
            click.echo(f"type a number from 1 to {plays}, a play such as `7c takes 3c 4d`, or q to stop")
            return None
        if not isinstance(found, WrittenPlay):
            return found
        for fault in self.game.refusal(position, found):
            click.echo(safe(f"{fault.message}."))
        return None

    def _scores(self, before: list[int], state: Any) -> None:
        shown = self.game.ruleset.match.shown
        gained = ", ".join(
            f"side {s + 1} {shown(new)} ({'+' if new >= old else ''}{shown(new - old)})"
            for s, (old, new) in enumerate(zip(before, state.scores, strict=True))
        )
        click.secho(f"\nround over: {gained}", bold=True)
