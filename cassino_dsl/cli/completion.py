"""What the shell completes: variants, house rules, options with their values, files. Click does the rest."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import click
from click.shell_completion import CompletionItem

Items = list[CompletionItem]
MOST = 30  # values of an option: more are no help


def complete_file(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
    """Files, as the shell itself completes them."""
    return [CompletionItem(incomplete, type="file")]


def complete_variant(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
    """Shipped variants, or a file of one's own."""
    from cassino_dsl.compose.library import shipped_variants

    return _names(shipped_variants(), incomplete)


def complete_house_rule(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
    """Shipped house rules, or a file of one's own."""
    from cassino_dsl.compose.library import shipped_house_rules

    return _names(shipped_house_rules(), incomplete)


def complete_either(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
    """What `validate`, `test` and `show` take: shipped variants and house rules, or a file."""
    from cassino_dsl.compose.library import shipped_house_rules, shipped_variants

    return _names([*shipped_variants(), *shipped_house_rules()], incomplete)


def complete_setting(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
    """`KEY=` for each option of the variant on the command line, then `KEY=VALUE` for what it may be."""
    key, equals, _ = incomplete.partition("=")
    options = _options(ctx, param)
    if not equals:
        return [CompletionItem(f"{o.name}=", help=o.about) for o in options if o.name.startswith(key)]
    values = [f"{o.name}={value}" for o in options if o.name == key for value in _values(o)]
    return [CompletionItem(text) for text in values if text.startswith(incomplete)]


def complete_goal(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
    """The figures that a simulation of the variant has, also after the weight of a goal (`2*order.1…`)."""
    from cassino_dsl.simulate.contest import known_figures

    ruleset = _ruleset(ctx, param)
    if ruleset is None:
        return []
    seats = ctx.params.get("seats")
    names = known_figures(ruleset, seats if isinstance(seats, int) and seats in ruleset.seats else min(ruleset.seats))
    begun = incomplete.rpartition("*")[2].lstrip()
    weight = incomplete[: len(incomplete) - len(begun)]
    return [CompletionItem(weight + name) for name in names if name.startswith(begun)]


def complete_player(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
    """One player for each seat: the last of a list with commas is completed."""
    from cassino_dsl.players.names import KINDS

    before, comma, last = incomplete.rpartition(",")
    return [CompletionItem(before + comma + name) for name in KINDS if name.startswith(last)]


def _names(names: Iterable[str], incomplete: str) -> Items:
    found = [CompletionItem(name) for name in names if name.startswith(incomplete)]
    return found or [CompletionItem(incomplete, type="file")]


def _options(ctx: click.Context, param: click.Parameter) -> tuple[Any, ...]:
    """The options of the variant that the words before name."""
    ruleset = _ruleset(ctx, param)
    return ruleset.options if ruleset else ()


def _ruleset(ctx: click.Context, param: click.Parameter) -> Any:
    """The variant that the words before name; None where it cannot be loaded."""
    from cassino_dsl.pipeline import load_variant

    words = ctx.args  # an option that still lacks its value leaves the arguments here
    of_b = (param.name or "").startswith("b_")
    word = words[1] if of_b and len(words) > 1 else words[0] if words else None
    rules = (*(ctx.params.get("with_rules") or ()), *(ctx.params.get("b_with" if of_b else "a_with") or ()))
    try:
        return load_variant(word, rules, ()).ruleset if word else None
    except Exception:  # completion is silent: the command itself will say what is wrong
        return None


def _values(option: Any) -> list[str]:
    from cassino_dsl.ruleset.document import word_of

    values = option.values if len(option.values) <= MOST else (option.default,)
    return [word_of(value) for value in values]
