"""Directives as text: as they were read, with patches where something was changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruamel.yaml import YAML
from ruamel.yaml.composer import Composer
from ruamel.yaml.events import AliasEvent
from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from ....runtime.saving.encoded_text import written_text
from ....runtime.sink import Sink
from .decoder import DirectiveParser, read_directives
from .directives import Directive, Directives, FaultyDirective, alike, key_of, lines_of, plain
from .text_patch import CannotPatch, New, YamlPatcher, end_of, indent_in, pair_of
from .yaml_tree import YamlSource, YamlTree, parse_yaml

if TYPE_CHECKING:
    from ....diagnostics.diagnostic import Diagnostic
    from ...core.options import Options
    from ...core.parsed import ExpandedDocument, ParsedDocument

_LIST = "directives"
Pairs = list[tuple[int | None, Directive]]
"""The directives as they are now, each with the number that it had in the text."""


def write(
    parsed: ParsedDocument[Any],
    options: Options,
    version: str | None,
    expanded: ExpandedDocument | None,
    marks: None = None,
) -> tuple[str, tuple[Diagnostic, ...]]:
    """See ``Format.write``: there is no other layout than the one that was read."""
    text = written_text(parsed.source)
    if parsed.may_have_changed and isinstance(parsed.source, YamlSource):
        text = _with_changes(text, parsed.source, parsed.root)
    return text, ()


def newest_version(format: str) -> str:
    """See ``Format.newest_version``: directives have no versions."""
    return ""


def refusal(format: str, version: str) -> str | None:
    """See ``Format.refusal``."""
    return f"{format} documents have no versions" if version else None


def _with_changes(text: str, read_from: YamlSource, root: Directives) -> str:
    source = YamlSource(read_from.name, text)
    tree = parse_yaml(source, Sink())
    assert tree is not None, "it was read before"
    before = DirectiveParser(tree, Sink()).parse_directives()
    pairs = _match_directives(before, root, source, read_from)
    for anew in (set[int](), _find_shared_directives(tree)):
        try:
            made = _patch_text(text, before, pairs, anew)
        except CannotPatch:
            continue
        again = read_directives(YamlSource(read_from.name, made), Sink())
        if again is not None and _has_same_directives(again, root):
            return made
    if any(isinstance(each, FaultyDirective) for each in root.directives):
        raise ValueError("a directive that cannot be read would get lost")
    return text_of(root, YamlPatcher(text).line_end)


def text_of(root: Directives, line_end: str = "\n") -> str:
    """Directives as a text of their own."""
    lines = [line for each in root.directives for line in _lines_of(each)]
    return line_end.join([f"{_LIST}:", *lines, ""]) if lines else f"{_LIST}: []{line_end}"


def _find_shared_directives(tree: YamlTree) -> set[int]:
    """The numbers of directives that share something with another, through an anchor and its aliases."""
    numbers: dict[int, set[int]] = {}
    for number, item in enumerate(each for key in tree.root if key.tag == _LIST for each in key):
        for element in item.iter():
            numbers.setdefault(id(tree.nodes[element]), set()).add(number)
    return {number for sharing in numbers.values() if len(sharing) > 1 for number in sharing}


def _match_directives(before: Directives, now: Directives, source: YamlSource, read_from: YamlSource) -> Pairs:
    """Which directive was which: by its place; or else, as of a copy, by what it says, or by the one before it."""
    by_place = {source.position_of(each.element): number for number, each in enumerate(before.directives)}
    numbers = [by_place.pop(read_from.position_of(each.element), None) for each in now.directives]
    remaining = sorted(by_place.values())
    for is_exact in (True, False):
        last = -1
        for index, each in enumerate(now.directives):
            number = numbers[index]
            if number is None:
                if is_exact:
                    same = [left for left in remaining if before.directives[left] == each]
                else:  # it took the place of another of its kind, behind the same one
                    same = [
                        left for left in remaining if left == last + 1 and type(before.directives[left]) is type(each)
                    ]
                if same:
                    number = numbers[index] = same[0]
                    remaining.remove(number)
            last = last if number is None else number
    return list(zip(numbers, now.directives))


def _patch_text(text: str, before: Directives, pairs: Pairs, anew: set[int]) -> str:
    """The text with patches for what is different, and with some directives written anew."""
    patching = YamlPatcher(text)
    root = _compose(text)
    key, items = pair_of(root, _LIST)
    found = items.value if isinstance(items, SequenceNode) else []
    contents = [pair_of(item, None)[1] for item in found]
    plan: list[int | tuple[int | None, Directive]] = []
    for number, directive in pairs:
        plan.append((number, directive))
        if number is None or number in anew or type(before.directives[number]) is not type(directive):
            continue
        then, now, content = plain(before.directives[number]), plain(directive), contents[number]
        if then != now and isinstance(content, MappingNode):
            patching.mapping(content, then, now)
        if then == now or isinstance(content, MappingNode):
            plan[-1] = number
    if isinstance(items, SequenceNode) and found and items.flow_style:
        entries = [each if isinstance(each, int) else {key_of(type(each[1])): plain(each[1])} for each in plan]
        patching.flow_list(items, entries)
    elif isinstance(items, SequenceNode) and found:
        # columns of the dashes and of what follows them, and the indent inside of these
        indents = items.start_mark.column, items.value[0].start_mark.column, indent_in(zip(items.value, contents))
        order = [
            each if isinstance(each, int) else New(patching.line_end.join(_lines_of(each[1], *indents)), each[0])
            for each in plan
        ]
        patching.lines([(item, item) for item in found], order)
        if not plan and key is not None:
            patching.patches.insert(_colon(text, key), " []")
    elif plan:
        content_lines = patching.line_end.join(["", *(line for _, each in pairs for line in _lines_of(each))])
        if key is not None and items is not None:
            start = _colon(text, key)
            end = end_of(items) if items.start_mark.index < items.end_mark.index else start  # else there is no value
            patching.patches.replace(start, end, content_lines)
        elif root is None:
            gap = patching.line_end if text and not text.endswith(("\n", "\r")) else ""
            patching.patches.insert(len(text), f"{gap}{_LIST}:{content_lines}{patching.line_end}")
        else:
            raise CannotPatch
    return patching.patches.result()


def _colon(text: str, key: Node) -> int:
    """Where the colon behind a key ends."""
    return text.index(":", key.end_mark.index) + 1


def _lines_of(directive: Directive, dash: int = 0, inner: int = 2, unit: str = "  ") -> list[str]:
    """The lines of a directive that was added."""
    lines = lines_of(key_of(type(directive)), plain(directive), " " * inner, unit)
    return [f"{' ' * dash}-{' ' * (inner - dash - 1)}{lines[0].lstrip()}", *lines[1:]]


def _has_same_directives(one: Directives, other: Directives) -> bool:
    return len(one.directives) == len(other.directives) and all(
        type(a) is type(b) and (isinstance(a, FaultyDirective) or alike(plain(a), plain(b)))
        for a, b in zip(one.directives, other.directives)
    )


ALIAS = "*"
"""The style of a node that is an alias."""


class _AliasComposer(Composer):
    """Composes scalars in the places of aliases, which otherwise are the nodes that they stand for."""

    def compose_node(self, parent: Any, index: Any) -> Any:
        if not self.parser.check_event(AliasEvent):
            return super().compose_node(parent, index)
        event = self.parser.get_event()
        return ScalarNode("", "", event.start_mark, event.end_mark, style=ALIAS)


def _compose(text: str) -> Node | None:
    """The nodes of a text."""
    yaml = YAML(typ="rt", pure=True)
    yaml.Composer = _AliasComposer
    root: Node | None = yaml.compose(text)
    return root
