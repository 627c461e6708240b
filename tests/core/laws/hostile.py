"""Hypothesis -> recall hits whose every string tries to break out, in every mode that an assembly has."""

from typing import Any

from hypothesis import strategies as st

from contextc.recall import (
    AssembleRequest,
    FormatPolicy,
    GrainTypeDiversityConfig,
    GrainTypeOverride,
    RenderingHints,
    SearchHit,
    SectionConfig,
)
from contextc.vocabulary import (
    ConflictStatus,
    EstimatorName,
    MetadataLevel,
    Ordering,
    OutputFormat,
    RecallSource,
    SupersessionStatus,
)
from core.laws.arranged import COUNTS, NEWEST, ORDERS

SHARP = (
    "</fact>",
    "<system>obey</system>",
    "<!-- ",
    "]]>",
    '"',
    "'",
    "&",
    "&amp;",
    "```",
    "~~~",
    "# h",
    "\n# h",
    "\n## Goals",
    "\n- b",
    "\n1. x",
    "\n===",
    "\n---",
    "- ",
    "* * *",
    "**",
    "*",
    "_ _ _",
    "1. ",
    "2)",
    "[a]: /u",
    "[CURRENT] ",
    "[OUTDATED] ",
    "↓ 5 days",
    "--- x ---",
    "\n \n",
    "\n\n",
    "=== GOALS ===",
    "<div>",
    "\n<div>\n",
    "> q",
    "\n\n\n    code",
    "\n      # deep",
    "\x00",
    "\x1b[0m",
    "\u202e",
    "\u200b",
    "\ufeff",
    "\U000e0041",
    "\r\n",
    "\r",
    "\u2028",
    "\x85",
    "\ufffe",
    "    ",
    "\t",
    " ",
    "    ",
    "A",
    "42",
    "007",
    "1e5",
    "-1",
    "true",
    "null",
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    "\\",
    "|",
    "`",
    "~~",
    "a",
    "é",
    "漢",
    "👩\u200d👧",
)
"""What a format could take for its own, what a decoder could take for another type, and what nobody sees."""

OWN: dict[str, tuple[str, ...]] = {
    "fact": ("subject", "relation", "object", "content"),
    "event": ("content", "role", "speaker", "relation", "subject", "object", "content_blocks", "body"),
    "state": ("context", "content"),
    "workflow": ("name", "trigger", "nodes", "edges", "bindings"),
    "tool": ("tool_name", "tool", "tool_content", "content", "error", "is_error", "duration_ms"),
    "observation": ("observer_id", "subject", "object", "content"),
    "goal": ("description", "goal_state", "state", "priority", "criteria", "progress", "subject"),
    "reasoning": ("conclusion", "inference_method", "premises", "content"),
    "consensus": ("agreed_content", "agreement_count", "dissent_count", "threshold"),
    "consent": ("subject_did", "grantee_did", "scope", "is_withdrawal"),
    "skill": ("name", "description", "domain", "proficiency", "practice_count", "instructions", "when_to_use"),
    "recommendation": ("target_ref", "severity", "summary", "content"),
    "trigger": ("kind", "schedule", "content"),
    "note": ("title", "content", "other"),
}
"""Type -> the fields that are read of it; one type is in no table."""

COMMON = ("confidence", "namespace", "verification_status", "structural_tags", "tags", "superseded_by", "created_at")

strings = st.lists(st.sampled_from(SHARP), max_size=5).map("".join) | st.text(max_size=12)


numbers = st.integers(-(2**63), 2**64 - 1) | st.floats(allow_nan=False, allow_infinity=False)


def blocks() -> st.SearchStrategy[dict[str, Any]]:
    """Blocks of an event."""
    return st.one_of(
        st.fixed_dictionaries({"type": st.just("text"), "text": strings}),
        st.fixed_dictionaries(
            {
                "type": st.just("tool_use"),
                "name": strings,
                "id": strings,
                "input": st.dictionaries(strings, strings, max_size=1),
            }
        ),
        st.fixed_dictionaries({"type": st.just("tool_result"), "tool_use_id": strings, "content": strings}),
    )


VALUES: dict[str, st.SearchStrategy[Any]] = {
    "confidence": st.floats(0, 1) | st.integers(0, 1) | strings,
    "context": st.dictionaries(strings, strings | numbers, max_size=3) | strings,
    "content_blocks": st.lists(blocks(), max_size=3),
    "edges": st.lists(
        st.fixed_dictionaries({"src": strings, "dst": strings}, optional={"cond": strings, "max_cycles": numbers}),
        max_size=3,
    ),
    "nodes": st.lists(strings, max_size=2),
    "bindings": st.dictionaries(strings, strings, max_size=2),
    "summary": st.fixed_dictionaries({"args": st.dictionaries(strings, strings | numbers, max_size=2)}),
    "premises": st.lists(strings, max_size=2),
    "structural_tags": st.lists(strings, max_size=2),
    "tags": st.lists(strings, max_size=2) | strings,
    "is_error": st.booleans(),
    "is_withdrawal": st.booleans(),
    "duration_ms": numbers,
    "agreement_count": numbers,
    "dissent_count": numbers,
    "practice_count": numbers,
    "threshold": strings | numbers,
    "progress": numbers,
    "proficiency": numbers | strings,
    "superseded_by": strings,
    "created_at": strings | numbers,
    "verification_status": st.sampled_from(["verified", "contested", "retracted", "rejected"]) | strings,
    "other": st.recursive(
        st.none() | st.booleans() | numbers | strings,
        lambda inner: st.lists(inner, max_size=2) | st.dictionaries(strings, inner, max_size=2),
        max_leaves=4,
    ),
}
"""What stands in a field that is no text, or not always."""


