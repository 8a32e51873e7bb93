"""A position for programs that play: what each seat knows of it, how it is kept, and where matches come from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from copy import copy
from dataclasses import FrozenInstanceError, dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from cassino_dsl.engine.position.document import Document
from cassino_dsl.engine.position.position import Position, position_json, view_json
from cassino_dsl.engine.position.read import read_position
from cassino_dsl.engine.reference.game import Engine
from cassino_dsl.engine.reference.observation_history import Sight, seen_of, seen_since
from cassino_dsl.engine.reference.rng import match_key
from cassino_dsl.language.diagnostics.diagnostic import Report
from cassino_dsl.language.ruleset.run_fault import RunFault
from cassino_dsl.match.engines import Engines
from cassino_dsl.match.picture import position_line, position_picture
from cassino_dsl.match.played_position import Origin, PlayedPosition, at_its_end, go_on
from cassino_dsl.match.seen_so_far import MatchMoment, SeenSoFar, seen_at
from cassino_dsl.match.worlds import SeenBefore, seed_from, seen_before, world_of
from cassino_dsl.players.plays_seen import knowledge_of

if TYPE_CHECKING:
    from cassino_dsl.match.play_rows import Numbers, PlaysBefore
    from cassino_dsl.match.tensor import Tensor, Tensors
    from cassino_dsl.match.worlds import Chance


def _refused(position: object, name: str, value: object = None) -> None:
    raise FrozenInstanceError(f"positions never change, so `{name}` stays as it is: `play` gives another position")


def _never_changing(made: type[GamePosition]) -> type[GamePosition]:
    """Says so to who tries: what a frozen dataclass with slots says of a property is a fault from within."""
    for method in ("__setattr__", "__delattr__"):
        setattr(made, method, _refused)
    return made


@_never_changing
@dataclass(frozen=True, slots=True, eq=False, repr=False)
class GamePosition(PlayedPosition):
    """A position of a match, and what each seat knows of it. Seats and sides are numbered from 1; points are whole
    numbers, or halves (``float``) where the variant gives such.

    It stands where a seat decides, or where a round is over (``round_over``): deals, passes and everything else between
    two decisions follows by itself. Positions are equal that came from the same beginning by the same plays. Raises
    ``RunFault`` where play shows a fault of the ruleset.

    ``Game.deal``, ``Game.position`` and ``Game.replay`` make positions. What they are made of (``engine``, ``state``,
    ``stock``, ``known_hands``, ``origin``, ``made``, ``played``, ``ended``, ``kept``) knows hidden cards, is for the
    program itself, and may change.
    """

    _own = frozenset({*PlayedPosition.__dataclass_fields__, "plays"} - {"before"})

    # ---- what a seat knows

    def view(self, seat: int) -> dict[str, Any]:
        """What a seat (from 1) sees now, with the keys of `cassino moves` positions: what is hidden from it is only
        counted, or `?`. Raises ``ValueError`` where there is no such seat, as all that is asked of one."""
        return view_json(self, self._numbered(seat))

    def information_state(self, seat: int) -> str:
        """All that a seat has seen since the match began (or since the position that was given), in order, and nothing
        else: the same text in two positions just where the seat cannot tell them apart. One line for what it saw first,
        one for every play, and one each for what then was not as before; what it might play, where it decides; what
        rounds brought."""
        seen: SeenSoFar = self._since("seen", self._numbered(seat), _seen_next)
        return seen.text

    def information_tensor(self, seat: int) -> Tensor:
        """What a seat is told here (the observation of all environments), which cards it knows to lie in each place,
        and what it saw of the last 64 plays of the match, the last one first: an array of ``float32``, of the shape
        ``(len(information_labels),)``, the same for all positions of as many seats. Nothing is scaled;
        ``information_labels`` says what each number is."""
        with self.engine.evaluate.steps.question():
            number = self._numbered(seat)
            return tensors_of(self.engine).row(observed(self, number), self._sight(number), plays_before(self, number))

    @property
    def information_labels(self) -> tuple[str, ...]:
        """What each number of ``information_tensor`` tells: `hands 0 faces: 7c` is how many 7c the seat that looks
        sees in its own hand, 1 is the next seat or side in playing order; `piles 1 known: 7c` how many it knows to lie
        there, also unseen; `play -1` is the last one."""
        return tensors_of(self.engine).labels

    def sample(self, seat: int, rng: Chance) -> GamePosition:
        """A position as it might be, for all that a seat knows: the cards that it cannot place lie anew, and so does
        what is dealt later. To that seat it is the same position, with the same information state; what the others saw
        before is not known to it, so they have seen nothing else yet. ``rng``: a ``random.Random``, a
        ``numpy.random.Generator``, or a seed. Raises ``ValueError`` where the round is over, or not all cards have
        their places."""
        number = self._numbered(seat)
        if self.is_over:
            raise ValueError("the round is over: nothing is to be played that could be imagined")
        if not self.complete:
            raise ValueError("not every card has its place here: name `hands` of all seats and the `stock`")
        with self.engine.evaluate.steps.question():
            sight = self._sight(number)
            state, seed = world_of(self, sight, seed_from(rng))
        texts: SeenSoFar = self._since("seen", number, _seen_next)
        seen = seen_before(sight, texts, plays_before(self, number), cards_seen(self, number))
        return given(self.origin.engines, replace(self._whole(), state=state), seed, seen)

    def _whole(self) -> Position:
        """The position by itself."""
        return Position(self.engine, self.state, self.known_hands, self.stock)

    def _sight(self, seat: int) -> Sight:
        sight: Sight = self._since("sight", seat, _sight_next)
        return sight

    def _since(self, what: str, seat: int, following: Callable[[Any, GamePosition, int], Any]) -> Any:
        """What follows from all positions so far, one after the other; kept for each."""
        ways: list[GamePosition] = []
        here: GamePosition | None = self
        while here is not None and (what, seat) not in here.kept:
            ways.append(here)
            here = here.before
        found = None if here is None else here.kept[what, seat]
        for position in reversed(ways):
            with self.engine.evaluate.steps.question():
                found = position.kept[what, seat] = following(found, position, seat)
        return found

    # ---- as data

    def as_json(self) -> dict[str, Any]:
        """The whole position, hidden cards too, as data; ``Game.position`` reads it."""
        return position_json(self)

    def _course(self) -> tuple[Origin, int | dict[str, Any], tuple[str | None, ...]]:
        """How it came about: from where, from how many seats or which position, by which plays."""
        first = self
        while first.before is not None:
            first = first.before
        return self.origin, first.as_json() if self.origin.match is None else self.seats, self.history

    def __repr__(self) -> str:
        return f"<{position_line(self.as_json(), self._standing())}>"

    def _repr_html_(self) -> str:
        ruleset = self.engine.plan.ruleset
        return position_picture(ruleset.pack, ruleset.title or ruleset.name, self.as_json(), self._standing())

    def _standing(self) -> str:
        """Where the match stands, for people."""
        name, scores = f"{self.engine.plan.ruleset.name}, round {self.round}", " – ".join(map(str, self.scores))
        if self.match_over:
            return f"{name}: {scores}, {f'side {self.winner}' if self.winner else 'nobody'} wins ({self.reason})"
        return f"{name} is over: {scores}" if self.is_over else f"{name}, seat {self.turn} to play"

    def __dir__(self) -> Iterable[str]:
        return {*object.__dir__(self)} - self._own

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, GamePosition):
            return NotImplemented
        return self is other or self._course() == other._course()

    def __hash__(self) -> int:
        return hash((self.origin.engines, self.history))

    def __copy__(self) -> GamePosition:
        return self

    def __deepcopy__(self, memo: object) -> GamePosition:
        return self

    def __reduce__(self) -> tuple[Callable[..., GamePosition], tuple[Any, ...]]:
        return _replayed, self._course()


def _seen_next(seen: SeenSoFar | None, position: GamePosition, seat: int) -> SeenSoFar:
    came = None
    if position.before is not None and position.played is not None:
        came = position.before, position.made, position.played
    standing = None if position.ended is None else position.ended.standing
    return seen_at(MatchMoment(position, standing, came), seat, seen)


def _sight_next(sight: Sight | None, position: GamePosition, seat: int) -> Sight:
    """The sight of a seat; each round is looked at anew."""
    if sight is None or position.before is None or position.made is None:
        return Sight(position.engine, seat, position.state, sight.knowledge if sight else None)
    found = copy(sight)  # which follows by putting new things in place of its own
    found.follow(position.before.state, position.made, position.state)
    return found


def observed(position: GamePosition, seat: int) -> Numbers:
    """What environments tell a seat (from 0) of a position."""
    made = tensors_of(position.engine).observations
    return made.observe(at_its_end(position), seat, cards_seen(position, seat))


def cards_seen(position: GamePosition, seat: int) -> frozenset[int]:
    """The cards that a seat (from 0) has seen in the round: those that it sees at decisions, and those that a play
    shows (all that is played and taken, but what is trailed face down and what plays of kind other move)."""
    found: frozenset[int] = position._since("cards", seat, _cards_next)
    return found


def _cards_next(cards: frozenset[int] | None, position: GamePosition, seat: int) -> frozenset[int]:
    state, was, knowledge = position.state, position.before, knowledge_of(position.engine)
    if cards is None or was is None:
        return frozenset(seen_of(state, knowledge.of(state, seat)))
    return seen_since(cards, knowledge, seat, was.state, position.made, state)


def plays_before(position: GamePosition, seat: int) -> PlaysBefore:
    """The last plays of a match as a seat (from 0) saw them, the oldest first."""
    found: PlaysBefore = position._since("plays", seat, _plays_next)
    return found


def _plays_next(rows: PlaysBefore | None, position: GamePosition, seat: int) -> PlaysBefore:
    from cassino_dsl.match.play_rows import HISTORY  # which needs a heavy library

    found, was = rows or (), position.before
    if was is None or position.made is None or position.played is None:
        return found
    row = tensors_of(position.engine).plays.seen(was.state, position.made, position.played, seat)
    return (*found, row)[-HISTORY:]


@lru_cache(maxsize=64)
def tensors_of(engine: Engine) -> Tensors:
    """What makes the tensors of an engine's positions."""
    from cassino_dsl.match.tensor import Tensors  # which needs a heavy library, and few ask

    return Tensors(engine)


