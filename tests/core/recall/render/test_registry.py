"""A host replaces how grains of a type are shown, in every format and every mode."""

import json
from typing import Any

import pytest

from contextc.recall import ContextAssembler, GrainRenderer, RendererRegistry, RenderingHints, SearchHit
from contextc.recall.render import SHARED
from contextc.recall.render.toon import Cell
from contextc.tokens import BytesEstimator, DynTokenEstimator, TokenEstimator
from contextc.vocabulary import MetadataLevel, OutputFormat
from core.recall.build import (
    CURRENT,
    EXPANSION,
    FORMATS,
    FULL,
    JAN_1,
    JSON,
    MARKDOWN,
    MINIMAL,
    NO_RESERVE,
    NONE,
    PLAIN,
    SML,
    TEXTUAL,
    TOON,
    census,
    counts,
    fact,
    hash_,
    hit,
    outcomes,
    policy,
    said,
)


class Own(GrainRenderer):
    """Shows an order, and notes what it was asked for."""

    def __init__(self) -> None:
        self.asked: list[tuple[OutputFormat, MetadataLevel]] = []

    def render(self, hit: SearchHit, format: OutputFormat, metadata: MetadataLevel) -> str:
        """The whole order."""
        self.asked.append((format, metadata))
        if format is JSON:
            return json.dumps({"order": hit.fields["order"]})
        return super().render(hit, format, metadata) if format is TOON else f"order {hit.fields['order']} of {format}"

    def render_summary(self, hit: SearchHit, format: OutputFormat) -> str:
        """Its number."""
        return f"#{hit.fields['order']}"

    def render_cells(self, hit: SearchHit) -> list[Cell]:
        """In the one column of a type that nobody knows."""
        return [f"order {hit.fields['order']}"]


def order(number: int = 7, **given: Any) -> SearchHit:
    """A grain of a host's own type."""
    return hit("order", {"order": number}, **given)


def shown(
    *hits: SearchHit,
    format: OutputFormat,
    renderer: GrainRenderer | None = None,
    hints: dict[str, Any] | None = None,
    **settings: Any,
) -> str:
    """The text of hits of which orders are shown by the host."""
    assembler = ContextAssembler().with_renderer("order", renderer or Own())
    return assembler.format_with_hints(hits, policy(format, **settings), RenderingHints(**(hints or {}))).text


@pytest.mark.parametrize(
    ("format", "text"),
    [
        (SML, "order 7 of sml\n<fact>mira likes tea</fact>"),
        (MARKDOWN, "order 7 of markdown\n- **mira** likes tea"),
        (PLAIN, "order 7 of plaintext\nmira likes tea"),
        (TOON, "other_order[1]{content}:\n  order 7\n\nfacts[1]{subject,content,confidence}:\n  mira,likes tea,null"),
        (
            JSON,
            (
                '[{"order": 7},\n{"fields":{"object":"tea","relation":"likes","subject":"mira"},"grain_type":"fact",'
                f'"hash":"{hash_(1)}"}}]'
            ),
        ),
    ],
)
def test_a_type_of_a_host_s_own(format: OutputFormat, text: str):
    """In every format; other types stay as they are."""
    assert shown(order(), fact(hash=hash_(1)), format=format) == text


