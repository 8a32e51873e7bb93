"""The scoring table, with every source of points, and how a match ends."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cassino_dsl.describe.english import joined, numeral, plain, sentence, spoken, title, whose
from cassino_dsl.describe.pattern import like
from cassino_dsl.describe.phrases import Phrases
from cassino_dsl.describe.remembered import one_of
from cassino_dsl.describe.rising import beside_count, by_count
from cassino_dsl.ruleset.expr import Call, Expr, Literal, Type, all_of, conjuncts, walk
from cassino_dsl.ruleset.model import Award, Effect, Match, Ruleset, every
from cassino_dsl.ruleset.operators import IF, MEMORIES

_NAMED = 4  # cards that are named one by one
_OUTWEIGHS = 1000  # so many times a number count before anything that is added to it
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
        return f"{note}. {more}" if more and note else more or note

    def _counted(self, award: Award) -> tuple[str, str] | None:
        """Of an award for each of what is counted in play: how many points, and for what."""
        if award.most is not None or award.each is not None:
            return None
        points, given = _plain(_split(award.points)[0]), ""
        earned = like(points, ("-", "?n", ("earned", award.name, "?s")))
        if earned is not None:
            points, given = _plain(earned["?n"]), ", less the points that were given for them in play"
        found = like(points, ("memory", "?s")) or like(points, ("*", "?n", ("memory", "?s")))
        counted = next((e for e in walk(points) if isinstance(e, Call) and e.row in MEMORIES), None)
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
        return "nobody gets the points" if award in self.tied else "in a tie nobody"


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


def _one_round(match: Match) -> bool:
    over = isinstance(match.over, Literal) and match.over.value is True
    last = isinstance(match.rounds, Literal) and match.rounds.value == 1
    return (over or last) and match.tie == "draw"


def _best(match: Match, say: Phrases) -> str:
    """What the winner has."""
    if match.compare is not None:
        return _highest(match.compare, say.speaking_of("they" if say.table.alone else "it"))
    return "the most points" if match.winner == "highest" else "the fewest points"


def _highest(number: Expr, say: Phrases) -> str:
    """The highest of a number that may be out of question for some, and that may have a second behind it."""
    found = like(number, ("if", "?test", "?n", "?none"))
    if found is not None and isinstance(found["?none"], Literal) and int(found["?none"].value or 0) < 0:
        return f"{_highest(found['?n'], say)}, of those such that {say.condition(found['?test'])},"
    found = like(number, ("+", ("*", "?weight", "?first"), "?then"))
    if found is not None and isinstance(found["?weight"], Literal) and int(found["?weight"].value or 0) >= _OUTWEIGHS:
        first, then = say.number(found["?first"]), say.number(found["?then"])
        return f"the highest number of this: {first} (where that is level, the highest of this: {then})"
    return f"the highest number of this ({say.number(number)})"


def aim(match: Match, say: Phrases) -> str:
    """What is played for, in a sentence."""
    side = say.table.side
    wins = f"the {side} with {_best(match, say)} wins"
    if match.target is not None:
        target = say.number(match.target)
        if match.counting == "race" and _is_plain_race(match):
            return f"The first {side} to have {target} points wins."
        return f"Rounds are played until a {side} has {target} points or more; then {wins}."
    if match.rounds is not None and not _one_round(match):
        return f"A match is {_rounds(match.rounds, say)}; {wins}."
    return f"One round decides: {wins}." if _one_round(match) else sentence(wins)


def _rounds(expr: Expr, say: Phrases) -> str:
    """How many rounds: `five rounds`, `6 rounds (8 with four players)`."""
    if isinstance(expr, Literal) and isinstance(expr.value, int):
        return f"{numeral(expr.value)} round{'' if expr.value == 1 else 's'}"
    number, bracket, rest = say.number(expr).partition(" (")
    return f"{number} rounds{bracket}{rest}" if number.isdigit() else f"so many rounds ({say.number(expr)})"


def _is_plain_race(match: Match) -> bool:
    """Whether a race to the target is all that ends a match, but for who has most where nobody gets there."""
    return match.rounds is None and match.over is None and match.winner == "highest" and match.compare is None


def _that_end_the_round(ruleset: Ruleset) -> Iterator[str]:
    """What is played, paid or follows that ends the round, by its title."""
    played = ((title(a.name), a.effects) for a in ruleset.actions)
    paid = ((rule.name, rule.price) for rule in ruleset.rules)
    followed = ((e.name, e.effects) for e in ruleset.events if e.on not in ("round over", "round scored"))
    for name, effects in (*played, *paid, *followed):
        if any(effect.op in ("end_round", "end_match", "win") for effect in every(effects)):
            yield name


def end_of_round(match: Match, say: Phrases) -> Iterator[str]:
    """When a round is over, and what comes after it."""
    stuck = ", or when all players pass in a row, whatever cards are left" if match.stuck == "allowed" else ""
    ending = [f"“{plain(name)}”" for name in _that_end_the_round(say.table.ruleset)]
    sooner = f" It is over sooner where {joined(ending, 'or')} ends it." if ending else ""
    yield f"The round is over when all hands are empty and no more cards are dealt{stuck}.{sooner}"
    if not _one_round(match):
        if match.leads is not None:
            yield sentence(f"the next round is led by {say.thing(match.leads)}, and dealt by the player before")
        else:
            yield "The leader of a round deals the next."
    if noted := say.noted():
        yield noted


def _done_in_play(ruleset: Ruleset) -> set[str]:
    """What effects do, but for those at the end of a round."""
    ended = [e for event in ruleset.events if event.on in ("round over", "round scored") for e in every(event.effects)]
    return {effect.op for effect in ruleset.effects() if effect not in ended}


def end_of_match(match: Match, say: Phrases) -> Iterator[str]:
    """How rounds make a match, and who wins."""
    side, best = say.table.side, _best(match, say)
    ends = []
    if match.target is not None:
        ends.append(f"a {side} has {say.number(match.target)} points or more")
    if match.rounds is not None:
        shown = _rounds(match.rounds, say)
        ends.append(f"{shown} {'has' if shown == 'one round' else 'have'} been played")
    if match.over is not None and not isinstance(match.over, Literal):
        ends.append(say.condition(match.over))
    one = ends == ["one round has been played"]
    if one or (match.over is not None and isinstance(match.over, Literal) and match.over.value is True):
        yield f"A match is one round. The {side} with {best} wins."
    elif match.counting == "race" and match.target is not None:
        target = say.number(match.target)
        yield (
            f"The points of a round are added to the scores line by line, from the top of the table, for all {side}s "
            f"at once. Who is first to have {target} points or more after a line wins the match there and then; "
            "if several have that many after the same line, the one with most points does, "
            "and if these are level, counting goes on."
        )
        if not _is_plain_race(match):
            yield f"If nobody has won so, the match is over if at the end of a round {' or '.join(ends)}."
            yield f"Then the {side} with {best} wins."
    elif len(ends) == 1 and (match.target is not None or match.rounds is not None):
        yield f"After each round the points are added to the score. Once {ends[0]}, the {side} with {best} wins."
    else:
        yield "After each round the points are added to the score."
        yield f"The match is over if then {' or '.join(ends)}; the {side} with {best} wins."
    if match.target is not None and (ops := _done_in_play(say.table.ruleset)) >= {"award"} and "win" not in ops:
        yield "Points that are given at once are added to the score at once, but nobody wins before the round is over."
    level = "level to the end" if match.counting == "race" and match.target is not None else "level"
    ties = {
        "another round": f"If several are {level}, another round is played.",
        "draw": f"If several are {level}, the match is a draw.",
        "playoff": f"If several are {level}, all scores begin again at 0, and play goes on until somebody has "
        f"{say.number(match.playoff) if match.playoff is not None else ''} points or more.",
    }
    yield ties[match.tie]
    yield say.noted()
