"""Commands that only work where bodyplan was installed with the extra ``codegen``."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from .messages import WrongCall

MODULES = frozenset({"jinja2", "toposort", "click", "docformatter", "tomli"})
"""Modules that the extra brings, directly or through others."""


def needs(module: str, extra: str) -> str:
    """Says what to install."""
    return f"this needs {module}; install the extra: pip install 'bodyplan[{extra}]'"


@contextmanager
def compiler() -> Iterator[None]:
    """Says what to install where a module of the extra is missing.

    Raises:
        WrongCall: one is.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] not in MODULES:
            raise
        raise WrongCall(needs(error.name or "", "codegen")) from None
