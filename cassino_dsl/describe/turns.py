"""The pattern of a turn in words: what comes first, what one may choose from, what may be left out."""

from __future__ import annotations

from cassino_dsl.describe.english import joined, title
from cassino_dsl.ruleset.model import Action, Pattern, Ruleset


def bold(name: str) -> str:
    return f"**{title(name)}**"


def of_step(ruleset: Ruleset, step: str) -> list[Action]:
    return [a for a in ruleset.actions if a.step == step]


def steps(pattern: Pattern) -> list[str]:
    """The steps of a pattern, each once, in order."""
    found = [pattern.step] if pattern.op == "step" else [s for p in pattern.args for s in steps(p)]
    return list(dict.fromkeys(found))


def in_order(pattern: Pattern) -> list[Pattern]:
    """What is done one after the other."""
    return [p for part in pattern.args for p in in_order(part)] if pattern.op == "then" else [pattern]


def may_stop(pattern: Pattern) -> bool:
    """Whether some of a turn may be left out, or be done again."""
    return pattern.op in ("optional", "repeat", "repeat_some") or any(may_stop(p) for p in pattern.args)


def turn_text(pattern: Pattern, ruleset: Ruleset) -> str:
    """What is done in a turn: `if you like, Pluck; then one of Capture, Build or Trail`."""
    parts = [turn_text(p, ruleset) for p in pattern.args]
    if pattern.op == "step":
        names = [bold(a.name) for a in of_step(ruleset, pattern.step)]
        return names[0] if len(names) == 1 else f"one of {joined(names, 'or')}" if names else "nothing"
    if pattern.op == "then":
        return "; then ".join(parts)
    if pattern.op == "either":
        return "either " + ", or else ".join(f"({p})" if "; then" in p else p for p in parts)
    inner = f"({parts[0]})" if "; then" in parts[0] or parts[0].startswith("either") else parts[0]
    words = {"optional": "if you like, ", "repeat": "as often as you like, ", "repeat_some": "once or more often, "}
    return words[pattern.op] + inner
