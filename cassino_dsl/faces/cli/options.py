"""The arguments and options of all commands, by the keys that their rows name. How options read stands in options.md;
where commands say the same option in different words, the key goes on after a colon. Here: what their values are."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click

from cassino_dsl.faces.cli import completion as complete
from cassino_dsl.faces.cli.limits import keep_steps, keep_timeout

STDOUT = Path("-")


class NewFile(click.Path):
    """A file that is written: `-` is standard output, for every option, and `./-` a file of that name."""

    def __init__(self) -> None:
        super().__init__(path_type=Path, dir_okay=False)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if str(value) in ("-", "/dev/stdout"):
            return STDOUT
        if not str(value):
            self.fail("an empty word names no file", param, ctx)
        path = super().convert(value, param, ctx)
        return Path.cwd() / path if path == STDOUT else path


class ReadAgain(click.Path):
    """A file or folder that is written and read again, which standard output cannot be."""

    def __init__(self, folder: bool = False) -> None:
        super().__init__(path_type=Path, file_okay=not folder, dir_okay=folder)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if str(value) == "-":
            what = "folder" if self.dir_okay else "file"
            self.fail(f"`-` is standard output, and this {what} is read again: give it a name", param, ctx)
        return super().convert(value, param, ctx)


def whole(low: int, high: int | None = None) -> click.IntRange:
    """Whole numbers, as click's messages call them."""
    found = click.IntRange(low, high)
    found.name = "whole number"
    return found


Settings = dict[str, Any]


def _takes(type: Any = None, name: str = "", **more: Any) -> Settings:
    """What click is told of a value; ``name``: what the command's function calls it."""
    return {"name": name, **more} if type is None else {"name": name, "type": type, **more}


def _one_of(words: str, **more: Any) -> Settings:
    """One of some words, by default the first."""
    known = words.split()
    return _takes(click.Choice(known), default=known[0], **{"show_default": True, **more})


def _languages() -> Settings:
    from cassino_dsl.book.languages.language import LANGUAGES

    return _takes(click.Choice(LANGUAGES), default="en", show_default=True)


