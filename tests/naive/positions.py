"""Fixed positions for every game, as plain dicts in the position format.

All hands and the stock are named, no card appears twice, and builds lie as play could have left
them. Stocks hold whole deals. The comments say what each position is for.
"""

from .positions_cassino import CASSINO, TRADITIONAL
from .positions_royal import CASUAL, ROYAL
from .positions_scopa import SCOPA
from .state import Position

POSITIONS: dict[str, dict[str, Position]] = {
    "cassino": CASSINO,
    "traditional-cassino": TRADITIONAL,
    "royal-cassino": ROYAL,
    "casual-cassino": CASUAL,
    "scopa": SCOPA,
    "scopa-fewest": SCOPA,
}
