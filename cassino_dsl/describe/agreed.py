"""What this table has agreed on, and what other tables may."""

from __future__ import annotations

from collections.abc import Iterator

from cassino_dsl.compose.options import MAX_INT, selected
from cassino_dsl.describe.english import joined, plain, sentence, spoken
from cassino_dsl.ruleset.model import Option, Ruleset


def title_text(ruleset: Ruleset) -> str:
    """The title, with the house rules that are played where the variant by itself has none."""
    laid = [plain(rule.title or spoken(rule.name)) for rule in ruleset.laid if not _by_default(ruleset, rule.name)]
    return plain(ruleset.title) + (f" — with {joined(laid)}" if laid else "")


def agreed_text(ruleset: Ruleset) -> Iterator[str]:
    """The house rules in force that are not the variant's own, each with what its author says of it, and the options
    that are chosen otherwise."""
    for rule in ruleset.laid:
        if _by_default(ruleset, rule.name):
            continue
        about = plain(rule.about)
        yield f"**{plain(rule.title or spoken(rule.name))}.** {about}".strip()
    for option in ruleset.options:
        if option.value != option.default and not selected(option):
            yield sentence(_choice(option, option.value))


def option_rows(ruleset: Ruleset) -> Iterator[tuple[str, str, str]]:
    """What may be agreed, as it is here, as it may be else; but for what a house rule has settled that was laid on by
    its own name: that is told as agreed."""
    for option in ruleset.options:
        laid = {name for _, names in option.selects for name in names}.intersection(ruleset.house_rules)
        if laid and laid.isdisjoint(selected(option)):
            continue
        about = plain(option.about or spoken(option.name))
        yield about[:1].upper() + about[1:], _shown(option.value), _else(option)


def _by_default(ruleset: Ruleset, name: str) -> bool:
    """Whether an option lays a house rule on without being asked to."""
    return any(o.value == o.default and name in selected(o) for o in ruleset.options)


def _choice(option: Option, value: bool | int | str) -> str:
    about = plain(option.about or spoken(option.name))
    if isinstance(value, bool):
        return about if value else f"not played: {about}"
    return f"{about}: {_shown(value)}"


def _shown(value: bool | int | str) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return spoken(str(value))


def _else(option: Option) -> str:
    if option.type == "bool":
        return _shown(not option.value)
    if option.choices:
        return joined([spoken(c) for c in option.choices if c != str(option.value)], "or")
    if option.high < MAX_INT:
        return f"{option.low} to {option.high}"
    return f"any number from {option.low} on" if option.low else "any other number"
