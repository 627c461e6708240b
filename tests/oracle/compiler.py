"""A request -> the compiled context: the pipeline, one line a pass (spec 2)."""

from __future__ import annotations

from .caps import Caps
from .differences import Differences
from .digest import handle_of, stable_hash
from .estimate import estimate
from .images import image_tokens
from .insights import insights
from .model import Fragment, Item, Request
from .pack import pack
from .relevance import relevance
from .report import RISKS, Json, decide, handles, sections, warnings
from .rules import SUPERSEDED, classify
from .succession import outdated
from .twins import find_twins
from .validate import validate


def compile_context(request: Request, *, fragments: int, limits: Caps, on: Differences) -> Json:
    """The whole answer; `fragments` is the cap on their count."""
    policy = request.policy
    usable, payloads = validate(request, fragments=fragments, limits=limits, on=on)
    replaced = outdated(request.fragments)
    effective = [flag and SUPERSEDED not in policy.disabled for flag in replaced]
    items = [
        analyse(seq, request, payloads[seq], superseded=effective[seq], on=on) for seq in range(len(request.fragments))
    ]
    flags = effective if "C15" in on else replaced
    items, twins = find_twins(items, flags, near=policy.near_dup, on=on)
    trays = pack(items, twins, usable, policy, on)
    blocks = sections(items, trays)
    content = "\n\n".join(block["content"] for block in blocks)
    decisions = [decide(item, items, twins, trays, policy, on) for item in items]
    return {
        "content": content,
        "sections": [] if policy.slim else blocks,
        "decisions": [] if policy.slim else decisions,
        "sources": [
            {"fragment_id": item.id, "handle": handle_of(item.handle_hash)} for item in items if item.seq not in twins
        ],
        "retrieval_handles": handles(items, decisions, trays, on),
        "insights": insights(request, items, trays, decisions, content),
        "risk": RISKS[max((RISKS.index(entry["risk"]) for entry in decisions), default=0)],
        "warnings": warnings(items, decisions, trays, on),
    }


def analyse(seq: int, request: Request, raw: bytes | None, *, superseded: bool, on: Differences) -> Item:
    """Everything that one fragment says about itself."""
    fragment: Fragment = request.fragments[seq]
    content_hash = stable_hash(fragment.content.encode())
    image = 0
    if fragment.media is not None and raw is not None:
        image = image_tokens(fragment.media, raw, request.target_model, on)
    rule = classify(fragment, request.policy, on)
    return Item(
        seq=seq,
        fragment=fragment,
        raw=raw,
        content_hash=content_hash,
        handle_hash=content_hash if raw is None else stable_hash(raw),
        image_tokens=image,
        tokens=image + estimate(fragment.content),
        rule=rule,
        critical=rule.critical,
        priority=fragment.priority or 0,
        relevance=relevance(request.query, fragment.content, on),
        superseded=superseded,
    )
