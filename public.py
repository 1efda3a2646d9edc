"""Typed, checked and resolved robot descriptions: SDFormat, URDF, MJCF and SKEL.

``load`` reads a document, ``check`` says what is wrong with one, ``Document.scene`` says what it means. The typed
elements are in ``bodyplan.sdformat`` (and ``bodyplan.sdformat.v1_0`` to ``v1_12``), ``bodyplan.urdf``, ``bodyplan.mjcf`` and
``bodyplan.skel``, Drake's model directives in ``bodyplan.dmd``, each with a ``load`` of its own; what a scene is made
of, in this module and in ``bodyplan.geometry``; what a parser of another format has to offer, in
``bodyplan.interface``.
"""

# type checkers take it for true; the module `typing` could be a file of the folder that `python -m bodyplan` is called in
TYPE_CHECKING = False

__version__ = "0.2.1"
"""The version, as text; written here and nowhere else."""

_HOMES = {
    "": ("dmd", "geometry", "interface", "mjcf", "sdformat", "skel", "urdf", "srdf"),
    ".diagnostics.diagnostic": ("Diagnostic", "Related"),
    ".diagnostics.fix": ("Edit", "Fix"),
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
    ".semantics.assets.api": ("Assets", "assets"),
    ".semantics.assets.inventory": ("Asset",),
    ".semantics.diff.differences": ("Difference", "diff"),
    ".semantics.checks.plausible.comparison": ("LinkInertia", "ShapeInertia"),
    ".semantics.compose.attachment": ("attach",),
    ".semantics.compose.extraction": ("extract",),
    ".semantics.convert.lumped_robots": ("LumpedRobot", "lump"),
    ".semantics.compose.merger": ("merge",),
    ".semantics.compose.root_change": ("reroot",),
    ".semantics.compose.element_rename": ("rename", "rename_edits"),
    ".semantics.compose.element_map": ("document_of", "element_of", "scene_objects"),
    ".semantics.constraints.base": ("Constraint", "ForceElement"),
    ".semantics.constraints.coordinates": (
        "CouplingConstraint",
        "GearboxConstraint",
        "MimicConstraint",
        "TendonConstraint",
        "TendonCoupling",
    ),
    ".semantics.constraints.points": ("BallConstraint", "DistanceConstraint", "Spring"),
    ".semantics.constraints.poses": ("LinearBushing", "LoopJointConstraint", "WeldConstraint"),
    ".semantics.constraints.solver": ("Solution",),
    ".semantics.convert.api": ("Conversion", "convert"),
    ".semantics.document.document": ("AnyDocument", "Document"),
    ".semantics.edit.element_comments": ("comments",),
    ".semantics.edit.search": ("find", "find_all"),
    ".semantics.core.location": ("Location",),
    ".semantics.core.options": ("Format", "Target"),
    ".semantics.edit.source_location": ("location_of",),
    ".semantics.edit.insertion": ("insert_after", "insert_before", "remove", "replace"),
    ".semantics.edit.traversal": ("parent_of", "walk"),
    ".runtime.atomic_write": ("FileChanged",),
    ".diagnostics.errors": (
        "BadName",
        "BodyplanError",
        "ExpansionError",
        "ExtensionError",
        "LoadError",
        "NameNotFound",
        "NotInDocument",
        "UnreadableResult",
    ),
    ".semantics.fix.api": ("FixResult", "fix", "fix_text", "find_fixes", "attach_fixes"),
    ".semantics.document.text_layout": ("format_edits", "format_text"),
    ".semantics.document.lenient": ("read_lenient",),
    ".semantics.resources.other_resolvers": ("Resolution",),
    ".semantics.resources.project": ("Project",),
    ".semantics.resources.explanation": ("Change", "UriExplanation", "explain_uri"),
    ".semantics.resources.attempts": ("Attempt",),
    ".semantics.document.loader": ("check", "load", "loads"),
    ".semantics.batch.checks": ("check_many",),
    ".semantics.document.creation": ("dumps", "new"),
    ".semantics.core.report": ("Report",),
    ".semantics.scene.collision_filter": (
        "CollisionFilter",
        "ContactPair",
    ),
    ".semantics.scene.frames": ("Frame", "Model"),
    ".semantics.scene.joints": ("Actuator", "Axis", "Joint", "Transmission"),
    ".semantics.scene.keyframes": ("Keyframe",),
    ".semantics.scene.links": ("Link", "MassProperties", "Shape"),
    ".semantics.scene.poses_at": ("Poses",),
    ".semantics.scene.scene": ("Scene",),
    ".semantics.scene.view_page": ("View",),
    ".semantics.support.api": ("support",),
    ".semantics.support.rows": ("SupportTarget", "Support", "SupportRow", "SupportStatus"),
    ".semantics.spatial.transform": ("Transform",),
}
"""What is public, by the module that it is in. Type checkers read the imports below, which a test holds equal."""

