"""Prints preferences: filters over the plays that the rules have left."""

from __future__ import annotations

from collections.abc import Iterable

from cassino_dsl.engine.native.parts import of_one_card
from cassino_dsl.engine.native.printer import Printer
from cassino_dsl.engine.native.scoring import number_function
from cassino_dsl.language.plan.plan import PlannedAction
from cassino_dsl.language.ruleset.expr import Call, Expr, walk
from cassino_dsl.language.ruleset.model import Preference
from cassino_dsl.language.ruleset.row import MOMENTS, OF_PLAY
from cassino_dsl.language.ruleset.simplify import Facts, constant


def preference_functions(p: Printer) -> str:
    """One function for each preference, and one that applies all in order."""
    text = "typedef struct { u8 good, gone; u32 with; i64 number; Mask cards; } Judged;\n"
    hands = p.copies == 1 or all(a.action.played.source != "stock" for a in p.plan.actions)
    text += (
        "/* of twins in a hand the first is played: other cards are other faces, unless they come from elsewhere */\n"
    )
    text += f"#define PLAYED_FACES(cards) {'(cards)' if hands else 'as_faces(cards, ALL_CARDS)'}\n"
    single = all(_at_most_one(a) for a in p.plan.actions)
    names = []
    for i, preference in enumerate(p.plan.preferences):
        parts = {"prefer": preference.prefer, "over": preference.over, "among": preference.among}
        for part, e in {**parts, "number": preference.number}.items():
            if e is not None:
                text += number_function(p, f"{part}_{i}", e)
        text += _filter(i, preference, single)
        if constant(preference.number, Facts()) is None:  # the same number for all prefers none
            names.append(f"    if (x->play_count - first > 1) prefer_by_{i}(x, S, seat, first);\n")
    return text + (
        "static void prefer(Context *x, const State *S, int seat, u32 first) {\n    (void)x; (void)S; "
        "(void)seat; (void)first;\n"
        f"{''.join(names)}}}\n"
    )


def _at_most_one(a: PlannedAction) -> bool:
    """Whether no play of an action has several cards."""
    return a.action.played.source in ("none", "stock") or of_one_card(a)


def _filter(i: int, preference: Preference, single: bool) -> str:
    """Plays of one card (or of the whole turn) are compared with each other. ``single``: no play has several cards."""
    head = (
        f"static void prefer_by_{i}(Context *x, const State *S, int seat, u32 first) {{\n"
        "    const u32 n = x->play_count - first;\n    Frame frame, *f = &frame;\n"
        "    Judged *judged = judge_room(x, n);\n"
    )
    same = f"play_group(x, judged, first, n, {int(preference.per_card)});\n"
    look = _look(e for e in (preference.prefer, preference.over, preference.number, preference.among) if e is not None)
    if preference.prefer is not None:
        by_card = preference.per_card and single
        over = f"over_{i}(x, S, f)" if preference.over is not None else "1"
        return head + (
            f"    int good = 0, worse = 0;\n{_NO_CARDS if by_card else ''}"
            f"    for (u32 i = 0; i < n; i++) {{\n        {look};\n"
            f"        judged[i].good = prefer_{i}(x, S, f) != 0;\n"
            f"        judged[i].gone = !judged[i].good && {over} != 0;\n"
            "        good |= judged[i].good;\n        worse |= judged[i].gone;\n"
            f"{_CARDS if by_card else ''}    }}\n"
            "    if (!good || !worse) return;\n"
            f"{_compared(same, preference.per_card, single)}"
            "    drop_gone(x, judged, first, n);\n}\n"
        )
    among = f"among_{i}(x, S, f)" if preference.among is not None else "1"
    better = ">" if preference.highest else "<"
    return head + (
        f"    {same}"
        "    i64 *number = number_room(x, n);\n"
        "    for (u32 i = 0; i < n; i++) judged[i].gone = 0;\n"
        f"    for (u32 i = 0; i < n; i++) {{\n        {look};\n"
        f"        judged[i].good = {among} != 0;\n        if (!judged[i].good) continue;\n"
        f"        number[i] = number_{i}(x, S, f);\n        Judged *group = &judged[judged[i].with];\n"
        f"        if (!group->gone || number[i] {better} group->number) group->number = number[i];\n        "
        f"group->gone = 1;\n    }}\n"
        "    for (u32 i = 0; i < n; i++) judged[i].gone = 0, number[i] = judged[i].good && number[i] != "
        "judged[judged[i].with].number;\n"
        "    for (u32 i = 0; i < n; i++) judged[i].gone = (u8)number[i];\n"
        "    drop_gone(x, judged, first, n);\n}\n"
    )


# the cards of which there are good plays, and whether there are good ones without a card
_NO_CARDS = "    Mask cards = EMPTY;\n    int none = 0;\n"
_CARDS = """        cards = join(cards, meet(PLAYED_FACES(f->cards), all_if(judged[i].good)));
        none |= judged[i].good & !is_some(f->cards);
"""


def _compared(same: str, per_card: bool, single: bool) -> str:
    """Only what is compared with a good play is gone."""
    if not per_card:
        return ""
    if single:
        return (
            "    for (u32 i = 0; i < n; i++) {\n        const Mask of = PLAYED_FACES(x->plays[first + i].cards);\n"
            "        judged[i].gone &= is_some(meet(of, cards)) | (none & !is_some(of));\n    }\n"
        )
    return (
        f"    {same}"
        "    for (u32 i = 0; i < n; i++) judged[judged[i].with].number |= judged[i].good;\n"
        "    for (u32 i = 0; i < n; i++) judged[i].gone &= judged[judged[i].with].number != 0;\n"
    )


def _look(asked: Iterable[Expr]) -> str:
    """How much of a play is put into the frame: no more than is asked for."""
    read = {part for e in asked for call in walk(e) if isinstance(call, Call) for part in call.row.reads}
    play = "&x->plays[first + i], seat"
    if read & MOMENTS:
        return f"look_at(x, S, f, {play})"
    return f"look_over(f, S, {play})" if read & OF_PLAY else f"glance_at(f, S, {play})"
