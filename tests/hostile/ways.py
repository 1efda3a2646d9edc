"""The ways in which a folder of a stranger tries to run, read and write what it should not, or to take all that there is.

Each way is a row: a folder of the repository with its files, and the statement of ``SECURITY.md`` that it would make untrue.
``@OUTSIDE@`` in a text is a folder beside the repository that nothing in it has business with.
"""

from __future__ import annotations

import io
import json
import os
import struct
import sys
import zipfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

OUTSIDE = "@OUTSIDE@"
MARK = f"open('{OUTSIDE}/ran', 'a').write(__name__)\n"
"""A program that leaves a mark where it is run."""
SCRIPT = f'#!/bin/sh\necho "$0 $*" >> "{OUTSIDE}/ran"\necho {OUTSIDE}/part.sdf\n'
LINK = "<link name='l'/>"
UNKNOWN = "<link name='{0}'><visual><geometry><mesh filename='{1}'/></geometry></visual></link>"
NAMESPACE = "xmlns:xacro='http://www.ros.org/wiki/xacro'"


def robot(body: str = LINK, *, more: str = "") -> str:
    """A URDF robot."""
    return f"<robot name='r' {more}>\n{body}\n</robot>\n"


def mesh(*uris: str) -> str:
    """A URDF robot with meshes, in visuals and collisions alike."""
    shapes = (f"<geometry><mesh filename='{uri}'/></geometry>" for uri in uris)
    return robot(
        "".join(
            f"<link name='l{n}'><visual>{shape}</visual><collision>{shape}</collision></link>"
            f"<joint name='j{n}' type='fixed'><parent link='base'/><child link='l{n}'/></joint>"
            for n, shape in enumerate(shapes)
        )
        + "<link name='base'/>"
    )


def world(*uris: str) -> str:
    """An SDFormat world that includes files."""
    parts = (f"<include><name>i{n}</name><uri>{uri}</uri></include>" for n, uri in enumerate(uris))
    return f"<sdf version='1.9'><world name='w'>{''.join(parts)}</world></sdf>\n"


def model(body: str = LINK) -> str:
    """An SDFormat model."""
    return f"<sdf version='1.9'><model name='m'>{body}</model></sdf>\n"


def xacro(body: str) -> str:
    """A robot in xacro."""
    return robot(body + LINK, more=NAMESPACE)


