"""The real server in a process of its own: what it prints, that it survives being killed, and what is no HTTP."""

from __future__ import annotations

import os
import signal
import socket
import threading
import time
from contextlib import closing, suppress
from http.client import HTTPConnection
from pathlib import Path

import click
import pytest
import uvicorn

from cassino_dsl.faces.cli.commands import COMMANDS
from cassino_dsl.faces.cli.frame import Command
from cassino_dsl.faces.web import server
from tests.cli.conftest import Cassino, cassino
from tests.web.crowd import served

__all__ = ["cassino"]  # the fixture

NOISE = (
    b"\x16\x03\x01\x02\x00\x01",
    b"GET\r\n\r\n",
    b"GET / HTTP/1.1\r\n\r\n",
    b"A" * 100_000,
    b"\x00" * 64,
    b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n",
    b"GET / HTTP/1.1\r\n" + b"x: y\r\n" * 20_000,
)


@pytest.mark.ci
def test_what_is_no_http(tmp_path: Path) -> None:
    with served(tmp_path / "rooms.sqlite") as running:
        host, _, port = running.host.partition(":")
        for noise in NOISE:
            with socket.create_connection((host, int(port)), timeout=10) as raw:
                try:
                    raw.sendall(noise)
                    raw.shutdown(socket.SHUT_WR)
                    answer = raw.recv(65_536)
                except OSError:
                    answer = b""  # it hung up
                assert b"Traceback" not in answer
        with closing(HTTPConnection(host, int(port), timeout=10)) as asked:
            asked.request("GET", "/api/games")
            assert asked.getresponse().status == 200
        assert running.process.poll() is None


def test_lines_on_which_nothing_comes_are_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether nothing comes at all, or a request dribbles in; one on which more is asked goes on until then."""
    monkeypatch.setattr(server, "IDLE", 0.3)
    at = server.listen(port=0)
    stopped: list[uvicorn.Server] = []
    run = uvicorn.Server.run
    monkeypatch.setattr(uvicorn.Server, "run", lambda self, sockets: (stopped.append(self), run(self, sockets)))
    serving = threading.Thread(target=server.serve, args=(at, server.Serving(None), print))
    serving.start()
    host, port = at.address.partition("//")[2].split(":")
    silent, dribbling, asking = (socket.create_connection((host, int(port)), timeout=5) for _ in range(3))
    head = f"GET /static/icon.svg HTTP/1.1\r\nhost: {host}:{port}\r\n\r\n".encode()
    for number in range(5):
        with suppress(OSError):
            dribbling.sendall(head[number : number + 1])
        asking.sendall(head)
        answer = b""
        while b"</svg>" not in answer:
            more = asking.recv(65_536)
            assert more
            answer += more
        assert answer.startswith(b"HTTP/1.1 200")
        time.sleep(0.1)
    assert silent.recv(1) == b""
    with suppress(ConnectionResetError):
        assert dribbling.recv(1) == b""
    assert asking.recv(1) == b""
    for one in (silent, dribbling, asking):
        one.close()
    stopped[0].should_exit = True
    serving.join(timeout=10)
    assert not serving.is_alive()


def test_what_it_cannot_do_is_said(cassino: Cassino, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "other").write_text("no rooms here" * 100)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        for words, said in (
            (("--port", taken.getsockname()[1]), "cannot listen on 127.0.0.1"),
            (("--host", "192.0.2.1"), "cannot listen on 192.0.2.1"),
            (("--host", "no such host"), "cannot listen on no such host"),
            (("--lan", "--host", "127.0.0.1"), "give one of them"),
            (("--port", 0, "--address", "cards"), "--address is"),
            (("--port", 0, "--data", tmp_path / "other"), "cannot be kept"),
            (("--port", 0, "--data", "/proc/nothing/rooms"), "cannot be kept"),
        ):
            answer = cassino("serve", *words)
            assert (answer.code, said in answer.err) == (2, True), answer.err
    monkeypatch.setattr("cassino_dsl.faces.cli.serve.find_spec", lambda name: None)
    assert "pip install 'cassino-dsl[web]'" in cassino("serve").err


@pytest.mark.skipif(os.name != "posix", reason="a signal is sent")
def test_it_stops_when_told(tmp_path: Path) -> None:
    with served(tmp_path / "rooms.sqlite", "--host", "127.0.0.2") as running:
        assert "/join#" in running.printed  # elsewhere than on this machine's usual address a link is needed
        running.process.send_signal(signal.SIGTERM)
        assert running.process.wait(timeout=10) != 0


@pytest.mark.parametrize(
    ("words", "terminal", "screen", "opened"),
    [
        ([], True, True, True),
        ([], False, True, False),
        ([], True, False, False),
        (["--no-open"], True, True, False),
        (["--open"], False, False, True),
        (["--host", "127.0.0.1"], True, True, False),
        (["--address", "https://cards.example.org"], True, True, False),
    ],
)
def test_the_page_opens_for_whoever_sits_there(
    words: list[str], terminal: bool, screen: bool, opened: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    links: list[str] = []
    monkeypatch.setattr(click, "launch", links.append)
    monkeypatch.setattr("cassino_dsl.faces.web.server.serve", lambda at, how, tell: at.socket.close())
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr("sys.stdout.isatty", lambda: terminal)
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    if screen:
        monkeypatch.setenv("DISPLAY", ":0")
    Command(COMMANDS["serve"]).main(
        ["--port", "0", "--data", str(tmp_path / "rooms.sqlite"), *words], standalone_mode=False
    )
    assert (len(links) == 1) is opened
