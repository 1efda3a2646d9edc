"""Hostile values in every field of tables of tags and of descriptions, and what is expected of the compiler.

It says where a table is wrong, or makes modules that hold what was put in and nothing else: they consist of declarations,
compile, read back equal, and do nothing when they are imported. Fields are those that the readers know, so that a new one
is tried out without being named here.
"""

from __future__ import annotations

import ast
import importlib
import random
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple
from xml.sax.saxutils import quoteattr

from bodyplan.codegen import compile_at_runtime, compiler, import_upstream, sync, verification
from bodyplan.codegen.errors import SchemaError
from bodyplan.codegen.generator import BindingsGenerator
from bodyplan.codegen.readers import conversion, description, extension, names, overlay
from bodyplan.codegen.readers.extension import read_extension
from bodyplan.codegen.xsdata_model import build_classes
from bodyplan.runtime.fields import Namespace
from bodyplan.runtime.lexical import Lexical

EVENT = "bodyplan.planted"
CALL = f"__import__('sys').audit('{EVENT}')"
_OTHER_QUOTES = CALL.replace("'", '"')

TEXTS = [
    *(f"{end}{CALL}{start}" for end, start in (('"', '"'), ('")\n', '\n("'), ('"""\n', '\n"""'), ("'''\n", "\n'''"))),
    *(
        f"{end}{_OTHER_QUOTES}{start}"
        for end, start in (("'", "'"), ("')\n", "\n('"), ("', ", ", '"), ("' + ", " + '"))
    ),
    *(f"{end}{CALL}{start}" for end, start in (('", ', ', "'), ('" + str(', ') + "'), ("\\", ""), ('\\"', "#"))),
    *(f"{{{{ {CALL} }}}} {{% if x %}} {{# y #}}", f"{{{CALL}}}", "{0.__class__}", "%s %(x)s", "$(x) `x` ${x}", CALL),
    *(
        f"x{end}{CALL}"
        for end in ("\n", "\r", "\r\n", "\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\u2029", ";", "\\\n", "#")
    ),
    *(
        "",
        " ",
        "\t",
        "\n",
        '"',
        '""',
        '"""',
        '""""',
        "'",
        "'''",
        "\\",
        "\\\\",
        '\\"',
        'a"',
        "a\\",
        'a\\"',
        "\\N{DIGIT ONE}",
    ),
    *(
        "\0",
        "\x07",
        "\x1b]0;x\x07",
        "\x7f",
        "\x9b31m",
        "\ufeff",
        "\ufeffa",
        "\ufffe",
        "\u202eabc\u2066",
        "\u200b",
        "\U0001f600",
    ),
    *("\xad", "\xa0", "\u3000", "e\u0301", "\ufb01", "\u212b", "\xaa", "\xdf", "\u0130", "\u01c5", "\u1e9e", "٣", "²"),
    *(
        "class",
        "None",
        "True",
        "match",
        "type",
        "_",
        "__",
        "__init__",
        "__class__",
        "__doc__",
        "__getattr__",
        "self",
        "str",
    ),
    *(
        "list",
        "xml",
        "field",
        "Element",
        "Any",
        "Enum",
        "Pose",
        "Link",
        "LinkText",
        "Literal",
        "load",
        "names",
        "enums",
        "versions",
    ),
    *(
        "link_xml",
        "conversions",
        "decode_link",
        "has_force",
        "ctx",
        "fields",
        "new",
        "len",
        "value",
        "acme",
        "acme:gripper",
    ),
    *(
        "a-b",
        "a.b",
        "a b",
        "a:b",
        "a/b",
        "../x",
        "/etc/x",
        "..",
        ".",
        "C:\\x",
        "a" * 200,
        "x" * 20_000,
        "9",
        "9a",
        "-1",
        "ä",
        "ö",
    ),
    *(
        "nan",
        "inf",
        "-inf",
        "1e400",
        "1_0",
        "0x10",
        "1 2 3",
        "1 2 3 4 5 6",
        "9" * 5_000,
        "2.5",
        "true",
        "sdformat",
        "urdf",
        "link",
    ),
    "coding: utf-7 +ACI-",
    "# -*- coding: utf-16 -*-",
    "# noqa",
]
"""What is put into a field: quotes, code, syntax of templates and of terminals, names that mean something already."""


