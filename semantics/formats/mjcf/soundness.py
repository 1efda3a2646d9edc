"""Whether all that describing a model looks at is in order, told from what is written and without any record.

Who only wants to know what is wrong with a document needs no description of one in which nothing can be. Here is what cannot be
wrong: attributes that may have any value, and bounds of others that are narrower than those from which anything is reported.
Whatever is not here, or outside of its bounds, is described and checked as ever, so that what is reported is said in one place.
"""

from __future__ import annotations

from math import dist
from typing import TYPE_CHECKING, Any

from ....diagnostics.records import NamedTuple
from ...ir.scoped_names import MODEL_FRAME, SEPARATOR, WORLD
from ...spatial.raw_pose import IDENTITY
from .actuators import KINDS, REFERENCES, find_refused_values, read_drive
from .classes import ANY_ACTUATOR
from .extents import FROM_TO, LENGTHS, SPANNED
from .geoms import CONTACT_DIMENSIONS
from .inertials import PLAIN_DENSITIES, PLAIN_LENGTHS, PLAIN_MASSES
from .joints import MOST_VELOCITIES, MOTIONS, VELOCITIES, kind_of
from .limits import NO_RANGE
from .orientation import AXES, SPELLINGS
from .sensors import CHECKS, NOT_NEGATIVE, OF_ONE_COORDINATE, OF_TIMES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from .model import MjcfBody, MjcfModel, MjcfPart

    Test = Callable[[Any], bool]

WIDEST = {"degree": 360.0, "radian": 6.0}
"""Limits of joints within these are no angles in another unit."""
ONE = (1.0,)
"""The gear of an actuator that says none."""
HINGE, BALL, FREE = "hinge", "ball", "free"
LONG_ENOUGH = 1e-6
"""Of a direction, which ten times as short ones are too."""
LAST_ONES = (BALL, FREE)
"""Joints of which none may come after, but for a slide after a ball joint."""
SPHERE = "sphere"
"""What geoms and sites are that say no type."""
FARTHEST = 30.0
FARTHEST_FRAME = 40.0
"""Sums of the coordinates of the place or the ends of a geom, m, and of those of the frames that it is in, with which its mass is that
of a body: turned by the frames, the first grows to its double at most."""
LARGEST_PLANE = 1e9
"""Sum of the sizes of a plane, m."""
THICKEST = 0.25
LONGEST = 1.5
"""The least of the half lengths of a shape, and their sum, m: one that is thinner or shorter cannot be in millimetres."""
HIGHEST_GROUP = 5
"""The last group of geoms that bodies have their mass from where nothing is said."""
PLAIN_SECTIONS = frozenset(
    {"option", "size", "visual", "statistic", "custom", "asset", "contact", "sensor", "actuator"}
)
"""Sections of which something is known to be in order; parts of others are always described."""
PLAIN_DEFAULTS = frozenset({"joint", "geom", "site", "camera", "light", "material", ANY_ACTUATOR})
"""What classes may give without a closer look at what nothing is of."""
PLAIN_ASSETS = frozenset({"texture", "material"})
PLAIN_SETTINGS = frozenset(
    {
        *("_origin", "angle", "autolimits", "eulerseq", "meshdir", "texturedir", "assetdir", "strippath", "usethread"),
        *("boundmass", "boundinertia", "balanceinertia", "inertiafromgeom", "coordinate", "conflict", "fitaabb"),
    }
)


def _has_length(direction: Sequence[float]) -> bool:
    return max(map(abs, direction)) > LONG_ENOUGH


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


class _Allowed(NamedTuple):
    """What elements of a tag may say without a closer look."""

    fields: frozenset[str]
    tests: dict[str, Test]
    """Of the fields among them that need one, what their values have to be."""


def _plain(*fields: str, **tests: Test) -> _Allowed:
    return _Allowed(frozenset({"_origin", *fields, *tests}), tests)


_TURNED: dict[str, Test] = {
    "quat": any,
    "axisangle": lambda numbers: _has_length(numbers[:3]),
    "zaxis": _has_length,
    "xyaxes": _have_lengths,
}
JOINT = _plain(
    *("name", "class_", "group", "pos", "range", "limited", "ref", "springref", "armature", "margin", "user"),
    *("solreflimit", "solimplimit", "solreffriction", "solimpfriction", "actuatorgravcomp"),
    type=lambda kind: getattr(kind, "_value_", kind) in MOTIONS,
    axis=_has_length,
    damping=_resists,
    stiffness=_resists,
    frictionloss=lambda friction: friction >= 0,
    actuatorfrcrange=lambda range: range[0] < range[1],
)
FREE_JOINT = _plain("name", "group")
GEOM = _plain(
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
    *("name", "class_", "group", "pos", "type", "size", "fromto", "euler", "rgba", "material", "user"),
    **_TURNED,
)
CAMERA = _plain(
    *("name", "class_", "mode", "target", "pos", "euler", "ipd", "resolution", "projection", "user"),
    fovy=lambda angle: angle < 180,
    **_TURNED,
)
LIGHT = _plain(
    *("name", "class_", "mode", "target", "pos", "directional", "type", "castshadow", "active", "ambient", "diffuse"),
    *("type", "specular", "attenuation", "cutoff", "exponent", "bulbradius", "intensity", "range", "texture"),
    dir=_has_length,
)
PLAIN_ACTUATOR = frozenset({"_origin", "name", "class_", "group", "joint", "gear", "user"})
"""What actuators say of which all that matters else is the same for those of a class."""
OF_ACTUATORS_IN_DOUBT = frozenset({*KINDS, *REFERENCES.values(), "cranklength", "delay"}) - {"joint"}
SENSORS_IN_DOUBT = frozenset({*CHECKS, "plugin"})
OF_SENSORS_IN_DOUBT = OF_TIMES | NOT_NEGATIVE
OF_OPTIONS_IN_DOUBT = frozenset({"actuatorgroupdisable"})


