"""What is worth points, when a round is over, how rounds make a match, and who wins."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from cassino_dsl.book.describe.card_names import whole_ranks
from cassino_dsl.book.describe.clauses_in_force import mentions
from cassino_dsl.book.describe.english import (
    Noun,
    bold,
    by_players,
    joined,
    numeral,
    plain,
    sentence,
    spoken,
    title,
    whose,
)
from cassino_dsl.book.describe.expression_patterns import Found, like
from cassino_dsl.book.describe.phrases import Phrases
from cassino_dsl.book.describe.table import one_of, sources
from cassino_dsl.language.ruleset.expr import (
    Call,
    Expr,
    Literal,
    Quantified,
    all_of,
    conjuncts,
    is_just,
)
from cassino_dsl.language.ruleset.model import Award, Match, Ruleset, every
from cassino_dsl.language.ruleset.operators import IF, MEMORIES, MIN_OF, MINUS, NEGATIVE, PLUS

# ---- awards


def award_title(award: Award) -> str:
    """An award as people call it."""
    return plain(award.called) if award.called else title(award.name)


def _counting(number: Expr) -> Found | None:
    """Where a number is how many there are in a set, or of those in it that fit: the set, and what fits."""
    found = like(number, ("count", "?set"))
    return found if found is not None else like(number, ("count", "?x", "?set", "?body"))


_LITTLE = frozenset(("a", "an", "and", "at", "each", "every", "for", "in", "of", "or", "other", "the", "these"))


def _words(text: str) -> set[str]:
    """The words of a text that say something, of one or of several."""
    return {word.removesuffix("s") for word in re.findall(r"\w+", text.lower())} - _LITTLE


def _may_fall_below(number: Expr) -> bool:
    """Whether a number may come to less than nothing, as far as its signs tell."""
    if not isinstance(number, Call):
        return False
    if number.row is MINUS:
        less = number.args[1]
        return not (is_just(less, 0) or (isinstance(less, Quantified) and less.row is MIN_OF))
    return number.row is NEGATIVE or (number.row in (IF, PLUS) and any(map(_may_fall_below, number.args)))


class Awards:
    """Says what each award is for."""

    def __init__(self, say: Phrases) -> None:
        self.side, self.ruleset = say.table.side, say.table.ruleset
        self.own, self.say = say, say.speaking_of(f"the {say.table.side}")
        self.its = ("they", True) if say.table.alone else ("it", False)
        self._everybody = f"every {self.side}"
        self.zones = [f"“{spoken(z.name)}”" for z in self.ruleset.zones if z.captured]

    def head(self) -> str:
        lost = " Points below 0 are taken off." if any(_may_fall_below(a.points) for a in self.ruleset.awards) else ""
        where = whose(self.its[0], joined(["pile", *self.zones]))
        return f"When a round is over, each {self.side} counts the cards in {where} and gets these points.{lost}"

    def rows(self) -> Iterator[tuple[str, str, str, str]]:
        """Of each award: the name of its clause, its title, points, and what they are for."""
        for award in self.ruleset.awards:
            yield award.name, award_title(award), self.points(award), self.reason(award)

    def introduced(self, about: str, title: str, reason: str) -> str:
        """What an award is for, its line for people first, where that says more than the title and the program do."""
        own = _words(about)
        if own <= _words(f"{title} {reason}"):
            return reason
        if reason == self._everybody or _words(reason) <= own:
            return about
        return f"{about}{';' if ':' in reason else ':'} {reason}"

    def given(self) -> str:
        """Where points are given in play."""
        told = [where for where, effects in sources(self.ruleset) if any(e.op == "award" for e in every(effects))]
        if not told:
            return ""
        also = "Points are also given" if self.ruleset.awards else "All points are given"
        return f"{also} at once, in play: see {joined(told)}."

    def is_plain(self, award: Award) -> bool:
        """Whether its points can be said in a word."""
        return isinstance(award.points, Literal) or self._counted(award) is not None

    def points(self, award: Award) -> str:
        shown = self.say.points(award.points)
        if isinstance(award.points, Literal):
            return f"{shown} each" if self._is_of_several(award) else shown
        counted = self._counted(award)
        if counted is not None:
            return f"{counted[0]} each"
        return f"so many for each: {shown}" if self._is_of_several(award) else shown

    def _is_of_several(self, award: Award) -> bool:
        """Whether it is given for each of several cards, also for copies of one."""
        return award.each is not None and (len(award.each) > 1 or self.ruleset.pack.copies > 1)

    def reason(self, award: Award) -> str:
        """What an award is for."""
        only = f"; only if {self.say.condition(award.condition)}" if award.condition is not None else ""
        if award.most is not None:
            asked = award.condition
            if asked is not None and mentions(asked, lambda call: call.row.needs in ("side", "mover")):
                only = f", of those such that {self.say.condition(asked)}"
            return f"{self._most(award.most)}{only}; {self._tie(award)}"
        if award.each is not None:
            faces = [self.ruleset.pack.faces[f].text for f in sorted(award.each)]
            whole, rest = whole_ranks(self.ruleset.pack, faces)
            copies, one = self.ruleset.pack.copies > 1, self.say.faces(faces)
            each = f"each {one.removeprefix('the ')}" if copies else one
            if len(faces) == len(self.ruleset.pack.faces):
                each, whole = "each card", []
            elif len(faces) > 1:
                each = f"each of these{', every copy' if copies else ''}: {self.say.faces(faces, 'and')}"
            if whole and not rest:
                each = f"each {joined([self.ruleset.pack.rank_word(r) for r in whole], 'or')}"
            zones = f" (also in {joined(self.zones, 'or')})" if self.zones else ""
            return f"{each}{zones}{only}"
        if (counted := self._counted(award)) is not None:
            return f"each {counted[1]}{only}"
        if award.condition is not None:
            return f"{self._if_so(award.condition)}"
        return self._everybody

    def _if_so(self, test: Expr) -> str:
        """What has to be so; of one side alone, first whose points they are."""
        parts = list(conjuncts(test))
        for part in parts:
            if (found := like(part, ("=", ("us",), "?side"))) is not None:
                who, rest = self.own.thing(found["?side"]).text, [p for p in parts if p is not part]
                return f"{who}, if {self.say.condition(all_of(rest, test.span))}" if rest else who
        return f"a {self.side}, if {self.say.condition(test)}"

    def _counted(self, award: Award) -> tuple[str, str] | None:
        """Of an award for each of what is counted in play: how many points, and for what."""
        points = award.points
        earned = like(points, ("-", "?n", 0))
        points = earned["?n"] if earned else points
        if award.most is not None or award.each is not None:
            return None
        found = like(points, ("*", "?n", "?m")) or {"?m": points}
        memory = found["?m"]
        if not (isinstance(memory, Call) and memory.row in MEMORIES):
            return None
        one = one_of(self.say.table.memory[memory.name])
        written = [e for e in self.say.table.ruleset.effects() if e.row.remembers and e.name == memory.name]
        if any(e.op == "increase" and not is_just(e.exprs[-1], 1) for e in written):
            return None  # what happens once counts for several
        own = len(memory.args) == 1 and self.say.thing(memory.args[0]) == self.say.us
        return (self.say.number(found["?n"]) if "?n" in found else "1", one) if one and own else None

    def _counted_noun(self, found: Found) -> Noun:
        """What is counted, of the side that is spoken of."""
        say = self.own.speaking_of(*self.its)
        noun = say.members(found["?set"])
        if "?x" not in found:
            return noun
        suit = like(found["?body"], ("=", ("suit", "?x"), "?suit"), {"?x": found["?x"]})
        name = say.thing(suit["?suit"]).text if suit and isinstance(suit["?suit"], Literal) else ""
        if name.endswith("s") and noun.many == "cards":
            return replace(noun, one=f"card of {name}", many=name)  # the most spades
        return say.fit(noun, found["?x"].name, found["?x"].type, found["?body"])  # type: ignore[union-attr]

    def _most(self, number: Expr) -> str:
        say = self.own.speaking_of(*self.its)
        less = like(number, ("negative", "?n"))
        number = less["?n"] if less else number
        if (found := _counting(number)) is not None:
            return f"the {self.side} with the {'fewest' if less else 'most'} {self._counted_noun(found).plural}"
        return f"{_extreme(self.own, 'lowest' if less else 'highest')} ({say.number(number)})"

    def _tie(self, award: Award) -> str:
        say = self.own.speaking_of(*self.its)
        if award.tie == "split":
            half = " to a half" if self.ruleset.match.half_points else ""
            return (
                f"those who tie share the points equally{f', rounded {award.rounding}{half}' if award.rounding else ''}"
            )
        if award.tie == "each" and award.tie_points is not None:
            return f"of those who tie, each gets {say.points(award.tie_points)}"
        if award.tie == "by" and award.tie_points is not None and not isinstance(award.tie_points, Literal):
            return f"of those who tie, {self._most(award.tie_points)} gets them, and nobody if they tie in that too"
        return "in a tie nobody"


# ---- the round


def end_of_round(match: Match, say: Phrases, once: bool) -> Iterator[str]:
    """When a round is over, and what comes after it."""
    stuck = ", or when all players pass in a row, whatever cards are left" if match.stuck == "allowed" else ""
    dealt = "" if once else " and no more cards are dealt"
    yield f"The round is over when all hands are empty{dealt}{stuck}."
    for part, what in (("round", "The round is over sooner"), ("match", "The match is over at once")):
        names = ending(say.table.ruleset, part)
        if names:
            counted = "" if part == "round" else "; what has been captured until then is counted all the same"
            yield f"{what} where {joined(names, 'or')} ends it{counted}."
    if not is_one_round(match):
        after = like(match.leads, ("next", "?dealer")) if match.leads is not None else None
        if after is not None:
            dealer = say.thing(after["?dealer"])
            yield sentence(f"{dealer.does('deals', 'the next round')}, and the player after leads it")
        elif match.leads is not None:
            yield sentence(f"the next round is led by {say.thing(match.leads).text}, and dealt by the player before")
        else:
            yield "The leader of a round deals the next."


def ending(ruleset: Ruleset, part: str) -> list[str]:
    """What is played, paid or follows in mid-round that ends the round, or the match, by its name."""
    over = {bold(e.name) for e in ruleset.events if e.row.over}
    names = [
        n for n, effects in sources(ruleset) if any(part in e.row.writes for e in every(effects)) and n not in over
    ]
    return list(dict.fromkeys(names))


# ---- the match


def is_one_round(match: Match) -> bool:
    """Whether one round decides."""
    last = isinstance(match.rounds, Literal) and match.rounds.value == 1
    return (is_just(match.over, True) or last) and match.tie == "draw"


def _extreme(say: Phrases, way: str) -> str:
    return f"the {say.table.side} for {'whom' if say.table.alone else 'which'} this is {way}"


def _best(match: Match, say: Phrases) -> str:
    """What the winner has."""
    if match.compare is not None:
        of, who = (
            say.speaking_of(f"that {say.table.side}"),
            f"the {say.table.side} for {'whom' if say.table.alone else 'which'}",
        )
        number, plain_one = of.number(match.compare), of.operand(match.compare)
        return f"{who} {number} is highest" if number == plain_one else f"{_extreme(say, 'highest')} ({number})"
    return f"the {say.table.side} with the {'most' if match.winner == 'highest' else 'fewest'} points"


def aim(match: Match, say: Phrases) -> str:
    """What is played for, in a sentence; a number that decides is told with the match."""
    side, best = say.table.side, f"{_best(match, say)} wins"
    wins = f"; {best}" if match.compare is None else ""
    if match.target is not None:
        target = say.points(match.target)
        if match.counting == "race" and not _counts_in_play(say.table.ruleset):
            otherwise = "" if _is_plain_race(match) or not wins else f"; if nobody wins so, {best}"
            return f"The first {side} to have {target} points wins{otherwise}."
        rounds = "Rounds" if match.rounds is None else f"At most {_rounds(match.rounds, say)}"
        if match.tie == "another round" and match.winner == "highest" and wins and match.rounds is None:
            return f"Rounds are played until one {side} is ahead of all others with {target} points or more, and wins."
        return f"{rounds} are played until a {side} has {target} points or more{wins.replace(';', '; then', 1)}."
    if match.rounds is not None and not is_one_round(match):
        return f"A match is {_rounds(match.rounds, say)}{wins}."
    if is_one_round(match):
        return f"One round decides{wins.replace(';', ':', 1)}."
    return sentence(best) if wins else ""


def _rounds(expr: Expr, say: Phrases) -> str:
    by = say.table.with_players(expr)
    if any(not isinstance(n, int) for n in by.values()):
        return f"so many rounds: {say.number(expr)}"
    return by_players({seats: numeral(int(n or 0)) for seats, n in by.items()}, "round")


def _is_plain_race(match: Match) -> bool:
    """Whether a race to the target is all that ends a match, but for who has most where nobody gets there."""
    return match.rounds is None and match.over is None and match.winner == "highest" and match.compare is None


def _counts_in_play(ruleset: Ruleset) -> bool:
    """Whether points are added to the scores before the round is over."""
    return ruleset.match.at_once or "award" in _in_play(ruleset)


def end_of_match(match: Match, say: Phrases) -> Iterator[str]:
    """How rounds make a match, and who wins."""
    side, best, ruleset = say.table.side, _best(match, say), say.table.ruleset
    race = match.counting == "race" and match.target is not None
    sooner, in_play = ending(ruleset, "match"), _counts_in_play(ruleset)
    at_once = "Points that are given during play are added to the score at once"
    given = [f"{at_once}{'' if sooner else ', but nobody wins during a round'}."] if in_play and match.target else []
    ends = []
    if match.target is not None:
        ends.append(f"a {side} has {say.points(match.target)} points or more")
    if match.rounds is not None:
        ends.append(f"{_rounds(match.rounds, say)} {'has' if is_just(match.rounds, 1) else 'have'} been played")
    if match.over is not None and not is_just(match.over, False):
        asked = say.clause(match.over)
        told = f"({asked.text})" if asked.open and ends else asked.text  # no `and` beside the `or` of the others
        ends.append("one round has been played" if is_just(match.over, True) else told)
    if race and match.target is not None:
        target = say.points(match.target)
        counted = f" ({', then '.join(map(award_title, ruleset.awards))})" if len(ruleset.awards) > 1 else ""
        yield (
            f"The points of a round are added to the scores award by award{counted}, for all {side}s at once. As soon "
            f"as a {side} has {target} points or more after one of them, the match is won. If several have that many, "
            "the most points win; if these are level, counting goes on."
        )
        yield from given
        if not _is_plain_race(match):
            over = f"the match is over if at the end of a round {' or '.join(ends)}"
            yield f"If nobody has won so, {over}; then {best} wins."
    elif ends == ["one round has been played"]:
        yield f"A match is one round; {best} wins."
    elif ends:
        yield from given
        yield "After each round the points are added to the score."
        yield f"The match is{' also' if sooner else ''} over if then {' or '.join(ends)}; {best} wins."
    else:
        yield f"After each round the points are added to the score; {best} wins."
    level = "if several share the first place, "
    if match.tie == "another round":
        if race and _is_plain_race(match):
            yield "If nobody has won so, another round is played."
            return
        others = ends and ends != ["one round has been played"]
        yield sentence(f"{'otherwise, and ' if others else ''}{level}another round is played")
        return
    if ends and not is_one_round(match):
        yield "Otherwise another round is played."
        level = "if the match would be over, but several share the first place, "
    if match.tie == "playoff":
        target = say.points(match.playoff) if match.playoff is not None else ""
        level += f"the scores of all begin again at 0, and play goes on until a {side} has {target} points or more"
    else:
        level += "the match is a draw"
    yield sentence(level)


def _in_play(ruleset: Ruleset) -> set[str]:
    """What effects do, but for those at the end of a round."""
    late = {id(x) for e in ruleset.events if e.row.over for x in every(e.effects)}
    return {effect.op for effect in ruleset.effects() if id(effect) not in late}
