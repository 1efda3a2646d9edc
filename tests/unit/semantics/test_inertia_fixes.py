"""Unsafe fixes of moments of inertia."""

from __future__ import annotations

import bodyplan
import numpy as np
import pytest
from bodyplan.semantics.spatial.inertia import find_inertia_fault, project_to_physical

ROBOT = """<robot name="r"><link name="l">
  <inertial>{origin}<mass value="2"/><inertia ixx="{}" iyy="{}" izz="{}" ixy="{}" ixz="{}" iyz="{}"/></inertial>
  <collision><geometry><box size="0.3 0.2 0.1"/></geometry></collision>
</link></robot>"""
MODEL = """<sdf version="1.12"><model name="m"><link name="l">
  <inertial><mass>2</mass>{}</inertial>
  <collision name="c"><geometry><box><size>0.3 0.2 0.1</size></box></geometry></collision>
</link></model></sdf>"""


def matrix(moments: tuple[float, ...]) -> np.ndarray:
    xx, yy, zz, xy, xz, yz = moments
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])


def is_possible(tensor: np.ndarray) -> bool:
    return bool((np.linalg.eigvalsh(np.trace(tensor) / 2 * np.eye(3) - tensor) >= 0).all())


@pytest.mark.parametrize("seed", range(40))
def test_no_other_possible_tensor_is_nearer(seed: int) -> None:
    random = np.random.default_rng(seed)
    raw = random.normal(size=(3, 3)) + np.diag(random.uniform(0, 2, 3))
    tensor = (raw + raw.T) / 2
    given = tuple(float(tensor[i, j]) for i, j in ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)))
    found = project_to_physical(given)
    if found is None:
        near = np.linalg.eigvalsh(tensor)
        assert is_possible(tensor) or near[1] + near[2] <= 0
        return
    made = matrix(found)
    assert is_possible(made)
    assert find_inertia_fault(1.0, tuple(float(f"{each:.7g}") for each in found)) is None
    distance = np.linalg.norm(made - tensor)
    for scale in (1e-3, 0.01, 0.1, 1.0):
        for _ in range(200):
            change = random.normal(size=(3, 3)) * scale
            other = made + (change + change.T) / 2
            assert not is_possible(other) or np.linalg.norm(other - tensor) >= distance - 1e-4 * np.trace(made)


@pytest.mark.parametrize(
    ("principal", "expected"),
    [
        ((1.0, 1.0, 3.0), (4 / 3, 4 / 3, 8 / 3)),
        ((-0.1, 1.0, 1.2), (0, 1.1, 1.1)),
        ((0.1, 2.0, 3.0), (0.4, 2.3, 2.7)),
    ],
)
def test_projections_of_principal_moments(principal: tuple[float, ...], expected: tuple[float, ...]) -> None:
    found = project_to_physical((*principal, 0.0, 0.0, 0.0))  # type: ignore[arg-type]
    assert found is not None
    assert found[:3] == pytest.approx(expected, abs=1e-4)
    assert found[3:] == (0, 0, 0)


def test_what_is_possible_or_has_nothing_near_stays() -> None:
    assert project_to_physical((1, 1, 1.5, 0, 0, 0)) is None
    assert project_to_physical((-1, -1, -1, 0, 0, 0)) is None
    assert project_to_physical((float("nan"), 1, 1, 0, 0, 0)) is None


def moments_of(text: str, **options: bool) -> tuple[float, ...]:
    tensor = bodyplan.loads(text, **options).scene.links  # type: ignore[arg-type]
    (link,) = tensor.values()
    assert link.mass == 2
    return tuple(np.linalg.eigvalsh(link.inertia))


@pytest.mark.parametrize(
    "text",
    [
        ROBOT.format(0.01, 0.01, 0.03, 0, 0, 0, origin=""),
        MODEL.format("<inertia><ixx>0.01</ixx><iyy>0.01</iyy><izz>0.03</izz></inertia>"),
    ],
)
def test_the_nearest_moments_are_written_only_where_that_is_asked_for(text: str) -> None:
    assert not bodyplan.fix_text(text).applied
    result = bodyplan.fix_text(text, unsafe=True)
    assert [each.code for each in result.applied] in (["BP642"], ["BP620"])
    assert moments_of(result.text) == pytest.approx((0.04 / 3, 0.04 / 3, 0.08 / 3), rel=1e-4)


def test_a_moment_that_is_not_written_is_one() -> None:
    # 1 and 1 allow 1.5, and nothing above 2
    possible, impossible = (MODEL.format(f"<inertia><iyy>{iyy}</iyy></inertia>") for iyy in (1.5, 3))
    assert not bodyplan.fix_text(possible, unsafe=True).applied
    assert not bodyplan.fix_text(impossible, unsafe=True).applied
    written = MODEL.format("<inertia><iyy>1</iyy><izz>3</izz></inertia>")
    assert not bodyplan.fix_text(written, unsafe=True).applied


def test_products_keep_their_axes() -> None:
    result = bodyplan.fix_text(ROBOT.format(0.01, 0.01, 0.015, 0.02, 0, 0, origin=""), unsafe=True)
    assert moments_of(result.text) == pytest.approx((0, 0.0225, 0.0225), abs=1e-6)


def test_moments_that_are_too_large_become_those_of_the_shapes() -> None:
    turned = '<origin xyz="0 0 0" rpy="0 0 1.5707963267948966"/>'
    text = ROBOT.format(1, 1, 1, 0, 0, 0, origin=turned)
    assert not bodyplan.fix_text(text, unsafe=True).applied
    assert not bodyplan.fix_text(text, plausible=True).applied
    result = bodyplan.fix_text(text, plausible=True, unsafe=True)
    assert [each.code for each in result.applied] == ["BP680"]
    (link,) = bodyplan.loads(result.text).scene.links.values()
    assert np.diag(link.inertia) == pytest.approx([2 * 0.05 / 12, 2 * 0.1 / 12, 2 * 0.13 / 12])


def test_moments_that_are_not_written_are_added() -> None:
    result = bodyplan.fix_text(MODEL.format(""), plausible=True, unsafe=True)
    assert "<ixx>0.008333333</ixx>" in result.text
    assert moments_of(result.text) == pytest.approx((2 * 0.05 / 12, 2 * 0.1 / 12, 2 * 0.13 / 12))


def test_a_mass_is_never_written() -> None:
    text = ROBOT.replace('value="2"', 'value="-2"').format(0.01, 0.01, 0.015, 0, 0, 0, origin="")
    assert not bodyplan.fix_text(text, unsafe=True).applied
