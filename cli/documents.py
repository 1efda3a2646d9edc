"""Loads the one document that a command is about."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..diagnostics import rules
from ..semantics.targets.registry import TARGET_PROFILES
from .checking.discovery import places_below
from .extensions import add_extensions, report_extension_errors
from .fetch_command import add_fetch, fetcher_of
from .messages import complain
from .settings.resolution import SettingsResolver, add_reading
from .status import OK, PROBLEMS, UNUSABLE

if TYPE_CHECKING:
    from ..diagnostics.diagnostic import Diagnostic
    from ..runtime.files import Files
    from ..semantics.document.document import Document
    from ..semantics.scene.scene import Scene
    from .settings.settings import Settings


def add_search_paths(parser: ArgumentParser) -> None:
    """Adds ``--search-path`` and ``--fetch``: where files are looked for; ``--arg``, which names some; and ``add_reading``."""
    parser.add_argument(
        "--search-path",
        metavar="DIR",
        action="append",
        default=[],
        help="folder to search for model://NAME and package://NAME; may be given several times",
    )
    parser.add_argument(
        "--arg",
        metavar="NAME:=VALUE",
        action="append",
        type=_argument,
        default=[],
        help="argument for a xacro document; may be given several times",
    )
    add_fetch(parser)
    add_reading(parser)


def _argument(text: str) -> tuple[str, str]:
    name, between, value = text.partition(":=")
    if not between or not name.strip():
        raise ArgumentTypeError(f"{text!r} is no argument: it takes NAME:=VALUE")
    return name.strip(), value.strip()


def add_document(parser: ArgumentParser) -> None:
    """Adds the arguments that say which document is loaded and how."""
    parser.add_argument("file", metavar="FILE", help="the document")
    parser.add_argument(
        "--target",
        metavar="T",
        choices=TARGET_PROFILES,
        help=f"read the document as this target does, and also report what it would reject or ignore: {', '.join(TARGET_PROFILES)}",
    )
    add_search_paths(parser)
    add_extensions(parser)


def with_document(arguments: Namespace, use: Callable[[Document], None], *, otherwise: str | None = None) -> int:
    """Loads the document, shows on standard error what was found in it, and hands it to ``use``.

    Args:
        arguments: of the command.
        use: takes the document.
        otherwise: the reader that it is loaded for where it has errors as it is asked for.

    Returns:
        The exit status; that of a document with errors where loading it or ``use`` met with them.
    """
    from ..diagnostics.errors import LoadError

    try:
        settings = SettingsResolver(arguments)(arguments.file).settings
        try:
            document = load_document(arguments.file, settings, arguments.target)
        except LoadError:
            if otherwise is None:
                raise
            document = load_document(arguments.file, settings, otherwise)
        show(arguments.file, document.diagnostics)
        use(document)
    except LoadError as error:
        show(arguments.file, error.diagnostics)
        if all(d.severity != "error" for d in error.diagnostics):
            complain(f"{arguments.file}: the document describes nothing that could be resolved")
        return UNUSABLE if is_unreadable(arguments.file, error.diagnostics) else PROBLEMS
    return OK


def first_scene(path: str, document: Document) -> Scene:
    """The scene of a document; says which it is where there are several."""
    scenes = document.scenes
    if len(scenes) > 1:
        complain(f"{path}: the first of {len(scenes)} worlds is shown")
    return document.scene


def load_document(file: str, settings: Settings, target: Any = None) -> Document:
    """A document, read as its settings say.

    Args:
        file: its path.
        settings: those that apply to it.
        target: the reader that it is loaded for; None: none.

    Raises:
        LoadError: it has errors.
        WrongCall: an extension cannot be used.
    """
    from ..semantics.document.loader import load

    with report_extension_errors():
        return load(
            file,
            search_paths=(*settings.search_paths, *places_below(settings.package_roots)),
            target=target,
            confine=settings.confine,
            arguments=settings.arguments,
            env=settings.env,
            extensions=settings.extensions,
            fetch=fetcher_of(settings),
        )


def files_of(file: str, settings: Settings) -> Files:
    """The files that may be read for a document which nothing is looked up for."""
    from ..semantics.core.options import files_for

    return files_for((), Path(file).parent, confine=settings.confine)


def show(path: str, diagnostics: Sequence[Diagnostic]) -> None:
    """Writes findings to standard error; notes are for who asks for a check."""
    from ..diagnostics.render.renderer import renderer
    from ..runtime.source_lines import SourceLines

    shown = [diagnostic for diagnostic in diagnostics if diagnostic.severity != "note"]
    if shown:
        sys.stdout.flush()
        format = "full" if sys.stderr.isatty() else "concise"
        sys.stderr.write(renderer(format, SourceLines(), verbose=True).report(path, shown))


def is_unreadable(path: str, diagnostics: Sequence[Diagnostic]) -> bool:
    """Whether ``path`` itself, rather than something that it includes, could not be read."""
    return any(d.code == rules.FILE_UNREADABLE.code and d.file in (None, path) for d in diagnostics)
