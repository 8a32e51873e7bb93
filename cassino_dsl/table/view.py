"""What a seat gets to see of a table: data, complete for any face, and nothing that the seat may not know."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass

from cassino_dsl.book.describe.english import spoken
from cassino_dsl.engine.reference.game import Engine, stopped
from cassino_dsl.engine.reference.observation_history import Sight
from cassino_dsl.engine.reference.play import Play
from cassino_dsl.engine.reference.state import Build, State
from cassino_dsl.engine.reference.text import text_of_written
from cassino_dsl.engine.reference.visibility import Known, Row
from cassino_dsl.players.plays_seen import written_seen
from cassino_dsl.table.counts import Count, Counts
from cassino_dsl.table.log_narration import ScoreTable
from cassino_dsl.table.memory_view import Remembered, remembered, value_text
from cassino_dsl.table.names import Names, chooses_number

Cards = tuple[str | None, ...]  # as they lie; None: one that is not seen
Points = int | float


@dataclass(frozen=True, slots=True)
class BuildSeen:
    """A build on the table; ``notes``: what is remembered of it, by name."""

    value: int
    groups: tuple[tuple[str, ...], ...]
    notes: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class SeatSeen:
    """A seat (from 1), what it is called from where one sits, and its hand."""

    seat: int
    side: int
    name: str
    hand: Cards
    dealer: bool
    leader: bool
    decides: bool


@dataclass(frozen=True, slots=True)
class SideSeen:
    """A side (from 1), its pile from the bottom to the top, and its score."""

    side: int
    name: str
    pile: Cards
    score: Points

    @property
    def spread(self) -> Cards:
        """The pile, where all of it is seen, and that is more than its top."""
        return self.pile if len(self.pile) > 1 and None not in self.pile else ()


@dataclass(frozen=True, slots=True)
class ZoneSeen:
    """A zone that the variant declares, or the cards out of play; ``owner``: whose it is, empty of nobody's."""

    name: str
    owner: str
    cards: Cards


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal play. ``text`` as `cassino moves` prints it, with `?` for each card that the seat does not see; ``play``:
    the cards that leave the hand, ``take``: those that it takes, or that go into the build; ``value``: what it builds
    or chooses."""

    text: str
    kind: str
    action: str
    play: tuple[str, ...]
    take: tuple[str, ...]
    value: int | None
    chosen: str = ""

    @property
    def said(self) -> str:
        """The play for who reads a list: a 0 that is chosen stands there, too."""
        return f"{self.text} 0" if self.kind == "other" and self.value == 0 else self.text


@dataclass(frozen=True, slots=True)
class View:
    """A table as one seat (from 1) sees it; 0 is who looks on and sits nowhere. ``choices``: what it may do, where it
    decides; ``asked``: whether that is a decision beside the turn,
    and ``asks`` what the file says of it; ``reason``: why the match is over, empty until it
    is; ``winner``: a side, or nobody."""

    title: str
    seat: int
    round: int
    target: Points | None
    seats: tuple[SeatSeen, ...]
    sides: tuple[SideSeen, ...]
    table: Cards
    builds: tuple[BuildSeen, ...]
    stock: Cards
    zones: tuple[ZoneSeen, ...]
    memory: tuple[Remembered, ...]
    counts: tuple[Count, ...]
    decides: int | None
    asked: bool
    asks: tuple[str, ...]
    choices: tuple[Choice, ...]
    over: bool
    winner: int | None
    reason: str

    @property
    def own(self) -> SeatSeen:
        """The seat that looks."""
        return self.seats[self.seat - 1]

    @property
    def partners(self) -> tuple[int, ...]:
        """The other seats of its side."""
        return tuple(one.seat for one in self.seats if self.seat and one.side == self.own.side and one != self.own)

    @property
    def beside_counts(self) -> tuple[str, ...]:
        """What is remembered and not counted, with what it is about."""
        counted = {count.called for count in self.counts}
        return tuple(memory.with_about for memory in self.memory if memory.name not in counted)

    @property
    def turned_up(self) -> Cards:
        """Cards that can be played and are in no hand: what is turned up from the stock."""
        return tuple(dict.fromkeys(c for choice in self.choices for c in choice.play if c not in self.own.hand))

    @property
    def so_far(self) -> ScoreTable:
        """What counts in the round so far, and the scores."""
        rows = [*((one.heading, one.numbers) for one in self.counts), ("score", tuple(s.score for s in self.sides))]
        return ScoreTable(f"Round {self.round} so far", tuple(side.name for side in self.sides), tuple(rows))

    @property
    def turn_is_own(self) -> bool:
        return self.decides == self.seat


def _by_rank(engine: Engine, row: Row) -> Row:
    """A hand as one holds it: by rank, then by suit."""
    pack = engine.plan.ruleset.pack
    ranks = {rank: i for i, rank in enumerate(pack.ranks)}

    def key(card: int | None) -> tuple[int, int]:
        face = None if card is None else pack.faces[card // pack.copies]
        return (-1, 0) if face is None else (ranks.get(face.rank, len(ranks)), card or 0)

    return tuple(sorted(row, key=key))


def choice_of(engine: Engine, play: Play, sees: Set[int]) -> Choice:
    """A play as data, for who sees these cards."""
    form = written_seen(engine.evaluate.tables, play, sees)
    value = 0 if form.value is None and chooses_number(play) else form.value
    return Choice(text_of_written(form), form.kind, play.name, form.play, form.take, value, form.chosen)


def by_card(choices: Sequence[Choice]) -> dict[tuple[str, ...], list[Choice]]:
    """The plays of each card (or cards), in the order of the choices."""
    found: dict[tuple[str, ...], list[Choice]] = {}
    for choice in choices:
        found.setdefault(choice.play, []).append(choice)
    return found


def view_of(engine: Engine, sight: Sight, state: State, choices: tuple[Choice, ...], counts: Counts) -> View:
    """The table as the seat of a sight sees it; ``choices``: what it may do, where it decides."""
    plan, me, known = engine.plan, sight.seat, sight.known
    names, text, shown = Names(engine, me), engine.evaluate.tables.text, plan.ruleset.match.shown

    def cards(row: Row) -> Cards:
        return tuple(None if c is None else text[c] for c in row)

    ended = state.match_over or stopped(state)
    decides = None if ended else engine.decider(state)
    seats = tuple(
        SeatSeen(
            s + 1, plan.side_of[s] + 1, names.seat(s), cards(_by_rank(engine, row)),
            s == (state.leader - 1) % plan.seats, s == state.leader, s == decides,
        )
        for s, row in enumerate(known.zones["hands"])
    )  # fmt: skip
    sides = tuple(
        SideSeen(s + 1, names.side(s), cards(row), shown(state.scores[s])) for s, row in enumerate(known.zones["piles"])
    )
    abouts = {a.name: a.action.about for a in reversed(plan.declared)}
    offered = dict.fromkeys(choice.action for choice in choices if state.asks)
    target = state.target if state.target is not None else plan.target
    return View(
        title=plan.ruleset.title,
        seat=me + 1,
        round=state.round,
        target=None if target is None else shown(target),
        seats=seats,
        sides=sides,
        table=cards(known.zones["table"][0]),
        builds=builds_of(engine, names, state, known),
        stock=cards(known.zones["stock"][0][::-1]),
        zones=tuple(_zones(engine, known, names, cards)),
        memory=tuple(remembered(engine, names, known, state, counts.spent)),
        counts=counts.of(state, sight),
        decides=None if decides is None else decides + 1,
        asked=bool(state.asks),
        asks=tuple(f"{spoken(name)}: {abouts[name]}" for name in offered if abouts.get(name)),
        choices=choices,
        over=state.match_over,
        winner=None if state.winner is None else state.winner + 1,
        reason=state.reason if state.match_over else "",
    )


def builds_of(engine: Engine, names: Names, state: State, known: Known) -> tuple[BuildSeen, ...]:
    """The builds of a state, with what is seen of them."""
    return tuple(_build(engine, names, state, b, n) for b, n in zip(state.builds, known.builds, strict=True))


def _build(engine: Engine, names: Names, state: State, build: Build, seen: frozenset[str]) -> BuildSeen:
    text, copies = engine.evaluate.tables.text, engine.plan.ruleset.pack.copies
    groups = sorted(build.groups, key=lambda group: [c // copies for c in group])
    noted = {name: value for name, value in build.memory.items() if name in seen and value is not None}
    notes = [(name, value_text(engine, names, name, value)) for name, value in noted.items()]
    owed = [("owed", "this turn")] if build in state.owed else []
    return BuildSeen(build.value, tuple(tuple(text[c] for c in g) for g in groups), (*notes, *owed))


def _zones(engine: Engine, known: Known, names: Names, cards: Callable[[Row], Cards]) -> list[ZoneSeen]:
    """What lies in the zones of the file; those of nobody's cards are left out where nothing is in them."""
    found = []
    for zone in engine.plan.ruleset.zones:
        whose = {"seat": names.seat, "side": names.side}.get(zone.of)
        for owner, row in enumerate(known.zones[zone.name]):
            if row:
                found.append(ZoneSeen(zone.name, whose(owner) if whose else "", cards(row)))
    return found
