"""SARIF 2.1.0, the interchange format of static analysis results (OASIS standard)."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable
from pathlib import Path, PurePath
from typing import Any
from urllib.parse import quote

from ..address import DOCUMENTATION
from ..diagnostic import Diagnostic, Related
from ..explanations.blocks import Block, Heading, markdown, plain
from ..explanations.loader import read_explanation
from ..explanations.page import explanation
from ..fingerprints import KIND, Fingerprints, name_from
from ..fix import Edit, Fix
from ..registry import REGISTRY
from ..repetitions import fold, kind_of
from ..rule import address_of
from .printable import printable_json
from .renderer import Findings, Lines, Renderer, Suppressed, SuppressedFinding, in_order

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
ROOT = "%SRCROOT%"
"""What addresses of files in the folder of the run start from."""

_FIELD = "‹"
_SENTENCE = re.compile(r".*?\.(?=\s+[A-Z<`]|$)", re.DOTALL)
_KINDS = {"comment": "inSource", "baseline": "external"}


class Sarif(Renderer):
    """One run; written when it is over, since the rules that were met come with it.

    Args:
        version: of bodyplan, for the tool's description.
        root: the folder that addresses of files in it start from; None: the working directory.
        lines: the lines of the documents.
    """

    def __init__(self, *, version: str | None = None, root: str | os.PathLike[str] | None = None, lines: Lines) -> None:
        self._version = version
        self._root = os.path.abspath(root if root is not None else os.curdir)
        self._fingerprints = Fingerprints(lines.get, self._root)
        self._rules: dict[str, int] = {}
        self._described: list[dict[str, Any]] = []
        self._results: list[dict[str, Any]] = []
        self._artifacts: dict[str, int] = {}
        self._checked: set[str] = set()
        self._has_suppressed = False

    def report(self, path: str, diagnostics: Findings, repeated: Findings = (), suppressed: Suppressed = ()) -> str:
        """Nothing yet; the findings are kept for the end."""
        self._checked.add(name_from(path, self._root))
        self._artifact(path)
        by = {id(each.diagnostic): each for each in suppressed}
        found = in_order([*diagnostics, *(each.diagnostic for each in suppressed)]) if suppressed else diagnostics
        single = dict(zip(map(id, found), self._fingerprints.of(path, found)))
        # what was suppressed is one result for each, as each has its own reason
        shown = found if not by else [each for each in found if id(each) not in by]
        results = [*fold(shown), *(each.diagnostic for each in suppressed)]
        for diagnostic in in_order(results) if by else results:
            kind = kind_of(diagnostic) if diagnostic.places else None
            fingerprint = single[id(diagnostic)] if kind is None else self._fingerprints.of_kind(path, kind)
            self._results.append(self._result(diagnostic, path, fingerprint, by.get(id(diagnostic))))
        return ""

    def end(self) -> str:
        """The whole log."""
        driver: dict[str, Any] = {"name": "bodyplan", "informationUri": DOCUMENTATION}
        if self._version:
            driver["version"] = self._version
        driver["rules"] = self._described
        if self._has_suppressed:
            # where some results are suppressed, the others have to say that they are not
            for result in self._results:
                result.setdefault("suppressions", [])
        run = {
            "tool": {"driver": driver},
            "invocations": [{"executionSuccessful": True}],
            "originalUriBaseIds": {ROOT: {"uri": Path(self._root, "_").as_uri()[:-1]}},
            "artifacts": [
                {"location": _address(name), "roles": ["analysisTarget" if name in self._checked else "resultFile"]}
                for name in self._artifacts
            ],
            "columnKind": "unicodeCodePoints",
            "results": self._results,
        }
        log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
        return printable_json(json.dumps(log, indent=2)) + "\n"

    def _result(self, d: Diagnostic, path: str, fingerprint: str, by: SuppressedFinding | None) -> dict[str, Any]:
        file = d.file or path
        location = self._place(file, d)
        result: dict[str, Any] = {
            "ruleId": d.code,
            "ruleIndex": self._index(d),
            "level": d.severity,
            "message": {"text": d.format_words()},
            "locations": [location],
            "partialFingerprints": {KIND: fingerprint},
        }
        related = [
            {**self._location(other.file, other), "message": {"text": other.message}}
            for each in (d.places or (d,))
            for other in each.related
            if other.file
        ]
        if d.places:
            # the standard wants one location for what can be corrected place by place
            result["occurrenceCount"] = d.count
            related = [
                {**self._place(file, each), "message": {"text": each.message}} for each in d.places[1:]
            ] + related
        if d.refused_by or d.argument_sets:
            said = {"refusedBy": list(d.refused_by), "argumentSets": list(d.argument_sets)}
            result["properties"] = {name: each for name, each in said.items() if each}
        if related:
            result["relatedLocations"] = [{"id": index, **place} for index, place in enumerate(related, 1)]
        if d.fix is not None:
            result["fixes"] = [self._fix(d.fix, file)]
        if by is not None:
            self._has_suppressed = True
            suppression = {"kind": _KINDS[by.by]}
            result["suppressions"] = [suppression | ({"justification": by.reason} if by.reason else {})]
        return result

    def _index(self, d: Diagnostic) -> int:
        if d.code not in self._rules:
            self._rules[d.code] = len(self._described)
            self._described.append(_rule_entry(d))
        return self._rules[d.code]

    def _place(self, file: str, d: Diagnostic) -> dict[str, Any]:
        location = self._location(file, d)
        if d.xpath:
            kind = "attribute" if "/@" in d.xpath.rsplit("]", 1)[-1] else "element"
            location["logicalLocations"] = [{"fullyQualifiedName": d.xpath, "kind": kind}]
        return location

    def _location(self, file: str, place: Diagnostic | Related) -> dict[str, Any]:
        physical: dict[str, Any] = {"artifactLocation": self._artifact(file)}
        if place.line:
            physical["region"] = _region(place)
        return {"physicalLocation": physical}

    def _artifact(self, file: str) -> dict[str, Any]:
        name = name_from(file, self._root)
        index = self._artifacts.setdefault(name, len(self._artifacts))
        return {**_address(name), "index": index}

    def _fix(self, fix: Fix, file: str) -> dict[str, Any]:
        by_file: dict[str, list[dict[str, Any]]] = {}
        for edit in fix.edits:
            replacement = {"deletedRegion": _region(edit), "insertedContent": {"text": edit.text}}
            by_file.setdefault(edit.file or file, []).append(replacement)
        changes = [
            {"artifactLocation": self._artifact(name), "replacements": replacements}
            for name, replacements in by_file.items()
        ]
        return {"description": {"text": fix.title}, "artifactChanges": changes, "properties": {"safe": fix.safe}}


def _rule_entry(d: Diagnostic) -> dict[str, Any]:
    """What readers of the log alone are shown of a rule: whole sentences, without fields of templates."""
    rule = REGISTRY.get(d.code)
    if rule is None:  # nothing explains it, so that the finding is the example
        text = f"{d.message}; {d.hint}" if d.hint else d.message
        short, whole, words = f"{d.name.replace('-', ' ').capitalize()}.", f"For example: {text}.", text
    else:
        whole = " ".join(read_explanation(d.code).why.split())
        first = _SENTENCE.match(whole)
        blocks = list(_without_fields(explanation(d.code).blocks))
        short, text, words = first[0] if first else whole, plain(blocks), markdown(blocks)
    return {
        "id": d.code,
        "name": "".join(
            part[:1].upper() + part[1:] for part in d.name.split("-")
        ),  # an identifier, as the standard asks
        "shortDescription": {"text": short},
        "fullDescription": {"text": whole},
        "help": {"text": text, "markdown": words},
        **({} if rule is None else {"helpUri": address_of(d.code, d.name)}),
        "defaultConfiguration": {"level": d.severity if rule is None else rule.severity},
        **({"properties": {"tags": [rule.group]}} if rule is not None and rule.group else {}),
    }


def _without_fields(blocks: Iterable[Block]) -> Iterable[Block]:
    """The blocks that hold no template, and the headings of these."""
    heading: Heading | None = None
    for block in blocks:
        if isinstance(block, Heading):
            if block.level == 1:
                yield block
            else:
                heading = block
        elif _FIELD not in markdown((block,)):
            if heading is not None:
                yield heading
                heading = None
            yield block


def _region(place: Diagnostic | Related | Edit) -> dict[str, int]:
    region = {"startLine": place.line}
    if place.column:
        region["startColumn"] = place.column
        if place.end_line is not None and place.end_column is not None:
            region |= {"endLine": place.end_line, "endColumn": place.end_column}
    return region


def _address(name: str) -> dict[str, Any]:
    """Where a file is, by its name as seen from the root."""
    path = PurePath(name)
    if path.is_absolute():
        return {"uri": path.as_uri()}
    return {"uri": quote(name.encode("utf-8", "surrogateescape")), "uriBaseId": ROOT}
