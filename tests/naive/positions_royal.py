"""Positions for Royal Cassino (S0) and Casual Cassino (S1): courts have numbers, aces two."""

from .state import Position

ROYAL: dict[str, Position] = {
    "opening": {
        "hands": {1: "Ac 7c Kd 5h", 2: "2d 8s Qh Jc"},
        "table": "3c 4d Ah 10s",
        "stock": "9c 9d 2h 3h Qs Qd 10c 10d",
    },
    # figure 4: a king and an ace make fourteen
    "king and ace": {
        "hands": {1: "Ac Ad 2c", 2: "As Kh 3h"},
        "table": "Kc Jd",
        "stock": "",
    },
    # an ace takes sums of fourteen or ones, never both in one play
    "ace takes fourteens or ones": {
        "hands": {1: "Ac Qd 3s", 2: "As Kd 4s"},
        "table": "8c 5c Ad Ah Kh",
        "stock": "",
    },
    # aces alone: built as ones or as fourteens
    "ones or fourteens": {
        "hands": {1: "Ac Ad 6s", 2: "10h 4h 2s"},
        "table": "Ah As Qc",
        "stock": "",
    },
    # any number of equal courts, and sums of 12
    "many queens": {
        "hands": {1: "Qs 2d Jd", 2: "Qh Js Kd"},
        "table": "Qd Qc 10h 2h 7s 5s",
        "stock": "",
    },
    # raises up to fourteen, own and other's builds
    "raise high": {
        "hands": {1: "2c Ac Kc Ad", 2: "9d Jd 3h Qs"},
        "table": "Ah 2h 4s",
        "builds": [
            {"value": 9, "groups": ["5d 4d"], "owner": 2},
            {"value": 11, "groups": ["8c 3c"], "owner": 1},
        ],
        "stock": "",
    },
    # the raise lands on the fourteen that lies there
    "raise joins fourteen": {
        "turn": 2,
        "dealer": 1,
        "hands": {1: "Jd As Ah", 2: "3s Ac 2s Qd"},
        "table": "Ks Ad",
        "builds": [
            {"value": 11, "groups": ["8d 3d"], "owner": 2},
            {"value": 14, "groups": ["10d 4d"], "owner": 1},
        ],
        "stock": "",
    },
    # a build that holds an ace counted as one, another holding one counted as fourteen
    "aces fixed in builds": {
        "hands": {1: "Ac 5h 4c", 2: "Ad Kd 5s"},
        "table": "Kh 3h 8s",
        "builds": [
            {"value": 5, "groups": ["4d Ah"], "owner": 1},
            {"value": 14, "groups": ["9c 5c", "As"], "owner": 2},
        ],
        "stock": "",
    },
    # loose kings beside a build of kings
    "thirteen beside a build": {
        "hands": {1: "Kc Kd 4h", 2: "Ks 7d 2h"},
        "table": "Kh 9h 6c 7c",
        "builds": [{"value": 13, "groups": ["10c 3c"], "owner": 2}],
        "stock": "",
    },
    "multiple twelve": {
        "turn": 2,
        "dealer": 1,
        "hands": {1: "Qd Ad 3d", 2: "Qs Qh 5d Ac"},
        "table": "7d 10d 2d Ah",
        "builds": [{"value": 12, "groups": ["8h 4h", "Qc"], "owner": 1}],
        "stock": "",
    },
    "across a deal": {
        "hands": {1: "Ac", 2: "Kd"},
        "table": "6c 7c",
        "builds": [{"value": 13, "groups": ["10h 3h"], "owner": 2}],
        "stock": "Ad Ah Jd Jh 2s Ks 8s As",
    },
    "last cards": {
        "turn": 2,
        "dealer": 1,
        "hands": {1: "Js", 2: "Ac Qd"},
        "table": "Jd Jh 9d 2d 5c Ad",
        "builds": [{"value": 12, "groups": ["10s 2s"], "owner": 2}],
        "stock": "",
    },
    "three seats": {
        "seats": 3,
        "hands": {1: "3s As", 2: "Kc 2c", 3: "Jc Ad"},
        "table": "Ah 10c Qc",
        "builds": [{"value": 11, "groups": ["6h 5h"], "owner": 3}],
        "stock": "",
    },
}

