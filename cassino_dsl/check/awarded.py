"""The names of awards: lines of the scoring table, and names under which effects give points."""

from __future__ import annotations

from collections.abc import Iterator

from cassino_dsl.check.draft import Draft, each
from cassino_dsl.diagnostics.diagnostic import Report
from cassino_dsl.syntax.ast import Ast
from cassino_dsl.syntax.parser import parse
from cassino_dsl.syntax.tree import Mapping, Scalar

WHERE = (("events", "do"), ("actions", "do"), ("rules", "price"))


def award_names(draft: Draft) -> tuple[str, ...]:
    """All names that `earned` may ask for. Effects are only looked at here; their own pass tells their faults."""
    names = [key.text for key, _ in draft.section("awards") or ()]
    for section, field in WHERE:
        for _, body in draft.section(section) or ():
            for node in each(body.get(field)) if isinstance(body, Mapping) else ():
                if isinstance(node, Scalar) and "award" in node.text:
                    ast = parse("effect", node, Report())
                    names.extend(_named(ast) if ast else ())
    return tuple(dict.fromkeys(names))


def _named(ast: Ast) -> Iterator[str]:
    if ast.head == "award":
        yield ast.args[2].text if len(ast.args) > 2 else "bonus"
    for part in ast.args:
        yield from _named(part)
