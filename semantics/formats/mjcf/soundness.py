"""Whether all is in order that is looked at to put a model together and to describe it, told from its elements alone.

Who only wants to know what is wrong with a document needs neither of one in which nothing can be. Here is what cannot be
wrong: attributes that may have any value, and bounds of others that are narrower than those from which anything is reported.
Whatever is not here, or outside of its bounds, is put together, described and checked as ever, so that what is reported is said in
one place. The humanoid of dm_control, which is sound, takes four fifths of the time that it takes where a model is put together.
"""

from __future__ import annotations

from collections import defaultdict
from math import dist
from typing import TYPE_CHECKING, Any, ClassVar

from ....diagnostics.records import NamedTuple, dataclass, field
from ....runtime.files import Outside
from ....runtime.scalars import MOST_CACHED
from ....runtime.sink import Sink
from ...core.bindings import bindings_of
from ...core.references import names_module
from ...core.uri_fields import find_uri_fields
from ...ir.scoped_names import MODEL_FRAME, SEPARATOR
from .actuators import KINDS, REFERENCES, find_refused_values, read_drive
from .classes import ACTUATORS, MAIN, Classes
from .document_tree import children_of, tag_of
from .extents import FROM_TO, LENGTHS, SPANNED
from .files import path_in
from .geoms import CONTACT_DIMENSIONS
from .includes import APART, INCLUDE
from .inertials import PLAIN_DENSITIES, PLAIN_LENGTHS, PLAIN_MASSES
from .joints import MOST_VELOCITIES, MOTIONS, VELOCITIES
from .limits import NO_RANGE
from .model import MjcfPart
from .orientation import AXES, SPELLINGS
from .references import WORLD, find_followed_fields, kind_of_names
from .sensors import CHECKS, NOT_NEGATIVE, OF_ONE_COORDINATE, OF_TIMES
from .settings import CompilerSettings
from .structure import AT_LEAST_MINUS_ONE, CHANNELS, EULER_LETTERS

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterator, Mapping, Sequence
    from pathlib import Path

    from ....runtime.element import Element
    from ...core.options import Options
    from .classes import DefaultClass
    from .document_tree import DocumentTree

    Test = Callable[[Any], bool]
    Tests = tuple[tuple[str, Test], ...]
    """Fields, each with what its value has to be."""
    Look = tuple[Tests, tuple[tuple[str, str | None], ...], bool]
    """What there is to look at in elements that have certain fields: tests; fields that refer to something, each with the kind of
    that, None where another field says it; whether they have names."""

WIDEST = {"degree": 360.0, "radian": 6.0}
"""Limits of joints within these are no angles in another unit."""
ONE = (1.0,)
"""The gear of an actuator that says none."""
HINGE, BALL, FREE = "hinge", "ball", "free"
LONG_ENOUGH = 1e-6
"""Of a direction, which ten times as short ones are too."""
LAST_ONES = frozenset({BALL, FREE})
"""Joints of which none may come after, but for a slide after a ball joint."""
OF_ONE_VELOCITY = frozenset(kind for kind, count in VELOCITIES.items() if count == 1) - LAST_ONES
MOST_BODIES = 100
"""Bodies and frames, one in the other."""
SPHERE = "sphere"
"""What geoms and sites are that say no type."""
FARTHEST = 30.0
FARTHEST_FRAME = 20.0
"""Sums of the coordinates of the place or the ends of a geom, m, and of those of the frames that it is in, with which its mass is that
of a body: turned by frames, each grows to its double at most."""
LARGEST_PLANE = 1e9
"""Sum of the sizes of a plane, m."""
THICKEST = 0.25
LONGEST = 1.5
"""The least of the half lengths of a shape, and their sum, m: one that is thinner or shorter cannot be in millimetres."""
HIGHEST_GROUP = 5
"""The last group of geoms that bodies have their mass from where nothing is said."""
PLAIN_DEFAULTS = frozenset({"joint", "geom", "site", "camera", "light", "material"})
"""What classes may give, besides actuators, without a closer look at what nothing is of."""
PLAIN_SETTINGS = frozenset(
    {
        *("_origin", "angle", "autolimits", "eulerseq", "meshdir", "texturedir", "assetdir", "strippath", "usethread"),
        *("boundmass", "boundinertia", "balanceinertia", "inertiafromgeom", "coordinate", "conflict", "fitaabb"),
    }
)


