"""Meshes in pages have fewer digits: no place moves by more than pictures show, and what is broken stays as it is."""

from __future__ import annotations

import re
import zlib

import numpy as np
import pytest
from bodyplan.semantics.view.mesh_precision import STEPS, round_mesh

from .test_meshes import stl

FACET = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])
RANDOM = np.random.default_rng(1)


def facets(data: bytes) -> np.ndarray:
    return np.frombuffer(data, FACET, offset=84)


@pytest.mark.parametrize("size", [1e-3, 1.0, 2.5e3])
def test_corners_of_stl_move_by_no_more_than_a_step(size: float) -> None:
    made = np.zeros(500, FACET)
    made["corners"] = RANDOM.uniform(-size, size, (500, 3, 3))
    made["normal"], made["attribute"] = 0.6, 7
    data = bytes(80) + (500).to_bytes(4, "little") + made.tobytes()
    rounded = round_mesh("stl", data)
    assert len(rounded) == len(data)
    assert np.abs(facets(rounded)["corners"] - made["corners"]).max() <= size / STEPS
    assert (facets(rounded)["attribute"] == 7).all()
    assert len(zlib.compress(rounded)) < 0.85 * len(zlib.compress(data))


@pytest.mark.parametrize("data", [b"", b"solid a\nfacet normal 0 0 1\n", stl(3)[:-1], stl(0), bytes(84)])
def test_what_is_no_binary_stl_stays(data: bytes) -> None:
    assert round_mesh("stl", data) == data


def test_a_corner_far_away_flattens_nothing() -> None:
    made = np.zeros(100, FACET)
    made["corners"] = RANDOM.uniform(-1, 1, (100, 3, 3))
    made["corners"][0, 0, 0] = 1e38
    data = bytes(80) + (100).to_bytes(4, "little") + made.tobytes()
    corners = facets(round_mesh("stl", data))["corners"]
    assert np.abs(corners[1:] - made["corners"][1:]).max() <= 2 / STEPS


def test_numbers_that_are_none_stay_in_stl() -> None:
    made = np.zeros(2, FACET)
    made["corners"][0, 0] = (np.nan, np.inf, 0.123456789)
    data = bytes(80) + (2).to_bytes(4, "little") + made.tobytes()
    corner = facets(round_mesh("stl", data))["corners"][0, 0]
    assert np.isnan(corner[0])
    assert np.isinf(corner[1])
    assert corner[2] == pytest.approx(0.123456789, abs=1e-5)


def collada(numbers: str, name: str = "positions") -> bytes:
    return f'<COLLADA><float_array id="{name}" count="3">{numbers}</float_array><p>0 1 2</p></COLLADA>'.encode()


def test_numbers_of_collada_have_the_digits_that_they_need() -> None:
    (found,) = re.findall(rb">([^<]*)</float_array", round_mesh("dae", collada("0.123456789 -1.000000001 1.5e-9")))
    assert [float(part) for part in found.split()] == pytest.approx([0.123456789, -1, 0], abs=1 / STEPS)
    assert len(found) < 20
    (found,) = re.findall(
        rb">([^<]*)</float_array", round_mesh("dae", collada("0.57735027 0.57735 0.57735", "Normals"))
    )
    assert found.split() == [b"0.577"] * 3


@pytest.mark.parametrize("numbers", ["", "a b", "nan 0.123456789012", "inf 1.00000000001", "1 2 3"])
def test_other_numbers_of_collada_stay(numbers: str) -> None:
    assert round_mesh("dae", collada(numbers)) == collada(numbers)


def test_other_kinds_stay() -> None:
    assert round_mesh("obj", b"v 0.123456789 0 0\n") == b"v 0.123456789 0 0\n"
