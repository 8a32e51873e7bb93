"""The rooms of one server: opened, found again, put away when nobody looks, forgotten when they are old."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Mapping
from functools import partial
from time import monotonic, time

from cassino_dsl.faces.web import limits
from cassino_dsl.faces.web.requests import BadRequest, TableRequest, table_request
from cassino_dsl.faces.web.room import Room, RoomMatch
from cassino_dsl.faces.web.session import KeptMatch
from cassino_dsl.faces.web.shipped_games import ShippedGames
from cassino_dsl.faces.web.store import Store
from cassino_dsl.faces.web.workshop.text_games import TextGames
from cassino_dsl.table.onlooker import ONLOOKER

PAUSE = 0.8  # seconds before the program plays, so that it can be followed
WORDS = 24  # bytes of a credential: 192 bits


class Rooms:
    """The rooms of one server."""

    def __init__(self, store: Store, shipped: ShippedGames, texts: TextGames, pause: float = PAUSE) -> None:
        self.store, self.shipped, self.texts, self.pause = store, shipped, texts, pause
        self.open_rooms: dict[str, Room] = {}
        self.finding = asyncio.Lock()

    def games(self, wish: TableRequest) -> ShippedGames | TextGames:
        return self.texts if wish.text else self.shipped

    def open(self, wish: TableRequest) -> tuple[Room, dict[int, str]]:
        """A new room, and the credential of each of its links: of the persons' seats, and of who looks on. It takes a
        while."""
        if self.store.number() >= limits.ROOMS:
            raise BadRequest("there are too many tables here: come back later")
        id, match = secrets.token_urlsafe(9), self.games(wish).deal(wish, 1)
        links = {seat: secrets.token_urlsafe(WORDS) for seat in (*wish.persons, ONLOOKER)}
        self.store.add(id, wish.kept, match, links)
        self.open_rooms[id] = self._room(id, self._match(id, wish, match))
        return self.open_rooms[id], links

    def _room(self, id: str, match: RoomMatch) -> Room:
        return Room(id, match, self._next, self.pause, partial(self.store.linked, id), partial(self.store.names, id))

    def _match(self, id: str, wish: TableRequest, match: KeptMatch, plays: tuple[str, ...] = ()) -> RoomMatch:
        games = self.games(wish)
        return RoomMatch(wish, games.session(wish, match, plays, partial(self.store.keep, id)), games.workers)

    def _next(self, id: str, wish: TableRequest, number: int, seats: Mapping[int, int]) -> RoomMatch:
        """Another match in a room. ``seats``: where each person sits then."""
        match = self.games(wish).deal(wish, number)
        self.store.begin(id, wish.kept, match, {was: now for was, now in seats.items() if was != now})
        return self._match(id, wish, match)

    async def find(self, id: str) -> Room | None:
        """A room by its name, as it was left; raises ``BadRequest`` where it can't be gone on with."""
        async with self.finding:
            if id not in self.open_rooms:
                kept = self.store.room(id)
                if kept is None:
                    return None
                wish, match, plays = kept
                take_up = partial(self._match, id, table_request(json.loads(wish)), match, plays)
                again = await asyncio.get_running_loop().run_in_executor(self.shipped.workers, take_up)
                self.open_rooms[id] = self._room(id, again)
            self.open_rooms[id].used = monotonic()  # not put away before somebody has sat down
            return self.open_rooms[id]

    def tidy(self) -> None:
        """Put away the rooms that nobody looks at, and forget the old ones."""
        for id, room in list(self.open_rooms.items()):
            if not room.browsers and monotonic() - room.used > limits.IDLE:
                del self.open_rooms[id]
        self.store.expire(time() - limits.DAYS * 86_400, list(self.open_rooms))
