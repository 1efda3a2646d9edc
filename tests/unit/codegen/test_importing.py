"""Descriptions and conversion rules are taken over without their prose."""

from __future__ import annotations

from bodyplan.codegen.sdformat_import import normalise_conversion, normalise_description

RULES = b"""<?xml version='1.0'?><!-- prose -->
<convert name="sdf">
  <convert name="model"><!-- more -->
    <move><from element="a::b"/><to attribute="c"/></move>
    <copy> x &lt; y </copy>
  </convert>
</convert>"""


def test_conversion_rules_are_laid_out_by_their_depth() -> None:
    assert normalise_conversion(RULES, "1_2.convert").splitlines() == [
        '<convert name="sdf">',
        '  <convert name="model">',
        "    <move>",
        '      <from element="a::b"/>',
        '      <to attribute="c"/>',
        "    </move>",
        "    <copy>x &lt; y</copy>",
        "  </convert>",
        "</convert>",
    ]


def test_descriptions_keep_facts_and_lose_prose() -> None:
    text = b"""<element name="a" required="0"><description>prose</description>
    <element name="b" type="double" default="1" required="1"><description>more</description></element>
    <attribute name="c" type="string" default="" required="1"><description>still more</description></attribute></element>"""
    made = normalise_description(text, "a.sdf")
    assert "prose" not in made
    assert "more" not in made
    # attributes come first
    assert made.index('name="c"') < made.index('name="b"')
    assert [len(line) - len(line.lstrip()) for line in made.splitlines()] == [0, 2, 2, 0]
