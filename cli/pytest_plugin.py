"""The plugin of pytest: with ``pytest --bodyplan`` each document is a test.

pytest imports this module in every run wherever bodyplan is installed, so that it imports nothing of ours by itself.
"""

from __future__ import annotations

import pytest

VARIABLES = "environment variable that xacro models may read despite --bodyplan-confine; may be given several times"
TARGETS_HELP = "also check each model for this target; may be given several times"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the options."""
    group = parser.getgroup("bodyplan", "robot descriptions")
    group.addoption(
        "--bodyplan", action="store_true", help="check each model and world in the collected folders as a test"
    )
    group.addoption("--bodyplan-strict", action="store_true", help="treat every warning about a model as an error")
    group.addoption("--bodyplan-target", metavar="T", action="append", default=[], help=TARGETS_HELP)
    group.addoption("--bodyplan-config", metavar="FILE", help="configuration file to use for every model")
    group.addoption(
        "--bodyplan-isolated", action="store_true", help="ignore all configuration files for models, including your own"
    )
    group.addoption(
        "--bodyplan-trust",
        action="store_true",
        help="allow configuration files of models to access files outside their project",
    )
    group.addoption("--bodyplan-env", metavar="NAME", action="append", default=[], help=VARIABLES)
    group.addoption("--bodyplan-confine", action="store_true", help="read nothing outside of each model's folder")


def pytest_configure(config: pytest.Config) -> None:
    """Has models collected if the call asks for it."""
    if config.getoption("bodyplan"):
        from .checking.pytest_items import Models

        config.pluginmanager.register(Models(config), "bodyplan-models")
