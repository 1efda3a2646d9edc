"""What ``bodyplan --help`` and ``bodyplan`` alone show: the commands by what people want to do, and a call of each."""

from __future__ import annotations

from collections.abc import Mapping

from ..diagnostics.address import DOCUMENTATION

GROUPS = {
    "find problems": ("check", "explain", "explain-uri", "config"),
    "inspect documents": ("view", "tree", "resolve", "inertia", "pose", "graph", "diff", "review", "support", "assets"),
    "change documents": ("format", "upgrade", "set", "rename", "remove", "attach", "merge", "lump", "reroot"),
    "make other documents": ("convert", "extract", "expand", "print", "xacro", "srdf"),
    "work with formats": ("schema", "codegen"),
    "set up": ("example", "init", "doctor", "trust", "completion", "lsp"),
}
"""Every command, by what it is for."""

EXAMPLES = {
    "check": "bodyplan check --target drake robots/",
    "example": "bodyplan example arm.urdf",
    "init": "bodyplan init",
    "config": "bodyplan config show robots/arm.urdf",
    "config show": "bodyplan config show robots/arm.urdf",
    "resolve": "bodyplan resolve arm.urdf",
    "pose": "bodyplan pose arm.urdf arm::forearm -q arm::elbow=1.57",
    "print": "bodyplan print --expand world.sdf",
    "format": "bodyplan format --diff robots/",
    "upgrade": "bodyplan upgrade --in-place arm.sdf",
    "set": "bodyplan set --in-place arm.urdf '/robot/joint[@name=\"elbow\"]/limit/@upper' 2.5",
    "rename": "bodyplan rename --in-place arm.urdf forearm lower_arm",
    "attach": "bodyplan attach arm.urdf gripper.urdf --to tool --prefix gripper_",
    "extract": "bodyplan extract arm.urdf forearm -o forearm.urdf",
    "merge": "bodyplan merge --in-place world.sdf table.sdf",
    "lump": "bodyplan lump --in-place arm.urdf",
    "reroot": "bodyplan reroot arm.urdf --at tool",
    "remove": "bodyplan remove --in-place arm.urdf camera camera_joint",
    "expand": "bodyplan expand world.sdf -o flat.sdf",
    "diff": "bodyplan diff arm.urdf arm.sdf",
    "review": "bodyplan review main",
    "inertia": "bodyplan inertia arm.urdf",
    "srdf": "bodyplan srdf arm.urdf -o arm.srdf",
    "tree": "bodyplan tree arm.urdf --root upper_arm --depth 2",
    "graph": "bodyplan graph arm.urdf -o arm.svg",
    "view": "bodyplan view arm.urdf -o arm.html",
    "convert": "bodyplan convert arm.urdf --to sdformat -o arm.sdf",
    "support": "bodyplan support --target drake arm.urdf",
    "explain": "bodyplan explain BP201",
    "explain-uri": "bodyplan explain-uri package://arm/meshes/hand.stl --from arm.urdf",
    "xacro": "bodyplan xacro arm.urdf.xacro --arg side:=left > arm.urdf",
    "assets": "bodyplan assets arm.urdf --zip arm.zip",
    "schema": "bodyplan schema show sdformat 1.12 //joint/axis/limit",
    "schema xsd": "bodyplan schema xsd urdf > urdf.xsd",
    "schema json": "bodyplan schema json sdformat 1.12",
    "schema show": "bodyplan schema show sdformat 1.12 //joint/axis/limit",
    "schema diff": "bodyplan schema diff 1.11 1.12",
    "schema report": "bodyplan schema report",
    "schema scene": "bodyplan schema scene",
    "codegen": "bodyplan codegen generate --extensions tags.toml --output my_tags",
    "codegen import": "bodyplan codegen import sdformat sdformat/sdf --dry-run",
    "codegen generate": "bodyplan codegen generate --extensions tags.toml --output my_tags",
    "codegen verify": "bodyplan codegen verify --against sdformat/sdf",
    "codegen check": "bodyplan codegen check",
    "completion": "bodyplan completion bash",
    "lsp": "bodyplan lsp --stdio",
    "doctor": "bodyplan doctor",
    "trust": "bodyplan trust .",
}
"""A call of each command and action, which stands below its help."""

FIRST = """\
usage: bodyplan COMMAND ...

Checks and resolves robot descriptions: SDFormat, URDF, MJCF, SKEL and Drake's model directives.

getting started
    bodyplan example arm.urdf         write a robot to try things with
    bodyplan check FILE-OR-FOLDER     list problems by line and column
    bodyplan explain CODE             explain a problem and how to fix it
    bodyplan doctor                   show what is installed and configured
"""


LAST = f"""\
Run `bodyplan COMMAND --help` for the options of a command and `bodyplan --version` for the version.
{DOCUMENTATION}
"""


def overview(commands: Mapping[str, str]) -> str:
    """All commands, which come with what each does, in their groups."""
    width = max(map(len, commands))
    parts = [FIRST]
    for group, names in GROUPS.items():
        rows = [f"    {name:{width}}  {commands[name]}\n" for name in names if name in commands]
        parts.append(f"{group}\n{''.join(rows)}")
    return "\n".join([*parts, LAST])


def example_of(command: str) -> str:
    """The line below the help of a command or action, such as ``schema xsd``."""
    return f"\nexample: {EXAMPLES[command]}\n" if command in EXAMPLES else ""
