"""A version of SDFormat that does not exist yet compiles with two commands; everything else follows without an edit.

A copy of the checkout gets SDFormat 1.13 from a folder that looks like the official ones: 1.12 with a new element that
has children, an attribute with an enumeration, a deprecated element and a removed one.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from ..scratch import bodyplan, copied, environment

pytest.importorskip("jinja2", reason="generating needs the extra 'codegen'")

ANTENNA = """\
<element name="antenna" required="*">
  <description>Sends and receives.</description>
  <element name="gain" type="double" default="1.5" min="0" required="1">
    <description>How strong it is.</description>
  </element>
  <attribute name="band" type="string" default="__default__" required="1">
    <description>One of vhf, uhf.</description>
  </attribute>
  <!-- where it stands -->
  <include filename="pose.sdf" required="0"/>
</element>
"""
OVERLAY = """\
["antenna"]
doc = "Radio of a link."

["antenna/@band"]
doc = "Range of frequencies."
enum = "AntennaBand"
values.vhf = "Up to 300 MHz."
values.uhf = "Above."

["antenna/gain"]
doc = "Amplification."
unit = "1"
"""
DOCUMENT = """\
<sdf version="{version}">
  <model name="m">
    <link name="l">
      <antenna band="uhf"><gain>2</gain></antenna>
      <antenna band="vhff"/>
      <antenna><gain>-1</gain></antenna>
      <enable_wind>true</enable_wind>
      <velocity_decay/>
    </link>
  </model>
</sdf>
"""


def official_folder(schemas: Path, folder: Path) -> None:
    """Descriptions of 1.13 as their authors would publish them: with prose, comments and conversion rules."""
    shutil.copytree(schemas / "1.12", folder)
    for path in folder.glob("*.sdf"):
        tree = ElementTree.parse(path)
        for node in list(tree.iter()):
            if node.tag in ("element", "attribute"):
                prose = ElementTree.Element("description")
                prose.text = f"Official words on {node.get('name')} & more"
                node.insert(0, prose)
        tree.write(path, encoding="utf-8", xml_declaration=True)
    (folder / "1_11.convert").unlink()
    (folder / "1_12.convert").write_text(
        '<convert name="sdf">\n  <!-- nothing moves -->\n</convert>\n', encoding="utf-8"
    )
    (folder / "antenna.sdf").write_text(ANTENNA, encoding="utf-8")
    (folder / "CMakeLists.txt").write_text("install()\n", encoding="utf-8")
    root = (folder / "root.sdf").read_text(encoding="utf-8")
    (folder / "root.sdf").write_text(root.replace('default="1.12"', 'default="1.13"'), encoding="utf-8")
    link = ElementTree.parse(folder / "link.sdf")
    for node in list(link.getroot()):
        if node.get("name") == "velocity_decay":
            link.getroot().remove(node)
        if node.get("name") == "enable_wind":
            node.set("required", "-1")
    ElementTree.SubElement(link.getroot(), "include", filename="antenna.sdf", required="*")
    link.write(folder / "link.sdf", encoding="utf-8")


@pytest.fixture(scope="module")
def copy(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout of its own, to which the two commands gave version 1.13."""
    root = tmp_path_factory.mktemp("new_version")
    copy = copied(checkout, root)
    official = root / "official" / "1.13"
    official_folder(copy / "schemas" / "sdformat", official)
    (copy / "schemas" / "sdformat" / "docs" / "antenna.toml").write_text(OVERLAY, encoding="utf-8")
    for command in (["import", "sdformat", official], ["generate"]):
        done = bodyplan(copy, "codegen", *command)
        assert done.returncode == 0, done.stderr
    return copy


