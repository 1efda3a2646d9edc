"""Fixtures of the tests of the compiler."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

MakePackage = Callable[..., Path]


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
            (package / "runtime").symlink_to(checkout / "runtime", target_is_directory=True)
        monkeypatch.syspath_prepend(str(package.parent))
        made.append(name)
        return package

    yield make
    for name in [name for name in sys.modules if name.split(".", 1)[0] in made]:
        del sys.modules[name]
