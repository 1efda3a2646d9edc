"""What is known of the installed package."""

from __future__ import annotations


def version() -> str | None:
    """Version of bodyplan, None where it runs without being installed."""
    from importlib import metadata

    try:
        return metadata.version("bodyplan")
    except metadata.PackageNotFoundError:
        return None
