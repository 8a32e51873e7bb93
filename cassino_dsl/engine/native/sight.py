"""Prints what a seat sees of a position, cards and memory, and how the C writes down what is remembered, or forgets it
for who does not see it."""

from __future__ import annotations

from cassino_dsl.engine.native.calls.builds import field
from cassino_dsl.engine.native.printer import Bound, Env, Printer
from cassino_dsl.engine.native.remembered import OWNERS, start
from cassino_dsl.engine.native.tree import Block, switch
from cassino_dsl.language.ruleset.expr import Call, Expr, Name, walk
from cassino_dsl.language.ruleset.model import Memory
from cassino_dsl.language.ruleset.operators import IN
from cassino_dsl.language.ruleset.types import Type
from cassino_dsl.language.ruleset.visible import usual

# the kinds of slots of an observation, as runtime/observation.h names them
TELLS = (
    "FACES CARDS TOP SEEN KNOWN MEMORY BUILDS SCORE POINTS ROUND DEAL TURN PASSES DECIDES DEALER STEP ASKED "
    "BUILD_FACES BUILD_VALUE BUILD_GROUPS BUILD_OWED BUILD_KNOWN BUILD_MEMORY"
).split()

_ASKED = "Context *x, const State *S, const Frame *f"
_UNUSED = "(void)x; (void)S; (void)f;"


def kinds() -> str:
    """The kinds of slots by their names in C."""
    return f"enum {{ {', '.join(f'TELL_{kind}' for kind in TELLS)} }};\n"


def row_numbers(zones: dict[str, int], seats: int, sides: int) -> dict[str, int]:
    """Which row of cards is the first of each zone, as runtime/observation.h counts them; ``zones``: of those that the
    variant declares which one of all of them."""
    first = {"hands": 0, "table": seats, "stock": seats + 1, "piles": seats + 2}
    return first | {name: seats + 2 + sides + number for name, number in zones.items()}


def sight(p: Printer) -> Block:
    """What ``runtime/observation.h`` asks of the plan."""
    of_builds, others = _memory(p)
    return Block(
        _cards(p),
        _told(
            p,
            "tell_memory(const State *S, const Frame *f, const Slot *slot, int s, i8 *out)",
            "(void)S; (void)f; (void)s; (void)out;",
            {i: "S->memory.{}" + ("[s]" if OWNERS[m.of] != 1 else "") for i, m in others.items()},
        ),
        _told(
            p,
            "tell_memory_of(const BuildMemory *m, const Frame *f, const Slot *slot, i8 *out)",
            "(void)m; (void)f; (void)out;",
            dict.fromkeys(of_builds, "m->{}"),
        ),
    )


def memory_seen(p: Printer) -> Block:
    """Whether a seat sees a memory, and a position in which what it does not see is as it starts."""
    (of_builds, others), names = _memory(p), list(p.plan.memory)
    steps: list[str | Block] = []
    for i, m in others.items():
        place = f"S->memory.{field(p, names[i])}"
        for_each = f"for (int s = 0; s < {OWNERS[m.of]}; s++) " if m.of != "match" else "const int s = 0; "
        put = f"if (!sees_memory(x, was, &eye, {i}, s)) {place}{'[s]' if m.of != 'match' else ''} = new;"
        steps.append(Block(start(p, m), f"{for_each}{put}", head=""))
    for i, m in of_builds.items():
        put = f"if (!sees_memory_of(x, was, &eye, {i}, b)) S->build[b].memory.{field(p, names[i])} = new;"
        each = Block("const int b = take_bit(&rest);", put, head="for (Mask rest = S->builds; is_some(rest);)")
        steps.append(Block(start(p, m), each, head=""))
    return Block(
        _seen(p, "sees_memory", others, "s", Type.SEAT),
        _seen(p, "sees_memory_of", of_builds, "b", Type.BUILD),
        Block(
            "Frame eye, frame, *f = &frame;",
            "scoring_frame(&eye, was);",
            "eye.me = seat;",
            "eye.us = side_of(seat);",
            "scoring_frame(f, S);",
            "(void)x; (void)f;",
            *steps,
            head="static void forget(Context *x, const State *was, State *S, int seat)",
        ),
    )


