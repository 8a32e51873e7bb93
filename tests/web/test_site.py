"""Requests: what is served, what is refused, and that no word of a client becomes a path."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import pytest
import yaml
from starlette.testclient import TestClient

from cassino_dsl.faces.web import limits, shipped_games
from cassino_dsl.faces.web.guard import HEADERS
from cassino_dsl.faces.web.server import CannotServe, Whereabouts, listen
from cassino_dsl.faces.web.static_files import static_files
from tests.web.people import HOST, ORIGIN, People, follows, opens

PAGES = ("/", "/join", "/room/whatever", "/lobby/whatever", "/replay", "/replay/whatever", "/workshop")


def test_pages_come_with_their_files_and_headers(client: TestClient) -> None:
    files: set[str] = set()
    for page in PAGES:
        answer = client.get(page)
        assert answer.status_code == 200
        assert {name: answer.headers[name] for name in HEADERS} == HEADERS
        wanted = re.findall(r'(?:src|href)="(/static/[^"]+)"', answer.text)
        assert len(wanted) >= 4
        for file in {*wanted} - files:
            files.add(file)
            found = client.get(file)
            assert found.status_code == 200
            again = client.get(file, headers={"if-none-match": found.headers["etag"]})
            assert (again.status_code, again.content) == (304, b"")
            assert "immutable" in found.headers["cache-control"]  # its address changes with it
            plain = client.get(f"/static/{file.rpartition('/')[2]}", headers={"accept-encoding": "identity"})
            assert (plain.content, plain.headers["cache-control"]) == (found.content, "no-cache")


def test_pages_are_small_as_they_are_sent(client: TestClient) -> None:
    """What a page loads, packed; the workshop has its editor beside."""
    every = static_files()
    for page, most in (("home", 30), ("lobby", 30), ("replay", 30), ("table", 60), ("workshop", 190)):
        wanted, loaded = {f"{page}.html"}, set[str]()
        while wanted:
            loaded.add(name := wanted.pop())
            text = every[name][0].decode()
            wanted |= {*re.findall(r'(?:/static/|from "\./)([\w.-]+\.(?:js|css|svg))', text)} - loaded
        sent = 0
        for name in loaded:
            with client.stream("GET", f"/static/{name}") as answer:
                sent += len(b"".join(answer.iter_raw()))
        assert sent < most * 1024, (page, sent)


def test_answers_that_hold_links_are_not_packed(client: TestClient) -> None:
    """How long they are would tell of what is in them."""
    assert client.get("/api/games").headers["content-encoding"] == "gzip"
    eight = client.post("/api/rooms", json={"variant": "krypkasino", "sitting": ["person"] * 6})
    assert eight.status_code == 200
    assert "content-encoding" not in eight.headers


def test_the_shelf_knows_all_games(client: TestClient) -> None:
    found = client.get("/api/games").json()
    assert all(game["minutes"] for game in found["games"])
    names = {game["name"]: game for game in found["games"]}
    assert [len(one["cards"]) for one in found["first"]] == [3, 3, 3]
    assert {one["name"] for one in found["first"]} <= names.keys()
    assert [names[name]["builds"] for name in ("cassino", "scopa", "zwicker")] == [True, False, True]
    shelf = yaml.safe_load((files("cassino_dsl.faces.web") / "shelf.yaml").read_text("utf-8"))
    assert {*shelf["minutes"], *shelf["countries"]} <= names.keys()


def _contrast(one: str, other: str) -> float:
    """How far two colours are apart, as the guidelines for the web reckon it."""

    def light(colour: str) -> float:
        digits = colour[1:] if len(colour) == 7 else "".join(digit * 2 for digit in colour[1:])
        parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
        red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    dark, bright = sorted((light(one), light(other)))
    return (bright + 0.05) / (dark + 0.05)


def test_words_and_borders_stand_out() -> None:
    """By the colours that the style sheets name, light and dark: words by 4.5 to 1, borders and lights by 3."""
    texts = {name: static_files()[name][0].decode() for name in ("style.css", "web.css", "front.css", "table.css")}
    for name in ("web.css", "front.css"):
        rules = re.findall(r"([^{}]*(?:button|input|select)[^{}]*)\{([^{}]*)", texts[name])
        assert not [head for head, body in rules if "var(--line)" in body], name
    block, colour = r"@media ([^{]*)\{((?:[^{}]*\{[^{}]*\})*)[^{}]*\}", r"--([\w-]+): (#[0-9a-f]+)\b"
    css = "".join(texts.values())
    light = dict(re.findall(colour, re.sub(block, "", css)))
    dark = light | dict(re.findall(colour, "".join(body for head, body in re.findall(block, css) if "dark" in head)))
    assert dark["paper"] != light["paper"]
    words = [(word, on) for word in ("ink", "faint", "accent", "a", "b", "bad") for on in ("paper", "panel")]
    words += [("on-felt", "felt"), ("on-felt", "felt-dark")]
    marks = [("edge", "paper"), ("edge", "panel")]
    marks += [(mark, on) for mark in ("gold", "mark") for on in ("felt", "felt-dark")]
    for colours in (light, dark):
        for least, pairs in ((4.5, words), (3, marks)):
            apart = {pair: _contrast(colours[pair[0]], colours[pair[1]]) for pair in pairs}
            assert not {pair: far for pair, far in apart.items() if far < least}


def test_no_page_holds_scripts_styles_or_handlers_of_its_own() -> None:
    """What the policy forbids is in no file, and nothing comes from elsewhere."""
    texts = {name: content.decode() for name, (content, _) in static_files().items()}
    assert {"home.html", "table.js", "style.css", "icon.svg"} <= texts.keys()
    for name, text in texts.items():
        assert not re.search(r"<style|\bon[a-z]+=|style=|<script(?![^>]*src=)", text if name.endswith(".html") else "")
        links = r"https?://(?!www\.w3\.org/2000/svg)"
        assert not re.search(links, "" if name.endswith(".txt") else text), name
        for module in re.findall(r'from "\./([^"]+)"', text):
            assert module in texts


@pytest.mark.parametrize(
    "path",
    ["/static/../server.py", "/static/%2e%2e/server.py", "/static/..%2fserver.py", "/static/", "/static//etc/passwd",
     "/static/__init__.py", "/static/home.html%00", "/static/\\home.html", "/nothing", "/api", "/api/rooms/a/b/c",
     "/api/rooms/..%2f..", "/room/a/b"],
)  # fmt: skip
def test_no_address_is_a_path(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 404


@pytest.mark.parametrize("name", ["./scopa.yaml", "../scopa", "/etc/passwd", "variants/scopa.yaml", "nobody", "sweeps"])
def test_no_game_is_a_path(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for file in ("scopa.yaml", "nobody.yaml", "nobody"):
        (tmp_path / file).write_text("dsl: 1\nextends: scopa\n")
    with People().browsing() as client:
        for wish in ({"variant": name}, {"variant": "scopa", "with_rules": [name if name != "sweeps" else "x"]}):
            for address, more in (("/api/game", {}), ("/api/rooms", {"sitting": ["person", "1"]})):
                answer = client.post(address, json={**wish, **more})
                assert answer.status_code == 400
                assert "there is no" in answer.json()["error"]
        assert client.get(f"/api/games/{name}/house-rules").status_code == 404


def test_games_options_and_rules(client: TestClient) -> None:
    games = client.get("/api/games").json()["games"]
    assert {"royal-cassino", "scopa"} <= {game["name"] for game in games}
    about = client.post("/api/game", json={"variant": "cassino"}).json()
    assert about["title"] == "Cassino"
    assert "<h1>Cassino</h1>" in about["rulebook"]
    assert "style=" not in about["rulebook"]
    option = next(o for o in about["options"] if len(o["values"]) > 1)
    other = next(v for v in option["values"] if v != option["value"])
    target = next(o for o in about["options"] if o["name"] == "target")
    assert (target["values"], target["least"], target["most"]) == ([], 1, 500)
    changed = client.post("/api/game", json={"variant": "cassino", "settings": [f"{option['name']}={other}"]}).json()
    assert next(o for o in changed["options"] if o["name"] == option["name"])["value"] == other
    names = [rule["name"] for rule in client.get("/api/games/cassino/house-rules").json()["rules"]]
    assert "sweeps" in names
    assert "asso-pigliatutto" not in names


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"host": "evil.example"}, 421),
        ({"host": "127.0.0.1"}, 421),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": f"https://{HOST}"}, 403),
    ],
)
def test_who_may_ask(client: TestClient, headers: dict[str, str], status: int) -> None:
    assert client.get("/api/games", headers=headers).status_code == status
    refused = client.post("/api/rooms", json={}, headers=headers)
    assert refused.status_code == status
    assert refused.json()["error"]
    assert "content-security-policy" in refused.headers


def test_a_change_names_its_origin(client: TestClient, people: People) -> None:
    del client.headers["origin"]
    assert client.post("/api/join", json={"words": "x"}).status_code == 403
    assert client.get("/api/games").status_code == 200


@pytest.mark.parametrize(
    ("content", "status"),
    [
        (b"", 400), (b"{", 400), (b"[]", 400), (b"null", 400), (b"[" * 8000, 400), (b'"\xff"', 400),
        (b"{}" + b" " * limits.TEXT_BODY, 413), (b'{"variant": 3}', 400), (b'{"variant": "\\ud800"}', 400),
        (b'{"variant": "scopa", "sitting": []}', 400), (b'{"variant": "scopa", "sitting": ["person"]}', 400),
        (b'{"variant": "scopa", "sitting": ["person", "6"]}', 400), (b'{"variant": "scopa", "sitting": "person"}', 400),
        (b'{"variant": "scopa", "sitting": ["1", "1"]}', 400), (b'{"variant": "scopa", "more": 1}', 400),
        (b'{"variant": "scopa", "sitting": ["person", "1"], "settings": ["no_such=1"]}', 400),
        (b'{"variant": "scopa", "sitting": ["person", "1"], "settings": ["target"]}', 400),
        (b'{"variant": "scopa", "sitting": ["person", "1"], "hints": 1}', 400),
    ],
)  # fmt: skip
def test_wishes_that_cannot_be(client: TestClient, content: bytes, status: int) -> None:
    answer = client.post("/api/rooms", content=content, headers={"content-type": "application/json"})
    assert answer.status_code == status, answer.text
    assert answer.json()["error"]
    assert client.post("/api/rooms", content=content).status_code == 415


def test_too_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "OPENINGS", limits.Rate(0.001, 2))
    monkeypatch.setattr(limits, "REQUESTS", limits.Rate(0.001, 8))
    with People().browsing() as client:
        assert [client.post("/api/rooms", json={}).status_code for _ in range(3)] == [400, 400, 429]
        assert [client.get("/").status_code for _ in range(6)] == [200] * 5 + [429]


def test_elsewhere_opening_needs_the_link() -> None:
    people = People(key="the-words-of-the-link")
    with people.browsing() as client:
        assert client.get("/").status_code == 200
        for answer in (
            client.get("/api/games"), client.get("/api/games/scopa/house-rules"),
            client.post("/api/game", json={"variant": "scopa"}), client.post("/api/rooms", json={}),
            client.post("/api/replay", json={}), client.post("/api/replay/hint", json={}),
        ):  # fmt: skip
            assert answer.status_code == 401
            assert "link" in answer.json()["error"]
        assert client.post("/api/join", json={"words": "the-words-of-the-lin"}).status_code == 404
        assert follows(client, "the-words-of-the-link") == "None"
        opened = opens(client)
        other = people.browser()
        assert follows(other, opened["links"]["0"]) == opened["room"]  # a seat's link is enough by itself
        assert other.get("/api/games").status_code == 401
        assert other.post(f"/api/rooms/{opened['room']}/replay", json={}).status_code == 400
        assert people.browser().post(f"/api/rooms/{opened['room']}/replay", json={}).status_code == 404


def test_an_internal_fault_is_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("broken on purpose")

    people = People()
    monkeypatch.setattr(shipped_games, "_about", broken)
    with people.browser() as client:
        opened = opens(client)
        answer = client.get(f"/api/rooms/{opened['room']}")
    assert answer.status_code == 500
    assert "broken" not in answer.text
    assert people.faults == ["internal fault: RuntimeError: broken on purpose"]


def test_where_it_listens() -> None:
    at = listen(port=0)
    number = at.socket.getsockname()[1]
    assert at.place == Whereabouts(frozenset({f"127.0.0.1:{number}", f"localhost:{number}"}))
    assert (at.key, at.link) == (None, f"http://127.0.0.1:{number}/")
    with pytest.raises(CannotServe, match="cannot listen on 127"):
        listen(port=number)
    at.socket.close()
    behind = listen(port=0, address="https://Cards.example.org")
    assert behind.place.origins == {"https://cards.example.org"}
    assert behind.link == f"https://cards.example.org/join#{behind.key}"
    assert len(behind.key or "") >= 32
    behind.socket.close()
    for wrong in ("cards.example.org", "ftp://x", "https://x/y"):
        with pytest.raises(CannotServe, match="--address"):
            listen(port=0, address=wrong)
    assert ORIGIN["origin"].endswith(HOST)
