"""Why a play is refused, as one would say it at the table. Everything `why` says is put together here.

Cards are written as on the command line (`9s`), a build as `the build of 8`, the player who is to move is `you`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from cassino_dsl.describe.acting import Acting
from cassino_dsl.describe.clauses import literal_numbers
from cassino_dsl.describe.english import Noun, joined, numeral, ranges, sentence, spoken, title
from cassino_dsl.describe.fits import fit
from cassino_dsl.describe.pattern import like
from cassino_dsl.describe.phrases import Phrases
from cassino_dsl.describe.remembered import OWNER
from cassino_dsl.ruleset.expr import Call, Expr, Literal, Quantified, Type
from cassino_dsl.ruleset.model import Action, Part
from cassino_dsl.ruleset.operators import ANY, MEMORIES
from cassino_dsl.ruleset.words import AFTER, BEFORE, ME, US

_KINDS = {"capture": "nothing is captured", "build": "nothing is built", "trail": "no card is trailed"}
_LONG = 24  # words of what is missing that nobody wants to read: the author's own words lead there
_MOMENTS = {AFTER: "after the play ", BEFORE: "before the play "}
# of a comparison that fails: how the number stands to the other
_SIGNS = {"=": "not {}", "<": "not less than {}", "<=": "more than {}", ">": "not more than {}", ">=": "less than {}"}


@dataclass(frozen=True, slots=True)
class Core:
    """The part of a condition that decides it, and that it holds, or does not. ``names``: what bound names stand for.
    ``plain``: the same with the numbers that are known put in. ``left``: the number that is compared, where it is.
    ``moment``: `after(…)` or `before(…)`, where it is asked then. ``stays``: a card that is played and would have made
    it hold in the hand; ``of_hand``: the name and the test by which cards of the hand are asked for."""

    expr: Expr
    plain: Expr
    holds: bool
    names: Mapping[str, str] = field(default_factory=dict)
    left: int | None = None
    moment: object = None
    stays: str = ""
    of_hand: tuple[str, Expr] | None = None


@dataclass(frozen=True, slots=True)
class Told:
    """A play as it is told: the cards played, what is taken (each item by its name), the value announced, and of plays
    that are neither capture, build nor trail the name of the action. ``raised``: the builds in it that get another
    value."""

    kind: str
    cards: tuple[str, ...]
    items: tuple[str, ...]
    value: int | None
    name: str = ""
    raised: tuple[str, ...] = ()


def refused(what: str, because: str, by: str, place: str, about: str = "") -> str:
    """The one or two sentences of `why`. ``by``: the name of the rule; ``about``: what its author says of it."""
    lead = f"{sentence(' '.join(about.split()))} " if about else ""
    return f"{lead}{_upper(what)}: {because}{_named(_quoted(by), place)}."


def stated(fact: str) -> str:
    """A reason that is no clause of the file: `9s is not in your hand.`"""
    return sentence(fact)


def allowed(play: Told, action: str, place: str) -> str:
    """Which action allows a legal play."""
    by = "" if play.kind == "other" else f", by “{title_of(action)}”"  # else its name is said already
    return f"{_upper(may(play))}{by}{_named(place)}."


def may(play: Told, no: bool = False) -> str:
    """`9s may take Ac and the build of 8`; ``no``: that it may not."""
    may_ = "may not" if no else "may"
    does = _does(play)
    if does is not None:
        return f"{joined(play.cards) or 'you'} {may_} {does}"
    with_cards = f" with {joined(play.cards)}" if play.cards else ""
    value = f" {play.value}" if play.value else ""
    taking = f", taking {joined(play.items)}" if play.items else ""
    return f"you {may_} choose “{title_of(play.name)}{value}”{with_cards}{taking}"


def better(play: Told, than: Told) -> str:
    """What goes before a play, after `9s may not take Ac`: `while it can take 9d`."""
    does = _does(play)
    if does is None:
        return f"while you can choose “{title_of(play.name)}”"
    who = "it" if play.cards == than.cards and len(play.cards) == 1 else joined(play.cards) or "you"
    return f"while {who} can {does}"


def _does(play: Told) -> str | None:
    """What the card does in a play: `take Ac`, `be trailed`. None where a play is known by the name of its action."""
    items = joined(play.items)
    if play.kind == "capture":
        return f"take {items}" if items else "capture"
    if play.kind == "build" and play.raised:
        others = joined([item for item in play.items if item not in play.raised])
        return f"make {joined(play.raised)} a build of {play.value}{f' with {others}' if others else ''}"
    if play.kind == "build":
        return f"build {play.value}{f' with {items}' if items else ''}"
    return "be trailed" if play.kind == "trail" else None


def overruled(play: Told, over: Told, by: str, place: str) -> str:
    """A play that a preference takes away for the sake of another."""
    return f"{_upper(may(over, no=True))} {better(play, over)}{_named(_quoted(by), place)}."


def _named(*names: str) -> str:
    """A clause by its name and its place, where they are to be said."""
    said = ", ".join(filter(None, names))
    return f" ({said})" if said else ""


def _quoted(name: str) -> str:
    return f"“{spoken(name)}”" if name else ""


# ---- what no clause says


def round_over(match: bool) -> str:
    return f"the {'match' if match else 'round'} is over, and nobody plays any more"


def not_in_hand(missing: Sequence[str], hand: Sequence[str]) -> str:
    there = f"you hold {joined(hand)}" if hand else "your hand is empty"
    return f"{joined(missing)} {'is' if len(missing) == 1 else 'are'} not in your hand: {there}"


def no_such_card(faces: Sequence[str]) -> str:
    return f"there is no card {joined(faces, 'or')} in this game"


def elsewhere(card: str, place: str) -> str:
    """A card that cannot be taken because it lies somewhere else; ``place``: `in your hand`, or nothing."""
    return f"{card} is {place}, not on the table" if place else f"{card} is not on the table"


def of_a_build(cards: Sequence[str], build: str) -> str:
    return f"{joined(cards)} {'lies' if len(cards) == 1 else 'lie'} in {build}, which is taken whole or not at all"


def no_such_kind(kind: str, name: str) -> str:
    return f"{_KINDS[kind]} in this game" if kind in _KINDS else f"there is no “{title_of(name)}” in this game"


def not_done(plain_end: bool, next_actions: Sequence[str]) -> str:
    """Why a turn does not end; ``plain_end``: nothing is played or taken with it."""
    listed = joined([f"“{title_of(a)}”" for a in next_actions], "or")
    if not plain_end:
        return "a turn ends without a card: say “done” alone"
    return f"your turn cannot end here: {f'now there is {listed}' if listed else 'nothing has been done yet'}"


def not_now(action: str, next_actions: Sequence[str]) -> str:
    """A play whose step does not come now."""
    listed = joined([f"“{title_of(a)}”" for a in next_actions], "or")
    if not next_actions:
        return f"“{title_of(action)}” is for another moment of a turn"
    return f"“{title_of(action)}” is for another moment of a turn; now there is {listed}"


def in_debt(builds: Sequence[str], action: str) -> str:
    """A play after which what is owed could no longer be captured."""
    what = joined(builds) or "what is built"
    return f"{what} has to be taken in this same turn by “{title_of(action)}”, and then it could not be"


def must_stay(card: str) -> str:
    return f"{card} must stay in hand"


# ---- what an action asks


class Refusals:
    """Says what stands in the way of plays of one ruleset."""

    def __init__(self, say: Phrases) -> None:
        self.say = say

    def named(self, names: Mapping[str, str]) -> Phrases:
        say = self.say
        for name, phrase in names.items():
            say = say.bound(name, phrase)
        return say

    def played(self, action: Action) -> str:
        """How many cards, and which, an action is played with."""
        words = Acting(self.say, action).played()
        asked = words[:1].lower() + words[1:] if words.startswith(("Play", "Turn")) else "play no card"
        return f"for “{title_of(action.name)}” you {asked}"

    def takes_one(self, action: Action, part: Part) -> str:
        """What a part takes one of, for somebody who wants it to take several."""
        what = self.say.members(part.source)
        return f"“{title_of(action.name)}” takes only one {f'set of {what.plural}' if part.groups else what.one}"

    def lacks(self, action: Action, part: Part, names: Mapping[str, str]) -> str:
        """What a part would have to take besides."""
        acting = Acting(self.say, action)
        for name, phrase in names.items():
            acting.say = acting.say.bound(name, phrase)
        name, text = title_of(action.name), acting.taking.needed(part)
        if len(text.split()) > _LONG and action.about:
            return f"that is no “{name}”, by which {' '.join(action.about.split())}"
        return f"“{name}” also needs {text}, and that is missing"

    def takes_nothing(self, action: Action) -> str:
        return f"“{title_of(action.name)}” takes nothing"

    def takes_something(self, action: Action) -> str:
        return f"“{title_of(action.name)}” has to take something from the table"

    def also(self, items: Sequence[str], maximal: bool) -> str:
        """What a part must not leave."""
        has = "has" if len(items) == 1 else "have"
        return f"{joined(items)} {has} to be taken too{', for nothing that fits may be left' if maximal else ''}"

    def makes(self, items: Sequence[str], card: str, totals: Sequence[int], wanted: int) -> str:
        """A sum that is another; ``card``: the card played, where it belongs to the sum."""
        whole = [*items, card] if card else list(items)
        does = "counts" if len(whole) == 1 else "make"
        return f"{joined(whole)} {does} {ranges(totals)}, not {wanted}"

    def no_number(self, items: Sequence[str]) -> str:
        """Cards that no sum can be made with."""
        return f"{joined(items)} {'counts' if len(items) == 1 else 'count'} for no number and cannot be part of a sum"

    def no_build_in_a_sum(self) -> str:
        return "a build cannot be part of a sum in this game"

    def wrong_value(self, build: str, value: int, wanted: int) -> str:
        """A build that cannot be taken by a card; ``build``: as it is called, or `it`."""
        return f"{build} is taken by {_an(value)}, not by {_an(wanted)}"

    def other_value(self, build: str, value: int, wanted: int) -> str:
        """A build that cannot go into another of another value."""
        return f"{build} counts {value}, not {wanted}"

    def nobody_there(self, source: Expr, names: Mapping[str, str]) -> str:
        """A name of an action that can stand for nothing."""
        say = self.named(names)
        found = like(source, ("value", "?c", "?place"))
        if found is not None and found["?c"].type is Type.CARD:
            return self.no_number([say.thing(found["?c"])])
        if found is not None:
            return f"no {say.members(found['?c']).singular} counts for a number"
        return f"there is no {say.members(source).singular}"

    def not_announced(self, value: int, source: Expr, could: Sequence[int], names: Mapping[str, str]) -> str:
        """A value that a build cannot get; ``could``: those that it can."""
        say = self.named(names)
        found = like(source, ("value", "?c", "?place"))
        other = f"; the value could be {ranges(could)}" if could else ""
        if found is not None and found["?c"].type is Type.CARDS:
            return f"no {say.members(found['?c']).singular} counts {value}{other}"
        if found is not None or not could:
            return f"{value} cannot be the value{other}"
        return f"the value must be {ranges(could)}, not {value}"

    # ---- conditions

    def clause(self, cores: Sequence[Core]) -> str:
        """What decides a condition, as a clause."""
        return ", and ".join(self._core(core) for core in cores)

    def stays(self, cores: Sequence[Core]) -> str:
        """`7s must stay in hand: it is the only card there that …`, where that is what is asked; else nothing."""
        core = next((c for c in cores if c.stays), None)
        if core is None or core.of_hand is None:
            return ""
        name, test = core.of_hand
        say = self.named(core.names)
        found = like(test, ("in", ("value", "?b"), ("value", "?c", "?place")))
        if found is not None and found["?b"].type in (Type.BUILD, Type.ITEM):
            return f"it is your only card that can take {say.thing(found['?b'])}"
        return f"it is your only {fit(say, Noun('card', 'cards'), name, test).singular}"

    def _core(self, core: Core) -> str:
        say = self.named(core.names)
        text = self._yours(core, say) or _of_value(core, say) or self._compared(core, say) or _run(core, say)
        text = text or say.condition(core.plain, core.holds)
        say.notes.clear()
        return _MOMENTS.get(core.moment, "") + text if not text.startswith(tuple(_MOMENTS.values())) else text  # type: ignore[call-overload]

    def _yours(self, core: Core, say: Phrases) -> str:
        """Whose a thing is that the variant remembers somebody of: `the build of 7 is yours`."""
        expr, nothing = core.expr, False
        if isinstance(expr, Quantified) and expr.row is ANY and like(expr.source, ("taken",)) is not None:
            expr, nothing = expr.body, True
        found = like(expr, ("=", ("side", "?m"), "?who")) or like(expr, ("=", "?m", "?who"))
        if found is None or (nothing and core.holds):
            return ""
        memory, who = found["?m"], found["?who"]
        if not (isinstance(memory, Call) and memory.row in MEMORIES):
            memory, who = who, memory
        if not (isinstance(memory, Call) and memory.row in MEMORIES and len(memory.args) == 1):
            return ""
        if memory.args[0].type not in (Type.BUILD, Type.ITEM) or not (isinstance(who, Call) and who.row in (ME, US)):
            return ""
        if memory.name != OWNER:
            role, yes = f"the {spoken(memory.name)} of {say.thing(memory.args[0])}", "" if core.holds else "not "
            mine = who.row is ME or say.table.alone
            return "" if nothing else f"you are {yes}{role}" if mine else f"{role} is {yes}of your side"
        yours = "yours" if who.row is ME or say.table.alone else "your side's"
        if nothing:
            return f"nothing that is taken is {yours}"
        return f"{say.thing(memory.args[0])} is {'' if core.holds else 'not '}{yours}"

    def _compared(self, core: Core, say: Phrases) -> str:
        """A number that is another than it has to be."""
        expr = core.plain
        if core.left is None or core.holds or not isinstance(expr, Call):
            return ""
        left, right = expr.args
        build = like(left, ("groups", "?b"))
        if build is not None:
            return f"{say.thing(build['?b'])} has {numeral(core.left)} group{'' if core.left == 1 else 's'}"
        subject = say.number(left)
        if expr.row.sign == "in":
            numbers = literal_numbers(right)
            return f"{subject} is {core.left}, not {ranges(numbers, 'or')}" if numbers else ""
        wanted = _SIGNS.get(expr.row.sign)
        if wanted is None or isinstance(left, Literal) or like(right, 0) is not None:
            return ""
        return f"{subject} is {core.left}, {wanted.format(say.number(right))}"


def _of_value(core: Core, say: Phrases) -> str:
    """What the value of a build is, or that there is one of a value."""
    found = like(core.expr, ("=", ("value", "?b"), "?v"))
    if found is None or found["?b"].type is not Type.BUILD:
        return ""
    build = say.thing(found["?b"])
    return f"{build} is there already" if core.holds else f"{build} does not count {say.number(found['?v'])}"


def _run(core: Core, say: Phrases) -> str:
    """That cards are a run, or are none."""
    found = like(core.expr, ("run", "?g"))
    return "" if found is None else f"{say.all_of(found['?g'])} {'make' if core.holds else 'do not make'} a run"


def title_of(name: str) -> str:
    """The name of an action as a word: `Add to take`; without what Markdown would need."""
    return title(name).replace("\\", "")


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def _an(value: int) -> str:
    return f"an {value}" if value in (8, 11, 18) else f"a {value}"
