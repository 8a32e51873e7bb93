"""The course of a game: deals, turns, rounds, the match.

A ``Game`` stands still only where a seat has to decide; everything between two decisions follows by itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cassino_dsl.engine.reference import limits
from cassino_dsl.engine.reference.apply import Applier
from cassino_dsl.engine.reference.evaluate import Evaluator
from cassino_dsl.engine.reference.functions import BLANK
from cassino_dsl.engine.reference.numbers import remembered
from cassino_dsl.engine.reference.play import DONE, Frame, Play
from cassino_dsl.engine.reference.plays import Lister
from cassino_dsl.engine.reference.rng import card_key, deal_key
from cassino_dsl.engine.reference.scoring import Scorer, Standing
from cassino_dsl.engine.reference.state import Ask, State
from cassino_dsl.language.plan.automaton import Automaton
from cassino_dsl.language.plan.plan import Plan
from cassino_dsl.language.ruleset.numbers import LARGEST_KEPT
from cassino_dsl.language.ruleset.run_fault import RunFault

TURN_OVER = -1  # places in a turn that no pattern has: it is over …
PASSED = -2  # … or was passed


class Engine:
    """The reference engine: plays one plan. Holds nothing of a game; states go in and come out."""

    def __init__(self, plan: Plan, evaluate: Evaluator | None = None) -> None:
        self.plan = plan
        self.evaluate = evaluate or Evaluator(plan)
        self.lister = Lister(self.evaluate)
        self.applier = Applier(self.evaluate)
        self.scorer = Scorer(self.evaluate)
        deal = (plan.deal_hand, plan.deal_table, plan.deal_refill, plan.deal_at_a_time)
        self._hand, self._table, self._later, self._batch = (self.evaluate(e) for e in deal)
        self._in_debt = any(action.owes for action in plan.actions)
        self._zones = [self.evaluate(number) for _, number in plan.deal_zones]

    # ---- rounds

    def new_match(self, key: int) -> State:
        """The first round of a match, dealt, at its first decision. ``key`` is the match's key."""
        return self.advance(self.begun(key))

    def begun(self, key: int) -> State:
        """The layout of the first round of a match."""
        state = State.empty(self.plan)
        state.deals = 0
        state.key = key
        state.memory = self.fresh_memory(state)
        self.start_round(state)
        return state

    def fresh_memory(self, state: State) -> dict[str, Any]:
        """Every memory of the match, sides and seats at its start: one after the other, in the order of the file; what
        has not started yet is blank."""
        lasting = {name: m for name, m in self.plan.memory.items() if m.of != "build"}
        state.memory = {name: self._for_each(name, BLANK.get(m.type)) for name, m in lasting.items()}
        for name in lasting:
            state.memory[name] = self.start_of(name, state)
        return state.memory

    def start_of(self, name: str, state: State) -> Any:
        declared = self.plan.memory[name]
        value = self.evaluate(declared.starts)(Frame(state))
        return self._for_each(name, remembered(declared.type, value, self.plan.ruleset.pack))

    def _for_each(self, name: str, value: Any) -> Any:
        """A value for the match, or one for each side or seat."""
        count = {"side": self.plan.sides, "seat": self.plan.seats}.get(self.plan.memory[name].of)
        return value if count is None else [value] * count

    def reset(self, state: State, when: str) -> None:
        for name, declared in self.plan.memory.items():
            if declared.resets == when and declared.of != "build":
                state.memory[name] = self.start_of(name, state)

    def start_round(self, state: State) -> None:
        """What a round begins with, and its layout."""
        state.points = {}
        state.round_over = False
        state.decisions = state.chances = state.deals = state.redeals = 0
        self.reset(state, "round")
        self.lay_out(state)

    def lay_out(self, state: State) -> None:
        """Shuffle and make the first deal, again and again while something says `redeal`. Points and memory stay."""
        while True:
            state.seat, state.at, state.turns, state.passes = state.leader, 0, 0, 0
            state.owed, state.owed_action, state.asks, state.next_seat = (), "", [], None
            self.reset(state, "turn")
            self.shuffle(state)
            state.deals, state.redeal = 0, False
            self.deal(state)
            if state.round_over or not state.redeal:
                return
            if state.redeals > limits.MAX_REDEALS:
                raise RunFault.endless("dealing anew", limits.MAX_REDEALS)

    def shuffle(self, state: State) -> None:
        """All cards into the stock, in the order of their keys: the lowest is dealt first."""
        tables, copies = self.evaluate.tables, self.plan.ruleset.pack.copies
        deal = deal_key(state.key or 0, state.round, state.redeals)
        size = self.plan.ruleset.pack.size
        state.stock = sorted(
            range(size), key=lambda c: (card_key(deal, tables.face_code[c], c % copies), c), reverse=True
        )
        state.sweep_up(self.plan)

    def deal(self, state: State) -> bool:
        """Hand out one deal, in batches round the table: the table, then the zones in the order of the file, are served
        before the dealer. False: no cards."""
        state.deals += 1
        frame = Frame(state)
        first = state.deals == 1
        seats = [(state.leader + i) % self.plan.seats for i in range(self.plan.seats)]
        hands = {seat: max(0, (self._hand if first else self._later)(self._of(state, seat))) for seat in seats}
        table = max(0, self._table(frame)) if first else 0
        zones = self._to_zones(state, seats) if first else {}
        if not state.stock or (not first and not any(hands.values())):
            state.deals -= 1
            return False
        self.reset(state, "deal")
        batch = max(1, self._batch(frame))
        while state.stock and (table or any(hands.values()) or any(zones.values())):
            for seat in seats:
                if seat == seats[-1]:
                    state.loose.extend(self.draw(state, min(batch, table)))
                    table -= min(batch, table)
                    for (name, owner), due in zones.items():
                        state.zones[name][owner].extend(self.draw(state, min(batch, due)))
                        zones[name, owner] -= min(batch, due)
                state.hands[seat].extend(self.draw(state, min(batch, hands[seat])))
                hands[seat] -= min(batch, hands[seat])
        for hand in state.hands:
            hand.sort()
        if first and state.loose:
            self.applier.fire("layout dealt", frame)
        if not state.redeal:
            self.applier.fire("hands dealt", frame)
        return True

    def draw(self, state: State, number: int) -> list[int]:
        """Take the next cards of the stock, as far as there are any."""
        return [state.stock.pop() for _ in range(min(number, len(state.stock)))]

    def _to_zones(self, state: State, seats: list[int]) -> dict[tuple[str, int], int]:
        """How many cards each zone gets, in the order in which they are dealt: that of the file, and of one zone that
        of play; a side comes when its first seat does."""
        found: dict[tuple[str, int], int] = {}
        of = {z.name: z.of for z in self.plan.ruleset.zones}
        for (name, _), number in zip(self.plan.deal_zones, self._zones, strict=True):
            for seat in seats if of[name] != "match" else seats[:1]:
                f = {"seat": self._of(state, seat), "side": Frame(state, -1, self.plan.side_of[seat])}.get(of[name])
                owner = {"seat": seat, "side": self.plan.side_of[seat]}.get(of[name], 0)
                found.setdefault((name, owner), max(0, number(f or Frame(state))))
        return found

    def _of(self, state: State, seat: int) -> Frame:
        return Frame(state, seat, self.plan.side_of[seat])

    # ---- decisions

    def legal(self, state: State) -> list[Play]:
        """The legal plays of the seat that has to decide; empty where it can only pass."""
        if not decides(state):
            return []
        if state.plays is None:
            state.plays = self._legal(state)
        return state.plays

    def _legal(self, state: State) -> list[Play]:
        seat, machine, at = self.decision(state)
        plays = self.lister.legal(state, seat, machine.steps(at), machine.final[at], machine.spare[at])
        if self._in_debt or state.owed:
            plays = [p for p in plays if self.can_pay(state, p)]
        return plays if plays != [DONE] else []  # ending a turn is a choice only beside others

    def decider(self, state: State) -> int:
        """The seat that has to decide."""
        return self.decision(state)[0]

    def decision(self, state: State) -> tuple[int, Automaton, int]:
        """The seat that has to decide, the pattern that its acts follow, and how far it has come in that."""
        return decision(self.plan, state)

    def can_pay(self, state: State, play: Play) -> bool:
        """Whether the debts of the turn are paid by this play, or can be paid by the next one."""
        if play is DONE:
            return not state.owed
        if state.owed and play.name == state.owed_action and all(b in play.items for b in state.owed):
            return True
        if not state.owed and not play.action.owes:
            return True
        after = self.step(state.unaware(), play)
        if after.seat != state.seat or after.at <= 0 or not after.owed:  # at the end of a turn, nothing can pay
            return not after.owed
        following = self.lister.legal(after, after.seat, self.plan.turn.steps(after.at), False)
        return any(p.name == after.owed_action and all(b in p.items for b in after.owed) for p in following)

    def play(self, state: State, play: Play) -> State:
        """The state at the next decision after a play (or at the end of the match)."""
        return self.advance(self.step(state, play))

    def step(self, state: State, play: Play) -> State:
        """Make a play and go on in the pattern of the turn, without ending the turn."""
        seat, machine, at = self.decision(state)
        asked = state.asks[0] if state.asks else None
        if play is DONE:
            new = state.copy()
            if asked:
                new.asks.pop(0)
            elif at:
                self._break_off(new)
            else:
                new.at = PASSED
            new.decisions += 1
            return new
        state = state.shared()
        if state.owed and play.name == state.owed_action and all(b in play.items for b in state.owed):
            state.owed = ()
        if asked:
            state.asks = state.asks[1:]
        elif not at:
            state.passes = 0
        new = self.applier.make(state, play)
        new.decisions += 1
        following = machine.after(at, play.action.step)
        if asked is not None:
            if machine.moves[following]:
                new.asks.insert(0, Ask(seat, asked.pattern, following))
        else:
            new.at = following if machine.moves[following] else TURN_OVER
        if new.decisions > limits.MAX_DECISIONS:
            raise RunFault.endless("a round", limits.MAX_DECISIONS)
        return new

    # ---- what follows by itself

    def advance(self, state: State) -> State:
        """Go on to the next decision, scoring rounds and starting new ones on the way. Changes ``state``."""
        while self.advance_in_round(state).round_over:
            self.finish_round(state)
            if state.match_over:
                break
            self.next_round(state)
        return state

    def advance_in_round(self, state: State) -> State:
        """Go on to the next decision of the round, or to its end, where it has to be scored. Changes ``state``."""
        while stopped(self.settle(state)) and not (state.round_over or state.match_over):
            self.lay_out(state)
        return state

    def settle(self, state: State) -> State:
        """Go on to the next decision of the round, or to its end: end turns, pass, deal. Changes ``state``.

        Where the round is to be dealt anew it stays: only a match's key says in which order (``advance``).
        """
        while not stopped(state):
            state.plays = None
            if state.asks:
                if self.legal(state):
                    return state
                state.asks.pop(0)
            elif state.at == TURN_OVER:
                self.end_turn(state)
            elif state.at == PASSED:
                self._pass(state)
            elif state.at == 0 and not any(state.hands):
                self._next_deal(state)
            elif self.legal(state):
                return state
            elif state.at == 0:
                self._pass(state)
            else:
                self._break_off(state)
        state.plays = None
        return state

    def settle_turn(self, state: State) -> None:
        """End the turn where nothing can follow in it: all that can be said where cards are unknown."""
        state.plays = None
        if state.at == PASSED:
            self._pass(state)
        if state.at > 0 and not (stopped(state) or self.legal(state)):
            self._break_off(state)
        if state.at == TURN_OVER and not state.redeal:
            self.end_turn(state)
        state.plays = None

    def _next_deal(self, state: State) -> None:
        if state.deals:
            self.applier.fire("deal over", Frame(state))
        if state.round_over or state.match_over:
            return
        if state.deals >= limits.MAX_DEALS:
            raise RunFault.endless("the deals of a round", limits.MAX_DEALS)
        if self.deal(state):
            state.seat = state.leader
        else:
            state.round_over = True

    def end_turn(self, state: State) -> None:
        """The turn goes to the next seat, or to the one that an effect has named."""
        self.applier.fire("turn over", self._frame(state))
        self._next_seat(state)

    def _break_off(self, state: State) -> None:
        """Nothing follows in the turn: it is over, and where its pattern wants more the seat passes there."""
        if not self.plan.turn.final[state.at]:
            self.applier.fire("passed", self._frame(state))
        state.at = TURN_OVER

    def _pass(self, state: State) -> None:
        self.on_pass(state)
        self.applier.fire("passed", self._frame(state))
        state.passes += 1
        if state.passes >= self.plan.seats:
            state.round_over = True
        else:
            self._next_seat(state)

    def _frame(self, state: State) -> Frame:
        return self._of(state, state.seat)

    def _next_seat(self, state: State) -> None:
        following = state.next_seat
        state.seat = (state.seat + 1) % self.plan.seats if following is None else following
        state.next_seat, state.at = None, 0
        state.turns = min(state.turns + 1, LARGEST_KEPT)
        state.owed, state.owed_action = (), ""
        self.reset(state, "turn")

    def finish_round(self, state: State) -> Standing:
        """Score a round that is over. Changes ``state``."""
        stuck = self.stuck(state)  # as the events of the end of a round find it
        standing = self.finish(state)
        self.on_round(state, standing, stuck)
        if standing.over:
            state.match_over, state.round_over = True, False
            state.winner, state.reason = standing.winner, standing.reason
        return standing

    def next_round(self, state: State) -> None:
        """Begin the round after one that is scored. Changes ``state``."""
        if state.round >= limits.MAX_ROUNDS:
            raise RunFault.endless("a match", limits.MAX_ROUNDS)
        state.leader = self.next_leader(state)
        state.round += 1
        self.start_round(state)
        if state.redeal:  # it was ended, too, while it was dealt
            self.lay_out(state)

    def next_leader(self, state: State) -> int:
        """The seat that leads the round after one that is scored."""
        leads = self.plan.leads
        leader = (state.leader + 1) % self.plan.seats if leads is None else self.evaluate(leads)(Frame(state))
        return state.leader if leader is None else leader

    def stuck(self, state: State) -> bool:
        """Whether the round is over because every seat passed, with cards in a hand or in the stock."""
        return state.passes >= self.plan.seats and bool(state.stock or any(state.hands))

    def on_round(self, state: State, standing: Standing, stuck: bool) -> None:
        """Called after every scored round; simulations override it."""

    def on_pass(self, state: State) -> None:
        """Called where a seat passes, because it can do nothing or says so; who shows a match overrides it."""

    def finish(self, state: State, checked: bool = True) -> Standing:
        """The events of the end of a round, its awards and (where the round is whole) its checks."""
        if not state.match_over:
            self.applier.fire("round over", Frame(state))
        whole = not state.match_over
        standing = self.scorer.score(state, lambda: self.applier.fire("round scored", Frame(state)))
        for name, check in self.plan.checks if checked and whole else ():
            if not self.evaluate(check)(Frame(state)):
                raise RunFault.check_failed(name, standing.awards, self.plan.ruleset.match.shown)
        return standing