def _has_length(direction: Sequence[float]) -> bool:
    return max(direction) > LONG_ENOUGH or min(direction) < -LONG_ENOUGH


def _have_lengths(axes: Sequence[float]) -> bool:
    """Whether two axes have a length, and the second one across the first."""
    a, b, c, x, y, z = axes
    p, q, r = b * z - c * y, c * x - a * z, a * y - b * x
    square = a * a + b * b + c * c
    return square >= LONG_ENOUGH**2 and p * p + q * q + r * r >= LONG_ENOUGH**2 * square


def _resists(coefficients: Sequence[float]) -> bool:
    return not coefficients or coefficients[0] >= 0


def _is_near(place: Sequence[float]) -> bool:
    return sum(map(abs, place)) <= FARTHEST


class _InDoubt(Exception):
    """Something needs a closer look."""


class _Looks(dict[tuple[str, ...], "Look"]):
    """By the fields that elements of a class have, what there is to look at: most have those that others have, too.

    To ask for each field that matters of all elements took twice as long, a tenth of a check.

    Args:
        allowed: what such elements may say.
        cls: their class.
    """

    __slots__ = ("kind", "_allowed", "_uses")

    def __init__(self, allowed: _Allowed, cls: type[Element]) -> None:
        super().__init__()
        self._allowed = allowed
        self.kind = kind_of_names(cls)
        """Of their names; None for those that have none."""
        self._uses = {each.field: each.kind.kinds[0] if each.kind else None for each in find_followed_fields(cls)}

    def __missing__(self, fields: tuple[str, ...]) -> Look:
        allowed = self._allowed
        if allowed.fields is not None and not allowed.fields.issuperset(fields):
            raise _InDoubt
        tests = tuple((name, allowed.tests[name]) for name in fields if name in allowed.tests)
        uses = tuple((name, self._uses[name]) for name in fields if name in self._uses)
        look = tests, uses, self.kind is not None and "name" in fields
        if len(self) < MOST_CACHED:
            self[fields] = look
        return look


@dataclass(slots=True, eq=False)
class _Allowed:
    """What elements may say without a closer look."""

    tag: str
    fields: frozenset[str] | None
    """None: any."""
    tests: dict[str, Test]
    """Of the fields among them that need one, what their values have to be."""
    looks: dict[type[Element], _Looks] = field(default_factory=dict)
    """By their class, of which users may have their own, how elements are looked at."""

    def looks_at(self, cls: type[Element]) -> _Looks:
        """How elements of a class are looked at."""
        found = self.looks.get(cls)
        if found is None:
            found = self.looks[cls] = _Looks(self, cls)
        return found


def _plain(tag: str, /, *fields: str, **tests: Test) -> _Allowed:
    return _Allowed(tag, frozenset({"_origin", *fields, *tests}), tests)


