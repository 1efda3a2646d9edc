"""``load`` and its like: one format's own door, what it says of other formats, and the options that all of them take."""

from __future__ import annotations

import pickle
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import bodyplan
import pytest
from bodyplan import dmd, sdformat, skel, urdf
from bodyplan.cli.main import main
from bodyplan.semantics.core.options import LoadOptions, Options, options_of

TEXTS = {
    "sdformat": '<sdf version="1.9"><model name="m"><link name="l"/></model></sdf>',
    "urdf": '<robot name="r"><link name="l"/></robot>',
    "skel": "<skel version='1.0'><world name='w'/></skel>",
    "dmd": "directives:\n- add_model_instance:\n    name: arm\n",
}
ENDINGS = {"sdformat": ".sdf", "urdf": ".urdf", "skel": ".skel", "dmd": ".dmd.yaml"}
ROOTS = {"sdformat": sdformat.Sdf, "urdf": urdf.Robot, "skel": skel.Skel, "dmd": dmd.Directives}


def written(folder: Path, format: str) -> Path:
    path = folder / f"a{ENDINGS[format]}"
    path.write_text(TEXTS[format], encoding="utf-8")
    return path


@pytest.mark.parametrize("format", TEXTS)
def test_a_door_reads_its_format(format: str, tmp_path: Path) -> None:
    page: Any = getattr(bodyplan, format)
    for document in (page.load(written(tmp_path, format)), page.loads(TEXTS[format])):
        assert document.format == format
        assert type(document.root) is ROOTS[format]


@pytest.mark.parametrize("wanted", TEXTS)
@pytest.mark.parametrize("found", TEXTS)
def test_a_door_says_which_one_reads_a_document_of_another_format(found: str, wanted: str, tmp_path: Path) -> None:
    if found == wanted:
        return
    page: Any = getattr(bodyplan, wanted)
    with pytest.raises(bodyplan.LoadError) as caught:
        page.load(written(tmp_path, found))
    (finding,) = caught.value.diagnostics
    assert finding.code == ("BP012" if found == "dmd" else "BP011")
    assert f"a document of {found}, not of {wanted}" in finding.message
    assert f"bodyplan.{found}.load" in (finding.hint or "")


def test_markup_in_a_file_that_is_called_like_directives_is_read_by_its_root_element(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("\n" + TEXTS["urdf"], encoding="utf-8")
    assert urdf.load(path).format == "urdf"
    with pytest.raises(bodyplan.LoadError, match="BP011"):
        dmd.load(path)


def test_a_misspelt_option_is_named_with_what_was_meant() -> None:
    with pytest.raises(TypeError, match="there is no option 'stirct'; did you mean 'strict'"):
        bodyplan.loads(TEXTS["urdf"], stirct=True)  # type: ignore[call-overload]
    with pytest.raises(TypeError, match="there is no option 'bindngs'"):
        list(bodyplan.check_many(["x.urdf"], bindngs=None))  # type: ignore[call-arg]


def test_options_are_listed_once() -> None:
    names = [*Options.__dataclass_fields__]
    assert [*LoadOptions.__annotations__, "base_dir", "reader_of_included", "files"] == names
    assert options_of({}, None, None) == Options()


def test_check_and_check_many_take_what_load_takes(tmp_path: Path) -> None:
    path = written(tmp_path, "urdf")
    size = len(TEXTS["urdf"])
    assert bodyplan.check(path, max_bytes=size, fetch=None, bindings=None).ok
    assert [finding.code for finding in bodyplan.check(path, max_bytes=size - 1).diagnostics] == ["BP002"]
    reports = list(bodyplan.check_many(iter([path, path]), max_bytes=size - 1, search_paths=iter([tmp_path])))
    assert [report.ok for report in reports] == [False, False]


@pytest.mark.parametrize("strict", [None, False, True])
def test_every_way_to_look_at_a_file_has_the_same_verdict(strict: bool | None, tmp_path: Path) -> None:
    path = tmp_path / "a.urdf"
    path.write_text('<robot name="r"><link name="l" colour="red"/></robot>', encoding="utf-8")
    options = LoadOptions() if strict is None else LoadOptions(strict=strict)
    report = bodyplan.check(path, **options)
    assert list(bodyplan.check_many([path], **options)) == [report]
    assert [finding.severity for finding in report.diagnostics] == ["error" if strict else "warning"]
    assert main(["check", str(path), *(["--strict"] if strict else [])]) == (not report.ok)
    if strict:
        with pytest.raises(bodyplan.LoadError):
            bodyplan.load(path, **options)
    else:
        assert bodyplan.load(path, **options).diagnostics == report.diagnostics


def test_iterators_given_as_options_serve_every_document(tmp_path: Path) -> None:
    models = tmp_path / "models" / "part"
    models.mkdir(parents=True)
    (models / "model.config").write_text('<model><sdf version="1.9">model.sdf</sdf></model>', encoding="utf-8")
    (models / "model.sdf").write_text(TEXTS["sdformat"], encoding="utf-8")
    path = tmp_path / "world.sdf"
    path.write_text("<sdf version='1.9'><world name='w'><include><uri>model://part</uri></include></world></sdf>")
    reports = bodyplan.check_many([path, path], strict=False, search_paths=(folder for folder in [tmp_path / "models"]))
    assert [report.ok for report in reports] == [True, True]


def test_a_door_can_be_handed_to_workers(tmp_path: Path) -> None:
    path = written(tmp_path, "sdformat")
    load = pickle.loads(pickle.dumps(sdformat.load))
    with ThreadPoolExecutor(2) as pool:
        assert [document.root.model.name for document in pool.map(load, [path, path])] == ["m", "m"]
