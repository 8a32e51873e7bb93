"""The public face of a ruleset: everything the command line does is a call here.

>>> from cassino_dsl import load
>>> game = load("traditional-cassino")
>>> [p["text"] for p in game.moves({"hand": "7c", "table": "3c 4d"})["plays"]]
['7c takes 3c 4d', '7c trails']
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cassino_dsl.engine.choice import EngineName, without_native
from cassino_dsl.engine.native.interruptible import interruptible
from cassino_dsl.engine.position.document import Document
from cassino_dsl.engine.position.play import in_order, play_json
from cassino_dsl.engine.position.position import Position, position_json, view_json
from cassino_dsl.engine.position.read import SEED, determined, read_position
from cassino_dsl.engine.reference.game import Engine, Progress, TooMany, no_progress, perft
from cassino_dsl.engine.reference.limits import STEPS
from cassino_dsl.engine.reference.play import Play
from cassino_dsl.engine.reference.scoring import Standing
from cassino_dsl.engine.reference.text import WrittenPlay, play_text, written
from cassino_dsl.language.diagnostics.cassino_error import CassinoError as CassinoError
from cassino_dsl.language.diagnostics.cassino_error import faulty
from cassino_dsl.language.diagnostics.diagnostic import Diagnostic, Report
from cassino_dsl.language.loading import Wish, whole_name
from cassino_dsl.language.ruleset.document import word_of
from cassino_dsl.language.ruleset.model import Ruleset
from cassino_dsl.language.ruleset.run_fault import RunFault
from cassino_dsl.match import arguments
from cassino_dsl.match.engines import Engines, GamePack, RulesetSource, check_seats, number_of_seat, pack_of
from cassino_dsl.match.game_position import GamePosition, dealt, given, of_record
from cassino_dsl.match.plays import check_hand, refusal, written_play

if TYPE_CHECKING:
    from cassino_dsl.engine.native.engine import NativeEngine
    from cassino_dsl.players.determinizations import Ending

FEW = 1_000  # positions that the reference has looked at before the native engine is worth a compilation
CROWDED = 12  # items on the table: beyond it the engines need not come to the limits of a search at the same place


def load(
    variant: str | Path,
    with_rules: str | Path | Iterable[str | Path] = (),
    seats: int | None = None,
    **options: object,
) -> Game:
    """A game: a shipped name (`"scopa"`), the path of a file, or its text, a string of several lines; with house rules
    laid on, which are named in the same ways, and options chosen. ``seats``: for a table of so many alone; else the
    game is for all numbers of seats that the variant allows, and where nobody says another, for the fewest.

    Raises ``CassinoError`` where a file has faults or an option is none or has no such value, ``NotFound`` where there
    is no such file, ``ValueError`` for a number of seats with which it is not played, ``TypeError`` for arguments that
    are nothing of the kind.
    """
    wish = Wish(variant, with_rules, options, ("with_rules", "seats"))
    ruleset = wish.ruleset()
    if seats is not None:
        ruleset = replace(ruleset, seats=(check_seats(ruleset, seats),))
    settings = tuple(f"{setting.key}={setting.value}" for setting in wish.settings)
    source = RulesetSource(whole_name(wish.variant), tuple(map(whole_name, wish.with_rules)), settings)
    return Game(ruleset, source=source)


class Game:
    """A ruleset ready to answer questions about positions. Positions are the JSON of design.md 6. ``steps``: how much
    work an answer may be; one that would be more raises ``RunFault``.

    ``engine``: who answers; no answer depends on that. ``auto`` begins with the reference, and goes on with the native
    one where enough is asked for it; ``remark`` hears once why it does not.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        steps: int | None = None,
        engine: EngineName = "reference",
        remark: Callable[[str], object] = lambda text: None,
        source: RulesetSource | None = None,
    ) -> None:
        self.ruleset, self.choice, self.remark = ruleset, engine, remark
        self.steps = steps or STEPS
        self.engines = Engines(ruleset, self.steps, source)
        self._said: set[str] = set()
        self._compiled: dict[int, NativeEngine | None] = {}
        self._asked: Counter[int] = Counter()  # by number of seats, each being a compilation of its own
        if engine == "native":
            self._compile(ruleset.seats[0])

    @property
    def pack(self) -> GamePack:
        """The cards of the game, as texts."""
        return pack_of(self.ruleset.pack)

    def __repr__(self) -> str:
        ruleset = self.ruleset
        seats = " or ".join(map(str, ruleset.seats))
        words = [
            *ruleset.house_rules,
            *(f"{o.name}={word_of(o.value)}" for o in ruleset.options if o.value != o.default),
        ]
        return f"<Game {ruleset.name}: {ruleset.title}, {seats} seats{''.join(f', {word}' for word in words)}>"

    def _repr_html_(self) -> str:
        from cassino_dsl.book.describe.rulebook import rulebook
        from cassino_dsl.book.pages.html_page import framed

        return framed(rulebook(self.ruleset, "html"))

    def __eq__(self, other: object) -> bool:
        """Games of the same ruleset are equal."""
        return self is other or (isinstance(other, Game) and other.engines == self.engines)

    def __hash__(self) -> int:
        return hash(self.engines)

    def __copy__(self) -> Game:
        return self  # nothing of it changes but what it has found out

    def __deepcopy__(self, memo: object) -> Game:
        return self

    def __reduce__(self) -> tuple[Callable[..., Game], tuple[Any, ...]]:
        return _unpickled, (self.ruleset, self.steps, self.choice, self.engines.source)

    def engine(self, seats: int | None = None) -> Engine:
        """The reference engine for a number of seats (default: the fewest)."""
        engine = self.engines(seats)
        engine.evaluate.steps.most = self.steps
        return engine

    # ---- matches

    def deal(self, seed: int | None = None, seats: int | None = None, match: int = 0) -> GamePosition:
        """The first decision of a match. Everything that chance decides in it follows from the ``seed`` (a whole number
        below 2⁶⁴; by chance where none is given) and the number of the ``match`` (from 0) among those of that seed, as
        `cassino simulate` numbers them. ``seats``: by default the fewest. Raises ``ValueError`` for a number of seats
        that the variant is not played with."""
        key = secrets.randbits(64) if seed is None else arguments.seed(seed)
        return dealt(self.engines, key, arguments.whole("match", match), seats)

    def replay(self, record: Mapping[str, Any]) -> GamePosition:
        """The position to which a record leads: a match of ``GamePosition.record`` or of `cassino simulate --records`,
        as data. Raises ``ValueError`` where it is no record of these rules, ``CassinoError`` where a play of it is not
        legal."""
        return of_record(self.engines, record)

    # ---- positions

    def position(self, position: Mapping[str, Any] | Document, seed: int = SEED) -> GamePosition:
        """Read a position; raises ``CassinoError`` where it is faulty. One before the first deal, whose hands are empty
        and whose stock is listed, is dealt out of it: every question is about the decision that follows. ``seed``: of
        what chance decides from here on."""
        found = self.read(position, arguments.seed(seed))
        if found.complete and not found.state.deals and not any(found.state.hands):
            with question(found):
                found.engine.settle(found.state)
        return given(self.engines, found, seed)

    def read(self, position: Mapping[str, Any] | Document, seed: int = SEED) -> Position:
        """A position as it stands, also before the first deal; raises ``CassinoError`` where it is faulty."""
        report = Report()
        if not isinstance(position, Document):
            arguments.position_data(position)
        document = position if isinstance(position, Document) else Document(position)
        found = read_position(self.ruleset, self.engine, document, report, seed)
        if found is None:
            raise CassinoError(report.diagnostics)
        return found

    def plays(self, position: Position) -> list[Play]:
        """The legal plays, in the order of their texts' cards: by action, cards played, cards taken, value."""
        check_hand(position)
        with question(position):
            return in_order(position.engine.evaluate.tables, self.legal(position))

    def legal(self, position: Position) -> list[Play]:
        """The legal plays in the order found; what is at fault in a position, the reference says."""
        state = position.state
        crowded = len(state.loose) + len(state.builds) > CROWDED
        engine = None if crowded else self._after_a_few(position)
        if engine is not None:
            from cassino_dsl.engine.native.engine import legal_plays

            with suppress(RunFault):
                return legal_plays(engine, position.engine.plan, state)
        return position.engine.legal(state)

    def moves(self, position: Mapping[str, Any] | Document | Position) -> dict[str, Any]:
        """The answer of ``cassino moves``."""
        found = position if isinstance(position, Position) else self.position(position)
        with question(found):
            plays = [self.play_json(found, p) for p in self.plays(found)]
        return {"turn": found.engine.decider(found.state) + 1, "plays": plays, **remarked(found)}

    def play_json(self, position: Position, play: Play) -> dict[str, Any]:
        """One play as ``moves`` prints it."""
        return play_json(position.engine, position.state, play)

    def find_play(self, position: Position, play: str | Mapping[str, Any] | WrittenPlay) -> Play | WrittenPlay:
        """The legal play that is meant, or the play as written where it is not legal.

        Raises ``CassinoError`` where the text or object is no play at all.
        """
        wanted = play if isinstance(play, WrittenPlay) else self.written_play(play)
        tables = position.engine.evaluate.tables
        for legal in self.plays(position):
            if written(tables, legal) == wanted:
                return legal
        return wanted

    def written_play(self, play: str | Mapping[str, Any]) -> WrittenPlay:
        """A play as written: a text, or an object with the keys of ``moves``."""
        return written_play(self.ruleset, play)

    def apply(
        self,
        position: Mapping[str, Any] | Document | Position,
        play: str | Mapping[str, Any],
        seed: int = SEED,
    ) -> dict[str, Any]:
        """The answer of ``cassino apply``: the position after the play, the events it caused, and where chance decided
        something, the ``seed`` by which it did (of a position that is read here)."""
        found = position if isinstance(position, Position) else self.position(position, seed)
        with question(found):
            legal = self.find_play(found, play)
            if isinstance(legal, WrittenPlay):
                raise CassinoError(self.refusal(found, legal))
            after, events = self.after(found, legal)
        chance = {"seed": seed} if after.state.chances != found.state.chances else {}
        return {"position": position_json(after), "events": events, **chance, **remarked(after)}

    def after(self, position: Position, play: Play) -> tuple[Position, list[str]]:
        """The position after a legal play, as far as it is known what follows, and the names of the events.

        Where cards are unknown, only the turn goes on; a new deal and passing need every card's place.
        """
        engine = position.engine
        log: list[str] = []
        engine.applier.log = log
        try:
            with question(position):
                state = engine.step(position.state, play)
                if position.complete:
                    engine.settle(state)
                elif not state.asks:
                    engine.settle_turn(state)
        finally:
            engine.applier.log = None
        return Position(engine, state, position.known_hands, position.stock), log

    def refusal(self, position: Position, play: WrittenPlay, places: bool = True) -> list[Diagnostic]:
        """Why a play is not legal, as a diagnostic. ``places``: whether it names the clause's place in a file."""
        with question(position):
            return refusal(position, play, places)

    def view(self, position: Mapping[str, Any] | Document | Position, seat: int) -> dict[str, Any]:
        """The position as a seat (from 1) sees it: what the variant hides from it is only counted."""
        found = position if isinstance(position, Position) else self.position(position)
        return view_json(found, number_of_seat(found.engine, seat))

    def score(self, position: Mapping[str, Any] | Document | Position) -> dict[str, Any]:
        """The answer of ``cassino score`` for a finished round."""
        found = position if isinstance(position, Position) else self.position(position)
        state = found.state
        # `checks:` speak of whole rounds: a position that leaves cards out is scored without them
        there = sum(map(len, (state.loose, state.set_apart(), *state.piles, *(b.cards for b in state.builds))))
        whole = there == self.ruleset.pack.size
        with question(found):
            standing = self.finish(found, whole)
        shown = self.ruleset.match.shown
        return {
            "sides": [
                {
                    "side": s + 1,
                    "awards": {name: shown(row[s]) for name, row in standing.awards.items()},
                    "total": shown(sum(row[s] for row in standing.awards.values())),
                    "score": shown(standing.scores[s]),
                }
                for s in range(found.engine.plan.sides)
            ],
            "winner": None if standing.winner is None else standing.winner + 1,
            "reason": standing.reason,
        }

    def finish(self, position: Position, checked: bool) -> Standing:
        """The round scored; ``checked``: what the variant says of every round must hold of it. What is at fault in it,
        the reference says."""
        engine = self._after_a_few(position)
        if engine is not None and position.state.points.keys() <= set(engine.words.awards):
            with suppress(RunFault):
                return Standing(**engine.score(position.state, checked), target=None)
        return position.engine.finish(position.state.copy(), checked)

    def perft(self, position: Position, depth: int, progress: Progress = no_progress) -> list[int]:
        """How many sequences of plays there are, by their length, up to ``depth``; a round's end has no plays. Each
        position on the way is a step, and a question of its own: as much work as any, however few there may be."""
        depth = arguments.whole("depth", depth)
        reference, state = position.engine, position.state
        reference.evaluate.steps.most = max(STEPS, self.steps)
        if self.choice == "auto":
            with suppress(TooMany):
                return perft(reference, state, depth, min(FEW, self.steps))
        engine = self._native(position)
        if engine is not None:
            with _if_possible_in_c():
                return _counted(engine, position, depth, self.steps, progress)
        try:
            return perft(reference, state, depth, self.steps, progress)
        except TooMany as fault:
            raise RunFault.too_long(self.steps) from fault

    def solve(self, position: Mapping[str, Any] | Document | Position) -> dict[str, Any]:
        """The answer of ``cassino solve``: what comes of a position if both of two sides see all cards and play as well
        as they can. Each position that is looked at is a step."""
        given = position if isinstance(position, Position) else self.position(position)
        found = self._between_two(given)
        ending = self.solved(found)
        if ending is None:
            raise RunFault.too_long(self.steps)
        if not ending.line:
            raise faulty("nothing is left to decide in this round", "`cassino score` counts it")
        plan, shown = found.engine.plan, self.ruleset.match.shown
        tables = found.engine.evaluate.tables
        seat = ending.line[0][0]
        inferred = sorted(found.known_hands - given.known_hands)
        return {
            "turn": seat + 1,
            "side": plan.side_of[seat] + 1,
            "value": shown(ending.leads[0][1]),
            "hands": {str(s + 1): " ".join(tables.text[c] for c in found.state.hands[s]) for s in inferred},
            "plays": [{"text": play_text(tables, play), "value": shown(lead)} for play, lead in ending.leads],
            "line": [{"seat": s + 1, "text": play_text(tables, play)} for s, play in ending.line],
            "points": {str(s + 1): shown(n) for s, n in enumerate(ending.outcome.points)},
        }

    def solved(self, position: Position) -> Ending | None:
        """The ending of a position in which every card has its place; None where that is too much. The reference looks
        at a few positions itself."""
        from cassino_dsl.players.determinizations import ReferenceWorlds, solved_ending

        reference, state = position.engine, position.state
        worlds = ReferenceWorlds(reference)
        if self.choice == "auto":
            few = solved_ending(reference, worlds, state, min(FEW, self.steps))
            if few is not None:
                return few
        engine = self._native(position)
        if engine is not None:
            from cassino_dsl.players.native_worlds import NativeWorlds

            with _if_possible_in_c():
                return interruptible(partial(solved_ending, reference, NativeWorlds(engine), state, self.steps))
        return solved_ending(reference, worlds, state, self.steps)

    def _between_two(self, position: Position) -> Position:
        """A position of two sides in which it is clear where every card lies; raises ``CassinoError`` for others."""
        sides = position.engine.plan.sides
        if sides != 2:
            raise faulty(
                f"only two sides can play an ending out exactly; here are {sides}", "ask of two seats, or of partners"
            )
        if position.remark:
            raise faulty(position.remark, "ask of a position after the deal")
        report = Report()
        found = determined(position, report)
        if found is None:
            raise CassinoError(report.diagnostics)
        return found

    # ---- which engine answers

    def _after_a_few(self, position: Position) -> NativeEngine | None:
        """The native engine, once there have been enough positions for it."""
        seats = position.engine.plan.seats
        self._asked[seats] += 1
        few = self.choice == "auto" and self._asked[seats] <= FEW
        return None if few else self._native(position)

    def _native(self, position: Position) -> NativeEngine | None:
        """The native engine, where it may answer for a position: it has no debts where no action makes any."""
        plan = position.engine.plan
        unheard_of = position.state.owed and not any(action.owes for action in plan.actions)
        return None if self.choice == "reference" or unheard_of else self._compile(plan.seats)

    def _compile(self, seats: int) -> NativeEngine | None:
        """The native engine; None, with a remark, where there is none. Raises ``NoEngine`` where it must be."""
        from cassino_dsl.engine.native.engine import native_engine

        if seats not in self._compiled:
            engine, reason = native_engine(self.ruleset, seats)
            if engine is None:
                remark = without_native(self.choice, reason)
                if remark not in self._said:
                    self._said.add(remark)
                    self.remark(remark)
            self._compiled[seats] = engine
        return self._compiled[seats]


