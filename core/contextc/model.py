"""Every request and response type: one frozen struct a wire record, fields in wire order.

A field with `None` as its default is left out of the JSON when it is `None`. Ids are `U64`: integers in Python, decimal
strings on the wire. In `CompilePolicy` `None` means unset: the compiler's own policy applies, then the default named in the
field's text.
"""

from typing import Annotated, Any

from msgspec import Meta, Struct
from msgspec.structs import force_setattr

from contextc.vocabulary import (
    U64,
    ChunkBoundary,
    ContextAction,
    Count,
    EstimatorName,
    FidelityRisk,
    MessagesFormat,
    Ranking,
    RelevanceMethod,
    SectionKind,
    SegmentFormat,
    SegmentKind,
    Share,
    Truncation,
)


class Record(Struct, frozen=True, omit_defaults=True):
    """Base of the records that go both ways or out: a `None` field is not written."""


def as_u64(record: Struct, field: str) -> None:
    """Make a plain int in an id field a `U64`, so that it is written as a string."""
    value = getattr(record, field)
    if type(value) is int:
        force_setattr(record, field, U64(value))


# What a request is made of


class MediaRef(Record, frozen=True, kw_only=True):
    """An inline image: its MIME type, and its bytes in base64 of any kind or in a data URI, whose own type wins."""

    mime: str
    bytes_b64: str


class ContextFragment(Record, frozen=True, kw_only=True):
    """One piece of what a caller might say to the model.

    >>> ContextFragment(content="never deploy on Friday", priority=3).priority
    3
    """

    id: U64 | None = None
    """The caller's own id; absent: the hash of `content`."""
    content: str = ""
    path: str | None = None
    """A file to read the content from; a host resolves it, the core refuses it."""
    kind: str | None = None
    """Free text; `code`, `log`, `tool_result`, `tool_call`, `reasoning`, `media`, `meta`, `base64` and `screenshot` have
    effects.
    """
    priority: Annotated[int, Meta(ge=0, le=255)] | None = None
    """Higher packs first; absent: 0."""
    metadata: dict[str, Any] | None = None
    """`verbatim: true`, `cache: true`, `target` (screenshots) and `turn` (recency) have effects; of a conversation also
    `lane: "soft"` (first in line), `role`, `is_error: true`, `superseded: true`, and in a group `whole: true` (never cut).
    """
    media: MediaRef | None = None
    score: Share | None = None
    """The caller's own relevance in [0, 1], in place of the lexical one."""
    group: str | None = None
    """Fragments with one group are kept or left out together."""
    pinned: bool | None = None
    """Never dropped; if it cannot fit, the request fails."""
    label: str | None = None
    """A line that stands before whatever of the fragment stands in the context, and is no part of its content: at most
    256 bytes, without a line feed.
    """

    def __post_init__(self) -> None:
        as_u64(self, "id")


class MemoryScope(Record, frozen=True, kw_only=True):
    """Which memories a host with a store adds to the request."""

    project: str | None = None
    k: Count | None = None
    hops: Count | None = None
    graph_boost: float | None = None


class ChunkPolicy(Record, frozen=True, kw_only=True):
    """How `chunk_text` cuts; `overlap_bytes` acts there alone, packing never overlaps."""

    max_chunk_bytes: Count | None = None
    """Default 2048."""
    overlap_bytes: Count | None = None
    """Default 0."""
    boundary: ChunkBoundary | None = None
    """Default `paragraph`."""


class ImportanceWeights(Record, frozen=True, kw_only=True):
    """How learned confidence and recency move a recalled memory."""

    confidence: float | None = None
    """Default 0.2."""
    recency: float | None = None
    """Default 0.1."""
    recency_field: str | None = None


class ModelPricing(Record, frozen=True, kw_only=True):
    """What a model's input costs, in millionths of the currency for a million tokens."""

    input_micros_per_million_tokens: Count


class PricingTable(Record, frozen=True, kw_only=True):
    """Prices by exact model name."""

    version: str
    currency: str
    models: dict[str, ModelPricing]


