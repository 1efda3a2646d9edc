"""``bodyplan attach``: one robot mounted on another."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from math import isfinite
from typing import TYPE_CHECKING, Any

from ..semantics.formats.registry import FORMATS
from .apply_edit import add_edits, finish, make_result
from .documents import add_document, with_document
from .messages import WrongCall, complain
from .status import OK

if TYPE_CHECKING:
    from ..semantics.document.document import Document


def add_arguments(parser: ArgumentParser) -> None:
    """Declares the arguments."""
    add_document(parser)
    parser.add_argument("other", metavar="OTHER", help="robot to attach, in the same format")
    parser.add_argument("--to", metavar="LINK", required=True, help="link to attach it to")
    parser.add_argument(
        "--pose",
        metavar="X,Y,Z,ROLL,PITCH,YAW",
        type=_pose,
        help="pose on that link, in m and rad; use --pose=… if the first number is negative (default: the pose of the link)",
    )
    parser.add_argument(
        "--prefix", metavar="P", default="", help="prefix for the names of the attached robot (default: none)"
    )
    parser.add_argument(
        "--joint", metavar="NAME", help="name of the fixed joint (default: built from the names of the two links)"
    )
    add_edits(parser)


def run(arguments: Namespace) -> int:
    """Shows the document with the other one mounted, or writes it."""
    from ..diagnostics.errors import NameNotFound
    from ..semantics.compose.attachment import attach
    from ..semantics.compose.srdf_parts import attach_srdf

    status = OK

    def change(document: Document) -> None:
        def mount(other: Document) -> None:
            try:
                joint = attach(document, other, arguments.to, arguments.pose, arguments.prefix, joint=arguments.joint)
                beside = None
                if arguments.output is None and FORMATS[document.format].composition == "links":
                    beside = _find_only_srdf(document)
                if beside is not None:
                    of_other = _find_only_srdf(other)
                    attach_srdf(beside, of_other, document, vars(joint)["child"].link, arguments.prefix)
            except (ValueError, NameNotFound) as refusal:
                raise WrongCall(f"{arguments.file}: {refusal}") from None
            finish(arguments, [make_result(arguments, each) for each in (document, beside) if each is not None])

        nonlocal status
        status = with_document(Namespace(**{**vars(arguments), "file": arguments.other}), mount)

    return with_document(arguments, change) or status


def _find_only_srdf(document: Document[Any]) -> Document[Any] | None:
    """The SRDF document in the package of a robot; None where there is none, or several are."""
    from ..semantics.compose.srdf_files import find_srdf_files

    found = find_srdf_files(document)
    for path in (*found.others, *found.in_xacro) if len(found.documents) != 1 else ():
        complain(f"{path}: this may be about {document.path} and is not taken into account")
    return found.documents[0] if len(found.documents) == 1 else None


def _pose(text: str) -> list[float]:
    try:
        numbers = [float(each) for each in text.replace(",", " ").split()]
    except ValueError:
        numbers = []
    if len(numbers) != 6 or not all(map(isfinite, numbers)):
        raise ArgumentTypeError(f"{text!r} is no pose: it takes six numbers, as 0,0,0.1,0,0,1.57")
    return numbers
