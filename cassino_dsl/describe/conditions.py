"""The shapes of conditions. A row: the shape, and how it is said that it holds, or that it does not.

Rows are tried from the top, so a special shape stands above the general one. To give a shape a sentence of its own, add
a row; whatever fits none is said by the phrase of its row of the language.
"""

from __future__ import annotations

from collections.abc import Callable

from cassino_dsl.describe.english import Noun, joined, numeral, ranges, title, verb, with_article
from cassino_dsl.describe.numbers import groups_of, name_of
from cassino_dsl.describe.pattern import Found, Pattern, like
from cassino_dsl.describe.say import Say
from cassino_dsl.ruleset.expr import Call, Expr, Literal, Name, Quantified, Type
from cassino_dsl.ruleset.operators import AND, IMPLIES, MEMORIES, RANGE, RANK_RANGE, SET
from cassino_dsl.ruleset.row import Row
from cassino_dsl.ruleset.words import ME, ROW, US

Shape = tuple[Pattern, Callable[[Say, Found, bool], "str | None"]]
KINDS = {"capture": "captures", "build": "builds", "trail": "trails a card", "other": "does something else"}


def is_(subject: str, what: str, yes: bool) -> str:
    return f"{verb(subject, 'is')} {'' if yes else 'not '}{what}"


# ---- how many there are


def _amount(noun: Noun, number: Expr, sign: str, yes: bool) -> str | None:
    """`there are two or more kings among …`, of a number that is written out."""
    if not isinstance(number, Literal) or not isinstance(number.value, int):
        return None
    n = number.value
    if not yes:
        sign = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}[sign]
    if sign == "<":
        sign, n = "<=", n - 1
    if sign == ">":
        sign, n = ">=", n + 1
    if n < 0 or (sign == ">=" and n == 0):
        return None
    if n == 0:
        return f"there is no {noun.singular}" if sign != "!=" else f"there is {noun.a}"
    if sign == ">=" and n == 1:
        return f"there is {noun.a}"
    amount = {"=": "exactly ", "!=": "not exactly ", ">=": "at least ", "<=": "at most "}[sign]
    return f"there {'is' if n == 1 else 'are'} {amount}{noun.of(n)}"


def _taken(what: str, number: Expr, sign: str, yes: bool) -> str | None:
    if not (yes and sign == "=" and isinstance(number, Literal) and number.value == 1):
        return None
    return f"only one {what} is taken"


def _counted(sign: str) -> Callable[[Say, Found, bool], str | None]:
    def said(say: Say, f: Found, yes: bool) -> str | None:
        if like(f["?set"], ("taken",)) is not None:
            return _taken(say.members(f["?set"]).one.removesuffix(" taken"), f["?n"], sign, yes)
        if like(f["?set"], ("cards",)) is not None and sign in ("=", ">") and like(f["?n"], 0) is not None:
            return f"{'a' if yes == (sign == '>') else 'no'} card is played"
        if isinstance(f["?set"], Name) and sign == "=" and like(f["?n"], 1) is not None:
            return is_(say.thing(f["?set"]), f"a single {say.members(f['?set']).one}", yes)
        if f["?set"].type is Type.VALUES and sign in ("=", ">") and like(f["?n"], 0) is not None:
            found = like(f["?set"], ("value", "?c", "?place"))
            if found is not None and found["?c"].type is Type.CARD:
                has = "has" if yes == (sign == ">") else "does not have"
                return f"{say.thing(found['?c'])} {has} a value" + (
                    f" {where(found['?place'])}" if say.table.places else ""
                )
        place = like(f["?set"], ("table",)) is not None
        if place and sign in ("=", ">") and like(f["?n"], 0) is not None:
            return is_("the table", "empty", yes == (sign == "="))
        return _amount(say.members(f["?set"]), f["?n"], sign, yes)

    return said


def _counted_where(sign: str) -> Callable[[Say, Found, bool], str | None]:
    def said(say: Say, f: Found, yes: bool) -> str | None:
        noun = say.fit(say.members(f["?set"]), name_of(f["?x"]), f["?body"])
        return _amount(noun, f["?n"], sign, yes)

    return said


