"""The games by name, in the words of their rules."""

from .cards import PLAIN_VALUES, ROYAL_VALUES
from .cassino import Cassino
from .core import Game
from .scopa import Scopa

ONE_OR_THREE = frozenset({1, 3})
ONE = frozenset({1})
NO_COURTS: frozenset[int] = frozenset()  # every card has a number

CASSINO = Cassino("cassino", PLAIN_VALUES, ONE_OR_THREE, single_like_card=False, duty=False)
TRADITIONAL = Cassino("traditional-cassino", PLAIN_VALUES, ONE, single_like_card=True, duty=True)
ROYAL = Cassino("royal-cassino", ROYAL_VALUES, NO_COURTS, single_like_card=False, duty=False)
CASUAL = Cassino("casual-cassino", ROYAL_VALUES, NO_COURTS, single_like_card=True, duty=True)
SCOPA = Scopa("scopa")
SCOPA_FEWEST = Scopa("scopa-fewest", fewest=True)

GAMES: dict[str, Game] = {game.name: game for game in (CASSINO, TRADITIONAL, ROYAL, CASUAL, SCOPA, SCOPA_FEWEST)}
