"""From a document that was read to its scenes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...diagnostics.errors import LoadError
from ..includes.reposture import call_reposture_functions
from ..scene.builder import build
from ..targets.policies import sink_for
from .checks import check_meaning

if TYPE_CHECKING:
    from ..core.options import Options
    from ..core.parsed import ParsedDocument
    from ..scene.scene import Scene


def resolve(parsed: ParsedDocument[Any], options: Options) -> tuple[Scene, ...]:
    """One scene for each world, of the document as it is now.

    Raises:
        LoadError: the document has no meaning; the diagnostics say why.
    """
    if parsed.meaning is None:
        sink = sink_for(options)
        sink.add_source(parsed.source)
        with sink.within_budget():
            check_meaning(parsed, sink, options)
        if not sink.ok:
            raise LoadError(sink.finish_later())
    described = parsed.meaning or ()
    scenes = tuple(build(found.description, None, found) for found in described)
    for scene, found in zip(scenes, described):
        call_reposture_functions(found.description, scene)
    return scenes
