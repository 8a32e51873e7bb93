"""Actions: cards from the hand, items taken, where they go."""

from __future__ import annotations

from dataclasses import replace

from cassino_dsl.check.draft import Draft, field_text
from cassino_dsl.check.effects import read_effects, read_zone
from cassino_dsl.check.expressions import check, enumerated, read_expression
from cassino_dsl.check.names import hides
from cassino_dsl.check.scope import CARD, CHOICE, DONE, MOVER, ONE_CARD, Scope
from cassino_dsl.check.turn import DEFAULT_STEP
from cassino_dsl.check.types import shown
from cassino_dsl.diagnostics.codes import language, meaning
from cassino_dsl.diagnostics.diagnostic import Report
from cassino_dsl.ruleset.expr import ELEMENT, Expr, Name, Type, walk
from cassino_dsl.ruleset.groups import split_relation, split_run
from cassino_dsl.ruleset.model import KINDS, Action, Binding, Kind, Part, Played
from cassino_dsl.ruleset.types import join
from cassino_dsl.ruleset.within import calls_in
from cassino_dsl.ruleset.words import BY_WORD
from cassino_dsl.syntax.parser import parse
from cassino_dsl.syntax.tree import Mapping, Node, Scalar

_KIND_OF: dict[str, Kind] = {"pile": "capture", "build": "build", "table": "trail"}
NO_CARDS = Played("none", 0, 0, None)


def kinds_of_one_card(draft: Draft) -> frozenset[str]:
    """The kinds of play of which every declared action plays a single card. Faults are told when actions are read."""
    single: dict[str, bool] = {}
    for _, body in draft.section("actions") or ():
        if isinstance(body, Mapping):
            kind = _kind(draft, _target_word(draft, body.get("to")))
            single[kind] = single.get(kind, True) and _played_word(draft, body.get("play")) in (
                "play_card",
                "play_stock",
            )
    return frozenset(kind for kind in KINDS if single.get(kind, True))


def _played_word(draft: Draft, node: Node | None) -> str:
    ast = parse("played", node, Report(), draft.limits) if isinstance(node, Scalar) else None
    return ast.head if ast else ""


def _target_word(draft: Draft, node: Node | None) -> str:
    ast = parse("target", node, Report(), draft.limits) if isinstance(node, Scalar) else None
    return "" if ast is None else "build" if ast.head == "to_build" else ast.args[0].text


def read_actions(draft: Draft) -> tuple[Action, ...]:
    """All declared actions, in order: the first that yields a play names it. Notes what the parts of that name hold."""
    found = []
    for key, body in draft.section("actions") or ():
        if isinstance(body, Mapping) and body.get("play") is not None:  # else there is none, which has been said
            action, _ = read_action(draft, key, body)
            if not draft.faulty(body):
                _fits_together(draft, action, body)
            found.append(action)
            for part in action.take:
                known = draft.part_types.get(part.name, part.source.type)
                draft.part_types[part.name] = join(known, part.source.type) or Type.POISON
    return tuple(found)


def read_action(draft: Draft, key: Scalar, body: Mapping) -> tuple[Action, Scope]:
    """One action, and what conditions on its plays may speak of."""
    played = _played(draft, body.get("play"))
    one = ONE_CARD if played.single else frozenset()
    scope = Scope(CARD | one)  # without a card played, `kept` is the whole hand and `card` is refused below
    let: list[Binding] = []
    for name, node in _entries(body.get("let")):
        source = read_expression(draft, node, scope, Type.POISON)
        if source is None or source.type not in ELEMENT:
            if source is not None and source.type is not Type.POISON:
                draft.report.add(
                    language.WrongType,
                    source.span,
                    f"`{name.text}` ranges over a set, and this is {shown(source.type)}",
                    help=f"it chooses among several: for one thing write `{{{source.span.text}}}`, in quotes",
                )
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
    when = read_expression(draft, body.get("when"), whole, Type.BOOL)
    sensible = read_expression(draft, body.get("sensible"), whole, Type.BOOL)
    effects = read_effects(draft, body.get("do"), done)
    action = Action(
        key.text,
        _kind(draft, to),
        field_text(body, "step", DEFAULT_STEP),
        played,
        tuple(let),
        take,
        to,
        to_arg,
        when,
        effects,
        field_text(body, "owes"),
        sensible,
        field_text(body, "about"),
        key.span,
    )
    return action, whole


def _entries(node: Node | None) -> tuple[tuple[Scalar, Node], ...]:
    return node.entries if isinstance(node, Mapping) else ()


