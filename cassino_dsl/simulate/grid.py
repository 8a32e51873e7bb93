"""Grids: every combination of some options and house rules, one run each, on the same deals."""

from __future__ import annotations

from itertools import product

Vary = tuple[tuple[str, tuple[str, ...]], ...]
WITH = "with"  # varies house rules: `with=none,sweeps,sweeps+count-out`
NONE = "none"


def read_vary(texts: tuple[str, ...]) -> Vary:
    """The ``--vary`` options; raises ``ValueError`` with what is wrong."""
    found = []
    for text in texts:
        key, sign, values = text.partition("=")
        choices = tuple(v.strip() for v in values.split(",") if v.strip())
        if not sign or not key.strip() or not choices:
            raise ValueError(f"--vary takes OPTION=VALUE,VALUE,… or with=RULE,RULE+RULE,none, not {text!r}")
        found.append((key.strip(), choices))
    if len({key for key, _ in found}) < len(found):
        raise ValueError("--vary names the same option twice")
    return tuple(found)


def combinations(vary: Vary) -> list[tuple[str, ...]]:
    """One value for each varied option, the last one running fastest."""
    return list(product(*(values for _, values in vary)))


def choice(vary: Vary, combination: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The house rules and the settings of one combination."""
    rules: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()
    for (key, _), value in zip(vary, combination, strict=True):
        if key != WITH:
            settings += (f"{key}={value}",)
        elif value != NONE:
            rules += tuple(value.split("+"))
    return rules, settings
