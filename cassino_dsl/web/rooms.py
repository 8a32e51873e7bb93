"""All rooms: opened, found again by their links, put away when nobody looks, forgotten when they are old."""

from __future__ import annotations

import asyncio
import json
import secrets
from concurrent.futures import Executor
from time import monotonic, time
from typing import Any, Protocol

from cassino_dsl.table.onlooker import ONLOOKER
from cassino_dsl.web import limits
from cassino_dsl.web.desk import Keeper
from cassino_dsl.web.room import AnyDesk, Room, RoomMatch
from cassino_dsl.web.store import KeptMatch, KeptRoom, Store
from cassino_dsl.web.wish import BadRequest, Wish, wish_of_json

PAUSE = 0.8  # seconds before the program plays, so that it can be followed
WORDS = 24  # bytes of a credential: 192 bits


class Games(Protocol):
    """Where games come from: shipped ones, or texts. All raise ``BadRequest``."""

    @property
    def workers(self) -> Executor:
        """The threads that ask its desks."""

    def begin(self, wish: Wish, number: int, keeper: Keeper) -> tuple[AnyDesk, KeptMatch]:
        """A new match, with cards that nobody can foretell."""

    def again(self, wish: Wish, match: KeptMatch, plays: tuple[str, ...], keeper: Keeper) -> AnyDesk:
        """A match that was kept."""

    def title(self, wish: Wish) -> str:
        """What the game is called, if it can be played so."""

    def about(self, wish: Wish) -> dict[str, Any]:
        """What does not change at a table: the title, the cards, the rules."""


class Kept:
    """Keeps the plays of a room."""

    def __init__(self, store: Store, id: str) -> None:
        self.store, self.id = store, id

    def played(self, number: int, play: str) -> None:
        self.store.played(self.id, number, play)

    def taken_back(self, number: int, practice: bool) -> None:
        self.store.taken_back(self.id, number, practice)


class Rooms:
    """The rooms of one server."""

    def __init__(self, store: Store, shipped: Games, texts: Games, pause: float = PAUSE) -> None:
        self.store, self.shipped, self.texts, self.pause = store, shipped, texts, pause
        self.open_rooms: dict[str, Room] = {}
        self.finding = asyncio.Lock()

    def games(self, wish: Wish) -> Games:
        return self.texts if wish.text else self.shipped

    def open(self, wish: Wish) -> tuple[Room, dict[int, str]]:
        """A new room, and the credential of each of its links: of the persons' seats, and of who looks on. It takes a
        while."""
        if self.store.number() >= limits.ROOMS:
            raise BadRequest("there are too many tables here: come back later")
        id = secrets.token_urlsafe(9)
        games = self.games(wish)
        desk, match = games.begin(wish, 1, Kept(self.store, id))
        links = {seat: secrets.token_urlsafe(WORDS) for seat in (*wish.persons, ONLOOKER)}
        self.store.add(id, wish.kept, match, links)
        room = self._room(id, RoomMatch(wish, desk, games.workers))
        self.open_rooms[id] = room
        return room, links

    def _room(self, id: str, match: RoomMatch) -> Room:
        return Room(id, match, self._next, self.pause)

    def _next(self, id: str, before: Wish, wish: Wish, number: int) -> RoomMatch:
        """Another match in a room."""
        games = self.games(wish)
        desk, match = games.begin(wish, number, Kept(self.store, id))
        seats = zip(before.persons, wish.persons, strict=True)
        self.store.begin(id, wish.kept, match, {was: now for was, now in seats if was != now})
        return RoomMatch(wish, desk, games.workers)

    async def find(self, id: str) -> Room | None:
        """A room by its name, as it was left; raises ``BadRequest`` where it can't be gone on with."""
        async with self.finding:
            if id not in self.open_rooms:
                kept = self.store.room(id)
                if kept is None:
                    return None
                loop = asyncio.get_running_loop()
                self.open_rooms[id] = await loop.run_in_executor(self.shipped.workers, self._again, kept)
            self.open_rooms[id].used = monotonic()  # not put away before somebody has sat down
            return self.open_rooms[id]

    def _again(self, kept: KeptRoom) -> Room:
        wish = wish_of_json(json.loads(kept.wish))
        games = self.games(wish)
        desk = games.again(wish, kept.match, kept.plays, Kept(self.store, kept.id))
        return self._room(kept.id, RoomMatch(wish, desk, games.workers))

    def tidy(self) -> None:
        """Put away the rooms that nobody looks at, and forget the old ones."""
        for id, room in list(self.open_rooms.items()):
            if not room.browsers and monotonic() - room.used > limits.IDLE:
                del self.open_rooms[id]
        self.store.expire(time() - limits.DAYS * 86_400, list(self.open_rooms))
