"""Which attributes decoders look for first, as ``usage.toml`` says."""

from pathlib import Path

import pytest
from bodyplan.codegen.errors import SchemaError
from bodyplan.codegen.readers.usage import read_usage


def test_attributes_are_read_in_order(tmp_path: Path) -> None:
    (tmp_path / "usage.toml").write_text('attributes = ["name", "axis"]\n', encoding="utf-8")
    assert read_usage(tmp_path / "usage.toml") == ("name", "axis")


def test_without_a_file_there_are_none(tmp_path: Path) -> None:
    assert read_usage(tmp_path / "usage.toml") == ()


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('elements = ["body"]\n', "unknown key 'elements'"),
        ("attributes = true\n", "attributes is True"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(tmp_path: Path, text: str, fault: str) -> None:
    (tmp_path / "usage.toml").write_text(text, encoding="utf-8")
    with pytest.raises(SchemaError, match=fault) as raised:
        read_usage(tmp_path / "usage.toml")
    assert "usage.toml:1" in str(raised.value)
