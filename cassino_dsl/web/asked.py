"""What is asked in a request, read within bounds, and how it is answered."""

from __future__ import annotations

import json
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from cassino_dsl.web import limits
from cassino_dsl.web.guard import address_of
from cassino_dsl.web.wish import BadRequest


async def body_of(request: Request, most: int = limits.BODY) -> dict[str, Any]:
    """The object that was sent, of ``most`` bytes."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise HTTPException(415, "what is sent is JSON")
    content = b""
    async for piece in request.stream():
        content += piece
        if len(content) > most:
            raise HTTPException(413, f"what is sent has at most {most} bytes")
    try:
        data = json.loads(content)
    except (ValueError, RecursionError) as fault:
        raise BadRequest("what was sent is no JSON") from fault
    if not isinstance(data, dict):
        raise BadRequest("what is sent is an object")
    return data


def json_answer(data: Any, headers: dict[str, str] | None = None, status: int = 200) -> Response:
    """Data as JSON in ASCII: an answer may quote halves of characters, which have no bytes of their own."""
    content = json.dumps(data, separators=(",", ":"))
    return Response(content, status, {"cache-control": "no-store", **(headers or {})}, "application/json")


def refused(request: Request, fault: Exception) -> Response:
    """Why a request was not answered."""
    if isinstance(fault, HTTPException):
        return json_answer({"error": fault.detail}, status=fault.status_code)
    return json_answer({"error": str(fault)}, status=400)


def not_too_often(request: Request, buckets: limits.Buckets) -> None:
    """Refuse who has asked too often."""
    if not buckets.take(address_of(request)):
        raise HTTPException(429, "too many at once: wait a moment")