def answer(copy: Path, program: str) -> Any:
    """What a program prints as JSON that uses the new bindings."""
    done = subprocess.run(
        [sys.executable, "-c", f"import json, bodyplan\n{program}"],
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
    return [(entry["code"], entry["message"], entry["line"]) for entry in found if entry["code"] < "BP3"]


def test_importing_takes_facts_and_no_prose(copy: Path) -> None:
    folder = copy / "schemas" / "sdformat" / "1.13"
    text = "".join(path.read_text(encoding="utf-8") for path in folder.iterdir())
    assert "Official words" not in text
    assert "strong" not in text
    assert "<!--" not in text
    assert sorted(path.suffix for path in folder.iterdir() if path.suffix != ".sdf") == [".convert"]
    same = copy / "schemas" / "sdformat" / "1.12"
    for path in same.glob("*.sdf"):
        if path.name not in ("link.sdf", "root.sdf"):
            assert (folder / path.name).read_bytes() == path.read_bytes(), path.name


def test_newest_alias_and_version_list_follow(copy: Path) -> None:
    program = """
s = bodyplan.sdformat
print(json.dumps([
    s.NEWEST, list(s.VERSIONS)[-2:], s.Link is s.v1_13.Link, s.Link is s.v1_12.Link, s.Box is s.v1_12.Box,
    hasattr(s.v1_12, "Antenna"), hasattr(s, "Antenna"), s.Antenna(band="vhf").gain, s.Link(name="l").antenna,
    "velocity_decay" in s.Link.__dataclass_fields__, "v1_13" in dir(s), s.Sdf().version,
]))
"""
    assert answer(copy, program) == [
        *("1.13", ["1.12", "1.13"], True, False, True),
        *(False, True, 1.5, [], False, True, "1.13"),
    ]


def test_docs_follow(copy: Path) -> None:
    text = (copy / "generated" / "sdformat" / "v1_13" / "link.py").read_text(encoding="utf-8")
    assert "Since 1.13." in text
    assert "Deprecated since 1.13" in text
    shown = bodyplan(copy, "schema", "show", "sdformat", "1.13", "//link/enable_wind")
    assert "deprecated" in shown.stdout
    explained = bodyplan(copy, "explain", "//link/antenna")
    assert explained.returncode == 0, explained.stderr


def test_checker_follows(copy: Path) -> None:
    assert [(code, line) for code, _, line in findings(copy, "1.13")] == [
        ("BP107", 5),
        ("BP204", 6),
        ("BP106", 6),
        ("BP206", 7),
        ("BP201", 8),
    ]


def test_checker_tells_what_is_newer_than_the_declared_version(copy: Path) -> None:
    found = findings(copy, "1.12")
    assert [line for code, _, line in found if code == "BP207"] == [4, 5, 6]
    assert not [finding for finding in found if finding[0] in ("BP201", "BP206")]


def test_a_version_after_the_new_one_is_too_new(copy: Path) -> None:
    found = findings(copy, "1.14")
    assert found == [] or all("1.13" in message for code, message, _ in found if code.startswith("BP8"))
    path = copy.parent / "later.sdf"
    path.write_text('<sdf version="1.14"><model name="m"><link name="l"/></model></sdf>', encoding="utf-8")
    done = bodyplan(copy, "check", path)
    assert "newer than 1.13" in done.stdout


def test_documents_are_read_typed_and_written_in_either_version(copy: Path) -> None:
    program = """
text = '<sdf version="1.13"><model name="m"><link name="l"><antenna band="uhf"><gain>2</gain></antenna></link></model></sdf>'
doc = bodyplan.loads(text)
antenna = doc.root.model.link[0].antenna[0]
old = bodyplan.loads('<sdf version="1.12"><model name="m"><link name="l"><velocity_decay/></link></model></sdf>')
print(json.dumps([
    antenna.gain, antenna.band, type(antenna.band).__name__, doc.version, "<antenna" in doc.dumps(),
    "<antenna" in doc.dumps(version="1.12"), old.dumps().count("velocity_decay"), old.root.version,
]))
"""
    assert answer(copy, program) == [2.0, "uhf", "AntennaBand", "1.13", True, False, 1, "1.13"]


def test_what_older_versions_are_made_of_does_not_change(copy: Path, checkout: Path) -> None:
    before, after = checkout / "generated" / "sdformat", copy / "generated" / "sdformat"
    for path in before.rglob("*.py"):
        name = path.relative_to(before)
        if name.as_posix() not in ("__init__.py", "versions.py", "newest.py", "enums.py", "names.py"):
            assert (after / name).read_text(encoding="utf-8") == path.read_text(encoding="utf-8"), name
    changed = sorted(path.name for path in (after / "v1_13").glob("*.py"))
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
    difference = bodyplan(copy, "schema", "diff", "1.12", "1.13").stdout
    assert "+ antenna:antenna/gain" in difference
    assert "- link:link/velocity_decay/linear" in difference
    assert "~ link:link/enable_wind: required 0 -> -1" in difference
    assert 'name="antenna"' in bodyplan(copy, "schema", "xsd", "sdformat").stdout


def test_what_was_generated_is_up_to_date_by_the_check(copy: Path) -> None:
    done = bodyplan(copy, "codegen", "check")
    assert (done.returncode, done.stdout) == (0, "")


def test_other_schemas_can_be_compiled_elsewhere(copy: Path, checkout: Path, tmp_path: Path) -> None:
    words = ["--schemas", copy / "schemas", "--format", "sdformat", "--version", "1.13", "--output", tmp_path]
    done = bodyplan(copy, "codegen", "generate", *words)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "sdformat" / "v1_13" / "antenna.py").is_file()
    assert not (tmp_path / "sdformat" / "v1_12").exists()
    assert bodyplan(copy, "codegen", "generate", "--schemas", copy / "schemas").returncode == 2
