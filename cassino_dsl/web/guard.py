"""What every request passes first: who may ask, how often, how much; and what every answer carries."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cassino_dsl.web import limits

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
        if scope["type"] == "lifespan":
            await self.site(scope, receive, send)
            return
        refusal = self._refusal(HTTPConnection(scope))
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send, refusal)
        elif refusal is not None:
            await JSONResponse({"error": refusal[1]}, refusal[0])(scope, receive, _with_headers(send))
        else:
            await self._request(scope, receive, send)

    def _refusal(self, asked: HTTPConnection) -> tuple[int, str] | None:
        """Status and reason where something must not be answered."""
        hosts, origins = asked.headers.getlist("host"), asked.headers.getlist("origin")
        if len(hosts) != 1 or hosts[0].lower() not in self.place.hosts:
            return 421, "this server is not known by that name: use the address that it printed"
        changes = asked.scope["type"] == "websocket" or asked.scope["method"] not in ("GET", "HEAD")
        if (origins and set(origins) - self.place.origins) or (changes and len(origins) != 1):
            return 403, "another page may not ask this server"
        if not self.requests.take(address_of(asked)):
            return 429, "too many requests: wait a moment"
        return None

    async def _socket(self, scope: Scope, receive: Receive, send: Send, refusal: tuple[int, str] | None) -> None:
        if refusal is not None:
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": refusal[1]})
            return
        try:
            await self.site(scope, receive, send)
        except Exception as fault:
            self.report(f"internal fault: {type(fault).__name__}: {fault}")

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = False

        async def sending(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        answer: JSONResponse
        try:
            async with asyncio.timeout(limits.SECONDS):
                await self.site(scope, receive, _with_headers(sending))
            return
        except TimeoutError:
            answer = JSONResponse({"error": "this took too long, and was stopped"}, 503)
        except Exception as fault:
            self.report(f"internal fault: {type(fault).__name__}: {fault}")
            answer = JSONResponse({"error": "a fault of the program: it stands in the server's terminal"}, 500)
        if not begun:
            await answer(scope, receive, _with_headers(send))


def address_of(asked: HTTPConnection) -> str:
    """Who asks, as far as the network tells."""
    return asked.client.host if asked.client else ""


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message.get("headers", []), *_RAW]}
        await send(message)

    return sending
