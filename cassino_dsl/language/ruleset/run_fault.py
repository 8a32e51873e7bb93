"""What only play can show: a fault of a ruleset at run time."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

TOO_LONG = "takes-too-long"


# what there are so many of, where a limit is passed
_OF = {
    "a round": " decisions",
    "a match": " rounds",
    "dealing anew": " times",
    "a row of decisions that wait": " decisions",
    "a chain of `score changed` events": " events",
    "what one award causes by `score changed` events": " events",
}
_ENDS = "where nobody comes to the target, scores that sink perhaps, `match: {rounds: N}` ends it after so many rounds"


class RunFault(Exception):
    """A round that breaks a check, a position with too many plays, play that does not end.

    ``code`` is the slug of the diagnostic; the command line adds the seed that reproduces it.
    """

    def __init__(self, code: str, message: str, help: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.help = help

    def __reduce__(self) -> tuple[type[RunFault], tuple[str, str, str | None]]:
        return type(self), (self.code, self.message, self.help)

    @classmethod
    def too_many_plays(cls, limit: int) -> RunFault:
        return cls("too-many-plays", f"there are more than {limit} plays to look at in this position")

    @classmethod
    def too_many_subsets(cls, items: int, limit: int) -> RunFault:
        return cls(
            "too-many-plays",
            f"a relation without a total would have to try all subsets of {items} items; the limit is {limit}",
            "say the total that a group must have: `v in total(g) and …`",
        )

    @classmethod
    def too_long(cls, steps: int, found: int | None = None) -> RunFault:
        done = "" if found is None else f", when {found:,} play{'' if found == 1 else 's'} had been found"
        return cls(
            TOO_LONG,
            f"this takes too long: it was stopped after {steps:,} steps{done}",
            "ask of a smaller position; `--steps N` allows more steps",
        )

    @classmethod
    def endless(cls, what: str, limit: int) -> RunFault:
        help = _ENDS if what == "a match" else None
        return cls("endless-play", f"{what} went past the limit of {limit:,}{_OF.get(what, '')}", help)

    @classmethod
    def check_failed(cls, check: str, awards: Mapping[str, Sequence[int]], shown: Callable[[int], object]) -> RunFault:
        said = ", ".join(f"{name} {' '.join(str(shown(n)) for n in row)}" for name, row in awards.items())
        return cls("check-failed", f"a round breaks the check `{check}`: {said}")

    @classmethod
    def idle(cls, units: int) -> RunFault:
        return cls("endless-play", f"in {units:,} games in a row nobody has anything to decide")
