"""Matches of shipped games: played in this process."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from concurrent.futures import Executor
from typing import Any

from cassino_dsl.game import Game
from cassino_dsl.ruleset.model import Ruleset
from cassino_dsl.table.opponents import open_table, seated
from cassino_dsl.table.table import NotPossible
from cassino_dsl.units.record import fingerprint
from cassino_dsl.web import limits
from cassino_dsl.web.catalogue import Catalogue, cards_json
from cassino_dsl.web.desk import Desk, Keeper
from cassino_dsl.web.store import KeptMatch
from cassino_dsl.web.wish import BadRequest, Wish


class ShippedGames:
    """``remark``: told what there is to say of how the program plays."""

    def __init__(
        self, catalogue: Catalogue, workers: Executor, remark: Callable[[str], object] = lambda text: None
    ) -> None:
        self.catalogue, self.workers, self.remark = catalogue, workers, remark

    def begin(self, wish: Wish, number: int, keeper: Keeper) -> tuple[Desk, KeptMatch]:
        """A new match, with cards that nobody can foretell."""
        ruleset, seats = self._ruleset(wish), len(wish.sitting)
        game = Game(ruleset, limits.STEPS)
        players = seated(wish.sitting, game, self.remark)
        table = open_table(game, players, secrets.randbits(64), wish.source)
        match = KeptMatch(tuple(players), table.seed, fingerprint(ruleset, seats), number, False)
        return Desk(table, number, wish.hints, keeper), match

    def again(self, wish: Wish, match: KeptMatch, plays: tuple[str, ...], keeper: Keeper) -> Desk:
        """A match that was kept."""
        ruleset = self._ruleset(wish)
        if fingerprint(ruleset, len(match.players)) != match.ruleset:
            raise BadRequest("the rules of this table have changed since it was opened: open another one")
        try:
            table = open_table(Game(ruleset, limits.STEPS), match.players, match.seed, wish.source)
            table.go_on(plays)
        except (NotPossible, ValueError) as fault:
            raise BadRequest(f"this table cannot be gone on with: {fault}") from fault
        table.practice = match.practice
        return Desk(table, match.number, wish.hints, keeper)

    def title(self, wish: Wish) -> str:
        return self._ruleset(wish).title

    def about(self, wish: Wish) -> dict[str, Any]:
        """What does not change at a table."""
        ruleset = self._ruleset(wish)
        book = self.catalogue.rulebook(wish.source)
        return {"title": ruleset.title, **cards_json(ruleset), "rulebook": book}

    def _ruleset(self, wish: Wish) -> Ruleset:
        ruleset, seats = self.catalogue.ruleset(wish.source), len(wish.sitting)
        if seats not in ruleset.seats:
            raise BadRequest(f"`{ruleset.name}` is played with {', '.join(map(str, ruleset.seats))} seats, not {seats}")
        return ruleset
