"""What only works where bodyplan was installed with an extra."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

from .messages import WrongCall

MODULES = {
    "codegen": frozenset({"jinja2", "markupsafe", "toposort", "click", "docformatter", "tomli"}),
    "lsp": frozenset({"pygls", "lsprotocol", "cattrs", "attrs"}),
    "fleet": frozenset({"distributed", "dask", "fsspec"}),
}
"""Modules that each extra brings, directly or through others."""


def needs(module: str, extra: str) -> str:
    """Says what to install."""
    return f"this needs {module}; install the extra: pip install 'bodyplan[{extra}]'"


@contextmanager
def extra(name: str) -> Iterator[None]:
    """Says what to install where a module of an extra is missing.

    Raises:
        WrongCall: one is.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] not in MODULES[name]:
            raise
        raise WrongCall(needs(error.name or "", name)) from None


def compiler() -> AbstractContextManager[None]:
    """The same of the extra ``codegen``."""
    return extra("codegen")
