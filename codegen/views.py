"""What the templates print: finished strings for fields, decoders and encoders. Decides; the templates only lay out."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass, field

from ..runtime.naming import function_name
from .model import CompiledFormat, Definition, ElementAttr, ElementClass, Key, Part
from .passes.names import member_name
from .scalar_types import ABSENT, SCALARS, literal

WIDTH = 112

KNOWN = {"double": "numbers", "boolean": "words", "vector2d": "pairs", "vector3": "triples", "color": "colors"}
"""Reader to the dictionary of ``Context`` with the values of texts that it read already."""


@dataclass(slots=True, kw_only=True)
class FieldView:
    """A dataclass field."""

    name: str
    annotation: str
    assignment: str
    doc: list[str]


@dataclass(slots=True, kw_only=True)
class ClassView:
    """A dataclass, its decoder and its encoder."""

    name: str
    function: str
    xml_name: str
    namespace: str | None
    doc: list[str]
    fields: list[FieldView]
    absent: list[str]
    gone: tuple[str, ...] = ()
    attributes: list[str] = field(default_factory=list)
    branches: list[str] = field(default_factory=list)
    checks: list[str] = field(default_factory=list)
    constants: list[str] = field(default_factory=list)
    encode: list[str] = field(default_factory=list)
    any_content: bool = False
    is_root: bool = False
    has_text: bool = False
    uses_seen: bool = False
    uses_tag: bool = False
    uses_value: bool = False
    known: list[str] = field(default_factory=list)
    """The context's dictionaries of values by their texts that the decoder looks into."""
    has_foreign_attributes: bool = False


