"""What one action says of a play: from the step of the turn to the preferences, condition by condition."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from cassino_dsl.book.describe.actions import Acting
from cassino_dsl.book.describe.english import joined, ranges, sentence, title_of
from cassino_dsl.book.describe.expression_patterns import like
from cassino_dsl.book.why.reasons import Speaker, quoted
from cassino_dsl.book.why.taking import Condition, Stage, Taking, source_text
from cassino_dsl.engine.reference.candidates import ActionSearch
from cassino_dsl.engine.reference.game import Engine
from cassino_dsl.engine.reference.moving import frame_of, look_ahead
from cassino_dsl.engine.reference.play import Frame, Play
from cassino_dsl.engine.reference.state import Item, State
from cassino_dsl.engine.reference.telling import NUMBERS, told_of
from cassino_dsl.engine.reference.text import WrittenPlay, play_text, written
from cassino_dsl.language.plan.levels import Level, level
from cassino_dsl.language.ruleset.expr import Call, Expr, Name, Type, all_of, conjuncts, walk
from cassino_dsl.language.ruleset.model import Action, Preference, Rule
from cassino_dsl.language.ruleset.operators import IMPLIES
from cassino_dsl.language.ruleset.within import calls_in
from cassino_dsl.language.ruleset.words import CARD, CARD_OR_NOTHING

Said = int | str  # what a play tells beside its cards, or the value of a build


@dataclass(frozen=True, slots=True)
class Account:
    """What one action says of the play (``own``), and the rules of the ruleset on it (``rest``); of a play that its
    parts cannot take, what they make of it."""

    search: ActionSearch
    cards: tuple[int, ...]
    own: tuple[Condition, ...]
    rest: tuple[Condition, ...]
    taking: Taking | None

    @property
    def action(self) -> str:
        return self.search.action.name

    @property
    def conditions(self) -> tuple[Condition, ...]:
        return (*self.own, *self.rest)

    @property
    def near(self) -> tuple[int, ...]:
        """How near the play comes to one of this action's, for comparison with other actions."""
        step, *others = self.conditions
        stage = next((c.stage for c in others if c.refuses), Stage.FITS)
        if step.refuses:
            stage = Stage.STEP if stage > Stage.STEP else min(stage, Stage.ELSEWHERE)
        distance = self.taking.distance if self.taking else 0
        with_card = bool(distance and self.taking and self.taking.part and self.taking.part.with_card)
        played, number = self.search.action.action.played, len(self.cards)
        too_many = 0 if played.most is None else max(played.least - number, number - played.most, 0)
        return stage, -distance, with_card, -too_many


