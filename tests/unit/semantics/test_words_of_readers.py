"""What the readers of SDFormat take on purpose, though the description of the declared version says otherwise."""

from __future__ import annotations

import bodyplan
import pytest

LINK = '<sdf version="{version}"><model name="m"><link name="l">{content}</link></model></sdf>'


def found(content: str, version: str = "1.9", **options: bool) -> list[str]:
    return [d.code for d in bodyplan.loads(LINK.format(version=version, content=content), **options).diagnostics]


@pytest.mark.parametrize(("word", "value"), [("true", 1), ("False", 0)])
def test_words_stand_for_numbers(word: str, value: int) -> None:
    sphere = f"<sphere><radius>1</radius></sphere></geometry><laser_retro>{word}</laser_retro>"
    document = bodyplan.loads(LINK.format(version="1.9", content=f'<visual name="v"><geometry>{sphere}</visual>'))
    assert [(d.code, d.message) for d in document.diagnostics] == [
        ("BP110", f"<laser_retro> is {word!r}, read as {value}")
    ]


@pytest.mark.parametrize("tag", ["gz_frame_id", "ignition_frame_id"])
def test_names_that_simulators_read_are_no_finding(tag: str) -> None:
    assert found(f'<sensor name="s" type="imu"><{tag}>x</{tag}></sensor>') == []
    assert found(f'<sensor name="s" type="imu"><{tag}>x</{tag}></sensor>', strict=True) == []


def test_bounds_that_a_later_version_put_right_are_those_of_all() -> None:
    friction = "<surface><friction><ode><mu>100</mu><slip1>2</slip1></ode></friction></surface>"
    sphere = "<geometry><sphere><radius>1</radius></sphere></geometry>"
    camera = '<sensor name="s" type="camera"><camera><horizontal_fov>2</horizontal_fov>{}</camera></sensor>'
    image = "<image><width>1</width><height>1</height></image><clip><near>1</near><far>5</far></clip>"
    assert found(f'<collision name="c">{sphere}{friction}</collision>', "1.3") == []
    assert found(camera.format(image), "1.4") == []
    assert found(f'<collision name="c">{sphere}{friction.replace("100", "-1")}</collision>', "1.3") == ["BP106"]
