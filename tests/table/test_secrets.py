"""What a seat may not see is not in what it gets: a match is played, and dealt once more with cards exchanged that the
seat has not seen so far. As long as the plays can be made again and it sees the same (which is taken from the states
themselves), all that the seat gets is the same."""

from __future__ import annotations

import random as chance
from collections.abc import Callable, Iterator
from dataclasses import asdict
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from cassino_dsl.engine.reference.observation_history import seen_of
from cassino_dsl.engine.reference.play import DONE
from cassino_dsl.engine.reference.text import play_text
from cassino_dsl.engine.reference.visibility import Knowledge, Telling
from cassino_dsl.players.determinizations import Worlds
from cassino_dsl.players.native_worlds import NativeWorlds
from cassino_dsl.table.course import Effected, Moved
from cassino_dsl.table.happened import happened, turned
from cassino_dsl.table.log_narration import Teller
from cassino_dsl.table.table import GameTable
from tests.native.compare import names, needs_compiler, quick_engine
from tests.players.test_no_cheating import shown
from tests.table.tables import WHISPERS, alike, enough, game, opened, otherwise, play_on, stacked

OPEN = ("39-face-down.yaml", "39-hidden-information.yaml")  # where cards lie face down, and memory is secret
NAMED = "go-stop"  # cards by names of their own, of which a hand shows some and the stock plays one each turn
HERE = Path(__file__).parent
UNSEEN = str(HERE / "unseen.yaml")  # where one takes what nobody has seen
HAPPENING = (str(HERE / "pool.yaml"), str(HERE / "below.yaml"))  # where much happens by itself, also for hidden cards
Hints = Callable[[], Worlds | None]


def never_seen(table: GameTable, seat: int, until: int, knows: type[Knowledge] = Knowledge) -> list[int]:
    """The cards that the seat (from 0) has not seen in so many decisions, and in what lay there before effects moved
    cards; ``knows``: what there is to see."""
    knowledge, seen = knows(table.engine.evaluate), set[int]()
    states = [table.first]
    for steps in (table.steps_first, *(moment.steps for moment in table.since(0)[:until])):
        for _, effects in groupby(steps, lambda step: isinstance(step, Effected)):
            states += [step.before for step in effects if isinstance(step, Moved)][:1]
    for moment in table.since(0)[:until]:
        states += [moment.played, moment.after]
        seen |= {*moment.play.cards, *moment.play.taken()} if moment.play is not DONE else set()
    for state in states:
        seen |= seen_of(state, knowledge.of(state, seat))
    return [card for card in range(table.plan.ruleset.pack.size) if card not in seen]


def got(table: GameTable, seat: int, hints: bool) -> dict[str, Any]:
    """All that a seat gets of a table."""
    hint = table.hint(seat) if hints else None
    return {
        "view": asdict(table.view(seat)),
        "log": table.log(seat),
        "shown": [table.teller(seat).shows(moment) for moment in table.moments],
        "hint": hint,
        "why": [table.why_not(seat, text) for text in ("7 takes 3 4", "Kd builds 9 with 2c", "done")],
        "summary": table.summary(seat),
        "happened": happened(table, seat),
        "turned": turned(table, seat),
    }


def course(name: str, seed: int, plays: list[str], hints: Hints) -> Iterator[tuple[object, dict[str, Any]]]:
    """What seat 1 sees in the position, and what it gets, after each of these plays, as far as they can be made."""
    table = opened(name, seed, hints=hints)
    for at, wanted in enumerate(plays):
        yield shown(table, table.state, 0), got(table, 1, at % 4 == 0 or hints() is not None)
        tables = table.engine.evaluate.tables
        play = next((p for p in table._legal() if play_text(tables, p) == wanted), None)
        if play is None or table.over:
            return
        table._make(play)


def held(name: str, seed: int, until: int, monkeypatch: pytest.MonkeyPatch, hints: Hints = lambda: None) -> int:
    """How many times the seat got the same with hidden cards exchanged; each time it must."""
    first = opened(name, seed)
    play_on(first, until)
    hidden = never_seen(first, 0, until)
    mixed = chance.Random(seed).sample(hidden, len(hidden))
    plays = [play_text(first.engine.evaluate.tables, m.play) for m in first.since(0)]
    there = list(course(name, seed, plays, hints))
    with monkeypatch.context() as patch:
        stacked(patch, dict(zip(hidden, mixed, strict=True)))
        exchanged = list(course(name, seed, plays, hints))
    same = alike(there, exchanged)
    return same if hidden != mixed else 0


