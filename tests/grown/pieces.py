"""One grown file in pieces: a base, a file that extends it, and a house rule over both. They have the core of the
whole."""

from __future__ import annotations

import copy
import random
import tempfile
import traceback
from pathlib import Path

from cassino_dsl.language.core.program import program_of
from cassino_dsl.language.pipeline import load_variant
from cassino_dsl.language.ruleset.model import Ruleset
from tests.grown.compare import Outcome, first_difference
from tests.grown.document import load, write
from tests.grown.garden import SKELETONS, Tree
from tests.grown.rulesets import grow_ruleset

ORDERED = ("actions", "rules", "preferences", "events", "awards")  # clauses that say before which they stand
NAMED = ("options", "terms", "effects", "memory", "zones", "checks")  # new ones stand last
NEEDED = ("play", "must", "on", "do", "points")  # without which a clause is none, and looks like one misspelt
HOUSE = "grown-house"
Pieces = dict[str, Tree]  # trees by the name of their file; `game` is the one that is played


def judge_pieces(seed: int, number: int) -> Outcome:
    """``same`` where the pieces have the core of the whole, for every number of seats."""
    rng = random.Random(f"pieces {seed}/{number}")
    tree = grow_ruleset(seed, number)
    try:
        whole = load(write(tree)).ruleset
        if whole is None:
            return Outcome("refused")
        pieces = in_pieces(tree, rng)
        found, said = _together(pieces)
        text = "\n".join(f"--- {name}.yaml\n{write(piece).text}" for name, piece in pieces.items())
        if found is None:
            return Outcome("differs", f"refused in pieces: {said}\n{text}")
        different = _difference(whole, found)
        return Outcome("differs", f"{different}\n{text}") if different else Outcome("same")
    except Exception:
        return Outcome("crashes", traceback.format_exc(limit=-4))


def _together(pieces: Pieces) -> tuple[Ruleset | None, str]:
    with tempfile.TemporaryDirectory(prefix="grown-") as folder:
        for name, piece in pieces.items():
            (Path(folder) / f"{name}.yaml").write_text(write(piece).text, encoding="utf-8")
        loaded = load_variant(str(Path(folder) / "game.yaml"))
        return loaded.ruleset, "; ".join(d.message for d in loaded.report.diagnostics if d.severity == "error")


def _difference(a: Ruleset, b: Ruleset) -> str:
    if a.seats != b.seats:
        return f"seats {a.seats} | {b.seats}"
    for seats in a.seats:
        one, other = program_of(a, seats), program_of(b, seats)
        lines = [f"{x.text}{x.beside}".splitlines() for x in (one, other)]
        if lines[0] != lines[1]:
            return f"{seats} seats{first_difference(*lines)}"
    return ""


def in_pieces(tree: Tree, rng: random.Random) -> Pieces:
    """The files that a tree comes apart into; the house rule is asked for by name, or selected by an option."""
    beneath, house = apart(tree, rng)
    base, game = apart(beneath, rng)
    house = {"dsl": "1", "house": "true", "title": "A house rule", **house}
    if beneath.get("actions"):
        asked = rng.choice(list(beneath["actions"]))
        house["needs"] = {f"actions.{asked}": "something is played", "no actions.a_nobody": "nobody plays"}
    if replaced := [f"{s}.{n}" for s in ORDERED for n in house.get(s, {}) if n in beneath.get(s, {})]:
        house["replaces"] = replaced
    game = {"dsl": "1", "title": "In pieces", "extends": "base", **game}
    if rng.random() < 0.5:
        game["with"] = HOUSE
    else:
        asks = {"is": "bool", "default": "true", "selects": {"true": HOUSE}}
        game["options"] = {**game.get("options", {}), "asks_for_it": asks}
    return {"base": base, "game": game, HOUSE: house}


def apart(tree: Tree, rng: random.Random) -> tuple[Tree, Tree]:
    """A tree as two, the second of which, laid over the first, gives it back."""
    base: Tree = copy.deepcopy(tree)
    patch: Tree = {}
    for section, body in tree.items():
        if section in ("dsl", "title") or rng.random() < 0.4:
            continue
        if section == "turn" and " | " in body and "(" not in body:
            base["turn"], _, rest = body.partition(" | ")
            patch["turn"] = f"base | {rest}"
        elif section in ORDERED:
            base[section], patch[section] = _clauses(body, rng)
        elif section == "values":
            first = dict(list(body.items())[: rng.randint(0, len(body) - 1)])
            base[section] = {k: b for k, b in body.items() if k not in first or rng.random() < 0.5}
            base[section] |= {k: "59" for k in first if k in base[section]}
            patch[section] = first
        elif section in NAMED:
            kept = rng.randint(0, len(body))
            base[section] = dict(list(body.items())[:kept])
            patch[section] = dict(list(body.items())[kept:])
        elif isinstance(body, dict):
            patch[section] = {k: b for k, b in body.items() if rng.random() < 0.5}
            base[section] = {k: b for k, b in body.items() if k not in patch[section]}
        else:
            patch[section] = body
            base.pop(section)
        if rng.random() < 0.5 and isinstance(patch.get(section), dict):
            _spare(section, base[section], patch[section], body, rng)
    return _filled(base), _filled(patch)


def _filled(tree: Tree) -> Tree:
    return {section: body for section, body in tree.items() if body != {}}


def _spare(section: str, base: Tree, patch: Tree, whole: Tree, rng: random.Random) -> None:
    """Something that the base has for nothing."""
    for name, body in SKELETONS["spare"].get(section, {}).items():
        if name not in whole:
            place = rng.randint(0, len(base))
            entries = list(base.items())
            base.clear()
            base.update([*entries[:place], (name, body), *entries[place:]])
            patch[name.replace("(x, y)", rng.choice(["", "(a, b)"])) if section == "terms" else name] = "removed"


def _clauses(whole: Tree, rng: random.Random) -> tuple[Tree, Tree]:
    """Clauses in their order: some are new in the patch, some are moved to their place by it, some changed."""
    base: Tree = {}
    patch: Tree = {}
    names = list(whole)
    moved = []
    for name, following in reversed(list(zip(names, [*names[1:], None], strict=True))):
        body = copy.deepcopy(whole[name])
        form = rng.choice(["kept", "kept", "new", "moved", "changed"])
        if form == "new":
            body = body if isinstance(body, dict) else {"must": body}
            patch[name] = body | ({"above": following} if following else {})
            continue
        if form == "moved" and following in base and following not in moved and isinstance(body, dict):
            moved.append(name)
            patch[name] = {"above": following}
        elif form == "changed" and isinstance(body, dict) and "about" not in body and {*body} - {*NEEDED}:
            key = rng.choice([k for k in body if k not in NEEDED])
            patch[name] = {key: body.pop(key), "about": "removed"}
            body["about"] = "something else"
        base[name] = body
    order = [*reversed(base)]
    for name in moved:
        order.remove(name)
        order.insert(rng.randint(0, len(order)), name)
    return {name: base[name] for name in order}, patch
