"""A version of SDFormat after the newest, made up: one change of each kind that the history of the format has seen.

``official_folder`` makes descriptions as their authors would publish them, out of the newest official ones where those are
beside the checkout, out of ours otherwise. ``OVERLAY`` is what a person writes about them after reading the report.
``python -m tests.made_up_version`` takes the version into a copy of the checkout and runs all tests there.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from bodyplan.sdformat import NEWEST
from lxml import etree

from .scratch import COPIED, bodyplan, copied, environment


def after(version: str) -> str:
    """The version after another."""
    major, _, minor = version.rpartition(".")
    return f"{major}.{int(minor) + 1}"


NEXT = after(NEWEST)
"""The version after the newest."""

PACKAGE = f"v{NEXT.replace('.', '_')}"
"""Name of its package."""

FILES = {
    "antenna": """\
<!-- Antenna -->
<element name="antenna" required="*">
  <description>Sends and receives.</description>

  <element name="gain" type="double" default="1.5" min="0" required="1">
    <description>How strong it is.</description>
  </element>
  <element name="aim" type="vector3" default="1 0 0" required="0">
    <description>Where it points.</description>
    <attribute name="relative_to" type="string" default="" required="0">
      <description>Name of the frame in which the direction is expressed.</description>
    </attribute>
  </element>
  <element name="mast_link" type="string" default="__default__" required="0">
    <description>Name of the link that it stands on.</description>
  </element>
  <attribute name="band" type="string" default="__default__" required="1">
    <description>One of the following: (vhf) long waves, (uhf) short ones.</description>
  </attribute>
  <!-- where it stands -->
  <include filename="pose.sdf" required="0"/>
</element>
""",
    "assembly": """\
<element name="assembly" required="0">
  <description>A group of things.</description>
  <attribute name="name" type="string" default="__default__" required="1">
    <description>A unique name.</description>
  </attribute>
</element>
""",
}
"""Descriptions that are new: an element with children, with a reference to a frame, and a child of the root."""

CHANGED = ("root", "link", "world", "transceiver", "atmosphere", "battery", "logical_camera", "audio_source")
"""Files with other facts than before."""

RULES = """\
<convert name="sdf">
  <!-- official remarks -->
  <convert descendant_name="transceiver">
    <rename>
      <from element="essid"/>
      <to element="network"/>
    </rename>
  </convert>
  <convert name="world">
    <convert name="atmosphere">
      <move>
        <from element="temperature_gradient"/>
        <to element="gradients::temperature"/>
      </move>
    </convert>
  </convert>
  <convert descendant_name="link">
    <remove element="velocity_decay"/>
  </convert>
</convert>
"""

OVERLAY = {
    "antenna": """\
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

["antenna/aim"]
doc = "Direction in which it is strongest."
unit = "1"

["antenna/aim/@relative_to"]
doc = "Frame that the direction is expressed in."

["antenna/mast_link"]
doc = "Link that carries it."
refers = "link"
""",
    "assembly": """\
["assembly"]
doc = "Several models that belong together."

["assembly/@name"]
doc = "What it is called."
""",
    "battery": """\

["battery/@chemistry"]
doc = "What stores the energy."
enum = "BatteryChemistry"
values.lithium = "Ions of lithium."
values.lead = "Lead and acid."
""",
    "transceiver": """\

["transceiver/network"]
doc = "Name of the wireless network that it belongs to."
""",
    "atmosphere": """\

["atmosphere/gradients"]
doc = "How properties of the air change with height."

["atmosphere/gradients/temperature"]
doc = "Change of the temperature with height."
unit = "K/m"
""",
    "world": """\

["world/memoranda"]
doc = "Whatever the author wants to keep."

