"""The kinds of fixes by the names that the registry of rules has for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from . import inertia_fixes, structure_fixes, value_fixes
from .candidate import NoFixFound

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from .candidate import Case, Draft

KINDS: Final[Mapping[str, Callable[[Case], Iterator[Draft]]]] = {
    "nearest": value_fixes.correct_spelling,
    "refer": value_fixes.correct_reference,
    "key": value_fixes.correct_key,
    "rename": value_fixes.rename_duplicate,
    "name": value_fixes.add_name,
    "remove": value_fixes.remove_element,
    "write": value_fixes.write_expected,
    "put": value_fixes.write_text,
    "cut": value_fixes.remove_trailing_text,
    "shorten": value_fixes.remove_extra_numbers,
    "pad": value_fixes.pad_pose,
    "number": value_fixes.write_number,
    "trim": value_fixes.trim_blanks,
    "blanks": value_fixes.insert_blanks,
    "size": value_fixes.remove_sign,
    "normalise": value_fixes.normalize_vector,
    "identity": value_fixes.write_identity,
    "exchange": value_fixes.exchange_values,
    "possible-inertia": inertia_fixes.write_possible_inertia,
    "inertia-of-shapes": inertia_fixes.write_inertia_of_shapes,
    "repeated": structure_fixes.remove_repeated,
    "stray": structure_fixes.remove_stray_text,
    "xml": structure_fixes.escape_xml,
    "declare": structure_fixes.declare_prefix,
    "add": structure_fixes.add_element,
    "succeed": structure_fixes.replace_deprecated,
    "raise": structure_fixes.raise_version,
    "version": structure_fixes.declare_version,
}


def find_drafts(case: Case) -> list[Draft]:
    """What would fix a finding, the best first; nothing where only the parser understands how the text is written."""
    try:
        return [draft for draft in KINDS[case.fixing.kind](case) if draft.changes]
    except (NoFixFound, IndexError, AssertionError):
        return []
