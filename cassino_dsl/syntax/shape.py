"""What a variant file may say: every key, what stands under it, and one line about it.

The checker and the JSON Schema for editors are both made from this table, and nothing else says
which keys exist.
"""

from __future__ import annotations

from dataclasses import dataclass

from cassino_dsl.ruleset.happenings import EVENTS


@dataclass(frozen=True, slots=True)
class Text:
    """A scalar. ``reads`` names what is in it (a start rule of the grammar, ``text``, ``int``, ``names``,
    ``cards``); ``words`` lists the only words allowed; ``such``: where it is one number, what it may be."""

    reads: str
    words: tuple[str, ...] = ()
    such: str = ""


@dataclass(frozen=True, slots=True)
class Key:
    name: str
    shape: Shape
    about: str
    required: bool = False


@dataclass(frozen=True, slots=True)
class Fields:
    """A mapping with known keys; ``rest``: what stands under any other, whose reader says which there may be."""

    keys: tuple[Key, ...]
    rest: Text | None = None

    def names(self) -> list[str]:
        return [k.name for k in self.keys]


@dataclass(frozen=True, slots=True)
class Named:
    """A mapping whose keys are the author's names; ``names``: ``identifier``, ``text`` or a start rule."""

    shape: Shape
    names: str


@dataclass(frozen=True, slots=True)
class Either:
    """A text or a mapping."""

    text: Text
    other: Shape


@dataclass(frozen=True, slots=True)
class Many:
    """One of these, or a list of them."""

    shape: Shape
    single: bool = True


Shape = Text | Fields | Named | Either | Many


def _number(such: str) -> Text:
    return Text("expression", such=such)


TEXT = Text("text")
EXPRESSION = Text("expression")
EFFECTS = Many(Text("effect"))
NAMES = Many(Text("names"))
CARDS = Text("cards")
BOOL = Text("bool", ("true", "false"))
ABOUT = Key("about", TEXT, "what this is for, for people; shown in rulebooks and messages")
BEFORE = Key("before", TEXT, "in a file that extends another: the clause of the base before which this one stands")

OPTION = Fields(
    (
        Key("is", Text("word", ("int", "bool", "word")), "the type of the option", True),
        Key("default", TEXT, "its value unless `--set` chooses another", True),
        Key("from", Text("int"), "the smallest number allowed"),
        Key("to", Text("int"), "the largest number allowed"),
        Key("choices", NAMES, "the words to choose from; for numbers that are not all of a range, those there are"),
        Key("selects", Named(NAMES, "text"), "house rules that a value lays on, by value"),
        ABOUT,
    )
)

PACK = Fields(
    (
        Key("base", Text("word", ("french", "italian", "spanish")), "a known pack to start from"),
        Key("ranks", NAMES, "the ranks in order, where they differ from the base"),
        Key("copies", Text("int"), "how many packs are shuffled together"),
        Key("remove", CARDS, "cards taken out before play"),
        Key("extras", NAMES, "further cards without a suit, such as jokers, each by a name of its own"),
    )
)

DEAL = Fields(
    (
        Key("hand", _number("4"), "cards to each hand in the first deal of a round; `me` is who gets them", True),
        Key("table", _number("4"), "cards face up to the table in the first deal (default 0)"),
        Key(
            "zones",
            Named(_number("1"), "identifier"),
            "cards to zones of the file in the first deal; `me`, `us`: whose it is",
        ),
        Key("later", _number("4"), "cards to each hand when all hands are empty (default: as `hand`); 0: never"),
        Key("batch", _number("1"), "how many cards are handed out at a time (default 1)"),
    )
)

CALLED = Fields(
    (
        Key("one", TEXT, "one of them: `scopa`", True),
        Key("many", TEXT, "several: `scope`", True),
    )
)

