"""Positions for Scopa: forty cards, J 8, Q 9, K 10, coins are `d`."""

from .state import Position

SCOPA: dict[str, Position] = {
    "opening": {
        "hands": {1: "7d 3c Ks", 2: "Jd 2h As"},
        "table": "4d 3s 6c 5h",
        "stock": "2c 4h 6d Qs Kd 7h Ad Jc 3h 5d Qc 7s",
    },
    # the single equal card must be taken before sums, but any one of several
    "equal cards first": {
        "hands": {1: "7d Qc 2d", 2: "7h 3d Kh"},
        "table": "7s 7c 4d 3s 2c",
        "stock": "",
    },
    # sums of two, three and four cards
    "few or many": {
        "hands": {1: "Kd Js 2d", 2: "Qd 5c Ac"},
        "table": "As 2s 3s 4s 6h 7h",
        "stock": "",
    },
    "courts and sums": {
        "hands": {1: "Kc Qc Jc", 2: "Ks Qs Js"},
        "table": "7d Ad 2d 6d 3d",
        "stock": "",
    },
    "court on court": {
        "hands": {1: "Kc Qc", 2: "Jh Qh 2h"},
        "turn": 2,
        "dealer": 1,
        "table": "Jd Qd 5d 4d 6s 2s",
        "stock": "",
    },
    # nothing can be taken: every card trails
    "only trails": {
        "hands": {1: "Ad 2d 3d", 2: "Ah 2h 4h"},
        "table": "Ks Kh",
        "stock": "",
    },
    # one card takes, the others may still trail
    "one taker": {
        "hands": {1: "Kd 2d 3d", 2: "5d 6d 7d"},
        "table": "6s 4s Jc",
        "stock": "",
    },
    # the whole table in one group
    "scopa in hand": {
        "hands": {1: "7d 5c", 2: "Ac 2c"},
        "table": "3h 4h",
        "stock": "6c 6d 6h 6s Kc Kd",
    },
    "empty table": {
        "hands": {1: "7d 5c 2s", 2: "5d 2c 7c"},
        "table": "",
        "stock": "",
    },
    # one card each, then three cards each, one at a time from seat 1
    "across a deal": {
        "hands": {1: "4c", 2: "Js"},
        "table": "Ac 3c 5s",
        "stock": "Ad 7d 6h Kh 2d 4h",
    },
    "dealer one across a deal": {
        "turn": 1,
        "dealer": 1,
        "hands": {1: "6h", 2: ""},
        "table": "3d 3h 4c 2c",
        "stock": "7c 7h Qd Ks 5d Jd",
    },
    "last cards": {
        "turn": 2,
        "dealer": 1,
        "hands": {1: "Qd", 2: "Qh 4d"},
        "table": "5d 4h 3s 6s As",
        "piles": {1: "7d 7c", 2: "2d 2c"},
        "stock": "",
    },
    "crowded": {
        "hands": {1: "Kd 7s", 2: "Qs Js"},
        "table": "Ad Ac 2d 2c 3d 4c 5h 6h",
        "stock": "",
    },
}
