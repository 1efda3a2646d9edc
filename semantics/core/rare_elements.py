"""Elements that most documents have none of, so that checks about them need not look: noticed while a large text is parsed."""

from __future__ import annotations

SIMULATOR_PARTS = ("fixed_frame", "loop_joint", "fem", "sdf", "density")
"""The names of the elements in ``plugin_tables.simulator_parts``, so that nothing of that is read for documents that have none."""

FILES_OF_SDFORMAT = frozenset({"uri", "cubemap_uri", "filename", "texture", "pbr", "diffuse_map"})
"""Elements of SDFormat that are names of files, or around all that are: without one of them no file is named."""

RARE = (*SIMULATOR_PARTS, *FILES_OF_SDFORMAT, "robot", "mesh", "sensor", "plugin")
"""All of these."""
