"""The site: which addresses there are, and what each answers.

Files are read once, when the server starts, and found by their names in a table: an address is never a path.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from importlib.resources import files
from typing import Any, TypeVar

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from cassino_dsl.pages.page import style
from cassino_dsl.table.table import NotPossible, TableSource
from cassino_dsl.web import limits
from cassino_dsl.web.asked import body_of, json_answer, not_too_often, refused
from cassino_dsl.web.catalogue import Catalogue
from cassino_dsl.web.guard import address_of
from cassino_dsl.web.room import Room
from cassino_dsl.web.rooms import Rooms
from cassino_dsl.web.socket import Socket
from cassino_dsl.web.wish import BadRequest, Wish, source_of, text_of, wish_of_json
from cassino_dsl.web.workshop.site import Workshop
from cassino_dsl.web.workshop.workers import Workers

KINDS = {"html": "text/html", "css": "text/css", "js": "text/javascript", "svg": "image/svg+xml", "txt": "text/plain"}
KEY = "cassino-key"  # the cookie of who may open tables
DAY = 86_400
TIDY = 60.0  # seconds between two looks at what is old
Handler = Callable[[Request], Any]
Answer = TypeVar("Answer")


def static_files() -> dict[str, tuple[bytes, str]]:
    """The files of the pages: content and kind, by name."""
    folder = files("cassino_dsl") / "web" / "static"
    found = {one.name: (one.read_bytes(), KINDS[one.name.rpartition(".")[2]]) for one in folder.iterdir()}
    return {**found, "style.css": (style().encode(), KINDS["css"])}


class Site:
    """``key``: what who opens tables must have shown; None where everybody may. ``secure``: whether browsers reach it
    over TLS."""

    def __init__(self, rooms: Rooms, catalogue: Catalogue, workers: Workers, key: str | None, secure: bool) -> None:
        self.rooms, self.catalogue, self.key, self.secure = rooms, catalogue, key, secure
        self.workshop = Workshop(workers, self._may_open)
        self.files = static_files()
        self.openings, self.looks = limits.Buckets(limits.OPENINGS), limits.Buckets(limits.LOOKS)
        self.sockets: dict[str, int] = {}  # of each address
        self.app = Starlette(
            routes=self._routes(),
            exception_handlers={HTTPException: refused, BadRequest: refused},
            lifespan=self._lifespan,
        )

    def _routes(self) -> list[BaseRoute]:
        return [
            Route("/", self._page("home.html")),
            Route("/join", self._page("join.html")),
            Route("/room/{room}", self._page("table.html")),
            Route("/workshop", self._page("workshop.html")),
            Route("/static/{name}", self.static),
            Route("/api/games", self.games),
            Route("/api/games/{name}/house-rules", self.house_rules),
            Route("/api/game", self.game, methods=["POST"]),
            Route("/api/rooms", self.open, methods=["POST"]),
            Route("/api/join", self.join, methods=["POST"]),
            Route("/api/rooms/{room}", self.room),
            Route("/api/rooms/{room}/record", self.record),
            Route("/api/rooms/{room}/next", self.next, methods=["POST"]),
            WebSocketRoute("/api/rooms/{room}/socket", self.socket),
            *self.workshop.routes(),
        ]

    @asynccontextmanager
    async def _lifespan(self, app: Starlette) -> AsyncIterator[None]:
        async def tidy() -> None:
            while True:
                self.rooms.tidy()  # in one go: nobody finds a room that is just put away
                await asyncio.sleep(TIDY)

        job = asyncio.create_task(tidy())
        yield
        job.cancel()
        await asyncio.to_thread(self.workshop.workers.close)
        self.rooms.store.close()

    # ---- pages

    def _page(self, name: str) -> Handler:
        def page(request: Request) -> Response:
            return HTMLResponse(self.files[name][0], headers={"cache-control": "no-cache"})

        return page

    def static(self, request: Request) -> Response:
        found = self.files.get(request.path_params["name"])
        if found is None:
            raise HTTPException(404, "there is no such file")
        content, kind = found
        headers = {"etag": f'"{hashlib.sha256(content).hexdigest()[:16]}"', "cache-control": "no-cache"}
        if request.headers.get("if-none-match") == headers["etag"]:
            return Response(status_code=304, headers=headers)
        return Response(content, media_type=kind, headers=headers)

    # ---- choosing a game

    async def games(self, request: Request) -> Response:
        self._may_open(request)
        return json_answer({"games": await asyncio.to_thread(lambda: self.catalogue.variants)})

    async def house_rules(self, request: Request) -> Response:
        self._may_open(request)
        name = request.path_params["name"]
        if name not in await asyncio.to_thread(lambda: self.catalogue.names):
            raise HTTPException(404, "there is no such game")
        return json_answer({"rules": await asyncio.to_thread(self.catalogue.house_rules, name)})

    async def game(self, request: Request) -> Response:
        self._may_open(request)
        not_too_often(request, self.looks)
        data = await body_of(request)
        source = TableSource(text_of(data.get("variant")), *source_of(data))
        return json_answer(await asyncio.to_thread(self.catalogue.about, source))

    # ---- rooms

    async def open(self, request: Request) -> Response:
        wish = await self._wish(request)
        room, links = await self._asked(request, wish, lambda: self.rooms.open(wish))
        own = wish.persons[0]
        response = json_answer(
            {"room": room.id, "seat": own, "links": {str(seat): words for seat, words in links.items()}}
        )
        self._seat(response, room.id, links[own])
        return response

    async def next(self, request: Request) -> Response:
        """Those at a table are asked for another game."""
        wish = await self._wish(request)
        room, seat = await self._sits(request)
        title = await self._asked(request, wish, lambda: self.rooms.games(wish).title(wish))
        await room.propose(seat, wish, title)
        return json_answer({"room": room.id})

    async def _wish(self, request: Request) -> Wish:
        """What is wished for a table, by somebody who may open one."""
        self._may_open(request)
        not_too_often(request, self.openings)
        return wish_of_json(await body_of(request, limits.TEXT_BODY))

    async def _asked(self, request: Request, wish: Wish, ask: Callable[[], Answer]) -> Answer:
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
        if self.key is not None and hmac.compare_digest(words.encode("utf-8", "replace"), self.key.encode()):
            response = json_answer({"room": None})
            response.set_cookie(KEY, self.key, 30 * DAY, path="/", secure=self.secure, httponly=True, samesite="lax")
            return response
        found = self.rooms.store.seat(words)
        if found is None:
            raise HTTPException(404, "this link leads nowhere: its table is no longer kept, or it was cut short")
        response = json_answer({"room": found[0], "seat": found[1]})
        self._seat(response, found[0], words)
        return response

    def _seat(self, response: Response, room: str, words: str) -> None:
        path = f"/api/rooms/{room}"
        response.set_cookie(
            f"seat-{room}", words, 30 * DAY, path=path, secure=self.secure, httponly=True, samesite="lax"
        )

    async def room(self, request: Request) -> Response:
        """What does not change in a room: the cards, the rules."""
        room, seat = await self._sits(request)
        wish, game, about = room.match.wish, room.game, room.about
        if not about:
            about = await self._asked(request, wish, lambda: self.rooms.games(wish).about(wish))
            if game == room.game:
                room.about = about
        return json_answer({**about, "seat": seat, "game": game, "persons": room.persons, "replays": not wish.text})

    async def record(self, request: Request) -> Response:
        """The record of a match that is over."""
        room, _ = await self._sits(request)
        try:
            record = await room.work(room.desk.record)
        except (NotPossible, BadRequest) as fault:
            raise HTTPException(409, str(fault)) from fault
        return json_answer(record, {"content-disposition": 'attachment; filename="match.json"'})

    async def socket(self, socket: WebSocket) -> None:
        address = address_of(socket)
        try:
            room, seat = await self._sits(socket)
        except (HTTPException, BadRequest) as fault:
            await socket.accept()
            await socket.close(4404, str(getattr(fault, "detail", fault))[:100])
            return
        many = self.sockets.get(address, 0) >= limits.SOCKETS_OF_ADDRESS
        if many or len(room.browsers) >= limits.SOCKETS_OF_ROOM:
            await socket.accept()
            await socket.close(4429, "too many windows are open at this table")
            return
        self.sockets[address] = self.sockets.get(address, 0) + 1
        try:
            await Socket(socket, seat).serve(room)
        finally:
            self.sockets[address] -= 1
            if not self.sockets[address]:
                del self.sockets[address]

    async def _sits(self, asked: HTTPConnection) -> tuple[Room, int]:
        """The room of an address and the seat of who asks, by the cookie."""
        id = asked.path_params["room"]
        words = asked.cookies.get(f"seat-{id}", "")
        found = self.rooms.store.seat(words)
        if found is None or found[0] != id:
            raise HTTPException(404, "you have no seat at this table: follow the link that was sent to you")
        room = await self.rooms.find(id)
        if room is None:
            raise HTTPException(404, "this table is no longer kept")
        return room, found[1]

    # ---- who may

    def _may_open(self, asked: HTTPConnection) -> None:
        if self.key is not None and not hmac.compare_digest(asked.cookies.get(KEY, "").encode(), self.key.encode()):
            raise HTTPException(401, "follow the link that the server printed: it lets you open tables")
