"""Documents of MJCF are saved as they were but for what was changed, and names change with all that refers to them."""

from __future__ import annotations

from pathlib import Path

import bodyplan
import pytest
from bodyplan import mjcf

TEXT = """\
<!-- A lamp. -->
<mujoco model='lamp' >
  <actuator>
    <position name="p" joint="tilt"/> <motor joint="tilt"   name="m"/>
    <position name="q" joint="tilt"/>
  </actuator>
  <worldbody>
    <frame euler="0 0 90"><geom name="tilt" size="1"/></frame>
    <geom size="2"/>
    <body name="arm"  >
      <joint name="tilt"/><!-- a hinge -->
      <geom name="rod" size="0.10"/>
      <site name="tilt"/>
    </body>
  </worldbody>
  <contact><exclude body1="arm" body2="world"/></contact>
  <sensor><framepos objtype="site" objname="tilt"/><framepos objtype="geom" objname="tilt"/><jointpos joint="tilt"/></sensor>
</mujoco>
"""


def test_what_is_not_changed_is_saved_as_it_was() -> None:
    assert bodyplan.loads(TEXT).dumps() == TEXT


def test_a_change_leaves_the_rest() -> None:
    document = mjcf.loads(TEXT)
    document.root.worldbody[0].body[0].geom[0].size = (
        bodyplan.mjcf.loads(TEXT.replace("0.10", "0.2 1")).root.worldbody[0].body[0].geom[0].size
    )
    assert document.dumps() == TEXT.replace("0.10", "0.2 1")


def test_elements_of_several_kinds_keep_their_order_in_print() -> None:
    lines = [line.strip() for line in bodyplan.loads(TEXT).dumps(canonical=True).splitlines()]
    assert [line.split('"')[1] for line in lines if line.endswith('joint="tilt"/>') and "name" in line] == [
        "p",
        "m",
        "q",
    ]
    assert lines.index("</frame>") < lines.index('<geom size="2"/>')


@pytest.mark.parametrize(
    ("path", "changed"),
    [
        ("joint", ['joint name="{}"', 'position name="p" joint="{}"', 'motor joint="{}"', 'name="q" joint="{}"', 'jointpos joint="{}"']),
        ("site", ['site name="{}"', 'objtype="site" objname="{}"']),
    ],
)  # fmt: skip
def test_a_name_changes_with_what_refers_to_its_kind(path: str, changed: list[str]) -> None:
    document = mjcf.loads(TEXT)
    body = document.root.worldbody[0].body[0]
    bodyplan.rename(document, getattr(body, path)[0], "new")
    expected = TEXT
    for each in changed:
        expected = expected.replace(each.format("tilt"), each.format("new")).replace(
            each.format("tilt").replace(" joint", "   joint"), each.format("new")
        )
    assert document.dumps() == expected


def test_a_body_changes_its_name_with_what_excludes_it() -> None:
    document = mjcf.loads(TEXT)
    bodyplan.rename(document, document.root.worldbody[0].body[0], "new")
    assert document.dumps() == TEXT.replace('"arm"', '"new"')


@pytest.mark.corpus
def test_real_documents_are_saved_byte_by_byte(shared: Path) -> None:
    saved, wrong = 0, []
    for path in sorted((shared / "corpus" / "mjcf").rglob("*.xml")):
        try:
            document = bodyplan.load(path)
        except bodyplan.LoadError:
            continue
        saved += 1
        if document.dumps().encode() != path.read_bytes().replace(b"\r\n", b"\n"):
            wrong.append(str(path))
        again = bodyplan.loads(document.dumps(canonical=True), base_dir=path.parent)
        if again.root != document.root:
            wrong.append(f"{path}: what is printed is another document")
    assert wrong == []
    assert saved > 400


def test_no_version_is_written_into_a_document() -> None:
    text = '<mujoco><worldbody><geom size="1"/></worldbody></mujoco>'
    assert "<mujoco>" in bodyplan.loads(text).dumps(version="3.3")
