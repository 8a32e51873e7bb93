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
from cassino_dsl.language.ruleset.cards import PLACES as VALUED_IN
from cassino_dsl.language.ruleset.document import word_of
from cassino_dsl.language.ruleset.row import Row, Var
from cassino_dsl.language.ruleset.types import ELEMENT, SET_OF, Type, assignable
from cassino_dsl.language.ruleset.words import BY_WORD, EFFECT, EFFECT_ROWS, QUANTIFIER, WORDS
from cassino_dsl.language.syntax.ast import Ast
from cassino_dsl.language.syntax.tree import Mapping

_WORD = re.compile(r"[a-z][a-z ]*\Z")
_SIGN = re.compile(r"[:<>!=+*-]+\Z")  # that stands between two operands
_LIKELY, _BOUND, _OF_LANGUAGE, _VALUES, _KEYWORDS, _UNLIKELY = 0, 4, 20, 40, 60, 100
_SPECIFIC = (Type.ACTION, Type.PLACE, Type.AWARD, Type.KIND)  # bare words only where such a thing is wanted
_EFFECTS = {row.form.split()[0]: row.form for row in EFFECT_ROWS if row.form.split()[0].islower()}


def in_text(base: Completion, may: frozenset[str], hole: Hole | None, called: bool) -> Iterator[Completion]:
    """What may follow in a text: ``may``, by the grammar, and names at the ``hole``; ``called``: brackets follow."""
    if hole is not None and hole.reading.draft is not None:
        yield from _at_hole(base, hole, hole.reading.draft, called)
    for word in sorted(may):
        if _SIGN.match(word) and "NAME" not in may:
            yield replace(
                base, label=word, kind="operator", about=told(meanings_of(word)), insert=word, order=_KEYWORDS
            )
        if _WORD.match(word) and not (word == "not" and _no_condition(hole)):
            found = meanings_of(word.split(" ")[0])
            kind = "effect" if word in _EFFECTS and "NAME" in may and "INT" not in may else "word"
            detail = _EFFECTS[word] if kind == "effect" else ""
            joins = any(meaning.kind == "operator" for meaning in found)  # other words lead on with the text itself
            order = _OF_LANGUAGE if kind == "effect" else _KEYWORDS if joins else _KEYWORDS - 1
            yield replace(base, label=word, kind=kind, detail=detail, about=told(found), insert=word, order=order)


def _no_condition(hole: Hole | None) -> bool:
    """Whether what stands at the hole is known to be no condition: `not` never begins it."""
    draft = hole.reading.draft if hole is not None else None
    if hole is None or draft is None or not hole.around:
        return False
    if len(hole.around) > 1 and _is_place(hole.around[1], hole.around[0]):
        return True
    wanted = wanted_at(hole, draft)
    return bool(wanted) and Type.BOOL not in wanted and Type.POISON not in wanted


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
    elif outer is not None and outer.head == "selector":
        yield from (replace(base, label=place, kind="value", detail="place", insert=place) for place in VALUED_IN)
    elif inner is not None and inner.head in ("perform", *_CHANGES) and inner.text == NAME:
        yield from _effects(base, draft, inner.head in _CHANGES, called)
    elif inner is not None and inner.head in ("quantified", "grouped") and inner.text == NAME:
        words = (_quantifier(base, word, row, called) for word, row in QUANTIFIER.items() if word != "filter")
        yield from _faultless(hole, words)
    elif inner is None or (inner.text == NAME and inner.head in ("name", "call")):
        wanted, found = wanted_at(hole, draft), _names(base, hole, draft, called)
        begins_anything = not called and (Type.BOOL in wanted or (hole.parent is None and not wanted))
        yield from found if begins_anything else _faultless(hole, found)


def _faultless(hole: Hole, found: Iterator[Completion]) -> Iterator[Completion]:
    """Those with which the form around the hole has as few faults as with any; what is still to get its arguments is
    not tried."""
    tried = [(one, 0 if one.snippet else hole.faults(one.label)) for one in found]
    least = min((faults for one, faults in tried if not one.snippet), default=0)
    yield from (one for one, faults in tried if one.snippet or faults == least)


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


_CHANGES = ("assign", "increase", "decrease")  # of memory


def _effects(base: Completion, draft: Draft, of_memory: bool, called: bool) -> Iterator[Completion]:
    """Effects of the file, and what it remembers, to be changed; ``of_memory``: that alone."""
    for name, (of, type) in draft.memory_types.items():
        owner = OWNER.get(of)
        label = name if owner is None else f"{name}({owner.value})"
        alone = owner is None or called
        insert, snippet = (name, False) if alone else (f"{name}(${{1:{owner.value}}})", True)  # type: ignore[union-attr]
        yield replace(base, label=label, kind="memory", detail=type.value, insert=insert, snippet=snippet)
    for source in draft.effect_sources.values() if not of_memory else ():
        yield _call(base, source.name, "effect", () if called else source.params, source.key.text, "")


