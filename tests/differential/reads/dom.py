"""Which elements libsdformat reads into its classes, by the names that the sources of these look up.

``python -m tests.differential.reads.dom FOLDER``, the folder with libsdformat's sources: prints a line for each part.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from bodyplan.runtime.element import Element

from .parts import Place, kind_of, places

CLASSES = {
    "sdf": ("Root",), "world": ("World",), "model": ("Model",), "link": ("Link",), "joint": ("Joint",), "frame": ("Frame",),
    "axis": ("JointAxis",), "axis2": ("JointAxis",), "visual": ("Visual",), "collision": ("Collision",),
    "geometry": ("Geometry",), "box": ("Box",), "capsule": ("Capsule",), "cone": ("Cone",), "cylinder": ("Cylinder",),
    "ellipsoid": ("Ellipsoid",), "plane": ("Plane",), "sphere": ("Sphere",), "mesh": ("Mesh",), "heightmap": ("Heightmap",),
    "polyline": ("Polyline",), "surface": ("Surface",), "material": ("Material",), "pbr": ("Pbr",), "light": ("Light",),
    "sensor": ("Sensor",), "camera": ("Camera",), "lidar": ("Lidar",), "ray": ("Lidar",), "imu": ("Imu",),
    "noise": ("Noise",), "altimeter": ("Altimeter",), "vertical_position": ("Altimeter",), "air_pressure": ("AirPressure",),
    "air_speed": ("AirSpeed",), "magnetometer": ("Magnetometer",), "navsat": ("NavSat",), "gps": ("NavSat",),
    "force_torque": ("ForceTorque",), "physics": ("Physics",), "scene": ("Scene",), "sky": ("Sky",), "gui": ("Gui",),
    "plugin": ("Plugin",), "actor": ("Actor",), "projector": ("Projector",), "particle_emitter": ("ParticleEmitter",),
    "atmosphere": ("Atmosphere",),
}  # fmt: skip
"""The classes of libsdformat by the element that they read; they read what stands in it, too, but for what is listed itself."""
NOISY = ("altimeter", "air_pressure", "air_speed", "imu", "magnetometer", "navsat", "gps", "force_torque")
"""Sensors with elements that are a noise without being called so."""
HELPERS = {"loadName": ("name",), "loadPose": ("pose", "relative_to", "rotation_format", "degrees")}
INCLUDE = frozenset(["uri", "name", "pose", "relative_to", "static", "placement_frame", "plugin", "merge"])
WHOLE = frozenset(["plugin"])
"""Elements whose content is handed on as it is."""


def names_read(source: str) -> frozenset[str]:
    """The names that a class looks up as it loads."""
    text = re.sub(r"//[^\n]*|/\*.*?\*/", "", source, flags=re.DOTALL)
    text = re.sub(r"\n[^\n]*::ToElement\(.*?\n}\n", "\n", text, flags=re.DOTALL)
    text = re.sub(r"GetName\(\) != \"\w+\"", "", text)
    found = set(re.findall(r"\"([A-Za-z_][\w]*)\"", text))
    for helper, names in HELPERS.items():
        if helper in text:
            found.update(names)
    return frozenset(found)


def reads(place: Place, known: dict[str, frozenset[str]]) -> bool:
    """Whether the classes come to a part, and look for it."""
    own = known["sdf"]
    for part in place.chain:
        if "include" in (own_name := part.name):
            return own is known["world"] or own is known["model"]
        if own_name not in own:
            return False
        own = known.get(own_name, own)
    return True


def main(folder: str) -> None:
    """Prints a line for each part."""
    known = {
        tag: frozenset().union(
            *(names_read((Path(folder) / f"{each}.cc").read_text(encoding="utf-8")) for each in classes)
        )
        for tag, classes in CLASSES.items()
    }
    for tag in NOISY:
        known[tag] |= known["noise"]
    for place in places("sdformat"):
        tags = [part.name for part in place.chain]
        if "include" in tags:
            inside = tags[tags.index("include") + 1 :]
            verdict = all(name in INCLUDE for name in inside)
        else:
            verdict = reads(place, known)
        last = place.chain[-1]
        is_class = last.kind == "Element" and issubclass(kind_of(last), Element)
        print(f"{'uses' if verdict else 'keeps':8} {place.path}{' (class)' if is_class else ''}")


if __name__ == "__main__":
    main(*sys.argv[1:])
