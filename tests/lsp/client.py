"""A small client of the protocol, which knows nothing of the library that the server uses."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from time import monotonic
from typing import Any

ROOT = Path(__file__).parents[2]
SECONDS = 60.0


class Refusal(Exception):
    """The server answered with an error."""


class Client:
    """Starts a server and talks to it over its streams."""

    def __init__(self, folder: Path | None = None, encoding: str = "utf-16", **capabilities: Any) -> None:
        env = {**os.environ, "PYTHONPATH": str(ROOT)}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "cassino_dsl", "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=env
        )
        self.came: Queue[dict[str, Any] | None] = Queue()
        self.asked = 0
        self.told: list[dict[str, Any]] = []
        self.marks: dict[str, list[dict[str, Any]]] = {}
        self.versions: dict[str, int | None] = {}
        Thread(target=self._hear, daemon=True).start()
        wanted = {"general": {"positionEncodings": [encoding]}, **capabilities}
        root = folder.as_uri() if folder else None
        self.server = self.ask("initialize", processId=os.getpid(), rootUri=root, capabilities=wanted)
        self.tell("initialized")

    def _hear(self) -> None:
        out = self.process.stdout
        assert out is not None
        while head := out.readline():
            length = int(head.split(b":")[1])
            while out.readline().strip():
                pass
            self.came.put(json.loads(out.read(length)))
        self.came.put(None)

    def _send(self, **message: Any) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def tell(self, method: str, **params: Any) -> None:
        self._send(method=method, params=params)

    def begin(self, method: str, **params: Any) -> int:
        """Ask, and don't wait."""
        self.asked += 1
        self._send(id=self.asked, method=method, params=params)
        return self.asked

    def ask(self, method: str, **params: Any) -> Any:
        return self.answer(self.begin(method, **params))

    def answer(self, number: int) -> Any:
        for message in self.messages(SECONDS):
            if message.get("id") == number and "method" not in message:
                if "error" in message:
                    raise Refusal(message["error"]["message"])
                return message.get("result")
        raise TimeoutError(number)

    def messages(self, seconds: float) -> Iterator[dict[str, Any]]:
        """What the server says, for so long; its own questions are answered, findings are kept."""
        end = monotonic() + seconds
        while (left := end - monotonic()) > 0:
            try:
                message = self.came.get(timeout=left)
            except Empty:
                return
            if message is None:
                raise EOFError("the server has ended")
            if "method" in message:
                self.told.append(message)
                if message["method"] == "textDocument/publishDiagnostics":
                    self.marks[message["params"]["uri"]] = message["params"]["diagnostics"]
                    self.versions[message["params"]["uri"]] = message["params"].get("version")
                if "id" in message:
                    self._send(id=message["id"], result=None)
            yield message

    def open(self, uri: str, text: str, language: str = "cassino") -> None:
        item = {"uri": uri, "languageId": language, "version": 1, "text": text}
        self.tell("textDocument/didOpen", textDocument=item)

    def change(self, uri: str, version: int, *changes: dict[str, Any]) -> None:
        self.tell("textDocument/didChange", textDocument={"uri": uri, "version": version}, contentChanges=list(changes))

    def found(self, uri: str, version: int | None = None, seconds: float = SECONDS) -> list[dict[str, Any]]:
        """The findings in a file, as soon as they are told of (of a version of its text)."""
        for message in self.messages(seconds):
            told = message.get("params", {}) if message.get("method") == "textDocument/publishDiagnostics" else {}
            if told.get("uri") == uri and version in (None, told.get("version")):
                return list(told["diagnostics"])
        raise TimeoutError(f"nothing was said of {uri}")

    def close(self) -> int:
        self.ask("shutdown")
        self.tell("exit")
        return self.process.wait(SECONDS)


@contextmanager
def client(folder: Path | None = None, encoding: str = "utf-16", **capabilities: Any) -> Iterator[Client]:
    one = Client(folder, encoding, **capabilities)
    try:
        yield one
        assert one.close() == 0
    finally:
        one.process.kill()
        one.process.wait()
        for pipe in (one.process.stdin, one.process.stdout):
            if pipe is not None:
                pipe.close()


def at(line: int, character: int) -> dict[str, int]:
    return {"line": line, "character": character}


def between(start: tuple[int, int], end: tuple[int, int]) -> dict[str, Any]:
    return {"start": at(*start), "end": at(*end)}
