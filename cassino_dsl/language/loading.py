"""What is asked for by name, path or text, as a ruleset or its faults: for Python and for commands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import SupportsIndex

from cassino_dsl.language.compose.library import is_path
from cassino_dsl.language.compose.options import Setting
from cassino_dsl.language.diagnostics.cassino_error import CassinoError, WrongArgument
from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.diagnostics.diagnostic import nearest
from cassino_dsl.language.pipeline import load_variant
from cassino_dsl.language.remedies import tried
from cassino_dsl.language.ruleset.document import word_of
from cassino_dsl.language.ruleset.model import Ruleset
from cassino_dsl.language.ruleset.span import Source, Span
from cassino_dsl.language.syntax.read_source import given


def ruleset_of(variant: str, with_rules: tuple[str, ...], settings: tuple[Setting, ...]) -> Ruleset:
    """The ruleset of a variant; raises ``CassinoError`` with what is wrong with it, and ``NotFound``. What its warnings
    say is `cassino validate`'s business."""
    read = partial(load_variant, variant, with_rules, settings)
    loaded = read()
    if loaded.ruleset is None:
        tried(loaded.report, lambda: read().report)
        raise CassinoError(loaded.report.diagnostics)
    return loaded.ruleset


class Wish:
    """A variant, house rules and options as Python users name them: by a shipped name, a path, or the text itself,
    a string of several lines. ``known``: the other arguments of the call, which they might have meant by a name of an
    option.
    Raises ``ValueError`` for what can be none of these."""

    def __init__(
        self,
        variant: str | Path,
        with_rules: str | Path | Iterable[str | Path],
        options: Mapping[str, object],
        known: tuple[str, ...],
    ) -> None:
        self.known, self.texts = known, dict[Path, str]()
        self.variant = self._word(variant, "a variant", "text")
        several = [with_rules] if isinstance(with_rules, str | Path) else with_rules
        if not isinstance(several, Iterable):
            raise WrongArgument(f"`with_rules` is a list of house rules, not {with_rules!r:.60}")
        self.with_rules = tuple(self._word(one, "a house rule", f"rule-{n}") for n, one in enumerate(several, 1))
        self.settings = tuple(self._setting(key, value) for key, value in options.items())

    def _word(self, given: object, what: str, name: str) -> str:
        """What the command line would say; a text stands in for a file of that name in this folder."""
        if not isinstance(given, str | Path):
            raise WrongArgument(f"{what} is a shipped name, a path or a text in YAML, not {given!r:.60}")
        if isinstance(given, Path) or "\n" not in given:
            return str(given)
        file = f"{name}.yaml"
        self.texts[Path(file)] = given
        return file

    def ruleset(self) -> Ruleset:
        """What is meant. Raises ``CassinoError`` where a file has faults, ``NotFound`` where there is none, and
        ``ValueError`` for an option that is none, but was meant for another argument."""
        try:
            with given(self.texts):
                return ruleset_of(self.variant, self.with_rules, self.settings)
        except CassinoError as fault:
            unknown = {d.span for d in fault.diagnostics if d.code is Code.UNKNOWN_OPTION}
            for setting in self.settings:
                if setting.span in unknown:
                    self._meant(setting.key)
            also = (f"the call itself takes {', '.join(f'`{name}`' for name in self.known)}",)
            raise CassinoError(
                [replace(d, notes=also) if d.code is Code.UNKNOWN_OPTION else d for d in fault.diagnostics]
            ) from None

    def _setting(self, key: str, value: object) -> Setting:
        if not isinstance(value, bool | int | str | SupportsIndex):
            self._meant(key)
            raise WrongArgument(f"the option `{key}` is a number, a word, True or False, not {value!r:.60}")
        text = word_of(value)
        source = Source("option", f"{key}={text}")
        return Setting(key, text, Span(source, 0, len(source.text)))

    def _meant(self, key: str) -> None:
        """Raises ``ValueError`` where another argument was meant by what is no option."""
        if meant := nearest(key, self.known, cutoff=0.7):
            raise WrongArgument(f"there is no option `{key}`: did you mean `{meant}=…`?")


def whole_name(name: str) -> str:
    """The name of a shipped file, or the whole path of another, so that it is found from anywhere."""
    return str(Path(name).resolve()) if is_path(name) else name
