"""Random expressions, well typed by construction, of every word and form of the language."""

from __future__ import annotations

import random
from collections.abc import Callable
from zlib import crc32

from cassino_dsl.language.ruleset.operators import GROUP_QUANTIFIERS, QUANTIFIERS
from cassino_dsl.language.ruleset.types import ELEMENT, SET_OF, Type
from tests.grown.world import HOLDS_NOTHING, ROWS, Place, Row, World

T = Type
PLACES = ("hand", "table", "build", "pile")
KINDS = ("capture", "build", "trail", "other")
COMPARED = (T.INT, T.CARD, T.BUILD, T.ITEM, T.RANK, T.SUIT, T.COLOUR, T.SEAT, T.SIDE)
SAME = (T.CARDS, T.VALUES, T.RANKS, T.SEATS)  # sets that are compared as wholes
LARGE = frozenset({"pile", "stock"})  # sets that a quantifier inside another does not run over; zones neither
OFFER_OF = {"match": "state", "side": "side", "seat": "mover"}  # what a zone that is named alone needs
OWNERS = {"side": T.SIDE, "seat": T.SEAT, "build": T.BUILD}  # of memory
NARROWER = {T.ITEM: (T.CARD, T.BUILD), T.ITEMS: (T.CARDS, T.BUILDS)}
Form = Callable[[Type, Place, int], str | None]


