"""Positions for standard Cassino (S0) and Traditional Cassino (S1)."""

from .state import Position

CASSINO: dict[str, Position] = {
    "opening": {
        "hands": {1: "As 7c Kd 5h", 2: "2d 8s 8h Jc"},
        "table": "3c 4d Ah 6s",
        "stock": "9c 9d 2h 3h Qs Qd 10c 10d",
    },
    # queens in ones or threes, never two
    "three queens": {
        "hands": {1: "Qs 4h 9d", 2: "Jc Jd 6c"},
        "table": "Qh Qd Qc Jh Js 2c 3c",
        "stock": "",
    },
    # groups of ten join the build; in this game it takes no part in sums
    "single ten": {
        "turn": 2,
        "dealer": 1,
        "hands": {1: "2s 10c 5s", 2: "6h 10h 10d 4s"},
        "table": "4c Ad 5d 5c",
        "builds": [{"value": 10, "groups": ["8h 2c"], "owner": 1}],
        "stock": "",
    },
    # raises of either seat's single build, with and without loose cards
    "raise to nine or ten": {
        "hands": {1: "2h 9c 10s 3d", 2: "7s 5c 5s 9h"},
        "table": "Ac Ad 4h",
        "builds": [
            {"value": 7, "groups": ["4c 3c"], "owner": 2},
            {"value": 5, "groups": ["2c 3h"], "owner": 1},
        ],
        "stock": "6c 6d 6h 6s Kc Kd Kh Ks",
    },
    # the raised build lands on a value that lies there: it joins
    "raise joins": {
        "hands": {1: "2s 9h As", 2: "7d 9d Kh"},
        "table": "2d 5s Kc",
        "builds": [
            {"value": 7, "groups": ["4s 3s"], "owner": 2},
            {"value": 9, "groups": ["8d Ad"], "owner": 2},
        ],
        "stock": "",
    },
    # a frozen build: joined or taken, not raised; no sums with builds
    "multiple seven": {
        "turn": 2,
        "dealer": 1,
        "hands": {1: "7c Ah 10c", 2: "2d 9c 7s 7h"},
        "table": "2c 5c 6d Ac",
        "builds": [{"value": 7, "groups": ["4d 3d", "7d"], "owner": 2}],
        "stock": "",
    },
    # loose cards equal to the build's value lie beside it
    "equal loose beside build": {
        "hands": {1: "8c 8d 3c", 2: "8s 5d Qd"},
        "table": "8h 5h 3h 4h 4c",
        "builds": [{"value": 8, "groups": ["6h 2h"], "owner": 1}],
        "stock": "",
    },
    # a card of the value itself as a group (natural), two pairs to choose from
    "natural groups": {
        "hands": {1: "6c 6d 2s 2d", 2: "Ac 4d 9s 5c"},
        "table": "6h 2c 2h Ah 5s 3d",
        "stock": "",
    },
    # aces build ones
    "ones": {
        "hands": {1: "Ac Ad 3s", 2: "2c 3h Jd"},
        "table": "Ah 2d As",
        "stock": "7c 7d 8c 8d 9c 9d 10c 10d",
    },
    # the last deal: nothing is dealt after it
    "last cards": {
        "hands": {1: "9s Ks", 2: "10s 9d"},
        "table": "4s 5s Kc",
        "builds": [{"value": 10, "groups": ["9h Ah", "6h 4d"], "owner": 2}],
        "stock": "",
    },
    # one card each, then four more in twos; the build outlives the deal
    "across a deal": {
        "hands": {1: "3s", 2: "9c"},
        "table": "2c 4c",
        "builds": [{"value": 9, "groups": ["5c 4h"], "owner": 2}],
        "stock": "Ac 9d 2d 7h 9h 5d Jh Js",
    },
    # seat 1 deals, so it plays last, and seat 2 is dealt to first and leads again
    "dealer one": {
        "turn": 1,
        "dealer": 1,
        "hands": {1: "4s", 2: ""},
        "table": "4d 3h Ah",
        "stock": "8s Ad 8c 7d 10h 2s Qh Qs",
    },
    "three seats": {
        "seats": 3,
        "turn": 2,
        "hands": {1: "5h 8d", 2: "2h 6s 8c", 3: "6c Jd As"},
        "table": "Jc Jh 4c 2d",
        "builds": [{"value": 6, "groups": ["5d Ad"], "owner": 1}],
        "stock": "",
    },
    "three seats across a deal": {
        "seats": 3,
        "turn": 3,
        "hands": {1: "", 2: "", 3: "5s"},
        "table": "5c 2c 3c",
        "stock": "Ah 2h 3h 4h 5h 6h 7h 8h 9h 10h Jh Qh",
    },
    "four seats": {
        "seats": 4,
        "turn": 4,
        "dealer": 1,
        "hands": {1: "10c 5d", 2: "4s", 3: "Qd", 4: "3s 10s"},
        "table": "7c 2h 5c 5h",
        "builds": [{"value": 10, "groups": ["6d 4d"], "owner": 3}],
        "stock": "",
    },
}