def of_cards(draft: Draft, base: Completion, faces_only: bool = False) -> Iterator[Completion]:
    """Ranks, suits, colours and cards of this pack."""
    pack = draft.pack
    if not faces_only:
        words = {**dict.fromkeys(pack.ranks, "rank"), **{suit.name: "suit" for suit in pack.suits}}
        words |= dict.fromkeys(pack.colours, "colour") | dict.fromkeys(pack.marks, "cards with this attribute")
        words |= {a.name: "cards of which this is so" for a in pack.attributes if a.type is Type.BOOL}
        for word, what in {**words, "any": "every card"}.items():
            yield replace(base, label=word, kind="value", detail=what, insert=word)
    for face in pack.faces:
        about = pack.card_words(face.text)
        yield replace(base, label=face.text, kind="card", detail=about, insert=face.text, order=_VALUES)


# ---- names in expressions


def _names(base: Completion, hole: Hole, draft: Draft, called: bool) -> Iterator[Completion]:
    """All names that an expression may say here, those first that are of the type that is wanted: of others such as can
    be part of one. ``called``: brackets follow, so that it is a name that takes something."""
    scope = hole.note.scope if hole.note else None
    dealt = scope is None or "state" in scope.offers
    wanted, over = wanted_at(hole, draft), _runs_over(hole)

    def fits(one: Completion, type: Type | Var, least: int, most: int = _UNLIKELY) -> Iterator[Completion]:
        order = _order(type, wanted, over)
        if order < _UNLIKELY:
            yield replace(one, order=min(least + order, most))

    if not called:
        for name, (type, _, _) in dict(scope.names).items() if scope else ():
            one = replace(base, label=name, kind="name", detail=type.value, insert=name)
            yield from fits(one, type, _LIKELY, _BOUND)
        for name, type in scope.parts.items() if scope else ():
            detail = f"{type.value}, a part of the play"
            yield from fits(replace(base, label=name, kind="name", detail=detail, insert=name), type, _LIKELY + 8)
        for option in draft.options.values():
            type = {"int": Type.INT, "bool": Type.BOOL, "word": Type.WORD}[option.type]
            one = replace(base, label=option.name, kind="option", detail=f"option = {word_of(option.value)}")
            yield from fits(replace(one, about=option.about, insert=option.name), type, _LIKELY + 5)
    bodies = {term.name: term.body.type for term in draft.terms.values()}
    for source in draft.term_sources.values():
        if source.params or not called:
            type = bodies.get(source.name, Type.POISON)
            about = "" if source.table else "\n".join(f"```\n{ast.span.text}\n```" for ast in source.says)
            params = () if called else source.params
            one = _call(base, source.name, "term", params, f"{source.key.text}: {type.value}", about)
            yield from fits(one, type, _LIKELY + 6)
    for name, (of, type) in draft.memory_types.items() if dealt else ():
        owner = OWNER.get(of)
        if owner is not None or not called:
            body = (draft.section("memory") or Mapping((), draft.tree.span)).get(name)
            about = field_text(body, "about") if isinstance(body, Mapping) else ""
            params = (owner.value,) if owner is not None and not called else ()
            detail = f"{type.value} of each {of}" if owner else type.value
            yield from fits(_call(base, name, "memory", params, detail, about), type, _LIKELY + 6)
    for attribute in draft.pack.attributes:
        params = () if called else ("card",)
        one = _call(base, attribute.name, "function", params, attribute.type.value, attribute.about)
        yield from fits(one, attribute.type, _LIKELY + 6)
    for zone in draft.zones.values() if dealt else ():
        if OWNER[zone.of] is not None or not called:
            one = replace(base, label=zone.name, kind="zone", detail="cards", about=zone.about, insert=zone.name)
            yield from fits(one, Type.CARDS, _LIKELY + 7)
    number = len(hole.around[0].args) if called and hole.around else -1
    for word in WORDS:
        rows = BY_WORD[word]
        here = [row for row in rows if scope is None or row.needs in scope.offers]
        here = [row for row in here if not called or len(row.params) == number]
        if here:
            best = min(here, key=lambda row: _order(row.result, wanted, over))
            yield from fits(_word(base, word, best, called), best.result, _OF_LANGUAGE - (not best.params))
    if not called:
        for word, row in QUANTIFIER.items():
            if word != "filter" and word not in BY_WORD:
                yield from fits(_quantifier(base, word, row, called), row.result, _OF_LANGUAGE + 5)
        yield from _values(base, draft, wanted) if not over else ()


def _order(type: Type | Var, wanted: tuple[Type, ...], over: bool) -> int:
    """How far down something of a type stands where these are wanted, or (``over``) any set."""
    if over:
        return 0 if type in ELEMENT else _VALUES if type is Type.POISON or not isinstance(type, Type) else _UNLIKELY
    if not isinstance(type, Type):
        return 10
    if not wanted or type is Type.POISON or Type.POISON in wanted or any(assignable(type, one) for one in wanted):
        return 0
    part = Type.BOOL in wanted or SET_OF.get(type) in wanted or ELEMENT.get(type) in wanted
    return _VALUES if part else _UNLIKELY


