"""Loads the one document that a command is about."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..diagnostics import rules
from ..runtime.budget import MAX_BYTES
from ..runtime.files import Unreadable
from ..semantics.core.garbage_collection import collector_stopped
from ..semantics.targets.registry import list_targets
from .checking.discovery import places_below
from .extensions import add_extensions, report_extension_errors
from .fetch_command import add_fetch, fetcher_of
from .messages import WrongCall, complain, nearest
from .settings.argument_sets import XACRO, narrow_to_one, require_sets
from .settings.resolution import SettingsResolver, add_reading
from .status import OK, PROBLEMS, UNUSABLE
from .terminal import supports_colour

if TYPE_CHECKING:
    from ..diagnostics.diagnostic import Diagnostic
    from ..runtime.files import Files
    from ..semantics.core.options import LoadOptions
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
        help="argument for a xacro document, also as NAME:=VALUE alone; may be given several times",
    )
    parser.add_argument(
        "--matrix",
        metavar="NAME",
        action="append",
        default=[],
        help="only this set of arguments of those that the configuration lists; may be given several times",
    )
    add_fetch(parser)
    add_reading(parser)


def _argument(text: str) -> tuple[str, str]:
    name, between, value = text.partition(":=")
    if not between or not name.strip():
        raise ArgumentTypeError(f"{text!r} is no argument: it takes NAME:=VALUE")
    return name.strip(), value.strip()


def settings_of(arguments: Namespace, path: str) -> Settings:
    """The settings of the one document of a command, with the values of one set of arguments where there are several.

    Raises:
        WrongCall: the configuration cannot be read, or the call gives an argument or names a set that there is not.
    """
    settings = SettingsResolver(arguments)(path).settings
    require_sets(arguments.matrix, settings.argument_sets)
    refuse_unknown_arguments(arguments.arg, [(path, settings)])
    chosen, name = narrow_to_one(settings, path, arguments.matrix)
    if name and not arguments.matrix:
        complain(f"{path} is read with the arguments {name!r}; --matrix NAME takes others")
    return chosen


def refuse_unknown_arguments(given: Sequence[tuple[str, str]], documents: Iterable[tuple[str, Settings]]) -> None:
    """Makes sure that each argument of a call is one of a document in xacro.

    Raises:
        WrongCall: none of the documents has one of the arguments, or takes any.
    """
    if not given:
        return
    files = [(path, settings) for path, settings in documents if os.path.isfile(path)]
    in_xacro = [(path, settings) for path, settings in files if path.endswith(XACRO)]
    if not in_xacro:
        if files and not any(_mentions_xacro(path, settings) for path, settings in files):
            whose = f"{files[0][0]} is not" if len(files) == 1 else "none of the documents is"
            raise WrongCall(f"{whose} in xacro, and takes no argument {given[0][0]!r}")
        return
    from ..semantics.core.options import options_of
    from ..semantics.xacro.engine import is_installed
    from ..semantics.xacro.known_arguments import find_arguments

    if not is_installed():
        return
    unknown, names, are_all = {name for name, _ in given}, set[str](), True
    for path, settings in in_xacro:
        one, _ = narrow_to_one(settings, path, ())
        options = options_of(xacro_options(one), Path(path).parent, None)
        known = find_arguments(path, options)
        names |= known.names
        unknown -= known.names
        are_all = are_all and known.are_all
        if not unknown:
            return
    whose = f"{in_xacro[0][0]} has no" if len(in_xacro) == 1 else "none of the documents has an"
    for name in sorted(unknown):
        near = nearest(name, sorted(names))
        # a document that cannot be expanded may have further arguments in files that were not reached
        if near or are_all:
            told = near or (f"; there are {', '.join(sorted(names))}" if names else "")
            raise WrongCall(f"{whose} argument {name!r}{told}")


def _mentions_xacro(path: str, settings: Settings) -> bool:
    """Whether a document whose name does not say so may be one for xacro."""
    try:
        return b"xacro" in files_of(path, settings).read(path, MAX_BYTES)
    except Unreadable:
        return True  # which is reported


def xacro_options(settings: Settings) -> LoadOptions:
    """The keywords that an expansion of a document in xacro takes of its settings."""
    return {
        "search_paths": (*settings.search_paths, *places_below(settings.package_roots)),
        "confine": settings.confine,
        "arguments": settings.arguments,
        "env": settings.env,
    }


def add_document(parser: ArgumentParser) -> None:
    """Adds the arguments that say which document is loaded and how."""
    parser.add_argument("file", metavar="FILE", help="the document")
    add_target(parser)
    add_search_paths(parser)
    add_extensions(parser)


def add_target(parser: ArgumentParser) -> None:
    """Adds ``--target``."""
    parser.add_argument(
        "--target",
        metavar="T",
        choices=list_targets(),
        help=f"read the document as this target does, and also report what it would reject or ignore: {', '.join(list_targets())}",
    )


def with_document(
    arguments: Namespace,
    use: Callable[[Document], None],
    *,
    otherwise: str | None = None,
    partial: bool = False,
    folds: bool = False,
) -> int:
    """Loads the document, shows on standard error what was found in it, and hands it to ``use``.

    Args:
        arguments: of the command.
        use: takes the document.
        otherwise: the reader that it is loaded for where it has errors as it is asked for.
        partial: whether placeholders stand for what it includes and cannot be had.
        folds: whether findings that it repeats become one.

    Returns:
        The exit status; that of a document with errors where loading it or ``use`` met with them.
    """
    with collector_stopped():
        return _use_document(arguments, use, otherwise, partial, folds)


def _use_document(
    arguments: Namespace, use: Callable[[Document], None], otherwise: str | None, partial: bool, folds: bool
) -> int:
    from ..diagnostics.errors import LoadError
    from .process import keep_until_end

    try:
        settings = settings_of(arguments, arguments.file)
        try:
            document = load_document(arguments.file, settings, arguments.target, partial=partial)
        except LoadError:
            if otherwise is None:
                raise
            document = load_document(arguments.file, settings, otherwise, partial=partial)
        keep_until_end(document)
        show(arguments.file, document.diagnostics, folds=folds)
        use(document)
    except LoadError as error:
        show(arguments.file, error.diagnostics, folds=folds)
        if all(d.severity != "error" for d in error.diagnostics):
            complain(f"{arguments.file}: the document describes nothing that could be resolved")
        return UNUSABLE if is_unreadable(arguments.file, error.diagnostics) else PROBLEMS
    return OK


def first_scene(path: str, document: Document) -> Scene:
    """The scene of a document; says which it is where there are several."""
    report_further_worlds(path, len(document.scenes))
    return document.scene


def report_further_worlds(path: str, worlds: int) -> None:
    """Says that the first of several worlds is shown."""
    if worlds > 1:
        complain(f"{path}: the first of {worlds} worlds is shown")


def load_document(file: str, settings: Settings, target: Any = None, *, partial: bool = False) -> Document:
    """A document, read as its settings say.

    Args:
        file: its path.
        settings: those that apply to it.
        target: the reader that it is loaded for; None: none.
        partial: whether placeholders stand for what it includes and cannot be had.

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
            partial=partial,
            confine=settings.confine,
            arguments=settings.arguments,
            env=settings.env,
            extensions=settings.extensions,
            fetch=fetcher_of(settings),
        )


