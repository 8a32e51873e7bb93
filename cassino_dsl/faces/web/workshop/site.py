"""The addresses of the workshop: questions about a text, answered by processes that look at it, and what is
shipped."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from importlib.util import find_spec
from typing import Any, TypeVar

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from cassino_dsl.faces.web import limits
from cassino_dsl.faces.web.guard import address_of, body_of, json_answer, not_too_often
from cassino_dsl.faces.web.requests import QUESTIONS, question_of
from cassino_dsl.faces.web.workshop.match import ABLE
from cassino_dsl.faces.web.workshop.workers import Workers
from cassino_dsl.language.compose.library import find
from cassino_dsl.language.shipped import shipped, shipped_rules
from cassino_dsl.table.opening import LEVELS

Answer = TypeVar("Answer")


class Workshop:
    """``may_open``: raises where somebody may not open tables, nor ask here."""

    def __init__(self, workers: Workers, may_open: Callable[[Request], None]) -> None:
        self.may_open, self.workers = may_open, workers
        self.often = limits.Buckets(limits.QUESTIONS)
        self.asking: Counter[str] = Counter()  # questions of each address that wait for an answer

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/workshop/words", self.words),
            Route("/workshop/texts/{kind}/{name}", self.text),
            Route("/workshop/{do}", self.ask, methods=["POST"]),
        ]

    async def words(self, request: Request) -> Response:
        """What the page has to know; who opens it will ask, so a process is made ready."""
        self._may(request)
        asyncio.get_running_loop().run_in_executor(self.workers.threads, self.workers.warm)
        words = await asyncio.to_thread(known_words)
        return json_answer({**words, "levels": len(LEVELS if self.workers.native else ABLE)})

    async def text(self, request: Request) -> Response:
        self._may(request)
        found = await asyncio.to_thread(shipped_text, request.path_params["kind"], request.path_params["name"])
        if found is None:
            raise HTTPException(404, "there is no such game or house rule")
        return json_answer({"text": found})

    def _may(self, request: Request) -> None:
        self.may_open(request)
        self.possible()

    def possible(self) -> None:
        """Raises where no text can be looked at."""
        if find_spec("resource") is None:
            raise HTTPException(501, "the workshop needs a system that can bound a process, such as Linux")

    async def ask(self, request: Request) -> Response:
        """A question about a text. Who asks several at once waits; nobody keeps all processes busy alone."""
        self._may(request)
        do = request.path_params["do"]
        if do not in QUESTIONS:
            raise HTTPException(404, "there is no such question")
        not_too_often(request, self.often)
        question = question_of(do, await body_of(request, limits.TEXT_BODY))
        return json_answer(await self.bounded(request, lambda: self.workers.ask(question)))

    async def bounded(self, request: Request, ask: Callable[[], Answer]) -> Answer:
        """What comes of asking processes about a text, within the bounds of who asks."""
        address = address_of(request)
        if self.asking[address] >= limits.ASKING_OF_ADDRESS:
            raise HTTPException(429, "your last questions are still being answered: wait for them")
        if self.asking.total() >= limits.ASKING:
            raise HTTPException(503, "many ask at once: try again in a moment")
        self.asking[address] += 1
        answered = asyncio.get_running_loop().run_in_executor(self.workers.threads, ask)
        answered.add_done_callback(lambda _: self._done(address))  # also where nobody waits for it any more
        return await asyncio.shield(answered)

    def _done(self, address: str) -> None:
        self.asking -= Counter([address])


@cache
def known_words() -> Mapping[str, Any]:
    """All games and house rules, and how long a text may be."""
    return {
        "variants": [{"name": one.name, "title": one.title} for one in shipped()],
        "rules": [{"name": one.name, "title": one.title} for one in shipped_rules()],
        "most": limits.TEXT,
    }


def shipped_text(kind: str, name: str) -> str | None:
    """The file of a shipped game or house rule (``kind`` is `variants` or `rules`), if there is one of that name."""
    if kind not in ("variants", "rules") or name not in {one["name"] for one in known_words()[kind]}:
        return None
    return find(name, house=kind == "rules").read_text("utf-8")
