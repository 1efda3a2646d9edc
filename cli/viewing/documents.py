"""The documents that ``bodyplan view`` is asked to show, opened as the call and the configuration say."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...diagnostics import rules
from ...diagnostics.diagnostic import Diagnostic
from ...diagnostics.records import dataclass, replace
from ...diagnostics.render.printable import printable
from ...semantics.document.loader import resolve_options
from ...semantics.view.documents import open_document
from ...semantics.view.scene_json import document_data, scene_data, worlds_data
from ...semantics.view.states import has_group_states
from ..checking.discovery import places_below
from ..documents import settings_of, show
from ..extensions import report_extension_errors
from ..fetch_command import fetcher_of
from ..messages import WrongCall
from ..settings.files import forget, places

if TYPE_CHECKING:
    from ...runtime.files import Files
    from ...semantics.core.options import Options
    from ...semantics.diff.differences import Difference
    from ...semantics.view.documents import OpenedDocument
    from ...semantics.view.meshes import PageAssets


@dataclass(frozen=True)
class ViewRequest:
    """One document, or two to be shown over each other, each with the options that hold for it."""

    documents: tuple[tuple[str, Options], ...]
    semantics: tuple[str, Options] | None = None
    """An SRDF document about the first."""
    tabs: tuple[ViewRequest, ...] = ()
    """What else the page offers, each as a tab of its own."""

    @property
    def title(self) -> str:
        """What the page is called."""
        return " and ".join(printable(Path(path).name or path) for path, _ in self.documents)

    def open_documents(self, watch: Callable[[Files], Files] | None = None) -> tuple[OpenedDocument, ...]:
        """The documents as they are now.

        Args:
            watch: makes what reads files of what would.
        """

        def open_one(path: str, options: Options) -> OpenedDocument:
            return open_document(path, options if watch is None else replace(options, files=watch(options.files)))

        with report_extension_errors():
            opened = [open_one(path, options) for path, options in self.documents]
            if self.semantics is not None:
                about = open_one(*self.semantics)
                if about.document is None or not has_group_states(about.document):
                    raise WrongCall(f"{about.name}: this is no SRDF document that can be read")
                opened[0] = replace(opened[0], semantics=about.document)
            return tuple(opened)

    def open_tabs(self, watch: Callable[[Files], Files] | None = None) -> tuple[Tab, ...]:
        """What the page shows first, then its other tabs, each with its documents as they are now."""
        return tuple((each, each.open_documents(watch)) for each in (self, *self.tabs))

    def data(self, documents: Sequence[OpenedDocument], keeping: PageAssets) -> dict[str, Any]:
        """What a tab shows of them."""
        if len(documents) == 1:
            return scene_data(self.title, worlds_data(documents[0], keeping))
        from ...semantics.view.diff_overlay import mark_differences  # with all that compares documents

        rows = [document_data(each, keeping) for each in documents]
        mark_differences(rows[0], rows[1], (documents[0].scene, documents[1].scene), _differences(documents))
        return scene_data(self.title, *rows)


Tab = tuple[ViewRequest, "tuple[OpenedDocument, ...]"]
"""What was asked for, and what it is."""


def join_tabs(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """What a page shows of several tabs, the first of which it begins with."""
    first, *others = rows
    if not others:
        return first
    left_out = ("format", "version")
    return {**first, "tabs": [{name: row[name] for name in row if name not in left_out} for row in others]}


def _differences(documents: Sequence[OpenedDocument]) -> list[Difference] | None:
    """What differs between two documents; None where one cannot be compared."""
    from ...semantics.diff.differences import compare_documents
    from ...semantics.view.diff_overlay import TOLERANCE

    a, b = (each.document for each in documents)
    if a is None or b is None or not all(each.scenes for each in documents):
        return None
    return compare_documents(a, b, TOLERANCE)


def show_refused(refused: Iterable[tuple[str, str]]) -> None:
    """Writes to standard error what meshes name and is not shown."""
    for path, uri in refused:
        rule = rules.URI_OUTSIDE
        message = (
            f"{uri!r} is not shown: it leads out of the folders around the mesh and the document, or is no such file"
        )
        show(path, [Diagnostic(rule.code, rule.name, "warning", message, path, 0, 0, "", rule.hint)])


def read_request(arguments: Namespace) -> ViewRequest:
    """What a call asks for, as the configuration says now.

    Raises:
        WrongCall: the configuration or an extension cannot be used.
    """
    forget()
    about = arguments.srdf
    return ViewRequest(
        tuple((path, _options(arguments, path)) for path in paths_of(arguments)),
        None if about is None else (about, replace(_options(arguments, about), target=None)),
        tuple(ViewRequest(((path, _options(arguments, path)),)) for path in arguments.tab),
    )


def find_config_files(arguments: Namespace) -> tuple[Path, ...]:
    """The files that may hold the configuration of what a call asks for."""
    return tuple(place for path in (*paths_of(arguments), *arguments.tab) for place in places(path))


def paths_of(arguments: Namespace) -> list[str]:
    """The documents that a call shows first."""
    return [arguments.file] if arguments.other is None else [arguments.file, arguments.other]


def _options(arguments: Namespace, path: str) -> Options:
    settings = settings_of(arguments, path)
    with report_extension_errors():
        return resolve_options(
            {
                "search_paths": (*settings.search_paths, *places_below(settings.package_roots)),
                "target": arguments.target,
                "partial": True,
                "confine": settings.confine,
                "arguments": settings.arguments,
                "env": settings.env,
                "extensions": settings.extensions,
                "fetch": fetcher_of(settings),
            },
            Path(path).parent,
        )
