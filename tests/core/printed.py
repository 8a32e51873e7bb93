"""Reads the document that `cassino show --as core` prints: a plan again, which plays the same games. So nothing that a
game needs is missing from it: that equal texts are the same rules rests on this."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from cassino_dsl.language.check.actions import kinds_of_one_card, read_action
from cassino_dsl.language.check.check_context import Draft, each, field_text
from cassino_dsl.language.check.clause import WrittenClause
from cassino_dsl.language.check.clauses import read_checks, read_events, read_preferences
from cassino_dsl.language.check.deal import MAX_SEATS, read_deal
from cassino_dsl.language.check.effects import read_effects
from cassino_dsl.language.check.expressions import read_expression
from cassino_dsl.language.check.memory import read_memory, read_memory_types
from cassino_dsl.language.check.ruleset import read_pile_order
from cassino_dsl.language.check.scope import DONE, Scope
from cassino_dsl.language.check.scoring import award_names, named_by, read_awards, read_match
from cassino_dsl.language.check.selectors import Selected
from cassino_dsl.language.check.structure import check_structure
from cassino_dsl.language.check.values import memory_asked, read_row
from cassino_dsl.language.check.visible import read_visible
from cassino_dsl.language.check.zones import read_zones
from cassino_dsl.language.compose.compose import Composed
from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.diagnostics.diagnostic import Report
from cassino_dsl.language.plan.automaton import END, SPARE, Automaton
from cassino_dsl.language.plan.make import make_plan
from cassino_dsl.language.plan.plan import Plan, PlannedAction, PlannedPart, Test
from cassino_dsl.language.ruleset.cards import FRENCH_SUITS, PLACES, SUIT_NAMES, Attribute, Face, Pack, Suit
from cassino_dsl.language.ruleset.expr import Call, Expr, Literal, Type, conjuncts
from cassino_dsl.language.ruleset.model import Action, Effect, Part, Pattern, Rule, Ruleset, ValueRow
from cassino_dsl.language.ruleset.operators import SET
from cassino_dsl.language.ruleset.span import Source
from cassino_dsl.language.ruleset.types import ALWAYS_TOLD
from cassino_dsl.language.syntax import shape
from cassino_dsl.language.syntax.parser import Limits
from cassino_dsl.language.syntax.shape import Fields, Key, Many, Named, Text
from cassino_dsl.language.syntax.tree import Mapping, Node, Scalar
from cassino_dsl.language.syntax.unknown_keys import known_keys
from cassino_dsl.language.syntax.yaml_reader import read_yaml

# the keys of a printed core: those of a variant file, where a core has the same
_INT = Text("int")
_PACK = Fields(
    (
        Key("copies", _INT, "how many packs are shuffled together", True),
        Key("ranks", shape.CARDS, "the ranks in order", True),
        Key("suits", shape.CARDS, "the suits in order", True),
        Key("faces", shape.CARDS, "the faces in pack order", True),
        Key("extras", shape.CARDS, "the faces without a suit, which come last"),
        Key("attributes", Named(Named(shape.CARDS, "text"), "identifier"), "what else is known of the faces, by words"),
    )
)
_PRICED = Fields(
    (
        Key("must", shape.EXPRESSION, "what costs nothing to obey", True),
        Key("price", shape.EFFECTS, "what breaking it costs", True),
    )
)
_ACTION = Fields(
    (
        *(k for k in shape.ACTION.keys if k.name not in ("about", "above")),
        Key("total", Named(shape.EXPRESSION, "identifier"), "the total by which groups are searched for, by part"),
        Key("run", Named(shape.EXPRESSION, "identifier"), "the cards with which groups make a run, by part"),
        Key("priced", Named(_PRICED, "text"), "rules that may be broken for a price"),
        Key("code", _INT, "what tells its decisions from those of other actions"),
        Key("tells", Text("bool"), "plays tell what the first of `let` stands for, though that is a rank, suit …"),
    )
)
_TABLE = Many(shape.TEXT)
_AS_IN_VARIANTS = tuple(k for k in shape.VARIANT.keys if k.name in ("piles", "visible", "zones", "checks"))

CORE = Fields(
    (
        Key("core", Text("word", ("1",)), "the version of the core", True),
        Key("seats", _INT, "how many seats it is for", True),
        Key("sides", _INT, "how many sides", True),
        Key("pack", _PACK, "the cards", True),
        Key(
            "values",
            Named(Named(shape.CARDS, "text"), "identifier"),
            "by place and numbers: the faces that count for them",
            True,
        ),
        Key("deal", shape.DEAL, "how cards are dealt", True),
        Key("turn", _TABLE, "the automaton of a turn: for each place its steps, with the places they lead to", True),
        Key("asked", Named(_TABLE, "identifier"), "the automata of what effects ask for"),
        Key("memory", Named(shape.MEMORY, "identifier"), "what is remembered"),
        Key("actions", Named(_ACTION, "identifier"), "what a player may do", True),
        Key("preferences", Named(shape.PREFERENCE, "text"), "filters over the legal plays, in order"),
        Key("events", Named(shape.EVENT, "text"), "what follows when something happens"),
        Key("awards", Named(shape.AWARD, "identifier"), "the scoring table, in order", True),
        Key("match", shape.MATCH, "how rounds make a match", True),
        *_AS_IN_VARIANTS,
    )
)

UNFOLDED = Limits(length=400_000, depth=150, digits=13)  # of texts in which terms are written out
_PLAY = Pattern("step", (), "play")


def read_core(source: Source, report: Report) -> Plan | None:
    """The plan that a printed core describes; None, with diagnostics, where it is faulty."""
    tree = read_yaml(source, report)
    if isinstance(tree, Mapping):
        tree = known_keys(tree, report, CORE)
    if tree is not None:
        check_structure(tree, report, CORE)
    if not isinstance(tree, Mapping) or report.failed:
        return None
    composed = Composed("core", Path(source.name), tree, tree, (), ())
    plan = _Reader(Draft(composed, report, _pack(tree), limits=UNFOLDED, of_core=True)).plan()
    return None if report.failed else plan


def named_as(plan: Plan, pack: Pack) -> Plan:
    """The plan with the names that a pack has for its suits, which a core lacks: plays that announce one say them."""
    own = replace(plan.ruleset.pack, suits=pack.suits)
    return replace(plan, ruleset=replace(plan.ruleset, pack=own))


class _Reader:
    """Reads the sections with the readers that variant files have; what only a core says is put into the plan."""

    def __init__(self, draft: Draft) -> None:
        self.draft, self.tree = draft, draft.tree
        self.seats, self.sides = (int(field_text(self.tree, key)) for key in ("seats", "sides"))
        bodies = self._bodies("actions")
        draft.seats = (self.seats,)
        draft.action_names = tuple(key.text for key, _ in bodies)
        named = [name for _, body in bodies for price in _prices(body) for name in named_by(draft, price.get("price"))]
        draft.award_names = tuple(dict.fromkeys([*award_names(draft), *named]))
        read_memory_types(draft)
        read_zones(draft)
        draft.one_card = kinds_of_one_card(draft)

    def _fault(self, key: str, message: str) -> None:
        node = self.tree.key(key)
        self.draft.report.add(Code.BAD_NAME, node.span if node else self.tree.span, message)

    def _bodies(self, section: str) -> list[tuple[Scalar, Mapping]]:
        return [(key, body) for key, body in self.draft.section(section) or () if isinstance(body, Mapping)]

    def plan(self) -> Plan | None:
        draft, pack = self.draft, self.draft.pack
        if not (2 <= self.sides <= self.seats <= MAX_SEATS and self.seats % self.sides == 0):
            self._fault("sides", f"{self.sides} sides cannot be made of {self.seats} seats")
        if not pack.faces:
            self._fault("pack", "the pack has no cards")
        self.decided = tuple(row for place in PLACES for row in self._decided(place))
        values = {place: self._values(place) for place in PLACES}
        draft.value_asks = memory_asked(self.decided)
        turn = self._table("turn", self.tree.get("turn"))
        tables = {key.text: self._table("asked", node) for key, node in draft.section("asked") or ()}
        actions = [
            (read_action(WrittenClause(draft, key.text, body, key.span)), body) for key, body in self._bodies("actions")
        ]
        rules = {action.name: self._rules(body, scope) for (action, scope), body in actions}
        ruleset = self._ruleset(tuple(action for (action, _), _ in actions), rules)
        asked = {p.step for e in ruleset.effects() if (p := e.pattern) is not None}
        for name in sorted(asked - set(tables)):
            self._fault("asked", f"nothing says what `{name}` asks for")
        if draft.report.failed:
            return None
        plan = make_plan(ruleset, self.seats)
        return replace(
            plan,
            values=values,
            turn=turn,
            asks={Pattern("step", (), name): machine for name, machine in tables.items()},
            actions=tuple(
                self._action(planned, body, scope, rules[planned.name])
                for planned, ((_, scope), body) in zip(plan.actions, actions, strict=True)
            ),
            events={
                on: tuple(replace(e, effects=laid_open(e.effects)) for e in events)
                for on, events in plan.events.items()
            },
        )

    def _ruleset(self, actions: tuple[Action, ...], rules: dict[str, tuple[Rule, ...]]) -> Ruleset:
        """What the plan keeps of a ruleset. Prices stand among the rules, for the names of their awards."""
        draft, sides = self.draft, Literal(Type.INT, self.sides, self.tree.span)
        return Ruleset(
            name="core",
            title="",
            about="",
            source="",
            file=self.tree.span.source.name,
            laid=(),
            pack=draft.pack,
            seats=draft.seats,
            sides=sides,
            values=self.decided,
            options=(),
            memory=read_memory(draft),
            zones=tuple(draft.zones.values()),
            terms=(),
            deal=read_deal(draft),
            turn=_PLAY,
            clockwise=True,
            pile_order=read_pile_order(draft),
            visible=read_visible(draft),
            actions=actions,
            rules=tuple(rule for several in rules.values() for rule in several),
            preferences=read_preferences(draft),
            events=read_events(draft),
            awards=read_awards(draft, sides),
            match=read_match(draft),
            checks=read_checks(draft),
        )

    # ---- actions

    def _rules(self, body: Mapping, scope: Scope) -> tuple[Rule, ...]:
        """The rules that an action may break for a price."""
        found = []
        for price in _prices(body):
            must = read_expression(self.draft, price.get("must"), scope, Type.BOOL)
            done = Scope(DONE | scope.offers & {"one card"}, parts=scope.parts)
            effects = read_effects(self.draft, price.get("price"), done)
            if must is not None:
                found.append(Rule("", must, effects, "", must.span))
        return tuple(found)

    def _action(self, planned: PlannedAction, body: Mapping, scope: Scope, rules: tuple[Rule, ...]) -> PlannedAction:
        totals, runs = (node if isinstance(node := body.get(key), Mapping) else None for key in ("total", "run"))
        action = planned.action
        return replace(
            planned,
            parts=tuple(
                self._part(*both, totals, runs, scope) for both in zip(planned.parts, action.take, strict=True)
            ),
            tests=tuple(_test(e) for e in _parts_of(action.when)),
            priced=tuple((_test(r.must), laid_open(r.price)) for r in rules),
            effects=laid_open(planned.effects),
            fingerprint=int(field_text(body, "code", "0")),
            tells=action.let[0].type if body.get("tells") or planned.tells in ALWAYS_TOLD else None,
        )

    def _part(
        self, planned: PlannedPart, part: Part, totals: Mapping | None, runs: Mapping | None, scope: Scope
    ) -> PlannedPart:
        total = read_expression(self.draft, totals.get(part.name), scope, Type.INT) if totals else None
        run = read_expression(self.draft, runs.get(part.name), scope, Type.ITEMS) if runs else None
        if isinstance(run, Call) and run.row is SET and not run.args:
            run = replace(run, type=Type.CARDS)  # of no items it would say so
        return replace(planned, target=total, run=run, tests=tuple(_parts_of(part.where)))

    # ---- tables

    def _table(self, key: str, node: Node | None) -> Automaton:
        machine = read_table([row.text for row in each(node) if isinstance(row, Scalar)])
        if machine is None:
            self._fault(key, f"`{key}` is no table of steps")
        return machine or Automaton(((),), (True,), (frozenset(),))

    def _decided(self, place: str) -> Iterator[ValueRow]:
        """What memory decides: the condition stands in the key."""
        draft, rows = self.draft, self.draft.section("values")
        whole = rows.get(place) if rows else None
        for key, node in whole if isinstance(whole, Mapping) else ():
            if " if " in key.text and isinstance(node, Scalar):
                faces = {draft.pack.number_of(word) or 0 for word in node.text.split()}
                yield from read_row(draft, node, key, Selected(frozenset(faces), (place,)), faces)

    def _values(self, place: str) -> tuple[int, ...]:
        pack, rows = self.draft.pack, self.draft.section("values")
        found = [0] * len(pack.faces)
        for row in self.decided:
            for face in row.faces if place in row.places else ():
                found[face] = sum(1 << n for n in row.possible)
        whole = rows.get(place) if rows else None
        for key, node in whole if isinstance(whole, Mapping) else ():
            if " if " in key.text:
                continue
            numbers = [word.strip() for word in key.text.split(",")]
            faces = [pack.number_of(word) for word in node.text.split()] if isinstance(node, Scalar) else [None]
            if None in faces or not all(n.isdecimal() and int(n) < 128 for n in numbers):
                self._fault("values", f"`{key.text}` is no row of values")
                continue
            for face in faces:
                found[face or 0] = sum(1 << int(n) for n in numbers)
        return tuple(found)


def _pack(tree: Mapping) -> Pack:
    """The pack of the document; without faces where it is faulty."""
    body = tree.get("pack")
    words = (
        {key: field_text(body, key).split() for key in ("ranks", "suits", "faces", "extras")}
        if isinstance(body, Mapping)
        else {}
    )
    copies = int(field_text(body, "copies", "1")) if isinstance(body, Mapping) else 1
    suits = tuple(_suit(word) for word in words.get("suits", ()))
    letters = {s.letter for s in suits}
    faces = [Face(text, text[:-1], text[-1]) for text in words.get("faces", ())]
    sound = all(f.rank in words["ranks"] and f.suit in letters for f in faces) and 1 <= copies <= 128
    faces += [Face(text, rank or text, "") for text, _, rank in (w.partition(":") for w in words.get("extras", ()))]
    kept = tuple(faces) if sound and len(faces) * copies <= 128 else ()
    attributes = body.get("attributes") if isinstance(body, Mapping) else None
    rows = [(key.text, rows) for key, rows in attributes] if isinstance(attributes, Mapping) else []
    said = tuple(_attribute(name, rows, kept) for name, rows in rows if isinstance(rows, Mapping))
    return Pack(tuple(words.get("ranks", ())), suits, kept, copies, (), attributes=said)


def _suit(word: str) -> Suit:
    """A suit by its English name, or by its letter and its colour: by that name, too, if its letter has one."""
    french = next((s for s in FRENCH_SUITS if s.name == word), None)
    letter, _, colour = word.partition(":")
    return french or Suit(letter, SUIT_NAMES.get(letter, (letter,))[0], colour)


def _attribute(name: str, rows: Mapping, faces: tuple[Face, ...]) -> Attribute:
    of = {text: key.text for key, node in rows if isinstance(node, Scalar) for text in node.text.split()}
    words = tuple(key.text for key, _ in rows)
    values: list[bool | int | str | None] = [of.get(f.text) for f in faces]
    if set(words) <= {"true", "false"}:
        return Attribute(name, Type.BOOL, (), tuple(v == "true" for v in values))
    if all(word.lstrip("-").isdecimal() for word in words):
        return Attribute(name, Type.INT, (), tuple(int(v or 0) for v in values))
    return Attribute(name, Type.MARK, words, tuple(values))


def _prices(body: Mapping) -> Iterator[Mapping]:
    priced = body.get("priced")
    yield from (price for _, price in priced if isinstance(price, Mapping)) if isinstance(priced, Mapping) else ()


def _parts_of(whole: Expr | None) -> Iterator[Expr]:
    yield from conjuncts(whole) if whole is not None else ()


def _test(expr: Expr) -> Test:
    return Test("", expr, expr)


def read_table(rows: list[str]) -> Automaton | None:
    """The automaton that a table prints; None where it is none."""
    moves: list[tuple[tuple[str, int], ...]] = []
    spare: list[frozenset[str]] = []
    for row in rows:
        entries = [entry for entry in row.split(", ") if entry not in (END, "nothing")]
        words = [entry.removesuffix(SPARE).split() for entry in entries]
        spare.append(frozenset(entry.split()[0] for entry in entries if entry.endswith(SPARE)))
        if not all(len(w) == 2 and w[1].isdecimal() and 0 < int(w[1]) < len(rows) for w in words):
            return None
        moves.append(tuple((step, int(to)) for step, to in words))
    final = tuple(END in row.split(", ") for row in rows)
    return Automaton(tuple(moves), final, tuple(spare)) if rows else None


def laid_open(effects: Iterable[Effect]) -> tuple[Effect, ...]:
    """The effects without the brackets that hold several where one is expected."""
    found: list[Effect] = []
    for e in effects:
        whole = replace(e, body=laid_open(e.body), other=laid_open(e.other))
        found += whole.body if e.op == "block" else [whole]
    return tuple(found)
