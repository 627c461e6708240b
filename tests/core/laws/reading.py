"""An answer read by a stranger: which bytes of which fragment stand where, from the answer and the request alone.

Nothing of the compiler is used here but its records. What stands in a section must be explained, block by block, by the
decisions: whole texts, the byte ranges in `emitted`, collapsed logs, and the annotations that are documented.
"""

import base64
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from contextc import CompiledContext, CompileRequest, ContextAction, ContextDecision, ContextFragment

FENCE_LINE = re.compile(r"\s*(?:`{3,}|~{3,})[^\n]*\n?")
STAMP = re.compile(
    r"(?:[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}:[0-9]{2}(?:[.,][0-9]+)?(?:Z|[+-][0-9]{2}:[0-9]{2})?"
    r"|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) (?:[0-9]{2}| [0-9]) [0-9]{2}:[0-9]{2}:[0-9]{2})"
    r"(?: ?\[[0-9A-Fa-f]+\])*"
)
COUNTED = re.compile(r" \(x[0-9]+\)\Z")


class Fate(NamedTuple):
    """A fragment and what was decided about it."""

    fragment: ContextFragment
    decision: ContextDecision

    @property
    def text(self) -> str:
        """What the caller sent."""
        return self.fragment.content

    @property
    def whole(self) -> bool:
        """Whether the answer claims that nothing of it is missing."""
        kept = self.decision.action not in (ContextAction.DROP, ContextAction.RETRIEVE)
        return kept and self.decision.emitted is None

    @property
    def partial(self) -> bool:
        """Whether the answer claims that a part of it is there."""
        return self.decision.emitted is not None

    def slices(self) -> list[str]:
        """The parts that are claimed to be there."""
        data = self.text.encode()
        return [data[start:end].decode() for start, end in self.decision.emitted or ()]


def fates(request: CompileRequest, context: CompiledContext) -> list[Fate]:
    """Fragments with their decisions."""
    return [Fate(*pair) for pair in zip(request.fragments, context.decisions, strict=True)]


def raw(fragment: ContextFragment) -> bytes | None:
    """The bytes of a fragment's image."""
    return base64.b64decode(fragment.media.bytes_b64) if fragment.media else None


def explanation(request: CompileRequest, context: CompiledContext, section: int) -> re.Pattern[str]:
    """What a section may hold, by the decisions: a pattern of all its blocks."""
    given = context.sections[section]
    ids = iter(given.fragment_ids)
    expected = next(ids, None)
    blocks: list[str] = []
    for fate in fates(request, context):
        cached = fate.decision.action is ContextAction.CACHE
        if cached is (given.kind == "cache") and fate.decision.fragment_id == expected:
            blocks.append(_block(fate, masked=bool(request.policy and request.policy.normalize_log_timestamps)))
            expected = next(ids, None)
    assert expected is None, f"no decision explains the block of fragment {expected}"
    return re.compile("\n\n".join(blocks))


def _block(fate: Fate, *, masked: bool) -> str:
    if fate.whole:
        logged = fate.decision.action is ContextAction.ABSTRACT
        return re.escape(collapsed(fate.text, masked=masked) if logged else fate.text)
    mark = rf"\[… [^\n]*{re.escape(fate.decision.handle or '?')} …\]"
    if not fate.partial:
        return mark
    if fate.decision.action is ContextAction.ABSTRACT:
        return f"(?:{mark}\n)?" + "\n".join(_counted_lines("".join(fate.slices())))
    fence = "|".join(re.escape(line) for line in dict.fromkeys(FENCE_LINE.findall(fate.text)))
    between = f"(?:{fence})?(?:\n?{mark}\n?)?(?:{fence})?"
    head, tail = "", ""
    for (start, _), part in zip(fate.decision.emitted or (), fate.slices(), strict=True):
        if start == 0:
            head = part
        else:
            tail += part
    return re.escape(head) + between + re.escape(tail)


def _counted_lines(text: str) -> Iterator[str]:
    for line in text.split("\n"):
        bare = line.removesuffix("\r")
        yield re.escape(bare) + r"(?: \(x[0-9]+\))?" + re.escape(line[len(bare) :])


def collapsed(text: str, *, masked: bool) -> str:
    """A log's lines without repeats, written down a second time."""
    lines = text.split("\n")
    last = lines.pop() if not lines[-1] else None
    bare = [line.removesuffix("\r") for line in lines]
    if last is None:
        bare[-1] = lines[-1]
    keys = [STAMP.sub("\0", line, count=1) if masked and STAMP.match(line) else line for line in bare]
    kept: list[str] = []
    for place, key in enumerate(keys):
        if key in keys[:place]:
            continue
        count = keys.count(key)
        repeated = count > 1 and bare[place].strip("\t\x0b\x0c\r \x85\xa0\u2003\u3000") != ""
        note = f" (x{count})" if repeated or COUNTED.search(bare[place]) else ""
        kept.append(bare[place] + note + lines[place][len(bare[place]) :])
    if last is None:
        return "\n".join(kept).removesuffix("\r") if lines[-1] != kept[-1] else "\n".join(kept)
    return "".join(line + "\n" for line in kept)


def own_rules(fragments: Sequence[ContextFragment], rules: dict[str, str]) -> list[str]:
    """Placeholder."""
    return [rules[fragment.content] for fragment in fragments]
