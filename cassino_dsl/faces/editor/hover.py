"""What is said of a word: what it is, what it means, its value, and where it comes from."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cassino_dsl.book.describe.dictionary import Meaning
from cassino_dsl.book.why.plays_by_action import FORMS
from cassino_dsl.faces.editor.analysis import Analysis
from cassino_dsl.faces.editor.answers import Hover, Signature
from cassino_dsl.faces.editor.navigation import Declaration, declarations
from cassino_dsl.faces.editor.occurrences import OF_PLAYS, Occurrence, occurrence_at
from cassino_dsl.faces.editor.reading import whole_of
from cassino_dsl.faces.editor.shapes import meanings_of, names_of, shape_at, told, told_of
from cassino_dsl.faces.editor.spot import spot_at
from cassino_dsl.language.check.check_context import Draft, field_text
from cassino_dsl.language.check.names import words_of
from cassino_dsl.language.check.zones import OWNER
from cassino_dsl.language.compose.library import called
from cassino_dsl.language.compose.merge import REMOVED
from cassino_dsl.language.ruleset.document import word_of
from cassino_dsl.language.ruleset.simplify import Facts, constant
from cassino_dsl.language.ruleset.types import Type
from cassino_dsl.language.ruleset.words import BY_WORD, QUANTIFIER
from cassino_dsl.language.syntax.parser import STARTS
from cassino_dsl.language.syntax.shape import keys_of, text_of
from cassino_dsl.language.syntax.tree import Mapping

_BUILT = f"`{FORMS['build']}`"
FORMS_OF_PLAYS = {
    "take": f"`{FORMS['capture']}`",
    "build": _BUILT,
    "with": _BUILT,
    "trail": f"`{FORMS['trail']}`",
    "capture": "`7c captures`, where no card is taken",
    "none": "by no card from the hand",
    "done": "`done`, which ends the turn",
}


def hover(analysis: Analysis, at: int) -> Hover | None:
    """What the word at a place is: its type, what it means, its value, and where it comes from."""
    found = occurrence_at(analysis.occurrences, at)
    if found is None:
        return _of_word(analysis, at)
    about = "\n\n".join(filter(None, _about(analysis, found)))
    return Hover(about, found.span.start, found.span.end) if about else None


def _of_word(analysis: Analysis, at: int) -> Hover | None:
    """A word of the grammar, which names nothing; also in a text that can't be read."""
    spot = spot_at(analysis.text, at)
    text = text_of(shape_at(whole_of(analysis.text), spot.path)[0])
    if text is None or text.reads not in STARTS or not spot.start <= at <= spot.end:
        return None
    for word in re.finditer(r"\w+", analysis.text[spot.start : spot.end]):
        start, end = spot.start + word.start(), spot.start + word.end()
        if start <= at <= end:
            calls = analysis.text[end : end + 1] == "("
            found = [m for m in meanings_of(word[0]) if m.kind != "function" or calls or "(" not in m.form]
            if text.reads == "part":
                several = re.match(r"\s+groups?\b", analysis.text[end : spot.end])
                found = list(meanings_of(word[0] + several[0].replace("\n", " "))) if several else found
                found = [m for m in found if m.kind == "form"] or found
            about = told(tuple(found[:4] or _form_around(analysis.text[spot.start : start])))
            return Hover(about, start, end) if about else None
    return None


def _form_around(before: str) -> tuple[Meaning, ...]:
    """What is said of the form that goes on with a word which means nothing by itself: `to`, `of`, `where`."""
    for word in reversed(re.findall(r"[a-z]+(?:\s+groups?\b)?", before)):
        found = meanings_of(" ".join(word.split()))
        if any(meaning.kind in ("effect", "form") for meaning in found):
            return tuple(meaning for meaning in found if meaning.kind in ("effect", "form"))
    return ()


