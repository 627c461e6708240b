"""How recalled grains become text: the policy, its presets, and the settings that a policy stands for."""

from typing import NamedTuple

from msgspec.structs import replace

from contextc.model import Record
from contextc.recall.hits import SearchHit
from contextc.vocabulary import Count, EstimatorName, MetadataLevel, Ordering, OutputFormat, Preset, Share


class SectionConfig(Record, frozen=True, kw_only=True):
    """Whether grains of one type stand together, and in which order the types do."""

    group_by_type: bool = False
    type_order: list[str] = []
    """Types that are not named follow in the default order."""


class GrainTypeOverride(Record, frozen=True, kw_only=True):
    """What is done with one type of grains."""

    include: bool = True
    max_count: Count | None = None
    """Keep the first so many, in input order."""


class GrainTypeDiversityConfig(Record, frozen=True, kw_only=True):
    """A reserve, so that every type of grain has a place.

    >>> GrainTypeDiversityConfig(min_per_type=99, max_reservation_pct=0.0).validate()
    GrainTypeDiversityConfig(min_per_type=10, max_reservation_pct=0.05)
    """

    min_per_type: Count = 1
    """Grains of each type that are reserved; 0: none."""
    max_reservation_pct: float = 0.3
    """The share of the budget that reserves of more than one a type may take."""

    def validate(self) -> "GrainTypeDiversityConfig":
        """The same within 1 to 10 and 0.05 to 0.5; an assembly takes values as they are."""
        return GrainTypeDiversityConfig(
            min_per_type=min(max(self.min_per_type, 1), 10),
            max_reservation_pct=min(max(self.max_reservation_pct, 0.05), 0.5),
        )


class DecidePolicy(Record, frozen=True, kw_only=True):
    """What an installed decision backend is asked, and what its answers may do."""

    intent: bool = True
    """Ask what kind of answer the query is after."""
    disclosure: bool = True
    """Ask how relevant each grain is, and whether its wording matters."""
    drop_below: Share = 0.1
    """A calibrated relevance below this leaves a grain out."""
    full_above: Share = 0.5
    """A calibrated need of the exact wording from this on lets a grain use the budget up to its last line in full."""
    deadline_ms: Count | None = None
    """For all calls together; default: none."""


class FormatPolicy(Record, frozen=True, kw_only=True):
    """Settings of an assembly, each unset (`None`) unless given: the preset's apply then, and the named default.

    >>> FormatPolicy.claude().with_token_budget(800).token_budget
    800
    """

    preset: Preset | None = None
    """What the settings beside it lie over; no preset sets a budget."""
    format: OutputFormat | None = None
    """Default `plaintext`."""
    metadata: MetadataLevel | None = None
    """Default `minimal`."""
    ordering: Ordering | None = None
    """Default `by_relevance`."""
    sections: SectionConfig | None = None
    """Default: no groups."""
    token_budget: Count | None = None
    """Default: no limit."""
    grain_overrides: dict[str, GrainTypeOverride] | None = None
    """By type; default: none."""
    query_text: str | None = None
    """What the text is for; words of it choose the mode, and a decision backend is asked by it."""
    grain_type_diversity: GrainTypeDiversityConfig | None = None
    """Default: one grain of each type; `min_per_type: 0` turns it off."""
    include_retracted: bool | None = None
    """Default false: what was retracted is withheld."""
    decide: DecidePolicy | None = None
    """Acts where a decision backend is installed."""
    estimator: EstimatorName | None = None
    """What counts tokens; default `bytes4`, rounded down."""
    target_model: str | None = None
    """The model that the estimator `calibrated` counts for."""
    explain: bool | None = None
    """Put the decision on every grain into the answer; default false."""

    @classmethod
    def new(cls, format: OutputFormat) -> "FormatPolicy":
        """The default policy of a format."""
        return cls(format=format)

    @classmethod
    def claude(cls) -> "FormatPolicy":
        """SML, in groups."""
        return PRESETS[Preset.CLAUDE]

    @classmethod
    def gpt4(cls) -> "FormatPolicy":
        """Markdown."""
        return PRESETS[Preset.GPT4]

    @classmethod
    def gemini(cls) -> "FormatPolicy":
        """Markdown."""
        return PRESETS[Preset.GEMINI]

    @classmethod
    def local_small(cls) -> "FormatPolicy":
        """Plain text without any metadata."""
        return PRESETS[Preset.LOCAL_SMALL]

    @classmethod
    def json_api(cls) -> "FormatPolicy":
        """JSON with everything."""
        return PRESETS[Preset.JSON_API]

    def with_metadata(self, level: MetadataLevel) -> "FormatPolicy":
        """Tell so much about each grain."""
        return replace(self, metadata=level)

    def with_ordering(self, ordering: Ordering) -> "FormatPolicy":
        """Put grains in this order."""
        return replace(self, ordering=ordering)

    def with_token_budget(self, tokens: int) -> "FormatPolicy":
        """Use at most so many tokens."""
        return replace(self, token_budget=tokens)

    def with_group_by_type(self, *type_order: str) -> "FormatPolicy":
        """Put grains of one type together, the named types first."""
        return replace(self, sections=SectionConfig(group_by_type=True, type_order=list(type_order)))

    def with_grain_override(self, grain_type: str, override: GrainTypeOverride) -> "FormatPolicy":
        """Treat one type in a way of its own."""
        return replace(self, grain_overrides={**(self.grain_overrides or {}), grain_type: override})

    def with_query_text(self, query: str) -> "FormatPolicy":
        """Say what the text is for."""
        return replace(self, query_text=query)

    def with_grain_type_diversity(self, config: GrainTypeDiversityConfig) -> "FormatPolicy":
        """Reserve a place for every type."""
        return replace(self, grain_type_diversity=config)

    def no_grain_type_diversity(self) -> "FormatPolicy":
        """Let priority alone decide."""
        return replace(self, grain_type_diversity=GrainTypeDiversityConfig(min_per_type=0))

    def with_include_retracted(self) -> "FormatPolicy":
        """Show what was retracted."""
        return replace(self, include_retracted=True)

    def with_decide(self, policy: DecidePolicy) -> "FormatPolicy":
        """Tune an installed decision backend."""
        return replace(self, decide=policy)

    def with_estimator(self, name: EstimatorName, target_model: str | None = None) -> "FormatPolicy":
        """Count tokens by this estimator."""
        return replace(self, estimator=name, target_model=target_model)


