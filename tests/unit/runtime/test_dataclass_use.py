"""Elements are used as dataclasses are: matched, compared, shown, replaced, looked into by Python's own tools."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
import pydoc
import typing

import bodyplan
import pytest
from bodyplan import sdformat, skel, urdf
from bodyplan.sdformat import v1_4


def _joint() -> urdf.Joint:
    return urdf.Joint(name="elbow", type=urdf.JointType.FIXED, axis=urdf.Axis(xyz=bodyplan.Vector3(0, 1, 0)))


def test_elements_are_matched_by_keywords_and_by_their_name() -> None:
    match _joint():
        case urdf.Joint(name="elbow", type="fixed", axis=urdf.Axis(xyz=(0, y, 0))):
            assert y == 1
        case _:
            raise AssertionError("not matched")
    match _joint():
        case urdf.Joint("elbow"):  # type: ignore[misc]
            pass
        case _:
            raise AssertionError("not matched")
    assert urdf.Axis.__match_args__ == ()


@pytest.mark.parametrize(
    "copied", [copy.copy, copy.deepcopy, lambda each: pickle.loads(pickle.dumps(each)), dataclasses.replace]
)
def test_copies_are_equal(copied: typing.Any) -> None:
    joint = _joint()
    twin = copied(joint)
    assert twin == joint
    assert twin is not joint
    assert list(bodyplan.written_fields(twin)) == list(bodyplan.written_fields(joint))
    twin.name = "wrist"
    assert joint.name == "elbow"
    assert twin != joint


def test_a_deep_copy_shares_nothing_that_can_be_changed_and_a_shallow_one_everything() -> None:
    joint = _joint()
    assert copy.copy(joint).axis is joint.axis
    twin = copy.deepcopy(joint)
    assert twin.axis is not None
    assert joint.axis is not None
    twin.axis.xyz = bodyplan.Vector3(1, 0, 0)
    assert joint.axis.xyz == (0, 1, 0)
    link = sdformat.Link(name="l", visual=[sdformat.Visual(name="v")], any_attributes={"a": "b"})
    other = copy.deepcopy([link, link])
    assert other[0] is other[1]
    other[0].visual[0].name = "w"
    other[0].any_attributes["a"] = "c"
    assert (link.visual[0].name, link.any_attributes) == ("v", {"a": "b"})


def test_replacing_leaves_what_was_not_written_unwritten() -> None:
    joint = dataclasses.replace(_joint(), name="wrist")
    assert list(bodyplan.written_fields(joint)) == ["name", "type", "axis"]
    with pytest.raises(TypeError, match="did you mean 'axis'"):
        dataclasses.replace(joint, axs=None)  # type: ignore[call-arg]


def test_dataclasses_see_fields_and_values() -> None:
    assert dataclasses.is_dataclass(urdf.Joint)
    assert dataclasses.is_dataclass(_joint())
    assert "dont_collapse" in [field.name for field in dataclasses.fields(urdf.Joint)]
    plain = dataclasses.asdict(_joint())
    assert (plain["name"], plain["axis"]["xyz"], plain["limit"]) == ("elbow", (0, 1, 0), None)


@pytest.mark.parametrize("cls", [urdf.Joint, sdformat.Joint, sdformat.Physics, urdf.CfmDamping, v1_4.Model, skel.Body])
def test_the_signature_has_every_field_with_its_type_and_its_default(cls: type[bodyplan.Element]) -> None:
    hints = typing.get_type_hints(cls)
    parameters = inspect.signature(cls).parameters
    assert {field.name for field in dataclasses.fields(cls)} == parameters.keys()
    for field in dataclasses.fields(cls):
        parameter = parameters[field.name]
        assert parameter.annotation == hints[field.name]
        if field.default is not dataclasses.MISSING:
            assert parameter.default == field.default
        elif field.default_factory is not dataclasses.MISSING:
            assert parameter.default == field.default_factory()
        else:
            assert parameter.default is inspect.Parameter.empty
    assert "factory" not in str(inspect.signature(cls))
    required = [parameter.default is inspect.Parameter.empty for parameter in parameters.values()]
    assert required == sorted(required, reverse=True), "what has to be given comes first"


def test_help_shows_fields() -> None:
    text = pydoc.render_doc(urdf.Limit, renderer=pydoc.plaintext)
    assert "upper: float = inf" in text
    assert "command_effort: float | None = None" in text
    assert "xyz = AxisXyz()" in pydoc.render_doc(bodyplan.sdformat.Axis, renderer=pydoc.plaintext)


def test_a_text_of_an_element_is_one_short_line_that_begins_with_its_name() -> None:
    document = bodyplan.load("examples/arm.sdf")
    model = document.root.model
    assert repr(model).startswith("Model(name='arm', ")
    assert "link=[5 Link]" in repr(model)
    assert repr(model.joint[1]).startswith("Joint(name='elbow', type='revolute', parent='upper_arm', child='forearm'")
    assert repr(urdf.Limit(lower=-1, upper=2)) == "Limit(lower=-1.0, upper=2.0)"
    long = urdf.Robot(name="r" * 500, link=[urdf.Link(name="l")])
    for element in (document.root, model, *model.link, *model.joint, long):
        assert len(repr(element)) <= 130
        assert "\n" not in repr(element)
