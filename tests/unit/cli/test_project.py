"""Which folder is the project of what is in it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from bodyplan.cli.settings.project import leads_out, project_folder
from bodyplan.semantics.resources import project


def test_a_project_ends_where_version_control_begins(tmp_path: Path) -> None:
    inner = tmp_path / "checkout" / "models" / "arm"
    inner.mkdir(parents=True)
    (tmp_path / "checkout" / ".git").write_text("gitdir: elsewhere\n", encoding="utf-8")  # of a further working tree
    (tmp_path / "link").symlink_to(inner)
    assert project_folder(inner) == str((tmp_path / "checkout").resolve())
    assert project_folder(tmp_path / "link") == str((tmp_path / "checkout").resolve())


def test_without_version_control_a_project_is_the_folder(tmp_path: Path) -> None:
    assert project_folder(tmp_path) == str(tmp_path.resolve())
    assert project_folder(tmp_path / "missing") == str(tmp_path.resolve() / "missing")


@pytest.mark.parametrize("place", [".", "home"])
def test_a_home_folder_is_no_project_of_what_is_in_it(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    models = tmp_path / "home" / "models"
    models.mkdir(parents=True)
    (tmp_path / place / ".git").mkdir()
    monkeypatch.setattr(os.path, "expanduser", lambda _: str(tmp_path / "home"))
    assert project_folder(models) == str(models.resolve())
    assert project_folder(tmp_path / "home") == str((tmp_path / "home").resolve())


def test_a_folder_of_another_owner_is_no_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "models").mkdir()
    shared = str(tmp_path.resolve())
    monkeypatch.setattr(project, "_owner", lambda folder: 0 if folder == shared else 1000)
    assert project_folder(tmp_path / "models") == str(tmp_path.resolve() / "models")


def test_a_link_in_a_project_does_not_make_another_project(tmp_path: Path) -> None:
    checkout, elsewhere = tmp_path / "checkout", tmp_path / "elsewhere"
    (checkout / ".git").mkdir(parents=True)
    (checkout / "module" / ".git").mkdir(parents=True)
    (elsewhere / ".git").mkdir(parents=True)
    (elsewhere / "arm").mkdir()
    (checkout / "module" / "arm").mkdir()
    (checkout / "models").symlink_to(elsewhere)
    (tmp_path / "link").symlink_to(checkout)
    assert project_folder(checkout / "models") == str(checkout.resolve())
    assert project_folder(tmp_path / "link" / "models" / "arm") == str(checkout.resolve())
    assert project_folder(tmp_path / "link" / "module" / "arm") == str(checkout.resolve() / "module")


def test_what_leads_out_of_a_project(tmp_path: Path) -> None:
    project = tmp_path / "checkout"
    (project / "models").mkdir(parents=True)
    for name, target in {"in": "models", "out": "..", "absolute": "/", "circle": "circle"}.items():
        (project / name).symlink_to(target)
    inside = ["", "models", "in", "in/missing.sdf", "out/checkout/models", "circle"]
    outside = ["..", "out", "out/other", "absolute/etc", "in/../..", "models\0"]
    real = str(project.resolve())
    assert [name for name in inside if leads_out(project / name, real)] == []
    assert [name for name in outside if not leads_out(project / name, real)] == []


def test_a_document_that_is_not_there_yet_has_a_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "bodyplan.toml").touch()
    for robot in ("arm.urdf", "robots/arm.urdf", "robots/arm/arm.urdf"):
        assert project.Project.find(tmp_path / robot).folder == str(tmp_path)
    (tmp_path / "made").mkdir()
    monkeypatch.setattr(project, "_owner", {str(tmp_path): 0, str(tmp_path / "made"): 1000}.get)
    assert project.Project.find(tmp_path / "made" / "robots" / "arm.urdf").folder == str(tmp_path / "made" / "robots")