_TURNED: dict[str, Test] = {
    "quat": any,
    "axisangle": lambda numbers: _has_length(numbers[:3]),
    "zaxis": _has_length,
    "xyaxes": _have_lengths,
}
JOINT = _plain(
    "joint",
    *("name", "class_", "group", "pos", "range", "limited", "ref", "springref", "armature", "margin", "user"),
    *("solreflimit", "solimplimit", "solreffriction", "solimpfriction", "actuatorgravcomp"),
    type=lambda kind: getattr(kind, "_value_", kind) in MOTIONS,
    axis=_has_length,
    damping=_resists,
    stiffness=_resists,
    frictionloss=lambda friction: friction >= 0,
    actuatorfrcrange=lambda range: range[0] < range[1],
)
FREE_JOINT = _plain("freejoint", "name", "group")
GEOM = _plain(
    "geom",
    *("name", "class_", "type", "size", "fromto", "euler", "rgba", "material", "contype", "conaffinity", "friction"),
    *(
        "solmix",
        "solref",
        "solimp",
        "margin",
        "gap",
        "priority",
        "fluidshape",
        "fluidcoef",
        "adhesion",
        "surfacevel",
        "user",
    ),
    pos=_is_near,
    group=lambda group: 0 <= group <= HIGHEST_GROUP,
    condim=lambda count: count in CONTACT_DIMENSIONS,
    density=lambda density: PLAIN_DENSITIES[0] <= density <= PLAIN_DENSITIES[1],
    mass=lambda mass: mass == 0 or PLAIN_MASSES[0] <= mass <= PLAIN_MASSES[1],
    **_TURNED,
)
SITE = _plain(
    "site",
    *("name", "class_", "group", "pos", "type", "size", "fromto", "euler", "rgba", "material", "user"),
    **_TURNED,
)
CAMERA = _plain(
    "camera",
    *("name", "class_", "mode", "target", "pos", "euler", "ipd", "resolution", "projection", "user"),
    fovy=lambda angle: angle < 180,
    **_TURNED,
)
LIGHT = _plain(
    "light",
    *("name", "class_", "mode", "target", "pos", "directional", "type", "castshadow", "active", "ambient", "diffuse"),
    *("type", "specular", "attenuation", "cutoff", "exponent", "bulbradius", "intensity", "range", "texture"),
    dir=_has_length,
)
ALL_AT_ONCE = frozenset({"compiler", "default"})
"""Sections of which each adds to the others, so that all are looked at before the rest."""
OF_THE_WORLD = ("body", "frame", "geom", "site", "camera", "light")
OF_WORLDS = frozenset({"_origin", *OF_THE_WORLD})
CONTENT = frozenset({*OF_THE_WORLD, "joint", "freejoint"})
FRAME_FIELDS = (*CONTENT, "name", "childclass", "pos", "euler")
FRAME = _plain("frame", *FRAME_FIELDS, **_TURNED)
BODY = _plain("body", *FRAME_FIELDS, "mocap", "sleep", "gravcomp", "simple", "user", "fuse", **_TURNED)
ANYTHING = _Allowed("", None, {})
"""Of elements that are looked at in another way."""
PLAIN_ACTUATOR = frozenset({"_origin", "name", "class_", "group", "joint", "gear", "user"})
"""What actuators say of which all that matters else is the same for those of a class."""
OF_ACTUATORS_IN_DOUBT = frozenset({*KINDS, *REFERENCES.values(), "cranklength", "delay"}) - {"joint"}
SENSORS_IN_DOUBT = frozenset({*CHECKS, "plugin"})
OF_SENSORS_IN_DOUBT = OF_TIMES | NOT_NEGATIVE
OF_OPTIONS_IN_DOUBT = frozenset({"actuatorgroupdisable", INCLUDE})
OF_MATERIALS_IN_DOUBT = frozenset({"layer", INCLUDE})
OF_SECTIONS_IN_DOUBT = frozenset({"plugin", INCLUDE})
OF_PAIRS = frozenset({"geom1", "geom2"})


def is_sound(tree: DocumentTree, folder: Path | None, options: Options) -> bool:
    """Whether putting a model together and describing it reports nothing.

    Args:
        tree: the document, of which nothing has been reported so far; what is right in its root is known, and comes from other
            documents where it includes these. Nothing was changed in it since it was read.
        folder: that of the document; None for a text.
        options: those of the call, with which all is read as MuJoCo reads it.
    """
    try:
        _SoundnessCheck(tree, folder, options).look_at_all()
    except (_InDoubt, Outside):
        return False
    return True


class _PlaceInBody(NamedTuple):
    """Where the content of the world, of a body or of a frame is."""

    depth: int
    """How many bodies and frames it is in."""
    in_world: bool = False
    """Whether it is in the world, and in no body."""
    far: float = 0.0
    """The sum of the coordinates of the frames around it, in the body."""


IN_BODIES = tuple(map(_PlaceInBody, range(MOST_BODIES)))
"""Where the content of bodies is, by how many it is in."""