def of_game(given: object) -> Game:
    """A game that somebody gave. Raises ``TypeError`` for what is none."""
    if isinstance(given, Game):
        return given
    said = f"`load({given!r})`" if isinstance(given, str) and len(given) < 40 else "`load` gives one"
    raise TypeError(f"a game is meant, not {given!r:.60}: {said}")


def _unpickled(ruleset: Ruleset, steps: int, engine: EngineName, source: RulesetSource) -> Game:
    return Game(ruleset, steps, engine, source=source)


def question(position: Position) -> AbstractContextManager[None]:
    """An answer about a position, which may only be so much work."""
    return position.engine.evaluate.steps.question()


def remarked(position: Position) -> dict[str, str]:
    """The remark of an answer about a position, where there is something to remark."""
    return {"remark": position.remark} if position.remark else {}


@contextmanager
def _if_possible_in_c() -> Iterator[None]:
    """Goes on after it where a position is none for the C, which takes fewer for possible."""
    try:
        yield
    except RunFault as fault:
        if fault.code != "bad-position":
            raise


def _counted(engine: NativeEngine, position: Position, depth: int, steps: int, progress: Progress) -> list[int]:
    """Sequences of plays by their length, counted by the C one first play after the other; each position whose plays
    are listed is a step."""
    reference = position.engine
    start = reference.settle(position.state.copy())
    with question(position):
        first = reference.legal(start) if depth else []
    counts = [1, len(first), *[0] * depth][: depth + 1]
    left = steps - 1
    for number, play in enumerate(first if depth > 1 else []):
        progress("sequences after first plays", number, len(first))
        after = reference.step(start, play)
        more = interruptible(partial(engine.perft, after, depth - 1, max(0, left)))
        left -= sum(more[:-1])
        if left < 0:
            raise RunFault.too_long(steps)
        for length, count in enumerate(more[1:], 2):
            counts[length] += count
    return counts
