"""One episode: a match, or a single round, decision by decision, with what each seat is told of it."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Literal, Self, get_args

from cassino_dsl.engine.reference.game import Engine
from cassino_dsl.engine.reference.play import Play
from cassino_dsl.engine.reference.rng import match_key
from cassino_dsl.engine.reference.scoring import Standing
from cassino_dsl.engine.reference.state import State
from cassino_dsl.env.rows import DecisionRows, check_sizes
from cassino_dsl.game import Game, load_for
from cassino_dsl.language.ruleset.run_fault import RunFault
from cassino_dsl.match.arguments import one_of
from cassino_dsl.match.game_position import GamePosition, cards_seen
from cassino_dsl.match.observation import MOST_BUILDS
from cassino_dsl.match.play_rows import Numbers
from cassino_dsl.match.played_position import at_its_end
from cassino_dsl.players.plays_seen import seen_by_decider

EpisodeUnit = Literal["round", "match"]


ARGUMENTS = ("with_rules", "seats", "unit", "most_plays", "most_builds")  # that all environments take
MOST_IDLE = 1_000  # episodes that are passed over, as MANY_UNITS of runtime/environments.h


class EpisodeRules(DecisionRows):
    """What all episodes of an environment share. ``options``: as of ``load``, and

    - ``seats``: how many play (default: the fewest of the variant)
    - ``unit``: whether an episode is a ``round`` (seat 1 leads) or a ``match``
    - ``most_plays``, ``most_builds``: as of ``DecisionRows``

    ``engine_class``: of the engine that makes the plays; ``own``: what the call that makes the environment takes beside
    these, for who misspells it. Raises ``ValueError`` for options that make no sense, and
    what ``load`` raises.
    """

    def __init__(
        self,
        variant: str | Path | Game,
        with_rules: str | Path | Iterable[str | Path] = (),
        seats: int | None = None,
        unit: EpisodeUnit = "round",
        most_plays: int | None = None,
        most_builds: int = MOST_BUILDS,
        engine_class: type[Engine] = Engine,
        own: tuple[str, ...] = (),
        **options: object,
    ) -> None:
        one_of("unit", unit, get_args(EpisodeUnit))
        check_sizes(most_plays, most_builds)
        if isinstance(variant, Game) and (with_rules or options):
            raise ValueError("a game that is loaded has its house rules and options: give the name of the variant")
        known = (*ARGUMENTS, *own)
        self.game = variant if isinstance(variant, Game) else load_for(known, variant, with_rules, None, options)
        self.ruleset, self.unit = self.game.ruleset, unit
        plan = self.game.engine(seats).plan
        if engine_class is not Engine:
            self.game.engines.made[plan.seats] = engine_class(plan)
        super().__init__(self.game.engine(plan.seats), most_plays, most_builds)
        self.seats = plan.seats
        self._again = partial(
            EpisodeRules,
            seats=plan.seats,
            unit=unit,
            most_plays=self.most_plays,
            most_builds=most_builds,
            engine_class=engine_class,
        )

    def __deepcopy__(self, memo: object) -> Self:
        return self  # nothing in it is of one episode

    def __reduce__(self) -> tuple[Callable[..., EpisodeRules], tuple[Game]]:
        return self._again, (self.game,)

    def reached(self, position: GamePosition) -> GamePosition:
        """The decision to which play goes on, or the end of the episode."""
        while self.unit == "match" and position.round_over and not position.match_over:
            position = position.next_round()
        return position

    def points(self, standing: Standing) -> list[int]:
        """What an episode that ends so has brought each side."""
        if self.unit == "match":
            return standing.scores
        return [sum(row[side] for row in standing.awards.values()) for side in range(self.plan.sides)]

    def rewards(self, position: GamePosition) -> list[float]:
        """What an episode that ends so is worth to each seat, which is what it is worth to its side; nothing as long as
        it is not over. A round: the points that the side has made in it, less what the others have made on average (the
        other way round where the lowest wins). A match: 1 to the winner, and -1 to the others between them; 0 where
        nobody wins."""
        if position.ended is None:
            return [0.0] * self.seats
        sides, match, standing = self.plan.sides, self.ruleset.match, position.ended.standing
        if self.unit == "match":
            worth = [0.0 if standing.winner is None else float(standing.winner == side) for side in range(sides)]
        else:
            worth = [float(match.shown(-n if match.winner == "lowest" else n)) for n in self.points(standing)]
        each = [own - (sum(worth) - own) / (sides - 1) if sides > 1 else own for own in worth]
        return [each[side] for side in self.plan.side_of]


class Episode:
    """One episode, which stands at a decision or is over. ``decider``: the seat (from 0) that decides, None once it is
    over; ``plays``: its legal plays in their order, with their ``rows``; ``rewards``: of each seat, once it is over;
    ``left_out``: how many legal plays there is no action for; ``made``: the numbers of the plays so far.

    Copies share all that it holds: a position and what was seen are replaced, not written to. Pickled, it is what was
    dealt and played.
    """

    def __init__(self, rules: EpisodeRules, seed: int, match: int = 0, made: Iterable[int] = ()) -> None:
        self.rules, self.left_out = rules, 0
        self.seed, self.match = seed, match
        self.made: tuple[int, ...] = ()
        self.position = rules.reached(rules.game.deal(seed, rules.seats, match))
        self._stand()
        for number in made:
            self.make(number)

    @property
    def state(self) -> State:
        """The position at which it stands; at its end with all points."""
        return at_its_end(self.position)

    @property
    def over(self) -> bool:
        return self.position.is_over

    @property
    def rewards(self) -> list[float]:
        """What it was worth to each seat; nothing as long as it is not over."""
        return self.rules.rewards(self.position)

    def __deepcopy__(self, memo: object) -> Episode:
        found = object.__new__(Episode)
        vars(found).update(vars(self))
        return found

    def __reduce__(self) -> tuple[type[Episode], tuple[Any, ...]]:
        return Episode, (self.rules, self.seed, self.match, self.made)

    def replay(self, numbers: Iterable[int]) -> Iterator[tuple[State, Play, State]]:
        """Make plays by their numbers, and tell of each where it was made and where it led."""
        for number in numbers:
            before = self.state
            yield before, self.make(number), self.state

    def make(self, number: int) -> Play:
        """Make a legal play by its number, and give it. Raises ``ValueError`` where there is none, ``RunFault`` where
        play shows a fault of the ruleset."""
        if self.over:
            raise ValueError("the episode is over: reset the environment")
        if not 0 <= number < len(self.plays):
            seat = f"seat {(self.decider or 0) + 1}"
            raise ValueError(f"{seat} has {len(self.plays)} legal plays, numbered from 0: there is no {number}")
        play = self.plays[number]
        self.position = self.rules.reached(self.position.play(self.position.plays().index(play)))
        self.made = (*self.made, number)
        self._stand()
        return play

    def _stand(self) -> None:
        """List the plays of the seat that decides."""
        rules, state = self.rules, self.state
        legal = [] if self.over else rules.engine.legal(state)
        self.decider = None if self.over else rules.engine.decider(state)
        self.plays, self.rows = rules.told(state, legal)
        self.left_out = len(legal) - len(self.plays)

    def observe(self, seat: int) -> Numbers:
        """What a seat (from 0) is told of the position."""
        return self.rules.observations.observe(self.state, seat, cards_seen(self.position, seat))

    def mask(self) -> Numbers:
        """A 1 for each legal play, of all actions."""
        return self.rules.mask(len(self.plays))

    def texts(self) -> list[str]:
        """The legal plays in words, as the seat that decides sees them."""
        sees = seen_by_decider(self.rules.engine, self.state, self.plays) if self.plays else set()
        return [self.rules.plays.text(play, sees) for play in self.plays]


class Episodes:
    """The episodes of an environment, one after the other: every ``step``-th match from the ``first`` on (from 0) of
    the seed that was given last; else of a seed by chance. One in which nobody has anything to decide is passed
    over."""

    def __init__(self, rules: EpisodeRules, first: int = 0, step: int = 1) -> None:
        self.rules, self.first, self.step = rules, first, step
        self.seed: int | None = None
        self.number = 0

    def next(self, seed: int | None) -> Episode:
        """The next episode; with a ``seed`` the first of that. Raises ``RunFault`` where there seems to be none."""
        if seed is not None or self.seed is None:
            self.seed, self.number = secrets.randbits(64) if seed is None else seed, self.first - self.step
        for _ in range(MOST_IDLE):
            self.number += self.step
            episode = Episode(self.rules, self.seed, self.number)
            if not episode.over:
                return episode
        raise RunFault.idle(MOST_IDLE)

    @property
    def key(self) -> int:
        """The key of the match under way."""
        return match_key(self.seed or 0, self.number)