def find_name(kind: str, word: str, names: Iterable[str]) -> str:
    """The whole name of what a call means, which may leave out the model's where only one is called so.

    Args:
        kind: what it is, such as a frame.
        word: the name, or the end of one.
        names: those that there are.

    Raises:
        WrongCall: nothing is called so, or several are.
    """
    from ..semantics.ir.scoped_names import SEPARATOR

    known = list(names)
    if word in known:
        return word
    fitting = [name for name in known if name.endswith(f"{SEPARATOR}{word}")]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        raise WrongCall(f"several {kind}s are called {word!r}: {', '.join(fitting)}")
    near = nearest(word, known) or nearest(word, {name.rpartition(SEPARATOR)[2] for name in known})
    raise WrongCall(f"there is no {kind} {word!r}{near}")


def files_of(file: str, settings: Settings) -> Files:
    """The files that may be read for a document which nothing is looked up for."""
    from ..semantics.core.options import files_for

    return files_for((), Path(file).parent, confine=settings.confine)


def show(path: str, diagnostics: Sequence[Diagnostic], *, everything: bool = False, folds: bool = False) -> None:
    """Writes findings to standard error; notes are for who asks for ``everything``.

    ``folds`` makes one of findings that a document repeats.
    """
    from ..diagnostics.render.renderer import renderer
    from ..diagnostics.repetitions import fold
    from ..runtime.source_lines import SourceLines

    shown = [diagnostic for diagnostic in diagnostics if everything or diagnostic.severity != "note"]
    shown = fold(shown) if folds else shown
    if shown:
        sys.stdout.flush()
        format = "full" if sys.stderr.isatty() else "concise"
        colour = {"colour": supports_colour(sys.stderr)} if format == "full" else {}
        sys.stderr.write(renderer(format, SourceLines(), verbose=True, **colour).report(path, shown))


def is_unreadable(path: str, diagnostics: Sequence[Diagnostic]) -> bool:
    """Whether ``path`` itself, rather than something that it includes, could not be read."""
    return any(d.code == rules.FILE_UNREADABLE.code and d.file in (None, path) for d in diagnostics)
