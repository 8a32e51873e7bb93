"""What is said of a `--dask` that leads nowhere."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Cassino


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--dask", "local:none"], "local:N takes a number"),
        (["--dask", "foo"], "`foo` is no address of a Dask scheduler, tcp://HOST:PORT: missing port"),
        (["--dask", "http://foo"], "unknown address scheme 'http'"),
        (["--dask", "local:2", "--jobs", "2"], "leave one of them out"),
        # it is waited for
        pytest.param(["--dask", "tcp://127.0.0.1:9"], "no Dask scheduler answers", marks=pytest.mark.ci),
    ],
)
@pytest.mark.parametrize("command", ["simulate", "train"])
def test_wrong_addresses(cassino: Cassino, command: str, words: list[str], said: str) -> None:
    answer = cassino(command, "scopa", "--games", "2", "--seed", "1", *words)
    assert answer.code == 2
    assert said in answer.err
    assert "Traceback" not in answer.err
