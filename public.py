"""Typed, checked and resolved robot descriptions: SDFormat, URDF and SKEL.

``load`` reads a document, ``check`` says what is wrong with one, ``Document.scene`` says what it means. The typed
elements are in ``bodyplan.sdformat`` (and ``bodyplan.sdformat.v1_0`` to ``v1_12``), ``bodyplan.urdf`` and
``bodyplan.skel``, Drake's model directives in ``bodyplan.dmd``, each with a ``load`` of its own; what a scene is made
of, in this module and in ``bodyplan.geometry``; what a parser of another format has to offer, in
``bodyplan.interface``.
"""

# type checkers take it for true; the module `typing` could be a file of the folder that `python -m bodyplan` is called in
TYPE_CHECKING = False

__version__ = "0.2.1"
"""The version, as text; written here and nowhere else."""

_HOMES = {
    "": ("dmd", "sdformat", "skel", "urdf"),
    ".runtime.diagnostics.diagnostic": ("Diagnostic", "Related"),
    ".runtime.diagnostics.fix": ("Edit", "Fix"),
    ".runtime.element": ("Element", "is_written", "unset", "written_fields"),
    ".runtime.values": (
        "Color",
        "EulerPose",
        "Pose",
        "Quaternion",
        "QuaternionPose",
        "Time",
        "Vector2d",
        "Vector2i",
        "Vector3",
        "Vector4",
    ),
    ".semantics.assets.gathering": ("Assets", "assets"),
    ".semantics.assets.listing": ("Asset",),
    ".semantics.comparing.differences": ("Difference", "diff"),
    ".semantics.composing.attaching": ("attach",),
    ".semantics.composing.extracting": ("extract",),
    ".semantics.composing.merging": ("merge",),
    ".semantics.composing.renaming": ("rename",),
    ".semantics.composing.tracing": ("element_of", "things_of"),
    ".semantics.constraints.base": ("Constraint", "ForceElement"),
    ".semantics.constraints.coordinates": ("GearboxConstraint", "MimicConstraint", "TendonConstraint"),
    ".semantics.constraints.forces": ("LinearBushing", "Spring"),
    ".semantics.constraints.points": ("BallConstraint", "DistanceConstraint"),
    ".semantics.constraints.poses": ("LoopJointConstraint", "WeldConstraint"),
    ".semantics.constraints.solve": ("Solution",),
    ".semantics.converting.conversion": ("Conversion", "convert"),
    ".semantics.description": ("geometry",),
    ".semantics.document": ("AnyDocument", "Document"),
    ".semantics.editing.commenting": ("comments",),
    ".semantics.editing.finding": ("find", "find_all"),
    ".semantics.editing.locating": ("Location", "location_of"),
    ".semantics.editing.parents": ("parent_of",),
    ".semantics.editing.restructuring": ("insert_after", "insert_before", "remove", "replace"),
    ".semantics.editing.walking": ("walk",),
    ".semantics.errors": (
        "BadName",
        "BodyplanError",
        "ExpansionError",
        "ExtensionError",
        "LoadError",
        "NameNotFound",
        "NotInDocument",
        "UnreadableResult",
    ),
    ".semantics.fixing.fixing": ("FixResult", "fixed", "fixed_text", "fixes_of", "with_fixes"),
    ".semantics.formatting": ("format_text",),
    ".semantics.includes": ("interface",),
    ".semantics.includes.elsewhere": ("Reading",),
    ".semantics.includes.explaining": ("Change", "UriExplanation", "explain_uri"),
    ".semantics.includes.tracing": ("Tried",),
    ".semantics.loading": ("check", "load", "loads"),
    ".semantics.many.checking": ("check_many",),
    ".semantics.making": ("dumps", "new"),
    ".semantics.report": ("Report",),
    ".semantics.scene.collision_filter": ("CollisionFilter",),
    ".semantics.scene.mass": ("MassProperties",),
    ".semantics.scene.frames": ("Frame",),
    ".semantics.scene.joints": ("Actuator", "Axis", "Joint"),
    ".semantics.scene.links": ("Link", "Shape"),
    ".semantics.scene.models": ("Model",),
    ".semantics.scene.poses_at": ("Poses",),
    ".semantics.scene.scene": ("Scene",),
    ".semantics.scene.showing": ("View",),
    ".semantics.spots": ("Spot",),
    ".semantics.supporting.asking": ("support",),
    ".semantics.supporting.rows": ("Reader", "Support", "SupportRow", "Treatment"),
    ".semantics.transform": ("Transform",),
}
"""What is public, by the module that it stands in. Type checkers read the imports below, which a test holds equal."""

