"""Definitions: which elements become classes, and what each can hold."""

from __future__ import annotations

from typing import Any

from bodyplan.codegen.passes.collection import collect

ROOT = """\
<element name="toy" required="1">
  <attribute name="name" type="string" required="1"/>
  <element name="mass" type="double" default="1" min="0" required="0"/>
  <element name="part" required="*"><element name="size" type="vector3" required="1"/></element>
  <include filename="pose.sdf" required="0"/>
</element>
"""
POSE = '<element name="pose" type="pose" default="0 0 0 0 0 0" required="0"><attribute name="to" type="string" required="0"/></element>'


def test_an_element_with_a_text_only_is_a_leaf_and_any_other_a_class(read_format: Any) -> None:
    compiled = collect(read_format({"1.0": {"root": ROOT, "pose": POSE}}))
    assert set(compiled.definitions["1.0"]) == {("root", "toy"), ("root", "toy/part"), ("pose", "pose")}
    parts = {part.name: part for part in compiled.definitions["1.0"]["root", "toy"].parts}
    assert [(name, part.kind) for name, part in parts.items()] == [
        ("name", "attribute"),
        ("mass", "leaf"),
        ("part", "child"),
        ("pose", "child"),
    ]
    assert (parts["mass"].default, parts["mass"].minimum) == ("1", "0")
    assert parts["part"].repeats
    assert parts["pose"].target == ("pose", "pose")


def test_readers_do_without_what_the_overlay_calls_optional(read_format: Any) -> None:
    root = '<element name="toy" required="1"><include filename="part.sdf" required="+"/></element>'
    part = '<element name="part" required="1"><attribute name="a" type="int" required="1"/></element>'
    docs = {"root": '["toy"]\noptional = ["part"]\n'}
    (found,) = collect(read_format({"1.0": {"root": root, "part": part}}, docs)).definitions["1.0"]["root", "toy"].parts
    assert (found.occurs, found.optional) == ("+", True)


def test_a_default_that_stands_for_none_is_none(read_format: Any) -> None:
    root = '<element name="toy" required="1"><element name="a" type="string" default="__default__" required="0"/></element>'
    (part,) = collect(read_format({"1.0": {"root": root}})).definitions["1.0"]["root", "toy"].parts
    assert part.default is None


def test_the_text_of_a_class_is_its_value(read_format: Any) -> None:
    compiled = collect(read_format({"1.0": {"root": ROOT, "pose": POSE}}))
    kinds = [(part.kind, part.name) for part in compiled.definitions["1.0"]["pose", "pose"].parts]
    assert kinds == [("attribute", "to"), ("text", "value")]


def test_versions_come_in_the_order_of_their_numbers(read_format: Any) -> None:
    files = {"root": ROOT, "pose": POSE}
    assert collect(read_format({"1.10": files, "1.9": files, "1.0": files})).versions == ["1.0", "1.9", "1.10"]


def test_the_overlay_says_what_a_part_means(read_format: Any) -> None:
    docs = {
        "root": '["toy/mass"]\ndoc = "How heavy."\nunit = "kg"\n["toy/@name"]\ndoc = "N."\nenum = "Names"\nvalues.a = "A."'
    }
    compiled = collect(read_format({"1.0": {"root": ROOT, "pose": POSE}}, docs))
    parts = {part.name: part for part in compiled.definitions["1.0"]["root", "toy"].parts}
    assert (parts["mass"].doc, parts["mass"].unit) == ("How heavy.", "kg")
    assert (parts["name"].enum, compiled.enums["Names"].values) == ("Names", {"a": "A."})
