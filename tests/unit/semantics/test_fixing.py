"""Fixes of findings: what they change, when they are safe, and what they leave alone."""

from __future__ import annotations

import itertools
import pickle
import random
from pathlib import Path

import bodyplan
import pytest
from bodyplan.cli.main import main
from bodyplan.diagnostics.registry import REGISTRY
from bodyplan.runtime.parser import parse
from bodyplan.runtime.sink import Sink
from bodyplan.runtime.source import Source
from bodyplan.semantics.core.written_file import Shifts, TextChange
from bodyplan.semantics.document import parser
from bodyplan.semantics.fix import selection
from bodyplan.semantics.fix.candidate import Draft
from bodyplan.semantics.fix.registry import KINDS
from bodyplan.semantics.fix.selection import Candidate, split_overlapping
from bodyplan.semantics.fix.verification import Changes, TrialLoader, TrialState

URDF = """<?xml version='1.0'?>
<robot name='r'>
\t<link name="base"/>   <!-- the base -->
\t<link name='arm'>{link}</link>

\t<joint name='j' type='revolute'>
\t\t<parent link='base'/>  <child link='arm'/>
\t\t<limit lower='-1' upper='1' effort='1' velocity='1'/>{joint}
\t</joint>{robot}
</robot>
"""
SDF = """<sdf version="1.9">
  <model name="m">
    <link name="a">{link}</link>
    <link name="b"/>
    <joint name="j" type="revolute"><parent>a</parent><child>b</child><axis><xyz>0 0 1</xyz></axis></joint>{model}
  </model>
</sdf>
"""
SKEL = """<skel version="1.0"><world name="w"><skeleton name="s">
  <body name="b"/>
  <joint name="j" type="revolute"{attributes}>
    <parent>world</parent><child>b</child>
    <axis><xyz>0 0 1</xyz>{axis}</axis>{joint}
  </joint>
</skeleton></world></skel>
"""


def urdf(link: str = "", joint: str = "", robot: str = "") -> str:
    return URDF.format(link=link, joint=joint, robot=robot)


def sdf(link: str = "", model: str = "") -> str:
    return SDF.format(link=link, model=model)


def skel(joint: str = "", axis: str = "", attributes: str = "") -> str:
    return SKEL.format(joint=joint, axis=axis, attributes=attributes)


BOX = "<{what} name='c'><geometry><box><size>1 1 1</size></box></geometry></{what}>"
SHAPES = BOX.format(what="collision") * 2

