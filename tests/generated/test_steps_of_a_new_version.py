"""What a version that does not exist yet changes is known on both ways between it and the one before, without an edit.

SDFormat 1.13 is 1.12 with a value that becomes a list, a default that changes, an element that has to be there, one that
moves into a new one, and one that is gone.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ..scratch import bodyplan, copied, environment

pytest.importorskip("jinja2", reason="generating needs the extra 'codegen'")

RULES = """<convert name="sdf">
  <!-- prose
       of the authors -->
  <convert descendant_name="link">
    <move><from element="enable_wind"/><to element="flags::wind"/></move>
    {}
  </convert>
</convert>
"""
FLAGS = '<element name="flags" required="0"><element name="wind" type="bool" default="false" required="0"/></element>'
WIND = '<element name="enable_wind" type="bool" default="false" required="0"/>'
DOCUMENT = """<sdf version="{}"><model name="m"><link name="l">{}
<inertial auto="true"/>
<collision name="c"><geometry><sphere><radius>1</radius></sphere></geometry></collision></link></model></sdf>"""


def official_folder(schemas: Path, folder: Path, rule: str = "") -> None:
    shutil.copytree(schemas / "1.12", folder, dirs_exist_ok=True)
    (folder / "1_11.convert").unlink()
    (folder / "1_12.convert").write_text(RULES.format(rule), encoding="utf-8")
    for name, old, new in (
        ("root.sdf", 'default="1.12"', 'default="1.13"'),
        ("battery.sdf", 'name="voltage" type="double"', 'name="voltage" type="doubles"'),
        ("link.sdf", 'name="gravity" type="bool" default="true"', 'name="gravity" type="bool" default="false"'),
        ("link.sdf", WIND, FLAGS),
        ("link.sdf", '    <element name="angular" type="double" default="0.0" required="0"/>\n', ""),
        (
            "collision.sdf",
            'name="max_contacts" type="int" default="10" required="0"',
            'name="max_contacts" type="int" default="10" required="1"',
        ),
    ):
        text = (folder / name).read_text(encoding="utf-8")
        assert old in text, name
        (folder / name).write_text(text.replace(old, new), encoding="utf-8")


@pytest.fixture(scope="module")
def copy(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout of its own with version 1.13."""
    root = tmp_path_factory.mktemp("new_steps")
    copy = copied(checkout, root)
    official_folder(copy / "schemas" / "sdformat", root / "official" / "1.13")
    for command in (["import", "sdformat", root / "official" / "1.13"], ["generate"]):
        done = bodyplan(copy, "codegen", *command)
        assert done.returncode == 0, done.stderr
    return copy


def exported(copy: Path, text: str, version: str) -> tuple[str, list[str]]:
    program = f"""
import json, bodyplan
text, losses = bodyplan.loads({text!r}).export({version!r})
bodyplan.loads(text)
print(json.dumps([text, [f"{{each.code}}: {{each.message}}" for each in losses]]))
"""
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment(copy), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    written, losses = json.loads(done.stdout)
    return str(written), list(losses)


def test_a_list_is_not_written_where_one_value_is_taken(copy: Path) -> None:
    battery = '<battery name="b"><voltage>{}</voltage></battery><gravity>1</gravity>'
    text, losses = exported(copy, DOCUMENT.format("1.13", battery.format("11 2")), "1.12")
    assert "11 2" not in text
    (loss,) = losses
    assert loss.startswith("BP813")
    assert loss.endswith("/voltage is '11 2', but SDFormat 1.12 takes double")
    text, losses = exported(copy, DOCUMENT.format("1.13", battery.format("11")), "1.12")
    assert "<voltage>11</voltage>" in text
    assert losses == []


def test_defaults_are_written_out_both_ways(copy: Path) -> None:
    assert "<gravity>false</gravity>" in exported(copy, DOCUMENT.format("1.13", ""), "1.12")[0]
    text, losses = exported(copy, DOCUMENT.format("1.12", ""), "1.13")
    assert "<gravity>true</gravity>" in text
    assert [loss.partition(" has no ")[2] for loss in losses] == ["<max_contacts>, which SDFormat 1.13 requires"]
    assert "<max_contacts>10</max_contacts>" in text


def test_what_moved_comes_back_without_a_word_about_its_holder(copy: Path) -> None:
    flags = "<gravity>1</gravity><flags><wind>true</wind></flags>"
    text, losses = exported(copy, DOCUMENT.format("1.13", flags), "1.12")
    assert "<enable_wind>true</enable_wind>" in text
    assert "flags" not in text
    assert losses == []


def test_what_is_dropped_without_a_rule_is_listed(copy: Path, checkout: Path) -> None:
    path = Path("schemas") / "sdformat" / "conversions.toml"
    before, after = ((root / path).read_text(encoding="utf-8") for root in (checkout, copy))
    assert after.startswith(before)
    assert after.removeprefix(before).split() == [
        '["1.13"]',
        "dropped",
        "=",
        "[",
        '"link:link/velocity_decay/angular",',
        "]",
    ]
    (copy / path).write_text(before, encoding="utf-8")
    try:
        done = bodyplan(copy, "codegen", "check")
        assert done.returncode == 1
        assert "link:link/velocity_decay/angular of 1.12 is gone, no rule is about it" in done.stderr
    finally:
        (copy / path).write_text(after, encoding="utf-8")


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ("<frobnicate/>", "6: <frobnicate> is no conversion rule"),
        ('<rename><to element="x"/></rename>', "6: <rename> needs one <from> and one <to>"),
        ('<remove element="nothing"/>', "6: /sdf//link/nothing is described neither before this rule nor after it"),
    ],
)
def test_a_bad_rule_is_told_by_the_official_file_and_its_line(
    checkout: Path, tmp_path: Path, rule: str, message: str
) -> None:
    from bodyplan.codegen.errors import SchemaError
    from bodyplan.codegen.import_upstream import prepare_import

    schemas = tmp_path / "schemas"
    shutil.copytree(checkout / "schemas" / "sdformat", schemas)
    shutil.rmtree(schemas / "1.13", ignore_errors=True)
    official: Any = tmp_path / "official" / "1.13"
    official_folder(schemas, official, rule)
    with pytest.raises(SchemaError) as caught:
        prepare_import(official, schemas, "1.13")
    assert str(caught.value).startswith(f"{official / '1_12.convert'}:{message}")
    assert not (schemas / "1.13").exists()
