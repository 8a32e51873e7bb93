"""The names of awards: lines of the scoring table, and names under which effects give points."""

from __future__ import annotations

from collections.abc import Iterator

from cassino_dsl.check.draft import Draft, each
from cassino_dsl.diagnostics.diagnostic import Report
from cassino_dsl.syntax.ast import Ast
from cassino_dsl.syntax.parser import parse
from cassino_dsl.syntax.tree import Mapping, Node, Scalar

WHERE = (("events", "do"), ("actions", "do"), ("rules", "price"))


def award_names(draft: Draft) -> tuple[str, ...]:
    """All names that `earned` may ask for. Effects are only looked at here; their own pass tells their faults."""
    names = [key.text for key, _ in draft.section("awards") or ()]
    for _, effects in draft.section("effects") or ():
        names.extend(named_by(draft, effects))
    for section, field in WHERE:
        for _, body in draft.section(section) or ():
            if isinstance(body, Mapping):
                names.extend(named_by(draft, body.get(field)))
    return tuple(dict.fromkeys(names))


def named_by(draft: Draft, effects: Node | None) -> Iterator[str]:
    """The names under which effects give points."""
    for node in each(effects):
        if isinstance(node, Scalar) and "award" in node.text:
            ast = parse("effect", node, Report(), draft.limits)
            yield from _named(ast) if ast else ()


def _named(ast: Ast) -> Iterator[str]:
    if ast.head == "award":
        yield ast.args[2].text if len(ast.args) > 2 else "bonus"
    for part in ast.args:
        yield from _named(part)
