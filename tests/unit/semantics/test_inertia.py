"""Principal moments, and what is said of bodies that are near what no body can be: thin rods."""

from __future__ import annotations

import random
from math import sqrt

import bodyplan
import numpy as np
import pytest
from bodyplan.semantics.spatial.inertia import (
    Moments,
    clearly_possible,
    find_inertia_fault,
    find_libsdformat_fault,
    libsdformat_accepts,
    nearest_physical_inertia,
    principal_axes,
)

REFUSED_BY_LIBSDFORMAT = int(
    "0x75ffeeead73536c54ae25a2f887aee9594f79987de9ad9dfea8f1baf8185fc1bb5ae5559e6d3802fa5945b8eb197f9c9db79",
    16,
)
"""Bit n: whether libsdformat itself refuses the n-th rod, as Drake 1.51.1 warns of it ("has invalid inertia")."""


def thin_rods(count: int) -> list[Moments]:
    """Rods without thickness, whose smallest moment is 0 and whose others are equal, up to rounding."""
    source = random.Random(620)
    rods: list[Moments] = []
    while len(rods) < count:
        direction = [source.uniform(-1, 1) for _ in range(3)]
        length = sqrt(sum(a * a for a in direction))
        if length < 0.1:
            continue
        x, y, z = (a / length for a in direction)
        moment = source.uniform(0.001, 10)
        rods.append(
            (
                moment * (1 - x * x),
                moment * (1 - y * y),
                moment * (1 - z * z),
                -moment * x * y,
                -moment * x * z,
                -moment * y * z,
            )
        )
    return rods


RODS = thin_rods(400)


def matrix_of(moments: Moments) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    xx, yy, zz, xy, xz, yz = moments
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])


def sdformat(moments: Moments) -> str:
    parts = "".join(
        f"<{tag}>{value!r}</{tag}>" for tag, value in zip(("ixx", "iyy", "izz", "ixy", "ixz", "iyz"), moments)
    )
    return (
        f'<sdf version="1.9"><model name="m"><link name="l"><inertial><inertia>{parts}</inertia></inertial></link>'
        "</model></sdf>"
    )


def urdf(moments: Moments) -> str:
    parts = " ".join(f'{name}="{value!r}"' for name, value in zip(("ixx", "iyy", "izz", "ixy", "ixz", "iyz"), moments))
    return f'<robot name="m"><link name="l"><inertial><mass value="1"/><inertia {parts}/></inertial></link></robot>'


def skel(moments: Moments) -> str:
    parts = "".join(
        f"<{tag}>{value!r}</{tag}>" for tag, value in zip(("ixx", "iyy", "izz", "ixy", "ixz", "iyz"), moments)
    )
    return (
        '<skel version="1.0"><world name="w"><skeleton name="m"><body name="l"><inertia><mass>1</mass>'
        f'<moment_of_inertia>{parts}</moment_of_inertia></inertia></body><joint type="free" name="j">'
        "<parent>world</parent><child>l</child></joint></skeleton></world></skel>"
    )


def codes(text: str, target: str | None = None) -> set[str]:
    try:
        found = bodyplan.loads(text, target=target).diagnostics  # type: ignore[arg-type]
    except bodyplan.LoadError as error:
        found = error.diagnostics
    return {finding.code for finding in found} & {"BP620", "BP641", "BP642", "BP667"}


def test_principal_moments_are_those_of_numpy() -> None:
    source = np.random.default_rng(7)
    for _ in range(200):
        raw = source.normal(size=(3, 3)) * 10.0 ** source.integers(-8, 3)
        matrix = (raw + raw.T) / 2
        moments = tuple(float(matrix[i, j]) for i, j in ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)))
        found, axes = principal_axes(moments)  # type: ignore[arg-type]
        largest = np.abs(matrix).max()
        np.testing.assert_allclose(found, np.linalg.eigvalsh(matrix), rtol=1e-10, atol=3e-15 * largest)
        np.testing.assert_allclose(np.array(axes) @ np.transpose(axes), np.eye(3), atol=3e-15)
        np.testing.assert_allclose(np.transpose(axes) @ np.diag(found) @ axes, matrix, atol=1e-14 * largest)


def test_a_thin_rod_is_a_body() -> None:
    assert not any(map(clearly_possible, RODS))
    assert [find_inertia_fault(1.0, rod) for rod in RODS] == [None] * len(RODS)


def test_all_formats_say_the_same_of_thin_rods() -> None:
    for rod in RODS[:60]:
        assert [codes(text(rod)) for text in (sdformat, urdf, skel)] == [set(), set(), set()]


def test_what_libsdformat_refuses() -> None:
    refused = [find_libsdformat_fault(1.0, rod) is not None for rod in RODS]
    assert refused == [bool(REFUSED_BY_LIBSDFORMAT >> number & 1) for number in range(len(RODS))]
    assert (sum(refused), len(refused)) == (230, 400)


@pytest.mark.parametrize("target", ["libsdformat", "drake"])
def test_targets_that_read_with_libsdformat_refuse_what_it_refuses(target: str) -> None:
    for number, rod in enumerate(RODS[:40]):
        expected = {"BP620"} if REFUSED_BY_LIBSDFORMAT >> number & 1 else set()
        assert codes(sdformat(rod), target) == expected


def test_drake_keeps_the_moments_of_a_thin_rod() -> None:
    """It warns with libsdformat's words, but looks for itself before it puts a ball of water in place of a body."""
    number = next(number for number in range(len(RODS)) if REFUSED_BY_LIBSDFORMAT >> number & 1)
    link = bodyplan.loads(sdformat(RODS[number]), target="drake").scene.links["m::l"]
    np.testing.assert_allclose(link.inertia, matrix_of(RODS[number]), rtol=1e-12)


def test_libsdformat_takes_small_products_for_none() -> None:
    assert find_inertia_fault(1.0, (1.0, 1.0, 2.0, 0.0, 1e-6, 0.0)) is not None
    assert find_libsdformat_fault(1.0, (1.0, 1.0, 2.0, 0.0, 1e-6, 0.0)) is None


def test_numbers_too_large_or_small_for_libsdformat_are_refused() -> None:
    for moments in ((1e200, 1e200, 1e200, 1e199, 0.0, 0.0), (1e-200, 1e-200, 1e-200, 1e-201, 0.0, 0.0)):
        assert find_inertia_fault(1.0, moments) is None
        assert find_libsdformat_fault(1.0, moments) is not None


def test_raised_moments_are_taken_by_libsdformat() -> None:
    source = random.Random(3)
    flawed = [*RODS[:200], *(tuple(source.uniform(-1, 1) for _ in range(6)) for _ in range(200))]
    raised = 0
    for moments in flawed:
        found = nearest_physical_inertia(moments)  # type: ignore[arg-type]
        assert libsdformat_accepts(found or moments)  # type: ignore[arg-type]
        raised += found is not None
        if found is not None and find_libsdformat_fault(1.0, moments) == find_inertia_fault(1.0, moments):  # type: ignore[arg-type]
            assert find_inertia_fault(1.0, found) is None
    assert raised > 250