@pytest.mark.parametrize("format", FORMATS)
def test_a_known_type_of_a_host_s_own(format: OutputFormat):
    """One of the 13 can be replaced too."""

    class Loud(GrainRenderer):
        def render(self, hit: SearchHit, format: OutputFormat, metadata: MetadataLevel) -> str:
            return super().render(hit, format, metadata).replace("tea", "TEA")

    made = ContextAssembler().with_renderer("fact", Loud()).format([fact(), said("tea")], policy(format)).text
    assert (made.count("TEA"), made.count("tea")) == (1, 1)


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("level", [NONE, MINIMAL, FULL])
def test_a_renderer_is_asked_for_the_policy_s_format_and_level(level: MetadataLevel, format: OutputFormat):
    """Once a grain."""
    own = Own()
    shown(order(), order(8), format=format, renderer=own, metadata=level)
    assert own.asked == [(format, level)] * 2


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize(
    ("hits", "more"),
    [
        ([order()], {"grouped": []}),
        ([order(), fact()], {"hints": {"has_time_range": True}}),
        ([order()], {"hints": {"entity_count": 1}}),
        ([order(), fact(**census("s"))], {}),
        ([order(**census("s"))], {}),
        ([order(**EXPANSION)], {}),
        ([order(), *[fact()] * 10], {}),
        ([order(score=0.0), *[fact(score=1.0)] * 10], {}),
    ],
)
def test_every_mode_asks_the_host(hits: list[SearchHit], more: dict[str, Any], format: OutputFormat):
    """Groups, timeline, entities, census, expansion, highlights."""
    made = shown(*hits, format=format, **more)
    assert ("order 7" in made or '"order": 7' in made) is True


@pytest.mark.parametrize("format", TEXTUAL)
def test_a_host_s_grain_has_its_label(format: OutputFormat):
    """Its standing is not the renderer's matter."""
    assert shown(order(**CURRENT), format=format) == f"[CURRENT] order 7 of {format}"


@pytest.mark.parametrize("format", TEXTUAL)
def test_summaries_of_a_host(format: OutputFormat):
    """In the formats that have them."""
    made = shown(order(10**60), format=format, budget=20, grain_type_diversity=NO_RESERVE)
    assert made == f"#{10**60}"


class Silent(Own):
    """Says nothing in short."""

    def render_summary(self, hit: SearchHit, format: OutputFormat) -> str:
        """Nothing."""
        return ""


def test_a_summary_that_says_nothing():
    """The grain is not there, and its decision says so."""
    assembler = ContextAssembler().with_renderer("order", Silent())
    made = assembler.format([order(10**60)], policy(budget=20, grain_type_diversity=NO_RESERVE))
    assert (made.text, counts(made), outcomes(made)) == ("", (0, 1, True), ["omit"])


class Dear(Own):
    """Costs ten times what it would."""

    def token_estimate(self, text: str, estimator: TokenEstimator) -> int:
        """Ten times."""
        return 10 * super().token_estimate(text, estimator)


def test_costs_of_a_host():
    """What it says is what a budget is asked for."""
    assembler = ContextAssembler().with_renderer("order", Dear())
    made = assembler.format([order()], policy())
    assert (made.decisions or [])[0].tokens == 10 * (len("order 7 of plaintext") // 4)


class Weighty(Own):
    """Comes first."""

    def context_priority(self, hit: SearchHit, relevance: float | None) -> float:
        """By its score alone."""
        return relevance or 0.0


def test_priorities_of_a_host():
    """What it says is what is compared."""
    assembler = ContextAssembler().with_renderer("order", Weighty())
    made = assembler.format([order(score=0.25), order(score=1.0)], policy())
    assert [decision.priority for decision in made.decisions or ()] == [0.25, 1.0]


def test_a_text_costs_at_least_one():
    """Three bytes are no token of four."""
    assert (SHARED.token_estimate("abc", BytesEstimator()), SHARED.token_estimate("abc", DynTokenEstimator(len))) == (
        1,
        3,
    )


def test_a_registry_is_not_changed():
    """Who adds a renderer gets another registry."""
    own = Own()
    first = RendererRegistry({"a": own})
    second = first.with_renderer("b", own)
    assert (first.get("a"), first.get("b"), second.get("a"), second.get("b")) == (own, SHARED, own, own)


def test_what_it_was_made_of_can_be_changed():
    """A registry keeps its own table."""
    given: dict[str, GrainRenderer] = {}
    registry = RendererRegistry(given)
    given["a"] = Own()
    assert registry.get("a") is SHARED


def test_an_assembler_is_not_changed():
    """Who adds a renderer gets another assembler."""
    assembler = ContextAssembler()
    assembler.with_renderer("fact", Own())
    assert assembler.format([fact(created_at_sec=JAN_1)], policy()).text == "mira likes tea"