def _quantifier(base: Completion, word: str, row: Row, called: bool) -> Completion:
    insert = word if called else f"{word}(${{1:x}} in ${{2:set}} | ${{3:true}})"
    one = replace(base, label=word, kind="function", detail=row.signature, about=told(meanings_of(word)))
    return replace(one, insert=insert, snippet=not called)


def wanted_at(hole: Hole, draft: Draft) -> tuple[Type, ...]:
    """The types that fit at the hole, as far as the place says: by the checker, by the call in which it stands, by what
    it is compared with."""
    note, parent = hole.note, hole.parent
    if note is None and len(hole.around) > 1:  # of which the checker says nothing
        outer = hole.around[1]
        if outer.head in ("perform", *_CHANGES):
            owner = OWNER.get(draft.memory_types.get(outer.text, ("",))[0])
            return (owner,) if owner is not None else ()
        words = [name for name, option in draft.options.items() if option.type == "word"]
        return (Type.WORD,) if outer.head in ("eq", "ne") and any(arg.text in words for arg in outer.args) else ()
    if note is not None and note.wanted in (Type.CARDS, Type.BUILDS) and parent and parent.ast.head in ("in", "not_in"):
        return (note.wanted, Type.ITEMS)  # a card or a build is asked for among both
    if note is None or note.wanted is not None or parent is None:
        found = (note.wanted,) if note is not None and note.wanted is not None else ()
        return found or _of_effect(hole)
    form, at = parent.ast, next(n for n, arg in enumerate(parent.ast.args) if arg == note.ast)
    if form.head == "call":
        if form.text in draft.memory_types:
            owner = OWNER.get(draft.memory_types[form.text][0])
            return (owner,) if owner is not None else ()
        if form.text in draft.term_sources:
            return hole.taken(form.text, form.args)
        rows = [row for row in BY_WORD.get(form.text, ()) if at < len(row.params)]
        params = dict.fromkeys(row.params[at] for row in rows)
        sets = tuple(ELEMENT) if Var.SET in params else ()
        return (*(param for param in params if isinstance(param, Type)), *sets)
    span = form.args[1 - at].span if len(form.args) == 2 else None
    other = hole.reading.notes.get((span.start, span.end)) if span is not None else None
    if other is None or form.head not in ("eq", "ne", "in", "not_in"):
        return ()
    type = other.expr.type
    return ((type,) if form.head in ("eq", "ne") else (SET_OF.get(type, type),)) if type is not Type.POISON else ()


def _of_effect(hole: Hole) -> tuple[Type, ...]:
    """What an effect takes that takes one or several."""
    outer = hole.around[1] if len(hole.around) > 1 else None
    if outer is None or outer.head not in EFFECT or EFFECT[outer.head].binds:
        return ()
    if outer.head == "perform":
        return hole.taken(outer.text, outer.args)
    types = [param for param in EFFECT[outer.head].params[:1] if isinstance(param, Type)]
    sets = (*map(ELEMENT.get, types), *map(SET_OF.get, types))
    return (*types, *(type for type in sets if type is not None)) if outer.args[0] is hole.around[0] else ()


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
        if not fits and (type in _SPECIFIC or type is Type.CARD or (wanted and Type.BOOL not in wanted)):
            continue
        for word in words:
            detail = draft.pack.card_words(word) if type is Type.CARD else type.value
            kind = "card" if type is Type.CARD else "value"
            some = type is Type.CARD or bool(ELEMENT.keys() & set(wanted))  # behind what gives one
            order = _VALUES + _UNLIKELY if not fits else _VALUES if some else _LIKELY + 2
            yield replace(base, label=word, kind=kind, detail=detail, insert=word, order=order)
    chosen = [option for option in draft.options.values() if option.type == "word"]
    for word in dict.fromkeys(word for option in chosen for word in option.choices) if Type.WORD in wanted else ():
        yield replace(base, label=word, kind="value", detail="option word", insert=word, order=_LIKELY)
    for word in ("true", "false", "none"):
        fits = (Type.BOOL in wanted) == (word != "none")
        if fits or not wanted or Type.POISON in wanted:
            yield replace(base, label=word, kind="value", insert=word, order=_VALUES if fits else _UNLIKELY)


def _word(base: Completion, word: str, row: Row, called: bool) -> Completion:
    params = tuple(param.value for param in row.params)
    about = told(meanings_of(word, "function", "quantifier"))
    return _call(base, word, "function", () if called else params, row.signature, about)


def _call(base: Completion, name: str, kind: str, params: tuple[str, ...], detail: str, about: str) -> Completion:
    """A name with its arguments to be filled in."""
    one = replace(base, label=name, kind=kind, detail=detail, about=about, insert=name)
    if not params:
        return one
    places = ", ".join(f"${{{number}:{param}}}" for number, param in enumerate(params, 1))
    return replace(one, insert=f"{name}({places})", snippet=True)
