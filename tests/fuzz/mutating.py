"""Changes to documents: of bytes, of tokens and of trees, and pieces of one put into another."""

from __future__ import annotations

import re
from random import Random

from .seeds import Seed, seed
from .trees import changed_tree

TOKEN = re.compile(
    rb"<!--|-->|<!\[CDATA\[|\]\]>|</?[\w:.-]+|/?>|[\w:.-]+\s*=|\"[^\"<]*\"|'[^'<]*'|[^\s<>\"'=]+|\s+|.", re.DOTALL
)
BYTES = (
    b"<", b">", b"/>", b"&", b'"', b"'", b"\0", b"\xff", b"\xef\xbb\xbf", b"]]>", b"<!--", b"-->", b"<![CDATA[",
    b"<?x y?>", b"<!DOCTYPE a [<!ENTITY e 'x'>]>", b"&e;", b"&#0;", b"&#13;", b"&amp;", b"\r", b"\t", b"\xc2\x85", b":",
    b"::",
)  # fmt: skip
ATTRIBUTES = (
    b"xmlns='u'", b"xmlns='u&amp;v'", b"xmlns:a='u&amp;v'", b"xmlns:drake='u&amp;v'", b"xmlns:a=''", b"a:b='c'", b"xmlns='u&v'",
    b"xml:base='u'", b"xmlns:a='%zz'", b"name='a'", b"name='a' name='b'", b"drake:x='1'", b"version='1.4'", b"b='&lt;&#10;'",
)  # fmt: skip
TEXTS = (
    b"", b"0", b"-1", b"nan", b"inf", b"-inf", b"1e999", b"1e308", b"1e-320", b"0x1F", b"1 2 3", b"0 0 0", b"true",
    b"0 0 0 0 0 0", b"0 0 0 1", b"world", b"__model__", b"__root__", b"a::b", b"::", b"x" * 300, b"1,5", b"\xc3\xbc",
    b"model://part", b"part/loop.sdf", b"../part", b"/dev/null", b"file:///dev/null", b"${x}", b"$(arg x)", b" l0 ",
)  # fmt: skip


def document(number: int, corpora: bool, salt: str = "") -> Seed:
    """The document of a number: always the same one, as long as what it begins with is the same."""
    random = Random(f"{salt}{number}")
    begun = seed(random, corpora)
    data = begun.data
    if random.random() < 0.02:
        return begun
    for _ in range(random.choice((1, 1, 1, 2, 2, 3, 6))):
        data = mutated(random, data, begun, corpora)
    return Seed(data, begun.ending)


def mutated(random: Random, data: bytes, begun: Seed, corpora: bool) -> bytes:
    """A document with one change more."""
    kind = random.random()
    if kind < 0.75 and begun.format != "dmd":
        other = seed(random, corpora).data if random.random() < 0.3 else None
        changed = changed_tree(random, data, begun.format, other)
        if changed is not None:
            return changed
    if kind < 0.95:
        return changed_tokens(random, data, seed(random, corpora).data if random.random() < 0.1 else data)
    return changed_bytes(random, data)


def changed_bytes(random: Random, data: bytes) -> bytes:
    """Bytes put in, taken out, overwritten, doubled, or the rest cut off."""
    start = random.randint(0, len(data))
    end = min(len(data), start + random.choice((0, 1, 1, 2, 4, 16, 200)))
    kind = random.randrange(6)
    if kind == 0:
        return data[:start] + random.choice(BYTES) + data[start:]
    if kind == 1:
        return data[:start] + data[end:]
    if kind == 2:
        return data[:start] + bytes(random.randrange(256) for _ in range(end - start)) + data[end:]
    if kind == 3:
        return data[:end] + data[start:]
    if kind == 4 and random.random() < 0.2:
        return data[:start]
    return data[:start] + random.choice(BYTES + TEXTS) + data[end:]


def changed_tokens(random: Random, data: bytes, other: bytes) -> bytes:
    """Tokens exchanged, taken out, doubled, or taken from another document."""
    tokens = TOKEN.findall(data)
    theirs = tokens if other is data else TOKEN.findall(other)
    if not tokens or not theirs:
        return changed_bytes(random, data)
    at = random.randrange(len(tokens))
    kind = random.randrange(7)
    if kind == 0:
        there = random.randrange(len(tokens))
        tokens[at], tokens[there] = tokens[there], tokens[at]
    elif kind == 1:
        del tokens[at : at + random.choice((1, 1, 2, 5, 20))]
    elif kind == 2:
        tokens[at:at] = tokens[at : at + random.choice((1, 3, 10))]
    elif kind == 3:
        tokens[at] = _like(random, tokens[at], theirs)
    elif kind == 4:
        _reword(random, tokens)
    elif kind == 5:
        starts = [n for n, token in enumerate(tokens, 1) if token[:1] == b"<" and token[1:2].isalpha()]
        if starts:
            tokens.insert(random.choice(starts), b" " + random.choice(ATTRIBUTES))
    else:
        there = random.randrange(len(theirs))
        tokens[at : at + random.choice((0, 1, 5))] = theirs[there : there + random.choice((1, 5, 30))]
    return b"".join(tokens)


def _like(random: Random, token: bytes, theirs: list[bytes]) -> bytes:
    """Another token of the same kind, as told by how it begins and ends."""
    kin = [other for other in theirs if other[:1] == token[:1] and other[-1:] == token[-1:] and other != token]
    return random.choice(kin) if kin else random.choice(TEXTS)


def _reword(random: Random, tokens: list[bytes]) -> None:
    """Puts a value in the place of one that stands in quotation marks or between tags."""
    values = [n for n, token in enumerate(tokens) if token[:1] in b"\"'" or token[:1].isalnum()]
    if values:
        at = random.choice(values)
        quote = tokens[at][:1] if tokens[at][:1] in b"\"'" else b""
        tokens[at] = quote + random.choice(TEXTS) + quote
