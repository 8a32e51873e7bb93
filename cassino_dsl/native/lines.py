"""Lines of play: where a game stands, its plays, copies, and rounds played out by a policy."""

from __future__ import annotations

from ctypes import byref, c_int64, c_uint64
from typing import Self

from cassino_dsl.engine.state import State
from cassino_dsl.native.engine import NativeEngine
from cassino_dsl.players.play_out import POLICIES, PlayOut

COPY, LIST, PLAY, PLAY_OUT = range(4)  # and beyond: played out by the policies, in their order


class Line:
    """A game that stands at a decision, or at the end of its round. After a fault it is of no more use."""

    def __init__(self, engine: NativeEngine) -> None:
        self.engine = engine
        self.count = 0  # legal plays; 0 at the end of the round
        self._game = engine.take_game()

    @classmethod
    def at(cls, engine: NativeEngine, state: State, key: int = 0) -> Self:
        """The next decision of a state, whose cards are all known; ``key`` is the match's, for deals that follow."""
        line, count = cls(engine), c_uint64()
        words = engine.words_of(state)
        line._call("stand", words, len(words), key & (2**64 - 1), byref(count))
        line.count = count.value
        return line

    def __del__(self) -> None:
        if hasattr(self, "_game"):
            self.engine.give_back(self._game)

    def copy(self) -> Line:
        """The same game once more."""
        other = Line(self.engine)
        other._call("copy", self._game)
        other.count = self.count
        return other

    def play(self, which: int) -> None:
        """Make the play with this number, and go on to the next decision of the round."""
        if not 0 <= which < self.count:
            raise IndexError(which)
        count = c_uint64()
        self._call("go", which, byref(count))
        self.count = count.value

    def play_outs(self, seed: int, times: int, policy: str = "random") -> list[PlayOut]:
        """What comes of it when the round is played out so many times, each with a key of its own."""
        sides = self.engine.plan.sides
        words = 3 * sides + 2
        out = (c_int64 * (words * times))()
        self._call("play_out", seed & (2**64 - 1), list(POLICIES).index(policy), times, out)
        return [_play_out(out[i : i + words], sides) for i in range(0, len(out), words)]

    def cost(self, what: int, times: int) -> None:
        """Do one step of a search over and over: for benchmarks."""
        self._call("cost", what, times, byref(c_uint64()))

    def _call(self, name: str, *args: object) -> None:
        self.engine.call(self._game, name, *args)


def _play_out(words: list[int], sides: int) -> PlayOut:
    points, scores, worth = (tuple(words[i * sides : (i + 1) * sides]) for i in range(3))
    winner, over = words[3 * sides :]
    return PlayOut(points, scores, worth, None if winner < 0 else winner, bool(over))
