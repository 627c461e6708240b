"""Fragments and a budget -> what is taken of each (spec 2.11-2.13, C4, C11, C12, C18, C24)."""

from __future__ import annotations

from typing import Final

from .chunks import chunk_text
from .differences import Differences
from .estimate import BYTES_PER_TOKEN, estimate
from .logs import collapse
from .model import Item, Part, Policy, Tray, Twin
from .recut import LEAST, recut, trim

JOINER: Final = estimate("\n\n")
LEAST_CHUNK: Final = 256
TAIL_KINDS: Final = frozenset({"log", "tool_result"})
UNCUT_KINDS: Final = frozenset({"base64", "tool_call", "reasoning", "media", "meta"})
"""Whole or not at all, under C18."""


def pack(items: list[Item], twins: dict[int, Twin], usable: int, policy: Policy, on: Differences) -> dict[int, Tray]:
    """The tray of every fragment that is neither a duplicate nor superseded, by seq."""
    live = [item for item in items if item.seq not in twins and not item.superseded]
    trays = [_tray(item, usable, policy, on) for item in sorted(live, key=lambda i: _rank(i, on))]
    packing = _Packing(usable, policy, on)
    for tray in trays:
        packing.take_pieces(tray)
    if "C4" in on:
        cut = [tray for tray in trays if _may_be_cut(tray, on)]
        packing.second_round(cut)
        for tray in cut:
            if tray.taken and tray.extra is None and tray.emitted:
                tray.trimmed = trim(tray.item.content, tray.emitted, from_tail=tray.from_tail)
    return {tray.item.seq: tray for tray in trays}


def _rank(item: Item, on: Differences) -> tuple[float, ...]:
    cache = item.rule.action == "cache"
    if cache and "C24" in on:
        return (0, -item.priority, item.seq)
    return (
        1,
        not item.critical,
        -item.priority,
        not cache,
        0 if cache else -item.relevance,
        item.seq,
    )


def _may_be_cut(tray: Tray, on: Differences) -> bool:
    uncut = tray.item.fragment.kind in UNCUT_KINDS and "C18" in on
    return not tray.full and tray.item.raw is None and tray.item.rule.action != "cache" and not uncut


def _tray(item: Item, usable: int, policy: Policy, on: Differences) -> Tray:
    tail = policy.truncate == "tail" or (policy.truncate == "auto" and item.fragment.kind in TAIL_KINDS)
    pieces, costs = _pieces(item, usable, policy, on)
    if tail:
        pieces, costs = pieces[::-1], costs[::-1]
    return Tray(item, pieces, tail, costs=costs)


def _pieces(item: Item, usable: int, policy: Policy, on: Differences) -> tuple[list[Part], list[int]]:
    whole = Part(item.content, ((0, len(item.content)),))
    if item.raw is not None:
        return [whole], [item.tokens]
    if item.rule.action == "abstract":
        whole = collapse(item.content, policy.normalize, on).part
        return [whole], [estimate(whole.text)]
    if item.rule.action == "cache" and "C24" in on and item.content:
        return [whole], [item.tokens]
    if item.fragment.kind in UNCUT_KINDS and "C18" in on and item.content:
        return [whole], [item.tokens]
    size = max(LEAST_CHUNK, min(policy.max_chunk, usable * BYTES_PER_TOKEN))
    pieces: list[Part] = []
    start = 0
    for text in chunk_text(item.content, size, policy.boundary, on):
        pieces.append(Part(text, ((start, start + len(text)),)))
        start += len(text)
    return pieces, [estimate(piece.text) for piece in pieces]


class _Packing:
    """The budget that is left, and whether anything can be seen yet."""

    def __init__(self, usable: int, policy: Policy, on: Differences) -> None:
        self.usable = usable
        self.remaining = usable
        self.visible = False
        self.policy = policy
        self.on = on

    def joiner(self, tray: Tray, text: str) -> int:
        """What joining costs in front of this text; under C11 only between visible fragments."""
        if tray.taken or ("C11" in self.on and not (self.visible and text)):
            return 0
        return JOINER

    def take_pieces(self, tray: Tray) -> None:
        """The whole if its own estimate fits (C4), else whole pieces until the first that does not fit."""
        whole = tray.item.tokens + self.joiner(tray, tray.item.content)
        if "C4" in self.on and len(tray.pieces) > 1 and whole <= self.remaining:
            self.remaining -= whole
            self.visible = True
            tray.taken = len(tray.pieces)
            return
        for piece, cost in zip(tray.pieces, tray.costs, strict=True):
            charge = cost + self.joiner(tray, piece.text)
            if charge > self.remaining:
                return
            self.remaining -= charge
            self.visible = self.visible or bool(piece.text)
            tray.taken += 1

    def second_round(self, trays: list[Tray]) -> None:
        """A part of the next piece of each, and at the last a part however small of one."""
        for tray in trays:
            part = self.cut(tray)
            if part is not None and estimate(part.text) >= LEAST:
                self.take_part(tray, part)
        for tray in trays:
            part = None if self.visible else self.cut(tray)
            if part is not None and estimate(part.text) > 0:
                self.take_part(tray, part)

    def cut(self, tray: Tray) -> Part | None:
        """The part that fits what is left."""
        room = self.remaining - self.joiner(tray, "any")
        return recut(tray, room, self.usable, normalize=self.policy.normalize, on=self.on)

    def take_part(self, tray: Tray, part: Part) -> None:
        """Emit it."""
        self.remaining -= estimate(part.text) + self.joiner(tray, part.text)
        self.visible = True
        tray.extra = part
