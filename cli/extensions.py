"""The option ``--extensions``: tags of your own, beside those that the configuration names."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .messages import WrongCall
from .settings.resolution import SettingsResolver


def add_extensions(parser: ArgumentParser) -> None:
    """Adds ``--extensions``."""
    parser.add_argument(
        "--extensions",
        metavar="FILE|PACKAGE",
        action="append",
        default=[],
        help="extension table with your own tags, or a package generated from one; may be given several times",
    )


def extensions_for(arguments: Namespace, path: str | Path) -> tuple[str, ...]:
    """Those that apply to a document: of the call, and of the nearest configuration."""
    return SettingsResolver(arguments)(path).settings.extensions


def tables_for(arguments: Namespace) -> tuple[Path, ...]:
    """The files of the tables for a command that is about no document: of the call, and of where it is made."""
    from ..semantics.core.extensions import tables_of

    with report_extension_errors():
        return tables_of(extensions_for(arguments, Path("_")))


@contextmanager
def report_extension_errors() -> Iterator[None]:
    """Says what is wrong with an extension.

    Raises:
        WrongCall: something is.
    """
    from ..diagnostics.errors import ExtensionError

    try:
        yield
    except ExtensionError as error:
        raise WrongCall(str(error)) from None