def _about(analysis: Analysis, found: Occurrence) -> Iterator[str]:
    draft = analysis.reading.draft
    if found.what == "key":
        yield told_of(whole_of(analysis.text), (*found.path, found.name))
        return
    if found.what == "moment":
        yield told(meanings_of(found.name, "event"))
        return
    places = declarations(analysis, found)
    if found.what == "file":
        yield from (f"`{called(place.path)}`" for place in places)
        return
    if draft is None:
        return
    expr = found.note.expr if found.note is not None else None
    if found.names:
        yield from _of_name(draft, found, places)
    elif found.what == "card":
        yield draft.pack.card_words(found.name)
    elif found.what == "function":
        rows = meanings_of(found.name, "quantifier" if found.name in QUANTIFIER and not expr else "function")
        yield told(rows or meanings_of(found.name))
    elif expr is not None and expr.type is not Type.POISON:
        name = draft.pack.rank_word(found.name)
        yield f"{expr.type.value} `{found.name}`" + (
            f", {name}" if expr.type is Type.RANK and name != found.name else ""
        )
    else:
        yield _of_value(analysis, draft, found)
    if (
        expr is not None
        and found.what in ("function", "term", "name", "parameter", "part", "attribute")
        and expr.type is not Type.POISON
    ):
        yield f"is here: **{expr.type.value}**{' or nothing' if expr.maybe else ''}"
    body = next((term.body for term in draft.terms.values() if term.name == found.name), None)
    value = constant(body, Facts(draft.pack)) if found.what == "term" else None
    if value is not None:
        yield f"is always `{word_of(value)}`"
    here = (analysis.path, found.span.start)
    others = [place for place in places if (place.path, place.span.start) != here]
    yield from (_from(analysis, place) for place in others[:1] if found.what != "step")


def _of_value(analysis: Analysis, draft: Draft, found: Occurrence) -> str:
    """A word of which the checker says nothing: by the kind of text or name that the place wants."""
    spot = spot_at(analysis.text, found.span.start)
    shape, _ = shape_at(whole_of(analysis.text), spot.path)
    keys, text, word = keys_of(shape), text_of(shape), found.name
    kind = names_of(keys) if spot.said == "key" and keys is not None else text.reads if text is not None else ""
    if word == REMOVED:
        return "takes away what the base says here"
    if kind in ("seat", "side", "owner"):
        owner = OWNER.get(draft.memory_types.get(spot.path[-1], ("",))[0]) if kind == "owner" else None
        return f"{owner.value if owner else kind if kind != 'owner' else 'seat or side'} {word}"
    if word.rstrip("s") in FORMS_OF_PLAYS and kind in OF_PLAYS:
        return f"a play: {FORMS_OF_PLAYS[word.rstrip('s')]}"
    for type, words in words_of(draft).items() if kind in STARTS else ():
        if word in words:
            return f"{type.value} `{word}`" + (f", {draft.pack.rank_word(word)}" if type is Type.RANK else "")
    option = next((draft.options[name] for name in reversed(spot.path) if name in draft.options), None)
    if kind == "choice" and option is not None:
        return f"a value of option `{option.name}`: {option.about}"
    return told_of(whole_of(analysis.text), spot.path) if text is not None and spot.said != "key" else ""


def _of_name(draft: Draft, found: Occurrence, places: tuple[Declaration, ...]) -> Iterator[str]:
    name = found.name
    body = next((p.body for p in places if p.body is not None), None)
    if found.what == "option" and name in draft.options:
        option = draft.options[name]
        among = f"one of {', '.join(map(str, option.choices))}" if option.choices else option.type
        among = f"from {option.low} to {option.high}" if option.type == "int" and not option.choices else among
        yield f"option `{name}` = `{word_of(option.value)}`" + (
            f" (default `{word_of(option.default)}`)" if option.value != option.default else ""
        )
        yield f"{among}: {option.about}" if option.about else among
    elif found.what == "memory" and name in draft.memory_types:
        of, type = draft.memory_types[name]
        owner = OWNER.get(of)
        form = name if owner is None else f"{name}({owner.value})"
        resets = field_text(body, "resets", "round") if isinstance(body, Mapping) else "round"
        yield f"memory `{form} -> {type.value}`, of each {of}, anew each {resets}".replace(
            "of each match", "of the match"
        )
    elif found.what == "zone" and name in draft.zones:
        yield f"zone `{name}`, of {'the match' if draft.zones[name].of == 'match' else f'each {draft.zones[name].of}'}"
        yield draft.zones[name].about if body is None else ""
    elif found.what == "attribute" and (known := next((a for a in draft.pack.attributes if a.name == name), None)):
        among = f": {', '.join(known.words)}" if known.words else ""
        yield f"attribute `{name}(card) -> {known.type.value}`{among}"
    elif found.what == "mark":
        of = ", ".join(f"`{attribute.name}`" for attribute in draft.pack.attributes if name in attribute.words)
        yield f"attribute word `{name}`, of {of}"
    elif found.what == "choice":
        yield f"a value of option `{found.path[0]}`: {draft.options[found.path[0]].about}"
    elif found.what == "term" and name in draft.term_sources:
        source = draft.term_sources[name]
        said = "…" if source.table is not None else " ".join(ast.span.text for ast in source.says)
        yield f"```\n{source.key.text}: {said}\n```"
    elif found.what == "effect" and name in draft.effect_sources:
        effect = draft.effect_sources[name]
        yield f"```\n{effect.key.text}: {'; '.join(ast.span.text for ast in effect.says)}\n```"
    else:
        words = {"name": "name", "parameter": "parameter", "part": "part of the play"}
        yield f"{words.get(found.what, found.what)} `{name}`"
    if found.what != "option":
        yield next(
            (about for p in places if isinstance(p.body, Mapping) and (about := field_text(p.body, "about"))), ""
        )


