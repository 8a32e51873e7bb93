"""How much anybody may ask for: sizes, times, numbers, and how often."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic

BODY = 8_192  # bytes of a request
MESSAGE = 2_048  # bytes of a message on a socket
SECONDS = 30.0  # for an answer
STEPS = 20_000_000  # of work for one question about a position: some three seconds
ROOMS = 2_000  # that are kept
SOCKETS_OF_SEAT = 6  # windows at a seat: one more, and the first of them is closed
SOCKETS_OF_ONLOOKERS = 24  # at one table
DAYS = 14  # that a room is kept after the last play
IDLE = 600.0  # seconds after which a room that nobody looks at is put away
REPLAY = 8.0  # seconds for all plays of a match that is played again
WAITING = 200  # messages that a slow browser may be behind

# texts of the workshop
TEXT = 32 * 1024  # bytes of a text
TEXT_BODY = 96 * 1024  # of a request that holds one
ANSWER = 4 << 20  # bytes
MEMORY = 512 << 20  # bytes that a process may take to look at a text, beyond those of the program itself
PROCESSES = 4  # that look at texts at once
TABLES = 2  # that play texts in rooms at once
ASKING = 12  # questions that wait for an answer, of all
ASKING_OF_ADDRESS = 3
ROUNDS = 1_000  # that are simulated


@dataclass(frozen=True, slots=True)
class Rate:
    """So many in a second, after so many at once."""

    a_second: float
    at_once: float


REQUESTS = Rate(20, 200)
OPENINGS = Rate(0.5, 20)  # of rooms; and of games that are looked at, which are loaded
LOOKS = Rate(5, 60)
REPLAYS = Rate(0.5, 20)
MESSAGES = Rate(10, 60)
HINTS = Rate(1, 10)
QUESTIONS = Rate(4, 60)  # about texts


class Bucket:
    """Whether somebody has asked too often."""

    __slots__ = ("at", "left", "rate")

    def __init__(self, rate: Rate, now: float) -> None:
        self.rate, self.left, self.at = rate, rate.at_once, now

    def take(self, now: float) -> bool:
        """Take one; False where there is none."""
        self.left = min(self.rate.at_once, self.left + (now - self.at) * self.rate.a_second)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Buckets:
    """A bucket for each address, of the last few thousand that asked."""

    MOST = 4_096

    def __init__(self, rate: Rate, clock: Callable[[], float] = monotonic) -> None:
        self.rate, self.clock = rate, clock
        self.of: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> bool:
        now = self.clock()
        bucket = self.of.pop(address, None) or Bucket(self.rate, now)
        self.of[address] = bucket
        while len(self.of) > self.MOST:
            self.of.popitem(last=False)
        return bucket.take(now)
