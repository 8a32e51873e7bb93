"""Matches that are over, shown step by step, and what a search would have played, when that is asked."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from functools import lru_cache
from typing import Any, TypeVar

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from cassino_dsl.analysis.simulate.engines import worlds_for
from cassino_dsl.faces.web import limits
from cassino_dsl.faces.web.guard import body_of, json_answer, not_too_often
from cassino_dsl.faces.web.requests import RECORDED, BadRequest, TableRequest, fields_of, object_of
from cassino_dsl.faces.web.shipped_games import ruleset_of, steps_json
from cassino_dsl.faces.web.workshop.match import TextReplay
from cassino_dsl.language.ruleset.run_fault import RunFault
from cassino_dsl.match.basic_game import BasicGame
from cassino_dsl.table.replayed import Replayed
from cassino_dsl.table.table import NotPossible, TableSource

SEARCH = ("search:600",)  # asks for an engine that is able to search
THREADS = 2
KEPT = 8  # matches that are looked at again
Answer = TypeVar("Answer")


class Replays:
    """``may``: raises where somebody may not ask, else what was wished for the room of the match, if there is one;
    ``of_text``: answers where that is a text's game. Here are threads of its own, so that no table waits."""

    def __init__(
        self,
        may: Callable[[Request], Awaitable[TableRequest | None]],
        of_text: Callable[[Request, TextReplay], Awaitable[dict[str, Any]]],
    ) -> None:
        self.may, self.of_text, self.threads = may, of_text, ThreadPoolExecutor(THREADS, "replay")
        self.looks, self.hints = limits.Buckets(limits.REPLAYS), limits.Buckets(limits.HINTS)

    def routes(self) -> list[BaseRoute]:
        return [
            Route(f"{place}{what}", ask, methods=["POST"])
            for place in ("/api/replay", "/api/rooms/{room}/replay")
            for what, ask in (("", self.steps), ("/hint", self.hint))
        ]

    async def steps(self, request: Request) -> Response:
        """All steps of a record, with the pictures of its cards."""
        wish = await self.may(request)
        not_too_often(request, self.looks)
        record = _record(await body_of(request, limits.TEXT_BODY))
        if wish is not None and wish.text:
            return json_answer(await self.of_text(request, TextReplay(wish, record)))
        return json_answer(await self._worked(lambda: _shown(record)))

    async def hint(self, request: Request) -> Response:
        """What a search would have played at a decision, and what the play made cost."""
        wish = await self.may(request)
        not_too_often(request, self.hints)
        asked = await body_of(request, limits.TEXT_BODY)
        record, number = _record(asked), asked.get("number")
        if type(number) is not int:
            raise BadRequest("a hint is asked for at the number of a play")
        if wish is not None and wish.text:
            return json_answer(await self.of_text(request, TextReplay(wish, record, number)))
        return json_answer(await self._worked(lambda: _hint(record, number)))

    async def _worked(self, ask: Callable[[], Answer]) -> Answer:
        try:
            return await asyncio.get_running_loop().run_in_executor(self.threads, ask)
        except (NotPossible, RunFault) as fault:
            raise BadRequest(str(fault)) from fault


def _record(asked: Mapping[str, Any]) -> str:
    """A record as a text: a page would lose digits of its seed."""
    record = asked.get("record")
    if not isinstance(record, str):
        raise BadRequest("what is replayed is a `record`: a line of a file of records, as a text")
    return record


@lru_cache(KEPT)
def _replayed(record: str) -> Replayed:
    data = object_of(record)
    return Replayed(BasicGame(ruleset_of(_source(data)), limits.STEPS), data, limits.REPLAY)


def _source(record: Mapping[str, Any]) -> TableSource:
    """The shipped game of a record, its house rules and options."""
    named = {key: record[key] for key in RECORDED if key in record}
    found = fields_of("a record of a shipped game", named, RECORDED, RECORDED)
    return TableSource(*(found[key] for key in RECORDED))


def _shown(record: str) -> dict[str, Any]:
    found = _replayed(record)
    with found.lock:
        return steps_json(found)


def _hint(record: str, number: int) -> dict[str, Any]:
    found = _replayed(record)
    worlds, _ = worlds_for(found.game.ruleset, found.seats, SEARCH, "auto")
    with found.lock:
        return asdict(found.instead(number, worlds))
