"""``bodyplan upgrade``: another version, and all else as it was."""

from __future__ import annotations

from pathlib import Path

import pytest
from bodyplan.cli.main import main
from bodyplan.sdformat import NEWEST

OLD = (
    b"<?xml version='1.0' encoding='iso-8859-1'?>\r\n<sdf version='1.6'>\r\n  <!-- \xfc -->\r\n  <model name='m'>\r\n"
    b"    <link name='l' >\r\n      <pose frame='m'>0 0  1.0 0 0 0</pose> <!-- up -->\r\n    </link>\r\n  </model>\r\n</sdf>"
)
NEW = OLD.replace(b"1.6", NEWEST.encode()).replace(b"frame='m'", b"relative_to='m'")
WORLD = """\
<sdf version="1.9">
  <!-- of all -->
  <world name="w">
    <!-- lost with it -->
    <frame name="f"/>
    <!-- stays -->

    <model name="m"><link name="l"/></model>
  </world>
</sdf>
"""


def test_the_text_goes_to_standard_output(tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    file = tmp_path / "old.sdf"
    file.write_bytes(OLD)
    assert main(["upgrade", "-o", "-", str(file)]) == 0
    assert capsysbinary.readouterr().out == NEW
    assert file.read_bytes() == OLD


def test_the_file_is_changed_in_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "old.sdf"
    file.write_bytes(OLD)
    assert main(["upgrade", "--in-place", str(file)]) == 0
    assert file.read_bytes() == NEW
    assert main(["upgrade", "--diff", str(file)]) == 0
    assert capsys.readouterr() == ("", "")


def test_losses_are_told_with_their_places(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "world.sdf"
    file.write_text(WORLD)
    assert main(["upgrade", "-o", "-", "--version", "1.6", str(file)]) == 0
    output = capsys.readouterr()
    lost = '    <!-- lost with it -->\n    <frame name="f"/>\n'
    assert output.out == WORLD.replace("1.9", "1.6").replace(lost, "")
    assert output.err.startswith(f"{file}:5:5: warning BP810: ")


def test_a_part_that_says_what_holds_anyway_is_no_loss(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "model.sdf"
    file.write_text(
        '<sdf version="1.6"><model name="m"><link name="a"/><link name="b"/><joint name="j" type="revolute">'
        "<parent>a</parent><child>b</child><axis><xyz>0 0 1</xyz><dynamics><spring_reference>0</spring_reference>"
        "<spring_stiffness>2</spring_stiffness></dynamics><limit/></axis></joint></model></sdf>"
    )
    assert main(["upgrade", "-o", "-", "--version", "1.4", str(file)]) == 0
    errors = capsys.readouterr().err
    assert "spring_stiffness is lost" in errors
    assert "spring_reference" not in errors


@pytest.mark.parametrize(
    ("text", "arguments", "status", "message"),
    [
        (WORLD, ["--version", "1.0"], 2, "SDFormat documents are written in version 1.4 up to"),
        ("<sdf version='1.9'><model/></sdf>", [], 1, "error BP204"),
        ("<sdf>", [], 1, "error BP003"),
        (None, [], 2, "error BP001"),
    ],
)
def test_what_cannot_be_converted(
    text: str | None,
    arguments: list[str],
    status: int,
    message: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path / "a.sdf"
    if text is not None:
        file.write_text(text)
    assert main(["upgrade", *arguments, str(file)]) == status
    output = capsys.readouterr()
    assert output.out == ""
    assert message in output.err


def test_other_formats_keep_their_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, text, upgraded in (
        (
            "a.urdf",
            "<robot name='r'> <link name='l' /></robot>",
            "<robot name='r' version='1.2'> <link name='l' /></robot>",
        ),
        ("a.dmd.yaml", "directives:  []  # none\n", "directives:  []  # none\n"),
    ):
        (tmp_path / name).write_text(text)
        assert main(["upgrade", "-o", "-", str(tmp_path / name)]) == 0
        assert capsys.readouterr().out == upgraded


def test_what_another_version_reserves_is_not_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "old.sdf"
    link = "<link name='l'><collision name='a::b'><geometry><empty/></geometry></collision></link>"
    file.write_text(f"<sdf version='1.7'><model name='m'>{link}</model></sdf>", encoding="utf-8")
    before = file.read_bytes()
    assert main(["check", str(file)]) == 0
    capsys.readouterr()
    assert main(["upgrade", "--in-place", str(file)]) == 2
    assert "BP322: the name 'a::b' of a collision" in capsys.readouterr().err
    assert file.read_bytes() == before
    assert main(["upgrade", "-o", "-", "--version", "1.6", str(file)]) == 0
    assert main(["print", str(file)]) == 2
    assert main(["print", "--version", "1.7", str(file)]) == 0


def test_an_error_that_was_there_before_stays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "old.sdf"
    joint = "<joint name='j' type='fixed'><parent>l</parent><child>missing</child></joint>"
    file.write_text(f"<sdf version='1.7'><model name='m'><link name='l'/>{joint}</model></sdf>", encoding="utf-8")
    assert main(["check", str(file)]) == 1
    assert main(["upgrade", "--in-place", str(file)]) == 0
    assert NEWEST in file.read_text(encoding="utf-8")


def test_what_a_version_of_urdf_does_not_take_is_told_with_its_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "robot.urdf"
    shape = '\n\n  <visual><geometry><sphere radius="-1"/></geometry></visual>'
    file.write_text(f"<robot name='r'><link name='l'>{shape}</link></robot>", encoding="utf-8")
    assert main(["upgrade", "-o", "-", str(file)]) == 0
    assert f"{file}:3:29: warning BP813: " in capsys.readouterr().err


def test_directives_have_no_plugins(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    document = tmp_path / "robot.dmd.yaml"
    document.write_text("directives: []\n")
    assert main(["upgrade", "--gazebo", "classic-to-sim", str(document)]) == 2
    assert capsys.readouterr().err == "bodyplan: Drake model directives have no plugins to upgrade\n"
    assert document.read_text() == "directives: []\n"
