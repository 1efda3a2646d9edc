"""SRDFs that are made for a robot: which pairs of links, and why."""

from __future__ import annotations

from pathlib import Path

import bodyplan
import pytest
from bodyplan.cli.main import main
from bodyplan.semantics.document.srdf_draft import SrdfDraft, draft_srdf

BOX = "<collision>{origin}<geometry><box size='{size}'/></geometry></collision>"


def box(size: str = "0.1 0.1 0.1", at: str | None = None) -> str:
    origin = "" if at is None else f"<origin xyz='{at}'/>"
    return BOX.format(size=size, origin=origin)


def link(name: str, content: str = "") -> str:
    return f"<link name='{name}'>{content}</link>"


def joint(parent: str, child: str, kind: str = "revolute", at: str = "0 0 0", limits: str = "-1 1") -> str:
    lower, upper = limits.split()
    limit = (
        ""
        if kind == "fixed"
        else f"<limit lower='{lower}' upper='{upper}' effort='1' velocity='1'/><axis xyz='0 0 1'/>"
    )
    ends = f"<parent link='{parent}'/><child link='{child}'/><origin xyz='{at}'/>"
    return f"<joint name='{parent}_{child}' type='{kind}'>{ends}{limit}</joint>"


def draft(*parts: str, base_dir: Path | None = None, samples: int = 200) -> SrdfDraft:
    return draft_srdf(bodyplan.loads(f"<robot name='r'>{''.join(parts)}</robot>", base_dir=base_dir), samples=samples)


def pairs(made: SrdfDraft) -> dict[tuple[str, str], str | None]:
    return {(each.link1, each.link2): each.reason for each in made.document.root.disable_collisions}


def test_links_with_a_joint_or_only_empty_links_between_them_are_adjacent() -> None:
    made = draft(
        *(link("a", box()), link("empty"), link("b", box()), link("c", box())),
        *(joint("a", "empty"), joint("empty", "b", at="1 0 0"), joint("b", "c", at="1 0 0")),
    )
    assert pairs(made) == {("a", "b"): "Adjacent", ("b", "c"): "Adjacent", ("a", "c"): "Never"}
    assert made.document.root.name == "r"


def test_pairs_that_collide_always_sometimes_or_at_zero() -> None:
    made = draft(
        link("base", box()),
        # on the axis of both joints, whatever they do
        *(link("inner", box(at="2 0 0")), joint("base", "inner")),
        *(link("outer", box()), joint("inner", "outer")),
        # in the way of an arm that turns once around
        *(link("post", box("0.2 0.2 0.2", at="0 1 0")), joint("base", "post", "fixed")),
        *(link("arm", box("2 0.1 0.1", at="1 0 0")), joint("inner", "arm", limits="-3.1 3.1")),
    )
    found = pairs(made)
    assert found["base", "outer"] == "Always"
    assert found["inner", "outer"] == "Adjacent"
    assert ("arm", "post") not in found
    assert found["arm", "base"] == "Always"
    assert found["inner", "post"] == "Never"


def test_pairs_that_collide_at_zero_only() -> None:
    arm = joint("middle", "arm", limits="-0.5 3.1")
    made = draft(
        *(link("base", box()), link("middle", box(at="0 -3 0")), joint("base", "middle", "fixed")),
        *(
            link("arm", box("1 0.1 0.1", at="0.5 0 0")),
            arm,
            link("post", box(at="1 0 0")),
            joint("base", "post", "fixed"),
        ),
    )
    assert pairs(made)["arm", "post"] == "Default"
    elsewhere = draft(
        *(link("base", box()), link("middle", box(at="0 -3 0")), joint("base", "middle", "fixed")),
        *(link("arm", box("1 0.1 0.1", at="0.5 0 0")), arm.replace("-0.5", "1"), link("post", box(at="1 0 0"))),
        joint("base", "post", "fixed"),
    )
    assert pairs(elsewhere)["arm", "post"] == "Never"  # zero is outside of the limits


