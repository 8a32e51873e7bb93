"""The bundle of the workshop's editor is what its sources and their lock file give, to the byte."""

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
    bundled = [place.removeprefix("node_modules/") for place in lock if place and "esbuild" not in place]
    assert len(bundled) > 10
    for name in bundled:
        version = lock[f"node_modules/{name}"]["version"]
        assert f"\n{name} {version} (MIT)\n" in stated


@pytest.mark.ci
def test_the_bundle_is_built_from_the_lock(tmp_path: Path) -> None:
    npm, node = shutil.which("npm"), shutil.which("node")
    if npm is None or node is None:
        assert not WANTED, "npm and node are not here"
        pytest.skip("needs npm and node")
    for file in EDITOR.iterdir():
        if file.is_file():
            shutil.copy(file, tmp_path)
    command = [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
    installed = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    if installed.returncode:
        assert not WANTED, installed.stderr
        pytest.skip("npm cannot install what the lock file names")
    out = tmp_path / "out"
    out.mkdir()
    subprocess.run([node, "build.mjs", str(out)], cwd=tmp_path, check=True)
    for name in BUILT:
        assert (out / name).read_bytes() == (WEB / "static" / name).read_bytes(), f"{name}: run `npm run build`"
