"""Each rule of SKEL on the smallest document that breaks it."""

from __future__ import annotations

from pathlib import Path

import bodyplan
import pytest

BOX = "<geometry><box><size>1 1 1</size></box></geometry>"
PIN = "<axis><xyz>0 0 1</xyz></axis>"


def world(content: str) -> str:
    return f'<skel version="1.0"><world name="w">{content}</world></skel>'


def skeleton(content: str, **attributes: str) -> str:
    written = "".join(f' {name}="{value}"' for name, value in ({"name": "s"} | attributes).items())
    return world(f"<skeleton{written}>{content}</skeleton>")


def bodies(*names: str) -> str:
    return "".join(f'<body name="{name}"/>' for name in names)


def joint(parent: str, child: str, content: str = "", name: str = "j", type: str = "weld") -> str:
    ends = f"<parent>{parent}</parent><child>{child}</child>"
    return f'<joint name="{name}" type="{type}">{ends}{content}</joint>'


def held(content: str = "") -> str:
    """A body on the world."""
    return f'<body name="a">{content}</body>' + joint("world", "a")


def revolute(content: str) -> str:
    return bodies("a") + joint("world", "a", content, type="revolute")


def codes(text: str, tmp_path: Path, *, strict: bool = False, target: bodyplan.Target | None = None) -> dict[str, str]:
    """Code and severity of each finding."""
    path = tmp_path / "x.skel"
    path.write_text(text, encoding="utf-8")
    report = bodyplan.check(path, strict=strict, target=target)
    return {finding.code: finding.severity for finding in report.diagnostics}


DOCUMENTS: dict[str, tuple[str, dict[str, str]]] = {
    "nothing wrong": (skeleton(held()), {}),
    "a parent that is not there": (skeleton(bodies("a") + joint("b", "a")), {"BP501": "error"}),
    "a child that is not there": (skeleton(held() + joint("a", "b")), {"BP502": "error"}),
    "two joints for a child": (
        skeleton(bodies("a", "b") + joint("world", "a", name="i") + joint("world", "b", name="j") + joint("a", "b")),
        {"BP590": "error"},
    ),
    "a loop": (
        skeleton(bodies("a", "b") + joint("a", "b", name="i") + joint("b", "a", name="j")),
        {"BP591": "error"},
    ),
    "a body that hangs on itself": (skeleton(bodies("a") + joint("a", "a")), {"BP591": "error"}),
    "a joint before its body": (skeleton(joint("world", "a") + bodies("a")), {"BP592": "note"}),
    "too few positions": (
        skeleton(bodies("a") + joint("world", "a", "<init_pos>1 2</init_pos>", type="ball")),
        {"BP593": "warning"},
    ),
    "too many velocities": (skeleton(revolute(PIN + "<init_vel>1 2</init_vel>")), {"BP593": "warning"}),
    "a coordinate that is not there": (skeleton(revolute(PIN + '<dof local_index="1"/>')), {"BP594": "warning"}),
    "a coordinate without a number": (
        skeleton(bodies("a") + joint("world", "a", "<dof/>", type="ball")),
        {"BP595": "warning"},
    ),
    "a coordinate of the only one": (skeleton(revolute(PIN + "<dof/>")), {}),
    "an axis of length 2": (skeleton(revolute("<axis><xyz>0 0 2</xyz></axis>")), {"BP596": "note"}),
    "a universal axis of length 2": (
        skeleton(
            bodies("a")
            + joint(
                "world",
                "a",
                "<axis><xyz>0 0 2</xyz></axis><axis2><xyz>1 0 0</xyz></axis2>",
                type="universal",
            )
        ),
        {"BP589": "warning"},
    ),
    "no direction": (skeleton(revolute("<axis><xyz>0 0 0</xyz></axis>")), {"BP506": "error"}),
    "negative damping": (
        skeleton(revolute("<axis><xyz>0 0 1</xyz><dynamics><damping>-1</damping></dynamics></axis>")),
        {"BP597": "warning"},
    ),
    "parallel axes of a plane": (
        skeleton(
            bodies("a")
            + joint(
                "world",
                "a",
                '<plane type="arbitrary"><translation_axis1><xyz>1 0 0</xyz></translation_axis1>'
                "<translation_axis2><xyz>-2 0 0</xyz></translation_axis2></plane>",
                type="planar",
            )
        ),
        {"BP598": "error"},
    ),
    "the old word of an actuator": (
        skeleton(bodies("a") + joint("world", "a").replace("type=", 'actuator="torque" type=')),
        {"BP599": "warning"},
    ),
    "an unknown type": (skeleton(bodies("a") + joint("world", "a", type="hinge")), {"BP107": "error"}),
    "two bodies of a name": (skeleton(bodies("a") + held()), {"BP660": "error"}),
    "two joints of a name": (
        skeleton(bodies("a", "b") + joint("world", "a") + joint("world", "b")),
        {"BP661": "warning"},
    ),
    "two skeletons of a name": (
        world(f'<skeleton name="s">{held()}</skeleton><skeleton name="s">{held()}</skeleton>'),
        {"BP661": "warning"},
    ),
    "a body without a name": (skeleton(held() + "<body/>"), {"BP662": "warning", "BP663": "note"}),
    "a body without a joint": (skeleton(bodies("a")), {"BP663": "note"}),
    "no world": ("<skel/>", {"BP664": "error"}),
    "a skeleton without a world": (
        f'<skel><skeleton name="s">{held()}</skeleton></skel>',
        {"BP664": "warning"},
    ),
    "a size below zero": (
        skeleton(
            held("<visualization_shape><geometry><sphere><radius>-1</radius></sphere></geometry></visualization_shape>")
        ),
        {"BP665": "warning"},
    ),
    "no mass": (
        skeleton(
            held(
                "<inertia><mass>0</mass><moment_of_inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz><ixy>0</ixy><ixz>0</ixz>"
                "<iyz>0</iyz></moment_of_inertia></inertia>"
            )
        ),
        {"BP666": "warning"},
    ),
    "an impossible inertia": (
        skeleton(
            held(
                "<inertia><mass>1</mass><moment_of_inertia><ixx>5</ixx><iyy>1</iyy><izz>1</izz><ixy>0</ixy><ixz>0</ixz>"
                "<iyz>0</iyz></moment_of_inertia></inertia>"
            )
        ),
        {"BP667": "warning"},
    ),
    "a mesh that is not there": (
        skeleton(
            held(
                "<inertia><mass>1</mass></inertia><visualization_shape><geometry><mesh><file_name>m.obj</file_name>"
                "<scale>1 1 1</scale></mesh></geometry></visualization_shape>"
            )
        ),
        {"BP657": "warning", "BP669": "warning"},
    ),
    "no body": (skeleton(""), {"BP670": "warning"}),
    "a skeleton called world": (skeleton(held(), name="world"), {"BP671": "error"}),
    "blanks around a name": (skeleton(bodies("a") + joint(" world ", " a ")), {"BP672": "warning"}),
    "a time step of zero": (
        world(f'<physics><time_step>0</time_step></physics><skeleton name="s">{held()}</skeleton>'),
        {"BP673": "warning"},
    ),
    "mobile and immobile": (
        skeleton("<mobile>true</mobile><immobile>true</immobile>" + held()),
        {"BP674": "warning"},
    ),
}