TRADITIONAL: dict[str, Position] = {
    "figure 1": {
        "hands": {1: "As 7c Kd 9h", 2: "2d 8s 8h Jc"},
        "table": "3c 4d Ah 6s",
        "stock": "9c 9d 2h 3h Qs Qd 10c 10d",
    },
    # own single build: extend, raise or take; no trail; the 7 cannot move
    "figure 3": {
        "hands": {1: "2c 5h 7s", 2: "10d 4s 6c"},
        "table": "3d",
        "builds": [{"value": 5, "groups": ["4h Ac"], "owner": 1}],
        "stock": "",
    },
    # a court takes exactly one
    "courts one by one": {
        "hands": {1: "Qs Jd 5c", 2: "Qc Kh Kd"},
        "table": "Qh Qd Jc Jh Ks 2c 3h",
        "stock": "",
    },
    # the opponent's single build is a card: in sums, raised, or inside a group of a new build
    "single build as a card": {
        "hands": {1: "9c 2s 10h 4d", 2: "8s 8h 6d 3s"},
        "table": "Ac 2d 6c",
        "builds": [{"value": 8, "groups": ["5s 3c"], "owner": 2}],
        "stock": "",
    },
    # two single builds in one sum; small enough to lie in one group
    "two small builds": {
        "turn": 2,
        "dealer": 1,
        "hands": {1: "3d 9h 5h", 2: "4h 9s 2h 7h"},
        "table": "2d Ad 5c",
        "builds": [
            {"value": 3, "groups": ["2c Ac"], "owner": 1},
            {"value": 4, "groups": ["3c Ah"], "owner": 2},
        ],
        "stock": "",
    },
    # both seats own one: the reserved cards cannot wander
    "mutual duty": {
        "hands": {1: "6h 9d As", 2: "7s 7d 3c"},
        "table": "2h Kc 3h",
        "builds": [
            {"value": 6, "groups": ["5d Ad"], "owner": 1},
            {"value": 7, "groups": ["4d 3d"], "owner": 2},
        ],
        "stock": "",
    },
    # two builds of one owner, two reserved cards
    "two own builds": {
        "hands": {1: "6h 9d 3s 9s", 2: "6s 10c 2c 4c"},
        "table": "3h Jd 6c Jc",
        "builds": [
            {"value": 6, "groups": ["5d Ad"], "owner": 1},
            {"value": 9, "groups": ["4d 3d 2d"], "owner": 1},
        ],
        "stock": "",
    },
    # frozen builds of both seats: by their value or joined, never in a sum
    "multiple builds": {
        "turn": 2,
        "dealer": 1,
        "hands": {1: "8d 10h 10s", 2: "8s 8c 2c 10d"},
        "table": "6c 2s 7d 3d",
        "builds": [
            {"value": 8, "groups": ["5d 3s", "8h"], "owner": 1},
            {"value": 10, "groups": ["6d 4d", "9c Ac"], "owner": 2},
        ],
        "stock": "",
    },
    # groups of the opponent's value join his build, which stays his
    "joining the other's": {
        "hands": {1: "7c 7h 2c", 2: "7s Ah Qd"},
        "table": "5c 3c 4c 7d",
        "builds": [{"value": 7, "groups": ["6h Ad"], "owner": 2}],
        "stock": "",
    },
    # raising the 5 to the 8 that lies there: joined
    "raise into a build": {
        "hands": {1: "3h 8c 2h Kd", 2: "5s 8d 4s 9s"},
        "table": "Ah 2c Kh",
        "builds": [
            {"value": 5, "groups": ["4c Ac"], "owner": 2},
            {"value": 8, "groups": ["6c 2d"], "owner": 2},
        ],
        "stock": "",
    },
    "naturals": {
        "hands": {1: "6c 6d 2s Ac", 2: "Ad 4d 9s 9d"},
        "table": "6h 2c 2h Ah 5s",
        "stock": "",
    },
    "ones": {
        "hands": {1: "Ac Ad 3s", 2: "2c 3h Jd"},
        "table": "Ah 2d As",
        "stock": "7c 7d 8c 8d 9c 9d 10c 10d",
    },
    # one card each, then the deal; the capture with the last card comes first
    "across a deal": {
        "hands": {1: "9s", 2: "4c"},
        "table": "2c Kc",
        "builds": [{"value": 9, "groups": ["5c 4h"], "owner": 1}],
        "stock": "Ac 9d 2d 7h 9h 5d Kh 7s",
    },
    "dealer one across a deal": {
        "turn": 1,
        "dealer": 1,
        "hands": {1: "4s", 2: ""},
        "table": "4d 3h Ah",
        "stock": "8s Ad 8c 7d 10h 2s Qh Qs",
    },
    "last cards": {
        "turn": 2,
        "dealer": 1,
        "hands": {1: "9s", 2: "10s 3d"},
        "table": "4s 5s Kc Ad",
        "builds": [{"value": 10, "groups": ["9h Ah", "6h 4d"], "owner": 2}],
        "piles": {1: "2c 2d", 2: "3c 3h"},
        "stock": "",
    },
}
