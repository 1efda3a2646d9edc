"""Everything handwritten about what documents mean: versions, includes, frames, poses, joints, constraints.

What a schema can say is not repeated here (see ``schemas``); reading and writing XML is in ``runtime``.
"""
