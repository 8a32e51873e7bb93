"""Texts of strangers: what is answered about them, and that none gets at a file, at the compiler, or at other rooms."""

from __future__ import annotations

import os
import re
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

import pytest
from starlette.testclient import TestClient

from cassino_dsl.faces.web import limits
from cassino_dsl.faces.web.requests import QUESTIONS, Question
from cassino_dsl.faces.web.workshop import answers
from cassino_dsl.faces.web.workshop.answers import without_styles
from cassino_dsl.faces.web.workshop.workers import WorkerProcess
from tests.web.people import People, as_often, opens, sits
from tests.web.workshop_texts import ALIASES, DEEP, FINE, HOUSE, MANY, MARKUP, SUBSETS, TWICE, WIDE


@pytest.fixture(scope="module")
def people() -> People:
    """Who may ask as often as they like."""
    with pytest.MonkeyPatch.context() as patch:
        as_often(patch)
        return People()


@pytest.fixture(scope="module")
def client(people: People) -> Iterator[TestClient]:
    with people.browsing() as client:
        yield client


def asks(client: TestClient, do: str, text: str, **more: Any) -> dict[str, Any]:
    answer = client.post(f"/workshop/{do}", json={"text": text, **more})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def refused(client: TestClient, do: str, text: str, **more: Any) -> str:
    answer = client.post(f"/workshop/{do}", json={"text": text, **more})
    assert answer.status_code == 400, answer.text
    return str(answer.json()["error"])


# ---- what is answered


def test_findings_stand_at_their_places(client: TestClient) -> None:
    found = asks(client, "check", "dsl: 1\nextends: scopa\ntitel: Mine\n")
    (finding,) = found["diagnostics"]
    assert (finding["file"], finding["line"], finding["column"]) == ("yours.yaml", 3, 1)
    assert "title" in finding["help"]
    assert (found["sound"], found["about"]) == (False, None)


def test_a_sound_text(client: TestClient) -> None:
    found = asks(client, "check", FINE)
    assert (found["sound"], found["diagnostics"]) == (True, [])
    assert found["about"]["base"] == "scopa"
    assert found["about"]["seats"] == [2, 3, 4]
    assert ("target", "6") in [(one["name"], one["value"]) for one in found["about"]["options"]]
    passed = [(one["line"], one["passed"]) for one in asks(client, "examples", FINE)["examples"]]
    assert passed == [(7, True), (12, False)]
    book = asks(client, "rulebook", FINE, settings=["target=9"])["html"]
    assert "<h1>Short Scopa</h1>" in book
    assert "9 points" in book


def test_a_house_rule_is_looked_at_over_its_base(client: TestClient) -> None:
    found = asks(client, "check", HOUSE)
    assert (found["about"]["house"], found["about"]["base"]) == (True, "cassino")
    assert "Dearer" in asks(client, "rulebook", HOUSE)["html"]


@pytest.mark.ci
def test_whole_checks_play(client: TestClient) -> None:
    text = FINE.replace("options:\n", "options:\n  idle: {is: bool, default: true}\n")
    assert asks(client, "check", text, whole=False)["diagnostics"] == []
    found = asks(client, "check", text, whole=True)
    assert (found["sound"], "nothing reads" in found["diagnostics"][0]["message"]) == (True, True)


@pytest.mark.ci
def test_rounds_are_played_and_compared(client: TestClient) -> None:
    played = asks(client, "simulate", FINE, rounds=5, seats=2)
    assert (played["rounds"], played["wanted"]) == (5, 5)
    assert "<svg" in played["html"]
    assert played["remark"] == ""
    for html in (played["html"], asks(client, "diff", "dsl: 1\nextends: scopa\ntitle: Other\n")["html"]):
        assert " style=" not in html
        assert "<style" not in html
    assert "seats" in refused(client, "simulate", FINE, rounds=5, seats=7)


def test_what_was_played_in_time_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "PLAYING", 0.3)
    monkeypatch.chdir(tmp_path)
    found = answers.answer(Question("simulate", FINE, rounds=1_000, seats=2))
    assert 0 < found["rounds"] < 1_000
    assert found["remark"].startswith(f"{found['rounds']} of 1,000 rounds")


