"""Plays that are called by the name of their action, by people who know it from the rulebook: how they are written."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from cassino_dsl.book.describe.english import title_of
from cassino_dsl.engine.reference.text import WrittenPlay, read_play, text_of_written
from cassino_dsl.language.diagnostics.remedy import write
from cassino_dsl.language.ruleset.cards import Pack
from cassino_dsl.language.ruleset.model import Ruleset

FORMS = {"capture": "7c takes 3c 4d", "build": "Ac builds 7 with 6s", "trail": "Kd trails"}


@dataclass(frozen=True, slots=True)
class Misnamed:
    """What is wrong with a play that is called by its action, and how it is written."""

    message: str
    help: str


def forms(pack: Pack) -> dict[str, str]:
    """How plays are written, by kind, with cards of the pack."""
    if all(pack.number_of(card) is not None for card in ("3c", "4d", "7c", "Ac", "6s", "Kd")):
        return FORMS
    one, other = (pack.faces[at].text for at in (0, -1))
    return {"capture": f"{one} takes {other}", "build": f"{one} builds 7 with {other}", "trail": f"{one} trails"}


def how_written(pack: Pack) -> str:
    """What is said of a text that is no play at all."""
    shown = ", ".join(map("`{}`".format, forms(pack).values()))
    return f"plays are written as {shown}; what neither takes, builds nor trails begins with its action's name"


def begins_with(text: str, names: Iterable[str]) -> tuple[str, str] | None:
    """The longest of the names of actions that a text begins with, as files or rulebooks write it, and what follows."""
    for name in sorted(names, key=len, reverse=True):
        words = r"[\s_]+".join(map(re.escape, name.split("_")))
        found = re.match(rf"{words}(?![\w'’-])", text.strip(), re.IGNORECASE)
        if found:
            return name, text.strip()[found.end() :].strip()
    return None


def called_by_action(ruleset: Ruleset, text: str) -> Misnamed | None:
    """What to say of a text that begins with the name of an action, and is no play for that; None for all others."""
    actions = {a.name: a for a in reversed(ruleset.actions)}  # of one name, the first
    others = {a.name for a in ruleset.actions if a.kind == "other"}
    found = read_play(text, ruleset.pack, ruleset.tells)
    if found is not None and (found.name in others if found.kind == "other" else _of_cards(found, ruleset)):
        return None
    wordless = found is None or found.kind == "other"
    if wordless and (meant_so := _nearly(text)) and read_play(meant_so, ruleset.pack, ruleset.tells):
        return Misnamed(f"`{text}` is no play", write(meant_so, certain=False))
    named = begins_with(text, actions)
    if named is None:
        return None
    name, rest = named
    meant = read_play(f"{name} {rest}", ruleset.pack, ruleset.tells)
    if name in others:  # written by its name, but not as rulebooks say it
        called = f"“{title_of(name)}” is called `{name}` in plays"
        return Misnamed(called, write(text_of_written(meant))) if meant else None
    kind = actions[name].kind
    text = _text(kind, meant)
    help = write(text) if text else f"write it as `{forms(ruleset.pack)[kind]}`"
    return Misnamed(f"“{title_of(name)}” is a {kind}, and written by its cards", help)


def _nearly(text: str) -> str:
    """A play with its verb as plays have it, behind the card: `Qd trail`, `trails Qd`; nothing where it has none."""
    words = text.split()
    at = next((at for at, word in enumerate(words) if at and word in ("take", *FORMS)), 0)
    if at:
        return " ".join([*words[:at], f"{words[at]}s", *words[at + 1 :]])
    return " ".join([*words[1:], "trails"]) if words[:1] == ["trails"] else ""


def _of_cards(play: WrittenPlay, ruleset: Ruleset) -> bool:
    """Whether a play is one of cards: `Flip take 3c` is said of an action, though it reads as what a card called `Flip`
    takes."""
    return all(ruleset.pack.number_of(card) is not None for card in (*play.play, *play.take))


def _text(kind: str, meant: WrittenPlay | None) -> str:
    """The play that is meant, where enough has been said to write it: a build would have to say its value, too."""
    if meant is None or meant.kind != "other" or meant.value:  # an action called `take` makes another play of `take 3c`
        return ""
    said = bool(meant.take) if kind == "capture" else kind == "trail" and bool(meant.play) and not meant.take
    return text_of_written(WrittenPlay(kind, meant.play, meant.take, None)) if said else ""
