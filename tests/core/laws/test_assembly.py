"""Laws of recall assembly, over grains whose every string is hostile: nothing breaks out, the budget binds, counts are true."""

import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
import toon_format
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from contextc.recall import AssembleRequest, ContextAssembler, FormatPolicy, FormattedContext, RenderingHints, assemble
from contextc.recall.grain_types import GRAIN_TYPES
from contextc.recall.hits import ready
from contextc.recall.render.toon import row
from contextc.recall.visible import HIDDEN
from contextc.tokens import DynTokenEstimator
from contextc.vocabulary import Allocation, OutputFormat
from contextc_wire import call
from core.laws.hostile import requests, strings
from core.laws.strategies import examples

GRAINS = {*GRAIN_TYPES, "grain"}
COMMONMARK = MarkdownIt("commonmark")
CODED = re.compile(r"\\u[0-9a-f]{4}|\\U[0-9a-f]{8}")


def made(request: AssembleRequest) -> FormattedContext:
    """The answer with its decisions."""
    policy, hints = request.policy or FormatPolicy(), request.hints or RenderingHints()
    return ContextAssembler().format_with_hints(request.hits, policy, hints)


def grains_in(element: ET.Element) -> Iterator[ET.Element]:
    """The elements that are grains or updates, not those that are groups of a type with the same name."""
    for child in element:
        group = any(inner.tag == child.tag for inner in child)
        if child.tag == "update" or (child.tag in GRAINS and not group):
            yield child
        else:
            yield from grains_in(child)


@examples
@given(requests(OutputFormat.SML))
def test_sml_is_xml(request):
    """Wrapped in one root it parses, and has an element for every grain that is counted."""
    answer = made(request)
    found = [child.tag for child in grains_in(ET.fromstring(f"<root>{answer.text}</root>"))]
    updated = answer.included_count - len([tag for tag in found if tag != "update"])

    # Updates that end at one grain count it once.
    assert found.count("update") < updated <= 2 * found.count("update") or updated == found.count("update") == 0


@examples
@given(strings, strings)
def test_sml_says_what_was_said(text, role):
    """Read by an XML parser, a text and an attribute are what they were, but for what cannot be seen."""
    hit = {"grain_type": "event", "fields": {"content": text, "role": role}}
    request = msgspec.convert({"hits": [hit], "policy": {"format": "sml"}}, AssembleRequest)
    (event,) = ET.fromstring(f"<root>{assemble(request).text}</root>")

    assert event.attrib == ({"role": seen(role)} if role else {})
    assert (event.text or "") == seen(text)


def seen(text: str) -> str:
    """A text with one kind of line end, and escapes for what is hidden."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return HIDDEN.sub(
        lambda found: f"\\u{ord(found[0]):04x}" if found[0] < "\U00010000" else f"\\U{ord(found[0]):08x}", text
    )


@examples
@given(requests(OutputFormat.TOON))
def test_toon_decodes(request):
    """The official decoder takes it, and finds a row for every grain that is counted."""
    answer = made(request)
    tables: dict[str, list[Any]] = toon_format.decode(answer.text)
    updates = len(tables.pop("knowledge_updates", []))
    rows = sum([len(table) for name, table in tables.items() if name != "entities"])

    assert updates < answer.included_count - rows <= 2 * updates or answer.included_count - rows == updates == 0


@examples
@given(requests(OutputFormat.TOON, budgets=False).map(lambda request: msgspec.structs.replace(request, hints=None)))
def test_toon_decodes_to_the_cells(request):
    """Every cell is what was rendered: text is text, a number a number, what is absent null."""
    policy = msgspec.structs.replace(request.policy, query_text=None)
    hits = [msgspec.structs.replace(hit, supersession_status=None, recall_source=None) for hit in request.hits]
    answer = made(AssembleRequest(hits=hits, policy=policy))
    shown = [hits[decision.index] for decision in answer.decisions or [] if decision.outcome is Allocation.FULL]
    decoded = [list(one.values()) for table in toon_format.decode(answer.text).values() for one in table]

    assert by_json(decoded) == by_json([[tagged(cell) for cell in row(ready(hit))] for hit in shown])


def tagged(cell: object) -> object:
    """A cell with escapes for tags, which TOON has none for, and whole numbers as its reader has them."""
    if isinstance(cell, float) and cell.is_integer():
        return int(cell)
    if not isinstance(cell, str):
        return cell
    return re.sub("[\U000e0000-\U000e007f]", lambda found: f"\\U{ord(found[0]):08x}", cell)


def by_json(rows: list[Any]) -> list[str]:
    """Rows in an order that does not depend on tables."""
    return sorted(json.dumps(one) for one in rows)


@examples
@given(requests(OutputFormat.JSON))
def test_json_is_the_fields(request):
    """One array of envelopes, whose fields are those that came in."""
    answer = made(request)
    by_hash = {hit.hash: hit.fields for hit in request.hits}
    envelopes = json.loads(answer.text or "[]")

    assert answer.included_count == len(envelopes)
    assert [envelope["fields"] for envelope in envelopes] == [by_hash[envelope["hash"]] for envelope in envelopes]


@examples
@given(requests(OutputFormat.MARKDOWN))
def test_markdown_has_no_block_of_a_grain(request):
    """A CommonMark reader finds our headings, a list item a grain, and no block that a grain's text began."""
    answer = made(request)
    tokens = COMMONMARK.parse(answer.text)
    headings = [tokens[place + 1].content for place, token in enumerate(tokens) if token.type == "heading_open"]
    lines = [line for line in answer.text.split("\n") if re.match("#{2,3} ", line)]
    items = sum([token.type == "list_item_open" for token in tokens])
    updates = len(
        [line for line in answer.text.split("\n") if line.endswith(" [CURRENT]") and line.startswith(("**", "\\"))]
    )

    assert len(lines) == len(headings)
    assert {token.type for token in tokens} & {"hr", "html_block", "fence", "blockquote_open"} == set()
    assert items <= answer.included_count <= items + 2 * max(updates, answer.text.count("[CURRENT]"))


