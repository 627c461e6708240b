"""The page's tables say what the contract says."""

import json
import subprocess
from pathlib import Path

import pytest

from contextc.vocabulary import SegmentKind
from contextc_host.cli.kinds import CODE_NAMES, CODE_SUFFIXES, kind_of
from contextc_wire import call

ROOT = Path(__file__).parent.parent.parent
HERE = Path(__file__).parent
TSC = HERE / "node_modules" / ".bin" / "tsc"


def policy_fields() -> set[str]:
    """Every field of a policy, those of records with a dot; a table of prices or weights is one field."""
    records = json.loads((ROOT / "wire" / "schema" / "compile.request.json").read_text(encoding="utf-8"))["$defs"]
    fields = set()
    for name in records["CompilePolicy"]["properties"]:
        inner = {"chunk": "ChunkPolicy", "recency": "Recency"}.get(name)
        fields |= {f"{name}.{each}" for each in records[inner]["properties"]} if inner else {name}
    return fields


def test_policy_is_whole(play):
    """Every field of the policy can be set, or is on the list of those that mean nothing here."""
    shown, left_out = play.page.evaluate(
        """async () => {
          const { POLICY, LEFT_OUT } = await import("/app/fields.mjs");
          return [POLICY.map(({ path }) => path), LEFT_OUT];
        }"""
    )

    assert policy_fields() == {*shown, *left_out}
    assert len(policy_fields()) == len(shown) + len(left_out)


def test_policy_of_an_assembly_is_whole(play):
    """Every field of it can be set, or is on the list of those that cannot be set here."""
    records = json.loads((ROOT / "wire" / "schema" / "assemble.request.json").read_text(encoding="utf-8"))["$defs"]
    inner = {"sections": "SectionConfig", "grain_type_diversity": "GrainTypeDiversityConfig"}
    fields = {
        f"{name}.{each}" if name in inner else name
        for name in records["FormatPolicy"]["properties"]
        for each in (records[inner[name]]["properties"] if name in inner else [name])
    }
    shown, left_out = play.page.evaluate(
        """async () => {
          const { FORMAT_POLICY, FORMAT_LEFT_OUT } = await import("/app/fields.mjs");
          return [FORMAT_POLICY.map(({ path }) => path), FORMAT_LEFT_OUT];
        }"""
    )

    assert fields == {*shown, *left_out}
    assert len(fields) == len(shown) + len(left_out)


def choices_of(path: str, record: str, method: str = "compile_transcript") -> set[str]:
    """The values that the contract has for a setting."""
    schema = (ROOT / "wire" / "schema" / f"{method}.request.json").read_text(encoding="utf-8")
    records = json.loads(schema)["$defs"]
    record = records[record]
    for name in path.split("."):
        kinds = record["properties"][name].get("anyOf", [record["properties"][name]])
        record = records[kinds[0]["$ref"].rpartition("/")[2]]
    return set(record["enum"])


@pytest.mark.parametrize(
    ("table", "record"),
    [("POLICY", "CompilePolicy"), ("SEGMENTATION", "SegmentationPolicy")],
    ids=["policy", "segments"],
)
def test_choices_are_whole(play, table, record):
    """Every choice offers what the contract has for it; one value, the default, goes by the empty choice."""
    offered = play.page.evaluate(
        """async (table) => {
          const { [table]: fields } = await import("/app/fields.mjs");
          const choices = fields.filter(({ form }) => form === "choice");
          return choices.map(({ path, choices }) => [path, choices.map(([value]) => value)]);
        }""",
        table,
    )

    assert offered
    for path, values in offered:
        assert "" in values
        assert set(values) - {""} < choices_of(path, record)
        assert len(values) == len(choices_of(path, record))


