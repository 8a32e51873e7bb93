"""Fixed positions for every game (``positions.yaml``); its comments say what each is for."""

from tests.beside import beside

from .state import Position

_READ = beside(__file__, "positions.yaml")
POSITIONS: dict[str, dict[str, Position]] = {
    game: {name: {"stock": "", **position} for name, position in positions.items()}
    for game, positions in {**_READ, "scopa-fewest": _READ["scopa"]}.items()
}
