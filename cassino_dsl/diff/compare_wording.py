"""Changes that change no game by themselves: words, what simulated players choose, and what the author promises.

Names that answers and files are made of count (actions, awards, option words); what only the file itself speaks
of does not (terms, binders, parts, rules, events), nor does a title that is just the name of the file.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cassino_dsl.diff.change import Change, Sides, changed, key_span
from cassino_dsl.diff.clauses import Clauses
from cassino_dsl.diff.match_up import differences, match_section
from cassino_dsl.ruleset.model import Action, Award, Ruleset
from cassino_dsl.ruleset.span import Span


def wording_changes(sides: Sides) -> Iterator[Change]:
    """Titles, texts about the game, and names. Where a line ends is no word."""
    a, b = sides.a, sides.b
    if a.title.split() != b.title.split() and a.title != a.name and b.title != b.name:
        yield changed("title", "wording", "title", (a.title, b.title), _spans(sides, "title"))
    if a.about.split() != b.about.split() and a.about and b.about:
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
    for section, names in (("actions", sides.names.actions), ("awards", sides.names.awards)):
        for new, old in names.items():
            spans = [_named(ruleset, section, name) for ruleset, name in ((sides.a, old), (sides.b, new))]
            yield changed(f"{section}.{old}", "wording", f"name of one of the {section}", (old, new), spans)


def _named(ruleset: Ruleset, section: str, name: str) -> Span | None:
    """Where an action or an award of this name stands; of points that effects alone give, the first effect."""
    clauses: tuple[Action | Award, ...] = ruleset.actions if section == "actions" else ruleset.awards
    given = (e for e in ruleset.effects() if e.op == "award") if section == "awards" else ()
    return next((c.span for c in (*clauses, *given) if c.name == name), None)


def player_changes(sides: Sides) -> Iterator[Change]:
    """Which plays simulated players find sensible, of the actions that both have."""
    yours = {sides.names.actions.get(b.name, b.name): b for b in sides.b.actions}
    for a in sides.a.actions:
        b = yours.get(a.name)
        if b is None:
            continue
        if not sides.alike(Clauses.sensible, a, b):
            said = sides.words(lambda p, c: p.expr(c.sensible) or "always", a, b)
            spans = [c.sensible.span if c.sensible is not None else c.span for c in (a, b)]
            yield changed(f"actions.{a.name}.sensible", "players", f"{a.name}, sensible", said, spans)


def check_changes(sides: Sides) -> Iterator[Change]:
    """What is promised of every round. A house rule laid over a variant lifts the promises of the variant's own file:
    that is no change of what anybody has written."""
    found = match_section(sides, "checks", Clauses.check)
    laid_a, laid_b = set(sides.a.house_rules), set(sides.b.house_rules)
    found = replace(found, only_a=[] if laid_b - laid_a else found.only_a)
    found = replace(found, only_b=[] if laid_a - laid_b else found.only_b)
    yield from differences(sides, found, "checks", lambda c: "checks", lambda p, x: p.expr(x.must), "no such check")
