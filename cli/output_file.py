"""Where commands put what they make: to standard output, or into a file that nobody has changed since."""

from __future__ import annotations

import io
import os
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout

from ..diagnostics.render.printable import printable_xml
from .messages import WrongCall
from .status import OK, UNUSABLE

STDOUT = "-"
"""What stands for standard output where a file is named."""


def add_output(parser: ArgumentParser, *, otherwise: str) -> None:
    """Adds ``--output`` and ``--force``.

    Args:
        parser: the command, or a group of its arguments.
        otherwise: what happens without them, for the help.
    """
    parser.add_argument(
        "-o", "--output", metavar="OUT", help=f"output file, or - for standard output (default: {otherwise})"
    )


def add_force(parser: ArgumentParser) -> None:
    """Adds ``--force``, for ``write_output``."""
    parser.add_argument(
        "--force", action="store_true", help="allow OUT to be FILE itself, or a newer file that says something else"
    )


def add_result(parser: ArgumentParser) -> None:
    """Adds ``--output`` to a command that prints its result, for ``collect_result``."""
    parser.add_argument(
        "-o", "--output", dest="result", metavar="OUT", help="write the result to a file instead of standard output"
    )


class ResultCollector:
    """What a command answers while its result is collected."""

    status = OK


@contextmanager
def collect_result(output: str | None, made_of: str | None, *, confine: bool) -> Iterator[ResultCollector]:
    """Holds while a command prints its result, which goes to a file where one is named; where the status is 2, nothing does.

    Args:
        output: the file; None or ``-``: standard output.
        made_of: the document that it is about, which is not replaced.
        confine: whether nothing is written through a link out of the working folder.

    Raises:
        WrongCall: the file is the document, or leads out.
        OSError: it cannot be written.
    """
    collector = ResultCollector()
    if output is None or output == STDOUT:
        yield collector
        return
    from .settings.project import refuse_linked_out

    if made_of is not None:
        refuse_same_file(made_of, output, force=False, allows_it=False)
    if confine:
        refuse_linked_out(output, os.getcwd())
    made = io.BytesIO()
    stream = io.TextIOWrapper(made, encoding="utf-8", errors="surrogatepass", newline="\n", write_through=True)
    with redirect_stdout(stream):
        yield collector
    stream.flush()
    if collector.status == UNUSABLE:
        return
    from ..runtime.atomic_write import write_atomically  # most results are printed

    os.makedirs(folder_for(output), exist_ok=True)
    write_atomically(output, made.getvalue())


def is_standard_output(output: str | None) -> bool:
    """Whether a document goes to standard output, where no file is named or ``-`` is."""
    return output is None or output == STDOUT


def folder_for(output: str | None) -> str:
    """The folder that relative paths lead from in what is written; the current one for standard output."""
    return os.curdir if output is None or output == STDOUT else os.path.dirname(output) or os.curdir


def refuse_same_file(file: str, output: str | None, *, force: bool, allows_it: bool = True) -> None:
    """Refuses to write over the document that is read; ``allows_it`` says whether the command has ``--force``.

    Raises:
        WrongCall: the output is the document itself, and nothing forces that.
    """
    if force or output is None or not os.path.isfile(output):
        return
    if os.path.realpath(file) == os.path.realpath(output):
        raise WrongCall(f"{output} is the document itself" + ("; --force writes it nevertheless" if allows_it else ""))


def write_output(output: str | None, data: bytes, made_of: str | None, *, force: bool) -> None:
    """Writes a document to a file, whose folder is made, or to standard output.

    Args:
        output: the file; None or ``-``: standard output.
        data: the document.
        made_of: the file that it was made of; None: no file of the user's, so whatever is there is another's.
        force: whether that, and a newer file, may be replaced.

    Raises:
        WrongCall: the file is the one that it was made of, or newer and not what would be written: somebody may have
            changed it.
        OSError: it cannot be written.
    """
    if output is None or output == STDOUT:
        write_document(data)
        return
    from ..runtime.atomic_write import holds, write_atomically

    if made_of is None:
        if not force and os.path.isfile(output) and not holds(output, data):
            raise WrongCall(f"{output} is there already and says something else; --force replaces it")
    elif not force:
        refuse_same_file(made_of, output, force=False)
        is_there = os.path.isfile(output) and os.path.exists(made_of)
        if is_there and os.stat(output).st_mtime_ns > os.stat(made_of).st_mtime_ns and not holds(output, data):
            raise WrongCall(
                f"{output} is newer than {made_of} and not what would be written; --force writes it nevertheless"
            )
    os.makedirs(folder_for(output), exist_ok=True)
    write_atomically(output, data)


def write_text(text: str) -> None:
    """Writes a text to standard output as UTF-8, whatever the terminal's own encoding is."""
    write_bytes(text.encode("utf-8", "surrogatepass"))


def write_bytes(data: bytes) -> None:
    """Writes bytes to standard output."""
    binary = getattr(sys.stdout, "buffer", None)
    if binary is None:
        sys.stdout.write(data.decode("utf-8", "replace"))
    else:
        sys.stdout.flush()
        binary.write(data)
        binary.flush()


def write_document(data: bytes) -> None:
    """Writes a document to standard output, to a terminal with references for characters that would do something there."""
    if sys.stdout.isatty() and data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        data = printable_xml(data.decode("utf-8", "replace")).encode("utf-8")
    write_bytes(data)
