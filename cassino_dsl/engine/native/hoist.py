"""Works expressions out as early as what they speak of is known.

The plays of an action are found by nested loops: cards played, bindings, sets taken. An expression that loops itself
is printed before the innermost loop that it depends on, into a variable: each loop has a block for these, which fills
while the inside of the loop is printed.
"""

from __future__ import annotations

from collections.abc import Callable

from cassino_dsl.engine.native.expressions import normal
from cassino_dsl.engine.native.printer import Env, Place, Printer, c_type
from cassino_dsl.engine.native.tree import Block
from cassino_dsl.language.ruleset.expr import Call, Expr, Literal, Name, Quantified, children, walk
from cassino_dsl.language.ruleset.row import MOVED, OF_CARD, OF_PLAY, Row
from cassino_dsl.language.ruleset.words import AFTER, ROW

STATE, CARD, FIRST_BINDING = 0, 1, 2
PLAY = 99

_COSTLY = tuple(  # rows whose C loops
    ROW[key] for key in ("value(cards, place)", "total(items)", "total(cards, place)", "secured(side)", "rival_tops")
)


class Hoister(Place):
    """The variables of one action by the level (loop) before which they are worked out."""

    def __init__(
        self, printer: Printer, lets: tuple[str, ...], of_one_card: bool, hand_is_kept: bool, all_are_kept: bool
    ) -> None:
        self.p = printer
        self.all_are_kept = all_are_kept
        self.hand_is_kept = hand_is_kept
        self.lets = lets
        self.of_one_card = of_one_card
        self.blocks: dict[int, Block] = {}
        self.held = Block()  # before the loop over the cards of the hand, what is known of all of them
        self.late: Block | None = None  # where lines of a card or binding go that only plays ask for: few have any
        self.known: dict[tuple[object, ...], str] = {}

    def block(self, level: int) -> Block:
        """What is worked out as soon as the loop of a level has chosen."""
        return self.blocks.setdefault(level, Block())

    def level(self, e: Expr, env: Env, bound: frozenset[str] = frozenset()) -> int:
        """The loop inside which an expression has to stand; more than PLAY: it depends on a name bound outside it."""
        if isinstance(e, Literal):
            return STATE
        if isinstance(e, Name):
            if e.name in bound:
                return STATE
            return FIRST_BINDING + self.lets.index(e.name) if e.name in self.lets else PLAY + 1
        if isinstance(e, Quantified):
            return max(self.level(e.source, env, bound), self.level(e.body, env, bound | {e.name}))
        if e.row is AFTER:
            return self.level(e.args[0], env.seen("after"), bound)
        return max((self._own(e.row, env), *(self.level(c, env, bound) for c in children(e))))

    def _own(self, row: Row, env: Env) -> int:
        """The loop that a row itself waits for, beside its arguments."""
        if row.reads & OF_PLAY:
            return PLAY
        level = CARD if row.reads & OF_CARD else STATE
        moved = row.reads & MOVED if env.view == "after" else frozenset()
        if moved == {"builds"} and row.params:  # a build stays what it was where it was found
            return level
        if moved:
            return CARD if moved == {"hands"} and self.hand_is_kept else PLAY
        return level

    def value(self, e: Expr, env: Env) -> str | None:
        """The variable that holds the value of an expression, where it is worth one and can have one."""
        if not _costly(e):
            return None
        level = self.level(e, env)
        if level >= env.level:
            return None
        return self._known((normal(e), env.view), level, env, c_type(e.type), lambda inner: self.p.c(e, inner))

    def _known(self, key: tuple[object, ...], level: int, env: Env, type: str, c: Callable[[Env], str]) -> str:
        """The variable of a level for what is printed there."""
        if key not in self.known:
            text = c(Env(env.view, {n: b for n, b in env.names.items() if n in self.lets}, level))
            same = (level, type, text)
            if same not in self.known:  # the same C may come of different words: what is kept after the play
                name = self.known[same] = self.p.named(type, "h")
                block = self.block(level) if self.late is None or level == STATE else self.late
                block.add(f"const {type} {name} = {text}; (void){name};")
            self.known[key] = self.known[same]
        return self.known[key]

    def values_held(self, cards: str) -> str | None:
        """The values of the hand are counted as far as two: without one card they need no loop over the others."""
        if cards == "hand_of(S, f->me)" or (cards == "f->kept" and self.all_are_kept):
            return "held_in(x, S, hand).once"
        if cards != "f->kept" or not self.of_one_card:
            return None
        if not self.held.parts:
            self.held.add("const Held held = held_in(x, S, hand);")
        return "held_without(held, numbers_in(S, IN_HAND, card))"


def _costly(e: Expr) -> bool:
    """Whether the C of an expression holds a loop."""
    return any(isinstance(part, Quantified) or (isinstance(part, Call) and part.row in _COSTLY) for part in walk(e))
