"""The games that are shipped: what there is to choose, and their matches, which are played in this process. No word
of a client ever becomes a path."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from concurrent.futures import Executor
from functools import cache, lru_cache, partial
from importlib.resources import files
from threading import Lock
from typing import Any

import yaml

from cassino_dsl.analysis.examples.told_examples import told
from cassino_dsl.book.describe.rulebook import rulebook
from cassino_dsl.book.pages.cards import back_svg, card_svg, face_sign
from cassino_dsl.book.pages.from_markdown import in_print
from cassino_dsl.faces.web import limits
from cassino_dsl.faces.web.requests import BadRequest, TableRequest
from cassino_dsl.faces.web.session import Keep, KeptMatch, TableSession, check_seats, taken_up
from cassino_dsl.language.compose.library import NotFound, shipped_variants
from cassino_dsl.language.compose.options import Setting, setting
from cassino_dsl.language.pipeline import load_variant
from cassino_dsl.language.ruleset.document import word_of
from cassino_dsl.language.ruleset.model import Option, Ruleset
from cassino_dsl.language.shipped import shipped, shipped_rules
from cassino_dsl.language.targets import Target, open_target
from cassino_dsl.match.basic_game import BasicGame
from cassino_dsl.match.record import fingerprint
from cassino_dsl.table.card_values import worths
from cassino_dsl.table.opening import open_table, seated
from cassino_dsl.table.replayed import Replayed
from cassino_dsl.table.table import PERSON, TableSource

LISTED = 20  # values of an option; of more one is typed
_loading = Lock()  # those who want the same ruleset wait for who loads it


@cache
def all_games() -> dict[str, Any]:
    """All games, for a list, and those for a first evening."""
    shelf = yaml.safe_load((files("cassino_dsl.faces.web") / "shelf.yaml").read_text("utf-8"))
    games = [
        {
            "name": v.name,
            "title": v.title,
            "about": " ".join(v.about.split()),
            "seats": v.seats,
            "builds": v.builds,
            "minutes": shelf["minutes"].get(v.name),
            "country": shelf["countries"].get(v.name, ""),
        }
        for v in shipped()
    ]
    return {"games": games, "first": [_first(**one) for one in shelf["first"]]}


def _first(game: str, said: str, cards: str) -> dict[str, Any]:
    """A game for a first evening, with drawn cards."""
    pack = ruleset_of(TableSource(game)).pack
    return {"name": game, "said": said, "cards": [card_svg(pack, card) for card in cards.split()]}


@cache
def all_rules() -> dict[str, dict[str, Any]]:
    """All house rules, by name."""
    return {r.name: {"name": r.name, "title": r.title, "about": " ".join(r.about.split())} for r in shipped_rules()}


def ruleset_of(source: TableSource) -> Ruleset:
    """The ruleset of a shipped variant; raises ``BadRequest`` with what is wrong."""
    with _loading:
        return _loaded(source)


def _load(source: TableSource) -> Ruleset:
    if source.variant not in shipped_variants():
        raise BadRequest(f"there is no game `{source.variant}`")
    for name in source.with_rules:
        if name not in all_rules():
            raise BadRequest(f"there is no house rule `{name}`")
    try:
        loaded = load_variant(source.variant, source.with_rules, _settings(source))
    except NotFound as fault:
        raise BadRequest(str(fault)) from fault
    if loaded.ruleset is None:
        errors = [d.message for d in loaded.report.diagnostics if d.severity == "error"]
        raise BadRequest("these rules do not go together: " + "; ".join(errors[:3]))
    return loaded.ruleset


_loaded = lru_cache(64)(_load)


def _settings(source: TableSource) -> tuple[Setting, ...]:
    return tuple(filter(None, map(setting, source.settings)))


def choices_of(source: TableSource) -> dict[str, Any]:
    """What can be chosen of a game, and its rulebook as it comes to be."""
    ruleset = ruleset_of(source)
    return {
        "name": source.variant,
        "title": ruleset.title,
        "seats": list(ruleset.seats),
        "options": [option_json(option) for option in ruleset.options],
        "rulebook": book_of(ruleset, _target(source)),
    }


def _target(source: TableSource) -> Target:
    return open_target(source.variant, None, source.with_rules, _settings(source))


def book_of(ruleset: Ruleset, target: Target) -> str:
    """The rulebook of a file with its stories, as a fragment of HTML."""
    return rulebook(ruleset, "fragment", told(target))


@cache
def house_rules(variant: str) -> list[dict[str, Any]]:
    """The house rules that can be laid over a game."""
    return [rule for name, rule in all_rules().items() if _fits(variant, name)]


def _fits(variant: str, rule: str) -> bool:
    try:
        _load(TableSource(variant, (rule,)))
    except BadRequest:
        return False
    return True


def option_json(option: Option) -> dict[str, Any]:
    """An option with its values; of very many numbers the least and the most."""
    values = option.values
    ends = {"least": option.low, "most": option.high} if len(values) > LISTED else {}
    listed = [] if ends else [word_of(value) for value in values]
    return {"name": option.name, "about": option.about, "value": word_of(option.value), "values": listed, **ends}


def table_json(title: str, ruleset: Ruleset, target: Target) -> dict[str, Any]:
    """What does not change at a table: pictures and names of the cards and of their backs, what they count for, the
    rulebook."""
    shown = {"title": title, "pack": pack_json(ruleset), "worths": worths(ruleset)}
    return {**shown, "rulebook": book_of(ruleset, target)}


def pack_json(ruleset: Ruleset) -> dict[str, Any]:
    """The cards of a game: their pictures, their names in words and in print, and the back."""
    pack, short = ruleset.pack, in_print(ruleset.pack)
    cards = {
        face.text: {
            "svg": card_svg(pack, face.text),
            "words": pack.card_words(face.text),
            "short": short(face.text),
            "sign": face_sign(pack, face),
            "colour": pack.colour_of(face),
        }
        for face in pack.faces
    }
    return {"cards": cards, "back": back_svg()}


@lru_cache(64)
def _about(source: TableSource) -> dict[str, Any]:
    """What all tables of a game have in common, some 300 KiB."""
    ruleset = ruleset_of(source)
    return table_json(ruleset.title, ruleset, _target(source))


def steps_json(found: Replayed) -> dict[str, Any]:
    """All steps of a match again, with the pictures of its cards."""
    ruleset = found.game.ruleset
    told = {"title": ruleset.title, "players": found.players, "broken": found.broken}
    return {**told, "pack": pack_json(ruleset), "steps": found.steps()}


# ---- matches of shipped games, played in this process


class ShippedGames:
    """``remark``: told what there is to say of how the program plays; ``against``: who plays for it."""

    def __init__(
        self, workers: Executor, remark: Callable[[str], object] = lambda text: None, against: str | None = None
    ) -> None:
        self.workers, self.remark, self.against = workers, remark, against

    def deal(self, wish: TableRequest, number: int) -> KeptMatch:
        """A new match, with cards that nobody can foretell."""
        ruleset = self._ruleset(wish)
        if self.against is None:
            players = seated(wish.sitting, BasicGame(ruleset, limits.STEPS), self.remark)
        else:
            players = [who if who == PERSON else self.against for who in wish.sitting]
        return KeptMatch(tuple(players), secrets.randbits(64), fingerprint(ruleset, len(players)), number)

    def session(self, wish: TableRequest, match: KeptMatch, plays: tuple[str, ...], keep: Keep) -> TableSession:
        """A match where it stands."""
        ruleset = self._ruleset(wish)
        if fingerprint(ruleset, len(match.players)) != match.ruleset:
            raise BadRequest("the rules of this table have changed since it was opened: open another one")
        game = BasicGame(ruleset, limits.STEPS)
        # a player of one's own was kept by name alone, which by itself is nobody
        players = [self.against if name == self.against else name for name in match.players]
        opened = partial(open_table, game, players, match.seed, wish.source)
        return taken_up(opened, match, plays, wish.hints, keep, self.remark)

    def title(self, wish: TableRequest) -> str:
        return self._ruleset(wish).title

    def about(self, wish: TableRequest) -> dict[str, Any]:
        """What does not change at a table."""
        return _about(wish.source)

    def _ruleset(self, wish: TableRequest) -> Ruleset:
        ruleset = ruleset_of(wish.source)
        check_seats(ruleset, len(wish.sitting))
        return ruleset
