"""Hits -> fragments of kind `memory`, and a compile request of which the context tells where each came from."""

from collections.abc import Sequence

from msgspec.structs import replace

from contextc.compiler import ContextCompiler
from contextc.conform import check_type, conform
from contextc.digest import fnv1a_many
from contextc.limits import Limits
from contextc.model import (
    CompiledContext,
    CompilePolicy,
    CompileRequest,
    ContextDecision,
    ContextFragment,
    MemoryScope,
    Record,
    SourceReference,
    as_u64,
)
from contextc.recall.assembler import admit_hits
from contextc.recall.hits import Hash, SearchHit
from contextc.recall.priority import VERIFICATIONS
from contextc.recall.render import plaintext
from contextc.recall.rules import RULES
from contextc.recall.select import WITHHELD
from contextc.recall.shaping import labelled
from contextc.recall.updates import find_updates
from contextc.vocabulary import U64, Count, OutputFormat, RecallSource

MEMORY = "memory"
"""The kind of the fragments."""


class RecallCompileInput(Record, frozen=True, kw_only=True):
    """A compile request, and what was recalled for it.

    >>> RecallCompileInput(query="tea", hits=[], token_budget=100).fragments
    []
    """

    query: str
    hits: list[SearchHit]
    fragments: list[ContextFragment] = []
    project: str | None = None
    target_model: str | None = None
    token_budget: Count
    memory_scope: MemoryScope | None = None
    policy: CompilePolicy | None = None
    include_retracted: bool | None = None
    """Default false: what was retracted is withheld."""


class RecalledHit(Record, frozen=True, kw_only=True):
    """What became of a hit before anything was compiled."""

    hash: Hash
    memory_id: U64
    """The store's own id, else the first 64 bits of the hash."""
    fragment_id: U64 | None = None
    """Absent when no fragment was made of it."""
    rule_id: str | None = None
    """Why none was made: `withheld.retracted` or `superseded.newer`."""
    reason: str | None = None

    def __post_init__(self) -> None:
        as_u64(self, "memory_id")
        as_u64(self, "fragment_id")


class RecallContext(Record, frozen=True, kw_only=True):
    """A context with memories in it, and what became of each hit."""

    context: CompiledContext
    recall: list[RecalledHit]


def build_recall_compile_request(
    recall: RecallCompileInput, *, limits: Limits | None = None
) -> tuple[CompileRequest, list[RecalledHit]]:
    """The request that compiles hits beside a caller's fragments, and what became of each hit.

    >>> hit = SearchHit(grain_type="fact", fields={"subject": "mira", "relation": "likes", "object": "tea"}, score=0.9)
    >>> request, _ = build_recall_compile_request(RecallCompileInput(query="tea", hits=[hit], token_budget=100))
    >>> request.fragments[0].content, request.fragments[0].kind, request.fragments[0].score
    ('mira likes tea', 'memory', 0.9)
    """
    request, report, _ = _build(recall, limits or Limits())
    return request, report


def _build(recall: RecallCompileInput, limits: Limits) -> tuple[CompileRequest, list[RecalledHit], list[SearchHit]]:
    check_type(recall, RecallCompileInput, "$")
    conform(replace(recall, hits=[]), RecallCompileInput, "$")
    hits = admit_hits(recall.hits, limits)
    unused = _unused(hits, include_retracted=recall.include_retracted or False)
    used = [hit for index, hit in enumerate(hits) if index not in unused]
    fragments = [_fragment(hit) for hit in used]
    ids = iter(fnv1a_many([fragment.content.encode() for fragment in fragments]))
    request = CompileRequest(
        query=recall.query,
        fragments=[*recall.fragments, *fragments],
        project=recall.project,
        target_model=recall.target_model,
        token_budget=recall.token_budget,
        memory_scope=recall.memory_scope,
        policy=recall.policy,
    )
    report = [
        _recalled(hit, None, *unused[index]) if index in unused else _recalled(hit, next(ids))
        for index, hit in enumerate(hits)
    ]
    return request, report, hits


