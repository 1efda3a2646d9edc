"""A version of SDFormat that does not exist yet compiles with two commands; everything else follows without an edit.

A copy of the checkout gets the made-up version after the newest, from a folder that looks like the official ones.
"""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from bodyplan.sdformat import NEWEST

from ..made_up_version import CHANGED, NEXT, PACKAGE, after, is_there, take_in
from ..scratch import bodyplan, copied, environment

pytest.importorskip("jinja2", reason="generating needs the extra 'codegen'")

DOCUMENT = """\
<sdf version="{version}">
  <model name="m">
    <link name="l">
      <antenna band="uhf"><gain>2</gain></antenna>
      <antenna band="vhff"/>
      <antenna><gain>-1</gain></antenna>
      <must_be_base_link>true</must_be_base_link>
      <velocity_decay/>
    </link>
  </model>
</sdf>
"""


@pytest.fixture(scope="module")
def copy(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout of its own, to which the two commands gave the version after the newest."""
    if is_there(checkout):
        pytest.skip(f"SDFormat {NEWEST} is made up here already")
    root = tmp_path_factory.mktemp("new_version")
    copy = copied(checkout, root)
    take_in(copy, root / "official" / NEXT, checkout)
    return copy


def answer(copy: Path, program: str) -> Any:
    """What a program prints as JSON that uses the new bindings."""
    done = subprocess.run(
        [sys.executable, "-c", f"import json, bodyplan\nOLD, NEW = {NEWEST!r}, {NEXT!r}\n{program}"],
        env=environment(copy),
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


def findings(copy: Path, version: str) -> list[tuple[str, str, int]]:
    path = copy.parent / f"document_{version}.sdf"
    path.write_text(DOCUMENT.format(version=version), encoding="utf-8")
    done = bodyplan(copy, "check", "--format", "json", path)
    assert done.returncode == 1, done.stderr
    report = json.loads(done.stdout)
    found = report["files"][0]["diagnostics"] if "files" in report else report[0]["diagnostics"]
    placed = [(entry, place["line"]) for entry in found for place in entry.get("places", [entry])]
    return [(entry["code"], entry["message"], line) for entry, line in placed if entry["code"] < "BP3"]


def test_importing_takes_facts_and_no_prose(copy: Path) -> None:
    folder = copy / "schemas" / "sdformat" / NEXT
    text = "".join(path.read_text(encoding="utf-8") for path in folder.iterdir())
    assert "Official words" not in text
    assert "strong" not in text
    assert "<!--" not in text
    assert sorted(path.suffix for path in folder.iterdir() if path.suffix != ".sdf") == [".convert"]
    same = copy / "schemas" / "sdformat" / NEWEST
    for path in same.glob("*.sdf"):
        if path.stem not in CHANGED:
            assert (folder / path.name).read_bytes() == path.read_bytes(), path.name


def test_newest_alias_and_version_list_follow(copy: Path) -> None:
    program = """
s = bodyplan.sdformat
old, new = (getattr(s, s.VERSIONS[version]) for version in (OLD, NEW))
print(json.dumps([
    s.NEWEST, list(s.VERSIONS)[-2:], s.Link is new.Link, s.Link is old.Link, s.Box is old.Box,
    hasattr(old, "Antenna"), hasattr(s, "Antenna"), s.Antenna(band="vhf").gain, s.Link(name="l").antenna,
    "velocity_decay" in s.Link.__dataclass_fields__, s.VERSIONS[NEW] in dir(s), s.Sdf().version,
]))
"""
    assert answer(copy, program) == [
        *(NEXT, [NEWEST, NEXT], True, False, True),
        *(False, True, 1.5, [], False, True, NEXT),
    ]


def test_docs_follow(copy: Path) -> None:
    text = (copy / "generated" / "sdformat" / PACKAGE / "link.py").read_text(encoding="utf-8")
    assert f"Since {NEXT}." in text
    assert f"Deprecated since {NEXT}" in text
    shown = bodyplan(copy, "schema", "show", "sdformat", NEXT, "//link/must_be_base_link")
    assert "deprecated" in shown.stdout
    explained = bodyplan(copy, "explain", "//link/antenna")
    assert explained.returncode == 0, explained.stderr


def test_checker_follows(copy: Path) -> None:
    assert [(code, line) for code, _, line in findings(copy, NEXT)] == [
        ("BP107", 5),
        ("BP204", 6),
        ("BP106", 6),
        ("BP206", 7),
        ("BP201", 8),
    ]


def test_references_of_a_new_element_are_checked_without_any_python(copy: Path) -> None:
    path = copy.parent / "references.sdf"
    path.write_text(
        f"""<sdf version="{NEXT}"><model name="m"><link name="l">
<antenna band="uhf"><gain>1</gain>
<aim relative_to="nowhere">1 0 0</aim>
<mast_link>nothing</mast_link></antenna>
<antenna band="uhf"><gain>1</gain><aim relative_to="l">1 0 0</aim><mast_link>l</mast_link></antenna>
</link></model></sdf>""",
        encoding="utf-8",
    )
    done = bodyplan(copy, "check", "--format", "json", path)
    (report,) = json.loads(done.stdout)
    assert sorted(entry["code"] for entry in report["diagnostics"]) == ["BP303", "BP311"]


def test_checker_tells_what_is_newer_than_the_declared_version(copy: Path) -> None:
    found = findings(copy, NEWEST)
    assert [line for code, _, line in found if code == "BP207"] == [4, 5, 6]
    assert not [finding for finding in found if finding[0] in ("BP201", "BP206")]


def test_a_version_after_the_new_one_is_too_new(copy: Path) -> None:
    found = findings(copy, after(NEXT))
    assert found == [] or all(NEXT in message for code, message, _ in found if code.startswith("BP8"))
    path = copy.parent / "later.sdf"
    path.write_text(f'<sdf version="{after(NEXT)}"><model name="m"><link name="l"/></model></sdf>', encoding="utf-8")
    done = bodyplan(copy, "check", path)
    assert f"newer than {NEXT}" in done.stdout


def test_documents_are_read_typed_and_written_in_either_version(copy: Path) -> None:
    program = """
text = f'<sdf version="{NEW}"><model name="m"><link name="l"><antenna band="uhf"><gain>2</gain></antenna></link></model></sdf>'
doc = bodyplan.loads(text)
antenna = doc.root.model.link[0].antenna[0]
old = bodyplan.loads(f'<sdf version="{OLD}"><model name="m"><link name="l"><velocity_decay/></link></model></sdf>')
print(json.dumps([
    antenna.gain, antenna.band, type(antenna.band).__name__, doc.version, "<antenna" in doc.dumps(),
    "<antenna" in doc.dumps(version=OLD), old.dumps().count("velocity_decay"), old.root.version,
]))
"""
    assert answer(copy, program) == [2.0, "uhf", "AntennaBand", NEXT, True, False, 1, NEXT]


def test_what_older_versions_are_made_of_does_not_change(copy: Path, checkout: Path) -> None:
    """But for decoders of what the newest classes have no field of that name or type for."""
    before, after = checkout / "generated" / "sdformat", copy / "generated" / "sdformat"
    for path in before.rglob("*.py"):
        name = path.relative_to(before)
        if name.as_posix() not in ("__init__.py", "versions.py", "newest.py", "enums.py", "names.py"):
            same = (after / name).read_text(encoding="utf-8") == path.read_text(encoding="utf-8")
            assert same or path.name in ("atmosphere_xml.py", "battery_xml.py", "transceiver_xml.py"), name
    changed = sorted(path.name for path in (after / PACKAGE).glob("*.py"))
    assert "link.py" in changed
    assert "box_shape.py" not in changed, "a version's package holds what that version changed"


def test_what_a_new_element_refers_to_is_looked_up(copy: Path) -> None:
    program = """
import json, bodyplan
text = '<sdf version="1.13"><model name="m"><link name="l"><antenna band="uhf"><gain>1</gain>'
text += '<pose relative_to="{}">0 0 0 0 0 0</pose></antenna></link></model></sdf>'
def codes(frame):
    try:
        return [each.code for each in bodyplan.loads(text.format(frame)).diagnostics]
    except bodyplan.LoadError as error:
        return [each.code for each in error.diagnostics]
print(json.dumps([codes("l"), codes("nowhere")]))
"""
    assert answer(copy, program) == [[], ["BP303"]]


def test_questions_about_schemas_know_the_new_version(copy: Path) -> None:
    difference = bodyplan(copy, "schema", "diff", NEWEST, NEXT).stdout
    assert "+ antenna:antenna/gain" in difference
    assert "- link:link/velocity_decay/linear" in difference
    assert "~ link:link/must_be_base_link: required 0 -> -1" in difference
    assert 'name="antenna"' in bodyplan(copy, "schema", "xsd", "sdformat").stdout


def test_what_was_generated_is_up_to_date_by_the_check(copy: Path) -> None:
    done = bodyplan(copy, "codegen", "check")
    assert (done.returncode, done.stdout) == (0, "")


def test_other_schemas_can_be_compiled_elsewhere(copy: Path, checkout: Path, tmp_path: Path) -> None:
    words = ["--schemas", copy / "schemas", "--format", "sdformat", "--version", NEXT, "--output", tmp_path]
    done = bodyplan(copy, "codegen", "generate", *words)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "sdformat" / PACKAGE / "antenna.py").is_file()
    assert not (tmp_path / "sdformat" / "v1_12").exists()
    assert bodyplan(copy, "codegen", "generate", "--schemas", copy / "schemas").returncode == 2


def test_the_report_says_what_changed(copy: Path) -> None:
    text = (copy.parent / "report.md").read_text(encoding="utf-8")
    assert text.startswith(f"# sdformat {NEXT}, compared with {NEWEST}\n")
    for line in (
        "`antenna:antenna/aim/@relative_to` | compatible",
        "`battery:battery/@chemistry` | compatible",
        "`link:link/antenna` | compatible",
        "`world:world/antenna` | compatible",
        "`world:world/memoranda/*` | compatible",
        "`root:sdf/assembly` | compatible",
        "`transceiver:transceiver/essid -> transceiver:transceiver/network` | breaks readers and writers",
        "`atmosphere:atmosphere/temperature_gradient -> atmosphere:atmosphere/gradients/temperature` | breaks",
        "`link:link/velocity_decay/linear` | breaks writers",
        "`link:link/must_be_base_link: required 0 -> -1` | compatible",
        "`battery:battery/voltage: type double -> vector2d` | breaks readers and writers",
        "`atmosphere:atmosphere/pressure: default '101325' -> '101300'` | breaks readers and writers",
        "`audio_source:audio_source/pitch: required 0 -> 1` | breaks writers",
        "`logical_camera:logical_camera/aspect_ratio: max none -> 10` | breaks writers",
    ):
        assert f"| {line}" in text, line
    changed = [line for line in text.partition("## Removed")[2].splitlines() if line.startswith("| `")]
    assert len([line for line in changed if ".md`" not in line and ".py`" not in line]) >= 28


def sections(copy: Path) -> dict[str, str]:
    """The parts of the report by the beginning of their headings."""
    text = (copy.parent / "report.md").read_text(encoding="utf-8")
    return {part.split("\n", 1)[0].split(":")[0]: part for part in text.split("\n## ")}


def test_the_report_names_what_needs_a_person(copy: Path, shared_prose: bool) -> None:
    parts = sections(copy)
    words = parts["Words in prose that may be new values"]
    assert f"| `antenna:antenna/@band` | `vhf`, `uhf` | no enumeration | `{NEXT}/antenna.sdf:17` |" in words
    assert "| `battery:battery/@chemistry` | `lithium`, `lead` | no enumeration |" in words
    references = parts["Names of frames, links or joints that nothing checks until the overlay says what they refer to"]
    assert references.count("\n| `") == 1
    assert "`antenna:antenna/mast_link`" in references, "relative_to is a reference wherever it is"
    for place in ("antenna:antenna/gain", "battery:battery/@chemistry", "transceiver:transceiver/network"):
        assert f"| `{place}` |" in parts["Without documentation of our own"]
    meaning = parts["Without meaning in `semantics/`"]
    assert "`world:world/memoranda`" in meaning
    assert "`antenna:antenna/gain`" in meaning, "gain is read of other elements"
    assert "`docs/loading.md`" in parts[f"Pages, tests and sources that name {NEWEST}"]
    if shared_prose:
        assert "| `joint:joint/@type` | `helical` | `JointType` |" in words
        assert "`joint:joint/@type`" in parts["Prose that changed"]
        assert parts["Prose that changed"].count("\n| `") == 1


@pytest.fixture(scope="module")
def shared_prose(checkout: Path) -> bool:
    """Whether the made-up version holds the official prose."""
    return (checkout.parent / "shared" / "spec" / "sdformat" / NEWEST).is_dir()


def test_official_files_are_what_was_taken_over(copy: Path) -> None:
    official = copy.parent / "official" / NEXT
    assert (bodyplan(copy, "codegen", "verify", "--against", official).stdout) == ""
    again = bodyplan(copy, "codegen", "import", "sdformat", official, "--dry-run")
    assert f"# sdformat {NEXT}, compared with {NEXT}\n\nNothing changed." in again.stdout


def test_the_weekly_workflow_takes_the_version_in(checkout: Path, copy: Path) -> None:
    """Its commands are run as they are written, on a copy that has the version already."""
    text = (checkout / ".github" / "workflows" / "official-descriptions.yml").read_text(encoding="utf-8")
    commands = re.findall(r"(?<!`)bodyplan (codegen [^>|\n;]+?)(?: 2?>.*)?$", text, re.MULTILINE)
    assert [words.split()[1] for words in commands] == ["verify", "import", "import", "generate"]
    temporary = {"$RUNNER_TEMP/official/sdf": copy.parent / "official", "$RUNNER_TEMP": copy.parent}
    for words in commands:
        line = words
        for name, path in temporary.items():
            line = line.replace(name, str(path))
        done = bodyplan(copy, *shlex.split(line))
        assert done.returncode == (words.split()[1] == "verify"), done.stderr
        if done.returncode:
            lines = done.stdout.splitlines()
            assert lines
            assert all(line.endswith(" is here and not published") for line in lines), "only one version is"
