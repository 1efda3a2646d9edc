"""Paths from one generated module to others."""

from __future__ import annotations

from bodyplan.codegen.views.imports import Imports


def test_inside_the_library_imports_are_relative() -> None:
    imports = Imports("sdformat.v1_12.joint", "", ["sdformat.v1_12", "sdformat.v1_9"])
    assert imports.path("sdformat.v1_12.sensor") == ".sensor"
    assert imports.path("sdformat.v1_9.pose") == "..v1_9.pose"
    assert imports.path("sdformat.enums") == "..enums"
    assert imports.runtime == "...runtime"


def test_a_package_of_a_user_takes_from_the_library_what_it_does_not_make() -> None:
    imports = Imports("sdformat.v1_12_acme.joint", "bodyplan", ["sdformat.v1_12_acme"])
    assert imports.path("sdformat.v1_12_acme.acme") == ".acme"
    assert imports.path("sdformat.v1_9.pose") == "bodyplan.sdformat.v1_9.pose"
    assert imports.path("..enums") == "..enums"
    assert [
        (item.module, item.names)
        for item in imports.of_types(["Color as ColorValue"], ["Convertible"], {}, [], {}, defers=False)
    ] == [
        ("bodyplan.runtime", ["fields as xml"]),
        ("bodyplan.runtime.element", ["Element"]),
        ("bodyplan.runtime.value_types", ["Convertible"]),
        ("bodyplan.runtime.values", ["Color as ColorValue"]),
    ]