def test_what_is_rigid_is_compared_once() -> None:
    made = draft(
        *(link("a", box()), link("b", box(at="5 0 0")), link("c", box()), link("d", box(at="0 5 0"))),
        *(joint("a", "b", "fixed"), joint("b", "c", "fixed"), joint("c", "d", "fixed")),
    )
    assert pairs(made)["a", "c"] == "Always"
    assert pairs(made)["b", "d"] == "Never"


def test_meshes_are_compared_by_their_triangles(tmp_path: Path) -> None:
    pytest.importorskip("trimesh", reason="the extra bodyplan[trimesh] is not installed")
    pytest.importorskip("scipy", reason="the extra bodyplan[trimesh] is not installed")
    # an angle of two plates, whose hull holds what lies between them
    corners = [(x, y, z) for z in (0, 1) for x, y in ((0, 0), (1, 0), (1, 0.1), (0.1, 0.1), (0.1, 1), (0, 1))]
    lines = [f"v {x} {y} {z}" for x, y, z in corners]
    lines += ["f 1 2 3", "f 1 3 4", "f 1 4 5", "f 1 5 6", "f 7 9 8", "f 7 10 9", "f 7 11 10", "f 7 12 11"]
    for i in range(6):
        j = (i + 1) % 6
        lines += [f"f {i + 1} {j + 7} {j + 1}", f"f {i + 1} {i + 7} {j + 7}"]
    (tmp_path / "angle.obj").write_text("\n".join(lines))
    angle = "<collision><geometry><mesh filename='angle.obj'/></geometry></collision>"
    parts = (
        *(link("a", angle), link("far", box(at="0 0 9")), joint("a", "far", "fixed")),
        *(link("near", box(at="0.35 0.35 0.5")), joint("far", "near", "prismatic", limits="0 0.1")),
        *(link("through", box(at="0.5 0.05 0.5")), joint("far", "through", "prismatic", limits="0 0.1")),
    )
    found = pairs(draft(*parts, base_dir=tmp_path, samples=60))
    assert found["a", "near"] == "Never"
    assert found["a", "through"] == "Always"


def test_of_links_with_unknown_shapes_only_neighbours_are_known(tmp_path: Path) -> None:
    lost = "<collision><geometry><mesh filename='lost.obj'/></geometry></collision>"
    made = draft(
        *(link("a", box()), link("b", lost), link("c", box(at="1 0 0"))),
        *(joint("a", "b"), joint("b", "c")),
        base_dir=tmp_path,
    )
    assert pairs(made) == {("a", "b"): "Adjacent", ("b", "c"): "Adjacent", ("a", "c"): "Never"}
    assert made.unknown == ("b",)


def test_the_command_writes_what_check_finds_nothing_in(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    robot, out = tmp_path / "r.urdf", tmp_path / "config" / "r.srdf"
    robot.write_text(
        f"<robot name='r'>{link('a', box())}{link('b', box(at='1 0 0'))}{joint('a', 'b')}</robot>", encoding="utf-8"
    )
    assert main(["srdf", str(robot), "-o", str(out), "--samples", "10"]) == 0
    assert main(["srdf", str(robot), "--samples", "10"]) == 0
    assert capsys.readouterr().out == out.read_text(encoding="utf-8")
    assert main(["check", "--strict", str(out)]) == 0
    assert bodyplan.load(out).format == "srdf"


@pytest.mark.parametrize("count", ["0", "many", "99999999"])
def test_numbers_of_configurations(count: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["srdf", "r.urdf", "--samples", count]) == 2
    assert "configurations" in capsys.readouterr().err


def test_an_srdf_is_about_one_robot(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    world = tmp_path / "w.sdf"
    model = "<model name='{}'><link name='l'/></model>"
    world.write_text(
        f"<sdf version='1.9'><world name='w'>{model.format('a')}{model.format('b')}</world></sdf>", encoding="utf-8"
    )
    assert main(["srdf", str(world)]) == 2
    assert "one robot" in capsys.readouterr().err
