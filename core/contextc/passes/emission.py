"""What of a fragment stands in the context: which bytes, and which annotations."""

from msgspec import Struct

from contextc.passes.admit import Source
from contextc.passes.logs import Collapse


class Emission(Struct, frozen=True, kw_only=True):
    """A fragment's block in the context: the bytes before `head` and from `tail` on, or a collapsed log, or a mark alone."""

    head: int = 0
    tail: int
    complete: bool = False
    """Nothing is left out."""
    taken: int = 0
    """Whole pieces."""
    recut: bool = False
    """A part of a piece follows them."""
    log: tuple[Collapse | None, Collapse | None] | None = None
    """A collapsed log: its lines from the start and from the end."""
    mark: str = ""
    """Says what was cut and where it is."""
    closing: bytes = b""
    """The last line of a fence that was cut, repeated behind the head."""
    opening: bytes = b""
    """The first line of a fence that was cut, repeated before the tail."""

    def text(self, source: Source) -> str:
        """The block without a label."""
        if self.log:
            head, tail = (end.text if end else "" for end in self.log)
        elif self.complete:
            return source.text
        else:
            head = (source.data[: self.head] + self.closing).decode()
            tail = (self.opening + source.data[self.tail :]).decode()
        return _joined(head, self.mark, tail) if self.mark else head + tail

    def kept(self, source: Source) -> str:
        """The text of the fragment that stands in the block, without any annotation."""
        return b"".join([source.data[start:end] for start, end in self.ranges(source)]).decode()

    def ranges(self, source: Source) -> list[tuple[int, int]]:
        """The byte ranges of the fragment that stand in the block."""
        if self.log:
            return [span for end in self.log if end for span in end.ranges]
        ends = ((0, self.head), (self.tail, len(source.data)))
        return [(start, end) for start, end in ends if start < end]


def _joined(*parts: str) -> str:
    """Each part on lines of its own."""
    joined = ""
    for part in filter(None, parts):
        joined += ("" if not joined or joined.endswith("\n") else "\n") + part
    return joined


def whole(source: Source, collapse: Collapse | None = None) -> Emission:
    """All of a fragment."""
    log = (collapse, None) if collapse else None
    return Emission(head=len(source.data), tail=len(source.data), complete=True, log=log)


def cut_mark(source: Source) -> str:
    """The line that stands where text was cut."""
    return f"[… cut: {source.tokens:,} tokens in all at {source.handle} …]"


def copy_mark(source: Source, twin: int) -> str:
    """The line that stands for a copy."""
    return f"[… same as fragment #{twin}: {source.handle} …]"
