"""The scoring table, with every source of points."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cassino_dsl.describe.english import joined, plain, spoken, title, whose
from cassino_dsl.describe.pattern import like
from cassino_dsl.describe.phrases import Phrases
from cassino_dsl.describe.remembered import one_of
from cassino_dsl.describe.rising import beside_count, by_count
from cassino_dsl.ruleset.expr import Call, Expr, Literal, Type, all_of, conjuncts
from cassino_dsl.ruleset.model import Award, Effect, every
from cassino_dsl.ruleset.operators import IF, MEMORIES
from cassino_dsl.ruleset.within import calls_in

_NAMED = 4  # cards that are named one by one
_AT_ONCE = "at once, during play: see "


def _in_all(places: list[str]) -> str:
    """What is told in several rows, in one."""
    seen = [p.removeprefix(_AT_ONCE) for p in places if p.startswith(_AT_ONCE)]
    rest = [p for p in places if not p.startswith(_AT_ONCE)]
    return "; ".join([*rest, _AT_ONCE + joined(list(dict.fromkeys(seen)), "or")] if seen else rest)


class ScoringTable:
    """Says what is worth points."""

    def __init__(self, say: Phrases) -> None:
        self.side = say.table.side
        self.own = say
        self.it = "they" if say.table.alone else "it"
        self.say = say.speaking_of(f"the {self.side}")
        self.ruleset = say.table.ruleset
        self.notes: list[str] = []  # what the words of the table mean, which stands under it
        self.zones = [z.name for z in self.ruleset.zones if z.captured]
        self.tied: list[Award] = []  # those of which ties are told once for all
        can_tie = [a for a in self.ruleset.awards if a.most is not None]
        if len(can_tie) > 1 and len({self._tie(a) for a in can_tie}) == 1:
            self.tied = can_tie

    def head(self) -> str:
        """What is counted; then the table need not say where each card lies."""
        if not self.ruleset.awards:
            return "All points are given in play."
        if self.zones:
            return f"When a round is over, each {self.side} gets these points."
        pile = whose(self.it, "pile")
        return f"When a round is over, each {self.side} counts the cards in {pile} and gets these points."

    def ties(self) -> str:
        """What follows a tie, where that is the same for all awards that can be tied."""
        names = joined([f"*{award_title(a)}*" for a in self.tied], "or")
        return f"In a tie for {names}, {self._tie(self.tied[0])}." if self.tied else ""

    def rows(self) -> Iterator[tuple[str, str, str]]:
        """Name, points, what for; what is given in several places in one row."""
        found: dict[tuple[str, str], list[str]] = {}
        for name, points, where in self._rows():
            found.setdefault((name, points), []).append(where)
        for (name, points), places in found.items():
            yield name, points, places[0] if len(places) == 1 else _in_all(places)

    def _rows(self) -> Iterator[tuple[str, str, str]]:
        for award in self.ruleset.awards:
            about = plain(award.about)
            points = self._points(award)
            what = self._award(award)
            known = not what or not about or _words(about) <= _words(what)
            yield award_title(award), points, (what or about or f"every {self.side}") if known else f"{about}: {what}"
        for where, effects in self._sources():
            for effect in effects:
                if effect.op == "award":
                    name = plain(spoken(self.own.table.of_events.get(effect.name, effect.name)))
                    yield name[:1].upper() + name[1:], self._given(effect), f"{_AT_ONCE}“{where}”"

    def _sources(self) -> Iterator[tuple[str, list[Effect]]]:
        for action in self.ruleset.actions:
            yield title(action.name), list(every(action.effects))
        for rule in self.ruleset.rules:
            yield plain(rule.name), list(every(rule.price))
        for event in self.ruleset.events:
            yield plain(event.name), list(every(event.effects))

    def _given(self, effect: Effect) -> str:
        points = effect.exprs[0]
        return self.own.number(points) if isinstance(points, Literal) else "as said there"

    def _points(self, award: Award) -> str:
        if (counted := self._counted(award)) is not None:
            return f"{counted[0]} each"
        if (rising := by_count(award, self.say)) is not None:
            return rising
        said = self.say.number(_split(award.points)[0])
        return f"{said} each" if award.each is not None and len(award.each) > 1 else said

    def _award(self, award: Award) -> str:
        if by_count(award, self.say) is not None:
            award = replace(award, condition=beside_count(award, self.ruleset.pack))
        note, test = self._what(award), _split(award.points)[1]
        if test is not None:
            note = f"{note}; only if {self.say.condition(test)}" if note else f"if {self.say.condition(test)}"
        more = " ".join(t for t in (self.say.noted(), self.own.noted()) if t)
        if more and note:
            self.notes.append(f"*{award_title(award)}.* {more}")
        return note or more

    def _counted(self, award: Award) -> tuple[str, str] | None:
        """Of an award for each of what is counted in play: how many points, and for what."""
        if award.most is not None or award.each is not None:
            return None
        points, given = _plain(_split(award.points)[0]), ""
        earned = like(points, ("-", "?n", ("earned", award.name, "?s")))
        if earned is not None:
            points, given = _plain(earned["?n"]), ", less the points that were given for them in play"
        found = like(points, ("memory", "?s")) or like(points, ("*", "?n", ("memory", "?s")))
        counted = next((e for e in calls_in(points) if e.row in MEMORIES), None)
        if found is None or counted is None or found["?s"].type is not Type.SIDE:
            return None
        changes = [e for e in self.ruleset.effects() if e.name == counted.name and e.op != "award"]
        if not all(_is_written_out(e.exprs[-1]) for e in changes):
            return None  # a sum of points, not of things
        one = one_of(self.say.table.memory[counted.name])
        number = self.say.number(found["?n"]) if "?n" in found else "1"
        return (number, f"each {one}{given}") if one else None

    def _what(self, award: Award) -> str:
        if (counted := self._counted(award)) is not None:
            only = f"; only if {self.say.condition(award.condition)}" if award.condition is not None else ""
            return f"{counted[1]}{only}"
        if award.most is not None:
            among = f" of those such that {self.say.condition(award.condition)}" if award.condition is not None else ""
            tie = "" if award in self.tied else f"; {self._tie(award)}"
            return f"{self._most(award.most)}{among}{tie}"
        if award.each is not None:
            return self._each(award.each)
        if award.condition is not None:
            return self._if_so(award.condition)
        return f"every {self.side}, always" if isinstance(award.points, Literal) else ""

    def _each(self, cards: frozenset[int]) -> str:
        faces = [self.ruleset.pack.faces[f].text for f in sorted(cards)]
        whole, rest = self.say.whole_ranks(faces)
        said = f"each {joined(whole, 'or')}" if whole and not rest else self.say.faces(faces, "and")
        if rest and 1 < len(faces) <= _NAMED:
            said = joined([self.say.face(text) for text in faces])
        elif rest and len(faces) > 1:
            said = f"each of these: {said}"
        zones = [f"“{spoken(name)}”" for name in self.zones]
        return f"{said} in {whose(self.it, joined(['pile', *zones], 'or'))}" if zones else said

    def _if_so(self, test: Expr) -> str:
        """What has to be so; of one side alone, first whose points they are."""
        parts = list(conjuncts(test))
        for part in parts:
            found = like(part, ("=", ("us",), "?side"))
            if found is not None:
                rest = [p for p in parts if p is not part]
                only = f", if {self.say.condition(all_of(rest, test.span))}" if rest else ""
                return f"{self.say.thing(found['?side'])}{only}"
        return self._if(self.say.condition(test))

    def _if(self, asked: str) -> str:
        """What has to be so; of how many cards there are in the pile, the cards alone."""
        there, pile = f" in {whose(f'the {self.side}', 'pile')}", asked.removeprefix("there are at least ")
        if not self.zones and asked != pile and pile.endswith(there):
            return f"at least {pile.removesuffix(there)}"
        return f"if {asked}"

    def _most(self, number: Expr) -> str:
        say = self.own.speaking_of(self.it)
        for pattern in (("count", "?set"), ("count", "?x", "?set", "?body")):
            if like(number, pattern) is not None:
                return f"the most {self._in_pile(say.number(number).removeprefix('the number of '))}"
        said = self._in_pile(say.number(number))
        if said.startswith("the ") and ":" not in said:
            return f"the highest {said.removeprefix('the ').removeprefix('highest ')}"
        return f"the highest number of this: {said}"

    def _in_pile(self, text: str) -> str:
        """Without where cards lie, where that is said above the table."""
        return text if self.zones else text.replace(f" in {whose(self.it, 'pile')}", "")

    def _tie(self, award: Award) -> str:
        say = self.own.speaking_of(self.it)
        if award.tie == "split":
            to = " to a half" if self.ruleset.match.half_points else ""
            rounded = f", rounded {award.rounding}{to}" if award.rounding else ""
            return f"those who tie share the points equally{rounded}"
        if award.tie == "each" and award.tie_points is not None:
            return f"of those who tie, each gets {say.number(award.tie_points)}"
        if award.tie == "by" and award.tie_points is not None and not isinstance(award.tie_points, Literal):
            better = self._most(award.tie_points)
            return f"of those who tie, the {self.side} with {better} gets them, and nobody if they tie in that too"
        return "nobody gets those points" if award in self.tied else "in a tie nobody"


def award_title(award: Award) -> str:
    """An award as people call it."""
    return plain(award.called) if award.called else title(award.name)


def _is_written_out(number: Expr) -> bool:
    """Whether a number is one of a few that are written out."""
    if isinstance(number, Call) and number.row is IF:
        return all(map(_is_written_out, number.args[1:]))
    return isinstance(number, Literal)


def _plain(points: Expr) -> Expr:
    """A number without what adds nothing to it."""
    for pattern in (("-", "?n", 0), ("*", 1, "?n")):
        found = like(points, pattern)
        if found is not None:
            return _plain(found["?n"])
    return points


def _split(points: Expr) -> tuple[Expr, Expr | None]:
    """`3 if C else 0` as three points, and when there are any."""
    found = like(points, ("if", "?test", "?n", 0))
    return (points, None) if found is None else (found["?n"], found["?test"])


def _words(text: str) -> set[str]:
    """What a text says, without what may differ between two that say the same."""
    words = {word.removesuffix("s") for word in "".join(c if c.isalnum() else " " for c in text.lower()).split()}
    return words - {"the", "a", "an", "and", "or", "each", "every", "in"}
