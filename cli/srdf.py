"""``bodyplan srdf``: a first SRDF for a robot."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from typing import TYPE_CHECKING

from .documents import add_document, with_document
from .messages import WrongCall, complain
from .output_file import add_force, add_output, write_output

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..semantics.document.document import Document
    from ..semantics.document.srdf_draft import SrdfDraft

SHOWN = 5
"""Links or pairs that a line names; of more the number is said."""


def add_arguments(parser: ArgumentParser) -> None:
    """Declares the arguments."""
    add_document(parser)
    add_output(parser, otherwise="standard output")
    add_force(parser)
    parser.add_argument(
        "--samples",
        metavar="N",
        type=_count,
        default=1000,
        help="number of random configurations to try (default: 1000)",
    )


def run(arguments: Namespace) -> int:
    """Prints the SRDF, or writes it."""
    from ..semantics.document.srdf_draft import draft_srdf

    def make(document: Document) -> None:
        try:
            draft = draft_srdf(document, samples=arguments.samples)
        except ValueError as refusal:
            raise WrongCall(f"{arguments.file}: {refusal}") from None
        for line in _notes(draft):
            complain(f"{arguments.file}: {line}")
        data = draft.document.dumps().encode("utf-8", "surrogatepass")
        write_output(arguments.output, data, arguments.file, force=arguments.force)

    return with_document(arguments, make)


def _notes(draft: SrdfDraft) -> list[str]:
    """What to look at in the result."""
    lines = []
    if draft.unknown:
        lines.append(
            f"shapes of these links could not be read, so only adjacent pairs are known: {_join(draft.unknown)}"
        )
    if draft.undecided:
        pairs = _join(f"{a} - {b}" for a, b in draft.undecided)
        lines.append(f"these pairs stay enabled, for they take too long to compare: {pairs}")
    by_default = [each for each in draft.document.root.disable_collisions if each.reason == "Default"]
    if by_default:
        pairs = _join(f"{each.link1} - {each.link2}" for each in by_default)
        lines.append(
            f"these pairs collide with all joints at zero but not always; enable them if they should not: {pairs}"
        )
    return lines


def _join(names: Iterable[str]) -> str:
    listed = list(names)
    more = f" and {len(listed) - SHOWN} more" if len(listed) > SHOWN else ""
    return ", ".join(listed[:SHOWN]) + more


def _count(text: str) -> int:
    try:
        number = int(text)
    except ValueError:
        number = 0
    if not 1 <= number <= 1_000_000:
        raise ArgumentTypeError(f"{text!r} is no number of configurations: it takes 1 to 1000000")
    return number
