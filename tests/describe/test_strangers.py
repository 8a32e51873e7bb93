"""What strangers found false, or broken, in books of games of their own."""

from __future__ import annotations

from pathlib import Path

import pytest

from cassino_dsl.analysis.examples.told_examples import told
from cassino_dsl.book.describe.rulebook import rulebook
from cassino_dsl.language.targets import open_target

BARE = """
dsl: 1
title: Bare
pack: french
values: {any: 1}
seats: 2
deal: {hand: 4, table: 4}
actions:
  capture:
    play: card
    let: {v: "value(card, hand)"}
    take: {groups: some groups g of table where v in total(g)}
    to: pile
  trail: {play: card, to: table}
awards: {cards: {most: count(pile), points: 3}}
match: {target: 11}
"""
BUILD = """
actions:
  build:
    play: card
    let: {v: "value(kept, hand)", w: "value(card, hand)"}
    take: {base: one group g with card of loose where v - w in total(g)}
    to: build v
memory: {owners: {of: build, is: seats, on_build: "{me}"}}
"""
OWNERS = (
    BUILD
    + """
rules: {own: "kind = trail implies not any(b in builds | me in owners(b))"}
events:
  share: {on: captured, do: "for b in before(builds) do for s in before(owners(b)) - {me} do award 1 to side(s)"}
"""
)
WON = (
    "events: {carousel: {on: score changed, when: score(us) > 9, do: win us}, extra: {on: captured, do: award 1 to us}}"
)
TWO_STEPS = """
turn: (ask name)? play
memory: {asked: {is: seat}}
actions:
  ask: {step: ask, play: none, let: {s: "seats - {me}"}, do: asked := s}
  name: {step: name, play: none, let: {r: ranks}, when: known(asked), do: "award (-2 if r = K else 1) to us as named"}
examples:
  - {name: names, table: 3c 4c, hands: {1: 5h Jd, 2: Kd Qd}, play: [ask 2, name K], expect: {after: {scores: {1: -2}}}}
"""
FITS = """
terms:
  fits(c, n): >
    pips(c) >= n and (suit(c) = hearts or count(d in loose | suit(d) = suit(c)) >= 2) and count(pile(us)) < 12
    and not any(d in hand | rank(d) = rank(c) and suit(d) = spades) and (count(stock) = 0 or count(hand) > 2)
actions: {trail: {play: "card where fits(card, 9)", to: table}}
"""
LUCKY = """
terms:
  lucky(n): >
    count(loose) = n and count(c in hand | pips(c) = n) = 1 and any(c in loose | pips(c) = n and suit(c) = hearts)
rules: {three: kind = trail implies lucky(3), five: kind = capture implies not lucky(5)}
"""
LONG = " else ".join(f"{n} if count(c in pile | rank(c) = {n}) > 1 and count(pile) > {n}" for n in range(2, 9))


@pytest.mark.parametrize(
    ("clauses", "says", "never"),
    [
        (OWNERS, "among the owners of that build before the play", "belongs to nobody"),
        (OWNERS, "; in a sum it counts as one card of its value.", "only in"),
        (WON, "The match may be over sooner: see **Carousel**.", "nobody wins during"),
        (WON, "The match is also over if then", "points or more. Other"),
        (
            "match: {tie: draw}",
            "If the match would be over, but several share the first place, the match is",
            ". If several",
        ),
        ("pack: {copies: 2, extras: {X: 2}}\nvalues: {X: 0}", "108 cards in all; in each pack: clubs", "Besides there"),
        (TWO_STEPS, "**Ada** chooses “Ask” Ben. Then Ada chooses “Name” king. -2 points for Ada.", "(**Ask**"),
        (
            "events: {e: {on: layout dealt, do: 'move {bottom(loose)} to aside'}}",
            "the card on the table that was laid first goes",
            "lowest",
        ),
        (
            "events: {e: {on: layout dealt, do: 'move {first(c in stock | suit(c) = hearts)} to aside'}}",
            "the lowest card of hearts in the stock goes",
            "the first card",
        ),
        ("match: {target: 40, rounds: 12, tie: draw}", "At most twelve rounds are played until a player", "Rounds are"),
        (
            "match: {target: 40, counting: race}\nevents: {e: {on: captured, do: award 1 to us}}",
            "Rounds are played until one player is ahead of all others with 40",
            "The first player to",
        ),
        (f"awards: {{runs: {{points: {LONG} else 0}}}}", "| Runs | as told |", "| 2 if"),
        (
            BUILD + "rules: {few: kind = build implies count(taken) < 3}",
            "fewer than three cards and builds are put in",
            "are taken",
        ),
        (
            BUILD + "rules: {few: count(taken) < 3}",
            "only if fewer than three cards and builds are taken or put in.",
            "are taken.",
        ),
        (FITS, "Play a card such that “fits” holds for that card and 9.", "Play a card such that ("),
        (FITS, "* **Fits** holds for a card and a number if ", "Play a card such that ("),
        (LUCKY, "* **Lucky** holds for a number if ", "is called"),
        (LUCKY, "You may trail only if “lucky” holds for 3.", "is “lucky”"),
        (
            "awards: {long: {points: max(s in suits | max(c in pile | pips(c) - count(d in pile | suit(d) = s)))}}",
            "the highest, over all suits and all cards in the player's pile, of (the number printed on that card minus",
            "(the highest",
        ),
        (
            "awards: {spread: {points: max(s in sides | count(pile(s))) - min(s in sides | count(pile(s)))}}",
            "gets these points.",
            "Points below 0",
        ),
        (
            "rules: {kings: kind = trail implies count(c in hand + loose | rank(c) = K) < 2}",
            "You may trail only if there are fewer than two kings among your hand and all cards on the table.",
            "cards in your hand and",
        ),
        (
            "turn: play flip?\nactions: {flip: {step: flip, play: stock card, to: table}}",
            "The card turned up is laid on the table.",
            "find no play",
        ),
    ],
)
def test_it_is_said_otherwise(clauses: str, says: str, never: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    (tmp_path / "bare.yaml").write_text(BARE, encoding="utf-8")
    file.write_text(f"dsl: 1\nextends: bare\n{clauses}\n", encoding="utf-8")
    target = open_target(str(file), None, (), ())
    assert target.loaded.ruleset is not None
    book = rulebook(target.loaded.ruleset, examples=told(target))
    assert says in book
    assert never not in book
