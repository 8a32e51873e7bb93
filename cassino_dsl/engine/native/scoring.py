"""Prints awards, checks and what decides a match."""

from __future__ import annotations

from functools import reduce

from cassino_dsl.engine.native.printer import Env, Printer
from cassino_dsl.engine.native.words import mask_literal
from cassino_dsl.language.ruleset.expr import Expr
from cassino_dsl.language.ruleset.model import Award


def number_function(p: Printer, name: str, e: Expr, env: Env | None = None) -> str:
    """A function of a state and a frame that gives a number (or whether something holds)."""
    return (
        f"static i64 {name}(Context *x, const State *S, const Frame *f) {{\n"
        f"    (void)x; (void)S; (void)f;\n    return {p.c(e, env or Env())};\n}}\n"
    )


def award_functions(p: Printer) -> str:
    """Per award its parts, and one function that gives its points for every side."""
    text = ""
    env = Env(score="score_of" if p.plan.ruleset.match.counting == "race" else "score_before_round")
    for i, award in enumerate(p.plan.awards):
        text += number_function(p, f"points_{i}", award.points, env)
        for part, expr in (("most", award.most), ("holds", award.condition), ("tie", award.tie_points)):
            if expr is not None:
                text += number_function(p, f"{part}_{i}", expr, env)
        if award.most is not None:
            text += number_function(p, f"all_{i}", award.most, env.seen("full"))
        text += _award(p, i, award)
    cases = "".join(f"    case {i}: award_{i}(x, S, won); return;\n" for i in range(len(p.plan.awards)))
    text += (
        "static void award_points(Context *x, const State *S, int award, i64 *won) {\n    (void)x; (void)S;\n"
        f"    switch (award) {{\n{cases}    default: memset(won, 0, SIDES * sizeof *won);\n    }}\n}}\n"
    )
    return text + _secured(p)


def _award(p: Printer, i: int, award: Award) -> str:
    head = (
        f"static void award_{i}(Context *x, const State *S, i64 *won) {{\n"
        "    Frame frame, *f = &frame;\n    scoring_frame(f, S);\n    i64 points[SIDES];\n"
        f"    for (int s = 0; s < SIDES; s++) {{ f->us = s; points[s] = points_{i}(x, S, f); won[s] = 0; }}\n"
    )
    if award.most is not None:
        kind = award.tie
        tie = {
            "split": "TIE_SPLIT",
            "each": "TIE_EACH" if award.tie_points is not None else "TIE_NOBODY",
            "by": "TIE_BY" if award.tie_points is not None else "TIE_NOBODY",
        }.get(kind, "TIE_NOBODY")
        by = f"tie_{i}" if award.tie_points is not None else "0"
        holds = f"holds_{i}" if award.condition is not None else "0"
        up = int(award.rounding == "up")
        return head + f"    most_of(x, S, f, points, won, most_{i}, {holds}, {tie}, {by}, {up});\n}}\n"
    if award.each is not None:
        copies = p.copies
        mask = sum(1 << (face * copies + k) for face in award.each for k in range(copies))
        given = f" - S->points[{i}][s]" if p.plan.ruleset.match.at_once else ""
        body = f"won[s] = points[s] * count_bits(meet({_captured(p)}, {mask_literal(mask)})){given};"
    else:
        body = "won[s] = points[s];"
    return head + f"    for (int s = 0; s < SIDES; s++) {{ {body} }}\n}}\n"


def _captured(p: Printer) -> str:
    """The cards of the pile of side ``s``, and of its zones of captured cards."""
    cards, plan = ["S->pile[s]"], p.plan
    for zone in plan.ruleset.zones:
        if zone.captured:
            first, partners = p.words.zones[zone.name], plan.seats // plan.sides if zone.of == "seat" else 1
            cards += [f"S->zone[{first + i * plan.sides} + s]" for i in range(partners)]
    return reduce("join({}, {})".format, cards)


def give_function(p: Printer) -> str:
    """Where cards count as soon as they are captured: gives the awards for each card that are not given yet."""
    lines = [
        "static void give_cards(Context *x, State *S, const Frame *f) {",
        "    i64 won[SIDES];",
        "    (void)x; (void)S; (void)f; (void)won;",
    ]
    for i, award in enumerate(p.plan.awards):
        if award.each is not None and p.plan.ruleset.match.at_once:
            lines.append(f"    award_{i}(x, S, won);")
            lines.append(f"    for (int s = 0; s < SIDES; s++) if (won[s]) give_points(x, S, f, {i}, won[s], s);")
    return "\n".join([*lines, "}", ""])


def _secured(p: Printer) -> str:
    """What a side has made sure of; the checker lets no award ask for it, so there is no circle."""
    lines = []
    for i, award in enumerate(p.plan.awards):
        if award.most is None:
            lines.append(f"    award_{i}(x, S, won); total += won[side];")
        else:
            holds = f"holds_{i}(x, S, f) && " if award.condition is not None else ""
            lines.append(f"    if ({holds}2 * most_{i}(x, S, f) > all_{i}(x, S, f)) total += points_{i}(x, S, f);")
    return (
        "static i64 secured(Context *x, const State *S, int side) {\n"
        "    i64 total = 0, won[SIDES];\n    Frame frame, *f = &frame;\n    (void)x; (void)won;\n"
        "    if (side < 0) return 0;\n    scoring_frame(f, S);\n    f->us = side;\n"
        + "\n".join(lines)
        + "\n    return total;\n}\n"
    )