["world/antenna"]
doc = "A station that does not move."
""",
}
"""What a person adds to the overlay, by the file."""


def is_there(checkout: Path) -> bool:
    """Whether the newest version of a checkout is made up already."""
    return (checkout / "schemas" / "sdformat" / NEWEST / "antenna.sdf").is_file()


def official_folder(checkout: Path, folder: Path) -> None:
    """Makes ``folder``, descriptions of the version ``NEXT`` with prose, comments and conversion rules."""
    official = checkout.parent / "shared" / "spec" / "sdformat" / NEWEST
    if official.is_dir():
        shutil.copytree(official, folder)
    else:
        shutil.copytree(checkout / "schemas" / "sdformat" / NEWEST, folder)
        for path in folder.glob("*.sdf"):
            _talk(path)
    for rules in folder.glob("*.convert"):
        rules.unlink()
    (folder / f"{NEWEST.replace('.', '_')}.convert").write_text(RULES, encoding="utf-8")
    (folder / "CMakeLists.txt").write_text("install()\n", encoding="utf-8")
    for stem, text in FILES.items():
        (folder / f"{stem}.sdf").write_text(text, encoding="utf-8")
    _change(folder, "root", "sdf/@version", {"default": NEXT})
    _add(folder, "root", "sdf", '<include filename="assembly.sdf" required="0"/>')
    _add(folder, "link", "link", '<include filename="antenna.sdf" required="*"/>')
    _add(folder, "world", "world", '<element name="antenna" ref="antenna" required="*"/>')
    _add(
        folder,
        "world",
        "world",
        '<element name="memoranda" required="0"><description>Anything.</description>'
        '<element copy_data="true" required="*"/></element>',
    )
    _remove(folder, "link", "link/velocity_decay")
    _change(folder, "link", "link/must_be_base_link", {"required": "-1"})
    _change(folder, "transceiver", "transceiver/essid", {"name": "network"})
    gradient = _remove(folder, "atmosphere", "atmosphere/temperature_gradient")
    gradient.set("name", "temperature")
    moved = etree.tostring(gradient, encoding="unicode", with_tail=False)
    _add(folder, "atmosphere", "atmosphere", f'<element name="gradients" required="0">{moved}</element>')
    _change(folder, "atmosphere", "atmosphere/pressure", {"default": "101300"})
    _change(folder, "battery", "battery/voltage", {"type": "vector2d", "default": "0 0"})
    _add(
        folder,
        "battery",
        "battery",
        '<attribute name="chemistry" type="string" default="lithium" required="0">'
        '<description>Valid values are "lithium" and "lead".</description></attribute>',
    )
    _change(folder, "logical_camera", "logical_camera/aspect_ratio", {"min": "0.1", "max": "10"})
    _change(folder, "audio_source", "audio_source/pitch", {"required": "1"})
    _say(folder, "joint", "joint/@type", "(helical) a joint along a helix.")


def take_in(copy: Path, folder: Path, checkout: Path) -> None:
    """Makes ``folder``, imports it into a copy of the checkout, documents the version and generates its bindings.

    The report of the import is in ``report.md`` beside the copy.

    Raises:
        AssertionError: one of the commands fails.
    """
    official_folder(checkout, folder)
    done = bodyplan(copy, "codegen", "import", "sdformat", folder, "--report", copy.parent / "report.md")
    assert done.returncode == 0, done.stderr
    document(copy)
    done = bodyplan(copy, "codegen", "generate")
    assert done.returncode == 0, done.stderr


def document(copy: Path) -> None:
    """Adds what a person says about the new elements."""
    for stem, text in OVERLAY.items():
        path = copy / "schemas" / "sdformat" / "docs" / f"{stem}.toml"
        before = path.read_text(encoding="utf-8") if path.exists() else ""
        path.write_text(before + text, encoding="utf-8")
    joint = copy / "schemas" / "sdformat" / "docs" / "joint.toml"
    text = joint.read_text(encoding="utf-8")
    known = text.index("values.revolute = ", text.index('["joint/@type"]'))
    joint.write_text(f'{text[:known]}values.helical = "Along a helix."\n{text[known:]}', encoding="utf-8")


def _at(folder: Path, stem: str, path: str) -> tuple[etree._ElementTree, etree._Element]:
    tree = etree.parse(folder / f"{stem}.sdf")
    node = tree.getroot()
    for name in path.split("/")[1:]:
        kind = "attribute" if name.startswith("@") else "element"
        node = next(child for child in node.iterchildren(kind) if child.get("name") == name.lstrip("@"))
    return tree, node


def _write(tree: etree._ElementTree, folder: Path, stem: str) -> None:
    tree.write(folder / f"{stem}.sdf", encoding="utf-8", xml_declaration=True)


def _change(folder: Path, stem: str, path: str, facets: Mapping[str, str]) -> None:
    tree, node = _at(folder, stem, path)
    for name, value in facets.items():
        node.set(name, value)
    _write(tree, folder, stem)


def _add(folder: Path, stem: str, path: str, text: str) -> None:
    tree, node = _at(folder, stem, path)
    node.append(etree.fromstring(text))
    _write(tree, folder, stem)


def _remove(folder: Path, stem: str, path: str) -> etree._Element:
    tree, node = _at(folder, stem, path)
    above = node.getparent()
    assert above is not None
    above.remove(node)
    _write(tree, folder, stem)
    return node


def _say(folder: Path, stem: str, path: str, words: str) -> None:
    tree, node = _at(folder, stem, path)
    prose = node.find("description")
    assert prose is not None
    prose.text = f"{prose.text} {words}"
    _write(tree, folder, stem)


def _talk(path: Path) -> None:
    """Gives every element and attribute of a description of ours some prose."""
    tree = etree.parse(path)
    for node in list(tree.getroot().iter("element", "attribute")):
        prose = etree.Element("description")
        prose.text = f"Official words on {node.get('name')} & more"
        node.insert(0, prose)
    tree.write(path, encoding="utf-8", xml_declaration=True)


def main(arguments: list[str]) -> int:
    """Runs pytest, with ``arguments``, in a copy of the checkout that has the version."""
    checkout = Path(__file__).resolve().parents[1]
    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch)
        listed = subprocess.run(
            ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
            cwd=checkout,
            capture_output=True,
            text=True,
            check=True,
        )
        tops = sorted({name.split("/", 1)[0] for name in listed.stdout.splitlines()})
        copy = copied(checkout, root, *(name for name in tops if (checkout / name).exists() and name not in COPIED))
        shared = checkout.parent / "shared"
        if shared.is_dir():
            (root / "shared").symlink_to(shared, target_is_directory=True)
        take_in(copy, root / "official" / NEXT, checkout)
        sys.stdout.write((root / "report.md").read_text(encoding="utf-8"))
        return subprocess.run(
            [sys.executable, "-m", "pytest", *arguments], cwd=copy, env=environment(copy), check=False
        ).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