def _count_in(say: Say, f: Found, yes: bool) -> str | None:
    numbers = literal_numbers(f["?numbers"])
    if numbers is None:
        return None
    noun = say.members(f["?set"])
    amount = ranges([int(n) for n in numbers])
    return f"the number of {noun.plural} is {'' if yes else 'not '}{amount}"


def literal_numbers(whole: Expr) -> list[int] | None:
    """The members of a set of numbers that is written out."""
    if not (isinstance(whole, Call) and whole.row is SET):
        return None
    found: list[int] = []
    for arg in whole.args:
        if isinstance(arg, Call) and arg.row is RANGE:
            low, high = arg.args
            if not (isinstance(low, Literal) and isinstance(high, Literal)):
                return None
            found += range(int(low.value or 0), min(int(high.value or 0), 200) + 1)
        elif isinstance(arg, Literal) and isinstance(arg.value, int):
            found.append(arg.value)
        else:
            return None
    return sorted(set(found))


# ---- for some, for all


def _any(say: Say, f: Found, yes: bool) -> str:
    noun = say.fit(say.members(f["?set"]), name_of(f["?x"]), f["?body"])
    return f"there is {noun.a}" if yes else f"there is no {noun.singular}"


def _any_group(say: Say, f: Found, yes: bool) -> str:
    noun = say.fit(groups_of(say, f["?set"]), name_of(f["?g"]), f["?body"])
    return f"there is {noun.a}" if yes else f"there is no {noun.singular}"


def _all(say: Say, f: Found, yes: bool) -> str:
    variable, body = name_of(f["?x"]), f["?body"]
    noun = say.members(f["?set"])
    if isinstance(body, Call) and body.row is IMPLIES:
        noun, body = say.fit(noun, variable, body.args[0]), body.args[1]
    inner = say.called(variable, noun)
    if yes:
        return f"for every {noun.singular}, {inner.condition(body)}"
    return f"there is {noun.a} such that {inner.condition(body, False)}"


def _one_rank(sign: str) -> Callable[[Say, Found, bool], str | None]:
    """Some rank of which there are so many: `three cards in your hand are of one rank`."""

    def said(say: Say, f: Found, yes: bool) -> str | None:
        n, noun = f["?n"], say.members(f["?set"])
        ranks = ranks_of(f["?ranks"], say)
        if not (isinstance(n, Literal) and isinstance(n.value, int)) or (
            like(f["?ranks"], ("ranks",)) is None and not ranks
        ):
            return None
        amount = {"=": "exactly ", ">=": "at least "}[sign] + numeral(n.value)
        of = f"one and the same rank{f' ({ranks})' if ranks else ''}"
        return f"{amount} {noun.plural} are of {of}" if yes else f"no {amount} {noun.plural} are of {of}"

    return said


def _between(say: Say, f: Found, yes: bool) -> str:
    """A run: every rank between two has a card."""
    noun = say.members(f["?set"])
    low, high = say.thing(f["?a"]), say.thing(f["?b"])
    text = f"every rank between those of {low} and {high} is {{}}found among the {noun.plural}"
    return text.format("") if yes else "not " + text.format("")


def _all_in(say: Say, f: Found, yes: bool) -> str | None:
    """All of some cards that are written out."""
    cards = f["?cards"]
    if not (isinstance(cards, Call) and cards.row is SET):
        return None
    if not all(isinstance(a, Literal) for a in cards.args):
        return None
    texts = [str(a.value) for a in cards.args if isinstance(a, Literal)]
    place = say.members(f["?set"]).after or f"among the {say.members(f['?set']).plural}"
    return f"{'' if yes else 'not all of these are '}{say.faces(texts, 'and')}{' are' if yes else ','} {place}"


def _each_its_own(say: Say, f: Found, yes: bool) -> str:
    """For each member a card that no other is given."""
    noun = say.members(f["?set"])
    card = say.called(name_of(f["?x"]), noun).members(f["?cards"])
    denied = "" if yes else "it is not so that "
    return f"{denied}there is, for each {noun.singular}, a {card.singular}, and a different one for each"


