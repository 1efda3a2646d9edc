"""When pages are opened in a browser: by a command of their own, since a busy machine draws slowly."""

from __future__ import annotations

import pytest


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Skips tests with a browser unless they are asked for, by their mark or their folder."""
    asked = any(mark in config.option.markexpr for mark in ("browser", "oracle"))
    if asked or any("viewing" in argument for argument in config.args):
        return
    skip = pytest.mark.skip(reason="pages are opened in a browser by `nox -s browser`")
    for item in items:
        if item.get_closest_marker("browser"):
            item.add_marker(skip)
