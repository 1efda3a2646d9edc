"""Settings and fixtures of all tests."""

from __future__ import annotations

import atexit
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import settings

MakePackage = Callable[..., Path]

CHECKOUT = Path(__file__).resolve().parents[1]
SHARED = CHECKOUT.parent / "shared"
LONG = ("slow", "corpus", "oracle", "browser")
"""Marks of tests that ``nox -s quick`` leaves out."""

# no test reads or leaves anything in the folders of who runs it
os.environ.setdefault("BODYPLAN_NO_CACHE", "1")
if "BODYPLAN_TEST_CONFIG_DIR" not in os.environ:  # made once, for all workers
    os.environ["BODYPLAN_TEST_CONFIG_DIR"] = tempfile.mkdtemp(prefix="bodyplan-tests-")
    atexit.register(shutil.rmtree, os.environ["BODYPLAN_TEST_CONFIG_DIR"], ignore_errors=True)
os.environ["BODYPLAN_CONFIG_DIR"] = os.environ["BODYPLAN_TEST_CONFIG_DIR"]

if "CI" not in os.environ:  # there hypothesis has a profile of its own, which sets no deadline either
    settings.register_profile("unhurried", deadline=None)
    settings.load_profile("unhurried")


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--update`` rewrites expectations and fails, so that it is never accidental."""
    parser.addoption("--update", action="store_true", help="write expected outputs anew, and fail")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """No workers for a single file: a file's tests stay together, because they share what is made for the file."""
    files = {argument.split("::")[0] for argument in config.args}
    return 0 if len(files) == 1 and files.pop().endswith(".py") else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Files with tests that take long come first, so that no worker is left with one of them at the end.

    Tests with a browser are skipped unless they are asked for, by their mark or their folder: a busy machine draws slowly.
    """
    named = [argument for argument in config.args if "tests/view" in argument]
    if not named and not any(mark in config.option.markexpr for mark in ("browser", "oracle")):
        skip = pytest.mark.skip(reason="pages are opened in a browser by `nox -s browser`")
        for item in items:
            if item.get_closest_marker("browser"):
                item.add_marker(skip)
    long = {item.path for item in items if any(item.get_closest_marker(mark) for mark in LONG)}
    items.sort(key=lambda item: item.path not in long)


@pytest.fixture(scope="session")
def checkout() -> Path:
    """The folder that holds ``schemas/``, ``generated/`` and the rest."""
    return CHECKOUT


@pytest.fixture(scope="session")
def shared() -> Path:
    """The reference material beside the checkout."""
    if not SHARED.is_dir():
        pytest.skip("there is no folder ../shared beside the checkout: the collection of real files is missing")
    return SHARED


@pytest.fixture(scope="session")
def corpus_files(shared: Path) -> tuple[Path, ...]:
    """Every robot or world description of the corpus, in a fixed order."""
    files = (path for path in (shared / "corpus").rglob("*") if path.suffix in (".sdf", ".urdf", ".skel", ".world"))
    return tuple(sorted(path for path in files if path.is_file()))


@pytest.fixture
def make_package(tmp_path: Path, checkout: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[MakePackage]:
    """Makes a package of generated files importable; ``with_runtime`` gives it a runtime of its own beside them."""
    made: list[str] = []

    def make(name: str, files: dict[str, str], *, with_runtime: bool = False) -> Path:
        package = tmp_path / "site" / name
        for path, text in {"__init__.py": "", **files}.items():
            (package / path).parent.mkdir(parents=True, exist_ok=True)
            (package / path).write_text(text, encoding="utf-8")
        if with_runtime:
            for room in ("diagnostics", "runtime"):
                (package / room).symlink_to(checkout / room, target_is_directory=True)
        monkeypatch.syspath_prepend(str(package.parent))
        made.append(name)
        return package

    yield make
    for name in [name for name in sys.modules if name.split(".", 1)[0] in made]:
        del sys.modules[name]