def compile_recall(recall: RecallCompileInput, compiler: ContextCompiler | None = None) -> RecallContext:
    """Compile hits beside a caller's fragments; decisions and sources that are a memory's say which.

    >>> hit = SearchHit(grain_type="fact", fields={"subject": "mira", "relation": "likes", "object": "tea"}, memory_id=7)
    >>> made = compile_recall(RecallCompileInput(query="tea", hits=[hit], token_budget=100))
    >>> made.context.content, made.context.decisions[0].memory_id
    ('mira likes tea', 7)
    """
    compiler = compiler or ContextCompiler()
    request, report, hits = _build(recall, compiler.limits)
    return RecallContext(context=_annotated(compiler.compile(request), hits, report), recall=report)


def _unused(hits: Sequence[SearchHit], *, include_retracted: bool) -> dict[int, tuple[str, str]]:
    withheld = [
        index
        for index, hit in enumerate(hits)
        if not include_retracted and hit.fields.get("verification_status") in WITHHELD
    ]
    unused = dict.fromkeys(withheld, ("withheld.retracted", "retracted, and include_retracted is off"))
    replaced = find_updates(hits, [index for index in range(len(hits)) if index not in unused]).replaced
    return unused | {
        index: ("superseded.newer", RULES["superseded.newer"].format(newer=newer)) for index, newer in replaced.items()
    }


def _fragment(hit: SearchHit) -> ContextFragment:
    place = {"namespace": hit.source_namespace, "created_at_sec": hit.created_at_sec or None}
    return ContextFragment(
        content=labelled(plaintext.full(hit), hit, OutputFormat.PLAINTEXT),
        kind=MEMORY,
        metadata={
            "grain_type": hit.grain_type,
            "hash": hit.hash,
            **{key: value for key, value in place.items() if value is not None},
        },
        score=_score(hit),
    )


def _score(hit: SearchHit) -> float | None:
    """The hit's score where a fragment's can be; what is contested counts for less, as it does in an assembly."""
    if hit.score is None:
        return None
    contested = VERIFICATIONS["contested"] if hit.fields.get("verification_status") == "contested" else 0.0
    return min(max(hit.score + contested, 0.0), 1.0)


def _recalled(
    hit: SearchHit, fragment: int | None, rule_id: str | None = None, reason: str | None = None
) -> RecalledHit:
    digest = hit.hash or ""
    return RecalledHit(
        hash=digest,
        memory_id=U64(int(digest[:16], 16)) if hit.memory_id is None else hit.memory_id,
        fragment_id=None if fragment is None else U64(fragment),
        rule_id=rule_id,
        reason=reason,
    )


def _annotated(context: CompiledContext, hits: Sequence[SearchHit], report: Sequence[RecalledHit]) -> CompiledContext:
    """The first memory of a text names every decision on that text, a caller's own too."""
    named: dict[U64, tuple[U64, str]] = {}
    for hit, recalled in zip(hits, report, strict=True):
        if recalled.fragment_id is not None:
            named.setdefault(recalled.fragment_id, (recalled.memory_id, _origin(hit)))
    return replace(
        context,
        decisions=[_named(decision, named) for decision in context.decisions],
        sources=[
            replace(source, memory_id=named[digest][0]) if (digest := _content_hash(source)) in named else source
            for source in context.sources
        ],
    )


def _named(decision: ContextDecision, named: dict[U64, tuple[U64, str]]) -> ContextDecision:
    if decision.content_hash not in named:
        return decision
    memory, origin = named[decision.content_hash]
    return replace(decision, memory_id=memory, reason=f"{decision.reason} — recalled as memory {memory} ({origin})")


def _origin(hit: SearchHit) -> str:
    score = "no score" if hit.score is None else f"score {hit.score:.2f}"
    return f"{hit.grain_type}, {score}, {hit.recall_source or RecallSource.PRIMARY}"


def _content_hash(source: SourceReference) -> U64:
    return U64(int(source.handle.rpartition("/")[2]))
