"""Hidden cards never reach a browser that may not see them: a match is played in a room, and once more with cards
exchanged that a seat (or who looks on) has not seen. As long as the plays can be made and it sees the same, each
browser of that seat is sent the same bytes in the same order, whoever comes again, asks and errs meanwhile. So it is
where a text of the workshop is played, also where the process that has the match is lost, and another takes it up."""

from __future__ import annotations

import asyncio
import json
import pickle
import random as chance
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from cassino_dsl.engine.reference.text import play_text
from cassino_dsl.engine.reference.visibility import Knowledge
from cassino_dsl.faces.web.requests import Message, TableRequest
from cassino_dsl.faces.web.room import AnySession, Room, RoomMatch
from cassino_dsl.faces.web.session import Around, Keep, KeptMatch, TableSession
from cassino_dsl.faces.web.store import Store
from cassino_dsl.faces.web.workshop import answers
from cassino_dsl.faces.web.workshop.match import TextMatch
from cassino_dsl.faces.web.workshop.text_games import TextSession
from cassino_dsl.table.onlooker import ONLOOKER, CommonKnowledge
from cassino_dsl.table.table import GameTable
from tests.native.compare import names
from tests.players.test_no_cheating import shown
from tests.table.tables import WHISPERS, alike, file_of, opened, otherwise, play_on, stacked
from tests.table.test_secrets import HAPPENING, OPEN, never_seen

ASKED = (
    Message("why", "7 takes 3 4"),
    Message("why", "Kd"),
    Message("scores"),
    Message("type", "nonsense"),
    Message("undo"),
)


@dataclass(eq=False)
class Browser:
    """One that only listens."""

    seat: int
    told: int = 0
    sent: list[bytes] = field(default_factory=list)

    def send(self, data: bytes) -> None:
        self.sent.append(data)


def knowing(seat: int) -> type[Knowledge]:
    return CommonKnowledge if seat == ONLOOKER else Knowledge


def sees(table: GameTable, seat: int) -> object:
    """All that a seat sees of a position, or who looks on; of builds also the memory that the variant shows."""
    state, evaluate = table.state, table.engine.evaluate
    known = knowing(seat)(evaluate).of(state, seat - 1)
    notes = [{n: b.memory[n] for n in sorted(names)} for b, names in zip(state.builds, known.builds, strict=True)]
    if seat != ONLOOKER:
        return shown(table, state, seat - 1), notes
    memory = {}
    for name, owners in known.memory.items():
        value, of_match = state.memory[name], table.plan.memory[name].of == "match"
        memory[name] = [value if of_match else value[owner] for owner in sorted(owners)]
    return known.zones, memory, [(b.value, b.groups) for b in state.builds], notes, state.scores, state.points


def never(id: str, before: TableRequest, wish: TableRequest, number: int) -> RoomMatch:
    raise AssertionError("no other match is begun")


# a session for a match, and its table, however often that is taken up anew
Played = Callable[[str, int, Keep], tuple[AnySession, Callable[[], GameTable]]]


def at_hand(name: str, seed: int, keep: Keep) -> tuple[AnySession, Callable[[], GameTable]]:
    """A shipped game."""
    table = opened(name, seed, persons=(1, 2))
    return TableSession(table, 1, True, keep), lambda: table


def as_text(name: str, seed: int, keep: Keep) -> tuple[AnySession, Callable[[], GameTable]]:
    """The same game as a text of somebody's, asked as its process is, which is lost after every fourth question."""
    file, sitting, asked = file_of(name), opened(name, seed, persons=(1, 2)).players, 0
    text = Path(file).read_text() if file.endswith(".yaml") else f"dsl: 1\nextends: {name}\ntitle: Mine\n"
    kept = answers._MATCHES.kept

    def ask(match: TextMatch) -> dict[str, Any]:
        nonlocal asked
        if asked % 4 == 0:
            kept.clear()
        asked += 1
        found = answers.answer(pickle.loads(pickle.dumps(match)))
        told: dict[str, Any] = json.loads(json.dumps(found))
        return told

    who = tuple("1" if one == "random" else one for one in sitting)
    match = TextMatch(TableRequest(text=text, sitting=who, hints=True), KeptMatch(who, seed, "", 1))
    session = TextSession(match, ask, keep, never_reported)
    session.shown((), Around())  # taken up
    return session, lambda: next(reversed(kept.values()))[0].table


def never_reported(text: str) -> None:
    raise AssertionError(text)


