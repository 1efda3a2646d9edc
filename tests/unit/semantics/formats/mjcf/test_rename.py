"""Names that MJCF documents refer to, renamed: the kind of some references is said by another attribute."""

from __future__ import annotations

from pathlib import Path

import bodyplan

TEXT = """<mujoco model="m"><worldbody><body name="b"><site name="s"/><geom size=".1" name="g"/></body></worldbody>
<sensor><framepos objtype="site" objname="s"/><framepos objtype="xbody" objname="b"/></sensor>
<custom><tuple name="s"><element objtype="site" objname="s"/><element objtype="tuple" objname="s"/></tuple></custom>
</mujoco>
"""


def renamed(folder: Path, path: str, name: str) -> str:
    written = folder / "m.xml"
    written.write_text(TEXT)
    document = bodyplan.load(written)
    bodyplan.rename(document, path, name)
    document.save(written)
    return written.read_text()


def test_rename_follows_references_of_its_kind(tmp_path: Path) -> None:
    site = '/mujoco/worldbody/body[@name="b"]/site[@name="s"]'
    assert renamed(tmp_path, site, "z") == TEXT.replace('site name="s"', 'site name="z"').replace(
        '"site" objname="s"', '"site" objname="z"'
    )
    assert renamed(tmp_path, "b", "z") == TEXT.replace('"b"', '"z"'), "xbody is a body, too"
    assert renamed(tmp_path, '/mujoco/custom/tuple[@name="s"]', "z") == TEXT.replace(
        'tuple name="s"', 'tuple name="z"'
    ).replace('"tuple" objname="s"', '"tuple" objname="z"')


def test_a_body_is_found_by_its_scoped_name_and_the_model_has_a_name_too() -> None:
    document = bodyplan.loads('<mujoco model="arm"><worldbody><body name="base"/></worldbody></mujoco>')
    (renamed,) = bodyplan.rename(document, "arm::base", "foot")
    assert list(renamed.scene.links) == ["arm::foot"]
    (renamed,) = bodyplan.rename(document, "arm", "leg")
    assert list(renamed.scene.links) == ["leg::foot"]
