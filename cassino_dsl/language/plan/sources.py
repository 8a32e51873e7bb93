"""Where the cards lie that a part of an action may take, as far as the words of its source say."""

from __future__ import annotations

from cassino_dsl.language.ruleset.expr import Call, Expr, Quantified, Type
from cassino_dsl.language.ruleset.model import Played
from cassino_dsl.language.ruleset.operators import TERMS
from cassino_dsl.language.ruleset.row import MOVED
from cassino_dsl.language.ruleset.simplify import is_empty
from cassino_dsl.language.ruleset.within import calls_in

_WITH_CARDS = (Type.CARD, Type.CARDS, Type.BUILD, Type.BUILDS, Type.ITEM, Type.ITEMS)
_ZONE_OF_PLAYED = {"hand": "hands", "stock": "stock"}


def may_hold(source: Expr, zone: str) -> bool:
    """Whether a set of items may hold cards of a zone: yes, unless its words only read others."""
    return not _lies_in(source, (MOVED | {"seat"}) - {zone})


def may_be_played(source: Expr, played: Played) -> bool:
    """Whether a set of items may hold a card that is played; what is played is not taken."""
    zone = _ZONE_OF_PLAYED.get(played.source)
    return zone is not None and may_hold(source, zone)


def may_be_built(source: Expr) -> bool:
    """Whether a set of items may hold a card that lies in a build; such a card is no item, and is not taken."""
    opens = any(e.row.result is Type.CARDS and "builds" in e.row.reads for e in calls_in(source))
    return opens or not _lies_in(source, MOVED | {"seat"})


def _lies_in(source: Expr, parts: frozenset[str]) -> bool:
    if isinstance(source, Quantified):
        return _lies_in(source.source, parts)
    if not isinstance(source, Call) or source.row in TERMS or not source.row.reads <= parts:
        return False  # names, faces written out and terms may stand for any card
    of = [a for a in source.args if a.type in _WITH_CARDS]
    return bool(source.row.reads or of or is_empty(source)) and all(_lies_in(a, parts) for a in of)
