"""What may stand in places that no grammar reads: for each kind of text or name that ``grammar/shape.yaml`` knows, what
there is of it in a file, in those beneath it, and in the example at the cursor."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path as FilePath

from cassino_dsl.book.why.plays_by_action import FORMS
from cassino_dsl.engine.reference.text import canonical, read_play
from cassino_dsl.faces.editor.analysis import Analysis, text_at
from cassino_dsl.faces.editor.answers import Completion
from cassino_dsl.faces.editor.legal import legal_plays
from cassino_dsl.faces.editor.proposals import of_cards
from cassino_dsl.faces.editor.reading import Reading
from cassino_dsl.faces.editor.shapes import Path
from cassino_dsl.language.check.check_context import Draft, field_text
from cassino_dsl.language.compose.compose import unmet
from cassino_dsl.language.compose.library import NAME, find, name_of, shipped_house_rules, shipped_variants
from cassino_dsl.language.compose.one_file import read_file
from cassino_dsl.language.diagnostics.diagnostic import Report
from cassino_dsl.language.ruleset.cards import COLOUR_OF_SUITS, PRESETS, SORTS, Pack
from cassino_dsl.language.ruleset.document import word_of
from cassino_dsl.language.ruleset.types import ELEMENT, Type
from cassino_dsl.language.syntax.read_source import given
from cassino_dsl.language.syntax.tree import Mapping as Tree
from cassino_dsl.language.syntax.tree import Node, Scalar, Sequence

MOST_BESIDE = 200  # files of a folder that are looked at
MOST_VALUES = 40  # of an option that are proposed
_LIES = ("table", "builds", "hand", "hands", "stock", "piles", "aside", "zones")  # keys of a position that hold cards
_USUAL = [suit for _, suits, _ in PRESETS.values() for suit in suits]
_WORDS = re.compile(r"[^\s,]+")


@dataclass(frozen=True)
class Where:
    """A place: ``path``: the keys above it; ``base``: what is proposed there, still without a word; ``before`` and
    ``after``: the rest of its text."""

    analysis: Analysis
    reading: Reading
    draft: Draft
    base: Completion
    path: Path
    before: str = ""
    after: str = ""

    @property
    def pack(self) -> Pack:
        return self.draft.pack

    @cached_property
    def example(self) -> Tree | None:
        """The example in which the place lies."""
        examples = self.reading.tree.get("examples")
        items = [i for i in (examples.items if isinstance(examples, Sequence) else ()) if isinstance(i, Tree)]
        return next((one for one in reversed(items) if one.span.start <= self.base.start), None)

    def said(self, *keys: str) -> list[str]:
        """The words that the example has under these keys."""
        nodes = (self.example.get(key) for key in keys) if self.example is not None else ()
        return [word for node in nodes if node is not None for word in _words(node)]

    def words(
        self, words: Iterable[object], detail: str = "", kind: str = "name", order: int = 0
    ) -> Iterator[Completion]:
        for word in words:
            text = word_of(word)
            yield replace(self.base, label=text, kind=kind, detail=detail, insert=text, order=order)


def proposals(kind: str, where: Where) -> Iterator[Completion]:
    """What there is of a kind; nothing, where it is a text for people or a number."""
    return KINDS[kind](where) if kind in KINDS else iter(())


# ---- names of the file


def clauses_beneath(where: Where, *path: str) -> Iterator[Completion]:
    """The names of what the ruleset has under these keys (or those above the place), with what is said of each."""
    node: Node | None = where.draft.tree
    for key in path or where.path:
        node = node.get(key) if isinstance(node, Tree) else None
    for name, body in _pairs(node):
        about = field_text(body, "about") if isinstance(body, Tree) else ""
        yield replace(where.base, label=name.text, kind="name", about=about, insert=name.text, order=10)


def names_beside(where: Where) -> Iterator[Completion]:
    """What other clauses of a section call what they have under the same key: parts of actions, what they bind."""
    section = where.draft.tree.get(where.path[0]) if len(where.path) == 3 else None
    others = (body.get(where.path[2]) for _, body in _pairs(section) if isinstance(body, Tree))
    return where.words(dict.fromkeys(name.text for other in others for name, _ in _pairs(other)), order=10)


def _whole(where: Where) -> Where:
    """The same place for names of several words: up to a comma all that stands there is one."""
    begun = re.search(r"[^,\s][^,]*\Z", where.before)
    behind = re.match(r"[^,]*", where.after)
    start = where.base.start - (len(begun[0]) if begun else 0)
    end = where.base.end + (len(behind[0].rstrip()) if behind else 0)
    return replace(where, base=replace(where.base, start=start, end=end))


def _dotted(where: Where) -> Iterator[Completion]:
    names = (f"{s.text}.{name.text}" for s, body in where.draft.tree for name, _ in _pairs(body))
    return _whole(where).words(names)


def _memory(where: Where, of_builds: bool = False) -> Iterator[Completion]:
    known = {name: type for name, (of, type) in where.draft.memory_types.items() if (of == "build") == of_builds}
    for name, type in known.items():
        yield replace(where.base, label=name, kind="memory", detail=type.value, insert=name)


def _zones(where: Where) -> Iterator[Completion]:
    for zone in where.draft.zones.values():
        if zone.name != "aside" or where.path[:1] == ("visible",):
            yield replace(where.base, label=zone.name, kind="zone", about=zone.about, insert=zone.name)


def _options(where: Where) -> Iterator[Completion]:
    for option in where.draft.options.values():
        yield replace(where.base, label=option.name, kind="option", about=option.about, insert=option.name)


def _choices(where: Where) -> Iterator[Completion]:
    """The values of the option whose name stands above."""
    option = next((where.draft.options[name] for name in reversed(where.path) if name in where.draft.options), None)
    return where.words(tuple(option.values)[:MOST_VALUES] if option else ("true", "false"), kind="value")


def _actions(where: Where) -> Iterator[Completion]:
    return where.words(where.draft.action_names)


def _steps(where: Where) -> Iterator[Completion]:
    return where.words(sorted({name for name, _ in where.draft.pattern_steps} | {"play"}))


# ---- files


def _files(where: Where, *house: bool) -> Iterator[Completion]:
    """Variants, or house rules, beside the file and shipped."""
    analysis, here = where.analysis, where.analysis.path.parent
    beside = [*sorted(here.glob("*.yaml"))[:MOST_BESIDE], *(path for path in analysis.texts if path.parent == here)]
    for path in dict.fromkeys(beside):
        is_house = re.search(r"^house:\s*true", text_at(path, analysis.texts), re.MULTILINE) is not None
        if path != analysis.path and NAME.match(name_of(path)) and is_house in house and _goes_with(where, path):
            yield replace(where.base, label=name_of(path), kind="file", detail="beside this file", insert=name_of(path))
    for is_house in house:
        for name in shipped_house_rules() if is_house else shipped_variants():
            if not is_house or _goes_with(where, find(name, house=True)):
                detail = _title(name, is_house)
                yield replace(where.base, label=name, kind="file", detail=detail, insert=name, order=10)


def _goes_with(where: Where, path: FilePath) -> bool:
    """Whether the ruleset has what a file asks for, as house rules do; what builds upon another may get it there."""
    with given(where.analysis.texts):
        patch = read_file(path, str(path), Report())
    return patch is None or patch.get("with") is not None or not any(unmet(patch, where.draft.tree))


@cache
def _title(name: str, house: bool) -> str:
    found = re.search(r"^title:[ \t]*(.*?)[ \t]*$", find(name, house=house).read_text("utf-8"), re.MULTILINE)
    return found[1].strip("\"'") if found else name


# ---- positions


def _seat_numbers(where: Where) -> range:
    """As many as the example has, which has the fewest where it does not say."""
    said = next(iter(where.said("seats")), "")
    seats = int(said) if said.isdecimal() and int(said) in where.draft.seats else min(where.draft.seats, default=2)
    return range(1, 1 + seats)


def _seats(where: Where) -> Iterator[Completion]:
    return where.words(_seat_numbers(where), "seat")


def _sides(where: Where) -> Iterator[Completion]:
    sides = where.reading.sides(len(_seat_numbers(where)))
    return where.words(range(1, 1 + sides), "side")


def _owners(where: Where) -> Iterator[Completion]:
    """The seats or sides of the memory or zone whose name stands above."""
    name, draft = where.path[-1], where.draft
    of = draft.memory_types[name][0] if name in draft.memory_types else ""
    of = draft.zones[name].of if where.path[-2:-1] == ("zones",) and name in draft.zones else of
    return _seats(where) if of == "seat" else _sides(where) if of == "side" else iter(())


def _cards(where: Where) -> Iterator[Completion]:
    """The cards of the pack, those first that the example speaks of; where cards lie, without those that lie somewhere
    already."""
    lies = [canonical(word, where.pack) for word in where.said(*_LIES)]
    here = [canonical(word, where.pack) for word in _WORDS.findall(f"{where.before} {where.after}")]
    places = "expect" not in where.path and bool({*where.path} & {*_LIES})
    for one in of_cards(where.draft, where.base, faces_only=True):
        if not places or lies.count(one.insert) < where.pack.copies:
            likely = one.insert in lies and one.insert not in here
            yield replace(one, order=10 if likely or places else one.order)


def _called(where: Where) -> Iterator[Completion]:
    """What people have names for; what is a rank and what a suit, too."""
    yield from (one for one in of_cards(where.draft, where.base) if one.detail in SORTS or one.kind == "card")
    yield from where.words(SORTS, order=80)


def _remembered(where: Where) -> Iterator[Completion]:
    """What the memory whose name stands above may hold."""
    name = next((name for name in reversed(where.path) if name in where.draft.memory_types), "")
    yield from _of_type(where, where.draft.memory_types[name][1] if name else Type.POISON)
    yield from where.words(("none",) if name else (), order=90)


def _of_type(where: Where, type: Type) -> Iterator[Completion]:
    """What there is of a type, as positions and plays write it."""
    if type in (Type.CARD, Type.CARDS):
        yield from of_cards(where.draft, where.base, faces_only=True)
    elif type in (Type.SEAT, Type.SEATS, Type.SIDE, Type.SIDES):
        yield from _seats(where) if type in (Type.SEAT, Type.SEATS) else _sides(where)
    else:
        names = {Type.BOOL: ("true", "false"), Type.SUIT: [suit.name for suit in where.pack.suits]}
        words = {**where.pack.word_lists, **names}
        yield from where.words(words.get(ELEMENT.get(type, type), ()), order=60)


# ---- plays


def _plays(where: Where, prefix: str = "") -> Iterator[Completion]:
    """The words that go on with a play: such as can be read with what stands behind them, if any can."""
    before = f"{prefix}{where.before}"
    legal = _legal(where) if not prefix and "illegal" not in where.path and not where.after.strip() else []
    if legal:
        yield from legal
        return
    found = list(_words_of_plays(where, before.split()))
    if where.after.strip():
        others = set(_of_other_plays(where))
        how = (where.pack, where.reading.tells)
        plays = [(one, read_play(f"{before}{one.insert}{where.after}", *how)) for one in found]
        found = [one for one, play in plays if play and (not play.name or play.name in others)] or found
    yield from found


def _legal(where: Where) -> list[Completion]:
    """What makes of that which is written a play that is legal there."""
    begins = where.base.start - len(where.before)
    said = where.before.lstrip()
    plays = legal_plays(where.analysis, where.example, begins) if where.example is not None else ()
    rest = [play[len(said) :] for play in plays if play.startswith(said)]
    return list(where.words(rest, "a legal play" if not said else f"{said}…"))


def _words_of_plays(where: Where, said: list[str]) -> Iterator[Completion]:
    verbs = {word.rstrip("s") for word in said} & {"take", "build", "trail", "capture"}
    cards = said and where.pack.number_of(canonical(said[-1], where.pack)) is not None
    others = [name for name in where.draft.action_names if name in said]
    if not said:
        yield from where.words(_of_other_plays(where), "a play of this name", order=95)
    if "build" in verbs and said[-1].isdecimal():
        yield from where.words(("with",), FORMS["build"], "word")
    elif not verbs & {"trail", "capture"} and (not said or said[-1] not in ("builds", "build")):
        yield from _cards(where) if said else _in_hand(where)
    if others:
        yield from _of_type(where, where.reading.tells.get(others[0], Type.POISON))
    if not verbs and (not said or cards or others):
        yield from where.words(("takes",), FORMS["capture"], "word", 30 if said else 96)
    if not verbs and not others and (not said or cards):
        yield from where.words(("builds",), FORMS["build"], "word", 30 if said else 96)
    if not verbs and not others and cards:
        yield from where.words(("trails",), FORMS["trail"], "word", 30)
        yield from where.words(("captures",), "7c captures", "word", 90)


def _of_other_plays(where: Where) -> Iterator[str]:
    """Actions that go nowhere by themselves: their plays begin with their name."""
    for name, body in _pairs(where.draft.tree.get("actions")):
        to = body.get("to") if isinstance(body, Tree) else None
        if to is None or (isinstance(to, Scalar) and not re.match(r"pile\b|table\b|build\b", to.text)):
            yield name.text
    yield "done"


def _built(where: Where) -> Iterator[Completion]:
    """The rest of a play that builds: `7 with 3c 4d`."""
    return _plays(where, "builds ")


def _in_hand(where: Where) -> Iterator[Completion]:
    """The cards of the hand, where that is said: a play begins with one of them."""
    held = {canonical(word, where.pack) for word in where.said("hand", "hands")}
    return (one for one in _cards(where) if not held or one.insert in held)


def _held(where: Where) -> Iterator[Completion]:
    yield from _in_hand(where)
    yield from where.words(("none",), "a play of no card", order=90)


def _winner(where: Where) -> Iterator[Completion]:
    yield from _sides(where)
    yield from where.words(("nobody",), order=90)


Proposals = Callable[[Where], Iterator[Completion]]
KINDS: Mapping[str, Proposals] = {
    "action": _actions,
    "award": lambda where: where.words(where.draft.award_names),
    "beside": lambda where: (
        one for one in clauses_beneath(_whole(where), where.path[0]) if one.label not in where.path[1:2]
    ),
    "build_memory": lambda where: _memory(where, of_builds=True),
    "built": _built,
    "called": _called,
    "card": _cards,
    "cards": _cards,
    "choice": _choices,
    "colour": lambda where: where.words(dict.fromkeys((*COLOUR_OF_SUITS.values(), *where.pack.colours))),
    "clause": _dotted,
    "file": lambda where: _files(where, False, True),
    "held": _held,
    "house": lambda where: _files(where, True),
    "letter": lambda where: where.words(dict.fromkeys(s.letter for s in (*where.pack.suits, *_USUAL))),
    "memory": _memory,
    "needed": _dotted,
    "option": _options,
    "owner": _owners,
    "play": _plays,
    "remembered": _remembered,
    "seat": _seats,
    "seats": lambda where: where.words(where.draft.seats),
    "side": _sides,
    "step": _steps,
    "steps": _steps,
    "variant": lambda where: _files(where, False),
    "winner": _winner,
    "zone": _zones,
}


def _pairs(node: Node | None) -> Iterator[tuple[Scalar, Node]]:
    yield from node if isinstance(node, Tree) else ()


def _words(node: Node) -> Iterator[str]:
    """The words of all texts in a node."""
    if isinstance(node, Scalar):
        yield from _WORDS.findall(node.text)
    elif isinstance(node, Tree):
        for _, child in node:
            yield from _words(child)
    else:
        for item in node.items:
            yield from _words(item)