class Recency(Record, frozen=True, kw_only=True):
    """Newest first: the last `turns` turns, then falling by `ramp` a turn until nothing is left of it.

    Acts among fragments of one criticality and one priority. `metadata.turn` says where a turn begins; without it each
    fragment is a turn.
    """

    turns: Count | None = None
    """Default 0."""
    ramp: Share | None = None
    """Default 0."""


class CompilePolicy(Record, frozen=True, kw_only=True):
    """Settings of a compilation, each unset (`None`) unless given.

    >>> CompilePolicy(response_reserve_tokens=500).truncate is None
    True
    """

    response_reserve_tokens: Count | None = None
    """Tokens of the budget to leave free; default 0."""
    near_dup_dedup: bool | None = None
    """Drop fragments that differ only in case and white space; default true."""
    near_dup_threshold: Annotated[float, Meta(gt=0, le=1)] | None = None
    """Drop fragments of which so large a share of shingles is that of a fragment in the context; default: none."""
    disabled_rules: list[str] | None = None
    """Rule ids to switch off; default none."""
    chunk: ChunkPolicy | None = None
    record_events: bool | None = None
    """Default true; acts where a store is attached."""
    store_sources: bool | None = None
    """Default true; acts where a store is attached."""
    source_ttl_seconds: Count | None = None
    event_ttl_seconds: Count | None = None
    pricing: PricingTable | None = None
    importance: ImportanceWeights | None = None
    normalize_log_timestamps: bool | None = None
    """Lines of a log that differ only in their leading time count as equal; default false."""
    ids_as_strings: bool | None = None
    """Accepted and without effect: ids are always strings on the wire."""
    slim_response: bool | None = None
    """Leave `sections` and `decisions` empty; default false."""
    truncate: Truncation | None = None
    """Default `auto`."""
    elision_marks: bool | None = None
    """Mark where text was cut, with the handle of the whole; default false."""
    constraint_markers: list[str] | None = None
    """Phrases that make a fragment a constraint, beside the built-in lexicon; default none."""
    recency: Recency | None = None
    relevance: RelevanceMethod | None = None
    """What ranks fragments that have no score of their own; default `overlap`."""
    largest_share: Annotated[float, Meta(gt=0, le=1)] | None = None
    """The part of the usable budget that one fragment gets before all others had their turn; default: all of it."""
    prefix_saving: Share | None = None
    """Of `compile_messages` with a receipt: what was sent stays as it is until so large a share of it could be left out
    without a loss; default 0.5. To send K tokens anew that were cached costs 1.15 K (1.25 for a cache write, 0.1 for the
    read it replaces), to leave out S saves 0.1 S a request, so it pays after 11.5 K / S requests: after 12 at a half.
    """
    prefix_target: Annotated[float, Meta(gt=0, le=1)] | None = None
    """The share of the room to which messages with a receipt are cut when they are; default 0.6, so that they can grow."""
    estimator: EstimatorName | None = None
    """What counts tokens; default `calibrated`, for the family of `target_model`. An estimator that the host injected wins."""


class CompileRequest(Record, frozen=True, kw_only=True):
    """What to compile, for which question, into how many tokens.

    >>> CompileRequest(query="deploy", fragments=[ContextFragment(content="a")], token_budget=100).token_budget
    100
    """

    query: str
    fragments: list[ContextFragment]
    project: str | None = None
    target_model: str | None = None
    token_budget: Count
    """Clamped to 10,000,000."""
    memory_scope: MemoryScope | None = None
    policy: CompilePolicy | None = None


# What a compilation answers


class CompiledSection(Record, frozen=True, kw_only=True):
    """One of at most two runs of blocks; blocks are joined by a blank line."""

    kind: SectionKind
    content: str
    fragment_ids: list[U64]
    """One entry a block, in input order."""

    def __post_init__(self) -> None:
        if any(type(id) is int for id in self.fragment_ids):
            force_setattr(self, "fragment_ids", [U64(id) for id in self.fragment_ids])


