"""What documents and scenes do for the programs that use them."""

from __future__ import annotations

from pathlib import Path

import bodyplan
import numpy as np
import pytest
from bodyplan import sdformat
from bodyplan.semantics.ir.geometry import Sphere

MODEL = '<sdf version="1.9"><model name="m"><link name="l"><pose>1 0 0 0 0 0</pose></link></model></sdf>'
ROBOT = '<robot name="r"><link name="l"/></robot>'


def test_a_scene_follows_a_root_that_was_changed() -> None:
    document = bodyplan.loads(MODEL)
    before = document.scene
    assert document.scene is before
    document.root.model.link[0].pose.value = document.root.model.link[0].pose.value._replace(x=2.0)
    assert document.scene.pose("m::l").translation[0] == 2.0
    assert before.pose("m::l").translation[0] == 1.0


GEOMETRY = "<geometry><sphere><radius>1</radius></sphere></geometry>"
SHAPES = f'<visual name="v">{GEOMETRY}</visual><collision name="c">{GEOMETRY}</collision>'
SEEN = MODEL.replace("</link>", f"{SHAPES}</link>")
SEEN_ROBOT = ROBOT.replace("/></robot>", f">{SHAPES}</link></robot>").replace(
    "<sphere><radius>1</radius></sphere>", '<sphere radius="1"/>'
)


@pytest.mark.parametrize("text", [SEEN, SEEN_ROBOT])
@pytest.mark.parametrize("is_asked_before", [True, False])
def test_a_scene_stays_what_the_document_meant_when_it_was_asked_for(text: str, is_asked_before: bool) -> None:
    document = bodyplan.loads(text)
    root = document.root if is_asked_before else None
    (link,) = document.scene.links.values()
    root = root or document.root
    typed = (root.model if document.format == "sdformat" else root).link[0]
    typed.visual[0].geometry.sphere.radius = 5.0
    typed.collision.clear()
    assert [shape.geometry for shape in link.visuals] == [Sphere(1.0)]
    assert [(shape.name, shape.properties["friction"]) for shape in link.collisions] == [("c", (1.0, 1.0))]
    document.root  # noqa: B018  # what asks for it may change it, so that the scene is made anew
    (link,) = document.scene.links.values()
    assert [shape.geometry for shape in (*link.visuals, *link.collisions)] == [Sphere(5.0)]


def test_a_tag_of_drakes_that_a_program_adds_counts() -> None:
    document = bodyplan.loads(
        MODEL.replace(
            "</link>",
            '</link><link name="k"/><joint name="j" type="continuous"><parent>l</parent>'
            "<child>k</child><axis/></joint>",
        )
    )
    document.root.model.joint[0].drake_gear_ratio = 7.0
    (actuator,) = document.scene.actuators
    assert actuator.gear_ratio == 7.0
    document.root.model.drake_ball_constraint.append(
        bodyplan.sdformat.DrakeBallConstraint(
            drake_ball_constraint_body_a="l",
            drake_ball_constraint_p_ap=bodyplan.Vector3(0, 0, 0),
            drake_ball_constraint_body_b="k",
            drake_ball_constraint_p_bq=bodyplan.Vector3(0, 0, 0),
        )
    )
    assert [type(found) for found in document.scene.constraints] == [bodyplan.BallConstraint]


def test_a_name_that_is_not_there_is_an_error_of_our_own_and_a_key_error() -> None:
    scene = bodyplan.loads(MODEL).scene
    for look_up in (
        lambda: scene.pose("m::k"),
        lambda: scene.links["m::k"],
        lambda: scene.pose("m::l", q={"m::j": 1.0}),
    ):
        with pytest.raises(bodyplan.NameNotFound, match="there is no") as caught:
            look_up()
        assert isinstance(caught.value, KeyError)
        assert not str(caught.value).startswith(("'", '"'))


def test_a_version_that_a_format_does_not_have_is_refused() -> None:
    with pytest.raises(ValueError, match=r"version 1\.2, not '7\.3'"):
        bodyplan.loads(ROBOT).dumps(version="7.3")


def test_an_unknown_target_is_refused() -> None:
    with pytest.raises(ValueError, match=r"one of libsdformat, .*, drake, .*, urdfdom, dart"):
        bodyplan.loads(ROBOT, target="bullet")  # type: ignore[arg-type]


def test_a_document_of_another_format_says_of_which() -> None:
    with pytest.raises(bodyplan.LoadError, match="BP011: root element <robot> begins a document of urdf, not of skel"):
        bodyplan.loads(ROBOT, format="skel")


def test_a_model_made_in_python_has_its_frames_kind_by_kind_as_they_were_given() -> None:
    document = bodyplan.loads(f'<sdf version="{sdformat.NEWEST}"><model name="x"><link name="l"/></model></sdf>')
    document.root.model = sdformat.Model(
        name="m",
        link=[sdformat.Link(name="a"), sdformat.Link(name="b")],
        frame=[sdformat.Frame(name="f", attached_to="a")],
    )
    assert list(document.scene.frames) == ["world", "m", "m::a", "m::b", "m::f"]


def test_a_saved_document_is_what_dumps_says(tmp_path: Path) -> None:
    document = bodyplan.loads('<robot name="r">\r\n<link name="ü"/>\n</robot>')
    document.root.link[0].name = "ä"
    document.save(tmp_path / "r.urdf")
    assert (tmp_path / "r.urdf").read_bytes() == document.dumps().encode()
    assert [link.name for link in bodyplan.load(tmp_path / "r.urdf").root.link] == ["ä"]


def test_an_error_shows_ten_errors_and_counts_the_rest() -> None:
    links = "".join(f'<joint name="j{number}" type="fixed"><parent link="a"/></joint>\n' for number in range(13))
    with pytest.raises(bodyplan.LoadError) as caught:
        bodyplan.loads(f'<robot name="r"><link name="a"/>\n{links}</robot>')
    *shown, last = str(caught.value).splitlines()
    assert len(shown) == 10
    assert last == "… and 3 more errors"


def test_poses_can_be_walked_through_either_way() -> None:
    scene = bodyplan.loads('<robot name="r"><link name="a"/></robot>').scene
    poses = scene.forward_kinematics()
    assert list(reversed(poses)) == list(poses)[::-1]
    assert len(poses) == len(list(poses))
    assert poses.transform("r::a") == scene.pose("r::a")
    assert poses["r::a"].shape == (4, 4)
    several = scene.forward_kinematics(np.zeros((3, scene.dofs)))
    assert several["r::a"].shape == (3, 4, 4)
    with pytest.raises(ValueError, match="many configurations"):
        several.transform("r::a")


def test_a_scene_that_was_handed_out_stays_as_it_is() -> None:
    document = bodyplan.sdformat.loads(
        '<sdf version="1.9"><model name="m"><link name="l"><visual name="v"><material><diffuse>1 0 0 1</diffuse></material>'
        "<geometry><sphere><radius>1</radius></sphere></geometry></visual></link></model></sdf>"
    )
    before = document.scene
    assert document.root.model is not None
    material = document.root.model.link[0].visual[0].material
    assert material is not None
    material.diffuse = bodyplan.Color(0, 1, 0, 1)
    shapes = [scene.links["m::l"].visuals[0] for scene in (before, document.scene)]
    assert [tuple(shape.properties["diffuse"]) for shape in shapes] == [(1, 0, 0, 1), (0, 1, 0, 1)]
