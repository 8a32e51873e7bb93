"""The site: which addresses there are, and what each answers.

Files are read once, when the server starts, and found by their names in a table: an address is never a path.
"""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from secrets import token_urlsafe
from typing import Any, TypeVar

import segno
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from cassino_dsl.faces.web import limits
from cassino_dsl.faces.web.guard import body_of, json_answer, not_too_often
from cassino_dsl.faces.web.replays import Replays
from cassino_dsl.faces.web.requests import SOURCE, BadRequest, TableRequest, fields_of, table_request
from cassino_dsl.faces.web.room import Room
from cassino_dsl.faces.web.rooms import WORDS, Rooms
from cassino_dsl.faces.web.shipped_games import all_games, choices_of, house_rules
from cassino_dsl.faces.web.socket_line import Socket
from cassino_dsl.faces.web.static_files import served_files
from cassino_dsl.faces.web.workshop.match import TextReplay
from cassino_dsl.faces.web.workshop.site import Workshop
from cassino_dsl.faces.web.workshop.workers import Workers
from cassino_dsl.language.compose.library import shipped_variants
from cassino_dsl.table.onlooker import ONLOOKER
from cassino_dsl.table.table import NotPossible, TableSource

KEY = "cassino-key"  # the cookie of who may open tables
DAY = 86_400
NAME = 24  # characters
PACKED = 1_024  # bytes from which answers are packed: what holds credentials is shorter, so its length tells nothing
TIDY = 60.0  # seconds between two looks at what is old
Answer = TypeVar("Answer")


