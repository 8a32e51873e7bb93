"""Changes of words alone: nothing here changes a game.

Names that answers and files are made of count (actions, awards, option words); what only the file itself speaks
of does not (terms, binders, parts, rules, events), nor does a title that is just the name of the file.
"""

from __future__ import annotations

from collections.abc import Iterator

from cassino_dsl.diff.change import Change, Sides, arrow
from cassino_dsl.ruleset.model import Ruleset
from cassino_dsl.ruleset.span import Span


def wording_changes(sides: Sides) -> Iterator[Change]:
    """Titles, texts about the game, and names."""
    a, b = sides.a, sides.b
    spans = (_top(a), _top(b))
    if a.title != b.title and a.title != a.name and b.title != b.name:
        yield Change("title", "wording", a.title, b.title, arrow("title", a.title, b.title), *spans)
    if a.about != b.about and a.about and b.about:
        yield Change("about", "wording", a.about, b.about, "about: said in other words", *spans)
    if a.clockwise != b.clockwise:
        said = ["clockwise" if r.clockwise else "counter-clockwise" for r in (a, b)]
        yield Change("direction", "wording", *said, arrow("direction", *said), *spans)
    yield from _pack_words(sides, spans)
    yield from _names(sides)


def _top(ruleset: Ruleset) -> Span:
    return ruleset.deal.span.source.whole()


def _pack_words(sides: Sides, spans: tuple[Span, Span]) -> Iterator[Change]:
    letters = {s.letter: s.name for s in sides.a.pack.suits}
    pairs = [(letters[s.letter], s.name) for s in sides.b.pack.suits if letters.get(s.letter, s.name) != s.name]
    if pairs:
        said = [", ".join(p[i] for p in pairs) for i in (0, 1)]
        yield Change("pack.suits", "wording", *said, arrow("names of suits", *said), *spans)


def _names(sides: Sides) -> Iterator[Change]:
    clauses = {
        "actions": (sides.a.actions, sides.b.actions, sides.names.actions),
        "awards": (sides.a.awards, sides.b.awards, sides.names.awards),
    }
    for section, (mine, yours, names) in clauses.items():
        for new, old in names.items():
            first = next(c for c in mine if c.name == old)  # type: ignore[attr-defined]
            second = next(c for c in yours if c.name == new)  # type: ignore[attr-defined]
            yield Change(f"{section}.{old}", "wording", old, new, arrow("name", old, new), first.span, second.span)  # type: ignore[attr-defined]