MEMORY = Fields(
    (
        Key("of", Text("word", ("match", "side", "seat", "build")), "whose it is: one value for each (default match)"),
        Key(
            "is",
            Text("word", ("int", "bool", "card", "cards", "rank", "suit", "seat", "side", "numbers")),
            "the type of what is remembered",
            True,
        ),
        Key("resets", Text("word", ("match", "round", "deal", "turn")), "when it starts anew (default round)"),
        Key("starts", EXPRESSION, "its first value (default 0, false or nothing)"),
        Key("becomes", EXPRESSION, "of builds: its value whenever a play makes or changes the build"),
        Key("seen", EXPRESSION, "all, none, own, or when `me` sees it, of `s` or of build `b` (default all)"),
        Key("called", CALLED, "of a count: what people call one of what is counted, and several"),
        ABOUT,
    )
)

ZONE = Fields(
    (
        Key("of", Text("word", ("match", "side", "seat")), "whose it is: one for each (default match)"),
        Key("captured", BOOL, "what lies there is captured: plays that go there are captures, and awards count it"),
        ABOUT,
    )
)

ACTION = Fields(
    (
        Key("play", Text("played"), "the cards that leave the hand: `card`, `2 cards`, `none`, `stock card` …", True),
        Key("let", Named(EXPRESSION, "identifier"), "names that range over the members of a set"),
        Key(
            "take", Named(Text("part"), "identifier"), "what is taken, part by part; all parts together take something"
        ),
        Key("to", Text("target"), "where the cards go: `pile`, `build v`, `table`, `hand`, a zone …"),
        Key("when", EXPRESSION, "a condition on the play"),
        Key("do", EFFECTS, "effects of this action, before any event"),
        Key("step", TEXT, "the step of the turn pattern that this action can be (default `play`)"),
        Key("owes", TEXT, "the action that must capture, in the same turn, what this one builds"),
        Key("sensible", EXPRESSION, "simulated players choose this only when the condition holds"),
        ABOUT,
        BEFORE,
    )
)

RULE = Fields(
    (
        Key("must", EXPRESSION, "what holds of every legal play", True),
        Key("price", EFFECTS, "with a price, breaking the rule is legal and has these effects"),
        ABOUT,
        BEFORE,
    )
)

PREFERENCE = Fields(
    (
        Key("prefer", EXPRESSION, "where a play satisfies this …"),
        Key("over", EXPRESSION, "… plays that satisfy this are not legal (default: all that do not satisfy `prefer`)"),
        Key("least", _number("count(taken)"), "only plays with the least of this number stay"),
        Key("most", _number("count(taken)"), "only plays with the most of this number stay"),
        Key("among", EXPRESSION, "the plays that `least` or `most` compares (default all)"),
        Key(
            "per", Text("word", ("turn", "card")), "compare all plays of the turn, or those of each card (default turn)"
        ),
        ABOUT,
        BEFORE,
    )
)

EVENT = Fields(
    (
        Key("on", Text("word", EVENTS), "what has happened", True),
        Key("when", EXPRESSION, "a condition, seen after it has happened; `before(…)` looks back"),
        Key("do", EFFECTS, "what follows", True),
        ABOUT,
        BEFORE,
    )
)

AWARD = Fields(
    (
        Key("points", _number("1"), "how many points (for `each`: per card)", True),
        Key(
            "most",
            _number("count(pile)"),
            "given to the side for which this number is highest, of those for which `if` holds",
        ),
        Key("each", Text("selector"), "given for each captured card that the selector fits"),
        Key("if", EXPRESSION, "given to a side for which this holds"),
        Key(
            "tie",
            Either(
                Text("word", ("nobody", "split")),
                Fields(
                    (
                        Key("each", _number("1"), "points to each of the tied sides"),
                        Key("by", _number("count(pile)"), "the number that decides between the tied sides"),
                    )
                ),
            ),
            "who gets `most` when several sides tie (default nobody)",
        ),
        Key("round", Text("word", ("up", "down")), "how an uneven split is rounded"),
        Key("called", TEXT, "what people call it, where that is not its name: `Scope`"),
        ABOUT,
        BEFORE,
    )
)

