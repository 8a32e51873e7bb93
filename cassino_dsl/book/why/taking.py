"""The conditions of a play as `why` lists them; and whether an action can take exactly certain items, and which of its
parts stands in the way.

Of a play that an action cannot make, ``distance`` says how near it comes: what its parts cannot take between them, and
what keeps the nearest part from taking that too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from functools import reduce
from operator import and_
from typing import Any

from cassino_dsl.book.describe.actions import needed
from cassino_dsl.book.describe.english import first_up, joined, title_of
from cassino_dsl.book.describe.expression_patterns import like
from cassino_dsl.book.describe.fixed_words import COMPARED
from cassino_dsl.book.why.observe import names_kept
from cassino_dsl.book.why.reasons import SUM, Speaker
from cassino_dsl.engine.reference.candidates import ActionSearch
from cassino_dsl.engine.reference.play import Frame
from cassino_dsl.engine.reference.search import Candidates, ItemIndex, unions
from cassino_dsl.engine.reference.state import Build, Item
from cassino_dsl.language.ruleset.expr import Call, Expr, Name, Quantified, Type, all_of, conjuncts, walk
from cassino_dsl.language.ruleset.model import Action, Part
from cassino_dsl.language.ruleset.operators import FILTER, IN
from cassino_dsl.language.ruleset.span import Span
from cassino_dsl.language.ruleset.words import QUANTITY

VERDICTS = {True: "allowed", False: "refused", None: "not reached"}
_WAYS = 3  # in which a play may be made complete, that are told
_LONG = 24  # words of what is missing that nobody wants to read: the author's own words lead there
_ITEM = "item that is asked about"  # its name; no file can have a space in a name
_TWIN = ("=", "?c", ("card",))  # which next to no card is
_ALIEN = 7  # how much it stands in the way that a part speaks of nothing like an item


class Stage(IntEnum):
    """How far a play comes with an action: what refuses it."""

    NUMBER = 0  # so many cards are not played
    ELSEWHERE = 1  # the step does not come now, and the play is none of the action's
    WHERE = 2  # such cards are not
    LET = 3  # its names can stand for nothing, or not for the value announced
    TAKE = 4  # its parts do not take that
    STEP = 5  # it could be its play, at another moment of a turn
    WHEN = 6  # its own condition
    TO = 7  # its cards have nowhere to go
    RULES = 8
    DEBTS = 9
    PREFERENCES = 10
    FITS = 11


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition: what it is called, whether it holds (None: it was not reached), its place in the file, what it
    saw, and its text, if not that of its place. ``because``: why it refuses the play, worked out when asked for, and
    ``link``: what joins that to `9s may not take Ac` (nothing: it is a sentence by itself); ``by``: what the author
    calls the clause, ``about``: and says of it."""

    clause: str
    holds: bool | None
    span: Span | None = None
    values: Mapping[str, Any] = field(default_factory=dict)
    stage: Stage = Stage.FITS
    because: str | Callable[[], str] = ""
    link: str = ": "
    by: str = ""
    about: str = ""
    text: str = ""

    @property
    def refuses(self) -> bool:
        return self.holds is False

    @property
    def place(self) -> str | None:
        return f"{self.span.file}:{self.span.line}:{self.span.column}" if self.span else None

    def reason(self, what: str) -> str:
        """Why it refuses a play; ``what``: that the play may not be made."""
        because = self.because if isinstance(self.because, str) else self.because()
        return self.about + first_up(f"{what}{self.link}{because}" if self.link else because)

    def json(self) -> dict[str, Any]:
        return {
            "clause": self.clause,
            "text": self.text or (source_text(self.span) if self.span else ""),
            "place": self.place,
            "values": dict(self.values),
            "verdict": VERDICTS[self.holds],
        }


def source_text(span: Span) -> str:
    """The text of a clause as the file has it, in one line."""
    return " ".join(span.text.split())


