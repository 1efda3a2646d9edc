"""The Interface API: models of other formats in an SDFormat document, without turning them into SDFormat.

A custom parser is any callable that takes a ``NestedInclude`` and answers an ``InterfaceModel``, None to pass on to
the next parser, or diagnostics, which stop the search::

    def parse_yaml(include: NestedInclude) -> InterfaceModel | Iterable[Diagnostic] | None:
        if include.resolved_file_name.suffix != ".yaml":
            return None
        ...
        if broken:
            return [include.problem("no body is called 'base'", line=3)]
        return ModelInterface(name=include.local_model_name or "robot", canonical_link_name="base", links=[...])

    bodyplan.load("world.sdf", parsers=[parse_yaml])

``InterfaceModel`` and its parts are protocols: what a parser answers need not come from here. ``ModelInterface`` and
its parts are ready-made. The parser that was registered last is asked first. Files that end in ``.sdf`` or ``.world``
are never offered.

Poses are ``Transform``s; None is the identity.

Spec: composition proposal, 1.5.

Example:
    >>> def parse_post(include):
    ...     if include.resolved_file_name.suffix != ".post":
    ...         return None
    ...     link = bodyplan.interface.LinkInterface(name="top", pose_in_model=bodyplan.Transform.from_rpy((0, 0, 2)))
    ...     return bodyplan.interface.ModelInterface(
    ...         name=include.local_model_name or "post", canonical_link_name="top", links=[link])
    >>> open("fence.post", "w").close()
    >>> world = '<sdf version="1.12"><world name="w"><include><uri>fence.post</uri></include></world></sdf>'
    >>> bodyplan.loads(world, base_dir=".", parsers=[parse_post]).scene.pose("post::top").translation.tolist()
    [0.0, 0.0, 2.0]
"""

from .semantics.includes.interface import (
    NEVER_OFFERED,
    CustomParser,
    FrameInterface,
    InterfaceFrame,
    InterfaceJoint,
    InterfaceLink,
    InterfaceModel,
    JointInterface,
    LinkInterface,
    ModelInterface,
    ModelPoses,
    NestedInclude,
    Reposture,
)

__all__ = [
    "CustomParser",
    "FrameInterface",
    "InterfaceFrame",
    "InterfaceJoint",
    "InterfaceLink",
    "InterfaceModel",
    "JointInterface",
    "LinkInterface",
    "ModelInterface",
    "ModelPoses",
    "NEVER_OFFERED",
    "NestedInclude",
    "Reposture",
]


def __dir__() -> list[str]:
    return sorted(__all__)
