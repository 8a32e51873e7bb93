"""From files to one tree: bases first, then house rules in order, then the options chosen."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from cassino_dsl.language.compose.library import base_file, called, find, find_house_rule, is_path, name_of
from cassino_dsl.language.compose.merge import PERSONAL, Overlaid, laid_once, leaves, merge, overlaid, stands, wraps
from cassino_dsl.language.compose.one_file import read_file
from cassino_dsl.language.compose.options import Setting, may_select, names, read_options, selected, unknown_settings
from cassino_dsl.language.compose.texts import Translation, plain, read_texts_beside
from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.diagnostics.diagnostic import Report
from cassino_dsl.language.diagnostics.remedy import write
from cassino_dsl.language.ruleset.model import HouseRule, Option
from cassino_dsl.language.ruleset.span import Source, Span
from cassino_dsl.language.syntax.read_source import STDIN
from cassino_dsl.language.syntax.shape import ABSENT, BOOL, spelt_today
from cassino_dsl.language.syntax.tree import Mapping, Node, Scalar, Sequence
from cassino_dsl.language.syntax.wrong_nodes import wrong_word

MAX_CHAIN = 16
MAX_HOUSE_RULES = 32  # laid over one variant, or looked at and left out


@dataclass(frozen=True, slots=True)
class Composed:
    """One tree with all bases and house rules laid in, and the options with their values.

    ``own`` is the file's own tree: its examples and title are not inherited. Where a base could not be read,
    ``complete`` is false: what the file does not say itself is then unknown, not missing.
    """

    name: str
    path: Path
    own: Mapping
    tree: Mapping
    options: tuple[Option, ...]
    laid: tuple[HouseRule, ...]
    overlaid: tuple[Overlaid, ...] = ()
    complete: bool = True
    patches: tuple[Mapping, ...] = ()  # the trees of the house rules laid over it
    laid_files: tuple[Path, ...] = ()  # the files of these house rules
    files: tuple[Path, ...] = ()  # its own file, and those that it extends, the nearest first
    bases: tuple[Mapping, ...] = ()  # the trees of the files that it extends, the nearest first
    home: Path | None = (
        None  # the file of which this is the very game that it was written for: its own, or a house rule's
    )
    translations: tuple[Translation, ...] = ()


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A clause of a file that is left out, to see what follows from it: its source, its section and its name."""

    source: Source
    section: str
    name: str | None = None

    def of(self, tree: Mapping) -> Mapping:
        """The tree without the clause, where it is the tree of that file."""
        if tree.span.source is not self.source:
            return tree
        entries = []
        for key, node in tree:
            if key.text == self.section and isinstance(node, Mapping) and self.name is not None:
                node = Mapping(tuple(e for e in node if e[0].text != self.name), node.span)
            elif key.text == self.section:
                continue
            entries.append((key, node))
        return Mapping(tuple(entries), tree.span)


def compose(
    variant: str,
    with_rules: tuple[str, ...],
    settings: tuple[Setting, ...],
    report: Report,
    left_out: LeftOut | None = None,
    language: str = "",
) -> Composed | None:
    """Read ``variant`` (a shipped name or a path) and lay everything over its base; ``language``: what of its texts in
    another language lies beside its files is read, too.

    Raises ``NotFound`` where the variant or a house rule of the command line does not exist.
    """
    path = find(variant)
    asked = [(find(word, house=True), name_of(Path(word))) for word in dict.fromkeys(with_rules)]
    own = read_file(path, variant if is_path(variant) and path != STDIN else called(path), report)
    if own is None:
        return None
    own = left_out.of(own) if left_out else own
    is_house = is_house_rule(own, report)
    files, bases = [path], list[Mapping]()
    tree = _with_bases(own, files, bases, report)
    if tree is None:
        return Composed(
            name_of(path), path, own, plain(own), (), (), complete=False, files=tuple(files), bases=tuple(bases)
        )
    layers = _Layers(tree, path, report, left_out)
    layers.lay_with(own, path)
    layers.lay_all(asked, list(settings))
    if asked:
        layers.lift_checks(tree)
    options = read_options(layers.tree, list(settings), report)
    unknown_settings(options, list(settings), report)
    for word in may_select(layers.tree):
        find_house_rule(word, path, report)
    if is_house and not report.failed:
        message = "this is a house rule: it is laid over a variant and cannot be played alone"
        report.add(Code.NOT_A_HOUSE_RULE, own.span.source.whole(), message, help="use it as `--with NAME`")
        return None
    laid, over = tuple(layers.laid.values()), tuple(layers.overlaid)
    laid_files = tuple(path for path, _ in layers.patches)
    texts = [read_texts_beside(file, language, report) for file in (*laid_files, *files)] if language else []
    return Composed(
        name_of(path),
        path,
        own,
        layers.tree,
        options,
        laid,
        over,
        patches=tuple(tree for _, tree in layers.patches),
        laid_files=laid_files,
        files=tuple(files),
        bases=tuple(bases),
        home=_home(path, asked, options),
        translations=tuple(found for found in texts if found is not None),
    )