VARIANT, VARIANT_OR_RULE = complete.shipped(variants=True), complete.shipped(variants=True, rules=True)
SEED, COUNT, MANY = whole(0, 2**64 - 1), whole(1), whole(1, 10**9)
ARGUMENTS: dict[str, Settings] = {
    "VARIANT": _takes(shell_complete=VARIANT),
    "VARIANT?": _takes(name="variant", required=False, shell_complete=VARIANT),
    "VARIANTS": _takes(nargs=-1, metavar="VARIANT…", shell_complete=VARIANT),
    "A": _takes(metavar="A", shell_complete=VARIANT),
    "B": _takes(metavar="B", shell_complete=VARIANT),
    "EITHER": _takes(name="variant", shell_complete=VARIANT_OR_RULE),
    "FILES": _takes(nargs=-1, metavar="[FILE…]", shell_complete=VARIANT_OR_RULE),
    "FILE": _takes(metavar="FILE", shell_complete=complete.file),
    "FOLDERS": _takes(click.Path(path_type=Path, file_okay=False), nargs=-1, required=True, metavar="DIR…"),
    "POSITION": _takes(required=False, shell_complete=complete.file),
    "PLAY": _takes(required=False, metavar="PLAY"),
    "NAME": _takes(),
    "WORD": _takes(name="asked", required=False, metavar="[WORD]"),
}
OPTIONS: dict[str, Settings | Callable[[], Settings]] = {
    "with": _takes(name="with_rules"),
    "set": _takes(name="settings"),
    "rulesets": _takes(name="rulesets"),
    "format": _one_of("text json"),
    "format:ci": _one_of("text json sarif github junit"),
    "format:report": _one_of("text json csv markdown html"),
    "format:diff": _one_of("text json markdown html"),
    "format:show": _takes(click.Choice(["text", "json", "markdown", "html"])),
    "as": _one_of("ruleset rulebook core", name="form"),
    "language": _languages,
    "missing": _takes(is_flag=True),
    "output": _takes(NewFile()),
    "color": _one_of("auto always never", show_default=False),
    "depth": _takes(whole(0, 30), default=2, show_default=True),
    "steps": _takes(whole(1, 10**15), expose_value=False, callback=keep_steps),
    "timeout": _takes(click.FloatRange(0, 10**6, min_open=True), expose_value=False, callback=keep_timeout),
    "engine": _one_of("auto reference native"),
    "seats": _takes(COUNT),
    "players": _takes(default="random"),
    "players:diff": _takes(default="random", show_default=True),
    "seed": _takes(SEED),
    "seed:chance": _takes(SEED, default=1, show_default=True),
    "seed:answer": _takes(SEED, default=1, show_default=True),
    "games": _takes(MANY),
    "games:train": _takes(whole(1, 10**6)),
    "games:diff": _takes(whole(2, 10**7)),
    "games:coverage": _takes(whole(0, 10**6)),
    "jobs": _takes(COUNT),
    "rotate": _takes(default=True),
    "unit": _one_of("match round"),
    "until": _takes(default=""),
    "out": _takes(ReadAgain(folder=True)),
    "resume": _takes(ReadAgain(folder=True)),
    "resume:match": _takes(),
    "first-unit": _takes(whole(0), default=0),
    "shard": _takes(default="1/1"),
    "records": _takes(NewFile()),
    "searched": _takes(whole(20, 10**6)),
    "named": _takes(name="named", default=""),
    "fail-under": _takes(click.FloatRange(0, 100)),
    "prove": _takes(whole(1, 6)),
    "base": _takes(name="base"),
    "dir": _takes(name="folder", default=".", show_default=True),
    "seat": _takes(COUNT),
    "level": _takes(whole(1, 5)),
    "rounds": _takes(COUNT),
    "file": _takes(ReadAgain()),
    "port": _takes(whole(0, 65535)),
    "data": _takes(ReadAgain()),
    "pace": _takes(click.FloatRange(0, 60), default=0.8, show_default=True),
}
COMPLETED = {  # by what stands for the value in the help
    "VARIANT": VARIANT,
    "NAME": complete.shipped(rules=True),
    "KEY=VALUE": complete.setting,
    "OPTION=A,B,…": complete.setting,
    "PLAYER": complete.player,
    "A,B,…": complete.player,
}
GROUPS = {
    "ruleset": "with set",
    "limits": "steps timeout",
    "cards": "hand table build pile also",
    "workers": "jobs dask",
    "playing": "seed seats players rotate unit engine workers out resume",  # of all that play many games
    "run": "games until playing",
}


def parameters(words: str) -> Iterator[click.Parameter]:
    """New parameters for the keys and groups of a row."""
    with open(os.path.join(os.path.dirname(__file__), "options.md"), encoding="utf-8") as file:
        rows = [line.strip("| \n").split(" | ") for line in file if line.startswith("| ")]
    texts = {key: (names, help) for key, names, help in rows}
    keys = words.split()
    while keys:
        key = keys.pop(0)
        if key in GROUPS:
            keys[:0] = GROUPS[key].split()
        elif key in ARGUMENTS:
            more = dict(ARGUMENTS[key])
            yield click.Argument([more.pop("name") or key.lower()], **more)
        else:
            settings = OPTIONS.get(key) or OPTIONS.get(key.partition(":")[0]) or _takes()
            yield _option(*texts[key], settings() if callable(settings) else settings)


def _option(words: str, help: str, settings: Settings) -> click.Option:
    """``words`` as the help has them, `-o --output FILE`, with a star where it may come again; without a word for a
    value, and nothing to choose from, it is a flag."""
    more = dict(settings)
    names = [word for word in words.split() if word.startswith("-")] + more.pop("name").split()
    value = " ".join(word for word in words.split() if not word.startswith("-")).removesuffix("*")
    if value:
        more |= {"metavar": value, "multiple": words.endswith("*"), "shell_complete": COMPLETED.get(value)}
    elif "/" in words:
        more.setdefault("default", None)  # neither was said
    elif "type" not in more:
        more["is_flag"] = True
    return click.Option(names, help=None if help == "-" else help, **more)
