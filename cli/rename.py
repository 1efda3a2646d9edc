"""``bodyplan rename``: another name, and all that refers to it."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..runtime.files import FILES, Unreadable
from ..runtime.saving.encoded_text import as_bytes
from ..runtime.source import Source
from ..semantics.document.document import get_options, get_parsed
from .apply_edit import add_edits, finish
from .document_output import Result, result
from .documents import add_document, with_document
from .messages import WrongCall, complain
from .named_element import find_element

if TYPE_CHECKING:
    from ..semantics.document.document import Document


def add_arguments(parser: ArgumentParser) -> None:
    """Declares the arguments."""
    add_document(parser)
    parser.add_argument(
        "old", metavar="OLD", help="element to rename: its name, scoped name, or path as printed in findings"
    )
    parser.add_argument("new", metavar="NEW", help="new name, without scope")
    parser.add_argument(
        "--included-by",
        metavar="FILE",
        action="append",
        default=[],
        help="document that includes this one, SRDF document about it or parameter file of ROS (YAML), in which references are "
        "updated too; may be given several times (default: the SRDF documents of its package)",
    )
    add_edits(parser)


def run(arguments: Namespace) -> int:
    """Shows the documents with the other name, or writes them."""
    from ..semantics.compose.element_rename import rename
    from ..semantics.compose.parameter_files import is_parameter_file
    from ..semantics.compose.srdf_files import NO_FILES, find_srdf_files

    def change(document: Document) -> None:
        element = find_element(document, arguments.old)
        parameters = [each for each in arguments.included_by if is_parameter_file(each)]
        documents = [each for each in arguments.included_by if each not in parameters]
        named = {os.path.realpath(each) for each in arguments.included_by}
        beside = find_srdf_files(document) if arguments.output is None else NO_FILES
        files = [
            *documents,
            *(each for each in beside.documents if os.path.realpath(each.path or "") not in named),
        ]
        for path in beside.others:
            if os.path.realpath(path) not in named:
                complain(
                    f"{path}: this may be about the robot and is not changed; --included-by names it, if it is no xacro"
                )
        old, notes = _find_unsure_names(document, element, arguments)
        texts = [each for path in beside.in_xacro for each in _change_srdf_text(path, document, element, arguments.new)]
        try:
            changed = rename(document, element, arguments.new, files=files)
        except (ValueError, OSError) as refusal:
            raise WrongCall(f"{arguments.file}: {refusal}") from None
        for note in notes:
            complain(note)
        results = []
        for each in changed:
            path, source = each.path or arguments.file, get_parsed(each).source
            results.append(result(path, each.dumps(), source, each.format, get_options(each), declares="known"))
        results += [_change_parameters(path, old, arguments.new) for path in parameters]
        results += texts
        finish(arguments, results)

    return with_document(arguments, change)


def _find_unsure_names(document: Document, element: Any, arguments: Namespace) -> tuple[str, list[str]]:
    """The name that an element has, and notes on texts that are that name and may mean something else."""
    from ..semantics.compose.element_rename import definition_for
    from ..semantics.compose.parameter_files import find_parameter_files
    from ..semantics.compose.plugin_names import find_plugin_names
    from ..semantics.core.references import NamesIn

    names = NamesIn(document.root)
    try:
        definition = definition_for(names, element)
    except ValueError:
        return "", []  # it cannot be renamed, which ``rename`` says
    old, notes = definition.name, []
    found = find_plugin_names(names, definition, arguments.new)
    for each in (*(one for one in found.found if not one.is_known), *found.others):
        tag = (each.element.qname or "").rpartition("}")[2]
        where = (
            f"<{tag}> of plugin {each.plugin!r}"
            if each.field == "text"
            else f"{each.field} of <{tag}> of plugin {each.plugin!r}"
        )
        kept = each in found.others
        told = (
            "is not changed, though it may mean"
            if kept
            else f"is changed, too: by its tag it means the {definition.kind}"
        )
        notes.append(f"{arguments.file}: {where} {told} {old!r}")
    if definition.kind in ("joint", "link"):
        given = {os.path.realpath(each) for each in arguments.included_by}
        notes += [
            f"{each.path}: {old!r} in it is not changed; --included-by {each.path} changes it"
            for each in find_parameter_files(document, old, arguments.new)
            if os.path.realpath(each.path) not in given
        ]
    return old, notes


def _change_srdf_text(path: str, robot: Document, element: Any, new: str) -> list[Result]:
    """An SRDF document in xacro with the other name, if it has it."""
    from ..semantics.compose.element_rename import definition_for
    from ..semantics.compose.srdf_texts import rename_in_srdf_text
    from ..semantics.core.references import NamesIn

    try:
        definition = definition_for(NamesIn(robot.root), element)
    except ValueError:
        return []  # it cannot be renamed, which ``rename`` says
    made = rename_in_srdf_text(path, robot, definition.kind, definition.name, new)
    if made is None:
        return []
    if not made.is_whole:
        complain(f"{path}: xacro puts {definition.name!r} together in it, which is not changed")
    return [Result(path, made.source, made.text, as_bytes(made.text, made.source))]


def _change_parameters(path: str, old: str, new: str) -> Result:
    """A parameter file with the other name."""
    from ..semantics.compose.parameter_files import MOST_BYTES, rename_in_parameters

    try:
        data = FILES.read(Path(path), MOST_BYTES)
    except (Unreadable, OSError) as fault:
        raise WrongCall(f"{path}: {fault}") from None
    source, text = Source(path, data), rename_in_parameters(data, old, new)
    text = data.decode("utf-8", "surrogateescape") if text is None else text
    return Result(path, source, text, as_bytes(text, source))
