"""Whether bodyplan takes the robots that urdfdom takes, and loses what that loses: the same files through ``check_urdf``.

Known differences are listed with their reason. Memory and processor time of ``check_urdf`` are limited, because it follows loops for ever.
"""

from __future__ import annotations

import os
import re
import resource
import shutil
import subprocess
from pathlib import Path
from xml.sax.saxutils import quoteattr

import bodyplan
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

CHECK_URDF = shutil.which("check_urdf", path=os.defpath)
"""The system's: the wheels of pinocchio bring that of a newer urdfdom."""
MEMORY = 200 * 2**20
PROCESSOR_SECONDS = 3
"""Of the processor for check_urdf itself, however busy the machine is."""

KNOWN = {
    "drake-probes/urdf_xml__two_roots.urdf": "urdfdom's XML reader stops at the end of the first root; the text is no XML",
}
"""Files of the corpus on which they differ, and why."""

pytestmark = [
    pytest.mark.oracle,
    pytest.mark.skipif(CHECK_URDF is None, reason="check_urdf is not installed (Debian: liburdfdom-tools)"),
]


def takes(path: Path) -> bool:
    """What check_urdf says of a file; where it does not come to an end, it does not take it."""
    done = subprocess.run(
        [str(CHECK_URDF), str(path)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,
        preexec_fn=_limit,
    )
    return done.returncode == 0


def cut_links(path: Path) -> set[str]:
    """The links that check_urdf says it could not read to their end."""
    done = subprocess.run([str(CHECK_URDF), str(path)], capture_output=True, text=True, check=False, preexec_fn=_limit)
    return set(re.findall(r"Could not parse (?:inertial|visual|collision) element for Link \[(.*?)\]", done.stderr))


def our_cut_links(path: Path) -> set[str]:
    """The links that we say urdfdom stops reading."""
    found = bodyplan.check(path, strict=False, target="urdfdom").diagnostics
    return {str(each.arguments["link"]) for each in found if "lost" in each.arguments}


def _limit() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (PROCESSOR_SECONDS, PROCESSOR_SECONDS))


@pytest.mark.corpus
@pytest.mark.slow
def test_the_corpus_is_taken_and_refused_alike(shared: Path) -> None:
    root = shared / "corpus"
    files = sorted(root.rglob("*.urdf"))
    assert files
    differ = {}
    for path in files:
        ours = bodyplan.check(path, strict=False, target="urdfdom").ok
        if ours != takes(path):
            differ[path.relative_to(root).as_posix()] = ours
    assert {name for name in differ if name not in KNOWN} == set()


@pytest.mark.corpus
@pytest.mark.slow
def test_links_that_are_cut_are_those_of_the_log(shared: Path) -> None:
    root = shared / "corpus"
    taken = [path for path in sorted(root.rglob("*.urdf")) if takes(path)]
    differ = {
        path.name: (ours, theirs) for path in taken if (ours := our_cut_links(path)) != (theirs := cut_links(path))
    }
    assert differ == {}


MASS, MOMENTS = '<mass value="1"/>', '<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/>'
SOUND = f'<inertial>{MASS}{MOMENTS}</inertial><visual><geometry><box size="1 1 1"/></geometry></visual>'
FAULTY_SHAPES = [
    *("<{0}/>", "<{0}><geometry/></{0}>", "<{0}><geometry/><geometry><sphere radius='1'/></geometry></{0}>"),
    *("<{0}><origin xyz='1 2'/><geometry><sphere radius='1'/></geometry></{0}>", "<{0}><origin/></{0}>"),
    *(
        f"<{{0}}><geometry>{shape}</geometry></{{0}}>"
        for shape in (
            *("<box/>", "<box size='1 1'/>", "<box size='1 1 1 1'/>", "<box size='-1 1 1'/>", "<box size=' 1 1 1'/>"),
            *(
                "<sphere/>",
                "<sphere radius=''/>",
                "<sphere radius='a'/>",
                "<sphere radius='1 '/>",
                "<sphere radius='0'/>",
            ),
            *("<cylinder radius='1'/>", "<cylinder length='1'/>", "<cylinder radius='1' length='1cm'/>"),
            *("<mesh/>", "<mesh filename=''/>", "<mesh filename='a' scale='1'/>", "<mesh filename='a' scale='1 1 1'/>"),
            *("<cone radius='1' length='1'/>", "<capsule radius='1' length='1'/>", "<plane/><box size='1 1 1'/>"),
        )
    ),
]
FAULTY_LINKS = [
    *(
        f"<inertial>{inside}</inertial>"
        for inside in ("", MASS, MOMENTS, "<mass/>" + MOMENTS, "<mass value='1'/><inertia/>")
    ),
    *(
        f"<inertial>{MASS}{MOMENTS.replace(old, new)}</inertial>"
        for old, new in (('ixy="0"', ""), ('iyz="0"', 'iyz=""'), ('izz="1"', 'izz="1e999"'), ('izz="1"', 'izz="-1"'))
    ),
    f"<inertial><origin rpy='0 0'/>{MASS}{MOMENTS}</inertial>",
    f"<inertial>{MASS}{MOMENTS}</inertial><inertial/>",
    *(shape.format(tag) for shape in FAULTY_SHAPES for tag in ("visual", "collision")),
    "<visual><geometry><sphere radius='1'/></geometry><material/></visual>",
    "<visual><geometry><sphere radius='1'/></geometry><material name='m'><color rgba='9 9'/></material></visual>",
    "<collision><geometry><sphere radius='1'/></geometry><material/></collision>",
]


