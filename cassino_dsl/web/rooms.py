"""All rooms: opened, found again by their links, put away when nobody looks, forgotten when they are old."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Callable
from concurrent.futures import Executor
from time import monotonic, time

from cassino_dsl.game import Game
from cassino_dsl.table.onlooker import ONLOOKER
from cassino_dsl.table.opponents import open_table, player_of_level
from cassino_dsl.table.table import PERSON, GameTable, NotPossible
from cassino_dsl.units.record import fingerprint
from cassino_dsl.web import limits
from cassino_dsl.web.catalogue import Catalogue
from cassino_dsl.web.room import Room
from cassino_dsl.web.store import KeptMatch, KeptRoom, Store
from cassino_dsl.web.wish import BadRequest, Wish, wish_of_json

PAUSE = 0.8  # seconds before the program plays, so that it can be followed
WORDS = 24  # bytes of a credential: 192 bits


class Rooms:
    """The rooms of one server. ``remark``: told what there is to say of how the program plays."""

    def __init__(
        self,
        store: Store,
        catalogue: Catalogue,
        workers: Executor,
        remark: Callable[[str], object] = lambda text: None,
        pause: float = PAUSE,
    ) -> None:
        self.store, self.catalogue, self.workers, self.remark, self.pause = store, catalogue, workers, remark, pause
        self.open_rooms: dict[str, Room] = {}
        self.finding = asyncio.Lock()

    async def open(self, wish: Wish) -> tuple[Room, dict[int, str]]:
        """A new room, and the credential of each of its links: of the persons' seats, and of who looks on."""
        return await asyncio.get_running_loop().run_in_executor(self.workers, self._open, wish)

    def _open(self, wish: Wish) -> tuple[Room, dict[int, str]]:
        if self.store.number() >= limits.ROOMS:
            raise BadRequest("there are too many tables here: come back later")
        id = secrets.token_urlsafe(9)
        table, match = self._begin(wish, 1)
        links = {seat: secrets.token_urlsafe(WORDS) for seat in (*wish.persons, ONLOOKER)}
        self.store.add(id, wish.text, match, links)
        room = self._room(id, wish, table, 1)
        self.open_rooms[id] = room
        return room, links

    def _begin(self, wish: Wish, number: int) -> tuple[GameTable, KeptMatch]:
        """The table of a new match, with cards that nobody can foretell."""
        ruleset = self.catalogue.ruleset(wish.source)
        seats = len(wish.sitting)
        if seats not in ruleset.seats:
            raise BadRequest(f"`{ruleset.name}` is played with {', '.join(map(str, ruleset.seats))} seats, not {seats}")
        game = Game(ruleset, limits.STEPS)
        players = [w if w == PERSON else player_of_level(int(w), game, seats, self.remark) for w in wish.sitting]
        table = open_table(game, players, secrets.randbits(64), wish.source)
        return table, KeptMatch(tuple(players), table.seed, fingerprint(ruleset, seats), number, False)

    def _room(self, id: str, wish: Wish, table: GameTable, number: int) -> Room:
        def anew(number: int) -> GameTable:
            table, match = self._begin(wish, number)
            self.store.begin(id, wish.text, match)
            return table

        return Room(id, table, number, wish.hints, self.store, self.workers, anew, self.pause)

    async def find(self, id: str) -> Room | None:
        """A room by its name, as it was left; raises ``BadRequest`` where it can't be gone on with."""
        async with self.finding:
            if id not in self.open_rooms:
                kept = self.store.room(id)
                if kept is None:
                    return None
                loop = asyncio.get_running_loop()
                self.open_rooms[id] = await loop.run_in_executor(self.workers, self._again, kept)
            self.open_rooms[id].used = monotonic()  # not put away before somebody has sat down
            return self.open_rooms[id]

    def _again(self, kept: KeptRoom) -> Room:
        wish, match = wish_of_json(json.loads(kept.wish)), kept.match
        ruleset = self.catalogue.ruleset(wish.source)
        if fingerprint(ruleset, len(match.players)) != match.ruleset:
            raise BadRequest("the rules of this table have changed since it was opened: open another one")
        try:
            table = open_table(Game(ruleset, limits.STEPS), match.players, match.seed, wish.source)
            table.go_on(kept.plays)
        except (NotPossible, ValueError) as fault:
            raise BadRequest(f"this table cannot be gone on with: {fault}") from fault
        table.practice = match.practice
        return self._room(kept.id, wish, table, match.number)

    def tidy(self) -> None:
        """Put away the rooms that nobody looks at, and forget the old ones."""
        for id, room in list(self.open_rooms.items()):
            if not room.browsers and monotonic() - room.used > limits.IDLE:
                del self.open_rooms[id]
        self.store.expire(time() - limits.DAYS * 86_400, list(self.open_rooms))
