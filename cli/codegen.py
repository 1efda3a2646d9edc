"""``bodyplan codegen``: descriptions of formats in, bindings out."""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from .extra import compiler
from .messages import WrongCall, complain, counted
from .status import OK, PROBLEMS

CHECKOUT = Path(__file__).resolve().parents[1]
"""Folder that holds ``schemas/`` and ``generated/``: the checkout, where bodyplan runs from one."""

PAGES = CHECKOUT / "docs" / "rules"

_VERSION = re.compile(r"\d+(\.\d+)*")


def add_arguments(parser: ArgumentParser) -> None:
    """Declares the arguments."""
    actions = parser.add_subparsers(metavar="ACTION", required=True)

    take = actions.add_parser(
        "import",
        help="take the facts of official descriptions over into schemas/",
        description="Take the facts of official descriptions over into schemas/; print the sha256 of what was read.",
    )
    take.add_argument("schema", metavar="FORMAT", help="such as sdformat")
    take.add_argument("folder", metavar="DIR", type=Path, help="one version's folder, or a folder of such folders")
    take.add_argument("--output", metavar="DIR", type=Path, help="where to write (default: schemas/ of the checkout)")
    take.set_defaults(action=_import)

    generate = actions.add_parser(
        "generate", help="write the bindings", description="Write the bindings and the pages of the rules."
    )
    generate.add_argument("--format", metavar="FORMAT", help="only this format")
    generate.add_argument("--version", metavar="V", help="only this version of it")
    generate.add_argument(
        "--extensions",
        metavar="FILE",
        type=Path,
        action="append",
        default=[],
        help="a table of tags that extend a format; may be given several times",
    )
    generate.add_argument("--schemas", metavar="DIR", type=Path, help="descriptions to compile (default: our own)")
    generate.add_argument("--output", metavar="DIR", type=Path, help="where to write (default: the checkout)")
    generate.set_defaults(action=_generate)

    check = actions.add_parser(
        "check",
        help="fail when what is generated is out of date",
        description="Fail, and say how, when the bindings or pages are not what their sources give.",
    )
    check.set_defaults(action=_check)


def run(arguments: Namespace) -> int:
    """Does what was asked for."""
    from ..codegen.errors import SchemaError

    try:
        with compiler():
            status: int = arguments.action(arguments)
    except SchemaError as error:
        complain(str(error))
        return PROBLEMS
    return status


def _import(arguments: Namespace) -> int:
    from ..codegen.importing import import_folder
    from ..codegen.provenance import record

    source: Path = arguments.folder
    if not source.is_dir():
        raise WrongCall(f"{source}: not a folder")
    home = target = (arguments.output or _checkout() / "schemas") / arguments.schema
    if any(source.glob("*.sdf")):
        version = source.resolve().name
        if not _VERSION.fullmatch(version):
            raise WrongCall(f"{source}: a folder of descriptions is called by its version, such as 1.12")
        target /= version
    digests = import_folder(source, target)
    record(home, {f"{target.relative_to(home) / name}": digest for name, digest in digests.items()})
    for name, digest in digests.items():
        sys.stdout.write(f"{digest}  {name}\n")
    print(f"{counted(len(digests), 'file')} taken over into {target}", file=sys.stderr)
    return OK


def _generate(arguments: Namespace) -> int:
    from ..codegen import rule_pages
    from ..codegen.compiling import formats_in
    from ..codegen.sync import render, render_extension, write

    schemas: Path = arguments.schemas or CHECKOUT / "schemas"
    if not schemas.is_dir():
        raise WrongCall(f"{schemas}: not a folder")
    if arguments.schemas is not None and arguments.output is None:
        raise WrongCall("--schemas needs --output: the bindings in the checkout are those of its own schemas")
    if arguments.extensions:
        if arguments.output is None:
            raise WrongCall("--extensions needs --output: the package is yours, not a part of bodyplan")
        return _written(write(render_extension(schemas, *arguments.extensions), arguments.output))
    if arguments.version is not None and arguments.format is None:
        raise WrongCall("--version needs --format")
    names = [arguments.format] if arguments.format else formats_in(schemas)
    files = render(schemas, names)
    owned = names
    if arguments.version is not None:
        from ..codegen.xsdata_model import package_of

        owned = [f"{arguments.format}/{package_of(arguments.version)}"]
        files = {name: text for name, text in files.items() if name.startswith(f"{owned[0]}/")}
        if not files:
            raise WrongCall(f"{arguments.format} has no version {arguments.version!r}")
    target: Path = arguments.output or _checkout() / "generated"
    changed = write(files, target, owned=owned)
    if arguments.output is None:
        changed += [f"docs/rules/{name}" for name in rule_pages.write(PAGES)]
    return _written(changed)


def _check(arguments: Namespace) -> int:
    from ..codegen import rule_pages
    from ..codegen.compiling import formats_in
    from ..codegen.sync import differences, render

    checkout, schemas = _checkout(), CHECKOUT / "schemas"
    names = formats_in(schemas)
    found = differences(render(schemas, names), checkout / "generated", owned=names) + rule_pages.differences(PAGES)
    sys.stdout.write(found)
    if found:
        complain("what is generated is out of date; run `nox -s generate`")
        return PROBLEMS
    return OK


def _checkout() -> Path:
    if not (CHECKOUT / "pyproject.toml").is_file():
        raise WrongCall("bodyplan does not run from a checkout here; say where to write with --output")
    return CHECKOUT


def _written(changed: list[str]) -> int:
    for name in changed:
        sys.stdout.write(f"{name}\n")
    print(f"{counted(len(changed), 'file')} changed", file=sys.stderr)
    return OK
