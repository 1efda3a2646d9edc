"""Everything that can be set for a check, with what holds where nothing is said."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...diagnostics.records import NamedTuple, dataclass, field_defaults

if TYPE_CHECKING:
    from ...diagnostics.rule import Severity


class ArgumentSet(NamedTuple):
    """Values that belong together.

    Attributes:
        name: what findings and ``--matrix`` call it; empty: it adds to every set of its files.
        files: patterns of the documents that it is for; empty: all documents in xacro.
        values: by names of arguments.
    """

    name: str
    files: tuple[str, ...]
    values: tuple[tuple[str, str], ...]

    def as_table(self) -> dict[str, Any]:
        """As a configuration has it."""
        own = {"name": self.name, "files": list(self.files)}
        return {**{key: each for key, each in own.items() if each}, "values": dict(self.values)}


@dataclass(frozen=True)
class Settings:
    """The settings of one document. Paths are absolute, or as they were given in the call.

    Attributes:
        select: codes, beginnings of codes and names of findings that are shown; all of them where it is empty.
        ignore: those that are not shown.
        severity: by code or name, how bad a finding is.
        per_file_ignores: patterns of files, and what is not shown of findings in them.
        include: patterns of further files that are documents.
        exclude: patterns of files and folders that a walk passes over.
        respect_gitignore: whether a walk passes over what git does.
        targets: readers whose verdict is wanted.
        strict: whether every warning is an error.
        plausible: whether what is described is also judged by physics.
        search_paths: folders in which models and packages are looked up by name.
        package_roots: folders in which models and packages are looked up at any depth.
        extensions: packages and tables of further tags.
        arguments: of documents that are written in xacro, by name.
        argument_sets: values of such arguments that belong together; a document is checked with each of them.
        confine: whether nothing outside of the document's folder, the search paths and packages is read.
        env: variables of the environment that documents in xacro may read although they are confined; only the call says.
        robot: the robot that SRDF documents are about; empty: it is looked for; only the call says.
        fetch: the command that brings what no folder has; empty: nothing is fetched.
        baseline: the file of findings that are known.
        cache_dir: where verdicts are kept; empty: in the user's folder for caches.
        home: folder that the patterns are as seen from.
    """

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    severity: tuple[tuple[str, Severity], ...] = ()
    per_file_ignores: tuple[tuple[str, tuple[str, ...]], ...] = ()
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    respect_gitignore: bool = True
    targets: tuple[str, ...] = ()
    strict: bool = False
    plausible: bool = False
    search_paths: tuple[str, ...] = ()
    package_roots: tuple[str, ...] = ()
    extensions: tuple[str, ...] = ()
    arguments: tuple[tuple[str, str], ...] = ()
    argument_sets: tuple[ArgumentSet, ...] = ()
    confine: bool = False
    env: tuple[str, ...] = ()
    robot: str = ""
    fetch: str = ""
    baseline: str = ""
    cache_dir: str = ""
    home: str = ""


DEFAULTS = Settings()


def key_of(field: str) -> str:
    """How a configuration spells a field."""
    return field.replace("_", "-")


NO_KEYS = frozenset({"env", "home", "argument_sets", "robot"})
"""Fields without a key of their own in a configuration."""
LISTED = {"arguments": "argument_sets"}
"""Keys whose value may be a list of tables, and the fields that these set."""

KEYS: dict[str, str] = {key_of(name): name for name in field_defaults(Settings) if name not in NO_KEYS}
"""What a configuration may say, and the field that it sets."""

TABLES = frozenset({"severity", "per_file_ignores", "arguments"})
"""Fields that are tables in a configuration."""
