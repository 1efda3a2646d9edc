"""Every element and attribute of every version can be read, written in every version, and looked at."""

from __future__ import annotations

import bodyplan
import pytest

from .each_part import documents, failures_of_parts, versions

EVERY = 20
"""Parts that one is taken of here: all take some minutes, by ``nox -s fuzz -- --parts``."""


@pytest.mark.slow
@pytest.mark.parametrize(("number", "format", "version"), [(n, *each) for n, each in enumerate(versions())])
def test_nothing_fails_for_a_document_of_one_part(number: int, format: str, version: str) -> None:
    assert list(failures_of_parts(format, version, EVERY, number)) == []


@pytest.mark.parametrize(
    ("format", "version", "sound"),
    [("sdformat", "1.12", 0.9), ("urdf", "1.2", 0.55), ("skel", "1.0", 0.6), ("mjcf", "4.0", 0.2)],
)
def test_documents_hold_the_part_and_most_are_sound(format: str, version: str, sound: float) -> None:
    made = list(documents(format, version))
    assert len(made) >= 150
    loaded = 0
    for path, seed in made[::10]:
        assert path.rpartition("/")[2].removeprefix("@").encode() in seed.data
        try:
            bodyplan.loads(seed.data, format=format)
        except bodyplan.LoadError:
            continue
        loaded += 1
    assert loaded >= sound * len(made[::10])