def _from(analysis: Analysis, place: Declaration) -> str:
    line, _ = place.span.source.place(place.span.start)
    where = "this file" if place.path == analysis.path else f"`{called(place.path)}`"
    return f"from {where}, line {line}"


# ---- how the call is written in which the cursor stands
_PARAMETER = re.compile(r"[^,|\s](?:[^,|]*[^,|\s])?")
_RUNS_OVER = re.compile(r"\s*(?:group\s+)?\w+\s+(?:in|of)\b")


def signature(analysis: Analysis, at: int) -> Signature | None:
    """The call that is being written at a place."""
    spot = spot_at(analysis.text, at)
    text = text_of(shape_at(whole_of(analysis.text), spot.path)[0])
    if text is None or text.reads not in STARTS or spot.quote == "#" or spot.said == "key":
        return None
    before = analysis.text[spot.start : at]
    opened, number = _open_bracket(before)
    word = re.search(r"\w+\s*\Z", before[: max(opened, 0)])
    found = _form(analysis.reading.draft, word[0].strip(), before[opened + 1 :], number) if word else None
    if found is None:
        return None
    label, about = found
    begin, end = label.find("("), label.partition(" -> ")[0].rfind(")")
    places = tuple(one.span() for one in _PARAMETER.finditer(label, begin + 1, end)) if begin >= 0 else ()
    return Signature(label, about, places, min(number, max(0, len(places) - 1)))


def _open_bracket(text: str) -> tuple[int, int]:
    """Where the bracket of a call stands that is open at the end of a text, else -1; and the parameters ended since."""
    opened: list[tuple[int, int]] = []
    for at, sign in enumerate(text):
        if sign in "({":
            opened.append((at, 0))
        elif sign in ")}" and opened:
            opened.pop()
        elif sign in ",|" and opened:
            opened[-1] = (opened[-1][0], opened[-1][1] + 1)
    return opened[-1] if opened and text[opened[-1][0]] == "(" else (-1, 0)


def _form(draft: Draft | None, word: str, inside: str, number: int) -> tuple[str, str] | None:
    """How a word is called, and what is said of it: of several ways the first that takes so many arguments."""
    if draft is not None and word in (*draft.term_sources, *draft.effect_sources):
        source = draft.term_sources.get(word) or draft.effect_sources[word]
        return source.key.text, " ".join(ast.span.text for ast in source.says)
    if draft is not None and word in draft.memory_types:
        of, type = draft.memory_types[word]
        owner = OWNER.get(of)
        return (f"{word}({owner.value}) -> {type.value}", f"memory of each {of}") if owner else None
    rows = [row for row in BY_WORD.get(word, ()) if row.params]
    if word in QUANTIFIER and (not rows or _RUNS_OVER.match(inside)):
        found = meanings_of(word, "quantifier")
        return (found[0].form, found[0].about) if found else None
    if not rows:
        return None
    row = next((row for row in rows if len(row.params) > number), rows[-1])
    others = " ".join(f"`{one.signature}`" for one in rows if one is not row)
    return row.signature, "\n\n".join(filter(None, (row.about, others)))
