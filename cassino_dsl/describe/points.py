"""The scoring table, with every source of points, and how a match ends."""

from __future__ import annotations

from collections.abc import Iterator

from cassino_dsl.describe.english import joined, numeral, plain, sentence, spoken, title, whose
from cassino_dsl.describe.pattern import like
from cassino_dsl.describe.phrases import Phrases
from cassino_dsl.ruleset.expr import Expr, Literal
from cassino_dsl.ruleset.model import Award, Effect, Match, every

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
            known = not what or not about or _letters(about) in _letters(what)
            yield title(award.name), points, (what or about) if known else f"{about}: {what}"
        for where, effects in self._sources():
            for effect in effects:
                if effect.op == "award":
                    yield spoken(effect.name).capitalize(), self._given(effect), f"{_AT_ONCE}“{where}”"

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
        said = self.say.number(_split(award.points)[0])
        return f"{said} each" if award.each is not None and len(award.each) > 1 else said

    def _award(self, award: Award) -> str:
        note, test = self._what(award), _split(award.points)[1]
        if test is not None:
            note = f"{note}; only if {self.say.condition(test)}" if note else f"if {self.say.condition(test)}"
        more = " ".join(t for t in (self.say.noted(), self.own.noted()) if t)
        return f"{note}. {more}" if more and note else more or note

    def _what(self, award: Award) -> str:
        if award.most is not None:
            among = f" of those such that {self.say.condition(award.condition)}" if award.condition is not None else ""
            return f"{self._most(award.most)}{among}; {self._tie(award)}"
        if award.each is not None:
            return self._each(award.each)
        if award.condition is not None:
            return f"if {self.say.condition(award.condition)}"
        return f"every {self.side}, always" if isinstance(award.points, Literal) else ""

    def _each(self, cards: frozenset[int]) -> str:
        faces = [self.ruleset.pack.faces[f].text for f in sorted(cards)]
        whole, rest = self.say.whole_ranks(faces)
        said = f"each {joined(whole, 'or')}" if whole and not rest else self.say.faces(faces, "and")
        each = "each of these: " if rest and len(faces) > 1 else ""
        zones = [f"“{spoken(z.name)}”" for z in self.ruleset.zones if z.captured]
        return f"{each}{said} in {whose(self.it, joined(['pile', *zones], 'or'))}"

    def _most(self, number: Expr) -> str:
        say = self.own.speaking_of(self.it)
        for pattern in (("count", "?set"), ("count", "?x", "?set", "?body")):
            if like(number, pattern) is not None:
                return f"the {self.side} with the most {say.number(number).removeprefix('the number of ')}"
        return f"the {self.side} with the highest number of this: {say.number(number)}"

    def _tie(self, award: Award) -> str:
        say = self.own.speaking_of(self.it)
        if award.tie == "split":
            to = " to a half" if self.ruleset.match.half_points else ""
            rounded = f", rounded {award.rounding}{to}" if award.rounding else ""
            return f"those who tie share the points equally{rounded}"
        if award.tie == "each" and award.tie_points is not None:
            return f"of those who tie, each gets {say.number(award.tie_points)}"
        if award.tie == "by" and award.tie_points is not None and not isinstance(award.tie_points, Literal):
            return f"of those who tie, {self._most(award.tie_points)} gets them, and nobody if they tie in that too"
        return "in a tie nobody gets them"


def _split(points: Expr) -> tuple[Expr, Expr | None]:
    """`3 if C else 0` as three points, and when there are any."""
    found = like(points, ("if", "?test", "?n", 0))
    return (points, None) if found is None else (found["?n"], found["?test"])


def _letters(text: str) -> str:
    """What a text says, without what may differ between two that say the same."""
    words = [word.removesuffix("s") for word in "".join(c if c.isalnum() else " " for c in text.lower()).split()]
    return "".join(word for word in words if word not in ("the", "a", "an", "and", "or", "each", "every"))


def _one_round(match: Match) -> bool:
    over = isinstance(match.over, Literal) and match.over.value is True
    last = isinstance(match.rounds, Literal) and match.rounds.value == 1
    return (over or last) and match.tie == "draw"


def _best(match: Match, say: Phrases) -> str:
    """What the winner has."""
    if match.compare is not None:
        them = say.speaking_of("they" if say.table.alone else "it")
        return f"the highest number of this ({them.number(match.compare)})"
    return "the most points" if match.winner == "highest" else "the fewest points"


def aim(match: Match, say: Phrases) -> str:
    """What is played for, in a sentence."""
    win = f"the {say.table.side} with {_best(match, say)} wins"
    if match.compare is None:
        win = f"{_best(match, say)} win"
    if match.target is not None:
        return f"A match goes to {say.number(match.target)} points, and {win}."
    if match.rounds is not None:
        number = say.number(match.rounds)
        rounds = "one round" if number == "1" else f"a number of rounds ({number})"
        return f"A match is {rounds}, and {win}."
    return sentence(win)


def end_of_match(match: Match, say: Phrases) -> Iterator[str]:
    """How rounds follow each other, and who wins."""
    side, best = say.table.side, _best(match, say)
    ends = []
    if match.target is not None:
        ends.append(f"a {side} has {say.number(match.target)} points or more")
    if match.rounds is not None:
        number = match.rounds.value if isinstance(match.rounds, Literal) else None
        shown = (
            f"{numeral(number)} round{'s' if number != 1 else ''}"
            if isinstance(number, int)
            else f"so many rounds ({say.number(match.rounds)})"
        )
        ends.append(f"{shown} {'has' if number == 1 else 'have'} been played")
    if match.over is not None and not isinstance(match.over, Literal):
        ends.append(say.condition(match.over))
    if match.over is not None and isinstance(match.over, Literal) and match.over.value is True:
        yield f"A match is one round. The {side} with {best} wins."
    elif match.counting == "race" and match.target is not None:
        target = say.number(match.target)
        yield (
            "Points are counted in the order of the table, for all at once in each line. "
            f"The first {side} with {target} points or more after a line wins the match; "
            "if several have that many after the same line, the one with most points does, "
            f"and if these are level, counting goes on."
        )
        yield f"If nobody has won so, the match is over if at the end of a round {' or '.join(ends)}."
        yield f"Then the {side} with {best} wins."
    else:
        yield "After each round the points are added to the score."
        yield f"The match is over if then {' or '.join(ends)}; the {side} with {best} wins."
    ties = {
        "another round": "If several are level, another round is played.",
        "draw": "If several are level, the match is a draw.",
        "playoff": "If several are level, all scores begin again at 0, and rounds are played until somebody has "
        f"{say.number(match.playoff) if match.playoff is not None else ''} points or more.",
    }
    yield ties[match.tie]
    if _one_round(match):
        yield say.noted()
        return
    if match.leads is not None:
        yield sentence(f"the next round is led by {say.thing(match.leads)}")
    else:
        yield "The next round is led by the player after the one who led this round."
    if match.stuck == "allowed":
        yield "A round in which nobody can play any more is over, whatever cards are left."
    yield say.noted()