_RENAMED = {
    "Reader": "SupportTarget",
    "Reading": "Resolution",
    "Spot": "Location",
    "Treatment": "SupportStatus",
    "Tried": "Attempt",
    "fixed": "fix",
    "fixed_text": "fix_text",
    "fixes_of": "find_fixes",
    "things_of": "scene_objects",
    "with_fixes": "attach_fixes",
}
"""Earlier names of what is public, which warn and go with release 0.4."""

if TYPE_CHECKING:
    from . import dmd as dmd
    from . import geometry as geometry
    from . import interface as interface
    from . import mjcf as mjcf
    from . import sdformat as sdformat
    from . import skel as skel
    from . import srdf as srdf
    from . import urdf as urdf
    from .diagnostics.diagnostic import Diagnostic as Diagnostic
    from .diagnostics.diagnostic import Related as Related
    from .diagnostics.errors import BadName as BadName
    from .diagnostics.errors import BodyplanError as BodyplanError
    from .diagnostics.errors import ExpansionError as ExpansionError
    from .diagnostics.errors import ExtensionError as ExtensionError
    from .diagnostics.errors import LoadError as LoadError
    from .diagnostics.errors import NameNotFound as NameNotFound
    from .diagnostics.errors import NotInDocument as NotInDocument
    from .diagnostics.errors import UnreadableResult as UnreadableResult
    from .diagnostics.fix import Edit as Edit
    from .diagnostics.fix import Fix as Fix
    from .runtime.atomic_write import FileChanged as FileChanged
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
    from .semantics.assets.api import Assets as Assets
    from .semantics.assets.api import assets as assets
    from .semantics.assets.inventory import Asset as Asset
    from .semantics.batch.checks import check_many as check_many
    from .semantics.checks.plausible.comparison import LinkInertia as LinkInertia
    from .semantics.checks.plausible.comparison import ShapeInertia as ShapeInertia
    from .semantics.compose.attachment import attach as attach
    from .semantics.compose.element_map import document_of as document_of
    from .semantics.compose.element_map import element_of as element_of
    from .semantics.compose.element_map import scene_objects as scene_objects
    from .semantics.compose.element_rename import rename as rename
    from .semantics.compose.element_rename import rename_edits as rename_edits
    from .semantics.compose.extraction import extract as extract
    from .semantics.compose.merger import merge as merge
    from .semantics.compose.root_change import reroot as reroot
    from .semantics.constraints.base import Constraint as Constraint
    from .semantics.constraints.base import ForceElement as ForceElement
    from .semantics.constraints.coordinates import CouplingConstraint as CouplingConstraint
    from .semantics.constraints.coordinates import GearboxConstraint as GearboxConstraint
    from .semantics.constraints.coordinates import MimicConstraint as MimicConstraint
    from .semantics.constraints.coordinates import TendonConstraint as TendonConstraint
    from .semantics.constraints.coordinates import TendonCoupling as TendonCoupling
    from .semantics.constraints.points import BallConstraint as BallConstraint
    from .semantics.constraints.points import DistanceConstraint as DistanceConstraint
    from .semantics.constraints.points import Spring as Spring
    from .semantics.constraints.poses import LinearBushing as LinearBushing
    from .semantics.constraints.poses import LoopJointConstraint as LoopJointConstraint
    from .semantics.constraints.poses import WeldConstraint as WeldConstraint
    from .semantics.constraints.solver import Solution as Solution
    from .semantics.convert.api import Conversion as Conversion
    from .semantics.convert.api import convert as convert
    from .semantics.convert.lumped_robots import LumpedRobot as LumpedRobot
    from .semantics.convert.lumped_robots import lump as lump
    from .semantics.core.location import Location as Location
    from .semantics.core.options import Format as Format
    from .semantics.core.options import Target as Target
    from .semantics.core.report import Report as Report
    from .semantics.diff.differences import Difference as Difference
    from .semantics.diff.differences import diff as diff
    from .semantics.document.creation import dumps as dumps
    from .semantics.document.creation import new as new
    from .semantics.document.document import AnyDocument as AnyDocument
    from .semantics.document.document import Document as Document
    from .semantics.document.lenient import read_lenient as read_lenient
    from .semantics.document.loader import check as check
    from .semantics.document.loader import load as load
    from .semantics.document.loader import loads as loads
    from .semantics.document.text_layout import format_edits as format_edits
    from .semantics.document.text_layout import format_text as format_text
    from .semantics.edit.element_comments import comments as comments
    from .semantics.edit.insertion import insert_after as insert_after
    from .semantics.edit.insertion import insert_before as insert_before
    from .semantics.edit.insertion import remove as remove
    from .semantics.edit.insertion import replace as replace
    from .semantics.edit.search import find as find
    from .semantics.edit.search import find_all as find_all
    from .semantics.edit.source_location import location_of as location_of
    from .semantics.edit.traversal import parent_of as parent_of
    from .semantics.edit.traversal import walk as walk
    from .semantics.fix.api import FixResult as FixResult
    from .semantics.fix.api import attach_fixes as attach_fixes
    from .semantics.fix.api import find_fixes as find_fixes
    from .semantics.fix.api import fix as fix
    from .semantics.fix.api import fix_text as fix_text
    from .semantics.resources.attempts import Attempt as Attempt
    from .semantics.resources.explanation import Change as Change
    from .semantics.resources.explanation import UriExplanation as UriExplanation
    from .semantics.resources.explanation import explain_uri as explain_uri
    from .semantics.resources.other_resolvers import Resolution as Resolution
    from .semantics.resources.project import Project as Project
    from .semantics.scene.collision_filter import CollisionFilter as CollisionFilter
    from .semantics.scene.collision_filter import ContactPair as ContactPair
    from .semantics.scene.frames import Frame as Frame
    from .semantics.scene.frames import Model as Model
    from .semantics.scene.joints import Actuator as Actuator
    from .semantics.scene.joints import Axis as Axis
    from .semantics.scene.joints import Joint as Joint
    from .semantics.scene.joints import Transmission as Transmission
    from .semantics.scene.keyframes import Keyframe as Keyframe
    from .semantics.scene.links import Link as Link
    from .semantics.scene.links import MassProperties as MassProperties
    from .semantics.scene.links import Shape as Shape
    from .semantics.scene.poses_at import Poses as Poses
    from .semantics.scene.scene import Scene as Scene
    from .semantics.scene.view_page import View as View
    from .semantics.spatial.transform import Transform as Transform
    from .semantics.support.api import support as support
    from .semantics.support.rows import Support as Support
    from .semantics.support.rows import SupportRow as SupportRow
    from .semantics.support.rows import SupportStatus as SupportStatus
    from .semantics.support.rows import SupportTarget as SupportTarget
else:
    _HOME = {name: module for module, names in _HOMES.items() for name in names}

    def __getattr__(name):
        """What is imported at first use: checking a small file needs neither numpy nor three formats."""
        from importlib import import_module

        if name == "__all__":
            return __dir__()
        if name in _RENAMED:
            from warnings import warn

            new = _RENAMED[name]
            warn(f"bodyplan.{name} is called bodyplan.{new} now", DeprecationWarning, stacklevel=2)
            return getattr(import_module(__name__), new)
        if name not in _HOME:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        home = _HOME[name]
        value = getattr(import_module(home, __name__), name) if home else import_module(f".{name}", __name__)
        if hasattr(value, "option_keywords"):
            import_module(".semantics.core.options", __name__).show_option_signature(value)
        globals()[name] = value
        return value

    def __dir__():
        return sorted([*_HOME, "__version__"])


del TYPE_CHECKING
