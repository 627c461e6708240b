"""What was selected of a conversation <-> a receipt: an object that a caller keeps, and gives back with the next request.

It says of every message which it was, and what of it went out, in at most 64 bytes.
"""

import re
from binascii import crc32
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple, cast

from contextc.errors import InvalidReceipt
from contextc.passes.admit import Source
from contextc.passes.emission import Emission, copy_mark, cut_mark, whole
from contextc.transcript.conversation import Conversation

VERSION = 1

LARGEST_PLAN = 48
"""Characters of a message's plan; with the hash and what JSON puts around both it is at most 64 bytes."""

ABSENT = "-"
"""Nothing of the message went out."""

_STEP = re.compile(
    r"(?P<run>[ws])(?P<times>[0-9]{0,6})"
    r"|c(?P<twin>[0-9]{1,8})"
    r"|p(?P<head>[0-9]{1,9})[.](?P<rest>[0-9]{1,9})[.](?P<taken>[0-9]{1,6})[.](?P<recut>[01])"
    r"(?:[~](?P<closing>[0-9a-f]*))?(?:[_](?P<opening>[0-9a-f]*))?"
)
_TWIN = re.compile(r"same as fragment #([0-9]+)")


class Plan(NamedTuple):
    """What went out of the first messages."""

    emissions: dict[int, Emission]
    turns: int
    """Messages that are the same as then."""
    total: int
    """Messages that there were then."""


def receipt_of(conversation: Conversation, emissions: Mapping[int, Emission], target: str) -> dict[str, Any]:
    """The receipt of an answer."""
    plans = [
        f"{crc32(data):08x}{code_of(seqs, emissions)}"
        for data, seqs in zip(conversation.encoded, conversation.of_turn, strict=True)
    ]
    return {"v": VERSION, "format": target, "sum": _checksum(plans), "messages": plans}


def plan_of(receipt: Mapping[str, Any], conversation: Conversation, sources: Sequence[Source], target: str) -> Plan:
    """What a receipt says of a conversation: as far as its messages are still the same."""
    plans = cast("list[object]", receipt["messages"]) if isinstance(receipt.get("messages"), list) else [None]
    texts = [plan for plan in plans if isinstance(plan, str)]
    sound = len(texts) == len(plans) and receipt.get("sum") == _checksum(texts)
    if receipt.get("v") != VERSION or receipt.get("format") != target or not sound:
        raise _foreign("it is none that compile_messages gave for this format")
    emissions: dict[int, Emission] = {}
    same = 0
    for text, data, seqs in zip(texts, conversation.encoded, conversation.of_turn, strict=False):
        if not text.startswith(f"{crc32(data):08x}"):
            break
        emissions.update(_emissions(text[8:], seqs, sources))
        same += 1
    if texts and not same:
        raise _foreign("it belongs to a conversation that begins otherwise")
    return Plan(emissions, same, len(texts))


def bounded(
    conversation: Conversation, emissions: Mapping[int, Emission], sources: Sequence[Source]
) -> dict[int, Emission]:
    """The emissions, with so many cut parts of a message made marks that its plan is short enough."""
    found = dict(emissions)
    for seqs in conversation.of_turn:
        cut = [seq for seq in seqs if seq in found and found[seq].taken + found[seq].recut and not found[seq].complete]
        while cut and len(code_of(seqs, found)) > LARGEST_PLAN:
            seq = cut.pop()
            found[seq] = _stub(sources[seq])
    return found


def code_of(seqs: range, emissions: Mapping[int, Emission]) -> str:
    """What went out of a message, in a few characters."""
    if not any(seq in emissions for seq in seqs):
        return ABSENT
    codes = [_code(emissions.get(seq)) for seq in seqs]
    runs = [(code, len(list(same))) for code, same in groupby(codes)]
    return ",".join([_repeated(code, times) for code, times in runs])


def _repeated(code: str, times: int) -> str:
    if code in ("w", "s"):
        return code if times == 1 else f"{code}{times}"
    return ",".join([code] * times)


def _code(emission: Emission | None) -> str:
    if emission is None:
        return "s"
    if emission.complete:
        return "w"
    twin = _TWIN.search(emission.mark)
    if twin:
        return f"c{twin[1]}"
    if not (emission.taken or emission.recut):
        return "s"
    closing = f"~{emission.closing.hex()}" if emission.closing else ""
    opening = f"_{emission.opening.hex()}" if emission.opening else ""
    return f"p{emission.head}.{emission.tail}.{emission.taken}.{int(emission.recut)}{closing}{opening}"


def _emissions(code: str, seqs: range, sources: Sequence[Source]) -> dict[int, Emission]:
    if code == ABSENT:
        return {}
    found: list[Emission] = []
    for step in code.split(","):
        given = _STEP.fullmatch(step)
        if given is None:
            raise _foreign("a message's plan cannot be read")
        for _ in range(int(given["times"] or 1)):
            if len(found) == len(seqs):
                raise _foreign("a message had more parts then")
            found.append(_emission(given, sources[seqs[len(found)]]))
    if len(found) != len(seqs):
        raise _foreign("a message had fewer parts then")
    return dict(zip(seqs, found, strict=True))


def _emission(given: re.Match[str], source: Source) -> Emission:
    if given["run"] == "w":
        return whole(source)
    if given["run"] == "s":
        return _stub(source)
    if given["twin"] is not None:
        return Emission(tail=len(source.data), mark=copy_mark(source, int(given["twin"])))
    head, tail = int(given["head"]), int(given["rest"])
    made = Emission(
        head=head,
        tail=tail,
        taken=int(given["taken"]),
        recut=given["recut"] == "1",
        mark=cut_mark(source),
        closing=_bytes(given["closing"]),
        opening=_bytes(given["opening"]),
    )
    try:
        made.text(source)
    except UnicodeDecodeError:
        raise _foreign("a part was cut elsewhere") from None
    if not head <= tail <= len(source.data):
        raise _foreign("a part was longer then")
    return made


def _bytes(digits: str | None) -> bytes:
    return bytes.fromhex(digits) if digits and len(digits) % 2 == 0 else b""


def _stub(source: Source) -> Emission:
    return Emission(tail=len(source.data), mark=cut_mark(source))


def _checksum(plans: Sequence[str]) -> str:
    return f"{crc32(' '.join(plans).encode(errors='replace')):08x}"


def _foreign(why: str) -> InvalidReceipt:
    return InvalidReceipt(f"this receipt cannot be used: {why}; leave it out to begin anew", path="$.receipt")