class ContextDecision(Record, frozen=True, kw_only=True):
    """What became of one fragment, by which rule and why."""

    fragment_id: U64
    content_hash: U64
    action: ContextAction
    rule_id: str
    relevance: float
    risk: FidelityRisk
    reason: str
    memory_id: U64 | None = None
    handle: str | None = None
    """Where the whole original is; absent when all of it is in the context."""
    emitted: list[tuple[int, int]] | None = None
    """Byte ranges of the fragment that stand in the context, when it was cut."""
    ranked_by: Ranking | None = None
    """What the relevance is, when it is not the share of the query's words."""

    def __post_init__(self) -> None:
        as_u64(self, "fragment_id")
        as_u64(self, "content_hash")
        as_u64(self, "memory_id")


class SourceReference(Record, frozen=True, kw_only=True):
    """A distinct original of the request."""

    fragment_id: U64
    handle: str
    memory_id: U64 | None = None

    def __post_init__(self) -> None:
        as_u64(self, "fragment_id")
        as_u64(self, "memory_id")


class RetrievalHandle(Record, frozen=True, kw_only=True):
    """Something the context leaves out, and what it would cost to fetch."""

    handle: str
    fragment_id: U64
    estimated_tokens: int
    partial: bool | None = None
    """True when part of the fragment is in the context."""

    def __post_init__(self) -> None:
        as_u64(self, "fragment_id")


class ContextWarning(Record, frozen=True, kw_only=True):
    """A fragment close to the query that is missing, wholly or for the most part."""

    fragment_id: U64
    action: ContextAction
    relevance: float
    reason: str

    def __post_init__(self) -> None:
        as_u64(self, "fragment_id")


class CompilationInsights(Record, frozen=True, kw_only=True):
    """Tokens and money saved; money is there when the model has a price."""

    tokens_in: int
    tokens_out: int
    tokens_saved: int
    tokens_saved_by_rule: dict[str, int]
    estimated_cost_saved_micros: int | None = None
    currency: str | None = None
    pricing_version: str | None = None
    near_dup_uncompared: int = 0
    """Fragments kept because more texts looked like them than are compared."""


class CompiledContext(Record, frozen=True, kw_only=True):
    """The context, and the record of every decision that led to it."""

    content: str
    sections: list[CompiledSection]
    decisions: list[ContextDecision]
    sources: list[SourceReference]
    retrieval_handles: list[RetrievalHandle]
    insights: CompilationInsights
    risk: FidelityRisk
    warnings: list[ContextWarning]


# Budgets and chunks


class SuggestedBudget(Struct, frozen=True, kw_only=True):
    """A model's window and what is left of it after a reserve; both `None` for an unknown model."""

    window: int | None
    suggested_budget: int | None
    source: str


class TextChunk(Record, frozen=True, kw_only=True):
    """A piece of a text: the text (with its overlap), its byte range (without) and its number."""

    text: str
    byte_start: int
    byte_end: int
    index: int


# Transcripts


class SegmentationPolicy(Record, frozen=True, kw_only=True):
    """How a transcript becomes segments."""

    format: SegmentFormat = SegmentFormat.AUTO
    min_segment_bytes: Count = 256
    """Adjacent segments of one kind and turn merge while one of them is shorter than this."""
    cache_system_turn: bool = True
    """Mark a leading system turn for the cache section."""


class TranscriptSegment(Record, frozen=True, kw_only=True):
    """A piece of a transcript: who said it, what it is, its text and its byte range."""

    index: int
    turn: int
    role: str | None
    kind: SegmentKind
    byte_start: int
    byte_end: int
    text: str
    side: bool | None = None
    """True in a conversation that a tool had with a model of its own."""
    tool: str | None = None
    """The name of the tool that is called, or answers."""
    call_id: str | None = None
    is_error: bool | None = None
    """True for the result of a tool that failed."""
    dangling: bool | None = None
    """True for a call that has no result, and for a result that has no call."""


class SegmentationOutcome(Record, frozen=True, kw_only=True):
    """A transcript in segments; the ranges of plain transcripts and generic lines partition it."""

    format_detected: SegmentFormat
    segments: list[TranscriptSegment]
    merged_segments: int
    skipped_lines: int = 0
    """Records that could not be read and belong to no segment's text."""
    skipped: list[int] | None = None
    """The numbers of the first of them: lines from 1 on, messages of a document from 0 on."""
    abandoned_turns: int = 0
    """Turns that were rewound, or that lie on a branch which was given up."""


