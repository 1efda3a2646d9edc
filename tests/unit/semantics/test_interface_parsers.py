"""Custom parsers are asked last first, pass on with None, stop with diagnostics, and answer valid models."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from bodyplan.diagnostics.diagnostic import Diagnostic
from bodyplan.runtime.sink import Sink
from bodyplan.semantics.includes.inclusion import offer
from bodyplan.semantics.includes.interface import (
    FrameInterface,
    InterfaceModel,
    JointInterface,
    LinkInterface,
    ModelInterface,
    NestedInclude,
)

INCLUDE = NestedInclude(uri="model://r/r.yaml", resolved_file_name=Path("/m/r.yaml"), local_model_name="r")


def model(name: str = "r", **changes: Any) -> ModelInterface:
    values: dict[str, Any] = {"canonical_link_name": "base", "links": [LinkInterface(name="base")], **changes}
    return ModelInterface(name=name, **values)


def codes(sink: Sink) -> list[str]:
    return [diagnostic.code for diagnostic in sink.found]


def test_the_last_parser_is_asked_first_and_none_passes_on() -> None:
    asked: list[str] = []

    def parser(name: str, answer: InterfaceModel | None) -> Any:
        def parse(include: NestedInclude) -> InterfaceModel | None:
            asked.append(name)
            return answer

        return parse

    sink = Sink()
    answer = offer(INCLUDE, [parser("1", model("one")), parser("2", model("two")), parser("3", None)], sink)
    assert answer is not None
    assert answer.name == "two"
    assert asked == ["3", "2"]
    assert sink.ok


def test_diagnostics_of_a_parser_stop_the_search() -> None:
    sink = Sink()

    def broken(include: NestedInclude) -> list[Diagnostic]:
        return [include.problem("no body", line=3)]

    assert offer(INCLUDE, [lambda include: pytest.fail("asked"), broken], sink) is None
    (found,) = sink.found
    assert (found.code, found.message, found.file, found.line) == ("BP430", "no body", str(Path("/m/r.yaml")), 3)


def test_no_diagnostics_at_all_pass_on() -> None:
    sink = Sink()
    assert offer(INCLUDE, [lambda include: model(), lambda include: []], sink) is not None
    assert sink.ok


def test_parser_that_raises_or_answers_nonsense_is_a_finding() -> None:
    for parser in (lambda include: 1 / 0, lambda include: [42], lambda include: 42):
        sink = Sink()
        assert offer(INCLUDE, [lambda include: pytest.fail("asked"), parser], sink) is None
        assert codes(sink) == ["BP431"]


def test_a_file_that_no_parser_reads_is_a_finding() -> None:
    sink = Sink()
    assert offer(INCLUDE, [lambda include: None], sink) is None
    assert codes(sink) == ["BP432"]


@pytest.mark.parametrize("file", ["r.sdf", "r.world", "R.SDF"])
def test_files_of_sdformat_are_never_offered(file: str) -> None:
    sink = Sink()
    include = NestedInclude(uri=file, resolved_file_name=Path("/m") / file)
    assert offer(include, [lambda include: pytest.fail("asked")], sink) is None


def test_merging_needs_a_parser_that_supports_it() -> None:
    include = NestedInclude(uri="r.yaml", resolved_file_name=Path("/m/r.yaml"), is_merge=True)
    sink = Sink()
    assert offer(include, [lambda include: model()], sink) is None
    assert codes(sink) == ["BP434"]
    assert offer(include, [lambda include: model(supports_merge=True)], Sink()) is not None


def test_absolute_name_is_composed_of_the_parents() -> None:
    include = NestedInclude(
        uri="r.yaml", resolved_file_name=Path("/m/r.yaml"), absolute_parent_name="a::b", local_model_name="c"
    )
    assert include.absolute_model_name == "a::b::c"
    assert INCLUDE.absolute_model_name == "r"


def test_valid_model_of_every_part_is_accepted() -> None:
    nested = model("inner", frames=[FrameInterface(name="f", attached_to="base")])
    full = ModelInterface(
        name="outer",
        canonical_link_name="inner::base",
        links=[LinkInterface(name="l")],
        joints=[JointInterface(name="j", child="inner::f")],
        frames=[FrameInterface(name="g"), FrameInterface(name="h", attached_to="inner")],
        nested_models=[nested],
    )
    assert isinstance(full, InterfaceModel)
    sink = Sink()
    assert offer(INCLUDE, [lambda include: full], sink) is full
    assert sink.ok


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"name": ""}, "a model has no name"),
        ({"name": "a::b"}, "'::'"),
        ({"name": "__x__"}, "reserved"),
        ({"canonical_link_name": ""}, "no link ''"),
        ({"canonical_link_name": "inner::base"}, "no link 'inner::base'"),
        ({"links": [LinkInterface(name="base"), LinkInterface(name="base")]}, "two of the name 'base'"),
        ({"frames": [FrameInterface(name="f", attached_to="f")]}, "attached to 'f'"),
        ({"frames": [FrameInterface(name="f", attached_to="")]}, "attached to ''"),
        ({"joints": [JointInterface(name="j", child="none")]}, "no child 'none'"),
        ({"nested_models": [model("world")]}, "reserved"),
        ({"nested_models": [model("n", canonical_link_name="x")]}, "'r::n' has no link 'x'"),
    ],
)
def test_model_that_does_not_hold_together_is_refused(changes: dict[str, Any], reason: str) -> None:
    sink = Sink()
    assert offer(INCLUDE, [lambda include: model(**changes)], sink) is None
    (found,) = sink.found
    assert found.code == "BP433"
    assert reason in found.message
