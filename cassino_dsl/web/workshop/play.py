"""Games of texts against the program: kept while the server runs, played by the processes that look at texts."""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from cassino_dsl.table.table import PERSON
from cassino_dsl.web import limits
from cassino_dsl.web.asked import body_of, json_answer, not_too_often
from cassino_dsl.web.messages import BadMessage, Message, message_of
from cassino_dsl.web.wish import BadRequest, texts_of
from cassino_dsl.web.workshop.match import ABLE, TextMatch
from cassino_dsl.web.workshop.questions import Question, question_of

Asking = Callable[[Request, Question | TextMatch], Awaitable[dict[str, Any]]]


@dataclass
class TextGame:
    """A text that is played: who sits where, and the match so far."""

    about: Question
    sitting: tuple[str, ...]
    seed: int
    number: int = 1
    plays: tuple[str, ...] = ()
    practice: bool = False
    over: bool = False
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    def asks(self, told: int, message: Message | None) -> TextMatch:
        of = (self.about.text, self.about.settings, self.sitting, self.seed, self.number, self.plays, self.practice)
        return TextMatch(*of, told, message)

    def begin_again(self) -> None:
        """Another match, with cards that nobody can foretell."""
        self.seed, self.number = secrets.randbits(64), self.number + 1
        self.plays, self.practice, self.over = (), False, False


class TextGames:
    """``asking``: asks a process, within the bounds of who asks; ``may``: raises where somebody may not; ``often``: how
    often somebody asks about texts."""

    def __init__(self, asking: Asking, may: Callable[[Request], None], often: limits.Buckets) -> None:
        self.asking, self.may, self.often = asking, may, often
        self.plays = limits.Buckets(limits.MESSAGES)
        self.games: OrderedDict[str, TextGame] = OrderedDict()

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/workshop/games", self.open, methods=["POST"]),
            Route("/workshop/games/{id}", self.about),
            Route("/workshop/games/{id}", self.hear, methods=["POST"]),
        ]

    async def open(self, request: Request) -> Response:
        """Begin a game of a text."""
        self.may(request)
        not_too_often(request, self.often)
        data = await body_of(request, limits.TEXT_BODY)
        sitting = _sitting_of(data)
        about = question_of("table", {key: data[key] for key in data if key != "sitting"})
        game = TextGame(about, sitting, secrets.randbits(64))
        await self._ask(request, game, 0, None)  # what is wrong with it is said now
        id = secrets.token_urlsafe(12)
        self.games[id] = game
        while len(self.games) > limits.TEXT_GAMES:
            self.games.popitem(last=False)
        return json_answer({"game": id})

    async def about(self, request: Request) -> Response:
        """What does not change in a game: the cards, the rules."""
        game = self._found(request)
        found = await self.asking(request, game.about)
        return json_answer({**found, "seat": game.sitting.index(PERSON) + 1})

    async def hear(self, request: Request) -> Response:
        """Somebody says something, or only looks."""
        game = self._found(request)
        data = await body_of(request, limits.BODY)
        told = data.pop("told", 0)
        if type(told) is not int or not 0 <= told < 1_000_000:
            raise BadRequest("`told` is how many lines of the log were told")
        try:
            message = message_of(data) if data else None
        except BadMessage as fault:
            raise BadRequest(str(fault)) from fault
        async with game.lock:
            if message is not None and message.do == "again" and game.over:
                game.begin_again()
                told, message = 0, None
            return json_answer(await self._ask(request, game, told, message))

    async def _ask(self, request: Request, game: TextGame, told: int, message: Message | None) -> dict[str, Any]:
        found = await self.asking(request, game.asks(told, message))
        game.plays, game.practice, game.over = tuple(found["plays"]), found["practice"], found["over"]
        return {"sent": found["sent"], "told": found["told"]}

    def _found(self, request: Request) -> TextGame:
        self.may(request)
        not_too_often(request, self.plays)
        found = self.games.get(request.path_params["id"])
        if found is None:
            raise HTTPException(404, "this game is no longer kept: begin another one in the workshop")
        self.games.move_to_end(request.path_params["id"])
        return found


def _sitting_of(data: Mapping[str, Any]) -> tuple[str, ...]:
    found = texts_of(data, "sitting")
    levels = [str(level + 1) for level in range(len(ABLE))]
    if found.count(PERSON) != 1 or any(who != PERSON and who not in levels for who in found):
        raise BadRequest(f"at one seat sits `person`, at each other a level from 1 to {len(ABLE)}")
    return found
