"""Changes of the deck, the deal and the numbers that cards count for."""

from __future__ import annotations

from collections.abc import Iterator

from cassino_dsl.diff.change import Change, Sides, changed, heaviest, key_span
from cassino_dsl.diff.clauses import Clauses
from cassino_dsl.diff.memory_use import Uses
from cassino_dsl.diff.phrase import ClausePhrases
from cassino_dsl.ruleset.cards import PLACES, Pack
from cassino_dsl.ruleset.expr import Expr, Literal, Type
from cassino_dsl.ruleset.model import Ruleset, ValueRow
from cassino_dsl.ruleset.span import Span
from cassino_dsl.ruleset.visible import OWNER, condition_of

Numbers = tuple[int, ...]  # what a card counts for


def deck_changes(sides: Sides) -> Iterator[Change]:
    """Other cards, other numbers of them."""
    a, b = sides.a, sides.b
    mine, yours = ([f.text for f in r.pack.faces] for r in (a, b))
    gone, new = ([t for t in mine if t not in yours], [t for t in yours if t not in mine])
    spans = (key_span(a, "pack"), key_span(b, "pack"))
    if gone or new:
        said = [f"{len(f)} cards" + (f", with {_shown(o)}" if o else "") for f, o in ((mine, gone), (yours, new))]
        yield changed("pack", "deck", "pack", said, spans)
    if a.pack.copies != b.pack.copies:
        said = [str(r.pack.copies) for r in (a, b)]
        yield changed("pack.copies", "deck", "packs shuffled together", said, spans)
    common = [t for t in mine if t in yours]
    rows = [*zip(_order(a.pack), _order(b.pack), strict=True)]
    if [t for t in yours if t in mine] != common and all(set(old) == set(new) for old, new in rows):
        said = [" ".join(row) for row in next((both for both in rows if both[0] != both[1]), rows[0])]
        yield changed("pack.ranks", "deck", "order of the pack", said, spans)


def _order(pack: Pack) -> tuple[tuple[str, ...], ...]:
    """Ranks, suits, extras."""
    return pack.ranks, tuple(s.name for s in pack.suits), tuple(f.text for f in pack.faces if not f.suit)


def _shown(texts: list[str]) -> str:
    return " ".join(texts) if len(texts) <= 8 else f"{' '.join(texts[:6])} … ({len(texts)})"


def deal_changes(sides: Sides) -> Iterator[Change]:
    """Seats, sides, and how many cards go where."""
    a, b = sides.a, sides.b
    if a.seats != b.seats:
        said = [", ".join(map(str, r.seats)) for r in (a, b)]
        yield changed("seats", "deal", "seats", said, (key_span(a, "seats"), key_span(b, "seats")))
    yield from _deal(sides, "sides", "sides", a.sides, b.sides)
    yield from _deal(sides, "deal.hand", "cards to each hand in the first deal", a.deal.hand, b.deal.hand)
    yield from _deal(sides, "deal.table", "cards to the table", a.deal.table, b.deal.table)
    none, names = Literal(Type.INT, 0, a.deal.span), sides.names.zones
    mine, yours = dict(a.deal.zones), {names.get(name, name): number for name, number in b.deal.zones}
    for name in {**mine, **yours}:
        numbers = (mine.get(name, none), yours.get(name, none))
        yield from _deal(sides, f"deal.zones.{name}", f"cards to `{name}`", *numbers)
    yield from _order_of_zones(sides)
    if a.deal.later or b.deal.later:  # else it is said of the first deal
        later = (a.deal.later or a.deal.hand, b.deal.later or b.deal.hand)
        yield from _deal(sides, "deal.later", "cards to each hand later", *later)
    yield from _deal(sides, "deal.batch", "cards handed out at a time", a.deal.batch, b.deal.batch)
    theirs = {names.get(z.name, z.name): z.name for z in b.zones}  # of zones that both have
    common = {zone: zone for zone in OWNER} | {z.name: theirs[z.name] for z in a.zones if z.name in theirs}
    differ = [z for z in common if not sides.alike(Clauses.text, condition_of(a, z), condition_of(b, common[z]))]
    if differ:
        places = (_says_who(a, differ), _says_who(b, [common[zone] for zone in differ]))
        yield changed("visible", "deal", "what players see", sides.words(_seen, a, b), places)


