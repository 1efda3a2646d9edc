"""Words for the channels and depth of a pixel are those of libsdformat, which refuses others."""

from __future__ import annotations

from collections.abc import Sequence

import bodyplan
import pytest
from bodyplan.diagnostics.diagnostic import Diagnostic

CAMERA = """<sdf version="1.12"><model name="m"><link name="l"><sensor name="s" type="camera"><camera>
<horizontal_fov>1</horizontal_fov><image><width>3</width><height>3</height>{}</image>
<clip><near>0.1</near><far>10</far></clip></camera></sensor></link></model></sdf>"""


def findings(format: str, target: str | None = None) -> Sequence[Diagnostic]:
    text = CAMERA.format(f"<format>{format}</format>")
    try:
        return bodyplan.loads(text, target=target).check().diagnostics
    except bodyplan.LoadError as error:
        return error.diagnostics


@pytest.mark.parametrize("word", ["R8G8B8", "L_INT8", "RGBA_INT8", "BGR_INT32", "RGB_FLOAT16", "BAYER_GRBG8"])
def test_words_that_libsdformat_knows_pass(word: str) -> None:
    assert not findings(word)
    assert not [found for found in findings(word, "libsdformat") if found.severity == "error"]


@pytest.mark.parametrize("word", ["R16G16B16", "B8G8R8A8", "BAYER_RGGR8", "UNKNOWN_PIXEL_FORMAT"])
@pytest.mark.parametrize("target", [None, "libsdformat", "drake"])
def test_words_that_it_refuses_are_errors(word: str, target: str | None) -> None:
    (found,) = [each for each in findings(word, target) if each.severity == "error"]
    assert (found.code, found.line) == ("BP107", 2)


def test_a_misspelt_word_has_a_suggestion() -> None:
    (found,) = findings("RBG_INT8")
    assert found.hint == "did you mean 'RGB_INT8'?"


def test_many_words_are_named_in_the_detail() -> None:
    (found,) = findings("yuv422")
    assert str(found.hint).endswith("…")
    assert "RGB_FLOAT32" not in found.format_words()
    assert "RGB_FLOAT32" in str(found.detail)


def test_an_empty_format_is_its_default() -> None:
    (found,) = findings("")
    assert (found.code, found.severity, found.hint) == ("BP109", "warning", "write it like L8, or leave it out")
