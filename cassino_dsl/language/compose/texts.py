"""What a file says for people at its clauses, apart from what it says to the program.

The words are taken out of a tree before it is merged with others: a part or a term that has a text is then like one
that has none, and the words of two files for one clause do not exclude each other. Which of them a book says is
decided by the clause (`book/authors_texts.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from cassino_dsl.language.compose.library import called, files_called, leads_out, name_of
from cassino_dsl.language.compose.merge import named
from cassino_dsl.language.compose.one_file import read_file
from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.diagnostics.diagnostic import Report
from cassino_dsl.language.syntax.shape import CLAUSES, SAID, TERM, TRANSLATION, VARIANT, Fields, Shape, beneath, keys_of
from cassino_dsl.language.syntax.tree import Mapping, Node, Scalar

TEXT, IS, TEXT_OF = SAID.name, TERM.keys[0].name, TRANSLATION.keys[1].name
WORDS = (TEXT, "about", "called")  # the keys of a clause that hold words for people
_TO_UNWRAP = (TERM, CLAUSES["PART"])  # clauses that need no mapping


@dataclass(frozen=True, slots=True)
class Written:
    """What stands under a key for people: its ``place`` in a rulebook (``actions.capture``), the key, and the node."""

    place: str
    key: Scalar
    node: Node


@dataclass(frozen=True, slots=True)
class Translation:
    """What a file says in another language of the clauses of the file ``of``."""

    of: Path
    path: Path
    language: str
    tree: Mapping


def translation_path(file: Path, language: str) -> Path:
    """Where the texts of a file in another language lie, or would: `ours.it.yaml`, or `ours.it.cassino.yaml`."""
    name = f"{name_of(file)}.{language}"
    return next(iter(files_called(name, file.parent)), file.with_name(f"{name}.yaml"))


def read_texts_beside(file: Path, language: str, report: Report) -> Translation | None:
    """The texts of a file in a language, from the file beside it; None where there are none."""
    path = translation_path(file, language)
    if not path.is_file() or leads_out(path, file.parent):
        return None
    tree = read_file(path, called(path), report, TRANSLATION)
    if tree is None:
        return None
    of, name = tree.get(TEXT_OF), name_of(file)
    if isinstance(of, Scalar) and of.text != name:
        message, help = f"these are texts of `{name}`, by the name of the file", f"write `{TEXT_OF}: {name}`"
        report.add(Code.TEXT_OF_ANOTHER, of.span, message, help=help)
    for other in files_called(f"{name}.{language}", file.parent)[1:]:
        message, help = f"these texts stand in `{other.name}`, too", "put all into one of the two files"
        report.add(Code.TEXT_OF_ANOTHER, of.span if of else tree.span, message, help=help)
    return Translation(file, path, language, tree)


def plain(tree: Mapping) -> Mapping:
    """The tree without texts: a part or a term in its mapping form is what it `is`. What consists of a text alone says
    nothing to the program, and is gone."""

    def make() -> Mapping:
        made = _plain(Mapping(tuple(e for e in tree if e[0].text != TEXT), tree.span), VARIANT)
        return made if isinstance(made, Mapping) else Mapping((), tree.span)

    return tree.span.source.once(plain, (tree,), make)


def _plain(node: Node, shape: Shape | None) -> Node | None:
    if not isinstance(node, Mapping) or shape is None:
        return node
    if shape in _TO_UNWRAP and node.get(IS) is not None:
        return node.get(IS)
    left = ((k, _plain(child, _below(shape, k))) for k, child in node if not (k.text == TEXT and _speaks(shape)))
    entries = tuple((k, child) for k, child in left if child is not None)
    kept_empty = not node.entries or shape is CLAUSES["ZONE"]  # a zone need not say anything
    return Mapping(entries, node.span) if entries or kept_empty else None


def written(tree: Mapping) -> Iterator[Written]:
    """Everything that a file says for people at its clauses, and in the sections of a rulebook without one."""
    sections = tree.get(TEXT)
    for key, node in sections if isinstance(sections, Mapping) else ():
        yield Written(key.text, Scalar(TEXT, key.span, key.span), node)
    yield from _written(tree, VARIANT, ())


def _written(node: Node, shape: Shape | None, path: tuple[str, ...]) -> Iterator[Written]:
    for key, child in node if isinstance(node, Mapping) and shape is not None else ():
        if key.text in WORDS and _speaks(shape):
            yield Written(".".join(path), key, child)
        else:
            yield from _written(child, _below(shape, key), (*path, named(key.text, path[0] if path else "")))


def _speaks(shape: Shape | None) -> bool:
    """Whether a clause has words for people."""
    return isinstance(shape, Fields) and SAID in shape.keys


def _below(shape: Shape | None, key: Scalar) -> Shape | None:
    """What may stand in keys under a key; None where no clauses do."""
    return keys_of(beneath(shape, key.text)[1])
