"""Front end of MJCF: a document becomes one model of an implicit world.

A body is a link; where it has several joints, links without mass stand between them.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ....runtime.decoder import NeedsTree
from ...core.bindings import bindings_of
from ...core.parsed import ParsedDocument, Pipeline
from ...ir.world import WorldIR
from ..tree_decoder import decode_tree
from .actuators import add_actuators
from .adapter import PLAIN
from .assembly import assemble
from .attachments import add_cameras_and_lights, add_sites
from .bodies import add_bodies
from .contacts import add_contacts
from .context import MjcfContext
from .equalities import add_equalities
from .includes import Includer, path_of_document
from .joints import add_joints
from .keyframes import add_keyframes
from .options import add_options, check_unused_settings
from .releases import find_last_release
from .schema_leniency import soften_findings
from .sensors import check_sensors
from .soundness import is_sound
from .springs import add_springs
from .tendons import add_tendons
from .tree_checks import check_tree, may_need_tree

if TYPE_CHECKING:
    from collections.abc import Callable

    from lxml.etree import _Element

    from ....mjcf.newest import Mujoco
    from ....runtime.sink import Sink
    from ....runtime.source import Numbering, Source
    from ...core.options import Options

STEPS: tuple[Callable[[MjcfContext], None], ...] = (
    add_options,
    add_joints,
    add_sites,
    add_tendons,
    add_springs,
    add_actuators,
    add_equalities,
    check_sensors,
    add_contacts,
    add_keyframes,
    add_cameras_and_lights,
    check_unused_settings,
)
"""What is added to a description that has all bodies; each needs what those before it found."""


def decode(
    tree: _Element, source: Source, sink: Sink, options: Options, place: Numbering | None
) -> ParsedDocument[Mujoco]:
    """See ``Format.decode``. A document says no version: it is read as the newest has it.

    Raises:
        NeedsTree: what is to be reported of the document takes a tree, which is not kept (``place``).
    """
    bindings = bindings_of("mjcf", package=options.bindings)
    first = len(sink.found)
    root: Mujoco = decode_tree(partial(bindings.decode, elsewhere=find_last_release), tree, source, sink, place)
    if place is not None and may_need_tree(root, sink):
        raise NeedsTree
    check_tree(tree, sink)
    soften_findings(sink, first, is_document=True)
    version = bindings.version
    return ParsedDocument(format="mjcf", version=version, read_as=version, root=root, source=source)


def describe(parsed: ParsedDocument[Mujoco], sink: Sink, options: Options, pipeline: Pipeline) -> tuple[WorldIR, ...]:
    """The model as one description; reports what is wrong with it."""
    path = path_of_document(parsed.source.name, options)
    includer = Includer(parsed.root, sink, options, path, is_fresh=pipeline.only_findings)
    if pipeline.only_findings and options.adapter("mjcf", PLAIN) is PLAIN and not parsed.source.has_element("plugin"):
        document = includer.read_root()
        if not sink.found and is_sound(document, includer.folder, options):
            return ()
    model = assemble(parsed, sink, options, includer)
    description = WorldIR("mjcf", element=parsed.root)
    add_bodies(model, description, sink, options)
    context = MjcfContext(model, description, sink, options.adapter("mjcf", PLAIN))
    for add in STEPS:
        add(context)
    return (description,)
