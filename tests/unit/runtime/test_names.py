"""Names of paths and classes: what is told at a glance is what a closer look says."""

from __future__ import annotations

import os
import re

from bodyplan.runtime.files import is_in
from bodyplan.runtime.names import function_name
from hypothesis import given
from hypothesis import strategies as st

PARTS = st.sampled_from(["a", "b", "ab", ".", "..", "", "src", "a.b"])


@given(st.lists(PARTS, max_size=5), st.lists(PARTS, max_size=4), st.booleans(), st.booleans())
def test_a_path_is_in_a_folder_if_it_has_all_parts_of_it(
    inner: list[str], outer: list[str], is_absolute: bool, is_folder_absolute: bool
) -> None:
    path = (os.sep if is_absolute else "") + os.sep.join(inner)
    folder = (os.sep if is_folder_absolute else "") + os.sep.join(outer)
    try:
        expected = os.path.commonpath([folder, path]) == folder
    except ValueError:
        expected = False
    assert is_in(path, folder) is (expected or path.startswith(folder + os.sep))


@given(st.text(alphabet="abzABZ019_É-ı", max_size=9))
def test_functions_are_called_by_the_words_of_a_class(name: str) -> None:
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name)
    assert function_name(name) == re.sub(r"[^0-9a-z]+", "_", spaced.lower()).strip("_")


def test_words_of_a_class() -> None:
    assert [function_name(name) for name in ("AxisLimit", "Ros2Control", "_Root")] == [
        "axis_limit",
        "ros2_control",
        "root",
    ]
