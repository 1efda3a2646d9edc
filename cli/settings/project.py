"""The project that a folder belongs to: what is inside of it is its own, what a link in it leads to elsewhere is not."""

from __future__ import annotations

import os
from functools import cache

from ...runtime.files import is_in
from ...semantics.resources.project import CONFIGURATION, REPOSITORY, folders_above, home_folder, nearest_of
from ..messages import WrongCall

MARKS = (REPOSITORY, CONFIGURATION)
"""What is in the outermost folder of a project; the second counts where there is no first."""


def project_folder(start: str | os.PathLike[str]) -> str:
    """The folder of the project that a folder belongs to: where it really is.

    It is the nearest one, from the folder upwards as it is named, that is under version control, or that has a configuration;
    where none is, the folder itself. It is never the user's home folder or one above that, unless ``start`` is, and never one
    of another owner than ``start``: what somebody puts into a shared folder above does not widen a project. A link in a
    project belongs to that project, wherever it leads.

    Args:
        start: the folder of the configuration that applies; where none does, the folder that is named, or that of the
            file that is.
    """
    return _project_folder(os.path.abspath(start), home_folder(), MARKS)


def project_of_configuration(folder: str) -> str | None:
    """The folder of the project that a configuration may speak of without being trusted: where it really is.

    It is that of ``project_folder``, but no other configuration above widens it, and there is none for a configuration in
    the user's home folder or in one above that.

    Args:
        folder: the folder of the configuration.
    """
    home, real = home_folder(), os.path.realpath(folder)
    return None if is_in(home, real) else _project_folder(real, home, MARKS[:1])


def leads_out(path: str | os.PathLike[str], project: str | None) -> bool:
    """Whether a file or folder really is outside of a project, be it by its name or by symbolic links.

    Args:
        path: the file or folder, which need not be there.
        project: as ``project_folder`` has it; None: everything is outside.
    """
    if project is None:
        return True
    if os.path.splitdrive(os.path.abspath(path))[0].lower() != os.path.splitdrive(project)[0].lower():
        return True  # another drive, or another computer, which is not asked
    try:
        return not is_in(os.path.realpath(path), project)
    except (OSError, ValueError):  # a name that cannot be a file's
        return True


def is_linked_out(path: str, folder: str) -> bool:
    """Whether the name of a file or folder is in the project of a folder, and a link in it leads out of that.

    Args:
        path: the file or folder, which need not be there.
        folder: such as the working directory. The links in a home folder are the user's own.
    """
    project = project_folder(folder)
    is_home = is_in(home_folder(), project)
    return not is_home and is_in(os.path.abspath(path), project) and leads_out(path, project)


def refuse_linked_out(path: str, folder: str) -> None:
    """Refuses to write through a link that leads out of a project, where nothing outside is to be touched.

    Args:
        path: the file or folder that would be written.
        folder: in the project.

    Raises:
        WrongCall: there is such a link.
    """
    if is_linked_out(path, folder):
        raise WrongCall(
            f"{path} leads out of the project by a symbolic link, and with --confine nothing is written there"
        )


@cache
def _project_folder(start: str, home: str, marks: tuple[str, ...]) -> str:
    above = list(folders_above(start, home))
    for mark in marks:
        found = nearest_of(above, lambda folder, mark=mark: os.path.lexists(os.path.join(folder, mark)))  # type: ignore[misc]
        if found is not None:
            return os.path.realpath(found)
    real = os.path.realpath(start)
    return real if real == start else _project_folder(real, home, marks)