def _played(draft: Draft, node: Node | None) -> Played:
    ast = parse("played", node, draft.report, draft.limits) if isinstance(node, Scalar) else None
    if ast is None or ast.head == "play_none":
        return NO_CARDS
    numbers = [int(a.text[:4]) for a in ast.args if a.head == "word"]
    tests = [a for a in ast.args if a.head != "word"]
    one = ast.head in ("play_card", "play_stock") or numbers == [1]
    where = (
        check(draft, tests[0], Scope(MOVER | {"card"} | (ONE_CARD if one else frozenset())), Type.BOOL)
        if tests
        else None
    )
    if ast.head == "play_card":
        return Played("hand", 1, 1, where)
    if ast.head == "play_stock":
        return Played("stock", 1, 1, where)
    if ast.head == "play_all":
        return Played("hand", 0, None, where)
    low, high = (numbers[0], numbers[-1]) if numbers else (1, 1)
    if not 1 <= low <= high <= 16:
        draft.report.add(meaning.ActionShape, ast.span, "this many cards cannot be played at once", help="from 1 to 16")
        low, high = 1, 1
    return Played("hand", low, high, where)


def _part(draft: Draft, name: Scalar, node: Node, scope: Scope) -> Part | None:
    ast = parse("part", node, draft.report, draft.limits) if isinstance(node, Scalar) else None
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
    where = (
        check(draft, rest[1], scope.bind(ast.text, variable, written=source.written), Type.BOOL)
        if len(rest) > 1
        else None
    )
    if groups and quantity == "all":
        draft.report.add(
            meaning.ActionShape,
            ast.args[0].span,
            "groups overlap, so there is no taking all of them",
            help="`maximal groups` leaves no group behind",
        )
    if not groups and quantity == "maximal":
        draft.report.add(meaning.ActionShape, ast.args[0].span, "single items are taken with `all`", help="write `all`")
    part = Part(
        name.text,
        quantity,
        groups,
        ast.text,
        variable,
        source,
        where,
        any(a.head == "word" for a in ast.args),
        ast.span,
    )
    faulty = where is not None and any(e.type is Type.POISON for e in walk(where))
    total, tests = split_relation(where, part.variable)
    if groups and total is None and split_run(tests, part.variable)[0] is None and not faulty:
        enumerated(draft, (part.where or part).span, part.name, part.variable)
    return part


def _target(draft: Draft, node: Node | None, scope: Scope) -> tuple[str, Expr | None]:
    ast = parse("target", node, draft.report, draft.limits) if isinstance(node, Scalar) else None
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


def _fits_together(draft: Draft, action: Action, body: Mapping) -> None:
    """Faults of an action as a whole."""

    def fault(key: str, message: str, help: str) -> None:
        node = body.key(key)
        draft.report.add(meaning.ActionShape, node.span if node else action.span, message, help=help)

    taking = body.get("take") is not None
    moves = action.played.source != "none" or taking
    if moves and body.get("to") is None:
        fault("play", f"action `{action.name}` does not say where its cards go", "add `to: pile`, `to: table` …")
    if action.to == "build" and not taking:
        fault("to", "a build without items of the table", "add `take` with the items that go into the build")
    if action.to == "table" and taking:
        fault("take", "what is taken would lie where it lay", "use `to: build …` or `to: pile`")
    if action.owes and action.owes not in draft.action_names:
        fault("owes", f"there is no action `{action.owes}`", f"the actions are {', '.join(draft.action_names)}")
    if body.get("play") is not None and (action.played.source == "none" or action.played.most != 1):
        _no_single_card(draft, action)
    if action.owes:
        _debt(draft, action, body.key("owes") or Scalar("", action.span, action.span))


def _no_single_card(draft: Draft, action: Action) -> None:
    for call in calls_in((action.let, action.take, action.when, action.sensible, action.to_arg)):
        if call.row in BY_WORD["card"]:
            message = "there is no single card that this action plays"
            draft.report.add(language.NameNotHere, call.span, message, help="`cards` are all the cards played")


def _debt(draft: Draft, action: Action, key: Scalar) -> None:
    """What is built must be capturable: its value has to come from the cards that stay in hand."""
    sources = {b.name: b.source for b in action.let}
    seen = [action.to_arg] if action.to_arg else []
    seen += [sources[e.name] for e in seen if isinstance(e, Name) and e.name in sources]
    if not any("hands" in call.row.reads or call.row in BY_WORD["kept"] for call in calls_in(tuple(seen))):
        draft.report.add(
            meaning.DebtNotPayable,
            key.span,
            f"`{action.name}` owes `{action.owes}`, but nothing makes sure that a card in hand can pay",
            help="let the value come from the hand: `let: {v: …}` with `value(kept, hand)`",
        )
