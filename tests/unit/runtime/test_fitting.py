"""Which values fields take, what becomes of them, and what is said of those that they refuse."""

from __future__ import annotations

from typing import Any

import bodyplan
import numpy as np
import pytest
from bodyplan import sdformat, skel, urdf
from bodyplan.sdformat import v1_2, v1_5
from xsdata.formats.dataclass.models.generics import AnyElement

AXIS = urdf.Axis()
JOINT = urdf.Joint(name="j", type=urdf.JointType.FIXED)


@pytest.mark.parametrize(
    ("element", "field", "value", "held"),
    [
        (urdf.Limit(), "upper", 2, 2.0),
        (urdf.Limit(), "upper", np.float32(0.5), 0.5),
        (urdf.Limit(), "upper", np.array(0.5), 0.5),
        (urdf.Limit(), "deceleration", None, None),
        (sdformat.Camera(), "visibility_mask", np.uint8(0), 0),
        (JOINT, "type", "continuous", urdf.JointType.CONTINUOUS),
        (JOINT, "dont_collapse", np.bool_(True), True),
        (AXIS, "xyz", [0, 1, 0], bodyplan.Vector3(0, 1, 0)),
        (AXIS, "xyz", np.array([0, 0, 1]), bodyplan.Vector3(0, 0, 1)),
        (sdformat.Material(), "diffuse", (1, 0, 0), bodyplan.Color(1, 0, 0, 1)),
        (sdformat.Pose(), "value", [1, 2, 3, 0, 0, 0], bodyplan.EulerPose(1, 2, 3, 0, 0, 0)),
        (sdformat.Pose(), "value", np.array([0, 0, 0, 0, 0, 0, 1.0]), bodyplan.QuaternionPose(0, 0, 0, 0, 0, 0, 1)),
        (v1_2.Joint(name="j", type="fixed", parent="a", child="b"), "type", "revolute", sdformat.JointType.REVOLUTE),
        (urdf.Link(name="l"), "visual", (urdf.Visual(),), [urdf.Visual()]),
    ],
)
def test_a_value_that_fits_is_held_as_the_field_has_it(element: Any, field: str, value: Any, held: Any) -> None:
    setattr(element, field, value)
    found = getattr(element, field)
    assert found == held
    assert type(found) is type(held)
    if isinstance(held, tuple):
        assert {type(part) for part in found} == {float}


@pytest.mark.parametrize(
    ("element", "field", "value", "error", "said"),
    [
        (urdf.Limit(), "upper", "abc", TypeError, "Limit.upper cannot be 'abc': it takes a number"),
        (urdf.Limit(), "upper", True, TypeError, "a number"),
        (urdf.Limit(), "upper", None, TypeError, "a number"),
        (urdf.Limit(), "upper", 10**400, ValueError, "double"),
        (sdformat.Camera(), "visibility_mask", -1, ValueError, "Camera.visibility_mask cannot be -1: .* not negative"),
        (JOINT, "type", "fxied", ValueError, "did you mean 'fixed'"),
        (JOINT, "type", 3, TypeError, "a JointType or its text"),
        (JOINT, "name", 3, TypeError, "a text"),
        (JOINT, "name", "a\0b", ValueError, "XML"),
        (JOINT, "axis", urdf.Limit(), TypeError, "an object of class Axis"),
        (JOINT, "dont_collapse", "true", TypeError, "True or False"),
        (AXIS, "xyz", [1, 2], ValueError, "Axis.xyz cannot be .*: it takes a Vector3, or three numbers"),
        (AXIS, "xyz", np.eye(3), TypeError, "three numbers"),
        (AXIS, "xyz", "0 0 1", TypeError, "three numbers"),
        (AXIS, "xyz", bodyplan.Vector3(0, "a", 1), TypeError, "three numbers"),  # type: ignore[arg-type]
        (sdformat.Pose(), "value", [1, 2, 3], ValueError, "a Pose, or six or seven numbers"),
        (sdformat.State(world_name="w"), "sim_time", [1, 2, 3], ValueError, "a Time, or two"),
        (urdf.Link(name="l"), "visual", [urdf.Visual(), AXIS], TypeError, r"Link.visual\[1\] cannot be Axis"),
        (urdf.Link(name="l"), "visual", urdf.Visual(), TypeError, "a list"),
        (urdf.Link(name="l"), "any_attributes", {"a": 1}, TypeError, "texts"),
        (urdf.Link(name="l"), "any_elements", ["a"], TypeError, "AnyElement"),
        (
            sdformat.Axis(),
            "limit",
            v1_5.AxisLimit(),
            TypeError,
            "it takes the AxisLimit of bodyplan.sdformat.v1_10.joint, which",
        ),
        (skel.Body(name="b"), "gravity", 1, TypeError, "True or False"),
    ],
)
def test_a_value_that_does_not_fit_is_refused_where_it_is_set(
    element: Any, field: str, value: Any, error: type[Exception], said: str
) -> None:
    before = getattr(element, field)
    with pytest.raises(error, match=said):
        setattr(element, field, value)
    assert getattr(element, field) == before
    with pytest.raises(error, match=said):
        type(element)(**{name: getattr(element, name) for name in bodyplan.written_fields(element)} | {field: value})


def test_an_open_enumeration_takes_any_text() -> None:
    physics = sdformat.Physics(type="ode")  # type: ignore[call-arg]
    assert physics.type is sdformat.PhysicsEngine.ODE
    physics.type = "mine"
    assert physics.type == "mine"


def test_a_list_that_is_given_goes_on_being_the_fields() -> None:
    links: list[urdf.Link] = []
    robot = urdf.Robot(name="r", link=links)
    links.append(urdf.Link(name="a"))
    assert [link.name for link in robot.link] == ["a"]


def test_what_a_list_holds_after_it_was_changed_in_place_is_not_written_unless_it_fits() -> None:
    document = bodyplan.loads('<robot name="r"><link name="a"/></robot>')
    document.root.link.append("b")
    with pytest.raises(ValueError, match=r"Robot\(name='r'\)\.link\[1\] cannot be 'b'"):
        document.dumps()
    document.root.link[1:] = []
    document.root.link[0].any_elements.append(AnyElement(qname="x", text=3))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"Link\(name='a'\)\.any_elements\[0\]"):
        document.dumps()
    document.root.link[0].any_elements[0].text = "3"
    assert "<x>3</x>" in document.dumps()


def test_items_that_were_put_into_a_list_are_converted_when_it_is_written() -> None:
    polyline = sdformat.Polyline(height=1, point=[(0, 0), np.array([1, 0])])  # type: ignore[list-item]
    assert polyline.point == [(0, 0), (1, 0)]
    polyline.point.append([1, 1])  # type: ignore[arg-type]
    document = bodyplan.loads('<sdf version="1.12"><model name="m"><link name="l"/></model></sdf>')
    geometry = sdformat.Geometry(polyline=polyline)
    document.root.model.link[0].visual.append(sdformat.Visual(name="v", geometry=geometry))
    assert "<point>1 1</point>" in document.dumps()
