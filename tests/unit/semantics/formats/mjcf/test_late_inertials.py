"""Mass properties that follow from sound geoms are found out when they are asked for, and are what they would be now."""

from __future__ import annotations

from math import pi

import bodyplan
import numpy as np
import pytest
from bodyplan.semantics.document.document import get_parsed
from bodyplan.semantics.formats.mjcf.inertials import FARTHEST, PLAIN_DENSITIES, PLAIN_LENGTHS, PLAIN_MASSES, SMALL
from bodyplan.semantics.ir.links import LinkRecord

BALL = '<geom size=".1"/>'


def links_of(inside: str, before: str = "") -> list[LinkRecord]:
    text = f'<mujoco>{before}<worldbody><body name="b"><joint type="slide"/>{inside}</body></worldbody></mujoco>'
    meaning = get_parsed(bodyplan.loads(text)).meaning
    assert meaning is not None
    return meaning[0].description.links


def test_a_check_makes_none_of_sound_geoms() -> None:
    (link,) = links_of(BALL)
    assert link.made_inertial is None
    mass = 4 / 3 * pi * 0.1**3 * 1000
    assert link.inertial.mass == pytest.approx(mass)
    assert link.inertial.moments == pytest.approx((*[0.4 * mass * 0.01] * 3, 0, 0, 0))
    assert link.made_inertial is link.inertial


@pytest.mark.parametrize(
    ("inside", "before"),
    [
        ('<inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>', ""),
        ('<geom size=".1" density="1"/>', ""),
        ('<geom size=".0005"/>', ""),
        ('<geom size="1000"/>', ""),
        ('<geom size=".1" mass="1e-9"/>', ""),
        ('<geom size=".1" pos="1000 0 0"/>', ""),
        ('<geom size=".1" shellinertia="true"/>', ""),
        (f'{BALL}<geom size=".0005"/>', ""),
        (BALL, '<compiler settotalmass="1"/>'),
        (BALL, '<compiler fusestatic="true"/>'),
        (BALL, '<compiler discardvisual="true"/>'),
    ],
)
def test_all_others_are_made_now(inside: str, before: str) -> None:
    assert all(link.made_inertial is not None for link in links_of(inside, before))


@pytest.mark.parametrize("kind", ["sphere", "capsule", "cylinder", "ellipsoid", "box"])
@pytest.mark.parametrize("said", [f'density="{PLAIN_DENSITIES[0]}"', f'mass="{PLAIN_MASSES[0]}"'])
@pytest.mark.parametrize("place", [0.0, FARTHEST / 2])
def test_the_least_that_waits_is_a_body(kind: str, said: str, place: float) -> None:
    least, most = PLAIN_LENGTHS
    for size in (f"{least} {least} {least}", f"{least} {most / 2} {least}", f"{most / 2} {least} {least}"):
        geom = f'<geom type="{kind}" size="{size}" {said}/>'
        (link,) = links_of(geom + geom.replace("<geom", f'<geom pos="{place} 0 0" euler="20 30 40"'))
        assert link.made_inertial is None
        xx, yy, zz, xy, xz, yz = link.inertial.moments
        principal = np.linalg.eigvalsh([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
        assert principal[0] >= SMALL
        assert link.inertial.mass > SMALL


def test_a_scene_keeps_the_masses_that_its_document_had() -> None:
    doc = bodyplan.loads(f'<mujoco><worldbody><body name="b">{BALL}</body></worldbody></mujoco>')
    scene, twin = doc.scene, bodyplan.loads(doc.dumps()).scene
    doc.root.worldbody[0].body[0].geom[0].size = (1.0,)
    (name,) = scene.links
    assert scene.links[name].mass == twin.links[name].mass != doc.scene.links[name].mass
