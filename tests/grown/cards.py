"""The slots about cards: pack, seats, sides, deal, values, how piles lie and what is seen."""

from __future__ import annotations

import random
from collections.abc import Iterable

from cassino_dsl.language.check.scope import MOVER, STATIC
from cassino_dsl.language.ruleset.cards import PRESETS
from cassino_dsl.language.ruleset.types import Type
from cassino_dsl.language.ruleset.visible import OWNER, OWNERS, words_of
from tests.grown.garden import Garden, Tree
from tests.grown.world import HOLDS_NOTHING, Place

PLACES = ("hand", "table", "build", "pile")
OFTEN = ("none", "0", "3", "{1, 14}", "{0, 2, 5}", "11")
EACH = "min({n}, count(stock) div count(seats))"


def grow_cards(g: Garden) -> Tree:
    """Pack, seats and deal: enough cards for dozens of plays, few enough to be quick."""
    tree: Tree = {"pack": _pack(g)}
    many = g.world.size
    tree["seats"] = g.one(["2", "2", "2", "3", "4", "2..4", "2, 4", "6"] if many > 30 else ["2", "2", "3"])
    g.world.seats = _numbers(tree["seats"])
    most = max(g.world.seats)
    if g.maybe(0.4):
        tree["sides"] = g.one(["2 if count(seats) mod 2 = 0 else count(seats)", "count(seats)"])
    hand = g.rng.randint(2, max(2, min(6, many // (2 * most))))
    table = g.rng.randint(0, max(0, min(6, many - hand * most)))
    tree["deal"] = {"hand": str(hand), "table": str(table), "refill": EACH.format(n=hand)}
    if g.maybe(0.2):
        tree["deal"]["hand"] = f"min({hand}, count(stock) div count(seats))"
    if g.maybe(0.2):
        tree["deal"]["refill"] = EACH.format(n=f"{hand} + deals mod 2")
    if g.maybe(0.25):
        seat = g.one(["me = dealer", "me = leader", "me = next(leader)", "us = side(dealer)", "count(seats) = 3"])
        tree["deal"]["hand"] = f"({hand - 1} if {seat} else {tree['deal']['hand']})"
    if g.maybe(0.25) and most * hand + table + 2 * most * len(g.world.zones) <= many:
        of = {name: of for name, (of, _) in g.world.zones.items()}
        due = {"match": "2", "side": "(1 if us = side(leader) else 2)", "seat": "(0 if me = leader else 1)"}
        tree["deal"]["zones"] = {name: g.one(["1", due[of[name]]]) for name in of if g.maybe(0.7)}
    if g.maybe(0.3):
        tree["deal"]["at_a_time"] = g.one(["1", "2", "3", "min(2, deals)"])
    if g.maybe(0.2):
        tree["direction"] = g.one(["clockwise", "counter-clockwise"])
    return tree


def _numbers(seats: str) -> tuple[int, ...]:
    if ".." in seats:
        low, high = seats.split("..")
        return tuple(range(int(low), int(high) + 1))
    return tuple(int(n) for n in seats.split(","))


def _pack(g: Garden) -> str | Tree:
    base = g.one(["french", "french", "italian", "spanish"])
    ranks, suits, _ = PRESETS[base]
    g.world.ranks, g.world.suits = tuple(ranks), tuple(s.name for s in suits)
    g.world.letters = _letters((s.letter, s.name, s.colour) for s in suits)
    pack: Tree = {"base": base}
    if g.maybe(0.3):
        kept = [r for r in ranks if r in ("A", "2", "3", "K") or g.maybe(0.6)]
        g.world.ranks = tuple(kept)
        pack["ranks"] = kept
    own = random.Random(repr(g.rng.getstate()))  # so that nothing else is drawn otherwise
    is_own = own.random() < 0.35
    faces = _own_suits(g, own, pack) if is_own else [r + s.letter for s in suits for r in g.world.ranks]
    if g.maybe(0.25):
        # of few suits a whole rank may go that is spoken of
        gone = g.some([f for f in faces if not is_own or f[0] not in "AJQK"], 1, 3)
        pack["remove"] = " ".join(gone)
        faces = [f for f in faces if f not in gone]
    if g.maybe(0.25):
        g.world.extras = ("X1", "X2")[: g.rng.randint(1, 2)]
        pack["extras"] = list(g.world.extras)
    if is_own:
        _own_words(g, own, pack, faces)
    copies = 2 if g.maybe(0.25) and len(faces) <= 40 else 1
    if copies > 1:
        pack["copies"] = str(copies)
    g.world.faces = tuple(faces)
    g.world.copies = copies
    g.world.size = copies * (len(faces) + len(g.world.extras))
    return base if len(pack) == 1 and g.maybe() else pack


def _own_suits(g: Garden, own: random.Random, pack: Tree) -> list[str]:
    """The faces of suits that the file gives: with names or without, one perhaps with ranks of its own."""
    letters = own.sample("ejklxz", own.randint(2, 5))  # no name that an action binds
    pack["suits"] = {}
    ranks, faces = g.world.ranks, []
    for at, letter in enumerate(letters):
        name = letter if own.random() < 0.4 else f"suit_{letter}"
        suit: Tree = {"name": name} | (
            {"colour": own.choice(["red", "green"]), "sign": "✿"} if own.random() < 0.5 else {}
        )
        here = ranks
        if at > 1 and own.random() < 0.4:
            suit["ranks"] = "1..4 17 A"
            here = ("1", "2", "3", "4", "17", "A")
        pack["suits"][letter] = suit if len(suit) > 1 or own.random() < 0.5 else name
        faces += [rank + letter for rank in here]
    trees = {letter: {"name": s} if isinstance(s, str) else s for letter, s in pack["suits"].items()}
    if not any("colour" in s for s in trees.values()):
        pack["suits"][letters[0]] = trees[letters[0]] = {"name": trees[letters[0]]["name"], "colour": "red"}
    g.world.letters = _letters((letter, s["name"], s.get("colour", "")) for letter, s in trees.items())
    g.world.suits = tuple(s["name"] for s in trees.values())
    g.world.colours = tuple(c for c in ("red", "green") if c in g.world.letters)
    return faces


def _letters(suits: Iterable[tuple[str, str, str]]) -> dict[str, str]:
    """The letters of suits by their names and colours, of suits by letter, name and colour."""
    found: dict[str, str] = {}
    for letter, *words in suits:
        for word in filter(None, words):
            found[word] = found.get(word, "") + letter
    return found


def _own_words(g: Garden, own: random.Random, pack: Tree, faces: list[str]) -> None:
    """Names and attributes; several of an extra."""
    if g.world.extras and own.random() < 0.5:
        pack["extras"] = {"X": "2"}
        g.world.extras = ("X1", "X2")
    if own.random() < 0.7:
        some = ", ".join(own.sample(faces, min(len(faces), 6)))
        pack["attributes"] = {"sort": {"light": some, "dark": own.choice(["A, 2", *faces, g.world.suits[0]])}}
        if own.random() < 0.5:
            pack["attributes"]["sort"]["chaff"] = "any"
        g.world.marks = tuple(pack["attributes"]["sort"])
        g.world.attributes = {"sort": Type.MARK}
        if own.random() < 0.6:
            pack["attributes"]["weight"] = {"20": "light", "-3": own.choice(faces), "1": "any"}
            g.world.attributes["weight"] = Type.INT
        if own.random() < 0.6:
            pack["attributes"]["kind"] = {"true": f"light, {own.choice(faces)}"}
            g.world.attributes["kind"] = Type.BOOL
    if own.random() < 0.5:
        pack["names"] = {
            own.choice(faces): "crane",
            "A": {"one": "old pine", "many": "old pines", "short": "op", "sign": "松"},
        }


def grow_values(g: Garden) -> Tree:
    """The table of values: rows of whim first, then what every card counts for."""
    tree: Tree = {}
    for _ in range(g.rng.randint(0, 3)):
        key = selector(g)
        if g.maybe(0.4):
            key += f" in {', '.join(g.some(PLACES, 1, 2))}"
        tree[key] = g.one(
            ["1", "14", "{1, 14}", "none", "{2..5}", "0", "{0, 3}", str(g.rng.randint(1, 60)), *g.world.options][:9]
        )
        if g.world.options.get(tree[key], Type.INT) is not Type.INT:
            tree[key] = "{1, 11}"
    numbered = [r for r in g.world.ranks if r.isdigit()]
    tree["A"] = g.one(["1", "1", "{1, 11}"])
    tree[f"{numbered[0]}..{numbered[-1]}"] = "pips"
    courts = [r for r in g.world.ranks if r.isalpha() and r != "A"]
    tree[", ".join(courts)] = g.one(["none", "10", "{10, 11}"])
    if g.world.extras:
        tree[", ".join(g.world.extras)] = g.one(["none", "{1..10}", "5"])
    if g.maybe(0.3):
        tree.update({key: f"{g.one(OFTEN)} if {_asked(g)} else {tree[key]}" for key in g.some(list(tree), 1, 3)})
    return tree


def _asked(g: Garden) -> str:
    """A condition on the card ``c``, mostly by memory: where a file remembers nothing of cards, on it alone."""
    forms = {
        Type.CARD: "c = {0}",
        Type.CARDS: "c in {0}",
        Type.RANK: "rank(c) = {0}",
        Type.RANKS: "rank(c) in {0}",
        Type.SUIT: "suit(c) != {0}",
        Type.SUITS: "suit(c) in {0}",
        Type.BOOL: "{0}",
        Type.INT: "{0} mod 2 = 0",
    }
    kept = [(name, of, type) for name, (of, type) in g.world.memory.items() if of != "build" and type in forms]
    if not kept or g.maybe(0.1):
        return f"rank(c) = {g.one(g.world.court)}"
    name, of, type = g.one(kept)
    asked = forms[type].format(name if of == "match" else f"{name}(q)")
    return asked if of == "match" else f"any(q in {of}s | {asked})"


def selector(g: Garden) -> str:
    """Cards by rank, range, suit, colour or face."""
    ranks = g.world.ranks
    low, high = sorted(g.rng.sample(range(len(ranks)), 2))
    forms = [f"{ranks[low]}..{ranks[high]}", g.one(ranks), g.one(g.world.suits), g.one(g.world.colours), "any"]
    forms += [g.one(g.world.faces), g.one(g.world.faces), *g.world.extras]
    both = g.one(["", "", forms[3], forms[2]])
    if any(f[:-1] in ranks[low : high + 1] and f[-1] in g.world.letters.get(both, "") for f in g.world.faces):
        forms[0] += f" and {both}"  # what fits no card is refused
    return ", ".join(g.some(forms[:4] + forms[5:], 1, 3)) if g.maybe(0.9) else "any"


def grow_piles(g: Garden) -> Tree:
    """How captured cards lie, and who sees what."""
    tree: Tree = {}
    if g.maybe(0.3):
        place = Place(MOVER | {"card", "play"}, (("c", Type.CARD),))
        tree["piles"] = {"order": g.expr(Type.INT, place)}
    if g.maybe(0.3):
        owners = {**OWNER, **{name: OWNERS.get(of) for name, of in g.world.zones.items()}}
        zones = g.some(list(owners), 1, len(owners))
        tree["visible"] = {zone: g.one([*words_of(zone, owners[zone]), _seen(g, owners[zone])]) for zone in zones}
    return tree


def _seen(g: Garden, owner: Type | None) -> str:
    """When the seat that looks sees a card of somebody's zone."""
    names = (("c", Type.CARD),) if owner is None else (("c", Type.CARD), ("s", owner))
    return g.expr(Type.BOOL, Place(MOVER, names))


def grow_options(g: Garden) -> Tree:
    """Parameters of every type."""
    tree: Tree = {}
    if g.maybe(0.6):
        number = g.rng.randint(1, 9)
        allowed = {"choices": [str(number), "0", "20"]} if g.maybe(0.3) else {"from": "0", "to": "20"}
        tree["o_number"] = {"is": "int", "default": str(number), **allowed}
        g.world.options["o_number"] = Type.INT
    if g.maybe(0.4):
        tree["o_flag"] = {"is": "bool", "default": g.one(["true", "false"])}
        g.world.options["o_flag"] = Type.BOOL
    if g.maybe(0.4):
        g.world.choices["o_word"] = ("none_of_it", "half", "whole")
        tree["o_word"] = {"is": "word", "choices": list(g.world.choices["o_word"]), "default": "half"}
    return tree


def grow_terms(g: Garden) -> Tree:
    """Named expressions with and without parameters, and tables; later ones may use earlier ones."""
    tree: Tree = {}
    types = (Type.BOOL, Type.INT, Type.CARDS, Type.VALUES, Type.RANKS, Type.CARD, Type.RANK)
    for number in range(g.rng.randint(0, 4)):
        name, result = f"t{number}", g.one(types)
        needs, offers = g.one([("static", STATIC), ("state", STATIC | {"state"}), ("mover", MOVER)])
        params = tuple(g.one([Type.CARD, Type.INT, Type.CARDS, Type.RANK]) for _ in range(g.rng.randint(0, 2)))
        names = tuple((f"p{number}{i}", t) for i, t in enumerate(params))
        head = f"{name}({', '.join(n for n, _ in names)})" if names else name
        place = Place(offers, names, frozenset({"secured"}))  # an award may use it
        body = g.expr(result, place, 2, sure=result not in HOLDS_NOTHING)
        if body == "none":  # of no type: most places refuse it
            continue
        tree[head] = body
        g.world.terms[name] = (params, result, needs)
    if g.maybe(0.4):
        tree["worth(c)"] = {selector(g): str(g.rng.randint(0, 5)) for _ in range(g.rng.randint(1, 3))}
        g.world.terms["worth"] = ((Type.CARD,), Type.INT, "static")
    return tree
