"""A table: who sits where, the match so far, and all that a face needs to show it and to go on.

The whole position stays in here. What goes out is made for one seat: its view, its log, its hints, the reasons why a
play is not legal. No rule of any game is known here, or above.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from copy import copy, deepcopy
from dataclasses import dataclass
from typing import Any

from cassino_dsl.book.why.plays_by_action import called_by_action
from cassino_dsl.book.why.why import refused
from cassino_dsl.engine.position.position import HIDDEN, Position
from cassino_dsl.engine.reference.game import Engine
from cassino_dsl.engine.reference.observation_history import Sight
from cassino_dsl.engine.reference.play import Play
from cassino_dsl.engine.reference.rng import decision_key, match_key
from cassino_dsl.engine.reference.state import State
from cassino_dsl.engine.reference.text import WrittenPlay, play_text
from cassino_dsl.language.diagnostics.cassino_error import CassinoError
from cassino_dsl.match.basic_game import BasicGame
from cassino_dsl.match.record import Recorder
from cassino_dsl.match.typed_plays import TypedPlays, Unread, meant, written_out
from cassino_dsl.players.agents import SeatedPlayers
from cassino_dsl.players.determinizations import Worlds
from cassino_dsl.players.learned.slots import RoundSeen
from cassino_dsl.players.learned.weights import Weights
from cassino_dsl.players.plays_seen import in_seen_order, seen_by_decider
from cassino_dsl.table.card_values import worths
from cassino_dsl.table.counts import Count, Counts
from cassino_dsl.table.course import Course, Decision, RoundEnd, rounds_in
from cassino_dsl.table.hint import ONLY, UNSEEN, Hint, Hinter
from cassino_dsl.table.log_narration import LogLine, ScoreTable, Teller
from cassino_dsl.table.onlooker import ONLOOKER, OnlookerSight
from cassino_dsl.table.view import Choice, View, choice_of, view_of

PERSON = "person"  # who sits at a seat, where it is no player of ours


class NotPossible(Exception):
    """What was asked of a table cannot be; the message says why. ``parts``: with what the parts of the rulebook begin
    that speak of it, the nearest first."""

    def __init__(self, reason: str, parts: tuple[str, ...] = ()) -> None:
        super().__init__(reason)
        self.parts = parts


@dataclass(frozen=True, slots=True)
class TableSource:
    """Where the ruleset of a table comes from, so that it can be loaded again."""

    variant: str
    with_rules: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()


class Looker:
    """Who looks at a table from a seat, or from none: what it has seen, what it could count at the ``ends`` of rounds,
    by their numbers, and what it was told."""

    def __init__(self, engine: Engine, sight: Sight, counts: Counts) -> None:
        self.sight, self.counts = sight, counts
        self.ends: dict[int, tuple[Count, ...]] = {}
        self.teller = Teller(engine, sight, self.ends)
        self.lines: list[LogLine] = []

    def follow(self, moment: Decision) -> None:
        """See a decision; and count at the end of a round, before the cards are gathered."""
        for end in moment.rounds:
            last = copy(self.sight)
            last.follow(moment.before, moment.play, end.state)
            self.ends[end.number] = self.counts.of(end.state, last)
        self.sight.follow(moment.before, moment.play, moment.after)
        self.lines += self.teller.moment(moment)

    def apart(self) -> Looker:
        """One that has seen the same, and goes on by itself."""
        found = copy(self)
        found.sight, found.teller = copy(self.sight), copy(self.teller)  # a sight puts new things in their place
        found.teller.ends = found.ends = {**self.ends}
        found.lines = [*self.lines]
        return found


class GameTable:
    """One match. ``players``: who sits at each seat, a name of ``players/names.py`` or PERSON. ``worlds``: what players
    who search ask; ``hints``: what hints are searched with, if anything is at hand when one is asked for; ``weights``:
    what the player `learned` has learned. ``practice``: whether a play was taken back after it had shown cards."""

    def __init__(
        self,
        game: BasicGame,
        players: Sequence[str],
        seed: int,
        source: TableSource,
        worlds: Worlds | None = None,
        hints: Callable[[], Worlds | None] = lambda: None,
        weights: Weights | None = None,
    ) -> None:
        self.game, self.players, self.seed, self.source = game, tuple(players), seed, source
        self.engine = game.engine(len(self.players))
        self.course = Course(self.engine)
        self.plan = self.engine.plan
        self.worlds, self.hints, self.weights, self.practice = worlds, hints, weights, False
        self.worths = worths(game.ruleset)
        self.hinter, self.counts = Hinter(self.engine), Counts(self.engine)
        self.key = match_key(seed, 0)
        self.first, self.steps_first = self.course.begin(self.key)
        self.made: list[tuple[int, str]] = []  # all plays as texts, each with the seat (from 1) that made it
        self.listed: tuple[State, list[Play]] | None = None  # the legal plays, of the state that they were listed for
        self.moments: list[Decision] = []  # of the round that goes on, after the one that began it
        self._sit_down()

    def _sit_down(self) -> None:
        """Everybody looks at the cards, and follows the plays made so far."""
        made = self._again()
        names = tuple("random" if p == PERSON else p for p in self.players)  # a person is asked instead
        self.seated = SeatedPlayers(self.engine, names, self.key, self.first, self.worlds, self.weights)
        self.lookers = {seat: self._looker(Sight(self.engine, seat - 1, self.first)) for seat in self.persons}
        self.shown = RoundSeen(self.first)
        self.rounds = [*rounds_in(self.steps_first)]  # that have been played
        self.ended = [0] * len(self.rounds)  # after how many decisions each
        self.moments = []
        self._keep()
        for moment in made:
            self._follow(moment)

    def _keep(self) -> None:
        """Keep who follows the match, as they are when a round begins: what is taken back is mostly of this round."""
        lookers = {seat: looker.apart() for seat, looker in self.lookers.items()}
        self.kept = deepcopy(self.seated), lookers, deepcopy(self.shown), [*self.rounds], [*self.ended]

    def _sit_back(self) -> None:
        """Everybody follows anew the plays that are left: of this round alone, where no more were taken back."""
        begun = self.kept[0].decisions
        if len(self.made) < begun:
            self._sit_down()
            return
        left = self.since(begun)
        self.seated, self.lookers, self.shown, self.rounds, self.ended = self.kept
        self._keep()
        self.moments = self.moments[: len(self.moments) - len(left)]
        for moment in left:
            self._follow(moment)

    def _looker(self, sight: Sight) -> Looker:
        return Looker(self.engine, sight, self.counts)

    def _again(self) -> list[Decision]:
        """All decisions once more: positions take some KiB each, and are kept of one round alone. A play is one of its
        position alone: those of rounds before are found anew by their texts."""
        found: list[Decision] = []
        for _, text in self.made[: len(self.made) - len(self.moments)]:
            state = found[-1].after if found else self.first
            play = self._called(state, text)
            assert play is not None
            found.append(self.course.follow(state, play))
        return found + self.moments

    def _follow(self, moment: Decision) -> None:
        self.seated.played(moment.before, moment.play, moment.after)
        self.shown.follow(moment.before, moment.play, moment.after)
        self.rounds += moment.rounds
        self.ended += [self.seated.decisions] * len(moment.rounds)
        self.moments = [moment] if moment.rounds else [*self.moments, moment]
        for looker in self.lookers.values():
            looker.follow(moment)
        if moment.rounds:
            self._keep()

    # ---- the course of the match

    @property
    def state(self) -> State:
        """The next decision, or the end."""
        return self.moments[-1].after if self.moments else self.first

    def since(self, number: int) -> list[Decision]:
        """The decisions after so many of them."""
        gone = len(self.made) - len(self.moments)
        return self.moments[number - gone :] if number >= gone else self._again()[number:]

    @property
    def over(self) -> bool:
        return self.state.match_over

    def over_after(self, rounds: int | None) -> bool:
        """Whether nothing more is played, where so many rounds are at most."""
        return self.over or (rounds is not None and self.state.round > rounds)

    @property
    def persons(self) -> list[int]:
        """The seats (from 1) where persons sit."""
        return [seat for seat, player in enumerate(self.players, 1) if player == PERSON]

    @property
    def decides(self) -> int | None:
        """The seat (from 1) that decides; nobody once the match is over."""
        return None if self.over else self.engine.decider(self.state) + 1

    @property
    def waits(self) -> bool:
        """Whether a person has to decide."""
        return self.decides in self.persons

    def answer(self) -> Decision:
        """Let the program play for the seat that decides."""
        return self._make(self.seated.choose(self.state, [*self._legal()]))

    def make(self, choice: Choice) -> Decision:
        """Make a play of the person who decides."""
        play = self._offered().get(choice)
        if play is None:
            raise NotPossible(f"`{choice.text}` is not legal here")
        return self._make(play)

    def _make(self, play: Play) -> Decision:
        moment = self.course.follow(self.state, play)
        self.made.append((self.decides or 0, play_text(self.engine.evaluate.tables, play)))
        self._follow(moment)
        if moment.after.match_over:
            self.seated.ended(moment.after, moment.after.scores, moment.after.winner)
        return moment

    def _called(self, state: State, text: str) -> Play | None:
        """The legal play of a text: no two have the same."""
        plays = self.game.plays(self._whole(state))
        return next((p for p in plays if play_text(self.engine.evaluate.tables, p) == text), None)

    def _legal(self) -> list[Play]:
        """The legal plays of the decision, listed once: all who look at it and choose ask for them."""
        if self.listed is None or self.listed[0] is not self.state:
            self.listed = self.state, self.game.plays(self._whole(self.state))
        return self.listed[1]

    def _whole(self, state: State) -> Position:
        return Position(self.engine, state, frozenset(range(self.plan.seats)), "listed")

    def undo(self) -> bool:
        """Take back the last play of a person, and what the program has played since; False where there is none. The
        cards stay as they are: what is dealt follows from the seed alone."""
        at = self._last_of_person()
        if at is None:
            return False
        after, lookers = self.state, self.lookers
        del self.moments[max(0, at - len(self.made) + len(self.moments)) :]
        del self.made[at:]
        self._sit_back()
        before = self.state
        dealt = (before.round, before.deals, before.redeals) != (after.round, after.deals, after.redeals)
        if dealt or any(set(lookers[seat].sight.where) - set(now.sight.where) for seat, now in self.lookers.items()):
            self.practice = True
        return True

    def _last_of_person(self) -> int | None:
        """The number of the last decision of a person."""
        return next((at for at in reversed(range(len(self.made))) if self.made[at][0] in self.persons), None)

    @property
    def has_undo(self) -> bool:
        """Whether there is a play to take back."""
        return self._last_of_person() is not None

    @property
    def last_text(self) -> str:
        """The play made last, as `cassino moves` prints it."""
        return self.made[-1][1]

    # ---- for one seat

    def view(self, seat: int) -> View:
        """The table as a person's seat (from 1) sees it, or who looks on."""
        return view_of(self.engine, self._sight(seat), self.state, self.choices(seat), self.counts)

    def choices(self, seat: int) -> tuple[Choice, ...]:
        """What a seat (from 1) may do, where it decides."""
        return tuple(self._offered()) if self.decides == seat else ()

    def _offered(self) -> dict[Choice, Play]:
        """What the seat that decides may do, as it sees it. Plays that are alike to it are one choice: which of them is
        made, their lots say."""
        engine, plays = self.engine, self._legal()
        sees = seen_by_decider(engine, self.state, plays)
        offered: dict[Choice, Play] = {}
        for play in in_seen_order(engine.evaluate.tables, self.state, plays, sees):
            offered.setdefault(choice_of(engine, play, sees), play)
        return offered

    def log(self, seat: int) -> list[LogLine]:
        """All that was played, in sentences, as the seat saw it."""
        return [*self.beginning(seat), *self._looks(seat).lines]

    def beginning(self, seat: int) -> list[LogLine]:
        """What is told before the first decision."""
        return self.teller(seat).begins(self.steps_first, self.first)

    def told(self, seat: int, moment: Decision) -> list[LogLine]:
        """What the seat is told of a decision."""
        return self.teller(seat).moment(moment)

    def teller(self, seat: int) -> Teller:
        """Who tells a seat what happens."""
        return self._looks(seat).teller

    def counted(self, seat: int, end: RoundEnd) -> tuple[Count, ...]:
        """What a seat could count at the end of a round."""
        return self._looks(seat).ends[end.number]

    def summary(self, seat: int) -> ScoreTable:
        """The points of the match so far, award by award."""
        return self.teller(seat).summary(self.rounds)

    def hint(self, seat: int, quick: bool = False) -> Hint | None:
        """What the seat might play, where it decides, found from what it has seen alone; ``quick``: without search."""
        if self.decides != seat:
            return None
        key = decision_key(self.key, len(self.made))
        found = self.hinter.hint(
            self._sight(seat).position(self.state), None if quick else self.hints(), key, self.shown.cards
        )
        offered = self.choices(seat)
        if found is None or any(choice.text == found.play for choice in offered):
            return found
        # a card of the stock is played unseen, and the seat had imagined another one: what it can do is what is offered
        most = max(offered, key=lambda choice: len(choice.take))
        why = ONLY if len(offered) == 1 else "takes the most that it can"
        return Hint(most.text, most.text.replace(HIDDEN, UNSEEN), why, (why,), 0)

    def find(self, seat: int, text: str) -> list[Choice]:
        """The legal plays that a text may mean; raises ``NotPossible`` with the reason where there is none."""
        view, pack = self.view(seat), self.game.ruleset.pack
        exact = [c for c in view.choices if c.text == text.strip()]
        if exact or not view.turn_is_own:
            return exact
        try:
            typed = TypedPlays(pack, self.game.ruleset.tells).read(text, self._kinds(view))
        except Unread as unread:
            raise self._refusal(seat, text, None, unread) from unread
        found = meant(typed, view.choices, pack)
        if found:
            return found
        if typed.only_named:
            raise self._refusal(seat, text, None)
        hand = [c for c in view.own.hand if c is not None]
        there = [*(c for c in view.table if c is not None), *(c for b in view.builds for g in b.groups for c in g)]
        raise self._refusal(seat, text, written_out(typed, hand, there, pack))

    def _kinds(self, view: View) -> dict[str, str]:
        """The kinds of what may be named: of kind other what there is to choose, and all other actions."""
        named = {a.name: a.kind for a in reversed(self.plan.declared) if a.kind != "other"}
        return {**named, **{c.action: "other" for c in view.choices if c.kind == "other"}}

    def why_not(self, seat: int, text: str) -> str:
        """Why a play is not legal for a seat that decides; or that it is."""
        try:
            return self.as_legal(seat, text)
        except NotPossible as reason:
            return str(reason)

    def as_legal(self, seat: int, text: str) -> str:
        """That a play is legal; raises ``NotPossible`` where it is not."""
        found = self.find(seat, text)
        if not found:
            return "it is not your turn"
        more = f", and {len(found) - 3} more" if len(found) > 3 else ""
        return f"it is legal: {' or '.join(f'`{c.text}`' for c in found[:3])}{more}"

    def _refusal(self, seat: int, text: str, typed: WrittenPlay | None, unread: Unread | None = None) -> NotPossible:
        """Why a play is not legal, from what the seat knows of the position; of what is none, what is not known."""
        named = None if typed else called_by_action(self.game.ruleset, text)
        if named is not None:
            return NotPossible(f"{named.message}: {named.help}")
        try:
            written = typed or self.game.written_play(text)
        except CassinoError:
            return self._no_play(seat, unread)
        if written.kind == "other" and written.name not in {"done", *(a.name for a in self.plan.declared)}:
            return self._no_play(seat, unread)
        known = self._whole(self._sight(seat).position(self.state).state)
        try:
            return NotPossible(*refused(known, written))
        except CassinoError as fault:
            return NotPossible(fault.message)

    def _no_play(self, seat: int, unread: Unread | None) -> NotPossible:
        """What to say of a text that is no play: the word that is not known, and a play that could be typed."""
        near = f", perhaps `{unread.near}`?" if unread and unread.near else ""
        unknown = f": “{unread.word[:30]}” is no card and no verb{near}" if unread and unread.word else ""
        choices = self.choices(seat)
        example = next((c.text for c in (*(c for c in choices if c.take), *choices)), "7c takes 3c 4d")
        return NotPossible(f"that is no play{unknown}{'' if near else '.'} You could type, for example, `{example}`")

    def _sight(self, seat: int) -> Sight:
        return self._looks(seat).sight

    def _looks(self, seat: int) -> Looker:
        if seat == ONLOOKER and seat not in self.lookers:  # follows once somebody looks on
            self.lookers[seat] = self._looker(OnlookerSight(self.engine, self.first))
            for moment in self._again():
                self.lookers[seat].follow(moment)
        if seat not in self.lookers:
            raise NotPossible(f"nobody looks on from seat {seat}")
        return self.lookers[seat]

    # ---- records

    def record(self) -> dict[str, Any]:
        """The match as a record, as `simulate --records` writes them; one that is not over can be gone on with."""
        recorder = Recorder(self.game.ruleset, self.plan.seats, "match", self.players, self.seed, 0)
        told = 0
        for number, one in zip(self.ended, self.rounds, strict=True):
            for _, text in self.made[told:number]:
                recorder.play(text)
            recorder.round(one.leader, one.standing, one.stuck)
            told = number
        for _, text in self.made[told:]:
            recorder.play(text)
        if self.over:
            recorder.end(self.state.winner, self.state.reason)
            record = recorder.record
        else:
            record = recorder.broken_off()
        source = self.source
        return {"variant": source.variant, "with": source.with_rules, "set": source.settings, **record}

    def go_on(self, plays: Iterable[str]) -> None:
        """Make the plays of a match that was kept; raises ``NotPossible`` where one is not legal."""
        for text in plays:
            if self.over:
                raise NotPossible("the saved game goes on after the end of the match")
            play = self._called(self.state, text)
            if play is None:
                raise NotPossible(f"the saved game cannot be gone on with: `{str(text)[:60]}` is not legal any more")
            self._make(play)
