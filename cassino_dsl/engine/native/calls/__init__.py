"""What each row of the language becomes in C: one table, filled by theme. Rows that the core never has need no C."""

from __future__ import annotations

from cassino_dsl.engine.native.calls import builds, cards, logic, sets, zones
from cassino_dsl.engine.native.printer import Print
from cassino_dsl.language.ruleset.row import Row

CALLS: dict[Row, Print] = {**logic.CALLS, **sets.CALLS, **cards.CALLS, **builds.CALLS, **zones.CALLS}
