"""What SDFormat's readers take on purpose is no finding: hexadecimal masks, several of one, words of Gazebo."""

from __future__ import annotations

import re
from typing import Any

import bodyplan
import pytest
from bodyplan.diagnostics.registry import REGISTRY
from bodyplan.semantics.ir.geometry import Polyline
from xsdata.formats.dataclass.models.generics import AnyElement


def model(contents: str, version: str = "1.12") -> str:
    return f'<sdf version="{version}"><model name="m"><link name="l">{contents}</link></model></sdf>'


def sensor(kind: str, contents: str = "") -> str:
    return model(f'<sensor name="s" type="{kind}">{contents}</sensor>')


def world(contents: str, version: str = "1.12") -> str:
    return f'<sdf version="{version}"><world name="w">{contents}</world></sdf>'


def collision(contents: str) -> str:
    return model(f'<collision name="c">{contents}<geometry><sphere><radius>1</radius></sphere></geometry></collision>')


def outline(*points: str, height: float = 1) -> str:
    corners = "".join(f"<point>{point}</point>" for point in points)
    return f"<polyline>{corners}<height>{height}</height></polyline>"


def findings(text: str, **options: Any) -> tuple[bodyplan.Diagnostic, ...]:
    try:
        return tuple(bodyplan.loads(text, **options).diagnostics)
    except bodyplan.LoadError as error:
        return tuple(error.diagnostics)


def found(text: str, **options: Any) -> list[str]:
    return [finding.code for finding in findings(text, **options)]


@pytest.mark.parametrize("tag", ["collide_bitmask", "category_bitmask", "collide_without_contact_bitmask"])
@pytest.mark.parametrize(("text", "value"), [("0xffff", 65535), (" 0XaB ", 171)])
def test_masks_may_be_hexadecimal(tag: str, text: str, value: int) -> None:
    document = bodyplan.loads(collision(f"<surface><contact><{tag}>{text}</{tag}></contact></surface>"))
    assert not document.diagnostics
    contact = document.root.model.link[0].collision[0].surface.contact
    assert getattr(contact, tag) == value
    assert f"<{tag}>{text}</{tag}>" in document.dumps()


def test_all_whole_numbers_may_be_hexadecimal_and_others_may_not() -> None:
    assert found(collision("<max_contacts>0x10</max_contacts>")) == []
    assert (
        found(
            model(
                "<visual name='v'><visibility_flags>0x1</visibility_flags><geometry><sphere><radius>1</radius></sphere></geometry></visual>"
            )
        )
        == []
    )
    assert found(collision("<laser_retro>0x10</laser_retro>")) == ["BP110"]


SQUARE, HOLE = ("0 0", "1 0", "1 1", "0 1"), (".2 .2", ".8 .2", ".5 .8 7")


@pytest.mark.parametrize("version", ["1.5", "1.12"])
def test_all_outlines_of_a_polyline_are_in_the_scene_with_the_height_of_the_first(version: str) -> None:
    shapes = outline(*SQUARE, height=2) + outline(*HOLE, height=5)
    text = model(f'<collision name="c"><geometry>{shapes}</geometry></collision>', version)
    document = bodyplan.loads(text)
    assert [finding.code for finding in document.diagnostics] == ["BP104"], "the second is checked like the first"
    for read in (document, bodyplan.loads(document.dumps())):
        shape = read.scene.links["m::l"].collisions[0].geometry
        assert isinstance(shape, Polyline)
        assert shape.height == 2.0
        assert shape.points == (
            ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)),
            ((0.2, 0.2), (0.8, 0.2), (0.5, 0.8)),
        )


def test_corners_that_cannot_be_read_are_left_out_of_outlines_made_in_python() -> None:
    document = bodyplan.loads(model(f'<visual name="v"><geometry>{outline(*SQUARE)}</geometry></visual>'))
    points = [AnyElement(qname="point", text=text) for text in ("1 2", "7", "a b", None)]
    root = document.root
    root.model.link[0].visual[0].geometry.any_elements = [AnyElement(qname="polyline", children=list(points))]
    document.root = root
    shape = document.scene.links["m::l"].visuals[0].geometry
    assert isinstance(shape, Polyline)
    assert shape.points[1:] == (((1.0, 2.0),),)


def test_a_contact_sensor_watches_several_collisions() -> None:
    text = sensor("contact", '<contact><collision>a</collision><collision odd="1">b</collision></contact>')
    assert found(text) == ["BP202"]
    contact = bodyplan.loads(text).root.model.link[0].sensor[0].contact
    assert contact.collision == "a"
    assert [other.text for other in contact.any_elements] == ["b"]


def test_a_multicamera_has_several_cameras_and_a_camera_has_one() -> None:
    cameras = '<camera name="a"/><camera name="b"><image><width>x</width></image></camera>'
    assert found(sensor("multicamera", cameras)) == ["BP101"]
    assert found(sensor("camera", cameras)) == ["BP205"]


