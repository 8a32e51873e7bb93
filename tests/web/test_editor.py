"""The bundle of the workshop's editor is what its sources and their lock file give, to the byte; what the pages run has
the types that it says, and its parts do what they should."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

WEB = Path(__file__).parents[2] / "cassino_dsl" / "faces" / "web"
EDITOR = WEB / "editor"
BUILT = ("editor.js", "editor-licences.txt")
WANTED = os.environ.get("CASSINO_NPM") == "1"  # set where its lack is a fault


def test_versions_are_pinned_and_licences_stated() -> None:
    lock = json.loads((EDITOR / "package-lock.json").read_text())["packages"]
    wanted = json.loads((EDITOR / "package.json").read_text())
    stated = (WEB / "static" / "editor-licences.txt").read_text()
    for name, version in {**wanted["dependencies"], **wanted["devDependencies"]}.items():
        assert lock[f"node_modules/{name}"]["version"] == version
    assert all(one["integrity"].startswith("sha512-") for place, one in lock.items() if place)
    bundled = [place.removeprefix("node_modules/") for place, one in lock.items() if place and not one.get("dev")]
    assert len(bundled) > 10
    for name in bundled:
        version = lock[f"node_modules/{name}"]["version"]
        assert f"\n{name} {version} (MIT)\n" in stated


def node_here() -> str:
    node = shutil.which("node")
    if node is None:
        assert not WANTED, "node is not here"
        pytest.skip("needs node")
    return node


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the lock file names, beside a copy of the pages."""
    node_here()
    npm, folder = shutil.which("npm"), tmp_path_factory.mktemp("web")
    if npm is None:
        assert not WANTED, "npm is not here"
        pytest.skip("needs npm")
    for name in ("editor", "static"):
        shutil.copytree(WEB / name, folder / name, ignore=shutil.ignore_patterns("node_modules"))
    command = [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
    done = subprocess.run(command, cwd=folder / "editor", capture_output=True, text=True)
    if done.returncode:
        assert not WANTED, done.stderr
        pytest.skip("npm cannot install what the lock file names")
    return folder


@pytest.mark.ci
def test_the_bundle_is_built_from_the_lock(installed: Path, tmp_path: Path) -> None:
    subprocess.run([node_here(), "build.mjs", str(tmp_path)], cwd=installed / "editor", check=True)
    for name in BUILT:
        assert (tmp_path / name).read_bytes() == (WEB / "static" / name).read_bytes(), f"{name}: run `npm run build`"


@pytest.mark.ci
def test_types_of_the_pages(installed: Path) -> None:
    tsc = installed / "editor" / "node_modules" / "typescript" / "bin" / "tsc"
    done = subprocess.run([node_here(), tsc, "-p", installed / "editor"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


@pytest.mark.ci
def test_parts_of_the_pages(tmp_path: Path) -> None:
    """`node --test`: what stands in `tests/web/pages`."""
    shutil.copytree(WEB / "static", tmp_path / "static")
    shutil.copytree(Path(__file__).parent / "pages", tmp_path / "tests")
    (tmp_path / "package.json").write_text('{"type": "module"}')
    tests = sorted((tmp_path / "tests").glob("*.test.mjs"))
    done = subprocess.run([node_here(), "--test", *tests], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
