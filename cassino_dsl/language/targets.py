"""What a FILE of `cassino validate` and `cassino test` means: a variant, or a house rule laid over a base.

A house rule cannot be played alone. It is looked at over the base that the user names, or over the first
shipped variant that it fits; the base's own warnings don't count then.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from cassino_dsl.language.compose.compose import is_house_rule
from cassino_dsl.language.compose.library import (
    NotFound,
    base_file,
    called,
    files_called,
    find,
    is_path,
    is_shipped,
    leads_out,
    name_of,
    shipped_house_rules,
    shipped_variants,
)
from cassino_dsl.language.compose.options import Setting
from cassino_dsl.language.compose.texts import TEXT_OF
from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.diagnostics.diagnostic import Report
from cassino_dsl.language.pipeline import Loaded, load_variant
from cassino_dsl.language.ruleset.span import Source
from cassino_dsl.language.syntax.read_source import read_source
from cassino_dsl.language.syntax.tree import Mapping, Scalar
from cassino_dsl.language.syntax.unknown_keys import known_keys
from cassino_dsl.language.syntax.yaml_reader import read_yaml

MAX_FAULTY = 4  # bases that a house rule claims to fit and does not: then the fault is its own


@dataclass(frozen=True, slots=True)
class Target:
    """A file and what came of it. ``variant`` and ``with_rules`` load it again, with other options."""

    path: Path
    own: Mapping | None
    variant: str
    with_rules: tuple[str, ...]
    settings: tuple[Setting, ...]
    loaded: Loaded
    house: bool = False
    sound: dict[object, Loaded] = field(default_factory=dict, compare=False)  # what `chosen` has found without a fault

    @property
    def shown(self) -> str:
        """The name of the file in messages."""
        return self.own.span.file if self.own else str(self.path)

    @property
    def report(self) -> Report:
        return self.loaded.report

    def family(self) -> Iterator[Mapping]:
        """The file's own tree, and those of the files that it extends."""
        if self.own is not None:
            yield self.own
        if self.loaded.composed is not None and not self.house:
            yield from self.loaded.composed.bases

    def laid(self) -> Iterator[Mapping]:
        """The trees of the house rules that are laid over it."""
        for word in self.with_rules:
            try:
                tree = _own_tree(find(word, house=True), word)
            except NotFound:
                continue
            if tree is not None:
                yield tree

    def chosen(self, settings: tuple[Setting, ...], rules: tuple[str, ...] = ()) -> Loaded:
        """What comes of it with other values of some options, and more house rules: each combination is loaded once,
        unless something is said of it, which may speak of a setting's place."""
        key = (rules, frozenset((s.key, s.value) for s in settings))
        if key in self.sound:
            return self.sound[key]
        keys = {s.key for s in settings}
        kept = tuple(s for s in self.settings if s.key not in keys)
        loaded = load_variant(self.variant, (*self.with_rules, *rules), (*kept, *settings))
        if not loaded.report.diagnostics:
            self.sound[key] = loaded
        return _own_remarks(loaded, self.with_rules[0]) if self.house else loaded


def means_house_rule(word: str) -> bool:
    """Whether a word of the command line means a house rule. Raises ``NotFound`` where it means nothing."""
    if not is_path(word) and word in shipped_variants():
        return False
    own = _own_tree(_find(word), word)
    return own is not None and is_house_rule(own, Report())


@dataclass(frozen=True, slots=True)
class Word:
    """A file that the command line means, by its ``text`` or as one of a ``folder``, whose links may not lead out."""

    text: str
    folder: Path | None = None


def target_words(words: tuple[str, ...]) -> list[Word]:
    """The files that words of the command line mean: names, paths, and folders with all that is in them and not hidden.
    Raises ``NotFound`` where one of them means nothing, before anything is done with the others."""
    found: dict[str, Word] = {}
    for word in words:
        path = Path(word)
        if not word:  # of which the path would be the folder where one is
            raise NotFound("an empty word names no file")
        if not path.is_dir() or (not is_path(word) and word in (*shipped_variants(), *shipped_house_rules())):
            _find(word)
            found.setdefault(word, Word(word))
            continue
        inside = sorted(p for p in path.rglob("*.y*ml") if p.suffix in (".yaml", ".yml") and p.is_file())
        inside = [p for p in inside if not any(part.startswith(".") for part in p.relative_to(path).parts)]
        if not inside:
            raise NotFound(f"the folder `{word}` holds no variant file")
        for file in inside:
            text = str(file) if is_path(str(file)) else f"./{file}"
            found.setdefault(text, Word(text, path))
    return list(found.values())


