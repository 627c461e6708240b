"""A policy says what it was given; a preset and named defaults say the rest."""

import pytest

from contextc.recall.policy import (
    PRESETS,
    DecidePolicy,
    FormatPolicy,
    GrainTypeDiversityConfig,
    GrainTypeOverride,
    RenderingHints,
    SectionConfig,
    Settings,
    settle,
)
from contextc.vocabulary import EstimatorName, MetadataLevel, Ordering, OutputFormat, Preset


def test_the_bare_policy_is_plain_text():
    """Every default has a name in the specification."""
    assert settle(FormatPolicy()) == Settings(
        format=OutputFormat.PLAINTEXT,
        metadata=MetadataLevel.MINIMAL,
        ordering=Ordering.BY_RELEVANCE,
        sections=SectionConfig(group_by_type=False, type_order=[]),
        token_budget=None,
        grain_overrides={},
        query_text=None,
        diversity=GrainTypeDiversityConfig(min_per_type=1, max_reservation_pct=0.3),
        include_retracted=False,
        decide=DecidePolicy(intent=True, disclosure=True, drop_below=0.1, full_above=0.5, deadline_ms=None),
    )


@pytest.mark.parametrize(
    ("preset", "format", "level", "grouped"),
    [
        (Preset.CLAUDE, OutputFormat.SML, MetadataLevel.MINIMAL, True),
        (Preset.GPT4, OutputFormat.MARKDOWN, MetadataLevel.MINIMAL, False),
        (Preset.GEMINI, OutputFormat.MARKDOWN, MetadataLevel.MINIMAL, False),
        (Preset.LOCAL_SMALL, OutputFormat.PLAINTEXT, MetadataLevel.NONE, False),
        (Preset.JSON_API, OutputFormat.JSON, MetadataLevel.FULL, False),
    ],
)
def test_presets(preset: Preset, format: OutputFormat, level: MetadataLevel, grouped: bool):
    """Each model's format, level and groups; no preset sets a budget."""
    found = settle(FormatPolicy(preset=preset))
    assert (format, level, Ordering.BY_RELEVANCE, grouped, None) == (
        found.format,
        found.metadata,
        found.ordering,
        found.sections.group_by_type,
        found.token_budget,
    )


@pytest.mark.parametrize("preset", list(Preset))
def test_a_preset_is_a_policy_too(preset: Preset):
    """In Python a preset is a class method of its name."""
    made = getattr(FormatPolicy, preset)()
    assert (made, settle(made)) == (PRESETS[preset], settle(FormatPolicy(preset=preset)))


@pytest.mark.parametrize("format", list(OutputFormat))
def test_the_default_policy_of_a_format(format: OutputFormat):
    """Only the format is said."""
    assert FormatPolicy.new(format) == FormatPolicy(format=format)


def test_what_stands_beside_a_preset_wins():
    """A preset is what the others lie over."""
    given = FormatPolicy(
        preset=Preset.CLAUDE,
        format=OutputFormat.TOON,
        metadata=MetadataLevel.FULL,
        ordering=Ordering.BY_ENTITY,
        sections=SectionConfig(),
    )
    found = settle(given)
    assert (found.format, found.metadata, found.ordering, found.sections) == (
        "toon",
        "full",
        "by_entity",
        SectionConfig(),
    )


@pytest.mark.parametrize(
    ("built", "given"),
    [
        (FormatPolicy().with_metadata(MetadataLevel.FULL), FormatPolicy(metadata=MetadataLevel.FULL)),
        (FormatPolicy().with_ordering(Ordering.BY_ENTITY), FormatPolicy(ordering=Ordering.BY_ENTITY)),
        (FormatPolicy().with_token_budget(0), FormatPolicy(token_budget=0)),
        (FormatPolicy().with_group_by_type(), FormatPolicy(sections=SectionConfig(group_by_type=True))),
        (
            FormatPolicy().with_group_by_type("goal", "fact"),
            FormatPolicy(sections=SectionConfig(group_by_type=True, type_order=["goal", "fact"])),
        ),
        (FormatPolicy().with_query_text("tea"), FormatPolicy(query_text="tea")),
        (
            FormatPolicy().with_grain_type_diversity(GrainTypeDiversityConfig(min_per_type=2)),
            FormatPolicy(grain_type_diversity=GrainTypeDiversityConfig(min_per_type=2)),
        ),
        (
            FormatPolicy().no_grain_type_diversity(),
            FormatPolicy(grain_type_diversity=GrainTypeDiversityConfig(min_per_type=0)),
        ),
        (FormatPolicy().with_include_retracted(), FormatPolicy(include_retracted=True)),
        (FormatPolicy().with_decide(DecidePolicy(intent=False)), FormatPolicy(decide=DecidePolicy(intent=False))),
        (
            FormatPolicy().with_estimator(EstimatorName.CALIBRATED, "gpt-5"),
            FormatPolicy(estimator=EstimatorName.CALIBRATED, target_model="gpt-5"),
        ),
    ],
)
def test_builders(built: FormatPolicy, given: FormatPolicy):
    """A builder gives the policy with one setting more."""
    assert given == built


def test_builders_leave_the_policy_as_it_is():
    """A preset is shared; who builds on it gets a copy."""
    before = FormatPolicy.claude()
    before.with_token_budget(5).with_include_retracted()
    assert FormatPolicy.claude() == before == PRESETS[Preset.CLAUDE]


def test_overrides_add_up():
    """Each type has its own; the last one for a type counts."""
    policy = (
        FormatPolicy()
        .with_grain_override("fact", GrainTypeOverride(max_count=1))
        .with_grain_override("tool", GrainTypeOverride(include=False))
        .with_grain_override("fact", GrainTypeOverride(max_count=2))
    )
    assert settle(policy).grain_overrides == {
        "fact": GrainTypeOverride(include=True, max_count=2),
        "tool": GrainTypeOverride(include=False, max_count=None),
    }


@pytest.mark.parametrize(
    ("given", "clamped"),
    [((0, 0.0), (1, 0.05)), ((99, 1.0), (10, 0.5)), ((1, 0.3), (1, 0.3)), ((10, 0.05), (10, 0.05))],
)
def test_a_reserve_within_its_bounds(given: tuple[int, float], clamped: tuple[int, float]):
    """Who asks for it gets 1 to 10 grains a type, and 5 % to half of the budget."""
    made = GrainTypeDiversityConfig(min_per_type=given[0], max_reservation_pct=given[1]).validate()
    assert clamped == (made.min_per_type, made.max_reservation_pct)


def test_a_policy_takes_a_reserve_as_it_is():
    """Nothing clamps it on the way."""
    config = GrainTypeDiversityConfig(min_per_type=99, max_reservation_pct=0.9)
    assert settle(FormatPolicy(grain_type_diversity=config)).diversity == config


def test_hints_hint_at_nothing_by_default():
    """`format` is `format_with_hints` with these."""
    assert RenderingHints() == RenderingHints(
        entity_count=None, entities=None, has_temporal_expr=False, has_time_range=False, query_text=None
    )


def test_what_is_asked_of_a_backend_is_the_caller_s():
    """Its settings are not merged with the default's, they are whole."""
    asked = DecidePolicy(drop_below=0.3)
    assert settle(FormatPolicy(decide=asked)).decide == asked
