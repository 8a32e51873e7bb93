"""The socket of one browser: messages in, what its seat sees out."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from time import monotonic

from starlette.websockets import WebSocket, WebSocketDisconnect

from cassino_dsl.web import limits
from cassino_dsl.web.limits import Bucket
from cassino_dsl.web.messages import BadMessage, bytes_of, read_message
from cassino_dsl.web.room import Room

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
            self.closing = self.closing or asyncio.create_task(self._close(1013))

    async def serve(self, room: Room) -> None:
        """Until one of both goes."""
        await self.socket.accept()
        writing = asyncio.create_task(self._write())
        try:
            await room.join(self)
            await self._read(room)
        finally:
            writing.cancel()
            room.leave(self)

    async def _write(self) -> None:
        with suppress(RuntimeError, WebSocketDisconnect):  # the reader hears of it too
            while True:
                await self.socket.send_text((await self.waiting.get()).decode())

    async def _close(self, code: int) -> None:
        with suppress(RuntimeError, WebSocketDisconnect):  # it is closed already
            await self.socket.close(code)

    async def _read(self, room: Room) -> None:
        often, hints, bad = Bucket(limits.MESSAGES, monotonic()), Bucket(limits.HINTS, monotonic()), 0
        while bad < BAD:
            received = await self.socket.receive()
            if received["type"] == "websocket.disconnect":
                return
            now = monotonic()
            if not often.take(now):
                bad += 1
                self.send(bytes_of("said", text="Too many messages: wait a moment."))
                continue
            try:
                message = read_message(received.get("text") or "")
            except BadMessage as fault:
                bad += 1
                self.send(bytes_of("said", text=f"{fault}"))
                continue
            if message.do in ("hint", "guide") and not hints.take(now):
                self.send(bytes_of("said", text="Too many hints at once: wait a moment."))
                continue
            await room.hear(self, message)
        await self._close(1008)