# ---- what a thing is


def _is(say: Say, f: Found, yes: bool) -> str | None:
    a, b = f["?a"], f["?b"]
    if b.type is Type.BOOL and isinstance(b, Literal):
        return say.condition(a, yes == b.value)
    if isinstance(a, Literal) and not isinstance(b, Literal):
        a, b = b, a
    if isinstance(b, Literal) and b.value is None:
        return None
    if a.type is Type.INT or b.type is Type.INT:
        return is_(say.number(a), say.number(b), yes)
    if isinstance(b, Call) and b.row in (ME, US):
        a, b = b, a
    return is_(say.thing(a), say.thing(b), yes)


def _of_side(say: Say, f: Found, yes: bool) -> str:
    """Whether a player is of a side."""
    who, side = say.thing(f["?p"]), say.thing(f["?s"])
    if say.table.alone:
        return is_(side, who, yes) if side == "you" else is_(who, side, yes)
    return is_(who, f"of {side}", yes)


def _rank_is(say: Say, f: Found, yes: bool) -> str:
    what = f["?k"]
    card = say.thing(f["?c"])
    if isinstance(what, Literal):
        return is_(card, with_article(say.rank(what)), yes)
    other = like(what, ("rank", "?d"))
    if other is not None:
        return f"{card} is {'' if yes else 'not '}of the same rank as {say.thing(other['?d'])}"
    return is_(card, f"of {say.thing(what)}", yes)


def _suit_is(say: Say, f: Found, yes: bool) -> str:
    what = f["?k"]
    other = like(what, ("suit", "?d"))
    said = f"the suit of {say.thing(other['?d'])}" if other else say.thing(what)
    return is_(say.thing(f["?c"]), f"of {said}", yes)


def ranks_of(whole: Expr, say: Say, last: str = "or") -> str | None:
    """The ranks of a set that is written out: `a jack, queen or king`."""
    if not (isinstance(whole, Call) and whole.row is SET and whole.type is Type.RANKS):
        return None
    words: list[str] = []
    for arg in whole.args:
        if isinstance(arg, Call) and arg.row is RANK_RANGE:
            words.append(f"{say.rank(arg.args[0])} to {say.rank(arg.args[1])}")
        else:
            words.append(say.rank(arg))
    return joined(words, last)


def _rank_in(say: Say, f: Found, yes: bool) -> str | None:
    ranks = ranks_of(f["?ranks"], say)
    return is_(say.thing(f["?c"]), with_article(ranks), yes) if ranks else None


def _kind_is(say: Say, f: Found, yes: bool) -> str:
    kind = f["?k"]
    word = str(kind.value) if isinstance(kind, Literal) else "play"
    return is_("the play", with_article({"other": "play of no such kind"}.get(word, word)), yes)


def _counts(say: Say, f: Found, yes: bool) -> str:
    subject = say.thing(f["?x"]) if f["?x"].type not in (Type.CARDS, Type.ITEMS, Type.BUILDS) else ""
    what = say.number(f["?n"])
    place = f"{where(f['?place'])} " if "?place" in f and say.table.places else ""
    if not subject:
        noun = say.members(f["?x"])
        return f"there is {'' if yes else 'no '}{noun.a if yes else noun.singular} that counts {what}" + (
            f" {place.strip()}" if place else ""
        )
    return (
        f"{verb(subject, 'counts')} {what} {place}".strip()
        if yes
        else f"{subject} does not count {what} {place}".strip()
    )


def where(place: Expr) -> str:
    word = str(place.value) if isinstance(place, Literal) else ""
    return {"hand": "in the hand", "table": "on the table", "build": "in a build", "pile": "in a pile"}.get(word, word)


