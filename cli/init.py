"""``bodyplan init``: a commented configuration for what is found in a folder."""

from __future__ import annotations

import io
import os
import sys
from argparse import ArgumentParser, Namespace
from contextlib import redirect_stdout
from pathlib import Path

from ..runtime.atomic_write import write_atomically
from .checking.baseline import FILE as BASELINE
from .checking.discovery import Walk
from .documents import xacro_options
from .messages import WrongCall, complain, format_number
from .settings.files import FILES, forget
from .settings.project import is_linked_out
from .settings.resolution import SettingsResolver, add_reading
from .starting.configuration_text import HOOKS, WORKFLOW, make_hooks, make_text, make_workflow
from .starting.survey import survey
from .status import OK, UNUSABLE
from .version import version

FILE = FILES[0]


def add_arguments(parser: ArgumentParser) -> None:
    """Declares the arguments."""
    parser.add_argument(
        "folder",
        metavar="DIR",
        nargs="?",
        default=os.curdir,
        help="folder of the project (default: the current folder)",
    )
    parser.add_argument("--dry-run", action="store_true", help="print the configuration instead of writing it")
    parser.add_argument("--force", action="store_true", help="replace a configuration that is there already")
    parser.add_argument("--workflow", action="store_true", help=f"also write {WORKFLOW}, for GitHub Actions")
    parser.add_argument("--pre-commit", action="store_true", help=f"also write {HOOKS}, for pre-commit")
    parser.add_argument(
        "--write-baseline", action="store_true", help=f"also write {BASELINE}, with the findings that there are now"
    )
    add_reading(parser)


def run(arguments: Namespace) -> int:
    """Writes the configuration.

    Raises:
        WrongCall: there is no such folder, or it has a configuration.
    """
    folder: str = arguments.folder
    if not os.path.isdir(folder):
        raise WrongCall(f"there is no folder {folder}")
    path = os.path.join(folder, FILE)
    if os.path.lexists(path) and not (arguments.force or arguments.dry_run):
        raise WrongCall(f"there is a {path} already; --force replaces it, --dry-run prints what would be written")
    pipeline = _plan_pipeline(arguments)
    # what is replaced does not say what is found
    arguments.isolated = arguments.isolated or (os.path.lexists(path) and not arguments.config)
    deciding = SettingsResolver(arguments)
    walk = Walk([folder], lambda each: deciding(each).settings, takes_xacro=True)
    documents = list(walk)
    if not documents and not walk.left_to_others:
        for problem in walk.problems:
            complain(problem)
        return UNUSABLE
    found = survey(folder, documents, lambda each: xacro_options(deciding(each).settings))
    text = make_text(found, has_baseline=arguments.write_baseline)
    if arguments.dry_run:
        sys.stdout.write(text)
        for written, content in pipeline.items():
            sys.stdout.write(f"\n# {written}\n{content}")
        return OK
    for written in (path, *pipeline):
        if is_linked_out(written, os.path.abspath(folder)):
            raise WrongCall(f"{written} leads out of the project by a symbolic link: nothing is written there")
    write_atomically(Path(path), text.encode("utf-8"))
    forget()
    if documents:
        complain(f"{path} written for {format_number(len(documents), 'document')}")
    else:
        parts = format_number(walk.left_to_others, "file")
        complain(f"{path} written; there is no whole robot or world here, only parts for others to include: {parts}")
    for written, content in pipeline.items():
        os.makedirs(os.path.dirname(written) or os.curdir, exist_ok=True)
        write_atomically(Path(written), content.encode("utf-8"))
        complain(f"{written} written")
    return _write_baseline(arguments) if arguments.write_baseline else OK


def _write_baseline(arguments: Namespace) -> int:
    """Checks the project as its configuration says now, and keeps what is found; the status is that of a check."""
    from .main import parser_of

    call = [
        "check",
        "--baseline",
        os.path.join(arguments.folder, BASELINE),
        "--write-baseline",
        "--exit-zero",
        "--quiet",
    ]
    call += [
        option for option, is_given in (("--trust", arguments.trust), ("--confine", arguments.confine)) if is_given
    ]
    call += [word for name in arguments.env for word in ("--env", name)]
    asked = parser_of(["check"]).parse_args([*call, "--", arguments.folder])
    with redirect_stdout(io.StringIO()):
        status: int = asked.run(asked)
    return status


def _plan_pipeline(arguments: Namespace) -> dict[str, str]:
    """The files for a pipeline that a call asks for, by where they are.

    Raises:
        WrongCall: one is there already; what others wrote is not replaced.
    """
    release = version() or ""
    wanted = {WORKFLOW: make_workflow(release)} if arguments.workflow else {}
    wanted |= {HOOKS: make_hooks(release)} if arguments.pre_commit else {}
    files = {os.path.join(arguments.folder, *name.split("/")): text for name, text in wanted.items()}
    known = os.path.join(arguments.folder, BASELINE)
    if arguments.write_baseline and os.path.lexists(known) and not (arguments.dry_run or arguments.force):
        raise WrongCall(f"there is a {known} already; --force writes it anew")
    for path in files:
        if os.path.lexists(path) and not arguments.dry_run:
            raise WrongCall(f"there is a {path} already; --dry-run prints what to add to it")
    return files
