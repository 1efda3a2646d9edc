"""The XML Schemas that are made of the descriptions agree with our own strict check over the corpus.

What XML Schema 1.0 cannot express, and what it cannot but express otherwise, is excused by rule.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest
from bodyplan import sdformat, skel, urdf
from bodyplan.codegen import xsd
from bodyplan.diagnostics.diagnostic import Diagnostic
from bodyplan.runtime.sink import Sink
from bodyplan.runtime.source import Source
from bodyplan.semantics.core.options import Options
from bodyplan.semantics.document.parser import read
from lxml import etree

VERSIONS = {module.__name__.rpartition(".")[2]: tuple(module.VERSIONS) for module in (sdformat, urdf, skel)}
STRUCTURE = ("BP201", "BP202", "BP204", "BP107")
"""What we reject for structure: unknown elements and attributes, missing attributes, words that are not listed."""

NO_SUCH_ROOT = "No matching global declaration"
"""Documents of SDFormat 1.0 have the root <gazebo>; readers take <sdf> as well."""

INCLUDED_EARLY = "Element 'include': This element is not expected"
"""Readers take an include in a model in documents of versions that do not have it there yet."""

IN_NAMES = re.compile(r"""\[@name=("[^"]*"|'[^']*')\]""")


def is_extension(finding: Diagnostic) -> bool:
    """Whether a finding is about what stands in a namespace, which the schema lets through unchecked."""
    return ":" in IN_NAMES.sub("", finding.xpath)


class Judged(NamedTuple):
    """A file with what we and the schema say of it."""

    path: Path
    errors: set[str]
    structure: set[str]
    objections: list[str]


@pytest.fixture(scope="module")
def schemas() -> dict[tuple[str, str], etree.XMLSchema]:
    return {
        (format, version): etree.XMLSchema(etree.fromstring(xsd.render(format, version).encode()))
        for format, versions in VERSIONS.items()
        for version in versions
    }


def test_every_version_of_every_format_has_a_valid_schema(schemas: dict[tuple[str, str], etree.XMLSchema]) -> None:
    assert len(schemas) == sum(map(len, VERSIONS.values())) >= 16
    assert xsd.render("sdformat") == xsd.render("sdformat", sdformat.NEWEST)


def test_schema_takes_good_and_refuses_bad_documents(schemas: dict[tuple[str, str], etree.XMLSchema]) -> None:
    schema = schemas["sdformat", sdformat.NEWEST]
    good = '<sdf version="1.12"><model name="m"><pose> 1 2 3\n0 0 0 </pose><link name="l"/>{}</model></sdf>'
    assert schema.validate(etree.fromstring(good.format("")))
    for bad in (
        "<lnik/>",
        '<link nme="l"/>',
        "<link/>",
        '<joint name="j" type="revolte"><parent>l</parent><child>k</child></joint>',
        "<pose>1 2 3</pose>",
        "<static>maybe</static>",
    ):
        assert not schema.validate(etree.fromstring(good.format(bad))), bad


@pytest.fixture(scope="module")
def judged(corpus_files: tuple[Path, ...], schemas: dict[tuple[str, str], etree.XMLSchema]) -> list[Judged]:
    found = []
    for path in corpus_files:
        source, sink = Source(str(path), path.read_bytes()), Sink(strict=True)
        parsed = read(source, sink, Options(strict=True))
        if parsed is None or parsed.format not in VERSIONS or parsed.read_as != (parsed.version or parsed.read_as):
            continue
        try:
            root = etree.fromstring(path.read_bytes())
        except etree.XMLSyntaxError:
            continue  # not strict XML: no schema can be asked
        schema = schemas[parsed.format, parsed.read_as]
        schema.validate(root)
        objections = [f"{entry.line}: {entry.message}" for entry in schema.error_log]
        errors = [finding for finding in sink.found if finding.severity == "error" and finding.code < "BP3"]
        plain = {finding.code for finding in errors if finding.code in STRUCTURE and not is_extension(finding)}
        found.append(Judged(path, {finding.code for finding in errors}, plain, objections))
    return found


@pytest.mark.corpus
def test_what_we_accept_the_schema_accepts(judged: list[Judged]) -> None:
    accepted = [file for file in judged if not file.errors]
    refused = [
        f"{file.path}: {file.objections[0]}"
        for file in accepted
        if file.objections
        if NO_SUCH_ROOT not in file.objections[0] and INCLUDED_EARLY not in file.objections[0]
    ]
    print(f"{len(judged)} files, {len(accepted)} accepted by us, {len(accepted) - len(refused)} by the schema too")
    assert refused == []


@pytest.mark.corpus
def test_what_we_reject_for_structure_the_schema_rejects(judged: list[Judged]) -> None:
    rejected = [file for file in judged if file.structure]
    counts = Counter(code for file in rejected for code in file.structure)
    taken = [f"{file.path}: {sorted(file.structure)}" for file in rejected if not file.objections]
    print(
        f"{len(rejected)} files rejected for structure, {dict(counts)}, {len(rejected) - len(taken)} by the schema too"
    )
    assert taken == []
