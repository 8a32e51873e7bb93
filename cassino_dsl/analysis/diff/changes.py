"""What differs between two rulesets, clause by clause. Equal meaning in other words is no change.

Both are trees: sections of clauses, actions with fields and parts, and single lines. A difference is one of their core
texts; it is told in the words of the file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from cassino_dsl.analysis.diff.change import CLASSES, UNSEEN, Change, Class, heaviest, key_span
from cassino_dsl.analysis.diff.clause_alignment import Alignment, align, order_told
from cassino_dsl.analysis.diff.clause_words import ClauseWords
from cassino_dsl.analysis.diff.completeness_check import tells_all, untold_change
from cassino_dsl.analysis.diff.core_by_clause import NOTHING, CoreByClause
from cassino_dsl.analysis.diff.sides import Sides
from cassino_dsl.language.compose.library import name_of
from cassino_dsl.language.core.dead_clauses import zones_used
from cassino_dsl.language.core.passes import core_of
from cassino_dsl.language.ruleset.cards import PLACES, Pack
from cassino_dsl.language.ruleset.document import word_of
from cassino_dsl.language.ruleset.expr import Expr, Literal, Type, print_expr, walk
from cassino_dsl.language.ruleset.model import Action, Effect, Ruleset, ValueCase, ValueRow
from cassino_dsl.language.ruleset.operators import ATTRIBUTES
from cassino_dsl.language.ruleset.span import Span
from cassino_dsl.language.ruleset.visible import OWNER
from cassino_dsl.language.ruleset.within import Names, calls_in, exprs_in, renamed

Words = Callable[[ClauseWords, Any], str]
Effects = tuple[Effect, ...]


def changes(a: Ruleset, b: Ruleset) -> tuple[Change, ...]:
    """Every change from ``a`` to ``b``, by class, then in the order in which a variant file says things."""
    return changes_between(Sides(a, b))


def changes_between(sides: Sides) -> tuple[Change, ...]:
    """The same, for two sides made ready before."""
    found = list(_Differ(sides).all())
    if sides.same_program:
        found = [c for c in found if c.kind in UNSEEN]
    else:
        told = [c for c in found if c.a is None or c.a != c.b]
        if len(told) < len(found) and tells_all(sides, told):
            found = told  # what says the same of both follows from the others
        untold = untold_change(sides, found)
        found += [untold] if untold is not None else []
    return tuple(sorted(map(_with_house_rule, found), key=lambda c: CLASSES.index(c.kind)))


def _with_house_rule(change: Change) -> Change:
    """Says which house rule a clause comes from, and that it stands in place of one of the variant."""
    mine, yours = (_house_rule(s) for s in (change.a_span, change.b_span))
    if mine == yours:
        return change
    if change.a_span is not None and change.b_span is not None and not (mine and yours):
        said = f"replaced by house rule `{yours}`" if yours else f"house rule `{mine}` replaces it"
    else:
        said = " → ".join(f"house rule `{name}`" for name in (mine, yours) if name)
    return replace(change, text=f"{change.text} ({said})")


def _house_rule(span: Span | None) -> str:
    """The name of the house rule whose file says something, or nothing."""
    found = span is not None and re.search(r"^house\s*:\s*true\b", span.source.text, re.MULTILINE)
    return name_of(Path(span.file)) if span is not None and found else ""


class ComparedLine(NamedTuple):
    """A line of a file: the class of its changes, what people call it, what a ruleset says there, as its clause or in
    words, and what it is called where nothing is said."""

    kind: Class
    name: str
    of: Callable[[Ruleset], Any]
    nothing: str = ""

    def say(self, words: ClauseWords, ruleset: Ruleset) -> str:
        return words.line(self.of(ruleset), self.nothing)


LINES: dict[str, ComparedLine] = {
    "seats": ComparedLine("deal", "seats", lambda r: ", ".join(map(str, r.seats))),
    "match.winner": ComparedLine("match", "wins", lambda r: r.match.winner),
    "match.stuck": ComparedLine("checks", "rounds in which nobody can play", lambda r: r.match.stuck),
    "direction": ComparedLine("wording", "direction", lambda r: "clockwise" if r.clockwise else "counter-clockwise"),
    "pack.copies": ComparedLine("deck", "packs shuffled together", lambda r: r.pack.copies),
    "sides": ComparedLine("deal", "sides", lambda r: r.sides),
    "deal.hand": ComparedLine("deal", "cards to each hand in the first deal", lambda r: r.deal.hand),
    "deal.table": ComparedLine("deal", "cards to the table", lambda r: r.deal.table),
    "deal.refill": ComparedLine("deal", "cards to each hand later", lambda r: r.deal.refill or r.deal.hand),
    "deal.at_a_time": ComparedLine("deal", "cards handed out at a time", lambda r: r.deal.at_a_time),
    "turn": ComparedLine("legality", "a turn", lambda r: r.turn),
    "piles.order": ComparedLine("legality", "captured cards lie by", lambda r: r.pile_order, "as taken"),
    "match.target": ComparedLine("match", "target", lambda r: r.match.target, "none"),
    "match.rounds": ComparedLine("match", "rounds", lambda r: r.match.rounds, "any number"),
    "match.over": ComparedLine("match", "the match is over when", lambda r: r.match.over, "nothing else ends it"),
    "match.compare": ComparedLine("match", "what is compared at the end", lambda r: r.match.compare, "the score"),
    "match.playoff": ComparedLine("match", "target of the playoff", lambda r: r.match.playoff, "none"),
    "match.leads": ComparedLine("match", "leads the next round", lambda r: r.match.leads, "next(leader)"),
    "match.counting": ComparedLine("match", "counting", lambda r: r.match.counting),
    "match.tie": ComparedLine("match", "a tie", lambda r: r.match.tie),
    "match.each": ComparedLine(
        "scoring",
        "points for each card are given",
        lambda r: "as soon as it is captured" if r.match.at_once else "at the end of the round",
    ),
    "match.half_points": ComparedLine(
        "scoring", "points are counted in", lambda r: "half points" if r.match.half_points else "whole points"
    ),
}
# fields of an action, beside the parts that it takes
FIELDS: dict[str, tuple[str, Words]] = {
    "play": ("cards played", lambda words, x: words.played(x.played)),
    "to": ("goes to", lambda words, x: words.target(x)),
    "do": ("does", lambda words, x: words.effects(x.effects) or "nothing"),
    "owes": ("owes", lambda words, x: x.owes or "nothing"),
    "when": ("when", lambda words, x: words.expr(x.when) or "always"),
    "let": ("numbers", lambda words, x: words.numbers(x)),
    "step": ("step", lambda words, x: x.step),
}


class _Differ:
    """Goes through two trees side by side."""

    def __init__(self, sides: Sides) -> None:
        self.sides, self.both, self.names = sides, (sides.a, sides.b), sides.names

    def all(self) -> Iterator[Change]:
        uses = self.sides.subjects
        used = {name for r in (self.sides.a, self.sides.renamed) for n in r.seats for name in zones_used(core_of(r, n))}

        def remembered(memory: Any) -> Class:
            return heaviest(u.classes.get(memory.name, "wording") for u in uses)

        def zone(one: Any) -> Class:
            return "legality" if {one.name, self.names.zones.get(one.name)} & used else "wording"

        events, own = self._aligned("events"), dict[int, Any]()
        for pair in events.changed:
            heads = [(x.row, x.when and u.unfold.expr(x.when)) for u, x in zip(uses, pair, strict=True)]
            if heads[0] == heads[1]:  # only what they do differs
                rows = self._parted(*(x.effects for x in pair))
                own |= {id(x): replace(x, effects=row) for x, row in zip(pair, rows, strict=True)}

        def event(one: Any) -> Class:
            found = own.get(id(one), one)
            return heaviest(u.event_class(found) for u in uses if any(e is one for e in u.ruleset.events))

        yield from self._pack()
        yield from self._lines()
        yield from self._zones_and_sight()
        yield from self._values()
        yield from self._section("memory", remembered, "not remembered")
        yield from self._section("zones", zone, "no such zone")
        yield from self._section("actions", lambda x: "legality", "no such action")
        yield from self._rules()
        yield from self._section("preferences", lambda x: "legality", "no such preference")
        yield from self._section("events", event, "no such event", events)
        yield from self._section("awards", lambda x: "scoring", "no such award")
        yield from self._sensible()
        yield from self._checks()
        yield from self._wording()

    def _alike(self, path: str, nothing: str = NOTHING) -> bool:
        """Whether both trees say the same in a line, for every number of seats."""
        return self._same(lambda tree: tree.lines.get(path, nothing))

    def _same(self, form: Callable[[CoreByClause], object]) -> bool:
        mine, yours = self.sides.trees
        return list(map(form, mine)) == list(map(form, yours))

    def _told(
        self,
        path: str,
        kind: Class,
        name: str,
        said: Sequence[str | None],
        spans: Sequence[Any],
        nothing: str = "nothing",
    ) -> Change:
        """A change in one line; ``spans``: of each side a clause or an expression, a key, a span, or None."""
        a_span, b_span = (
            s if s is None or isinstance(s, Span) else key_span(r, path) if isinstance(s, str) else s.span
            for r, s in zip(self.both, spans, strict=True)
        )
        text = f"{name}: {' → '.join(nothing if s is None else s for s in said)}"
        return Change(path, kind, said[0], said[1], text, a_span, b_span)

    def _line(
        self, path: str, kind: Class, name: str, say: Words, both: Sequence[Any], spans: Sequence[Any] = ()
    ) -> Iterator[Change]:
        """The change of what stands in one line, or in a field of a clause, where there is one."""
        if not self._alike(path):
            yield self._told(path, kind, name, self.sides.said(say, *both), spans or both)

    def _lines(self) -> Iterator[Change]:
        for path, line in LINES.items():
            later = path != "deal.refill" or any(r.deal.refill for r in self.both)  # else it is said of the first deal
            if later and not self._alike(path):
                said = self.sides.said(line.say, *self.both)
                # what is said alike differs for other numbers of seats, which is told
                if said[0] != said[1] or self.sides.seats:
                    spans = [
                        x if isinstance(x, Expr) and x.span.end > x.span.start else path
                        for x in map(line.of, self.both)
                    ]
                    yield self._told(path, line.kind, line.name, said, spans)

    # ---- cards

    def _pack(self) -> Iterator[Change]:
        packs, spans = [r.pack for r in self.both], ["pack", "pack"]
        rows = [[f.text for f in pack.faces] for pack in packs]
        alone = [[t for t in rows[0] if t not in rows[1]], [t for t in rows[1] if t not in rows[0]]]
        if any(alone):
            counts = (f"{pack.size} cards" for pack in packs)
            said = [c + (f", with {_few(own)}" if own else "") for c, own in zip(counts, alone, strict=True)]
            yield self._told("pack", "deck", "pack", said, spans)
        orders = [
            (p.ranks, tuple(s.name for s in p.suits), tuple(f.text for f in p.faces if not f.suit)) for p in packs
        ]
        pairs = [*zip(*orders, strict=True)]
        turned = [t for t in rows[1] if t in rows[0]] != [t for t in rows[0] if t in rows[1]]
        if turned and all(set(x) == set(y) for x, y in pairs):
            said = [" ".join(row) for row in next((pair for pair in pairs if pair[0] != pair[1]), pairs[0])]
            yield self._told("pack.ranks", "deck", "order of the pack", said, spans)
        letters = {s.letter: s.name for s in packs[0].suits}
        suits = [(letters[s.letter], s.name) for s in packs[1].suits if letters.get(s.letter, s.name) != s.name]
        if suits:
            said = [", ".join(row) for row in zip(*suits, strict=True)]
            yield self._told("pack.suits", "wording", "names of suits", said, spans)
        yield from self._of_cards(packs, spans)

    def _of_cards(self, packs: Sequence[Pack], spans: Sequence[str]) -> Iterator[Change]:
        """What is other of the cards of both packs: the colours of suits, names, and attributes that clauses ask."""
        asked = {c.name for r in self.both for e in r.exprs() for c in calls_in(e) if c.row in ATTRIBUTES}
        colours = [{s.letter: s.colour or "none" for s in pack.suits} for pack in packs]
        names = [{text: called.one for text, called in pack.names} for pack in packs]
        rows: list[tuple[str, Class, str, list[dict[str, str]]]] = [
            ("pack.suits", "deck", "colour of {}", colours),
            ("pack.names", "wording", "name of {}", names),
        ]
        for name in sorted(asked.intersection(*({a.name for a in pack.attributes} for pack in packs))):
            values = [zip(pack.faces, pack.attribute(name).values, strict=True) for pack in packs]
            own = [{face.text: "none" if its is None else word_of(its) for face, its in row} for row in values]
            rows.append((f"pack.attributes.{name}", "deck", f"{name} of {{}}", own))
        for path, kind, what, (mine, yours) in rows:
            changed: dict[tuple[str, str], list[str]] = {}
            for text in mine:
                if yours.get(text, mine[text]) != mine[text]:
                    changed.setdefault((mine[text], yours[text]), []).append(text)
            for said, texts in changed.items():
                yield self._told(path, kind, what.format(_few(texts)), said, spans)

    def _values(self) -> Iterator[Change]:
        """Cards that count for other numbers, those with one change together, by what asks for them."""
        groups: dict[Any, list[str]] = {}
        for text in self.sides.faces:
            change: dict[Any, tuple[str, ...]] = {}
            for place in PLACES:
                rows = [r.value_row(r.pack.number_of(text) or 0, place) for r in self.both]
                one, other = _decided(rows[0], {}), _decided(rows[1], self.names.memory)
                if one != other:
                    change[one, other] = (*change.get((one, other), ()), place)
            if change:
                groups.setdefault(tuple(change.items()), []).append(text)
        for changed, faces in groups.items():
            for numbers, places in changed:
                where = "" if len(places) == len(PLACES) else f" in {' and '.join(places)}"
                name = self.sides.a.pack.in_words(faces) + where
                said = [
                    "; ".join([*(f"{_counts(c.numbers)} if {print_expr(c.when)}" for c in cases), _counts(otherwise)])
                    for otherwise, cases in numbers
                ]
                kind = heaviest(u.class_of_value(place) for u in self.sides.subjects for place in places)
                spans = [
                    next((x for x in r.values if r.pack.number_of(faces[0]) in x.faces and places[0] in x.places), None)
                    for r in self.both
                ]
                yield self._told(f"values.{name}", kind, f"value of {name}", said, spans)

    def _zones_and_sight(self) -> Iterator[Change]:
        """Zones that are dealt to, and their order; what players see of zones that both have, and of memory."""
        a, b, called = *self.both, self.names.zones
        dealt = [dict(a.deal.zones), {called.get(n, n): number for n, number in b.deal.zones}]
        for name in {**dealt[0], **dealt[1]}:
            path, none = f"deal.zones.{name}", Literal(Type.INT, 0, a.deal.span)
            if not self._alike(path, "0"):
                numbers = [row.get(name, none) for row in dealt]
                yield self._told(
                    path, "deal", f"cards to `{name}`", self.sides.said(ClauseWords.line, *numbers), numbers
                )
        common = [[n for n in row if n in dealt[0] and n in dealt[1]] for row in dealt]
        if common[0] != common[1]:
            said = [", ".join(row) for row in common]
            spans = [r.deal for r in self.both]
            yield self._told("deal.zones", "deal", "order in which zones are dealt to", said, spans)
        own = {called.get(z.name, z.name): z.name for z in b.zones}
        zones = {**{z: z for z in OWNER}, **{z.name: own[z.name] for z in a.zones if z.name in own}}
        differ = [z for z in zones if not self._alike(f"visible.{z}")]
        if differ:
            names = (differ, [zones[z] for z in differ])
            seen = [[v.condition for v in r.visible if v.zone in n] for r, n in zip(self.both, names, strict=True)]
            told = self.sides.said(ClauseWords.seen, a, b)
            told_of = self._told("visible", "deal", "what players see", told, [next(iter(row), None) for row in seen])
            yield replace(told_of, sight=True)
        for section, what in (("memory", "who sees"), ("actions", "who sees the choice of")):
            for one, other in self._shared(section):
                path, name = f"{section}.{one.name}.seen", f"{what} {one.name}"
                found = self._line(path, "deal", name, ClauseWords.shown, (one, other))
                yield from (replace(change, sight=True) for change in found)

    def _shared(self, section: str) -> Iterator[tuple[Any, Any]]:
        """The clauses of one name."""
        names = getattr(self.names, section)
        yours = {names.get(x.name, x.name): x for x in getattr(self.sides.b, section)}
        return ((x, yours[x.name]) for x in getattr(self.sides.a, section) if x.name in yours)

    # ---- clauses

    def _aligned(self, section: str) -> Alignment:
        forms = [
            {c.name: [t.sections[section].get(c.name, NOTHING) for t in trees] for c in getattr(ruleset, section)}
            for ruleset, trees in zip((self.sides.a, self.sides.renamed), self.sides.trees, strict=True)
        ]
        names = getattr(self.names, section, {})
        return align(getattr(self.sides.a, section), getattr(self.sides.b, section), forms, names)

    def _section(
        self, section: str, kind: Callable[[Any], Class], nothing: str, found: Alignment | None = None
    ) -> Iterator[Change]:
        """What differs in a section: clauses changed, gone and new, and their order."""
        found = found or self._aligned(section)
        say: Words = getattr(ClauseWords, section)
        for pair in found.different:
            clauses = [x for x in pair if x is not None]
            idle = [id(x) in found.idle for x in pair]
            if section == "actions" and len(clauses) == 2 and not any(idle):
                yield from self._fields(*pair)
                continue
            said: list[str | None] = [
                _off(clause) if off else words
                for clause, off, words in zip(pair, idle, self.sides.said(say, *pair), strict=True)
            ]
            path, name = f"{section}.{clauses[0].name}", clauses[0].name
            change = self._told(path, heaviest(map(kind, clauses)), name, said, pair, nothing)
            about = getattr(clauses[0], "about", "") if len(clauses) == 1 else ""
            yield replace(change, text=f"{change.text} ({about})") if about else change
        if (told := order_told(self.sides, section, found)) is not None:
            mine, yours, moved = told
            said = [", ".join(c.name for c in row) for row in (mine, yours)]
            kind_of_all = heaviest(map(kind, moved))
            yield self._told(section, kind_of_all, f"order of the {section}", said, [mine[0], yours[0]])

    def _fields(self, a: Action, b: Action) -> Iterator[Change]:
        """What differs in an action that both have."""
        does = heaviest(self._classes(a.effects, b.effects))
        for field, (name, say) in FIELDS.items():
            if field == "let":
                yield from self._parts(a, b)
            if field == "when" and self._same(lambda t: t.tests[a.name]):
                continue  # a rule asks for it instead
            kind: Class = does if field == "do" else "legality"
            yield from self._line(f"actions.{a.name}.{field}", kind, f"{a.name}, {name}", say, (a, b))

    def _classes(self, *both: Effects) -> list[Class]:
        """What is other of the effects of each side is about."""
        return [u.effects_class(x) for u, x in zip(self.sides.subjects, self._parted(*both), strict=True)]

    def _parted(self, *both: Effects) -> Sequence[Effects]:
        """The effects of each side that differ; all, where none is seen to."""
        rows = _apart(*(tuple(map(u.unfold.effect, own)) for u, own in zip(self.sides.subjects, both, strict=True)))
        return rows if any(rows) else both

    def _parts(self, a: Action, b: Action) -> Iterator[Change]:
        forms = [
            {p.name: [t.lines[f"actions.{a.name}.take.{p.name}"] for t in trees] for p in action.take}
            for action, trees in zip((a, b), self.sides.trees, strict=True)
        ]
        for pair in align(a.take, b.take, forms, {}).different:
            name, said = (pair[0] or pair[1]).name, self.sides.said(ClauseWords.part, *pair)
            yield self._told(f"actions.{a.name}.take.{name}", "legality", f"{a.name}, {name}", said, pair)

    def _rules(self) -> Iterator[Change]:
        """Rules are one long `and`: where every action is held to the same, it does not matter how they are cut."""
        found = self._aligned("rules")
        only_price: dict[int, Class] = {}  # by id: of rules that ask for the same, only the price differs
        for pair in (*found.same, *found.changed):
            asked = [
                [t.sections["rules"][rule.name].partition(" price ")[0] for t in trees]
                for rule, trees in zip(pair, self.sides.trees, strict=True)
            ]
            if all(rule.price for rule in pair) and asked[0] == asked[1]:
                only_price |= zip(map(id, pair), self._classes(*(rule.price for rule in pair)), strict=True)

        def kind(rule: Any) -> Class:
            return only_price.get(id(rule), "legality")

        if self._same(lambda t: t.tests):
            found.changed[:] = [(x, y) for x, y in found.changed if x.price or y.price]
            for alone in (found.only_a, found.only_b):
                alone[:] = [r for r in alone if r.price]
        yield from self._section("rules", kind, "no such rule", found)

    # ---- what changes no game by itself

    def _sensible(self) -> Iterator[Change]:
        """Which plays simulated players find sensible, of the actions that both have."""
        for a, b in self._shared("actions"):
            path, name, spans = f"actions.{a.name}.sensible", f"{a.name}, sensible", [x.sensible or x for x in (a, b)]
            yield from self._line(path, "players", name, lambda w, x: w.line(x.sensible, "always"), (a, b), spans)

    def _checks(self) -> Iterator[Change]:
        """What is promised of every round. A house rule laid over a variant lifts the promises of the variant's own
        file: that is no change of what anybody has written."""
        found, laid = self._aligned("checks"), [set(r.house_rules) for r in self.both]
        for alone, more in ((found.only_a, laid[1] - laid[0]), (found.only_b, laid[0] - laid[1])):
            alone[:] = [] if more else alone
        yield from self._section("checks", lambda x: "checks", "no such check", found)

    def _wording(self) -> Iterator[Change]:
        """Titles and texts about the game, in which the end of a line is no word; names that answers and files are made
        of. What only the file itself speaks of is none (terms, binders, parts, rules, events), nor is a title that is
        just the name of the file."""
        a, b = self.both
        if a.title.split() != b.title.split() and a.title != a.name and b.title != b.name:
            yield self._told("title", "wording", "title", (a.title, b.title), ["title", "title"])
        if a.about.split() != b.about.split() and a.about and b.about:
            change = self._told("about", "wording", "about", (a.about, b.about), ["about", "about"])
            yield replace(change, text="about: said in other words")
        for section in ("actions", "awards"):
            for new, old in getattr(self.names, section).items():
                spans = [
                    next((x for x in (*getattr(r, section), *r.effects()) if x.name == name), None)
                    for r, name in ((a, old), (b, new))
                ]
                yield self._told(f"{section}.{old}", "wording", f"name of one of the {section}", (old, new), spans)


def _apart(a: Effects, b: Effects) -> tuple[Effects, Effects]:
    """Effects without those with which both begin and end; of one that holds others, the others."""
    while a and b and a[0] == b[0]:
        a, b = a[1:], b[1:]
    while a and b and a[-1] == b[-1]:
        a, b = a[:-1], b[:-1]
    if len(a) == len(b) == 1 and replace(a[0], body=(), other=()) == replace(b[0], body=(), other=()):
        rows = _apart(a[0].body, b[0].body), _apart(a[0].other, b[0].other)
        return rows[0][0] + rows[1][0], rows[0][1] + rows[1][1]
    return a, b


def _decided(row: ValueRow | None, called: Names) -> tuple[tuple[int, ...], tuple[ValueCase, ...]]:
    """What a row says of a card, and in which cases memory says otherwise; ``called``: other names of memory."""
    if row is None:
        return (), ()
    cases = tuple(replace(case, when=renamed(case.when, called, {})) for case in row.cases)
    return tuple(sorted(row.numbers)), cases


def _off(clause: Any) -> str:
    """A clause that never does anything, with what is chosen of the options that it asks."""
    literals = (e for whole in exprs_in(clause) for e in walk(whole) if isinstance(e, Literal) and e.option)
    chosen = sorted({f"{literal.option}={word_of(literal.value)}" for literal in literals})
    return f"never (with {', '.join(chosen)})" if chosen else "never"


def _counts(numbers: tuple[int, ...]) -> str:
    return " or ".join(map(str, numbers)) or "none"


def _few(texts: list[str]) -> str:
    return " ".join(texts) if len(texts) <= 8 else f"{' '.join(texts[:6])} … ({len(texts)})"
