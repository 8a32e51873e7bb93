"""Several simulations side by side: one column each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cassino_dsl.simulate.report.sections import remarks
from cassino_dsl.simulate.report.table import Report, Table, number, percent, percents, plus_minus

Answer = dict[str, Any]
COLUMNS = 3  # as many as 80 columns hold with intervals


def comparison(answers: Sequence[Answer]) -> Report:
    """The report of several simulations."""
    names = labels(answers)
    first = answers[0]
    facts = (("seed", str(first["seed"])), ("unit", first["unit"]), ("players", ", ".join(first["players"])))
    tables = []
    for start in range(0, len(answers), COLUMNS):
        some = answers[start : start + COLUMNS]
        tables += _tables(some, tuple(names[start : start + COLUMNS]))
    said = dict.fromkeys(r for a in answers for r in remarks(a))
    commands = "; ".join(a["figures"]["command"] for a in answers)
    return Report(" · ".join(names), facts, tuple(tables), commands, tuple(said))


def labels(answers: Sequence[Answer]) -> list[str]:
    """The name of each variant, with the options that tell it apart from others of the same name."""
    return [
        str(a["variant"]) + "".join(f" {k}={_word(v)}" for k, v in a["options"].items() if _varies(k, a, answers))
        for a in answers
    ]


def _varies(key: str, answer: Answer, answers: Sequence[Answer]) -> bool:
    same = [a for a in answers if a["variant"] == answer["variant"]]
    return any(a["options"].get(key) != answer["options"].get(key) for a in same)


def _tables(answers: Sequence[Answer], names: tuple[str, ...]) -> list[Table]:
    def row(label: str, tell: Callable[[Answer], str]) -> tuple[str, ...]:
        return (label, *(tell(a) for a in answers))

    def with_error(value: float, interval: list[float] | None) -> str:
        return f"{number(value)} {plus_minus(interval)}".strip()

    basics = [
        row("games", lambda a: f"{a['games']:,}"),
        row("rounds in a match", lambda a: with_error(a["rounds_per_match"], a["figures"]["rounds_interval"])),
        row("plays in a round", lambda a: with_error(a["plays_per_round"], a["figures"]["plays_interval"])),
        row("legal plays in a turn", lambda a: number(a["legal_per_turn"]["mean"])),
        row("forced turns", lambda a: percent(a["legal_per_turn"]["forced"])),
        row("ties", lambda a: percent(a["figures"]["tie_rate"])),
        row("margin", lambda a: with_error(a["figures"]["margin"], a["figures"]["margin_interval"])),
        row("changes of the lead", lambda a: number(a["figures"]["drama"]["lead_changes"])),
    ]
    tables = [Table("Side by side", ("", *names), tuple(basics))]
    most = max(len(a["order"]) for a in answers)

    def place(i: int, tell: Callable[[Answer, int], str]) -> Callable[[Answer], str]:
        return lambda a: tell(a, i) if i < len(a["order"]) else ""

    for title, key in (("Matches won, by side", "sides"), ("Rounds won, by order of play", "order")):
        rows = [
            row(f"{'side' if key == 'sides' else 'place'} {i + 1}", place(i, lambda a, i: percents(a[key][i]["win_interval"])))  # noqa: B023
            for i in range(most)
        ]
        tables.append(Table(title, ("95 %", *names), tuple(rows)))
    rows = [
        row(
            f"place {i + 1}",
            place(
                i,
                lambda a, i: with_error(a["order"][i]["points_per_round"], a["figures"]["points_interval"]["order"][i]),
            ),
        )
        for i in range(most)
    ]
    tables.append(Table("Points in a round, by order of play", ("", *names), tuple(rows)))
    awards = dict.fromkeys(name for a in answers for name in a["figures"]["awards"])
    rows = [row(name, lambda a, name=name: _award(a, name)) for name in awards]  # type: ignore[misc]
    tables.append(Table("Points in a round, by award", ("", *names), tuple(rows)))
    return tables


def _award(answer: Answer, name: str) -> str:
    award = answer["figures"]["awards"].get(name)
    return f"{number(award['points_per_round'])} ({percent(award['share'], 0)})" if award else ""


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