def dealt(engines: Engines, seed: int, match: int, seats: int | None) -> GamePosition:
    """The first decision of a match."""
    engine = engines(seats)
    with engine.evaluate.steps.question():
        state = engine.begun(match_key(seed, match))
        ended = go_on(engine, state)
    everywhere = frozenset(range(engine.plan.seats))
    return GamePosition(engine, state, everywhere, "listed", Origin(engines, seed, match), ended=ended)


def given(engines: Engines, position: Position, seed: int, seen: SeenBefore | None = None) -> GamePosition:
    """A position that somebody gave, as it stands, the end of a round counted; ``seen``: it is a world, and a seat had
    seen that."""
    engine, state = position.engine, position.state
    origin, kept = Origin(engines, seed, None, seen), dict[tuple[str, int], Any]()
    if seen is not None:
        kept = {("seen", seen.seat): seen.seen, ("sight", seen.seat): seen.sight(engine, state)}
        kept |= {("plays", seen.seat): seen.plays, ("cards", seen.seat): seen.cards}
    ended = None
    if state.round_over and position.complete and not state.match_over:
        with suppress(RunFault), engine.evaluate.steps.question():  # where it cannot be, `go_on` says why
            ended = go_on(engine, state.copy())
    return GamePosition(engine, state, position.known_hands, position.stock, origin, ended=ended, kept=kept)