def file_of(word: Word, report: Report) -> Path | None:
    """The file that a word means; None, with a diagnostic, where it is a link that leads out of the folder in which it
    was found. Raises ``NotFound`` where the word means nothing."""
    path = _find(word.text)
    if word.folder is None or not leads_out(path, word.folder):
        return path
    message, help = "this is a link that leads out of the folder", "name the file that is meant itself"
    report.add(Code.OUTSIDE_FOLDER, Source(word.text, "").whole(), message, help=help)
    return None


def open_target(
    word: str,
    over: str | None,
    with_rules: tuple[str, ...],
    settings: tuple[Setting, ...],
    folder: Path | None = None,
) -> Target:
    """Load what a word means; a link that leads out of the ``folder`` in which it was found is not read. Raises
    ``NotFound`` where the word means nothing."""
    report = Report()
    path = _find(word)
    if file_of(Word(word, folder), report) is None:
        return Target(path, None, word, with_rules, settings, Loaded(None, None, report))
    if not is_path(word) and word not in shipped_variants():
        word = str(path)  # a shipped house rule, which only its path can name as a variant
    tree = _raw_tree(path, word)
    if tree is not None and tree.key(TEXT_OF) is not None:
        return _texts_target(path, tree, word, over)
    own = _own_tree(path, word)
    if own is None or not is_house_rule(own, Report()):
        loaded = load_variant(word, with_rules, settings)
        own = loaded.composed.own if loaded.composed else own
        return Target(path, own, word, with_rules, settings, loaded)
    named = own.get("over")
    chosen = over
    if over is None and isinstance(named, Scalar):
        report = Report()
        found = base_file(named, path, report)
        if found is None:
            return Target(path, own, word, with_rules, settings, Loaded(None, None, report), house=True)
        chosen = named.text if is_shipped(found) else str(found)
    base, loaded = _over(word, chosen, with_rules, settings)
    return Target(path, own, base, (word, *with_rules), settings, loaded, house=True)


def _find(word: str) -> Path:
    if not is_path(word) and word in shipped_house_rules() and word not in shipped_variants():
        return find(word, house=True)
    return find(word, also=shipped_house_rules())


def _texts_target(path: Path, tree: Mapping, word: str, over: str | None) -> Target:
    """A file of texts in another language, looked at beside the file whose texts it holds. There is nothing to play."""
    report = Report()
    name, _, language = name_of(path).rpartition(".")
    of = next(iter(files_called(name, path.parent)), None) if name else None
    if of and of.is_file() and not leads_out(of, path.parent):
        own = _own_tree(of, name)
        rules: tuple[str, ...] = ()
        variant = str(of)
        if own is not None and is_house_rule(own, Report()):
            base = open_target(variant, over, (), ())
            variant, rules = base.variant, base.with_rules
        found = load_variant(variant, rules, (), language).report
        report = found.only(lambda d: d.span is not None and d.span.file == called(path))
    else:
        key = tree.key(TEXT_OF)
        message = "no file lies beside this one whose texts it could hold"
        help = "the Italian texts of `scopa.yaml` stand in `scopa.it.yaml`, beside it"
        report.add(Code.TEXT_OF_ANOTHER, key.span if key else tree.span, message, help=help)
    return Target(path, tree, word, (), (), Loaded(None, None, report))


def _raw_tree(path: Path, word: str) -> Mapping | None:
    quiet = Report()
    source = read_source(path, word, quiet)
    node = read_yaml(source, quiet) if source else None
    return node if isinstance(node, Mapping) else None


def _own_tree(path: Path, word: str) -> Mapping | None:
    tree = _raw_tree(path, word)
    return known_keys(tree, Report()) if tree is not None else None


def _over(
    house: str, over: str | None, with_rules: tuple[str, ...], settings: tuple[Setting, ...]
) -> tuple[str, Loaded]:
    """The base that a house rule is looked at over, and what came of the two together."""
    first: tuple[str, Loaded] | None = None
    faulty = 0
    for base in (over,) if over else sorted(shipped_variants(), key=lambda name: name != "cassino"):
        loaded = load_variant(base, (house, *with_rules), settings)
        loaded = _own_remarks(loaded, house)
        if loaded.ruleset is not None:
            return base, loaded
        misfit = any(d.code is Code.HOUSE_RULE_DOES_NOT_FIT for d in loaded.report.diagnostics)
        if first is None or (faulty == 0 and not misfit):
            first = base, loaded
        faulty += not misfit
        if faulty == MAX_FAULTY:
            break
    if first is None:
        raise NotFound("there is no shipped variant to lay the house rule over", "name one with --over VARIANT")
    return first


def _own_remarks(loaded: Loaded, house: str) -> Loaded:
    """What was loaded, without the warnings of what lies beneath the house rule."""
    report = loaded.report.only(lambda d: d.severity == "error" or (d.span is not None and d.span.file == house))
    return Loaded(loaded.ruleset, loaded.composed, report)