if TYPE_CHECKING:
    from . import dmd as dmd
    from . import sdformat as sdformat
    from . import skel as skel
    from . import urdf as urdf
    from .runtime.diagnostics.diagnostic import Diagnostic as Diagnostic
    from .runtime.diagnostics.diagnostic import Related as Related
    from .runtime.diagnostics.fix import Edit as Edit
    from .runtime.diagnostics.fix import Fix as Fix
    from .runtime.element import Element as Element
    from .runtime.element import is_written as is_written
    from .runtime.element import unset as unset
    from .runtime.element import written_fields as written_fields
    from .runtime.values import Color as Color
    from .runtime.values import EulerPose as EulerPose
    from .runtime.values import Pose as Pose
    from .runtime.values import Quaternion as Quaternion
    from .runtime.values import QuaternionPose as QuaternionPose
    from .runtime.values import Time as Time
    from .runtime.values import Vector2d as Vector2d
    from .runtime.values import Vector2i as Vector2i
    from .runtime.values import Vector3 as Vector3
    from .runtime.values import Vector4 as Vector4
    from .semantics.assets.gathering import Assets as Assets
    from .semantics.assets.gathering import assets as assets
    from .semantics.assets.listing import Asset as Asset
    from .semantics.comparing.differences import Difference as Difference
    from .semantics.comparing.differences import diff as diff
    from .semantics.composing.attaching import attach as attach
    from .semantics.composing.extracting import extract as extract
    from .semantics.composing.merging import merge as merge
    from .semantics.composing.renaming import rename as rename
    from .semantics.composing.tracing import element_of as element_of
    from .semantics.composing.tracing import things_of as things_of
    from .semantics.constraints.base import Constraint as Constraint
    from .semantics.constraints.base import ForceElement as ForceElement
    from .semantics.constraints.coordinates import GearboxConstraint as GearboxConstraint
    from .semantics.constraints.coordinates import MimicConstraint as MimicConstraint
    from .semantics.constraints.coordinates import TendonConstraint as TendonConstraint
    from .semantics.constraints.forces import LinearBushing as LinearBushing
    from .semantics.constraints.forces import Spring as Spring
    from .semantics.constraints.points import BallConstraint as BallConstraint
    from .semantics.constraints.points import DistanceConstraint as DistanceConstraint
    from .semantics.constraints.poses import LoopJointConstraint as LoopJointConstraint
    from .semantics.constraints.poses import WeldConstraint as WeldConstraint
    from .semantics.constraints.solve import Solution as Solution
    from .semantics.converting.conversion import Conversion as Conversion
    from .semantics.converting.conversion import convert as convert
    from .semantics.description import geometry as geometry
    from .semantics.document import AnyDocument as AnyDocument
    from .semantics.document import Document as Document
    from .semantics.editing.commenting import comments as comments
    from .semantics.editing.finding import find as find
    from .semantics.editing.finding import find_all as find_all
    from .semantics.editing.locating import Location as Location
    from .semantics.editing.locating import location_of as location_of
    from .semantics.editing.parents import parent_of as parent_of
    from .semantics.editing.restructuring import insert_after as insert_after
    from .semantics.editing.restructuring import insert_before as insert_before
    from .semantics.editing.restructuring import remove as remove
    from .semantics.editing.restructuring import replace as replace
    from .semantics.editing.walking import walk as walk
    from .semantics.errors import BadName as BadName
    from .semantics.errors import BodyplanError as BodyplanError
    from .semantics.errors import ExpansionError as ExpansionError
    from .semantics.errors import ExtensionError as ExtensionError
    from .semantics.errors import LoadError as LoadError
    from .semantics.errors import NameNotFound as NameNotFound
    from .semantics.errors import NotInDocument as NotInDocument
    from .semantics.errors import UnreadableResult as UnreadableResult
    from .semantics.fixing.fixing import FixResult as FixResult
    from .semantics.fixing.fixing import fixed as fixed
    from .semantics.fixing.fixing import fixed_text as fixed_text
    from .semantics.fixing.fixing import fixes_of as fixes_of
    from .semantics.fixing.fixing import with_fixes as with_fixes
    from .semantics.formatting import format_text as format_text
    from .semantics.includes import interface as interface
    from .semantics.includes.elsewhere import Reading as Reading
    from .semantics.includes.explaining import Change as Change
    from .semantics.includes.explaining import UriExplanation as UriExplanation
    from .semantics.includes.explaining import explain_uri as explain_uri
    from .semantics.includes.tracing import Tried as Tried
    from .semantics.loading import check as check
    from .semantics.loading import load as load
    from .semantics.loading import loads as loads
    from .semantics.making import dumps as dumps
    from .semantics.making import new as new
    from .semantics.many.checking import check_many as check_many
    from .semantics.report import Report as Report
    from .semantics.scene.collision_filter import CollisionFilter as CollisionFilter
    from .semantics.scene.frames import Frame as Frame
    from .semantics.scene.joints import Actuator as Actuator
    from .semantics.scene.joints import Axis as Axis
    from .semantics.scene.joints import Joint as Joint
    from .semantics.scene.links import Link as Link
    from .semantics.scene.links import Shape as Shape
    from .semantics.scene.mass import MassProperties as MassProperties
    from .semantics.scene.models import Model as Model
    from .semantics.scene.poses_at import Poses as Poses
    from .semantics.scene.scene import Scene as Scene
    from .semantics.scene.showing import View as View
    from .semantics.spots import Spot as Spot
    from .semantics.supporting.asking import support as support
    from .semantics.supporting.rows import Reader as Reader
    from .semantics.supporting.rows import Support as Support
    from .semantics.supporting.rows import SupportRow as SupportRow
    from .semantics.supporting.rows import Treatment as Treatment
    from .semantics.transform import Transform as Transform
else:
    _HOME = {name: module for module, names in _HOMES.items() for name in names}

    def __getattr__(name):
        """What is imported at first use: checking a small file needs neither numpy nor three formats."""
        from importlib import import_module

        if name == "__all__":
            return __dir__()
        if name not in _HOME:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        home = import_module(_HOME[name] or ".", __name__)
        value = (
            import_module(f"{home.__name__}.{name}")
            if home.__spec__.submodule_search_locations
            else getattr(home, name)
        )
        globals()[name] = value
        return value

    def __dir__():
        return sorted([*_HOME, "__version__"])


del TYPE_CHECKING
