"""Importing: all at once or not at all, with an account of every element, and compared with official files."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from bodyplan.codegen import provenance
from bodyplan.codegen.errors import SchemaError
from bodyplan.codegen.import_report import seems_a_reference, words_in
from bodyplan.codegen.import_upstream import prepare_import, reports, write_import
from bodyplan.codegen.sdformat_import import install, read_official
from bodyplan.codegen.verification import verify

pytestmark = pytest.mark.slow

ROOT = """<?xml version="1.0"?>
<!-- root -->
<element name="toy" required="1">
  <description>A toy of one of the kinds (car), (doll).</description>
  <element name="size" type="double" default="{size}" required="0">
    <description>How big it is{more}.</description>
  </element>
  <include filename="part.sdf" required="*"/>
</element>
"""
PART = '<element name="part" required="*"><attribute name="n" type="int" required="0"/></element>\n'
BEFORE = {"1.0": "0_9", "1.1": "1_0"}
RULES = '<convert name="toy"><!-- none --></convert>\n'


def official(folder: Path, version: str, *, size: str = "1", more: str = "") -> Path:
    """A folder of one version as its authors publish it."""
    target = folder / version
    target.mkdir(parents=True, exist_ok=True)
    (target / "root.sdf").write_text(ROOT.format(size=size, more=more), encoding="utf-8")
    (target / "part.sdf").write_text(PART, encoding="utf-8")
    if version in BEFORE:
        (target / f"{BEFORE[version]}.convert").write_text(RULES, encoding="utf-8")
    return target


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """The folder of a format with two versions."""
    home = tmp_path / "schemas" / "toy"
    official(tmp_path / "official", "0.9")
    official(tmp_path / "official", "1.0")
    write_import(prepare_import(tmp_path / "official", home, None))
    return home


def tree(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_every_element_has_its_hashes(home: Path) -> None:
    known = provenance.read_provenance(home)
    assert set(known["elements"]["1.0"]) == {
        *("root:toy", "root:toy/size", "root:toy/part", "part:part", "part:part/@n"),
    }
    assert (
        set(known["sha256"])
        == set(known["facts"])
        == {
            *("0.9/root.sdf", "0.9/part.sdf", "1.0/root.sdf", "1.0/part.sdf", "1.0/0_9.convert"),
        }
    )
    facts, prose = known["elements"]["1.0"]["root:toy/size"].split()
    assert (len(facts), len(prose)) == (12, 12)
    assert len(known["elements"]["1.0"]["part:part"].split()) == 1, "it has no prose"


def test_comments_and_blanks_are_no_change(home: Path, tmp_path: Path) -> None:
    source = official(tmp_path / "official", "1.0")
    text = (source / "root.sdf").read_text(encoding="utf-8")
    (source / "root.sdf").write_text(
        text.replace("How big", "How\n    big").replace("<!-- root -->", ""), encoding="utf-8"
    )
    assert list(reports(prepare_import(source, home, "1.0"))) == ["# toy 1.0, compared with 1.0\n\nNothing changed.\n"]


def test_a_failing_import_leaves_everything_as_it_was(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = tree(home)
    faulty = official(tmp_path / "faulty", "1.1", size="big")
    with pytest.raises(SchemaError, match=r"faulty/1\.1/root\.sdf:5: default 'big' is no double"):
        prepare_import(faulty, home, "1.1")
    assert tree(home) == before
    found = prepare_import(official(tmp_path / "new", "1.0", size="2"), home, "1.0")
    rename = Path.rename

    def failing(self: Path, target: Path) -> Path:
        if self.name == "PROVENANCE.toml":
            raise OSError("no space")
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", failing)
    with pytest.raises(OSError, match="no space"):
        write_import(found)
    assert tree(home) == before
    assert [path.name for path in home.parent.iterdir()] == ["toy"]


def test_a_failing_first_import_leaves_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(self: Path, target: Path) -> Path:
        raise OSError("no space")

    monkeypatch.setattr(Path, "rename", failing)
    with pytest.raises(OSError, match="no space"):
        install({"1.0/root.sdf": "<element/>"}, tmp_path / "schemas" / "toy")
    assert not (tmp_path / "schemas").exists()


def test_what_is_no_longer_described_goes_and_other_files_stay(home: Path, tmp_path: Path) -> None:
    (home / "1.0" / "README.md").write_text("ours", encoding="utf-8")
    source = official(tmp_path / "less", "1.0")
    root = (source / "root.sdf").read_text(encoding="utf-8")
    (source / "root.sdf").write_text(
        root.replace('  <include filename="part.sdf" required="*"/>\n', ""), encoding="utf-8"
    )
    (source / "part.sdf").unlink()
    write_import(prepare_import(source, home, "1.0"))
    assert sorted(path.name for path in (home / "1.0").iterdir()) == ["0_9.convert", "README.md", "root.sdf"]


def test_what_is_gone_without_a_rule_is_listed_and_reported(home: Path, tmp_path: Path) -> None:
    source = official(tmp_path / "new", "1.1")
    root = (source / "root.sdf").read_text(encoding="utf-8")
    (source / "root.sdf").write_text(root.replace('name="size"', 'name="scale"'), encoding="utf-8")
    found = prepare_import(source, home, "1.1")
    (text,) = reports(found)
    assert "documents lose it on the way: 1\n" in text
    assert not (home / "conversions.toml").exists()
    write_import(found)
    assert "root:toy/size" in (home / "conversions.toml").read_text(encoding="utf-8")


def test_rules_from_another_version_are_told_by_the_official_file(home: Path, tmp_path: Path) -> None:
    source = official(tmp_path / "new", "1.1")
    (source / "1_0.convert").rename(source / "0_8.convert")
    with pytest.raises(SchemaError, match=r"new/1\.1/0_8\.convert:0: 0_8\.convert does not lead from"):
        prepare_import(source, home, "1.1")


def test_prose_that_changed_is_told_by_its_hash_and_place(home: Path, tmp_path: Path) -> None:
    found = prepare_import(official(tmp_path / "new", "1.1", more=", in metres"), home, "1.1")
    (text,) = reports(found)
    (line,) = [line for line in text.splitlines() if line.startswith("| `root:toy/size`")]
    assert line.endswith("| `1.1/root.sdf:5` |")
    assert "metres" not in text
    assert "\n- Prose that changed: 1\n" in text


def test_schemas_and_official_files_are_compared_by_element(home: Path, tmp_path: Path) -> None:
    source = tmp_path / "official"
    assert list(verify(home, source, None)) == []
    path = home / "1.0" / "part.sdf"
    path.write_text(path.read_text(encoding="utf-8").replace('type="int"', 'type="double"'), encoding="utf-8")
    (line,) = verify(home, source / "1.0", "1.0")
    assert line.startswith("1.0: part:part/@n: type is 'double' here, 'int' officially (")
    assert line.endswith("1.0/part.sdf:1); edited here")
    assert list(provenance.find_edits(home)) == ["schemas/toy/1.0: part:part/@n does not say what was imported\n"]


def test_what_changes_officially_is_named(home: Path, tmp_path: Path) -> None:
    source = tmp_path / "official"
    official(source, "1.0", size="2", more=" now")
    official(source, "1.1")
    lines = list(verify(home, source, None))
    assert [line.partition(" (")[0] for line in lines] == [
        "1.0: root:toy/size: default is '1' here, '2' officially",
        "1.0: root:toy/size: the official prose has changed",
        "1.1 is published and not imported",
    ]
    assert lines[0].endswith("; changed officially")
    shutil.rmtree(source / "0.9")
    assert "0.9 is here and not published" in verify(home, source, None)


def test_rules_and_the_order_of_elements_are_compared_too(home: Path, tmp_path: Path) -> None:
    rules, root = home / "1.0" / "0_9.convert", home / "1.0" / "root.sdf"
    rules.write_text('<convert name="toys"/>\n', encoding="utf-8")
    lines = root.read_text(encoding="utf-8").splitlines()
    root.write_text("\n".join([lines[0], lines[2], lines[1], lines[3], ""]), encoding="utf-8")
    assert list(verify(home, tmp_path / "official" / "1.0", "1.0")) == [
        "1.0: 0_9.convert has other rules than officially",
        "1.0: root.sdf has elements in another order than officially",
    ]
    (home / "1.0" / "more.sdf").write_text(PART, encoding="utf-8")
    assert [line.partition(" does")[0] for line in provenance.find_edits(home)] == [
        "schemas/toy/1.0: more:part",
        "schemas/toy/1.0: more:part/@n",
        "schemas/toy/1.0/0_9.convert",
        "schemas/toy/1.0/root.sdf",
    ]


def test_a_folder_of_versions_is_read_with_the_faults_that_are_known(tmp_path: Path) -> None:
    text = '<element name="toy" type="double" default="-1" min="0" required="1"/>'
    (tmp_path / "1.0").mkdir()
    (tmp_path / "1.0" / "root.sdf").write_text(text, encoding="utf-8")
    with pytest.raises(SchemaError, match="default '-1' is below min '0'"):
        read_official(tmp_path)
    (tmp_path / "known.toml").write_text('["1.0/root.sdf:toy"]\nbecause = "a mark"\n', encoding="utf-8")
    assert list(read_official(tmp_path, tmp_path / "known.toml").nodes) == ["1.0"]


@pytest.mark.parametrize(
    ("prose", "words"),
    [
        ('Valid values are "lead" and "lithium".', ["lead", "lithium"]),
        ("One of the following: (vhf) long waves, (uhf) short ones.", ["vhf", "uhf"]),
        ("The type. Supported types are pinhole, fisheye or thermal.", ["pinhole", "fisheye", "thermal"]),
        ("Whether (in general) it is on. Defaults to true.", []),
        ("How big it is.", []),
    ],
)
def test_words_that_look_like_values_are_found_in_prose(prose: str, words: list[str]) -> None:
    assert words_in(prose) == words


def test_references_are_told_by_names_and_prose() -> None:
    assert seems_a_reference("relative_to", "")
    assert seems_a_reference("sensor_frame", "")
    assert seems_a_reference("target", "Name of the child link that is pulled.")
    assert not seems_a_reference("name", "A unique name.")
    assert not seems_a_reference("frame_rate", "Pictures in a second.")


def test_a_version_without_its_file_of_rules_is_reported(home: Path, tmp_path: Path) -> None:
    newer = official(tmp_path / "newer", "1.1")
    assert prepare_import(newer, home, "1.1").without_rules == ()
    (newer / "1_0.convert").unlink()
    found = prepare_import(newer, home, "1.1")
    assert found.without_rules == (("1.0", "1.1"),)
    assert "| `1.0` | `1.1` | `1.1/1_0.convert` |" in "\n".join(reports(found))
