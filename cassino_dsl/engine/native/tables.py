"""Prints the constants of a plan: sizes, tables of cards and actions, turn patterns, columns of results."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from cassino_dsl.engine.layout import POINTS_ZERO, layout_of
from cassino_dsl.engine.native.calls.sets import asked_one_by_one
from cassino_dsl.engine.native.printer import Printer
from cassino_dsl.engine.native.words import mask_literal
from cassino_dsl.engine.reference import limits
from cassino_dsl.engine.reference.rng import KINDS as KIND_CODES
from cassino_dsl.engine.reference.rng import mix, played_code, taken_code, text_code
from cassino_dsl.language.core.clause_order import reads_of, reads_of_awards, writes_of
from cassino_dsl.language.plan.automaton import Automaton
from cassino_dsl.language.plan.plan import Plan, PlannedAction
from cassino_dsl.language.ruleset import operators as op
from cassino_dsl.language.ruleset.cards import PLACES
from cassino_dsl.language.ruleset.expr import Call, Expr, Literal, Name, Quantified, Type, children, conjuncts
from cassino_dsl.language.ruleset.model import KINDS, Effect, every
from cassino_dsl.language.ruleset.numbers import LARGEST
from cassino_dsl.language.ruleset.row import Row
from cassino_dsl.language.ruleset.visible import hidden_memory
from cassino_dsl.language.ruleset.within import exprs_in
from cassino_dsl.language.ruleset.words import EVENT_OF_KIND, ROW, TOTAL

_TOTALS = (TOTAL, op.TOTALLING, ROW["total(cards, place)"])
_OF_CARDS = (ROW["value(card, place)"], ROW["value(cards, place)"])
_OF_SINGLE = (*_OF_CARDS, ROW["value(item)"])
_NARROW = 63  # the largest number that a set of 64 bits holds


def sizes(p: Printer) -> str:
    """What the runtime has to know before its first line."""
    plan = p.plan
    lets = max((len(a.let) for a in plan.actions), default=0)
    layout = layout_of(plan)
    defines: dict[str, object] = {
        "CARDS": plan.ruleset.pack.size,
        "COPIES": p.copies,
        "WIDE": int(plan.ruleset.pack.size > 63),
        "NARROW": int(narrow(p)),
        "ANY_OF_NONE": int(any(numbers & 1 for values in plan.values.values() for numbers in values)),
        "MEMORY_DECIDES": int(bool(plan.asked)),
        "RANKS": len(plan.ruleset.pack.ranks),
        "SEATS": plan.seats,
        "SIDES": plan.sides,
        "ZONES": p.words.zone_count,
        "AWARDS": max(1, len(p.words.awards)),
        "PLAN_AWARDS": len(plan.awards),
        "PLAN_AND_PLAY_AWARDS": len(layout.awards),
        "LETS": lets,
        "ACTIONS": len(plan.actions),
        "MAX_PARTS": max([1, *(len(a.parts) for a in plan.actions)]),
        **{name: limit for name, limit in vars(limits).items() if name.startswith("MAX_")},
        "MOST_GROUPS": op.MOST_GROUPS,
        "MOST_TRIED": op.MOST_TRIED,
        "PATTERNS": len(p.words.patterns),
        "PREFERENCES": len(plan.preferences),
        "CHECKS": len(plan.checks),
        "DEBTS": int(any(a.owes for a in plan.actions)),
        "HIDES_MEMORY": int(bool(hidden_memory(plan.memory.values()))),
        "ANY_SENSIBLE": int(any(a.sensible is not None for a in plan.actions)),
        **_match(p),
        "WIDTH": layout.width,
        "POINTS_ZERO": POINTS_ZERO,
        **{f"AT_{name}": at for name, at in layout.offsets.items()},
    }
    for at, (name, _) in enumerate(layout.histograms):  # of those by side, award ... where the first stands
        defines.setdefault(f"H_{name.split(' ')[0].upper()}", at)
    defines.setdefault("H_AWARD_TOTAL", len(layout.histograms))
    return "".join(f"#define {name} {value}\n" for name, value in defines.items())


def narrow(p: Printer) -> bool:
    """Whether no set of numbers can hold one past 63: cards count for at most 60, and nothing adds to that but the
    search for groups, whose totals are those of single cards, and sums that are known to be small."""
    plan = p.plan
    announced = [a.to_arg for a in plan.actions if a.to == "build" and a.to_arg is not None]
    if not all(isinstance(e, Name) for e in announced):
        return False
    if any(m.type is Type.VALUES for m in plan.memory.values()):
        return False
    sized = set()  # the written sets of which bindings tell how large their members are
    for a in plan.actions:
        most = _most_of_names(p, a)
        if not all(_fits(part.target, most) for part in a.parts if part.target is not None):
            return False
        written = [(name, source) for name, source in a.let if isinstance(source, Call) and source.row is op.SET]
        sized |= {id(source) for name, source in written if most.get(name, LARGEST) <= _NARROW}
    for e in exprs_in(plan):
        for part in _made(e, {}):
            if not isinstance(part, Call) or id(part) in sized:
                continue
            numbers = part.row is op.SET and part.type is Type.VALUES
            if part.row in _TOTALS or (numbers and not all(_fits(a, {}) for a in part.args)):
                return False
    return True


def _made(e: Expr, most: dict[str, int]) -> Iterator[Expr]:
    """The expressions in one that are worked out: a set that is only asked for a member is not, nor are the totals
    beyond the largest that is asked for, since numbers only add to them."""
    parts = children(e)
    if isinstance(e, Call) and e.row is op.IN:
        member, whole = e.args
        members = asked_one_by_one(whole)
        if members is not None:
            parts = (member, *members)
        elif _is_total(whole) and _fits(member, most):
            parts = (member, *children(whole))
    elif isinstance(e, Quantified):
        if isinstance(e.source, Call) and e.source.row in _OF_SINGLE:
            most = {**most, e.name: _NARROW}
        if e.row is op.ANY and _is_total(e.source):
            asked = [t.args for t in conjuncts(e.body) if isinstance(t, Call) and t.row in (op.LT, op.EQ)]
            if any(isinstance(a, Name) and a.name == e.name and _fits(b, most) for a, b in asked):
                parts = (*children(e.source), e.body)
    yield e
    for part in parts:
        yield from _made(part, most)


def _is_total(e: Expr) -> bool:
    return isinstance(e, Call) and e.row in _TOTALS


def _most_of_names(p: Printer, a: PlannedAction) -> dict[str, int]:
    """The names of an action that stand for members of sets of numbers, which are not negative, and how large each is
    at most in a plan without larger sets."""
    found: dict[str, int] = {}
    for name, source in a.let:
        if source.type is not Type.VALUES:
            continue
        found[name] = _NARROW
        if isinstance(source, Call) and source.row in _OF_CARDS:
            found[name] = max(n.bit_length() - 1 for table in p.plan.values.values() for n in table)
        elif isinstance(source, Call) and source.row is op.SET:
            found[name] = max((_extent(e, found)[1] for e in source.args), default=0)
    return found


def _fits(e: Expr, most: Mapping[str, int]) -> bool:
    return _extent(e, most)[1] <= _NARROW


def _extent(e: Expr, most: Mapping[str, int]) -> _Extent:
    """How small and how large a number can be, as far as names, literals, sums and differences tell."""
    if isinstance(e, Name) and e.name in most:
        return 0, most[e.name]
    if isinstance(e, Literal) and isinstance(e.value, int):
        return e.value, e.value
    if isinstance(e, Call) and e.row in _EXTENTS:
        return _EXTENTS[e.row](*(_extent(a, most) for a in e.args))
    return -LARGEST, LARGEST


_Extent = tuple[int, int]
_EXTENTS: dict[Row, Callable[..., _Extent]] = {
    op.PLUS: lambda a, b: (a[0] + b[0], a[1] + b[1]),
    op.MINUS: lambda a, b: (a[0] - b[1], a[1] - b[0]),
    op.NEGATIVE: lambda a: (-a[1], -a[0]),
    op.RANGE: lambda a, b: (a[0], b[1]),
    # as `narrow` asks of what is announced
    ROW["announced"]: lambda: (0, _NARROW),
    ROW["value(build)"]: lambda _: (0, _NARROW),
    ROW["min(number, number)"]: lambda a, b: (min(a[0], b[0]), min(a[1], b[1])),
}


def _match(p: Printer) -> dict[str, object]:
    plan, match = p.plan, p.plan.ruleset.match
    ties = {"another round": 0, "draw": 1, "playoff": 2}
    return {
        "HAS_TARGET": int(plan.target is not None),
        "TARGET": plan.target or 0,
        "HAS_ROUNDS": int(plan.rounds is not None),
        "ROUNDS": plan.rounds or 0,
        "HAS_PLAYOFF": int(plan.playoff is not None),
        "PLAYOFF": plan.playoff or 0,
        "RACE": int(match.counting == "race"),
        "LOWEST_WINS": int(match.winner == "lowest"),
        "COMPARES": int(plan.compare is not None),
        "TIE": ties[match.tie],
        "TIE_IS_DRAW": 1,
        "TIE_IS_PLAYOFF": 2,
    }


def tables(p: Printer) -> str:
    """What cards are and count for, what actions are, how turns go."""
    plan, words = p.plan, p.words
    pack = plan.ruleset.pack
    each = [face for face in pack.faces for _ in range(pack.copies)]
    text = array("i32", "RANK", [words.ranks.index(f.rank) for f in each])
    text += array("i32", "SUIT", [words.suits.index(f.suit) if f.suit else -1 for f in each])
    text += array("i32", "COLOUR", [words.colours.index(c) if (c := pack.colour_of(f)) else -1 for f in each])
    text += array("i32", "PIPS", [f.pips for f in each])
    columns = [
        ", ".join(mask_literal(v, "NUMBER_SET") for v in plan.values[place] for _ in range(pack.copies))
        for place in PLACES
    ]
    text += "static const Numbers VALUES[][CARDS] = {{" + "}, {".join(columns) + "}};\n"
    text += f"enum {{ {', '.join(f'IN_{place.upper()}' for place in PLACES)} }};\n"
    codes = [text_code(f.text) for f in pack.faces]
    text += array("u64", "FACE_CODE", [f"{c:#x}ull" for c in codes])
    text += array("u64", "PLAYED_CODE", [f"{played_code(c):#x}ull" for c in codes])
    text += _taken_codes([taken_code(c) for c in codes for _ in range(pack.copies)])
    rows = ["{" + ", ".join(f"{mix(KIND_CODES[k] + 16 * v, 0):#x}ull" for v in range(64)) + "}" for k in KINDS]
    text += f"static const u64 VALUE_CODE[4][64] = {{{', '.join(rows)}}};\n"
    declared = plan.declared
    text += array("u8", "KIND", [KINDS.index(a.kind) for a in declared])
    text += array("u32", "FINGERPRINT", [f"{a.fingerprint}u" for a in declared])
    text += array("i32", "OWES", [words.actions.index(a.owes) if a.owes else -1 for a in declared])
    text += array("u8", "STEP", [words.steps.index(a.step) for a in declared])
    text += array("u8", "HAS_SENSIBLE", [int(a.sensible is not None) for a in declared])
    layout = layout_of(plan)
    starts = [0]
    for _, bins in layout.histograms:
        starts.append(starts[-1] + bins)
    text += array("i32", "HISTOGRAM_AT", starts)
    text += array(
        "u8",
        "IS_MAJORITY",
        [int(i < len(plan.awards) and plan.awards[i].most is not None) for i in range(len(layout.awards))],
    )
    return text + _machines(p)


def _taken_codes(codes: list[int]) -> str:
    """The sum of the codes of any six neighbouring cards: cards taken are summed without a loop or a branch."""
    rows, found = list[str](), list[str]()
    for word, half in enumerate((codes[:64], codes[64:])):
        for first in range(0, len(half), 6):
            six = half[first : first + 6]
            sums = [sum(c for i, c in enumerate(six) if chosen >> i & 1) & (1 << 64) - 1 for chosen in range(64)]
            found.append(f"TAKEN_CODE[{len(rows)}][{('lower', 'upper')[word]}_word(taken) >> {first} & 63]")
            rows.append("{" + ", ".join(f"{s:#x}ull" for s in sums) + "}")
    sixes = " + ".join(found)
    return (
        f"static const u64 TAKEN_CODE[][64] = {{{', '.join(rows)}}};\n"
        f"static inline u64 taken_sum(Mask taken) {{ return {sixes}; }}\n"
    )


def _turns(p: Printer) -> list[Automaton]:
    return [p.plan.turn, *(p.plan.asks[key] for key in p.words.patterns)]


def actions_by_row(p: Printer) -> list[list[int]]:
    """The actions that each state of the turn pattern and of those of asks offers."""
    return [[a.index for a in p.plan.actions if a.step in dict(row)] for turn in _turns(p) for row in turn.moves]


def _machines(p: Printer) -> str:
    """The turn pattern and those of asks, one row for each of their states."""
    steps = p.words.steps
    done = {a.step for a in p.plan.declared}
    first, turned_up = [0], p.plan.turned_up
    final, goes_on, spare, following = list[int](), list[int](), list[int](), list[str]()
    for machine in _turns(p):
        first.append(first[-1] + len(machine.moves))
        for row, end, unneeded in zip(machine.moves, machine.final, machine.spare, strict=True):
            final.append(int(end))
            spare.append(sum(1 << steps.index(s) for s in unneeded & done))
            goes_on.append(int(bool(row)))
            to = dict(row)
            following.append("{" + ", ".join(str(to.get(s, -1)) for s in steps) + "}")
    return (
        array("i32", "ROW_FIRST", first)
        + array("u8", "FINAL", final)
        + array("u8", "GOES_ON", goes_on)
        + array("u64", "SPARE", spare)
        + array("u8", "TURNED_UP", (int(m.steps(at) in turned_up) for m in _turns(p) for at in range(len(m.moves))))
        + f"static const i32 NEXT_ROW[][{len(steps)}] = {{{', '.join(following)}}};\n"
    )


def array(type: str, name: str, values: Iterable[object]) -> str:
    """A constant table."""
    texts = [str(v) for v in values] or ["0"]
    return f"static const {type} {name}[] = {{{', '.join(texts)}}};\n"


_ASKED = frozenset({"points", "scores", "awards"})
# what no play changes but by where its cards go, and by effects
_LASTING = frozenset({"piles", "zones", "points", "scores", "leader", "round", "seat"})
_UNCOUNTED = ("", "hand", "table", "build", "stock", "bottom")  # where no card counts for such an award


def leads(plan: Plan) -> str:
    """For each action, and last for the end of a turn, whether such a play can change what the awards bring or the
    match compares though its cards come from the hand and the table alone; whether awards ask what others brought."""
    counts = [int(a.to not in _UNCOUNTED or _causes(plan, _effects(plan, a))) for a in plan.declared]
    done = int(_causes(plan, (e for event in plan.events.get("passed", ()) for e in event.effects)))
    asked = int(bool(reads_of_awards(plan) & _ASKED))
    return f"#define AWARDS_ASK_POINTS {asked}\n" + array("u8", "COUNTS", [*counts, done])


def _effects(plan: Plan, action: PlannedAction) -> Iterator[Effect]:
    """All that making a play may cause."""
    yield from action.effects
    for _, price in action.priced:
        yield from price
    for on in (EVENT_OF_KIND.get(action.kind, ""), "played"):
        for event in plan.events.get(on, ()):
            yield from event.effects


def _causes(plan: Plan, effects: Iterator[Effect]) -> bool:
    """Whether effects may change what the awards bring or the match compares, or be a fault: a number that is
    remembered has a limit."""
    asked = reads_of_awards(plan) | (frozenset() if plan.compare is None else reads_of(plan.compare))
    read = {part for part in asked if not part.startswith("memory ")}
    if not read <= _LASTING or plan.ruleset.match.at_once:
        return True
    numbers = {f"memory {name}" for name, m in plan.memory.items() if m.type is Type.INT}
    written = {part for effect in every(effects) for part in writes_of(effect)}
    return bool(written & (asked | numbers | {"everything"}))
