"""The project that a document belongs to: the packages and models that stand around it.

Its folder is found from the document upwards, by the first of ``RULES`` that holds; what is in it is looked through once, and
only when a name is asked for that nothing nearer has. Never is the user's home folder a project of what is in it, nor one
above that, nor a folder of another owner.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, lru_cache, partial
from pathlib import Path

from ...diagnostics.records import NamedTuple
from ...runtime.files import FILES, Files, is_in
from .environment_hooks import folders_of_hooks
from .model_config import CONFIG_NAMES, names_of_folder, package_name

PACKAGE_FILES = ("package.xml", "model.config")
REPOSITORY = ".git"
CONFIGURATION = "bodyplan.toml"
MARKERS = frozenset({"CATKIN_IGNORE", "COLCON_IGNORE", "AMENT_IGNORE", "rospack_nosubdirs"})
"""Files that keep crawlers out of the folder they are in."""

MOST_FOLDERS = 2000
"""How many folders are looked through below one."""
MOST_LEVELS = 16
"""How many levels below one are looked through."""

_BUILT = frozenset({"build", "install", "devel", "log", "node_modules"})
"""What tools make of sources, beside these."""
_WORKSPACE = ("install", "devel", "build", ".catkin_workspace", ".catkin_tools")
"""What is beside ``src`` in a workspace of colcon or catkin."""
_MODELS = "models"


class Project:
    """The folder of a project, and the packages and models in there.

    Attributes:
        folder: where it is.
        because: why it is this folder, in words.

    Example:
        >>> bodyplan.Project("examples").because
        'as the call says'
    """

    def __init__(self, folder: str | os.PathLike[str], because: str = "as the call says", files: Files = FILES) -> None:
        self.folder = os.path.abspath(folder)
        self.because = because
        self._files = files

    @classmethod
    def find(cls, path: str | os.PathLike[str]) -> Project:
        """The project of a document or folder.

        Args:
            path: the document, which need not be there, or its folder.

        Example:
            >>> project = bodyplan.Project.find("examples/composition/workcell.sdf")
            >>> project.folder == bodyplan.Project.find("examples").folder
            True
        """
        start = os.path.abspath(path)
        return find_project(start if os.path.isdir(start) else os.path.dirname(start))

    def __repr__(self) -> str:
        return f"Project({self.folder!r}, because={self.because!r})"

    @property
    def packages(self) -> dict[str, str]:
        """The folders with a package.xml by their names; of several with one name the first.

        Example:
            >>> sorted(bodyplan.Project("examples").packages)
            []
        """
        return self._contents.packages

    @property
    def models(self) -> dict[str, str]:
        """The folders with a model.config by their names.

        Example:
            >>> sorted(bodyplan.Project("examples").models)
            []
        """
        return self._contents.models

    def find_folders(self, name: str, beside: str | None = None) -> Iterator[str]:
        """Where a package or model may be: what says so itself, then what is called so beside others; the nearest first.

        Args:
            name: of the package or model.
            beside: the folder of the document.
        """
        contents = self._contents
        named = contents.named.get(name, ())
        places = self._sort_places(beside)
        beside_others = [os.path.join(place, name) for place in places if self._files.exists_in(place, name)]
        # a model that stands nearer than the first of its name counts
        yield from dict.fromkeys((*beside_others, *named))

    @property
    def places(self) -> tuple[str, ...]:
        """The folder itself, those in which packages and models stand side by side, and those that packages name for it."""
        return self._contents.places

    def _sort_places(self, beside: str | None) -> tuple[str, ...]:
        if beside is None:
            return self.places
        return tuple(sorted(self.places, key=lambda place: -_count_common(place, beside)))

    @cached_property
    def _contents(self) -> _Contents:
        return self._files.recall(_look_through, self.folder)


class _Contents(NamedTuple):
    packages: dict[str, str]
    models: dict[str, str]
    named: dict[str, list[str]]
    """Both, by what their folders are called and their files call them."""
    places: tuple[str, ...]


def _look_through(files: Files, root: str) -> _Contents:
    packages: dict[str, str] = {}
    models: dict[str, str] = {}
    named: dict[str, list[str]] = {}
    places, hooked = {root: None}, dict[str, None]()
    if is_in(home_folder(), root):
        return _Contents(packages, models, named, (root,))
    for folder, inside in iter_folders(root, files, follows=False):  # a link in a project may lead anywhere
        is_package = inside.get("package.xml") is False
        is_model = any(inside.get(name) is False for name in CONFIG_NAMES)
        if not (is_package or is_model):
            continue
        if is_package:
            packages.setdefault(package_name(folder, files) or os.path.basename(folder), folder)
        else:
            models.setdefault(os.path.basename(folder), folder)
        for name in names_of_folder(folder, files, inside):
            named.setdefault(name, []).append(folder)
        if folder != root:
            places.setdefault(os.path.dirname(folder))
        if is_package:
            hooked.update(dict.fromkeys(folders_of_hooks(folder, inside, files)))
    return _Contents(packages, models, named, tuple({**places, **hooked}))


def iter_folders(
    root: str,
    files: Files,
    *,
    follows: bool = True,
    is_closed: Callable[[str, dict[str, bool]], bool] | None = None,
) -> Iterator[tuple[str, dict[str, bool]]]:
    """The folders below one, that one first, each with the names in it; hidden ones and those that tools made are left out.

    Args:
        root: the folder.
        files: what may be looked at.
        follows: whether symbolic links to folders are followed.
        is_closed: whether nothing is looked for below a folder, by its path and what is in it.
    """
    ahead = [(root, 0)]
    for count, (folder, level) in enumerate(ahead):
        if count == MOST_FOLDERS:
            return
        inside = files.inside(folder, follows=follows)
        if folder != root and os.path.basename(folder) in _BUILT and not MARKERS.isdisjoint(inside):
            continue
        yield folder, inside
        if level < MOST_LEVELS and not (is_closed is not None and is_closed(folder, inside)):
            # the list grows while it is gone through: what is near the top comes first
            ahead += [
                (os.path.join(folder, name), level + 1)
                for name, is_folder in inside.items()
                if is_folder and name[0] != "." and name != "node_modules"
            ]


class _Rule(NamedTuple):
    """A way to find the folder of a project, among those above a document."""

    because: str
    holds: Callable[[str, str, Files], bool]
    """Whether a folder is one, for a document in another."""
    is_outermost: bool = False
    """Whether the outermost of such folders counts, instead of the nearest."""


def _is_workspace(folder: str, start: str, files: Files) -> bool:
    sources = os.path.join(folder, "src")
    return is_in(start, sources) and any(files.exists_in(folder, name) for name in _WORKSPACE)


def _holds_models(folder: str, _: str, files: Files) -> bool:
    models = os.path.join(folder, _MODELS)
    return files.is_folder_in(folder, _MODELS) and any(
        files.is_file_in(os.path.join(models, name), PACKAGE_FILES[1])
        for name, is_folder in files.inside(models).items()
        if is_folder
    )


RULES = (
    _Rule(
        "the repository that the document is in",
        lambda folder, _, files: files.exists_in(folder, REPOSITORY),
    ),
    _Rule(
        "its bodyplan.toml is the nearest",
        lambda folder, _, files: files.is_file_in(folder, CONFIGURATION),
    ),
    _Rule("the workspace that the document is in", _is_workspace),
    _Rule(
        "the package or model that the document is in",
        lambda folder, _, files: any(files.is_file_in(folder, name) for name in PACKAGE_FILES),
        is_outermost=True,
    ),
    _Rule("the folder that holds models/", _holds_models),
)
"""What makes a folder the one of a project: the first that holds for any of them counts."""


def _holds(rule: _Rule, start: str, files: Files, folder: str) -> bool:
    return rule.holds(folder, start, files)


def find_project(start: str, files: Files = FILES) -> Project:
    """The project of what is in a folder, as far as files may be looked at."""
    start = os.path.abspath(start)
    above = tuple(folders_above(start, home_folder()))
    return Project(*files.recall(_apply_rules, start, above, _working_folder()), files)


def _apply_rules(files: Files, start: str, above: tuple[str, ...], working: str | None) -> tuple[str, str]:
    """The folder of the project of what is in one, and why it is that."""
    for rule in RULES:
        fitting = (folder for folder in reversed(above) if rule.holds(folder, start, files))
        found = next(fitting, None) if rule.is_outermost else nearest_of(above, partial(_holds, rule, start, files))
        if found is not None:
            return found, rule.because
    if working in above:
        return working, "the folder that the call is made in"
    return start, "the folder of the document"


class DocumentSurroundings:
    """What is around the files of one load: packages, and projects. Each folder is looked at once.

    Args:
        files: what may be looked at.
        folder: of the project, where the caller names one.
        are_open: whether anything around a file is looked at.
    """

    def __init__(self, files: Files, folder: str | None = None, *, are_open: bool = True) -> None:
        self._files = files
        self._are_open = are_open
        self._folder = folder
        self._packages: dict[str, tuple[str, ...]] = {}
        self._projects: dict[str, Project] = {}

    def packages_around(self, folder: str) -> tuple[str, ...]:
        """The packages that a folder lies in, each with the folder that holds it."""
        if not self._are_open:
            return ()
        if folder not in self._packages:
            self._packages[folder] = self._files.recall(_find_packages_around, folder)
        return self._packages[folder]

    def project_of(self, folder: str) -> Project | None:
        """The project of what is in a folder; None where nothing around it is looked at."""
        if not self._are_open:
            return None
        if folder not in self._projects:
            found = (
                find_project(folder, self._files) if self._folder is None else Project(self._folder, files=self._files)
            )
            known = (each for each in self._projects.values() if each.folder == found.folder)
            self._projects[folder] = next(known, found)
        return self._projects[folder]


def nearest_of(above: Iterable[str], holds: Callable[[str], bool]) -> str | None:
    """The innermost folder for which something holds, of those above another; what a link in one leads to belongs to that one."""
    found: str | None = None
    for folder in above:
        if holds(folder) and (found is None or not is_in(os.path.realpath(found), os.path.realpath(folder))):
            found = folder
    return found


def folders_above(start: str, home: str) -> Iterator[str]:
    """The folders that may be the project of what is in one, from that one upwards; ``home`` is the user's.

    A folder that is not there belongs to the owner of the one that it would be made in.
    """
    owner = None
    # which file each is says so with one look, and a real path takes one for each folder on the way
    around_home = set(map(_identify, with_parents(home)))
    for folder in with_parents(start)[:-1]:
        if _identify(folder) in around_home:
            return
        own = _owner(folder)
        if owner is None:
            owner = own
        if own != owner:
            return
        yield folder


def packages_around(folder: str | os.PathLike[str] | None, files: Files = FILES) -> list[Path]:
    """The packages that ``folder`` lies in, each with the folder that holds it, where its neighbours are found.

    Where reading is confined there are no neighbours, and outside there is only the package of the document.
    """
    return [] if folder is None else list(map(Path, _find_packages_around(files, os.fspath(folder))))


def _find_packages_around(files: Files, folder: str) -> tuple[str, ...]:
    found: list[str] = []
    for at in with_parents(folder):
        may_be_read = files.place_of(at) is not None
        if not may_be_read and not (files.home is not None and is_in(files.home, at)):
            break
        if any(
            files.is_file_in(at, name) if may_be_read else files.is_file_anywhere(os.path.join(at, name))
            for name in PACKAGE_FILES
        ):
            found += [at] if files.are_confined else [at, os.path.dirname(at)]
            if not may_be_read:
                break
    return tuple(found)


def with_parents(folder: str | os.PathLike[str]) -> tuple[str, ...]:
    """A folder and those that it is in; as texts, since a Path takes longer to make than to look whether it exists."""
    return _parents_of(os.path.abspath(folder))


@lru_cache(maxsize=100)
def _parents_of(folder: str) -> tuple[str, ...]:
    found, above = [folder], os.path.dirname(folder)
    while above != found[-1]:
        found.append(above)
        above = os.path.dirname(above)
    return tuple(found)


def _count_common(one: str, other: str) -> int:
    """How many folders two have in common."""
    pairs: Iterable[tuple[str, str]] = zip(one.split(os.sep), other.split(os.sep))
    return next(
        (count for count, (a, b) in enumerate(pairs) if a != b), min(one.count(os.sep), other.count(os.sep)) + 1
    )


def _identify(folder: str) -> object:
    """The same for all names of a folder."""
    try:
        status = os.stat(folder)
    except (OSError, ValueError):  # it is not there
        return os.path.realpath(folder)
    return status.st_dev, status.st_ino


def _owner(folder: str) -> int | None:
    """Who owns a folder, or a link to one; None where there is none."""
    try:
        return os.lstat(folder).st_uid
    except OSError:
        return None


def _working_folder() -> str | None:
    try:
        return os.getcwd()
    except OSError:  # it was removed
        return None


def home_folder() -> str:
    """The user's home folder, where it really is."""
    return os.path.realpath(os.path.expanduser("~"))