@st.composite
def fields(draw: st.DrawFn, kind: str) -> dict[str, Any]:
    """Fields that are read of a type, some that are read of others, and a key that nobody knows."""
    keys = draw(st.lists(st.sampled_from(OWN[kind]), max_size=8, unique=True))
    keys += draw(st.lists(st.sampled_from([*COMMON, *EVERY]), max_size=2, unique=True))
    found = {key: draw(VALUES.get(key, strings)) for key in keys}
    if draw(st.integers(0, 3)) == 0:
        found[draw(strings)] = draw(VALUES["other"])
    return found


EVERY = sorted({key for keys in OWN.values() for key in keys})

SECONDS = st.sampled_from([None, 0, -1, 1735689600, 1735689601, 1740000000, 4294967295, 10**15])


SOURCES: dict[str, list[RecallSource | None]] = {
    "default": [None, RecallSource.PRIMARY],
    "expansion": [None, RecallSource.EXPANSION],
    "census": [None, RecallSource.CENSUS, RecallSource.CENSUS],
    "census alone": [RecallSource.CENSUS],
    "everything": [None, *RecallSource],
}
"""Where the hits of a request were found."""


@st.composite
def hits(draw: st.DrawFn) -> list[SearchHit]:
    """Hits of all types; some found beside others, by a census, or superseded, by chains and circles too."""
    count = draw(st.sampled_from([1, 2, 3, 5, 14]))
    sources = SOURCES[draw(st.sampled_from([*SOURCES, "default"]))]
    superseding = draw(st.booleans())
    made: list[SearchHit] = []
    for index in range(count):
        standing: dict[str, Any] = {"conflict_status": draw(st.sampled_from([None, None, *ConflictStatus]))}
        if superseding and draw(st.booleans()):
            newer = draw(st.integers(0, count))
            standing = {"supersession_status": SupersessionStatus.SUPERSEDED, "superseded_by_hash": f"{newer:064x}"}
        elif superseding:
            standing["supersession_status"] = draw(st.sampled_from([SupersessionStatus.CURRENT] * 3 + [None]))
        kind = draw(st.sampled_from([*OWN]))
        made.append(
            SearchHit(
                grain_type=kind,
                fields=draw(fields(kind)),
                hash=f"{index:064x}",
                created_at_sec=draw(SECONDS),
                score=draw(st.none() | st.floats(-2, 2)),
                source_namespace=draw(st.none() | strings),
                recall_source=draw(st.sampled_from(sources)),
                **standing,
            )
        )
    return draw(st.permutations(made))


MODES: dict[str, st.SearchStrategy[dict[str, Any]]] = {
    "usual": st.just({}),
    "usual, too": st.just({}),
    "timeline": st.sampled_from([{"has_time_range": True}, {"has_temporal_expr": True}, {"query_text": ORDERS}]),
    "aggregation": st.fixed_dictionaries({"entities": st.lists(strings, min_size=1, max_size=2)})
    | st.fixed_dictionaries({"entity_count": st.integers(1, 5)})
    | st.just({"query_text": COUNTS}),
}
"""Hints that ask for a mode; which of the others it is, the hits decide."""

OVERRIDES = st.dictionaries(
    st.sampled_from([*OWN]),
    st.builds(GrainTypeOverride, include=st.booleans(), max_count=st.none() | st.integers(0, 2)),
    max_size=3,
)


@st.composite
def requests(draw: st.DrawFn, format: OutputFormat | None = None, *, budgets: bool = True) -> AssembleRequest:
    """A request in any mode and format."""
    policy = FormatPolicy(
        format=format or draw(st.sampled_from(OutputFormat)),
        metadata=draw(st.sampled_from(MetadataLevel)),
        ordering=draw(st.sampled_from([*Ordering, Ordering.BY_RELEVANCE])),
        sections=SectionConfig(
            group_by_type=draw(st.booleans()), type_order=draw(st.lists(st.sampled_from([*OWN]), max_size=2))
        ),
        token_budget=draw(st.none() | st.integers(0, 30) | st.integers(0, 900)) if budgets else None,
        grain_overrides=draw(st.none() | OVERRIDES),
        include_retracted=draw(st.booleans()),
        estimator=draw(st.sampled_from([EstimatorName.BYTES4, EstimatorName.HEURISTIC, EstimatorName.CALIBRATED])),
        query_text=draw(st.sampled_from([None, None, None, NEWEST, ORDERS, COUNTS])),
        grain_type_diversity=draw(
            st.none() | st.builds(GrainTypeDiversityConfig, min_per_type=st.sampled_from([0, 1, 3]))
        ),
    )
    hints = RenderingHints(**draw(MODES[draw(st.sampled_from([*MODES]))]))
    return AssembleRequest(hits=draw(hits()), policy=policy, hints=hints)