@pytest.mark.parametrize("version", ["1.0", "1.2", "1.4", "1.5"])
def test_a_world_had_several_sets_of_physics_before_the_description_said_so(version: str) -> None:
    one = '<physics type="ode" name="a"/>' if version == "1.5" else '<physics type="ode"/>'
    other = one.replace("ode", "bullet").replace('"a"', '"b"')
    text = world(one + other, version)
    assert "BP205" not in found(text)
    if version == "1.5":
        assert [each.type for each in bodyplan.loads(text).root.world[0].physics] == ["ode", "bullet"]


def test_a_material_script_of_1_2_has_several_places() -> None:
    script = "<material><script><uri>a</uri><uri>b</uri><name>n</name></script></material>"
    document = bodyplan.loads(
        model(f'<visual name="v">{script}<geometry><sphere><radius>1</radius></sphere></geometry></visual>', "1.2")
    )
    assert not document.diagnostics
    assert document.root.model.link[0].visual[0].material.script.uri == ["a", "b"]


def test_an_actor_needs_no_link() -> None:
    actor = '<actor name="a"><skin><filename>f</filename></skin><script/></actor>'
    assert found(world(actor)) == []


NOISE = '<imu><angular_velocity><x><noise type="{}"/></x></angular_velocity></imu>'


@pytest.mark.parametrize(
    ("text", "target"),
    [
        (sensor("imu", NOISE.format("custom")), ["BP701"]),
        (sensor("imu", NOISE.format("Gaussian")), []),
        (sensor("camera", "<camera><lens><type>gnomonic</type></lens></camera>"), []),
        (sensor("camera", "<camera><segmentation_type>Semantic</segmentation_type></camera>"), []),
        (sensor("ir"), ["BP701"]),
        (
            model(
                '<visual name="v"><material><shader type="pixel"/></material><geometry><sphere><radius>1</radius></sphere></geometry></visual>'
            ),
            [],
        ),
        (
            model(
                '<visual name="v"><material><shader type="normal_map_tangentspace"><normal_map>a</normal_map></shader>'
                "</material><geometry><sphere><radius>1</radius></sphere></geometry></visual>"
            ),
            [],
        ),
        (
            model('<visual name="v"><geometry><mesh optimization=""><uri>file:///</uri></mesh></geometry></visual>'),
            [],
        ),
        (world("<scene><fog><type>exp2</type></fog></scene>"), []),
    ],
)
def test_words_that_readers_know_are_known_and_a_target_says_which_it_does_not(text: str, target: list[str]) -> None:
    assert found(text) == []
    assert found(text, target="libsdformat") == target


def test_a_word_in_another_case_is_written_as_it_was() -> None:
    text = (
        '<sdf version="1.12"><model name="m"><link name="a"/><link name="b"/><joint name="j" type="Revolute">'
        "<parent>a</parent><child>b</child><axis><xyz>0 0 1</xyz></axis></joint></model></sdf>"
    )
    document = bodyplan.loads(text)
    assert not document.diagnostics
    joint = document.root.model.joint[0]
    assert joint.type == "revolute"
    assert 'type="Revolute"' in document.dumps()
    joint.type = "prismatic"
    assert 'type="prismatic"' in document.dumps()


@pytest.mark.parametrize("kind", ["Camera", "lidarr"])
def test_a_word_that_no_reader_knows_is_an_error(kind: str) -> None:
    assert found(sensor(kind)) == ["BP107"]


ROAD = '<road name="x"><width>1</width><point>0 0 0</point></road>'
POPULATION = (
    '<population name="x"><model name="m"><link name="l"/></model><distribution><type>random</type></distribution>'
    "</population>"
)
GRIPPER = '<gripper name="x"><gripper_link>l</gripper_link><palm_link>l</palm_link></gripper>'


@pytest.mark.parametrize(
    "text",
    [
        world(ROAD + ROAD),
        world(POPULATION + POPULATION),
        f'<sdf version="1.12"><model name="m"><link name="l"/>{GRIPPER}{GRIPPER}</model></sdf>',
    ],
)
def test_what_libsdformat_never_loads_may_share_a_name_with_a_warning(text: str) -> None:
    (finding,) = findings(text)
    assert (finding.code, finding.severity) == ("BP324", "warning")


SPEAKS_OF_READERS = re.compile(r"\b(is|are) (ignored|dropped|taken|read as|used)\b|\bcounts? as\b")
ONE_READER = {
    "BP110": "libsdformat and DART read it so; urdfdom and Drake know no such number in URDF",
    "BP208": "all readers of all formats",
    "BP597": "DART, the reader of SKEL",
    "BP623": "libsdformat, which computes the inertia",
    "BP671": "bodyplan's own names",
    "BP802": "bodyplan's own choice",
    "BP803": "bodyplan's own choice",
}


def test_a_message_says_what_readers_do_only_where_all_of_them_do_it() -> None:
    said = {code for code, rule in REGISTRY.items() if SPEAKS_OF_READERS.search(f"{rule.message} {rule.hint or ''}")}
    assert said - ONE_READER.keys() == set()
