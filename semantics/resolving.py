"""From a document that was read to its scenes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .checking import ask_consumer
from .consumers.policies import sink_for
from .describing import describe
from .errors import LoadError
from .formats.sdf.postured import tell_poses
from .scene.build import build
from .scene.validate import validate

if TYPE_CHECKING:
    from .options import Options
    from .reading import Parsed
    from .scene.scene import Scene


def resolve(parsed: Parsed, options: Options) -> tuple[Scene, ...]:
    """One scene for each world, of the document as it is now.

    Raises:
        LoadError: the document has no meaning; the diagnostics say why.
    """
    sink = sink_for(options)
    sink.add_source(parsed.source)
    descriptions = describe(parsed, sink, options)
    validated = [validate(description, sink) for description in descriptions]
    ask_consumer(parsed, descriptions, sink, options)
    if not sink.ok or not validated:
        raise LoadError(sink.finish())
    scenes = tuple(build(found.description, None, found) for found in validated)
    for description, scene in zip(descriptions, scenes):
        tell_poses(description, scene)
    return scenes
