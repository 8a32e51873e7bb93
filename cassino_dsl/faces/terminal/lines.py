"""`cassino play --plain`: a table in lines, for pipes, screen readers and terminals without the app."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

import click

from cassino_dsl.book.describe.english import joined, sentence
from cassino_dsl.book.describe.rulebook import rulebook
from cassino_dsl.book.pages.from_markdown import by_name, in_terminal
from cassino_dsl.faces.terminal.table_in_lines import WIDTH, folded, numbered, play_lines, score_lines, table_lines
from cassino_dsl.language.diagnostics.text import safe
from cassino_dsl.language.shipped import shipped
from cassino_dsl.match.typed_plays import ranks_of, which
from cassino_dsl.table.course import Decision
from cassino_dsl.table.guide import advice, welcome
from cassino_dsl.table.hint import Hint
from cassino_dsl.table.log_narration import LogLine
from cassino_dsl.table.opening import SavedGame, save, stop
from cassino_dsl.table.table import GameTable, NotPossible
from cassino_dsl.table.view import Choice

Listed = TypeVar("Listed")
HELP = """\
  a number, or a play as you would write it: 7c takes 3c 4d, 7c=3c+4d, 7 3 4,
      take 3 and 4 with 7, build 9 with 4 on 5, lay king, done; of a play that
      is not legal you are told why
  h   a hint; once more: its reason         w PLAY   why not (w 7 takes 3 4)
  u   take back your last play              s   what counts so far, and the scores
  l   the plays of this round               r   the rules of this table
  ?   this help                             q   stop; the match is kept (--resume)"""


class Stop(Exception):
    """The person wants to stop."""


class Lines:
    """The face of one table. ``file``: where the match is kept when it is stopped (None: as the last one)."""

    def __init__(self, table: GameTable, rounds: int | None, guided: bool, file: Path | None) -> None:
        self.table, self.rounds, self.guided, self.file = table, rounds, guided, file
        self.seat = table.persons[0]  # who looks
        self.hinted: Hint | None = None  # of this decision
        self.told = dict.fromkeys(table.persons, len(table.made))  # how many decisions each has been told of

    def run(self) -> int:
        """Play to the end; 0, also where the person stops early."""
        table = self.table
        view = table.view(self.seat)
        to = f", to {view.target} points" if view.target is not None else ""
        sits = f"seat {view.seat}" + (f", with {joined([f'seat {s}' for s in view.partners])}" if view.partners else "")
        self._say(f"{view.title}: {len(view.seats)} seats, seed {table.seed}{to}. You sit at {sits}. ? helps")
        if table.worths:
            self._say(*folded(f"Cards count what they show, but: {'; '.join(table.worths)}."))
        if self.guided:
            self._say("", in_terminal(welcome(table), WIDTH, sys.stdout.encoding).rstrip())
        if table.moments:
            self._say("You go on where you stopped.")
        else:
            self._say("", *(_log_line(line) for line in table.beginning(self.seat)))
            self._show_what_others_begin()
        try:
            while not table.over_after(self.rounds):
                if table.waits:
                    self._decide()
                else:
                    table.answer()
                if len(table.persons) == 1:
                    self._catch_up()
        except (Stop, KeyboardInterrupt) as left:
            self._keep()
            if isinstance(left, KeyboardInterrupt):
                raise
            return 0
        self._catch_up()
        if not table.over:
            click.echo("stopped after these rounds")
            save(table, self.file)
            return 0
        if len(table.rounds) > 1:
            self._say(*score_lines(table.summary(self.seat)))
        click.echo(table.teller(self.seat).ending(table.state))
        self._keep()
        return 0

    def _named(self, text: str) -> str:
        """A text with the cards by their names, where the game has some: before it is laid out in lines."""
        return by_name(text, self.table.game.ruleset.pack)

    def _say(self, *lines: str) -> None:
        """Whole lines, folded where names have made them too long."""
        for line in lines:
            named = self._named(line)
            _say(*(folded(named) if named != line and len(named) > WIDTH else (named,)))

    def _explain(self, text: str, indent: str = "") -> None:
        """A paragraph."""
        _say(*textwrap.wrap(sentence(self._named(text)), WIDTH, initial_indent=indent, subsequent_indent=indent))

    def _keep(self) -> None:
        """Keep a match that is not over, and say so."""
        if self.table.over:
            save(self.table, self.file)  # nobody goes on with it: it is not the last one that was kept any more
        elif self.table.moments:
            self._say(*stop(self.table, self.file).splitlines())
        else:
            self._say("stopped")

    # ---- what happens

    def _catch_up(self) -> None:
        """Tell the person who looks what has been played since he was told last."""
        untold = self.table.since(self.told[self.seat])
        for moment in untold:
            self._tell(moment)
        self.told[self.seat] = len(self.table.made)
        if untold and untold[-1].rounds and not self.table.over_after(self.rounds):
            self._show_what_others_begin()

    def _show_what_others_begin(self) -> None:
        """Show the table of a new round on which somebody else plays first."""
        if not self.table.waits:
            _say("", *table_lines(self.table.view(self.seat), self._named), "")

    def _tell(self, moment: Decision) -> None:
        stops = self.table.over_after(self.rounds)
        for line in self.table.told(self.seat, moment):
            if line.scores is not None:
                self._say("", *score_lines(line.scores))
            elif line.kind == "round":
                if stops:
                    return  # what comes of the next round is nobody's any more
                self._say("", line.text)
            elif line.kind != "end":
                self._say(_log_line(line))

    # ---- decisions

    def _decide(self) -> None:
        """Let the person whose turn it is play."""
        seat = self.table.decides or self.seat
        if seat != self.seat:
            self._hand_over(seat)
        self._catch_up()
        view, self.hinted = self.table.view(seat), None
        _say("", *table_lines(view, self._named))
        for about in view.asks:
            self._explain(about, "  ")
        _say(*play_lines(view.choices, self._named))
        if self.guided:
            for text in advice(self.table, view):
                self._explain(text, "  ")
        choice = self._ask(seat, view.choices)
        if choice is not None:
            self.table.make(choice)

    def _hand_over(self, seat: int) -> None:
        """Another person sits down before the screen: the hand of the one before is gone from it."""
        self._catch_up()
        if sys.stdout.isatty():
            click.pause(f"Seat {seat} plays next: a key when nobody else looks …")
            click.clear()
        else:
            self._say("", f"Seat {seat} plays next.")
        self.seat = seat

    def _ask(self, seat: int, choices: Sequence[Choice]) -> Choice | None:
        """What the person chooses by its number or its text; None where the table has changed instead."""
        offered = choices
        while True:
            word = read_line()
            low = word.lower()
            if low in ("q", "quit") and (word != "Q" or "Q" not in self.table.game.ruleset.pack.ranks):
                raise Stop
            if low in ("u", "undo"):
                if self.table.undo():
                    self.told = {s: min(n, len(self.table.made)) for s, n in self.told.items()}
                    self._say("taken back")
                    return None
                self._say("there is nothing to take back")
            elif (chosen := by_number(word, numbered(offered))) is not None:
                return chosen
            elif not word or (word.isdecimal() and not self._held(word)):
                self._say(f"type a number from 1 to {len(numbered(offered))}, a play, ? for help, or q to stop")
            elif low.split()[0] in ("w", "why"):
                play = word.partition(" ")[2].strip() or self._which_play()
                listed = by_number(play, numbered(offered))
                self._explain(safe(self.table.why_not(seat, listed.text if listed else play)))
            elif low in _ANSWERS:
                self._answer(_ANSWERS[low], seat)
            else:
                try:
                    found = self.table.find(seat, word)
                except NotPossible as reason:
                    self._explain(safe(str(reason)))
                    continue
                if len(found) == 1:
                    return found[0]
                offered = found
                self._explain(which(found))
                _say(*play_lines(offered, self._named))

    def _which_play(self) -> str:
        self._say("Why not what? The play, please:")
        return read_line()

    def _held(self, rank: str) -> bool:
        """Whether a number that is on no list is the rank of a card that one holds."""
        hand = [card for card in self.table.view(self.seat).own.hand if card]
        return rank in ranks_of(hand, self.table.game.ruleset.pack)

    def _answer(self, wanted: str, seat: int) -> None:
        """What is told to who asks for something else than a play."""
        table = self.table
        if wanted == "hint":
            if self.hinted is not None:
                self._explain(self.hinted.reason)
                return
            self.hinted = table.hint(seat)
            if self.hinted is None:
                self._say("there is nothing to decide")
            else:
                self._explain(self.hinted.text)
                self._say("(h: why)")
        elif wanted == "scores":
            view = table.view(seat)
            self._say(*score_lines(view.so_far))
            _say(*(line for one in view.beside_counts for line in folded(self._named(f"  {one}"))))
        elif wanted == "log":
            lines = [line for line in table.log(seat) if line.kind in ("play", "happened", "round")]
            begins = max(i for i, line in enumerate(lines) if line.kind == "round")
            played = [f"  {line.text}" for line in lines[begins + 1 :]]
            self._say(*(played or ["  nothing has been played"]))
        elif wanted == "rules":
            self._say(rulebook(table.game.ruleset, "text", encoding=sys.stdout.encoding))
        else:
            self._say(HELP)
            for about in table.view(seat).asks:
                self._explain(about, "  ")


_ANSWERS = {word: word for word in ("hint", "scores", "log", "rules", "help")} | {
    "h": "hint", "s": "scores", "score": "scores", "l": "log", "r": "rules", "?": "help",
}  # fmt: skip


def choose_game(saved: SavedGame | None) -> str | None:
    """The name of the game that the person chooses by its number or its name, or finds by a word; empty to go on with
    the saved one, None to choose none."""
    games = shipped()
    listed = [f"  {number:>2} {one.name:<28} {one.title}" for number, one in enumerate(games, 1)]
    _say("What shall it be? A number, a name, a word that it is about, or q.")
    if saved is not None:
        _say(f"   0 go on with {saved.text}")
    _say(*listed)
    while True:
        try:
            word = read_line().lower()
        except Stop:
            return None
        if word in ("q", "quit"):
            return None
        if word == "0" and saved is not None:
            return ""
        numbered = by_number(word, games)
        if numbered is not None:
            return numbered.name
        found = [one.name for one in games if word and word in (one.name, one.title.lower())]
        if found:
            return found[0]
        if word and not word.isdecimal():
            _say(*(line for one, line in zip(games, listed, strict=True) if one.is_about(word)))
        _say(f"type a number from 1 to {len(games)}, or q")


def by_number(word: str, listed: Sequence[Listed]) -> Listed | None:
    """What has the number in a list that was typed, where one was."""
    return listed[int(word) - 1] if word.isdecimal() and 1 <= int(word[:9]) <= len(listed) else None


def read_line() -> str:
    """What the person types; raises ``Stop`` at the end of the input."""
    click.echo("> ", nl=False)
    line = sys.stdin.readline()
    if not line:
        click.echo()
        raise Stop
    word = line.strip()
    if not sys.stdin.isatty():
        click.echo(safe(word))  # what a terminal would show
    return word


def _log_line(line: LogLine) -> str:
    return f"  {line.text}" if line.kind == "happened" else line.text


def _say(*lines: str) -> None:
    for line in lines:
        click.echo(line)
