"""Classes, fields and branches of decoders as data."""

from __future__ import annotations

from typing import Any

from bodyplan.codegen.model import CompiledFormat, ElementClass
from bodyplan.codegen.passes import PASSES
from bodyplan.codegen.passes.collection import collect
from bodyplan.codegen.views.classes import ClassPresenter, owner_name
from bodyplan.codegen.views.newest import NewestVersion
from bodyplan.codegen.views.records import ClassView, FieldView, PartView
from bodyplan.codegen.xsdata_model import build_classes

OLD = """\
<element name="toy" required="1">
  <attribute name="kind" type="string" required="1"/>
  <element name="mass" type="double" default="1" min="0" required="0"/>
  <element name="lost" type="int" required="0"/>
  <element name="grown" type="double" required="0"/>
  <element name="wheel" type="string" required="0"/>
  <element name="cover" required="0"><attribute name="a" type="int" required="0"/></element>
  <element name="box" required="1"><attribute name="size" type="vector3" default="1 1 1" required="0"/></element>
  <element name="link" type="string" required="*"/>
  <element name="label" type="string" required="+"/>
</element>
"""
NEW = (
    OLD.replace('<element name="lost" type="int" required="0"/>', "")
    .replace('name="wheel" type="string" required="0"', 'name="wheel" type="string" required="*"')
    .replace('<element name="cover" required="0"><attribute name="a" type="int" required="0"/></element>', "")
    .replace(
        '<element name="grown" type="double" required="0"/>',
        '<element name="grown" type="double" required="0"><attribute name="b" type="int" required="0"/></element>',
    )
)
DOCS = """\
["toy/@kind"]
doc = "Kind."
enum = "Kind"
values.a = "A."
values.b = "B."
["toy/mass"]
doc = "How heavy"
unit = "kg"
required_when = { "@kind" = ["a"] }
["toy/wheel"]
several = true
["toy/cover"]
doc = "What it is kept in."
several_when = { "@kind" = ["a", "b"] }
["toy"]
doc = "A toy."
choice = ["box", "cover"]
optional = ["label"]
"""


def compiled(read_format: Any) -> CompiledFormat:
    found = collect(read_format({"1.0": {"root": OLD}, "1.1": {"root": NEW}}, {"root": DOCS}))
    for run in PASSES:
        run(found)
    return found


def view_of(read_format: Any, version: str, name: str = "Toy") -> ClassView:
    model = compiled(read_format)
    classes = [cls for cls in build_classes(model) if isinstance(cls, ElementClass) and not cls.external]
    fields = {cls.name: frozenset(attr.name for attr in cls.element_attrs) for cls in classes if cls.version == "1.1"}
    fields["Box"] = frozenset({"size"})
    newest = NewestVersion(model, fields)
    (cls,) = (cls for cls in classes if cls.name == name and cls.version == version)
    return ClassPresenter(model, cls, newest, frozenset()).view()


def field(view: ClassView, name: str) -> FieldView:
    return next(item for item in view.declarations if item.name == name)


def branch(view: ClassView, name: str) -> PartView:
    return next(part for part in view.parts if part.name == name)


def test_a_field_says_what_it_reads_as(read_format: Any) -> None:
    view = view_of(read_format, "1.0")
    shown = {item.name: (item.annotation, item.default, item.absent, item.required) for item in view.declarations}
    assert shown["kind"] == ("Convertible[Kind, KindText]", None, '""', True)
    assert shown["mass"] == ("float", "1.0", None, False)
    assert shown["lost"] == ("int | None", "None", None, False)
    assert shown["link"] == ("list[str]", "[]", None, False)
    assert field(view, "mass").minimum == "0.0"
    assert field(view, "mass").doc == ['"""How heavy. Unit: kg. Default: ``1``."""']
    assert field(view, "box").default_factory == "lambda: Box.implied()"


def test_what_became_of_a_part_in_the_newest_version(read_format: Any) -> None:
    view = view_of(read_format, "1.0")
    changes = {part.name: part.change for part in view.parts if part.change}
    assert changes == {"lost": "gone", "wheel": "repeats"}, "where a class is gone, making an object of it tells"
    assert branch(view, "grown").holder == "Grown"


def test_nothing_became_of_the_parts_of_the_newest_version(read_format: Any) -> None:
    assert not any(part.change or part.holder for part in view_of(read_format, "1.1").parts)


def test_a_field_says_when_readers_take_several_where_the_description_has_one(read_format: Any) -> None:
    view = view_of(read_format, "1.0")
    assert {item.name: item.several for item in view.declarations if item.several} == {
        "wheel": "True",
        "cover": "{'kind': ('a', 'b')}",
    }
    assert "the others are in ``any_elements``" in " ".join(field(view, "cover").doc)


def test_a_list_says_nothing_of_several(read_format: Any) -> None:
    assert not any(item.several for item in view_of(read_format, "1.1").declarations)


def test_what_may_stand_there_many_times_is_looked_for_first(read_format: Any) -> None:
    assert [part.name for part in view_of(read_format, "1.0").children] == [
        *("link", "label", "mass", "lost", "grown", "wheel", "cover", "box"),
    ]


def test_only_what_has_no_default_all_the_way_down_is_asked_for(read_format: Any) -> None:
    assert view_of(read_format, "1.0").required == ["kind"]


def test_choices_and_conditions_name_fields(read_format: Any) -> None:
    view = view_of(read_format, "1.0")
    assert [part.name for part in view.children if part.is_choice] == ["cover", "box"]
    (condition,) = view.conditions
    assert (condition.attribute, condition.table, condition.rows) == ("kind", "_TOY_BY_KIND", [("mass", True, ("a",))])


def test_the_object_is_called_as_its_element_unless_the_decoder_needs_the_name() -> None:
    assert [owner_name(name) for name in ("joint", "leftHand", "text", "class")] == [
        *("joint", "left_hand", "text_", "class_"),
    ]
