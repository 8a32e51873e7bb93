"""What the environments of PettingZoo and Gymnasium share: spaces, and a position as one seat sees it, for who watches:
as text, or as a picture."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import logger, spaces

from cassino_dsl.book.pages.cards import card_signed
from cassino_dsl.engine.position.position import HIDDEN, position_text, view_json
from cassino_dsl.env.episode import Episode, EpisodeRules
from cassino_dsl.language.ruleset.cards import Pack
from cassino_dsl.match.arguments import one_of
from cassino_dsl.match.play_rows import HIGH, LOW
from cassino_dsl.match.seen_so_far import replace_state

RENDER_MODES = ("ansi", "rgb_array")
Picture = npt.NDArray[np.uint8]
_WIDTH, _CARD, _ROW = 20, 1.0, 1.5  # of the picture, of a card and of a row with one, in units of 48 pixels


def spaces_of(rules: EpisodeRules) -> tuple[spaces.Dict, spaces.Discrete]:
    """Of observations and of actions."""
    observation = spaces.Box(LOW, HIGH, (rules.observations.width,), np.int8)
    mask = spaces.Box(0, 1, (rules.most_plays,), np.int8)
    return spaces.Dict({"observation": observation, "action_mask": mask}), spaces.Discrete(rules.most_plays)


def mode_of(given: object) -> str | None:
    """How positions are rendered. Raises ``ValueError`` for what is no way."""
    return None if given is None else one_of("render_mode", given, RENDER_MODES)


def render(episode: Episode, seat: int, mode: str | None) -> str | Picture | None:
    """The position as a seat (from 0) sees it: text, or a picture of (height, width, 3)."""
    if mode is None:
        logger.warn("to render, make the environment with render_mode='ansi' or 'rgb_array'")
        return None
    view = view_json(replace_state(episode.position, episode.state), seat)
    if mode == "ansi":
        plays = "".join(f"  {number} {text}\n" for number, text in enumerate(episode.texts()))
        return f"{position_text(view)}\n" + (f"plays:\n{plays}" if seat == episode.decider and plays else "")
    return picture(episode.rules.ruleset.pack, view, seat)


def picture(pack: Pack, view: dict[str, Any], seat: int) -> Picture:
    """What a seat sees, one row under the other: hands, the table with its builds, piles and stock."""
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
        from matplotlib.font_manager import findfont, get_font
        from matplotlib.patches import FancyBboxPatch
    except ModuleNotFoundError as fault:
        raise ModuleNotFoundError(
            "to render pictures needs the library matplotlib: pip install 'cassino-dsl[env]'", name=fault.name
        ) from fault

    rows = list(_rows(view, seat))
    height = _ROW * len(rows)
    figure = Figure(figsize=(_WIDTH, height), dpi=48, facecolor="#2e6b4f")
    canvas = FigureCanvasAgg(figure)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set(xlim=(0, _WIDTH), ylim=(height, 0))
    axes.axis("off")
    letters = get_font(findfont("DejaVu Sans")).get_charmap()
    red = {suit.letter for suit in pack.suits if suit.colour == "red"}
    for number, (label, cards) in enumerate(rows):
        top = number * _ROW
        axes.text(0.2, top + _ROW / 2, label, color="white", va="center", size=15)
        step = min(1.15 * _CARD, (_WIDTH - 4.5) / max(1, len(cards)))
        for place, card in enumerate(cards):
            hidden, x = card == HIDDEN, 4 + place * step
            colour = "#2c5f86" if hidden else "white"
            box = FancyBboxPatch(
                (x, top + 0.1), _CARD, _ROW - 0.2, "round,pad=0,rounding_size=0.1", fc=colour, ec="#333"
            )
            axes.add_patch(box)
            signed, ink = card_signed(pack, card), "#b3202c" if card[-1] in red else "black"
            text = signed if all(ord(letter) in letters for letter in signed) else card  # a sign may be any letter
            if not hidden:
                axes.text(x + 0.08, top + 0.18, text, color=ink, va="top", size=13, clip_on=True)
    canvas.draw()  # type: ignore[no-untyped-call]
    return np.asarray(canvas.buffer_rgba())[:, :, :3].copy()  # type: ignore[no-untyped-call]


def _rows(view: dict[str, Any], seat: int) -> Iterator[tuple[str, list[str]]]:
    """The rows of a picture: what stands before each, and its cards."""
    number = str(seat + 1)
    for owner, hand in view["hands"].items():
        if owner != number:
            yield f"seat {owner}", _cards(hand)
    yield "table", _cards(view.get("table", ""))
    for build in view.get("builds", ()):
        yield f"build {build['value']}", _cards(" ".join(build["groups"]))
    yield f"seat {number} (looks)", _cards(view["hands"][number])
    piles = ", ".join(f"{owner}: {len(_cards(pile))}" for owner, pile in view["piles"].items())
    scores = ", ".join(f"{owner}: {score}" for owner, score in view["scores"].items())
    yield f"piles {piles}   stock {len(_cards(view['stock']))}   scores {scores}   turn: seat {view['turn']}", []


def _cards(row: str | int) -> list[str]:
    """The cards of a row, one that is only counted face down."""
    return [HIDDEN] * row if isinstance(row, int) else row.split()
