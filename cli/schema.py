"""``bodyplan schema``: what the descriptions of the formats say."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from ..diagnostics.render.printable import printable, printable_json, printable_lines, printable_xml
from ..runtime.atomic_write import write_files
from ..runtime.budget import MAX_BYTES
from ..runtime.files import Unreadable
from ..semantics.formats.registry import with_schema
from .checking.discovery import Walk
from .documents import files_of
from .extensions import add_extensions, tables_for
from .messages import WrongCall, format_number
from .optional_deps import compiler
from .settings.resolution import SettingsResolver, add_reading
from .status import OK

WITH_SCHEMA = with_schema()
FORMAT = ", ".join(WITH_SCHEMA)


def add_arguments(parser: ArgumentParser) -> None:
    """Declares the arguments."""
    actions = parser.add_subparsers(metavar="ACTION", required=True)

    xsd = actions.add_parser(
        "xsd", help="print an XML Schema (XSD) for editors", description="Print an XML Schema (XSD)."
    )
    xsd.add_argument("schema", metavar="FORMAT", choices=WITH_SCHEMA, nargs="?", help=FORMAT)
    xsd.add_argument("version", metavar="VERSION", nargs="?", help="such as 1.12 (default: the newest)")
    xsd.add_argument(
        "--all", metavar="DIR", type=Path, help="write the schemas of all versions of all formats to a folder"
    )
    xsd.add_argument(
        "--schemas",
        metavar="DIR",
        type=Path,
        help="descriptions of versions that are not installed: the official folder of one, or of several, or a folder "
        "like schemas/ of bodyplan",
    )
    add_extensions(xsd)
    add_reading(xsd)
    xsd.set_defaults(action=_xsd)

    whole = actions.add_parser(
        "json", help="print a schema as JSON, for other generators", description="Print a schema as JSON."
    )
    whole.add_argument("schema", metavar="FORMAT", choices=WITH_SCHEMA, help=FORMAT)
    whole.add_argument("version", metavar="VERSION", nargs="?", help="such as 1.12 (default: the newest)")
    add_extensions(whole)
    add_reading(whole)
    whole.set_defaults(action=_json)

    show = actions.add_parser("show", help="show what an element allows", description="Show what an element allows.")
    show.add_argument("schema", metavar="FORMAT", choices=WITH_SCHEMA, help=FORMAT)
    show.add_argument("version", metavar="VERSION", help="such as 1.12")
    show.add_argument("path", metavar="PATH", help="such as //joint/axis/limit")
    add_extensions(show)
    add_reading(show)
    show.set_defaults(action=_show)

    diff = actions.add_parser(
        "diff", help="show what changed between two versions", description="Show what changed between two versions."
    )
    diff.add_argument("words", metavar="[FORMAT] OLD NEW", nargs="+", help="FORMAT is sdformat by default")
    diff.add_argument(
        "--format",
        dest="form",
        choices=("text", "json", "markdown"),
        default="text",
        help="output format (default: text)",
    )
    diff.add_argument(
        "--corpus", metavar="DIR", action="append", default=[], help="also list which of these documents are affected"
    )
    add_reading(diff)
    diff.set_defaults(action=_diff)

    report = actions.add_parser(
        "report", help="print the JSON Schema of check reports", description="Print the JSON Schema of check reports."
    )
    report.set_defaults(action=_report)

    scene = actions.add_parser(
        "scene",
        help="print the JSON Schema of Scene JSON",
        description="Print the JSON Schema of Scene JSON.",
    )
    scene.set_defaults(action=_scene)


def run(arguments: Namespace) -> int:
    """Prints what was asked for."""
    from ..codegen.errors import SchemaError

    try:
        with compiler():
            text = arguments.action(arguments)
    except SchemaError as error:
        raise WrongCall(str(error) if error.line else error.message) from None
    sys.stdout.write(text)
    return OK


def _xsd(arguments: Namespace) -> str:
    from ..codegen.xsd import render, render_all

    tables = tables_for(arguments)
    schema: str | None = arguments.schema
    folder: Path | None = arguments.all
    schemas: Path | None = arguments.schemas
    if schemas is not None and not schemas.is_dir():
        raise WrongCall(f"{schemas}: not a folder")
    if schemas is not None and folder is not None:
        arguments.parser.error("schema xsd --all DIR writes what is installed: it takes no --schemas")
    if folder is None:
        if schema is not None:
            return printable_xml(render(schema, arguments.version, tables, schemas=schemas))
        arguments.parser.error("schema xsd takes a FORMAT, or --all DIR")
        return ""
    if schema is not None:
        arguments.parser.error("schema xsd --all DIR writes all formats: it takes no FORMAT")
    files = render_all(tables)
    write_files(folder, {name: text.encode for name, text in files.items()}, keep=False)
    print(printable(f"{format_number(len(files), 'file')} written to {folder}"), file=sys.stderr)
    return ""


def _json(arguments: Namespace) -> str:
    from ..codegen.schema_json import render

    return printable_json(render(arguments.schema, arguments.version, tables_for(arguments)))


def _show(arguments: Namespace) -> str:
    from ..codegen.queries import show

    return printable_lines(show(arguments.schema, arguments.version, arguments.path, tables_for(arguments)))


def _diff(arguments: Namespace) -> str:
    from ..codegen.change_report import FORMATS
    from ..codegen.comparison import compare_versions
    from ..codegen.impact import find_touched
    from ..codegen.lookup import Version
    from ..codegen.queries import SCHEMAS

    words = arguments.words
    if words[0] not in WITH_SCHEMA:
        words = [WITH_SCHEMA[0], *words]
    if len(words) != 3:
        arguments.parser.error("schema diff takes two versions, with the format before them if it is not sdformat")
    name, old, new = words
    before, changes = compare_versions(SCHEMAS / name, old, new)
    deciding = SettingsResolver(arguments)

    def read_document(path: str) -> bytes:
        try:
            return files_of(path, deciding(path).settings).read(path, MAX_BYTES)
        except Unreadable as problem:
            raise WrongCall(f"{path}: {problem}") from None

    walk = Walk(arguments.corpus, lambda path: deciding(path).settings, takes_parts=True)
    found = list(find_touched(changes, Version(before), walk, read_document))
    if walk.problems:
        raise WrongCall(walk.problems[0])
    return FORMATS[arguments.form](changes, found, f"{name}: from {old} to {new}")


def _report(arguments: Namespace) -> str:
    from ..diagnostics.render.json import SCHEMA

    return SCHEMA.read_text(encoding="utf-8")


def _scene(arguments: Namespace) -> str:
    from ..semantics.view.scene_json import SCHEMA

    return SCHEMA.read_text(encoding="utf-8")