def is_sound(model: MjcfModel) -> bool:
    """Whether describing a model, of which nothing has been reported so far, reports nothing."""
    return (
        _are_settings_plain(model)
        and _are_names_plain(model)
        and _are_sections_plain(model)
        and _PlainParts(model).are_sound()
    )


def _are_settings_plain(model: MjcfModel) -> bool:
    settings, sections = model.settings, model.sections
    if not all(PLAIN_SETTINGS.issuperset(vars(each)) for each in settings.elements):
        return False
    sequence = settings.get("eulerseq")
    if (sequence and not set(sequence) <= AXES) or not settings.get("autolimits"):
        return False
    if str(settings.get("inertiafromgeom")) == "false":
        return False
    for part in sections.get("option", ()):
        if not OF_OPTIONS_IN_DOUBT.isdisjoint(part.written) or not part.written.get("timestep", 1.0) > 0:
            return False
    return all(part.written.get("extent", 1.0) > 0 for part in sections.get("statistic", ()))


def _are_names_plain(model: MjcfModel) -> bool:
    """Whether no name means a place in a description, or may be one that what has no name gets."""
    named = model.names.by_kind
    names = {model.root.model or ""}.union(*(named.get(kind, ()) for kind in ("joint", "site")))
    if WORLD in names or MODEL_FRAME in names or MODEL_FRAME in named.get("body", ()):
        return False
    text = "\n".join((*names, *named.get("body", ())))
    return SEPARATOR not in text and "#" not in text


def _are_sections_plain(model: MjcfModel) -> bool:
    sections = model.sections
    if not PLAIN_SECTIONS.issuperset(sections):
        return False
    if not all(PLAIN_DEFAULTS.issuperset(each.own) for each in model.classes.by_name.values()):
        return False
    if not all(part.tag in PLAIN_ASSETS for part in sections.get("asset", ())):
        return False
    if not all(part.tag == "exclude" or not part.is_written("condim") for part in sections.get("contact", ())):
        return False
    sensors = sections.get("sensor", ())
    if not all(OF_SENSORS_IN_DOUBT.isdisjoint(part.written) and not part.given.holders for part in sensors):
        return False
    return all(_is_sound_sensor(part, model) for part in sensors if part.tag in SENSORS_IN_DOUBT)


def _is_sound_sensor(part: MjcfPart, model: MjcfModel) -> bool:
    tag = part.tag
    if tag == "rangefinder":
        return "data" not in part.written
    joint = model.find_referent(part, "joint") if tag in OF_ONE_COORDINATE else None
    return joint is not None and kind_of(joint) in ("hinge", "slide")  # type: ignore[arg-type]  # by its kind


