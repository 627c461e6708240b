"""Hits and policies in one line: what the tests of an assembly say, without the ceremony."""

from collections.abc import Sequence
from typing import Any

from contextc.recall import (
    ContextAssembler,
    FormatPolicy,
    FormattedContext,
    GrainTypeDiversityConfig,
    GrainTypeOverride,
    RenderingHints,
    SearchHit,
    SectionConfig,
)
from contextc.recall.allocate import ScoredEntry
from contextc.recall.policy import settle
from contextc.recall.render import RendererRegistry
from contextc.recall.select import Choice
from contextc.tokens import TokenEstimator
from contextc.vocabulary import (
    Allocation,
    ConflictStatus,
    MetadataLevel,
    Ordering,
    OutputFormat,
    RecallSource,
    SupersessionStatus,
)

DAY = 86_400
JAN_1 = 1_735_689_600
"""2025-01-01."""

FORMATS = tuple(OutputFormat)
TEXTUAL = (OutputFormat.SML, OutputFormat.MARKDOWN, OutputFormat.PLAINTEXT)
"""Formats that have summaries and labels."""

SML, TOON, MARKDOWN, PLAIN, JSON = (
    OutputFormat.SML,
    OutputFormat.TOON,
    OutputFormat.MARKDOWN,
    OutputFormat.PLAINTEXT,
    OutputFormat.JSON,
)
NONE, MINIMAL, FULL = MetadataLevel.NONE, MetadataLevel.MINIMAL, MetadataLevel.FULL

CURRENT: dict[str, Any] = {"supersession_status": SupersessionStatus.CURRENT}
EXPANSION: dict[str, Any] = {"recall_source": RecallSource.EXPANSION}
NO_RESERVE = GrainTypeDiversityConfig(min_per_type=0)
"""Priority alone decides."""


def hash_(number: int) -> str:
    """A content hash."""
    return f"{number:02x}" * 32


def hit(kind: str = "fact", fields: dict[str, Any] | None = None, **given: Any) -> SearchHit:
    """A hit; further keywords are its own."""
    return SearchHit(grain_type=kind, fields=fields or {}, **given)


def fact(text: str = "mira likes tea", *, fields: dict[str, Any] | None = None, **given: Any) -> SearchHit:
    """A fact of three words; what follows the second belongs to the object."""
    subject, relation, object_ = text.split(" ", 2)
    return hit("fact", {"subject": subject, "relation": relation, "object": object_, **(fields or {})}, **given)


def said(text: str, **given: Any) -> SearchHit:
    """An event without a speaker."""
    return hit("event", {"content": text}, **given)


def outdated(by: int) -> dict[str, Any]:
    """Superseded by the hit of a hash."""
    return {"supersession_status": SupersessionStatus.SUPERSEDED, "superseded_by_hash": hash_(by)}


def disputed(status: str) -> dict[str, Any]:
    """One of two hits that contradict each other."""
    return {"conflict_status": ConflictStatus(status)}


def census(session: str | None = None) -> dict[str, Any]:
    """Found in another session."""
    return {"recall_source": RecallSource.CENSUS, "source_namespace": session}


def policy(format: OutputFormat = PLAIN, **settings: Any) -> FormatPolicy:
    """A policy; `grouped` is a list of types, `budget` and `query` are short for the longer names."""
    given = {
        "sections": None
        if (types := settings.pop("grouped", None)) is None
        else SectionConfig(group_by_type=True, type_order=list(types)),
        "token_budget": settings.pop("budget", None),
        "query_text": settings.pop("query", None),
        "ordering": Ordering(order) if (order := settings.pop("ordering", None)) else None,
        "metadata": MetadataLevel(level) if (level := settings.pop("metadata", None)) else None,
    }
    return FormatPolicy(format=format, **{**given, **settings})


def overriding(**types: GrainTypeOverride) -> dict[str, Any]:
    """A policy's overrides by type."""
    return {"grain_overrides": types}


def assembled(
    *hits: SearchHit,
    format: OutputFormat = PLAIN,
    hints: dict[str, Any] | None = None,
    estimator: TokenEstimator | None = None,
    **settings: Any,
) -> FormattedContext:
    """Assemble hits; further keywords are those of `policy`."""
    assembler = ContextAssembler(estimator=estimator)
    return assembler.format_with_hints(hits, policy(format, **settings), RenderingHints(**(hints or {})))


def text(*hits: SearchHit, **settings: Any) -> str:
    """The text of hits."""
    return assembled(*hits, **settings).text


def lines(*hits: SearchHit, **settings: Any) -> list[str]:
    """The lines of the text of hits."""
    return text(*hits, **settings).split("\n")


def counts(context: FormattedContext) -> tuple[int, int, bool]:
    """What is in the text, what is not, and whether anything is not."""
    return context.included_count, context.omitted_count, context.truncated


def rules(context: FormattedContext) -> list[str]:
    """The rule of every decision."""
    return [decision.rule_id for decision in context.decisions or ()]


def outcomes(context: FormattedContext) -> list[str]:
    """The outcome of every decision."""
    return [str(decision.outcome) for decision in context.decisions or ()]


def choice(of: SearchHit, place: int = 0, priority: float = 0.5, shown: str | None = None) -> Choice:
    """A choice that is shown in full, as a line of plain text or as is said."""
    given = RendererRegistry().get(of.grain_type).render(of, PLAIN, MINIMAL) if shown is None else shown
    entry = ScoredEntry(priority, len(given) // 4, 1, place, of.grain_type)
    return Choice(place, of, given, entry, allocation=Allocation.FULL, text=given)


def choices(*hits: SearchHit) -> list[Choice]:
    """A choice for each hit, the first the most important."""
    return [choice(one, place, 1 - place / 100) for place, one in enumerate(hits)]


def settings(format: OutputFormat = PLAIN, **given: Any) -> Any:
    """The settings of a policy."""
    return settle(policy(format, **given))


def texts(found: Sequence[Choice]) -> list[str]:
    """What choices show."""
    return [one.text for one in found]