class TranscriptCompileInput(Record, frozen=True, kw_only=True):
    """A transcript to compile."""

    query: str
    transcript: str
    token_budget: Count
    project: str | None = None
    target_model: str | None = None
    policy: CompilePolicy | None = None
    segmentation: SegmentationPolicy | None = None


class SegmentInfo(Record, frozen=True, kw_only=True):
    """One segment in the report: a segment without its text, with the id of its fragment."""

    index: int
    turn: int
    role: str | None = None
    kind: SegmentKind
    byte_start: int
    byte_end: int
    fragment_id: U64
    side: bool | None = None
    tool: str | None = None
    call_id: str | None = None
    is_error: bool | None = None
    dangling: bool | None = None
    label: str | None = None
    """The line that stands before the segment in the context."""

    def __post_init__(self) -> None:
        as_u64(self, "fragment_id")


class SegmentationReport(Record, frozen=True, kw_only=True):
    """How a transcript was read."""

    format_detected: SegmentFormat
    segments: list[SegmentInfo]
    merged_segments: int
    skipped_lines: int = 0
    skipped: list[int] | None = None
    abandoned_turns: int = 0


class TranscriptContext(Record, frozen=True, kw_only=True):
    """A compiled transcript and how it was read."""

    context: CompiledContext
    segmentation: SegmentationReport


# Messages


class MessagesInput(Record, frozen=True, kw_only=True):
    """A conversation to fit into a model's window, as its provider has it."""

    messages: list[dict[str, Any]]
    """Messages, items or contents, oldest first."""
    token_budget: Count
    """For the messages, the system text and the tools together."""
    format: MessagesFormat = MessagesFormat.AUTO
    query: str = ""
    system: Any = None
    """The system text that is sent beside the messages: it is counted, and not returned."""
    tools: list[Any] | None = None
    """The tools that are sent beside the messages, schemas and all: they are counted, and not returned."""
    project: str | None = None
    target_model: str | None = None
    policy: CompilePolicy | None = None
    receipt: dict[str, Any] | None = None
    """What the previous answer about this conversation gave."""


class MessagePart(Record, frozen=True, kw_only=True):
    """A part of a message; its decision stands at the same place of `decisions`."""

    message: int
    """The place of the message in the request."""
    role: str | None
    kind: SegmentKind
    fragment_id: U64
    tool: str | None = None
    call_id: str | None = None
    is_error: bool | None = None
    dangling: bool | None = None
    """True for a call that has no result, and for a result that has no call."""

    def __post_init__(self) -> None:
        as_u64(self, "fragment_id")


class Omission(Record, frozen=True, kw_only=True):
    """Messages in a row that are left out, and stand in the answer as one line that names the handle."""

    handle: str
    """Of the list of these handles, a line each."""
    first: int
    """The place of the first of the messages in the request."""
    last: int
    estimated_tokens: int
    handles: list[str]
    """Of what the messages hold."""


class StablePrefix(Record, frozen=True, kw_only=True):
    """How much of the previous answer this one begins with."""

    messages: int
    """Messages that are the same, byte for byte."""
    estimated_tokens: int
    diverged_at: int | None = None
    """The place of the first message of the previous answer that is not the same; absent when all are."""
    reason: str | None = None
    """Why it is not."""


class MessagesContext(Record, frozen=True, kw_only=True):
    """Messages that fit, ready to be sent, and the record of every decision that led to them."""

    messages: list[dict[str, Any]]
    format: MessagesFormat
    system: Any = None
    """What is to be sent beside the messages, when they came from another format."""
    parts: list[MessagePart]
    decisions: list[ContextDecision]
    omissions: list[Omission]
    retrieval_handles: list[RetrievalHandle]
    insights: CompilationInsights
    risk: FidelityRisk
    warnings: list[ContextWarning]
    receipt: dict[str, Any]
    prefix: StablePrefix | None = None
    """Present when the request has a receipt."""
