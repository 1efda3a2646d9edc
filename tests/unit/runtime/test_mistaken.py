"""A file that is no robot description is told what it looks like, a misspelt one which was meant."""

from __future__ import annotations

import struct
from pathlib import Path

import bodyplan
import pytest

READ = "SDFormat, URDF, SKEL, MJCF and *.dmd.yaml are read"


def hint_of(path: Path) -> str | None:
    (finding,) = bodyplan.check(path).diagnostics
    return finding.hint


@pytest.mark.parametrize(
    ("data", "hint"),
    [
        (b"solid wheel\nfacet normal 0 0 1\n", f"this looks like an STL mesh; {READ}"),
        (bytes(80) + struct.pack("<I", 1) + bytes(50), f"this looks like an STL mesh; {READ}"),
        (b"#usda 1.0\n", f"this looks like a USD stage; {READ}"),
        (b"PXR-USDC\0\0", f"this looks like a USD stage; {READ}"),
        (b"PK\x03\x04rest", "this looks like a zip archive (or a USDZ package); unpack it first"),
        (b"\x1f\x8b\x08", "this looks like a compressed file; unpack it first"),
        (
            b"version https://git-lfs.github.com/spec/v1\noid sha256:0\n",
            "this looks like a pointer of Git LFS; `git lfs pull` brings the file",
        ),
        (
            b"directives:\n- add_model: {}\n",
            "this looks like a file of model directives; its name has to end in .dmd.yaml",
        ),
        (b'{"links": []}', f"this looks like JSON; {READ}"),
        (b"", f"this looks like an empty file; {READ}"),
        (b" \n", f"this looks like an empty file; {READ}"),
        (b"hello", None),
        (b"<robot name='r'", None),
        (b"\x00" * 90, None),
    ],
)
def test_files_without_tags_are_told_what_they_are(tmp_path: Path, data: bytes, hint: str | None) -> None:
    path = tmp_path / "robot.urdf"
    path.write_bytes(data)
    assert hint_of(path) == hint


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("<mujocoinclude/>", "; this is a part of an MJCF document; name the one that includes it"),
        ("<package/>", "; this is a ROS package; name a robot description in its folder"),
        ("<joint name='j'/>", "; this is a part of a document; a whole one has it inside <robot> or <model>"),
        ("<other/>", ""),
    ],
)
def test_documents_of_other_formats_are_told_what_they_are(tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "robot.xml"
    path.write_text(text)
    assert hint_of(path) == f"expected <sdf>, <robot>, <skel> or <mujoco>{told}"


@pytest.mark.parametrize(
    ("asked", "meant"),
    [("amr.urdf", "arm.urdf"), ("arm.sdf", "arm.urdf"), ("Arm.urdf", "arm.urdf"), ("leg.urdf", None)],
)
def test_a_file_that_is_not_there_is_told_the_nearest(tmp_path: Path, asked: str, meant: str | None) -> None:
    (tmp_path / "arm.urdf").write_text("<robot name='arm'><link name='base'/></robot>")
    (tmp_path / "legs").mkdir()
    if (tmp_path / asked).exists():
        pytest.skip("names of files are the same in upper and lower case here")
    assert hint_of(tmp_path / asked) == (None if meant is None else f"did you mean {str(tmp_path / meant)!r}?")


def test_a_folder_is_told_to_be_one(tmp_path: Path) -> None:
    assert hint_of(tmp_path) == "name a file in it"


def test_a_missing_include_is_told_nothing_of_its_neighbours(tmp_path: Path) -> None:
    (tmp_path / "part.sdf").write_text("<sdf version='1.12'><model name='m'><link name='l'/></model></sdf>")
    world = tmp_path / "world.sdf"
    world.write_text("<sdf version='1.12'><world name='w'><include><uri>prat.sdf</uri></include></world></sdf>")
    assert all(finding.code != "BP001" for finding in bodyplan.check(world).diagnostics)
