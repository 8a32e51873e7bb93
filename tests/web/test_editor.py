"""The bundle of the workshop's editor is what its sources and their lock file give, to the byte; what the pages run has
the types that it says, and its parts do what they should."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.web.npm import WEB, node_here

EDITOR = WEB / "editor"


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
        if name == "@lezer/lr":  # parsers for a grammar: installed with `language`, and nothing of it is bundled
            continue
        version = lock[f"node_modules/{name}"]["version"]
        assert f"\n{name} {version} (MIT)\n" in stated


@pytest.mark.ci
def test_the_bundle_is_built_from_the_lock(installed: Path, tmp_path: Path) -> None:
    subprocess.run([node_here(), "build.mjs", str(tmp_path)], cwd=installed / "editor", check=True)
    built, stands = (
        {one.name: one.read_bytes() for one in folder.glob("editor*")} for folder in (tmp_path, WEB / "static")
    )
    assert len(built) > 2
    assert built.keys() == stands.keys()
    assert [name for name in built if built[name] != stands[name]] == [], "run `npm run build`"


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