class Raw(str):
    """A value as it stands in a file of TOML."""


OTHERS: list[Any] = [
    *(True, False, 0, -1, 1.5, 2**63 - 1, date(1979, 5, 27), [], {}, [[]], [{}], {"a": {}}, [1], {"a": 1}, {"a": [1]}),
    *map(
        Raw,
        ("1e400", "nan", "-inf", "9" * 400, "9" * 5_000, "0x" + "f" * 5_000, "[" * 3_000, "{a=" * 3_000, "1979-13-01"),
    ),
    *map(Raw, ("07:32:00", '"\\ud800"', "'''\n'''", '"""a\nb"""', "a." * 99, '"a" x', "[1, [2, [3, [4]]]]")),
]


class Case(NamedTuple):
    """What is put where: keys and indices from the whole down, and the value that comes there."""

    place: tuple[str | int, ...]
    value: Any


def shapes_of(text: str) -> list[Any]:
    """A text as the values that it may be in."""
    return [
        *(text, [text], ["link", text], {text: "a"}, {"a": text}, {text: ["a"]}, {"a": [text]}, {"@kind": {text: 1}}),
        *([{"name": text}], {"name": text}),
    ]


# tables of tags -------------------------------------------------------------------------------------------------------

TABLE: dict[str, Any] = {
    "extension": {"name": "acme", "prefix": "acme", "namespace": "http://acme.example", "match": "namespace"},
    "tag": [
        {
            "name": "gripper",
            "doc": "A hand.",
            "format": ["urdf"],
            "at": ["link"],
            "occurs": "*",
            "attributes": [
                {"name": "kind", "enum": "GripperKind", "values": {"suction": "Air.", "jaw": "Two fingers."}},
                {"name": "sort", "enum": "GripperKind", "default": "jaw"},
            ],
            "children": [{"name": "force", "type": "double", "unit": "N", "occurs": "1", "min": 0, "doc": "Most."}],
        },
        {
            "name": "pad",
            "doc": "What touches.",
            "format": ["urdf"],
            "at": ["acme:gripper"],
            "text": {"type": "string", "default": "soft"},
        },
        {
            "name": "serial",
            "kind": "attribute",
            "doc": "Number on the plate.",
            "format": ["urdf"],
            "at": ["robot"],
            "text": {"type": "string", "refers": "link", "doc": "Text."},
        },
    ],
}
"""A sound table, one of whose values is another in each case."""


def places_of_table() -> list[tuple[str | int, ...]]:
    """Every field of a table."""
    values = [("tag", 0, "attributes", 0), ("tag", 0, "attributes", 1), ("tag", 0, "children", 0)]
    values += [("tag", 1, "text"), ("tag", 2, "text")]
    return [
        *(("extension",), ("tag",), ("tag", 0)),
        *(("extension", key) for key in extension.HEAD),
        *(("tag", row, key) for row in range(3) for key in extension.ROW),
        *((*value, key) for value in values for key in extension.VALUE),
    ]


def written(table: Mapping[str, Any]) -> bytes:
    """The file of a table."""
    lines: list[str] = []
    for header, rows in table.items():
        if isinstance(rows, list) and all(isinstance(row, dict) for row in rows):
            for row in rows:
                lines += [f"[[{header}]]", *(f"{_toml(key)} = {_toml(value)}" for key, value in row.items())]
        elif isinstance(rows, dict):
            lines += [f"[{header}]", *(f"{_toml(key)} = {_toml(value)}" for key, value in rows.items())]
        else:
            lines = [f"{header} = {_toml(rows)}", *lines]
    return "\n".join(lines).encode("utf-8", "surrogatepass")


def changed(whole: Mapping[str, Any], case: Case) -> dict[str, Any]:
    """A copy with another value in one place."""
    copy: Any = deepcopy(dict(whole))
    inner = copy
    for key in case.place[:-1]:
        inner = inner[key]
    inner[case.place[-1]] = case.value
    return dict(copy)