def of_record(engines: Engines, record: Mapping[str, Any]) -> GamePosition:
    """Where a record leads. Raises ``ValueError`` where it is none of these rules, ``CassinoError`` where one of its
    plays is not legal."""
    from cassino_dsl.match.record import fingerprint, read_record  # what most runs never ask

    said = read_record(record)
    position = dealt(engines, said.seed, said.match, said.seats)
    if said.ruleset != fingerprint(engines.ruleset, said.seats):
        raise ValueError(f"this is a record of other rules than those of {engines.ruleset.name}")
    for number, one in enumerate(said.rounds):
        position = position.next_round() if number else position
        for text in one["plays"]:
            position = position.play(text)
    return position


def _replayed(origin: Origin, first: int | dict[str, Any], history: tuple[str | None, ...]) -> GamePosition:
    """The position to which plays lead."""
    if origin.match is not None:
        assert isinstance(first, int)
        position = dealt(origin.engines, origin.seed, origin.match, first)
    else:
        assert isinstance(first, dict)
        found = read_position(origin.engines.ruleset, origin.engines, Document(first), Report(), origin.seed)
        assert found is not None
        position = given(origin.engines, found, origin.seed, origin.seen)
    for text in history:
        if text is None:
            position = position.next_round() if position.round_over else position.go_on()
        else:
            position = position.play(text)
    return position
