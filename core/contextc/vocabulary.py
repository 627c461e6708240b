"""The words that records are made of: 64-bit ids, counts and the closed sets of values."""

from enum import Enum
from typing import Annotated

from msgspec import Meta

Count = Annotated[int, Meta(ge=0, extra_json_schema={"maximum": 2**64 - 1})]
"""A whole number of something; the upper bound is checked after decoding."""

Share = Annotated[float, Meta(ge=0, le=1)]
"""A part of a whole."""


class U64(int):
    """An unsigned 64-bit id.

    >>> U64(7), U64(7) == 7
    (7, True)
    """

    __slots__ = ()


class StrEnum(str, Enum):
    """A string with a closed set of values.

    >>> str(FidelityRisk.HIGH), FidelityRisk("low") is FidelityRisk.LOW
    ('high', True)
    """

    __str__ = str.__str__


class ContextAction(StrEnum):
    """What was done with a fragment."""

    PRESERVE = "preserve"
    ABSTRACT = "abstract"
    RETRIEVE = "retrieve"
    DROP = "drop"
    CACHE = "cache"


class FidelityRisk(StrEnum):
    """How much a reader of the context may miss, lowest first."""

    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


class SectionKind(StrEnum):
    """Where a block stands: the stable prefix, or the rest."""

    CACHE = "cache"
    BODY = "body"


class ChunkBoundary(StrEnum):
    """Where a text may be cut into chunks."""

    PARAGRAPH = "paragraph"
    SENTENCE = "sentence"
    FIXED = "fixed"


class Truncation(StrEnum):
    """Which end of a fragment is kept when it does not fit; `auto`: the tail of logs and tool results, else the head."""

    AUTO = "auto"
    HEAD = "head"
    TAIL = "tail"
    BOTH = "both"


class RelevanceMethod(StrEnum):
    """How texts are ranked by a query: by the share of its words that they have, or by BM25."""

    OVERLAP = "overlap"
    BM25 = "bm25"


class Ranking(StrEnum):
    """What a relevance is, when it is not the share of the query's words: BM25, or the caller's own score."""

    BM25 = "bm25"
    SCORE = "score"


class EstimatorName(StrEnum):
    """What counts tokens: by measured weights, by the rule of section 3 of the first specification, bytes by four, exactly."""

    CALIBRATED = "calibrated"
    HEURISTIC = "heuristic"
    BYTES4 = "bytes4"
    O200K = "o200k"
    CL100K = "cl100k"


class SegmentFormat(StrEnum):
    """How a transcript is written."""

    AUTO = "auto"
    PLAIN = "plain"
    JSONL = "jsonl"
    CLAUDE_CODE = "claude_code"
    CODEX = "codex"
    OPENAI = "openai"
    OPENAI_RESPONSES = "openai_responses"
    ANTHROPIC = "anthropic"
    GEMINI = "gemini"
    GEMINI_CLI = "gemini_cli"
    LANGCHAIN = "langchain"


class MessagesFormat(StrEnum):
    """Whose messages they are."""

    AUTO = "auto"
    OPENAI = "openai"
    OPENAI_RESPONSES = "openai_responses"
    ANTHROPIC = "anthropic"
    GEMINI = "gemini"
    LANGCHAIN = "langchain"


class SegmentKind(StrEnum):
    """What a segment of a transcript is."""

    BODY = "body"
    CODE = "code"
    LOG = "log"
    BASE64 = "base64"
    TOOL_CALL = "tool_call"
    TOOL_RESULT = "tool_result"
    REASONING = "reasoning"
    MEDIA = "media"
    COMPACTION = "compaction"
    META = "meta"


class OutputFormat(StrEnum):
    """How recalled grains are written."""

    SML = "sml"
    TOON = "toon"
    MARKDOWN = "markdown"
    PLAINTEXT = "plaintext"
    JSON = "json"


class MetadataLevel(StrEnum):
    """How much is told about a grain beside what it says."""

    NONE = "none"
    MINIMAL = "minimal"
    FULL = "full"


class Ordering(StrEnum):
    """In which order admitted grains stand."""

    BY_RELEVANCE = "by_relevance"
    CHRONOLOGICAL = "chronological"
    REVERSE_CHRONOLOGICAL = "reverse_chronological"
    BY_ENTITY = "by_entity"


class Preset(StrEnum):
    """A policy by the model that reads the text."""

    CLAUDE = "claude"
    GPT4 = "gpt4"
    GEMINI = "gemini"
    LOCAL_SMALL = "local_small"
    JSON_API = "json_api"


class RecallSource(StrEnum):
    """How a recall found a hit: by the query, beside a hit, or by going through other sessions."""

    PRIMARY = "primary"
    EXPANSION = "expansion"
    CENSUS = "census"


class ConflictStatus(StrEnum):
    """Which side of a conflict a grain is on."""

    CURRENT = "current"
    OUTDATED = "outdated"


class SupersessionStatus(StrEnum):
    """Whether a newer grain stands in for this one."""

    CURRENT = "current"
    SUPERSEDED = "superseded"


class Allocation(StrEnum):
    """How much of a grain the budget pays for."""

    FULL = "full"
    SUMMARY = "summary"
    OMIT = "omit"
