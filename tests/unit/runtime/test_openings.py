"""Where elements that were changed are looked for."""

from __future__ import annotations

from types import ModuleType

import bodyplan
import pytest
from bodyplan.runtime.element import Element
from bodyplan.runtime.field_tables import kind_of
from bodyplan.runtime.saving.changes import Openings


@pytest.mark.parametrize("package", [bodyplan.urdf, bodyplan.sdformat, bodyplan.skel, bodyplan.mjcf])
def test_every_field_that_may_hold_elements_or_a_list_is_looked_into(package: ModuleType) -> None:
    named = [getattr(package, name) for name in dir(package)]
    classes = [each for each in named if isinstance(each, type) and issubclass(each, Element)]
    openings = Openings()
    assert classes
    for cls in classes:
        holding = {
            name
            for name, spec in cls._specs.items()
            if spec.default_factory in (list, dict) or issubclass(kind_of(cls, name), Element)
        }
        assert holding <= openings[cls]
        assert {"_was_set", "_comments", "any_attributes", "any_elements"} <= openings[cls]
