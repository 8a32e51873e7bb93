"""A browser at a room, by a socket."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from time import monotonic

from starlette.websockets import WebSocket, WebSocketDisconnect

from cassino_dsl.faces.web import limits
from cassino_dsl.faces.web.requests import BadRequest, message_of
from cassino_dsl.faces.web.room import Room
from cassino_dsl.faces.web.session import said

BAD = 10  # messages that mean nothing, before the socket is closed


class Socket:
    """A browser at a room. What it is sent waits in a line; who is too far behind is let go, and comes again."""

    def __init__(self, socket: WebSocket, seat: int) -> None:
        self.socket, self.seat, self.told = socket, seat, 0
        self.waiting: asyncio.Queue[bytes] = asyncio.Queue(limits.WAITING)
        self.closing: asyncio.Task[None] | None = None

    def send(self, data: bytes) -> None:
        try:
            self.waiting.put_nowait(data)
        except asyncio.QueueFull:
            self.close(1013)

    def close(self, code: int, why: str = "") -> None:
        self.closing = self.closing or asyncio.create_task(self._close(code, why))

    async def serve(self, room: Room, still: Callable[[], bool]) -> None:
        """Until one of both goes. ``still``: whether its link leads here."""
        writing = asyncio.create_task(self._write())
        try:
            if await room.join(self, still):
                await self._read(room)
            elif not still():
                await self._close(4404, "the link to this seat was changed")
            else:
                await self._close(4429, "so many look on that there is no place now; this page tries again")
        finally:
            writing.cancel()
            room.leave(self)

    async def _write(self) -> None:
        with suppress(RuntimeError, WebSocketDisconnect):  # the reader hears of it too
            while True:
                await self.socket.send_text((await self.waiting.get()).decode())

    async def _close(self, code: int, why: str) -> None:
        with suppress(RuntimeError, WebSocketDisconnect):  # it is closed already
            await self.socket.close(code, why)

    async def _read(self, room: Room) -> None:
        now = monotonic()
        often, hints, bad = limits.Bucket(limits.MESSAGES, now), limits.Bucket(limits.HINTS, now), 0
        while bad < BAD:
            received = await self.socket.receive()
            if received["type"] == "websocket.disconnect":
                return
            now = monotonic()
            try:
                if not often.take(now):
                    raise BadRequest("Too many messages: wait a moment.")
                message = message_of(received.get("text") or "")
            except BadRequest as fault:
                bad += 1
                self.send(said(str(fault)))
                continue
            if message.do == "hint" and not hints.take(now):
                self.send(said("Too many hints at once: wait a moment."))
            else:
                await room.hear(self, message)
        await self._close(1008, "")
