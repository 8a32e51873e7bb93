"""Prints preferences: filters over the plays that the rules have left."""

from __future__ import annotations

from cassino_dsl.native.printer import Env, Printer
from cassino_dsl.plan.plan import PlannedPreference
from cassino_dsl.ruleset.expr import Expr
from cassino_dsl.ruleset.simplify import Facts, constant


def preference_functions(p: Printer) -> str:
    """One function for each preference, and one that applies all in order."""
    text = "typedef struct { u8 good, gone; i64 number; u32 with; } Judged;\n"
    names = []
    for i, preference in enumerate(p.plan.preferences):
        for part, e in (("prefer", preference.prefer), ("over", preference.over), ("among", preference.among)):
            if e is not None:
                text += _test(p, f"{part}_{i}", e)
        if preference.number is not None:
            text += _test(p, f"number_{i}", preference.number)
        text += _filter(i, preference)
        if constant(preference.number, Facts()) is None:  # the same number for all prefers none
            names.append(f"    if (x->play_count - first > 1) prefer_by_{i}(x, S, seat, first);\n")
    return text + (
        "static void prefer(Context *x, const State *S, int seat, u32 first) {\n    (void)x; (void)S; "
        "(void)seat; (void)first;\n"
        f"{''.join(names)}}}\n"
    )


def _test(p: Printer, name: str, e: Expr) -> str:
    return (
        f"static i64 {name}(Context *x, const State *S, Frame *f) {{\n    (void)x; (void)S; (void)f;\n"
        f"    return {p.c(e, Env())};\n}}\n"
    )


def _filter(i: int, preference: PlannedPreference) -> str:
    """Plays of one card (or of the whole turn) are compared with each other."""
    head = (
        f"static void prefer_by_{i}(Context *x, const State *S, int seat, u32 first) {{\n"
        "    const u32 n = x->play_count - first;\n    Frame frame, *f = &frame;\n"
        "    Judged *judged = judge_room(x, n);\n"
    )
    same = f"play_group(x, judged, first, n, {int(preference.per_card)});\n"
    if preference.prefer is not None:
        over = f"over_{i}(x, S, f)" if preference.over is not None else "1"
        return head + (
            f"    {same}"
            "    for (u32 i = 0; i < n; i++) {\n        look_at(x, S, f, &x->plays[first + i], seat);\n"
            f"        judged[i].good = prefer_{i}(x, S, f) != 0;\n"
            "        judged[judged[i].with].number |= judged[i].good;\n"
            f"        judged[i].gone = !judged[i].good && {over} != 0;\n    }}\n"
            "    for (u32 i = 0; i < n; i++) judged[i].gone &= judged[judged[i].with].number != 0;\n"
            "    drop_gone(x, judged, first, n);\n}\n"
        )
    among = f"among_{i}(x, S, f)" if preference.among is not None else "1"
    better = ">" if preference.highest else "<"
    return head + (
        f"    {same}"
        "    i64 *number = number_room(x, n);\n"
        "    for (u32 i = 0; i < n; i++) {\n        look_at(x, S, f, &x->plays[first + i], seat);\n"
        f"        judged[i].good = {among} != 0;\n        if (!judged[i].good) continue;\n"
        f"        number[i] = number_{i}(x, S, f);\n        Judged *group = &judged[judged[i].with];\n"
        f"        if (!group->gone || number[i] {better} group->number) group->number = number[i];\n        "
        f"group->gone = 1;\n    }}\n"
        "    for (u32 i = 0; i < n; i++) judged[i].gone = 0, number[i] = judged[i].good && number[i] != "
        "judged[judged[i].with].number;\n"
        "    for (u32 i = 0; i < n; i++) judged[i].gone = (u8)number[i];\n"
        "    drop_gone(x, judged, first, n);\n}\n"
    )
