"""What a caller can ask of loading and checking: the one place that lists it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from ...diagnostics.records import TypedDict, dataclass, field_defaults
from ...runtime.budget import MAX_BYTES
from ...runtime.files import FILES, Files

if TYPE_CHECKING:
    from types import ModuleType

    from ..includes.interface import CustomParser
    from .target import TargetProfile

Format = Literal["sdformat", "urdf", "skel", "dmd", "mjcf", "srdf"]
"""Names of formats, for signatures."""
Target = Literal[
    "drake",
    "drake1.20",
    "drake1.30",
    "drake1.40",
    "drake1.51",
    "libsdformat",
    "libsdformat12",
    "libsdformat14",
    "libsdformat17",
    "urdfdom",
    "dart",
    "mujoco",
    "gazebo",
    "ros",
]
"""Names of the programs that documents are checked and converted for, for signatures; ``"gazebo"`` reads as ``"libsdformat"``, ``"ros"`` as ``"urdfdom"``."""

Adapter = TypeVar("Adapter")
Function = TypeVar("Function", bound=Callable[..., Any])


class ReadOptions(TypedDict, total=False):
    """The keywords of everything that reads a document; ``load`` says what they do."""

    search_paths: Iterable[str | PathLike[str]]
    project: str | PathLike[str] | None
    parsers: Iterable[CustomParser]
    strict: bool
    plausible: bool
    target: Target | None
    fetch: Callable[[str], Path | None] | None
    max_bytes: int
    partial: bool
    confine: bool
    extensions: Iterable[ModuleType | str | PathLike[str]]
    arguments: Mapping[str, object] | Iterable[tuple[str, str]]
    env: Iterable[str]
    with_: str | PathLike[str] | None


class LoadOptions(ReadOptions, total=False):
    """Those of what reads documents of any format, with classes that a caller may choose."""

    bindings: ModuleType | str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """Everything besides the document itself that decides what loading finds, with its defaults."""

    search_paths: tuple[Path, ...] = ()
    project: str | None = None
    """The folder of the project that the document belongs to; None: it is found from the document."""
    parsers: tuple[CustomParser, ...] = ()
    strict: bool = False
    plausible: bool = False
    """Whether what is described is also judged by physics, which takes longer."""
    target: TargetProfile | None = None
    """The program that the document is meant for, and whose verdict is wanted: ``target`` of a call."""
    fetch: Callable[[str], Path | None] | None = None
    max_bytes: int = MAX_BYTES
    partial: bool = False
    """Whether what an include names and cannot be had is a placeholder instead of an error."""
    confine: bool = False
    extensions: tuple[str, ...] = ()
    """Packages and tables of extensions that the caller names."""
    arguments: tuple[tuple[str, str], ...] = ()
    """Those of a document that is written in xacro, by name."""
    env: tuple[str, ...] = ()
    """Variables of the environment that such a document may read where reading is confined."""
    with_: str | None = None
    """The robot that an SRDF document is about; None: it is looked for around the document."""
    bindings: str | None = None
    """Name of a package generated from an extension table, whose classes are made instead of our own."""
    base_dir: Path | None = None
    reader_of_included: TargetProfile | None = None
    """Says what included documents of other formats mean where ``target`` is None; None: the one that the registry names."""
    files: Files = FILES
    """What may be read: with ``confine`` what lies in the folders of the document and in search folders."""

    def adapter(self, format: str, plain: Adapter) -> Adapter:
        """What the front end of a format asks where targets differ; ``plain`` where the target has none of its own."""
        reference = dict(self.target.adapters).get(format) if self.target is not None else None
        if self.target is None or reference is None:
            return plain
        found: Adapter = self.target.hook(reference)
        return found


INNER = ("base_dir", "reader_of_included", "files")
"""Fields that no keyword of a call gives by its name."""
_DEFAULTS: dict[str, Any] = {name: value for name, value in field_defaults(Options).items() if name not in INNER}


def options_of(given: LoadOptions, base_dir: Path | None, target: TargetProfile | None) -> Options:
    """The options of a call; a ``TypeError`` where one of its keywords is unknown."""
    for name in given:
        if name not in _DEFAULTS:
            from ...runtime.spelling import nearest, suggest

            hint = suggest(nearest(name, tuple(_DEFAULTS)), "{!r}", f"there are {', '.join(_DEFAULTS)}")
            raise TypeError(f"there is no option {name!r}; {hint}")
    made: dict[str, Any] = {**picklable_options(given)}
    made["search_paths"] = tuple(Path(path) for path in made.get("search_paths", ()))
    made["files"] = files_for(made["search_paths"], base_dir, confine=made.get("confine", False))
    return Options(**{**made, "base_dir": base_dir, "target": target})


def files_for(search_paths: Iterable[str | PathLike[str]], base_dir: Path | None, *, confine: bool) -> Files:
    """What a call may read: where it is confined, its folders, that of its document, and those of the environment."""
    if not confine:
        return FILES
    from ..resources.environment import environment_folders

    return Files([*search_paths, *environment_folders(os.environ)], base_dir)


def picklable_options(given: LoadOptions) -> LoadOptions:
    """The same options as values that can be used several times, and by other processes."""
    kept: LoadOptions = {**given}
    if "search_paths" in given:
        kept["search_paths"] = tuple(os.fspath(path) for path in given["search_paths"])
    project = given.get("project")
    if project is not None:
        kept["project"] = os.path.abspath(project)
    robot = given.get("with_")
    if robot is not None:
        kept["with_"] = os.path.abspath(robot)
    if "parsers" in given:
        kept["parsers"] = tuple(given["parsers"])
    if "extensions" in given:
        kept["extensions"] = tuple(
            os.fspath(each) if isinstance(each, (str, PathLike)) else each.__name__ for each in given["extensions"]
        )
    if "arguments" in given:
        kept["arguments"] = arguments_of(given["arguments"])
    if "env" in given:
        if isinstance(given["env"], str):
            raise TypeError(f"env is a collection of names, such as [{given['env']!r}]")
        kept["env"] = tuple(given["env"])
    bindings = given.get("bindings")
    if bindings is not None and not isinstance(bindings, str):
        kept["bindings"] = bindings.__name__
    return kept


def arguments_of(given: Mapping[str, object] | Iterable[tuple[str, object]]) -> tuple[tuple[str, str], ...]:
    """Arguments of a document as the texts that xacro takes: ``True`` is ``true``."""
    pairs = cast("Iterable[tuple[str, object]]", given.items() if isinstance(given, Mapping) else given)
    return tuple((name, str(value).lower() if isinstance(value, bool) else str(value)) for name, value in pairs)


def with_option_signature(options: type[Any]) -> Callable[[Function], Function]:
    """Has ``show_option_signature`` show the keywords of ``**options``, a ``ReadOptions`` or ``LoadOptions``."""

    def decorate(function: Function) -> Function:
        function.option_keywords = options  # type: ignore[attr-defined]
        return function

    return decorate


def show_option_signature(function: Any) -> None:
    """Shows the keywords of options in the signature of a function that a program looks up.

    Commands do without: what signatures are made with takes a tenth of all instructions in a check of one small file.
    """
    from inspect import Parameter, signature

    own = signature(function)
    kept = [each for each in own.parameters.values() if each.kind is not Parameter.VAR_KEYWORD]
    names = {each.name for each in kept}
    keywords = [
        Parameter(
            name,
            Parameter.KEYWORD_ONLY,
            default=_DEFAULTS[name],
            annotation=annotation,
        )
        for name, annotation in function.option_keywords.__annotations__.items()
        if name not in names
    ]
    function.__signature__ = own.replace(parameters=[*kept, *keywords])
