"""What was taken of each fragment -> the parts of the answer (spec 2.14-2.16, C9)."""

from __future__ import annotations

from typing import Any, Final

from .chars import byte_length
from .differences import Differences
from .digest import handle_of
from .estimate import estimate
from .logs import collapse
from .model import Item, Part, Policy, Tray, Twin
from .relevance import floor
from .rules import SUPERSEDED

Json = dict[str, Any]

RISKS: Final = ("low", "medium", "high")


def visible(tray: Tray | None) -> str:
    """The text that stands in the output for a fragment."""
    part = None if tray is None else tray.emitted
    return "" if part is None else part.text


def sections(items: list[Item], trays: dict[int, Tray]) -> list[Json]:
    """The cache section, then the body, each in input order; a section without text is left out."""
    found: list[Json] = []
    for kind in ("cache", "body"):
        shown = [
            item
            for item in items
            if (item.rule.action == "cache") == (kind == "cache") and visible(trays.get(item.seq))
        ]
        if shown:
            content = "\n\n".join(visible(trays[item.seq]) for item in shown)
            ids = [item.id for item in shown]
            found.append({"kind": kind, "content": content, "fragment_ids": ids})
    return found


def decide(
    item: Item,
    items: list[Item],
    twins: dict[int, Twin],
    trays: dict[int, Tray],
    policy: Policy,
    on: Differences,
) -> Json:
    """The decision about one fragment."""
    twin, tray = twins.get(item.seq), trays.get(item.seq)
    loss = "high" if item.critical else "medium"
    facts: Json = {}
    extra: Json = {}
    if twin is not None:
        verdict = ("drop", "drop.near_duplicate" if twin.near else "drop.duplicate", loss)
        facts = {"twin_seq": twin.of}
        other = items[twin.of]
        if twin.of in trays and trays[twin.of].full:
            verdict = (*verdict[:2], "medium" if other.rule.action == "abstract" else "low")
            if item.raw is not None and item.content != other.content:
                facts["caption_lost"] = True
    elif tray is None:
        verdict = ("retrieve", SUPERSEDED, "medium")
    elif tray.emitted is None:
        verdict = ("retrieve", "budget.externalize", loss)
    else:
        abstract = item.rule.action == "abstract"
        verdict = (item.rule.action, item.rule.id, "medium" if abstract else "low")
        if abstract and collapse(item.content, policy.normalize, on).merged_by_mask:
            facts["timestamps_normalized"] = True
        if not tray.full:
            verdict = (*verdict[:2], loss)
            if not abstract:
                facts["packed"] = [tray.taken, len(tray.pieces)]
            if "C9" in on:
                extra["emitted"] = byte_ranges(item.content, tray.emitted)
    if tray is None or not tray.full:
        extra["handle"] = handle_of(item.handle_hash)
    if facts:
        extra["reason_facts"] = facts
    action, rule_id, risk = verdict
    return {
        "fragment_id": item.id,
        "content_hash": item.content_hash,
        "action": action,
        "rule_id": rule_id,
        "relevance": item.relevance,
        "risk": risk,
        **extra,
    }


def _joined(part: Part) -> list[tuple[int, int]]:
    """The ranges in order, neighbours made one."""
    joined: list[tuple[int, int]] = []
    for start, end in sorted(part.ranges):
        if joined and joined[-1][1] == start:
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return joined


def byte_ranges(content: str, part: Part) -> list[list[int]]:
    """The ranges that stand in the output, in bytes."""
    return [[byte_length(content[:start]), byte_length(content[:end])] for start, end in _joined(part)]


def handles(items: list[Item], decisions: list[Json], trays: dict[int, Tray], on: Differences) -> list[Json]:
    """What can be retrieved: fragments left out whole, and under C9 those that were cut."""
    found: list[Json] = []
    for item, decision in zip(items, decisions, strict=True):
        entry: Json = {"handle": handle_of(item.handle_hash), "fragment_id": item.id}
        tray = trays.get(item.seq)
        if decision["action"] == "retrieve":
            found.append({**entry, "estimated_tokens": item.tokens})
        elif "C9" in on and tray is not None and not tray.full and tray.emitted is not None:
            shown = "".join(item.content[slice(*span)] for span in _joined(tray.emitted))
            left = max(item.tokens - estimate(shown), 0)
            found.append({**entry, "estimated_tokens": left, "partial": True})
    return found


def warnings(items: list[Item], decisions: list[Json], trays: dict[int, Tray], on: Differences) -> list[Json]:
    """Relevant losses; under C4 also fragments of which less than half is emitted."""
    found: list[Json] = []
    for item, decision in zip(items, decisions, strict=True):
        tray = trays.get(item.seq)
        cut = "C4" in on and tray is not None and not tray.full and tray.emitted is not None
        mostly_lost = cut and estimate(visible(tray)) * 2 < item.tokens
        if (decision["action"] == "retrieve" or mostly_lost) and item.relevance >= floor(on):
            keys = ("fragment_id", "action", "relevance")
            found.append({key: decision[key] for key in keys})
    return found
