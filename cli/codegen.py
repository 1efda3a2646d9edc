"""``bodyplan codegen``: descriptions of formats in, bindings out."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from ..diagnostics.render.printable import printable, printable_lines
from ..runtime.atomic_write import write_atomically
from ..runtime.patterns import compile_pattern
from .messages import WrongCall, complain, format_number
from .optional_deps import compiler
from .status import OK, PROBLEMS

CHECKOUT = Path(__file__).resolve().parents[1]
"""Folder that holds ``schemas/`` and ``generated/``: the checkout, where bodyplan runs from one."""


_VERSION = compile_pattern(r"\d+(\.\d+)*")


def add_arguments(parser: ArgumentParser) -> None:
    """Declares the arguments."""
    actions = parser.add_subparsers(metavar="ACTION", required=True)

    take = actions.add_parser(
        "import",
        help="import facts from official descriptions into schemas/",
        description="Import facts from official descriptions into schemas/; print the sha256 of what was read, "
        "and a Markdown report of what changed and what needs review.",
    )
    take.add_argument("schema", metavar="FORMAT", help="such as sdformat; gz-sim for the parameters of its plugins")
    take.add_argument(
        "folder",
        metavar="DIR|FILE",
        type=Path,
        help="folder of one version, or a folder of such folders; for mjcf the file mjcf.schema of MuJoCo's sources; "
        "for gz-sim a checkout of it",
    )
    take.add_argument("--version", metavar="V", help="version of MuJoCo, where it is none that is known")
    take.add_argument(
        "--table", metavar="F.txt", type=Path, help="for mjcf: what mj_printSchema prints in that version"
    )
    take.add_argument("--reference", metavar="F.rst", type=Path, help="for mjcf, with --table: its XMLreference.rst")
    take.add_argument("--units", metavar="F.rst", type=Path, help="for mjcf: its XMLunits.rst")
    take.add_argument(
        "-o", "--output", metavar="DIR", type=Path, help="output folder (default: schemas/ in the checkout)"
    )
    take.add_argument("--report", metavar="F.md", type=Path, help="also write the report to this file")
    take.add_argument("--dry-run", action="store_true", help="only report; write no schemas")
    take.set_defaults(action=_import)

    generate = actions.add_parser(
        "generate", help="generate the bindings", description="Generate the bindings and the rule pages."
    )
    generate.add_argument("--format", metavar="FORMAT", help="generate only this format")
    generate.add_argument("--version", metavar="V", help="generate only this version of the format")
    generate.add_argument(
        "--extensions",
        metavar="FILE",
        type=Path,
        action="append",
        default=[],
        help="extension table with tags for a format; may be given several times",
    )
    generate.add_argument(
        "--schemas", metavar="DIR", type=Path, help="descriptions to compile (default: those of bodyplan)"
    )
    generate.add_argument("-o", "--output", metavar="DIR", type=Path, help="output folder (default: the checkout)")
    generate.set_defaults(action=_generate)

    verify = actions.add_parser(
        "verify",
        help="compare schemas/ with official descriptions",
        description="Compare schemas/ with official descriptions; fail if they differ, and show where.",
    )
    verify.add_argument("schema", metavar="FORMAT", nargs="?", default="sdformat", help="default: sdformat")
    verify.add_argument(
        "--against", metavar="DIR", type=Path, required=True, help="folder of one version, or a folder of such folders"
    )
    verify.set_defaults(action=_verify)

    check = actions.add_parser(
        "check",
        help="check that generated files are up to date",
        description="Check that generated bindings and pages are up to date; fail and show the difference if not.",
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
    from ..codegen import import_upstream
    from ..codegen.conversions import rules_file
    from ..codegen.mjcf.release_import import MjcfRelease

    source, home = arguments.folder, (arguments.output or _checkout() / "schemas") / arguments.schema
    if arguments.schema == "gz-sim":
        return _import_plugins(arguments, source, home)
    if arguments.schema == "mjcf":
        release = MjcfRelease(
            schema=source, table=arguments.table, reference=arguments.reference, units=arguments.units
        )
        found = import_upstream.prepare_release(release, home, arguments.version)
    else:
        found = import_upstream.prepare_import(source, home, _version_of(source))
    text = "\n".join(import_upstream.reports(found))
    if arguments.report is not None:
        write_atomically(arguments.report, text.encode())
    if not arguments.dry_run:
        import_upstream.write_import(found)
    for name, digest in found.taken.digests.items():
        sys.stdout.write(f"{digest}  {printable(name)}\n")
    sys.stdout.write(f"\n{printable_lines(text)}")
    for before, after in found.without_rules:
        complain(f"no conversion rules lead from {before} to {after}: add {after}/{rules_file(before)}")
    done = "would be taken over" if arguments.dry_run else "taken over"
    print(printable(f"{format_number(len(found.taken.digests), 'file')} {done} into {found.target}"), file=sys.stderr)
    return OK


def _import_plugins(arguments: Namespace, source: Path, home: Path) -> int:
    from ..codegen.gz_sim.source_import import plan_files, read_release, report_differences, write_files

    release = read_release(source, home)
    text = "".join(f"{line}\n" for line in report_differences(release, home))
    files, removed = plan_files(release, home)
    if arguments.report is not None:
        write_atomically(arguments.report, text.encode())
    if not arguments.dry_run:
        write_files(files, removed, home)
    for name, digest in sorted(release.digests.items()):
        sys.stdout.write(f"{digest}  {printable(name)}\n")
    sys.stdout.write(f"\n{printable_lines(text)}")
    done = "would be taken over" if arguments.dry_run else "taken over"
    print(printable(f"{format_number(len(release.digests), 'file')} {done} into {home}"), file=sys.stderr)
    return OK


def _verify(arguments: Namespace) -> int:
    from ..codegen.verification import verify

    home = _checkout() / "schemas" / arguments.schema
    if not home.is_dir():
        raise WrongCall(f"{arguments.schema}: no such format")
    found = list(verify(home, arguments.against, _version_of(arguments.against)))
    sys.stdout.write("".join(f"{printable(f'{arguments.schema} {line}')}\n" for line in found))
    if found:
        complain(f"{format_number(len(found), 'difference')} between schemas/ and {arguments.against}")
        return PROBLEMS
    return OK


def _version_of(source: Path) -> str | None:
    """The version that a folder of descriptions is called by; None for a folder of such folders."""
    if not source.is_dir():
        raise WrongCall(f"{source}: not a folder")
    names = [path for path in source.iterdir() if path.is_dir() and any(path.glob("*.sdf"))]
    if any(source.glob("*.sdf")):
        names = [source.resolve()]
    for path in names:
        if not _VERSION.fullmatch(path.name):
            raise WrongCall(f"{path}: a folder of descriptions must be named after its version, such as 1.12")
    return source.resolve().name if any(source.glob("*.sdf")) else None


def _generate(arguments: Namespace) -> int:
    from ..codegen import rule_pages
    from ..codegen.compiler import formats_in
    from ..codegen.json_tables import write_tables
    from ..codegen.sync import render, render_extension, write

    schemas: Path = arguments.schemas or CHECKOUT / "schemas"
    if not schemas.is_dir():
        raise WrongCall(f"{schemas}: not a folder")
    if arguments.schemas is not None and arguments.output is None:
        raise WrongCall("--schemas needs --output: the bindings in the checkout are those of its own schemas")
    if arguments.extensions:
        if arguments.output is None:
            raise WrongCall("--extensions needs --output: the package is yours, not a part of bodyplan")
        return _print_changed(write(render_extension(schemas, *arguments.extensions), arguments.output))
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
        changed += rule_pages.write(rule_pages.render(CHECKOUT), CHECKOUT)
        changed += write_tables(CHECKOUT)
    return _print_changed(changed)


def _check(arguments: Namespace) -> int:
    from ..codegen import provenance, rule_pages
    from ..codegen.compiler import formats_in
    from ..codegen.json_tables import render_tables
    from ..codegen.sync import differences, render

    checkout, schemas = _checkout(), CHECKOUT / "schemas"
    names = formats_in(schemas)
    found = differences(render(schemas, names), checkout / "generated")
    found += rule_pages.differences(rule_pages.render(checkout) | render_tables(checkout), checkout)
    found += "".join(line for name in names for line in provenance.find_edits(schemas / name))
    sys.stdout.write(found)
    if found:
        complain("generated files are out of date; run `nox -s generate`")
        return PROBLEMS
    return OK


def _checkout() -> Path:
    if not (CHECKOUT / "pyproject.toml").is_file():
        raise WrongCall("bodyplan is not running from a checkout; choose where to write with --output")
    return CHECKOUT


def _print_changed(changed: list[str]) -> int:
    for name in changed:
        sys.stdout.write(f"{printable(name)}\n")
    print(f"{format_number(len(changed), 'file')} changed", file=sys.stderr)
    return OK