CASES = [
    # names
    ("BP201", urdf().replace('<link name="base"/>', '<lnk name="base"/>'), '<lnk name="base"/>', '<link name="base"/>', True),
    ("BP202", urdf().replace("lower=", "lowr="), "lowr=", "lower=", False),
    ("BP107", urdf().replace("'revolute'", "'revolut'"), "'revolut'", "'revolute'", True),
    ("BP502", urdf().replace("child link='arm'", "child link='amr'"), "'amr'", "'arm'", True),
    ("BP501", sdf().replace("<parent>a", "<parent> aa "), "<parent> aa ", None, None),
    ("BP204", urdf().replace('<link name="base"/>', "<link/>"), "<link/>", "<link name='base'/>", True),
    ("BP323", sdf(SHAPES), SHAPES, SHAPES[: len(SHAPES) // 2] + SHAPES[len(SHAPES) // 2 :].replace("'c'", "'c_2'"), True),
    ("BP325", sdf().replace("1.9", "1.6").replace('joint name="j"', 'joint name="a"'), 'joint name="a"', 'joint name="a_joint"', True),
    # values
    ("BP102", urdf().replace("velocity='1'", "velocity='1;'"), "'1;'", "'1'", True),
    ("BP102", urdf().replace("velocity='1'", "velocity='1deg'"), "'1deg'", "'1'", False),
    ("BP102", urdf().replace("velocity='1'", "velocity='1,5'"), "'1,5'", None, None),
    ("BP104", urdf("<inertial><mass value='1'/><origin xyz='0 0 0 9'/><inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' izz='1'/>"
                   "</inertial>"), "'0 0 0 9'", "'0 0 0'", True),
    ("BP110", sdf("<inertial><mass>0x10</mass></inertial>"), "0x10", "16", True),
    ("BP553", urdf().replace("effort='1'", "effort='-1'"), "'-1' velocity", "'1' velocity", False),
    ("BP550", urdf().replace("lower='-1' upper='1'", "lower='1' upper='-1'"), "lower='1' upper='-1'", "lower='-1' upper='1'", False),
    ("BP596", skel().replace("0 0 1", "0 3 4"), "0 3 4", "0 0.6 0.8", True),
    ("BP597", skel(axis="<dynamics><damping>-2</damping></dynamics>"), ">-2<", ">0<", True),
    ("BP599", skel(attributes=' actuator="torque"'), '"torque"', '"force"', True),
    ("BP672", skel().replace(">b<", "> b <"), "> b <", ">b<", True),
    ("BP312", sdf('<pose rotation_format="quat_xyzw">1 2 3  0 0 0 0.0</pose>'), "0 0 0 0.0", "0 0 0 1", True),
    ("BP312", urdf(joint="<origin quat_xyzw='0 0 0 0'/>").replace("'r'", "'r' version='1.2'"), "'0 0 0 0'", "'0 0 0 1'", True),
    # structure
    ("BP205", urdf().replace("<limit", "<limit effort='2' velocity='1'/><limit", 1), "x", None, None),
    ("BP206", skel(axis="<damping>1</damping>"), "<damping>1</damping>", "<dynamics><damping>1</damping></dynamics>", True),
    ("BP208", urdf(robot="\n\tsome remark"), "some remark", "<!-- some remark -->", True),
    ("BP208", urdf(robot="\n\tfalse"), "\tfalse", "\t", True),
    ("BP211", urdf().replace("'revolute'", "'fixed'"), "\t\t<limit lower='-1' upper='1' effort='1' velocity='1'/>\n", "", True),
    ("BP557", urdf(joint="\n\t\t<dynamics/>"), "\t\t<dynamics/>\n", "", True),
    ("BP505", sdf().replace("<child>b", "<child>world"), "<parent>a</parent><child>world", "<parent>world</parent><child>a", False),
    ("BP327", '<sdf version="1.9"><world name="w"><include><uri>m.sdf</uri><placement_frame>b</placement_frame></include></world></sdf>',
     "</placement_frame>", "</placement_frame><pose/>", True),
    # XML and versions
    ("BP004", urdf(robot="<!-- a -- b -->"), "a -- b", "a - - b", True),
    ("BP004", urdf(robot="<!-- x -->").replace("name='r'", "name='r & s'"), "r & s", "r &amp; s", True),
    ("BP006", urdf().replace("name='r'", "name='r&n;'"), "r&n;", "r&amp;n;", False),
    ("BP555", urdf(joint="<safety_controller k_velocity='1' soft_lower_limit='-2' soft_upper_limit='1'/>"), "'-2'", "'-1'", False),
    ("BP663", skel().replace('<body name="b"/>', '<body name="b"/><body name="c"/>'), "</joint>",
     '</joint>\n  <joint name="root" type="free"><parent>world</parent><child>c</child></joint>', True),
    ("BP005", urdf(robot="<drake:joint_x/>"), "name='r'", "name='r' xmlns:drake='http://drake.mit.edu'", True),
    ("BP207", sdf(BOX.format(what="collision").replace("box", "ellipsoid").replace("size", "radii")).replace("1.9", "1.7"), '"1.7"', '"1.8"', True),
    ("BP801", sdf().replace(' version="1.9"', ""), "<sdf>", f'<sdf version="{bodyplan.sdformat.NEWEST}">', False),
]  # fmt: skip


@pytest.mark.parametrize(("code", "text", "old", "new", "is_safe"), CASES)
def test_a_finding_has_its_fix(
    code: str, text: str, old: str, new: str | None, is_safe: bool | None, tmp_path: Path
) -> None:
    (tmp_path / "m.sdf").write_text('<sdf version="1.9"><model name="n"><link name="b"/></model></sdf>')
    path = tmp_path / "document.xml"
    path.write_text(text)
    report = bodyplan.attach_fixes(bodyplan.check(path))
    found = [finding for finding in report.diagnostics if finding.code == code]
    assert found
    if new is None:
        assert [finding.fix for finding in found if finding.fix is not None and finding.fix.safe] == []
        return
    expected = text.replace(old, new)
    (fix,) = {finding.fix for finding in found}
    assert fix is not None
    assert fix.safe is is_safe
    result = bodyplan.fix(path, unsafe=not is_safe, only=lambda finding: finding.code == code)
    assert result.text == expected
    assert code not in [finding.code for finding in result.left]
    assert result.applied[0].fix == fix
    if not is_safe:
        kept = bodyplan.fix(path, only=lambda finding: finding.code == code)
        assert kept.text is None
        assert [finding.fix for finding in kept.left if finding.code == code] == [fix]


def test_edits_say_which_stretch_of_which_file_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "robot.urdf"
    path.write_text(urdf().replace("'revolute'", "'revolut'"))
    (finding,) = bodyplan.attach_fixes(bodyplan.check(path)).diagnostics
    assert finding.fix is not None
    assert finding.fix.title == "write 'revolute'"
    (edit,) = finding.fix.edits
    assert edit == bodyplan.Edit(str(path), 6, 24, 6, 31, "revolute")
    assert path.read_text().splitlines()[5][23:30] == "revolut"
    assert finding.to_dict()["fix"] == {
        "title": "write 'revolute'",
        "safe": True,
        "edits": [{"file": str(path), "line": 6, "column": 24, "end_line": 6, "end_column": 31, "text": "revolute"}],
    }
    assert pickle.loads(pickle.dumps(finding)).fix == finding.fix
    assert "fix" not in bodyplan.check(path).diagnostics[0].to_dict()


def test_findings_in_an_included_file_are_fixed_there(tmp_path: Path) -> None:
    (tmp_path / "m.sdf").write_text('<sdf version="1.9"><model name="n"><link name="b"/>false</model></sdf>')
    path = tmp_path / "w.sdf"
    path.write_text('<sdf version="1.9"><world name="w"><include><uri>m.sdf</uri></include></world></sdf>')
    result = bodyplan.fix(path)
    assert list(result.texts) == [str(tmp_path / "m.sdf")]
    assert result.text is None
    assert result.left == ()
    assert result.diff().splitlines()[-4:-2] == [
        '-<sdf version="1.9"><model name="n"><link name="b"/>false</model></sdf>',
        "\\ No newline at end of file",
    ]
    assert bodyplan.check(path).diagnostics != ()
    result.write()
    assert bodyplan.check(path).diagnostics == ()
    assert bodyplan.fix(path).texts == {}


def test_bytes_that_no_fix_concerns_stay_as_they_are(tmp_path: Path) -> None:
    text = urdf(robot="\n\t<!-- größer -->").replace("'1.0'", "'1.0' encoding='iso-8859-1'").replace("\n", "\r\n")
    data = text.replace("velocity='1'", "velocity='1;'").encode("latin-1")
    path = tmp_path / "robot.urdf"
    path.write_bytes(data)
    result = bodyplan.fix(path)
    result.write()
    assert path.read_bytes() == text.encode("latin-1")


def test_a_fix_that_brings_something_new_is_none() -> None:
    # the second name would lead the joint, which names neither, to two links
    text = urdf(robot="<link name='arm'/>")
    result = bodyplan.fix_text(text, unsafe=True)
    assert result.texts == {}
    assert "BP545" in [finding.code for finding in result.left]


def test_another_name_is_unsafe_where_something_refers_to_it() -> None:
    text = sdf(model='<frame name="b"/><frame name="k"><pose relative_to="b">1 0 0 0 0 0</pose></frame>')
    (finding,) = [finding for finding in bodyplan.fix_text(text).left if finding.code == "BP308"]
    assert finding.fix is not None
    assert not finding.fix.safe
    assert bodyplan.fix_text(text, unsafe=True).text == text.replace('<frame name="b"', '<frame name="b_2"')


def test_rules_between_versions_are_applied_where_the_version_alone_is_not_enough() -> None:
    text = sdf(BOX.format(what="collision").replace("box", "ellipsoid").replace("size", "radii")).replace("1.9", "1.6")
    old = "<axis><use_parent_model_frame>true</use_parent_model_frame><xyz>0 0 1</xyz>"
    result = bodyplan.fix_text(text.replace("<axis><xyz>0 0 1</xyz>", old))
    assert result.left == ()
    expected = text.replace("1.6", "1.8").replace("<xyz>", '<xyz expressed_in="__model__">')
    assert result.text == expected


def test_what_waits_for_another_fix_follows_it() -> None:
    text = urdf().replace('<link name="base"/>', '<lnk name="base"/>').replace("velocity='1'", "velocity='1;'")
    result = bodyplan.fix_text(text.replace("revolute", "revolut"))
    assert [finding.code for finding in result.applied] == ["BP201", "BP107", "BP102"]
    assert result.text == urdf()


def test_strictness_does_not_change_what_is_safe() -> None:
    text = urdf().replace("lower=", "lowr=")
    assert bodyplan.fix_text(text, strict=True).text is None
    (finding,) = bodyplan.fix_text(text, strict=True).left
    assert finding.severity == "error"
    assert finding.fix is not None


def test_keys_of_directives_are_fixed(tmp_path: Path) -> None:
    text = "directives:\n- add_model:\n    nmae: x  # so\n    file: package://nowhere/b.sdf\n"
    result = bodyplan.fix_text(text, format="dmd")
    assert result.text == text.replace("nmae", "name")


def test_a_file_that_cannot_be_read_has_no_fixes(tmp_path: Path) -> None:
    with pytest.raises(bodyplan.LoadError, match="BP001"):
        bodyplan.fix(tmp_path / "none.urdf")
    assert bodyplan.attach_fixes(bodyplan.check(tmp_path / "none.urdf")).diagnostics[0].fix is None


def test_every_kind_of_fix_is_one_that_rules_have() -> None:
    assert {rule.fix.kind for rule in REGISTRY.values() if rule.fix is not None} == set(KINDS)


def test_places_are_where_changes_move_them() -> None:
    source = random.Random(3)
    for _ in range(300):
        ends = sorted(source.sample(range(40), 2 * source.randrange(1, 6)))
        changes = [TextChange(start, end, "x" * source.randrange(5)) for start, end in zip(ends[::2], ends[1::2])]
        changes += [
            TextChange(at, at, "yy")
            for at in {source.randrange(40)} - {at for one in changes for at in range(one.start, one.end + 1)}
        ]
        shifts = Shifts(source.sample(changes, len(changes)))
        text = "".join(chr(0x4E00 + number) for number in range(41))
        made = text
        for change in sorted(changes, reverse=True):
            made = made[: change.start] + change.text + made[change.end :]
        for at, character in enumerate(text):
            if character in made:
                assert made[shifts.after(at)] == character
            else:
                (within,) = (each for each in changes if each.start <= at < each.end)
                assert shifts.after(at) == shifts.after(within.start)


def test_changes_that_overlap_are_not_made_together() -> None:
    source = random.Random(4)
    finding = bodyplan.loads("<robot name='r'><link name='l' x='1'/></robot>").diagnostics[0]
    for _ in range(300):
        drafts = [
            TextChange(at := source.randrange(30), at + source.randrange(4), "x")
            for _ in range(source.randrange(1, 12))
        ]
        candidates = [Candidate(finding, Draft("", (change,)), "always", ()) for change in drafts]
        first, others = split_overlapping(candidates)
        assert len(first) + len(others) == len(candidates)
        kept = {each.draft.changes[0] for each in first}
        for one, other in itertools.combinations(sorted(kept), 2):
            assert one.end <= other.start
            assert one.start != other.start
        for each in others:
            (change,) = each.draft.changes
            assert any(one.start == change.start or (one.start < change.end and change.start < one.end) for one in kept)


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[Source]:
    """Every text that is parsed, in order."""
    texts: list[Source] = []

    def counted(source: Source, sink: Sink, most: int) -> object:
        texts.append(source)
        return parse(source, sink, most)

    monkeypatch.setattr(parser, "parse", counted)
    return texts


SAFE_VALUE = urdf().replace("velocity='1'", "velocity='1;'")
SAFE_WORD = urdf().replace("'revolute'", "'revolut'")
SAFE_TAG = urdf().replace('<link name="base"/>', '<lnk name="base"/>')
UNSAFE_NAME = urdf().replace("lower=", "lowr=")
UNSAFE_ORDER = urdf().replace("lower='-1' upper='1'", "lower='1' upper='-1'")
READS = [
    (urdf(), False, 1, 0),
    (SAFE_VALUE, False, 2, 1),
    (SAFE_WORD, False, 2, 1),
    (SAFE_TAG, False, 2, 1),
    (SAFE_TAG.replace("'revolute'", "'revolut'"), False, 2, 2),
    (UNSAFE_NAME, False, 2, 0),
    (UNSAFE_NAME, True, 2, 1),
    (UNSAFE_ORDER, False, 2, 0),
]


@pytest.mark.parametrize(("text", "unsafe", "reads", "applied"), READS)
def test_a_document_is_read_once_and_so_is_what_fixes_make_of_it(
    text: str, unsafe: bool, reads: int, applied: int, parsed: list[Source]
) -> None:
    result = bodyplan.fix_text(text, unsafe=unsafe)
    assert len(result.applied) == applied
    assert len({source.data for source in parsed}) == len(parsed) == reads


@pytest.mark.parametrize(("text", "unsafe", "reads", "applied"), READS)
@pytest.mark.parametrize("option", ["--fix", "--diff"])
def test_a_check_that_fixes_reads_no_more(
    option: str, text: str, unsafe: bool, reads: int, applied: int, parsed: list[Source], tmp_path: Path
) -> None:
    path = tmp_path / "r.urdf"
    path.write_text(text)
    main(["check", "--isolated", option, *(["--unsafe-fixes"] if unsafe else []), str(path)])
    assert len({source.data for source in parsed}) == len(parsed) == reads
    assert (path.read_text() != text) is (option == "--fix" and applied > 0)


@pytest.mark.slow
@pytest.mark.parametrize(("of_finding", "most"), [(250, 200), (50_000, 3)])
def test_a_document_of_many_faults_is_read_less_often(
    of_finding: int, most: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[TrialState] = []
    changed = TrialLoader.apply_changes

    def counted(reading: TrialLoader, state: TrialState, changes: Changes) -> TrialState:
        read.append(changed(reading, state, changes))
        return read[-1]

    monkeypatch.setattr(TrialLoader, "apply_changes", counted)
    monkeypatch.setattr(selection, "CHARACTERS_PER_FINDING", of_finding)
    link = "<link name='l{}'><visul/><inertial><mass value='-1'/><inertia ixx='a'/></inertial></link>"
    joint = "<joint name='j{0}' type='fxed'><parent link='l0'/><child link='l{0}'/><axs/></joint>"
    parts = [link.format(number) for number in range(30)] + [joint.format(number) for number in range(1, 30)]
    path = tmp_path / "robot.urdf"
    path.write_text(f"<robot name='r'>{''.join(parts)}</robot>", encoding="utf-8")
    bodyplan.attach_fixes(bodyplan.check(path))
    assert most // 4 < len(read) <= most
