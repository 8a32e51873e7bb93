"""How far play may go before it is a fault of the ruleset. Both engines read the limits from here."""

MAX_PLAYS = 200_000  # sets of items in one search, and legal plays in one position
MAX_TRIED = 50_000_000  # times that a group is held against a set
MAX_ENUMERATED = 18  # items that a relation without a total may try all subsets of
MAX_DECISIONS = 5_000  # in one round
MAX_DEALS = 1_000  # in one round
MAX_REDEALS = 1_000  # of one round
MAX_ROUNDS = 2_000  # in one match
MAX_ASKS = 100  # decisions that wait at once
MAX_CHAIN = 1_000  # events `score changed` that one award may cause in all
MAX_NESTING = 16  # an award may change a score, which may cause an award …
