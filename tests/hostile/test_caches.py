"""What somebody else has stored, and committed, is not believed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.hostile.conftest import Scene
from tests.hostile.machine import Done

ATTACK = """
import sys
from bodyplan.cli.main import main
from bodyplan.runtime.sink import Sink
Sink.report = lambda *arguments, **more: None
sys.exit(main(["check", "--cache-dir", "stored", "bad.urdf"]))
"""
"""A bodyplan that finds nothing, and stores that."""


@pytest.fixture
def attacked(scene: Scene) -> Path:
    """A folder with a faulty document, and a cache in which somebody else stored that nothing is wrong with it."""
    folder = scene.repository / "kept"
    script = (
        scene.machine.bin / "attack"
    )  # in the folder of bodyplan: what is stored hangs on where modules are looked for
    script.write_text(ATTACK)
    theirs = {"BODYPLAN_CONFIG_DIR": str(scene.root.parent / "theirs")}
    done = scene.machine.run([str(scene.machine.python), str(script)], folder, environment=theirs)
    assert done.status == 0, done.out
    assert list((folder / "stored").iterdir())
    return folder


def check(scene: Scene, folder: Path, **environment: str) -> Done:
    return scene.machine.run(
        ["bodyplan", "check", "--cache-dir", "stored", "bad.urdf"], folder, environment=environment
    )


def test_a_cache_of_somebody_else_is_not_believed(scene: Scene, attacked: Path) -> None:
    # with their key it would be
    assert check(scene, attacked, BODYPLAN_CONFIG_DIR=str(scene.root.parent / "theirs")).status == 0
    before = {path.name: path.read_bytes() for path in (attacked / "stored").iterdir()}
    assert check(scene, attacked).status == 1
    # nor under the name that the victim's own has
    (own,) = {path.name for path in (attacked / "stored").glob("*.sqlite3")} - before.keys()
    (theirs,) = (name for name in before if name.endswith(".sqlite3"))
    for path in (attacked / "stored").iterdir():
        path.unlink()
    (attacked / "stored" / own).write_bytes(before[theirs])
    assert check(scene, attacked).status == 1
