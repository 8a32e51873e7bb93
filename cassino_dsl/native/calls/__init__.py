"""What each function of the language becomes in C: one table, filled by theme."""

from __future__ import annotations

from cassino_dsl.native.calls import builds, cards, logic, play, sets, zones
from cassino_dsl.native.printer import Print

CALLS: dict[str, Print] = {
    **logic.CALLS,
    **sets.CALLS,
    **cards.CALLS,
    **builds.CALLS,
    **zones.CALLS,
    **play.CALLS,
}