def _adds_up(say: Say, f: Found, yes: bool) -> str:
    what = say.all_of(f["?g"])
    place = f" {where(f['?place'])}" if "?place" in f and say.table.places else ""
    many = verb(what, "adds") if yes else f"{what} {'does' if what.startswith('what') else 'do'} not add"
    return f"{many} up to {say.number(f['?n'])}{place}"


def _in(say: Say, f: Found, yes: bool) -> str | None:
    member, whole = f["?x"], f["?set"]
    if whole.type is Type.VALUES:
        numbers = literal_numbers(whole)
        if numbers is not None:
            return is_(say.number(member), ranges(numbers), yes)
        return is_(say.number(member), f"among {say.all_of(whole)}", yes)
    if whole.type is Type.RANKS and (words := ranks_of(whole, say)):
        return is_(say.thing(member), words, yes)
    if isinstance(whole, Call) and whole.row is SET and all(isinstance(a, Literal) for a in whole.args):
        if whole.type is Type.CARDS:
            return is_(say.thing(member), say.faces([str(a.value) for a in whole.args if isinstance(a, Literal)]), yes)
        if whole.type is Type.KINDS:
            return is_(
                "the play",
                joined([with_article(str(a.value)) for a in whole.args if isinstance(a, Literal)], "or"),
                yes,
            )
        return is_(say.thing(member), joined([say.thing(a) for a in whole.args], "or"), yes)
    noun = say.members(whole)
    if like(whole, ("taken",)) is not None or like(whole, ("cards", ("taken",))) is not None:
        return is_(say.thing(member), "taken", yes)
    if noun.after and not noun.before and isinstance(whole, Call):
        return is_(say.thing(member), noun.after, yes)
    return is_(say.thing(member), noun.a, yes)


def _known(say: Say, f: Found, yes: bool) -> str:
    thing = f["?x"]
    lately = isinstance(thing, Call) and thing.row in MEMORIES and say.table.lately.get(thing.name)
    if lately:
        return f"{'somebody' if yes else 'nobody'} has {lately} in this round"
    if isinstance(thing, Quantified):
        noun = say.fit(say.members(thing.source), thing.name, thing.body)
        return f"there is {'' if yes else 'no '}{noun.a if yes else noun.singular}"
    what = say.thing(thing)
    if what.startswith("the "):
        return f"there is {with_article(what[4:]) if yes else f'no {what[4:]}'}"
    return f"there is {'' if yes else 'no '}{what}"


def _ranks_above(say: Say, f: Found, yes: bool) -> str:
    return f"{say.thing(f['?a'])} {'ranks' if yes else 'does not rank'} above {say.thing(f['?b'])}"


# ---- both, either


def _and(say: Say, f: Found, yes: bool) -> str:
    parts = _parts(f["?a"], f["?b"], AND)
    said = [say.condition(p, yes) for p in parts]
    return _joined(said, "and" if yes else "or")


def _or(say: Say, f: Found, yes: bool) -> str:
    parts = _parts(f["?a"], f["?b"], ROW["or(yes or no, yes or no)"])
    return _joined([say.condition(p, yes) for p in parts], "or" if yes else "and")


def _parts(a: Expr, b: Expr, row: Row) -> list[Expr]:
    found: list[Expr] = []
    for one in (a, b):
        found += _parts(one.args[0], one.args[1], row) if isinstance(one, Call) and one.row is row else [one]
    return found


def _joined(said: list[str], word: str) -> str:
    """Clauses in a row; what is a row itself is set off, so that nothing can be read two ways."""
    said = list(dict.fromkeys(said))
    inner = [f"({s})" if " or " in s or " and " in s or s.startswith(("if ", "for every")) else s for s in said[:-1]]
    last = said[-1]
    mixed = (" or " in last or " and " in last) and (f" {word} " not in last or (" or " in last and " and " in last))
    return f" {word} ".join([*inner, f"({last})" if mixed else last])


def _implies(say: Say, f: Found, yes: bool) -> str:
    if yes:
        return f"if {say.condition(f['?a'])}, then {say.condition(f['?b'])}"
    return _joined([say.condition(f["?a"]), say.condition(f["?b"], False)], "and")