class ActionInquiry:
    """Asks the actions of one decision about one written play."""

    def __init__(
        self, engine: Engine, state: State, play: WrittenPlay, plays: Sequence[Play], speaker: Speaker
    ) -> None:
        self.engine, self.state, self.written, self.plays, self.speaker = engine, state, play, plays, speaker
        self.plan, self.lister, self.observer = engine.plan, engine.lister, speaker.observer
        self.tables = engine.evaluate.tables
        self.seat, machine, at = engine.decision(state)
        self.steps = machine.steps(at)
        self.next_actions = [a.name for a in self.plan.declared if a.step in self.steps]

    def account(self, search: ActionSearch, cards: tuple[int, ...], items: tuple[Item, ...]) -> Account:
        """Go through the conditions of one action, as far as they can be asked."""
        f, taking = self._frame(search, cards), None
        own = [self._step(search), *self._played(search, f)]
        if all(c.holds for c in own[1:]):
            taking, announced = self._bind(search, f, items)
            own += self._bindings(search, f, taking, announced, items)
            f.names = {}
        reached, early = taking is not None and taking.fits, []
        if taking:
            f.names, f.taken = dict(taking.names), items
            f.value = self.written.value or 0 if search.action.to == "build" else 0
            early = [] if reached else self._early(search, f)
        own += [*early, *(taking.conditions() if taking else [Condition("what is taken", None)])]
        if reached:
            look_ahead(f, search.action, self.observer.evaluate)
        own += [*self._when(search, f if reached else None)][len(early) :]
        rest = [self._rule(rule, f if reached else None) for rule in self.plan.ruleset.rules]
        if reached and not any(c.refuses for c in (*own, *rest)):
            made = Play(search.action, self.seat, cards, items, f.value, search.decision(f), dict(f.names))
            rest += self._debts(made)
            if not any(c.refuses for c in rest):
                rest += self._preferences(made)
        # the conditions of the action bear its name; the rules of the ruleset have names of their own
        named = tuple(replace(c, clause=f"{c.clause} of `{search.action.name}`") for c in own)
        return Account(search, cards, named, tuple(rest), taking)

    def _frame(self, search: ActionSearch, cards: tuple[int, ...]) -> Frame:
        f = Frame(self.state, self.seat, self.plan.side_of[self.seat])
        f.kind, f.action, f.cards = search.action.kind, search.action.name, cards
        f.card = cards[0] if len(cards) == 1 else None
        f.kept = [c for c in self.state.hands[self.seat] if c not in cards]
        look_ahead(f, search.action, self.observer.evaluate)
        return f

    # ---- the action itself

    def _step(self, search: ActionSearch) -> Condition:
        step, comes = search.action.step, search.action.step in self.steps
        now = f"; now there is {quoted(self.next_actions)}" if self.next_actions else ""
        return Condition(
            "the turn",
            comes,
            search.action.action.span,
            {"next steps": list(self.steps)},
            because=f"“{title_of(search.action.name)}” is for another moment of a turn{now}",
            text=f"the turn may come to the step `{step}`",
        )

    def _played(self, search: ActionSearch, f: Frame) -> Iterator[Condition]:
        """How many cards are played, and which."""
        action, clause = search.action.action, "the cards played"
        faces = sorted(c // search.copies for c in f.cards)
        so_many = any(sorted(c // search.copies for c in cards) == faces for cards in search.played(f))
        text, because = "the action is played with so many cards", partial(self._asks, action)
        yield Condition(clause, so_many, action.span, stage=Stage.NUMBER, because=because, text=text)
        if action.played.where is not None and so_many:
            yield self._test(clause, action.played.where, f, Stage.WHERE)

    def _asks(self, action: Action) -> str:
        """With how many cards an action is played."""
        words = Acting(self.speaker.phrases, self.speaker.resolved(action)).played()
        asked = "play no card" if action.played.source == "none" else f"{words[:1].lower()}{words[1:]}"
        return f"for “{title_of(action.name)}” you {asked}"

    def _bind(self, search: ActionSearch, f: Frame, items: tuple[Item, ...]) -> tuple[Taking | None, list[Said]]:
        """What the parts make of the items with the names by which they come nearest, and all values that could be
        announced."""
        builds = search.action.to == "build"
        best: Taking | None = None
        announced: dict[Said, None] = {}
        for _ in search.bindings(f, tested=False):
            f.taken = ()
            search.aims(f)
            number, chosen = told_of(self.tables, search.action.tells, search.decision(f))
            said: Said = f.value if builds else chosen or number or 0
            announced[said] = None
            if (builds or search.action.kind == "other") and said != self._said:
                continue
            taking = Taking(search, f, items, self.speaker)
            f.names, f.taken = dict(taking.names), items
            look_ahead(f, search.action, self.observer.evaluate)
            taking.allowed = all(c.holds for c in self._when(search, f))
            if best is None or taking.rank > best.rank:
                best = taking
            if best.fits and best.allowed:
                break
        return best, sorted(filter(None, announced), key=lambda said: said if isinstance(said, int) else 0)

    @property
    def _said(self) -> Said:
        """What the written play tells beside its cards."""
        return self.written.chosen or self.written.value or 0

    def _bindings(
        self, search: ActionSearch, f: Frame, taking: Taking | None, could: Sequence[Said], items: tuple[Item, ...]
    ) -> Iterator[Condition]:
        """What the names of the action stand for; without a binding, the value that cannot be announced, or the name
        that can stand for nothing."""
        action, to = search.action.action, search.action.action.to_arg
        if taking is None and search.action.kind == "other" and (could or not action.let):
            seen = {"said": self._said or None, "could be": list(could)}
            because = partial(self._unsaid, action, could)
            what = "the number said" if action.tells in (None, *NUMBERS) else "what is said"
            yield Condition(what, False, action.span, seen, Stage.LET, because)
            return
        if taking is None and action.to == "build" and to is not None and (could or not action.let):
            deciding = {e.name for e in walk(to) if isinstance(e, Name)}
            source = next((b.source for b in action.let if b.name in deciding), to)
            alike = (p for p in self.plays if (p.kind, p.cards, {*p.items}) == ("build", f.cards, {*items}))
            could = sorted({p.value for p in alike})  # of this very play
            seen = {"announced": self.written.value, "could be": list(could)}
            because = partial(self._unbound, source, f, could, True)
            yield Condition("the value announced", False, source.span, seen, Stage.LET, because)
            return
        blame = None  # the first that came to stand for nothing, else the last
        if taking is None and action.let:
            blame = next((b for b in action.let if b.name not in f.names), action.let[-1])
        for binding in action.let:
            values = {binding.name: self.observer.shown(taking.names[binding.name], binding.type)} if taking else {}
            because = partial(self._unbound, binding.source, f, None, action.to == "build")
            text, holds = f"{binding.name}: {source_text(binding.source.span)}", binding is not blame
            yield Condition(f"`{binding.name}`", holds, binding.span, values, Stage.LET, because, text=text)
            if binding is blame:
                return

    def _unsaid(self, action: Action, could: Sequence[Said]) -> str:
        """With what a play is said that is said with something else, or with nothing."""
        name, said = f"“{title_of(action.name)}”", self._said
        if not could:
            return f"{name} is said without a number"
        numbers = [n for n in could if isinstance(n, int)]
        told = ranges(numbers, "or") if numbers else joined([*map(str, could[:8])], "or")
        return f"{name} is said with {'a number: ' if numbers and not said else ''}{told}" + (
            f", not {said}" if said else ""
        )

    def _unbound(self, source: Expr, f: Frame, could: Sequence[Said] | None, builds: bool) -> str:
        """Why a name can stand for nothing; of a build, or not for the value that is announced, and which it could."""
        value, source = self.written.value, self.observer.in_force(source)
        of_the_card = any(e.row in (CARD, CARD_OR_NOTHING) for e in calls_in(source))
        if value is not None and (could is not None or (builds and not of_the_card)):
            because = self.speaker.not_in(value, source, f)
            other = f"the value could be {ranges([*map(int, could)])}" if could else ""
            return "; ".join(said for said in (because, other) if said) or f"{value} cannot be the value"
        say, source = self.speaker.named(self.observer.names(source, f)), self.observer.with_card(source, f)
        found = like(source, ("value", "?c", "?place"))
        if found is not None and found["?c"].type is Type.CARD:
            return f"{say.thing(found['?c']).text} counts for no number and cannot be part of a sum"
        if found is not None:
            return f"no {say.members(found['?c']).singular} counts for a number"
        return f"there is no {say.members(source).singular}"

    # ---- conditions, rules, and what comes after them

    def _when(self, search: ActionSearch, f: Frame | None) -> Iterator[Condition]:
        """The action's own condition, and that there is a pile or a hand that its cards go to."""
        when, to = search.action.action.when, search.action.action.to_arg
        if when is not None:
            yield self._test("the condition", when, f, Stage.WHEN)
        if to is not None and to.maybe:
            holds = None if f is None else self.observer.value(to, f) is not None
            nowhere = "there is no place that its cards could go to"
            yield Condition("where the cards go", holds, to.span, stage=Stage.TO, because=nowhere)

    def _early(self, search: ActionSearch, f: Frame) -> list[Condition]:
        """The action's own condition, where it fails whatever is taken."""
        when, terms = search.action.action.when, self.engine.evaluate.terms
        tests = [c for c in conjuncts(when) if level(c, terms) is not Level.PLAY] if when is not None else []
        found = [self._test("the condition", all_of(tests, when.span), f, Stage.TAKE)] if when and tests else []
        return [c for c in found if c.refuses]

    def _rule(self, rule: Rule, f: Frame | None) -> Condition:
        """A rule of the ruleset; without a frame, not reached."""
        found = self._test(f"rule `{rule.name}`", rule.must, f, Stage.RULES)
        if rule.price and found.refuses:
            found = replace(found, holds=True, values={"broken at a price": True, **found.values})
        return replace(found, by=rule.name, about=f"{sentence(' '.join(rule.about.split()))} " if rule.about else "")

    def _test(self, clause: str, expr: Expr, f: Frame | None, stage: Stage) -> Condition:
        if f is None:
            return Condition(clause, None, expr.span)
        if isinstance(expr, Call) and expr.row is IMPLIES and not self.observer.value(expr.args[0], f):
            return Condition(clause, True, expr.span, {"concerns this play": False})
        holds, seen = bool(self.observer.value(expr, f)), self.observer.seen(expr, f)
        return Condition(clause, holds, expr.span, seen, stage, partial(self.speaker.because, expr, f))

    def _debts(self, play: Play) -> Iterator[Condition]:
        owed = self.state.owed
        if not owed and not play.action.owes:
            return
        action, builds = self.state.owed_action or play.action.owes, self.speaker.items(owed)
        by = f"has to be taken in this same turn by “{title_of(action)}”, and then it could not be"
        yield Condition(
            "the debts of the turn",
            self.engine.can_pay(self.state, play),
            play.action.action.span,
            {"owed": [self.observer.text(b, Type.BUILD) for b in owed]},
            Stage.DEBTS,
            f"{joined(builds) or 'what is built'} {by}",
            text=f"what is owed can be captured by `{action}` in this turn",
        )

    def _preferences(self, play: Play) -> Iterator[Condition]:
        """Which preference takes the play away, and for the sake of which plays."""
        look = partial(frame_of, self.observer.evaluate, self.state)
        plays, wanted = self.lister.allowed(self.state, self.seat, self.steps), written(self.tables, play)
        preferred: list[Play] = []
        for declared, ready in zip(self.plan.ruleset.preferences, self.lister.preferences, strict=True):
            expr = declared.prefer if declared.prefer is not None else declared.number
            assert expr is not None
            one = Condition(f"preference `{declared.name}`", None, expr.span)
            if not preferred:
                plays = ready.filter(look, plays) if len(plays) > 1 else plays
                values = self.observer.seen(expr, look(play))
                if not any(written(self.tables, p) == wanted for p in plays):
                    preferred = self._preferred(declared, play, plays)
                    values = {"preferred": [play_text(self.tables, p) for p in preferred[:5]], **values}
                    can = self._can(preferred[0], play)
                    one = replace(one, stage=Stage.PREFERENCES, by=declared.name, because=can, link=" while ")
                one = replace(one, holds=not preferred, values=values)
            yield one

    def _can(self, other: Play, play: Play) -> str:
        """What else can be played: `it can take 5c`."""
        over = self.speaker.play(other)
        who = "it" if other.cards == play.cards and len(play.cards) == 1 else joined(over.cards) or "you"
        return f"{who} can {over.does()}" if over.does() else f"you can choose “{title_of(over.name)}”"

    def _preferred(self, preference: Preference, play: Play, left: list[Play]) -> list[Play]:
        """The plays that a preference has set above this one; those with the same cards first."""
        test = preference.prefer if preference.prefer is not None else preference.among
        found = []
        for p in left:
            at = frame_of(self.observer.evaluate, self.state, p)
            if (not preference.per_card or p.cards == play.cards) and (test is None or self.observer.value(test, at)):
                found.append(p)
        return sorted(found or left[:1], key=lambda p: p.cards != play.cards)
