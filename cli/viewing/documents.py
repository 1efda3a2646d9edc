"""The documents that ``bodyplan view`` is asked to show, opened as the call and the configuration say."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...diagnostics import rules
from ...diagnostics.diagnostic import Diagnostic
from ...diagnostics.render.printable import printable
from ...semantics.document.loader import resolve_options
from ...semantics.view.diff_overlay import mark_differences
from ...semantics.view.documents import open_document
from ...semantics.view.scene_json import document_data, scene_data, worlds_data
from ..checking.discovery import places_below
from ..documents import show
from ..extensions import report_extension_errors
from ..fetch_command import fetcher_of
from ..settings.files import forget, places
from ..settings.resolution import SettingsResolver

if TYPE_CHECKING:
    from ...runtime.files import Files
    from ...semantics.core.options import Options
    from ...semantics.view.documents import OpenedDocument
    from ...semantics.view.meshes import PageAssets


@dataclass(frozen=True)
class ViewRequest:
    """One document, or two to be shown over each other, each with the options that hold for it."""

    documents: tuple[tuple[str, Options], ...]

    @property
    def title(self) -> str:
        """What the page is called."""
        return " and ".join(printable(Path(path).name or path) for path, _ in self.documents)

    def open_documents(self, watch: Callable[[Files], Files] | None = None) -> tuple[OpenedDocument, ...]:
        """The documents as they are now.

        Args:
            watch: makes what reads files of what would.
        """
        with report_extension_errors():
            return tuple(
                open_document(path, options if watch is None else replace(options, files=watch(options.files)))
                for path, options in self.documents
            )

    def data(self, documents: Sequence[OpenedDocument], keeping: PageAssets) -> dict[str, Any]:
        """What a page shows of them."""
        if len(documents) == 1:
            return scene_data(self.title, worlds_data(documents[0], keeping))
        rows = [document_data(each, keeping) for each in documents]
        mark_differences(rows[0], rows[1], (documents[0].scene, documents[1].scene))
        return scene_data(self.title, *rows)


def show_refused(keeping: PageAssets) -> None:
    """Writes to standard error what meshes name and is not shown."""
    for path, uri in keeping.refused:
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
    return ViewRequest(tuple((path, _options(arguments, path)) for path in paths_of(arguments)))


def find_config_files(arguments: Namespace) -> tuple[Path, ...]:
    """The files that may hold the configuration of what a call asks for."""
    return tuple(place for path in paths_of(arguments) for place in places(path))


def paths_of(arguments: Namespace) -> list[str]:
    """The documents of a call."""
    return [arguments.file] if arguments.other is None else [arguments.file, arguments.other]


def _options(arguments: Namespace, path: str) -> Options:
    settings = SettingsResolver(arguments)(path).settings
    with report_extension_errors():
        return resolve_options(
            {
                "search_paths": (*settings.search_paths, *places_below(settings.package_roots)),
                "target": arguments.target,
                "confine": settings.confine,
                "arguments": settings.arguments,
                "env": settings.env,
                "extensions": settings.extensions,
                "fetch": fetcher_of(settings),
            },
            Path(path).parent,
        )
