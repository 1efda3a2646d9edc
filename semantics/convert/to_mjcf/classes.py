"""Default classes of a document that was made: values that many elements have are said once, as people write them."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Any

from ..to_sdformat.free_names import UsedNames
from .common_names import common_words
from .geoms import COLLISION, GROUPS, VISUAL

if TYPE_CHECKING:
    from collections.abc import Callable

NEUTRAL: dict[str, Any] = {"damping": (0.0,), "frictionloss": 0.0, "armature": 0.0}
"""What joints say where they differ from their class and have none of something."""
OF_KINDS = ("axis", "range", "actuatorfrcrange", "damping", "frictionloss", "armature", "stiffness", "springref")
"""What joints of one kind in a robot, such as those of its legs, have alike."""
OF_GEOMS = ("type", "material", "rgba", "friction")
UNSEEN = {"contype": 0, "conaffinity": 0}
"""What visuals say, since nothing touches them."""
FEWEST = 2
"""Elements, and values, that a class is made for."""


class ClassWriter:
    """Moves values that elements have alike into classes.

    Args:
        make: makes typed elements.
        name: of the class around all others.
    """

    def __init__(self, make: Callable[..., Any], name: str) -> None:
        self._make = make
        self._names = UsedNames((VISUAL, COLLISION, "main"))
        self.top = make("Default", class_=self._new_name(name))

    def write(self, geoms: dict[str, list[Any]], joints: list[Any]) -> Any:
        """The element with all classes; None where nothing is in one.

        Args:
            geoms: visuals and collisions.
            joints: all but free ones.
        """
        self._share_resistances(joints)
        self._share_kinds(joints)
        for kind, made in geoms.items():
            self._share_looks(kind, made)
        if not (self.top.default or self.top.joint):
            return None
        return self._make("Default", default=[self.top])

    def _new_name(self, wanted: str) -> str:
        name = self._names.free(wanted)
        self._names.add(name)
        return name

    def _share_resistances(self, joints: list[Any]) -> None:
        """Resistances that most joints have, in the class of all."""
        said = self._make("Joint")
        for field, neutral in NEUTRAL.items():
            counted = Counter(vars(joint).get(field, neutral) for joint in joints)
            value, count = counted.most_common(1)[0] if counted else (neutral, 0)
            if value == neutral or count < FEWEST or 2 * count <= len(joints):
                continue
            setattr(said, field, value)
            for joint in joints:
                own = vars(joint).get(field, neutral)
                if own == value:
                    delattr(joint, field)
                else:
                    setattr(joint, field, own)
        if _has_values(said):
            self.top.joint = said

    def _share_kinds(self, joints: list[Any]) -> None:
        """Joints that have all of several values alike are of a class, called after what their names have in common."""
        alike: dict[tuple[Any, ...], list[Any]] = defaultdict(list)
        for joint in joints:
            said = vars(joint)
            alike[tuple(said.get(field) for field in ("type", *OF_KINDS))].append(joint)
        for (_, *values), members in alike.items():
            common = {field: value for field, value in zip(OF_KINDS, values) if value is not None}
            if len(members) < FEWEST or len(common) < FEWEST:
                continue
            name = self._new_name(common_words([joint.name for joint in members]) or "joint")
            self.top.default.append(self._make("Default", class_=name, joint=self._make("Joint", **common)))
            for joint in members:
                joint.class_ = name
                for field in common:
                    delattr(joint, field)

    def _share_looks(self, kind: str, geoms: list[Any]) -> None:
        if not geoms:
            return
        said = self._make("Geom", group=GROUPS[kind], **(UNSEEN if kind == VISUAL else {}))
        for field in OF_GEOMS:
            counted = Counter(vars(geom).get(field) for geom in geoms)
            value, count = counted.most_common(1)[0]
            # what a class says cannot be taken back by saying nothing
            if None in counted or count < FEWEST or 2 * count <= len(geoms):
                continue
            setattr(said, field, value)
            for geom in geoms:
                if getattr(geom, field) == value:
                    delattr(geom, field)
        for geom in geoms:
            geom.class_ = kind
        self.top.default.append(self._make("Default", class_=kind, geom=said))


def _has_values(element: Any) -> bool:
    return any(name[:1] != "_" for name in vars(element))
