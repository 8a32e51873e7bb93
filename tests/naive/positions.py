"""Fixed positions for every game (``positions.yaml``); its comments say what each is for."""

from pathlib import Path

import yaml

from .state import Position

_READ = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text())
POSITIONS: dict[str, dict[str, Position]] = {
    game: {name: {"stock": "", **position} for name, position in positions.items()}
    for game, positions in {**_READ, "scopa-fewest": _READ["scopa"]}.items()
}
