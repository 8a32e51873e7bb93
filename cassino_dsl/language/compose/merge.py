"""Lays one tree over another: the patch wins key by key, `removed` takes a key away,
`above: NAME` says where a new clause stands, or moves an old one."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from functools import update_wrapper

from cassino_dsl.language.compose.options import words
from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.diagnostics.diagnostic import Report, did_you_mean, misspelt, nearest
from cassino_dsl.language.diagnostics.remedy import suggest
from cassino_dsl.language.syntax.shape import ABOVE, VARIANT, Either, Fields, Key, Named, Shape, short_for
from cassino_dsl.language.syntax.tree import Mapping, Node, Scalar, Sequence
from cassino_dsl.language.syntax.unknown_keys import lacking

REMOVED = "removed"
_KNOWN = frozenset(VARIANT.names())  # any other key has been reported, and says nothing
_SECTIONS = frozenset(key.name for key in VARIANT.keys if isinstance(key.shape, (Fields, Named)))


def _has_a_place(clause: Shape) -> bool:
    clause = clause.other if isinstance(clause, Either) else clause
    return isinstance(clause, Fields) and ABOVE in clause.keys


# of whose clauses the order means something: `above` is a key of theirs, anywhere else it may be a name
_PLACED = frozenset(k.name for k in VARIANT.keys if isinstance(k.shape, Named) and _has_a_place(k.shape.shape))
_MAY_BE_EMPTY = frozenset({"awards"})  # what has to be there, though with nothing in it
_REMOVING = ("remove", "removes", "delete", "deleted", "drop", "dropped", "null", "~")
PERSONAL = frozenset(
    {"dsl", "house", "title", "about", "source", "extends", "with", "needs", "replaces", "over", "text", "examples"}
)
FIRST_ROW_WINS = (("values",), ("pack", "attributes", "*"))  # tables of which the first row that fits decides


Lay = Callable[[Mapping, Mapping, Report], Mapping]


def laid_once(lay: Lay) -> Lay:
    """What comes of the last tree over which a file's own was laid is kept with its text, with what was found: one file
    is loaded with every value of its options, and most of them lay nothing on. So a tree that is the same is one."""

    def laid(base: Mapping, patch: Mapping, report: Report) -> Mapping:
        found = Report()
        made, found = patch.span.source.once(lay, (base, patch), lambda: (lay(base, patch, found), found))
        report.include(found)
        return made

    return update_wrapper(laid, lay)


@laid_once
def merge(base: Mapping, patch: Mapping, report: Report) -> Mapping:
    """``base`` with ``patch`` laid over it. What a file says of itself (its title, its examples) is not inherited."""
    kept = Mapping(tuple((k, n) for k, n in base if k.text not in PERSONAL), base.span)
    return _merge(kept, patch, report, ())


def named(key: str, section: str) -> str:
    """What a key of a section names: a term is known by its name, whatever its parameters are called."""
    return key.partition("(")[0].strip() if section == "terms" else key


def _merge(base: Mapping, patch: Mapping, report: Report, path: tuple[str, ...]) -> Mapping:
    """``path``: the keys under which both stand."""
    top, section = not path, path[0] if len(path) == 1 else ""
    entries: list[tuple[Scalar, Node]] = list(base.entries)
    places = {named(key.text, section): index for index, (key, _) in enumerate(entries)}
    fresh: list[tuple[Scalar, Node]] = []
    gone: set[str] = set()
    said = {named(key.text, section) for key, _ in patch}
    for key, node in patch:
        if _steers(key, path):
            continue  # steers the merging of the clause around it
        name = named(key.text, section)
        if _removes(node, name in places, report):
            near = name if name in places else nearest(name, list(places))
            if near != name:
                message, help = f"there is no `{key.text}` to remove", suggest(near) if near else None
                report.add(Code.NOTHING_TO_REMOVE, key.span, message, help=help)
            if top and near in _MAY_BE_EMPTY:
                entries[places[near]] = (key, Mapping((), node.span))
            else:
                gone |= {near} if near else set()
            continue
        near = misspelt(name, [p for p in places if p not in said])
        if name not in places and near is not None and (lacks := _lacking(node, section)):
            message = f"`{name}` lacks `{lacks[0].name}`, and nothing of that name lies beneath that it could change"
            report.add(Code.MISSING_KEY, key.span, message, help=suggest(near))
            name, key = near, replace(key, text=entries[places[near]][0].text)
        if name in places:
            old = entries[places[name]][1]
            entries[places[name]] = (key, _lay(key.text, old, node, report, path))
        elif top and key.text in _KNOWN and isinstance(node, Mapping):
            # to a section that the base does not have, its clauses come as to an empty one
            fresh.append((key, _lay(key.text, Mapping((), node.span), node, report, path)))
        else:
            fresh.append((key, _clean(node, (*path, key.text))))
    moved = {key.text for key, node in patch if section in _PLACED and key.text in places and _stands_above(node)}
    fresh = [(key, n) for key, n in entries if key.text in moved] + fresh
    entries = [e for e in entries if named(e[0].text, section) not in gone and e[0].text not in moved]
    if section in _PLACED:
        entries = list(_place(entries, fresh, patch, report))
    else:
        entries += fresh
    return Mapping(tuple(entries), patch.span if top else base.span)


def _steers(key: Scalar, path: tuple[str, ...]) -> bool:
    """Whether a key under a ``path`` only says where the clause stands that it is of."""
    return key.text == ABOVE.name and len(path) == 2 and path[0] in _PLACED


def _removes(node: Node, there: bool, report: Report) -> bool:
    """Whether a patch removes what it names; a word that can only be meant so is told how it is said."""
    if not isinstance(node, Scalar) or not node.text:
        return False
    if node.text == REMOVED:
        return True
    meant = node.text.lower() in _REMOVING or nearest(node.text, (REMOVED,), cutoff=0.8) is not None
    if there and meant and " " not in node.text:
        report.add(Code.WRONG_WORD, node.span, f"`{node.text}` removes nothing", help=suggest(REMOVED))
    return there and meant


def _lacking(node: Node, section: str) -> list[Key]:
    """What a clause of a section lacks to stand by itself."""
    shape = next((key.shape for key in VARIANT.keys if key.name == section), None)
    return lacking(node, shape.shape) if isinstance(shape, Named) else []


def _stands_above(node: Node) -> Scalar | None:
    """The clause above which a clause asks to stand."""
    below = node.get(ABOVE.name) if isinstance(node, Mapping) else None
    return below if isinstance(below, Scalar) else None


def _lay(key: str, old: Node, new: Node, report: Report, path: tuple[str, ...]) -> Node:
    top, here = not path, (*path, key)
    if top and wraps(key, new):
        # a pattern that speaks of `base` wraps the one beneath it: both are kept, innermost first
        under = old.items if isinstance(old, Sequence) else (old,)
        return Sequence((*under, new), new.span)
    if isinstance(old, Scalar) and isinstance(new, Mapping) and (short := short_for(here)):
        old = Mapping(((Scalar(short, old.span, old.span), old),), old.span)
    if not (isinstance(old, Mapping) and isinstance(new, Mapping)):
        wrong = top and isinstance(old, Mapping) and key in _SECTIONS
        return old if wrong else _clean(new, here)  # a section of the wrong kind has been reported, and says nothing
    merged = _merge(old, new, report, here)
    if any(len(here) == len(p) and all(map(fnmatchcase, here, p)) for p in FIRST_ROW_WINS):
        # in a table whose first fitting row wins, the rows of the patch come before those of the base
        mine = [k.text for k, _ in new]
        rows = {k.text: (k, n) for k, n in merged}
        first = tuple(rows[name] for name in mine if name in rows)
        merged = Mapping(first + tuple(r for r in merged if r[0].text not in mine), merged.span)
    return merged


def _clean(node: Node, path: tuple[str, ...]) -> Node:
    """The node under a ``path`` without the marks that only steer merging."""
    if not isinstance(node, Mapping):
        return node
    kept = tuple(
        (k, _clean(n, (*path, k.text)))
        for k, n in node
        if not _steers(k, path) and not (isinstance(n, Scalar) and n.text == REMOVED)
    )
    return Mapping(kept, node.span)


def _place(
    entries: list[tuple[Scalar, Node]], fresh: list[tuple[Scalar, Node]], patch: Mapping, report: Report
) -> Iterator[tuple[Scalar, Node]]:
    placed = list(entries)
    for key, node in fresh:
        raw = patch.get(key.text)
        below = _stands_above(raw) if raw is not None else None
        index = len(placed)
        if below is not None:
            names = [k.text for k, _ in placed]
            if below.text in names:
                index = names.index(below.text)
            else:
                message = f"there is no `{below.text}` to stand above"
                report.add(Code.NOTHING_TO_REMOVE, below.span, message, help=did_you_mean(below.text, names))
        placed.insert(index, (key, node))
    return iter(placed)


def wraps(key: str, node: Node) -> bool:
    """Whether what is laid under a key goes around what is there: a turn that says `base`."""
    return key == "turn" and isinstance(node, Scalar) and "base" in re.findall(r"\w+", node.text)


def stands(node: Node | None, path: tuple[str, ...], section: str | None = None) -> bool:
    """Whether something stands at a path of a tree, or of a ``section`` of it. A step `*` is any name; the last may be
    the word that stands there (`match`, `winner`, `lowest`)."""
    if node is None or not path:
        return node is not None
    step, rest = path[0], path[1:]
    if isinstance(node, Mapping):
        wanted, above = named(step, section or ""), step if section is None else ""
        children = (child for key, child in node if step == "*" or named(key.text, section or "") == wanted)
        return any(stands(child, rest, above) for child in children)
    return isinstance(node, Scalar) and not rest and node.text == step


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


@dataclass(frozen=True, slots=True)
class Overlaid:
    """A clause of the variant over which a house rule lays one of the same name, which says something else.
    ``announced``: the house rule says that it replaces it."""

    section: str
    house: str
    key: Scalar
    node: Node
    under: Scalar
    below: Node
    announced: bool


def overlaid(tree: Mapping, patch: Mapping, house: str, others: Collection[tuple[str, ...]]) -> Iterator[Overlaid]:
    """The clauses of the variant's ``tree`` that a house rule changes; those that other house rules have put there
    (``others``: section and name) are not the variant's."""
    announced = {word.text for word in words(patch.get("replaces"))}
    for section, clauses in patch:
        beneath = tree.get(section.text)
        if not (isinstance(clauses, Mapping) and isinstance(beneath, Mapping)):
            continue  # texts for people say nothing
        for key, node in clauses:
            name = named(key.text, section.text)
            under = next(((k, n) for k, n in beneath if named(k.text, section.text) == name), None)
            if under is not None and (section.text, name) not in others and _said(node) - _said(under[1]):
                yield Overlaid(section.text, house, key, node, *under, f"{section.text}.{name}" in announced)


def _said(node: Node) -> set[tuple[tuple[str, ...], str]]:
    """What a clause says, by the paths of its texts; texts for people say nothing."""
    found = set()
    for path, _, leaf in leaves(Mapping(((Scalar("", node.span, node.span), node),), node.span)):
        if path[-1] not in ("about", "source", "text") and path[1:2] not in (("called",), (ABOVE.name,)):
            texts = leaf.items if isinstance(leaf, Sequence) else (leaf,)
            path = path[:-1] if path[-1] in ("must", "is") else path  # of a clause that may be its text alone
            found |= {(path, " ".join(t.text.split())) for t in texts if isinstance(t, Scalar)}
    return found
