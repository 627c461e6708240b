"""Laws of what an assembled text holds: in each format, exactly what was put there, and nothing that a grain forged."""

import json
import re
import xml.etree.ElementTree as ET
from typing import Any

import toon_format
from hypothesis import given
from markdown_it import MarkdownIt

from contextc.recall import AssembleRequest, ContextAssembler, FormatPolicy, FormattedContext, RenderingHints
from contextc.recall.grain_types import grain_type, toon_columns
from contextc.recall.modes.timeline import Delta, delta
from contextc.recall.render import plaintext
from contextc.recall.render.toon import row
from contextc.recall.updates import change
from contextc.recall.values import day
from contextc.recall.visible import HIDDEN
from contextc.vocabulary import OutputFormat
from core.laws.arranged import Arranged, Part, arranged
from core.laws.hostile import OWN, requests
from core.laws.strategies import examples

COMMONMARK = MarkdownIt("commonmark")


def made(request: AssembleRequest) -> FormattedContext:
    """The answer with its decisions."""
    policy, hints = request.policy or FormatPolicy(), request.hints or RenderingHints()
    return ContextAssembler().format_with_hints(request.hits, policy, hints)


def seen(text: str) -> str:
    """A text with one kind of line end, and escapes for what is hidden."""
    return shown(re.sub("\r\n?", "\n", text))


def shown(text: str) -> str:
    """A text with escapes for what is hidden."""
    return HIDDEN.sub(
        lambda found: f"\\u{ord(found[0]):04x}" if found[0] < "\U00010000" else f"\\U{ord(found[0]):08x}", text
    )


def in_line(name: str) -> str:
    """A name as it stands in a heading."""
    return re.sub("[\n\u2028\u2029]", " ", seen(name))


# SML

INSIDE: dict[str, tuple[str, ...]] = {
    "event": ("text", "tool_use", "tool_result"),
    "tool_use": ("args",),
    "goal": ("criteria",),
    "reasoning": ("conclusion", "premises"),
    "consent": ("scope", "grantee"),
    "skill": ("when_to_use", "instructions"),
    "trigger": ("field",),
    "grain": ("field",),
}
"""Element -> what may stand in it."""

METADATA = {"confidence", "date", "hash", "namespace", "status", "verification", "tags", "session"}
ATTRIBUTES: dict[str, set[str]] = {
    "event": {"role"},
    "workflow": {"name", "trigger", "nodes", "edges", "bindings"},
    "tool": {"tool", "status"},
    "observation": {"observer"},
    "goal": {"state", "priority"},
    "consensus": {"agreed", "dissent"},
    "consent": {"action", "subject"},
    "skill": {"name", "domain"},
    "recommendation": {"target", "severity"},
    "trigger": {"kind"},
    "grain": {"type"},
}
"""Element of a grain -> its own attributes."""

WRAPPERS: dict[str, tuple[str, dict[str, str]]] = {
    "updates": ("knowledge_updates", {}),
    "most_relevant": ("most_relevant", {}),
    "additional": ("additional_context", {}),
    "expansion": ("expansion_results", {}),
    "census": ("census_results", {}),
    "timeline": ("timeline", {"order": "chronological"}),
    "others": ("entity", {}),
}

Node = tuple[str, dict[str, str]]


def wrapper(part: Part) -> Node:
    """The element of a part."""
    match part.style:
        case "group":
            return grain_type(part.name).tag, {}
        case "entity":
            return "entity", {"name": seen(part.name)}
        case "entities":
            return "entities", {"count": part.name}
        case style:
            return WRAPPERS[style]


def put_there(story: Arranged) -> list[tuple[Node | str, str]]:
    """Elements in their order, a grain by its name alone, and what stands before each as text."""
    elements: list[tuple[Node | str, str]] = []
    for part in story.parts:
        if part.style != "flat":
            elements.append((wrapper(part), ""))
        for place, index in enumerate(part.grains):
            kind = story.hits[index].grain_type
            elements.append((kind if kind != "note" else "grain", story.labels.get(index, "")))
            after = later(story, part, place) if part.style == "timeline" else None
            if after:
                elements.append((("delta", {"days": str(after.days), "label": after.label}), ""))
        for old, new in part.updates:
            elements.append((("update", update_in(story, old, new)), ""))
    return elements


def later(story: Arranged, part: Part, place: int) -> Delta | None:
    """How long it was from a grain of a timeline to the next, where both have a time and it was any."""
    times = [int(story.hits[index].created_at_sec or 0) for index in part.grains[place : place + 2]]
    return delta(times[1] - times[0]) if len(times) == 2 and 0 < times[0] < times[1] else None


def update_in(story: Arranged, old: int, new: int) -> dict[str, str]:
    """What an update says."""
    said = change(story.hits[old], story.hits[new])._asdict()
    told = ("subject", "new", "new_date") if old in story.brief else said
    return {key: seen(said[key]) for key in told if said[key] is not None}


