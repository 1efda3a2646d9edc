"""Explains a URI: where it was looked up, why each place has nothing, what would change that, what other programs find."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ...diagnostics import rules
from ...diagnostics.records import dataclass
from ...runtime.files import FILES, Files
from .attempts import Attempt
from .builtin_models import find_builtin
from .classic_models import is_of_registry
from .environment import environment_folders
from .fuel_cache import address_of
from .other_resolvers import Resolution, ResolverInputs, find_resolutions
from .resolver import Fetcher, Finder, FoundPath, Problem
from .uri_text import Uri, join, split_uri

VARIABLES = {"model": "GZ_SIM_RESOURCE_PATH", "package": "ROS_PACKAGE_PATH"}
"""Which variable to set, by the scheme."""

MOST_ABOVE = 6
"""How many folders above the document are looked at for what was meant."""
MOST_BESIDE = 200
"""How many folders in each of them."""


@dataclass(frozen=True, slots=True)
class Change:
    """Something that would let a URI be found.

    Attributes:
        do: what to type or write.
        finds: the path that it leads to then; None where that is not known.

    Example:
        >>> explained = bodyplan.explain_uri("gripper.sdf", "examples/arm.sdf", environment={})
        >>> explained.changes[0].do
        'write composition/gripper.sdf'
    """

    do: str
    finds: str | None


@dataclass(frozen=True, slots=True)
class UriExplanation:
    """What became of a URI.

    Attributes:
        uri: as written.
        from_: the file or folder that it is written in; None: nowhere.
        found: the path that it leads to; None where nothing was found.
        problem: code of the finding that a document with it has; None where it is found.
        reason: the same in words; empty where it is found.
        tried: the places that were tried, in order.
        changes: what would let it be found, the likeliest first.
        readings: what other programs find.

    Spec: composition proposal, 1.4.5 (files and folders in ``//include/uri``).

    Example:
        >>> explained = bodyplan.explain_uri("gripper.sdf", "examples/arm.sdf", environment={})
        >>> explained.found, explained.problem, explained.reason
        (None, 'BP401', "cannot find 'gripper.sdf'...
    """

    uri: str
    from_: str | None
    found: str | None
    problem: str | None
    reason: str
    tried: tuple[Attempt, ...]
    changes: tuple[Change, ...]
    readings: tuple[Resolution, ...]

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        data = asdict(self)
        data["from"] = data.pop("from_")
        return data


def explain_uri(
    uri: str,
    from_: str | os.PathLike[str] | None = None,
    *,
    search_paths: Iterable[str | os.PathLike[str]] = (),
    environment: Mapping[str, str] | None = None,
    fetch: Fetcher | None = None,
    confine: bool = False,
    project: str | os.PathLike[str] | None = None,
) -> UriExplanation:
    """Where a URI is looked up, in order, what is wrong with each place, and what other programs would find.

    Args:
        uri: as written in a document.
        from_: the document, or its folder; None: a text without a place.
        search_paths: folders in which ``model://`` and ``package://`` are looked up, before the environment.
        environment: where variables are read from; None is the process's own.
        fetch: as for ``load``.
        confine: as for ``load``.
        project: as for ``load``.

    Example:
        >>> import bodyplan
        >>> print(bodyplan.explain_uri("model://no_such_arm/hand.stl", environment={}).found)
        None
    """
    start = None if from_ is None else os.path.abspath(from_)
    folder = start if start is None or os.path.isdir(start) else os.path.dirname(start)
    beside = () if folder is None else (folder,)
    given = [Path(os.path.abspath(each)) for each in search_paths]
    values: Mapping[str, str] = os.environ if environment is None else environment
    files = Files([*given, *environment_folders(values)], folder) if confine else FILES
    parts = split_uri(uri)
    finder = Finder(given, environment=values, fetch=fetch, files=files, home=folder, project=project)
    is_file = bool(os.path.splitext(parts.rest.rstrip("/"))[1])
    answer = finder.look(uri, map(Path, beside), is_file=is_file)
    tried = tuple(finder.tracer.trace(uri, beside, is_file=is_file))
    builtin = None if isinstance(answer, FoundPath) else find_builtin(uri)
    found = answer.file if isinstance(answer, FoundPath) else None if builtin is None else str(builtin.path)
    problem = None if isinstance(answer, FoundPath) or builtin is not None else answer
    if builtin is not None:
        tried = (*tried, Attempt(str(builtin.path), "built in", "found", "a description of our own"))
    elif problem is not None and fetch is None and not is_file and is_of_registry(uri):
        problem = Problem(rules.MODEL_NOT_FETCHED, {"uri": uri, "others": ""})
    packages, fuel = finder.further
    world = ResolverInputs(parts, folder, os.getcwd(), tuple(map(str, given)), values, finder.files, packages, fuel)
    code = None if problem is None else problem.rule.code
    reason = "" if problem is None else problem.rule.message.format(**problem.arguments)
    changes = () if found is not None else tuple(_changes(uri, tried, finder, folder))
    written_in = None if from_ is None else os.fspath(from_)
    return UriExplanation(uri, written_in, found, code, reason, tried, changes, find_resolutions(world))


def _changes(uri: str, tried: tuple[Attempt, ...], finder: Finder, folder: str | None) -> Iterator[Change]:
    written: dict[str, str] = {}
    for each in tried:
        if each.instead is not None and each.case != "leads-out" and finder.files.is_file(each.instead):
            written.setdefault(_correct_case(uri, each.place, each.instead), each.instead)
    yield from (Change(f"write {text}", instead) for text, instead in written.items())
    for each in tried:
        if each.case == "leads-out":
            yield Change(f"--search-path {shlex.quote(os.path.dirname(each.place))}", each.place)
    parts = split_uri(uri)
    is_path = bool(parts.rest) and "\0" not in parts.rest and not os.path.isabs(parts.rest)
    if folder is not None and parts.is_local and is_path:
        yield from _above(parts, finder.files, folder)
    address = address_of(parts.scheme, parts.rest)
    if address is not None:
        yield Change("--fetch fuel, which downloads it into Fuel's cache", None)
        yield Change(f"gz fuel download -u {shlex.quote(parts.text)}", None)
    if not parts.is_local:
        yield Change("--fetch COMMAND, which is called with the URI and prints a local path", None)


def _above(parts: Uri, files: Files, folder: str) -> Iterator[Change]:
    """Files of that name in folders around the document that are not searched."""
    rest = parts.rest.replace("\\", "/")
    for at in (Path(folder), *Path(folder).parents)[:MOST_ABOVE]:
        inside = [name for name, is_folder in files.inside(at).items() if is_folder and name[0] != "."]
        for holder in map(str, (at, *(at / name for name in inside[:MOST_BESIDE]))):
            path = join(holder, rest)
            if (os.path.splitext(path)[1] and not files.is_file(path)) or not files.exists(path):
                continue
            if parts.is_named:
                variable = VARIABLES[parts.scheme]
                yield Change(f"--search-path {shlex.quote(holder)}", path)
                yield Change(f"export {variable}={shlex.quote(holder)}${{{variable}:+:${variable}}}", path)
            elif holder != folder:
                yield Change(f"write {os.path.relpath(path, folder).replace(os.sep, '/')}", path)
            return


def _correct_case(uri: str, place: str, instead: str) -> str:
    """The URI with the end of its path as it is on the disk."""
    there, here = place.split(os.sep), instead.split(os.sep)
    count = next((n for n, (a, b) in enumerate(zip(there, here)) if a != b), len(there))
    ending = "/".join(there[count:])
    text = uri.strip()
    return text[: len(text) - len(ending)] + "/".join(here[count:]) if ending and text.endswith(ending) else text
