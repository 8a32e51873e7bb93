"""The native engine for Python: the calls of one compiled plan, and their faults."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from ctypes import CDLL, POINTER, Array, byref, c_int, c_int64, c_uint8, c_uint64, c_void_p
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, pairwise
from threading import Lock
from time import monotonic
from typing import Any, Literal
from weakref import finalize

from cassino_dsl.engine.layout import Layout, Tally, layout_of
from cassino_dsl.engine.native.build import (
    FLAGS,
    Background,
    NoCompiler,
    QuickLibrary,
    declare,
    library,
    library_at_hand,
    load,
)
from cassino_dsl.engine.native.printer import Unsupported
from cassino_dsl.engine.native.states import words_of
from cassino_dsl.engine.native.translation_unit import unit
from cassino_dsl.engine.native.words import Words
from cassino_dsl.engine.reference import limits
from cassino_dsl.engine.reference.cards import CardTables
from cassino_dsl.engine.reference.numbers import bits, points_of
from cassino_dsl.engine.reference.play import DONE, Play
from cassino_dsl.engine.reference.state import Item, State
from cassino_dsl.language.core.forms import let_order
from cassino_dsl.language.core.passes import core_of
from cassino_dsl.language.plan.plan import Plan
from cassino_dsl.language.ruleset.expr import ELEMENT, Type
from cassino_dsl.language.ruleset.model import Ruleset
from cassino_dsl.language.ruleset.run_fault import RunFault

CodeName = Literal["any", "quick", "optimised"]
Library = CDLL | QuickLibrary
PATIENCE = 0.15  # seconds of play, after which one looks for faster code
WORTH = 2.0  # … or, where it is known what is to come, as many of that: what it takes to make beside play
PLAYERS = ("random", "greedy", "learned")  # as the C numbers them
REASON_TIE, REASON_DRAW = 16, 32
_I64, _U64, _U8 = POINTER(c_int64), POINTER(c_uint64), POINTER(c_uint8)


@dataclass(frozen=True, slots=True)
class NativeGame:
    """What the C plays in, for one caller at a time; ``library``: whose code made it, which alone knows it."""

    library: Library
    _as_parameter_: int  # where it lies: what ctypes hands over


@dataclass(frozen=True, slots=True)
class NativePlay:
    """A legal play as the C lists it: ``action`` -1 ends the turn; cards as bits."""

    action: int
    value: int
    decision: int
    cards: int
    taken: int
    lets: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayedUnits:
    """What came of a run of units: how many were ``done``; rows and log where they were asked for."""

    done: int
    tally: Tally
    rows: list[list[int]] | None
    log: list[int] | None
    fault: RunFault | None
    code: CodeName


class NativeEngine:
    """A core, compiled. Calls may come from several threads: each works on a game of its own.

    ``code``: of which compiler. ``any`` begins with the quick one, unless the cache has what the optimising one made,
    and goes over to that when it has played for a while, or is going to: the optimising one is at work beside it. No
    record depends on it. ``waits``: whether the optimising one may be waited for, where the quick one will not do.
    With ``flags`` of its own it is the optimising one. ``many``: with what plays many games at once (``games.py``).
    """

    def __init__(
        self,
        ruleset: Ruleset,
        seats: int,
        flags: tuple[str, ...] | None = None,
        code: CodeName = "any",
        waits: bool = True,
        many: bool = False,
    ) -> None:
        self.plan = plan = core_of(ruleset, seats)
        self.words = Words(plan)
        self.layout: Layout = layout_of(plan)
        self.tables = CardTables(plan)
        self.lets = max((len(a.let) for a in plan.actions), default=0)
        self._text = unit(plan, many)
        self._lock, self._clock = Lock(), monotonic  # of its own: a game may be given back when modules are emptied
        self._out, self._played = 0, 0.0  # games out; for how long there were any, without those that still are
        self._patience = PATIENCE
        self._units, self._ahead = 0, 0  # played, and known to be still to come
        self._better: Background | None = None
        self._use(_compiled(self._text, "optimised" if flags else code, flags or FLAGS, waits))
        self._may_improve = code == "any" and isinstance(self.library, QuickLibrary)

    @property
    def code(self) -> CodeName:
        """Whose code plays now."""
        return _code(self.library)

    def _use(self, library: Library) -> None:
        self.library, self._idle = library, list[NativeGame]()
        self._declare(library)
        finalize(self, _free_all, self._idle)

    def _declare(self, lib: Library) -> None:
        game, words, tries = c_void_p, [_I64, c_uint64], [*[c_uint64] * 3, c_int, c_int]
        declare(
            lib,
            "cassino",
            ("new", game, []),
            ("free", None, [game]),
            ("fault", None, [game, _I64]),
            ("play", c_int, [game, *[c_uint64] * 4, _U8, _U8, *[c_int] * 3, *[_I64] * 6, _U64]),
            ("log", _U64, [game, _U64]),
            ("legal", c_int, [game, *words, c_int, c_uint64, POINTER(_I64), _U64]),
            ("perft", c_int, [game, *words, c_int, c_uint64, _U64]),
            ("score", c_int, [game, *words, c_int, _I64]),
            ("forget", c_int, [game]),
            ("remember", c_int, [game, *words, c_uint64]),
            ("try_plays", c_int, [game, *words, _U64, *tries, _U64, c_uint64, _I64, _I64, _U64]),
            ("solve", c_int, [game, *words, _U64, c_uint64, c_int, _U64, _I64]),
            ("worths", c_int, [game, *words, _U64, _U64, c_uint64, _I64]),
            ("learn", c_int, [game, *words]),
            ("choose", c_int, [game, *words, c_int, c_uint64, _U64, _U64]),
        )

    def expects(self, units: int) -> None:
        """So many units are going to be played."""
        self._units, self._played, self._ahead, self._patience = 0, 0.0, units, PATIENCE

    def _look(self) -> None:
        """Go over to what the optimising compiler made, if it is there and it is time to look; else it is set to work.
        Where it is known what is to come, only if that, by the pace so far, takes as long as it does, or once all is
        played, for the next run: one that is soon over is not held up by it."""
        if self._better is None and self._ahead:
            due = self._played * self._ahead > WORTH * self._units > 0
        else:
            due = self._played > self._patience
        if not (due and self._may_improve):
            return
        ended = self._better is not None and self._better.done()
        found = library_at_hand(self._text)
        if found is not None:
            with suppress(NoCompiler):
                self._use(load(found))
        elif self._better is None:
            self._better = Background(self._text, wanted=bool(self._ahead))
        self._may_improve = found is None and not ended
        self._patience = self._played + PATIENCE

    @contextmanager
    def game(self) -> Iterator[NativeGame]:
        """A game for some calls; raises ``MemoryError`` where there is no room for one more."""
        with self._lock:
            self._look()
            idle = self._idle
            if not idle:
                place = self.library.cassino_new()
                if not place:
                    raise MemoryError
                idle.append(NativeGame(self.library, place))
            game, since = idle.pop(), self._clock()
            self._out += 1
        try:
            yield game
        finally:
            with self._lock:
                idle.append(game)
                self._played += (self._clock() - since) / self._out
                self._out -= 1

    # ---- whole units

    def play(
        self,
        seed: int,
        first: int,
        count: int,
        players: tuple[str, ...],
        single_rounds: bool = False,
        rows: bool = False,
        log: bool = False,
        rotates: bool = True,
        learned: Sequence[int] = (),
        again: int = 0,
    ) -> PlayedUnits:
        """Play ``count`` units from number ``first`` on, and add up what the layout counts. ``learned``: the words of
        what the player of that name has learned. ``again``: as of a task."""
        width = self.layout.width
        bins = [n for _, n in self.layout.histograms]
        sums, squares, cross = ((c_int64 * (2 * width))() for _ in range(3))
        histogram = (c_int64 * sum(bins))()
        row_room = (c_int64 * (width * count))() if rows else None
        kinds = (c_uint8 * self.plan.seats)(*(PLAYERS.index(name) for name in players))
        different = list(dict.fromkeys(players))
        numbers = (c_uint8 * self.plan.seats)(*(different.index(name) for name in players))
        stuck, done, logged = c_int64(-1), c_uint64(), c_uint64()
        with self.game() as game:
            if PLAYERS[-1] in players:
                self.learn(game, learned)
            code = game.library.cassino_play(
                game, seed & (2**64 - 1), first, count, again, kinds, numbers, rotates, single_rounds, log,
                sums, squares, cross, histogram, row_room, byref(stuck), byref(done),
            )  # fmt: skip
            fault = self.fault(game, code) if code else None
            words = game.library.cassino_log(game, byref(logged)) if log else []
            written = words[: logged.value] if logged.value else []
        with self._lock:
            self._units += count
            self._ahead = max(0, self._ahead - count)
            if not self._ahead:
                self._look()
        whole, flat = list(row_room or ()), tuple(histogram)
        histograms = tuple(flat[a:b] for a, b in pairwise(accumulate(bins, initial=0)))
        first_stuck = None if stuck.value < 0 else stuck.value
        return PlayedUnits(
            done=done.value,
            tally=Tally(count, _wide(sums), _wide(squares), _wide(cross), histograms, first_stuck),
            rows=[whole[i * width : (i + 1) * width] for i in range(done.value)] if rows else None,
            log=written if log else None,
            fault=fault,
            code=_code(game.library),
        )

    def learn(self, game: NativeGame, learned: Sequence[int]) -> None:
        """Tell a game what has been learned (``Policy.words``)."""
        self.call(game, "learn", (c_int64 * len(learned))(*learned), len(learned))

    # ---- positions

    def legal(self, state: State, drawn: int | None = None) -> list[NativePlay]:
        """The legal plays of a state, in the order found; of them only the one that the player `random` makes, where
        the key of its decision is given (``drawn``)."""
        words = self.words_of(state)
        plays, count = _I64(), c_uint64()
        with self.game() as game:
            self.call(game, "legal", words, len(words), drawn is not None, drawn or 0, byref(plays), byref(count))
            size = 7 + self.lets
            flat = plays[: count.value * size] if count.value else []
        return [
            NativePlay(flat[i], flat[i + 1], flat[i + 2], *_masks(flat[i + 3 : i + 7]), tuple(flat[i + 7 : i + size]))
            for i in range(0, len(flat), size)
        ]

    def perft(self, state: State, depth: int, steps: int = 2**62) -> list[int]:
        """How many sequences of plays there are, by their length, up to ``depth``. After so many positions whose plays
        were listed it goes no further, and what it gives then adds up to more than these."""
        words = self.words_of(state)
        counts = (c_uint64 * max(1, depth))()
        with self.game() as game:
            self.call(game, "perft", words, len(words), depth, steps, counts)
        return [1, *list(counts)[:depth]]

    def score(self, state: State, checked: bool = True) -> dict[str, Any]:
        """A finished round scored: awards by name, scores, winner, whether the match is over, and why."""
        words = self.words_of(state)
        sides, awards = self.plan.sides, self.words.awards
        out = (c_int64 * (5 + sides + max(1, len(awards)) * sides))()
        with self.game() as game:
            self.call(game, "score", words, len(words), checked, out)
        over, winner, reason, award, target = out[:5]
        scores = list(out[5 : 5 + sides])
        points = self.points(list(out[5 + sides :]))
        return {
            "awards": points,
            "scores": scores,
            "winner": None if winner < 0 else winner,
            "over": bool(over),
            "reason": self.reason(reason, award, target),
        }

    def points(self, flat: list[int]) -> dict[str, list[int]]:
        """Points by award and side, from one flat list."""
        sides = self.plan.sides
        declared = len(self.plan.awards)
        rows = {name: flat[i * sides : (i + 1) * sides] for i, name in enumerate(self.words.awards)}
        in_play = sorted(self.words.awards[declared:])
        return {n: rows[n] for n in (*self.words.awards[:declared], *in_play) if n not in in_play or any(rows[n])}

    def reason(self, code: int, award: int, target: int) -> str:
        """Why a match is over, in the words of the reference engine."""
        plain = code & ~(REASON_TIE | REASON_DRAW)
        rounds, to = self.plan.rounds, self.plan.ruleset.match.shown(target)
        text = {
            0: "",
            1: "won in play",
            2: f"first to {to} points, on {self.words.awards[award] if award >= 0 else ''}",
            3: "the match was ended in play",
            4: f"{to} points or more",
            5: f"{rounds} round{'s' if rounds != 1 else ''} played",
            6: "the match is over",
        }[plain]
        return text + (", but a tie" if code & REASON_TIE else ", and a tie" if code & REASON_DRAW else "")

    def words_of(self, state: State) -> Any:
        """A state as the C reads it."""
        words = array("q", words_of(self.plan, self.words, state))  # ctypes takes ten times as long over a list
        return (c_int64 * len(words)).from_buffer(words)

    # ---- faults

    def call(self, game: NativeGame, name: str, *args: object) -> None:
        """Call a function of the C on a game; a fault is raised."""
        code = getattr(game.library, f"cassino_{name}")(game, *args)
        if code:
            raise self.fault(game, code)

    def fault(self, game: NativeGame, code: int) -> RunFault:
        """What the C says of a fault that a call on a game gave by its number."""
        sides = self.plan.sides
        what = (c_int64 * (3 + max(1, len(self.words.awards)) * sides))()
        game.library.cassino_fault(game, what)
        index = what[1]
        if code == 1:
            return RunFault.too_many_plays(limits.MAX_PLAYS)
        if code == 2:
            return RunFault.too_many_subsets(index, what[2])
        kinds = {
            3: "a round",
            4: "a match",
            5: "dealing anew",
            6: "a chain of `score changed` events",
            9: "a row of decisions that wait",
            11: "what one award causes by `score changed` events",
            12: "the deals of a round",
            13: "a number that is remembered",
        }
        if code in kinds:
            return RunFault.endless(kinds[code], what[2])
        if code == 16:
            return RunFault.endless(points_of(self.words.awards[index]), what[2])
        if code == 7:
            name, points = self.plan.checks[index][0], self.points(list(what[3:]))
            return RunFault.check_failed(name, points, self.plan.ruleset.match.shown)
        if code == 8:
            return RunFault("too-many-plays", "there are more builds on the table than the native engine can hold")
        if code == 14:
            return RunFault.too_long(what[2])
        if code == 15:
            return RunFault.idle(what[2])
        if code == 10:
            raise MemoryError
        return RunFault("bad-position", "this position cannot be")


def _code(library: Library) -> CodeName:
    return "quick" if isinstance(library, QuickLibrary) else "optimised"


def _compiled(text: str, code: CodeName, flags: tuple[str, ...], waits: bool) -> Library:
    """The functions of a C text. Raises ``NoCompiler`` where there are none here, with what the optimising compiler
    says of it."""
    if code == "any":
        found = library_at_hand(text)
        if found is not None:
            return load(found)
    if code != "optimised":
        try:
            return QuickLibrary(text)
        except NoCompiler:
            if code == "quick" or not waits:
                raise
    return load(library(text, flags))


@lru_cache(maxsize=16)
def native_engine(ruleset: Ruleset, seats: int, waits: bool = True) -> tuple[NativeEngine | None, str]:
    """The native engine of a ruleset, or None and the reason in words why there is none here."""
    try:
        return NativeEngine(ruleset, seats, waits=waits), ""
    except Unsupported as construct:
        return None, str(construct)
    except NoCompiler as fault:
        return None, str(fault)


def _free_all(idle: list[NativeGame]) -> None:
    """Give back the memory of all idle games."""
    for game in idle:
        game.library.cassino_free(game)


def _wide(words: Array[c_int64]) -> tuple[int, ...]:
    """The numbers that the C writes as two words each."""
    return tuple(high << 64 | low & (2**64 - 1) for low, high in zip(words[::2], words[1::2], strict=True))


def _masks(words: list[int]) -> tuple[int, int]:
    low, high, taken_low, taken_high = (w & (2**64 - 1) for w in words)
    return high << 64 | low, taken_high << 64 | taken_low


def legal_plays(engine: NativeEngine, plan: Plan, state: State, drawn: int | None = None) -> list[Play]:
    """The legal plays of a state as plays of the reference engine, whose ``plan`` this is, in the order in which that
    lists them: the actions in the order of the file. ``drawn``: as of ``NativeEngine.legal``."""
    asked = state.asks[0] if state.asks else None
    seat = asked.seat if asked else state.seat

    def place(play: Play) -> int:
        return len(plan.actions) if play is DONE else play.action.index

    return sorted((_play(engine, plan, state, seat, p) for p in engine.legal(state, drawn)), key=place)


def _play(engine: NativeEngine, plan: Plan, state: State, seat: int, play: NativePlay) -> Play:
    if play.action < 0:
        return DONE
    action = plan.declared[play.action]
    items: list[Item] = [c for c in state.loose if play.taken >> c & 1]
    rest = play.taken & ~sum(1 << c for c in items if isinstance(c, int))
    for build in state.builds:
        if any(rest >> c & 1 for c in build.cards):
            items.append(build)
            rest &= ~sum(1 << c for c in build.cards)
    items += bits(rest)
    let = [action.let[i] for i in let_order(action)]
    names = {
        name: _bound(engine, state, ELEMENT[source.type], code)
        for (name, source), code in zip(let, play.lets, strict=False)
    }
    return Play(
        action=action,
        seat=seat,
        cards=tuple(bits(play.cards)),
        items=tuple(items),
        value=play.value,
        decision=play.decision,
        names=names,
    )


def _bound(engine: NativeEngine, state: State, type: Type, code: int) -> Any:
    """A binding of the C as the reference engine has it."""
    if type is Type.INT:
        return code
    if type is Type.BUILD or (type is Type.ITEM and code >= 128):
        slot = code - 128 if type is Type.ITEM else code
        return state.builds[slot] if 0 <= slot < len(state.builds) else None
    if code < 0:
        return None
    known = engine.words.lists.get(type)
    return known[code] if known is not None else code
