"""What a fix is to change, before it was tried out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ...diagnostics.records import NamedTuple, dataclass
from ...runtime.saving.layout import WrittenElement

if TYPE_CHECKING:
    from ...diagnostics.diagnostic import Diagnostic
    from ...diagnostics.rule import FixStrategy, Safety
    from ..core.options import Options
    from ..core.written_file import TextChange, WrittenFile
    from ..document.document import Document


@dataclass(frozen=True)
class Draft:
    """Changes of the file that a finding is in, which do not overlap."""

    title: str
    changes: tuple[TextChange, ...]
    safety: Safety | None = None
    """When they are safe, if that is not what the rule says."""


class Case(NamedTuple):
    """A finding that is to be fixed."""

    finding: Diagnostic
    fixing: FixStrategy
    file: WrittenFile
    options: Options
    document: Document[Any] | None = None
    """What ``file`` belongs to; None where it has errors."""
    unresolved_names: Sequence[str] = ()
    """See ``TrialState``."""

    @property
    def node(self) -> WrittenElement:
        """The element that the finding is about; a ``NoFixFound`` where it is not in the text."""
        found = self.file.node(self.finding)
        if found is None:
            raise NoFixFound
        return found

    def get_argument(self, name: str) -> Any:
        """An argument of the finding."""
        return self.finding.arguments.get(name)


class NoFixFound(Exception):
    """A finding cannot be fixed, as it is in the text."""