class Grower:
    """Grows one expression after another. ``sure`` asks for one that is never nothing: numbers are always so,
    except where `known`, `or_else` and `=` look at them."""

    def __init__(self, rng: random.Random, world: World) -> None:
        self.rng = rng
        self.world = world
        self.fresh = 0
        self.inside = 0  # quantifiers around what is being grown

    def grow(self, type: Type, place: Place, depth: int, sure: bool = True) -> str:
        """A text of this type, in brackets where it is more than one word or call."""
        rng = self.rng
        if type in NARROWER and rng.random() < 0.4:
            narrow = rng.choice(NARROWER[type])
            if not sure or self.certain(narrow, place):
                return self.grow(narrow, place, depth, sure)
        if type is T.PLACE and depth > 0 and rng.random() < 0.2:
            return self.choice(type, place, depth - 1, sure)
        if depth <= 0 or type in (T.PLACE, T.AWARD) or rng.random() < 0.1:
            return self.leaf(type, place, sure)
        if sure and type in HOLDS_NOTHING and rng.random() < 0.5:
            found = self.or_else(type, place, depth - 1)
        else:
            found = rng.choice(self.forms(type, place, sure))(type, place, depth - 1)
        return found if found is not None else self.leaf(type, place, sure)

    def forms(self, type: Type, place: Place, sure: bool) -> list[Form]:
        def call(type: Type, place: Place, depth: int) -> str | None:
            return self.call(type, place, depth, sure)

        def choice(type: Type, place: Place, depth: int) -> str:
            return self.choice(type, place, depth, sure)

        found: list[Form] = [call, call, choice]
        if {"before", "after"} & place.offers:
            found.append(lambda t, p, d: self.look(t, p, d, sure))
        if type is T.BOOL:
            found += [self.logic, self.logic, self.compare, self.compare, self.compare, self.member, self.member]
            found += [self.quantifier, self.quantifier, self.known, self.words, self.grouped]
        elif type is T.INT:
            found += [self.sum, self.sum, self.quantifier, self.quantifier, self.count, self.grouped]
            found += [self.or_else] if sure else [self.first]
        elif type in ELEMENT:
            found += [self.filter, self.union, self.union, self.enumerated]
        elif type in SET_OF:
            found += [self.or_else, *([] if sure else [self.first, self.first])]
        return found

    # ---- leaves

    def leaf(self, type: Type, place: Place, sure: bool = True) -> str:
        choices = self.names(type, place) * 3 + self.literals(type) + self.plain(type, place, sure)
        if not choices and type is T.SIDE and "state" in place.offers:
            return "side(leader)"
        if not choices or (not sure and type in HOLDS_NOTHING and self.rng.random() < 0.05):
            return f"first({self.name()} in {self.small_set(SET_OF[type])} | true)"
        return self.rng.choice(choices)

    def names(self, type: Type, place: Place) -> list[str]:
        found = [name for name, bound in place.names if bound is type]
        if type is T.INT and "state" in place.offers:
            # of an item that may be none, nothing may be remembered
            builds = [name for name, bound in place.names if bound is T.BUILD]
            numbers = [name for name, memory in self.world.memory.items() if memory == ("build", T.INT)]
            found += [f"{number}({build})" for number in numbers for build in builds]
        return found

    def plain(self, type: Type, place: Place, sure: bool) -> list[str]:
        """Words, memory and terms that stand alone."""
        world = self.world
        found = [r.word for r in self.rows(type, place, sure) if not r.params]
        if sure and type in HOLDS_NOTHING:  # what is remembered, and what a term gives, may be nothing
            return found
        found += [n for n, (p, r, needs) in world.terms.items() if r is type and not p and needs in place.offers]
        if "state" in place.offers:
            found += [name for name, (of, held) in world.memory.items() if held is type and of == "match"]
        if type is T.CARDS and not self.inside:
            found += [name for name, (of, _) in world.zones.items() if OFFER_OF[of] in place.offers]
        if not sure and type in HOLDS_NOTHING and self.rng.random() < 0.2:
            found.append("none")
        return found

    def rows(self, type: Type, place: Place, sure: bool) -> list[Row]:
        """The rows of the language that give this type here."""
        return [
            r
            for r in ROWS
            if r.result is type and r.needs in place.offers and r.word not in place.barred
            if not (sure and r.optional) and not (r.word in LARGE and self.inside)
            if self.world.awards or r.word != "earned"
        ]

    def literals(self, type: Type) -> list[str]:
        world, rng = self.world, self.rng
        options = [name for name, held in world.options.items() if held is type]
        if type is T.BOOL:
            return [*options, rng.choice(["true", "false"])]
        if type is T.INT:
            number = rng.choice([0, 1, 1, 2, 2, 3, 5, 7, 10, 13, rng.randint(0, 60), rng.randint(0, 9_999_999)])
            return [*options, str(number)]
        if type in (T.SEAT, T.SIDE, T.BUILD):
            return []
        words = {
            T.CARD: world.faces + world.extras,
            T.ITEM: world.faces,
            T.RANK: world.court,
            T.SUIT: world.suits,
            T.COLOUR: world.colours,
            T.MARK: world.marks,
            T.PLACE: PLACES,
            T.AWARD: world.awards,
        }.get(type)
        return rng.sample(words, min(len(words), 3)) if words else [self.small_set(type)]

    def some_set(self, place: Place) -> Type:
        return self.rng.choice([s for s in self.world.sets if s is not T.BUILDS or "state" in place.offers])

    def small_set(self, type: Type) -> str:
        """A set written out, or one that every position has."""
        rng, world = self.rng, self.world
        if type is T.VALUES:
            low = rng.randint(0, 12)
            return rng.choice([f"{{{low}..{low + rng.randint(0, 6)}}}", f"{{{low}, {rng.randint(1, 20)}}}"])
        words = {
            T.CARDS: world.faces,
            T.ITEMS: world.faces,
            T.RANKS: world.court,
            T.SUITS: world.suits,
            T.COLOURS: world.colours,
            T.MARKS: world.marks,
        }.get(type, ())
        if words:
            return "{" + ", ".join(rng.sample(words, min(len(words), rng.randint(1, 4)))) + "}"
        return {T.SEATS: "seats", T.SIDES: "sides", T.BUILDS: "builds"}[type]

    def name(self) -> str:
        self.fresh += 1
        return f"x{self.fresh}"

    # ---- forms of every type

    def call(self, type: Type, place: Place, depth: int, sure: bool) -> str | None:
        world = self.world
        rows = [(r.word, r.params) for r in self.rows(type, place, sure) if r.params]
        may = not (sure and type in HOLDS_NOTHING)
        if may:
            rows += [(n, p) for n, (p, r, needs) in world.terms.items() if r is type and p and needs in place.offers]
        rows += [
            (name, (T.CARD if held is T.INT else T.ITEM,))
            for name, held in world.attributes.items()
            if held is type and (may or held is not T.MARK)
        ]
        if "state" in place.offers and may:
            owned = ((n, of) for n, (of, held) in world.memory.items() if held is type)
            rows += [(name, (OWNERS[of],)) for name, of in owned if of in OWNERS]
        if type is T.CARDS and "state" in place.offers and not self.inside:
            rows += [(name, (OWNERS[of],)) for name, (of, _) in world.zones.items() if of in OWNERS]
        # what nothing makes nothing of is made of what is sure to be there, where it has to be sure itself
        strict = sure and (type is T.INT or type in HOLDS_NOTHING)
        rows = [
            (word, params)
            for word, params in rows
            if not (strict or word in world.terms) or all(self.certain(p, place) for p in params)
        ]
        if not rows:
            return None
        word, params = self.rng.choice(rows)
        args = [self.grow(p, place, depth, strict or word in world.terms or p is T.INT) for p in params]
        if word == "value" and params == (T.ITEM,):  # of a build alone it would be a number
            args = [f"or_else({args[0]}, {self.rng.choice(world.faces)})"]
        return f"{word}({', '.join(args)})"

    def choice(self, type: Type, place: Place, depth: int, sure: bool) -> str:
        then, other = (self.grow(type, place, depth, sure) for _ in range(2))
        if then == other == "none":
            return then
        return f"({then} if {self.grow(T.BOOL, place, depth)} else {other})"

    def look(self, type: Type, place: Place, depth: int, sure: bool) -> str:
        word = self.rng.choice(sorted({"before", "after"} & place.offers))
        seen = self.grow(type, place, depth, sure)
        return seen if seen == "none" else f"{word}({seen})"  # `none` has a type only where it stands by itself

    def or_else(self, type: Type, place: Place, depth: int) -> str | None:
        if not self.certain(type, place):
            return None
        other = self.leaf(type, place) if type is not T.INT else self.grow(type, place, depth)
        return f"or_else({self.grow(type, place, depth, sure=False)}, {other})"

    def certain(self, type: Type, place: Place) -> bool:
        """Whether there is a leaf of this type that is never nothing."""
        if type not in HOLDS_NOTHING:
            return True
        if type is T.ITEM and not self.literals(T.CARD):
            return False
        if type is T.SIDE and "state" in place.offers:
            return True
        return bool(self.names(type, place) or self.literals(type) or self.plain(type, place, sure=True))

    def beside(self, left: str, type: Type, place: Place, depth: int) -> str:
        """The other side of an operator; now and then the same again, which laws of the normal form speak of."""
        return left if self.rng.random() < 0.1 else self.grow(type, place, depth)

    # ---- yes or no

    def logic(self, type: Type, place: Place, depth: int) -> str:
        word = self.rng.choice(["and", "or", "implies", "not"])
        left = self.grow(T.BOOL, place, depth)
        return f"(not {left})" if word == "not" else f"({left} {word} {self.beside(left, T.BOOL, place, depth)})"

    def compare(self, type: Type, place: Place, depth: int) -> str:
        rng = self.rng
        if rng.random() < 0.15:
            compared = rng.choice(SAME)
            left = self.grow(compared, place, depth)
            right = self.beside(left, compared, place, depth)
            return f"({left} {rng.choice(['=', '!='])} {right})"
        compared = rng.choice(self.compared(place))
        if compared is T.INT and rng.random() < 0.6:
            sign = rng.choice(["<", "<=", ">", ">="])
            left = self.grow(T.INT, place, depth)
            return f"({left} {sign} {self.beside(left, T.INT, place, depth)})"
        left, right = (self.grow(compared, place, depth, sure=False) for _ in range(2))
        if compared is T.RANK and not left.isalnum() and rng.random() < 0.5:
            right = rng.choice(self.world.ranks)
        return f"({left} {rng.choice(['=', '!='])} {right})"

    def compared(self, place: Place) -> list[Type]:
        """The types of single things that there are here."""
        found = [t for t in COMPARED if t is not T.BUILD or "state" in place.offers]
        return [*found, T.MARK] if self.world.marks else found

    def words(self, type: Type, place: Place, depth: int) -> str | None:
        """What only compares with words: kinds, actions, options that are words."""
        rng, world = self.rng, self.world
        found = [(name, world.choices[name]) for name in world.choices]
        if "play" in place.offers:
            found += [("kind", KINDS), ("kind", KINDS), ("action", world.actions)]
        if not found:
            return None
        subject, known = rng.choice(found)
        if subject in ("kind", "action") and rng.random() < 0.4:
            several = rng.sample(known, min(len(known), 2))
            return f"({subject} {rng.choice(['in', 'not in'])} {{{', '.join(several)}}})"
        return f"({subject} {rng.choice(['=', '!='])} {rng.choice(known)})"

    def member(self, type: Type, place: Place, depth: int) -> str:
        rng = self.rng
        whole = self.some_set(place)
        sign = rng.choice(["in", "in", "not in"])
        left = self.grow(ELEMENT[whole], place, depth, sure=whole is T.VALUES)
        left = left if left != "none" else self.leaf(ELEMENT[whole], place)
        if whole is T.RANKS and rng.random() < 0.5 and not left.isalnum():
            low, high = sorted(rng.sample(range(len(self.world.ranks)), 2))
            ranks = self.world.ranks
            return f"({left} {sign} {{{ranks[low]}..{ranks[high]}, {rng.choice(ranks)}}})"
        return f"({left} {sign} {self.grow(whole, place, depth)})"

    def known(self, type: Type, place: Place, depth: int) -> str:
        asked = self.rng.choice(self.compared(place))
        return f"known({self.grow(asked, place, depth, sure=False)})"

    # ---- numbers

    def sum(self, type: Type, place: Place, depth: int) -> str:
        sign = self.rng.choice(["+", "+", "-", "-", "*", "div", "mod", "^", "negative"])
        left = self.grow(T.INT, place, depth)
        return f"(-{left})" if sign == "negative" else f"({left} {sign} {self.beside(left, T.INT, place, depth)})"

    def count(self, type: Type, place: Place, depth: int) -> str:
        return f"count({self.grow(self.some_set(place), place, depth)})"

    def quantifier(self, type: Type, place: Place, depth: int) -> str:
        row = self.rng.choice([r for r in QUANTIFIERS if r.result is type])
        word, body = row.word, row.params[1]
        return f"{word}({self.over(self.some_set(place), body, place, depth)})"

    def over(self, whole: Type, body: Type, place: Place, depth: int) -> str:
        """``name in set | body``."""
        variable = self.name()
        source = self.grow(whole, place, depth)
        self.inside += 1
        inner = self.grow(body, place.bind(variable, ELEMENT[whole]), depth if self.inside < 3 else 0)
        self.inside -= 1
        asked = crc32(inner.encode())  # so that nothing else is drawn otherwise
        if body is T.BOOL and whole in (T.ITEMS, T.CARDS) and "state" in place.offers and not asked % 6:
            where = ("builds", "loose", "table")[asked // 6 % 3] if whole is T.ITEMS else "loose"
            inner = f"({variable} in {where} and {inner})"
        return f"{variable} in {source} | {inner}"

    def grouped(self, type: Type, place: Place, depth: int) -> str | None:
        """A question about groups: of few items, or by a total."""
        if self.inside or "state" not in place.offers:
            return None
        rng, variable = self.rng, self.name()
        row = next(r for r in GROUP_QUANTIFIERS if r.result is type)
        whole = rng.choice([T.CARDS, T.CARDS, T.ITEMS, T.BUILDS])
        source = rng.choice({T.CARDS: ["loose", "loose"], T.ITEMS: ["table"], T.BUILDS: ["builds"]}[whole])
        source = source if rng.random() < 0.7 else self.grow(whole, place, 1)
        self.inside = 3
        inner = place.bind(variable, whole)
        total = f"{self.grow(T.INT, place, 0) if rng.random() < 0.4 else rng.randint(5, 25)} in total({variable})"
        test = self.grow(T.BOOL, inner, 1)
        self.inside = 0
        condition = rng.choice([total, total, f"{total} and {test}", f"{test} and {total}", test])
        return f"{row.word}(group {variable} of {source} | {condition})"

    # ---- sets and their members

    def first(self, type: Type, place: Place, depth: int) -> str:
        return f"first({self.over(SET_OF[type], T.BOOL, place, depth)})"

    def filter(self, type: Type, place: Place, depth: int) -> str:
        return f"{{{self.over(type, T.BOOL, place, depth)}}}"

    def union(self, type: Type, place: Place, depth: int) -> str:
        left = self.grow(type, place, depth)
        return f"({left} {self.rng.choice(['+', '-'])} {self.beside(left, type, place, depth)})"

    def enumerated(self, type: Type, place: Place, depth: int) -> str:
        rng = self.rng
        sure = type is T.VALUES
        members = [self.grow(ELEMENT[type], place, depth, sure) for _ in range(rng.randint(1, 3))]
        if type is T.VALUES and rng.random() < 0.4:
            low, high = rng.randint(0, 9), self.grow(T.INT, place, depth)
            members.append(f"{min(low, int(high)) if high.isdecimal() else low}..{high}")  # the other way is refused
        cards = [*self.names(T.CARD, place), *(["card"] if "card" in place.offers - place.barred else [])]
        if cards and self.world.copies > 1 and type in (T.CARDS, T.ITEMS) and rng.random() < 0.5:
            # very cards, and faces beside them: in a pack with twins not the same
            members = [rng.choice(cards), *rng.sample(self.world.faces, rng.randint(0, 1))]
            rng.shuffle(members)
        if members[0] == "none":  # the first member says what the set is of
            return self.small_set(type)
        return "{" + ", ".join(members) + "}"