@pytest.mark.ci
def test_there_is_something_to_compare(client: TestClient) -> None:
    assert "nothing to compare" in refused(client, "diff", Path("variants/scopa.yaml").read_text())


@pytest.mark.ci
def test_what_a_text_changes(client: TestClient) -> None:
    found = asks(client, "diff", HOUSE, play=True)
    assert not found["same"]
    assert "Comparison" in found["html"]
    assert "matches" in found["html"]


def test_what_may_stand_at_a_place(client: TestClient) -> None:
    """The editor of the page is answered as every editor is; places count characters, 𝄞 as one."""
    text = "dsl: 1\nextends: scopa\ntitle: 𝄞\nrules:\n  x: suit(card) = "
    labels = [one["label"] for one in asks(client, "complete", text, at=len(text))["proposals"]]
    assert labels[:4] == ["batons", "coins", "cups", "swords"]
    assert "kind of play" in asks(client, "hover", f"{text}coins and kind = trail", at=len(text) + 18)["told"]["about"]
    assert asks(client, "hover", text, at=len("dsl: 1\nextends: scopa\ntitle: 𝄞"))["told"] is None
    assert "place" in refused(client, "complete", text, at=len(text) + 1)
    assert "goes with" in refused(client, "complete", text, at="end")


def test_styles_wait() -> None:
    html = '<svg><style type="text/css">*{x: y}</style><g style="fill: none" id="a"/></svg> a style="b"'
    assert without_styles(html) == '<svg><g data-style="fill: none" id="a"/></svg> a style="b"'


def test_what_the_page_has_to_know(client: TestClient) -> None:
    known = client.get("/workshop/words").json()
    assert {"name": "scopa", "title": "Scopa"} in known["variants"]
    text = client.get("/workshop/texts/rules/sweeps").json()["text"]
    assert text == Path("variants/house/sweeps.yaml").read_text()
    assert asks(client, "check", text)["sound"]


# ---- what is refused


@pytest.mark.parametrize(
    "place",
    ["variants/nobody", "rules/scopa", "house/sweeps", "variants/..%2f..%2fpyproject", "words/words", "variants/",
     "variants/scopa.yaml", "variants/%2fetc%2fpasswd", "most/x"],
)  # fmt: skip
def test_no_shipped_text_is_a_path(client: TestClient, place: str) -> None:
    assert client.get(f"/workshop/texts/{place}").status_code == 404


@pytest.mark.parametrize(
    "line",
    ["extends: ../cassino", "extends: /etc/passwd", "extends: ./scopa.yaml", "extends: other", "extends: ''",
     "with: ../../secret", "with: /etc/hosts", "with: [sweeps, other]",
     "options: {o: {is: bool, default: true, selects: {true: ../secret}}}"],
)  # fmt: skip
@pytest.mark.share(2)
def test_no_text_names_a_file(client: TestClient, people: People, line: str, tmp_path: Path) -> None:
    """Neither beside where the server runs, nor beside the text, nor anywhere else."""
    workshop = people.workshop
    asks(client, "check", FINE)
    assert workshop.folder is not None
    beside = Path(workshop.folder.name)
    for place in (beside, *(one for one in beside.iterdir() if one.is_dir())):
        (place / "secret.yaml").write_text("dsl: 1\nextends: scopa\ntitle: a secret\n")
    text = ("dsl: 1\n" if "extends" in line else "dsl: 1\nextends: scopa\n") + line + "\n"
    found = asks(client, "check", text)
    assert not found["sound"]
    assert "secret." not in str(found).replace("../secret", "").replace("../../secret", "")
    assert str(beside) not in str(found)
    assert any(d["severity"] == "error" and d["file"] == "yours.yaml" for d in found["diagnostics"])


@pytest.mark.parametrize("named", ["../x", "/etc/passwd", "nobody"])
def test_no_house_rule_names_a_file(client: TestClient, named: str) -> None:
    found = asks(client, "check", f"dsl: 1\nhouse: true\nover: {named}\n")
    assert not found["sound"]
    assert "by their names" in found["diagnostics"][0]["help"]


