"""Import hook of an editable install: ``bodyplan`` loads from the checkout's files, not from the links to them.

Type checkers run no import hooks and read the tree of links in ``editable/bodyplan``. Debuggers, tracebacks and coverage
name the files that people open, so ``__file__`` and ``co_filename`` are those. ``hatch_build.py`` links this module
into ``editable/`` and has a ``.pth`` file import it.
"""

from __future__ import annotations

import os
import sys
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader

TYPE_CHECKING = False  # every Python of the environment imports this: nothing more than it takes
if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.readers import FileReader
    from types import ModuleType

PACKAGE = "bodyplan"
CHECKOUT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LINKS = os.path.join(CHECKOUT, "editable", PACKAGE)


class EditableFinder:
    """Finds the package and its direct members; whatever is deeper is found in the real folders of these."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        """The usual spec, leading to the real file; None for what is not in this checkout's tree of links."""
        package, _, member = name.partition(".")
        if package != PACKAGE or "." in member:
            return None
        found = PathFinder.find_spec(name, path, target)
        if found is None or found.origin is None or not found.origin.startswith(LINKS + os.sep):
            return None
        file = found.origin = real_file(found.origin)
        found.cached = None  # follows from the origin
        if not member:
            found.loader = PackageLoader(name, file)
            return found
        found.loader = SourceFileLoader(name, file)
        if found.submodule_search_locations is not None:
            found.submodule_search_locations = [os.path.dirname(file)]
        return found


class PackageLoader(SourceFileLoader):
    """Loads the package from a file that is not called ``__init__.py``; its data files are found among the links."""

    def is_package(self, fullname: str) -> bool:
        """The name of the file does not say so."""
        return True

    def get_resource_reader(self, name: str | None = None) -> FileReader:
        """What ``importlib.resources`` reads from."""
        from importlib.readers import FileReader
        from types import SimpleNamespace

        return FileReader(SimpleNamespace(path=os.path.join(LINKS, "__init__.py")))  # type: ignore[arg-type]


def real_file(link: str) -> str:
    """The file that a link, or on Windows a hard link to a file at the top of the checkout, leads to."""
    file = os.path.realpath(link)
    if not file.startswith(os.path.realpath(LINKS) + os.sep):
        return file
    return next((each.path for each in os.scandir(CHECKOUT) if each.is_file() and os.path.samefile(each, file)), file)


def install() -> None:
    """Puts the finder before the others, once."""
    if EditableFinder not in sys.meta_path:
        sys.meta_path.insert(0, EditableFinder)


install()
