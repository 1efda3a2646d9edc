"""Where the aliases of a YAML text stand: in its nodes each is what it stands for, with the place of that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruamel.yaml import YAML
from ruamel.yaml.events import AliasEvent
from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

if TYPE_CHECKING:
    from collections.abc import Iterator

ALIAS = "*"
"""The style of a node that is an alias."""


def with_aliases(root: Node, text: str) -> Node:
    """The nodes of a text, with scalars in the places of aliases."""
    aliases = (event for event in YAML(typ="rt", pure=True).parse(text) if isinstance(event, AliasEvent))
    return _NodeCopier(aliases).copy_node(root)


class _NodeCopier:
    def __init__(self, aliases: Iterator[AliasEvent]) -> None:
        self._aliases = aliases
        self._seen: set[int] = set()

    def copy_node(self, node: Node) -> Node:
        if id(node) in self._seen:
            event = next(self._aliases)
            return ScalarNode(node.tag, "", event.start_mark, event.end_mark, style=ALIAS)
        self._seen.add(id(node))
        if isinstance(node, SequenceNode):
            entries = [self.copy_node(each) for each in node.value]
            return SequenceNode(node.tag, entries, node.start_mark, node.end_mark, node.flow_style)
        if isinstance(node, MappingNode):
            pairs = [(self.copy_node(key), self.copy_node(value)) for key, value in node.value]
            return MappingNode(node.tag, pairs, node.start_mark, node.end_mark, node.flow_style)
        return node
