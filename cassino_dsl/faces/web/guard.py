"""What every request passes: who may ask, how often, how much; how it is read, and what every answer carries."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from cassino_dsl.faces.web import limits
from cassino_dsl.faces.web.requests import object_of

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
_RAW = [(name.encode(), value.encode()) for name, value in HEADERS.items()]


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Where the server is reached: by which hosts (with their ports), over TLS or not."""

    hosts: frozenset[str]
    scheme: str = "http"

    @property
    def origins(self) -> frozenset[str]:
        return frozenset(f"{self.scheme}://{host}" for host in self.hosts)


class Guard:
    """Wraps the site. ``report``: told in a line what went wrong within."""

    def __init__(self, site: ASGIApp, place: Whereabouts, report: Callable[[str], object]) -> None:
        self.site, self.place, self.report = site, place, report
        self.requests = limits.Buckets(limits.REQUESTS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        kind, begun = scope["type"], False
        if kind == "lifespan":
            await self.site(scope, receive, send)
            return

        async def sending(message: Message) -> None:
            nonlocal begun
            begun = True
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message.get("headers", []), *_RAW]}
            await send(message)

        try:
            self._check(HTTPConnection(scope))
            async with asyncio.timeout(limits.SECONDS if kind == "http" else None):
                await self.site(scope, receive, sending)
            return
        except HTTPException as refusal:
            status, error = refusal.status_code, refusal.detail
        except TimeoutError:
            status, error = 503, "this took too long, and was stopped"
        except Exception as fault:
            self.report(f"internal fault: {type(fault).__name__}: {fault}")
            status, error = 500, "a fault of the program: it stands in the server's terminal"
        if not begun:
            answer = json_answer({"error": error}, status=status) if kind == "http" else WebSocketClose(1008, error)
            await answer(scope, receive, sending)

    def _check(self, asked: HTTPConnection) -> None:
        """Refuse what must not be answered."""
        hosts, origins = asked.headers.getlist("host"), asked.headers.getlist("origin")
        if len(hosts) != 1 or hosts[0].lower() not in self.place.hosts:
            raise HTTPException(421, "this server is not known by that name: use the address that it printed")
        changes = asked.scope["type"] == "websocket" or asked.scope["method"] not in ("GET", "HEAD")
        if (origins and set(origins) - self.place.origins) or (changes and len(origins) != 1):
            raise HTTPException(403, "another page may not ask this server")
        not_too_often(asked, self.requests)


def address_of(asked: HTTPConnection) -> str:
    """Who asks, as far as the network tells."""
    return asked.client.host if asked.client else ""


def not_too_often(asked: HTTPConnection, buckets: limits.Buckets) -> None:
    """Refuse who has asked too often."""
    if not buckets.take(address_of(asked)):
        raise HTTPException(429, "too many requests at once: wait a moment")


async def body_of(request: Request, most: int = limits.BODY) -> dict[str, Any]:
    """The object that was sent, of ``most`` bytes."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise HTTPException(415, "what is sent is JSON")
    content = b""
    async for piece in request.stream():
        content += piece
        if len(content) > most:
            raise HTTPException(413, f"what is sent has at most {most} bytes")
    return object_of(content)


def json_answer(data: Any, headers: dict[str, str] | None = None, status: int = 200) -> Response:
    """Data as JSON in ASCII: an answer may quote halves of characters, which have no bytes of their own."""
    content = json.dumps(data, separators=(",", ":"))
    return Response(content, status, {"cache-control": "no-store", **(headers or {})}, "application/json")
