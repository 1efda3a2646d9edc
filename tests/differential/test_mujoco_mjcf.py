"""What MuJoCo refuses of MJCF documents, beside what bodyplan finds: of names, classes, copies, includes and texts."""

from __future__ import annotations

import os
from pathlib import Path

import bodyplan
import pytest

mujoco = pytest.importorskip("mujoco")
pytestmark = pytest.mark.oracle

COPIES = (
    '<replicate count="2"><body name="b"><joint name="j"/><geom name="g" size=".1"/><site name="s"/></body></replicate>'
)
WORLD = '<worldbody><body name="b"><joint name="j"/><geom name="g" size=".1"/><site name="s"/></body></worldbody>'
COPIED = f"<worldbody>{COPIES}</worldbody>"
KID = '<worldbody><body name="b"><joint name="j"/><geom name="g" size=".1"/></body></worldbody>'
DOCUMENTS = [
    # texts
    *(
        f'<worldbody><geom size="1" {text}/></worldbody>'
        for text in (
            *('pos=""', 'pos=" "', 'pos="0x10 0 0"', 'pos="1,0,0"', 'pos="1_0 0 0"', 'pos="1 0"', 'pos="1 0 0 0"'),
            *(
                'mass=""',
                'mass="1e400"',
                'mass="1e-400"',
                'mass="1f"',
                'contype="1.0"',
                'contype="+1"',
                'contype="0x1"',
            ),
            *('contype="2147483648"', 'contype="-2147483648"', 'group="007"', 'type=""', 'type="Box"', 'user=""'),
            *('rgba="1 1 1"', 'friction="1"', 'castshadow="1"', 'castshadow="true"', 'pos="INF 0 0"', 'bogus="1"'),
        )
    ),
    # classes
    '<default class="top"/>',
    "<default><default/></default>",
    '<default><default class="a"/><default class="a"/></default>',
    '<default><default class="main"/></default>',
    '<default><geom class="a"/></default>',
    '<default/><default/><worldbody><geom class="main" size="1"/></worldbody>',
    '<worldbody><geom class="a" size="1"/></worldbody><default><default class="a"/></default>',
    '<worldbody><body childclass="a"/></worldbody>',
    '<worldbody><body><frame childclass="a"/></body></worldbody>',
    # names and references
    *(
        f"{WORLD}{text}"
        for text in (
            '<worldbody><body name="b"/></worldbody>',
            '<worldbody><body name="world"/></worldbody>',
            '<worldbody><site name="world"/><frame name="b"/></worldbody>',
            '<worldbody><frame name="f"/><frame name="f"/></worldbody>',
            '<worldbody><camera target="nix"/></worldbody>',
            '<worldbody><light texture="nix"/></worldbody>',
            '<worldbody><site material="nix"/></worldbody>',
            '<worldbody><site material=""/></worldbody>',
            '<asset><material name="m" texture="nix"/></asset>',
            '<asset><mesh name="m" material="nix" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/></asset>',
            "<asset><material/></asset>",
            "<asset><mesh/></asset>",
            '<asset><texture builtin="flat" width="1" height="1"/></asset>',
            '<asset><texture type="skybox" builtin="flat" width="1"/></asset>',
            '<asset><texture name="t" type="2d" builtin="flat" width="1"/></asset>',
            '<asset><hfield name="h" size="1 1 1 1" nrow="1" ncol="2"/></asset>',
            '<contact><pair geom1="g"/></contact>',
            '<contact><exclude body1="b" body2="nix"/></contact>',
            '<contact><exclude body1="b" body2=""/></contact>',
            '<equality><connect body1="nix" anchor="0 0 0"/></equality>',
            '<equality><weld body1="b" body2="world"/></equality>',
            '<equality><joint joint1="g"/></equality>',
            '<tendon><fixed><joint joint="nix" coef="1"/></fixed></tendon>',
            '<tendon><fixed><joint joint="j"/></fixed></tendon>',
            '<actuator><motor joint="nix"/></actuator>',
            '<actuator><motor tendon="j"/></actuator>',
            '<sensor><framepos objtype="xbody" objname="b"/></sensor>',
            '<sensor><framepos objtype="body" objname="s"/></sensor>',
            '<sensor><framepos objtype="body" objname="b" reftype="site" refname="s"/></sensor>',
            '<sensor><framepos objtype="body" objname="b" reftype="site" refname="b"/></sensor>',
            '<sensor><framepos objtype="body" objname="b" reftype="site"/></sensor>',
            '<sensor><user dim="1" objtype="foo" objname="j"/></sensor>',
            '<sensor><touch site=""/></sensor>',
            '<custom><tuple name="t"><element objtype="geom" objname="g"/></tuple></custom>',
            '<custom><tuple name="t"><element objtype="geom" objname="b"/></tuple></custom>',
            '<custom><tuple name="t"/></custom>',
            '<custom><numeric name="n" size="1" data="1 2"/></custom>',
            '<custom><text name="n" data=""/></custom>',
            '<size nconmax="-2"/>',
            '<compiler eulerseq="xy"/>',
            '<compiler coordinate="global"/>',
        )
    ),
    # copies
    *(
        f"{COPIED}{text}"
        for text in (
            '<actuator><motor joint="j"/></actuator>',
            '<actuator><motor joint="j0"/></actuator>',
            '<actuator><motor name="m0" joint="j0"/><motor name="m" joint="j"/></actuator>',
            '<contact><exclude body1="b" body2="world"/></contact>',
            '<worldbody><body name="b1"/></worldbody>',
            '<worldbody><site name="w"/></worldbody><sensor><framepos objtype="site" objname="s" reftype="site" refname="w"/></sensor>',
        )
    ),
    (
        f'<worldbody><site name="w"/>{COPIES}</worldbody>'
        '<sensor><framepos objtype="site" objname="s" reftype="site" refname="w"/></sensor>'
    ),
    f'<worldbody><site name="w"/>{COPIES}</worldbody><tendon><spatial><site site="w"/><site site="s"/></spatial></tendon>',
    '<worldbody><body><replicate count="2"><joint/></replicate><geom size="1"/></body></worldbody>',
    "<worldbody><replicate/></worldbody>",
    '<worldbody><frame><geom size="1" bogus="1"/><body bogus="1"/></frame></worldbody>',
    "<worldbody><frame><bogus/></frame></worldbody>",
    # sensors
    *(
        f'<worldbody><body><joint name="j"/><geom name="g" size=".1"/><site name="s"/></body></worldbody><sensor>{text}</sensor>'
        for text in (
            *('<touch site="s" cutoff="-1"/>', '<touch site="s" noise="-1"/>', '<touch site="s" interval="-1"/>'),
            *('<touch site="s" delay="1"/>', '<touch site="s" delay="1" nsample="2"/>'),
            *(
                '<touch site="s" interval="1 1"/>',
                '<touch site="s" interval="1 -1"/>',
                '<touch site="s" interval="1 -.5"/>',
            ),
            *('<jointlimitpos joint="j"/>', '<ballquat joint="j"/>', '<jointpos joint="j"/>'),
            *('<user dim="-1"/>', '<user dim="2" datatype="axis"/>', '<user dim="4" datatype="quaternion"/>'),
            *('<framexaxis objtype="site" objname="s" cutoff="1"/>', '<distance geom1="g" geom2="g"/>'),
            *('<contact geom1="g" num="0"/>', '<contact geom1="g" num=""/>', '<contact geom1="g" data="force found"/>'),
            *('<contact geom1="g" data="found force"/>', '<rangefinder site="s" data="dist dist"/>'),
        )
    ),
    # meshes
    *(
        f'<asset><mesh name="m" {text}/></asset>'
        for text in (
            *(
                'builtin="sphere"',
                'builtin="sphere" params="5"',
                'builtin="sphere" params="1 1"',
                'builtin="none" params="1"',
            ),
            *('builtin="cone" params="3 2"', 'builtin="supertorus" params="6 0 1 1"', 'builtin="plate" params="1 1"'),
            *('builtin="sphere" params="1" maxhullvert="3"', 'builtin="sphere" params="1" maxhullvert="-1"'),
            'vertex="0 0 0 1 0 0 0 1 0 0 0 1" texcoord="0 0"',
            'vertex="0 0 0 1 0 0 0 1 0 0 0 1" texcoord="0 0 1 0 0 1 1"',
            'vertex="0 0 0 1 0 0 0 1 0 0 0 1" normal="1"',
        )
    ),
    '<default><default class="k"><mesh maxhullvert="2"/></default></default>',
    *(
        '<asset><texture name="t" type="2d" builtin="flat" width="2" height="2"/><material name="m">'
        f'<layer texture="t" role="{role}"/></material></asset>'
        for role in ("orm", "user", "")
    ),
    # bodies that sleep, and classes of what has none
    *(
        f"<worldbody>{text}</worldbody>"
        for text in (
            *('<body sleep="never"/>', '<body sleep="auto"/>', '<body sleep="init"><joint/><geom size=".1"/></body>'),
            '<body><geom size=".1"/><joint/><body sleep="never"><joint/><geom size=".1"/></body></body>',
            *('<frame class="nix"/>', '<frame><body class="nix"/></frame>', '<replicate count="1" class="nix"/>'),
        )
    ),
    '<default><default class="a"><geom size=".3"/></default></default><worldbody><frame class="a"><geom/></frame></worldbody>',
    *(
        '<worldbody><replicate count="0"><body name="b"><joint name="j"/><geom size=".1"/></body></replicate></worldbody>'
        f"{text}"
        for text in ('<actuator><motor joint="j"/></actuator>', '<contact><exclude body1="b" body2="c"/></contact>')
    ),
    # structure
    '<worldbody><body mocap="true"><joint/><geom size="1"/></body></worldbody>',
    '<worldbody><body><body mocap="true"/></body></worldbody>',
    "<worldbody><frame><joint/></frame></worldbody>",
    '<worldbody name="w"/>',
    '<body name="b"><geom size="x"/></body>',
    "<frame/>",
    '<body bogus="1"/>',
    # includes and attached models
    *(
        f'<asset><model name="k" file="kid.xml"/></asset><worldbody>{attach}</worldbody>'
        for attach in (
            '<attach model="k" prefix="x"/>',
            '<attach model="k" body="b" prefix="x"/><attach model="k" body="b" prefix="y"/>',
            '<attach model="k" body="b" prefix="x"/><attach model="k" body="b" prefix="x"/>',
            '<attach model="k" body="nix" prefix="x"/>',
            '<attach model="nix" body="b" prefix="x"/>',
            '<attach model="k" body="b" prefix=""/>',
            '<attach model="k" body="b"/>',
        )
    ),
    '<asset><model file="nix.xml"/></asset>',
    '<worldbody><include file="part.xml"/></worldbody>',
    '<worldbody><include file="part.xml"/><include file="./part.xml"/></worldbody>',
    '<worldbody><include file="part.xml" prefix="x"/></worldbody>',
    '<worldbody><include file="nix.xml"/></worldbody>',
    '<worldbody><include file="empty.xml"/></worldbody>',
    '<worldbody><include file="main.xml"/></worldbody>',
    "<include/>",
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("mjcf")
    (made / "kid.xml").write_text(f"<mujoco>{KID}</mujoco>")
    (made / "part.xml").write_text('<anything bogus="1"><body name="p"/></anything>')
    (made / "empty.xml").write_text("<mujoco/>")
    return made


@pytest.mark.parametrize("text", DOCUMENTS)
def test_verdict_is_that_of_mujoco(text: str, folder: Path) -> None:
    path = folder / "main.xml"
    path.write_text(f"<mujoco>{text}</mujoco>")
    refusal = None
    try:
        mujoco.MjModel.from_xml_path(os.fspath(path))
    except ValueError as error:
        refusal = str(error)
    report = bodyplan.check(path, target="mujoco")
    errors = [str(each) for each in report.diagnostics if each.severity == "error"]
    assert report.ok is (refusal is None), f"MuJoCo: {refusal}; bodyplan: {errors}"