def _if(say: Say, f: Found, yes: bool) -> str:
    then, other = say.condition(f["?a"], yes), say.condition(f["?b"], yes)
    return f"if {say.condition(f['?test'])}, {then}; otherwise {other}"


def _compared(sign: str) -> Shape:
    words = {"<": ("less than", "at least"), "<=": ("at most", "more than"), ">": ("more than", "at most")}
    words[">="] = ("at least", "less than")
    right, wrong = words[sign]

    def said(say: Say, f: Found, yes: bool) -> str:
        return f"{say.number(f['?a'])} is {right if yes else wrong} {say.number(f['?b'])}"

    return (sign, "?a", "?b"), said


def _memory(say: Say, f: Found, yes: bool) -> str:
    return ""


def _not(say: Say, f: Found, yes: bool) -> str:
    return say.condition(f["?a"], not yes)


def _opposite(pattern: Pattern, said: Callable[[Say, Found, bool], str | None]) -> Shape:
    return pattern, lambda say, f, yes: said(say, f, not yes)


def _height(x: str) -> Pattern:
    return ("order", ("rank", x))


CONDITIONS: tuple[Shape, ...] = (
    (("not", "?a"), _not),
    (("and", "?a", "?b"), _and),
    (("or", "?a", "?b"), _or),
    (("implies", "?a", "?b"), _implies),
    (("if", "?test", "?a", "?b"), _if),
    (
        (
            "all",
            "?r",
            ("ranks",),
            (
                "implies",
                ("and", (">", ("order", "?r"), _height("?a")), ("<", ("order", "?r"), _height("?b"))),
                ("any", "?e", "?set", ("=", ("rank", "?e"), "?r")),
            ),
        ),
        _between,
    ),
    *(
        (("any", "?r", "?ranks", (sign, ("count", "?c", "?set", ("=", ("rank", "?c"), "?r")), "?n")), _one_rank(sign))
        for sign in ("=", ">=")
    ),
    (("=", ("action",), "?k"), lambda say, f, yes: is_("the play", f"“{title(say.thing(f['?k']))}”", yes)),
    (
        ("any", "?v", ("value", "?i"), ("in", "?v", ("total", "?g", "?place"))),
        lambda say, f, yes: f"{say.all_of(f['?g'])} {'' if yes else 'do not '}add up to {say.thing(f['?i'])}",
    ),
    (("all", "?c", "?cards", ("in", "?c", "?set")), _all_in),
    (("matched", "?x", "?set", "?cards"), _each_its_own),
    (("any of groups", "?g", "?set", "?body"), _any_group),
    (("any", "?x", "?set", "?body"), _any),
    (("all", "?x", "?set", "?body"), _all),
    *(((sign, ("count", "?set"), "?n"), _counted(sign)) for sign in ("=", "<", "<=", ">", ">=")),
    *(((sign, ("count", "?x", "?set", "?body"), "?n"), _counted_where(sign)) for sign in ("=", "<", "<=", ">", ">=")),
    (("in", ("count", "?set"), "?numbers"), _count_in),
    (("=", "kind", "?k"), _kind_is),
    (("=", ("kind",), "?k"), _kind_is),
    (("=", ("side", "?p"), "?s"), _of_side),
    (("=", ("rank", "?c"), "?k"), _rank_is),
    (("=", ("suit", "?c"), "?k"), _suit_is),
    (("in", ("rank", "?c"), "?ranks"), _rank_in),
    ((">", _height("?a"), _height("?b")), _ranks_above),
    (("in", "?n", ("value", "?x")), _counts),
    (("in", "?n", ("value", "?x", "?place")), _counts),
    (("in", "?n", ("total", "?g")), _adds_up),
    (("in", "?n", ("total", "?g", "?place")), _adds_up),
    (("in", "?x", "?set"), _in),
    (("=", "?a", "?b"), _is),
    (("known", "?x"), _known),
    _compared("<"),
    _compared("<="),
    _compared(">"),
    _compared(">="),
)
OPPOSITES = {"!=": "=", "not in": "in"}