async def course(name: str, seed: int, seat: int, plays: list[str], played: Played) -> list[tuple[object, list[bytes]]]:
    """What the seat sees, and what it was sent, after each of these plays, as far as they can be made."""
    store = Store(None)
    session, table_now = played(name, seed, partial(store.keep, "room"))
    store.add("room", "{}", KeptMatch(table_now().players, seed, "", 1), {})
    found: list[tuple[object, list[bytes]]] = []
    with ThreadPoolExecutor(1) as workers:
        wish = TableRequest(name, (), (), table_now().players, True)
        kept = partial(store.linked, "room"), partial(store.names, "room")
        room = Room("room", RoomMatch(wish, session, workers), never, 0, *kept)
        there = {one: Browser(one) for one in (1, 2, ONLOOKER)}
        for browser in there.values():
            await room.join(browser)
        for at, wanted in enumerate(plays):
            mine = there[seat]
            if at == 2:  # the line is lost, and found again
                room.leave(mine)
                await room._left()
                mine = there[seat] = Browser(seat, sent=mine.sent)
                await room.join(mine)
            for message in ASKED[at % 3 :: 3]:
                if message.do != "undo" or at == 0:
                    await room.hear(mine, message)
            table = table_now()
            found.append((sees(table, seat), [*mine.sent]))
            decides = table.decides or 0
            if table.over or decides not in there:
                break
            tables = table.engine.evaluate.tables
            if wanted not in [play_text(tables, play) for play in table._legal()]:
                break
            await room.hear(there[decides], Message("play", wanted, at))
        if room.thinking is not None:
            room.thinking.cancel()
    store.close()
    return found


def held(name: str, seed: int, seat: int, until: int, monkeypatch: pytest.MonkeyPatch, played: Played = at_hand) -> int:
    """After how many plays the seat had been sent the same with hidden cards exchanged; each time it must."""
    first = opened(name, seed, persons=(1, 2))
    for _ in range(until):
        if first.decides not in (1, 2) or first.over or first.state.round > 1:
            break
        play_on(first, 1)
    hidden = never_seen(first, seat - 1, len(first.made), knowing(seat))
    mixed = chance.Random(seed).sample(hidden, len(hidden))
    plays = [play_text(first.engine.evaluate.tables, moment.play) for moment in first.since(0)]
    there = asyncio.run(course(name, seed, seat, plays, played))
    with monkeypatch.context() as patch:
        stacked(patch, dict(zip(hidden, mixed, strict=True)))
        exchanged = asyncio.run(course(name, seed, seat, plays, played))
    same = alike(there, exchanged)
    return same if hidden != mixed else 0


@pytest.mark.parametrize("seat", [1, ONLOOKER])
def test_what_is_decided_in_secret_is_sent_to_no_other(
    seat: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    number = 0
    for seed in (1, 2):
        first = opened(WHISPERS, seed, persons=(1, 2))
        play_on(first, 8)
        made = [(moment.before, moment.play) for moment in first.since(0)]
        plays = [play_text(first.engine.evaluate.tables, play) for _, play in made]
        knowledge = knowing(seat)(first.engine.evaluate)
        others = otherwise(first.engine, made, knowledge, seat - 1, chance.Random(seed))
        there, exchanged = (asyncio.run(course(WHISPERS, seed, seat, texts, at_hand)) for texts in (plays, others))
        same = alike(there, exchanged)
        number += same if others != plays else 0
    assert number >= 8


CI = pytest.mark.ci
OFTEN = ("scopa", *OPEN, *HAPPENING)  # played each time; as texts, which takes longer, one of them
CASES = [
    *((name, seat, at_hand) for name in OFTEN for seat in (1, ONLOOKER)),
    (OPEN[1], 1, as_text),
    *(pytest.param(name, seat, as_text, marks=CI) for name in OFTEN if name != OPEN[1] for seat in (1, ONLOOKER)),
    # a room sends what its table says, of which `tests/table` looks at every variant
    *(pytest.param(name, seat, at_hand, marks=CI) for name in names()[::4] for seat in (1, ONLOOKER)),
    *(pytest.param(name, seat, as_text, marks=CI) for name in names()[::10] for seat in (1, ONLOOKER)),
]


@pytest.mark.parametrize(("name", "seat", "played"), CASES)
def test_the_same_bytes_in_the_same_order(
    name: str, seat: int, played: Played, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # where the process of a text keeps it
    number = 0
    for seed in range(1, 30):
        number += held(name, seed, seat, 5, monkeypatch, played)
        if number >= 4:
            return
    raise AssertionError("no cards could be exchanged")


@pytest.mark.parametrize("played", [at_hand, pytest.param(as_text, marks=pytest.mark.ci)])
def test_who_tells_more_is_found(played: Played, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A room that sends the true stock is found."""
    monkeypatch.chdir(tmp_path)
    honest = TableSession.shown_to

    def telling(self: TableSession, seat: int, told: int, around: Around) -> tuple[bytes, int]:
        data, lines = honest(self, seat, told, around)
        return data + str(self.table.state.stock).encode(), lines

    monkeypatch.setattr(TableSession, "shown_to", telling)
    with pytest.raises(AssertionError):
        held("scopa", 1, 1, 4, monkeypatch, played)
