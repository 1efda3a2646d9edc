"""Words of documents, whether the schema knows them or not."""

from __future__ import annotations


def format_enum(value: object) -> str:
    """The text of a member of an enumeration, or of a word that is none."""
    # ``value`` of a member is looked up by calls, what it answers is kept as ``_value_``
    return str(getattr(value, "_value_", value))
