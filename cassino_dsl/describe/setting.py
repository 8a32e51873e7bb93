"""What lies there before anybody plays: cards and what they count, seats, the deal, what is seen and kept in mind."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from cassino_dsl.describe.but_one import ALIKE
from cassino_dsl.describe.deals import deals_of, is_dealt_once
from cassino_dsl.describe.english import Noun, adjective, joined, numeral, plain, ranges, sentence, spoken
from cassino_dsl.describe.happening import Happening
from cassino_dsl.describe.kept_terms import words_for_effects
from cassino_dsl.describe.matches import is_one_round
from cassino_dsl.describe.multiples import multiples_keep_their_value, only_singles_in_sums
from cassino_dsl.describe.naming import FRENCH_SUITS, in_numbers, in_runs, many_of
from cassino_dsl.describe.numbers import RUN_UP
from cassino_dsl.describe.of_builds import is_card_free, never_two_of_a_value, trails_are_bound
from cassino_dsl.describe.pattern import like
from cassino_dsl.describe.phrases import Phrases
from cassino_dsl.describe.resolved import mentions
from cassino_dsl.describe.runs import is_whole
from cassino_dsl.describe.zones import element
from cassino_dsl.ruleset.cards import PRESETS, Pack
from cassino_dsl.ruleset.expr import ELEMENT, SET_OF, Expr, Literal, Type, with_children
from cassino_dsl.ruleset.model import ASIDE, Ruleset, every
from cassino_dsl.ruleset.simplify import Facts, constant
from cassino_dsl.ruleset.within import calls_in, mapped
from cassino_dsl.ruleset.words import BY_WORD, ROW, RUN

_PLACE_HEADS = {"hand": "in the hand", "table": "loose on the table", "build": "in a build", "pile": "in a pile"}


def cards_text(say: Phrases) -> str:
    """The pack, and the order of ranks where anything asks for it."""
    pack = say.table.ruleset.pack
    suits = joined([s.name for s in pack.suits])
    ranks = joined(in_runs(pack.ranks, pack))
    packs = f"{numeral(pack.copies)} packs shuffled together, " if pack.copies > 1 else ""
    text = f"{packs}{pack.size} cards: {suits}, each with {ranks}."
    extras = [f.text for f in pack.faces if not f.suit]
    if extras:
        text += (
            f" Besides there {'is the joker' if len(extras) == 1 else 'are the jokers'} {joined(in_numbers(extras))}."
        )
    if pack.removed:
        names = {s.letter: s.name for s in pack.suits}
        gone = [f"the {say.rank_word(t[:-1])} of {names[t[-1]]}" if t[-1] in names else t for t in pack.removed]
        text += f" These cards are not in it: {joined(gone)}."
    asked = mapped(say.table.ruleset, _without_runs)
    if say.table.counts_rank:
        asked = mapped(asked, _without_cards)
    if mentions(asked, lambda call: call.row in BY_WORD["order"]):
        numbered = [f"{pack.rank_word(rank)} {number}" for number, rank in enumerate(pack.ranks, 1)]
        text += f" Ranks are numbered upward; the **rank number** is: {joined(numbered)}."
    elif mentions(say.table.ruleset, lambda call: call.row is RUN):
        text += f" Ranks rise in this order: {joined([pack.rank_word(rank) for rank in pack.ranks])}."
    return sentence(text) + _for_french_cards(pack)


_FRENCH_SUITS = dict(zip("cdhs", FRENCH_SUITS, strict=True))
_FRENCH_RANKS = {"J": "jack", "Q": "queen", "K": "king"}


def _for_french_cards(pack: Pack) -> str:
    """What stands for what, where somebody has only a French pack."""
    suits = {s.letter: s.name for s in pack.suits}
    known = set(PRESETS["french"][0])
    if (
        set(suits) != set(_FRENCH_SUITS)
        or suits == _FRENCH_SUITS
        or pack.copies > 1
        or not known.issuperset(pack.ranks)
    ):
        return ""
    named = {_FRENCH_RANKS.get(r, r): pack.rank_word(r) for r in pack.ranks}
    told = [f"{_FRENCH_SUITS[letter]} for {name}" for letter, name in suits.items()]
    told += [f"{french}s for {many_of(own)}" for french, own in named.items() if french.isalpha() and len(french) > 1]
    told = [text for text in told if len(set(text.split(" for "))) > 1]
    lacking = [many_of(pack.rank_word(str(n))) for n in range(2, 11) if str(n) not in pack.ranks]
    without = f" without {joined(lacking)}" if lacking else ""
    jokers = " with something for each joker" if any(not f.suit for f in pack.faces) else ""
    return f" You can use an ordinary pack of 52 cards{without}{jokers}: {joined(told)}."


def _without_runs(expr: Expr) -> Expr:
    """Without what is said by the order of ranks alone, and needs no numbers of ranks."""
    if like(expr, ALIKE) is not None or is_whole(expr):
        return Literal(Type.BOOL, True, expr.span)
    if like(expr, RUN_UP) is not None:
        return Literal(Type.INT, 0, expr.span)
    return with_children(expr, _without_runs)


def _without_cards(expr: Expr) -> Expr:
    """Without the rank numbers of cards, which are what the cards count."""
    if like(expr, ("order", ("rank", "?c"))) is not None:
        return Literal(Type.INT, 0, expr.span)
    return with_children(expr, _without_cards)


def value_rows(say: Phrases) -> tuple[list[str], list[list[str]]]:
    """What cards count, by where they lie: heads and rows."""
    ruleset = say.table.ruleset
    places = ["hand", "table", "build"] if say.table.builds else ["hand", "table"]
    numbers = {p: [ruleset.values_of(f, p) for f in range(len(ruleset.pack.faces))] for p in (*places, "pile")}
    if any(_reads_tops(p.source) for a in ruleset.actions for p in a.take):
        places.append("pile")
    kept: list[str] = []
    for place in places:
        if not kept or all(numbers[place] != numbers[k] for k in kept):
            kept.append(place)
    heads = ["cards", *(["count"] if len(kept) == 1 else [_heading(k, places, numbers) for k in kept])]
    groups: dict[tuple[tuple[int, ...], ...], list[int]] = {}
    for face in range(len(ruleset.pack.faces)):
        groups.setdefault(tuple(numbers[p][face] for p in kept), []).append(face)
    rows: list[list[str]] = []
    run: list[int] = []  # the faces of one rank after another that count what they show
    for counts, faces in groups.items():
        shown = ruleset.pack.faces[faces[0]].pips
        whole = sum(1 for f in ruleset.pack.faces if f.rank == ruleset.pack.faces[faces[0]].rank) == len(faces)
        if shown > 1 and whole and all(c == (shown,) for c in counts):
            run.append(faces[0])
            continue
        rows += _shown(run, say, len(kept))
        run = []
        rows.append([_first_up(_named(faces, say)), *map(_count, counts)])
    return heads, [*rows, *_shown(run, say, len(kept))]


def _named(faces: list[int], say: Phrases) -> str:
    texts = [say.table.ruleset.pack.faces[f].text for f in faces]
    return say.faces(texts, "and").replace("all ", "")


def _shown(run: list[int], say: Phrases, places: int) -> list[list[str]]:
    """A row for cards that count what they show."""
    ranks = [say.table.ruleset.pack.faces[f].rank for f in run]
    if not ranks:
        return []
    ends = [say.rank_word(r) for r in (ranks[0], ranks[-1])]
    named = f"{ends[0]} to {ends[1]}" if len(ranks) > 1 else f"{ends[0]}s"
    return [[_first_up(named), *["what they show"] * places]]


def _first_up(text: str) -> str:
    return text[:1].upper() + text[1:]


def _reads_tops(source: Expr) -> bool:
    return any("piles" in e.row.reads for e in calls_in(source))


def _heading(place: str, places: list[str], numbers: dict[str, list[tuple[int, ...]]]) -> str:
    return joined([_PLACE_HEADS[p] for p in places if numbers[p] == numbers[place]], "or")


def _count(numbers: tuple[int, ...]) -> str:
    return (
        f"{ranges(numbers)}{', as you like' if len(numbers) > 1 else ''}"
        if numbers
        else "nothing (they take no part in sums)"
    )


def count_on_table(say: Phrases) -> str:
    """That loose cards, too, count for whichever of several numbers one likes."""
    ruleset = say.table.ruleset
    faces = [f for f in range(len(ruleset.pack.faces)) if len(ruleset.values_of(f, "table")) > 1]
    counts = {ruleset.values_of(f, "table") for f in faces}
    if len(counts) != 1:
        return ""
    taken = any(_reads_tops(p.source) for a in ruleset.actions for p in a.take)
    tops = taken and counts == {ruleset.values_of(f, "pile") for f in faces}
    numbers, cards = ranges(counts.pop()), _named(faces, say)
    loose = f"loose {cards}" if say.table.builds else f"{cards} on the table"
    also = f" and {cards} on top of a pile" if tops else ""
    fixed = " In a build they no longer count by themselves." if say.table.builds else ""
    return f"{_first_up(loose)}{also} count {numbers} too, each as you like, and anew in every play.{fixed}"


def seats_text(say: Phrases) -> Iterator[str]:
    ruleset = say.table.ruleset
    around = "to the left (clockwise)" if ruleset.clockwise else "to the right (counter-clockwise)"
    yield f"For {ranges(ruleset.seats)} players; the turn passes {around}."
    alone = [n for n, f in say.table.seats.items() if constant(ruleset.sides, f) == n]
    if alone and not say.table.alone:
        yield f"{joined([numeral(n) for n in alone], 'or').capitalize()} players each play alone."
    for number, facts in say.table.seats.items():
        sides = constant(ruleset.sides, facts)
        if isinstance(sides, int) and sides != number:
            pairs = (number, sides) == (4, 2)
            formed = "two pairs" if pairs else f"{numeral(sides)} sides"
            how = "partners sit opposite each other" if pairs else "taking their places in turn"
            yield f"{numeral(number).capitalize()} players form {formed}; {how}."
    if say.table.alone:
        four = ", also where four play" if 4 in ruleset.seats else ""
        who = "player has" if len(ruleset.seats) == 1 else f"plays alone{four}, with"
        yield f"Each {who} one pile for captured cards."
    else:
        who = " (a pair, or whoever plays alone)" if alone else ""
        yield f"Each side{who} has one pile for captured cards and one score."


def places_text(say: Phrases) -> Iterator[str]:
    """Places for cards that this game has beside those of every game."""
    for zone in say.table.ruleset.zones:
        if zone != ASIDE:
            whose = {"match": "", "side": "Each side has ", "seat": "Each player has "}[zone.of]
            there = f"{whose}a place for cards called “{spoken(zone.name)}”"
            captured = ", which counts as captured" if zone.captured else ""
            about = f" ({plain(zone.about)})" if zone.about else ""
            yield sentence(f"{there if whose else f'there is {there}'}{captured}{about}")


def deal_text(say: Phrases) -> Iterator[str]:
    """The deals for each number of players, then how they are handed out."""
    ruleset, deal = say.table.ruleset, say.table.ruleset.deal
    told = {n: deals_of(ruleset, n) for n in ruleset.seats}
    if all(d is not None for d in told.values()):
        same: dict[str, list[str]] = {}
        whole = {n: deals for n, deals in told.items() if deals is not None}
        way = _Way("table" not in {v.zone for v in ruleset.visible}, not _brings_hands(ruleset))
        if (text := _dealt_once(whole, way)) is not None:
            same[text] = []
        for number, deals in whole.items() if text is None else ():
            same.setdefault(_dealt(deals, way), []).append(numeral(number))
        if len(same) == 1:
            yield sentence(next(iter(same)))
        else:
            alike, firsts = _apart(list(same))
            for text, players in zip(firsts, same.values(), strict=True):
                yield sentence(f"with {joined(players, 'or')} players: {text}")
            if alike:
                yield sentence(alike)
    else:
        later = deal.later if deal.later is not None else deal.hand
        yield f"In the first deal each player gets so many cards: {say.number(deal.hand)}."
        yield f"The table then gets so many: {say.number(deal.table)}."
    for name, due in deal.zones:
        to = f"{_each(ruleset, name)}“{spoken(name)}”"
        if isinstance(due, Literal) and isinstance(due.value, int):
            yield f"The first deal also brings {numeral(due.value)} {'card' if due.value == 1 else 'cards'} to {to}."
        else:
            yield f"The first deal brings so many to {to}: {say.number(due)}."
    if any(d is None for d in told.values()):
        yield f"In later deals each player gets so many: {say.number(later)}."
    elif _comes_back(ruleset):
        more = deal.later if deal.later is not None else deal.hand
        when = "If all hands are empty and there are cards in the stock again"
        yield f"{when}, each player gets so many: {say.number(more)}."
    batch = constant(deal.batch, Facts(ruleset.pack))
    shown = (
        "one at a time"
        if batch == 1
        else f"{numeral(batch)} at a time"
        if isinstance(batch, int)
        else f"so many at a time: {say.number(deal.batch)}"
    )
    served = [] if isinstance(deal.table, Literal) and deal.table.value == 0 else ["the table"]
    served += [f"“{spoken(name)}”" for name, _ in deal.zones]
    gets = "gets its cards" if len(served) == 1 else "get their cards"
    once = is_dealt_once(ruleset)
    first = "" if once else "in the first deal "
    before = f"; {first}{joined(served)} {gets} in the same way, just before the dealer" if served else ""
    yield f"Cards are dealt {shown}, to the player after the dealer first and to the dealer last{before}."
    after = "plays first" if once else "plays first after every deal of the round"
    lots = "the dealer" if is_one_round(ruleset.match) else "the first dealer"
    yield f"The player after the dealer is the **leader**, and {after}. Draw lots for {lots}."


def _each(ruleset: Ruleset, name: str) -> str:
    return {"side": "each side's ", "seat": "each player's "}.get({z.name: z.of for z in ruleset.zones}[name], "")


@dataclass(frozen=True, slots=True)
class _Way:
    """How a deal is told: whether all see what the table gets, and whether hands get no more of the stock."""

    face_up: bool
    no_more: bool


def _brings_hands(ruleset: Ruleset) -> bool:
    """Whether an effect brings cards of the stock to hands."""
    to_hands = [e for e in ruleset.effects() if e.zone == "hand"]
    return any(e.op == "deal" or mentions(e.exprs, lambda call: "stock" in call.row.reads) for e in to_hands)


_STOCK = ("stock", "bottom", "anywhere")


def _comes_back(ruleset: Ruleset) -> bool:
    """Whether something brings cards back to a stock that may have run out, from which hands are then dealt."""
    never = constant(ruleset.deal.later, Facts(ruleset.pack)) == 0 if ruleset.deal.later is not None else False
    dealt = ("layout dealt", "hands dealt")
    late = (e for event in ruleset.events if event.on not in dealt for e in every(event.effects))
    own = (e for action in ruleset.actions for e in every(action.effects))
    back = any(e.op == "move" and e.zone in _STOCK for e in (*late, *own)) or any(
        a.to in _STOCK for a in ruleset.actions
    )
    return back and not never


def _apart(texts: list[str]) -> tuple[str, list[str]]:
    """What several texts have in common behind their first part, and what is left of each; without anything in common
    the texts themselves."""
    split = [re.split(r"(?:; |\. )", text, maxsplit=1) for text in texts]
    common = {rest[0] for _, *rest in split if rest}
    if len(common) != 1 or any(len(s) < 2 for s in split):
        return "", texts
    return common.pop(), [first for first, *_ in split]


def _dealt_once(told: dict[int, list[tuple[int, int, int]]], way: _Way) -> str | None:
    """One deal that differs by the size of hands alone."""
    alike = {(table, left > 0) for deals in told.values() for _, table, left in deals}
    hands = {players: deals[0][0] for players, deals in told.items() if len(deals) == 1}
    if len(alike) > 1 or len(hands) < len(told) or len(set(hands.values())) < 2:
        return None
    first, *more = (f"of {numeral(players)} players gets {numeral(number)}" for players, number in hands.items())
    (table, left), *_ = alike
    others = [text.replace(" players gets", "") for text in more]
    return f"each {first} cards, {', '.join(others)}; {_laid(table, way)}; {_rest(left, way)}"


def _laid(table: int, way: _Way) -> str:
    up = " face up" if way.face_up else ""
    return f"{numeral(table)} {'card' if table == 1 else 'cards'}{up} on the table" if table else "none on the table"


def _rest(left: bool, way: _Way) -> str:
    if not left:
        return "that is the whole pack"
    return f"the rest is the stock{', and no more hands are dealt from it' if way.no_more else ''}"


def _dealt(deals: list[tuple[int, int, int]], way: _Way) -> str:
    each, table, left = deals[0]
    text = f"{numeral(each)} cards to each player and {_laid(table, way)}"
    later = [d[0] for d in deals[1:]]
    if not later:
        return f"{text}; {_rest(left > 0, way)}"
    counts = list(dict.fromkeys(later))
    if len(counts) == 1:
        times = "" if not deals[-1][2] else "; so once" if len(later) == 1 else f"; so {numeral(len(later))} times"
        text += f". Whenever all hands are empty, {numeral(counts[0])} more to each player{times}"
    else:
        text += f". Whenever all hands are empty, more to each player: {joined([str(n) for n in later], 'and last')}"
    return text + (
        ", until the pack is used up: that is one **round**"
        if not deals[-1][2]
        else f"; {_left_over(deals[-1][2])} left over in the stock"
    )


def _left_over(number: int) -> str:
    return f"{numeral(number)} card{' is' if number == 1 else 's are'}"


def builds_text(say: Phrases) -> str:
    """What a build is, and the words for it."""
    in_sums = builds_in_sets(say)
    singles = in_sums and say.table.grouped and only_singles_in_sums(say.table.ruleset)
    in_sum = "counts in a sum as one card of that value" if in_sums else "is never part of a sum that is captured"
    said = [
        "A **build** is a stack of cards on the table with one value.",
        f"It is taken or left as a whole{'' if singles else f', and {in_sum}'}.",
        "A card in no build is **loose**.",
    ]
    if not any(m.of == "build" and m.type in (Type.SEAT, Type.SIDE) for m in say.table.ruleset.memory):
        said.append("A build belongs to nobody, whoever made it.")
    if never_two_of_a_value(say.table.ruleset):
        said.append("There are never two builds of one value.")
    if say.table.grouped:
        said.append(_GROUPS + (_OF_SEVEN if _count_what_they_show(say.table.ruleset) else ""))
        if singles:
            said.append("A single build counts in a sum as one card of its value, a multiple build never does.")
        if multiples_keep_their_value(say.table.ruleset):
            said.append("A multiple build keeps its value as long as it lies there.")
    if is_card_free(say.table.ruleset):
        but = " (but see what is said of trailing)" if trails_are_bound(say.table.ruleset) else ""
        said.append(f"You need a card of its value when you make a build; later you may use that card otherwise{but}.")
    return " ".join(said)


def _count_what_they_show(ruleset: Ruleset) -> bool:
    """Whether small numbers count in builds what they show, and nothing else."""
    small = [(n, f.pips) for n, f in enumerate(ruleset.pack.faces) if 2 <= f.pips <= 5]  # those of the example
    return len(small) >= 16 and all(ruleset.values_of(n, "build") == (pips,) for n, pips in small)


def builds_in_sets(say: Phrases) -> bool:
    """Whether builds can be part of the sets that are taken, beside the one that the card played goes with."""
    sources = [p.source for a in say.table.ruleset.actions for p in a.take if p.groups and not p.with_card]
    return any(e.row in _HOLD_BUILDS for source in sources for e in calls_in(source))


_HOLD_BUILDS = frozenset({ROW["builds"], ROW["table"]})
_GROUPS = (
    "In a **single** build all cards together make its value once; a **multiple** build is made of several **groups**, "
    "each of which makes its value."
)
_OF_SEVEN = " For example, 4 and 3 make a single build of 7; 4 and 3 with 5 and 2, a multiple one."


def terms_text(say: Phrases) -> Iterator[str]:
    """The words of this game that stand for something long."""
    for term in say.table.ruleset.terms:
        name, body = spoken(term.name), term.body
        inner, of, it, other = say, "", "it", ""
        for index, (param, type) in enumerate(term.params):
            called, it = _given(type, say, first=index == 0)
            of, other = (called, "") if index == 0 else (of, f" with {called}")
            inner = inner.bound(param, it)
        if body.type is Type.BOOL:
            many = of.startswith("some ")
            yield (
                f"{_first_up(of or 'it')} {_verb(term.name, many)}**{adjective(term.name)}**{other} "
                f"if {inner.condition(body)}."
            )
        elif body.type is Type.INT:
            yield f"The **{name}**{f' of {of}' if of else ''}: {inner.number(body)}."
        else:
            yield f"**{name.capitalize()}**{f' for {of}' if of else ''}: {inner.all_of(body)}."


def _verb(name: str, many: bool) -> str:
    """What stands before the name of a yes or no where it is introduced; `has all` brings a verb."""
    return "" if name.startswith("has_") else "are " if many else "is "


def effects_text(say: Phrases) -> Iterator[list[str]]:
    """The words of this game that stand for several things to be done: each a line, and the list under it."""
    for effect in words_for_effects(say.table.ruleset):
        inner, given = say, []
        for param, expr in zip(effect.params, effect.exprs, strict=True):
            called, it = _given(expr.type, say, first=False)
            given.append(called)
            inner = inner.bound(param, it)
        head = f"**{_first_up(spoken(effect.name))}**{f', with {joined(given)},' if given else ''} means this"
        yield Happening(inner).listed(head, effect.body)


def _given(type: Type, say: Phrases, first: bool) -> tuple[str, str]:
    """What a word is about: how it is called, and what stands for it after that."""
    noun = Noun(say.table.side, "") if type is Type.SIDE else element(SET_OF.get(type, type))
    if type in ELEMENT:
        return f"some {noun.many}", "them"
    return noun.a, "it" if first and type is not Type.SEAT else f"that {noun.one}"
