"""Documents in xacro are loaded and checked as what the program ``xacro`` makes of them."""

from __future__ import annotations

import sys
import threading
import xml.dom.minidom
from pathlib import Path

import bodyplan
import pytest
from bodyplan.runtime.sink import Sink
from bodyplan.runtime.source import Source
from bodyplan.semantics.core.options import Options, options_of
from bodyplan.semantics.xacro import engine
from bodyplan.semantics.xacro.expansion import expand

pytest.importorskip("xacro", reason="the extra xacro is not installed")

NAMESPACE = 'xmlns:xacro="http://www.ros.org/wiki/xacro"'
ARM = f"""<?xml version="1.0"?>
<!-- an arm -->
<robot name="arm" {NAMESPACE}>
  <xacro:arg name="side" default="left"/>
  <xacro:property name="radius" value="0.1"/>
  <xacro:property name="sizes" value="${{dict(a=1, b=[2, 3])}}"/>
  <!-- a macro -->
  <xacro:macro name="part" params="name *shape parent:=^|base mass:=${{radius * 10}} **more">
    <link name="$(arg side)_${{name}}">
      <visual><geometry><xacro:insert_block name="shape"/></geometry></visual>
      <xacro:insert_block name="more"/>
      <inertial><mass value="${{mass}}"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>
    </link>
    <xacro:unless value="${{parent == 'base'}}">
      <joint name="${{name}}_joint" type="fixed">
        <parent link="$(arg side)_${{parent}}"/><child link="$(arg side)_${{name}}"/>
      </joint>
    </xacro:unless>
  </xacro:macro>
  <xacro:part name="upper"><sphere radius="${{radius}}"/><c/></xacro:part>
  <xacro:macro name="chain" params="count parent">
    <xacro:if value="${{count > 0}}">
      <xacro:part name="link_${{count}}" parent="${{parent}}">
        <box size="${{' '.join(str(x) for x in sizes['b'] + [sizes['a']])}}"/><c/>
      </xacro:part>
      <xacro:chain count="${{count - 1}}" parent="link_${{count}}"/>
    </xacro:if>
  </xacro:macro>
  <xacro:chain count="3" parent="upper"/>
  <xacro:element xacro:name="gazebo"><xacro:attribute name="reference" value="left_upper"/><a>$${{x}} ${{1/2}}</a></xacro:element>
</robot>
"""


def of_program(path: Path, arguments: dict[str, str]) -> str:
    """What the program prints, with what it changes in the library put back."""
    own = xml.dom.minidom.Element.writexml
    import xacro

    try:
        document = xacro.process_file(str(path), mappings=dict(arguments), verbosity=0)
        text: str = document.toprettyxml(indent="  ")
    finally:
        xml.dom.minidom.Element.writexml = own  # type: ignore[method-assign]
    return text


def expanded(path: Path, arguments: dict[str, str] | None = None) -> str:
    options = options_of({"arguments": arguments or {}}, path.parent, None)
    sink = Sink()
    made = expand(Source(str(path), path.read_bytes()), sink, options)
    assert made is not None, sink.finish()
    return made.text


@pytest.mark.parametrize("arguments", [{}, {"side": "right"}])
def test_an_expansion_is_that_of_the_program(tmp_path: Path, arguments: dict[str, str]) -> None:
    file = tmp_path / "arm.urdf.xacro"
    file.write_text(ARM)
    text = expanded(file, arguments)
    assert "right_link_2" in text or not arguments
    assert text == of_program(file, arguments)


def test_arguments_decide_what_is_loaded(tmp_path: Path) -> None:
    file = tmp_path / "arm.urdf.xacro"
    file.write_text(ARM)
    assert "left_upper" in [link.name for link in bodyplan.load(file).root.link]
    right = bodyplan.load(file, arguments={"side": "right"})
    assert set(right.scene.links) == {"arm::right_upper", *(f"arm::right_link_{n}" for n in (1, 2, 3))}
    assert bodyplan.urdf.loads(ARM, arguments={"side": "right"}).scene.links.keys() == right.scene.links.keys()
    (report,) = bodyplan.check_many([file], arguments={"side": "right"})
    assert [d.xpath for d in report.diagnostics] == [d.xpath for d in right.diagnostics]