MATCH = Fields(
    (
        Key("target", _number("21"), "points that end the match"),
        Key("rounds", _number("1"), "how many rounds the match has"),
        Key("over", EXPRESSION, "a condition, seen after each round, that ends the match"),
        Key(
            "counting", Text("word", ("totals", "race")), "all awards and then compare, or award by award to the target"
        ),
        Key(
            "each",
            Text("word", ("round over", "captured")),
            "when awards for `each` card are given (default round over)",
        ),
        Key("winner", EXPRESSION, "which score wins, `highest` (default) or `lowest`; or a number: the highest wins"),
        Key("tie", Text("word", ("another round", "draw", "playoff")), "what follows a tie (default another round)"),
        Key("playoff", _number("11"), "for `tie: playoff`: scores start anew and this is the target"),
        Key("leads", EXPRESSION, "who leads the next round (default `next(leader)`)"),
        Key(
            "stuck",
            Text("word", ("never", "allowed")),
            "whether a round may end with cards in hands or stock because every seat passes (default never)",
        ),
        Key("half_points", BOOL, "whether all points that the file speaks of are half points (default false)"),
        ABOUT,
    )
)

VISIBLE = Fields(
    (
        Key("hands", EXPRESSION, "own, all, none, or when `me` sees card `c` of the hand of `s`"),
        Key("piles", EXPRESSION, "none, top, own …, or when `me` sees card `c` of the pile of `s`"),
        Key("stock", EXPRESSION, "none, next, bottom, all, or when `me` sees its card `c` (default none)"),
        Key("table", EXPRESSION, "all, none …, or when `me` sees the loose card `c` (default all)"),
    ),
    EXPRESSION,
)

BUILD = Fields(
    (
        Key("value", Text("int"), "its announced value", True),
        Key("groups", Many(CARDS, single=False), "the cards of each group", True),
    )
)

POSITION_KEYS = (
    Key("seats", Text("int"), "how many seats"),
    Key("turn", Text("int"), "the seat to move"),
    Key("dealer", Text("int"), "the seat that dealt"),
    Key("hand", CARDS, "the hand of the seat to move"),
    Key("hands", Named(CARDS, "text"), "hands by seat"),
    Key("table", CARDS, "loose cards"),
    Key("builds", TEXT, "builds on the table"),
    Key("piles", Named(CARDS, "text"), "piles by side, bottom to top"),
    Key("stock", TEXT, "the stock, next card first; or how many cards"),
    Key("aside", CARDS, "cards out of play"),
    Key(
        "zones",
        Named(TEXT, "identifier"),
        "the file's own zones by name, bottom to top; by side or seat where they are",
    ),
    Key("scores", TEXT, "scores by side"),
    Key("memory", TEXT, "what the variant remembers"),
    Key("round", Text("int"), "the number of the round"),
    Key("deals", Text("int"), "how many deals the round has had"),
    Key("turns", Text("int"), "how many turns the round has had"),
    Key("redeals", Text("int"), "how often the round was dealt anew"),
    Key("chances", Text("int"), "how often chance has decided something in the round"),
    Key("redeal", BOOL, "whether the cards are to be dealt anew"),
    Key("passes", Text("int"), "how many seats in a row have passed"),
    Key("points", TEXT, "points of this round so far, by award and side"),
    Key("seat", Text("int"), "the seat whose turn it is, while others decide"),
    Key("asks", TEXT, "decisions that seats are asked for, first the one that is due"),
    Key("steps", TEXT, "steps already made in this turn"),
    Key("owes", TEXT, "the action that has to capture the builds that are owed"),
)

EXPECTED = Fields(
    (
        Key("captures", Named(Many(TEXT), "text"), "by card played: all capture sets, and no others"),
        Key("builds", Named(Many(TEXT), "text"), "by card played: all builds, as `7 with 3c 4d`, and no others"),
        Key("trails", TEXT, "all cards that may be trailed"),
        Key("plays", Many(TEXT), "all plays"),
        Key("legal", Many(TEXT), "plays that are legal"),
        Key("illegal", Many(TEXT), "plays that are not"),
        Key("others", Many(TEXT), "all plays of kind other"),
        Key("after", Named(TEXT, "identifier"), "parts of the position after the play"),
        Key("sees", Named(TEXT, "text"), "by seat: what it sees of the position; hidden cards are counted"),
        Key("points", TEXT, "points of the round, by side"),
        Key("awards", TEXT, "awards by name and side"),
        Key("winner", TEXT, "the winning side, or `nobody`"),
        Key("size", Text("int"), "cards in the pack"),
    )
)

