"""Parts -> the text of a format."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from contextc.recall.grain_types import grain_type
from contextc.recall.modes.parts import Part
from contextc.recall.modes.timeline import deltas
from contextc.recall.render.sml import attributes, element_name
from contextc.recall.select import Choice
from contextc.recall.values import day
from contextc.recall.visible import attribute, one_line
from contextc.vocabulary import OutputFormat


class Frame(NamedTuple):
    """What stands around a part; `{}` is its name."""

    open: str = ""
    close: str = ""


SML = {
    "flat": Frame(),
    "group": Frame("<{}>", "</{}>"),
    "updates": Frame("<knowledge_updates>", "</knowledge_updates>"),
    "most_relevant": Frame("<most_relevant>", "</most_relevant>"),
    "additional": Frame("<additional_context>", "</additional_context>"),
    "expansion": Frame("<expansion_results>", "</expansion_results>"),
    "census": Frame("<census_results>", "</census_results>"),
    "timeline": Frame('<timeline order="chronological">', "</timeline>"),
    "entities": Frame('<entities count="{}"/>'),
    "entity": Frame('<entity name="{}">', "</entity>"),
    "others": Frame("<entity>", "</entity>"),
}
MARKDOWN = {
    "flat": Frame(),
    "group": Frame("## {}"),
    "updates": Frame("## Knowledge Updates"),
    "most_relevant": Frame("## Most Relevant"),
    "additional": Frame("## Additional Context"),
    "expansion": Frame("## Additional Context (expansion)\n"),
    "census": Frame("## Additional Sessions (census)"),
    "timeline": Frame("## Timeline (earliest to latest)"),
    "entities": Frame("## Entities: {}"),
    "entity": Frame("### {}"),
    "others": Frame("### (no entity)"),
}
PLAINTEXT = {
    "flat": Frame(),
    "group": Frame("=== {} ==="),
    "updates": Frame("=== Knowledge Updates ==="),
    "most_relevant": Frame("=== Most Relevant ==="),
    "additional": Frame("=== Additional Context ==="),
    "expansion": Frame("=== Additional Context (expansion) ===\n"),
    "census": Frame("=== Additional Sessions (census) ==="),
    "timeline": Frame("=== Timeline (earliest to latest) ==="),
    "entities": Frame("=== Entities: {} ==="),
    "entity": Frame("--- {} ---"),
    "others": Frame("--- (no entity) ---"),
}
"""Style of a part -> its heading or element (sections 5.10 and 6 of the second specification; A2, A3)."""


class Style(NamedTuple):
    """How a format puts parts together."""

    frames: dict[str, Frame]
    gap: str
    """Between parts."""
    group: Callable[[str], str]
    """The noun of a type -> what the heading of its group says."""
    name: Callable[[str], str]
    session: Callable[[Choice], str]
    timeline: Callable[[Sequence[Choice]], list[str]]


def lay_out(parts: Iterable[Part], format: OutputFormat) -> str:
    """The text of SML, Markdown or plain text."""
    style = STYLES[format]
    return style.gap.join([_part(part, style) for part in parts])


def _part(part: Part, style: Style) -> str:
    frame = style.frames[part.style]
    name = style.group(grain_type(part.name).tag) if part.style == "group" else style.name(part.name)
    if part.style == "timeline":
        lines = style.timeline(part.choices)
    elif part.style == "census":
        lines = [style.session(choice) for choice in part.choices]
    else:
        lines = [choice.text for choice in part.choices]
    edges = [frame.open.replace("{}", name)] if frame.open else []
    return "\n".join([*edges, *lines, *([frame.close.replace("{}", name)] if frame.close else [])])


# Sessions of a census


def _namespace(choice: Choice) -> str:
    return choice.hit.source_namespace or "unknown"


def _sml_session(choice: Choice) -> str:
    # Only a tag that says nothing else says where its grain is from (section 6.3).
    bare = f"<{element_name(choice.hit.grain_type)}>"
    if not choice.text.startswith(bare):
        return choice.text
    return f"{bare[:-1]}{attributes(session=_namespace(choice))}>{choice.text.removeprefix(bare)}"


# Timelines


def _dated(choice: Choice) -> str:
    return f"{day(int(choice.hit.created_at_sec))}: " if choice.hit.created_at_sec else ""


def _sml_timeline(choices: Sequence[Choice]) -> list[str]:
    lines: list[str] = []
    for choice, after in zip(choices, deltas(choices), strict=True):
        lines.append(choice.text)
        if after is not None:
            lines.append(f"<delta{attributes(days=str(after.days), label=after.label)}/>")
    return lines


def _markdown_timeline(choices: Sequence[Choice]) -> list[str]:
    lines: list[str] = []
    for number, (choice, after) in enumerate(zip(choices, deltas(choices), strict=True), 1):
        mark, date = f"{number}. ", _dated(choice)
        text = choice.text if date else choice.text.removeprefix("- ")
        # Further lines stand four columns behind the text of their item, however long its number is.
        lines.append(f"{mark}{date}" + text.replace("\n", "\n" + " " * len(mark)))
        if after is not None:
            lines.append(f"{' ' * len(mark)}↓ *{after.label}*")
    return lines


def _plain_timeline(choices: Sequence[Choice]) -> list[str]:
    lines: list[str] = []
    for number, (choice, after) in enumerate(zip(choices, deltas(choices), strict=True), 1):
        lines.append(f"{number}. {_dated(choice)}{choice.text}")
        if after is not None:
            lines.append(f"   ↓ {after.label}")
    return lines


def _markdown_session(choice: Choice) -> str:
    return f"{choice.text} (from {one_line(_namespace(choice))})"


def _plain_session(choice: Choice) -> str:
    return f"{choice.text} [session: {one_line(_namespace(choice))}]"


# Headings


def _capitalised(tag: str) -> str:
    return tag[:1].upper() + tag[1:].replace("_", " ")


def _upper(tag: str) -> str:
    return tag.upper().replace("_", " ")


STYLES = {
    OutputFormat.SML: Style(SML, "\n", str, attribute, _sml_session, _sml_timeline),
    OutputFormat.MARKDOWN: Style(MARKDOWN, "\n\n", _capitalised, one_line, _markdown_session, _markdown_timeline),
    OutputFormat.PLAINTEXT: Style(PLAINTEXT, "\n\n", _upper, one_line, _plain_session, _plain_timeline),
}