@pytest.mark.parametrize(
    ("written", "is_true"), [(True, True), (False, False), ("true", True), (1, True), ("0", False)]
)
def test_arguments_may_be_values_of_python(written: object, is_true: bool) -> None:
    text = (
        f'<robot name="r" {NAMESPACE}><link name="a"/><xacro:if value="$(arg more)"><link name="b"/></xacro:if></robot>'
    )
    joined = '<link name="a"/><joint name="j" type="fixed"><parent link="a"/><child link="b"/></joint>'
    text = text.replace('<link name="a"/>', joined)
    if is_true:
        assert len(bodyplan.loads(text, arguments={"more": written}).root.link) == 2
    else:
        with pytest.raises(bodyplan.LoadError, match="BP5"):
            bodyplan.loads(text, arguments={"more": written})


def test_files_are_read_as_seen_from_the_file_that_names_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "ws" / "hand_description"
    (package / "urdf").mkdir(parents=True)
    (package / "package.xml").write_text("<package><name>hand_description</name></package>")
    (package / "urdf" / "sizes.yaml").write_text("width: 0.5\nangle: !degrees 90\n")
    (package / "urdf" / "hand.xacro").write_text(
        f"<robot {NAMESPACE}><xacro:property name='s' value=\"${{xacro.load_yaml('sizes.yaml')}}\"/>"
        "<link name='hand_${s.width}_${round(s.angle, 2)}_$(env SIDE)_$(optenv NONE no)_$(eval 1 + 1)'/></robot>"
    )
    other = tmp_path / "ws" / "robot"
    other.mkdir()
    (other / "package.xml").write_text("<package><name>robot</name></package>")
    file = other / "robot.urdf.xacro"
    file.write_text(
        f'<robot name="r" {NAMESPACE}><xacro:include filename="$(find hand_description)/urdf/hand.xacro"/></robot>'
    )
    monkeypatch.setenv("SIDE", "left")
    assert bodyplan.load(file).root.link[0].name == "hand_0.5_1.57_left_no_2"
    codes = [d.code for d in bodyplan.check(file, confine=True).diagnostics]
    assert codes == ["BP446"], "the neighbour of a package is not looked at"
    inside = bodyplan.check(file, confine=True, search_paths=[tmp_path / "ws"], env=["SIDE"])
    assert inside.ok, inside.diagnostics


@pytest.mark.parametrize(
    "content",
    [
        '<xacro:include filename="../secret.xacro"/>',
        "<link name=\"${xacro.load_yaml('../secret.yaml')['a']}\"/>",
        '<xacro:include filename="../*.xacro"/><link name="l"/>',
        '<xacro:include filename="link.xacro"/>',
    ],
)
def test_nothing_outside_is_read_where_reading_is_confined(tmp_path: Path, content: str) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (tmp_path / "secret.xacro").write_text(f'<robot {NAMESPACE}><link name="secret"/></robot>')
    (tmp_path / "secret.yaml").write_text("a: secret")
    (home / "link.xacro").symlink_to(tmp_path / "secret.xacro")
    file = home / "robot.urdf.xacro"
    file.write_text(f'<robot name="r" {NAMESPACE}>{content}</robot>')
    assert bodyplan.check(file).diagnostics != bodyplan.check(file, confine=True).diagnostics
    if "*" in content:
        assert [link.name for link in bodyplan.load(file, confine=True).root.link] == ["l"]
    else:
        assert [d.code for d in bodyplan.check(file, confine=True).diagnostics] == ["BP407"]


