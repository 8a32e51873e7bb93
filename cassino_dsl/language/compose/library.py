"""Finds variant files: shipped ones by name, a user's own by path, a base beside the file that names it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.diagnostics.diagnostic import Report, did_you_mean
from cassino_dsl.language.resources import folder
from cassino_dsl.language.syntax.read_source import STDIN, can_read, path_of
from cassino_dsl.language.syntax.tree import Scalar

NAMED = (".cassino.yaml", ".cassino.yml")  # endings of files that editors know by their names alone
NAME = re.compile(r"[a-z0-9][a-z0-9-]*\Z")


class NotFound(Exception):
    """A word of the command line that names no variant; ``help`` says what may be meant."""

    def __init__(self, message: str, help: str | None = None) -> None:
        super().__init__(message)
        self.message, self.help = message, help
        if help:
            self.add_note(f"help: {help}")  # what Python shows beneath the message


def shipped_variants() -> list[str]:
    """The names of the shipped variants, sorted."""
    return _named_in(folder("variants"))


def shipped_house_rules() -> list[str]:
    """The names of the shipped house rules, sorted."""
    return _named_in(folder("variants") / "house")


def _named_in(folder: Path) -> list[str]:
    """The files of a folder that have a name; `scopa.it.yaml` holds texts of another."""
    return sorted(p.stem for p in folder.glob("*.yaml") if NAME.match(p.stem))


def is_path(word: str) -> bool:
    """Whether a word of the command line is a path rather than a shipped name."""
    return "/" in word or "\\" in word or word.endswith((".yaml", ".yml"))


def find(word: str, house: bool = False, also: Sequence[str] = ()) -> Path:
    """The file that a word of the command line means: a path, `-`, or a shipped name. A misspelt word may mean
    ``also``."""
    path = path_of(word)
    if path == STDIN or is_path(word):
        if path.is_dir():
            raise NotFound(f"`{word}` is a folder, not a file")
        if not can_read(path):
            raise NotFound(f"there is no file `{word}`")
        return path
    known = shipped_house_rules() if house else shipped_variants()
    if word in known:
        return _shipped(word, house)
    what = "house rule" if house else "variant"
    endings = ("", ".yaml", *NAMED, ".yml")
    here = next((word + ending for ending in endings if Path(word + ending).is_file()), None)
    if here is not None:  # a name means what is shipped: `./` says that it is the file
        raise NotFound(f"there is no shipped {what} `{word}`", f"for the file in this folder write `./{here}`")
    other = shipped_variants() if house else shipped_house_rules()
    if word in other:
        use = "it stands alone, as VARIANT" if house else f"lay it over a variant, `--with {word}`"
        raise NotFound(f"there is no {what} `{word}`", f"`{word}` is a {'variant' if house else 'house rule'}: {use}")
    raise NotFound(
        f"there is no {what} `{word}`",
        did_you_mean(word, [*known, *also])
        or f"`cassino list` shows the shipped {what}s; a path names a file of yours",
    )


def stranger_word(word: str, folder: Path | None, named: Sequence[str]) -> str:
    """What is read where a file of data, perhaps a stranger's, names a variant or a house rule: one that is shipped, a
    file that the user has ``named``, or one in YAML: in the ``folder`` of the data itself, or by a path from where the
    user stands that does not lead out of there."""
    if path_of(word) != STDIN and not is_path(word):
        return word
    meant = next((one for one in named if Path(one).name == Path(word).name), None)
    here = Path(word).resolve()
    is_beside = folder is not None and here.parent == folder.resolve()
    is_below = not Path(word).is_absolute() and here.is_relative_to(Path().resolve())
    if meant is None and not ((is_beside or is_below) and here.suffix in (".yaml", ".yml") and here.is_file()):
        raise NotFound(f"it names the file `{word}`, which neither lies beside it nor is named by `--variant FILE`")
    return meant or word


def name_of(file: Path) -> str:
    """The name by which other files speak of a file: `ours` of `ours.yaml` and of `ours.cassino.yaml` (or `.yml`)."""
    return file.stem.removesuffix(".cassino")


def files_called(name: str, folder: Path) -> list[Path]:
    """The files of a folder that have a name: one, or two, of which nobody can say which is meant."""
    return [file for ending in (".yaml", *NAMED) if can_read(file := folder / f"{name}{ending}")]


def beside(name: str, file: Path | None, house: bool = False) -> Path | None:
    """The file that ``extends: name`` means: beside the file that says so, else shipped."""
    if file and (own := _own(name, file, house)):
        return own[0]
    shipped = _shipped(name, house)
    return shipped if shipped.is_file() else None


def _own(name: str, file: Path, house: bool) -> list[Path]:
    """The files of its author that a file means by a name."""
    if house:
        return files_called(name, file.parent) or files_called(name, file.parent / "house")
    return [found for found in files_called(name, file.parent) if found.resolve() != file.resolve()]


def leads_out(file: Path, folder: Path) -> bool:
    """Whether a file that stands in a folder is a link to somewhere else. What a file names, or a folder holds, is read
    only where it lies in that folder: files of strangers look at nothing else of ours, not even to quote it."""
    return not file.resolve().is_relative_to(folder.resolve())


def is_shipped(file: Path) -> bool:
    """Whether a file is one that belongs to this installation, wherever that keeps it."""
    return file.is_relative_to(folder("variants"))


def called(file: Path) -> str:
    """What messages call a file: a shipped one by its place in the project, `variants/scopa.yaml`."""
    root = folder("variants")
    return file.relative_to(root.parent).as_posix() if file.is_relative_to(root) else str(file)


def _shipped(name: str, house: bool) -> Path:
    root = folder("variants")
    return (root / "house" if house else root) / f"{name}.yaml"


# ---- the files that a file names: by names and never by paths, beside it or shipped


def _no_name(text: str) -> str:
    """Why a text is no name of a variant."""
    if "/" in text or "\\" in text or text.endswith((".yaml", ".yml")):
        return "bases are named, not given by path"
    return "names of variants, and of the files they stand in, have small letters, digits and `-`"


def base_file(extends: Scalar, path: Path, report: Report) -> Path | None:
    """The file of a variant that a file names; None, with a diagnostic, where there is none."""
    if not NAME.match(extends.text):
        report.add(
            Code.OUTSIDE_FOLDER,
            extends.span,
            f"`{extends.text}` is not the name of a variant: {_no_name(extends.text)}",
            help=did_you_mean(name_of(Path(extends.text)).lower(), [*shipped_variants(), *beside_names(path)])
            or "put the base beside this file and write its name without `.yaml`",
        )
        return None
    if extends.text == name_of(path) and beside(extends.text, path) in (None, path):
        report.add(Code.CIRCULAR_EXTENDS, extends.span, f"`{extends.text}` extends itself", help="name another variant")
        return None
    base = beside(extends.text, path)
    if base is None:
        known = [*shipped_variants(), *beside_names(path)]
        message = f"there is no variant `{extends.text}`, neither beside this file nor shipped"
        report.add(Code.UNKNOWN_BASE, extends.span, message, help=did_you_mean(extends.text, known))
    return _inside(base, path, extends, False, report)


def beside_names(path: Path) -> list[str]:
    """The names of the variants that lie beside a file."""
    return [name_of(p) for p in path.parent.glob("*.yaml") if p != path and NAME.match(name_of(p))]


def find_house_rule(word: Scalar, path: Path, report: Report) -> Path | None:
    """The file of a house rule that a variant names; None, with a diagnostic, where there is none."""
    found = beside(word.text, path, house=True) if NAME.match(word.text) else None
    if found is None:
        message = f"there is no house rule `{word.text}`"
        report.add(Code.UNKNOWN_BASE, word.span, message, help=did_you_mean(word.text, shipped_house_rules()))
    return _inside(found, path, word, True, report)


def _inside(found: Path | None, path: Path, word: Scalar, house: bool, report: Report) -> Path | None:
    """The file that another one names, unless there are two, or it is a link to somewhere else."""
    two = _own(word.text, path, house) if found else []
    if len(two) > 1:
        message = f"`{word.text}` may be `{two[0].name}` or `{two[1].name}`: both are there"
        report.add(Code.UNKNOWN_BASE, word.span, message, help="give one of the two files another name")
        return None
    if found is None or is_shipped(found) or not leads_out(found, path.parent):
        return found
    message = f"`{found.name}` is a link to a file outside of this folder"
    report.add(Code.OUTSIDE_FOLDER, word.span, message, help="put a copy of that file beside this one")
    return None