def unmet(patch: Mapping, tree: Mapping) -> Iterator[tuple[Scalar, Node]]:
    """What a house rule needs that a tree does not have, or has."""
    needs = patch.get("needs")
    for key, reason in needs if isinstance(needs, Mapping) else ():
        path = spelt_today(key.text.removeprefix(ABSENT).split("."))
        if stands(tree, path) is key.text.startswith(ABSENT):
            yield key, reason


class _Layers:
    """A tree and the house rules laid over it so far; two of them may not set the same thing, unless one
    builds upon the other."""

    def __init__(self, tree: Mapping, path: Path, report: Report, left_out: LeftOut | None) -> None:
        self.tree, self.path, self.report, self.left_out = tree, path, report, left_out
        self.patches: list[tuple[Path, Mapping]] = []
        self.laid: dict[str, HouseRule] = {}
        self.skipped: list[str] = []
        self.upon: dict[str, set[str]] = {}  # the house rules that a house rule builds upon
        self.set_by: dict[tuple[str, ...], tuple[str, Span, Node]] = {}
        self.overlaid: list[Overlaid] = []

    def lay_all(self, asked: list[tuple[Path, str]], settings: list[Setting]) -> None:
        """Lay on the house rules asked for, each as soon as what it needs is there, and what options select.

        Rules asked for come before those of options, so that a default gives way to them.
        """
        waiting = list(asked)
        if self._too_many(None, len(waiting)):
            return
        while waiting or self._follow_option(settings):
            ready = next((w for w in waiting if self._ready(*w)), None)
            if ready is None and waiting and not self._follow_option(settings):
                ready = waiting[0]  # it does not fit, and is told so
            if ready is not None:
                waiting.remove(ready)
                self.lay(*ready, None)

    def lift_checks(self, own: Mapping) -> None:
        """Take the checks of the variant's own tree away: they are promises about the game as its author wrote it,
        which a house rule of somebody else's may well break. Its own checks stay."""
        promised = own.get("checks")
        kept = self.tree.get("checks")
        if isinstance(promised, Mapping) and isinstance(kept, Mapping):
            left = tuple(e for e in kept if promised.get(e[0].text) is not e[1])
            checks = Mapping(left, kept.span)
            self.tree = Mapping(tuple((k, checks if k.text == "checks" else n) for k, n in self.tree), self.tree.span)

    def lay(
        self, file: Path | None, name: str, asked: Span | None, default: bool = False, above: str | None = None
    ) -> None:
        """Lay one house rule on, and beneath it those that it builds upon. ``default``: only if nothing differs;
        ``asked``: where it is asked for, unless on the command line; ``above``: the one that builds upon it, and that
        somebody asked for."""
        said = self._house_rule(file, name, asked)
        if file is None or said is None or self._too_many(asked):
            return
        patch = plain(said)
        if default and any(self._clashes(path, node) for path, _, node in leaves(patch)):
            self.skipped.append(name)
            return
        self.laid[name] = HouseRule(name, _said(patch, "title"), _said(patch, "about"), str(file))
        before = len(self.report.diagnostics)
        self.upon[name] = set()
        for word in self.lay_with(patch, file, asked, above or name):
            self.upon[name] |= {word.text, *self.upon.get(word.text, ())}
        faulty = len(self.report.diagnostics) > before  # what it builds upon does not fit, and says so
        if not faulty and not self._misses(patch, name, self.report, asked, above):
            self.overlaid += overlaid(self.tree, patch, name, {path[:2] for path in self.set_by})
            self._conflicts(patch, name)
            self.patches.append((file, said))
            self.tree = merge_house(self.tree, patch, self.report)

    def lay_with(
        self, tree: Mapping, file: Path, asked: Span | None = None, above: str | None = None
    ) -> Collection[Scalar]:
        """Lay on the house rules that a file builds upon, unless they are too many; the words for them."""
        node = tree.get("with")
        words = names(node)
        if node is None or self._too_many(asked or node.span, len({word.text for word in words} - self.laid.keys())):
            return ()
        for word in words:
            self.lay(find_house_rule(word, file, self.report), word.text, asked or word.span, above=above)
        return words

    def _too_many(self, asked: Span | None, more: int = 1) -> bool:
        many = len(self.laid) + len(self.skipped) + more > MAX_HOUSE_RULES
        if many:
            message = f"more than {MAX_HOUSE_RULES} house rules are laid over one variant"
            self.report.add(Code.BAD_NUMBER, asked or self.tree.span.source.whole(), message, help="use fewer")
        return many

    def _house_rule(self, file: Path | None, name: str, asked: Span | None) -> Mapping | None:
        if file is None or name in self.laid:
            return None
        patch = read_file(file, called(file), self.report)
        if patch is not None and not is_house_rule(patch, self.report):
            said, message = patch.key("extends"), f"`{name}` is a variant, not a house rule"
            help = "play it by its own name; what lies over others has `house: true` and no `extends`"
            if said is None:
                said, message = patch.key("dsl"), f"`{name}` does not say that it is a house rule"
                help = "write `house: true` below `dsl: 1`"
            place = asked or (said.span if said else patch.span.source.whole())
            self.report.add(Code.NOT_A_HOUSE_RULE, place, message, help=help)
            return None
        return self.left_out.of(patch) if patch is not None and self.left_out else patch

    def _ready(self, file: Path, name: str) -> bool:
        patch = read_file(file, called(file), Report())
        return patch is not None and not self._misses(patch, name, Report())

    def _follow_option(self, settings: list[Setting]) -> bool:
        """Lay on one house rule that an option selects; False where none is left."""
        if len(self.laid) + len(self.skipped) > MAX_HOUSE_RULES or self.report.full:
            return False
        for option in read_options(self.tree, settings, Report()):
            for name in selected(option):
                if name not in self.laid and name not in self.skipped:
                    chosen = any(s.key == option.name for s in settings)
                    word = Scalar(name, option.span, option.span) if option.span else None
                    file = find_house_rule(word, self.path, self.report) if word else None
                    self.lay(file, name, option.span, default=not chosen)
                    if name not in self.laid:
                        self.skipped.append(name)  # could not be read, or gives way
                    return True
        return False

    def _misses(
        self, patch: Mapping, name: str, report: Report, asked: Span | None = None, above: str | None = None
    ) -> bool:
        """Whether the tree lacks something that a house rule needs; the report says what and why, of the rule that was
        asked for."""
        missed = list(unmet(patch, self.tree))
        for key, reason in missed:
            wanted = not key.text.startswith(ABSENT)
            path = key.text.removeprefix(ABSENT)
            why = reason.text.strip() if isinstance(reason, Scalar) else ""
            said = f"needs `{path}`, which this variant does not have" if wanted else f"does not go with `{path}`"
            message = f"house rule `{name}` {said}"
            if above:
                message = f"house rule `{above}` does not fit: it builds upon `{name}`, which {said}"
            help = "lay it over a variant that has it" if wanted else "the variant already has this its own way"
            others = ((key.span, f"`{name}` says so"),) if asked else ()
            notes = (why,) if why else ()
            report.add(Code.HOUSE_RULE_DOES_NOT_FIT, asked or key.span, message, help=help, others=others, notes=notes)
        return bool(missed)

    def _clashes(self, path: tuple[str, ...], node: Node) -> bool:
        """Whether a house rule has set this otherwise."""
        before = self.set_by.get(path)
        same = before and isinstance(node, Scalar) and isinstance(before[2], Scalar) and node.text == before[2].text
        return before is not None and not same and not wraps(path[0], node)

    def _conflicts(self, patch: Mapping, name: str) -> None:
        for path, key, node in leaves(patch):
            before = self.set_by.get(path)
            if before and key and before[0] not in self.upon[name] and self._clashes(path, node):
                message = f"house rules `{before[0]}` and `{name}` both set `{'.'.join(path)}`"
                help = "use one of the two, or write the combination into a variant of your own"
                others = ((before[1], f"set by `{before[0]}` here"),)
                self.report.add(Code.HOUSE_RULES_CONFLICT, key.span, message, help=help, others=others)
            if key:
                self.set_by[path] = (name, key.span, node)


