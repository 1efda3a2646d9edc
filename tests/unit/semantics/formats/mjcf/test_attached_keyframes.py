"""Keyframes of documents that are attached to another one."""

from __future__ import annotations

from pathlib import Path

import bodyplan

KID = """<mujoco model="kid">
  <worldbody><body name="k"><joint name="j" type="slide"/><geom size="1"/></body></worldbody>
  <keyframe><key name="up" qpos="3"/></keyframe>
</mujoco>
"""
TWO = """<mujoco model="two">
  <asset><model name="kid" file="kid.xml"/></asset>
  <worldbody>
    <body name="own"><joint type="slide" ref="7"/><geom size="1"/></body>
    <frame><attach model="kid" body="k" prefix="a_"/></frame>
    <frame><attach model="kid" body="k" prefix="b_"/></frame>
  </worldbody>
  <keyframe><key name="own" qpos="1 2"/></keyframe>
</mujoco>
"""


def test_keyframe_of_an_attached_document_says_the_coordinates_of_its_joints(tmp_path: Path) -> None:
    (tmp_path / "kid.xml").write_text(KID, encoding="utf-8")
    (tmp_path / "two.xml").write_text(TWO, encoding="utf-8")
    scene = bodyplan.load(tmp_path / "two.xml").scene
    assert {key.name: tuple(key.qpos) for key in scene.keyframes} == {
        "a_up": (7.0, 3.0, 0.0),
        "b_up": (7.0, 0.0, 3.0),
        "own": (1.0, 2.0, 0.0),
    }