@pytest.mark.parametrize("inside", FAULTY_LINKS)
def test_planted_faults_cut_the_links_that_the_log_names(tmp_path: Path, inside: str) -> None:
    path = tmp_path / "robot.urdf"
    path.write_text(
        f'<robot name="r"><link name="faulty">{inside}{SOUND if "inertial" not in inside else ""}</link></robot>'
    )
    assert our_cut_links(path) == cut_links(path)


NAMES = st.sampled_from(["a", "b", "c", "d", ""])
NUMBERS = st.sampled_from(["0", "1", "-1", "1.5", ".5", "1e3", "x", "", " 1", "1 ", "nan", "1e999", "0x1", "1,5"])
VECTORS = st.sampled_from(["0 0 1", "0 0", "0 0 0", "1 2 3 4", " 1  2 3 ", "a b c", "", "1\t2\t3"])
TYPES = st.sampled_from(["revolute", "continuous", "prismatic", "fixed", "floating", "planar", "ball", ""])


def attributes(names: dict[str, st.SearchStrategy[str]]) -> st.SearchStrategy[str]:
    """Some of the attributes, in any mix."""
    mixed = st.fixed_dictionaries({}, optional=names)
    return mixed.map(lambda chosen: "".join(f" {name}={quoteattr(value)}" for name, value in chosen.items()))


def element(tag: str, **names: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """An element without content, or nothing."""
    return st.just("") | attributes(names).map(lambda written: f"<{tag}{written}/>")


LIMITS = element("limit", lower=NUMBERS, upper=NUMBERS, effort=NUMBERS, velocity=NUMBERS)
GOOD_LIMIT = st.just('<limit lower="0" upper="1" effort="1" velocity="1"/>')
PARTS = st.one_of(
    st.just(""),
    element("origin", xyz=VECTORS, rpy=VECTORS),
    element("axis", xyz=VECTORS),
    element("mimic", joint=NAMES, multiplier=NUMBERS, offset=NUMBERS),
    element("dynamics", damping=NUMBERS, friction=NUMBERS),
    element("calibration", rising=NUMBERS, falling=NUMBERS),
    element("safety_controller", k_velocity=NUMBERS, soft_lower_limit=NUMBERS),
)


@st.composite
def robots(draw: st.DrawFn) -> str:
    """Robots of a few links, most of them with one fault at least."""
    links = draw(st.lists(NAMES, min_size=1, max_size=4, unique=draw(st.booleans())))
    parts = [f"<link name={quoteattr(name)}/>" for name in links]
    for number in range(draw(st.integers(0, 3))):
        name = draw(st.sampled_from([f"j{number}", "j"]))
        parent, child = draw(st.sampled_from(links) | NAMES), draw(st.sampled_from(links) | NAMES)
        inner = draw(GOOD_LIMIT | LIMITS) + draw(PARTS)
        parts.append(
            f"<joint name={quoteattr(name)} type={quoteattr(draw(TYPES))}>"
            f"<parent link={quoteattr(parent)}/><child link={quoteattr(child)}/>{inner}</joint>"
        )
    return f'<robot name="r">{"".join(parts)}</robot>'


@pytest.mark.slow
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=robots())
def test_made_robots_are_taken_and_refused_alike(tmp_path: Path, text: str) -> None:
    path = tmp_path / "robot.urdf"
    path.write_text(text, encoding="utf-8", newline="")
    report = bodyplan.check(path, strict=False, target="urdfdom")
    assert report.ok == takes(path), [str(finding) for finding in report.diagnostics if finding.severity == "error"]