def gltf(uri: str) -> str:
    """A triangle whose numbers are in another file."""
    return json.dumps(
        {
            "asset": {"version": "2.0"},
            "scenes": [{"nodes": [0]}],
            "nodes": [{"mesh": 0}],
            "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "material": 0}]}],
            "accessors": [
                {"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 1]}
            ],
            "bufferViews": [{"buffer": 0, "byteLength": 36}],
            "buffers": [{"uri": uri, "byteLength": 36}],
            "images": [{"uri": uri}],
            "textures": [{"source": 0}],
            "materials": [{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}],
        }
    )


COLLADA = (
    "<?xml version='1.0'?><!DOCTYPE COLLADA [<!ENTITY x SYSTEM 'file://@OUTSIDE@/pipe'>]>"
    "<COLLADA xmlns='http://www.collada.org/2005/11/COLLADASchema' version='1.4.1'><asset><unit meter='1'/></asset>"
    "<library_images><image id='i'><init_from>../../../../@OUTSIDE@/secret.txt</init_from></image></library_images>"
    "<library_geometries>&x;</library_geometries></COLLADA>"
)


@dataclass(frozen=True)
class Way:
    """One way, as a folder of the repository.

    Attributes:
        name: of the folder.
        claims: statements of ``SECURITY.md`` that it tries to make untrue.
        files: its texts, by their paths in the folder; ``../`` leads to the root of the repository.
        document: the one that commands are called with; None: the folder has none of its own.
        make: whatever is no text.
        is_walked: whether it is in the repository that commands go through whole; a broken configuration is not, since a call
            ends with that.
        is_costly: whether it takes seconds, so that only some commands are called with it.
    """

    name: str
    claims: tuple[str, ...]
    files: Mapping[str, str | bytes] = field(default_factory=dict)
    document: str | None = None
    make: Callable[[Path, Path], None] | None = None
    is_walked: bool = True
    is_costly: bool = False

    def build(self, repository: Path, outside: Path) -> None:
        """Makes its folder."""
        folder = repository / self.name
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in self.files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            text = content if isinstance(content, bytes) else content.replace(OUTSIDE, str(outside)).encode()
            path.write_bytes(text)
            if name.endswith(".sh") or text.startswith(b"#!"):
                path.chmod(0o755)
        if self.make is not None:
            self.make(folder, outside)


# -- configuration -------------------------------------------------------------------------------------------------

KEYS: dict[str, str] = {
    "fetch": '"./evil.sh"',
    "extensions": '["evilpackage", "tags.toml"]',
    "search-paths": f'["/", "{OUTSIDE}/search", "../links/folder", "~"]',
    "package-roots": f'["{OUTSIDE}/packages", "../links/folder"]',
    "cache-dir": f'"{OUTSIDE}/kept"',
    "baseline": f'"{OUTSIDE}/baseline.json"',
    "arguments": '{ x = "$(env SECRET)", y = "${SECRET}" }',
    "confine": "false",
    "select": '["BP4", "BP9"]',
    "ignore": '["BP001"]',
    "severity": '{ BP4 = "note" }',
    "per-file-ignores": '{ "[a-" = ["BP4"], "**/**/**/**/**/**/**/x" = ["BP2"] }',
    "include": '["*.sh", "../*", "/etc/*", "**"]',
    "exclude": '["!*", "a/**/**/**/**/**/**/**/b"]',
    "respect-gitignore": "false",
    "targets": '["drake", "libsdformat", "urdfdom", "dart"]',
    "strict": "true",
    "plausible": "false",  # with it trimesh loads libraries of its own
}
"""A hostile value for each key that there is; a new key without one is an error."""

HARMLESS = {
    "confine",
    "select",
    "ignore",
    "severity",
    "per-file-ignores",
    "respect-gitignore",
    "targets",
    "strict",
    "plausible",
    "arguments",
}
"""Keys that say what is shown, which the rest is tried without, so that findings are seen."""

CONFIGURATION = "".join(f"{key} = {value}\n" for key, value in KEYS.items() if key not in HARMLESS)
WHOLE = "".join(f"{key} = {value}\n" for key, value in KEYS.items())
ASKING = mesh(
    "package://nowhere/m.stl", "model://nowhere/m.stl", "package://secret_package/m.stl", "https://example.org/m.stl"
)
"""A document whose URIs nothing finds, so that a program would be asked."""

QUOTES = (
    '"""',
    "'''",
    '\\"',
    '"""\n__import__(\'os\').system(\'echo ran >> @OUTSIDE@/ran\')\n"""',
    "'+open('@OUTSIDE@/ran','w').name+'",
)


def _table(**values: str) -> str:
    """An extension table with hostile values for some of its fields."""
    said = {
        "name": "acme",
        "namespace": "http://acme.example/robots",
        "tag": "gripper",
        "doc": "A hand.",
        "attribute": "kind",
        "enum": "Kind",
        "value": "suction",
        "meaning": "Air.",
        "unit": "N",
        "child": "force",
        "prefix": "acme",
        **values,
    }
    quoted = {key: json.dumps(value) for key, value in said.items()}
    return (
        f"[extension]\nname = {quoted['name']}\nprefix = {quoted['prefix']}\nnamespace = {quoted['namespace']}\n"
        f'match = "namespace"\n[[tag]]\nname = {quoted["tag"]}\ndoc = {quoted["doc"]}\nformat = ["urdf"]\nat = ["link"]\n'
        f'occurs = "*"\nattributes = [{{ name = {quoted["attribute"]}, type = "string", required = "0", enum = {quoted["enum"]}, '
        f"values = {{ {quoted['value']} = {quoted['meaning']} }} }}]\n"
        f'children = [{{ name = {quoted["child"]}, type = "double", unit = {quoted["unit"]}, occurs = "1", doc = {quoted["doc"]} }}]\n'
    )


FIELDS = ("name", "prefix", "namespace", "tag", "doc", "attribute", "enum", "value", "meaning", "unit", "child")


def _tables() -> Iterator[Way]:
    """For each field of a table one with code in it, and documents that use it."""
    for number, hostile in enumerate(QUOTES):
        files: dict[str, str | bytes] = {}
        for name in FIELDS:
            files[f"{name}/bodyplan.toml"] = 'extensions = ["t.toml"]\n'
            files[f"{name}/t.toml"] = _table(**{name: hostile})
            files[f"{name}/r.urdf"] = robot(more="xmlns:acme='http://acme.example/robots'")
        yield Way(f"table-{number}", ("R2",), files, is_walked=False)


# -- what no text is -----------------------------------------------------------------------------------------------


def _links(folder: Path, outside: Path) -> None:
    targets: dict[str, Path | str] = {
        "folder": outside,
        "document.urdf": outside / "unnamed.urdf",
        "model/model.config": outside / "search" / "model.config",
        "texture.png": outside / "secret.txt",
        "mesh.stl": outside / "secret.txt",
        ".gitignore": outside / "secret.txt",
        "round.urdf": folder / "round.urdf",
        "memory.urdf": "/proc/self/mem",
        "environment.urdf": "/proc/self/environ",
        "zero.urdf": "/dev/zero",
        "standard.urdf": "/dev/stdin",
    }
    for name, target in targets.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.symlink_to(target)


def _pipes(folder: Path, outside: Path) -> None:
    for name in (
        "robot.urdf",
        "bodyplan.d.sdf",
        "model/model.config",
        ".gitignore",
        "mesh.stl",
        "package.xml",
        "table.toml",
    ):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        os.mkfifo(folder / name)
    with (folder / "sparse.urdf").open("wb") as file:
        file.truncate(100 << 30)


def _piped_configuration(kind: str) -> Callable[[Path, Path], None]:
    def make(folder: Path, outside: Path) -> None:
        (folder / "r.urdf").write_text(robot())
        path = folder / "bodyplan.toml"
        if kind == "pipe":
            os.mkfifo(path)
        elif kind == "zero":
            path.symlink_to("/dev/zero")
        elif kind == "secret":
            path.symlink_to(outside / "secret.txt")
        elif kind == "folder":
            path.mkdir()
        elif kind == "huge":
            with path.open("wb") as file:
                file.truncate(4 << 30)
        else:
            path.write_text("select = " + "[" * 100_000 if kind == "deep" else "a" * 70_000 + "." * 70_000 + " = 1")

    return make


def _names(folder: Path, outside: Path) -> None:
    """Names that are options, commands of a log, or change what a terminal shows."""
    text = robot()
    for name in NAMES:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text + "<!-- not well-formed")
    (folder / "evil.urdf").write_text(SCRIPT.replace(OUTSIDE, str(outside)))
    (folder / "evil.urdf").chmod(0o755)


