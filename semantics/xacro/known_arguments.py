"""Which arguments a document in xacro takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...diagnostics.records import NamedTuple
from ...runtime.sink import Sink
from ...runtime.source import Source
from ..resources.source_files import fill_source
from .expansion import XacroExpansion
from .unused_names import find_asked_arguments

if TYPE_CHECKING:
    from ..core.options import Options


class KnownArguments(NamedTuple):
    """The arguments of a document.

    Attributes:
        names: those that it and the files that it includes declare or ask for, and that xacro has by itself.
        are_all: whether it could be expanded to its end, so that there are no others.
    """

    names: frozenset[str]
    are_all: bool
    empty: tuple[str, ...] = ()
    """Those whose default is an empty text, where the document cannot be expanded so."""


def find_arguments(path: str, options: Options, sink: Sink | None = None) -> KnownArguments:
    """The arguments that a document takes, by an expansion with those that the options have; ``sink`` gets its findings."""
    sink, source = sink or Sink(), Source(path)
    with sink.within_budget():
        if not fill_source(source, path, sink, options.files, options.max_bytes):
            return KnownArguments(frozenset(), False)
        made = XacroExpansion(source, sink, options)
        is_whole = made.document() is not None
        files = made.files_read
    arguments = [each.attributes for file in files for each in file.elements if each.tag == "xacro:arg"]
    declared = {str(each.get("name", "")): str(each.get("default", " ")) for each in arguments}
    empty = () if is_whole else tuple(name for name, default in declared.items() if not default)
    return KnownArguments(frozenset(declared.keys() | find_asked_arguments(files)), is_whole, empty)