def _order_of_zones(sides: Sides) -> Iterator[Change]:
    """Zones that both deal to, one after the other in another order."""
    names = sides.names.zones
    mine, yours = [n for n, _ in sides.a.deal.zones], [names.get(n, n) for n, _ in sides.b.deal.zones]
    said = [[n for n in row if n in mine and n in yours] for row in (mine, yours)]
    if said[0] == said[1]:
        return
    spans = (sides.a.deal.span, sides.b.deal.span)
    yield changed("deal.zones", "deal", "order in which zones are dealt to", [", ".join(row) for row in said], spans)


def _says_who(ruleset: Ruleset, zones: list[str]) -> Span | None:
    """Where a ruleset says who sees one of these zones, if it says so."""
    return next((v.condition.span for v in ruleset.visible if v.zone in zones), None)


def _seen(phrases: ClausePhrases, ruleset: Ruleset) -> str:
    said = (f"{v.zone} {v.who or phrases.expr(v.condition)}" for v in ruleset.visible)
    return ", ".join(said) or "own hands only"


def _deal(sides: Sides, path: str, name: str, a: Expr, b: Expr) -> Iterator[Change]:
    if sides.alike(Clauses.text, a, b):
        return
    said = sides.words(ClausePhrases.expr, a, b)
    if said[0] != said[1] or sides.seats:  # else it differs only for other numbers of seats, which is said
        yield changed(path, "deal", name, said, (_own(a, sides.a), _own(b, sides.b)))


def _own(expr: Expr, ruleset: Ruleset) -> Span:
    return expr.span if expr.span.end > expr.span.start else ruleset.deal.span


def value_changes(sides: Sides) -> Iterator[Change]:
    """Cards that count for other numbers, those with one change together, by what asks for them."""
    a, b = sides.a, sides.b
    groups: dict[tuple[tuple[str, Numbers, Numbers], ...], list[str]] = {}
    uses = (Uses(a), Uses(b))
    for text in sides.faces:
        mine, yours = _row_of(a, text), _row_of(b, text)
        change = tuple((p, mine[p], yours[p]) for p in PLACES if mine[p] != yours[p])
        if change:
            groups.setdefault(change, []).append(text)
    for change, faces in groups.items():
        by_pair: dict[tuple[Numbers, Numbers], list[str]] = {}
        for place, mine_, yours_ in change:
            by_pair.setdefault((mine_, yours_), []).append(place)
        for (old, new), places in by_pair.items():
            where = "" if len(places) == len(PLACES) else f" in {' and '.join(places)}"
            name = a.pack.in_words(faces) + where
            said = [_numbers(old), _numbers(new)]
            spans = [_place(r, faces[0], places[0]) for r in (a, b)]
            kind = heaviest(u.class_of_value(place) for u in uses for place in places)
            yield changed(f"values.{name}", kind, f"value of {name}", said, spans)


def _row_of(ruleset: Ruleset, text: str) -> dict[str, tuple[int, ...]]:
    face = ruleset.pack.number_of(text)
    return {p: tuple(sorted(ruleset.values_of(face, p))) if face is not None else () for p in PLACES}


def _place(ruleset: Ruleset, text: str, place: str) -> Span | None:
    face = ruleset.pack.number_of(text)
    row: ValueRow | None = next((r for r in ruleset.values if face in r.faces and place in r.places), None)
    return row.span if row else None


def _numbers(numbers: tuple[int, ...]) -> str:
    return " or ".join(map(str, numbers)) if numbers else "none"