def test_choices_of_an_assembly_are_whole(play):
    """Every choice offers what the contract has for it, and none; a default that no preset changes goes by none."""
    offered = play.page.evaluate(
        """async () => {
          const { FORMAT_POLICY } = await import("/app/fields.mjs");
          const choices = FORMAT_POLICY.filter(({ form }) => form === "choice");
          return choices.map(({ path, choices }) => [path, choices.map(([value]) => value)]);
        }"""
    )
    by_none = {"ordering": {"by_relevance"}, "estimator": {"bytes4"}}

    assert offered
    assert {path: set(values) for path, values in offered} == {
        path: {"", *choices_of(path, "FormatPolicy", "assemble")} - by_none.get(path, set()) for path, _ in offered
    }


def test_every_kind_of_segment_has_a_name(play):
    """Whatever a transcript holds is told in words; a text needs none."""
    told = play.page.evaluate(
        "(kinds) => import('/engine/segments.mjs').then(({ whatOf }) => kinds.map((kind) => whatOf({ kind })))",
        [str(kind) for kind in SegmentKind],
    )

    assert [kind for kind, words in zip(SegmentKind, told, strict=True) if not words] == [SegmentKind.BODY]
    assert len(set(told)) == len(SegmentKind)


SEGMENTS = {
    ("user", ""): {"role": "user", "kind": "body"},
    ("text", "log"): {"role": None, "kind": "log"},
    ("assistant", "call of Read"): {"role": "assistant", "kind": "tool_call", "tool": "Read"},
    ("side assistant", "call of Read, without a result"): {
        "role": "assistant",
        "kind": "tool_call",
        "tool": "Read",
        "side": True,
        "dangling": True,
    },
    ("tool", "result of Read, failed"): {"role": "user", "kind": "tool_result", "tool": "Read", "is_error": True},
    ("tool", "log of Bash"): {"role": "user", "kind": "log", "tool": "Bash"},
    ("tool", "result, without a call"): {"role": "user", "kind": "tool_result", "dangling": True},
}
"""Whose it is and what it is, in words -> a segment."""


def test_segments_have_names(play):
    """A segment is named by who says it and by its tool; what a tool answered is the tool's, whoever hands it on."""
    told = play.page.evaluate(
        """async (segments) => {
          const { whatOf, whoOf } = await import("/engine/segments.mjs");
          return segments.map((segment) => [whoOf(segment), whatOf(segment)]);
        }""",
        list(SEGMENTS.values()),
    )

    assert [tuple(words) for words in told] == list(SEGMENTS)


def test_models_are_known(play):
    """Every model on the list has a window."""
    models = play.page.evaluate("import('/app/models.mjs').then(({ MODELS }) => MODELS)")

    assert [
        name
        for name in models
        if json.loads(call("suggest_budget", json.dumps({"target_model": name})))["window"] is None
    ] == []


def test_kinds_are_those_of_the_command_line(play):
    """A file has the kind that the command line gives it."""
    names = ["a.log", "a.log.1", ".log", "notes.md", "a.json", "LOG", "x/y.PY", ".bashrc", ".c", "py", *CODE_NAMES]
    names += [f"file{suffix}" for suffix in sorted(CODE_SUFFIXES)]
    kinds = play.page.evaluate("(names) => import('/app/kinds.mjs').then(({ kindOf }) => names.map(kindOf))", names)

    assert [(name, kind_of(name) or "") for name in names] == list(zip(names, kinds, strict=True))


@pytest.mark.parametrize("project", ["tsconfig.json", "tsconfig.worker.json"])
def test_modules_have_types(project):
    """The page's modules and its service worker pass `tsc --checkJs`, strict, against the bundle's own declarations."""
    assert TSC.is_file(), "run `npm ci` in tests/browser first"
    checked = subprocess.run([TSC, "-p", HERE / project], capture_output=True, encoding="utf-8", check=False)

    assert checked.stdout == ""


def test_no_module_is_long():
    """A module of the page is read on a few screens."""
    folder = ROOT / "wasm" / "playground"
    lengths = {path.name: len(path.read_text(encoding="utf-8").splitlines()) for path in folder.rglob("*.mjs")}

    assert {name: length for name, length in lengths.items() if length > 320} == {}
