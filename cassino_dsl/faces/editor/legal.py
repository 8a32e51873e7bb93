"""The plays that are legal where an example stands, up to the one that is written."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import islice

from cassino_dsl.analysis.examples.read import read_example
from cassino_dsl.analysis.examples.run import reached
from cassino_dsl.engine.position.position import Position
from cassino_dsl.faces.editor.analysis import Analysis, analyse
from cassino_dsl.language.diagnostics.cassino_error import CassinoError
from cassino_dsl.language.ruleset.run_fault import RunFault
from cassino_dsl.language.syntax.read_source import given
from cassino_dsl.language.syntax.tree import Mapping, Node, Scalar, Sequence

STEPS = 2_000_000  # that a list may take: a fraction of a second
MOST = 200  # plays that are listed
_EXAMPLES = re.compile(r"^examples:(?:.*\n?)(?:(?:[ \t#-].*)?\n|[ \t#-].+\Z)*", re.MULTILINE)  # the whole section
_ASIDE = ("play", "expect")  # keys of an example that are no part of its position


def legal_plays(analysis: Analysis, node: Mapping, start: int) -> tuple[str, ...]:
    """Those in the position of an example after what is played in it above a place; none where that cannot be told.
    The rest of the file has to be whole."""
    text = _EXAMPLES.sub("", analysis.text)
    target = analyse(text, analysis.path, analysis.texts).target
    keys = [entry for entry in node if entry[0].text not in _ASIDE]
    made, place = node.get("play"), Scalar("", node.span, node.span)
    if made is not None and (above := _before(made, start)):
        keys.append((replace(place, text="play"), Sequence(above, made.span)))
    keys.append((replace(place, text="expect"), Mapping((), node.span)))
    with given({**analysis.texts, analysis.path: text}):
        example = read_example(target, Mapping(tuple(keys), node.span))
    position = reached(example, STEPS) if example is not None else None
    if example is None or not isinstance(position, Position):
        return ()
    try:
        return tuple(play["text"] for play in islice(example.game.moves(position)["plays"], MOST))
    except (CassinoError, RunFault):
        return ()


def _before(made: Node, start: int) -> tuple[Node, ...]:
    """The plays that stand above a place."""
    said = made.items if isinstance(made, Sequence) else (made,)
    return tuple(one for one in said if one.span.end <= start and one.span.start < one.span.end)