class _SoundnessCheck:
    """Looks at the elements of one document, each once; raises ``_InDoubt`` at the first that needs a closer look."""

    def __init__(self, tree: DocumentTree, folder: Path | None, options: Options) -> None:
        self._tree = tree
        self._files = options.files
        built_in = object.__new__(bindings_of("mjcf", package=options.bindings).types["Compiler"])
        self._settings = CompilerSettings(tree.of_root("compiler"), built_in, folder)
        self._widest = WIDEST.get(str(getattr(self._settings.get("angle"), "_value_", "")), 0.0)
        self._classes: Mapping[str, DefaultClass] = {}
        self._named: defaultdict[str | None, list[str]] = defaultdict(list)
        """By kind, the names that are given; none by None, what has no names."""
        self._named["body"].append(WORLD)
        self._used: defaultdict[str, list[str]] = defaultdict(list)
        """By kind, the names of what is referred to."""
        self._joints: dict[str, str] = {}
        """By name, of which kind a joint is."""
        self._given: dict[tuple[DefaultClass, str], Mapping[str, Any]] = {}
        """By class and tag: the values that the class gives, of which none needs a closer look."""

    def look_at_all(self) -> None:
        """Looks at the whole document, at what is known soonest to be in doubt first."""
        sections: defaultdict[str, list[Mapping[str, Any]]] = defaultdict(list)
        for tag, element in self._tree.inside(self._tree.root):
            sections[tag].append(element.__dict__)
        _require(_SoundnessCheck.SECTIONS.keys() | ALL_AT_ONCE >= sections.keys())
        self._look_at_settings()
        self._classes = self._read_classes()
        self._main = self._classes[MAIN]
        for tag, look in _SoundnessCheck.SECTIONS.items():
            for written in sections[tag]:
                look(self, written)
        self._look_at_names()

    def _look_at_settings(self) -> None:
        settings = self._settings
        for element in settings.elements:
            written = element.__dict__
            _require(PLAIN_SETTINGS.issuperset(written) and str(written.get("coordinate")) != "global")
        sequence = settings.get("eulerseq")
        _require(not sequence or (len(sequence) == EULER_LETTERS and AXES.issuperset(sequence)))
        _require(settings.get("autolimits") and str(settings.get("inertiafromgeom")) != "false")

    def _read_classes(self) -> dict[str, DefaultClass]:
        ahead = list(self._tree.of_root("default"))
        while ahead:
            element = ahead.pop()
            children = children_of(element, is_fresh=True, apart=APART)
            self._tree.put_inside(element, children)
            for tag, child in children:
                if tag == "default":
                    ahead.append(child)
                else:
                    _require(tag in PLAIN_DEFAULTS or (tag in ACTUATORS and not any(find_refused_values(child))))
                    self._look_at((child,))
        sink = Sink()
        classes = Classes(self._tree, sink)
        _require(not sink.found)
        return classes.by_name

    def _look_at_names(self) -> None:
        """Looks for names that are given twice or to nothing, mean a place in a description, or may be what something nameless gets."""
        named: defaultdict[str | None, set[str]] = defaultdict(set)
        for kind, given in self._named.items():
            named[kind] = set(given)
            _require(len(named[kind]) == len(given))
        for kind, used in self._used.items():
            _require(named[kind].issuperset(used))
        root: Any = self._tree.root
        names = {root.model or ""}.union(named["joint"], named["site"])
        _require(WORLD not in names and MODEL_FRAME not in names and MODEL_FRAME not in named["body"])
        text = "\n".join(names.union(named["body"]))
        _require(SEPARATOR not in text and "#" not in text)

    def _look_at(self, elements: Sequence[Element], allowed: _Allowed = ANYTHING) -> list[Mapping[str, Any]]:
        """What elements of one class say, which is no more than they may; notes their names, and those of what they refer to."""
        looks, used = allowed.looks_at(elements[0].__class__), self._used
        named = self._named[looks.kind]
        found: list[Mapping[str, Any]] = []
        for each in elements:
            written = each.__dict__
            tests, uses, is_named = looks[tuple(written)]
            if tests:
                _test(written, tests)
            for name, kind in uses:
                used[kind or self._find_kind(each, name)].append(written[name])
            if is_named and written["name"]:
                named.append(written["name"])
            found.append(written)
        return found

    def _find_kind(self, element: Element, field: str) -> str:
        about = next(each for each in find_followed_fields(element.__class__) if each.field == field)
        kind = about.kind_in(element, names_module(element).KINDS)
        if kind is None:
            raise _InDoubt
        return kind.kinds[0]

    def _find_given(self, written: Mapping[str, Any], allowed: _Allowed, childclass: DefaultClass) -> Mapping[str, Any]:
        """What a class gives to an element."""
        holder = self._find_class(written["class_"]) if "class_" in written else childclass
        given = self._given.get((holder, allowed.tag))
        return self._read_given(holder, allowed) if given is None else given

    def _find_class(self, name: str) -> DefaultClass:
        found = self._classes.get(name)
        if found is None:
            raise _InDoubt
        return found

    def _read_given(self, holder: DefaultClass, allowed: _Allowed) -> Mapping[str, Any]:
        values: dict[str, Any] = {}
        layers = holder.layers(allowed.tag)
        if layers:
            for each in reversed(layers):
                values.update(each.__dict__)
            _require(SPELLINGS.isdisjoint(values))
            _test(values, allowed.looks_at(layers[0].__class__)[tuple(values)][0])
        return self._given.setdefault((holder, allowed.tag), values)

    def _look_at_world(self, written: Mapping[str, Any]) -> None:
        _require(OF_WORLDS.issuperset(written))
        kinds, _ = self._look_inside(written, self._main, _PlaceInBody(0, in_world=True))
        _require(not kinds)

    def _look_at_bodies(self, bodies: Sequence[Element], childclass: DefaultClass, around: _PlaceInBody) -> None:
        _require(around.depth + 1 < MOST_BODIES)
        place = IN_BODIES[around.depth + 1]
        for written in self._look_at(bodies, BODY):
            own = self._find_class(written["childclass"]) if "childclass" in written else childclass
            kinds, is_heavy = self._look_inside(written, own, place)
            if kinds and not (is_heavy and len(kinds) <= MOST_VELOCITIES and OF_ONE_VELOCITY.issuperset(kinds)):
                _require(is_heavy and sum(map(VELOCITIES.__getitem__, kinds)) <= MOST_VELOCITIES)
                _require(LAST_ONES.isdisjoint(kinds[:-1]) and (around.in_world or FREE not in kinds))
            if "mocap" in written:
                _require(not written["mocap"] or (around.in_world and not kinds))
            if "sleep" in written:
                _require(around.in_world and kinds)

    def _look_at_frame(
        self, written: Mapping[str, Any], childclass: DefaultClass, around: _PlaceInBody
    ) -> tuple[list[str], bool]:
        own = self._find_class(written["childclass"]) if "childclass" in written else childclass
        far = around.far + sum(map(abs, written.get("pos") or ()))
        _require(far <= FARTHEST_FRAME and around.depth + 1 < MOST_BODIES)
        return self._look_inside(written, own, _PlaceInBody(around.depth + 1, around.in_world, far))

    def _look_inside(
        self, written: Mapping[str, Any], childclass: DefaultClass, place: _PlaceInBody
    ) -> tuple[list[str], bool]:
        """Looks at what a body, a frame or the world holds: the kinds of its joints, and whether a geom has a mass."""
        kinds = self._look_at_joints(written["joint"], childclass) if "joint" in written else []
        if "freejoint" in written:
            kinds += [FREE] * len(self._look_at(written["freejoint"], FREE_JOINT))
        is_heavy = "geom" in written and self._look_at_geoms(written["geom"], childclass, place.in_world)
        if "site" in written:
            self._look_at_sites(written["site"], childclass)
        if "camera" in written:
            for each in self._look_at(written["camera"], CAMERA):
                self._find_given(each, CAMERA, childclass)
        if "light" in written:
            for each in self._look_at(written["light"], LIGHT):
                self._find_given(each, LIGHT, childclass)
        if "frame" in written:
            for each in self._look_at(written["frame"], FRAME):
                inner, is_inner_heavy = self._look_at_frame(each, childclass, place)
                # which of the joints come first, the text says
                _require(not (kinds and inner) or LAST_ONES.isdisjoint((*kinds, *inner)))
                kinds, is_heavy = kinds + inner, is_heavy or is_inner_heavy
        if "body" in written:
            self._look_at_bodies(written["body"], childclass, place)
        return kinds, is_heavy

    def _look_at_joints(self, joints: Sequence[Element], childclass: DefaultClass) -> list[str]:
        """Looks at joints; answers their kinds."""
        kinds: list[str] = []
        for written in self._look_at(joints, JOINT):
            given = self._find_given(written, JOINT, childclass)
            kind: str = getattr(written.get("type") or given.get("type"), "_value_", HINGE)
            range = written.get("range") or given.get("range")
            if range is None:
                limited = written.get("limited") or given.get("limited")
                if getattr(limited, "_value_", None) == "true":
                    raise _InDoubt
            elif not -self._widest <= range[0] < range[1] <= self._widest or (kind == BALL and range[0]):
                raise _InDoubt
            if "name" in written:
                self._joints[written["name"]] = kind
            kinds.append(kind)
        return kinds

    def _look_at_geoms(self, geoms: Sequence[Element], childclass: DefaultClass, in_world: bool) -> bool:
        """Looks at geoms; answers whether one has a mass."""
        is_heavy = False
        for written in self._look_at(geoms, GEOM):
            given = self._find_given(written, GEOM, childclass)
            kind = getattr(written.get("type") or given.get("type"), "_value_", SPHERE)
            size: Sequence[float] | None = written.get("size") or given.get("size")
            ends = written.get("fromto") or given.get("fromto")
            lengths: Sequence[float]
            if size is None:
                raise _InDoubt
            if ends is None:
                count = LENGTHS.get(kind, 0)
                if not 0 < count <= len(size):
                    raise _InDoubt
                lengths = size[:count]
            else:
                is_far = len(ends) != FROM_TO or not sum(map(abs, ends)) <= FARTHEST
                if is_far or kind not in SPANNED or "pos" in written or "pos" in given:
                    raise _InDoubt
                lengths = size[0], dist(ends[:3], ends[3:]) / 2
            shortest, whole = min(lengths), sum(lengths)
            if kind == "plane":
                _require(in_world and size[2] > 0 and min(size) >= 0 and sum(size) <= LARGEST_PLANE)
            elif not PLAIN_LENGTHS[0] <= shortest or not whole <= (
                LONGEST if shortest >= THICKEST else PLAIN_LENGTHS[1]
            ):
                raise _InDoubt
            is_heavy = is_heavy or (written["mass"] if "mass" in written else given.get("mass")) != 0
        return is_heavy

    def _look_at_sites(self, sites: Sequence[Element], childclass: DefaultClass) -> None:
        for written in self._look_at(sites, SITE):
            given = self._find_given(written, SITE, childclass)
            kind = getattr(written.get("type") or given.get("type"), "_value_", SPHERE)
            count = LENGTHS.get(kind, 0)
            if not count or kind == "plane":
                raise _InDoubt
            ends = written.get("fromto") or given.get("fromto")
            if ends is not None:
                _require(kind in SPANNED and len(ends) == FROM_TO and "pos" not in written and "pos" not in given)
                _require(dist(ends[:3], ends[3:]) > LONG_ENOUGH)
            for fields in (written, given):
                if "size" in fields and not min(fields["size"][:count]) > 0:
                    raise _InDoubt

    def _look_at_actuators(self, written: Mapping[str, Any]) -> None:
        for elements in self._lists_in(written, ACTUATORS):
            cls = elements[0].__class__
            tag = tag_of(elements[0])
            driven: set[str] = set()  # names of classes with which those are in order that say no more
            for each in elements:
                fields = each.__dict__
                name = fields.get("class_", MAIN)
                if not fields.get("joint") or not any(fields.get("gear", ONE)):
                    raise _InDoubt
                is_plain = PLAIN_ACTUATOR.issuperset(fields)
                if is_plain and name in driven:
                    continue
                holder = self._find_class(name)
                given = holder.defaults.get((tag, cls)) or holder.find_defaults(tag, cls)
                _require(not any(find_refused_values(each)))
                _require(_is_sound_drive(MjcfPart(tag, self._tree, each, fields, given, self._settings)))
                if is_plain:
                    driven.add(name)

    def _look_at_sensors(self, written: Mapping[str, Any]) -> None:
        for elements in self._lists_in(written, None):
            tag = tag_of(elements[0])
            for each in elements:
                if not OF_SENSORS_IN_DOUBT.isdisjoint(each.__dict__):
                    raise _InDoubt
                if tag in SENSORS_IN_DOUBT:
                    self._look_at_sensor(tag, each.__dict__)

    def _look_at_sensor(self, tag: str, written: Mapping[str, Any]) -> None:
        if tag == "rangefinder":
            _require("data" not in written)
        else:
            _require(tag in OF_ONE_COORDINATE and self._joints.get(written.get("joint", "")) in ("hinge", "slide"))

    def _look_at_assets(self, written: Mapping[str, Any]) -> None:
        for elements in self._lists_in(written, {"texture", "material"}):
            for each in elements:
                self._find_class(each.__dict__.get("class_", MAIN))
                if tag_of(each) == "texture":
                    self._look_at_texture(each)
                else:
                    _require(each.__dict__.get("name") and OF_MATERIALS_IN_DOUBT.isdisjoint(each.__dict__))

    def _look_at_texture(self, texture: Any) -> None:
        written, kind = vars(texture), str(texture.type)
        _require(written.get("name") or (kind == "skybox" and "file" not in written))
        _require("gridlayout" not in written)
        if str(texture.builtin or "none") != "none":
            _require((texture.width or 0) > 0 and (kind != "2d" or (texture.height or 0) > 0))
            _require(written.get("nchannel", CHANNELS) == CHANNELS)
            return
        _require(texture.file)
        for name, _ in find_uri_fields(texture.__class__):
            path = path_in(written[name], "texture", self._settings) if written.get(name) else None
            _require(path is None or self._files.is_file(path))

    def _look_at_contacts(self, written: Mapping[str, Any]) -> None:
        for elements in self._lists_in(written, {"exclude", "pair"}):
            for each in elements:
                if tag_of(each) == "pair":
                    _require("condim" not in each.__dict__ and OF_PAIRS.issubset(each.__dict__))
                    self._find_class(each.__dict__.get("class_", MAIN))

    def _look_at_numbers_and_texts(self, written: Mapping[str, Any]) -> None:
        for elements in self._lists_in(written, {"numeric", "text"}):
            for each in elements:
                data, size = each.__dict__.get("data") or (), each.__dict__.get("size")
                _require((size or data) and (size is None or size >= len(data)))

    def _look_at_options(self, written: Mapping[str, Any]) -> None:
        _require(OF_OPTIONS_IN_DOUBT.isdisjoint(written) and written.get("timestep", 1.0) > 0)

    def _look_at_sizes(self, written: Mapping[str, Any]) -> None:
        _require(all(written[name] >= -1 for name in written.keys() & AT_LEAST_MINUS_ONE))
        _require(written.get("nuserdata", 0) >= 0)

    def _look_at_statistics(self, written: Mapping[str, Any]) -> None:
        _require(written.get("extent", 1.0) > 0)

    def _look_at_visual(self, written: Mapping[str, Any]) -> None:
        _require(INCLUDE not in written)
        found = written.get("map", ())
        for each in found if isinstance(found, list) else (found,) if found else ():
            _require(each.__dict__.get("znear", 1.0) > 0)

    def _lists_in(self, written: Mapping[str, Any], allowed: Container[str] | None) -> Iterator[list[Element]]:
        """The lists of elements in a section, of which names and references are noted; all have to be ``allowed``, if any are."""
        for name, elements in written.items():
            if name != "_origin":
                _require(isinstance(elements, list) and name not in OF_SECTIONS_IN_DOUBT)
                _require(allowed is None or name in allowed)
                self._look_at(elements)
                yield elements

    SECTIONS: ClassVar[dict[str, Callable[[_SoundnessCheck, Mapping[str, Any]], None]]] = {
        "asset": _look_at_assets,
        "contact": _look_at_contacts,
        "custom": _look_at_numbers_and_texts,
        "option": _look_at_options,
        "size": _look_at_sizes,
        "statistic": _look_at_statistics,
        "visual": _look_at_visual,
        "worldbody": _look_at_world,
        "actuator": _look_at_actuators,
        "sensor": _look_at_sensors,
    }
    """By tag, in which order sections are looked at, and how."""


def _require(condition: object) -> None:
    if not condition:
        raise _InDoubt


def _test(written: Mapping[str, Any], tests: Tests) -> None:
    for name, test in tests:
        if not test(written[name]):
            raise _InDoubt


def _is_sound_drive(part: MjcfPart) -> bool:
    """Whether what an actuator that turns a joint makes of its inputs is in order."""
    if part.tag == "plugin" or part.is_written("delay") or not OF_ACTUATORS_IN_DOUBT.isdisjoint(part.written):
        return False
    drive = read_drive(part)
    gains = drive.gains
    if drive.faults or drive.state_range != NO_RANGE or gains.inherited_range > 0 or not gains.gain_numbers[0] >= 0:
        return False
    for (lower, upper), switch in (
        (drive.control_range, drive.control_switch),
        (drive.force_range, drive.force_switch),
    ):
        if not (lower < upper or ((lower, upper) == NO_RANGE and switch != "true")):
            return False
    gear = part.given.holders.get("gear")
    return gear is None or any(vars(gear)["gear"])