class Taking:
    """What the parts of an action make of some items, with the bindings of a frame. ``part``: the one that is nearest
    to taking what none takes, ``rest``; without a rest, what it would have to take too is ``left``. ``ways``: what the
    plays that are legal take besides, where some take these items and more: whoever knows them says so."""

    def __init__(self, search: ActionSearch, f: Frame, items: tuple[Item, ...], speaker: Speaker) -> None:
        self.search, self.f, self.items, self.speaker = search, f, items, speaker
        self.action, self.observer = search.action.action, speaker.observer
        self.names = {name: f.names[name] for name, _ in search.let}
        self.index = ItemIndex([*f.state.loose, *f.state.builds])
        self.wanted = self.index.mask(items)
        self.found = [p.candidates(f, self.index) for p in search.parts]
        self.sets = unions(self.found, search.steps)
        takes = bool(items) and self.wanted in self.sets
        self.fits = takes if search.parts else not items
        self.part: Part | None = None
        self.rest: tuple[Item, ...] = ()
        self.left: tuple[Item, ...] = ()
        self.ways: list[set[Item]] = []
        self.distance = 0 if self.fits else len(items) + 1
        self.allowed = False  # whether the action's own condition holds, too: who asks it says so
        if not self.fits and search.parts:
            self._nearest()

    @property
    def rank(self) -> tuple[bool, bool, int]:
        """How near these bindings come, for comparison with others of the action."""
        return self.fits, self.allowed, -self.distance

    def _nearest(self) -> None:
        inside = [self._within(c) for c in self.found]
        reached = max(unions(inside, self.search.steps), key=int.bit_count, default=0)
        self.rest = self.index.members(self.wanted & ~reached)
        if self.rest:
            near = [(self._faults(part), not part.with_card, at) for at, part in enumerate(self.action.take)]
            faults, _, at = min(near)
            self.part, self.distance = self.action.take[at], len(self.rest) + faults
            if not any(like(test, SUM) for test, _ in self._obstacles(self.part)) and (
                left := self._besides(self.sets)
            ):
                self.rest, self.left, self.distance = (), left, 1
        else:
            self.part, self.left = self._lacking()
            self.distance = 1

    def _within(self, found: Candidates) -> Candidates:
        """What a part may take of what is wanted, where it need not take anything."""
        quantity = "maybe" if QUANTITY[found.quantity].single else "any"
        return Candidates(quantity, [c for c in found.choices if not c & ~self.wanted], True)

    def _lacking(self) -> tuple[Part, tuple[Item, ...]]:
        """All can be taken, and a part would have to take more."""
        parts = list(zip(self.action.take, self.found, strict=True))
        for part, found in parts:
            if left := self._must_take(part, found):
                return part, self.index.members(left[0] & ~self.wanted)
        lacking = [(part, found) for part, found in parts if part.row.needs_one(found.empty_fits)]
        none_inside = [one for one in lacking if all(c & ~self.wanted for c in one[1].choices)]
        part, found = [*none_inside, *lacking, *parts][0]
        return part, self._besides(self.wanted | c for c in found.choices)

    def _besides(self, wholes: Iterable[int]) -> tuple[Item, ...]:
        """What is in all of those that could be taken, and is not wanted."""
        more = [whole & ~self.wanted for whole in wholes if whole in self.sets and not self.wanted & ~whole]
        return self.index.members(reduce(and_, more)) if more else ()

    def _must_take(self, part: Part, found: Candidates) -> list[int]:
        """What is not wanted though a part must not leave it."""
        if part.quantity == "all":
            outside = [c for c in found.choices if c & ~self.wanted]
            return [_union(outside)] if outside else []
        return [c for c in found.choices if not c & self.wanted] if part.quantity == "maximal" else []

    # ---- what keeps a part from taking the rest

    def _faults(self, part: Part) -> int:
        alien = any(_is_alien(part, item) for item in self.rest)
        source = walk(self.observer.in_force(part.source))
        filtered = any(isinstance(e, Quantified) and e.row is FILTER for e in source)  # a condition leaves items out
        weights = (
            4 if like(test, _TWIN) else 3 if like(test, SUM) or (_ITEM in of and not filtered) else 2
            for test, of in self._obstacles(part)
        )
        return _ALIEN * alien + sum(weights) or 1

    def _obstacles(self, part: Part) -> Iterator[tuple[Expr, dict[str, Any]]]:
        """The conditions that what is left does not meet, each with what it is asked of: to be among what the part
        chooses from, then its own. Of what it speaks of nothing like of, no more is asked."""
        source = list(self.observer.value(part.source, self.f))
        among = Call(Type.BOOL, IN, (Name(Type.ITEM, _ITEM, part.span), part.source), part.span)
        yield from ((among, {_ITEM: item}) for item in self.rest if item not in source)
        if part.where is None or any(_is_alien(part, item) for item in self.rest):
            return
        unlike = part.groups and part.variable_type is Type.CARDS and any(isinstance(i, Build) for i in self.rest)
        tests = [t for t in conjuncts(self.observer.in_force(part.where)) if not unlike or like(t, SUM)]
        if part.groups and len(self.rest) < len(self.items):  # how many they are is asked of all that it takes
            tests = [t for t in tests if not any(like(t, (sign, ("count", "?g"), "?n")) for sign in COMPARED)]
        for value in (self.rest,) if part.groups else self.rest:
            with names_kept(self.f):
                self.f.names[part.variable] = value
                failing = [test for test in tests if not self.observer.evaluate(test)(self.f)]
            yield from ((test, {part.variable: value}) for test in failing)

    # ---- in conditions and words

    def conditions(self) -> Iterator[Condition]:
        """The parts one by one; that which is nearest to taking all says why it does not."""
        if not self.action.take:
            yield Condition(
                "what is taken",
                self.fits,
                self.action.span,
                stage=Stage.TAKE,
                because=f"“{title_of(self.action.name)}” takes nothing",
                text="this action takes nothing from the table",
            )
        for part, found in zip(self.action.take, self.found, strict=True):
            refused = part is self.part
            inside = [c for c in found.choices if not c & ~self.wanted]
            values = {"fits": self._texts(inside)} if inside else {}
            if must := self._must_take(part, found):
                values["would have to take"] = self._texts(must)
            if refused and self.rest:
                values["does not fit"] = [self.observer.text(i, Type.ITEM) for i in self.rest]
            yield Condition(f"part `{part.name}`", not refused, part.span, values, Stage.TAKE, self._because)

    def _texts(self, choices: list[int]) -> list[str]:
        shown = [" ".join(self.observer.text(i, Type.ITEM) for i in self.index.members(c)) for c in choices[:8]]
        return shown + (["…"] if len(choices) > 8 else [])

    def _because(self) -> str:
        """Why the nearest part does not take the items."""
        part, name, say = self.part, title_of(self.action.name), self.speaker
        assert part is not None
        if not self.items:
            return f"“{name}” has to take something from the table"
        if self.left or (self.ways and not self.rest):
            least = [way for way in self.ways if not any(other < way for other in self.ways)] or [{*self.left}]
            none = ", for nothing that fits may be left" if part.quantity == "maximal" and self.left else ""
            if len(least) > _WAYS:
                return "something else has to be taken too"
            told = [self.index.members(self.index.mask(tuple(way))) for way in sorted(least, key=len)]
            has = "has" if len(told[-1]) == 1 else "have"
            return f"{joined([joined(say.items(way)) for way in told], 'or')} {has} to be taken too{none}"
        if self.rest:
            for test, names in self._obstacles(part):
                alike = [a for a in say.ruleset.actions if a.kind == self.action.kind]
                alone = part.groups and all(p.source.type is Type.CARDS for a in alike for p in a.take if p.groups)
                if alone and isinstance(names.get(_ITEM), Build):
                    return "a build cannot be part of a sum in this game"
                with names_kept(self.f):
                    self.f.names |= names
                    return say.because(test, self.f)
        ready = say.resolved(self.action)
        as_said = next((p for p in ready.take if p.name == part.name), part)
        if self.rest:
            what = say.phrases.members(as_said.source)
            return f"“{name}” takes only one {f'set of {what.plural}' if part.groups else what.one}"
        return self._needs(ready, as_said)

    def _needs(self, action: Action, part: Part) -> str:
        """What a part would have to take besides."""
        sums = [t for t in conjuncts(part.where) if like(t, SUM)] if part.groups and part.where else []
        part = replace(part, where=all_of(sums, part.span)) if sums else part
        names = {b.name: self.observer.told(self.f.names[b.name], b.type) for b in self.action.let}
        text, tests = needed(self.speaker.phrases, action, part, names), [*conjuncts(part.where)] if part.where else []
        while len(text.split()) > _LONG and len(tests) > 1 and not part.groups:
            rest = tests.pop()
            text = needed(self.speaker.phrases, action, replace(part, where=all_of(tests, part.span)), names)
            if (near := self._first(part, tests)) is not None:
                with names_kept(self.f):
                    self.f.names[part.variable] = near
                    return self.speaker.because(rest, self.f)
        if len(text.split()) > _LONG and action.about:
            return f"that is no “{title_of(action.name)}”, by which {' '.join(action.about.split())}"
        return f"“{title_of(action.name)}” also needs {text}, and that is missing"

    def _first(self, part: Part, tests: Sequence[Expr]) -> Item | None:
        """The first of what a part chooses from that meets these conditions."""
        with names_kept(self.f):
            for item in self.observer.value(part.source, self.f):
                self.f.names[part.variable] = item
                if all(self.observer.value(test, self.f) for test in tests):
                    return item  # type: ignore[no-any-return]
        return None


def _union(masks: Sequence[int]) -> int:
    whole = 0
    for mask in masks:
        whole |= mask
    return whole


def _is_alien(part: Part, item: Item) -> bool:
    """Whether a part speaks of nothing like an item: of cards only, and it is a build, or of builds only."""
    if isinstance(item, Build):
        return part.variable_type in (Type.CARD, Type.CARDS) and not part.groups
    return part.variable_type in (Type.BUILD, Type.BUILDS)
