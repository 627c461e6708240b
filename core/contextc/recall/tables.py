"""Parts -> TOON: one table a type, under a name that is there once."""

from collections.abc import Iterable, Sequence

from contextc.recall.grain_types import grain_type
from contextc.recall.modes.parts import Part
from contextc.recall.modes.timeline import deltas
from contextc.recall.render.toon import line, table, text
from contextc.recall.render.updates import COLUMNS, NEW_COLUMNS
from contextc.recall.select import Choice
from contextc.recall.values import day

PREFIXES = {
    "flat": "",
    "group": "",
    "most_relevant": "most_relevant_",
    "additional": "additional_",
    "expansion": "expansion_",
    "census": "census_",
}
"""Style of a part -> what its tables are called by beside their types."""

TIMELINE_COLUMNS = ("date", "type", "content", "time_to_next")
ENTITY_COLUMNS = ("entity", "grains")


def write_tables(parts: Iterable[Part], *, newest: bool) -> str:
    """All tables, with a blank line between them."""
    tables: list[str] = []
    entities: list[Part] = []
    for part in parts:
        match part.style:
            case "updates":
                columns = NEW_COLUMNS if newest else COLUMNS
                tables.append(table("knowledge_updates", columns, [choice.text for choice in part.choices]))
            case "timeline":
                tables.append(_timeline(part.choices))
            case "entities":
                pass
            case "entity" | "others":
                entities.append(part)
            case style:
                tables += _by_type(part.choices, PREFIXES[style])
    return "\n\n".join([*tables, *_by_entity(entities)])


def _by_type(choices: Iterable[Choice], prefix: str) -> list[str]:
    rows: dict[str, list[str]] = {}
    for choice in choices:
        rows.setdefault(choice.hit.grain_type, []).append(choice.text)
    return [table(f"{prefix}{grain_type(kind).tag}", grain_type(kind).columns, lines) for kind, lines in rows.items()]


def _timeline(choices: Sequence[Choice]) -> str:
    rows = [
        ",".join(
            [
                line(
                    [day(int(choice.hit.created_at_sec)) if choice.hit.created_at_sec else None, choice.hit.grain_type]
                ),
                choice.text,
                line([after.label if after else None]),
            ]
        )
        for choice, after in zip(choices, deltas(choices), strict=True)
    ]
    return table("timeline", TIMELINE_COLUMNS, rows)


def _by_entity(parts: Sequence[Part]) -> list[str]:
    if not parts:
        return []
    rows: dict[str, list[str]] = {}
    for part in parts:
        name = text(part.name) if part.style == "entity" else "null"
        for choice in part.choices:
            rows.setdefault(choice.hit.grain_type, []).append(f"{name},{choice.text}")
    counts = [line([part.name, len(part.choices)]) for part in parts if part.style == "entity"]
    tables = [table(grain_type(kind).tag, ("entity", *grain_type(kind).columns), lines) for kind, lines in rows.items()]
    return [table("entities", ENTITY_COLUMNS, counts), *tables]
