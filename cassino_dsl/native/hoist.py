"""Works expressions out as early as what they speak of is known.

The plays of an action are found by nested loops: cards played, bindings, sets taken. An expression that loops itself
is printed before the innermost loop that it depends on, into a variable.
"""

from __future__ import annotations

from cassino_dsl.native.expressions import normal
from cassino_dsl.native.printer import Env, Printer, c_type
from cassino_dsl.ruleset.expr import Call, Expr, Literal, Name, Quantified, Type, children, walk

STATE, CARD, FIRST_BINDING = 0, 1, 2
PLAY = 99

_OF_CARD = {"card", "kept"}
_OF_PLAY = {"taken", "announced", "built", "before"}
_AFTER_PLAY = {"loose", "table", "builds", "pile", "tops", "total"}
_COSTLY = {"total", "secured", "tops", "value"}


class Hoister:
    """The variables of one action by the level (loop) before which they are worked out."""

    def __init__(self, printer: Printer, lets: tuple[str, ...]) -> None:
        self.p = printer
        self.lets = lets
        self.lines: dict[int, list[str]] = {}
        self.late: list[str] | None = None  # where lines of a card or binding go that only plays ask for: few have any
        self.known: dict[tuple[object, ...], str] = {}
        self.open = False  # while an expression is printed for its own variable

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
        if e.function == "after":
            return self.level(e.args[0], env.seen("after"), bound)
        inner = max((self.level(c, env, bound) for c in children(e)), default=STATE)
        return max(inner, self._own(e, env))

    def _own(self, e: Call, env: Env) -> int:
        name = e.function
        if name in _OF_CARD or (name == "cards" and not e.args):
            return CARD
        if name in _OF_PLAY:
            return PLAY
        if env.view == "after":
            if name == "hand":
                return CARD
            if name in _AFTER_PLAY or (name == "value" and len(e.args) == 1 and e.type is Type.VALUES):
                return PLAY
            if name in ("groups", "cards", "top", "bottom"):
                return PLAY
        return STATE

    def __call__(self, e: Expr, env: Env) -> str | None:
        """The variable that holds the value of an expression, where it is worth one and can have one."""
        if isinstance(e, Quantified) and e.operator == "old_builds":
            return None
        if not _costly(e):
            return None
        level = self.level(e, env)
        if level >= env.level:
            return None
        key = (normal(e), env.view)
        if key not in self.known:
            inner = Env(env.view, {n: b for n, b in env.names.items() if n in self.lets}, level)
            text = self.p.c(e, inner)
            same = (level, c_type(e.type), text)
            if same not in self.known:  # the same C may come of different words: what is kept after the play
                name = self.p.fresh("h")
                self._lines(level).append(f"const {c_type(e.type)} {name} = {text}; (void){name};")
                self.known[same] = name
            self.known[key] = self.known[same]
        return self.known[key]

    def _lines(self, level: int) -> list[str]:
        return self.lines.setdefault(level, []) if self.late is None or level == STATE else self.late

    def old_builds(self, e: Quantified, env: Env, wanted: bool) -> str | None:
        """The builds on the table now that do (not) fit a body seen after the play, where that is known early."""
        from cassino_dsl.native.quantifiers import old_builds

        level = self.old_level(e, env)
        if level >= env.level:
            return None
        key = (normal(e), env.view, wanted)
        if key not in self.known:
            name = self.p.fresh("h")
            inner = Env(env.view, {n: b for n, b in env.names.items() if n in self.lets}, level)
            self._lines(level).append(f"const Mask {name} = {old_builds(self.p, e, inner, wanted)}; (void){name};")
            self.known[key] = name
        return self.known[key]

    def old_level(self, e: Quantified, env: Env) -> int:
        return self.level(e.body, env, frozenset({e.name}))


def _costly(e: Expr) -> bool:
    """Whether an expression holds a loop."""
    for part in walk(e):
        if isinstance(part, Quantified):
            return True
        if isinstance(part, Call) and part.function in _COSTLY:
            of_many = len(part.args) == 2 and part.args[0].type is Type.CARDS
            if part.function != "value" or of_many:
                return True
    return False