NAMES = (
    "--fetch=./evil.urdf",
    "-o",
    "-.urdf",
    "--config=bodyplan.urdf",
    "--output-file=x.urdf",
    "--extensions=evilpackage.urdf",
    "--trust.urdf",
    "a\nb.urdf",
    "\n::error file=x::message.urdf",
    "::set-output name=status::0.urdf",
    "::add-mask::x.urdf",
    "%0A::error::x.urdf",
    "\x1b[2J\x1b]0;title\x07.urdf",
    "\u202eruof.urdf",
    "\u2066x\u2069.urdf",
    "a b;touch x;.urdf",
    "$(touch x).urdf",
    "`touch x`.urdf",
    "x'\"><script>alert(1)</script>.urdf",
    "]]>.urdf",
    "\udcff.urdf",
    "CON.urdf",
    "a" * 240 + ".urdf",
    "~.urdf",
    "%s%n.urdf",
    "{0}{x}.urdf",
)


def _zipped(folder: Path, outside: Path) -> None:
    """Bombs in the formats that other readers unpack."""
    import bz2
    import gzip
    import lzma

    zeros = bytes(10 << 20)
    for name, data in {
        "m.stl.gz": gzip.compress(zeros),
        "m.xz": lzma.compress(zeros),
        "m.bz2": bz2.compress(zeros),
        "m.obj": gzip.compress(zeros),
        "r.sdf": gzip.compress(zeros),
        "m.zae": _zip(zeros),
        "m.3mf": _zip(zeros),
        "m.glb": b"glTF" + struct.pack("<II", 2, 0xFFFFFFFF),
    }.items():
        (folder / name).write_bytes(data)


