"""When a round is over, how rounds make a match, and who wins."""

from __future__ import annotations

from collections.abc import Iterator

from cassino_dsl.describe.deals import is_dealt_once
from cassino_dsl.describe.english import joined, numeral, plain, sentence, title
from cassino_dsl.describe.pattern import like
from cassino_dsl.describe.phrases import Phrases
from cassino_dsl.ruleset.expr import Expr, Literal, is_just
from cassino_dsl.ruleset.model import Match, Ruleset, every

_OUTWEIGHS = 1000  # so many times a number count before anything that is added to it


def is_one_round(match: Match) -> bool:
    """Whether one round decides."""
    over = is_just(match.over, True)
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
        if match.counting == "race":
            otherwise = "" if _is_plain_race(match) else f"; if nobody wins so, {wins}"
            return f"The first {side} to have {target} points wins{otherwise}."
        return f"Rounds are played until a {side} has {target} points or more; then {wins}."
    if match.rounds is not None and not is_one_round(match):
        return f"A match is {_rounds(match.rounds, say)}; {wins}."
    return f"One round decides: {wins}." if is_one_round(match) else sentence(wins)


def _rounds(expr: Expr, say: Phrases) -> str:
    """How many rounds: `five rounds`, `6 rounds (8 with four players)`."""
    if isinstance(expr, Literal) and isinstance(expr.value, int):
        return f"{numeral(expr.value)} round{'' if expr.value == 1 else 's'}"
    number, bracket, rest = say.number(expr).partition(" (")
    return f"{number} rounds{bracket}{rest}" if number.isdigit() else f"so many rounds ({say.number(expr)})"


def _is_plain_race(match: Match) -> bool:
    """Whether a race to the target is all that ends a match, but for who has most where nobody gets there."""
    return match.rounds is None and match.over is None and match.winner == "highest" and match.compare is None


def _that_end(ruleset: Ruleset) -> Iterator[tuple[str, frozenset[str]]]:
    """What is played, paid or follows that ends the round or the match, by its title, and what it ends."""
    played = ((title(a.name), a.effects) for a in ruleset.actions)
    paid = ((rule.name, rule.price) for rule in ruleset.rules)
    followed = ((e.name, e.effects) for e in ruleset.events if not e.row.over)
    for name, effects in (*played, *paid, *followed):
        ended = frozenset(part for e in every(effects) for part in e.row.writes & {"round", "match"})
        if ended:
            yield name, ended


def end_of_round(match: Match, say: Phrases) -> Iterator[str]:
    """When a round is over, and what comes after it."""
    stuck = ", or when all players pass in a row, whatever cards are left" if match.stuck == "allowed" else ""
    ruleset = say.table.ruleset
    ending = [(f"“{plain(name)}”", ended) for name, ended in _that_end(ruleset)]
    of_match = [name for name, ended in ending if ended == {"match"}]
    of_round = [name for name, ended in ending if "round" in ended and name not in of_match]
    sooner = f" It is over sooner where {joined(of_round, 'or')} ends it." if of_round else ""
    sooner += f" The match is over at once where {joined(of_match, 'or')} ends it." if of_match else ""
    dealt = "" if is_dealt_once(ruleset) else " and no more cards are dealt"
    yield f"The round is over when all hands are empty{dealt}{stuck}.{sooner}"
    if not is_one_round(match):
        if match.leads is not None:
            yield sentence(f"the next round is led by {say.thing(match.leads)}, and dealt by the player before")
        else:
            yield "The leader of a round deals the next."
    if noted := say.noted():
        yield noted


def _done_in_play(ruleset: Ruleset) -> set[str]:
    """What effects do, but for those at the end of a round."""
    ended = [e for event in ruleset.events if event.row.over for e in every(event.effects)]
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
    if one or (match.over is not None and is_just(match.over, True)):
        yield f"A match is one round. The {side} with {best} wins."
    elif match.counting == "race" and match.target is not None:
        target = say.number(match.target)
        yield (
            f"The points of a round are added to the scores award by award, in the order of the list above, for all "
            f"{side}s at once. As soon as somebody has {target} points or more after one of them, the match is won. "
            "If several have that many, the most points win; if these are level, counting goes on."
        )
        if not _is_plain_race(match):
            yield f"If nobody has won so, the match is over if at the end of a round {' or '.join(ends)}."
            yield f"Then the {side} with {best} wins."
    elif len(ends) == 1 and (match.target is not None or match.rounds is not None):
        yield f"After each round the points are added to the score. Once {ends[0]}, the {side} with {best} wins."
    else:
        yield "After each round the points are added to the score."
        yield f"The match is over if then {' or '.join(ends)}; the {side} with {best} wins."
    if match.target is not None and "award" in (ops := _done_in_play(say.table.ruleset)) and "win" not in ops:
        yield "Points that are given at once are added to the score at once, but nobody wins before the round is over."
    level = "level to the end" if match.counting == "race" and match.target is not None else "level at the top"
    ties = {
        "another round": f"If two or more are {level}, another round is played.",
        "draw": f"If two or more are {level}, the match is a draw.",
        "playoff": f"If two or more are {level}, the scores of all begin again at 0, and play goes on until "
        f"somebody has {say.number(match.playoff) if match.playoff is not None else ''} points or more.",
    }
    yield ties[match.tie]
    yield say.noted()
