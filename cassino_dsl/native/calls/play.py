"""The play in hand: who plays, what leaves the hand, what is taken; and looking ahead and back."""

from __future__ import annotations

from cassino_dsl.native.ordered import part_number
from cassino_dsl.native.printer import Env, Print, Printer
from cassino_dsl.ruleset.expr import Call
from cassino_dsl.ruleset.operators import PART
from cassino_dsl.ruleset.row import Row
from cassino_dsl.ruleset.words import ACTION, AFTER, BEFORE, CARD, CARD_OR_NOTHING, KIND, ME, ROW, US


def _is(text: str) -> Print:
    return lambda p, e, env: text


def _after(p: Printer, e: Call, env: Env) -> str:
    return p.c(e.args[0], env.seen("after"))


def _before(p: Printer, e: Call, env: Env) -> str:
    return p.c(e.args[0], env.seen("before"))


def _part(p: Printer, e: Call, env: Env) -> str:
    return p.of_items(f"f->part[{part_number(e)}]", e.type)


CALLS: dict[Row, Print] = {
    ME: _is("f->me"),
    US: _is("f->us"),
    ROW["kept"]: _is("f->kept"),
    CARD: _is("f->card"),
    CARD_OR_NOTHING: _is("f->card"),
    ROW["cards"]: _is("f->cards"),
    ROW["taken"]: _is("f->items"),
    PART: _part,
    KIND: _is("f->kind"),
    ACTION: _is("f->action"),
    ROW["announced"]: _is("f->value"),
    ROW["built?"]: _is("f->built"),
    AFTER: _after,
    BEFORE: _before,
}
