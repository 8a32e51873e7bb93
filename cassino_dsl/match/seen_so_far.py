"""All that a seat has seen of a match, in order, as text: what it saw first, and what changed with every play.

It is made from what ``visible`` and ``seen`` of the variant let the seat see, and from nothing else: in two positions
it is the same text just where the seat has seen the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from cassino_dsl.engine.position.position import Position, flow, view_json
from cassino_dsl.engine.reference.game import Engine, stopped
from cassino_dsl.engine.reference.observation_history import seen_in_play
from cassino_dsl.engine.reference.play import DONE, Play
from cassino_dsl.engine.reference.scoring import Standing
from cassino_dsl.engine.reference.state import State
from cassino_dsl.engine.reference.text import play_text, text_of_written
from cassino_dsl.players.plays_seen import in_seen_order, knowledge_of, seen_by_decider, written_seen

UNTOLD = ("decisions", "turn_over", "passed")  # of a view: what the lines say anyway


@dataclass(frozen=True, slots=True)
class MatchMoment:
    """Where somebody decides, or a round is over and scored. ``came``: the position before it, the play made there
    (None: the next round was dealt), and the state as the play left it, before anything else followed."""

    position: Position
    standing: Standing | None
    came: tuple[Position, Play | None, State] | None


@dataclass(frozen=True, slots=True)
class SeenSoFar:
    """What a seat has seen: the lines since ``before``, and its view at the end of them."""

    before: SeenSoFar | None
    lines: tuple[str, ...]
    view: dict[str, str]

    def closed(self) -> SeenSoFar:
        """The same, without what it was put together from."""
        return SeenSoFar(None, (self.text,), self.view)

    @property
    def text(self) -> str:
        """All lines, the oldest first."""
        parts: list[tuple[str, ...]] = []
        seen: SeenSoFar | None = self
        while seen is not None:
            parts.append(seen.lines)
            seen = seen.before
        return "\n".join(line for lines in reversed(parts) for line in lines)


def seen_at(moment: MatchMoment, seat: int, before: SeenSoFar | None) -> SeenSoFar:
    """What a seat (from 0) has seen at a moment, ``before`` which it had seen that."""
    lines: list[str] = []
    view = {} if before is None else before.view
    if moment.came is not None and before is not None:
        was, play, state = moment.came
        if play is not None:
            lines.append(f"{was.engine.decider(was.state) + 1}: {_play_seen(was, play, state, seat)}")
            then = _view(replace_state(was, state), seat)
            lines += _changed(view, then)
            view = then
    now = _view(moment.position, seat)
    lines += _changed(view, now)
    return SeenSoFar(before, (*lines, *_told(moment, seat)), now)


def replace_state(position: Position, state: State) -> Position:
    """Another state, of which the same is known."""
    return Position(position.engine, state, position.known_hands, position.stock)


def _view(position: Position, seat: int) -> dict[str, str]:
    """What a seat sees, key by key."""
    return {key: flow(value) for key, value in view_json(position, seat).items() if key not in UNTOLD}


def _changed(was: dict[str, str], now: dict[str, str]) -> Iterator[str]:
    """What is not as it was, in one line."""
    parts = [f"{key}: {now.get(key, 'none')}" for key in {**was, **now} if was.get(key) != now.get(key)]
    if parts:
        yield "; ".join(parts)


def _told(moment: MatchMoment, seat: int) -> Iterator[str]:
    """What the seat may do, where it decides; what a round has brought, where it is over."""
    engine, state = moment.position.engine, moment.position.state
    if moment.standing is not None:
        yield from _scored(engine.plan.ruleset.match.shown, moment.standing)
    elif not stopped(state) and engine.decider(state) == seat and seat in moment.position.known_hands:
        yield f"may: {', '.join(texts_seen(engine, state))}"


def texts_seen(engine: Engine, state: State) -> list[str]:
    """The legal plays as the seat that decides sees them, in their order."""
    tables, plays = engine.evaluate.tables, engine.legal(state)
    sees = seen_by_decider(engine, state, plays)
    plays = in_seen_order(tables, state, plays, sees)
    return [text_of_written(written_seen(tables, play, sees)) for play in plays]


def _scored(shown: Any, standing: Standing) -> Iterator[str]:
    for award, points in standing.awards.items():
        yield f"{award}: {' '.join(str(shown(n)) for n in points)}"
    yield f"scores: {' '.join(str(shown(n)) for n in standing.scores)}"
    if standing.over:
        winner = "nobody" if standing.winner is None else f"side {standing.winner + 1}"
        yield f"match over: {winner} wins, {standing.reason}"


def _play_seen(was: Position, play: Play, played: State, seat: int) -> str:
    """A play as the seat saw it: cards that it did not see are not named."""
    tables, knowledge = was.engine.evaluate.tables, knowledge_of(was.engine)
    if play is DONE:
        return play_text(tables, play)
    seen = seen_in_play(knowledge, seat, was.state, play, played)
    return text_of_written(written_seen(tables, play, seen, knowledge.told(was.state, seat, play)))
