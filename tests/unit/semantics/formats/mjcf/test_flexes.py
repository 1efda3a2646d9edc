"""Flexible things of MJCF that cannot be made, and files of GMSH."""

from __future__ import annotations

from pathlib import Path

import bodyplan
import pytest
from bodyplan.semantics.formats.mjcf.gmsh import find_fault

OLD = """$MeshFormat
2.2 0 8
$EndMeshFormat
$Nodes
4
1 0 0 0
2 1 0 0
3 0 1 0
4 0 0 1
$EndNodes
$Elements
1
1 4 2 0 1 1 2 3 4
$EndElements
"""
NEW = """$MeshFormat
4.1 0 8
$EndMeshFormat
$Nodes
1 4 1 4
3 1 0 4
1
2
3
4
0 0 0
1 0 0
0 1 0
0 0 1
$EndNodes
$Elements
1 1 1 1
3 1 4 1
1 1 2 3 4
$EndElements
"""


@pytest.mark.parametrize("text", [OLD, NEW, OLD.replace("2.2 0", "2.2 1").replace("1 0 0 0\n", "?")])
def test_whole_file_is_taken(text: str) -> None:
    assert find_fault(text) is None


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (OLD.replace("2.2", "3.0"), "of version 3.0"),
        (OLD.replace("\n4\n1 0", "\n1 0"), "how many nodes"),
        (OLD.replace("3 0 1 0\n", ""), "fewer nodes"),
        (OLD.replace("3 0 1 0\n", "3 0 1\n"), "node 3"),
        (OLD.replace("1\n1 4 2", "1 4 2"), "how many elements"),
        (OLD.replace("\n1\n1 4 2", "\n2\n1 4 2"), "fewer elements"),
        (NEW.replace("1 4 1 4\n3 1 0 4\n", ""), "one block"),
        (NEW.replace("1 4 1 4", "2 4 1 4"), "one block"),
        (NEW.replace("1 4 1 4", "1 4 1 9"), "another count"),
        (NEW.replace("\n2\n3\n4\n", "\n3\n4\n"), "numbered"),
        (NEW.replace("1 1 1 1\n3 1 4 1\n", ""), "whose elements"),
        ("", "of version ?"),
    ],
)
def test_file_that_is_refused(text: str, fault: str) -> None:
    assert fault in (find_fault(text) or "")


@pytest.mark.parametrize(
    ("joint", "inside", "code"),
    [
        ("", "", None),
        ("<freejoint/>", "", "BP470"),
        ("<freejoint/>", '<pin id="0"/>', None),
        ("", '<edge equality="true"/>', None),
        ("", '<edge equality="vert"/>', "BP107"),
    ],
)
def test_flexible_thing_in_a_body(tmp_path: Path, joint: str, inside: str, code: str | None) -> None:
    path = tmp_path / "m.xml"
    path.write_text(
        f'<mujoco><worldbody><body>{joint}<geom size="1"/><flexcomp name="f" type="grid" dim="2" count="3 3 1"'
        f' spacing=".1 .1 .1" radius=".01" mass="1">{inside}</flexcomp></body></worldbody></mujoco>'
    )
    errors = [each.code for each in bodyplan.check(path).diagnostics if each.severity == "error"]
    assert errors == ([] if code is None else [code])