def found_in(root: ET.Element, wrappers: list[Node]) -> list[tuple[Node | str, str]]:
    """The elements that an XML parser finds outside of grains, and what stands before each as text."""
    elements: list[tuple[Node | str, str]] = []
    before = root.text or ""
    for child in root:
        node = (child.tag, dict(child.attrib))
        ours = node in wrappers or child.tag in ("update", "delta")
        elements.append((node if ours else child.tag, before.lstrip("\n")))
        if ours:
            elements += found_in(child, [])
        before = child.tail or ""
    return elements if not before.strip("\n") else [*elements, ("", before)]


@examples
@given(requests(OutputFormat.SML))
def test_sml_is_what_was_put_there(request):
    """Wrapped in one root it parses, to our elements in their order and a status before them, and no other text."""
    answer = made(request)
    story = arranged(request, answer)
    root = ET.fromstring(f"<root>{answer.text}</root>")
    wrappers = [wrapper(part) for part in story.parts if part.style != "flat"]

    assert put_there(story) == found_in(root, wrappers)


@examples
@given(requests(OutputFormat.SML))
def test_sml_has_no_element_or_attribute_of_a_text(request):
    """In a grain stand the elements and the attributes of its type."""
    root = ET.fromstring(f"<root>{made(request).text}</root>")
    names = {kind if kind != "note" else "grain" for kind in OWN}
    grains = [one for one in root.iter() if one.tag in names and not any(child.tag == one.tag for child in one)]
    strange = [child.tag for one in grains for child in one if child.tag not in INSIDE.get(one.tag, ())]
    named = [name for one in grains for name in {*one.attrib} - METADATA - ATTRIBUTES.get(one.tag, set())]

    assert (strange, named) == ([], [])


# TOON


def cells(story: Arranged, index: int) -> list[Any]:
    """A row as a decoder gives it."""
    return [decoded(cell) for cell in row(story.hits[index])]


def decoded(cell: object) -> object:
    """A cell with escapes for tags, which TOON has none for, and whole numbers as its reader has them."""
    if isinstance(cell, float) and cell.is_integer():
        return int(cell)
    if not isinstance(cell, str):
        return cell
    return re.sub("[\U000e0000-\U000e007f]", lambda found: f"\\U{ord(found[0]):08x}", cell)


def tables_of(story: Arranged) -> dict[str, list[dict[str, Any]]]:
    """The tables in their order, with their rows."""
    tables: dict[str, list[dict[str, Any]]] = {}
    if any(part.style == "entity" for part in story.parts):
        counted = [part for part in story.parts if part.style == "entity"]
        tables["entities"] = [{"entity": decoded(part.name), "grains": len(part.grains)} for part in counted]
    elif any(part.style == "others" for part in story.parts):
        tables["entities"] = []
    for part in story.parts:
        if part.style == "timeline":
            tables["timeline"] = []
        for place, index in enumerate(part.grains):
            hit = story.hits[index]
            if part.style == "timeline":
                after = later(story, part, place)
                tables["timeline"].append(
                    {
                        "date": day(int(hit.created_at_sec)) if hit.created_at_sec else None,
                        "type": hit.grain_type,
                        "content": decoded(plaintext.full(hit).replace("\n    ", "\n")),
                        "time_to_next": after.label if after else None,
                    }
                )
                continue
            prefix = f"{part.style}_" if part.style in ("most_relevant", "additional", "expansion", "census") else ""
            columns = dict(zip(toon_columns(hit.grain_type), cells(story, index), strict=True))
            if part.style in ("entity", "others"):
                columns = {"entity": decoded(part.name) if part.style == "entity" else None, **columns}
            tables.setdefault(f"{prefix}{grain_type(hit.grain_type).tag}", []).append(columns)
        for old, new in part.updates:
            said = change(story.hits[old], story.hits[new])._asdict()
            told = ("subject", "new", "new_date") if old in story.brief else said
            tables.setdefault("knowledge_updates", []).append({key: decoded(said[key]) for key in told})
    return tables


@examples
@given(requests(OutputFormat.TOON))
def test_toon_decodes_to_what_was_put_there(request):
    """The official decoder finds our tables, and every cell as it was: text is text, a number a number, nothing null."""
    answer = made(request)

    assert tables_of(arranged(request, answer)) == toon_format.decode(answer.text)


@examples
@given(requests(OutputFormat.TOON))
def test_toon_says_how_many(request):
    """Each table's name is there once, with the number of its rows."""
    text = made(request).text
    heads = re.findall(r"^([A-Za-z_][A-Za-z0-9_]*)\[([0-9]+)\]\{[a-z_,]+\}:$", text, re.MULTILINE)
    tables: dict[str, list[Any]] = toon_format.decode(text) if text else {}

    assert [(name, str(len(rows))) for name, rows in tables.items()] == heads


# JSON