def _zip(data: bytes) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("../../../../escaped", data)
        file.writestr("doc.dae", data)
    return made.getvalue()


MODULES = tuple(
    sorted(
        {name for name in sys.stdlib_module_names if not name.startswith("__")}
        | {"numpy", "lxml", "xacro", "yaml", "ruamel", "pathspec", "tqdm", "click", "xsdata", "jinja2", "ruff", "shtab"}
        | {
            "sitecustomize",
            "usercustomize",
            "pip",
            "venv",
            "setuptools",
            "_virtualenv",
            "distutils",
            "pkg_resources",
            "bodyplan",
        }
        | {
            "evilpackage",
            "trimesh",
            "fsspec",
            "dask",
            "distributed",
            "playwright",
            "PIL",
            "tomli",
            "typing_extensions",
            "antigravity_",
        }
        | {"bodyplan_extended_0123456789abcdef"}
    )
)
"""Every module that may be imported late, and those of tools beside."""

# -- costs ---------------------------------------------------------------------------------------------------------

LAUGHS = "".join(f"<xacro:property name='p{n}' value='{f'${{p{n - 1}}}' * 10}'/>" for n in range(1, 40))
DOUBLING = "".join(f"<xacro:macro name='m{n}'><xacro:m{n + 1}/><xacro:m{n + 1}/></xacro:macro>" for n in range(60))
EXPRESSIONS = (
    "max(range(10**18))",
    "str(list(range(10**8)))",
    "math.prod(python.range(1,900000))",
    "10**10**10",
    "'a' * 10**12",
    "[0] * 10**10",
    "sum(range(10**12))",
    "list(range(10**9))",
    "9**9**9",
    "'%999999999d' % 1",
    "'{:>999999999}'.format(1)",
    "sorted(range(10**8))",
    "dict(zip(range(10**8), range(10**8)))",
    "1 << 10**12",
    "int('9' * 10**7)",
    "'a'.ljust(10**12)",
    "[x for x in range(10**5) for y in range(10**5)]",
    "math.factorial(10**7)",
    "''.join(['a' * 10**6] * 10**6)",
)
ESCAPES = (
    "__import__('os').system('touch @OUTSIDE@/ran')",
    "().__class__.__bases__[0].__subclasses__()",
    "open('@OUTSIDE@/secret.txt').read()",
    "python.open('@OUTSIDE@/secret.txt')",
    "math.__loader__.load_module('os')",
    "'{0.__class__}'.format(pi)",
    "eval('1')",
    "exec('1')",
    "getattr(math, '__' + 'spec__')",
    "(lambda: 0).__globals__",
    "xacro.sys",
    "xacro.os.environ",
    "load_yaml('@OUTSIDE@/secret.yaml')",
    "xacro.load_yaml('/etc/passwd')",
    "dict.__init__",
    "print_location()",
    "[].__reduce_ex__(4)",
    "type('a', (), {})",
    "f'{().__class__}'",
    "(x for x in [1]).gi_frame",
    "abs.__self__",
    "math.os",
    "globals()",
    "vars()",
    "help()",
)


def _deep(tag: str, depth: int) -> str:
    return f"<{tag} name='x'>" * depth + f"</{tag}>" * depth