def _memory(p: Printer) -> tuple[dict[int, Memory], dict[int, Memory]]:
    """What builds remember, and everything else, by number."""
    memory = dict(enumerate(p.plan.memory.values()))
    of_builds = {i: m for i, m in memory.items() if m.of == "build"}
    return of_builds, {i: m for i, m in memory.items() if i not in of_builds}


def _cards(p: Printer) -> Block:
    plan, zones = p.plan, p.plan.ruleset.zones
    many = {"hands": plan.seats, "table": 1, "stock": 1, "piles": plan.sides, **plan.zones}
    loops = []
    for zone, first in row_numbers(p.words.zones, plan.seats, plan.sides).items():
        condition = plan.visible.get(zone) or usual(zone, zones, plan.deal_hand.span)
        s = p.named("int", "s")
        head = f"for (int {s} = 0; {s} < {many[zone]}; {s}++)"
        row, seen = f"const Mask row = cards_of_row(S, {first} + {s});", f"seen[{first} + {s}]"
        loops.append(Block(row, *_seen_of(p, condition, s, seen), head=head))
    return Block(_UNUSED, *loops, head=f"static void sees_cards({_ASKED}, Mask *seen)")


def _seen_of(p: Printer, condition: Expr, s: str, seen: str) -> list[str | Block]:
    """Statements that put what is seen of a row into its place."""
    c = p.named("int", "c")
    env = Env(names={"s": Bound(s, Type.SEAT), "c": Bound(c, Type.CARD)})
    if not _asks_of_card(condition):
        return [f"{seen} = {p.c(condition, env)} ? row : EMPTY;"]
    if isinstance(condition, Call) and condition.row is IN:
        card, cards = condition.args
        if isinstance(card, Name) and cards.type is Type.CARDS and not _asks_of_card(cards):
            return [f"{seen} = meet(row, {p.c(cards, env)});"]
    test = f"if ({p.c(condition, env)}) {seen} = join({seen}, bit({c}));"
    loop = Block(f"const int {c} = take_bit(&rest);", test, head="for (Mask rest = row; is_some(rest);)")
    return [f"{seen} = EMPTY;", loop]


def _asks_of_card(e: Expr) -> bool:
    return any(isinstance(part, Name) and part.name == "c" for part in walk(e))


def _seen(p: Printer, name: str, memory: dict[int, Memory], whose: str, type: Type) -> Block:
    """Whether the seat of the frame sees a memory, by its number and whose it is."""
    owner = p.named("int", whose)
    env = Env(names={whose: Bound(owner, type, "old")})
    cases = {i: f"return !!{p.c(m.seen, env)};" for i, m in memory.items() if m.seen is not None}
    return Block(
        f"{_UNUSED} (void){owner};",
        switch("which", cases, "return 1;"),
        head=f"static int {name}({_ASKED}, int which, int {owner})",
    )


def _told(p: Printer, head: str, unused: str, places: dict[int, str]) -> Block:
    """The function that writes down a remembered value; ``places``: where it is kept, by the number of the memory."""
    cases = {}
    for i, place in places.items():
        name, declared = list(p.plan.memory.items())[i]
        tell = _TELL.get(declared.type, "*out = (i8)fit({0})")
        cases[i] = f"{tell.format(place.format(field(p, name)))}; return;"
    return Block(unused, switch("slot->what", cases, "return;"), head=f"static void {head}")


# seats and sides count from 1, which is the own; cards, ranks and suits from 1; nothing is 0
_TELL: dict[Type, str] = {
    Type.CARDS: "tell_faces({0}.set, out)",
    Type.VALUES: "tell_numbers({0}, slot->length, out)",
    Type.SEATS: "tell_words({0}, f->me, SEATS, out)",
    Type.SIDES: "tell_words({0}, f->us, SIDES, out)",
    Type.RANKS: "tell_words({0}, 0, slot->length, out)",
    Type.SUITS: "tell_words({0}, 0, slot->length, out)",
    Type.SEAT: "*out = (i8)from_seat({0}, f->me)",
    Type.SIDE: "*out = (i8)from_side({0}, f->us)",
    Type.CARD: "*out = (i8)({0} < 0 ? 0 : {0} / COPIES + 1)",
    Type.RANK: "*out = (i8)({0} < 0 || {0} >= RANKS ? 0 : {0} + 1)",
    Type.SUIT: "*out = (i8)({0} + 1)",
}