@examples
@given(requests(OutputFormat.JSON))
def test_json_is_the_fields(request):
    """One array of envelopes, each with the fields that came in and what is known of the hit."""
    answer = made(request)
    story = arranged(request, answer)
    envelopes = [
        {
            "fields": hit.fields,
            "grain_type": hit.grain_type,
            "hash": hit.hash,
            "conflict_status": hit.conflict_status,
            "supersession_status": hit.supersession_status,
            "superseded_by": hit.superseded_by_hash,
            "recall_source": None if hit.recall_source == "primary" else hit.recall_source,
            "source_session": hit.source_namespace if hit.recall_source == "census" else None,
        }
        for hit in [story.hits[index] for index in story.grains]
    ]

    assert [{key: value for key, value in one.items() if value is not None} for one in envelopes] == json.loads(
        answer.text or "[]"
    )


# Markdown

MARKDOWN = {
    "updates": "Knowledge Updates",
    "most_relevant": "Most Relevant",
    "additional": "Additional Context",
    "expansion": "Additional Context (expansion)",
    "census": "Additional Sessions (census)",
    "timeline": "Timeline (earliest to latest)",
}
ITEM = ("list", "")


def headings(part: Part) -> list[tuple[str, str]]:
    """Of an entity the level alone: what a reader makes of the name is no matter."""
    match part.style:
        case "flat":
            return []
        case "group":
            tag = grain_type(part.name).tag.replace("_", " ")
            return [("h2", tag[:1].upper() + tag[1:])]
        case "entity" | "others":
            return [("h3", "")]
        case "entities":
            return [("h2", f"Entities: {part.name}")]
        case style:
            return [("h2", MARKDOWN[style])]


def blocks(text: str) -> list[tuple[str, str]]:
    """The blocks that CommonMark finds, but for what stands in an item or is an update."""
    found: list[tuple[str, str]] = []
    tokens = COMMONMARK.parse(text)
    for place, token in enumerate(tokens):
        if token.type == "heading_open":
            found.append((token.tag, "" if token.tag == "h3" else tokens[place + 1].content))
        elif token.type == "list_item_open":
            found.append(ITEM)
        elif token.nesting != -1 and token.type not in ("bullet_list_open", "ordered_list_open", "inline"):
            prose = token.type in ("paragraph_open", "code_block")
            inside = token.level == 2 or found[-1:] == [("h2", MARKDOWN["updates"])]
            if not (prose and inside):
                found.append((token.type, token.content))
    return found


@examples
@given(requests(OutputFormat.MARKDOWN))
def test_markdown_is_what_was_put_there(request):
    """A CommonMark reader finds our headings and an item a grain, in this order, and all the text in one of them."""
    answer = made(request)
    story = arranged(request, answer)
    blocks_there = [block for part in story.parts for block in [*headings(part), *[ITEM for _ in part.grains]]]

    assert blocks_there == blocks(answer.text)


@examples
@given(requests(OutputFormat.MARKDOWN))
def test_markdown_has_a_line_an_update(request):
    """What is not indented begins a grain, an update or a heading, or says how long it was to the next."""
    answer = made(request)
    story = arranged(request, answer)
    begun = [line for line in answer.text.split("\n") if line and not re.match(" {3,5}↓| {6}", line)]
    heads = [head for part in story.parts for head in headings(part)]

    assert len(heads) + len(story.grains) + len(story.updates) == len(begun)


# Plain text

PLAIN = {style: f"=== {name} ===" for style, name in MARKDOWN.items()}


def plain_heading(part: Part) -> list[str]:
    """The line above a part."""
    match part.style:
        case "flat":
            return []
        case "group":
            return [f"=== {grain_type(part.name).tag.upper().replace('_', ' ')} ==="]
        case "entity":
            return [f"--- {in_line(part.name)} ---"]
        case "others":
            return ["--- (no entity) ---"]
        case "entities":
            return [f"=== Entities: {part.name} ==="]
        case style:
            return [PLAIN[style]]


@examples
@given(requests(OutputFormat.PLAINTEXT))
def test_plain_text_is_what_was_put_there(request):
    """A line that is not indented by four is a heading of ours or begins a grain, with its status where it has one."""
    answer = made(request)
    story = arranged(request, answer)
    ours: list[str] = []
    for part in story.parts:
        ours += plain_heading(part)
        for place, index in enumerate(part.grains):
            second = story.hits[index].created_at_sec
            date = f"{day(int(second))}: " if second else ""
            ours.append((f"{place + 1}. {date}" if part.style == "timeline" else "") + story.labels.get(index, ""))
            after = later(story, part, place) if part.style == "timeline" else None
            ours += [f"   ↓ {after.label}"] if after else []
        ours += ["" for _ in part.updates]
    lines = [line for line in answer.text.split("\n") if line and not line.startswith("    ")]

    assert len(ours) == len(lines)
    assert [start for start, line in zip(ours, lines, strict=True) if not line.startswith(start)] == []
    assert [start for start in ours if start.startswith(("===", "---"))] == [
        line for line in lines if line.startswith(("===", "---"))
    ]
    assert len(story.labels) == len(
        [line for line in lines if re.match(r"(?:[0-9]+\. (?:[0-9]{4}-[0-9-]+: )?)?\[(?:CURRENT|OUTDATED)\]", line)]
    )
