"""Whether a play can make a build, so that a position that is made smaller stays one that a game can come to."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence

from cassino_dsl.diff.pair import Data, Pair, Player
from cassino_dsl.engine.state import Build


class Possible:
    """The builds that plays of one of two rulesets make; ``known`` are taken for such."""

    def __init__(self, pair: Pair, known: Iterable[Data]) -> None:
        self.pair = pair
        self.found = {_key(build): True for build in known}

    def all(self, builds: Iterable[Data]) -> bool:
        """Whether each of these builds can be made."""
        return all(map(self._one, builds))

    def _one(self, build: Data) -> bool:
        key = _key(build)
        if key not in self.found:
            self.found[key] = any(self._made_by(player, build) for player in (self.pair.a, self.pair.b))
        return self.found[key]

    def _made_by(self, player: Player, build: Data) -> bool:
        """Whether one of its cards, played from the hand, makes it of the others, which lie loose; in the hand may be
        another card, as clauses ask for one that can take it."""
        cards = [card for group in build["groups"] for card in group.split()]
        laid = player.read({"seats": self.pair.seats, "builds": [build]})
        if laid is None:
            return False
        wanted = self._said(player, laid.state.builds[0])
        for played in dict.fromkeys(cards):
            rest = list(cards)
            rest.remove(played)
            for hand in ((played, *kept) for kept in ((), *self._kept(player, cards))):
                for seat in map(str, range(1, self.pair.seats + 1)):
                    data: Data = {"seats": self.pair.seats, "turn": int(seat), "table": " ".join(rest)}
                    data["hands"] = {seat: " ".join(hand)}
                    if any(self._said(player, made) == wanted for made in self._builds(player, data)):
                        return True
        return False

    def _builds(self, player: Player, data: Data) -> Iterator[Build]:
        position = player.read(data)
        if position is not None:
            for play in player.legal(position.state).values():
                if play.kind == "build":
                    yield player.engine.applier.make(position.state, play).builds[-1]

    def _kept(self, player: Player, cards: Sequence[str]) -> list[tuple[str]]:
        """A card of each rank that is in no build."""
        faces = player.engine.plan.ruleset.pack.faces
        return [(text,) for text in {face.rank: face.text for face in faces if face.text not in cards}.values()]

    def _said(self, player: Player, build: Build) -> object:
        """A build as both rulesets see it, twins alike."""
        copies = player.engine.plan.ruleset.pack.copies
        memory = {name: build.memory[player.own[name]] for name in sorted(self.pair.build_memory)}
        groups = sorted(sorted(card // copies for card in group) for group in build.groups)
        return build.value, groups, memory


def _key(build: Data) -> str:
    return json.dumps(build, sort_keys=True)
