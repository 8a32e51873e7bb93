"""Plays as who asks sees them: in an order that tells nothing, by their texts, and why one is not legal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Any

from cassino_dsl.book.describe.english import joined
from cassino_dsl.engine.position.position import Position
from cassino_dsl.engine.reference.cards import CardTables
from cassino_dsl.engine.reference.game import stopped
from cassino_dsl.engine.reference.play import Play
from cassino_dsl.engine.reference.text import WrittenPlay, read_play, read_play_object, text_of_written, written
from cassino_dsl.language.diagnostics.cassino_error import faulty
from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.diagnostics.diagnostic import Diagnostic, Report
from cassino_dsl.language.ruleset.model import Ruleset
from cassino_dsl.players.plays_seen import written_seen


@dataclass(frozen=True, slots=True)
class GamePlay:
    """A legal play as plain data. ``kind``: `capture`, `build`, `trail` or `other`; ``action``: the variant's own name
    for it; ``cards``: what leaves the hand, and ``takes`` what is taken, as texts in pack order; ``value``: the value
    announced, of builds, or the number that is decided; ``chosen``: what is decided, where that is no number.
    ``text``: how it is written. A card that the seat that decides does not see is `?`; ``number``: its place in
    ``legal()``, which tells apart plays that look the same."""

    text: str
    kind: str
    action: str
    cards: tuple[str, ...]
    takes: tuple[str, ...]
    value: int | None
    chosen: str = ""
    number: int = field(default=0, compare=False)

    @property
    def play(self) -> tuple[str, ...]:
        """``cards``, as tables call them."""
        return self.cards

    @property
    def take(self) -> tuple[str, ...]:
        """``takes``, as tables call it."""
        return self.takes

    def as_json(self) -> dict[str, Any]:
        """The play with keys of `cassino moves`."""
        cards = {"play": list(self.cards), "take": list(self.takes)}
        chosen = {"chosen": self.chosen} if self.chosen else {}
        return {"action": self.action, "kind": self.kind, **cards, "value": self.value, **chosen, "text": self.text}

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{self.action}: {self.text}>"


def game_play(tables: CardTables, play: Play, sees: Set[int], number: int) -> GamePlay:
    """An engine's play as plain data, for who sees these cards."""
    form = written_seen(tables, play, sees)
    return GamePlay(text_of_written(form), play.kind, play.name, form.play, form.take, form.value, form.chosen, number)


def written_play(ruleset: Ruleset, play: str | Mapping[str, Any]) -> WrittenPlay:
    """A play as written: a text, or an object with the keys of ``moves``. Raises ``CassinoError`` where it is none."""
    from cassino_dsl.book.why.plays_by_action import called_by_action, how_written

    pack, tells = ruleset.pack, ruleset.tells
    found = read_play(play, pack, tells) if isinstance(play, str) else read_play_object(play, pack, tells)
    text = play if isinstance(play, str) else text_of_written(found) if found else ""
    named = called_by_action(ruleset, text)
    if found is None or named is not None:
        message = named.message if named else f"`{str(play)[:60]}` is no play"
        raise faulty(message, named.help if named else how_written(pack), Code.BAD_PLAY)
    return found


def typed_play(position: Position, text: str, plays: Sequence[Play]) -> WrittenPlay | None:
    """What somebody who types as at a table means by a text that is written otherwise than plays are: the only legal
    play that it can mean, or the play that is not legal; None where it is read as plays are written, or not at all.
    Raises ``CassinoError`` where several may be meant."""
    from cassino_dsl.book.why.plays_by_action import called_by_action
    from cassino_dsl.match.typed_plays import TypedPlays, Unread, meant, which, written_out

    plan, tables, state = position.engine.plan, position.engine.evaluate.tables, position.state
    pack, seat = plan.ruleset.pack, position.engine.decider(state)
    strict = read_play(text, pack, plan.ruleset.tells)
    cards = strict is not None and all(pack.number_of(card) is not None for card in (*strict.play, *strict.take))
    named = strict is not None and strict.name in {"", "done", *(a.name for a in plan.declared)}
    if (cards and named) or called_by_action(plan.ruleset, text) is not None:
        return None
    try:
        typed = TypedPlays(pack, plan.ruleset.tells).read(text, {a.name: a.kind for a in reversed(plan.declared)})
    except Unread:
        return None
    legal = [game_play(tables, play, frozenset(range(len(tables.text))), at) for at, play in enumerate(plays)]
    found = meant(typed, legal, pack)
    if len(found) > 1:
        raise faulty(
            f"`{text[:60]}` may be {joined([f'`{c.text}`' for c in found[:3]], 'or')}", which(found), Code.BAD_PLAY
        )
    if found:
        return written(tables, plays[found[0].number])
    held, there = (
        [tables.text[c] for c in cards]
        for cards in (state.hands[seat], [*state.loose, *(c for b in state.builds for c in b.cards)])
    )
    return None if typed.only_named else written_out(typed, held, there, pack)


def refusal(position: Position, play: WrittenPlay) -> list[Diagnostic]:
    """Why a play is not legal, as a diagnostic."""
    from cassino_dsl.book.why.why import why  # what most runs never ask

    report = Report()
    answer = why(position, play)
    near = f"you can play {' or '.join(f'`{text}`' for text in answer['nearest'])}; " if answer["nearest"] else ""
    help = f"{near}`cassino why --all` shows every condition, `cassino moves` lists the legal plays"
    report.add(Code.ILLEGAL_PLAY, None, answer["reason"].removesuffix("."), help=help)
    return report.diagnostics


def check_hand(position: Position) -> None:
    """Raises ``CassinoError`` where the hand of the seat that decides is not known."""
    seat = position.engine.decider(position.state)
    if seat not in position.known_hands and not stopped(position.state):
        message = f"the hand of seat {seat + 1}, whose turn it is, is not given"
        raise faulty(message, f"add `hand: …` or `hands: {{{seat + 1}: …}}`")
