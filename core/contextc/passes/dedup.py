"""Sources and their verdicts -> which fragment stands for which, and what the survivors take over from their copies."""

from collections.abc import Sequence
from typing import Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from contextc.passes.admit import Source
from contextc.passes.classify import SUPERSEDED_RESULT, SUPERSEDED_SCREENSHOT, Verdict
from contextc.passes.emission import copy_mark
from contextc.settings import Settings
from contextc.text import near_form
from contextc.vocabulary import ContextAction


class Twin(Struct, frozen=True):
    """The fragment that stands for a duplicate."""

    seq: int
    kind: Literal["exact", "near"]
    caption_lost: bool = False
    """An image's copy has another caption, and only the survivor's is in the context."""


class Standing(Struct, frozen=True):
    """How a fragment goes on: for itself, or through another."""

    source: Source
    verdict: Verdict
    critical: bool
    priority: int
    pinned: bool
    soft: bool
    """It competes before what is not."""
    twin: Twin | None = None
    superseded: str | None = None
    """The rule by which a newer fragment makes it worthless."""

    @property
    def packable(self) -> bool:
        """Whether its content competes for the budget."""
        return self.twin is None and self.superseded is None

    @property
    def replaceable(self) -> bool:
        """Whether a text that differs from its own may stand for it: its wording matters to nobody."""
        free = not self.critical and not self.pinned and self.source.group is None
        return free and self.packable and self.source.media is None


def dedup(sources: Sequence[Source], verdicts: Sequence[Verdict], settings: Settings) -> list[Standing]:
    """One standing a fragment, in input order.

    Copies are gathered around the first of them that is marked for the cache, else the first outside of groups, else the
    first; near-duplicates around the first text of their form. A survivor takes the lane, the highest priority and
    criticality of its copies, the lowest row of the rule table, and whether one of them is pinned.
    """
    superseded = _superseded(sources, settings)
    standings = [
        Standing(source, verdict, verdict.rule.critical, source.priority, source.pinned, source.soft, superseded=rule)
        for source, verdict, rule in zip(sources, verdicts, superseded, strict=True)
    ]
    _dedup_texts(standings, near=settings.near_dup)
    _dedup_media(standings)
    return standings


def _superseded(sources: Sequence[Source], settings: Settings) -> list[str | None]:
    """The rule by which each is superseded, if by any; what must stay whole is by none."""
    found: list[str | None] = [None] * len(sources)
    if SUPERSEDED_RESULT not in settings.disabled_rules:
        for source in sources:
            if source.metadata.get("superseded") is True and not (source.pinned or source.whole):
                found[source.seq] = SUPERSEDED_RESULT
    newer: set[bytes] = set()
    for source in reversed(sources if SUPERSEDED_SCREENSHOT not in settings.disabled_rules else ()):
        if source.media is not None and source.kind == "screenshot" and "target" in source.metadata:
            # Sorted compact JSON: equal for equal values alone, and 1, 1.0 and "1" stay three.
            target = msgspec.json.encode(source.metadata["target"], order="sorted")
            if target in newer and not (source.pinned or source.whole):
                found[source.seq] = SUPERSEDED_SCREENSHOT
            newer.add(target)
    return found


def _dedup_texts(standings: list[Standing], *, near: bool) -> None:
    classes: dict[str, list[Standing]] = {}
    for standing in standings:
        if standing.source.media is None:
            classes.setdefault(standing.source.text, []).append(standing)
    groups = [copies for members in classes.values() for copies in _alike(members)]
    groups.sort(key=lambda copies: copies[0].source.seq)
    anchors: dict[str, int] = {}
    for copies in groups:
        gathered = _gather(standings, copies)
        if near and gathered:
            _compare(standings, gathered, near_form(gathered[0].source.text), anchors)


def _dedup_media(standings: list[Standing]) -> None:
    classes: dict[bytes, list[Standing]] = {}
    for standing in standings:
        if standing.source.media is not None:
            classes.setdefault(standing.source.media, []).append(standing)
    for copies in classes.values():
        _gather(standings, copies)


def _alike(members: list[Standing]) -> list[list[Standing]]:
    """Equal texts in groups of copies: an abstracted log stands only for copies that would be abstracted too."""
    if not _abstracts(members[0]):
        return [members]
    kept = [member for member in members if not _abstracts(member)]
    return [[member for member in members if _abstracts(member)], *([kept] if kept else [])]


def _abstracts(standing: Standing) -> bool:
    return standing.verdict.rule.action is ContextAction.ABSTRACT


def _gather(standings: list[Standing], copies: list[Standing]) -> list[Standing]:
    """Make one of the copies stand for the others: it, and those that are left to it; nothing if none can."""
    if len(copies) == 1 and copies[0].superseded is None:
        return copies
    # What is superseded is left out anyway, so it stands for nothing.
    candidates = [copy for copy in copies if copy.superseded is None]
    if not candidates:
        return []
    cached = [copy for copy in candidates if copy.verdict.rule.action is ContextAction.CACHE]
    # A group may be left out as a whole, and its members with it, so a copy that stands alone is the safer one.
    first = (cached or [copy for copy in candidates if copy.source.group is None] or candidates)[0]
    copies = [copy for copy in copies if copy.source.group is None or copy is first or not _stays(copy, first)]
    whole = [copy for copy in copies if copy.superseded is None and not _abstracts(copy)] or candidates
    # The cache section must not depend on fragments outside it: a cached survivor keeps its rule, and its priority is
    # that of cached copies alone.
    survivor = replace(
        first,
        verdict=first.verdict if cached else min((copy.verdict for copy in whole), key=lambda verdict: verdict.row),
        critical=any(copy.critical for copy in copies),
        priority=max(copy.priority for copy in (cached or copies)),
        pinned=any(copy.pinned for copy in copies),
        soft=any(copy.soft for copy in copies),
    )
    for copy in copies:
        twin = Twin(first.source.seq, "exact", caption_lost=copy.source.text != first.source.text)
        standings[copy.source.seq] = replace(copy, twin=twin, critical=survivor.critical)
    standings[first.source.seq] = survivor
    return [survivor, *[copy for copy in copies if copy is not first]]


def _stays(copy: Standing, survivor: Standing) -> bool:
    """Whether a member's copy is none: a mark in its place would be longer than its text, or must not be."""
    source = copy.source
    if copy.superseded is not None:
        return False
    mark = copy_mark(source, survivor.source.seq).encode()
    return source.whole or (source.media is None and len(source.data) < len(mark))


def _compare(standings: list[Standing], copies: list[Standing], form: str, anchors: dict[str, int]) -> None:
    """Let the first text of a form stand for the later ones, unless they are too important to lose their wording."""
    survivor = copies[0]
    anchor = anchors.get(form)
    if anchor is None:
        if not _abstracts(survivor):
            anchors[form] = survivor.source.seq
    # What competes later may be left out, and what was left to it with it.
    elif survivor.replaceable and (standings[anchor].soft or not survivor.soft):
        for copy in copies:
            standings[copy.source.seq] = replace(copy, twin=Twin(anchor, "near"))
