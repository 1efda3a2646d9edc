"""What ``target="libsdformat"`` adds and takes away."""

from __future__ import annotations

import bodyplan
import pytest


def errors(text: str, version: str = "1.12", **options: object) -> list[str]:
    try:
        bodyplan.loads(f'<sdf version="{version}">{text}</sdf>', **options)  # type: ignore[arg-type]
    except bodyplan.LoadError as error:
        return [found.code for found in error.diagnostics if found.severity == "error"]
    return []


LINK = '<model name="m"><link name="l">{}</link></model>'

SURFACE = (
    '<collision name="c"><geometry><sphere><radius>1</radius></sphere></geometry><surface>{}</surface></collision>'
)


@pytest.mark.parametrize(
    "text",
    [
        '<light name="l"/>',
        '<world name="w"><plugin name="p" filename=""/></world>',
        LINK.format('<visual name="v"><geometry><box><size/></box></geometry></visual>'),
        LINK.format(SURFACE.format("<friction><ode><mu>-0.5</mu></ode></friction>")),
        LINK.format(SURFACE.format("<bounce><restitution_coefficient>1.5</restitution_coefficient></bounce>")),
        (
            '<model name="m"><link name="l"/><link name="k"/><joint name="j" type="revolute"><parent>l</parent>'
            "<child>k</child><axis><xyz>0 0 1e-7</xyz></axis></joint></model>"
        ),
        (
            '<world name="w"><spherical_coordinates><surface_model>EARTH_WGS84</surface_model>'
            "<world_frame_orientation>NED</world_frame_orientation></spherical_coordinates></world>"
        ),
    ],
)
def test_what_only_libsdformat_refuses(text: str) -> None:
    assert errors(text) == []
    assert set(errors(text, target="libsdformat")) == {"BP701"}


def test_bounds_are_those_of_the_newest_version() -> None:
    text = LINK.format(SURFACE.format("<friction><ode><mu>50</mu><mu2>50</mu2></ode></friction>"))
    assert errors(text, "1.3", target="libsdformat") == []
    assert "BP106" not in [found.code for found in bodyplan.loads(f'<sdf version="1.3">{text}</sdf>').diagnostics]


@pytest.mark.parametrize("version", ["1.0", "1.9"])
def test_the_root_element_of_the_first_versions(version: str) -> None:
    text = f'<gazebo version="{version}"/>'
    assert bodyplan.loads(text).version == version
    with pytest.raises(bodyplan.LoadError) as caught:
        bodyplan.loads(text, target="libsdformat")
    assert "BP701" in [found.code for found in caught.value.diagnostics]


def test_what_libsdformat_lets_pass() -> None:
    ends = "<parent>a</parent><child>b</child><axis><xyz>0 0 1</xyz></axis>"
    joint = f'<joint name="j" type="gearbox">{ends}<gearbox_reference_body>x</gearbox_reference_body></joint>'
    text = f'<model name="m"><link name="a"/><link name="b"/>{joint}</model>'
    assert len(errors(text)) == 1
    assert errors(text, target="libsdformat") == []
    visual = LINK.format(
        '<visual name="v"><pose relative_to="x"/><geometry><sphere><radius>1</radius></sphere></geometry></visual>'
    )
    assert errors(visual) == ["BP303"]
    assert errors(visual, target="libsdformat") == []


def test_other_vocabularies_mean_nothing_to_libsdformat() -> None:
    collision = """<collision name="c"><geometry><sphere><radius>1</radius></sphere></geometry><drake:proximity_properties xmlns:drake="http://drake.mit.edu">
      <drake:mu_static>slippery</drake:mu_static></drake:proximity_properties></collision>"""
    assert errors(LINK.format(collision), strict=True) == ["BP101"]
    assert errors(LINK.format(collision)) == errors(LINK.format(collision), target="libsdformat") == []


@pytest.mark.parametrize(
    ("part", "for_drake"),
    [
        ('<sensor name="s" type="imu">{}</sensor>', []),
        ('<visual name="v">{}<geometry><empty/></geometry></visual>', ["BP303"]),
    ],
)
def test_poses_that_libsdformat_does_not_look_at_may_lead_nowhere(part: str, for_drake: list[str]) -> None:
    text = LINK.format(part.format('<pose relative_to="nowhere"/>'))
    assert errors(text) == ["BP303"]
    assert errors(text, target="drake") == for_drake
    assert errors(text, target="libsdformat") == []
