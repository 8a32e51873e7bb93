"""Lays one tree over another: the patch wins key by key, `removed` takes a key away,
`before: NAME` says where a new clause stands, or moves an old one."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cassino_dsl.diagnostics.codes import compose as codes
from cassino_dsl.diagnostics.diagnostic import Report, did_you_mean
from cassino_dsl.syntax.tree import Mapping, Node, Scalar, Sequence

REMOVED = "removed"
PERSONAL = frozenset(
    {"dsl", "house", "title", "about", "source", "extends", "with", "needs", "replaces", "over", "examples"}
)
FIRST_ROW_WINS = frozenset({"values"})


def merge(base: Mapping, patch: Mapping, report: Report) -> Mapping:
    """``base`` with ``patch`` laid over it. What a file says of itself (its title, its examples) is not inherited."""
    kept = Mapping(tuple((k, n) for k, n in base if k.text not in PERSONAL), base.span)
    return _merge(kept, patch, report, top=True)


def named(key: str, section: str) -> str:
    """What a key of a section names: a term is known by its name, whatever its parameters are called."""
    return key.partition("(")[0].strip() if section == "terms" else key


def _merge(base: Mapping, patch: Mapping, report: Report, top: bool = False, section: str = "") -> Mapping:
    entries: list[tuple[Scalar, Node]] = list(base.entries)
    places = {named(key.text, section): index for index, (key, _) in enumerate(entries)}
    fresh: list[tuple[Scalar, Node]] = []
    gone: set[str] = set()
    for key, node in patch:
        if key.text == "before" and not top:
            continue  # steers the merging of the clause around it
        name = named(key.text, section)
        if isinstance(node, Scalar) and node.text == REMOVED:
            if name in places:
                gone.add(name)
            else:
                report.add(
                    codes.NothingToRemove,
                    key.span,
                    f"there is no `{key.text}` to remove",
                    help=did_you_mean(name, list(places)),
                )
            continue
        if name in places:
            old = entries[places[name]][1]
            entries[places[name]] = (key, _lay(key.text, old, node, report, top))
        elif top and isinstance(
            node, Mapping
        ):  # to a section that the base does not have, its clauses come as to an empty one
            fresh.append((key, _lay(key.text, Mapping((), node.span), node, report, top)))
        else:
            fresh.append((key, _clean(node)))
    moved = {key.text for key, node in patch if key.text in places and _stands_before(node)}
    fresh = [(key, n) for key, n in entries if key.text in moved] + fresh
    entries = [e for e in entries if named(e[0].text, section) not in gone and e[0].text not in moved]
    return Mapping(tuple(_place(entries, fresh, patch, report)), patch.span if top else base.span)


def _stands_before(node: Node) -> Scalar | None:
    """The clause before which a clause asks to stand."""
    before = node.get("before") if isinstance(node, Mapping) else None
    return before if isinstance(before, Scalar) else None


def _lay(key: str, old: Node, new: Node, report: Report, top: bool) -> Node:
    if top and key == "turn" and isinstance(new, Scalar) and "base" in re.findall(r"\w+", new.text):
        # a pattern that speaks of `base` wraps the one beneath it: both are kept, innermost first
        under = old.items if isinstance(old, Sequence) else (old,)
        return Sequence((*under, new), new.span)
    if not (isinstance(old, Mapping) and isinstance(new, Mapping)):
        return _clean(new)
    merged = _merge(old, new, report, section=key if top else "")
    if top and key in FIRST_ROW_WINS:
        # in a table whose first fitting row wins, the rows of the patch come before those of the base
        mine = [k.text for k, _ in new]
        rows = {k.text: (k, n) for k, n in merged}
        first = tuple(rows[name] for name in mine if name in rows)
        merged = Mapping(first + tuple(r for r in merged if r[0].text not in mine), merged.span)
    return merged


def _clean(node: Node) -> Node:
    """The node without the marks that only steer merging."""
    if not isinstance(node, Mapping):
        return node
    kept = tuple(
        (k, _clean(n)) for k, n in node if k.text != "before" and not (isinstance(n, Scalar) and n.text == REMOVED)
    )
    return Mapping(kept, node.span)


def _place(
    entries: list[tuple[Scalar, Node]], fresh: list[tuple[Scalar, Node]], patch: Mapping, report: Report
) -> Iterator[tuple[Scalar, Node]]:
    placed = list(entries)
    for key, node in fresh:
        raw = patch.get(key.text)
        before = _stands_before(raw) if raw is not None else None
        index = len(placed)
        if before is not None:
            names = [k.text for k, _ in placed]
            if before.text in names:
                index = names.index(before.text)
            else:
                report.add(
                    codes.NothingToRemove,
                    before.span,
                    f"there is no `{before.text}` to stand before",
                    help=did_you_mean(before.text, names),
                )
        placed.insert(index, (key, node))
    return iter(placed)


def leaves(node: Node, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Scalar | None, Node]]:
    """Every (path, key, value) at which a patch sets or removes something."""
    if isinstance(node, Mapping):
        for key, child in node:
            if not path and key.text in PERSONAL:
                continue
            here = (*path, named(key.text, path[0] if len(path) == 1 else ""))
            if isinstance(child, Mapping):
                yield from leaves(child, here)
            else:
                yield here, key, child