class Site:
    """``key``: what who opens tables must have shown; None where everybody may. ``secure``: whether browsers reach it
    over TLS."""

    def __init__(self, rooms: Rooms, workers: Workers, key: str | None, secure: bool) -> None:
        self.rooms, self.key, self.secure = rooms, key, secure
        self.workshop, self.replays = Workshop(workers, self._may_open), Replays(self._may_replay, self._replayed)
        self.files, self.state = served_files()
        self.openings, self.looks = limits.Buckets(limits.OPENINGS), limits.Buckets(limits.LOOKS)
        self.app = Starlette(
            routes=self._routes(),
            exception_handlers={HTTPException: self._refused, BadRequest: self._refused},
            lifespan=self._lifespan,
            middleware=[Middleware(GZipMiddleware, minimum_size=PACKED, compresslevel=5)],
        )

    def _routes(self) -> list[BaseRoute]:
        pages = {
            "/": "home", "/join": "join", "/room/{room}": "table", "/lobby/{room}": "lobby", "/replay": "replay",
            "/replay/{room}": "replay", "/workshop": "workshop",
        }  # fmt: skip
        return [
            *(Route(path, partial(self._file, f"{name}.html")) for path, name in pages.items()),
            Route("/static/{name}", self.static),
            Route("/static/{state}/{name}", self.static),
            Route("/api/games", self.games),
            Route("/api/games/{name}/house-rules", self.house_rules),
            Route("/api/game", self.game, methods=["POST"]),
            Route("/api/rooms", self.open, methods=["POST"]),
            Route("/api/join", self.join, methods=["POST"]),
            Route("/api/rooms/{room}", self.room),
            Route("/api/rooms/{room}/record", self.record),
            Route("/api/rooms/{room}/standing", self.standing),
            Route("/api/rooms/{room}/next", self.next, methods=["POST"]),
            Route("/api/rooms/{room}/name", self.name, methods=["POST"]),
            Route("/api/rooms/{room}/link", self.link, methods=["POST"]),
            Route("/api/rooms/{room}/code", self.code, methods=["POST"]),
            WebSocketRoute("/api/rooms/{room}/socket", self.socket),
            *self.replays.routes(),
            *self.workshop.routes(),
        ]

    @asynccontextmanager
    async def _lifespan(self, app: Starlette) -> AsyncIterator[None]:
        async def tidy() -> None:
            while True:
                self.rooms.tidy()  # in one go: nobody finds a room that is just put away
                await asyncio.sleep(TIDY)

        job = asyncio.create_task(tidy())
        asyncio.get_running_loop().run_in_executor(self.rooms.shipped.workers, all_games)  # for the first who asks
        yield
        job.cancel()
        self.replays.threads.shutdown(wait=False, cancel_futures=True)
        await asyncio.to_thread(self.workshop.workers.close)
        self.rooms.store.close()

    # ---- pages

    def static(self, request: Request) -> Response:
        return self._file(request.path_params["name"], request)

    def _file(self, name: str, request: Request, status: int = 200) -> Response:
        if name not in self.files:
            raise HTTPException(404, "there is no such file")
        return self.files[name].answer(request, request.path_params.get("state") == self.state, status)

    def _refused(self, request: Request, fault: Exception) -> Response:
        """Why a request was not answered: a page for who has followed a link that leads nowhere."""
        status, said = (fault.status_code, fault.detail) if isinstance(fault, HTTPException) else (400, str(fault))
        if status == 404 and "text/html" in request.headers.get("accept", ""):
            return self._file("missing.html", request, status)
        return json_answer({"error": said}, status=status)

    # ---- choosing a game

    async def games(self, request: Request) -> Response:
        self._may_open(request)
        return json_answer(await asyncio.to_thread(all_games) | {"against": self.rooms.shipped.against})

    async def house_rules(self, request: Request) -> Response:
        self._may_open(request)
        name = request.path_params["name"]
        if name not in await asyncio.to_thread(shipped_variants):
            raise HTTPException(404, "there is no such game")
        return json_answer({"rules": await asyncio.to_thread(house_rules, name)})

    async def game(self, request: Request) -> Response:
        self._may_open(request)
        not_too_often(request, self.looks)
        source = TableSource(**fields_of("a game", await body_of(request), SOURCE, ("variant",)))
        return json_answer(await asyncio.to_thread(choices_of, source))

    # ---- rooms

    async def open(self, request: Request) -> Response:
        wish = await self._wish(request)
        room, links = await self._asked(request, wish, lambda: self.rooms.open(wish))
        own = wish.persons[0]
        response = json_answer({"room": room.id, "seat": own, "links": links})
        self._give(response, f"seat-{room.id}", links[own], f"/api/rooms/{room.id}")
        return response

    async def next(self, request: Request) -> Response:
        """Those at a table are asked for another game."""
        wish = await self._wish(request)
        room, seat = await self._sits(request)
        title = await self._asked(request, wish, lambda: self.rooms.games(wish).title(wish))
        await room.propose(seat, wish, title)
        return json_answer({"room": room.id})

    async def _wish(self, request: Request) -> TableRequest:
        """What is wished for a table, by somebody who may open one."""
        self._may_open(request)
        not_too_often(request, self.openings)
        return table_request(await body_of(request, limits.TEXT_BODY))

    async def _asked(self, request: Request, wish: TableRequest, ask: Callable[[], Answer]) -> Answer:
        """What takes a while, and for texts has the bounds of their processes."""
        if wish.text:
            self.workshop.possible()
            return await self.workshop.bounded(request, ask)
        return await asyncio.get_running_loop().run_in_executor(self.rooms.shipped.workers, ask)

    async def join(self, request: Request) -> Response:
        """A link is followed: what it holds goes into a cookie."""
        words = (await body_of(request)).get("words")
        if not isinstance(words, str) or not words:
            raise BadRequest("a link holds words")
        if self.key is not None and self._opens(words):
            response = json_answer({"room": None})
            self._give(response, KEY, self.key, "/")
            return response
        found = self.rooms.store.seat(words)
        if found is None:
            raise HTTPException(404, "this link leads nowhere: its table is no longer kept, or it was cut short")
        room, seat = found
        response = json_answer({"room": room, "seat": seat})
        self._give(response, f"seat-{room}", words, f"/api/rooms/{room}")
        return response

    def _give(self, response: Response, name: str, words: str, path: str) -> None:
        """Give a browser words to keep, which it sends to a path alone."""
        response.set_cookie(name, words, 30 * DAY, path=path, secure=self.secure, httponly=True, samesite="lax")

    async def room(self, request: Request) -> Response:
        """What does not change in a room: the cards, the rules."""
        room, seat = await self._sits(request)
        wish, game, about = room.match.wish, room.game, room.about
        if not about:
            about = await self._asked(request, wish, lambda: self.rooms.games(wish).about(wish))
            if game == room.game:
                room.about = about
        return json_answer(
            {
                **about,
                "seat": seat,
                "game": game,
                "persons": room.persons,
                "linked": room.linked(),
                "replays": not wish.text,
            }
        )

    async def record(self, request: Request) -> Response:
        """The record of a match that is over."""
        room, _ = await self._sits(request)
        try:
            async with room.lock:
                record = await room.work(room.session.record)
        except (NotPossible, BadRequest) as fault:
            raise HTTPException(409, str(fault)) from fault
        return json_answer(record, {"content-disposition": 'attachment; filename="match.json"'})

    async def standing(self, request: Request) -> Response:
        """How a match stands, for a list of tables."""
        room, seat = await self._sits(request)
        return json_answer({"seat": seat, "names": room.names, **await room.standing(seat)})

    # ---- who sits where

    async def name(self, request: Request) -> Response:
        """Somebody at a seat is called by a name: their own, or one that who opened the room gives."""
        room, own = await self._sits(request)
        wish = fields_of("a name", await body_of(request), {"seat": int, "name": str}, ("seat", "name"))
        seat, name = wish["seat"], " ".join(wish["name"].split())
        if seat == ONLOOKER or not self._governs(room, own, seat):
            raise HTTPException(403, "who opened the table gives names to seats, and everybody one to the own")
        if len(name) > NAME or not name.isprintable():
            raise BadRequest(f"a name has at most {NAME} characters, all of which can be seen")
        await room.call(partial(self.rooms.store.call, room.id, seat, name))
        return json_answer({"name": name})

    def _governs(self, room: Room, own: int, seat: int) -> bool:
        """Whether who sits at a seat decides who comes to another: who opened the room does, and each for the own."""
        return own != ONLOOKER and (seat == own or (own == room.host and seat in (ONLOOKER, *room.persons)))

    async def link(self, request: Request) -> Response:
        """Another link to a seat: the one before leads nowhere from now on, and who came by it is sent away."""
        room, own = await self._sits(request)
        not_too_often(request, self.openings)
        seat = fields_of("a link", await body_of(request), {"seat": int}, ("seat",))["seat"]
        if not self._governs(room, own, seat):
            raise HTTPException(403, "who opened the table changes its links, and everybody the own one")
        words = token_urlsafe(WORDS)
        await room.renew(seat, partial(self.rooms.store.renew, room.id, seat, words))
        response = json_answer({"words": words})
        if seat == own:
            self._give(response, f"seat-{room.id}", words, f"/api/rooms/{room.id}")
        return response

    async def code(self, request: Request) -> Response:
        """The picture of a link, for the camera of a phone."""
        room, _ = await self._sits(request)
        words = fields_of("a picture", await body_of(request), {"words": str}, ("words",))["words"]
        found = self.rooms.store.seat(words)
        if found is None or found[0] != room.id:
            raise HTTPException(404, "this link does not lead to this table")
        made = segno.make(f"{request.headers['origin']}/join#{words}", error="m", micro=False)
        return json_answer({"svg": made.svg_inline(scale=4, border=4, light="#fff")})

    async def socket(self, socket: WebSocket) -> None:
        await socket.accept()
        try:
            room, seat = await self._sits(socket)
        except (HTTPException, BadRequest) as fault:
            await socket.close(4404, str(getattr(fault, "detail", fault))[:100])
            return
        await Socket(socket, seat).serve(room, lambda: self._seat(socket) is not None)

    def _seat(self, asked: HTTPConnection) -> int | None:
        """The seat of who asks, by the cookie for the room of the address."""
        id = asked.path_params["room"]
        found = self.rooms.store.seat(asked.cookies.get(f"seat-{id}", ""))
        return found[1] if found is not None and found[0] == id else None

    async def _sits(self, asked: HTTPConnection) -> tuple[Room, int]:
        """The room of an address and the seat of who asks."""
        id, seat = asked.path_params["room"], self._seat(asked)
        if seat is None:
            raise HTTPException(404, "you have no seat at this table: follow the link that was sent to you")
        room = await self.rooms.find(id)
        if room is None:
            raise HTTPException(404, "this table is no longer kept")
        return room, seat

    # ---- who may

    def _opens(self, words: str) -> bool:
        """Whether words are those of who may open tables."""
        return self.key is None or hmac.compare_digest(words.encode("utf-8", "replace"), self.key.encode())

    def _may_open(self, asked: HTTPConnection) -> None:
        if not self._opens(asked.cookies.get(KEY, "")):
            raise HTTPException(401, "follow the link that the server printed: it lets you open tables")

    async def _may_replay(self, asked: Request) -> TableRequest | None:
        """Who sits in a room may see its match again, and who may open tables every one."""
        if "room" in asked.path_params:
            room, _ = await self._sits(asked)
            return room.match.wish
        self._may_open(asked)
        return None

    async def _replayed(self, request: Request, asked: TextReplay) -> dict[str, Any]:
        return await self._asked(request, asked.wish, lambda: self.workshop.workers.ask(asked))
