"""House rules that say a clause of the variant anew: meant, or two clauses that happen to have one name?"""

from __future__ import annotations

from cassino_dsl.compose.merge import REMOVED
from cassino_dsl.compose.overlaid import Overlaid
from cassino_dsl.diagnostics.codes import compose as codes
from cassino_dsl.diagnostics.diagnostic import Report
from cassino_dsl.syntax.shape import VARIANT, Either, Fields, Named, Shape
from cassino_dsl.syntax.tree import Mapping, Node, Scalar

# sections of clauses that people name; the other names are those of cards and of the language
_NAMED = frozenset(("terms", "memory", "actions", "rules", "preferences", "events", "awards", "checks"))


def check_overlaid(overlaid: tuple[Overlaid, ...], report: Report) -> None:
    """A warning where a house rule replaces a whole clause of the variant without saying that it does. What changes
    part of a clause could not stand by itself, so it means the one that is there."""
    shapes = {key.name: key.shape for key in VARIANT.keys}
    for one in overlaid:
        shape = shapes.get(one.section)
        if one.section in _NAMED and isinstance(shape, Named) and not one.announced and _replaces(one, shape.shape):
            clause = f"{one.section}.{one.key.text.partition('(')[0] if one.section == 'terms' else one.key.text}"
            report.add(
                codes.ClauseReplaced,
                one.key.span,
                f"house rule `{one.house}` replaces `{clause}` of the variant",
                others=((one.under.span, "what the variant says"),),
                help=f"call it something else, or say that it is meant: `replaces: [{clause}]`",
            )


def _replaces(one: Overlaid, shape: Shape) -> bool:
    """Whether a clause stands in the place of the one beneath. One key of several means what is there: `{points: 1}`
    says all that an award has to, but beside the `each` of the one beneath it changes its points."""
    below, node = one.below, one.node
    part = isinstance(node, Mapping) and isinstance(below, Mapping) and len(node.entries) == 1 < len(below.entries)
    return not part and _whole(node, shape)


def _whole(node: Node, shape: Shape) -> bool:
    """Whether a clause says all that it has to."""
    if isinstance(node, Scalar):
        return node.text != REMOVED
    shape = shape.other if isinstance(shape, Either) else shape
    required = [k.name for k in shape.keys if k.required] if isinstance(shape, Fields) else []
    return isinstance(node, Mapping) and all(node.get(name) is not None for name in required)