class ClassPresenter:
    """Makes the view of one class."""

    def __init__(self, compiled: CompiledFormat, cls: ElementClass, taken: frozenset[str]) -> None:
        assert cls.definition is not None
        self.compiled = compiled
        self.cls = cls
        self.taken = taken
        """Class names that the module uses already; a value type of such a name is imported under another."""
        self.definition: Definition = cls.definition
        self.readers: set[str] = set()
        self.enums: set[str] = set()
        self.children: set[str] = set()
        self.values: set[str] = set()
        self.known: set[str] = set()
        self.later = self._later_parts()

    def view(self) -> ClassView:
        """The finished view."""
        definition = self.definition
        xml_name = f"{definition.prefix}:{definition.xml_name}" if definition.prefix else definition.xml_name
        view = ClassView(
            name=self.cls.name,
            function=function_name(self.cls.name),
            xml_name=definition.xml_name,
            namespace=definition.namespace,
            doc=_doc(definition.doc or f"Element ``{xml_name}``.", 4, closing=True),
            fields=[],
            absent=[],
            gone=definition.gone,
            any_content=definition.any_content,
            is_root=definition.key in self.compiled.roots.values(),
        )
        view.encode.append("w.begin(o, tag)")
        bit = 1
        bits: dict[str, int] = {}
        required: list[tuple[int, str, str]] = []
        for attr in self.cls.element_attrs:
            part = attr.part
            view.fields.append(self._field(attr, part, view))
            flag = 0
            if part.kind != "text":
                flag = bit
                bit <<= 1
                bits[("@" if part.kind == "attribute" else "") + part.xml_name] = flag
            if part.kind == "attribute":
                self._attribute(attr, part, flag, view)
            elif part.kind == "text":
                view.has_text = True
                self._text(attr, part, view)
            else:
                self._child(attr, part, flag, view)
            # what has a default, all the way down, may be left out: the default says what it is then
            if part.required and part.kind != "text" and not self._has_default(part):
                kind = "attribute" if part.kind == "attribute" else "element"
                required.append((flag, kind, part.xml_name))
        view.encode.append("w.end(o)")
        self._checks(view, required, bits)
        view.known = sorted(self.known)
        view.uses_value = any(" v = " in f" {line}" for line in (*view.branches, *view.attributes, *view.checks))
        view.uses_tag = any("tag ==" in line for line in view.branches)
        view.uses_seen = any("seen" in line for line in (*view.branches, *view.attributes, *view.checks))
        return view

    def _field(self, attr: ElementAttr, part: Part, view: ClassView) -> FieldView:
        base, default = self._annotation(part), None
        if part.kind != "child":
            default = literal(part.type or "string", part.default)
            if default is not None and part.enum is not None:
                default, base = self._enum_default(part, base)
            if default is not None and part.enum is None and SCALARS[part.type or "string"].native is None:
                default = self._value_name(default[: default.index("(")]) + default[default.index("(") :]
        metadata = self._metadata(part)
        if part.repeats:
            annotation, head = f"list[{base}]", "default_factory=lambda: []"
        elif default is not None:
            annotation, head = base, f"default={default}"
        elif part.kind == "child":
            if part.required and not self._leads_back(part):
                annotation, head = base, f"default_factory=lambda: {base}.implied()"
            else:
                annotation, head = f"{base} | None", "default=None"
        elif part.required or part.kind == "text":
            annotation, head = base, ""
            view.absent.append(f'"{attr.name}": {self._absent(part)}')
        else:
            annotation, head = f"{base} | None", "default=None"
        arguments = ", ".join(piece for piece in (head, f"metadata={metadata}") if piece)
        return FieldView(
            name=attr.name,
            annotation=annotation,
            assignment=f"field({arguments})",
            doc=_doc(self._describe(part, default), 4, closing=True),
        )

    def _annotation(self, part: Part) -> str:
        if part.target is not None:
            return self.compiled.class_names[part.target]
        if part.enum is not None:
            self.enums.add(part.enum)
            return f"{part.enum} | str" if part.enum_open else part.enum
        python = SCALARS[part.type or "string"].python
        if part.type == "pose":
            return f"{self._value_name('EulerPose')} | {self._value_name('QuaternionPose')}"
        return python if SCALARS[part.type or "string"].native is not None else self._value_name(python)

    def _value_name(self, name: str) -> str:
        """What the module calls a value type."""
        alias = f"{name}Value" if name in self.taken else name
        self.values.add(name if alias == name else f"{name} as {alias}")
        return alias

    def _enum_default(self, part: Part, base: str) -> tuple[str, str]:
        assert part.enum is not None
        word = part.default or ""
        if word in self.compiled.enums[part.enum].values:
            return f"{part.enum}.{member_name(word)}", base
        return literal("string", word) or '""', f"{part.enum} | str"

    def _absent(self, part: Part) -> str:
        python = SCALARS[part.type or "string"].python
        return ABSENT.get(python, "None") if part.enum is None else '""'

    def _later_parts(self) -> dict[tuple[bool, str], Part]:
        """The parts of the newest version's class of this name."""
        compiled = self.compiled
        for key, definition in compiled.definitions[compiled.newest].items():
            if compiled.class_names[key] == self.cls.name:
                return {(part.kind == "attribute", part.field_name): part for part in definition.parts}
        return {}

    def _changed(self, part: Part) -> str:
        """How the newest class's field of this name differs: not at all, in being a list, or in what it holds."""
        other = self.later.get((part.kind == "attribute", part.field_name))
        if other is None:
            return ""
        names = self.compiled.class_names
        same = (part.kind, part.type, part.enum, part.target and names[part.target]) == (
            other.kind,
            other.type,
            other.enum,
            other.target and names[other.target],
        )
        if not same:
            return "content"
        return "repeats" if part.repeats != other.repeats else ""

    def _holder(self, part: Part) -> str | None:
        """Class of the newest version that holds the text of a leaf which became an element of its own there.

        Without attributes such an element can be made of the value, whatever else it may have.
        """
        other = self.later.get((part.kind == "attribute", part.field_name))
        if part.kind != "leaf" or part.repeats or self._bounds(part, "c", "None"):
            return None
        if other is None or other.kind != "child" or other.repeats or other.target is None:
            return None
        compiled = self.compiled
        for text in compiled.definitions[compiled.newest][other.target].parts:
            if text.kind == "text" and (text.type, text.enum) == (part.type, None) == (text.type, part.enum):
                plain = part.type != "string" and not self._bounds(text, "c", "None")
                return compiled.class_names[other.target] if plain else None
        return None

    def _later(self, part: Part, read: str) -> list[str]:
        """Reads a part whose content is of another kind in the newest version, as that version does.

        Values with bounds are left to the decoders of the version itself.
        """
        return ["ctx.only_this_version()"] if self._bounds(part, "c", "None") else [f"if {read}:", "    continue"]

    def _has_default(self, part: Part, seen: frozenset[Key] = frozenset()) -> bool:
        """Whether leaving a part out means the same as writing its default."""
        if part.kind != "child":
            return part.default is not None or part.type == "strings"
        if part.target is None or part.target in seen:
            return False
        inner = self.compiled.definitions[self.cls.version][part.target]
        inside = seen | {part.target}
        return all(self._has_default(each, inside) for each in inner.parts if each.required and each.kind != "text")

    def _leads_back(self, part: Part) -> bool:
        """Whether a required child would hold, without end, another of its own kind."""
        definitions = self.compiled.definitions[self.cls.version]
        stack, seen = [part.target], set()
        while stack:
            key = stack.pop()
            if key == self.definition.key:
                return True
            if key is None or key in seen:
                continue
            seen.add(key)
            stack += [inner.target for inner in definitions[key].parts if inner.occurs == "1" and inner.target]
        return False

    def _metadata(self, part: Part) -> str:
        if part.kind == "text":
            return '{"type": "Text"}'
        kind = "Attribute" if part.kind == "attribute" else "Element"
        facets = [f'"name": "{part.name}"', f'"type": "{kind}"']
        if part.repeats:
            facets.append('"list": True')
        if part.namespace:
            facets.append(f'"namespace": "{part.namespace}"')
        if part.required and not part.repeats:
            facets.append('"required": True')
        for name, value in (("min_inclusive", part.minimum), ("max_inclusive", part.maximum)):
            if value is not None and part.type in ("int", "unsigned int", "float", "double"):
                facets.append(f'"{name}": {literal(part.type, value)}')
        return "{" + ", ".join(facets) + "}"

    def _describe(self, part: Part, default: str | None) -> str:
        text = part.doc or f"``{part.xml_name}``"
        if not text.endswith((".", "!", "?")):
            text += "."
        notes = []
        if part.unit and part.unit != "1":
            notes.append(f"Unit: {part.unit}.")
        if default is not None:
            notes.append(f"Default: ``{part.default}``." if part.default else "Default: empty.")
        place = (self.cls.name, f"{part.kind == 'attribute'}:{part.field_name}")
        since = self.compiled.since.get(place)
        if since is not None and since != self.compiled.versions[0] and "+" not in since:
            notes.append(f"Since {since}.")
        deprecated = self.compiled.deprecated_since.get(place)
        if deprecated is not None and part.deprecated:
            notes.append(f"Deprecated since {deprecated}: {part.deprecated.rstrip('.')}.")
        return " ".join([text, *notes])

    def _read(self, part: Part, text: str, at: str, attribute: str) -> str:
        """The expression that turns a text into a value."""
        if part.enum is not None:
            self.enums.add(part.enum)
            return f"ctx.choice({text}, {at}, {attribute}, {part.enum}_VALUES, {part.enum_open})"
        reader = SCALARS[part.type or "string"].reader
        self.readers.add(reader)
        return f"{reader}({text}, {at}, {attribute}, ctx)"

    def _value(
        self, part: Part, text: str, at: str, attribute: str, store: list[str], otherwise: list[str]
    ) -> list[str]:
        """Lines that put the value of a text into ``v`` and store it; a text that was read before is not read again.

        Args:
            part: what is read.
            text: expression of the text.
            at: the element that it stands in.
            attribute: the attribute, ``"None"`` for an element's text.
            store: what is done with a value.
            otherwise: what is done where there is none.
        """
        known = KNOWN.get(SCALARS[part.type or "string"].reader) if part.enum is None else f"{part.enum}_VALUES"
        if known is None:
            lines = [f"v = {self._read(part, text, at, attribute)}", "if v is None:"]
        else:
            if part.enum is None:
                self.known.add(known)
            ahead, name = (["t = c.text"], "t") if text == "c.text" else ([], text)
            read = self._read(part, name, at, attribute)
            lines = [*ahead, f"v = {known}.get({name})", f"if v is None and (v := {read}) is None:"]
        return [*lines, *("    " + line for line in otherwise), "else:", *("    " + line for line in store)]

    def _bounds(self, part: Part, at: str, attribute: str) -> list[str]:
        lines = []
        if part.type in ("int", "unsigned int", "float", "double"):
            for limit, sign, call in ((part.minimum, "<", "below"), (part.maximum, ">", "above")):
                if limit is not None:
                    lines.append(f"if v {sign} {float(limit)!r}:")
                    lines.append(f"    ctx.{call}(v, {float(limit)!r}, {at}, {attribute})")
            for limit, sign, call in ((part.above, "<=", "not_above"), (part.below, ">=", "not_below")):
                if limit is not None:
                    lines.append(f"if v {sign} {float(limit)!r}:")
                    lines.append(f"    ctx.{call}(v, {float(limit)!r}, {at}, {attribute})")
        elif part.minimum is not None and part.type in ("vector2d", "vector2i", "vector3"):
            low = tuple(float(word) for word in part.minimum.split())
            lines.append(f"ctx.each_at_least(v, {low!r}, {at}, {attribute})")
        return lines

    def _attribute(self, attr: ElementAttr, part: Part, flag: int, view: ClassView) -> None:
        test = self._test(part, "name", "literal_name(el, name)")
        head = "elif" if view.attributes else "if"
        lines = [f"{head} {test}:"]
        if self._needs_bit(part):
            lines.append(f"    seen |= {flag}")
        if part.deprecated:
            lines.append(f"    ctx.deprecated(el, name, {part.deprecated!r})")
        if self._changed(part):
            lines += ["    " + line for line in self._later(part, "ctx.later_attribute(o, el, name, text)")]
        if part.type == "string" and part.enum is None:
            # most are words with nothing to trim
            trimmed = "text if text.isidentifier() else ctx.word(text)"
            lines.append(f"    o.{attr.name} = {trimmed if self.compiled.lexical.trims else 'text'}")
        else:
            store = [f"o.{attr.name} = v", *self._bounds(part, "el", "name")]
            read = self._value(part, "text", "el", "name", store, ["o.any_attributes[name] = text"])
            lines += ["    " + line for line in read]
        view.attributes += lines
        view.encode.append(f'w.attribute(o, "{attr.name}", "{part.xml_name}")')

    def _test(self, part: Part, name: str, written: str) -> str:
        """What tells a part by its name, given expressions for the one that the tree has and the one that is written."""
        if part.prefix and not part.literal:
            return f'{name} == "{{{part.namespace}}}{part.name}"'
        # a literal prefix is text: it counts whatever it is bound to, and its namespace under another means nothing
        return f'{written if part.prefix else name} == "{part.xml_name}"'

    def _needs_bit(self, part: Part) -> bool:
        if part.kind == "attribute":
            return part.required or bool(part.required_when) or bool(part.forbidden_when)
        return True

    def _text(self, attr: ElementAttr, part: Part, view: ClassView) -> None:
        lines = ["ctx.only_this_version()"] if self._changed(part) else []
        if part.type == "string" and part.enum is None:
            lines += ["v = el.text", "if v is not None:", f"    o.{attr.name} = v"]
        else:
            # an element that is there for its attributes may leave its text out, as may one whose text has a default
            inside = [f"v = {self._read(part, 't' if part.default is not None else 'el.text', 'el', 'None')}"]
            inside += ["if v is not None:", f"    o.{attr.name} = v"]
            inside += ["    " + line for line in self._bounds(part, "el", "None")]
            inside += ["else:", "    ctx.keep_text(o, el)"]
            has_attributes = any(other.kind == "attribute" for other in self.definition.parts)
            if part.default is not None or has_attributes:
                there = "t is not None and not t.isspace()"
                test = there if part.default is not None else f"({there}) or not el.keys()"
                lines += ["t = el.text", f"if {test}:", *("    " + line for line in inside)]
            else:
                lines += inside
        view.checks += lines
        view.encode.append(f'w.text(o, "{attr.name}")')

    def _child(self, attr: ElementAttr, part: Part, flag: int, view: ClassView) -> None:
        head = "elif" if view.branches else "if"
        lines = [f"{head} {self._test(part, 'tag', 'literal_tag(c)')}:"]
        body: list[str] = []
        if part.deprecated:
            body.append(f"ctx.deprecated(c, None, {part.deprecated!r})")
        changed = self._changed(part)
        if part.kind == "leaf":
            body += ["if len(c) or c.keys():", "    ctx.leaf(c)"]
        holder = self._holder(part)
        if holder is not None:
            body += ["    if ctx.later_element(o, c):", "        continue"]
        elif changed == "content":
            body += self._later(part, "ctx.later_element(o, c)")
        if part.kind == "child":
            assert part.target is not None
            target = self.compiled.class_names[part.target]
            self.children.add(target)
            element = "c" if part.strips is None else f'ctx.without_prefix(c, "{part.prefix}:", {part.strips!r})'
            value = f"decode_{function_name(target)}({element}, ctx)"
            if changed == "repeats":
                body += [f'ctx.put(o, "{attr.name}", {value}, c)']
            elif part.repeats:
                body += self._append(attr, flag, value)
            else:
                body += [f"o.{attr.name} = {value}"]
        else:
            plain = part.type == "string" and part.enum is None
            store = [f"o.{attr.name}.append(v)" if part.repeats else f"o.{attr.name} = v"]
            if changed == "repeats":
                store = [f'ctx.put(o, "{attr.name}", v, c)']
            elif holder is not None:
                store = [f'o.{attr.name} = v if ctx.own is None else ctx.holding("{holder}", v, c)']
            store += self._bounds(part, "c", "None")
            keep = ["ctx.keep(o, c)"]
            if holder is not None:
                keep = ["if not ctx.later_element(o, c):", "    ctx.keep(o, c)"]
            body += ['v = c.text or ""', *store] if plain else self._value(part, "c.text", "c", "None", store, keep)
        if part.repeats:
            if part.kind == "leaf" or changed == "repeats":
                lines.append(f"    seen |= {flag}")
            lines += ["    " + line for line in body]
        else:
            lines += [
                f"    if seen & {flag}:",
                "        ctx.repeated(o, el, c)",
                "    else:",
                f"        seen |= {flag}",
            ]
            lines += ["        " + line for line in body]
        view.branches += lines
        method = {"child": ("child", "children"), "leaf": ("leaf", "leaves")}[part.kind][part.repeats]
        extra = ""
        if part.kind == "child" and part.target is not None:
            extra = f", encode_{function_name(self.compiled.class_names[part.target])}"
        if part.strips is not None:
            view.encode.append(f'with w.prefixed("{part.prefix}:"):')
            view.encode.append(f'    w.{method}(o, "{attr.name}", "{part.xml_name}"{extra})')
        else:
            view.encode.append(f'w.{method}(o, "{attr.name}", "{part.xml_name}"{extra})')

    def _append(self, attr: ElementAttr, flag: int, value: str) -> list[str]:
        """Adds to a list, which the first item makes."""
        return [
            f"if seen & {flag}:",
            f"    o.{attr.name}.append({value})",
            "else:",
            f"    seen |= {flag}",
            f"    o.{attr.name} = [{value}]",
        ]

    def _checks(self, view: ClassView, required: list[tuple[int, str, str]], bits: dict[str, int]) -> None:
        constant = f"_{function_name(self.cls.name).upper()}"
        if required:
            mask = sum(flag for flag, _, _ in required)
            rows = ", ".join(f'({flag}, "{kind}", "{name}")' for flag, kind, name in required)
            view.constants.append(f"{constant}_REQUIRED = ({rows},)")
            view.checks += [f"if seen & {mask} != {mask}:", f"    ctx.missing(el, seen, {constant}_REQUIRED)"]
        if self.definition.choice:
            # a shape that an extension adds satisfies the choice as well
            names = [p for p in self.definition.parts if p.kind != "attribute" and p.kind != "text" and not p.repeats]
            chosen = [p for p in names if p.name in self.definition.choice or (p.prefix and p.kind == "child")]
            mask = sum(bits[p.xml_name] for p in chosen)
            view.checks += [
                f"if (seen & {mask}).bit_count() != 1:",
                f"    ctx.one_of(el, (seen & {mask}).bit_count(), {self.definition.choice!r})",
            ]
        self._conditions(view, bits, constant)

    def _conditions(self, view: ClassView, bits: dict[str, int], constant: str) -> None:
        """Parts that a value of an attribute asks for or makes meaningless: one look-up tells whether all is well."""
        rows: dict[str, list[tuple[int, bool, tuple[str, ...], str]]] = {}
        for attr in self.cls.element_attrs:
            part = attr.part
            if part.kind == "text":
                continue
            place = ("@" if part.kind == "attribute" else "") + part.xml_name
            for condition, is_required in ((part.required_when, True), (part.forbidden_when, False)):
                for name, words in condition:
                    rows.setdefault(name.lstrip("@"), []).append((bits[place], is_required, words, place))
        for attribute, found in rows.items():
            table = f"{constant}_{attribute.upper()}"
            view.constants.append(f"{table}_PARTS = {tuple(found)!r}")
            view.constants.append(f"{table}_MASKS = masks_of({table}_PARTS)")
            view.checks += [
                f'needed, barred = {table}_MASKS.get(el.get("{attribute}"), (0, 0))',
                "if needed & ~seen or barred & seen:",
                f'    ctx.conditions(el, "{attribute}", seen, {table}_PARTS)',
            ]

    def lookup(self) -> list[str]:
        """Rows of the table by which a later version's parts are found."""
        rows = []
        for attr in self.cls.element_attrs:
            part = attr.part
            if part.kind == "text" or part.prefix:
                continue
            if part.kind == "attribute":
                rows.append(
                    f'"@{part.name}": ("{attr.name}", False, lambda t, e, n, ctx: {self._read(part, "t", "e", "n")})'
                )
            elif part.kind == "child":
                assert part.target is not None
                decode = f"decode_{function_name(self.compiled.class_names[part.target])}"
                rows.append(f'"{part.name}": ("{attr.name}", {part.repeats}, {decode})')
            else:
                rows.append(
                    f'"{part.name}": ("{attr.name}", {part.repeats}, lambda c, ctx: {self._read(part, "c.text", "c", "None")})'
                )
        return rows


def _doc(text: str, indent: int, closing: bool = False) -> list[str]:
    """A docstring's lines, quoted."""
    escaped = text.replace("\\", "\\\\").replace('"""', "'''")
    if escaped.endswith('"'):
        escaped += " "
    one = f'"""{escaped}"""'
    if len(one) + indent <= WIDTH + 8:
        return [one]
    lines = textwrap.wrap(escaped, WIDTH - indent, break_long_words=False, break_on_hyphens=False)
    return [f'"""{lines[0]}', *lines[1:], '"""']
