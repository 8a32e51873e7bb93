"""Words that may stand in a text: of the grammar, of the language and of the file, by what is wanted there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from cassino_dsl.faces.editor.answers import Completion
from cassino_dsl.faces.editor.hole import NAME, Hole
from cassino_dsl.faces.editor.shapes import meanings_of, told
from cassino_dsl.language.check.check_context import Draft, field_text
from cassino_dsl.language.check.names import words_of
from cassino_dsl.language.check.zones import OWNER, PLACES
from cassino_dsl.language.ruleset.happenings import EFFECT_ROWS
from cassino_dsl.language.ruleset.row import Row, Var
from cassino_dsl.language.ruleset.types import ELEMENT, SET_OF, Type, assignable
from cassino_dsl.language.ruleset.words import BY_WORD, QUANTIFIER
from cassino_dsl.language.syntax.ast import Ast
from cassino_dsl.language.syntax.tree import Mapping

_SIGNS = re.compile(r"[a-z][a-z ]*\Z")
_LIKELY, _BOUND, _OF_LANGUAGE, _VALUES, _KEYWORDS, _UNLIKELY = 0, 4, 20, 40, 60, 100
_SPECIFIC = (Type.ACTION, Type.PLACE, Type.AWARD, Type.KIND)  # bare words only where such a thing is wanted
_EFFECTS = {row.form.split()[0]: row.form for row in EFFECT_ROWS if row.form.split()[0].islower()}


def in_text(base: Completion, may: frozenset[str], hole: Hole | None, called: bool) -> Iterator[Completion]:
    """What may follow in a text: ``may``, by the grammar, and names at the ``hole``; ``called``: brackets follow."""
    if hole is not None and hole.reading.draft is not None:
        yield from _at_hole(base, hole, hole.reading.draft, called)
    for word in sorted(may):
        if _SIGNS.match(word):
            found = meanings_of(word.split(" ")[0])
            kind = "effect" if word in _EFFECTS and "NAME" in may and "INT" not in may else "word"
            detail = _EFFECTS[word] if kind == "effect" else ""
            order = _OF_LANGUAGE if kind == "effect" else _KEYWORDS
            yield replace(base, label=word, kind=kind, detail=detail, about=told(found), insert=word, order=order)


def _at_hole(base: Completion, hole: Hole, draft: Draft, called: bool) -> Iterator[Completion]:
    inner = hole.around[0] if hole.around else None
    outer = hole.around[1] if len(hole.around) > 1 else None
    if inner is not None and inner.head == "step":
        steps = {name for name, _ in draft.pattern_steps} | {
            field_text(body, "step", "play") for _, body in draft.section("actions") or () if isinstance(body, Mapping)
        }
        names = sorted(steps - {NAME} | {"base"})
        yield from (replace(base, label=name, kind="name", detail="step", insert=name) for name in names)
    elif outer is not None and outer.head == "award" and inner is not None and inner.head == "word":
        names = list(draft.award_names)
        yield from (replace(base, label=name, kind="name", detail="award", insert=name) for name in names)
    elif outer is not None and _is_place(outer, inner):
        yield from _places(base, draft, called)
    elif outer is not None and outer.head in ("chosen", "selected_range"):
        yield from of_cards(draft, base)
    elif inner is not None and inner.head == "perform" and inner.text == NAME:
        yield from _effects(base, draft)
    elif inner is None or (inner.text == NAME and inner.head in ("name", "call")):
        yield from _names(base, hole, draft, called)


def _is_place(outer: Ast, inner: Ast | None) -> bool:
    """Whether the word says where cards go."""
    if outer.head in ("move", "deal"):
        return outer.args[1] is inner
    return outer.head in ("to_zone", "shuffle")


def _places(base: Completion, draft: Draft, called: bool) -> Iterator[Completion]:
    for name, owner in {**PLACES, **{zone.name: OWNER[zone.of] for zone in draft.zones.values()}}.items():
        about = draft.zones[name].about if name in draft.zones else told(meanings_of(name))
        detail = "zone" if owner is None else f"zone of each {owner.value}"
        insert = "bottom(stock)" if name == "bottom" and not called else name
        yield replace(base, label=insert, kind="zone", detail=detail, about=about, insert=insert)


def _effects(base: Completion, draft: Draft) -> Iterator[Completion]:
    for name, (of, type) in draft.memory_types.items():
        owner = OWNER.get(of)
        label = name if owner is None else f"{name}({owner.value})"
        insert, snippet = (name, False) if owner is None else (f"{name}(${{1:{owner.value}}})", True)
        yield replace(base, label=label, kind="memory", detail=type.value, insert=insert, snippet=snippet)
    for source in draft.effect_sources.values():
        yield _call(base, source.name, "effect", source.params, source.key.text, "")


def of_cards(draft: Draft, base: Completion, faces_only: bool = False) -> Iterator[Completion]:
    """Ranks, suits, colours and cards of this pack."""
    pack = draft.pack
    if not faces_only:
        words = {**dict.fromkeys(pack.ranks, "rank"), **{suit.name: "suit" for suit in pack.suits}}
        for word, what in {**words, "black": "colour", "red": "colour", "any": "every card"}.items():
            yield replace(base, label=word, kind="value", detail=what, insert=word)
    for face in pack.faces:
        about = pack.card_words(face.text)
        yield replace(base, label=face.text, kind="card", detail=about, insert=face.text, order=_VALUES)


# ---- names in expressions


def _names(base: Completion, hole: Hole, draft: Draft, called: bool) -> Iterator[Completion]:
    """All names that an expression may say here, those first that are of the type that is wanted."""
    scope = hole.note.scope if hole.note else None
    wanted, over = wanted_at(hole, draft), _runs_over(hole)

    def order(type: Type | Var, least: int) -> int:
        if over:
            return least + (0 if type in ELEMENT else _VALUES if type is Type.POISON else _UNLIKELY)
        if not isinstance(type, Type):
            return least + 10
        if not wanted or Type.POISON in wanted or any(assignable(type, one) for one in wanted):
            return least
        part = Type.BOOL in wanted or SET_OF.get(type) in wanted or ELEMENT.get(type) in wanted
        return least + (_VALUES if part else _UNLIKELY)

    for name, (type, _, _) in dict(scope.names).items() if scope else ():
        yield replace(
            base, label=name, kind="name", detail=type.value, insert=name, order=min(order(type, _LIKELY), _BOUND)
        )
    for name, type in scope.parts.items() if scope else ():
        detail = f"{type.value}, a part of the play"
        yield replace(base, label=name, kind="name", detail=detail, insert=name, order=order(type, _LIKELY + 8))
    for option in draft.options.values():
        type = {"int": Type.INT, "bool": Type.BOOL, "word": Type.WORD}[option.type]
        detail = f"option = {_shown(option.value)}"
        one = replace(base, label=option.name, kind="option", detail=detail, about=option.about, insert=option.name)
        yield replace(one, order=order(type, _LIKELY + 5))
    bodies = {term.name: term.body.type for term in draft.terms.values()}
    for source in draft.term_sources.values():
        type = bodies.get(source.name, Type.POISON)
        about = "" if source.table else "\n".join(f"```\n{ast.span.text}\n```" for ast in source.says)
        params = () if called else source.params
        one = _call(base, source.name, "term", params, f"{source.key.text}: {type.value}", about)
        yield replace(one, order=order(type, _LIKELY + 6))
    for name, (of, type) in draft.memory_types.items():
        owner = OWNER.get(of)
        body = (draft.section("memory") or Mapping((), draft.tree.span)).get(name)
        about = field_text(body, "about") if isinstance(body, Mapping) else ""
        params = (owner.value,) if owner is not None and not called else ()
        one = _call(base, name, "memory", params, f"{type.value} of each {of}" if owner else type.value, about)
        yield replace(one, order=order(type, _LIKELY + 6))
    for zone in draft.zones.values():
        one = replace(base, label=zone.name, kind="zone", detail="cards", about=zone.about, insert=zone.name)
        yield replace(one, order=order(Type.CARDS, _LIKELY + 7))
    for word, rows in BY_WORD.items():
        here = [row for row in rows if scope is None or row.needs in scope.offers]
        if here:
            best = min(here, key=lambda row: order(row.result, _OF_LANGUAGE))
            yield _word(base, word, best, called, order(best.result, _OF_LANGUAGE))
    for word, row in QUANTIFIER.items():
        if word != "filter":
            insert = word if called else f"{word}(${{1:x}} in ${{2:set}} | ${{3:true}})"
            one = replace(base, label=word, kind="function", detail=row.signature, about=told(meanings_of(word)))
            one = replace(one, insert=insert, snippet=not called)
            yield replace(one, order=order(row.result, _OF_LANGUAGE + 5))
    yield from _values(base, draft, wanted)


def wanted_at(hole: Hole, draft: Draft) -> tuple[Type, ...]:
    """The types that fit at the hole, as far as the place says: by the checker, by the call in which it stands, by what
    it is compared with."""
    note, parent = hole.note, hole.parent
    if note is None or note.wanted is not None or parent is None:
        return (note.wanted,) if note is not None and note.wanted is not None else ()
    form, at = parent.ast, next(n for n, arg in enumerate(parent.ast.args) if arg is note.ast)
    if form.head == "call":
        if form.text in draft.memory_types:
            owner = OWNER.get(draft.memory_types[form.text][0])
            return (owner,) if owner is not None else ()
        rows = [row for row in BY_WORD.get(form.text, ()) if at < len(row.params)]
        params = dict.fromkeys(row.params[at] for row in rows)
        sets = tuple(ELEMENT) if Var.SET in params else ()
        return (*(param for param in params if isinstance(param, Type)), *sets)
    other = hole.reading.notes.get(_place(form.args[1 - at])) if len(form.args) == 2 else None
    if other is None or form.head not in ("eq", "ne", "in", "not_in"):
        return ()
    type = other.expr.type
    return ((type,) if form.head in ("eq", "ne") else (SET_OF.get(type, type),)) if type is not Type.POISON else ()


def _place(ast: Ast) -> tuple[int, int]:
    return ast.span.start, ast.span.end


def _runs_over(hole: Hole) -> bool:
    """Whether a set is named, whatever is in it: behind `in` and `of`."""
    inner, *outer = hole.around or (None,)
    in_bar = len(outer) > 1 and outer[1].head in ("quantified", "filtered") and outer[1].args[0] is outer[0]
    return bool(outer) and (
        (in_bar and outer[0].args[1] is inner)
        or (outer[0].head in ("grouped", "each", "pick") and inner in outer[0].args[:2])
    )


def _values(base: Completion, draft: Draft, wanted: tuple[Type, ...]) -> Iterator[Completion]:
    """Ranks, suits, kinds … and what is written so everywhere."""
    for type, words in words_of(draft).items():
        wide = (Type.ITEM, Type.ITEMS) if type is Type.CARD else ()
        fits = any(one in (type, SET_OF.get(type), *wide) for one in wanted)
        if (type in _SPECIFIC or type is Type.CARD) and not fits:
            continue
        for word in words:
            detail = draft.pack.card_words(word) if type is Type.CARD else type.value
            kind = "card" if type is Type.CARD else "value"
            order = _VALUES + _UNLIKELY if not fits else _VALUES if ELEMENT.keys() & set(wanted) else _LIKELY + 2
            yield replace(base, label=word, kind=kind, detail=detail, insert=word, order=order)
    chosen = [option for option in draft.options.values() if option.type == "word"]
    for word in dict.fromkeys(word for option in chosen for word in option.choices) if Type.WORD in wanted else ():
        yield replace(base, label=word, kind="value", detail="option word", insert=word, order=_LIKELY)
    for word in ("true", "false", "none"):
        fits = (Type.BOOL in wanted) == (word != "none")
        yield replace(base, label=word, kind="value", insert=word, order=_VALUES if fits else _UNLIKELY)


def _word(base: Completion, word: str, row: Row, called: bool, order: int) -> Completion:
    params = tuple(param.value for param in row.params)
    about = told(meanings_of(word, "function"))
    return replace(_call(base, word, "function", () if called else params, row.signature, about), order=order)


def _call(base: Completion, name: str, kind: str, params: tuple[str, ...], detail: str, about: str) -> Completion:
    """A name with its arguments to be filled in."""
    one = replace(base, label=name, kind=kind, detail=detail, about=about, insert=name)
    if not params:
        return one
    places = ", ".join(f"${{{number}:{param}}}" for number, param in enumerate(params, 1))
    return replace(one, insert=f"{name}({places})", snippet=True)


def _shown(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
