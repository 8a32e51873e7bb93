"""A position on the command line: a file, or its parts as options in place of one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])
_BUILD = re.compile(r"\s*(?P<value>\S+?)\s*:(?P<groups>[^()]*)(?:\((?P<memory>[^()]*)\)\s*)?\Z")
_OPTIONS = (
    click.option("--hand", metavar="CARDS", help="Instead of POSITION: the hand of the seat to move, as in --hand 9s."),
    click.option("--table", metavar="CARDS", help="The loose cards on the table, as in --table 'Ac 3d'."),
    click.option(
        "--build",
        "builds",
        multiple=True,
        metavar="BUILD",
        help="A build, as in --build '8: 5c 3d' or --build '7: 4h 3d + 7s (owner 2)'.",
    ),
    click.option("--pile", "piles", multiple=True, metavar="CARDS", help="A pile: side 1's, then side 2's, and so on."),
    click.option(
        "--also",
        multiple=True,
        metavar="KEY: VALUE",
        help="Anything else of a position, as in --also 'turn: 2' or --also 'memory: {sweeps: {1: 2}}'.",
    ),
)


@dataclass(frozen=True, slots=True)
class Given:
    """What the command line says of a position: the word for a file, or texts by option."""

    file: str | None
    hand: str | None
    table: str | None
    builds: tuple[str, ...]
    piles: tuple[str, ...]
    also: tuple[str, ...]

    @property
    def options(self) -> list[str]:
        """The options that say something of it."""
        said = {"--hand": self.hand, "--table": self.table, "--build": self.builds}
        said |= {"--pile": self.piles, "--also": self.also}
        return [option for option, value in said.items() if value not in (None, ())]

    def __bool__(self) -> bool:
        return self.file is not None or bool(self.options)

    def document(self) -> Any:
        """The position as a document; a usage error where it is given twice or not at all, ``CassinoError`` where it
        is no position."""
        if self.file is not None and self.options:
            raise click.UsageError(
                f"the position is given twice, by {self.options[0]} and as {self.file!r}: leave one of them out"
            )
        if not self:
            raise click.UsageError(
                "the position is missing: name a file (- is standard input), "
                "or give cards, as in --hand 9s --table 'Ac 3d'"
            )
        if self.file is not None:
            from cassino_dsl.cli.common import read_position_file

            return read_position_file(self.file)
        from cassino_dsl.position.document import of_texts

        try:
            return of_texts(list(self._parts()), self._more())
        except ValueError as twice:
            raise click.UsageError(f"`{twice}` is given twice: once by --also") from None

    def _parts(self) -> Iterator[tuple[str, tuple[str, ...], str]]:
        """Option, place in the position, text."""
        for key in ("hand", "table"):
            text = getattr(self, key)
            if text is not None:
                yield f"--{key}", (key,), text
        for index, text in enumerate(self.piles):
            yield "--pile", ("piles", str(index + 1)), text
        for index, text in enumerate(self.builds):
            yield from _build(index, text)

    def _more(self) -> list[Any]:
        """The documents of `--also`, one for each."""
        from cassino_dsl.cli.common import document_of_bytes

        return [document_of_bytes("--also", text.encode()) for text in self.also]


def _build(index: int, text: str) -> Iterator[tuple[str, tuple[str, ...], str]]:
    found = _BUILD.match(text)
    if found is None:
        raise click.UsageError(f"--build takes VALUE: CARDS, as in --build '8: 5c 3d', not {text!r}")
    place = ("builds", str(index))
    yield "--build", (*place, "value"), found["value"]
    for number, group in enumerate(found["groups"].split("+")):
        yield "--build", (*place, "groups", str(number)), group.strip()
    for word in (found["memory"] or "").split(","):
        if word.strip():
            name, _, value = word.strip().partition(" ")
            yield "--build", (*place, name), value.strip()


def position_options(play: bool = False) -> Callable[[F], F]:
    """POSITION (and PLAY), or the options in the place of POSITION. The command gets ``given`` (and the text of
    ``play``). It has to be the decorator next to the function."""

    def decorate(command: F) -> F:
        def packed(**said: Any) -> Any:
            file = said.pop("position")
            if play and said["play"] is None:  # the one word is the play
                file, said["play"] = None, file
                if said["play"] is None:
                    raise click.UsageError("the play is missing, as in '9s takes Ac 3d'")
            given = Given(file, *(said.pop(name) for name in ("hand", "table", "builds", "piles", "also")))
            return command(given=given, **said)

        packed.__doc__ = command.__doc__
        decorated: Any = packed
        for option in reversed(_OPTIONS):
            decorated = option(decorated)
        if play:
            decorated = click.argument("play", required=False, metavar="PLAY")(decorated)
        return click.argument("position", required=False)(decorated)  # type: ignore[no-any-return]

    return decorate