def test_sdformat_in_xacro_and_includes_of_it(tmp_path: Path) -> None:
    (tmp_path / "lamp.sdf.xacro").write_text(
        f'<sdf version="1.9" {NAMESPACE}><xacro:property name="n" value="bulb"/>'
        '<model name="lamp"><link name="${n}"/></model></sdf>'
    )
    (tmp_path / "arm.urdf.xacro").write_text(ARM)
    world = (
        '<sdf version="1.9"><world name="w">'
        "<include><uri>lamp.sdf.xacro</uri></include><include><uri>arm.urdf.xacro</uri></include>"
        "</world></sdf>"
    )
    scene = bodyplan.loads(world, base_dir=tmp_path).scene
    assert {"lamp::bulb", "arm::left_upper"} <= set(scene.links)
    assert "lamp::bulb" in bodyplan.load(tmp_path / "lamp.sdf.xacro").scene.links


def test_the_package_of_a_program_stays_as_it_is(tmp_path: Path) -> None:
    import xacro

    before = {name: value for name, value in vars(xacro).items() if callable(value)}
    writexml = xml.dom.minidom.Element.writexml
    loaded = set(sys.modules)
    bodyplan.loads(ARM)
    assert {name: value for name, value in vars(xacro).items() if callable(value)} == before
    assert xml.dom.minidom.Element.writexml is writexml
    assert {name for name in set(sys.modules) - loaded if name.startswith("xacro")} == set()


def test_threads_do_not_meet() -> None:
    found: dict[int, list[str]] = {}

    def load(number: int) -> None:
        found[number] = [link.name for link in bodyplan.loads(ARM, arguments={"side": f"s{number}"}).root.link]

    threads = [threading.Thread(target=load, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {n: [f"s{n}_{name}" for name in ("upper", "link_3", "link_2", "link_1")] for n in range(8)}


def test_an_expansion_is_not_saved_over_its_source(tmp_path: Path) -> None:
    file = tmp_path / "arm.urdf.xacro"
    file.write_text(ARM)
    document = bodyplan.load(file)
    for target in (None, file, tmp_path / "other.xacro"):
        with pytest.raises(bodyplan.BodyplanError, match="is written in xacro"):
            document.save(target)
    assert file.read_text() == ARM
    document.save(tmp_path / "arm.urdf")
    assert bodyplan.load(tmp_path / "arm.urdf").root == document.root
    assert document.dumps() == expanded(file)


def test_what_only_declares_things_for_others_is_nothing_by_itself(tmp_path: Path) -> None:
    file = tmp_path / "parts.xacro"
    file.write_text(f'<robot {NAMESPACE}><xacro:macro name="a" params="b"><link name="${{b}}"/></xacro:macro></robot>')
    assert bodyplan.check(file).diagnostics == ()
    with pytest.raises(bodyplan.LoadError):
        bodyplan.load(file)


def test_a_document_that_declares_the_prefix_in_vain_stays_as_it_is_written(tmp_path: Path) -> None:
    file = tmp_path / "r.urdf"
    file.write_text(f'<robot name="r" {NAMESPACE}><link   name="l"/></robot>')
    document = bodyplan.load(file)
    assert document.dumps() == file.read_text()
    document.save()


def test_what_xacro_left_in_what_it_wrote_is_passed_over() -> None:
    left = f'<robot name="r" {NAMESPACE}><link name="a"/><xacro:old_sensor/></robot>'
    with pytest.raises(bodyplan.LoadError, match="BP442"):
        bodyplan.loads(left)
    document = bodyplan.loads(f"<!-- | This document was autogenerated by xacro from r.xacro | -->{left}")
    assert [each.code for each in document.diagnostics] == ["BP013"]


def test_without_the_package_it_is_told_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bodyplan.semantics.xacro.expansion.is_installed", lambda: False)
    file = tmp_path / "arm.urdf.xacro"
    file.write_text(f'<robot name="r" {NAMESPACE}><xacro:property name="p" value="1"/><link name="l${{p}}"/></robot>')
    (found,) = bodyplan.check(file).diagnostics
    assert found.code == "BP013"
    assert "bodyplan[xacro]" in (found.hint or "")


def test_options_are_plain_values() -> None:
    assert Options().arguments == ()
    assert engine.is_installed()
