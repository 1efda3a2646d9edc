"""A document in another format, and what became of all that stands in it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from ...runtime.diagnostics.rules import XML_LOOSE
from ...runtime.diagnostics.rules_conversion import LOST
from ...runtime.diagnostics.sink import Sink
from ...runtime.source import Source
from ..checking import check_meaning
from ..composing.taking import folder_of
from ..consumers.facts import facts
from ..consumers.policies import sink_for
from ..consumers.registry import LIBSDFORMAT, consumer_named
from ..document import Document
from ..errors import LoadError
from ..formats.registry import FORMATS
from ..options import Options
from ..reading import read
from .asked import Wanted
from .directives_to_sdformat import sdformat_of_directives
from .laying_out import laid_out
from .refused import without_refused
from .restoring import blocks_in, restored
from .robot_to_sdformat import sdformat_of_robot
from .skeletons_to_sdformat import sdformat_of_skeletons
from .targets import ANY, TARGETS
from .to_robot import robot_of
from .uris import translate_uris

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...runtime.diagnostics.diagnostic import Diagnostic
    from ..description.description import Description

BEHIND = "Extra content"
"""What the parser says of a document with more than one root."""
DIRECTIONS: dict[tuple[str, str], Callable[[Document[Any], Description, Sink, Wanted], Document[Any]]] = {
    ("urdf", "sdformat"): sdformat_of_robot,
    ("sdformat", "urdf"): robot_of,
    ("skel", "urdf"): robot_of,
    ("skel", "sdformat"): sdformat_of_skeletons,
    ("dmd", "urdf"): robot_of,
    ("dmd", "sdformat"): sdformat_of_directives,
}
"""What makes a document of another format, by the formats from and to."""


@dataclass(frozen=True, slots=True)
class Conversion:
    """What ``convert`` answers.

    Attributes:
        document: the document of the other format.
        losses: what has no place in it, with its place in the one that was converted.
        changes: what is said in another way, says nothing, or is stored for the way back.

    Example:
        >>> made = bodyplan.convert(bodyplan.load("examples/arm.urdf"), "sdformat")
        >>> made.document.format, [(finding.code, finding.line) for finding in made.losses]
        ('sdformat', [('BP920', 138)])
    """

    document: Document[Any]
    losses: tuple[Diagnostic, ...]
    changes: tuple[Diagnostic, ...]


def convert(
    doc: Document[Any],
    to: str,
    *,
    version: str | None = None,
    target: str | None = None,
    keep: bool = False,
    lump_fixed: bool = False,
    model: str | None = None,
) -> Conversion:
    """The same robot in another format: URDF, SKEL and Drake's directives in SDFormat, and SDFormat, SKEL and directives in URDF.

    Links, joints, frames and masses stay as they are; in URDF a link stands where the joint is that it hangs on. Everything
    that is written in the document stands in the other one, or is among ``losses`` or ``changes``.

    Args:
        doc: the document, which is not changed.
        to: name of the other format: ``"sdformat"`` or ``"urdf"``.
        version: of that format; by default the newest of SDFormat that the reader reads, and of URDF that of robots that name
            none. What an older one of SDFormat cannot say is among the losses, at places of the document that is made.
        target: the reader that the result is for: ``"drake"``, ``"libsdformat"`` or ``"gazebo"``, of URDF also ``"ros"``,
            ``"urdfdom"`` or ``"mujoco"``. Where readers understand different things, what this one does is written; the
            result's findings are those for this reader.
        keep: store what has no place in the result, in elements that its readers pass over.
        lump_fixed: make one body of links that are fixed to each other, of URDF in SDFormat, as Gazebo's converter does.
            The links and joints that are gone are frames; ``preserveFixedJoint`` and ``disableFixedJointLumping`` of
            ``<gazebo>`` blocks keep theirs.
        model: name of the model that becomes the robot, of a document with several; by default the only one that moves. What
            else there is is lost.

    Returns:
        The document, without a path, and what became of the parts.

    Raises:
        LoadError: the document has errors.
        ValueError: there is no such format, version, target or model, no conversion between these formats yet, or no robot
            in the document.

    Example:
        >>> import bodyplan
        >>> made = bodyplan.convert(bodyplan.load("examples/arm.urdf"), "sdformat")
        >>> made.document.format
        'sdformat'
    """
    make = _direction(doc.format, to)
    row = FORMATS[to]
    targets = TARGETS[to]
    if target is not None and target not in targets:
        raise ValueError(f"there is no target {target!r} for {row.title}: there are {', '.join(targets)}")
    if lump_fixed and (doc.format, to) != ("urdf", "sdformat"):
        raise ValueError("lump_fixed is for URDF to SDFormat")
    if model is not None and to != "urdf":
        raise ValueError("model is for what becomes a robot in URDF")
    reader = ANY if target is None else targets[target]
    consumer = None if reader.consumer is None else consumer_named(reader.consumer)
    known = {} if consumer is None else facts(consumer).about.get("newest", {})
    wanted_version = version or known.get(to) or row.newest_version()
    if (refusal := row.refusal(wanted_version)) is not None:
        raise ValueError(refusal)
    twin, source, description, behind = _again(doc, consumer)
    options = Options(
        search_paths=doc._options.search_paths,
        files=doc._options.files,
        base_dir=folder_of(doc),
        consumer=consumer,
    )
    sink = Sink()
    for each in (source, *(each for each in description.sources if each.name != source.name)):
        sink.add_source(each)
    made = make(
        twin,
        description,
        sink,
        Wanted(target=reader, version=version, keep=keep, lump_fixed=lump_fixed, model=model, options=options),
    )
    if behind:
        sink.report(
            LOST,
            None,
            what="what stands behind the root",
            format=row.title,
            reason="a document has one root",
            is_storable=False,
        )
    translate_uris(made, twin, reader, sink)
    text, lost = made.dumps(), ()
    if to == "sdformat" and wanted_version != row.newest_version():
        text, lost = made.export(wanted_version)
    text = restored(text, blocks_in(twin.root.source_element), sink, row.title)
    text = laid_out(text, twin.root.source_element)
    document = without_refused(
        text, partial(_document, format=to, options=options), twin.root.source_element, sink, row.title
    )
    found = sink.finish()
    losses = (*(each for each in found if each.code == LOST.code), *lost)
    changes = tuple(each for each in found if each.code != LOST.code)
    return Conversion(document, losses, changes)


def _direction(of: str, to: str) -> Any:
    known = FORMATS.get(to)
    if known is None:
        raise ValueError(f"there is no format {to!r}: documents are converted to {_targets()}")
    made = DIRECTIONS.get((of, to))
    if made is None:
        ways = ", ".join(f"{FORMATS[a].title} to {FORMATS[b].title}" for a, b in DIRECTIONS)
        raise ValueError(f"{FORMATS[of].title} is not converted to {known.title} yet; there is {ways}")
    return made


def _targets() -> str:
    return ", ".join(sorted({to for _, to in DIRECTIONS}))


def _again(doc: Document[Any], reader: Any) -> tuple[Document[Any], Source, Description, bool]:
    """The document as it is now, read from its text, and what it means: to no reader in particular, if it means anything so.

    Whether anything stands behind its root, which is not read, comes last.

    Raises:
        LoadError: it has errors.
    """
    text = doc.dumps()
    refused: LoadError | None = None
    # what is included is what its reader makes of it: it may put links elsewhere, or make one of several
    plain = replace(doc._options, consumer=None, reader_of_included=doc._options.consumer or reader)
    # to libsdformat a robot means what its own converter makes of it, which is another document
    means_itself = doc.format != "urdf" or doc._options.consumer is not LIBSDFORMAT
    for options in (plain, doc._options) if means_itself else (plain,):
        source = Source(doc.path, text.encode())
        sink = sink_for(options)
        sink.add_source(source)
        parsed = read(source, sink, options, format=doc.format)
        if parsed is not None:
            with sink.within_budget():
                check_meaning(parsed, sink, options)
        if parsed is not None and parsed.meaning and sink.ok:
            description = parsed.meaning[0].description
            twin: Document[Any] = Document(parsed, doc.path, options, ())
            description.detach()
            _ = twin.root
            behind = any(each.code == XML_LOOSE.code and BEHIND in each.message for each in sink.finish())
            return twin, source, description, behind
        refused = refused or LoadError(sink.finish())
    assert refused is not None, "one of them was tried"
    raise refused


def _document(text: str, format: str, options: Options) -> Document[Any]:
    """The document of a text, with its findings, whatever they are."""
    source = Source(None, text)
    sink = sink_for(options)
    sink.add_source(source)
    parsed = read(source, sink, options, format=format)
    assert parsed is not None, "it was just written"
    with sink.within_budget():
        check_meaning(parsed, sink, options)
    return Document(parsed, None, options, sink.finish())
