"""References that no front end describes are looked up by what the descriptions of the format say of them."""

from __future__ import annotations

import bodyplan
import pytest
from bodyplan.diagnostics.diagnostic import Diagnostic

CAMERA = """<sdf version="1.12"><model name="m"><link name="left">
<sensor name="s" type="camera"><camera><pose relative_to="{}">0 0 0 0 0 0</pose></camera></sensor>
</link></model></sdf>"""


def found_in(text: str) -> list[Diagnostic]:
    try:
        return list(bodyplan.loads(text).diagnostics)
    except bodyplan.LoadError as error:
        return list(error.diagnostics)


@pytest.mark.parametrize("frame", ["left", "__model__", ""])
def test_pose_inside_a_sensor_may_be_relative_to_any_frame_of_its_model(frame: str) -> None:
    assert found_in(CAMERA.format(frame)) == []


def test_pose_inside_a_sensor_that_is_relative_to_nothing_is_reported() -> None:
    (finding,) = found_in(CAMERA.format("lefft"))
    assert (finding.code, finding.line, finding.hint) == ("BP303", 2, "did you mean 'left'?")
    assert finding.message == "the pose of camera 'camera' is relative to 'lefft', no frame of model 'm'"