class _PlainParts:
    """Looks at the parts of one model."""

    def __init__(self, model: MjcfModel) -> None:
        self._model = model
        self._widest = WIDEST.get(str(getattr(model.settings.get("angle"), "_value_", "")), 0.0)
        self._given: dict[int, Mapping[str, Any]] = {}
        """By identity of what classes give: the values, of which none needs a closer look."""
        self._driven: set[int] = set()
        """What classes give, by identity, with which actuators are in order that say no more."""

    def are_sound(self) -> bool:
        """Whether all bodies with what is in them, and all actuators, are in order."""
        return all(map(self._is_sound_body, self._model.bodies())) and self._are_sound_actuators()

    def _is_sound_body(self, body: MjcfBody) -> bool:
        part, joints, geoms = body.part, body.joints, body.geoms
        if body.inertials or body.flexcomps:
            return False
        if part is not None:
            written = part.written
            if "plugin" in written or part.given.holders:
                return False
            for name in _TURNED.keys() & written:
                if not _TURNED[name](written[name]):
                    return False
            if joints and not (self._are_sound_joints(joints, body) and _weigh(geoms)):
                return False
        for geom in geoms:
            if not self._is_sound_geom(geom, in_world=part is None):
                return False
        for site in body.sites:
            if not self._is_sound_site(site):
                return False
        for camera in body.cameras:
            if self._find_given(camera, CAMERA) is None:
                return False
        return all(self._find_given(light, LIGHT) is not None for light in body.lights) if body.lights else True

    def _find_given(self, part: MjcfPart, plain: _Allowed) -> Mapping[str, Any] | None:
        """What a class gives a part; None where that, or what the part says itself, needs a closer look."""
        written, tests = part.written, plain.tests
        if not plain.fields.issuperset(written):
            return None
        for name in tests.keys() & written:
            if not tests[name](written[name]):
                return None
        given = self._given.get(id(part.given))
        return self._read_given(part, plain) if given is None else given

    def _read_given(self, part: MjcfPart, plain: _Allowed) -> Mapping[str, Any] | None:
        values: Mapping[str, Any] = {name: vars(each)[name] for name, each in part.given.holders.items()}
        if values and not (SPELLINGS.isdisjoint(values) and _are_plain(values, plain)):
            return None
        return self._given.setdefault(id(part.given), values)

    def _are_sound_joints(self, joints: list[MjcfPart], body: MjcfBody) -> bool:
        count, kind = 0, ""
        for joint in joints:
            if kind in LAST_ONES:
                return False
            if joint.tag == "freejoint":
                kind = FREE
                if not _are_plain(joint.written, FREE_JOINT):
                    return False
            else:
                given, written = self._find_given(joint, JOINT), joint.written
                if given is None:
                    return False
                kind = getattr(written.get("type") or given.get("type"), "_value_", HINGE)
                range = written.get("range") or given.get("range")
                if range is None:
                    limited = written.get("limited") or given.get("limited")
                    if getattr(limited, "_value_", None) == "true":
                        return False
                elif not -self._widest <= range[0] < range[1] <= self._widest or (kind == BALL and range[0]):
                    return False
            count += VELOCITIES[kind]
        if kind == FREE and (body.parent is None or body.parent.part is not None):
            return False
        return count <= MOST_VELOCITIES

    def _is_sound_geom(self, part: MjcfPart, *, in_world: bool) -> bool:
        given, written = self._find_given(part, GEOM), part.written
        frame = part.frame
        if given is None or not (frame is IDENTITY or sum(map(abs, frame[:3])) <= FARTHEST_FRAME):
            return False
        kind = getattr(written.get("type") or given.get("type"), "_value_", SPHERE)
        size: Sequence[float] | None = written.get("size") or given.get("size")
        ends = written.get("fromto") or given.get("fromto")
        lengths: Sequence[float]
        if size is None:
            return False
        if ends is None:
            count = LENGTHS.get(kind, 0)
            if not 0 < count <= len(size):
                return False
            if kind == "plane":
                return in_world and size[2] > 0 and min(size) >= 0 and sum(size) <= LARGEST_PLANE
            lengths = size[:count]
        else:
            is_far = len(ends) != FROM_TO or not sum(map(abs, ends)) <= FARTHEST
            if is_far or kind not in SPANNED or "pos" in written or "pos" in given:
                return False
            lengths = size[0], dist(ends[:3], ends[3:]) / 2
        shortest, whole = min(lengths), sum(lengths)
        return PLAIN_LENGTHS[0] <= shortest and whole <= (LONGEST if shortest >= THICKEST else PLAIN_LENGTHS[1])

    def _is_sound_site(self, part: MjcfPart) -> bool:
        given, written = self._find_given(part, SITE), part.written
        if given is None:
            return False
        kind = getattr(written.get("type") or given.get("type"), "_value_", SPHERE)
        count = LENGTHS.get(kind, 0)
        if not count or kind == "plane":
            return False
        ends = written.get("fromto") or given.get("fromto")
        if ends is not None and not (
            kind in SPANNED
            and len(ends) == FROM_TO
            and "pos" not in written
            and "pos" not in given
            and dist(ends[:3], ends[3:]) > LONG_ENOUGH
        ):
            return False
        for size in (written.get("size"), given.get("size")):
            if size is not None and not min(size[:count]) > 0:
                return False
        return True

    def _are_sound_actuators(self) -> bool:
        for found in self._model.classes.by_name.values():
            for element in found.own.get(ANY_ACTUATOR, ()):
                if any(find_refused_values(element)):
                    return False
        for part in self._model.sections.get("actuator", ()):
            written = part.written
            if not written.get("joint") or not any(written.get("gear", ONE)):
                return False
            if not PLAIN_ACTUATOR.issuperset(written):
                if any(find_refused_values(part.element)) or not _is_sound_drive(part):
                    return False
            elif id(part.given) not in self._driven:
                if not _is_sound_drive(part):
                    return False
                self._driven.add(id(part.given))
        return True


def _weigh(geoms: list[MjcfPart]) -> bool:
    """Whether one of the geoms of a body has a mass, which the first nearly always has."""
    return bool(geoms) and bool(geoms[0].get("mass") != 0 or any(geom.get("mass") != 0 for geom in geoms))


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


def _are_plain(written: Mapping[str, Any], plain: _Allowed) -> bool:
    if not plain.fields.issuperset(written):
        return False
    return all(plain.tests[name](written[name]) for name in plain.tests.keys() & written)
