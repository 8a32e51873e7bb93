"""How the call is written in which the cursor stands."""

from __future__ import annotations

import re

from cassino_dsl.faces.editor.analysis import Analysis
from cassino_dsl.faces.editor.answers import Signature
from cassino_dsl.faces.editor.reading import whole_of
from cassino_dsl.faces.editor.shapes import meanings_of, shape_at
from cassino_dsl.faces.editor.spot import spot_at
from cassino_dsl.language.check.check_context import Draft
from cassino_dsl.language.check.zones import OWNER
from cassino_dsl.language.ruleset.words import BY_WORD, QUANTIFIER
from cassino_dsl.language.syntax.parser import STARTS
from cassino_dsl.language.syntax.shape import text_of

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
