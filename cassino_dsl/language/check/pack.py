"""The pack: ranks × suits × copies, extras added, cards removed."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cassino_dsl.language.check.check_context import each, field_text, may_be_called, scalar
from cassino_dsl.language.compose.options import words
from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.diagnostics.diagnostic import Report, did_you_mean, nearest
from cassino_dsl.language.diagnostics.remedy import write
from cassino_dsl.language.ruleset.cards import COLOUR_OF_SUITS, PRESETS, SORTS, Called, Face, Pack, Suit, plural
from cassino_dsl.language.ruleset.span import Span
from cassino_dsl.language.ruleset.words import RESERVED
from cassino_dsl.language.syntax.foreign_idioms import in_ascii
from cassino_dsl.language.syntax.tree import Mapping, Node, Scalar

# ---- names: what people call ranks, suits, cards and extras of a pack, beside the texts by which files know them
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


MAX_CARDS = 128  # one bit each in the fast engine
MAX_SUITS = 16
RANK = re.compile(r"([1-9][0-9]?|[A-Z])\Z")
RANGE = re.compile(r"([1-9][0-9]?)\.\.([1-9][0-9]?)\Z")
EXTRA = re.compile(r"[A-Z][A-Za-z]*[0-9]*\Z")
SUIT = re.compile(r"[a-z][a-z0-9_]+\Z")
RANKS_ARE = "ranks are the numbers 1 to 99, ranges of them (`1..12`), single capital letters, and extras of the pack"


def read_pack(node: Node | None, report: Report) -> Pack:
    """The pack that a variant declares; faults give diagnostics and the nearest sensible pack."""
    body = node if isinstance(node, Mapping) else None
    base = field_text(body, "base", "french") if body else (node.text if isinstance(node, Scalar) else "french")
    ranks, suits, names = PRESETS[nearest(base, list(PRESETS)) or "french"]
    extras: dict[str, tuple[str, ...]] = {}
    of_suits: dict[str, tuple[str, ...]] = {}
    removed: set[str] = set()
    copies = 1
    if body:
        given = body.get("suits") is not None
        suits = tuple(_suits(body.get("suits"), of_suits, report)) if given else suits
        said = body.get("ranks")
        extras = _extras(body.get("extras"), () if said else ranks, report)
        ranks = _ranks(said, extras, report) or (ranks if suits else tuple(extras))
        text = scalar(body.get("copies"))
        copies = int(text.text[:4]) if text and text.text.isdecimal() else 1
        _ranks_without_suits(said, [] if suits else [rank for rank in ranks if rank not in extras], report)
    usual = tuple(rank for rank in ranks if rank not in extras)
    faces = [Face(rank + suit.letter, rank, suit.letter) for suit in suits for rank in of_suits.get(suit.letter, usual)]
    faces += [Face(text, rank, "") for rank, texts in extras.items() for text in texts]
    for own in of_suits.values():
        ranks = _with_own(ranks, own)
    if body:
        removed = _removed(body.get("remove"), faces, report)
    kept = tuple(f for f in faces if f.text not in removed)
    if not 1 <= len(kept) * copies <= MAX_CARDS and node is not None:
        message = f"this pack has {len(kept) * copies} cards"
        report.add(Code.BAD_NUMBER, node.span.beginning(1), message, help=f"a pack has from 1 to {MAX_CARDS} cards")
        copies, kept = 1, tuple(faces[:MAX_CARDS]) or (Face("X", "X", ""),)
    called = read_names(body.get("names") if body else None, ranks, suits, faces, report)
    return Pack(tuple(ranks), suits, kept, max(1, copies), names, tuple(sorted(removed)), called)


def card_words(node: Node | None) -> list[Scalar]:
    """The words of a list of cards, each with its place."""
    found: list[Scalar] = []
    for item in each(node):
        if isinstance(item, Scalar):
            for match in re.finditer(r"[^\s,]+", item.body.text if item.exact else item.text):
                span = Span(item.span.source, item.body.start + match.start(), item.body.start + match.end())
                found.append(Scalar(match.group(), span, span))
    return found


def _ranks(node: Node | None, extras: dict[str, tuple[str, ...]], report: Report) -> tuple[str, ...]:
    found: list[str] = []
    for word in card_words(node):
        between = RANGE.match(word.text)
        ends = (int(between[1]), int(between[2])) if between else (1, 0)
        for rank in map(str, range(ends[0], ends[1] + 1)) if ends[0] <= ends[1] else (word.text,):
            if rank in found or not (RANK.match(rank) or rank in extras):
                twice = rank in found
                message = f"rank `{rank}` stands twice" if twice else f"`{rank}` cannot be a rank"
                report.add(Code.BAD_NAME, word.span, message, help=RANKS_ARE)
                break
            found.append(rank)
    return tuple(found)


def _with_own(ranks: tuple[str, ...], own: tuple[str, ...]) -> tuple[str, ...]:
    """The ranks of a pack with those that one suit alone has: each behind the one before it there, the first ones
    before what follows them."""
    found = list(ranks)
    at = min((found.index(rank) for rank in own if rank in found), default=len(found))
    for rank in own:
        if rank not in found:
            found.insert(at, rank)
        at = found.index(rank) + 1
    return tuple(found)


def _ranks_without_suits(said: Node | None, lost: list[str], report: Report) -> None:
    if lost and said is not None:
        message = f"no card has the rank `{lost[0]}`: this pack has no suits"
        help = "cards without a suit are `extras`, each with a name: `extras: {Cat: 4, Dog: 4}`"
        report.add(Code.BAD_NAME, said.span.beginning(1), message, help=help)


def _suits(node: Node | None, of_suits: dict[str, tuple[str, ...]], report: Report) -> Iterator[Suit]:
    """The suits that a file gives; what ranks of their own they have goes to ``of_suits``."""
    if isinstance(node, Scalar) and node.text == "none":
        return
    rows = _rows(node, card_words(node), "{c: clubs, l: leaves}", report)
    letters: list[str] = []
    names: list[str] = []
    for key, body in rows:
        if len(letters) == MAX_SUITS:
            report.add(Code.BAD_NUMBER, key.span, f"more than {MAX_SUITS} suits", help="a pack has up to 16 suits")
            return
        if not re.fullmatch("[a-z]", key.text) or key.text in letters:
            message = f"suit `{key.text}` stands twice" if key.text in letters else f"`{key.text}` is no suit"
            help = "a suit is one small letter, that of its cards, with its name: `suits: {c: clubs, l: leaves}`"
            report.add(Code.BAD_NAME, key.span, message, help=help)
            continue
        letters.append(key.text)
        named = scalar(body.get("name")) if isinstance(body, Mapping) else scalar(body)
        name = named.text if named is not None and named.text else key.text
        if named is not None and name != key.text and not _is_spelt(named, "suit", names, report):
            name = key.text
        names.append(name)
        colour = sign = ""
        if isinstance(body, Mapping):
            colour, sign = (_fits(body, key, report) for key in ("colour", "sign"))
            own = _ranks(body.get("ranks"), {}, report)
            if own:
                of_suits[key.text] = own
        yield Suit(key.text, name, colour or COLOUR_OF_SUITS.get(name, ""), sign)


def _rows(node: Node | None, texts: list[Scalar], form: str, report: Report) -> list[tuple[Scalar, Node | None]]:
    """What keys or a list of names say, by names."""
    if isinstance(node, Mapping):
        return list(node)
    inside = next((item for item in each(node) if isinstance(item, Mapping)), None)
    if inside is not None:
        message, help = "an entry of this list is a name, not keys", f"without the list: `{form}`"
        report.add(Code.WRONG_NODE, inside.span.beginning(20), message, help=help)
    return [(word, None) for word in texts]


def _is_spelt(named: Scalar, what: str, others: list[str], report: Report) -> bool:
    """Whether it is a word for a suit or a colour, which no other suit has."""
    taken = ((f"another {what}", others), ("a word of the language", RESERVED))
    if not may_be_called(report, named, f"a {what}", taken) or SUIT.match(named.text):
        return named.text not in (*others, *RESERVED)
    free = "_".join(re.findall("[a-z0-9]+", in_ascii(named.text).lower()))
    help = "small letters, digits and `_`, two at least; what people read may be another name, under `names`"
    remedy = write(free, f": {help}") if SUIT.match(free) else help
    report.add(Code.BAD_NAME, named.span, f"a {what} cannot be called `{named.text}`", help=remedy)
    return False


def _fits(body: Mapping, key: str, report: Report) -> str:
    """The colour or the sign of a suit."""
    node = scalar(body.get(key))
    if node is None or not node.text:
        return ""
    return node.text if (is_sound if key == "sign" else _is_colour)(key, node, report) else ""


def _is_colour(key: str, node: Scalar, report: Report) -> bool:
    return _is_spelt(node, key, [], report)


def _extras(node: Node | None, ranks: tuple[str, ...], report: Report) -> dict[str, tuple[str, ...]]:
    """The extras by their names, each with the texts of its cards: of several of a kind, `X1`, `X2` …"""
    found: dict[str, tuple[str, ...]] = {}
    rows = _rows(node, words(node) if node else [], "{X: 2, Fool: 1}", report)
    taken: list[str] = []
    allowed = "a capital letter, then letters without accents, then digits, as in `X1`, `Joker`, `Fool`"
    for word, many in rows:
        number = int(many.text) if isinstance(many, Scalar) and many.text.isdecimal() and len(many.text) < 4 else 1
        texts = (word.text,) if number == 1 else tuple(f"{word.text}{n}" for n in range(1, number + 1))
        clash = {word.text, *texts} & {*taken, *found}
        if not 1 <= number <= MAX_CARDS:
            help = f"`{{{word.text}: 2}}` are two of them; a pack has up to {MAX_CARDS} cards"
            report.add(Code.BAD_NUMBER, word.span, f"{number} cards of a kind", help=help)
        elif not EXTRA.match(word.text) or word.text in ranks or clash:
            meant = "".join(part[:1].upper() + part[1:] for part in re.findall("[A-Za-z0-9]+", in_ascii(word.text)))
            free = EXTRA.match(meant) and meant not in (*ranks, *found)
            help = write(meant, f": {allowed}", word.text.isascii()) if free else f"give it another name: {allowed}"
            message = f"`{word.text}` cannot name an extra card"
            message += ": it is a rank" if word.text in ranks else ": another is called so" if clash else ""
            report.add(Code.BAD_NAME, word.span, message, help=help)
        else:
            found[word.text] = texts
            taken += texts
    return found


def _removed(node: Node | None, faces: list[Face], report: Report) -> set[str]:
    known, ranks = [f.text for f in faces], {f.rank for f in faces}
    removed: set[str] = set()
    for word in card_words(node):
        if report.full:
            break
        ten = word.text.startswith("T") and len(word.text) == 2 and word.text not in known
        text = "10" + word.text[1:] if ten else word.text
        if text in known:
            removed.add(text)
            continue
        help = "cards are removed one by one, `2h 2c`; `ranks` says which ranks there are"
        mend = None if text in ranks else did_you_mean(text, known)
        report.add(Code.UNKNOWN_CARD, word.span, f"the pack has no card `{word.text}` to remove", help=mend or help)
    return removed
