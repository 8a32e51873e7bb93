"""The axes along which contexts vary: one for each part of a position that clauses read beside hand and table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, product

from cassino_dsl.diff.asked import Asked
from cassino_dsl.diff.contexts import Axis
from cassino_dsl.diff.pair import Data, Pair, in_zone
from cassino_dsl.diff.reach import POINTS, asked_by_deals, changes_stock, falling, given_in_play
from cassino_dsl.diff.reads import AT_HAND, NAMES, said_of_zone
from cassino_dsl.engine.game import Engine
from cassino_dsl.ruleset.document import word_of
from cassino_dsl.ruleset.expr import Literal, Type
from cassino_dsl.ruleset.model import Ruleset

_SEATED = (Type.SEAT, Type.SIDE)
_MAY_BE_NOTHING = (*_SEATED, Type.RANK, Type.SUIT)
MANY = 12  # deals of a round that are tried one by one; where there are more, those that clauses ask for


class Axes:
    """Makes the axes of two rulesets for one number of seats and a seat to move (counted from 1). ``faces``: one of
    each class of cards that are alike."""

    def __init__(self, pair: Pair, asked: Asked, mover: int, faces: Sequence[str]) -> None:
        self.pair, self.asked, self.mover, self.faces = pair, asked, mover, faces
        self.engines = (pair.a.engine, pair.b.engine)
        plan = pair.a.engine.plan
        self.seats, self.sides = plan.seats, plan.sides
        self.side = plan.side_of[mover - 1] + 1
        self.drawn = any(changes_stock(e.plan.ruleset) for e in self.engines)
        self.turned = any("next" in _effects(e.plan.ruleset) for e in self.engines)
        self.gains = frozenset[str]().union(*(given_in_play(e.plan.ruleset) for e in self.engines))
        self.falls = [falling(e.plan.ruleset) for e in self.engines]

    def all(self) -> list[Axis]:
        """Every axis with more than the start on it, the weightiest first; what no axis can vary is the rest of
        one without values."""
        course = (self._rounds(), self._deals(), self._turns(), self._redeals())
        elsewhere = (self._piles(), self._hands(), self._zones(), self._waiting())
        first = (self._steps(), self._memory(), self._leader(), self._scores(), self._points())
        return list(chain(*first, *course, *elsewhere, self._turned_up(), self._unknown()))

    def _unknown(self) -> Iterator[Axis]:
        """Parts that nothing here knows how to vary."""
        for part in sorted(p for p in self.asked.parts - AT_HAND if p.split(" ")[0] not in (*NAMES, "earned")):
            yield Axis(part, rest=part)

    def _reads(self, part: str) -> bool:
        return part in self.asked.parts

    def _axis(self, name: str, values: Sequence[Data], said: Sequence[object] | str, rest: str = "") -> Iterator[Axis]:
        text = said if isinstance(said, str) else ", ".join(map(str, said))
        if len(values) > 1 or rest:
            yield Axis(name, tuple(values), text, rest)

    def _numbers(self, part: str, name: str, key: str, start: int, high: int | None = None) -> Iterator[Axis]:
        """A number of its own key."""
        if self._reads(part):
            found = self.asked.numbers(part, start, start, high)
            rest = f"other values of {name}" if self.asked.leaves(part) else ""
            yield from self._axis(name, [{}, *({key: n} for n in found[1:])], found, rest)

    # ---- the course of the round

    def _rounds(self) -> Iterator[Axis]:
        # after the last of them a tie may bring more
        lengths = [e.plan.rounds if e.plan.ruleset.match.tie == "draw" else None for e in self.engines]
        high = max((n for n in lengths if n is not None), default=None) if None not in lengths else None
        yield from self._numbers("round", "the number of the round", "round", 1, high)

    def _turns(self) -> Iterator[Axis]:
        if self._reads("turns") and self._reads("leader") and not self.turned:
            # beside who leads, a number of turns says who moves: of those on one side of a constant, one for each seat
            near = self.asked.numbers("turns", 0)
            found = sorted({n + k for n in near for k in range(self.seats)})
            rest = "seats that move out of turn, as after a deal in which they had more turns or fewer"
            rest += "; other values of the number of turns" if self.asked.leaves("turns") else ""
            yield from self._axis("the number of turns", [{}, *({"turns": n} for n in found[1:])], found, rest)
        else:
            yield from self._numbers("turns", "the number of turns", "turns", 0)

    def _redeals(self) -> Iterator[Axis]:
        anew = any("redeal" in _effects(e.plan.ruleset) for e in self.engines)
        yield from self._numbers("redeals", "the number of new deals", "redeals", 0, None if anew else 0)

    def _leader(self) -> Iterator[Axis]:
        if self._reads("leader"):
            values: list[Data] = [{}, *({"dealer": n} for n in range(1, self.seats))]
            yield from self._axis("who leads", values, "every seat")

    def _deals(self) -> Iterator[Axis]:
        """Deals and the stock go together, unless something else draws from the stock."""
        parts = [p for p in ("deals", "stock") if self._reads(p)]
        if not parts:
            return
        dealt = sorted({pair for e in self.engines for pair in _schedule(e)})
        rest = "which cards lie in the stock" if "stock" in self.asked.rough else ""
        if not self.drawn and len(dealt) <= MANY:
            values: list[Data] = [{}, *({"deals": d, "stock": n} if d > 1 else {"stock": n} for d, n in dealt)]
            said = f"after each deal of a round ({', '.join(str(n) for _, n in dealt)} cards left)"
            yield from self._axis("deals and the stock", values, said, rest)
            return
        yield from self._numbers("deals", "the number of deals", "deals", 1)
        if self._reads("stock"):
            rest += "; other numbers of cards in the stock" if rest else ""
            sizes = self.asked.numbers("stock", 0, 0, self.pair.a.engine.plan.ruleset.pack.size)
            yield from self._axis("the stock", [{}, *({"stock": n} for n in sizes)], [*sizes, "the whole rest"], rest)

    def _steps(self) -> Iterator[Axis]:
        """Places in the turn that no debt leads to."""
        owing = {a.step for e in self.engines for a in e.plan.actions if a.owes}
        found = [path for path in self._paths() if not owing & set(path)]
        rest = ["turns with a debt, and what happens between making and paying one"] if owing else []
        common = [p for p in found if self.pair.read({"seats": self.seats, "steps": p}) is not None]
        rest += ["steps that only one of the two has"] if len(common) < len(found) else []
        values: list[Data] = [{}, *({"steps": path} for path in common)]
        said = ["none", *(" ".join(p) for p in common)]
        yield from self._axis("steps made in the turn", values, said, "; ".join(rest))

    def _paths(self) -> Iterator[list[str]]:
        """The fewest steps to each pair of places, one in the turn of either, at which something may follow; where one
        of the two has no such step, to the place in the other."""
        moves = [tuple(map(dict, e.plan.turn.moves)) for e in self.engines]
        paths: dict[tuple[int | None, int | None], list[str]] = {(0, 0): []}
        frontier: list[tuple[int | None, int | None]] = [(0, 0)]
        for places in frontier:
            rows = [own[at] if at is not None else {} for own, at in zip(moves, places, strict=True)]
            if paths[places] and any(rows):
                yield paths[places]
            for step in dict.fromkeys((*rows[0], *rows[1])):
                after = (rows[0].get(step), rows[1].get(step))
                if after not in paths:
                    paths[after] = [*paths[places], step]
                    frontier.append(after)

    def _waiting(self) -> Iterator[Axis]:
        if any("ask" in _effects(e.plan.ruleset) for e in self.engines):
            yield Axis("decisions that are asked for", rest="decisions that are asked for in the middle of a turn")

    # ---- points

    def _scores(self) -> Iterator[Axis]:
        if not self._reads("scores"):
            return
        plans = [e.plan for e in self.engines]
        ends = [None if p.target is None else max(p.target, p.playoff or 0) for p in plans]
        # whoever reaches the target in the middle of a round plays it to its end
        high = None if None in ends or self.gains else max(n for n in ends if n is not None) - 1
        low = self._low(POINTS, POINTS)
        numbers = self._seen(self.asked.numbers("scores", 0, low, high))
        rest = ["other scores"] if self.asked.leaves("scores", low) else []
        if high is not None and any(e.plan.ruleset.match.tie == "another round" for e in self.engines):
            rest.append("a tie at the target")
        values, more = self._by_side(numbers, lambda row: {"scores": row})
        rest += ["scores of other sides that differ from each other"] if more else []
        yield from self._axis("scores", values, numbers, "; ".join(rest))

    def _seen(self, numbers: Sequence[int]) -> list[float]:
        """Points as people see them, of points as the clauses of the one or the other count them."""
        return sorted({e.plan.ruleset.match.shown(n) for e in self.engines for n in numbers})

    def _low(self, mine: str, yours: str) -> int:
        """The lowest number to try of a memory by its two names, or of points: below zero where either can be."""
        return -1 if mine in self.falls[0] or yours in self.falls[1] else 0

    def _by_side(self, numbers: Sequence[float], data: Callable[[Data], Data]) -> tuple[list[Data], bool]:
        """A number for the own side and one for all others; and whether others could differ."""
        others = [str(s) for s in range(1, self.sides + 1) if s != self.side]
        found = []
        for own, theirs in product(numbers, repeat=2):
            row = {**({str(self.side): own} if own else {}), **(dict.fromkeys(others, theirs) if theirs else {})}
            found.append(data(row) if row else {})
        return found, len(others) > 1

    def _points(self) -> Iterator[Axis]:
        if not self.gains:
            return  # until the round is over nobody has any
        mine, yours = (set(e.plan.ruleset.award_names()) for e in self.engines)
        common = sorted(mine & yours & self.gains)
        wanted = [("points", common[0])] if self._reads("points") and common else []
        earned = [(p, p.split(" ", 1)[1]) for p in sorted(self.asked.parts) if p.startswith("earned ")]
        wanted += [(part, award) for part, award in earned if award in self.gains]
        low = self._low(POINTS, POINTS)
        for part, award in wanted:
            numbers = self._seen(self.asked.numbers(part, 0, low))
            values, more = self._by_side(numbers, lambda row, award=award: {"points": {award: row}})  # type: ignore[misc]
            name = "points of the round" if part == "points" else f"points for {award}"
            rest = [f"other {name}"] if self.asked.leaves(part, low) else []
            rest += [f"{name} of other sides that differ from each other"] if more else []
            yield from self._axis(name, values, numbers, "; ".join(rest))
        if self._reads("points") and not common:
            yield Axis("points of the round", rest="points of the round")

    # ---- memory

    def _memory(self) -> Iterator[Axis]:
        """Memory that both rulesets have and read; that of builds belongs to the builds."""
        of_builds = self.pair.a.of_builds | self.pair.b.of_builds
        for part in sorted(p for p in self.asked.parts if p.startswith("memory ")):
            name = part.split(" ", 1)[1]
            if name in of_builds:
                continue
            said = f"memory `{name}`"
            if name not in self.pair.memory:
                yield Axis(said, rest=f"{said}, which only one of the two has")
                continue
            memory = self.pair.a.engine.plan.memory[name].memory
            values, rest = self.remembered(part, memory.type)
            rests = [f"{rest} in {said}"] if rest else []
            if memory.type in _MAY_BE_NOTHING and not self._starts_as_nothing(name):
                rests.append(f"nothing in {said}")
            start = self._start(name)
            away = [v for v in values if v != start]
            if memory.of == "match":
                facts: list[Data] = [{"memory": {name: v}} for v in away]
            else:
                rows = self._of_owners(memory.of, away, part in self.asked.others)
                facts = [{"memory": {name: row}} for row in rows]
                if part in self.asked.others and (self.sides if memory.of == "side" else self.seats) > 2:
                    rests.append(f"{said} of other {memory.of}s that differ from each other")
            words = f"every {memory.type.value}" if memory.type in _SEATED else ", ".join(map(word_of, values))
            words += "" if len(away) < len(values) else " and as at the start"
            yield from self._axis(said, [{}, *facts], words if values else "", "; ".join(rests))

    def _starts_as_nothing(self, name: str) -> bool:
        mine, yours = self.pair.a.own[name], self.pair.b.own[name]
        starts = [e.plan.memory[n].starts for e, n in zip(self.engines, (mine, yours), strict=True)]
        return all(isinstance(e, Literal) and e.value is None for e in starts)

    def _start(self, name: str) -> object:
        """The value that a memory of both has at the start, where that is always one and the same."""
        mine, yours = self.pair.a.own[name], self.pair.b.own[name]
        one, other = (e.plan.memory[n].starts for e, n in zip(self.engines, (mine, yours), strict=True))
        return one.value if isinstance(one, Literal) and one == other else None

    def _of_owners(self, of: str, away: Sequence[object], others: bool) -> list[Data]:
        """Values away from the start: the own one, that of all others, both."""
        own, count = (self.side, self.sides) if of == "side" else (self.mover, self.seats)
        rows: list[Data] = [{str(own): v} for v in away]
        if others:
            theirs = [str(n) for n in range(1, count + 1) if n != own]
            rows += [dict.fromkeys(theirs, v) for v in away]
            rows += [{str(own): v, **dict.fromkeys(theirs, w)} for v in away for w in away]
        return rows

    def remembered(self, part: str, type: Type) -> tuple[list[object], str]:
        """Values at which clauses can change their mind about a memory, and what they leave out."""
        pack = self.pair.a.engine.plan.ruleset.pack
        if type is Type.INT:
            name = part.split(" ", 1)[1]
            low = self._low(self.pair.a.own[name], self.pair.b.own[name])
            return list(self.asked.numbers(part, 0, low)), "other numbers" if self.asked.leaves(part, low) else ""
        if type is Type.BOOL:
            return [False, True], ""
        if type in (Type.SEAT, Type.SIDE):
            return list(range(1, (self.seats if type is Type.SEAT else self.sides) + 1)), ""
        if type is Type.RANK:
            return list(dict.fromkeys(face.rank for face in pack.faces)), ""
        if type is Type.SUIT:
            return [s.letter for s in pack.suits], ""
        return [], "what may be remembered"

    # ---- cards that lie elsewhere

    def _turned_up(self) -> Iterator[Axis]:
        """The card that is played from the stock."""
        if any(a.played.source == "stock" for e in self.engines for a in e.plan.ruleset.actions):
            said = "which card is played from the stock"
            yield Axis(said, rest=f"{said}, and an empty stock")

    def _piles(self) -> Iterator[Axis]:
        if self._reads("piles"):
            values: list[Data] = [{}]
            for side in dict.fromkeys((self.side, self.side % self.sides + 1)):
                values += [{"piles": {str(side): card}} for card in self.faces]
                for number in self.asked.numbers("piles", 1)[1:]:
                    values += [{"piles": {str(side): " ".join(cards)}} for cards in self._heap(number)]
            values += [{"piles": both} for both in self._both(self.side, self.sides)]
            said = "empty, one card, as many as clauses count; a card in two of them"
            yield from self._axis("piles", values, said, "piles of other cards, and more in two piles at once")

    def _both(self, own: int, count: int) -> Iterator[Data]:
        """A card each for oneself and the next of so many owners, and for the next two."""
        after, second = own % count + 1, (own + 1) % count + 1
        for one, other in ((own, after), (after, second)):
            if own not in (other, after) and len(self.faces) > 1:
                yield {str(one): self.faces[-1], str(other): self.faces[-2]}

    def _heap(self, number: int) -> Iterator[tuple[str, ...]]:
        """So many cards, where the pack has them and some to spare; from its end, where they are missed least."""
        faces = [f.text for f in self.pair.a.engine.plan.ruleset.pack.faces if f.text in self.pair.b.tables.first_of]
        if 1 < number <= len(faces) - 8:
            yield tuple(faces[-number:])

    def _hands(self) -> Iterator[Axis]:
        if "hands" in self.asked.others:
            other = str(self.mover % self.seats + 1)
            values: list[Data] = [{}, *({"hands": {other: card}} for card in self.faces)]
            yield from self._axis("other hands", values, "empty, or one card in the next", "other cards in other hands")

    def _zones(self) -> Iterator[Axis]:
        """Zones that both rulesets have; of those of sides and seats, one's own and the next."""
        for part in sorted(p for p in self.asked.parts if p.startswith("zones ")):
            name = part.split(" ", 1)[1]
            said = said_of_zone(name)
            of = self.pair.zones.get(name)
            if of is None:
                yield Axis(said, rest=f"{said}, which only one of the two has")
                continue
            own, count = {"side": (self.side, self.sides), "seat": (self.mover, self.seats)}.get(of, (0, 0))
            owners = [str(o) for o in dict.fromkeys((own, own % count + 1))] if count else [""]
            values: list[Data] = [{}, *(in_zone(name, owner, card) for owner in owners for card in self.faces)]
            values += [{"zones": {name: both}} for both in (self._both(own, count) if count else ())]
            told = "none, or one card" + (", or a card each in two of them" if count else "")
            yield from self._axis(said, values, told, f"other {said}" + (", and more in two of them" if count else ""))

    # ---- what can be

    def reachable(self, facts: Data) -> bool:
        """Whether facts can hold together: no points before the first round has been played, seats in turn."""
        scores = [n for n in facts.get("scores", {}).values() if n]
        if scores and self._reads("round") and facts.get("round", 1) == 1 and not self.gains:
            return False
        if not self.turned and self._reads("turns") and self._reads("leader"):
            leader, turns = int(facts.get("dealer", self.seats)), int(facts.get("turns", 0))
            return (leader + turns) % self.seats == self.mover - 1
        return True


def _effects(ruleset: Ruleset) -> set[str]:
    """What the effects of a ruleset do."""
    return {e.op for e in ruleset.effects()}


def _schedule(engine: Engine) -> Iterator[tuple[int, int]]:
    """The number of each deal of a round, and how many cards it leaves in the stock, whoever leads."""
    plan = engine.plan
    for leader in range(plan.seats if asked_by_deals(plan.ruleset) & {"leader", "seat"} else 1):
        state = engine.new_match(0)
        state.leader = leader
        engine.start_round(state)
        yield 1, len(state.stock)
        for _ in range(plan.ruleset.pack.size):  # no round has more deals than cards
            state.hands = [[] for _ in state.hands]
            if not state.stock or not engine.deal(state):
                break
            yield state.deals, len(state.stock)
