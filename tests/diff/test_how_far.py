"""How far numbers of a position go is asked of the ruleset: a proof that holds has tried what a game can come to."""

from __future__ import annotations

from pathlib import Path

import pytest

from cassino_dsl.diff.prove import Proof, prove
from tests.diff.rulesets import pairs, tiny

SEATS = "seats: 2\n"


def proof(folder: Path, game: str, rule: str) -> Proof:
    """Of a game against the same with a rule for trailing more."""
    both, faces = pairs(
        tiny(folder, SEATS + game, "plain"), tiny(folder, f'{SEATS}{game}rules:\n  r: "kind = trail implies {rule}"')
    )
    return prove(both, faces, 1)


OUT_OF_THE_STOCK = {
    "an effect that moves its top card": "events: {e: {on: captured, do: move top(stock) to aside}}\n",
    "a card that is picked there": "events: {e: {on: captured, do: pick c in stock do move c to aside}}\n",
    "cards of a kind": "events: {e: {on: captured, do: 'move {c in stock | rank(c) = A} to aside'}}\n",
    "one of several": "events: {e: {on: captured, do: 'for c in {top(stock)} + loose do move c to aside'}}\n",
    "a written card, wherever it lies": "events: {e: {on: captured, do: 'move {As} to aside'}}\n",
    "an effect of an action": "actions: {trail: {do: move top(stock) to hand(me)}}\n",
    "a play that takes from it": "actions: {dig: {play: card, take: {s: 'one c in {top(stock)}'}, to: pile}}\n",
    "a play that goes to its bottom": "actions: {back: {play: card, to: bottom(stock)}}\n",
    "deals that depend on what was played": "events: {e: {on: captured, do: flag := true}}\n"
    "deal: {later: 'min(1 if flag else 2, count(stock))'}\n",
}


@pytest.mark.parametrize("game", OUT_OF_THE_STOCK.values(), ids=OUT_OF_THE_STOCK)
@pytest.mark.share(3)
def test_the_stock_is_not_what_the_deals_leave_where_it_is_changed(game: str, tmp_path: Path) -> None:
    """After the deals of twenty cards 12, 8, 4 and none are left, and else any number."""
    assert not proof(tmp_path, game, "count(stock) != 7").holds


def test_the_stock_is_what_the_deals_leave_where_nothing_changes_it(tmp_path: Path) -> None:
    moving = "events: {e: {on: round over, do: move table to pile(side(leader))}}\n"
    assert proof(tmp_path, moving, "count(stock) != 7").holds
    assert not proof(tmp_path, moving, "count(stock) != 8").holds


FURTHER = {
    "deals, where plays fill the stock": ("actions: {back: {play: card, to: stock}}\n", "deals != 5"),
    "rounds, where a tie brings another": ("match: {target: removed, rounds: 2, tie: another round}\n", "round != 3"),
    "scores that no target ends, whatever a playoff does": (
        "match: {target: removed, rounds: 2, tie: playoff, playoff: 6}\n",
        "score(us) <= 10",
    ),
    "scores of a playoff": ("match: {target: 21, tie: playoff, playoff: 50}\n", "score(us) <= 21"),
}


@pytest.mark.parametrize(("game", "rule"), FURTHER.values(), ids=FURTHER)
def test_what_goes_on_is_followed(game: str, rule: str, tmp_path: Path) -> None:
    assert not proof(tmp_path, game, rule).holds


NEVER = {
    "deals": ("", "deals != 5"),
    "rounds": ("match: {target: removed, rounds: 2, tie: draw}\n", "round != 3"),
    "scores": ("match: {target: 21, tie: playoff, playoff: 20}\n", "score(us) <= 21"),
    "new deals": ("", "redeals != 1"),
}


@pytest.mark.parametrize(("game", "rule"), NEVER.values(), ids=NEVER)
def test_what_no_game_comes_to_is_no_difference(game: str, rule: str, tmp_path: Path) -> None:
    assert proof(tmp_path, game, rule).holds
