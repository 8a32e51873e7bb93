"""Examples of words that no shipped variant says: a few lines that can be laid over Cassino. A test validates each."""

from __future__ import annotations

SNIPPETS: dict[str, str] = {
    "play: 1..3 cards where C": "actions:\n  lay_kings: {play: 2 cards where all(c in cards | rank(c) = K), to: table}",
    "play: all cards": "actions:\n  throw_in: {play: all cards, to: table, when: count(hand) = 2}",
    "play: stock card": "actions:\n  turn_up: {play: stock card, to: table, when: count(loose) = 0}",
    "take: some c in S where C": (
        "actions:\n  same:\n    play: card\n    take: {same: some c in loose where rank(c) = rank(card)}\n    to: pile"
    ),
    "take: maybe c in S where C": (
        "actions:\n  one_more:\n    play: card\n"
        "    take: {same: one c in loose where rank(c) = rank(card), ace: maybe c in loose where rank(c) = A}\n"
        "    to: pile"
    ),
    "from(seat) -> seats": "events:\n  a toast: {on: round over, do: for s in from(leader) do award 1 to side(s)}",
    "rank(item) -> rank?": "rules:\n  no queens in builds: kind = build implies not any(i in taken | rank(i) = Q)",
    "colour(item) -> colour?": "rules:\n  reds only: kind = capture implies all(c in taken | colour(c) = red)",
    "pips(card) -> number": "awards:\n  pips: {points: sum(c in pile | pips(c)) div 10}",
    "card -> card?": (
        "actions:\n  two: {play: 2 cards, to: table}\nrules:\n  no king alone: not (known(card) and rank(card) = K)"
    ),
    "built -> build?": "events:\n  a big build: {on: built, when: value(built) = 10, do: award 1 to us as tens}",
    "secured(side) -> number": "match:\n  over: any(s in sides | score(s) + secured(s) >= 21)",
    "round -> number": "rules:\n  no builds in the first round: kind = build implies round > 1",
    "deals -> number": "rules:\n  no builds in the first deal: kind = build implies deals > 1",
    "redeals -> number": "events:\n  no aces: {on: layout dealt, when: redeals = 0 and Ac in loose, do: redeal}",
    "turns -> number": "rules:\n  the first player trails: turns = 0 implies kind = trail",
    "abs(number) -> number": "awards:\n  close: {points: 1, if: abs(count(pile) - 26) <= 2}",
    "anything not in a set -> yes or no": "rules:\n  no courts: kind = capture implies rank(card) not in {J, Q, K}",
    "-N -> number": "awards:\n  kings: {points: -count(c in pile | rank(c) = K)}",
    "a set - a set -> a set": "awards:\n  rest:\n    points: count(pile - {10d, 2s}) div 10",
    "R..S -> rank": "awards:\n  courts:\n    points: 1\n    if: all(r in {J..K} | any(c in pile | rank(c) = r))",
    "any(group g of S | …) -> yes or no": (
        "rules:\n  tens first: kind = trail implies not any(group g of loose | 10 in total(g))"
    ),
    "count(group g of S | …) -> number": (
        "rules:\n  two tens: kind = build implies count(group g of loose | 10 in total(g)) > 1"
    ),
    "on: deal over": "events:\n  a new deal: {on: deal over, do: award 1 to side(dealer) as dealing}",
    "on: score changed": "events:\n  enough: {on: score changed, when: score(us) >= 21, do: win us}",
    "do: add ITEMS to build B": "events:\n  all in: {on: built, when: count(loose) = 1, do: add loose to build built}",
    "do: end match": "events:\n  enough: {on: round over, when: round = 5, do: end match}",
    "do: pick x in SET do EFFECT": "events:\n  a gift: {on: layout dealt, do: pick s in sides do award 1 to s as gift}",
    "do: shuffle ZONE": "events:\n  anew: {on: deal over, do: shuffle stock}",
    "do: NAME(E, …)": "effects:\n  pay(s, n): award n to s as fees\nevents:\n  a fee: {on: trailed, do: 'pay(us, -1)'}",
    "deal.zones": "seats: 2\nzones:\n  widow: {about: the leader takes it up}\ndeal:\n  zones: {widow: 8}",
    "effects": "effects:\n  pay(s, n): award n to s as fees\nevents:\n  a fee: {on: trailed, do: 'pay(us, -1)'}",
    "memory.NAME.starts": "memory:\n  lives: {of: side, is: int, starts: 3}",
    "memory.NAME.seen": "memory:\n  secret: {of: seat, is: int, seen: own}",
    "zones": "zones:\n  won: {of: side, captured: true}",
    "zones.NAME.of": "zones:\n  won: {of: side, captured: true}",
    "zones.NAME.captured": "zones:\n  won: {of: side, captured: true}",
    "preferences.NAME.most": "preferences:\n  all that can be taken: {most: count(taken), among: kind = capture}",
    "piles": "piles: {order: order(rank(c))}",
    "piles.order": "piles: {order: order(rank(c))}",
    "visible.hands": "visible: {hands: all}",
    "visible.table": "visible: {table: none}",
    "match.leads": "match: {leads: dealer}",
    "match.stuck": "match: {stuck: allowed}",
    "match.half_points": "match: {half_points: true}",
}