@pytest.mark.parametrize("name", [*sorted({*names()[::15], NAMED}), *OPEN, *HAPPENING, UNSEEN])
def test_all_that_a_seat_gets_is_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seeds = iter(range(1, 20))
    number = 0
    while number < 3:  # where what is laid out depends on the cards, few can be exchanged
        number += held(name, next(seeds), 5, monkeypatch)


@pytest.mark.ci
@pytest.mark.parametrize("name", [*names(), *OPEN, *HAPPENING, UNSEEN])
def test_in_every_variant(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert enough((held(name, seed, 12, monkeypatch) for seed in range(1, 9)), 20)


def test_what_is_taken_unseen_is_offered_once_and_made_by_lot() -> None:
    table = opened(UNSEEN, 2)
    drawn = [choice for choice in table.choices(1) if choice.take]
    assert [choice.take for choice in drawn] == [("?",)] * 3
    assert [choice.text for choice in table.find(1, drawn[0].text)] == [drawn[0].text]
    hint = table.hint(1)
    assert hint is not None
    assert hint.play in [choice.text for choice in table.choices(1)]
    table.make(drawn[0])
    again = opened(UNSEEN, 2)
    again.go_on([table.last_text])
    assert again.state.piles == table.state.piles


def test_who_tells_more_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A view that shows the true state of the stock is not the same."""
    whole = got

    def telling(table: GameTable, seat: int, hints: bool) -> dict[str, Any]:
        return {**whole(table, seat, hints), "stock": table.state.stock.copy()}

    monkeypatch.setitem(globals(), "got", telling)
    with pytest.raises(AssertionError):
        held("scopa", 1, 4, monkeypatch)


@pytest.mark.parametrize("told", ["effects one by one", "cards by name"])
def test_who_tells_what_follows_too_well_is_found(told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Were every effect told by itself, or every card that one has moved, the log would give hidden cards away."""
    if told == "cards by name":
        monkeypatch.setattr("cassino_dsl.table.log_narration.seen_of", lambda *_: set(range(40)))
        monkeypatch.setattr(Teller, "seen", lambda *_: set(range(40)))
    else:
        monkeypatch.setattr(Teller, "_outcome", lambda self, steps, *_: [str(type(step).__name__) for step in steps])
    with pytest.raises(AssertionError):
        _ = [held(HAPPENING[1], seed, 10, monkeypatch) for seed in range(1, 9)]


def held_choices(seed: int, until: int, hints: Hints) -> int:
    """How many times the seat got the same where the other one had decided otherwise in secret; each time it must."""
    first = opened(WHISPERS, seed)
    play_on(first, until)
    made = [(m.before, m.play) for m in first.since(0)]
    plays = [play_text(first.engine.evaluate.tables, play) for _, play in made]
    others = otherwise(first.engine, made, Knowledge(first.engine.evaluate), 0, chance.Random(seed))
    same = alike(course(WHISPERS, seed, plays, hints), course(WHISPERS, seed, others, hints))
    return same if others != plays else 0


@needs_compiler
def test_what_is_decided_in_secret_is_told_to_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = game(WHISPERS).ruleset
    worlds = NativeWorlds(quick_engine(rules, rules.seats[0]))
    assert sum(held_choices(seed, 9, lambda: worlds) for seed in (1, 2, 3)) >= 20
    monkeypatch.setattr(Knowledge, "told", lambda *_: Telling.ALL)
    log = " ".join(line.text for line in _whispered().log(1))
    assert "“whisper 6”" in log  # else nothing of this would have been found
    monkeypatch.undo()
    log = " ".join(line.text for line in _whispered().log(1))
    assert "Seat 2 chooses “whisper” in secret" in log
    assert "Seat 2 chooses in secret" in log


def _whispered() -> GameTable:
    table = opened(WHISPERS, 3)
    for wanted in ("whisper 3", "wish_for clubs", "whisper 6", "wish_for hearts", "honest", "8h trails", "bluff 2"):
        table._make(next(p for p in table._legal() if play_text(table.engine.evaluate.tables, p) == wanted))
    return table


@pytest.mark.ci
@needs_compiler
@pytest.mark.parametrize("name", ["scopa", "traditional-cassino", "stealing-bundles", *OPEN])
def test_hints_that_search_are_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    worlds = NativeWorlds(quick_engine(game(name).ruleset, game(name).ruleset.seats[0]))
    assert sum(held(name, seed, 16, monkeypatch, lambda: worlds) for seed in range(1, 5)) >= 20
