"""Names in plugins of simulators: by the tables of these where they have them, else by what a text and its tag say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...diagnostics.records import NamedTuple
from ...runtime.element import Element
from ...runtime.unknown_elements import is_generic
from ..core.traversal import elements_in, generic_elements
from ..edit.traversal import parents_in
from ..formats.plugin_tables import find_shipped
from ..ir.scoped_names import SEPARATOR

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..core.references import NameDefinition, NamesIn
    from ..formats.plugin_tables import Plugin

FRAMES = ("model", "link", "joint", "frame")
"""What has a frame, and may be named as one."""
WORDS = {"joint": ("joint",), "link": ("link", "body", "frame"), "frame": ("frame",), "model": ("model",)}
"""Parts of tags and attributes by which something is named, by kind."""


class PluginName(NamedTuple):
    """A text in a plugin that is a name.

    Attributes:
        element: the generic element.
        field: ``text``, or ``@`` and the name of an attribute.
        text: what it becomes.
        plugin: of which it is: its name or its file.
        is_known: whether a table says so.
    """

    element: Any
    field: str
    text: str
    plugin: str
    is_known: bool


class PluginNames(NamedTuple):
    """Texts in plugins that are the name of something.

    Attributes:
        found: those that mean it, by a table or by their tags.
        others: those that have no more than the same letters.
    """

    found: list[PluginName]
    others: list[PluginName]


class _PluginContent(NamedTuple):
    name: str
    known: Plugin | None
    parts: list[Any]
    scopes: list[Any]
    """Elements around it, innermost first."""


def find_plugin_names(names: NamesIn, definition: NameDefinition, new_name: str) -> PluginNames:
    """Where plugins name something, but for what is a reference of the format.

    Args:
        names: of a document.
        definition: of what is named.
        new_name: what it is called from now on.
    """
    made = PluginNames([], [])
    if not isinstance(names.root, Element):
        return made
    taken = {(id(each.element), each.field) for each in names.references}
    path = (*definition.scope.path, definition.name)
    for plugin in _find_plugins(names.root):
        for steps, element, field, text in _find_texts(plugin.parts, ()):
            parts = tuple(text.strip().split(SEPARATOR))
            is_near = len(parts) > 1 or any(each is definition.scope.element for each in plugin.scopes[:1])
            if (id(element), field) in taken or path[-len(parts) :] != parts or not is_near:
                continue
            becomes = text.replace(text.strip(), SEPARATOR.join((*parts[:-1], new_name)))
            parameter = None if plugin.known is None else plugin.known.find("/".join(steps))
            named = None if parameter is None else parameter.names
            is_known = named is not None and _means(named, definition.kind)
            is_likely = parameter is None and any(word in steps[-1].lower() for word in WORDS.get(definition.kind, ()))
            found = PluginName(element, field, becomes, plugin.name, is_known)
            (made.found if is_known or is_likely else made.others).append(found)
    return made


def _means(named: str, kind: str) -> bool:
    return named == kind or (named == "frame" and kind in FRAMES)


def _find_plugins(root: Element) -> Iterator[_PluginContent]:
    parents = parents_in(root)
    for element in elements_in(root):
        extras = list(generic_elements(element))
        if not extras:
            continue
        typed: Any = element
        if type(element).__name__.endswith("Plugin") and hasattr(element, "filename"):
            yield _content(typed.name or "", typed.filename or "", extras, _scopes(element, parents, root))
            continue
        ahead = extras
        while ahead:
            extra = ahead.pop()
            if (extra.qname or "").rpartition("}")[2] == "plugin":
                name, file = (extra.attributes.get(each, "") for each in ("name", "filename"))
                inner = [each for each in extra.children if is_generic(each)]
                yield _content(name, file, inner, _scopes(element, parents, root))
            else:
                ahead += [each for each in extra.children if is_generic(each)]


def _content(name: str, file: str, parts: list[Any], scopes: list[Any]) -> _PluginContent:
    return _PluginContent(name or file, find_shipped(file, name), parts, scopes)


def _scopes(element: Any, parents: Any, root: Any) -> list[Any]:
    """Models and worlds around an element, innermost first; the root, where nothing else has names in it."""
    found = []
    while element is not root:
        element = parents.get(id(element), root)
        if type(element).__name__ in ("Model", "World"):
            found.append(element)
    return [*found, root]


def _find_texts(parts: list[Any], above: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any, str, str]]:
    """Texts and attributes in generic elements, with the steps that lead to them."""
    for each in parts:
        steps = (*above, (each.qname or "").rpartition("}")[2])
        if each.text and each.text.strip():
            yield steps, each, "text", each.text
        for name, value in each.attributes.items():
            if value and value.strip():
                yield (*steps, f"@{name}"), each, f"@{name}", value
        yield from _find_texts([child for child in each.children if is_generic(child)], steps)
