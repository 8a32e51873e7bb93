"""The addresses of the workshop: questions about a text, answered by processes that look at it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from importlib.util import find_spec

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from cassino_dsl.web import limits
from cassino_dsl.web.asked import body_of, json_answer
from cassino_dsl.web.guard import address_of
from cassino_dsl.web.workshop.questions import ASKED_OF_TEXTS, question_of
from cassino_dsl.web.workshop.workers import Workers


class Workshop:
    """``may``: raises where somebody may not ask."""

    def __init__(self, may: Callable[[Request], None]) -> None:
        self.may = may
        self.workers = Workers()
        self.often = limits.Buckets(limits.QUESTIONS)
        self.asking: dict[str, int] = {}  # questions of each address that wait for an answer

    def routes(self) -> list[BaseRoute]:
        return [Route("/workshop/{do}", self.ask, methods=["POST"])]

    async def ask(self, request: Request) -> Response:
        """A question about a text. Who asks several at once waits; nobody keeps all processes busy alone."""
        self.may(request)
        if find_spec("resource") is None:
            raise HTTPException(501, "the workshop needs a system that can bound a process, such as Linux or macOS")
        do, address = request.path_params["do"], address_of(request)
        if do not in ASKED_OF_TEXTS:
            raise HTTPException(404, "there is no such question")
        if not self.often.take(address):
            raise HTTPException(429, "too many questions: wait a moment")
        question = question_of(do, await body_of(request, limits.TEXT_BODY))
        if self.asking.get(address, 0) >= limits.ASKING_OF_ADDRESS:
            raise HTTPException(429, "your last questions are still being answered: wait for them")
        if sum(self.asking.values()) >= limits.ASKING:
            raise HTTPException(503, "many ask at once: try again in a moment")
        self.asking[address] = self.asking.get(address, 0) + 1
        loop = asyncio.get_running_loop()
        answered = loop.run_in_executor(self.workers.threads, self.workers.ask, question)
        answered.add_done_callback(lambda _: self._done(address))  # also where nobody waits for it any more
        return json_answer(await asyncio.shield(answered))

    def _done(self, address: str) -> None:
        self.asking[address] -= 1
        if not self.asking[address]:
            del self.asking[address]
