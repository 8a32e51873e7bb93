"""What `cassino validate` says of values of options that nobody has chosen, and of what no value comes to."""

from __future__ import annotations

from pathlib import Path

import pytest

from cassino_dsl.language import choices
from cassino_dsl.language.choices import try_choices
from cassino_dsl.language.targets import open_target
from tests.cli.conftest import Cassino

HEAD = "dsl: 1\nextends: cassino\nseats: 2\n"
DEAL = 'deal: {hand: each_hand, refill: "min(4, count(stock) div count(seats))"}\n'


def found(folder: Path, text: str, house: str = "", base: str = "cassino") -> list[tuple[str, str]]:
    """The names and messages of what is found in a file, and in its choices."""
    file = folder / "mine.yaml"
    file.write_text(HEAD.replace("cassino", base) + text, encoding="utf-8")
    if house:
        (folder / "mine-house.yaml").write_text("dsl: 1\nhouse: true\n" + house, encoding="utf-8")
    target = open_target(str(file), None, (), ())
    if target.loaded.ruleset is not None:
        try_choices(target, target.loaded.ruleset, target.report, seconds=600)
    return [(d.code.slug, d.message) for d in target.report.diagnostics]


def test_a_deal_that_one_value_breaks(tmp_path: Path) -> None:
    options = "options:\n  each_hand: {is: int, choices: [4, 6, 30], default: 4}\n"
    ((code, message),) = found(tmp_path, options + DEAL)
    assert code == "deal-does-not-fit"
    assert message.startswith("with `each_hand=30`: with 2 seats, deal 1 would bring 60 cards")
    options = "options:\n  each_hand: {is: int, from: 1, to: 200, default: 4}\n"
    assert [code for code, _ in found(tmp_path, options + DEAL)] == ["deal-does-not-fit"]
    options = "options:\n  each_hand: {is: int, choices: [4, 6], default: 4}\n"
    assert found(tmp_path, options + DEAL) == []


def test_what_only_a_child_reads_is_not_said_of_its_base(cassino: Cassino, tmp_path: Path) -> None:
    base = tmp_path / "mine.yaml"
    base.write_text(
        HEAD.replace("cassino", "scopa") + "rules: {k: kind = build implies count(loose) > 0}\n"
        "options: {o: {is: bool, default: true}}\nterms: {few(c): pips(c) < 3, lots: true}\n"
        "memory: {n: {is: int}}\nchecks: {c: n < 9}\n"
    )
    child = HEAD.replace("cassino", "middle") + "rules: {r: o and kind = trail implies few(card)}\n"
    child += "events: {e: {on: played, do: n := 1}}\n"

    def named() -> list[str]:
        found = cassino("validate", base, "--no-play", "--format", "json").json["diagnostics"]
        return sorted(d["message"].split("`")[1] for d in found)

    assert named() == ["build", "few", "lots", "n", "o"]
    (tmp_path / "child.yaml").write_text(
        child + "actions: {pair: {play: card, take: {x: one c in loose where true}, to: build 3}}\n"
    )
    assert named() == ["build", "few", "lots", "n", "o"]
    (tmp_path / "middle.yaml").write_text(HEAD.replace("cassino", "mine"))
    assert named() == ["lots"]


def test_a_kind_that_no_action_has(tmp_path: Path) -> None:
    """In rules and preferences; a house rule that an option may lay on brings some."""
    says = "options: {o: {is: bool, default: false, selects: {true: mine-house}}}\nrules: {a: kind != build}\n"
    says += "preferences: {b: {prefer: kind = capture, over: kind = build}}\n"
    says += 'checks: {c: "any(c in stock | 15 in value(c, hand))", d: count(builds) < 3}\n'
    always, never = (f"this condition {when} holds: no action is of kind `build`" for when in ("always", "never"))
    never_so = "this condition never holds: no card counts for 15"
    texts = (always, never, never_so, "there are no builds: no action makes any")
    said = [("constant-condition", text) for text in texts]
    assert found(tmp_path, says, "title: X\n", "scopa") == said
    builds = "{play: card, take: {x: one c in loose where rank(c) = K}, to: build 3}"
    assert found(tmp_path, says, f"title: X\nactions: {{pair: {builds}}}\n", "scopa") == said[2:3]


def test_an_option_of_the_base_that_a_file_makes_meaningless(tmp_path: Path) -> None:
    said = ("never-reached", "the option `target` means nothing here: `match.target` says `31`")
    assert found(tmp_path, "match: {target: 31}\n") == [said]
    assert found(tmp_path, "match: {target: 31 + target - target}\n") == []
    assert found(tmp_path, "options: {target: {default: 31}}\n") == []
    assert found(tmp_path, "match: {tie: draw}\n") == []


