"""SDFormat, URDF, MJCF and directives as directives, which hold no models: each is in a file."""

from __future__ import annotations

from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

from ....diagnostics.records import NamedTuple
from ...formats.dmd.directives import AddModel, Directive, Directives
from ...formats.registry import FORMATS
from ...ir.scoped_names import WORLD
from ..coverage.ledger import Ledger
from ..coverage.tables import loss_reasons, mark_paths
from ..to_sdformat.from_dmd import make_directives_loader
from .included_directives import flatten
from .model_files import ModelFiles
from .worlds import WorldDirectives

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ....runtime.sink import Sink
    from ...document.document import Document
    from ...ir.world import WorldIR
    from ..targets import ConversionRequest


class NewDirectives(NamedTuple):
    """What directives are made of."""

    root: Directives
    files: Mapping[str, Document[Any]]
    """Documents that are written beside them, by the names of their files."""
    folder: Path | None
    """Where the directives will be."""
    package_folders: tuple[Path, ...]
    """Folders that hold the packages that they name."""
    adds_document: bool
    """Whether they add the document itself, with all that is in it."""


def directives_of(doc: Document[Any], description: WorldIR, sink: Sink, wanted: ConversionRequest) -> NewDirectives:
    """Directives that add all models that another document describes.

    Raises:
        ValueError: there is nothing to add, or nowhere to write what has no file that directives can name.
    """
    if wanted.keep:
        raise ValueError("directives have no place in which anything could be stored (keep)")
    ledger = Ledger(doc.root.source_element, sink, FORMATS["dmd"].title, can_store=False)
    files = ModelFiles(doc, wanted.output)
    made: list[Directive]
    adds_document = False
    if isinstance(doc.root, Directives):
        mark_paths(ledger, doc.root.source_element, "directives/**")
        made = flatten(doc.root.directives, make_directives_loader(doc, sink), ledger)
    elif FORMATS[doc.format].composition == "models" and doc.root.world:
        mark_paths(ledger, doc.root.source_element, "@version")
        mark_paths(ledger, description.element, "@name")
        writer = WorldDirectives(doc, description, ledger, files)
        made = writer.write()
    else:
        ledger.mark_subtree(doc.root.source_element)
        adds_document = True
        made = [_add_document(doc, description, files)]
    if not made:
        raise ValueError("directives add robots and models, and there is none in the document")
    ledger.report_losses(loss_reasons(doc.format, "drake"), stored=False)
    return NewDirectives(
        Directives(directives=made), files.written, files.folder, tuple(files.package_folders), adds_document
    )


def _add_document(doc: Document[Any], description: WorldIR, files: ModelFiles) -> AddModel:
    """What adds the one model of a document: of its own file, where that holds just this."""
    name = next((each.name for each in description.models if each.scope == WORLD), "")
    name = name or ("model" if doc.path is None else PurePath(doc.path).name.partition(".")[0])
    uri = files.find_uri(Path(doc.path)) if doc.path is not None and files.holds(doc) else None
    return AddModel(name=name, file=uri or files.add(files.copy_document(doc), name))
