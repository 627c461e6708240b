"""An answer read by a stranger: which bytes of which fragment stand where, from the request and the answer alone.

What stands in a section must be explained, block by block, by the decisions: whole texts, the byte ranges in `emitted`,
collapsed logs, and the annotations that are documented. Nothing of the compiler is used here but its records.
"""

import base64
import re
from collections.abc import Iterator
from typing import NamedTuple

from hypothesis import reject
from msgspec.structs import replace

from contextc import (
    CompiledContext,
    CompileRequest,
    ContextAction,
    ContextCompiler,
    ContextDecision,
    ContextFragment,
    TranscriptCompileInput,
)
from contextc.calibrated import CalibratedEstimator
from contextc.errors import PinnedDoesNotFit
from contextc.images import PixelEstimator

BLANK = re.compile("[\t\x0b\x0c\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]*")
FENCE_LINE = re.compile(r"^[^\S\n]*(?:`{3,}|~{3,})[^\n]*\n?", re.MULTILINE)
LOG_LINE = re.compile(r"([^\n]*?)(\r?\n)|([^\n]+)\Z")
COUNT = re.compile(r" \(x[0-9]+\)\Z")
STAMP = re.compile(
    r"(?:[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}:[0-9]{2}(?:[.,][0-9]+)?(?:Z|[+-][0-9]{2}:[0-9]{2})?"
    r"|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) (?:[0-9]{2}| [0-9]) [0-9]{2}:[0-9]{2}:[0-9]{2})"
    r"(?: ?\[[0-9A-Fa-f]+\])*"
)


class Fate(NamedTuple):
    """A fragment and what was decided about it."""

    fragment: ContextFragment
    decision: ContextDecision

    @property
    def text(self) -> str:
        """What the caller sent."""
        return self.fragment.content

    @property
    def partial(self) -> bool:
        """Whether the answer says that a part of it is there."""
        return self.decision.emitted is not None

    @property
    def whole(self) -> bool:
        """Whether the answer says that all of it is there."""
        left_out = self.decision.action in (ContextAction.DROP, ContextAction.RETRIEVE)
        return not left_out and not self.partial

    def slices(self) -> list[str]:
        """The parts that the answer says are there."""
        data = self.text.encode()
        return [data[start:end].decode() for start, end in self.decision.emitted or ()]


def compiled(request: CompileRequest) -> CompiledContext:
    """The answer to a request; an example whose pins do not fit is given up."""
    try:
        return ContextCompiler().compile(request)
    except PinnedDoesNotFit:
        reject()


def fates(request: CompileRequest, context: CompiledContext) -> list[Fate]:
    """Fragments with their decisions."""
    return [Fate(*pair) for pair in zip(request.fragments, context.decisions, strict=True)]


def raw(fragment: ContextFragment) -> bytes | None:
    """The bytes of a fragment's image."""
    return base64.b64decode(fragment.media.bytes_b64) if fragment.media else None


def usable(request: CompileRequest | TranscriptCompileInput) -> int:
    """What the reserve leaves of the budget."""
    reserve = request.policy.response_reserve_tokens if request.policy else None
    return request.token_budget - (reserve or 0)


def image_tokens(request: CompileRequest, context: CompiledContext) -> int:
    """What the images cost that stand in the context."""
    kept = [fate.fragment for fate in fates(request, context) if fate.whole]
    price = PixelEstimator(request.target_model).estimate
    return sum(price(one.media.mime, raw(one) or b"", one.media.bytes_b64) for one in kept if one.media)


def numbered(request: CompileRequest) -> CompileRequest:
    """The request with its fragments' places as their ids, so that every block names one fragment."""
    return replace(request, fragments=[replace(one, id=place) for place, one in enumerate(request.fragments)])


def explanation(request: CompileRequest, context: CompiledContext, section: int) -> re.Pattern[str]:
    """What a section may hold, by the decisions: one pattern of all its blocks. Ids must be unique."""
    ids = list(context.sections[section].fragment_ids)
    masked = bool(request.policy and request.policy.normalize_log_timestamps)
    explained = [fate for fate in fates(request, context) if fate.decision.fragment_id in ids]
    assert ids == [fate.decision.fragment_id for fate in explained], "blocks stand in input order"
    return re.compile("\n\n".join(_block(fate, masked=masked) for fate in explained))


def label_line(fragment: ContextFragment) -> str:
    """What stands before a block."""
    return f"{fragment.label}\n" if fragment.label else ""


def _block(fate: Fate, *, masked: bool) -> str:
    return re.escape(label_line(fate.fragment)) + _text(fate, masked=masked)


def _text(fate: Fate, *, masked: bool) -> str:
    abstract = fate.decision.action is ContextAction.ABSTRACT
    if fate.whole:
        return re.escape(collapsed(fate.text, masked=masked) if abstract else fate.text)
    mark = rf"\[… [^\n]*{re.escape(str(fate.decision.handle))} …\]"
    if not fate.partial:
        return mark
    if abstract:
        marked = f"(?:{mark}\n?)?"
        return marked + f"\n{marked}".join(_countable_lines("".join(fate.slices()))) + f"(?:\n?{mark})?"
    fence = "|".join(re.escape(line) for line in dict.fromkeys(FENCE_LINE.findall(fate.text)))
    ends = {
        start == 0: re.escape(part) for (start, _), part in zip(fate.decision.emitted or (), fate.slices(), strict=True)
    }
    return ends.get(True, "") + f"(?:{fence})?(?:\n?{mark}\n?)?(?:{fence})?" + ends.get(False, "")


def _countable_lines(text: str) -> Iterator[str]:
    for line in text.split("\n"):
        bare = line.removesuffix("\r")
        yield re.escape(bare) + r"(?: \(x[0-9]+\))?" + re.escape(line[len(bare) :])


def collapsed(text: str, *, masked: bool) -> str:
    r"""A log without its repeats, by a second and slower hand.

    >>> collapsed("up\r\nup\r\n\n\nend (x2)", masked=False)
    'up (x2)\r\n\nend (x2) (x1)'
    """
    lines = [(found[1], found[2]) if found[3] is None else (found[3], "") for found in LOG_LINE.finditer(text)]
    keys = [STAMP.sub("\0TS\0", line, count=1) if masked and STAMP.match(line) else line for line, _ in lines]
    kept: list[tuple[str, str]] = []
    for place, (line, end) in enumerate(lines):
        if keys[place] not in keys[:place]:
            times = keys.count(keys[place])
            counted = (times > 1 and not BLANK.fullmatch(line)) or COUNT.search(line)
            kept.append((f"{line} (x{times})" if counted else line, end))
    joined = "".join(line + end for line, end in kept)
    return joined if text.endswith("\n") else joined.removesuffix(kept[-1][1])


def fits_whole(request: CompileRequest) -> int:
    """Tokens that are enough for everything, with room for every joiner and label."""
    estimate = CalibratedEstimator().estimate
    return sum(estimate(one.content) + estimate(label_line(one)) + 1 for one in request.fragments)


def fnv1a(data: bytes) -> int:
    """FNV-1a 64, one byte after the other.

    >>> f"{fnv1a(b'a'):016x}"
    'af63dc4c8601ec8c'
    """
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return value