@examples
@given(requests(OutputFormat.PLAINTEXT))
def test_plain_text_forges_no_heading_or_label(request):
    """A line that is no continuation and looks like a heading of ours is one."""
    answer = made(request)
    ours = re.compile(
        r"=== (?:[A-Z_ ]+|Knowledge Updates|Most Relevant|Additional Context(?: \(expansion\))?|Additional Sessions \(census\)"
        r"|Timeline \(earliest to latest\)|Entities: [0-9]+(?: of [0-9]+)?) ==="
    )
    forged = [line for line in answer.text.split("\n") if line.startswith("===") and not ours.fullmatch(line)]

    assert forged == []


@examples
@given(requests())
def test_nothing_hidden_is_in_the_text(request):
    """What cannot be seen is shown as an escape, in every format."""
    assert HIDDEN.findall(made(request).text) == []


@examples
@given(requests())
def test_the_budget_binds_and_counts_are_true(request):
    """The estimate is that of the text and within the budget; every hit has a decision, and the counts are theirs."""
    answer = made(request)
    budget = request.policy.token_budget
    decisions = answer.decisions or []
    shown = [decision for decision in decisions if decision.outcome is not Allocation.OMIT]

    assert budget is None or answer.estimated_tokens <= budget
    assert [decision.index for decision in decisions] == list(range(len(request.hits)))
    assert answer.included_count == len(shown)
    assert answer.truncated == (answer.omitted_count > 0)
    assert answer.omitted_count <= len(decisions) - len(shown)


COUNTERS = {
    "one a text": lambda text: 1,
    "a character": len,
    "fewer when longer": lambda text: max(0, 500 - len(text)),
    "words": lambda text: len(text.split()),
    "none": lambda text: 0,
}


@pytest.mark.parametrize("name", COUNTERS)
@examples
@given(request=requests())
def test_the_budget_binds_for_any_counter(name, request):
    """However oddly tokens are counted: the text is within the budget, or there is none."""
    assembler = ContextAssembler(estimator=DynTokenEstimator(COUNTERS[name]))
    answer = assembler.format_with_hints(request.hits, request.policy, request.hints)
    budget = request.policy.token_budget

    assert budget is None or answer.estimated_tokens <= budget or answer.text == ""


@examples
@given(requests())
def test_the_same_request_gives_the_same_answer(request):
    """Whatever order the keys of fields are in, and however often it is asked."""
    turned = [msgspec.structs.replace(hit, fields=dict(reversed(hit.fields.items()))) for hit in request.hits]

    assert made(request) == made(msgspec.structs.replace(request, hits=turned)) == made(request)


@examples
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | strings,
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(
                    [
                        "hits",
                        "policy",
                        "hints",
                        "grain_type",
                        "fields",
                        "score",
                        "hash",
                        "preset",
                        "format",
                        "token_budget",
                    ]
                )
                | strings,
                inner,
                max_size=4,
            )
        ),
        max_leaves=15,
    )
)
def test_the_door_is_total(value):
    """Any JSON gets a result or a well-formed error."""
    answer = json.loads(call("assemble", json.dumps(value).encode(errors="replace")))

    assert "text" in answer or answer["error"]["path"].startswith("$")