def _toml(value: Any) -> str:
    if isinstance(value, Raw):
        return str(value)
    if isinstance(value, str):
        return (
            '"'
            + "".join(c if c not in '"\\' and ord(c) >= 32 and ord(c) != 127 else f"\\u{ord(c):04x}" for c in value)
            + '"'
        )
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{_toml(key)} = {_toml(each)}' for key, each in value.items())}}}"
    return str(value).lower() if isinstance(value, bool) else str(value)


class Tables:
    """Compiles tables, with one format alone, of which the description is read once."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "acme.toml"
        self.schemas = folder / "schemas"
        self.schemas.mkdir()
        (self.schemas / "urdf").symlink_to(compile_at_runtime.SCHEMAS / "urdf", target_is_directory=True)
        self._source = compiler.read_format(self.schemas, "urdf")
        self._read = sync.read_format

    def failures(self, case: Case) -> Iterator[str]:
        """What goes wrong with a table."""
        yield from self.failures_of(changed(TABLE, case))

    def failures_of(self, content: Mapping[str, Any]) -> Iterator[str]:
        """What goes wrong with a table that holds this."""
        self.path.write_bytes(written(content))
        sync.read_format = lambda schemas, name: self._source  # type: ignore[assignment]
        try:
            table = read_extension(self.path)
            sources = sync.render_tables(self.schemas, [table], ["acme.toml"])
        except SchemaError as error:
            yield from faults_of_error(error, str(self.path))
            return
        except Exception as error:  # noqa: BLE001 - none may come
            yield f"raises {type(error).__name__}: {error}"
            return
        finally:
            sync.read_format = self._read
        yield from failures_of_modules(sources, lambda name: _differences(content, name))


def _differences(table: Mapping[str, Any], package: str) -> Iterator[str]:
    """What compiled bindings say otherwise than a table."""
    versions = importlib.import_module(f"{package}.urdf.versions")
    bindings = importlib.import_module(f"{package}.urdf.{versions.VERSIONS[versions.NEWEST]}")._BINDINGS
    head = table["extension"]
    own = Namespace(head["prefix"], head["namespace"], head.get("match", "literal") == "literal")
    if bindings.extensions != (tuple(own),):
        yield f"the extension is {bindings.extensions}"
    for row in table["tag"]:
        if "urdf" not in row["format"]:
            continue
        fields = [
            (cls, spec)
            for cls in bindings.types.values()
            for spec in cls._specs.values()
            if spec.metadata.get("extension") == own and spec.metadata.get("name") == row["name"]
        ]
        if not fields and any(place in ("link", "robot") for place in row["at"]):
            yield f"no class has {row['name']!r}"
        for cls, spec in fields:
            holds_text_only = not row.get("attributes") and not row.get("children")
            own_value = row.get("text", {}) if holds_text_only else {}
            yield from _differences_of_value(cls, spec, own_value | {"doc": row["doc"]})
        classes = [cls for cls in bindings.types.values() if vars(cls.Meta).get("name") == row["name"]]
        for kind in ("attributes", "children"):
            for value in row.get(kind, ()):
                wanted = "Attribute" if kind == "attributes" else "Element"
                for cls in classes:
                    if vars(cls.Meta).get("target_namespace") == own.name:
                        found = [each for each in cls._specs.values() if _is(each, wanted, value["name"])]
                        if not found:
                            yield f"no field is {value['name']!r}"
                        for spec in found:
                            yield from _differences_of_value(cls, spec, value)


def _is(spec: Any, kind: str, name: str) -> bool:
    metadata = spec.metadata
    return metadata["type"] == kind and metadata.get("name") == name and "extension" not in metadata


def _differences_of_value(cls: Any, spec: Any, value: Mapping[str, Any]) -> Iterator[str]:
    module: Any = sys.modules[cls.__module__]
    doc = " ".join(str(value.get("doc", "")).split())
    if doc and not any(doc in text for text in _texts_in(module.__loader__.get_source(cls.__module__))):
        yield f"no docstring holds {doc!r}"
    if "refers" in value and spec.metadata["refers"].name != value["refers"]:
        yield f"it refers to {spec.metadata['refers'].name!r}"
    if value.get("values") and "enum" in value:
        words = {member.value for member in getattr(module, value["enum"])}
        if words != set(value["values"]):
            yield f"the words are {words}"
    default = value.get("default")
    is_text = spec.metadata["type"] != "Text" and "enum" not in value and value.get("type", "string") == "string"
    if default is not None and is_text and spec.default != str(default):
        yield f"the default is {spec.default!r}"


@lru_cache(16)
def _texts_in(code: str) -> set[str]:
    constants = (node.value for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Constant))
    return {" ".join(value.split()) for value in constants if isinstance(value, str)}


# descriptions ---------------------------------------------------------------------------------------------------------

FORMAT: dict[str, Any] = {
    "1.0/root.sdf": {
        "element": {"name": "toy", "required": "1"},
        "attribute": {"name": "version", "type": "string", "default": "1.0", "required": "1"},
        "include": {"filename": "part.sdf", "required": "*"},
    },
    "1.0/part.sdf": {
        "element": {"name": "part", "required": "*"},
        "attribute": {"name": "kind", "type": "string", "default": "a", "required": "0"},
        "size": {"name": "size", "type": "double", "default": "1", "min": "0", "max": "9", "required": "1"},
        "inner": {"name": "inner", "ref": "part", "required": "0"},
    },
    "1.1/1_0.convert": {
        "convert": {"name": "toy"},
        "add": {"element": "part"},
        "add attribute": {"attribute": "version", "value": "1.1"},
        "from": {"element": "part::size"},
        "to": {"element": "part::inner::size"},
        "map from": {"name": "part/@kind"},
        "map to": {"name": "part/@kind"},
        "value": {"": "a"},
        "deprecated": {"": "part/size"},
    },
    "docs/part.toml": {
        "part/@kind": {"doc": "Kind.", "enum": "Kind", "values": {"a": "A.", "b": "B."}},
        "part/size": {},
    },
    "names.toml": {"separator": "::", "kept": {"link": ["part/@kind"]}, "words": {"link": ["world"]}},
    "format.toml": {"trims": True},
}
"""A sound format: facets of elements by file, and tables."""

_FACETS = {
    "element": description.FACETS["element"],
    "attribute": description.FACETS["attribute"],
    "include": description.FACETS["include"],
    "size": description.FACETS["element"],
    "inner": description.FACETS["element"],
}


def places_of_format() -> list[tuple[str | int, ...]]:
    """Every field of a description, of its rules and of the tables beside it."""
    sdf = [file for file in FORMAT if file.endswith(".sdf")]
    rules = FORMAT["1.1/1_0.convert"]
    return [
        *((file, node, facet) for file in sdf for node in FORMAT[file] for facet in sorted(_FACETS[node])),
        *(("1.1/1_0.convert", rule, facet) for rule in rules for facet in _facets_of_rule(rule)),
        *(("docs/part.toml", entry, key) for entry in FORMAT["docs/part.toml"] for key in overlay.SHAPES),
        *(("names.toml", key) for key in names.RULES),
        *(("format.toml", key) for key in Lexical._fields),
    ]


def _facets_of_rule(rule: str) -> list[str]:
    if rule in ("value", "deprecated"):
        return [""]
    known = {"from": {"element", "attribute"}, "to": {"element", "attribute"}, "map from": {"name"}, "map to": {"name"}}
    return sorted(known.get(rule) or conversion.FACETS[rule.split()[0]])


class Formats:
    """Compiles descriptions, which are written anew for each case."""

    def __init__(self, folder: Path) -> None:
        self.home = folder / "known" / "toy"
        self.write(FORMAT)
        self._known, self.home = self.home, folder / "formats" / "toy"

    def failures(self, case: Case) -> Iterator[str]:
        """What goes wrong with a format."""
        self.write(changed(FORMAT, case))
        yield from self.failures_of_files(lambda name: self._differences(case, name))
        yield from self.failures_of_import()

    def failures_of_import(self) -> Iterator[str]:
        """What goes wrong when the files are taken for the official ones of a format that is known."""
        try:
            import_upstream.prepare_import(self.home, self._known, None)
            list(verification.verify(self._known, self.home, None))
        except SchemaError as error:
            yield from faults_of_error(error, "")
        except Exception as error:  # noqa: BLE001 - none may come
            yield f"importing it raises {type(error).__name__}: {error}"

    def failures_of_files(self, differences: Callable[[str], Iterator[str]] = lambda name: iter(())) -> Iterator[str]:
        """What goes wrong with the files that there are."""
        try:
            compiled = compiler.compile_format(self.home.parent, "toy")
            compiled.added_enums = set(compiled.enums)
            generator = BindingsGenerator(
                compiled, source="schemas/toy", home="bodyplan", own_versions=compiled.versions
            )
            sources = {file.path.as_posix(): file.source for file in generator.render([*build_classes(compiled)])}
        except SchemaError as error:
            yield from faults_of_error(error, "")
            return
        except Exception as error:  # noqa: BLE001 - none may come
            yield f"raises {type(error).__name__}: {error}"
            return
        sources["__init__.py"] = ""
        yield from failures_of_modules(sources, differences)

    def write(self, files: Mapping[str, Any]) -> None:
        """Writes the files of a format."""
        for file, content in files.items():
            path = self.home / file
            path.parent.mkdir(parents=True, exist_ok=True)
            if file.endswith(".toml"):
                text = "".join(f"{_toml(key)} = {_toml(value)}\n" for key, value in content.items())
            elif file.endswith(".sdf"):
                inner = "".join(_element(name, content[name]) for name in content if name != "element")
                text = f"<element{_facets(content['element'])}>{inner}</element>"
            else:
                text = _rules(content)
            path.write_bytes(text.encode("utf-8", "surrogatepass"))
        newer = self.home / "1.1"
        for name in ("root.sdf", "part.sdf"):
            (newer / name).write_bytes((self.home / "1.0" / name).read_bytes())

    def _differences(self, case: Case, package: str) -> Iterator[str]:
        """What was put into a facet is what the bindings say."""
        toy = importlib.import_module(f"{package}.toy.v1_1")._BINDINGS
        list(toy.names())
        importlib.import_module(f"{package}.toy.v1_1.conversions").step()
        file, node, *rest = case.place
        if not str(file).endswith(".sdf") or not isinstance(case.value, str):
            return
        specs = [spec for cls in toy.types.values() for spec in cls._specs.values()]
        if rest == ["name"] and node == "element":
            found = {vars(cls.Meta)["name"] for cls in toy.types.values()}
        elif rest == ["name"]:
            found = {spec.metadata.get("name") for spec in specs}
        elif rest == ["default"] and node == "attribute":
            found = {spec.default for spec in specs}
        else:
            return
        if case.value not in found:
            yield f"{rest[0]} of <{node}> is not {case.value!r} but one of {found}"


def _element(name: str, facets: Mapping[str, Any]) -> str:
    tag = name if name in ("attribute", "include") else "element"
    return f"<{tag}{_facets(facets)}/>"


def _facets(facets: Mapping[str, Any]) -> str:
    return "".join(f" {key}={_quoted(value)}" for key, value in facets.items())


def _quoted(value: Any) -> str:
    return quoteattr(str(value), {"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})


def _rules(rules: Mapping[str, Any]) -> str:
    said = {rule: _facets(facets) for rule, facets in rules.items() if "" not in facets}
    word, path = (quoteattr(str(rules[rule][""]))[1:-1] for rule in ("value", "deprecated"))
    return (
        f"<convert{said['convert']}><deprecated>{path}</deprecated><add{said['add']}/><add{said['add attribute']}/>"
        f"<move><from{said['from']}/><to{said['to']}/></move><map><from{said['map from']}><value>{word}</value></from>"
        f"<to{said['map to']}><value>{word}</value></to></map></convert>"
    )


# what holds for both --------------------------------------------------------------------------------------------------


def faults_of_error(error: SchemaError, file: str) -> Iterator[str]:
    """What is wrong with the way in which a fault is told."""
    text = str(error)
    if not re.match(rf"{re.escape(file)}.*?:\d+: .", text):
        yield f"no file and line: {text}"
    if not text.isprintable():
        yield f"moves a terminal: {text!r}"
    if len(text) > 2_000:
        yield f"is told at length: {text[:80]}…"


_planted: list[str] = []
_is_watching = False


def _watch(event: str, arguments: tuple[Any, ...]) -> None:
    if not _is_watching:
        return
    writes = event == "open" and isinstance(arguments[1], str) and set(arguments[1]) & set("wax+")
    if (
        writes
        or event == EVENT
        or (
            event.startswith(("os.", "subprocess.", "socket.", "shutil.")) and event not in ("os.listdir", "os.scandir")
        )
    ):
        _planted.append(f"{event} {arguments}")


def failures_of_modules(sources: Mapping[str, str], differences: Callable[[str], Iterator[str]]) -> Iterator[str]:
    """What is wrong with generated modules."""
    global _is_watching
    for file, text in sources.items():
        yield from (f"{file}: {what}" for what in unexpected(text))
        try:
            text.encode()
            compile(text.encode(), file, "exec")
        except (SyntaxError, ValueError) as error:
            yield f"{file}: {error}"
            return
    name = "bodyplan_tried_out"
    _planted.clear()
    _is_watching = True
    try:
        compile_at_runtime._import(name, sources)
        for file in sources:
            importlib.import_module(".".join([name, *file.removesuffix(".py").split("/")]).removesuffix(".__init__"))
        yield from differences(name)
    except Exception as error:  # noqa: BLE001 - none may come
        yield f"importing raises {type(error).__name__}: {error}"
    finally:
        _is_watching = False
        sys.meta_path[:] = [each for each in sys.meta_path if not isinstance(each, compile_at_runtime._Sources)]
        for module in [each for each in sys.modules if each.split(".")[0] == name]:
            del sys.modules[module]
    yield from (f"does something: {event}" for event in _planted)


_STATEMENTS = (ast.Import, ast.ImportFrom, ast.ClassDef, ast.FunctionDef, ast.Assign, ast.AnnAssign, ast.If, ast.Expr)
_FORBIDDEN = frozenset(
    ("__import__", "eval", "exec", "open", "compile", "input", "breakpoint", "vars", "setattr", "delattr")
)
_MODULES = re.compile(r"(bodyplan|\.*)(\.\w+)*|typing|enum|importlib|__future__|lxml\.etree")


def unexpected(code: str) -> Iterator[str]:
    """What a generated module holds besides declarations."""
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError) as error:
        yield f"is no Python: {error}"
        return
    for statement in tree.body:
        is_call = isinstance(statement, ast.Expr) and not isinstance(statement.value, ast.Constant)
        if not isinstance(statement, _STATEMENTS) or (is_call and "_check_maker" not in ast.unparse(statement)):
            yield f"has {ast.unparse(statement)[:80]}"
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in _FORBIDDEN:
            yield f"uses {node.id}"
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            modules = [node.module or "."] if isinstance(node, ast.ImportFrom) else [each.name for each in node.names]
            yield from (
                f"imports {each}" for each in modules if not _MODULES.fullmatch(each) and not getattr(node, "level", 0)
            )
        if (
            isinstance(node, ast.Attribute)
            and node.attr.startswith("__")
            and node.attr not in ("__new__", "__dict__", "__all__")
        ):
            yield f"reads {node.attr}"


def cases(places: list[tuple[str | int, ...]], number: int, salt: str = "") -> Iterator[Case]:
    """Cases without end for ``number`` 0, or that many: every field gets some, and every text is in some."""
    choice = random.Random(f"{salt} {places}")
    values = [*(shape for text in TEXTS for shape in shapes_of(text)), *OTHERS]
    count = 0
    while not number or count < number:
        for place in choice.sample(places, len(places)):
            text = choice.choice(TEXTS)
            plain = text if choice.random() < 0.5 else choice.choice(values)
            yield Case(place, plain)
            count += 1
            if count == number:
                return


def watch() -> None:
    """Begins to notice what modules do; it cannot end before the process does."""
    sys.addaudithook(_watch)


def search(folder: Path, number: int, salt: str = "") -> Iterator[str]:
    """Failures of as many cases of tables, and of descriptions; without end for 0."""
    tables, formats = Tables(folder), Formats(folder)
    watch()
    tried = zip(cases(places_of_table(), number, salt), cases(places_of_format(), number, salt))
    for in_table, in_format in tried:
        yield from (f"table, {in_table}: {failure}" for failure in tables.failures(in_table))
        yield from (f"format, {in_format}: {failure}" for failure in formats.failures(in_format))
