"""Prints the constants of a plan: sizes, tables of cards and actions, turn patterns, columns of results."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from cassino_dsl.core.walk import expressions
from cassino_dsl.engine import limits
from cassino_dsl.engine.mix import KINDS as KIND_CODES
from cassino_dsl.engine.mix import mix, played_code, taken_code, text_code
from cassino_dsl.native.calls.sets import asked_one_by_one
from cassino_dsl.native.printer import Printer
from cassino_dsl.native.words import mask_literal
from cassino_dsl.plan.automaton import Automaton
from cassino_dsl.plan.plan import PlannedAction
from cassino_dsl.ruleset.expr import Call, Expr, Literal, Name, Type, children
from cassino_dsl.ruleset.model import KINDS
from cassino_dsl.ruleset.numbers import LARGEST
from cassino_dsl.ruleset.operators import (
    IN,
    MINUS,
    MOST_GROUPS,
    MOST_TRIED,
    NEGATIVE,
    PLUS,
    RANGE,
    SET,
    TOTALLING,
)
from cassino_dsl.ruleset.row import Row
from cassino_dsl.ruleset.words import ROW, TOTAL
from cassino_dsl.units.layout import LEAD_BINS, POINTS_ZERO, layout_of

_TOTALS = (TOTAL, TOTALLING, ROW["total(cards, place)"])
_OF_CARDS = (ROW["value(card, place)"], ROW["value(cards, place)"])
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
        "MOST_GROUPS": MOST_GROUPS,
        "MOST_TRIED": MOST_TRIED,
        "PATTERNS": len(p.words.patterns),
        "PREFERENCES": len(plan.preferences),
        "CHECKS": len(plan.checks),
        "DEBTS": int(any(a.owes for a in plan.actions)),
        "ANY_SENSIBLE": int(any(a.sensible is not None for a in plan.actions)),
        **_match(p),
        "WIDTH": layout.width,
        "POINTS_ZERO": POINTS_ZERO,
        "LEAD_BINS": LEAD_BINS,
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
    if any(m.memory.type is Type.VALUES for m in plan.memory.values()):
        return False
    sized = set()  # the written sets of which bindings tell how large their members are
    for a in plan.actions:
        most = _most_of_names(p, a)
        if not all(_fits(part.target, most) for part in a.parts if part.target is not None):
            return False
        written = [(name, source) for name, source in a.let if isinstance(source, Call) and source.row is SET]
        sized |= {id(source) for name, source in written if most.get(name, LARGEST) <= _NARROW}
    for e in expressions(plan):
        for part in _made(e):
            if not isinstance(part, Call) or id(part) in sized:
                continue
            numbers = part.row is SET and part.type is Type.VALUES
            if part.row in _TOTALS or (numbers and not all(_fits(a, {}) for a in part.args)):
                return False
    return True


def _made(e: Expr) -> Iterator[Expr]:
    """The expressions in one that are worked out: a set that is only asked for a member is not."""
    parts = children(e)
    if isinstance(e, Call) and e.row is IN and asked_one_by_one(e.args[1]):
        parts = (e.args[0], *children(e.args[1]))
    yield e
    for part in parts:
        yield from _made(part)


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
        elif isinstance(source, Call) and source.row is SET:
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
    PLUS: lambda a, b: (a[0] + b[0], a[1] + b[1]),
    MINUS: lambda a, b: (a[0] - b[1], a[1] - b[0]),
    NEGATIVE: lambda a: (-a[1], -a[0]),
    RANGE: lambda a, b: (a[0], b[1]),
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
    colours = {s.letter: s.colour for s in pack.suits}
    each = [face for face in pack.faces for _ in range(pack.copies)]
    text = array("i32", "RANK", [words.ranks.index(f.rank) for f in each])
    text += array("i32", "SUIT", [words.suits.index(f.suit) if f.suit else -1 for f in each])
    text += array("i32", "COLOUR", [words.colours.index(colours[f.suit]) if f.suit else -1 for f in each])
    text += array("i32", "PIPS", [f.pips for f in each])
    for place, values in plan.values.items():
        text += array(
            "Numbers", f"VALUE_{place.upper()}", [mask_literal(v) for v in values for _ in range(pack.copies)]
        )
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
    codes = codes + [0] * (-len(codes) % 6)
    rows = []
    for first in range(0, len(codes), 6):
        sums = [sum(codes[first + i] for i in range(6) if chosen >> i & 1) & (1 << 64) - 1 for chosen in range(64)]
        rows.append("{" + ", ".join(f"{s:#x}ull" for s in sums) + "}")
    sixes = " + ".join(f"TAKEN_CODE[{i}][(int)(taken >> {6 * i}) & 63]" for i in range(len(rows)))
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
    first = [0]
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
        + f"static const i32 NEXT_ROW[][{len(steps)}] = {{{', '.join(following)}}};\n"
    )


def array(type: str, name: str, values: Iterable[object]) -> str:
    """A constant table."""
    texts = [str(v) for v in values] or ["0"]
    return f"static const {type} {name}[] = {{{', '.join(texts)}}};\n"
