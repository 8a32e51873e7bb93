"""The play in hand: who plays, what leaves the hand, what is taken; and looking ahead and back."""

from __future__ import annotations

from cassino_dsl.native.printer import Env, Print, Printer
from cassino_dsl.ruleset.expr import Call


def _is(text: str) -> Print:
    return lambda p, e, env: text


def _after(p: Printer, e: Call, env: Env) -> str:
    return p.c(e.args[0], env.seen("after"))


def _before(p: Printer, e: Call, env: Env) -> str:
    return p.c(e.args[0], env.seen("before"))


CALLS: dict[str, Print] = {
    "me": _is("f->me"),
    "us": _is("f->us"),
    "kept": _is("f->kept"),
    "card": _is("f->card"),
    "taken": _is("f->items"),
    "kind": _is("f->kind"),
    "action": _is("f->action"),
    "announced": _is("f->value"),
    "built": _is("f->built"),
    "after": _after,
    "before": _before,
}
