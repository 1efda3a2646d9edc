"""The user's secret: who can sign, and what is refused as a key."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from bodyplan.runtime.user_key import FILE, SIGNATURE_BYTES, key_problem, sign, verify

posix = pytest.mark.skipif(os.name != "posix", reason="permissions are those of POSIX")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A new folder for configuration, which is not there yet."""
    monkeypatch.delenv("BODYPLAN_CACHE_KEY", raising=False)
    monkeypatch.setenv("BODYPLAN_CONFIG_DIR", str(tmp_path / "config"))
    return tmp_path / "config"


def test_a_signature_is_of_its_data_its_purpose_and_its_user(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    signature = sign(b"data", b"purpose")
    assert signature is not None
    assert len(signature) == SIGNATURE_BYTES >= 16
    assert verify(b"data", b"purpose", signature)
    assert not verify(b"dat", b"apurpose", signature)
    assert not verify(b"data", b"another", signature)
    assert not verify(b"data", b"purpose", signature[:-1])
    assert not verify(b"data", b"purpose", b"")
    monkeypatch.setenv("BODYPLAN_CONFIG_DIR", str(folder.parent / "another"))
    assert not verify(b"data", b"purpose", signature)


@posix
def test_the_key_is_for_its_user_alone(folder: Path) -> None:
    assert sign(b"", b"") is not None
    assert folder.stat().st_mode & 0o777 == 0o700
    assert (folder / FILE).stat().st_mode & 0o777 == 0o600
    assert [each.name for each in folder.iterdir()] == [FILE]


def test_processes_that_start_at_once_have_one_key(folder: Path) -> None:
    call = "from bodyplan.runtime.user_key import sign; print(sign(b'data', b'purpose').hex())"
    started = [subprocess.Popen([sys.executable, "-c", call], stdout=subprocess.PIPE) for _ in range(4)]
    assert len({process.communicate()[0] for process in started}) == 1
    assert len(list(folder.iterdir())) == 1


@posix
@pytest.mark.parametrize("fault", ["readable", "short", "long", "link", "folder", "fifo"])
def test_another_file_is_no_key(folder: Path, fault: str) -> None:
    folder.mkdir()
    key = folder / FILE
    if fault == "folder":
        key.mkdir()
    elif fault == "fifo":
        os.mkfifo(key, 0o600)
    elif fault == "link":
        (folder / "elsewhere").write_bytes(bytes(32))
        (folder / "elsewhere").chmod(0o600)
        key.symlink_to("elsewhere")
    else:
        key.write_bytes(bytes({"short": 31, "long": 33}.get(fault, 32)))
        key.chmod(0o640 if fault == "readable" else 0o600)
    assert sign(b"data", b"purpose") is None
    assert not verify(b"data", b"purpose", bytes(SIGNATURE_BYTES))
    assert key_problem()


@posix
def test_a_key_of_another_user_is_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder.mkdir()
    (folder / FILE).write_bytes(bytes(32))
    (folder / FILE).chmod(0o600)
    own = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: own + 1)
    assert sign(b"data", b"purpose") is None
    assert "another user" in (key_problem() or "")


def test_a_folder_that_cannot_be_made_gives_no_key(folder: Path) -> None:
    folder.write_text("", encoding="utf-8")
    assert sign(b"data", b"purpose") is None
    assert key_problem()


def test_a_variable_takes_the_place_of_the_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BODYPLAN_CACHE_KEY", "a secret of continuous integration")
    signature = sign(b"data", b"purpose") or b""
    assert verify(b"data", b"purpose", signature)
    assert not folder.exists()
    monkeypatch.setenv("BODYPLAN_CACHE_KEY", "another secret of continuous integration")
    assert not verify(b"data", b"purpose", signature)
    monkeypatch.setenv("BODYPLAN_CACHE_KEY", "short")
    assert sign(b"data", b"purpose") is None
    assert "fewer than" in (key_problem() or "")
