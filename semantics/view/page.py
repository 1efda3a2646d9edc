"""Pages of documents and scenes, for programs and notebooks: the template that ``viewer/`` builds, with Scene JSON in it."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from functools import cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...diagnostics.zip_tables import home_of
from ...runtime.patterns import compile_pattern
from ..core.options import Options
from ..document.document import Document, get_options
from ..kinematics.configuration import Configuration
from ..scene.scene import Scene, get_world
from ..scene.view_page import HEIGHT
from .documents import OpenedDocument
from .meshes import EmbeddedAssets
from .scene_json import document_data, document_rows, scene_data, scene_text, worlds_data

if TYPE_CHECKING:
    from ..diff.differences import Difference

FOLDER = Path(sys.modules[__name__.partition(".")[0]].__path__[0], "viewer")
"""Where the package holds what is built; ``viewer/bundle`` of a checkout."""

LIMIT = 20_000_000
"""Bytes of meshes and pictures that a page holds where nothing else is asked for."""
IN_NOTEBOOK = 5_000_000
"""The same of a page that is in a notebook, which keeps it."""

_HOLES = compile_pattern("__(TITLE|LIVE|CONNECT|SCENE|DRACO|DRACO_SOURCES)__")
_PACKED = '"packed":"draco"'
"""What a scene has in it where the page needs Draco's decoder."""


class NoViewer(Exception):
    """The page was not built; the text says what to do."""


def page_text(title: str, scene: str | None, *, is_live: bool = True) -> str:
    """The page with Scene JSON in it; without, one that asks its server, and if ``is_live`` again with each change.

    Raises:
        NoViewer: the page was not built.
    """
    asks = scene is None
    sources, decoder = _decoder() if scene is not None and _PACKED in scene else ("", "")
    filled = {
        "TITLE": escape(title.encode("utf-8", "replace").decode("utf-8")),
        "LIVE": "true" if asks and is_live else "false",
        "CONNECT": "'self' data: blob:" if asks else "data: blob:",
        "SCENE": scene or "null",
        "DRACO_SOURCES": sources,
        "DRACO": decoder,
    }
    # in one pass, since a name may hold what stands for another part
    return _HOLES.sub(lambda hole: filled[hole[1]], _template())


@cache
def _template() -> str:
    template = home_of(FOLDER) / "page.html"
    if not template.is_file():
        raise NoViewer("the page of the viewer was not built: `npm run build` in viewer/ makes it")
    return template.read_text(encoding="utf-8")


@cache
def _decoder() -> tuple[str, str]:
    """What lets Draco's decoder run in a page, and its script and program."""
    import base64  # what pages without packed meshes do without
    import hashlib
    import zlib

    home = home_of(FOLDER)
    script = (home / "draco.js").read_text(encoding="utf-8")
    known = base64.b64encode(hashlib.sha256(script.encode("utf-8")).digest()).decode("ascii")
    program = base64.b64encode(zlib.compress((home / "draco.wasm").read_bytes(), 9)).decode("ascii")
    return (
        f"'sha256-{known}' 'wasm-unsafe-eval'",
        f'<script type="application/octet-stream" id="draco">{program}</script>\n<script>{script}</script>\n',
    )


def page_of_scene(scene: Scene, q: Configuration | None = None, limit: int = LIMIT) -> str:
    """The page of a scene alone, without findings; see ``document_rows`` for ``q``.

    Raises:
        KeyError: ``q`` names a joint that there is not.
        ValueError: ``q`` holds several configurations, or numbers of the wrong shape.
        NoViewer: the page was not built.
    """
    sources = get_world(scene).description.sources
    name = (sources[0].name if sources else None) or scene.world_name
    opened = OpenedDocument(name, scene.format, (scene,), (), Options(), None)
    return _page(document_rows(opened, EmbeddedAssets(limit), q=q))


def page_of_document(document: Document[Any], limit: int = LIMIT) -> str:
    """The page of a document, with what was found while loading it.

    Raises:
        LoadError: the document has no meaning any more.
        NoViewer: the page was not built.
    """
    name = document.path or f"<{document.format}>"
    options = get_options(document)
    opened = OpenedDocument(name, document.format, document.scenes, document.diagnostics, options, document)
    return _page(worlds_data(opened, EmbeddedAssets(limit)))


def page_of_differences(documents: Sequence[Document[Any]], found: Sequence[Difference], limit: int = LIMIT) -> str:
    """The page of two documents over each other, with what was ``found`` to differ between them.

    Raises:
        LoadError: a document has no meaning any more.
        NoViewer: the page was not built.
    """
    embedding = EmbeddedAssets(limit)
    names = [document.path or f"<{document.format}>" for document in documents]
    opened = [
        OpenedDocument(name, each.format, each.scenes, each.diagnostics, get_options(each), each)
        for name, each in zip(names, documents)
    ]
    rows = [document_data(each, embedding) for each in opened]
    from .diff_overlay import mark_differences  # with all that compares documents, which a page of one does not need

    mark_differences(rows[0], rows[1], (opened[0].scene, opened[1].scene), found)
    title = " and ".join(os.path.basename(name) for name in names)
    return page_text(title, scene_text(scene_data(title, *rows)))


def _page(data: dict[str, Any]) -> str:
    return page_text(data["name"], scene_text(scene_data(data["name"], data)))


def wrap_in_frame(page: str, height: int = HEIGHT) -> str:
    """A page within another, as notebooks show it: it can reach nothing around it."""
    return (
        f'<iframe srcdoc="{escape(page)}" sandbox="allow-scripts allow-downloads" width="100%" height="{height}" '
        'style="border: 1px solid #8884; border-radius: 6px" title="bodyplan viewer"></iframe>'
    )