@pytest.mark.parametrize(
    ("text", "said"),
    [(ALIASES, "anchors"), (DEEP, "deeper"), (WIDE, "1,200 keys"), ("\x00", "zero bytes"), ("", "empty"),
     ("dsl: 1\n" + "? " * 10_000, "deep"), ("a: !!python/object/apply:os.system [id]", "tag")],
)  # fmt: skip
@pytest.mark.share(2)
def test_texts_that_are_bombs(client: TestClient, text: str, said: str) -> None:
    found = asks(client, "check", text)
    assert any(said in d["message"] for d in found["diagnostics"]), found


@pytest.mark.parametrize(
    ("do", "more"), [("rulebook", {}), pytest.param("simulate", {"rounds": 3}, marks=pytest.mark.ci),
                     pytest.param("diff", {}, marks=pytest.mark.ci)],
)  # fmt: skip
def test_no_text_becomes_html(client: TestClient, do: str, more: dict[str, Any]) -> None:
    html = asks(client, do, MARKUP, **more)["html"]
    assert len(html) > 500
    assert not re.search(r"<(script|img|iframe|i|u|q|s|a)\b|<[^>]*\son\w+=|<[^>]*(javascript:|evil)", html)


MORE = "dsl: 1\nextends: scopa\nawards:\n  sevens: {points: 1, most: count(c in pile | rank(c) = 7)}\n"


def test_a_check_of_the_base_that_breaks_is_a_finding(client: TestClient) -> None:
    """As one types, and where rounds are asked for: at the check, with what to write."""
    typed = asks(client, "check", MORE)
    played = asks(client, "simulate", MORE, rounds=20)
    for (finding,) in (typed["diagnostics"], played["diagnostics"]):
        assert (finding["file"], finding["name"]) == ("variants/scopa.yaml", "fault-in-play")
        remedy = re.search("`(checks: {.*: removed})`", finding["help"])
        assert remedy
    assert asks(client, "check", f"{MORE}{remedy[1]}\n")["diagnostics"] == []


