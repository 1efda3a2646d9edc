"""Code quality reports of GitLab, which shows findings beside the lines of a merge request."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from ..diagnostic import Diagnostic
from ..fingerprints import Fingerprints, name_from
from ..repetitions import fold, kind_of
from .json import ListRenderer
from .printable import printable
from .renderer import Findings, Lines, Suppressed, in_order

_SEVERITIES = {"error": "major", "warning": "minor", "note": "info"}


class Gitlab(ListRenderer):
    """A list with an object for each finding, or for all that a file repeats; names of files start from ``root``, by default the working directory."""

    def __init__(self, *, root: str | os.PathLike[str] | None = None, lines: Lines) -> None:
        super().__init__()
        self._root = os.path.abspath(root if root is not None else os.curdir)
        self._fingerprints = Fingerprints(lines.get, self._root)

    def report(self, path: str, diagnostics: Findings, repeated: Findings = (), suppressed: Suppressed = ()) -> str:
        """The objects of one file, without what is suppressed."""
        hidden = {id(each.diagnostic) for each in suppressed}
        found = in_order([*diagnostics, *(each.diagnostic for each in suppressed)]) if suppressed else diagnostics
        single = dict(zip(map(id, found), self._fingerprints.of(path, found)))
        return "".join(
            self.add_item(self._issue(each, path, single)) for each in fold([d for d in found if id(d) not in hidden])
        )

    def _issue(self, d: Diagnostic, path: str, single: Mapping[int, str]) -> dict[str, Any]:
        kind = kind_of(d) if d.places else None
        issue: dict[str, Any] = {
            "description": printable(f"{d.code}: {d.format_words()}"),
            "check_name": f"{d.code} {d.name}",
            "fingerprint": single[id(d)] if kind is None else self._fingerprints.of_kind(path, kind),
            "severity": _SEVERITIES[d.severity],
            "location": self._location(d, path),
        }
        if d.places:
            issue["other_locations"] = [self._location(place, path) for place in d.places[1:]]
        return issue

    def _location(self, d: Diagnostic, path: str) -> dict[str, Any]:
        begin = d.line or 1
        return {
            "path": printable(name_from(d.file or path, self._root)),
            "lines": {"begin": begin, "end": d.end_line or begin},
        }
