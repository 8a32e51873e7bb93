"""What the shell completes: variants, house rules, options with their values, files. Click does the rest."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click
from click.shell_completion import CompletionItem

Items = list[CompletionItem]
Completer = Callable[[click.Context, click.Parameter, str], Items]
MOST = 30  # values of an option: more are no help


def file(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
    """Files, as the shell itself completes them."""
    return [CompletionItem(incomplete, type="file")]


def shipped(variants: bool = False, rules: bool = False) -> Completer:
    """Shipped variants, house rules or both, or a file of one's own."""

    def complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
        from cassino_dsl.language.compose.library import shipped_house_rules, shipped_variants

        names = [*(shipped_variants() if variants else ()), *(shipped_house_rules() if rules else ())]
        found = [CompletionItem(name) for name in names if name.startswith(incomplete)]
        return found or file(ctx, param, incomplete)

    return complete


def setting(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
    """`KEY=` for each option of the variant on the command line, then `KEY=VALUE` for what it may be."""
    from cassino_dsl.language.ruleset.document import word_of

    key, equals, _ = incomplete.partition("=")
    ruleset = _ruleset(ctx, param)
    options = ruleset.options if ruleset else ()
    if not equals:
        return [CompletionItem(f"{o.name}=", help=o.about) for o in options if o.name.startswith(key)]
    values = [v for o in options if o.name == key for v in (o.values if len(o.values) <= MOST else (o.default,))]
    return [CompletionItem(text) for v in values if (text := f"{key}={word_of(v)}").startswith(incomplete)]


def player(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
    """One player for each seat: the last of a list with commas is completed."""
    from cassino_dsl.players.names import KINDS

    before, comma, last = incomplete.rpartition(",")
    return [CompletionItem(before + comma + name) for name in KINDS if name.startswith(last)]


def _ruleset(ctx: click.Context, param: click.Parameter) -> Any:
    """The variant that the words before name; None where it cannot be loaded."""
    from cassino_dsl.language.pipeline import load_variant

    words = ctx.args  # an option that still lacks its value leaves the arguments here
    of_b = (param.name or "").startswith("b_")
    word = words[1] if of_b and len(words) > 1 else words[0] if words else None
    rules = (*(ctx.params.get("with_rules") or ()), *(ctx.params.get("b_with" if of_b else "a_with") or ()))
    try:
        return load_variant(word, rules, ()).ruleset if word else None
    except Exception:  # completion is silent: the command itself will say what is wrong
        return None