@pytest.mark.parametrize(
    ("option", "code", "said"),
    [
        ("{is: int, choices: [4, 6], default: 5}", "option-value", "option `o` is one of 4, 6, not `5`"),
        (
            "{is: int, choices: [4, six], default: 4}",
            "bad-number",
            "a whole number from 0 to 1000000, and `six` is none",
        ),
        ("{is: int, choices: [true], default: 4}", "bad-number", "and `true` is none"),
        ("{is: int, choices: [], default: 4}", "needless-choices", "the choices of option `o` are empty"),
        ("{is: int, choices: [2, 4, 04], default: 4}", "needless-choices", "`04` stands twice"),
        ("{is: word, choices: [a, a], default: a}", "needless-choices", "`a` stands twice"),
        ("{is: bool, choices: [true], default: true}", "needless-choices", "there is nothing else to choose"),
        ("{is: int, choices: [4], from: 2, default: 4}", "unknown-key", "so there is no `from`"),
        ("{is: bool, default: true, selects: {yes: sweeps}}", "option-value", "is `true` or `false`, not `yes`"),
        ("{is: bool, default: false, selects: {true: sweps}}", "unknown-base", "there is no house rule `sweps`"),
        ("{is: int, choices: [1, 2], default: 1, selects: {3: sweeps}}", "option-value", "one of 1, 2, not `3`"),
    ],
)
def test_faults_of_options_that_nobody_has_chosen(tmp_path: Path, option: str, code: str, said: str) -> None:
    ((slug, message),) = found(tmp_path, f"options:\n  o: {option}\nawards:\n  bonus: {{if: known(o), points: 1}}\n")
    assert slug == code
    assert said in message


def test_house_rules_that_an_option_selects_are_looked_at(tmp_path: Path) -> None:
    option = "options:\n  o: {is: bool, default: false, selects: {true: mine-house}}\n"
    ((code, message),) = found(tmp_path, option, "rules: {odd: count(hands) > 1}\n")
    assert code == "unknown-name"
    assert message.startswith("with `o=true`: ")
    two = "options:\n  o: {is: bool, default: false, selects: {true: mine-house}}\n"
    two += "  p: {is: bool, default: false, selects: {true: other}}\n"
    (tmp_path / "other.yaml").write_text("dsl: 1\nhouse: true\nmatch: {target: 6}\n", encoding="utf-8")
    ((code, message),) = found(tmp_path, two, "match: {target: 5}\n")
    assert code == "house-rules-conflict"
    assert message.startswith("with `o=true` `p=true`: ")


def test_what_nothing_comes_to(tmp_path: Path) -> None:
    text = "options:\n  idle: {is: bool, default: true}\n  read: {is: int, default: 1, from: 1, to: 20}\n"
    text += "memory:\n  idle_card: {is: card}\n  figure: {is: int}\n  fixed: {is: int, starts: 2}\n"
    text += "  only: {of: seat, is: int}\n  shown: {of: side, is: int, about: shown to all}\n"
    text += "effects:\n  count_it(s): only(s) := only(s) + 1; shown(us) += 1\n"
    text += "events:\n  e: {on: captured, do: figure += 1; count_it(me)}\n"
    text += "awards:\n  e: {if: figure > fixed, points: 1}\n"
    text += 'values:\n  A: "{1, read}"\n  2..10: pips\n  10d in hand: 12\n'
    assert [message.partition(":")[0] for _, message in found(tmp_path, text)] == [
        "nothing reads the option `idle`",
        "nothing sets or reads the memory `idle_card`",
        "nothing sets the memory `fixed`, which is read",
        "the memory `only` is set, and nothing reads it",
        "no card comes to the row `10d in hand`",
    ]


def test_what_only_another_choice_comes_to_is_reached(tmp_path: Path) -> None:
    text = "options:\n  o: {is: bool, default: false, selects: {true: mine-house}}\n"
    text += "  much: {is: int, default: 3}\nmemory:\n  best: {is: card}\n"
    house = "awards:\n  best: {if: known(best), points: much}\nevents:\n  b: {on: captured, do: best := card}\n"
    assert found(tmp_path, text, house) == []


def test_the_work_is_bounded(cassino: Cassino, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choices, "MOST", 25)
    many = "".join(f"  o{i}: {{is: int, default: 1, to: 1000}}\n" for i in range(30))
    points = " + ".join(f"o{i}" for i in range(30))
    file = tmp_path / "many.yaml"
    file.write_text(f"{HEAD}options:\n{many}awards:\n  all: {{points: {points}}}\n", encoding="utf-8")
    target = open_target(str(file), None, (), ())
    assert target.loaded.ruleset is not None
    looked = try_choices(target, target.loaded.ruleset, target.report, seconds=600)
    assert (looked.done, looked.wanted > 25) == (25, True)
    monkeypatch.setattr("cassino_dsl.language.choices.try_choices.__defaults__", (-1.0,))
    ran = cassino("validate", "--no-play", file)
    assert ran.code == 0
    assert f"many.yaml: 0 of {looked.wanted} choices of options looked at" in ran.err
