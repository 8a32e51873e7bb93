"""The files that a file names: its base and its house rules, by names and never by paths, beside it or shipped."""

from __future__ import annotations

from pathlib import Path

from cassino_dsl.compose.library import NAME, beside, is_shipped, leads_out, shipped_house_rules, shipped_variants
from cassino_dsl.diagnostics.codes import compose as codes
from cassino_dsl.diagnostics.diagnostic import Report, did_you_mean
from cassino_dsl.ruleset.span import Span
from cassino_dsl.syntax.tree import Scalar


def _no_name(text: str) -> str:
    """Why a text is no name of a variant."""
    if "/" in text or "\\" in text or text.endswith((".yaml", ".yml")):
        return "bases are named, not given by path"
    return "names of variants, and of the files they stand in, have small letters, digits and `-`"


def base_file(extends: Scalar, path: Path, report: Report) -> Path | None:
    """The file of a variant that a file names; None, with a diagnostic, where there is none."""
    if not NAME.match(extends.text):
        report.add(
            codes.OutsideFolder,
            extends.span,
            f"`{extends.text}` is not the name of a variant: {_no_name(extends.text)}",
            help=did_you_mean(Path(extends.text).stem.lower(), [*shipped_variants(), *beside_names(path)])
            or "put the base beside this file and write its name without `.yaml`",
        )
        return None
    if extends.text == path.stem and beside(extends.text, path) in (None, path):
        report.add(codes.CircularExtends, extends.span, f"`{path.stem}` extends itself", help="name another variant")
        return None
    base = beside(extends.text, path)
    if base is None:
        known = [*shipped_variants(), *beside_names(path)]
        report.add(
            codes.UnknownBase,
            extends.span,
            f"there is no variant `{extends.text}`, neither beside this file nor shipped",
            help=did_you_mean(extends.text, known),
        )
    return _inside(base, path, extends.span, report)


def beside_names(path: Path) -> list[str]:
    """The names of the variants that lie beside a file."""
    return [p.stem for p in path.parent.glob("*.yaml") if p != path and NAME.match(p.stem)]


def find_house_rule(word: Scalar, path: Path, report: Report) -> Path | None:
    """The file of a house rule that a variant names; None, with a diagnostic, where there is none."""
    found = beside(word.text, path, house=True) if NAME.match(word.text) else None
    if found is None:
        report.add(
            codes.UnknownBase,
            word.span,
            f"there is no house rule `{word.text}`",
            help=did_you_mean(word.text, shipped_house_rules()),
        )
    return _inside(found, path, word.span, report)


def _inside(found: Path | None, path: Path, named: Span, report: Report) -> Path | None:
    """The file that another one names, unless it is a link to somewhere else."""
    if found is None or is_shipped(found) or not leads_out(found, path.parent):
        return found
    report.add(
        codes.OutsideFolder,
        named,
        f"`{found.name}` is a link to a file outside of this folder",
        help="put a copy of that file beside this one",
    )
    return None
