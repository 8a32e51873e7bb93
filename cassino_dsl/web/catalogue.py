"""The games that can be played: shipped ones, by name. No word of a client ever becomes a path."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import asdict
from functools import cached_property
from threading import Lock
from typing import Any

from cassino_dsl.compose.library import NotFound, shipped_variants
from cassino_dsl.compose.options import Setting, setting
from cassino_dsl.describe.rulebook import rulebook
from cassino_dsl.examples.told import told
from cassino_dsl.pages.cards import back_svg, card_svg
from cassino_dsl.pages.markdown import in_print
from cassino_dsl.pipeline import load_variant
from cassino_dsl.ruleset.cards import Pack
from cassino_dsl.ruleset.document import word_of
from cassino_dsl.ruleset.model import Option, Ruleset
from cassino_dsl.shipped import shipped, shipped_rules
from cassino_dsl.table.table import TableSource
from cassino_dsl.table.worth import worths
from cassino_dsl.targets import open_target
from cassino_dsl.web.wish import BadRequest

KEPT = 64  # rulesets that were loaded last
LISTED = 20  # values of an option; of more one is typed


class Catalogue:
    """Loads rulesets, and says what there is to choose."""

    def __init__(self) -> None:
        self.loaded: OrderedDict[TableSource, Ruleset] = OrderedDict()
        self.fitting: dict[str, list[str]] = {}
        self.lock = Lock()

    @cached_property
    def variants(self) -> list[dict[str, Any]]:
        """All games, for a list."""
        return [
            {"name": v.name, "title": v.title, "about": " ".join(v.about.split()), "seats": v.seats} for v in shipped()
        ]

    @cached_property
    def rules(self) -> dict[str, dict[str, Any]]:
        """All house rules, by name."""
        return {r.name: {**asdict(r), "about": " ".join(r.about.split())} for r in shipped_rules()}

    @cached_property
    def names(self) -> frozenset[str]:
        return frozenset(shipped_variants())

    def ruleset(self, source: TableSource) -> Ruleset:
        """The ruleset of a shipped variant; raises ``BadRequest`` with what is wrong."""
        with self.lock:
            found = self.loaded.pop(source, None) or self._load(source)
            self.loaded[source] = found
            while len(self.loaded) > KEPT:
                self.loaded.popitem(last=False)
            return found

    def _load(self, source: TableSource) -> Ruleset:
        if source.variant not in self.names:
            raise BadRequest(f"there is no game `{source.variant}`")
        for name in source.with_rules:
            if name not in self.rules:
                raise BadRequest(f"there is no house rule `{name}`")
        try:
            loaded = load_variant(source.variant, source.with_rules, _settings(source))
        except NotFound as fault:
            raise BadRequest(str(fault)) from fault
        if loaded.ruleset is None:
            errors = [d.message for d in loaded.report.diagnostics if d.severity == "error"]
            raise BadRequest("these rules do not go together: " + "; ".join(errors[:3]))
        return loaded.ruleset

    def about(self, source: TableSource) -> dict[str, Any]:
        """What can be chosen of a game, and its rulebook as it comes to be."""
        ruleset = self.ruleset(source)
        return {
            "name": source.variant,
            "title": ruleset.title,
            "seats": list(ruleset.seats),
            "options": [option_json(option) for option in ruleset.options],
            "rulebook": self.rulebook(source),
        }

    def rulebook(self, source: TableSource) -> str:
        """The rulebook as a fragment of HTML."""
        ruleset = self.ruleset(source)
        return rulebook(
            ruleset, "fragment", told(open_target(source.variant, None, source.with_rules, _settings(source)))
        )

    def house_rules(self, variant: str) -> list[dict[str, Any]]:
        """The house rules that can be laid over a game."""
        if variant not in self.fitting:
            self.fitting[variant] = [name for name in self.rules if self._fits(variant, name)]
        return [{key: self.rules[name][key] for key in ("name", "title", "about")} for name in self.fitting[variant]]

    def _fits(self, variant: str, rule: str) -> bool:
        try:
            self._load(TableSource(variant, (rule,)))
        except BadRequest:
            return False
        return True


def _settings(source: TableSource) -> tuple[Setting, ...]:
    found = [setting(text) for text in source.settings]
    if None in found:
        raise BadRequest("an option is chosen by NAME=VALUE")
    return tuple(one for one in found if one is not None)


def option_json(option: Option) -> dict[str, Any]:
    """An option with its values; of very many numbers the least and the most."""
    values = option.values
    ends = {"least": option.low, "most": option.high} if len(values) > LISTED else {}
    listed = [] if ends else [word_of(value) for value in values]
    return {"name": option.name, "about": option.about, "value": word_of(option.value), "values": listed, **ends}


def cards_json(ruleset: Ruleset) -> dict[str, Any]:
    """The cards of a game as pages show them, and what they count for."""
    return {"pack": pack_json(ruleset.pack), "worths": worths(ruleset)}


def pack_json(pack: Pack) -> Mapping[str, Any]:
    """Pictures and names of the cards of a pack, and of their backs."""
    short = in_print(pack)
    cards = {
        face.text: {
            "svg": card_svg(pack, face.text), "words": pack.card_words(face.text), "short": short(face.text)
        }
        for face in pack.faces
    }  # fmt: skip
    return {"cards": cards, "back": back_svg()}
