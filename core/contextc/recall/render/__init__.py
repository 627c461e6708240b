"""Hit, format -> text, by one renderer a type, which a host can replace."""

from collections.abc import Callable, Mapping

from contextc.recall.hits import SearchHit
from contextc.recall.priority import context_priority
from contextc.recall.render import json, markdown, plaintext, sml, toon
from contextc.recall.render.toon import Cell
from contextc.tokens import TokenEstimator
from contextc.vocabulary import MetadataLevel, OutputFormat

FULL: dict[OutputFormat, Callable[[SearchHit, MetadataLevel], str]] = {
    OutputFormat.SML: sml.full,
    OutputFormat.MARKDOWN: lambda hit, _: markdown.full(hit),
    OutputFormat.PLAINTEXT: lambda hit, _: plaintext.full(hit),
    OutputFormat.JSON: lambda hit, _: json.full(hit),
}
"""Format -> the whole grain in it; TOON has its cells."""

SHORT: dict[OutputFormat, Callable[[SearchHit], str]] = {
    OutputFormat.SML: sml.short,
    OutputFormat.MARKDOWN: markdown.short,
    OutputFormat.PLAINTEXT: plaintext.short,
}
"""Format -> the summary in it; tables and JSON have whole grains or none."""


class GrainRenderer:
    """How the grains of a type are shown; a host derives from it and replaces what should differ.

    What `render` and `render_summary` give goes into the text as it is, so they escape what a grain says.

    >>> class Short(GrainRenderer):
    ...     def render(self, hit, format, metadata):
    ...         return hit.fields["object"]
    """

    def render(self, hit: SearchHit, format: OutputFormat, metadata: MetadataLevel) -> str:
        """The whole grain; of TOON a row."""
        return toon.line(self.render_cells(hit)) if format is OutputFormat.TOON else FULL[format](hit, metadata)

    def render_summary(self, hit: SearchHit, format: OutputFormat) -> str:
        """The grain in short, in SML, Markdown or plain text."""
        return SHORT[format](hit)

    def render_cells(self, hit: SearchHit) -> list[Cell]:
        """The grain as the cells of its type's TOON table."""
        return toon.row(hit)

    def token_estimate(self, text: str, estimator: TokenEstimator) -> int:
        """What a rendered grain costs, at least 1."""
        return max(estimator.estimate(text), 1)

    def context_priority(self, hit: SearchHit, relevance: float | None) -> float:
        """The weight of a grain in [0, 1]; `relevance` is its score, or what a decision backend judged."""
        return context_priority(hit, relevance)


class RendererRegistry:
    """A renderer for every type.

    >>> RendererRegistry().get("fact").render_cells(SearchHit(grain_type="fact", fields={"subject": "a"}))
    ['a', '', None]
    """

    def __init__(self, renderers: Mapping[str, GrainRenderer] | None = None) -> None:
        self._renderers = dict(renderers or {})

    def get(self, grain_type: str) -> GrainRenderer:
        """The renderer of a type."""
        return self._renderers.get(grain_type, SHARED)

    def with_renderer(self, grain_type: str, renderer: GrainRenderer) -> "RendererRegistry":
        """The same with another renderer for one type."""
        return RendererRegistry({**self._renderers, grain_type: renderer})


SHARED = GrainRenderer()
"""What shows every type that no host replaces."""
