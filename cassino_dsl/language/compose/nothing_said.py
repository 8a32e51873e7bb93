"""What a file says in vain: sections of one that lies over another, `awards: {}`, `awards: ~` or `awards: {removed}`,
which many write to take away what lies beneath; what house rules alone say, and what none of them says."""

from __future__ import annotations

import re

from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.diagnostics.diagnostic import Report
from cassino_dsl.language.diagnostics.remedy import Advice, there, without_entry, write
from cassino_dsl.language.ruleset.span import Span
from cassino_dsl.language.syntax.shape import VARIANT, Fields, Named
from cassino_dsl.language.syntax.tree import Mapping, Node, Scalar
from cassino_dsl.language.syntax.wrong_nodes import NOTHING

_OF_HOUSE_RULES = ("over", "needs", "replaces")


def without_empty_sections(tree: Mapping, report: Report) -> Mapping:
    """The tree without them, each with a message; one that lies over nothing as it is."""
    _of_the_other_kind(tree, report)
    if tree.get("extends") is None and tree.get("house") is None:
        return tree
    shapes = {key.name: key.shape for key in VARIANT.keys}
    kept = []
    for key, node in tree:
        shape = shapes.get(key.text)
        if isinstance(shape, Named | Fields) and _says_nothing(node):
            _report(key, node, shape, tree, report)
        else:
            kept.append((key, node))
    return Mapping(tuple(kept), tree.span)


def _of_the_other_kind(tree: Mapping, report: Report) -> None:
    """What only house rules say, in a variant that extends another, and `extends` in a house rule."""
    house = tree.get("house")
    if tree.get("extends") is None or not (house is None or (isinstance(house, Scalar) and house.text == "true")):
        return
    for key, node in tree:
        if key.text in (_OF_HOUSE_RULES if house is None else ("extends",)):
            message = f"`{key.text}` {'without `house: true`' if house is None else 'of a house rule'} does nothing"
            said = "`over` names the variant that a house rule is looked at over"
            if house is None:
                said = "it belongs to house rules, which lie over a variant that they do not extend"
            help = _leave_out(key.span.to(node.span), tree, f"leave it out: {said}")
            report.add(Code.WITHOUT_EFFECT, key.span, message, help=help)


def _says_nothing(node: Node) -> bool:
    if isinstance(node, Scalar):
        return node.text.lower() in NOTHING
    said = [key for key, _ in node] if isinstance(node, Mapping) else node.items
    return not said or re.fullmatch(r"[{\[]\s*removed\s*[}\]]", node.span.text) is not None


def _report(key: Scalar, node: Node, shape: Named | Fields, tree: Mapping, report: Report) -> None:
    code = Code.WITHOUT_EFFECT if isinstance(node, Mapping) and not node.entries else Code.WRONG_NODE
    help = _leave_out(key.span.to(node.span), tree, "leave it out; what is to be otherwise stands under the key")
    if isinstance(shape, Named):
        said = f"`{key.text}: removed` takes all of it away, `removed` under a name one thing of it; or leave this out"
        help = write("removed", certain=False, said=said, otherwise=help)
    message = f"`{key.text}: {node.span.text}` takes nothing away: what lies beneath stays as it is"
    report.add(code, node.span, message, help=help)


def _leave_out(entry: Span, tree: Mapping, said: str) -> Advice:
    return there(said, [without_entry(entry, tree.span.text[:1] == "{")], "leave it out", safe=False)