@pytest.mark.ci
def test_what_was_found_stays_when_the_time_is_up(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A rule that never bites: a position that shows it is looked for in vain, and matches of both are played."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(answers, "SEARCHING", 1.0)
    text = 'dsl: 1\nextends: cassino\nrules:\n  never: {must: "not (kind = trail and count(hand) > 20)"}\n'
    html = answers.answer(Question("diff", text, play=True))["html"]
    assert "no such rule" in html
    assert re.search(r"the time was up after [\d,]+ had been looked at", html)
    assert "matches of each" in html
    assert "no effect was measured: a round breaks" in answers.answer(Question("diff", MORE, play=True))["html"]


@pytest.mark.ci
def test_trusted_texts_are_compiled(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    found = answers.answer(Question("simulate", "dsl: 1\nextends: cassino\n", rounds=1_000, players="greedy"), True)
    assert found["rounds"] == 1_000


@pytest.mark.ci
def test_matches_that_take_too_long_are_left_out(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """What differs is told all the same."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(answers, "PLAYING", 0.0)
    found = answers.answer(Question("diff", HOUSE, play=True))
    assert "too long" in found["html"]
    assert "target" in found["html"]


def test_a_text_that_doubles_itself(client: TestClient) -> None:
    assert asks(client, "check", TWICE)["diagnostics"]


@pytest.mark.ci
def test_plays_without_end_are_told(client: TestClient) -> None:
    (found,) = asks(client, "simulate", SUBSETS, rounds=2)["diagnostics"]
    assert "more than 200000 plays" in found["message"]


@pytest.mark.parametrize(
    "data",
    [{}, {"text": 3}, {"text": "x" * (limits.TEXT + 1)}, {"text": "", "path": "/etc/passwd"},
     {"text": "", "settings": "target=3"}, {"text": "", "settings": ["target"]}, {"text": "", "rounds": "5"},
     {"text": "", "rounds": 0}, {"text": "", "rounds": limits.ROUNDS + 1}, {"text": "", "rounds": True},
     {"text": "", "players": "search:9999"}, {"text": "", "seats": 2.5}],
)  # fmt: skip
@pytest.mark.share(3)
def test_questions_that_cannot_be(client: TestClient, data: dict[str, Any]) -> None:
    answer = client.post("/workshop/simulate", json=data)
    assert answer.status_code == 400
    assert answer.json()["error"]


def test_requests_are_bounded(client: TestClient) -> None:
    headers = {"content-type": "application/json"}
    half = client.post("/workshop/check", content=b'{"text": "\\ud800"}', headers=headers)
    assert (half.status_code, "halves" in half.json()["error"]) == (400, True)
    assert client.post("/workshop/check", json={"text": "x" * limits.TEXT_BODY}).status_code == 413
    assert client.post("/workshop/passwd", json={"text": ""}).status_code == 404
    assert client.post("/workshop/check", json={"text": ""}, headers={"origin": "http://evil"}).status_code == 403


def test_elsewhere_it_needs_the_link() -> None:
    with People(key="the-words-of-the-link").browsing() as client:
        assert client.post("/workshop/check", json={"text": FINE}).status_code == 401


def test_too_many_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "QUESTIONS", limits.Rate(0.001, 2))
    with People().browsing() as client:
        assert [client.post("/workshop/check", json={}).status_code for _ in range(3)] == [400, 400, 429]


# ---- what is slow or large


def test_what_is_slow_is_stopped_and_a_room_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    more, _ = QUESTIONS["simulate"]
    monkeypatch.setitem(QUESTIONS, "simulate", (more, 1.5))
    monkeypatch.setattr(limits, "MESSAGES", limits.Rate(1e9, 1e9))
    people = People()
    with people.browsing() as client:
        room, said, statuses, took = opens(client)["room"], list[str](), list[int](), list[float]()

        def slow() -> None:
            answer = people.browser().post("/workshop/simulate", json={"text": MANY})
            statuses.append(answer.status_code)
            said.append(answer.json()["error"])

        askers = [threading.Thread(target=slow) for _ in range(4)]
        with sits(client, room) as one:
            for asker in askers:
                asker.start()
            while any(asker.is_alive() for asker in askers):
                if not one.own_turn():
                    break
                begun = time.monotonic()
                one.plays()
                took.append(time.monotonic() - begun)
        for asker in askers:
            asker.join()
        assert median(took) < 1.5  # no question holds up a room
        assert sorted(statuses) == [400, 400, 400, 429]  # the fourth of one address is told to wait
        assert sum("stopped after 1.5 seconds" in text for text in said) == 3
        assert not people.workshop.all  # they were killed
        assert asks(client, "check", FINE)["sound"]


def test_what_is_large_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MEMORY", 8 << 20)
    people = People()
    with people.browsing() as client:
        assert "more memory" in refused(client, "simulate", MANY)
        assert not people.workshop.all
        assert refused(client, "simulate", DEEP)  # another process answers


@pytest.mark.ci
def test_nothing_is_compiled(client: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A compiler that leaves a trace is never called."""
    compiler = tmp_path / "cc"
    compiler.write_text(f"#!/bin/sh\ntouch {tmp_path}/called\nexit 1\n")
    compiler.chmod(0o755)
    monkeypatch.setenv("CC", str(compiler))
    monkeypatch.setenv("CASSINO_CACHE_DIR", str(tmp_path / "cache"))
    with People().browsing() as other:
        asks(other, "check", FINE, whole=True)
        asks(other, "simulate", FINE, rounds=3, players="greedy")
        room = opens(other, "", "person", "3", text=FINE)["room"]
        with sits(other, room) as me:
            me.own_turn()
            for _ in range(3):  # a hint at a shipped game is compiled for, in the background
                me.says("hint")
                assert me.hears("hint")["play"]
    assert not (tmp_path / "called").exists()
    assert not list(tmp_path.rglob("*.so"))


def test_nothing_is_left(people: People) -> None:
    """Once the server stops, its processes and their folder are gone."""
    other = People()
    with other.browsing() as client:
        asks(client, "check", FINE)
        (worker,) = other.workshop.all
        folder = other.workshop.folder
    assert worker.process.returncode is not None
    assert folder is not None
    assert not os.path.exists(folder.name)


def test_a_process_that_is_left_alone_tidies_up(tmp_path: Path) -> None:
    """As where the server was killed: nobody asks any more."""
    folder = tmp_path / "all"
    folder.mkdir()
    worker = WorkerProcess(str(folder), native=False)
    assert worker.ask(Question("check", FINE))["answer"]["sound"]
    assert worker.process.stdin is not None
    worker.process.stdin.close()
    assert worker.process.wait(timeout=30) == 0
    assert not folder.exists()
    worker.close()
