"""The commands of `cassino`, one row each: who answers, and what it takes. The texts of their help stand in help.md."""

from __future__ import annotations

import os
from typing import NamedTuple


class Help(NamedTuple):
    """``about``: one line, for `cassino --help`; ``text``: the help of the command; ``examples``: what follows it."""

    about: str
    text: str
    examples: str


class CliRow(NamedTuple):
    """``run``: module and function; ``params``: keys of ``options.py``, in the order of the help. Those whose
    answer is no text (``answers`` is False) have no `-o FILE`."""

    name: str
    run: str
    params: str
    answers: bool = True

    @property
    def help(self) -> Help:
        return HELP[self.name]


def _read_help() -> dict[str, Help]:
    with open(os.path.join(os.path.dirname(__file__), "help.md"), encoding="utf-8") as file:
        _, *sections = file.read().split("\n## ")
    found = {}
    for section in sections:
        head, _, text = section.partition("\n")
        name, _, about = head.partition(": ")
        text, _, examples = text.partition("Examples:\n")
        found[name] = Help(about, text.strip(), f"\b\nExamples:\n{examples}")
    return found


HELP = _read_help()
ROWS = (
    CliRow(
        "validate", "findings:validate", "FILES over:validate no-play strict fix unsafe diff watch ruleset format:ci"
    ),
    CliRow(
        "test",
        "files:test",
        "FILES over:test named watch update coverage games:coverage fail-under limits ruleset format:ci",
    ),
    CliRow("fmt", "formatting:fmt", "FILES check diff upgrade", answers=False),
    CliRow("list", "library:list_shipped", "format"),
    CliRow("show", "show:show", "EITHER as format:show seats:core language missing over:show ruleset"),
    CliRow("moves", "positions:moves", "VARIANT batch engine:batch limits ruleset format POSITION cards"),
    CliRow("why", "positions:why", "VARIANT limits ruleset format all POSITION PLAY cards"),
    CliRow("apply", "positions:apply", "VARIANT seed:chance limits ruleset format POSITION PLAY cards"),
    CliRow("score", "positions:score", "VARIANT batch engine:batch limits ruleset format POSITION cards"),
    CliRow("solve", "positions:solve", "VARIANT engine:thousand limits ruleset format POSITION cards"),
    CliRow(
        "play",
        "play:play",
        "VARIANT? seat seats level against seed:cards rounds guide resume:match file four-colours still plain ruleset",
        answers=False,
    ),
    CliRow("serve", "serve:serve", "port host lan address data pace against:serve trust-native open", answers=False),
    CliRow("lsp", "lsp:lsp", "stdio", answers=False),
    CliRow(
        "simulate",
        "simulation:simulate",
        "VARIANTS run first-unit shard records deep searched full ruleset format:report",
    ),
    CliRow("merge", "simulation:merge", "FOLDERS full format:report"),
    CliRow("grid", "grids:grid", "VARIANT? vary run full ruleset format:report"),
    CliRow("tune", "grids:tune", "VARIANT? vary goal games:tune playing ruleset format:report"),
    CliRow("train", "simulation:train", "VARIANT games:train seed:weights seats workers ruleset"),
    CliRow("replay", "replay:replay", "FILE rulesets format"),
    CliRow(
        "perft",
        "positions:perft",
        "VARIANT POSITION seed:perft seats:deal depth engine:thousand limits ruleset format",
    ),
    CliRow(
        "diff",
        "difference:diff",
        "A B a-with a-set b-with b-set with:both set:both prove games:diff seed:answer seats:diff players:diff "
        "engine timeout no-witness no-effect format:diff",
    ),
    CliRow("compile", "library:compile_c", "VARIANT seats ruleset"),
    CliRow("new", "new:new", "NAME house base dir", answers=False),
    CliRow("cache", "library:cache_group", "", answers=False),
    CliRow("explain", "explain:explain", "WORD format"),
)
COMMANDS = {row.name: row for row in ROWS}
