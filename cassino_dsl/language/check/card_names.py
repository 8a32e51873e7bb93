"""Names: what people call ranks, suits, cards and extras of a pack, beside the texts by which files know them."""

from __future__ import annotations

import re

from cassino_dsl.language.check.check_context import field_text
from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.diagnostics.diagnostic import Report, did_you_mean
from cassino_dsl.language.ruleset.cards import SORTS, Called, Face, Suit, plural
from cassino_dsl.language.syntax.tree import Mapping, Node, Scalar

# what stands in a sentence of a book as it is: letters of any alphabet, digits, and what joins them
_NAME = re.compile(r"[^\W_](?:[^\W_]|[ '’.()-](?! ))*\Z")
_SHORT = re.compile(r"[^\W_]+\Z")
_MOST = {"one": 40, "many": 40, "short": 12}
_SAID = {
    "one": "a name is up to 40 letters, digits, blanks and hyphens, on one line",
    "short": "what is typed for short is up to 12 letters and digits without a blank",
    "sign": "a sign is one to four characters",
}


def _is_sign(text: str) -> bool:
    return 1 <= len(text) <= 4 and all((c.isprintable() and c not in " <>&\"'") or c in "\ufe0f\u200d" for c in text)


def read_names(
    node: Node | None, ranks: tuple[str, ...], suits: tuple[Suit, ...], faces: list[Face], report: Report
) -> tuple[tuple[str, Called], ...]:
    """What a file calls the ranks, the suits and the cards of its pack, by their texts, of a suit by its letter; and
    what ranks and suits themselves are called."""
    known = {text: text for text in (*ranks, *(f.rank for f in faces), *(f.text for f in faces))}
    known |= {word: suit.letter for suit in suits for word in (suit.letter, suit.name)}
    known |= {sort: sort for sort in SORTS}
    found: dict[str, Called] = {}
    for key, body in node if isinstance(node, Mapping) else ():
        called = _called(body, report)
        for word in re.findall(r"[^\s,]+", key.text):
            if word not in known:
                help = (
                    did_you_mean(word, list(known)) or "a name is of a rank, a suit or a card, or of several: `1c 1d`"
                )
                report.add(Code.UNKNOWN_CARD, key.span, f"the pack has no rank, suit or card `{word}`", help=help)
            elif word in SORTS and called is not None and (called.short or called.sign):
                message = f"what every {word} is called has no `short` and no `sign`"
                report.add(Code.BAD_NAME, key.span, message, help="a name is enough: `rank: month`")
            elif called is not None:
                found[known[word]] = called
    return tuple(found.items())


def _called(body: Node, report: Report) -> Called | None:
    if isinstance(body, Scalar):
        return Called(body.text, plural(body.text)) if is_sound("one", body, report) else None
    if not isinstance(body, Mapping):
        return None
    keys = ("one", "many", "short", "sign")
    sound = [is_sound(key, text, report) for key in keys if isinstance(text := body.get(key), Scalar)]
    one = field_text(body, "one")
    if not all(sound) or not one:
        return None
    return Called(one, field_text(body, "many", plural(one)), field_text(body, "short"), field_text(body, "sign"))


def is_sound(key: str, text: Scalar, report: Report) -> bool:
    pattern = _SHORT if key == "short" else _NAME
    if _is_sign(text.text) if key == "sign" else pattern.match(text.text) and len(text.text) <= _MOST[key]:
        return True
    message = f"`{text.text}` cannot be a {'sign' if key == 'sign' else 'name'}"
    report.add(Code.BAD_NAME, text.span, message, help=_SAID.get(key, _SAID["one"]))
    return False