WAYS: tuple[Way, ...] = (
    # -- it tries to run something
    Way(
        "configured",
        ("R1", "F2", "W1", "F4"),
        {
            "bodyplan.toml": CONFIGURATION,
            "evil.sh": SCRIPT,
            "robot.urdf": ASKING,
            "tags.toml": _table(),
            "evilpackage.py": MARK,
            "robot.urdf.xacro": xacro(
                "<xacro:arg name='x' default=''/><link name='a$(arg x)'/><link name='$(env SECRET)'/>"
            ),
        },
        "robot.urdf",
    ),
    Way(
        "configured-in-pyproject",
        ("R1", "F2", "W1"),
        {
            "pyproject.toml": "[tool.bodyplan]\n" + CONFIGURATION + "[build-system]\nrequires = ['evilpackage']\n",
            "evil.sh": SCRIPT,
            "robot.urdf": ASKING,
            "tags.toml": _table(),
            "evilpackage.py": MARK,
        },
        "robot.urdf",
    ),
    Way(
        "every-key",
        ("R1", "F2", "W1"),
        {"bodyplan.toml": WHOLE, "evil.sh": SCRIPT, "r.urdf": ASKING, "tags.toml": _table()},
        "r.urdf",
    ),
    Way(
        "kept",
        ("R6",),
        {
            "bodyplan.toml": 'cache-dir = "kept"\n',
            "bad.urdf": robot(LINK * 2),
            "kept/extensions/bodyplan_extended_0123456789abcdef/__init__.py": MARK,
        },
        "bad.urdf",
    ),
    Way(
        "table-outside",
        ("R1", "F2"),
        {"bodyplan.toml": f'extensions = ["{OUTSIDE}/table.toml", "../../outside/table.toml"]\n', "r.urdf": robot()},
        is_walked=False,
    ),
    *_tables(),
    Way("modules", ("R3",), {f"../{name}.py": MARK for name in MODULES}),
    Way(
        "tools",
        ("R3",),
        {
            "../bodyplan/__init__.py": MARK,
            "../bodyplan/__main__.py": MARK,
            "../bodyplan/cli/main.py": MARK,
            "../venv/__main__.py": MARK,
            "../pip/__main__.py": MARK,
            "../ruff/__main__.py": MARK,
            "../pip.conf": "[global]\nindex-url = http://127.0.0.1:9/\n",
            "../setup.cfg": "[global]\n[install]\n",
            "../setup.py": MARK,
            "../ruff.toml": f'cache-dir = "{OUTSIDE}/ruff"\nextend = "{OUTSIDE}/x.toml"\n',
            "../.ruff.toml": f'cache-dir = "{OUTSIDE}/ruff"\n',
            "../pyvenv.cfg": f"home = {OUTSIDE}\n",
            "../.env": "PATH=.\n",
            "../dot": SCRIPT,
            "../git": SCRIPT,
            "../uname": SCRIPT,
            "../python": SCRIPT,
            "../sh": SCRIPT,
            "../chromium": SCRIPT,
            "../colcon.pkg": "hooks: [evil.sh]\n",
            "../.git/config": f"[core]\n\tfsmonitor = {OUTSIDE}/../repository/evil.sh\n\thooksPath = hooks\n",
            "../.git/HEAD": "ref: refs/heads/main\n",
            "../hooks/pre-commit": SCRIPT,
            "../evil.sh": SCRIPT,
            "../local_setup.sh": SCRIPT,
            "../bodyplan.pth": "import evilpackage\n",
        },
    ),
    Way(
        "documents",
        ("R4",),
        {
            "robot.urdf": "<?xml-stylesheet href='file://@OUTSIDE@/pipe'?><?python import evilpackage?>"
            + robot(
                "<gazebo><plugin name='p' filename='./evil.sh'><command>./evil.sh</command></plugin></gazebo>" + LINK
            ),
            "evil.sh": SCRIPT,
        },
        "robot.urdf",
    ),
    Way(
        "entities",
        ("R4", "F1", "F3"),
        {
            "entity.urdf": "<!DOCTYPE r [<!ENTITY x SYSTEM 'file://@OUTSIDE@/secret.txt'><!ENTITY % y SYSTEM 'file://@OUTSIDE@/pipe'>%y;]>"
            + robot("<link name='&x;'/>"),
            "subset.sdf": "<!DOCTYPE sdf SYSTEM 'file://@OUTSIDE@/pipe'>" + model(),
            "include.urdf": robot(
                "<xi:include href='file://@OUTSIDE@/secret.txt' parse='text'/>" + LINK,
                more="xmlns:xi='http://www.w3.org/2001/XInclude'",
            ),
            "schema.urdf": robot(
                more="xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xsi:noNamespaceSchemaLocation='file://@OUTSIDE@/pipe'"
            ),
            "laughs.urdf": "<!DOCTYPE r [<!ENTITY a 'ha'>"
            + "".join(f"<!ENTITY {'a' * n} '{('&' + 'a' * (n - 1) + ';') * 10}'>" for n in range(2, 20))
            + "]>"
            + robot(f"<link name='&{'a' * 19};'/>"),
        },
        "entity.urdf",
    ),
    Way(
        "xacro-escapes",
        ("R5",),
        {f"{n:02}.urdf.xacro": xacro(f'<link name="${{{text}}}"/>') for n, text in enumerate(ESCAPES)},
        "00.urdf.xacro",
    ),
    Way(
        "xacro-reads",
        ("F1", "F4", "R5"),
        {
            "env.urdf.xacro": xacro(
                "<link name='$(env SECRET)'/><link name='$(optenv SECRET x)'/><unknown a='$(env SECRET)'/>"
            ),
            "include.urdf.xacro": xacro(
                "<xacro:include filename='@OUTSIDE@/secret.xacro'/><xacro:include filename='$(env HOME)/x.xacro'/>"
            ),
            "yaml.urdf.xacro": xacro(
                "<xacro:property name='y' value=\"${xacro.load_yaml('@OUTSIDE@/secret.yaml')}\"/><link name=\"${y}\"/>"
            ),
            "find.urdf.xacro": xacro(
                "<xacro:include filename='$(find secret_package)/x.xacro'/><link name='$(find ../../outside)'/>"
            ),
            "eval.urdf.xacro": xacro(
                "<link name=\"$(eval __import__('os').environ['SECRET'])\"/><link name='$(dirname)$(cwd)'/>"
            ),
        },
        "env.urdf.xacro",
    ),
    # -- it tries to read something
    Way(
        "uris",
        ("F1",),
        {
            "world.sdf": world(
                "file://@OUTSIDE@/unnamed.sdf",
                "../../outside/unnamed.sdf",
                "../../../../../../../../etc/passwd",
                "file:///etc/passwd",
                "model://../../outside/unnamed.sdf",
                "%2e%2e/%2e%2e/outside/unnamed.sdf",
                "/proc/self/environ",
                "..\\\\..\\\\outside\\\\unnamed.sdf",
            ),
            "meshes.urdf": mesh(
                "file://@OUTSIDE@/secret.txt",
                "../../outside/secret.txt",
                "package://../outside/secret.txt",
                "/etc/passwd",
                "file:///proc/self/environ",
            ),
            "all.dmd.yaml": "directives:\n- add_model: {name: a, file: 'file://@OUTSIDE@/unnamed.sdf'}\n- add_directives: {file: 'file:///etc/passwd'}\n",
            "toy.skel": "<skel version='1.0'><world name='w'><skeleton name='s' ><body name='b'><inertia><mass>1</mass></inertia><collision_shape><geometry>"
            "<mesh><file_name>../../outside/secret.txt</file_name><scale>1 1 1</scale></mesh></geometry></collision_shape></body></skeleton></world></skel>",
        },
        "world.sdf",
    ),
    Way(
        "meshes",
        ("F1", "F5"),
        {
            "r.urdf": mesh("m.gltf", "n.gltf", "m.obj", "m.dae", "t.obj"),
            "m.gltf": gltf("../../../../../../../../../../etc/passwd"),
            "n.gltf": gltf("../../outside/secret.txt"),
            "m.obj": "mtllib ../../outside/secret.mtl\nmtllib /etc/passwd\nusemtl a\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n",
            "m.dae": COLLADA,
            "t.obj": "mtllib t.mtl\nusemtl a\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nf 1/1 2/1 3/1\n",
            "t.mtl": "newmtl a\nmap_Kd ../../outside/secret.txt\n",
        },
        "r.urdf",
    ),
    Way(
        "links",
        ("F1", "F3", "W2"),
        {"r.urdf": mesh("mesh.stl", "folder/secret.txt", "texture.png"), "w.sdf": world("model", "folder/unnamed.sdf")},
        "r.urdf",
        _links,
    ),
    Way(
        "pipes",
        ("F3", "C1"),
        {"r.urdf": mesh("mesh.stl"), "w.sdf": world("model", "robot.urdf", "sparse.urdf")},
        "w.sdf",
        _pipes,
    ),
    *(
        Way(f"configuration-{kind}", ("F3", "C1"), make=_piped_configuration(kind), is_walked=False)
        for kind in ("pipe", "zero", "secret", "folder", "huge", "deep", "long")
    ),
    # -- names and texts
    Way("names", ("R7", "O1"), make=_names),
    Way(
        "texts",
        ("O1",),
        {
            "r.urdf": robot(
                "<link name='a\u202eb\u009b2J&#x85;\u2066'/><\u202ex/><link name='\n::error::x'/><a:b/>" + LINK,
                more="xmlns:a='\u202e\u009b'",
            ),
            "w.sdf": world("\u202emodel://x\u009b", "\n::error file=x::y", "%1b%5b2J"),
            "model.config": "<model><name>\u202e</name><sdf>\u009b2J.sdf</sdf></model>",
            "x.urdf.xacro": xacro("<xacro:include filename='\u202e\u009bx'/><link name='${\u202e}'/>"),
            "latin.urdf": b"<robot name='r'><link name='\x9b2J\xff'/></robot>",
        },
        "r.urdf",
    ),
    # -- it tries to take all that there is
    Way(
        "walking",
        ("C1",),
        {
            ".gitignore": "(a+)+$\n"
            + "**/" * 500
            + "x\n"
            + "*a" * 200
            + "b\n"
            + "[" * 1000
            + "\n"
            + "!" * 1000
            + "\n"
            + "a?" * 300
            + "\n",
            "a" * 200 + ".urdf": robot(),
            "package.xml": _deep("package", 20_000),
            "model.config": _deep("model", 20_000),
            "r.urdf": mesh("package://walking/x"),
            "bodyplan-baseline.json": "[" * 100_000,
        },
        "r.urdf",
    ),
    Way(
        "broken-baseline",
        ("C1", "E1"),
        {"bodyplan.toml": 'baseline = "b.json"\n', "b.json": "[" * 1_000_000, "r.urdf": robot()},
        is_walked=False,
    ),
    Way(
        "patterns",
        ("C1",),
        {
            "bodyplan.toml": f'exclude = ["{"*a" * 40}b", "{"**/a" * 40}"]\ninclude = ["{"a*" * 60}"]\n',
            "a" * 100 + "/" + "a" * 200 + ".urdf": robot(),
            "r.urdf": robot(),
        },
        "r.urdf",
        is_walked=False,
    ),
    Way(
        "laughing",
        ("C1", "R5"),
        {"r.urdf.xacro": xacro("<xacro:property name='p0' value='hahahahaha'/>" + LAUGHS + "<link name='${p39}'/>")},
        "r.urdf.xacro",
        is_costly=True,
    ),
    Way(
        "doubling",
        ("C1", "R5"),
        {"r.urdf.xacro": xacro(DOUBLING + "<xacro:macro name='m60'><link name='x'/></xacro:macro><xacro:m0/>")},
        "r.urdf.xacro",
        is_costly=True,
    ),
    Way(
        "looping",
        ("C1", "R5"),
        {
            "r.urdf.xacro": xacro(
                "<xacro:macro name='m'><xacro:m/></xacro:macro><xacro:m/><xacro:include filename='r.urdf.xacro'/>"
            )
        },
        "r.urdf.xacro",
        is_costly=True,
    ),
    *(
        Way(
            f"expression-{n:02}",
            ("C1", "R5"),
            {"r.urdf.xacro": xacro(f'<link name="${{{text}}}"/>')},
            "r.urdf.xacro",
            is_costly=True,
        )
        for n, text in enumerate(EXPRESSIONS)
    ),
    Way(
        "nested",
        ("C1", "E1"),
        {"deep.sdf": f"<sdf version='1.9'>{_deep('model', 50_000)}</sdf>", "deep.urdf": robot(_deep("a", 50_000))},
        "deep.sdf",
        is_costly=True,
    ),
    Way(
        "including",
        ("C1",),
        {
            **{
                f"{n}.sdf": f"<sdf version='1.9'><model name='m'><include><name>a</name><uri>{n + 1}.sdf</uri></include><include><name>b</name><uri>{n + 1}.sdf</uri></include></model></sdf>"
                for n in range(40)
            },
            "40.sdf": model(),
        },
        "0.sdf",
        is_walked=False,
        is_costly=True,
    ),
    Way(
        "wide",
        ("C1",),
        {"r.urdf": robot("<link name='l' " + " ".join(f"a{n}='1'" for n in range(40_000)) + "/>")},
        "r.urdf",
        is_walked=False,
        is_costly=True,
    ),
    Way(
        "commented",
        ("C1",),
        {
            "all.urdf": robot(
                "".join(
                    f"<link name='l{n}'><a{n}/></link><!-- bodyplan: ignore-file[BP{100 + n % 800}] -->\n"
                    for n in range(10_000)
                )
            ),
            "words.urdf": robot("<!-- bodyplan: ignore[" + "BP1," * 100_000 + "] -->" + LINK),
        },
        "all.urdf",
        is_walked=False,
        is_costly=True,
    ),
    Way(
        "fixed",
        ("C1",),
        {
            "r.urdf": robot(
                "<link name='l0'><collision><geometry><sphere radius='1'/></geometry></collision></link>"
                + "".join(
                    f"<link name='l{n}'><collision><geometry><sphere radius='1'/></geometry></collision></link><joint name='j{n}' type='fixed'><parent link='l0'/><child link='l{n}'/></joint>"
                    for n in range(1, 2_000)
                )
            )
        },
        "r.urdf",
        is_walked=False,
        is_costly=True,
    ),
    Way(
        "counted",
        ("C1", "E1"),
        {
            "r.sdf": "<sdf version='1.9'><world name='w'><population name='p'><model_count>"
            + "9" * 4_300
            + "</model_count></population>"
            f"<model name='m'>{LINK}<static>{'9' * 5_000}</static></model></world></sdf>",
            "n.urdf": robot(
                "<link name='l'><inertial><mass value='nan'/><inertia ixx='1e999' ixy='0' ixz='0' iyy='-inf' iyz='0' izz='"
                + "9" * 4_301
                + "'/></inertial></link>"
            ),
            "h.sdf": model(
                "<link name='l'><visual name='v'><geometry><heightmap><uri>x</uri><size>1e308 1e308 1e308</size><sampling>999999999</sampling></heightmap></geometry></visual>"
                "<sensor name='s' type='camera'><camera><image><width>99999999999</width><height>99999999999</height></image></camera></sensor></link>"
            ),
        },
        "r.sdf",
        is_costly=True,
    ),
    Way("packed", ("C1",), {"r.urdf": mesh("m.stl.gz", "m.xz", "m.obj", "m.zae", "m.3mf", "m.glb")}, "r.urdf", _zipped),
    Way(
        "many-buffers",
        ("C1",),
        {
            "r.urdf": mesh("m.gltf"),
            "b.bin": bytes(1 << 20),
            "m.gltf": json.dumps(
                {
                    **json.loads(gltf("b.bin")),
                    "buffers": [{"uri": "./" * n + "b.bin", "byteLength": 1 << 20} for n in range(100)],
                }
            ),
        },
        "r.urdf",
        is_walked=False,
        is_costly=True,
    ),
)


