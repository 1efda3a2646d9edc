"""What findings about values and structure say in words, made of their data. Checks read the data, never these."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import takewhile
from typing import Any, Final

KINDS: Final = {
    "bool": "true or false",
    "int": "a whole number",
    "unsigned int": "a whole number",
    "vector2i": "a whole number",
    "time": "a whole number",
}
"""What a text, or a part of it, has to be; a number for types that are not listed."""
EXAMPLES: Final = {
    "bool": "true or false",
    "int": "1",
    "unsigned int": "1",
    "double": "1.5",
    "doubles": "0",
    "integers": "0",
    "strings": "word",
    "vector2i": "1 1",
    "vector2d": "1 1",
    "vector3": "1 0 0",
    "vector4": "0 0 0 0",
    "quaternion": "0 0 0 1",
    "pose": "0 0 0 0 0 0",
    "color": "0.8 0.8 0.8 1",
    "time": "1 1",
}
"""A value of each type."""
DEFAULTS: Final = {"int": "0", "unsigned int": "0", "double": "0"}
"""A value in the place of none, where that is another one."""
QUATERNION_POSE: Final = "0 0 0 0 0 0 1"
BOUNDS: Final = {
    "above": "more than {:g}",
    "below": "less than {:g}",
    "min": "at least {:g}",
    "max": "at most {:g}",
    "negative": "zero or positive",
}
"""What a number has to be, by the case."""
FOREIGN_NAMED: Final = 3
"""Parts of a foreign reader that are named in a message."""
READ: Final = "SDFormat, URDF, SKEL, MJCF and *.dmd.yaml are read"
ROOTS: Final = {
    "mujocoinclude": "a part of an MJCF document; name the one that includes it",
    "COLLADA": "a COLLADA mesh; name the robot description that uses it",
    "package": "a ROS package; name a robot description in its folder",
    "openrave": "OpenRAVE's format, which is not read",
    "KinBody": "OpenRAVE's format, which is not read",
    "svg": "a picture",
    "html": "a web page: the address of a file's page was saved rather than the file",
    "HTML": "a web page: the address of a file's page was saved rather than the file",
    "link": "a part of a document; a whole one has it inside <robot> or <model>",
    "joint": "a part of a document; a whole one has it inside <robot> or <model>",
    "model": "a model without its <sdf>, or the model.config of one",
    "world": "a world without its <sdf>",
    "srdf": "SRDF, MoveIt's format, which is not read",
}
"""What documents of other formats are, by their root element."""


_NAMED_STEP: Final = r"(?P<tag>[^/]+)\[@name=([\"'])(?P<name>.*?)\2\]"
"""An element in a path that has a name."""


MOST_LISTED = 6
"""How many elements or words a message names of those that may stand somewhere."""


def place(tag: str, attribute: str | None, arguments: Mapping[str, Any] | None = None) -> Mapping[str, object]:
    """Where a text is."""
    return {"what": f"attribute {attribute!r} of <{tag}>" if attribute else f"<{tag}>"}


def value(tag: str, attribute: str | None, arguments: Mapping[str, Any]) -> Mapping[str, object]:
    """What the type of a value asks for."""
    type, expected = arguments["type"], arguments.get("expected")
    if arguments.get("case") == "not_finite":
        kind = "a finite number"
    else:
        kind = KINDS.get(type, "a number")
    return {
        **place(tag, attribute),
        "kind": kind,
        "example": QUATERNION_POSE if (type, expected) == ("pose", 7) else EXAMPLES[type],
        "expected": " or ".join(map(str, expected)) if isinstance(expected, tuple) else expected,
    }


def angles(tag: str, attribute: str | None, arguments: Mapping[str, Any]) -> Mapping[str, object]:
    """Angles in rad, as they would be written."""
    return {**place(tag, attribute), "in_radians": " ".join(f"{angle:.7g}" for angle in arguments["radians"])}


def color_in_parts(tag: str, attribute: str | None, arguments: Mapping[str, Any]) -> Mapping[str, object]:
    """What a colour is whose parts run to 255."""
    parts = arguments.get("parts")
    if parts is None:
        return {**place(tag, attribute), "meant": ""}
    meant = " ".join(f"{part:.3g}" for part in parts)
    return {**place(tag, attribute), "meant": f"; out of 255 it would be {meant!r}"}


def color_part(tag: str, attribute: str | None, arguments: Mapping[str, Any]) -> Mapping[str, object]:
    """As ``value``; what is no number is one part of a colour."""
    words = value(tag, attribute, arguments)
    return {**words, "example": EXAMPLES["double"]} if arguments["type"] == "color" else words


def no_value(tag: str, attribute: str | None, arguments: Mapping[str, Any]) -> Mapping[str, object]:
    """As ``value``, for a text that is not there."""
    words = value(tag, attribute, arguments)
    example = arguments["allowed"][0] if "allowed" in arguments else words["example"]
    return {**words, "example": DEFAULTS.get(arguments["type"], example)}


def describe_bound(tag: str, attribute: str | None, arguments: Mapping[str, Any]) -> Mapping[str, object]:
    """What a number has to be."""
    return {**place(tag, attribute), "bound": BOUNDS[arguments["case"]].format(arguments["limit"])}


def bundles(tag: str, attribute: str | None, arguments: Mapping[str, Any]) -> Mapping[str, object]:
    """Parts that are there, parts that are missing beside them, and what the choice is among."""
    written, all_bundles = arguments["written"], arguments["bundles"]
    missing = [part for bundle in all_bundles for part in bundle if part not in written]
    return {
        "written": _list_parts(written, "and"),
        "missing": _list_parts(missing, "and"),
        "choices": _list_parts([" with ".join(map(_spell_part, bundle)) for bundle in all_bundles], "or"),
    }


def _list_parts(parts: Iterable[str], word: str) -> str:
    *first, last = [part if " " in part else _spell_part(part) for part in parts] or [""]
    return f"{', '.join(first)} {word} {last}" if first else last


def _spell_part(part: str) -> str:
    return part if part[:1] in ("'", "<") else f"'{part[1:]}'" if part[:1] == "@" else f"<{part}>"


def describe_reading(tag: str, attribute: str | None, arguments: Mapping[str, Any]) -> Mapping[str, object]:
    """What a reader has in one document and otherwise in another."""
    kind, change, what = arguments["kind"], arguments["change"], arguments["what"]
    thing = f"{kind} {arguments['thing']!r}"
    if change == "changed":
        return {"difference": f"{what} of {thing} is {arguments['new']}, not {arguments['old']}"}
    if what is None:
        said = (
            f"there is no {thing} any more" if change == "removed" else f"there is a {thing}, which the source has not"
        )
    else:
        said = (
            f"{thing} has no {what} any more"
            if change == "removed"
            else f"{thing} has {what}, which the source has not"
        )
    return {"difference": said}


def describe_storage(tag: str, attribute: str | None, arguments: Mapping[str, Any]) -> Mapping[str, object]:
    """Whether what is lost may be stored instead, or how it stands there all the same; nothing where nothing is stored at all."""
    if (extension := arguments.get("extension")) is not None:
        return {"storage": f"see {extension}"}
    is_storable = arguments.get("is_storable", True)
    if is_storable is None:
        return {"storage": ""}
    return {"storage": f"--keep stores {'it' if is_storable else 'nothing of it'}"}


def describe_trailing_text(tag: str, attribute: str | None, arguments: Mapping[str, Any]) -> Mapping[str, object]:
    """What else than the rest may be wrong: a comma in the place of the point."""
    rest, read = str(arguments["rest"]), str(arguments["read"])
    is_comma = rest[0] == "," and rest[1:].isdecimal() and read.lstrip("+-").isdecimal()
    return {**place(tag, attribute), "meant": f", or write {read}.{rest[1:]}" if is_comma else ""}


def suggest_word(tag: str, attribute: str | None, arguments: Mapping[str, Any]) -> Mapping[str, object]:
    """Which of several words was meant."""
    near, allowed = arguments["suggested"], arguments["allowed"]
    words = {**place(tag, attribute), "choices": ""}
    if near is not None:
        return {**words, "suggestion": f"did you mean {near!r}?"}
    if "until" in arguments:
        return {**words, "suggestion": f"take another: version {arguments['until']} is the last that has it"}
    named = ", ".join(map(repr, allowed[:MOST_LISTED]))
    if len(allowed) <= MOST_LISTED:
        return {**words, "suggestion": f"use one of {named}"}
    return {**words, "suggestion": f"use one of {named}, …", "choices": f"its values are {', '.join(allowed)}"}


def unknown(tag: str, attribute: str | None, arguments: Mapping[str, Any]) -> Mapping[str, object]:
    """Which part was meant, or what to do with one that there is not."""
    near = arguments.get("suggested")
    if near is not None:
        meant = repr(near[1:]) if near[0] == "@" else f"<{near}>"
        return {"suggestion": f"did you mean {meant}?"}
    if "belongs_in" in arguments:
        return {"suggestion": f"it belongs in <{arguments['belongs_in']}>"}
    if "until" in arguments:
        return {"suggestion": f"remove it: version {arguments['until']} is the last that has it"}
    return {"suggestion": "remove it" if arguments.get("case") else "remove it, or put it in a namespace"}


def unknown_parameter(tag: str, attribute: str | None, arguments: Mapping[str, Any]) -> Mapping[str, object]:
    """Which parameter of a plugin was meant."""
    near = arguments["suggested"]
    return {"suggestion": "remove it" if near is None else f"did you mean <{near}>?"}


def ros2_control_mimic(tag: str, attribute: str | None, arguments: Mapping[str, Any]) -> Mapping[str, object]:
    """What is wrong with a joint that follows another one."""
    leader = arguments["leader"]
    return {
        "no-leader": {"fault": 'has mimic="true" in ros2_control and no <mimic>', "advice": "take it out"},
        "commanded": {
            "fault": f"mimics {leader!r} and has a command interface",
            "advice": 'take it out, or write mimic="false"',
        },
        "leader-elsewhere": {
            "fault": f"mimics {leader!r}, which is not in this ros2_control",
            "advice": 'add it, or write mimic="false"',
        },
    }[arguments["case"]]


def ros2_control_range(tag: str, attribute: str | None, arguments: Mapping[str, Any]) -> Mapping[str, object]:
    """What is wrong with the range of an interface."""
    low, high = arguments["low"], arguments["high"]
    return {
        "fault": {
            "crossed": f"has the min {low} above its max {high}",
            "apart": f"has a range outside of the joint's limits, {low} to {high}",
            "outside": f"begins at {low}, beyond its bound {high}",
        }[arguments["case"]]
    }


def ros2_control_transmission(tag: str, attribute: str | None, arguments: Mapping[str, Any]) -> Mapping[str, object]:
    """What is wrong with the joints of a transmission."""
    if arguments["case"] == "count":
        return {
            "fault": f"couples {arguments['wanted']}, and {arguments['count']} are written",
            "advice": "write as many as it couples",
        }
    return {
        "fault": f"couples {arguments['joint']!r}, which is no joint of ros2_control {arguments['component']!r}",
        "advice": "name one of its joints",
    }


def part(tag: str, attribute: str | None, arguments: Mapping[str, Any]) -> Mapping[str, object]:
    """The part of an element that a finding is about."""
    name = arguments["part"]
    if name[0] == "@":
        return {"name": name[1:], "what": f"attribute {name[1:]!r}"}
    return {"tag": name, "what": f"<{name}>"}


def foreign(tag: str, attribute: str | None, arguments: Mapping[str, Any]) -> Mapping[str, object]:
    """The parts that a reader of its own has in a document, some of them by their names."""
    parts = [part.partition("/") for part in arguments["parts"]]
    named: dict[tuple[str, bool], list[str]] = {}
    for parent, _, name in parts[:FOREIGN_NAMED]:
        is_attribute = name[0] == "@"
        named.setdefault((parent, is_attribute), []).append(repr(name[1:]) if is_attribute else f"<{name}>")
    groups = [
        f"{'attribute' if len(names) == 1 else 'attributes'} {', '.join(names)} of <{parent}>"
        if is_attribute
        else f"{', '.join(names)} in <{parent}>"
        for (parent, is_attribute), names in named.items()
    ]
    more = f" and {len(parts) - FOREIGN_NAMED} more" if len(parts) > FOREIGN_NAMED else ""
    return {"what": f"{', '.join(groups)}{more}"}


def describe_density(tag: str, attribute: str | None, arguments: Mapping[str, Any]) -> Mapping[str, object]:
    """What is odd about the density of a link."""
    density = float(f"{arguments['density']:.2g}")
    than = "lighter than foam" if arguments["case"] == "light" else "denser than any metal"
    return {"than": than, "rounded": f"{density:,.0f}" if density >= 1000 else f"{density:g}"}


PRINCIPAL: Final = "principal moments {low:.5g}, {middle:.5g}, {high:.5g} kg m²; "
MASS: Final = "the mass {mass:g} kg"
MASS_FAULTS: Final = {
    "negative-mass": (MASS, "check its sign"),
    "infinite-mass": (MASS, "write a number"),
    "zero-mass": (MASS, "give it a mass"),
    "moments-without-mass": ("an inertia and no mass", "give it a mass"),
    "moments-of-hardly-a-mass": ("a moment of {moment:g} kg m² and {mass:g} kg", "correct one of them"),
    "negative-moment": (PRINCIPAL + "none can be negative", "check ixy, ixz, iyz"),
    "large-moment": (PRINCIPAL + "the last exceeds the sum of the others", ""),
    "rounding": (PRINCIPAL + "rounded as in libsdformat, the last is too large", "lower it a little"),
    "infinite-moment": ("a moment of inertia that is not finite", "write a number"),
}
"""What a link has that no body has, and what to do, by what it is called."""
UNWRITTEN_MOMENTS: Final = "an inertia, {moment:g} kg m² where none is written, and {mass:g} kg"


def describe_mass_fault(tag: str, attribute: str | None, arguments: Mapping[str, Any]) -> Mapping[str, object]:
    """What is wrong with the mass or the moments of a link."""
    fault, advice = MASS_FAULTS[arguments["case"]]
    if arguments["case"].startswith("moments-") and arguments["has_default"]:
        fault = UNWRITTEN_MOMENTS
    return {"fault": fault.format_map(arguments), "advice": advice}


def describe_spread(tag: str, attribute: str | None, arguments: Mapping[str, Any]) -> Mapping[str, object]:
    """What several links have one inertia in spite of: their masses, or their sizes where the masses are one."""
    low, high, count = arguments["lightest"], arguments["heaviest"], arguments["count"]
    if low < high:
        spread = f"masses from {low:g} to {high:g} kg"
    else:
        spread = f"sizes from {arguments['smallest']:.2g} to {arguments['largest']:.2g} m"
    return {"more": f" and {count} more", "spread": spread}


def choice(tag: str, attribute: str | None, arguments: Mapping[str, Any]) -> Mapping[str, object]:
    """The elements of which one is needed."""
    choices = arguments["choices"]
    listed = ", ".join(f"<{name}>" for name in choices[:MOST_LISTED])
    if len(choices) > MOST_LISTED:
        listed += ", …"
    return {"count": arguments["count"] or "none", "choices": listed}


def unreadable(tag: str, attribute: str | None, arguments: Mapping[str, Any]) -> Mapping[str, object]:
    """What to do about a file that cannot be read."""
    near = arguments.get("suggested")
    if near is not None:
        return {"advice": f"did you mean {near!r}?"}
    return {"advice": "name a file in it" if arguments["reason"] == "it is a folder" else ""}


def no_xml(tag: str, attribute: str | None, arguments: Mapping[str, Any]) -> Mapping[str, object]:
    """What a file without tags is."""
    kind = arguments.get("kind")
    if kind is None:
        return {"advice": ""}
    return {"advice": f"this looks like {kind}" + ("" if ";" in kind else f"; {READ}")}


def other_root(tag: str, attribute: str | None, arguments: Mapping[str, Any]) -> Mapping[str, object]:
    """What a document of another format is."""
    kind = ROOTS.get(arguments["tag"])
    return {"told": "" if kind is None else f"; this is {kind}"}


def missing_file(tag: str, attribute: str | None, arguments: Mapping[str, Any]) -> Mapping[str, object]:
    """What is not there: a file, or the folder that it and others are in."""
    folder, uri = arguments.get("folder"), arguments["uri"]
    return {"missing": f"file {uri!r}" if folder is None else f"folder {folder!r}, where {uri!r} should be"}


def missing_argument(tag: str, attribute: str | None, arguments: Mapping[str, Any]) -> Mapping[str, object]:
    """Why an argument has no value where it is asked for, and what gives it one."""
    if arguments.get("is_late"):
        return {"what": "is used before <xacro:arg> declares it", "remedy": "move that up,"}
    return {"what": "is not given and has no default", "remedy": "give its <xacro:arg> one,"}


def shorten_cycle(tag: str, attribute: str | None, arguments: Mapping[str, Any]) -> Mapping[str, object]:
    """The way round a circle, without the scope that all names on it share."""
    names = [name.split("::") for name in arguments["path"].split(" -> ")]
    shared = sum(1 for _ in takewhile(lambda each: len(set(each)) == 1, zip(*(parts[:-1] for parts in names))))
    return {"cycle": " -> ".join("::".join(parts[shared:]) for parts in names)}


def shorten_element_path(tag: str, attribute: str | None, arguments: Mapping[str, Any]) -> Mapping[str, object]:
    """The way to an element from the last one on that has a name, with its scope: ``sensor 'arm::hand::eye'/camera``."""
    path = arguments["path"]
    named = [each for each in re.finditer(_NAMED_STEP, path) if each["tag"] != "world"]
    if not named:
        return {"step": path}
    last = named[-1]
    name = "::".join(each["name"] for each in named)
    return {"step": f"{last['tag']} {name!r}{path[last.end() :]}"}


def describe_change(tag: str, attribute: str | None, arguments: Mapping[str, Any]) -> Mapping[str, object]:
    """As ``shorten_element_path``, and what the document means without the name that both meanings begin with."""
    name, _, value = arguments["instead"].partition(" ")
    is_same = bool(value) and arguments["always"].partition(" ")[0] == name
    step = shorten_element_path(tag, attribute, arguments)
    return {**step, "otherwise": value if is_same and name != "no" else arguments["instead"]}


def list_versions(tag: str, attribute: str | None, arguments: Mapping[str, Any]) -> Mapping[str, object]:
    """The versions of a format, those that follow each other by the first and the last."""
    runs: list[list[str]] = []
    for version in arguments["known"].split(", "):
        if runs and _is_next(runs[-1][-1], version):
            runs[-1].append(version)
        else:
            runs.append([version])
    return {"versions": ", ".join(" to ".join(dict.fromkeys((run[0], run[-1]))) for run in runs)}


def _is_next(version: str, other: str) -> bool:
    (major, minor), following = (tuple(map(int, each.split("."))) for each in (version, other))
    return following == (major, minor + 1)


def spell_directions(tag: str, attribute: str | None, arguments: Mapping[str, Any]) -> Mapping[str, object]:
    """Two directions, as documents write them."""
    along, upright = (" ".join(f"{part:g}" for part in arguments[name]) for name in ("tangent", "normal"))
    return {"along": along, "upright": upright}
