"""The pages ``docs/support/<format>.md``: what targets do with every element of a format."""

from __future__ import annotations

from bodyplan.semantics.support.tables import SUPPORT_TARGETS, facts

from .parts import places

VERSIONS = {"sdformat": "1.12", "urdf": "1.2", "skel": "1.0", "mjcf": "4.0"}
"""The version of each format that the pages list: the newest one when its elements were tried."""

TITLES = {"sdformat": "SDFormat", "urdf": "URDF", "skel": "SKEL", "mjcf": "MJCF"}
LEFT_OUT = {
    "sdformat": (
        "world/state/", "world/population/", "world/actor/", "world/road/", "model/model_state", "world/model_state",
        "world/joint/", "world/frame/",
    ),
    "mjcf": ("worldbody/", "frame/", "replicate/"),
}  # fmt: skip
"""Beginnings of paths that stand for themselves, or repeat what stands elsewhere."""
HEAD = """\
# What readers do with {title}

<!-- Made by `python -m tests.differential.reads pages` from schemas/*/reads.toml. Do not edit. -->

Elements and attributes of {title} {version}, and what its readers do with them whatever the document; `bodyplan support FILE`
asks about one document. [Support](../support.md) says what the words mean. A row stands for everything in the element
where that is treated alike, which three dots say.

"""


def page(format: str) -> str:
    """The page of a format."""
    readers = [about for about in map(facts, SUPPORT_TARGETS) if format in about.formats]
    newest = VERSIONS[format]
    verdicts: dict[str, tuple[str, ...]] = {}
    for place in places(format, newest):
        if place.version == newest and not place.path.startswith(LEFT_OUT.get(format, ("//",))):
            verdicts[place.path] = tuple(each.formats[format].verdict(place.path) for each in readers)
    lines = [HEAD.format(title=TITLES[format], version=newest)]
    for each in readers:
        lines.append(f"* {each.title} {each.release}: {each.formats[format].how}\n")
    lines.append("\n| element | " + " | ".join(each.title for each in readers) + " |\n")
    lines.append("| --- |" + " --- |" * len(readers) + "\n")
    closed: set[str] = set()
    inside: dict[str, set[tuple[str, ...]]] = {}
    for path, row in verdicts.items():
        around = path
        while "/" in around:
            around = around.rpartition("/")[0]
            inside.setdefault(around, set()).add(row)
    for path, row in verdicts.items():
        steps = path.split("/")
        if any("/".join(steps[:i]) in closed for i in range(1, len(steps))):
            continue
        below = inside.get(path)
        if below == {row}:
            closed.add(path)
        lines.append(f"| `{path}`{' …' if path in closed else ''} | " + " | ".join(row) + " |\n")
    return "".join(lines)
