"""`validate` beyond telling: remedies that are written, what is ignored, settings of a folder, pipes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

import pytest

from cassino_dsl.language.remedies import MOST_ROUNDS
from tests.cli.conftest import Cassino

HEAD = "dsl: 1\nextends: cassino\n"
SLIPS = f"{HEAD}rules:\n  r: kind = trail && count(table) > 0 implies rank(crd) == 7 # why\r\n"
SAFE = SLIPS.replace("&&", "and").replace("==", "=")
UNUSED = f"{HEAD}terms:\n  five: 5"


@pytest.fixture
def slips(here: Path) -> Path:
    file = here / "slips.yaml"
    file.write_bytes(b"\xef\xbb\xbf" + SLIPS.encode())
    file.chmod(0o640)
    return file


def test_certain_remedies_are_written_and_others_only_if_asked_for(cassino: Cassino, slips: Path) -> None:
    ran = cassino("validate", "slips.yaml", "--no-play", "--fix")
    assert (ran.code, ran.err) == (1, "cassino: slips.yaml: 1 finding mended\n")
    assert "did you mean `card`?" in ran.out
    assert slips.read_bytes() == b"\xef\xbb\xbf" + SAFE.encode()  # its mark and its line ends stay
    assert cassino("validate", "slips.yaml", "--no-play", "--fix", "--unsafe").code == 0
    assert slips.read_bytes() == b"\xef\xbb\xbf" + SAFE.replace("crd", "card").encode()
    assert slips.stat().st_mode & 0o777 == 0o640
    assert os.listdir() == ["slips.yaml"]


def test_only_files_that_are_named_are_changed(cassino: Cassino, slips: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (slips.parent / "ours.yaml").write_text("dsl: 1\nextends: slips\n", encoding="utf-8")
    assert cassino("validate", "ours.yaml", "--no-play", "--fix", "--unsafe").code == 1
    assert slips.read_bytes().endswith(SLIPS.encode())
    slips.rename("there.yaml")
    slips.symlink_to("there.yaml")
    ran = cassino("validate", "slips.yaml", "--fix")
    assert (ran.code, "is a link" in ran.err) == (2, True)
    slips.unlink()
    monkeypatch.setattr("cassino_dsl.faces.cli.files.folder", lambda name: slips.parent)
    ran = cassino("validate", "there.yaml", "--fix")
    assert (ran.code, "belongs to the program" in ran.err) == (2, True)
    assert Path("there.yaml").read_bytes().endswith(SLIPS.encode())


# ---- what is ignored


def test_what_is_ignored_in_vain_is_told(cassino: Cassino, here: Path) -> None:
    file = here / "ours.yaml"
    above = UNUSED.replace("  five", "  # cassino: ignore CAS039, CAS063 so it is\n\n  five")
    file.write_text(f"{above}\n", encoding="utf-8")
    ran = cassino("validate", "ours.yaml", "--no-play")
    assert (ran.code, "nothing is ignored here: line 6 has no CAS063" in ran.out) == (0, True)
    assert "CAS039" not in ran.out.replace(above, "").split("help")[1]
    assert "+  # cassino: ignore CAS039 so it is" in cassino("validate", "ours.yaml", "--no-play", "--diff").out
    assert cassino("validate", "ours.yaml", "--no-play", "--fix", "--strict").code == 0
    assert file.read_text(encoding="utf-8") == f"{above}\n".replace(", CAS063", "")


@pytest.mark.share(3)
@pytest.mark.parametrize(
    ("comment", "left"),
    [
        ("  # cassino: ignore CAS063 so\r\n", ""),
        ("  # cassino: ignore CAS063, CAS059 so\r\n", ""),
        ("  # cassino: ignore CAS063, CAS092, CAS059 so\r\n", "  # cassino: ignore CAS092 so\r\n"),  # not looked for
        ("  # cassino: ignore CAS092, CAS063 so\r\n", "  # cassino: ignore CAS092 so\r\n"),
    ],
)
def test_comments_in_vain_are_taken_away(cassino: Cassino, here: Path, comment: str, left: str) -> None:
    text = f"{HEAD}rules:\n  r: kind = trail implies count(table) > 0{comment}"
    beside = text.replace("\r", "").replace("\n", "\r\n")
    alone = beside.replace(comment, "\r\n").replace("  r:", f"{comment}  r:")
    for whole, mended in ((beside, left or "\r\n"), (alone, left)):
        (here / "ours.yaml").write_bytes(whole.encode())
        assert cassino("validate", "ours.yaml", "--no-play", "--fix", "--strict").code == 0
        assert (here / "ours.yaml").read_bytes().decode() == whole.replace(comment, mended)


# ---- settings of a folder


def test_settings_are_found_upwards_from_each_file(cassino: Cassino, here: Path) -> None:
    games = here / "games" / "deep"
    games.mkdir(parents=True)
    (games / "ours.yaml").write_text(f"{UNUSED}\n", encoding="utf-8")
    (here / "pyproject.toml").write_text('[tool.cassino]\nignore = ["CAS039"]\npaths = ["games"]\n', encoding="utf-8")
    assert cassino("validate", "--no-play", "--strict").out == "1 file: 0 errors, 0 warnings\n"
    (games.parent / "cassino.toml").write_text('select = ["unused-term"]\ntrial = "none"\n', encoding="utf-8")
    ran = cassino("validate", "--strict", "--format", "json")  # the nearer file alone holds
    assert (ran.code, ran.json["played"], len(ran.json["diagnostics"])) == (1, [], 1)
    (games.parent / "cassino.toml").write_text("trial = 6\n", encoding="utf-8")
    assert cassino("validate", "--format", "json").json["played"][0]["wanted"] == 6
    assert cassino("test").code == 0


@pytest.mark.share(3)
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("trail = 5", "did you mean `trial`?"),
        ("strict = true", "its keys are select, ignore, trial, paths"),
        ('ignore = "CAS039"', "`ignore` is a list of texts"),
        ('ignore = ["CAS033"]', "CAS033 is an error"),
        ('select = ["CAS998"]', "there is no code `CAS998`"),
        ('trial = "some"', "`trial` is a number of rounds"),
        ("trial = true", "`trial` is a number of rounds"),
        ("trial = 0", "`trial` is a number of rounds"),
        ("ignore = [", "TOML cannot read this"),
    ],
)
def test_what_is_wrong_with_settings_is_told_with_help(cassino: Cassino, here: Path, text: str, said: str) -> None:
    (here / "ours.yaml").write_text(HEAD, encoding="utf-8")
    for name, head in (("cassino.toml", ""), ("pyproject.toml", "[tool.cassino]\n")):
        (here / name).write_text(f"{head}{text}\n", encoding="utf-8")
        ran = cassino("validate", "ours.yaml", "--no-play")
        assert (ran.code, said in ran.out, "= help" in ran.out) == (1, True, True)
        assert f"--> {name}:" in ran.out
        (here / name).unlink()


# ---- pipes


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes in folders")
def test_a_pipe_is_read_once(cassino: Cassino, here: Path) -> None:
    """As the shell makes one for `<(…)`."""
    os.mkfifo("pipe.yaml")
    writer = threading.Thread(target=lambda: Path("pipe.yaml").write_text(SLIPS, encoding="utf-8"))
    writer.start()
    assert "write `and count(table)" in cassino("validate", "./pipe.yaml", "--no-play").out
    writer.join()


@pytest.mark.parametrize(
    "rule",
    [
        "x:  # cassino: ignore CAS063 meant so\n    must: kind = trail implies count(hand) >= 0\n    text: A rule.",
        "x: >  # cassino: ignore CAS063 meant so\n    kind = trail\n    implies count(hand) >= 0",
        "# cassino: ignore CAS063 meant so\n  x: >\n    kind = trail\n    implies count(hand) >= 0",
        '# cassino: ignore CAS063 meant so\n  x: {must: kind = trail implies count(hand) >= 0, text: "A, b."}',
    ],
)
def test_a_comment_at_a_key_holds_for_all_under_it(cassino: Cassino, here: Path, rule: str) -> None:
    """Also once the one layout has given it more lines."""
    (here / "ours.yaml").write_text(f"{HEAD}rules:\n  {rule}\n", encoding="utf-8")
    for _ in range(2):
        ran = cassino("validate", "ours.yaml", "--strict", "--no-play")
        assert ran.code == 0, ran.out
        assert cassino("fmt", "ours.yaml").code == 0
    beside = f"{HEAD}rules:\n  {rule}\n  y: kind = trail implies count(hand) >= 0\n"
    (here / "ours.yaml").write_text(beside, encoding="utf-8")
    assert cassino("validate", "ours.yaml", "--strict", "--no-play").code == 1


def test_a_difference_is_a_patch(cassino: Cassino, here: Path) -> None:
    """Also where lines end as on Windows, and the last with nothing."""
    (here / "ours.yaml").write_bytes(
        b"dsl: 1\r\nextends: cassino\r\nrules:\r\n  x: kind == trail implies count(hand) > 2"
    )
    told = cassino("validate", "ours.yaml", "--diff", "--no-play").out
    assert " dsl: 1\r\n" in told
    assert told.endswith("+  x: kind = trail implies count(hand) > 2\n\\ No newline at end of file\n")


# ---- again and again


POSIX = pytest.mark.skipif(os.name != "posix", reason="Ctrl-C is sent, and pipes are closed, as POSIX does")


class Watching:
    """A command that answers again and again."""

    def __init__(self, *words: str) -> None:
        code = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"  # a shell may ignore it
        run = [sys.executable, "-c", f"{code}; from cassino_dsl.__main__ import main; main()", *words, "--watch"]
        self.running = subprocess.Popen(run, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.late = threading.Timer(60, self.running.kill)  # nobody waits for what is never said
        self.late.start()

    def heard(self) -> str:
        """What is said until a change is waited for."""
        assert self.running.stdout is not None
        assert self.running.stderr is not None
        said = ""
        while "waiting for a change" not in said:
            line = self.running.stderr.readline()
            assert line, said
            said += line
        os.set_blocking(self.running.stdout.fileno(), False)
        with suppress(BlockingIOError):
            said += os.read(self.running.stdout.fileno(), 1 << 16).decode()
        return said

    def ended(self) -> tuple[int, str]:
        """Ctrl-C; the exit code, and what else was said."""
        self.running.send_signal(signal.SIGINT)
        return self.left()

    def left(self) -> tuple[int, str]:
        code = self.running.wait(timeout=60)
        self.late.cancel()
        streams = [stream for stream in (self.running.stdout, self.running.stderr) if stream and not stream.closed]
        rest = "".join(stream.read() or "" for stream in streams)
        for stream in streams:
            stream.close()
        return code, rest


@POSIX
@pytest.mark.parametrize("command", ["validate", "test"])
def test_it_answers_again_when_a_file_has_changed(here: Path, command: str) -> None:
    """Also when a base has, or the settings; Ctrl-C ends it with what the last answer was."""
    (here / "base.yaml").write_text("dsl: 1\nextends: scopa\n", encoding="utf-8")
    (here / "ours.yaml").write_text("dsl: 1\nextends: base\n", encoding="utf-8")
    watching = Watching(command, "ours.yaml", *(["--no-play"] if command == "validate" else []))
    assert " 0 errors" in watching.heard()
    (here / "new.part").write_text("dsl: 1\nextends: scopa\nrules: [\n", encoding="utf-8")
    (here / "new.part").replace("base.yaml")
    assert "never closed" in watching.heard()
    (here / "ours.yaml").unlink()
    assert "there is no file `ours.yaml`" in watching.heard()
    (here / "new.part").write_text("dsl: 1\nextends: escoba\n", encoding="utf-8")  # a file is never seen half written
    (here / "new.part").replace("ours.yaml")
    assert " 0 errors" in watching.heard()
    if command == "validate":
        (here / "cassino.toml").write_text("trail = 1\n", encoding="utf-8")
        assert "did you mean `trial`?" in watching.heard()
    code, rest = watching.ended()
    assert (code, "Traceback" in rest) == (int(command == "validate"), False)


@POSIX
def test_what_it_is_laid_over_is_watched_too(here: Path) -> None:
    for name in ("bases", "rules"):
        (here / name).mkdir()
    (here / "bases" / "base.yaml").write_text("dsl: 1\nextends: scopa\n", encoding="utf-8")
    (here / "rules" / "r.yaml").write_text("dsl: 1\nhouse: true\ntarget: 7\n", encoding="utf-8")
    (here / "ours.yaml").write_text("dsl: 1\nhouse: true\nround: {shuffle: true}\n", encoding="utf-8")
    words = ("validate", "ours.yaml", "--no-play", "--over", "bases/base.yaml", "--with", "rules/r.yaml")
    watching = Watching(*words)
    watching.heard()
    for folder, name in (("bases", "base"), ("rules", "r")):
        (here / folder / f"{name}.yaml").write_text("dsl: 1\nrules: [\n", encoding="utf-8")
        assert "never closed" in watching.heard()
    watching.ended()


@POSIX
def test_what_it_mends_itself_is_not_answered_twice(slips: Path) -> None:
    watching = Watching("validate", "slips.yaml", "--no-play", "--fix")
    assert "1 finding mended" in watching.heard()
    time.sleep(1)
    assert watching.ended()[1].strip() == ""


@POSIX
def test_it_ends_when_nobody_reads_it_any_more(slips: Path) -> None:
    watching = Watching("validate", "slips.yaml", "--no-play")
    watching.heard()
    assert watching.running.stdout is not None
    watching.running.stdout.close()
    assert watching.left() == (1, "")


def test_another_run_is_announced(cassino: Cassino, here: Path) -> None:
    awards = "".join(f"  x{n}:\n    points: 1\n    each: 7d\n    about: a: b\n" for n in range(MOST_ROUNDS + 1))
    (here / "ours.yaml").write_text(f"{HEAD}awards:\n{awards}", encoding="utf-8")
    ran = cassino("validate", "ours.yaml", "--no-play", "--fix", "--unsafe")
    assert f"{MOST_ROUNDS} findings mended; another run may mend more" in ran.err
    assert "mended; another" not in cassino("validate", "ours.yaml", "--no-play", "--fix", "--unsafe").err
