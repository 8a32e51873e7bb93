"""`docs/games.md` lists what is shipped: how long each file is, and what of the language it needs beyond the plain
part. UPDATE_GOLDENS=1 writes its tables anew."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import yaml

from cassino_dsl.game import load
from cassino_dsl.language.compose.library import shipped_house_rules, shipped_variants
from cassino_dsl.language.compose.texts import written
from cassino_dsl.language.diagnostics.diagnostic import Report
from cassino_dsl.language.ruleset.expr import Call, Expr, Quantified, walk
from cassino_dsl.language.ruleset.model import Ruleset
from cassino_dsl.language.ruleset.operators import MATCHED, PART
from cassino_dsl.language.ruleset.row import Row
from cassino_dsl.language.ruleset.span import Source
from cassino_dsl.language.ruleset.words import FROM, FUNCTIONS, ME, RUN
from cassino_dsl.language.syntax.tree import Mapping
from cassino_dsl.language.syntax.yaml_reader import read_yaml

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "games.md"
VARIANTS = "| variant | title | seats | lines | over | beyond the plain part |"
WORDS = {row.word for row in FUNCTIONS}
HOUSE_RULES = "| house rule | title | lines | tried over | beyond the plain part |"


@dataclass(frozen=True)
class Used:
    """What a ruleset is made of."""

    ruleset: Ruleset
    rows: frozenset[Row]
    effects: frozenset[str]

    def groups_asked(self) -> bool:
        return any(row.groups for row in self.rows)

    def by_chance(self) -> bool:
        return bool(self.effects & {"pick", "shuffle"}) or any(e.zone == "anywhere" for e in self.ruleset.effects())

    def seen_otherwise(self) -> bool:
        said = any(v.who == "" for v in self.ruleset.visible)
        return said or any(m.seen is not None for m in self.ruleset.memory)

    def dealt_otherwise(self) -> bool:
        deal = self.ruleset.deal
        hands = [deal.hand] if deal.refill is None else [deal.hand, deal.refill]
        return bool(deal.zones) or any(ME in _rows(e) for e in hands)


def used(ruleset: Ruleset) -> Used:
    rows = frozenset(row for expr in ruleset.exprs() for row in _rows(expr))
    return Used(ruleset, rows, frozenset(e.op for e in ruleset.effects()))


def _rows(expr: Expr) -> Iterator[Row]:
    return (e.row for e in walk(expr) if isinstance(e, Call | Quantified))


NEEDS: dict[str, Callable[[Used], bool]] = {
    "who sees what, by a condition": Used.seen_otherwise,
    "chance in play": Used.by_chance,
    "deals by seat or to zones": Used.dealt_otherwise,
    "zones of its own": lambda u: len(u.ruleset.zones) > 1,
    "playing order from a seat": lambda u: FROM in u.rows,
    "groups in conditions": Used.groups_asked,
    "parts by name": lambda u: PART in u.rows,
    "named effects": lambda u: "perform" in u.effects,
    "another number than the score to win by": lambda u: u.ruleset.match.compare is not None,
    "the most among some": lambda u: any(a.most is not None and a.condition is not None for a in u.ruleset.awards),
    "ties shared": lambda u: any(a.tie in ("split", "each") for a in u.ruleset.awards),
    "half points": lambda u: u.ruleset.match.half_points,
    "runs": lambda u: RUN in u.rows,
    "a card of its own for each": lambda u: MATCHED in u.rows,
    "numbers to choose from": lambda u: any(o.type == "int" and o.choices for o in u.ruleset.options),
    "an option called like a word": lambda u: any(o.name in WORDS for o in u.ruleset.options),
    "debts": lambda u: any(a.owes for a in u.ruleset.actions),
    "decisions asked for": lambda u: "ask" in u.effects,
    "priced rules": lambda u: any(r.price for r in u.ruleset.rules),
    "several packs": lambda u: u.ruleset.pack.copies > 1,
}


def needed(ruleset: Ruleset) -> list[str]:
    found = used(ruleset)
    return [name for name, asked in NEEDS.items() if asked(found)]


def lines(file: Path) -> int:
    """How many lines a file has without its examples, its texts and the comment for editors."""
    tree = read_yaml(Source(str(file), file.read_text(encoding="utf-8")), Report())
    assert isinstance(tree, Mapping)
    kept = file.read_text(encoding="utf-8").partition("\nexamples:")[0].splitlines()
    said: set[int] = set()
    for one in written(tree):
        first, end = one.key.span.line, one.node.span
        if one.key.text == "text" and kept[first - 1][: one.key.span.column - 1].strip() == "":
            said |= {*range(first, end.end_line + (end.end_column > 1))}
    return sum(not line.startswith("# yaml-") and n not in said for n, line in enumerate(kept, 1))


def rows_of_variants() -> Iterator[str]:
    for name in shipped_variants():
        file = ROOT / "variants" / f"{name}.yaml"
        ruleset = load(name).ruleset
        base = yaml.load(file.read_text(encoding="utf-8"), yaml.BaseLoader).get("extends", "")
        seats = ", ".join(map(str, ruleset.seats))
        cells = [f"`{name}`", ruleset.title, seats, str(lines(file)), f"`{base}`" if base else ""]
        yield f"| {' | '.join(cells)} | {', '.join(needed(ruleset))} |"


def rows_of_house_rules() -> Iterator[str]:
    for name in shipped_house_rules():
        file = ROOT / "variants" / "house" / f"{name}.yaml"
        said = yaml.load(file.read_text(encoding="utf-8"), yaml.BaseLoader)
        own = [n for n in needed(load(said["over"], [name]).ruleset) if n not in needed(load(said["over"]).ruleset)]
        own += ["replaced clauses"] if "replaces" in said else []
        yield f"| `{name}` | {said['title']} | {lines(file)} | `{said['over']}` | {', '.join(own)} |"


@pytest.mark.ci
def test_the_tables_say_what_is_shipped() -> None:
    page = PAGE.read_text(encoding="utf-8").splitlines()
    for heading, rows in ((VARIANTS, list(rows_of_variants())), (HOUSE_RULES, list(rows_of_house_rules()))):
        at = page.index(heading) + 2
        end = next((i for i in range(at, len(page)) if not page[i].startswith("|")), len(page))
        if os.environ.get("UPDATE_GOLDENS"):
            page[at:end] = rows
            PAGE.write_text("\n".join(page) + "\n", encoding="utf-8")
            end = at + len(rows)
        for said, row in zip(page[at:end], rows, strict=True):
            assert alike(said, row), f"{said}\n{row}"


def alike(said: str, row: str) -> bool:
    """Whether two rows say the same; a text that has been touched up changes no length that matters to a reader."""
    cells = zip(said.split(" | "), row.split(" | "), strict=True)
    return all(a == b or (a.isdigit() and b.isdigit() and abs(int(a) - int(b)) < 8) for a, b in cells)
