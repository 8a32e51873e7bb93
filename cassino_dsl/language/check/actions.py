"""Actions: cards from the hand, items taken, where they go."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cassino_dsl.language.check.check_context import Draft
from cassino_dsl.language.check.clause import WrittenClause, clauses
from cassino_dsl.language.check.cost import enumerated
from cassino_dsl.language.check.effects import read_effects, read_zone
from cassino_dsl.language.check.expressions import check, read_expression
from cassino_dsl.language.check.names import hides
from cassino_dsl.language.check.scope import CARD, CHOICE, DONE, MOVER, ONE_CARD, Scope
from cassino_dsl.language.check.selectors import backwards
from cassino_dsl.language.check.turn import DEFAULT_STEP
from cassino_dsl.language.check.types import needs_set
from cassino_dsl.language.check.visible import read_seen
from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.diagnostics.diagnostic import Report
from cassino_dsl.language.ruleset.expr import ELEMENT, Expr, Name, Type, walk
from cassino_dsl.language.ruleset.groups import split_relation, split_run
from cassino_dsl.language.ruleset.model import KINDS, Action, Binding, Effect, Kind, Part, Played
from cassino_dsl.language.ruleset.types import ALWAYS_TOLD, TOLD_WHERE_READ, join
from cassino_dsl.language.ruleset.within import calls_in, reads_name
from cassino_dsl.language.ruleset.words import BY_WORD
from cassino_dsl.language.syntax.ast import Ast
from cassino_dsl.language.syntax.parser import parse
from cassino_dsl.language.syntax.tree import Mapping, Node, Scalar

_KIND_OF: dict[str, Kind] = {"pile": "capture", "build": "build", "table": "trail"}
NO_CARDS = Played("none", 0, 0, None)


def kinds_of_one_card(draft: Draft) -> frozenset[str]:
    """The kinds of play of which every declared action plays a single card. Faults are told when actions are read."""
    several = set()
    for clause in clauses(draft, "actions"):
        target = _parsed(draft, "target", clause.body.get("to"), Report())
        word = "" if target is None else "build" if target.head == "to_build" else target.args[0].text
        played = _parsed(draft, "played", clause.body.get("play"), Report())
        if played is None or played.head not in ("play_card", "play_stock"):
            several.add(_kind(draft, word))
    return frozenset(KINDS) - several


def _parsed(draft: Draft, start: str, node: Node | None, report: Report) -> Ast | None:
    return parse(start, node, report, draft.limits) if isinstance(node, Scalar) else None


def read_actions(draft: Draft) -> tuple[Action, ...]:
    """All declared actions, in order: the first that yields a play names it. Notes what the parts of that name hold."""
    found = []
    for clause in clauses(draft, "actions"):
        if clause.has("play"):  # else there is none, which has been said
            action, _ = read_action(clause)
            if not draft.faulty(clause.body):
                _fits_together(clause, action)
            found.append(action)
            for part in action.take:
                known = draft.part_types.get(part.name, part.source.type)
                draft.part_types[part.name] = join(known, part.source.type) or Type.POISON
    return tuple(found)


def read_action(clause: WrittenClause) -> tuple[Action, Scope]:
    """One action, and what conditions on its plays may speak of."""
    draft, body = clause.draft, clause.body
    played = _played(draft, body.get("play"))
    one = ONE_CARD if played.single else frozenset()
    scope = Scope(CARD | one)  # without a card played, `kept` is the whole hand and `card` is refused below
    let: list[Binding] = []
    for name, node in _entries(body.get("let")):
        source = read_expression(draft, node, scope, Type.POISON)
        if source is None or needs_set(draft, source):
            scope = scope.bind(name.text, Type.POISON)
            continue
        hides(draft, name.text, name.span, scope)
        let.append(Binding(name.text, ELEMENT[source.type], source, name.span))
        scope = scope.bind(name.text, ELEMENT[source.type], written=source.written)
    parts = {name.text: _part(draft, name, node, scope) for name, node in _entries(body.get("take"))}
    take = tuple(part for part in parts.values() if part is not None)
    to, to_arg = _target(draft, body.get("to"), scope)
    held = {name: part.source.type if part is not None else Type.POISON for name, part in parts.items()}
    whole = Scope(CHOICE | one, scope.names, held)
    done = replace(whole, offers=(DONE | {"built"} if to == "build" else DONE) | one)
    when = clause.expr("when", whole, Type.BOOL)
    sensible = read_expression(draft, body.get("sensible"), whole, Type.BOOL)  # it may never be
    effects = read_effects(draft, body.get("do"), done)
    kind = _kind(draft, to)
    action = Action(
        name=clause.name,
        kind=kind,
        step=clause.text("step", DEFAULT_STEP),
        played=played,
        let=tuple(let),
        take=take,
        to=to,
        to_arg=to_arg,
        when=when,
        effects=effects,
        owes=clause.text("owes"),
        sensible=sensible,
        tells=_told(let, take, effects) if kind == "other" else None,
        seen=read_seen(draft, body, Type.SEAT),
        about=clause.text("about"),
        span=clause.span,
    )
    return action, whole


def _told(let: Sequence[Binding], take: tuple[Part, ...], effects: tuple[Effect, ...]) -> Type | None:
    """What the first name is, where plays tell what it stands for. A rank, suit, colour or item that no effect reads
    only has to be there, and one that a part reads shows by what is taken."""
    if not let or let[0].type in ALWAYS_TOLD:
        return let[0].type if let else None
    told = reads_name(effects, let[0].name) and not reads_name(take, let[0].name)
    return let[0].type if told and let[0].type in TOLD_WHERE_READ else None


def _entries(node: Node | None) -> tuple[tuple[Scalar, Node], ...]:
    return node.entries if isinstance(node, Mapping) else ()


def _played(draft: Draft, node: Node | None) -> Played:
    ast = _parsed(draft, "played", node, draft.report)
    if ast is None or ast.head == "play_none":
        return NO_CARDS
    numbers = [int(a.text[:4]) for a in ast.args if a.head == "word"]
    tests = [a for a in ast.args if a.head != "word"]
    one = ast.head in ("play_card", "play_stock") or numbers == [1]
    scope = Scope(MOVER | {"card"} | (ONE_CARD if one else frozenset()))
    where = check(draft, tests[0], scope, Type.BOOL) if tests else None
    if ast.head == "play_card":
        return Played("hand", 1, 1, where)
    if ast.head == "play_stock":
        return Played("stock", 1, 1, where)
    if ast.head == "play_all":
        return Played("hand", 0, None, where)
    low, high = (numbers[0], numbers[-1]) if numbers else (1, 1)
    if backwards(draft.report, ast.span, low, high):
        return NO_CARDS
    if low < 1 or high > 16:
        draft.report.add(
            Code.PARTS_DO_NOT_FIT, ast.span, "this many cards cannot be played at once", help="from 1 to 16"
        )
        low, high = 1, 1
    return Played("hand", low, high, where)


def _part(draft: Draft, name: Scalar, node: Node, scope: Scope) -> Part | None:
    ast = _parsed(draft, "part", node, draft.report)
    if ast is None:
        return None
    quantity = ast.args[0].head
    rest = [a for a in ast.args[1:] if a.head != "word"]
    groups = ast.head == "groups"
    source = check(draft, rest[0], scope, Type.ITEMS)
    if source.type is Type.POISON:
        return None
    hides(draft, ast.text, ast.span, scope)
    variable = source.type if groups else ELEMENT[source.type]
    inner = scope.bind(ast.text, variable, written=source.written)
    where = check(draft, rest[1], inner, Type.BOOL) if len(rest) > 1 else None
    if groups and quantity == "all":
        message = "groups overlap, so there is no taking all of them"
        draft.report.add(
            Code.PARTS_DO_NOT_FIT, ast.args[0].span, message, help="`maximal groups` leaves no group behind"
        )
    if not groups and quantity == "maximal":
        draft.report.add(
            Code.PARTS_DO_NOT_FIT, ast.args[0].span, "single items are taken with `all`", help="write `all`"
        )
    part = Part(
        name=name.text,
        quantity=quantity,
        groups=groups,
        variable=ast.text,
        variable_type=variable,
        source=source,
        where=where,
        with_card=any(a.head == "word" for a in ast.args),
        span=ast.span,
    )
    faulty = where is not None and any(e.type is Type.POISON for e in walk(where))
    total, tests = split_relation(where, part.variable)
    if groups and total is None and split_run(tests, part.variable)[0] is None and not faulty:
        enumerated(draft, part.where or part.span, part.name, part.variable)
    return part


def _target(draft: Draft, node: Node | None, scope: Scope) -> tuple[str, Expr | None]:
    ast = _parsed(draft, "target", node, draft.report)
    if ast is None:
        return "", None
    if ast.head == "to_build":
        return "build", check(draft, ast.args[0], scope, Type.INT)
    zone = read_zone(draft, ast.args[0], scope)
    return zone if zone else ("pile", None)


def _kind(draft: Draft, to: str) -> Kind:
    if to in draft.zones:
        return "capture" if draft.zones[to].captured else "other"
    return _KIND_OF.get(to, "other")


def _fits_together(clause: WrittenClause, action: Action) -> None:
    """Faults of an action as a whole."""
    report, names = clause.draft.report, clause.draft.action_names
    taking, nowhere = clause.has("take"), not clause.has("to")
    lost = f"action `{action.name}` does not say where its cards go"
    for wrong, key, message, help in (
        (nowhere and (action.played.source != "none" or taking), "to", lost, "add `to: pile`, `to: table` …"),
        (
            action.to == "build" and not taking,
            "to",
            "a build without items of the table",
            "add `take` with the items that go into the build",
        ),
        (
            action.to == "table" and taking,
            "take",
            "what is taken would lie where it lay",
            "use `to: build …` or `to: pile`; what is to fall apart goes `to: aside`, and in `do` back: "
            "`move cards(taken) to table`",
        ),
        (
            clause.has("seen") and action.kind != "other",
            "seen",
            f"a {action.kind} is seen by all, by its cards",
            "only what neither captures, builds nor lays cards on the table is decided in secret; who sees cards, "
            "`visible` says",
        ),
        (
            bool(action.owes) and action.owes not in names,
            "owes",
            f"there is no action `{action.owes}`",
            f"the actions are {', '.join(names)}",
        ),
    ):
        if wrong:
            report.add(Code.PARTS_DO_NOT_FIT, clause.place(key), message, help=help)
    said = (action.let, action.take, action.when, action.sensible, action.to_arg)
    for call in calls_in(said) if action.played.source == "none" or action.played.most != 1 else ():
        if call.row in BY_WORD["card"]:
            message = "there is no single card that this action plays"
            report.add(Code.NAME_NOT_HERE, call.span, message, help="`cards` are all the cards played")
    if action.owes:
        _debt(clause, action)


def _debt(clause: WrittenClause, action: Action) -> None:
    """What is built must be capturable: its value has to come from the cards that stay in hand."""
    sources = {b.name: b.source for b in action.let}
    seen = [action.to_arg] if action.to_arg else []
    seen += [sources[e.name] for e in seen if isinstance(e, Name) and e.name in sources]
    if not any("hands" in call.row.reads or call.row in BY_WORD["kept"] for call in calls_in(tuple(seen))):
        message = f"`{action.name}` owes `{action.owes}`, but nothing makes sure that a card in hand can pay"
        help = "let the value come from the hand: `let: {v: …}` with `value(kept, hand)`"
        clause.draft.report.add(Code.DEBT_NOT_PAYABLE, clause.place("owes"), message, help=help)
