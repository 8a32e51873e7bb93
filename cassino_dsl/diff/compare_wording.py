"""Changes of words alone: nothing here changes a game.

Names that answers and files are made of count (actions, awards, option words); what only the file itself speaks
of does not (terms, binders, parts, rules, events), nor does a title that is just the name of the file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from cassino_dsl.diff.change import Change, Sides, changed, key_span
from cassino_dsl.ruleset.span import Span


def wording_changes(sides: Sides) -> Iterator[Change]:
    """Titles, texts about the game, and names."""
    a, b = sides.a, sides.b
    if a.title != b.title and a.title != a.name and b.title != b.name:
        yield changed("title", "wording", "title", (a.title, b.title), _spans(sides, "title"))
    if a.about != b.about and a.about and b.about:
        text = "about: said in other words"
        yield Change("about", "wording", a.about, b.about, text, *_spans(sides, "about"))
    if a.clockwise != b.clockwise:
        said = ["clockwise" if r.clockwise else "counter-clockwise" for r in (a, b)]
        yield changed("direction", "wording", "direction", said, _spans(sides, "direction"))
    yield from _pack_words(sides)
    yield from _names(sides)


def _spans(sides: Sides, key: str) -> tuple[Span | None, Span | None]:
    return key_span(sides.a, key), key_span(sides.b, key)


def _pack_words(sides: Sides) -> Iterator[Change]:
    letters = {s.letter: s.name for s in sides.a.pack.suits}
    pairs = [(letters[s.letter], s.name) for s in sides.b.pack.suits if letters.get(s.letter, s.name) != s.name]
    if pairs:
        said = [", ".join(p[i] for p in pairs) for i in (0, 1)]
        yield changed("pack.suits", "wording", "names of suits", said, _spans(sides, "pack"))


def _names(sides: Sides) -> Iterator[Change]:
    sections: tuple[tuple[str, tuple[Any, ...], tuple[Any, ...], Mapping[str, str]], ...] = (
        ("actions", sides.a.actions, sides.b.actions, sides.names.actions),
        ("awards", sides.a.awards, sides.b.awards, sides.names.awards),
    )
    for section, mine, yours, names in sections:
        for new, old in names.items():
            spans = [next(c.span for c in clauses if c.name == n) for clauses, n in ((mine, old), (yours, new))]
            yield changed(f"{section}.{old}", "wording", f"name of one of the {section}", (old, new), spans)
