"""What lies there before anybody plays: cards and what they count, seats, the deal, and what is seen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from cassino_dsl.book.describe.card_names import cards_named, in_runs, jokers_among, single_cards
from cassino_dsl.book.describe.clauses_in_force import mentions
from cassino_dsl.book.describe.english import (
    CARD,
    by_players,
    first_up,
    joined,
    numeral,
    plain,
    ranges,
    sentence,
    spoken,
    the,
    with_article,
)
from cassino_dsl.book.describe.phrases import Phrases
from cassino_dsl.book.describe.table import sources
from cassino_dsl.language.ruleset.cards import FRENCH_SUITS, PRESETS, Pack
from cassino_dsl.language.ruleset.expr import Literal, Type
from cassino_dsl.language.ruleset.model import ASIDE, Action, Effect, Memory, Ruleset, ValueRow, Visibility, every
from cassino_dsl.language.ruleset.simplify import Facts, constant
from cassino_dsl.language.ruleset.visible import OWNERS, is_kept_back, of_owner
from cassino_dsl.language.ruleset.within import calls_in
from cassino_dsl.language.ruleset.words import BY_WORD, ROW, RUN

_MAX_DEALS = 60
_BACK = ("stock", "bottom", "anywhere")  # where cards come to that are dealt again
_MANY_RANKS = 4  # in a row of what cards count, of more of which its exceptions stand by themselves
_REST = ", but for the cards above"  # of a rank that has exceptions: its row stands below theirs
_HEADS = {"hand": "in the hand", "table": "loose on the table", "build": "in a build", "pile": "in a pile"}
_FRENCH = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades", "J": "jacks", "Q": "queens", "K": "kings"}

# ---- cards


def cards_text(say: Phrases) -> str:
    """The pack, and the order of ranks where anything asks for it."""
    pack = say.table.ruleset.pack
    several = pack.copies > 1
    packs = f"{numeral(pack.copies)} packs shuffled together, " if several else ""
    text = f"{packs}{pack.size} cards{' in all; in each pack' if several else ''}: {_suits_and_extras(pack)}."
    if pack.removed:
        names = {s.letter: pack.suit_word(s.letter) for s in pack.suits}
        gone = [f"the {pack.rank_word(t[:-1])} of {of}" if (of := names.get(t[-1])) else t for t in pack.removed]
        text += f" These cards are not in it: {joined(gone)}."
    if mentions(say.table.ruleset, lambda call: call.row in (*BY_WORD["rank_number"], RUN)):
        words = [(pack.rank_word(rank), str(number)) for number, rank in enumerate(pack.ranks, 1)]
        numbered = [word if word == number else f"{word} {number}" for word, number in words]
        rise = first_up(pack.in_own_words("ranks rise in this order; the **rank number** is"))
        text += f" {rise}: {joined(numbered)}."
        below = [pack.rank_word(rank) for rank in pack.all_ranks if rank not in pack.ranks]
        if below and pack.ranks:
            has, ranks = ("has", "ranks") if len(below) == 1 else ("have", "rank")
            first = pack.rank_word(pack.ranks[0])
            text += f" {first_up(joined(below))} {has} the number 0, and {ranks} just below {with_article(first)}."
    return sentence(text) + _for_french_cards(pack)


def _suits_and_extras(pack: Pack) -> str:
    """The suits with their ranks, those of the same ranks together; where nobody speaks of them the ranks; and the
    extras that have a name."""
    of_suits: dict[tuple[str, ...], list[str]] = {}
    for suit in pack.suits:
        of_suits.setdefault(pack.ranks_of(suit), []).append(suit.letter)
    told: list[str] = []
    for ranks, letters in of_suits.items():
        spoken_of = any(map(pack.suit_word, letters))
        suits = [pack.suit_word(letter) or letter for letter in letters] if spoken_of else []
        runs = joined(in_runs(ranks, pack))
        each = "each with" if len(suits) > 1 else "with"
        count = f"{numeral(len(letters))} of each {pack.in_own_words('rank')}, " if len(letters) > 1 else ""
        told.append(f"{joined(suits)}, {each} {runs}" if suits else f"{count}{runs}")
    extras = [f for f in pack.faces if not f.suit]
    jokers = jokers_among(pack, [f.text for f in extras])
    many = {f.rank: pack.faces_of(f.rank) for f in extras if f.text not in jokers}
    told += [f"{numeral(n)} {pack.ranks_word(r)}" if n > 1 else f"the {pack.rank_word(r)}" for r, n in many.items()]
    return "; ".join([*told, *([cards_named(pack, jokers, "and")] if jokers else [])])


def named_cards(pack: Pack) -> Iterator[str]:
    """A list of what the cards are called, rank by rank, where they have names of their own."""
    for rank in pack.all_ranks:
        texts = [f.text for f in pack.faces if f.rank == rank]
        word, cards = pack.rank_word(rank), single_cards(pack, texts, "and")
        if any(pack.called(text) for text in texts) and cards != [the(word)]:
            yield f"* **{word}**: {joined(cards, 'and')}"


def attribute_rows(ruleset: Ruleset) -> Iterator[tuple[str, str, str]]:
    """What else is known of the cards: colours, where they are not those that everybody sees and are spoken of, and
    attributes; each word with its cards."""
    pack = ruleset.pack
    colours = list(dict.fromkeys(s.colour for s in pack.suits if s.colour))
    french = {s.name for s in pack.suits} <= {s.name for s in FRENCH_SUITS}
    asked = mentions(ruleset, lambda call: call.row in BY_WORD["colour"])
    if not french and (asked or not {"red", "black"}.issuperset(colours)):
        for colour in colours:
            suits = [pack.suit_word(s.letter) or s.letter for s in pack.suits if s.colour == colour]
            yield "colour", spoken(colour), f"all {joined(suits)}"
    for attribute in pack.attributes:
        rows: dict[bool | int | str | None, list[str]] = {}
        for face, value in zip(pack.faces, attribute.values, strict=True):
            rows.setdefault(value, []).append(face.text)
        name, most = spoken(attribute.name), max(rows, key=lambda value: len(rows[value]))
        if attribute.type is Type.BOOL:
            yield name, "yes", cards_named(pack, rows.get(True, []), "and")
            continue
        words = {v: "no" if v is None else spoken(str(v)) for v in rows}
        yield from ((name, words[v], cards_named(pack, rows[v], "and")) for v in rows if v != most)
        if most is not None:
            yield name, words[most], f"all {'others' if len(rows) > 1 else 'cards'}"


def _for_french_cards(pack: Pack) -> str:
    """What stands for what, where somebody has only a French pack."""
    suits, known = {s.letter: s.name for s in pack.suits}, set(PRESETS["french"][0])
    usual = all(_FRENCH.get(letter) == name for letter, name in suits.items())
    other = suits.keys() != {s.letter for s in PRESETS["french"][1]} or pack.names
    if other or usual or pack.copies > 1 or not known.issuperset(pack.ranks):
        return ""
    told = [f"{_FRENCH[letter]} for {name}" for letter, name in suits.items() if _FRENCH[letter] != name]
    named = {r: pack.ranks_word(r) for r in pack.ranks if r in _FRENCH}
    told += [f"{_FRENCH[r]} for {name}" for r, name in named.items() if _FRENCH[r] != name]
    lacking = [pack.ranks_word(str(n)) for n in range(2, 11) if str(n) not in pack.ranks]
    without = f" without {joined(lacking)}" if lacking else ""
    jokers = " with something for each joker" if any(not f.suit for f in pack.faces) else ""
    return f" You can use an ordinary pack of 52 cards{without}{jokers}: {joined(told)}."


def value_rows(say: Phrases) -> tuple[list[str], list[list[str]]]:
    """What cards count, by where they lie: heads and rows."""
    ruleset, numbers = say.table.ruleset, say.table.numbers
    piles = any("piles" in call.row.reads for a in ruleset.actions for p in a.take for call in calls_in(p.source))
    places = ["hand", "table", *(["build"] if say.table.builds else []), *(["pile"] if piles else [])]
    kept: dict[str, list[str]] = {}  # of places where all cards count the same, the first
    for place in places:
        kept.setdefault(next((k for k in kept if numbers[k] == numbers[place]), place), []).append(_HEADS[place])
    heads = ["cards", *(["count"] if len(kept) == 1 else [f"count {joined(where, 'or')}" for where in kept.values()])]
    groups: dict[tuple[tuple[int, ...] | str, ...], list[str]] = {}
    for face, card in enumerate(ruleset.pack.faces):
        shown = tuple(_decided(say, ruleset.value_row(face, k), card.pips) or numbers[k][face] for k in kept)
        pips = card.pips > 1 and all(s == (card.pips,) for s in shown)
        groups.setdefault(("what they show",) * len(kept) if pips else shown, []).append(card.text)
    rows = [[first_up(_named(say, texts)), *map(_count, counts)] for counts, texts in groups.items()]
    return heads, sorted(rows, key=lambda row: row[0].endswith(_REST))


def _decided(say: Phrases, row: ValueRow | None, pips: int) -> str:
    """What memory decides of what a card counts; nothing where it decides nothing."""
    if row is None or not row.cases:
        return ""

    def count(numbers: tuple[int, ...]) -> str:
        return "what it shows" if numbers == (pips,) and pips > 1 else _count(numbers)

    inner = say.bound("c", "the card")
    cases = [f"{count(case.numbers)}, if {inner.condition(case.when)}" for case in row.cases]
    return f"{'; '.join(cases)}; otherwise {count(row.numbers)}"


def _named(say: Phrases, texts: list[str]) -> str:
    """Cards at the head of a row: `aces`, `2 to 10`."""
    pack = say.table.ruleset.pack
    ranks = [r for r in pack.ranks if any(f.text in texts for f in pack.faces if f.rank == r)]
    whole = [f.text for f in pack.faces if f.rank in ranks]
    many = {pack.rank_word(r): pack.ranks_word(r) for r in ranks}
    if set(whole) != set(texts):
        runs = in_runs(ranks, pack)
        most = len(ranks) > _MANY_RANKS and len(runs) == 1
        return f"{runs[0]}{_REST}" if most else say.faces(texts, "and")
    return joined([word if " to " in word else many[word] for word in in_runs(ranks, pack)])


def _count(numbers: tuple[int, ...] | str) -> str:
    if isinstance(numbers, str):
        return numbers
    if numbers == (0,):
        return "0: goes with any sum"
    return f"{ranges(numbers)}{', as you like' if len(numbers) > 1 else ''}" if numbers else "nothing: no part of sums"


# ---- seats


def seats_text(say: Phrases) -> Iterator[str]:
    ruleset = say.table.ruleset
    around = "to the left (clockwise)" if ruleset.clockwise else "to the right (counter-clockwise)"
    yield f"For {ranges(ruleset.seats)} players; the turn passes {around}."
    formed_of = say.table.with_players(ruleset.sides)
    alone = [numeral(number) for number, sides in formed_of.items() if sides == number]
    if alone and not say.table.alone:
        yield f"{first_up(joined(alone, 'or'))} players play each for themselves; each is a side."
    for number, sides in formed_of.items():
        if isinstance(sides, int) and sides != number:
            pairs = (number, sides) == (4, 2)
            formed = "two pairs" if pairs else f"{numeral(sides)} sides"
            how = "partners sit opposite each other" if pairs else "these take their places in turn"
            yield f"{first_up(numeral(number))} players form {formed}; {how}."
    yield f"Each {say.table.side} has one pile for captured cards and one score."
    for zone in ruleset.zones:
        if zone != ASIDE:
            has = {"match": "There is", "side": "Each side has", "seat": "Each player has"}[zone.of]
            captured = ", which counts as captured" if zone.captured else ""
            about = f" ({plain(zone.about)})" if zone.about else ""
            yield f"{has} a place for cards called “{spoken(zone.name)}”{captured}{about}."


# ---- the deal


def is_dealt_once(ruleset: Ruleset) -> bool:
    """Whether a round has one deal, however many play."""
    known = all(deals is not None and len(deals) == 1 for deals in (deals_of(ruleset, n) for n in ruleset.seats))
    return known and not _comes_back(ruleset)


def deals_of(ruleset: Ruleset, seats: int) -> list[tuple[int, int, int]] | None:
    """Of each deal of a round: cards for a hand, for the table, left in the stock; None where this is not known before
    anything is played."""
    deal, stock = ruleset.deal, ruleset.pack.size
    found: list[tuple[int, int, int]] = []
    for number in range(1, _MAX_DEALS):
        standing = {"deals": Literal(Type.INT, number, deal.span)}
        facts = Facts(ruleset.pack, standing=standing, sizes={"seats": seats, "stock": stock})
        each = constant(deal.hand if number == 1 or deal.refill is None else deal.refill, facts)
        table = constant(deal.table, facts) if number == 1 else 0
        if not isinstance(each, int) or not isinstance(table, int):
            return None
        zones = [(name, constant(e, facts)) for name, e in deal.zones if number == 1]
        if not all(isinstance(n, int) for _, n in zones):
            return None
        sides = constant(ruleset.sides, facts)
        owners = {"match": 1, "side": sides if isinstance(sides, int) else 1, "seat": seats}
        of = {z.name: z.of for z in ruleset.zones}
        needed = seats * max(0, each) + max(0, table) + sum(max(0, int(n or 0)) * owners[of[name]] for name, n in zones)
        if number > 1 and (each <= 0 or not stock):
            break
        stock = max(0, stock - needed)
        found.append((each, table, stock))
        if not stock:
            break
    return found


def deal_text(say: Phrases) -> Iterator[str]:
    """The deals for each number of players, then how they are handed out."""
    ruleset, deal = say.table.ruleset, say.table.ruleset.deal
    yield "Draw lots for the first dealer."
    whole = {n: deals_of(ruleset, n) for n in ruleset.seats}
    later, once = deal.refill if deal.refill is not None else deal.hand, is_dealt_once(ruleset)
    if all(whole.values()):
        dealt = {number: _dealt(deals or [], ruleset) for number, deals in whole.items()}
        for part in (0, 1):
            same = dict[str, list[str]]()
            for number, parts in dealt.items():
                same.setdefault(parts[part], []).append(numeral(number))
            for text, players in same.items():
                yield sentence(text if len(same) == 1 else f"with {joined(players, 'or')} players: {text}")
        if not once and all(deals and not deals[-1][2] for deals in whole.values()) and _stays_whole(ruleset):
            yield f"That is {by_players({n: numeral(len(deals or ())) for n, deals in whole.items()}, 'deal')}."
        if _comes_back(ruleset):
            when = "If all hands are empty and there are cards in the stock again"
            yield f"{when}, each player gets so many: {say.number(later)}."
    else:
        yield f"In the first deal each player gets so many cards: {say.number(deal.hand)}."
        yield f"The table then gets so many: {say.number(deal.table)}."
        yield f"In later deals, whenever all hands are empty, each player gets so many: {say.number(later)}."
    of = {z.name: z.of for z in ruleset.zones}
    for name, due in deal.zones:
        whose = {"side": "each side's ", "seat": "each player's "}.get(of[name], "")
        known = constant(due, Facts(ruleset.pack))
        cards = CARD.of(known) if isinstance(known, int) else "so many cards"
        told = "" if isinstance(known, int) else f": {say.number(due)}"
        yield f"The {'' if once else 'first '}deal also brings {cards} to {whose}“{spoken(name)}”{told}."
    batch = constant(deal.at_a_time, Facts(ruleset.pack))
    shown = (
        f"{numeral(batch)} at a time" if isinstance(batch, int) else f"so many at a time: {say.number(deal.at_a_time)}"
    )
    yield f"Cards are dealt {shown}, to the player after the dealer first and to the dealer last."
    every = "" if once else " after every deal"
    yield f"The player after the dealer is the **leader**, and plays first{every}."


def _dealt(deals: list[tuple[int, int, int]], ruleset: Ruleset) -> tuple[str, str]:
    """The first deal, and what comes after it."""
    each, table, left = deals[0]
    up = " face up" if "table" not in {v.zone for v in ruleset.visible} else ""
    laid = f"{CARD.of(table)}{up} on the table" if table else "none on the table"
    text = f"{CARD.of(each)} to each player and {laid}"
    later, last = [d[0] for d in deals[1:]], deals[-1][2]
    if not later:
        named = joined([name for name, effects in sources(ruleset) if _brings_hands(effects)])
        more = (
            f"; more cards come from it to the hands by {named}" if named else ", and no more hands are dealt from it"
        )
        return text, f"the rest is the stock{more}" if left else "that is the whole pack"
    counts = list(dict.fromkeys(later))
    how_many = numeral(counts[0]) if len(counts) == 1 else joined([str(n) for n in later], "and last")
    often = {1: "once", 2: "twice"}.get(len(later), f"{numeral(len(later))} times")
    times = f", {often}" if last and len(counts) == 1 else ""
    then = f"whenever all hands are empty, {how_many} more to each player{times}"
    left_over = f"; {CARD.of(last)} {'is' if last == 1 else 'are'} left over in the stock"
    return text, then + (left_over if last else ", until the pack is used up: that is one **round**")


def _brings_hands(effects: Iterable[Effect]) -> bool:
    """Whether an effect brings cards of the stock to hands."""
    to_hands = [e for e in every(tuple(effects)) if e.zone == "hand"]
    return any(e.op == "deal" or mentions(e.exprs, lambda call: "stock" in call.row.reads) for e in to_hands)


def _stays_whole(ruleset: Ruleset) -> bool:
    """Whether deals alone use the stock up: what else is taken from it is put back there, as far as is seen."""
    takes = [e for e in ruleset.effects() if mentions(e.exprs, lambda call: "stock" in call.row.reads)]
    takes += [e for e in ruleset.effects() if e.op == "deal"]
    back = any(e.op == "move" and e.zone in _BACK for e in ruleset.effects())
    turned = any(a.played.source == "stock" for a in ruleset.actions)
    return not (turned or _brings_hands(ruleset.effects()) or _comes_back(ruleset)) and (back or not takes)


def _comes_back(ruleset: Ruleset) -> bool:
    """Whether something brings cards back to a stock that may have run out, from which hands are then dealt."""
    late = [
        e for event in ruleset.events if event.on not in ("layout dealt", "hands dealt") for e in every(event.effects)
    ]
    own = [e for action in ruleset.actions for e in every(action.effects)]
    moved = any(a.to in _BACK for a in ruleset.actions)
    moved = moved or any(e.op == "move" and e.zone in _BACK for e in (*late, *own))
    return moved and not (ruleset.deal.refill is not None and constant(ruleset.deal.refill, Facts(ruleset.pack)) == 0)


# ---- who sees what

_USUAL = {"hands": "own", "piles": "none", "stock": "none"}  # said also where the variant says nothing
_ZONES = {"hands": "a hand", "piles": "a pile", "stock": "the stock", "table": "the loose cards on the table"}
_SEEN = {
    "all": "all see {}",
    "none": "nobody looks at {}",
    "own": "you look at {} only if it is your own",
    "top": "of {} only the top card is seen",
    "next": "of {} only the next card is seen",
    "bottom": "of {} only the lowest card is seen",
}
_SAID = {
    ("hands", "own"): "you see only your own hand",
    ("piles", "none"): "nobody may look into a pile",
    ("piles", "all"): "everybody may look into all piles",
    ("stock", "none"): "the **stock** (the cards not yet dealt) lies face down",
}
_PLACES = {"hands": "in a player's hand", "piles": "in a side's pile", "stock": "of the stock", "table": "loose there"}
_OF = {"seat": "player", "side": "side", "build": "build"}


def sight_text(say: Phrases) -> Iterator[str]:
    """Who sees what, and how captured cards lie."""
    ruleset = say.table.ruleset
    words = {**_USUAL, **{v.zone: v.who for v in ruleset.visible}}
    if _has_no_stock(ruleset):
        del words["stock"]
    told = [
        _SAID.get((zone, word)) or _SEEN[word].format(_ZONES.get(zone, f"“{spoken(zone)}”"))
        for zone, word in words.items()
        if word in _SEEN
    ]
    yield sentence("; ".join(told))
    yield from (_by_condition(say, v) for v in ruleset.visible if v.who not in _SEEN)
    yield from (_of_memory(say, m) for m in ruleset.memory if m.seen is not None)
    yield from _of_choices(say, [a for a in ruleset.actions if is_kept_back(a.seen)])
    if ruleset.pile_order is not None:
        number = say.bound("c", "the card").number(ruleset.pile_order)
        yield f"Captured cards are put on the pile in order, the lowest first, by this number: {number}."


def _has_no_stock(ruleset: Ruleset) -> bool:
    """Whether the first deal is of the whole pack, and nothing goes back to a stock."""
    whole = all(deals and deals[0][2] == 0 for deals in (deals_of(ruleset, n) for n in ruleset.seats))
    return whole and not mentions(ruleset, lambda call: call.row is ROW["stock"]) and not _comes_back(ruleset)


def _by_condition(say: Phrases, seen: Visibility) -> str:
    of = {"hands": "seat", "piles": "side"} | {z.name: z.of for z in say.table.ruleset.zones}
    owner, called = _OF.get(of.get(seen.zone, ""), ""), f"“{spoken(seen.zone)}”"
    place = _PLACES.get(seen.zone, f"in the {called} of a {owner}" if owner else f"in {called}")
    inner = say.bound("c", "that card").bound("s", f"that {owner}")
    return f"You see a card {place} if, and only if, {inner.condition(seen.condition)}."


def _of_choices(say: Phrases, secret: Sequence[Action]) -> Iterator[str]:
    """Who is told what players decide by these actions."""
    kept = [a for a in secret if a.seen in [of_owner(Type.SEAT, word, a.span) for word in ("none", "own")]]
    if kept:
        names = joined([f"“{spoken(a.name)}”" for a in kept], "or")
        which = ", nor by which of these where several could be meant" if len(kept) > 1 else ""
        yield f"What a player decides by {names} is told to nobody else{which}."
    inner = say.bound("s", "that player")
    for action in secret:
        if action.seen is not None and action not in kept:
            told = f"What another player decides by “{spoken(action.name)}” is told to you"
            yield f"{told} if, and only if, {inner.condition(action.seen)}."


def _of_memory(say: Phrases, memory: Memory) -> str:
    seen, name, owner = memory.seen, f"“{spoken(memory.name)}”", OWNERS.get(memory.of)
    assert seen is not None
    if seen == of_owner(owner, "none", seen.span):
        return f"What is noted as {name} is shown to nobody."
    thing = _OF.get(memory.of, "")
    if owner is not None and seen == of_owner(owner, "own", seen.span):
        return f"What is noted as {name} of a {thing} is shown to that {thing} alone."
    inner = say.bound("s", f"that {thing}").bound("b", "that build")
    return (
        f"What is noted as {name}{f' of a {thing}' if thing else ''} is shown if, and only if, {inner.condition(seen)}."
    )