@laid_once
def merge_house(tree: Mapping, patch: Mapping, report: Report) -> Mapping:
    """Lay a house rule over a tree; the tree keeps what it says of itself."""
    own = tuple(e for e in tree.entries if e[0].text in PERSONAL)
    rules = Mapping(tuple(e for e in patch.entries if e[0].text not in PERSONAL), patch.span)
    merged = merge(tree, rules, report)
    return Mapping(own + merged.entries, tree.span)


def _home(path: Path, asked: list[tuple[Path, str]], options: tuple[Option, ...]) -> Path | None:
    """The file whose own game it is, with default options: the variant's where nobody asked for a house rule, the house
    rule's where that alone lies over the variant that it names."""
    if any(option.value != option.default for option in options) or len(asked) > 1:
        return None
    if not asked:
        return path
    rule = read_file(asked[0][0], called(asked[0][0]), Report())
    over = rule.get("over") if rule is not None else None
    base = base_file(over, asked[0][0], Report()) if isinstance(over, Scalar) else None
    return asked[0][0] if base is not None and base.resolve() == path.resolve() else None


def _with_bases(own: Mapping, files: list[Path], bases: list[Mapping], report: Report) -> Mapping | None:
    """``own`` laid over the chain of files that it extends; None where one of them cannot be read. ``files``: those of
    the chain so far, to which the rest are added, and to ``bases`` their trees."""
    path, seen = files[-1], [file.resolve() for file in files]
    extends = own.get("extends")
    if extends is None:
        return plain(own)
    if not isinstance(extends, Scalar):
        help: str = "write one name; what else is to lie over it are house rules, under `with`"
        if isinstance(extends, Sequence) and len(extends.items) == 1:
            help = write(extends.items[0].span.text)
        report.add(Code.WRONG_NODE, extends.span, "`extends` names one variant", help=help)
        return None
    base = base_file(extends, path, report)
    if base is None:
        return None
    if base.resolve() in seen or len(seen) >= MAX_CHAIN:
        chain = " → ".join(name_of(p) for p in (*seen, base))
        itself = base.resolve() == path.resolve()
        message = f"`{name_of(path)}` extends itself" if itself else f"circular `extends`: {chain}"
        report.add(Code.CIRCULAR_EXTENDS, extends.span, message, help="one of these files has to stand alone")
        return None
    tree = read_file(base, called(base), report)
    if tree is None:
        return None
    if is_house_rule(tree, report):
        message = f"`{extends.text}` is a house rule"
        report.add(Code.NOT_A_HOUSE_RULE, extends.span, message, help=f"write `with: {extends.text}`")
        return None
    files.append(base)
    bases.append(tree)
    beneath = _with_bases(tree, files, bases, report)
    return merge(beneath, plain(own), report) if beneath is not None else None


def _said(tree: Mapping, key: str) -> str:
    node = tree.get(key)
    return node.text if isinstance(node, Scalar) else ""


def is_house_rule(tree: Mapping, report: Report) -> bool:
    """Whether a file says that it is a house rule; what is neither yes nor no is reported, and taken for yes."""
    node = tree.get("house")
    if isinstance(node, Scalar) and node.text not in BOOL.words:
        wrong_word(node, "`house`", BOOL.words, report)
    return node is not None and not (isinstance(node, Scalar) and node.text == "false")
