"""Code quality reports of GitLab, which shows findings beside the lines of a merge request."""

from __future__ import annotations

import os
from typing import Any

from ..diagnostic import Diagnostic
from ..fingerprints import Fingerprints, name_from
from .json import ListRenderer
from .printable import printable
from .renderer import Findings, Lines, Suppressed, in_order

_SEVERITIES = {"error": "major", "warning": "minor", "note": "info"}


class Gitlab(ListRenderer):
    """A list with an object for each finding; names of files start from ``root``, by default the working directory."""

    def __init__(self, *, root: str | os.PathLike[str] | None = None, lines: Lines) -> None:
        super().__init__()
        self._root = os.path.abspath(root if root is not None else os.curdir)
        self._fingerprints = Fingerprints(lines.get, self._root)

    def report(self, path: str, diagnostics: Findings, repeated: Findings = (), suppressed: Suppressed = ()) -> str:
        """The objects of one file, without what is suppressed."""
        hidden = {id(each.diagnostic) for each in suppressed}
        found = in_order([*diagnostics, *(each.diagnostic for each in suppressed)]) if suppressed else diagnostics
        return "".join(
            self.add_item(self._issue(diagnostic, path, fingerprint))
            for diagnostic, fingerprint in zip(found, self._fingerprints.of(path, found))
            if id(diagnostic) not in hidden
        )

    def _issue(self, d: Diagnostic, path: str, fingerprint: str) -> dict[str, Any]:
        begin = d.line or 1
        return {
            "description": printable(f"{d.code}: {d.message}; {d.hint}" if d.hint else f"{d.code}: {d.message}"),
            "check_name": f"{d.code} {d.name}",
            "fingerprint": fingerprint,
            "severity": _SEVERITIES[d.severity],
            "location": {
                "path": printable(name_from(d.file or path, self._root)),
                "lines": {"begin": begin, "end": d.end_line or begin},
            },
        }
