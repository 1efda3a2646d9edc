"""Which documents a call names by URLs."""

from __future__ import annotations

from collections.abc import Iterable

from ...runtime.patterns import compile_pattern
from ..optional_deps import extra

_URL = compile_pattern(r"[A-Za-z][A-Za-z0-9+.-]+://")


def is_url(path: str) -> bool:
    """Whether a document is named by a URL."""
    return "://" in path and _URL.match(path) is not None


def require(paths: Iterable[str]) -> None:
    """Makes sure that URLs can be opened, where there are any.

    Raises:
        WrongCall: the extra is not installed.
    """
    if any(map(is_url, paths)):
        with extra("fleet"):
            import fsspec  # noqa: F401  # pyright: ignore[reportMissingImports]