# each with a remark, where there is one: `7c takes 3c 4d: three and four make seven`
PLAYED = Many(Either(TEXT, Named(TEXT, "text")))

EXAMPLE = Fields(
    (
        Key("name", TEXT, "what the example shows", True),
        Key("source", TEXT, "where it comes from"),
        Key("set", Named(TEXT, "identifier"), "options that the example chooses"),
        Key("with", NAMES, "house rules that the example lays on"),
        *POSITION_KEYS,
        Key("play", PLAYED, "what is played before the expectations are looked at; rulebooks tell what is a list"),
        Key("expect", EXPECTED, "what must come out", True),
    )
)

VARIANT = Fields(
    (
        Key("dsl", Text("word", ("1",)), "the version of the language", True),
        Key("house", BOOL, "true in a house rule: a file that is laid over a variant"),
        Key("title", TEXT, "the name of the game, for people"),
        ABOUT,
        Key("source", TEXT, "where the rules come from"),
        Key("extends", TEXT, "the variant that this file patches, by name"),
        Key("with", NAMES, "house rules that belong to the variant"),
        Key("over", TEXT, "of house rules: the variant that the file's examples are played over"),
        Key(
            "needs",
            Named(TEXT, "text"),
            "of house rules: what must be there (`memory.owner: why`), or must not (`no awards.sweeps: why`)",
        ),
        Key(
            "replaces",
            NAMES,
            "of house rules: clauses of the variant that the file means to replace, as `rules.NAME`",
        ),
        Key("options", Named(OPTION, "identifier"), "parameters, chosen by `--set`"),
        Key("pack", Either(Text("word", ("french", "italian", "spanish")), PACK), "the cards"),
        Key("seats", Text("numbers"), "how many may play: `2`, `2..4`, `2, 3, 4, 6`"),
        Key("sides", _number("2"), "how many sides (default: as many as seats); seats take turns among them"),
        Key("direction", Text("word", ("clockwise", "counter-clockwise")), "in which order seats sit, for people"),
        Key("deal", DEAL, "how cards are dealt"),
        Key("values", Named(EXPRESSION, "selector"), "numbers that cards count for; the first row that fits decides"),
        Key(
            "terms", Named(Either(EXPRESSION, Named(EXPRESSION, "selector")), "binding"), "named expressions and tables"
        ),
        Key("effects", Named(EFFECTS, "binding"), "named effects, for any clause that does something"),
        Key("memory", Named(MEMORY, "identifier"), "what the variant remembers"),
        Key("zones", Named(ZONE, "identifier"), "places for cards beside hands, table, piles and stock"),
        Key("actions", Named(ACTION, "identifier"), "what a player may do"),
        Key("rules", Named(Either(EXPRESSION, RULE), "text"), "constraints over any play"),
        Key("preferences", Named(PREFERENCE, "text"), "filters over the legal plays, in order"),
        Key(
            "turn",
            Many(Text("pattern")),
            "the steps of a turn (default `play`); `base` is the turn of the file beneath",
        ),
        Key(
            "piles",
            Fields((Key("order", _number("1"), "newly captured cards `c` lie by this number, lowest at the bottom"),)),
            "how captured cards lie",
        ),
        Key("visible", VISIBLE, "who sees what, also of the file's own zones, by name (default all)"),
        Key("events", Named(EVENT, "text"), "what follows when something happens"),
        Key("awards", Named(AWARD, "identifier"), "the scoring table, in order"),
        Key("match", MATCH, "how rounds make a match"),
        Key("checks", Named(EXPRESSION, "text"), "what must hold after every round"),
        Key("wording", Named(Many(TEXT), "text"), "what the rulebook is to say instead of some of its sentences"),
        Key("examples", Many(EXAMPLE, single=False), "positions and what must come out"),
    )
)

REQUIRED_OF_VARIANTS = ("pack", "seats", "deal", "values", "actions", "awards", "match")