def decision(plan: Plan, state: State) -> tuple[int, Automaton, int]:
    """The seat that has to decide, the pattern that its acts follow, and how far it has come in that."""
    if state.asks:
        ask = state.asks[0]
        return ask.seat, plan.asks[ask.pattern], ask.at
    return state.seat, plan.turn, state.at


def decides(state: State) -> bool:
    """Whether something is to be decided."""
    return not stopped(state) and (state.at >= 0 or bool(state.asks))


def stopped(state: State) -> bool:
    """Whether nobody decides here: the round or the match is over, or the cards are to be dealt anew."""
    return state.round_over or state.match_over or state.redeal


Progress = Callable[[str, int, int], object]  # what is being done, how far, of how much (0: not known)


def no_progress(what: str, number: int, whole: int) -> None:
    """Nobody looks on."""


class TooMany(Exception):
    """More positions would have to be looked at than the caller wants."""


def perft(
    engine: Engine, state: State, depth: int, most: int | None = None, progress: Progress = no_progress
) -> list[int]:
    """The sequences within the round by their length, up to ``depth``.

    Raises ``TooMany`` once the plays of more than ``most`` positions would have to be listed. Each of them is a
    question of its own, which may be as much work as any.
    """
    counts = [1] + [0] * depth
    listed = 0

    def count(here: State, length: int) -> None:
        nonlocal listed
        listed += 1
        if most is not None and listed > most:
            raise TooMany
        progress("counting sequences of plays", listed, 0)
        with engine.evaluate.steps.question():
            plays = engine.legal(engine.settle(here))
        counts[length] += len(plays)
        if length < depth:
            for play in plays:
                count(engine.step(here, play), length + 1)

    if depth:
        count(state.copy(), 1)
    return counts
