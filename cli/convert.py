"""``bodyplan convert``: the same robot in another format, and every loss told."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..diagnostics import rules
from ..diagnostics.errors import LoadError, UnreadableResult
from ..diagnostics.records import NamedTuple
from ..diagnostics.render.renderer import renderer
from ..runtime.atomic_write import write_files
from ..runtime.files import Unreadable
from ..runtime.saving.encoded_text import as_bytes, written_text
from ..runtime.source_lines import SourceLines
from ..semantics.convert.targets import NAMES
from ..semantics.formats.registry import FORMATS
from ..semantics.targets.registry import TARGET_PROFILES
from .checking.discovery import Walk
from .document_output import result
from .documents import add_search_paths, show, with_document
from .extensions import add_extensions
from .messages import WrongCall, complain, format_number
from .optional_deps import needs
from .output_file import add_force, folder_for, is_standard_output, refuse_same_file, write_output
from .settings.resolution import SettingsResolver
from .status import OK, PROBLEMS, UNUSABLE
from .version import version

if TYPE_CHECKING:
    from ..diagnostics.diagnostic import Diagnostic
    from ..semantics.convert.api import Conversion
    from ..semantics.document.document import Document


ALIASES = {"sdf": "sdformat"}
"""Other words for formats."""
KINDS = {
    rules.LOST.code: ("lost", "part lost", "parts lost"),
    rules.VALUE_CHANGED.code: ("changed", "value changed", "values changed"),
    rules.APPROXIMATED.code: ("changed", "part approximated", "parts approximated"),
    rules.READ_OTHERWISE.code: ("changed", "difference for the target", "differences for the target"),
    rules.FOR_ONE_READER.code: ("changed", "part for one target", "parts for one target"),
    rules.READ_OTHERWISE_BY_FORMAT.code: ("any", "difference for other readers", "differences for other readers"),
    rules.REPRESENTED.code: ("any", "part written otherwise", "parts written otherwise"),
    rules.WITHOUT_EFFECT.code: ("any", "part without effect", "parts without effect"),
    rules.STORED.code: ("any", "part stored", "parts stored"),
}
"""By rule: from which strictness on it is a failure, and what one and several are called, gravest first."""
STRICTNESS = ("lost", "changed", "any")
SEVERITIES = ("error", "warning", "note")
MESH_KINDS = ("obj", "stl")
MESH_FOLDER = "meshes"
"""Where meshes go that are converted, beside the result."""
FORMATS_OF_FINDINGS = ("text", "json", "sarif")


def add_arguments(parser: ArgumentParser) -> None:
    """Declares the arguments."""
    parser.add_argument("file", metavar="FILE", help="document to convert, or a folder to convert all documents in")
    parser.add_argument(
        "--to",
        metavar="FORMAT",
        choices=(*FORMATS, *ALIASES),
        help="format to convert to: sdformat (or sdf), urdf, mjcf, skel or dmd (default: that of OUT's ending)",
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
    parser.add_argument(
        "--strict",
        nargs="?",
        const="changed",
        choices=STRICTNESS,
        help="fail if anything is lost, changed too, or said otherwise in any way (default of the bare option: changed)",
    )
    parser.add_argument(
        "--verbose",
        action="store_true",
        help="also show what is said in another way, has no effect or is stored, and each finding by itself",
    )
    parser.add_argument(
        "-o",
        "--output",
        metavar="OUT",
        help="output file, or - for standard output (the default); output folder if FILE is a folder",
    )
    add_force(parser)
    parser.add_argument(
        "--assets", metavar="DIR", help="copy meshes and textures to this folder and point URIs to the copies"
    )
    parser.add_argument(
        "--format",
        choices=FORMATS_OF_FINDINGS,
        default="text",
        help="output format for losses; formats other than text go to standard output if OUT is given",
    )
    parser.add_argument(
        "--uris",
        choices=("both",),
        help="both: URIs that ROS and Gazebo find alike, by package or absolute path (default: those of the target)",
    )
    parser.add_argument(
        "--meshes",
        choices=MESH_KINDS,
        help="also convert meshes in files of other kinds to this one, into the folder meshes beside OUT (or DIR)",
    )
    parser.add_argument(
        "--convex", action="store_true", help="with --meshes: make the meshes of collisions their convex hulls"
    )
    add_search_paths(parser)
    add_extensions(parser)


class ConversionJob(NamedTuple):
    """A document, and the file that it is written to."""

    file: str
    output: str | None


def run(arguments: Namespace) -> int:
    """Writes documents in the other format, and tells what became of their parts."""
    arguments.to = ALIASES.get(arguments.to, arguments.to) or _find_format(arguments.output)
    refuse_same_file(arguments.file, arguments.output, force=arguments.force)
    if arguments.convex and arguments.meshes is None:
        raise WrongCall("--convex requires --meshes")
    if not os.path.isdir(arguments.file):
        return _BatchConversion(arguments).convert_all([ConversionJob(arguments.file, arguments.output)])
    if is_standard_output(arguments.output):
        raise WrongCall("documents of a folder are written to a folder: name it with -o")
    deciding = SettingsResolver(arguments)
    walk = Walk([arguments.file], lambda path: deciding(path).settings, looks_inside=False)
    wanted = list(_plan_jobs(walk, arguments))
    status = _BatchConversion(arguments).convert_all(wanted)
    for problem in walk.problems:
        complain(problem)
    return UNUSABLE if walk.problems else status


def _find_format(output: str | None) -> str:
    """The format that the ending of the output says.

    Raises:
        WrongCall: there is no output, or its ending is of no format, or of several.
    """
    name = "" if output is None or is_standard_output(output) else os.path.basename(output).lower()
    fitting = [format for format, row in FORMATS.items() if name.endswith((*row.endings, *row.searched_endings))]
    if len(fitting) != 1:
        where = "--to" if not name else f"--to, which the ending of {output} does not say"
        raise WrongCall(f"name the format with {where}: {', '.join(FORMATS)}")
    return fitting[0]


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


def _rank(finding: Diagnostic) -> tuple[int, int]:
    """Errors come first, then what is graver."""
    return SEVERITIES.index(finding.severity), list(KINDS).index(finding.code) if finding.code in KINDS else -1


def _summarize(findings: Sequence[Diagnostic]) -> str:
    """How many findings there are of each kind, in words."""
    counts = Counter(each.code for each in findings)
    words = [
        f"{counts[code]} {one if counts[code] == 1 else several}"
        for code, (_, one, several) in KINDS.items()
        if counts[code]
    ]
    others = sum(count for code, count in counts.items() if code not in KINDS)
    return ", ".join([*words, *([format_number(others, "other finding")] if others else [])])


class _BatchConversion:
    """Converts one document after the other."""

    def __init__(self, arguments: Namespace) -> None:
        self._arguments = arguments
        self._target, arguments.target = arguments.target, None
        self._is_folder = os.path.isdir(arguments.file)
        self._losses = self._written = 0
        self._meshes: dict[str, bytes] = {}
        """Those that were made for a document, by their names in their folder."""
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
            to = sys.stderr if is_standard_output(self._arguments.output) else sys.stdout
            to.write("".join((*told, self._renderer.end())))
        if self._is_folder:
            documents, losses = format_number(len(wanted), "document"), format_number(self._losses, "part")
            complain(f"{self._written} of {documents} converted; {losses} lost")
        return status

    def _convert(self, asked: ConversionJob, told: list[str]) -> int:
        arguments = self._arguments
        made: list[tuple[Document[Any], Conversion]] = []

        def use(document: Document[Any]) -> None:
            self._meshes = {}
            converted = document if arguments.meshes is None else self._convert_meshes(document, asked)
            made.append((converted, self._convert_document(converted, asked)))

        arguments.file = asked.file
        otherwise = self._target if self._target in TARGET_PROFILES else None
        status = with_document(arguments, use, otherwise=otherwise, folds=not arguments.verbose)
        if not made:
            return status
        original, conversion = made[0]
        findings = sorted((*conversion.losses, *conversion.changes), key=_rank)
        if self._renderer is None:
            show(asked.file, findings, everything=arguments.verbose, folds=not arguments.verbose)
        else:
            told.append(self._renderer.report(asked.file, findings))
        if not conversion.document.ok:
            errors = [each for each in conversion.document.diagnostics if each.severity == "error"]
            # the target may make nothing of the robot, which is reported as a loss
            is_ours = not _is_restored(original) and not any(
                (each.arguments["what"] or "").startswith("robot ") for each in conversion.losses
            )
            raise UnreadableResult(str(errors[0]), is_ours, asked.file)
        try:
            self._write(conversion, original, asked)
        except LoadError as error:  # what the document names is too much to bring along
            show(asked.file, error.diagnostics)
            return PROBLEMS
        self._written += 1
        self._losses += len(conversion.losses)
        if self._renderer is None and findings:
            hidden = not arguments.verbose and any(each.severity == "note" for each in findings)
            complain(f"{asked.file}: {_summarize(findings)}{'; --verbose shows all of them' if hidden else ''}")
        refused = () if arguments.strict is None else STRICTNESS[: STRICTNESS.index(arguments.strict) + 1]
        failing = [each for each in findings if KINDS.get(each.code, ("any",))[0] in refused]
        if failing:
            complain(f"{asked.file}: --strict {arguments.strict} refuses {_summarize(failing)}")
            return PROBLEMS
        return status

    def _convert_document(self, document: Document[Any], asked: ConversionJob) -> Conversion:
        from ..semantics.convert.api import convert  # here, as in what follows: the help does without all this

        arguments = self._arguments
        if arguments.assets is not None and FORMATS[arguments.to].names_packages:
            raise WrongCall("--assets is not for model directives: `bodyplan assets --copy` copies all that they name")
        try:
            made = convert(
                document,
                arguments.to,
                version=arguments.version,
                target=self._target,
                keep=arguments.keep,
                uris=arguments.uris,
                lump_fixed=arguments.lump_fixed,
                model=arguments.model,
                output=self._output_of(asked),
            )
        except ValueError as mistake:
            raise WrongCall(str(mistake)) from mistake
        if made.files and is_standard_output(asked.output):
            raise WrongCall("models are written to files beside the result: name that with -o")
        return made

    def _output_of(self, asked: ConversionJob) -> str | None:
        """The file of the result, for formats whose documents name what lies beside them."""
        names_packages = FORMATS[self._arguments.to].names_packages and not is_standard_output(asked.output)
        return asked.output if names_packages else None

    def _convert_meshes(self, document: Document[Any], asked: ConversionJob) -> Document[Any]:
        """The document with meshes of the kind that is asked for, which are written beside the result."""
        from ..semantics.convert.mesh_conversion import convert_meshes

        if is_standard_output(asked.output):
            raise WrongCall("--meshes writes files beside the result: name that with -o")
        try:
            found = convert_meshes(
                document, self._arguments.meshes, self._mesh_folder(asked), convex=self._arguments.convex
            )
        except ModuleNotFoundError as missing:
            if missing.name != "trimesh":
                raise
            raise WrongCall(needs("trimesh", "trimesh")) from None
        except ValueError as refusal:
            raise WrongCall(f"{asked.file}: {refusal}") from None
        for problem in found.problems:
            complain(f"{problem}; it is not converted")
        for path in found.without_look:
            complain(f"{path}: colours and textures in it are not in the mesh that is made of it")
        self._meshes = found.files
        return found.document

    def _mesh_folder(self, asked: ConversionJob) -> str:
        return os.path.join(folder_for(asked.output), MESH_FOLDER)

    def _write(self, conversion: Conversion, original: Document[Any], asked: ConversionJob) -> None:
        """Writes the result; relative paths of files lead to the same ones from its folder."""
        from ..semantics.assets.bundle import place_beside
        from ..semantics.compose.transplant import folder_of, rebase_paths
        from ..semantics.document.document import get_options, get_parsed

        document = conversion.document
        folder, assets = folder_of(document), self._arguments.assets
        around = folder_for(asked.output)
        copies: dict[str, Callable[[], bytes]] = {}
        if assets is None and self._meshes:  # what is there keeps its place when paths are rewritten
            _write_beside(self._mesh_folder(asked), {name: partial(bytes, data) for name, data in self._meshes.items()})
        if assets is not None:
            copies = place_beside(document, assets, around)
        elif (
            folder is not None and not is_standard_output(asked.output) and not FORMATS[document.format].names_packages
        ):
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
            _write_beside(assets, copies)
        for name, each in conversion.files.items():
            data = as_bytes(each.dumps(), get_parsed(each).source)
            write_output(os.path.join(around, name), data, asked.file, force=self._arguments.force)
        write_output(asked.output, made.data, asked.file, force=self._arguments.force)


def _is_restored(document: Document[Any]) -> bool:
    """Whether an earlier conversion stored in it what is put back."""
    from ..semantics.convert.coverage.ledger import NAMESPACE
    from ..semantics.document.document import get_parsed

    return get_parsed(document).source.mentions(NAMESPACE)


def _write_beside(folder: str, files: Mapping[str, Callable[[], bytes]]) -> None:
    """Writes files that the result names; those that are there have to hold the same.

    Raises:
        WrongCall: they do not, or what is copied cannot be read.
    """
    try:
        write_files(folder, files, keep=True)
    except (FileExistsError, Unreadable) as error:
        place = error.filename if isinstance(error, OSError) else folder
        raise WrongCall(f"{place}: {error.strerror if isinstance(error, OSError) else error}") from None
