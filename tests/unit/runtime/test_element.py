"""What objects of generated classes hold, and what they refuse."""

from __future__ import annotations

import weakref

import bodyplan
import pytest
from bodyplan import urdf
from bodyplan.runtime.element import is_written, unset, written_fields
from bodyplan.sdformat import v1_5, v1_12

WRITTEN = '<sdf version="1.12"><model name="m"><link name="a"><gravity>0</gravity></link></model></sdf>'


def test_an_object_holds_what_was_written_and_reads_defaults_without_keeping_them() -> None:
    link = bodyplan.loads(WRITTEN).root.model.link[0]
    assert list(written_fields(link)) == ["name", "gravity"]
    assert (link.self_collide, link.inertial, link.kinematic) == (False, None, False)
    assert list(written_fields(link)) == ["name", "gravity"]
    unset(link, "gravity")
    assert link.gravity is True
    assert not is_written(link, "gravity")


def test_a_list_that_was_not_written_belongs_to_its_object() -> None:
    one, other = v1_12.Link(name="a"), v1_12.Link(name="a")
    one.visual.append(v1_12.Visual(name="v"))
    assert [visual.name for visual in one.visual] == ["v"]
    assert other.visual == []
    assert one != other


def test_a_field_that_does_not_exist_is_refused_at_once() -> None:
    link = bodyplan.loads(WRITTEN).root.model.link[0]
    with pytest.raises(AttributeError, match="Link has no field 'kinematc'; did you mean 'kinematic'"):
        link.kinematc = True
    with pytest.raises(TypeError, match="Link has no field 'kinematc'; did you mean 'kinematic'"):
        v1_12.Link(name="a", kinematc=True)  # type: ignore[call-arg]
    with pytest.raises(AttributeError, match="did you mean 'limit'"):
        v1_12.Axis().limt = 1  # type: ignore[attr-defined]
    with pytest.raises(AttributeError, match="'kinematc'"):
        is_written(link, "kinematc")


def test_a_constructor_names_everything_that_it_still_needs() -> None:
    with pytest.raises(TypeError, match="Joint needs 'name' and 'type'"):
        urdf.Joint()  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="Joint needs 'type'"):
        v1_5.Joint(name="j")  # type: ignore[call-arg]
    with pytest.raises(TypeError, match=r"by their names: Joint\(name=…\)"):
        urdf.Joint("j", "fixed")  # type: ignore[call-arg, misc]
    assert urdf.Link(name="l").visual == []


def test_a_field_that_a_version_dropped_is_neither_read_nor_written() -> None:
    assert v1_5.Axis().use_parent_model_frame is False
    axis = v1_12.Axis()
    assert not hasattr(axis, "use_parent_model_frame")
    with pytest.raises(AttributeError, match="has no field 'use_parent_model_frame'"):
        axis.use_parent_model_frame = True  # type: ignore[attr-defined]
    with pytest.raises(TypeError, match="has no field 'use_parent_model_frame'"):
        v1_12.Axis(use_parent_model_frame=True)  # type: ignore[call-arg]


def test_a_field_can_be_deleted() -> None:
    link = v1_12.Link(name="a", gravity=False)
    del link.gravity
    assert link.gravity is True
    with pytest.raises(AttributeError):
        del link.gravity


def test_of_elements_only_roots_take_weak_references() -> None:
    class Named(v1_12.Sdf):
        class Meta:
            name = "sdf"

    document, named = bodyplan.loads(WRITTEN), Named(version="1.12")
    assert weakref.ref(document.root)() is document.root
    assert weakref.ref(named)() is named
    with pytest.raises(TypeError):
        weakref.ref(document.root.model.link[0])
