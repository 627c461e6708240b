"""How a mode shows a grain: in its format, with a label that says whether it still holds."""

from contextc.recall.hits import SearchHit
from contextc.recall.policy import Settings
from contextc.recall.render import RendererRegistry, toon
from contextc.recall.render.markdown import BULLET
from contextc.recall.select import Shaping
from contextc.recall.visible import PLAIN_INDENT
from contextc.vocabulary import ConflictStatus, MetadataLevel, OutputFormat, SupersessionStatus

LABELS = {
    SupersessionStatus.SUPERSEDED: "[OUTDATED] ",
    SupersessionStatus.CURRENT: "[CURRENT] ",
    ConflictStatus.OUTDATED: "[OUTDATED] ",
    ConflictStatus.CURRENT: "[CURRENT] ",
}
UNLABELLED = (OutputFormat.TOON, OutputFormat.JSON)


def shaping(registry: RendererRegistry, settings: Settings, *, updates: bool = False, newest: bool = False) -> Shaping:
    """The usual way: rendered, and labelled unless there is to be no metadata."""
    plain = unlabelled(registry, settings)
    format = settings.format
    if settings.metadata is MetadataLevel.NONE or format in UNLABELLED:
        return plain._replace(updates=updates, newest=newest)

    def full(hit: SearchHit) -> str:
        return labelled(plain.full(hit), hit, format)

    def short(hit: SearchHit) -> str:
        return labelled(plain.short(hit), hit, format)

    return Shaping(full, short, updates=updates, newest=newest)


def unlabelled(registry: RendererRegistry, settings: Settings) -> Shaping:
    """Rendered alone, as hits of a census are."""
    format, level = settings.format, settings.metadata

    def full(hit: SearchHit) -> str:
        return registry.get(hit.grain_type).render(hit, format, level)

    def short(hit: SearchHit) -> str:
        return registry.get(hit.grain_type).render_summary(hit, format)

    return Shaping(full, short)


def cells(registry: RendererRegistry) -> Shaping:
    """What a grain says in one cell: in the table of a timeline, grains of all types share their columns."""

    def full(hit: SearchHit) -> str:
        text = registry.get(hit.grain_type).render(hit, OutputFormat.PLAINTEXT, MetadataLevel.NONE)
        # In quotes a line end is an escape, so a further line needs no indent.
        return toon.text(text.replace(PLAIN_INDENT, "\n"))

    return Shaping(full, full)


def labelled(text: str, hit: SearchHit, format: OutputFormat) -> str:
    """The text with its status before it; in Markdown within the bullet, which it would not be one without."""
    status = hit.supersession_status or hit.conflict_status
    if status is None or not text:
        return text
    if format is OutputFormat.MARKDOWN and text.startswith(BULLET):
        return f"{BULLET}{LABELS[status]}{text.removeprefix(BULLET)}"
    return f"{LABELS[status]}{text}"
