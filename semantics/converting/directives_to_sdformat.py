"""Drake's model directives to SDFormat: a world that includes the files, placed and joined as the directives have them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...runtime.diagnostics.sink import Sink
from ...runtime.poses import EulerPose
from ..description.names import MODEL_FRAME, SEPARATOR, WORLD
from ..description.poses import IDENTITY
from ..document import Document
from ..formats.dmd.directives import AddFrame, AddModel, AddWeld
from ..formats.registry import FORMATS
from .beginning import empty_sdformat
from .keeping import store
from .ledger import Ledger
from .making import euler_of, maker

if TYPE_CHECKING:
    from ..description.description import Description
    from ..description.poses import RawPose
    from ..formats.dmd.directives import Directive
    from .asked import Wanted

NAMELESS = "SDFormat has no names that models of other files lend each other"
NOWHERE = EulerPose(0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
OTHERWISE = "nothing in SDFormat says that of what is included"


class WorldWriter:
    """Writes one world.

    Args:
        ledger: learns what has its place.
    """

    def __init__(self, ledger: Ledger) -> None:
        self.make = maker("sdformat")
        self.world = self.make("World", name="default")
        self._ledger = ledger
        self._includes: dict[str, Any] = {}
        self._frames: dict[str, str] = {}
        """Names in the world of frames that directives count to models."""

    def write(self, directives: list[Directive]) -> None:
        """Carries the directives out, in order.

        Raises:
            ValueError: there is one that no world says.
        """
        for each in directives:
            if isinstance(each, AddModel):
                self._add_model(each)
            elif isinstance(each, AddFrame):
                self._add_frame(each)
            elif isinstance(each, AddWeld):
                self._add_weld(each)
            elif type(each).__name__ != "AddCollisionFilterGroup":
                raise ValueError(f"directives with others in them are not converted to SDFormat yet: {NAMELESS}")

    def _add_model(self, directive: AddModel) -> None:
        made = self.make("WorldInclude", uri=directive.file, name=directive.name)
        self.world.include.append(made)
        self._includes[directive.name] = made
        self._ledger.take(directive.element)
        for key in ("name", "file"):
            self._ledger.take_whole(directive.place(key))
        if len(directive.default_free_body_pose) == 1:
            ((body, place),) = directive.default_free_body_pose.items()
            if body and SEPARATOR not in body:
                made.placement_frame = body
                made.pose = self._pose(place.pose, place.base_frame) or self.make("Pose", value=NOWHERE)
                self._ledger.take_whole(directive.place("default_free_body_pose"))

    def _add_frame(self, directive: AddFrame) -> None:
        base = self._frames.get(directive.X_PF.base_frame, directive.X_PF.base_frame)
        name = _last(directive.name)
        holder = base.rpartition(SEPARATOR)[0]
        self._frames[directive.name if SEPARATOR in directive.name else f"{holder}{SEPARATOR}{name}"] = name
        made = self.make("Frame", name=name, attached_to=None if base in ("", WORLD) else base)
        if directive.X_PF.pose != IDENTITY:
            made.pose = self._pose(directive.X_PF.pose, "")
        self.world.frame.append(made)
        self._ledger.take_whole(directive.element)

    def _add_weld(self, directive: AddWeld) -> None:
        parent, child = (self._frames.get(each, each) for each in (directive.parent, directive.child))
        model, _, frame = child.partition(SEPARATOR)
        include = self._includes.get(model)
        if include is not None:
            if frame != MODEL_FRAME:
                include.placement_frame = frame
            include.pose = self._pose(directive.X_PC.pose, parent) or self.make("Pose", value=NOWHERE)
        name = f"{_last(parent)}_welds_to_{_last(child)}"
        taken = {joint.name for joint in self.world.joint}
        if name in taken:
            name = f"{name}_{len(taken)}"
        self.world.joint.append(self.make("Joint", name=name, type="fixed", parent=parent, child=child))
        self._ledger.take_whole(directive.element)

    def _pose(self, pose: RawPose, base: str) -> Any:
        numbers = euler_of(pose, None)
        relative_to = None if base in ("", WORLD) else base
        if not any(numbers):
            return None if relative_to is None else self.make("Pose", relative_to=relative_to)
        return self.make("Pose", value=numbers, relative_to=relative_to)


def _last(name: str) -> str:
    return name.rpartition(SEPARATOR)[2]


def sdformat_of_directives(doc: Document[Any], description: Description, sink: Sink, wanted: Wanted) -> Document[Any]:
    """An SDFormat document of directives, in the newest version: the files stay files, which it includes.

    Args:
        doc: the document, which nobody else has.
        description: what it means.
        sink: receives what is lost and what is said otherwise.
        wanted: what the caller asked for.

    Raises:
        ValueError: there are directives that SDFormat cannot say.
    """
    title = FORMATS["sdformat"].title
    element = doc.root.source_element
    ledger = Ledger(element, sink, title)
    ledger.take(element)
    for directives in element.iterchildren("directives"):
        ledger.take(directives)
        for item in directives:
            ledger.take(item)
    writer = WorldWriter(ledger)
    writer.write(doc.root.directives)
    made = empty_sdformat(keep=wanted.keep)
    made.root.world.append(writer.world)
    left = list(ledger.left())
    for each in left:
        ledger.tell(each, OTHERWISE, wanted.keep)
    if wanted.keep:
        store(writer.world, [*left, *ledger.idle])
    return made