@pytest.mark.parametrize("case", DOCUMENTS)
def test_is_reported(case: str, tmp_path: Path) -> None:
    text, expected = DOCUMENTS[case]
    assert codes(text, tmp_path) == expected


@pytest.mark.parametrize("case", DOCUMENTS)
def test_strict_makes_warnings_errors(case: str, tmp_path: Path) -> None:
    text, expected = DOCUMENTS[case]
    assert codes(text, tmp_path, strict=True) == {
        code: "error" if severity == "warning" else severity for code, severity in expected.items()
    }


FATAL = ("a loop", "a body that hangs on itself", "no world", "a skeleton without a world")
SURVIVED = [case for case in DOCUMENTS if case not in FATAL]


@pytest.mark.parametrize("case", SURVIVED)
def test_dart_goes_on_over_nearly_everything(case: str, tmp_path: Path) -> None:
    assert "error" not in codes(DOCUMENTS[case][0], tmp_path, target="dart").values()


@pytest.mark.parametrize("case", FATAL)
def test_dart_does_not_go_on_over_a_loop_or_without_a_world(case: str, tmp_path: Path) -> None:
    assert "error" in codes(DOCUMENTS[case][0], tmp_path, target="dart").values()


def test_a_finding_points_at_what_it_is_about() -> None:
    text = skeleton("\n" + bodies("a") + "\n" + joint("b", "a"))
    with pytest.raises(bodyplan.LoadError) as caught:
        bodyplan.loads(text)
    finding = next(finding for finding in caught.value.diagnostics if finding.code == "BP501")
    assert finding.line == 3
    assert finding.xpath == '/skel/world[@name="w"]/skeleton[@name="s"]/joint[@name="j"]/parent'
    assert "'b'" in finding.message


def test_the_first_of_two_is_named() -> None:
    with pytest.raises(bodyplan.LoadError) as caught:
        bodyplan.loads(DOCUMENTS["two joints for a child"][0])
    (finding,) = (finding for finding in caught.value.diagnostics if finding.severity == "error")
    assert finding.message == "body 'b' is held by joint 'j' already; joint 'j' cannot hold it too"
    assert [related.message for related in finding.related] == ["the joint that it hangs on"]


def test_a_loop_names_its_joints() -> None:
    with pytest.raises(bodyplan.LoadError) as caught:
        bodyplan.loads(DOCUMENTS["a loop"][0])
    (finding,) = (finding for finding in caught.value.diagnostics if finding.severity == "error")
    assert finding.message.endswith("'i' -> 'j' -> 'i'") or finding.message.endswith("'j' -> 'i' -> 'j'")