def build(repository: Path, outside: Path, *, walked: bool | None = None) -> None:
    """Makes the repository, and what is beside it that is none of its business.

    Args:
        repository: the folder.
        outside: the other folder.
        walked: only ways that a command may go through whole, or only the others; None: all.
    """
    texts = {
        "secret.txt": "SENTINEL-secret-txt SENTINEL-second-word\n",
        "secret.mtl": "newmtl a\nKd 1 0 0\n# SENTINEL-mtl\n",
        "secret.xacro": robot("<link name='SENTINEL-xacro'/>"),
        "secret.yaml": "a: SENTINEL-yaml\n",
        "x.toml": "line-length = 1\n",
        "unnamed.sdf": model("<link name='SENTINEL-unnamed-sdf'/>"),
        "unnamed.urdf": robot("<link name='SENTINEL-unnamed-urdf'/>"),
        "part.sdf": model("<link name='SENTINEL-part'/>"),
        "table.toml": _table(name="SENTINEL-table"),
        "baseline.json": '{"SENTINEL-baseline": 1}',
        "search/nowhere/m.stl": "SENTINEL-search",
        "search/model.config": "<model><name>SENTINEL-config</name><sdf>x.sdf</sdf></model>",
        "packages/nowhere/package.xml": "<package><name>nowhere</name></package>",
        "packages/nowhere/m.stl": "SENTINEL-package",
        "packages/secret_package/package.xml": "<package><name>secret_package</name></package>",
        "packages/secret_package/m.stl": "SENTINEL-package",
    }
    for name, text in texts.items():
        path = outside / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    os.mkfifo(outside / "pipe")
    repository.mkdir(parents=True)
    for way in WAYS:
        if walked is None or way.is_walked is walked:
            way.build(repository, outside)
