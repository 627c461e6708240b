"""A reading in few words, for comparing; and the samples that are read."""

from pathlib import Path

from contextc.transcript.readers import read
from contextc.transcript.turns import AnyPart, Compaction, Media, Meta, Reading, Reasoning, Text, ToolCall, ToolResult
from contextc.vocabulary import SegmentFormat

SAMPLES = Path(__file__).parents[1] / "samples"

PNG = "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAAAAADRSSBWAAAAC0lEQVR4nGNQeAAAASMBAfC7q3MAAAAASUVORK5CYII="


def sample(name: str) -> Reading:
    """What a sample is read as when nobody says what it is."""
    return read((SAMPLES / name).read_bytes(), SegmentFormat.AUTO)


def shown(reading: Reading) -> list[tuple[str, ...]]:
    """Role and parts of every turn."""
    return [(str(turn.role), *map(_part, turn.parts)) for turn in reading.turns]


def shown_of(data: bytes, format: SegmentFormat) -> list[tuple[str, ...]]:
    """Role and parts of every turn of a transcript that must be of a format."""
    return shown(read(data, format))


def _part(part: AnyPart) -> str:
    match part:
        case Text():
            return part.text
        case Reasoning():
            return f"thinks {part.text!r} signed {part.signature}"
        case ToolCall():
            words = [f"calls {part.id}:", part.name, part.arguments, "in its own words" if part.custom else ""]
            return " ".join(filter(None, words))
        case ToolResult():
            inner = " + ".join(map(_part, part.parts))
            return f"{'fails' if part.is_error else 'answers'} {part.call_id or part.name}: {inner}"
        case Media():
            return f"shows {part.mime or 'something'}: {(part.data or '').replace(PNG, 'PNG') or part.url}"
        case Compaction():
            return f"sums up {part.text!r} signed {part.signature}"
        case Meta():
            return f"keeps {part.kind}"
