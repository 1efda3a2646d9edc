"""Which version of bodyplan made a user's package of bindings, and whether that is the one that reads with it."""

from __future__ import annotations

import warnings
from functools import cache


class OtherVersion(UserWarning):
    """A package of bindings was made by another version of bodyplan, whose classes may look different."""


@cache
def made_by() -> str | None:
    """The version that runs; None where bodyplan is not installed."""
    from importlib import metadata

    try:
        return metadata.version("bodyplan")
    except metadata.PackageNotFoundError:
        return None


def check_maker(package: str, version: str) -> None:
    """Warns where the package of bindings that is imported was made by another version than the one that runs."""
    own = made_by() or ""
    if version != own:
        warnings.warn(
            f"{package} was made by bodyplan {version or '(not installed)'}, this is {own or '(not installed)'}; make it anew "
            "with `bodyplan codegen generate --extensions`",
            OtherVersion,
            stacklevel=3,
        )