CASUAL: dict[str, Position] = {
    "opening": {
        "hands": {1: "Ac 7c Kd 5h", 2: "2d 8s Qh Jc"},
        "table": "3c 4d Ah 10s",
        "stock": "9c 9d 2h 3h Qs Qd 10c 10d",
    },
    "king and ace": {
        "hands": {1: "Ac Ad 2c", 2: "As Kh 3h"},
        "table": "Kc Jd",
        "stock": "",
    },
    # a single build of 13 and an ace make fourteen, taken or built
    "build and ace": {
        "hands": {1: "Ac 4h Ad", 2: "Kc 9d 2h"},
        "table": "Ah 10d 3c",
        "builds": [{"value": 13, "groups": ["7c 6c"], "owner": 2}],
        "stock": "",
    },
    # the ace is kept for the own build of fourteen: it neither trails nor takes an ace
    "ace reserved": {
        "hands": {1: "Ac 3h Qd", 2: "As 2c Qs"},
        "table": "Ad 9d 2d",
        "builds": [{"value": 14, "groups": ["10c 4c"], "owner": 1}],
        "stock": "",
    },
    # two aces: each keeps a build until it takes it
    "two aces for two builds": {
        "hands": {1: "Ac As Kd", 2: "5h 9s 6c"},
        "table": "2d 3s",
        "builds": [
            {"value": 1, "groups": ["Ad", "Ah"], "owner": 1},
            {"value": 14, "groups": ["Qc 2c"], "owner": 1},
        ],
        "stock": "",
    },
    # the ace can take only one of the two and would leave the other bare: seat 1 passes in silence
    "silent pass": {
        "hands": {1: "Ac", 2: "5h"},
        "table": "2d 3s",
        "builds": [
            {"value": 1, "groups": ["Ad", "Ah"], "owner": 1},
            {"value": 14, "groups": ["Qc 2c"], "owner": 1},
        ],
        "stock": "",
    },
    "small builds in sums": {
        "turn": 2,
        "dealer": 1,
        "hands": {1: "6d Kh 8c", 2: "5d Jh Qh 2s"},
        "table": "Ah 3h 5s",
        "builds": [
            {"value": 6, "groups": ["4d 2d"], "owner": 1},
            {"value": 11, "groups": ["8d 3d"], "owner": 2},
        ],
        "stock": "",
    },
    "raise into fourteen": {
        "hands": {1: "3s Ac 2s", 2: "Jd As Ad"},
        "table": "Ks Qs",
        "builds": [
            {"value": 11, "groups": ["8c 3c"], "owner": 2},
            {"value": 14, "groups": ["10c 4c"], "owner": 2},
        ],
        "stock": "",
    },
    "many jacks": {
        "hands": {1: "Js Jd 2c", 2: "Qd Kd Ac"},
        "table": "Jc Jh 9h 2h 6h 5h",
        "stock": "",
    },
    "multiple thirteen": {
        "turn": 2,
        "dealer": 1,
        "hands": {1: "Kd Ad 3d", 2: "Ks Kh 5d Ac"},
        "table": "8d 10d 3c Ah",
        "builds": [{"value": 13, "groups": ["9h 4h", "Kc"], "owner": 1}],
        "stock": "",
    },
    "mutual duty": {
        "hands": {1: "Qh 9d Ac", 2: "Js 2d 3d"},
        "table": "Ah 3h Kh",
        "builds": [
            {"value": 12, "groups": ["7h 5h"], "owner": 1},
            {"value": 11, "groups": ["6h 5s"], "owner": 2},
        ],
        "stock": "",
    },
    "across a deal": {
        "hands": {1: "Kd", 2: "Ac"},
        "table": "6c 7c",
        "builds": [{"value": 13, "groups": ["10h 3h"], "owner": 1}],
        "stock": "Ad Ah Jd Jh 2s Ks 8s As",
    },
    "last cards": {
        "turn": 2,
        "dealer": 1,
        "hands": {1: "Jc", 2: "Qd 2h"},
        "table": "Jd 9d 2d 5c Ad",
        "builds": [{"value": 12, "groups": ["10s 2s"], "owner": 2}],
        "stock": "",
    },
}
