"""Import hook of an editable install: ``bodyplan`` loads from the checkout's files, not from the links to them.

Type checkers run no import hooks and read the tree of links in ``editable/bodyplan``. Debuggers, tracebacks and coverage
name the files that people open, so ``__file__`` and ``co_filename`` are those. ``hatch_build.py`` installs this module
with a ``.pth`` file that calls ``install``. PYTEST_DONT_REWRITE: it is imported before pytest is.
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


class EditableFinder:
    """Finds the package and its direct members; whatever is deeper is found in the real folders of these."""

    def __init__(self, checkout: str) -> None:
        self.checkout = checkout
        self.links = os.path.join(checkout, "editable", PACKAGE)

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The usual spec, leading to the real file; None for what is not in this checkout's tree of links."""
        package, _, member = name.partition(".")
        if package != PACKAGE or "." in member:
            return None
        found = PathFinder.find_spec(name, path, target)
        if found is None or found.origin is None or not found.origin.startswith(self.links + os.sep):
            return None
        file = found.origin = self._real_file(found.origin)
        found.cached = None  # follows from the origin
        if not member:
            found.loader = PackageLoader(name, file)
            return found
        found.loader = SourceFileLoader(name, file)
        if found.submodule_search_locations is not None:
            found.submodule_search_locations = [os.path.dirname(file)]
        return found

    def _real_file(self, link: str) -> str:
        """The file that a link, or on Windows a hard link to a file at the top of the checkout, leads to."""
        file = os.path.realpath(link)
        if not file.startswith(os.path.realpath(self.links) + os.sep):
            return file
        here = (each.path for each in os.scandir(self.checkout) if each.is_file())
        return next((each for each in here if os.path.samefile(each, file)), file)


class PackageLoader(SourceFileLoader):
    """Loads the package from a file that is not called ``__init__.py``; its data files are found among the links."""

    def is_package(self, fullname: str) -> bool:
        """The name of the file does not say so."""
        return True

    def get_resource_reader(self, name: str | None = None) -> FileReader:
        """What ``importlib.resources`` reads from."""
        from importlib.readers import FileReader
        from types import SimpleNamespace

        (folder,) = sys.modules[PACKAGE].__path__
        return FileReader(SimpleNamespace(path=os.path.join(folder, "__init__.py")))  # type: ignore[arg-type]


def install(checkout: str) -> None:
    """Puts the finder before the others."""
    sys.meta_path.insert(0, EditableFinder(checkout))