class RenderingHints(Record, frozen=True, kw_only=True):
    """What the recall knows of its query."""

    entity_count: Count | None = None
    """How many entities the query is about; a number above 0 asks for an answer by entity."""
    entities: list[str] | None = None
    """Their names; grains of these stand first."""
    has_temporal_expr: bool = False
    has_time_range: bool = False
    query_text: str | None = None


class AssembleRequest(Record, frozen=True, kw_only=True):
    """What to show, and how.

    >>> AssembleRequest(hits=[SearchHit(grain_type="fact", fields={})]).policy is None
    True
    """

    hits: list[SearchHit]
    policy: FormatPolicy | None = None
    hints: RenderingHints | None = None


PRESETS = {
    Preset.CLAUDE: FormatPolicy(
        format=OutputFormat.SML,
        metadata=MetadataLevel.MINIMAL,
        ordering=Ordering.BY_RELEVANCE,
        sections=SectionConfig(group_by_type=True),
    ),
    Preset.GPT4: FormatPolicy(
        format=OutputFormat.MARKDOWN, metadata=MetadataLevel.MINIMAL, ordering=Ordering.BY_RELEVANCE
    ),
    Preset.GEMINI: FormatPolicy(
        format=OutputFormat.MARKDOWN, metadata=MetadataLevel.MINIMAL, ordering=Ordering.BY_RELEVANCE
    ),
    Preset.LOCAL_SMALL: FormatPolicy(
        format=OutputFormat.PLAINTEXT, metadata=MetadataLevel.NONE, ordering=Ordering.BY_RELEVANCE
    ),
    Preset.JSON_API: FormatPolicy(
        format=OutputFormat.JSON, metadata=MetadataLevel.FULL, ordering=Ordering.BY_RELEVANCE
    ),
}
"""The format that each model reads best (section 2 of the second specification)."""


class Settings(NamedTuple):
    """A policy with every default in its place."""

    format: OutputFormat
    metadata: MetadataLevel
    ordering: Ordering
    sections: SectionConfig
    token_budget: int | None
    grain_overrides: dict[str, GrainTypeOverride]
    query_text: str | None
    diversity: GrainTypeDiversityConfig
    include_retracted: bool
    decide: DecidePolicy


def settle(policy: FormatPolicy) -> Settings:
    """The settings that a policy stands for.

    >>> settle(FormatPolicy(preset=Preset.CLAUDE, metadata=MetadataLevel.NONE)).metadata
    <MetadataLevel.NONE: 'none'>
    """
    base = PRESETS[policy.preset] if policy.preset else FormatPolicy()
    return Settings(
        format=policy.format or base.format or OutputFormat.PLAINTEXT,
        metadata=policy.metadata or base.metadata or MetadataLevel.MINIMAL,
        ordering=policy.ordering or base.ordering or Ordering.BY_RELEVANCE,
        sections=policy.sections or base.sections or SectionConfig(),
        token_budget=policy.token_budget,
        grain_overrides=policy.grain_overrides or {},
        query_text=policy.query_text,
        diversity=policy.grain_type_diversity or GrainTypeDiversityConfig(),
        include_retracted=policy.include_retracted or False,
        decide=policy.decide or DecidePolicy(),
    )
