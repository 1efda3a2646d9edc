"""SARIF 2.1.0, the interchange format of static analysis results (OASIS standard)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from ..diagnostic import Diagnostic
from ..rule import Rule
from .catalogue import all_rules, worded
from .printable import printable_json

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


class Sarif:
    """One run; written when it is over, since the rules that were met come with it.

    Args:
        version: of bodyplan, for the tool's description.
    """

    def __init__(self, *, version: str | None = None) -> None:
        self._version = version
        self._rules: dict[str, int] = {}
        self._described: list[dict[str, Any]] = []
        self._results: list[dict[str, Any]] = []
        self._catalogue = all_rules()

    def begin(self) -> str:
        """Nothing yet."""
        return ""

    def report(self, path: str, diagnostics: Sequence[Diagnostic], repeated: Sequence[Diagnostic] = ()) -> str:
        """Nothing yet; the findings are kept for the end."""
        self._results.extend(self._result(d, path) for d in diagnostics)
        return ""

    def end(self) -> str:
        """The whole log."""
        driver: dict[str, Any] = {"name": "bodyplan"}
        if self._version:
            driver["version"] = self._version
        driver["rules"] = self._described
        run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": self._results}
        log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
        return printable_json(json.dumps(log, ensure_ascii=False, indent=2)) + "\n"

    def _result(self, d: Diagnostic, path: str) -> dict[str, Any]:
        location = _location(d.file or path, d.line, d.column)
        if d.xpath:
            kind = "attribute" if "/@" in d.xpath.rsplit("]", 1)[-1] else "element"
            location["logicalLocations"] = [{"fullyQualifiedName": d.xpath, "kind": kind}]
        result: dict[str, Any] = {
            "ruleId": d.code,
            "ruleIndex": self._index(d),
            "level": d.severity,
            "message": {"text": f"{d.message}; {d.hint}" if d.hint else d.message},
            "locations": [location],
        }
        related = [
            {**_location(other.file, other.line, other.column), "message": {"text": other.message}}
            for other in d.related
            if other.file
        ]
        if related:
            result["relatedLocations"] = [{"id": index, **place} for index, place in enumerate(related, 1)]
        return result

    def _index(self, d: Diagnostic) -> int:
        if d.code not in self._rules:
            self._rules[d.code] = len(self._described)
            self._described.append(_rule_entry(d, self._catalogue.get(d.code)))
        return self._rules[d.code]


def _rule_entry(d: Diagnostic, rule: Rule | None) -> dict[str, Any]:
    text: dict[str, Any] = {"id": d.code, "name": _camel(d.name), "shortDescription": {"text": d.name}}
    if rule is not None:
        text["fullDescription"] = {"text": worded(rule.message)}
        text["defaultConfiguration"] = {"level": rule.severity}
        text["help"] = {"text": f"{worded(rule.hint or rule.message)} (from: {rule.spec})"}
    return text


def _camel(name: str) -> str:
    """``pose-cycle`` as ``PoseCycle``: the standard wants identifiers for names of rules."""
    return "".join(part[:1].upper() + part[1:] for part in name.split("-"))


def _location(file: str, line: int, column: int) -> dict[str, Any]:
    physical: dict[str, Any] = {"artifactLocation": {"uri": _uri(file)}}
    if line:
        physical["region"] = {"startLine": line, **({"startColumn": column} if column else {})}
    return {"physicalLocation": physical}


def _uri(file: str) -> str:
    path = PurePath(file)
    if path.is_absolute():
        return path.as_uri()
    return quote(path.as_posix().encode("utf-8", "surrogateescape"))
