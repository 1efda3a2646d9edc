"""``bodyplan convert``: the same robot in another format, and every loss told."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ..diagnostics.errors import LoadError, UnreadableResult
from ..diagnostics.render.renderer import renderer
from ..runtime.atomic_write import write_atomically, write_files
from ..runtime.files import Unreadable
from ..runtime.saving.encoded_text import written_text
from ..runtime.source_lines import SourceLines
from ..semantics.assets.bundle import place_beside
from ..semantics.compose.transplant import folder_of, rebase_paths
from ..semantics.convert.api import convert
from ..semantics.convert.coverage.ledger import NAMESPACE
from ..semantics.convert.targets import NAMES
from ..semantics.document.document import get_options, get_parsed
from ..semantics.formats.registry import FORMATS
from ..semantics.targets.registry import TARGET_PROFILES
from .apply_edit import write_document
from .checking.discovery import Walk
from .document_output import result
from .documents import add_search_paths, show, with_document
from .extensions import add_extensions
from .messages import WrongCall, complain, format_number
from .settings.resolution import SettingsResolver
from .status import OK, PROBLEMS, UNUSABLE
from .version import version

if TYPE_CHECKING:
    from ..semantics.convert.api import Conversion
    from ..semantics.document.document import Document


FORMATS_OF_FINDINGS = ("text", "json", "sarif")


def add_arguments(parser: ArgumentParser) -> None:
    """Declares the arguments."""
    parser.add_argument("file", metavar="FILE", help="document to convert, or a folder to convert all documents in")
    parser.add_argument(
        "--to", metavar="FORMAT", required=True, choices=FORMATS, help="format to convert to: sdformat or urdf"
    )
    parser.add_argument("--version", metavar="V", help="version of that format (default: the newest)")
    parser.add_argument(
        "--target", metavar="T", choices=NAMES, help=f"target that the result is for: {', '.join(NAMES)} (default: any)"
    )
    parser.add_argument(
        "--keep",
        action="store_true",
        help="store what the result cannot express, so that converting back restores the document",
    )
    parser.add_argument("--lump-fixed", action="store_true", help="merge links that are joined by fixed joints")
    parser.add_argument(
        "--model", metavar="NAME", help="model to convert to a URDF robot (default: the only one with joints)"
    )
    parser.add_argument("--strict", action="store_true", help="fail if anything is lost")
    parser.add_argument(
        "-o",
        "--output",
        metavar="OUT",
        help="output file (default: standard output), or output folder if FILE is a folder",
    )
    parser.add_argument(
        "--assets", metavar="DIR", help="copy meshes and textures to this folder and point URIs to the copies"
    )
    parser.add_argument(
        "--format",
        choices=FORMATS_OF_FINDINGS,
        default="text",
        help="output format for losses; formats other than text go to standard output if OUT is given",
    )
    add_search_paths(parser)
    add_extensions(parser)


class ConversionJob(NamedTuple):
    """A document, and the file that it is written to."""

    file: str
    output: str | None


def run(arguments: Namespace) -> int:
    """Writes documents in the other format, and tells what became of their parts."""
    if not os.path.isdir(arguments.file):
        return _BatchConversion(arguments).convert_all([ConversionJob(arguments.file, arguments.output)])
    if arguments.output is None:
        raise WrongCall("documents of a folder are written to a folder: name it with -o")
    deciding = SettingsResolver(arguments)
    walk = Walk([arguments.file], lambda path: deciding(path).settings)
    wanted = list(_plan_jobs(walk, arguments))
    status = _BatchConversion(arguments).convert_all(wanted)
    for problem in walk.problems:
        complain(problem)
    return UNUSABLE if walk.problems else status


def _plan_jobs(walk: Walk, arguments: Namespace) -> list[ConversionJob]:
    """The documents of a folder that are not of the other format already, each with a name of its own below OUT."""
    endings = FORMATS[arguments.to].endings
    ending = endings[0]
    found: dict[str, ConversionJob] = {}
    for file in walk:
        if file.lower().endswith(endings):
            continue
        inside = os.path.relpath(file, arguments.file)
        output = os.path.splitext(inside)[0] + ending
        if output in found:
            output = inside + ending
        found[output] = ConversionJob(file, os.path.join(arguments.output, output))
    return list(found.values())


class _BatchConversion:
    """Converts one document after the other."""

    def __init__(self, arguments: Namespace) -> None:
        self._arguments = arguments
        self._target, arguments.target = arguments.target, None
        self._is_folder = os.path.isdir(arguments.file)
        self._losses = self._written = 0
        format = arguments.format
        self._renderer = None
        if format != "text":
            options = {"version": version()} if format == "sarif" else {}
            self._renderer = renderer(format, SourceLines(), **options)

    def convert_all(self, wanted: Sequence[ConversionJob]) -> int:
        """Converts documents; answers the exit status."""
        status = OK
        told = [] if self._renderer is None else [self._renderer.begin()]
        for each in wanted:
            try:
                status = max(status, self._convert(each, told))
            except WrongCall as mistake:
                if not self._is_folder:
                    raise
                complain(f"{each.file}: {mistake}")
                status = max(status, PROBLEMS)
            except UnreadableResult as fault:
                if not self._is_folder:
                    raise
                complain(str(fault))
                status = UNUSABLE
        if self._renderer is not None:
            to = sys.stderr if self._arguments.output is None else sys.stdout
            to.write("".join((*told, self._renderer.end())))
        if self._is_folder:
            documents, losses = format_number(len(wanted), "document"), format_number(self._losses, "part")
            complain(f"{self._written} of {documents} converted; {losses} lost")
        return status

    def _convert(self, asked: ConversionJob, told: list[str]) -> int:
        arguments = self._arguments
        made: list[tuple[Document[Any], Conversion]] = []

        def use(document: Document[Any]) -> None:
            made.append((document, self._convert_document(document)))

        arguments.file = asked.file
        otherwise = self._target if self._target in TARGET_PROFILES else None
        status = with_document(arguments, use, otherwise=otherwise)
        if not made:
            return status
        original, conversion = made[0]
        findings = (*conversion.losses, *conversion.changes)
        if self._renderer is None:
            show(asked.file, findings)
        else:
            told.append(self._renderer.report(asked.file, findings))
        if not conversion.document.ok:
            errors = [each for each in conversion.document.diagnostics if each.severity == "error"]
            is_ours = not get_parsed(original).source.mentions(
                NAMESPACE
            )  # an earlier conversion stored what is put back
            raise UnreadableResult(str(errors[0]), is_ours, asked.file)
        try:
            self._write(conversion.document, original, asked)
        except LoadError as error:  # what the document names is too much to bring along
            show(asked.file, error.diagnostics)
            return PROBLEMS
        self._written += 1
        self._losses += len(conversion.losses)
        if arguments.strict and conversion.losses:
            complain(f"{asked.file}: {format_number(len(conversion.losses), 'part')} lost")
            return PROBLEMS
        return status

    def _convert_document(self, document: Document[Any]) -> Conversion:
        arguments = self._arguments
        try:
            return convert(
                document,
                arguments.to,
                version=arguments.version,
                target=self._target,
                keep=arguments.keep,
                lump_fixed=arguments.lump_fixed,
                model=arguments.model,
            )
        except ValueError as mistake:
            raise WrongCall(str(mistake)) from mistake

    def _write(self, document: Document[Any], original: Document[Any], asked: ConversionJob) -> None:
        """Writes the result; relative paths of files lead to the same ones from its folder."""
        folder, assets = folder_of(document), self._arguments.assets
        around = os.curdir if asked.output is None else os.path.dirname(asked.output) or os.curdir
        copies: dict[str, Callable[[], bytes]] = {}
        if assets is not None:
            copies = place_beside(document, assets, around)
        elif folder is not None and asked.output is not None:
            rebase_paths([document.root], folder, Path(around))
        text, source = document.dumps(), get_parsed(document).source
        made = result(
            asked.file,
            text,
            source,
            document.format,
            get_options(document),
            made_of=(get_parsed(original).source, original.format),
            found=document.diagnostics if text == written_text(source) else None,
        )
        if assets is not None:
            try:
                write_files(assets, copies, keep=True)
            except (FileExistsError, Unreadable) as error:
                place = error.filename if isinstance(error, OSError) else assets
                raise WrongCall(f"{place}: {error.strerror if isinstance(error, OSError) else error}") from None
        if asked.output is None:
            write_document(made.data)
            return
        os.makedirs(around, exist_ok=True)
        write_atomically(asked.output, made.data)
