"""Request -> sources: every fragment checked, decoded, hashed and priced."""

from typing import Any

from msgspec import Struct

from contextc.conform import utf8
from contextc.digest import fnv1a_many, handle
from contextc.errors import BudgetTooSmall, HashCollision
from contextc.limits import TOKEN_BUDGET
from contextc.model import CompileRequest
from contextc.passes.check import check_metadata, check_size, decode_media
from contextc.settings import Settings
from contextc.vocabulary import U64


class Source(Struct, frozen=True):
    """A fragment that was let in."""

    seq: int
    """Its place in the request: the last tie-break everywhere."""
    id: U64
    text: str
    data: bytes
    """The text in UTF-8."""
    kind: str | None
    metadata: dict[str, Any]
    media: bytes | None
    content_hash: U64
    handle: str
    tokens: int
    """Of the text, and of the image if there is one."""
    image_tokens: int
    priority: int
    score: float | None
    group: str | None
    pinned: bool
    label: str = ""
    """The line before its block, with its line feed; empty without one."""

    @property
    def soft(self) -> bool:
        """Whether the caller put it first in line."""
        return self.metadata.get("lane") == "soft"

    @property
    def whole(self) -> bool:
        """Whether it is a member of a group and worth nothing in part."""
        return self.group is not None and self.metadata.get("whole") is True


def admit(request: CompileRequest, settings: Settings) -> list[Source]:
    """The request's fragments; the first failing check is the error."""
    fragments, limits = request.fragments, settings.limits
    texts = [utf8(fragment.content, f"$.fragments[{seq}].content") for seq, fragment in enumerate(fragments)]
    for seq, data in enumerate(texts):
        check_size(data, f"$.fragments[{seq}].content", limits.fragment_bytes)
    check_metadata(fragments, limits.metadata_bytes)
    payloads = decode_media(fragments, limits)
    media = {seq: payload.data for seq, payload in payloads.items()}
    hashes = _hashes(texts, media)
    estimate = settings.estimator.estimate
    tokens = {text: estimate(text) for text in dict.fromkeys([fragment.content for fragment in fragments])}
    sources: list[Source] = []
    for seq, (fragment, data) in enumerate(zip(fragments, texts, strict=True)):
        raw = media.get(seq)
        image_tokens = 0
        if fragment.media:
            image_tokens = settings.images.estimate(*payloads[seq], fragment.media.bytes_b64)
        content_hash = hashes[data]
        sources.append(
            Source(
                seq=seq,
                id=content_hash if fragment.id is None else fragment.id,
                text=fragment.content,
                data=data,
                kind=fragment.kind,
                metadata=fragment.metadata or {},
                media=raw,
                content_hash=content_hash,
                handle=handle(content_hash if raw is None else hashes[raw]),
                tokens=tokens[fragment.content] + image_tokens,
                image_tokens=image_tokens,
                priority=fragment.priority or 0,
                score=fragment.score,
                group=fragment.group,
                pinned=fragment.pinned is True,
                label=f"{fragment.label}\n" if fragment.label else "",
            )
        )
    return sources


def usable_tokens(request: CompileRequest, settings: Settings) -> int:
    """What the reserve leaves of the budget; at least one token, or an error."""
    budget = min(request.token_budget, TOKEN_BUDGET)
    if budget <= settings.reserve:
        raise BudgetTooSmall(
            f"a budget of {budget} tokens less a reserve of {settings.reserve} leaves nothing: "
            "raise token_budget or lower policy.response_reserve_tokens",
            path="$.token_budget",
            data={"token_budget": budget, "response_reserve_tokens": settings.reserve},
        )
    return budget - settings.reserve


def _hashes(texts: list[bytes], media: dict[int, bytes]) -> dict[bytes, U64]:
    """The hash of every distinct text and medium; two of them under one hash are an error."""
    distinct = list(dict.fromkeys([*texts, *media.values()]))
    hashes = fnv1a_many(distinct)
    if len(set(hashes)) < len(distinct):
        _refuse_collision(texts, media, dict(zip(distinct, hashes, strict=True)))
    return dict(zip(distinct, hashes, strict=True))


def _refuse_collision(texts: list[bytes], media: dict[int, bytes], hashes: dict[bytes, U64]) -> None:
    owner: dict[U64, tuple[int, bytes]] = {}
    for seq, text in enumerate(texts):
        for data in (text, media.get(seq, text)):
            first, known = owner.setdefault(hashes[data], (seq, data))
            if known != data:
                raise HashCollision(
                    f"fragments #{first} and #{seq} differ and share the hash {hashes[data]}, so one handle would stand "
                    "for both: change one of them by a byte",
                    path=f"$.fragments[{seq}]",
                    data={"hash": str(hashes[data]), "first": first, "second": seq},
                )
