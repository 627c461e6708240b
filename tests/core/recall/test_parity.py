"""One renderer of each format: what an assembly shows, a door answers and a compilation packs is what it renders."""

import json

import msgspec
import pytest

from contextc.recall import (
    ContextAssembler,
    FormatPolicy,
    GrainRenderer,
    MetadataLevel,
    OutputFormat,
    RecallCompileInput,
    SearchHit,
    compile_recall,
)
from contextc.recall.hits import ready
from contextc_wire import call
from contextc_wire.codec import encode
from core.recall.samples import HITS as RECALL

ALONE = [
    msgspec.structs.replace(
        hit, supersession_status=None, superseded_by_hash=None, conflict_status=None, recall_source=None
    )
    for hit in RECALL
    if hit.fields.get("verification_status") != "retracted"
]
each_hit = pytest.mark.parametrize("hit", ALONE, ids=lambda hit: hit.grain_type)
FRAMES = {
    OutputFormat.SML: "{}",
    OutputFormat.MARKDOWN: "{}",
    OutputFormat.PLAINTEXT: "{}",
    OutputFormat.JSON: "[{}]",
}
"""What stands around one grain."""


@pytest.mark.parametrize("format", FRAMES)
@each_hit
def test_an_assembly_shows_what_is_rendered(hit: SearchHit, format: OutputFormat):
    """The text of one hit is its rendering."""
    rendered = GrainRenderer().render(ready(hit), format, MetadataLevel.MINIMAL)
    assert ContextAssembler().format([hit], FormatPolicy.new(format)).text == FRAMES[format].format(rendered)


@each_hit
def test_a_table_has_the_rendered_row(hit: SearchHit):
    """In TOON the rendering is the only row."""
    row = GrainRenderer().render(ready(hit), OutputFormat.TOON, MetadataLevel.MINIMAL)
    assert ContextAssembler().format([hit], FormatPolicy.new(OutputFormat.TOON)).text.split("\n  ")[1:] == [row]


@each_hit
def test_a_compilation_packs_what_is_rendered(hit: SearchHit):
    """The fragment of a hit is its rendering as plain text."""
    context = compile_recall(RecallCompileInput(query="", hits=[hit], token_budget=10_000)).context
    assert context.content == GrainRenderer().render(ready(hit), OutputFormat.PLAINTEXT, MetadataLevel.NONE)


@pytest.mark.parametrize("format", OutputFormat)
def test_a_door_answers_what_python_shows(format: OutputFormat):
    """The wire's text is that of the assembler."""
    request = encode({"hits": RECALL, "policy": {"format": format}})
    assert (
        json.loads(call("assemble", request))["text"]
        == ContextAssembler().format(RECALL, FormatPolicy.new(format)).text
    )
