"""The colours are the decisions', to the byte."""

import json
from pathlib import Path
from string import ascii_lowercase

import pytest

from contextc_wire import call
from vectors import load

SAMPLES = sorted((Path(__file__).parent.parent / "core" / "transcript" / "samples").iterdir())
"""A session or a conversation in each format."""

WIDE = "Zürich — 東京 🚢🚢 e\u0301 "
PROSE = "".join(
    f"Line {WIDE}number {n} is said here. And once more, {WIDE}!\n" + "\n" * (n % 3 == 0) for n in range(60)
)
LOG = "".join(f"2026-01-0{n % 9 + 1}T00:00:0{n % 7}Z retry {WIDE}{n % 11}\n" for n in range(300))

REQUESTS = {
    "head": ({"query": "number", "budget": 400, "fragments": [{"text": PROSE}, {"text": "soup"}]}, 0),
    "tail": ({"query": "x", "budget": 400, "policy": {"truncate": "tail"}, "fragments": [{"text": PROSE}]}, 0),
    "both": ({"query": "x", "budget": 500, "policy": {"truncate": "both"}, "fragments": [{"text": PROSE}]}, 0),
    "marks": ({"query": "x", "budget": 500, "policy": {"elision_marks": True}, "fragments": [{"text": PROSE}]}, 0),
    "log": ({"query": "x", "budget": 300, "fragments": [{"kind": "log", "text": LOG}]}, 0),
    "code": ({"query": "x", "budget": 200, "fragments": [{"kind": "code", "text": f"```py\n{PROSE}\n```\n"}]}, 0),
    "parts": ({"query": "x", "budget": 9_000, "fragments": [{"text": PROSE * 12}, {"text": "soup"}]}, 0),
}
"""What is shown -> the fragment that is cut."""

RUNS = """
(seq) => Array.from(document.querySelectorAll(`#input-list .card[data-seq="${seq}"] .runs span`), (e) => [e.textContent, e.className])
"""


def ranges(runs: list[tuple[str, str]]) -> list[list[int]]:
    """The byte ranges of what is drawn as kept, neighbours joined."""
    found: list[list[int]] = []
    at = 0
    for text, look in runs:
        end = at + len(text.encode())
        if look == "kept" and found and found[-1][1] == at:
            found[-1][1] = end
        elif look == "kept":
            found.append([at, end])
        at = end
    return found


@pytest.mark.parametrize("name", REQUESTS)
def test_kept_ranges_are_those_of_the_decision(play, name):
    """What has a wash in the input are exactly the bytes that the decision lists as emitted."""
    saved, seq = REQUESTS[name]
    play.show(**saved)
    emitted = json.loads(play.answer())["decisions"][seq]["emitted"]

    assert emitted == ranges(play.page.evaluate(RUNS, seq))


@pytest.mark.parametrize("name", REQUESTS)
def test_drawn_context_is_the_context(play, name):
    """The blocks of the context, joined by blank lines, are the context that was answered."""
    play.show(**REQUESTS[name][0])

    assert json.loads(play.answer())["content"] == play.context()


def test_turns_of_a_transcript_have_their_ranges(play):
    """A message that is cut shows its ranges, although JSON wrote it otherwise."""
    messages = [{"role": "user", "content": PROSE}, {"role": "assistant", "content": "“Done”\t🎉"}]
    transcript = "".join(json.dumps(message) + "\n" for message in messages)
    play.show(mode="transcript", query="x", budget=400, transcript=transcript)
    decisions = json.loads(play.answer())["context"]["decisions"]
    seq = next(n for n, decision in enumerate(decisions) if "emitted" in decision)

    assert decisions[seq]["emitted"] == ranges(play.page.evaluate(RUNS, seq))


def test_left_out_is_dimmed(play):
    """A fragment that is not in the context has no wash at all."""
    play.show(query="x", budget=10, fragments=[{"text": "kept"}, {"text": "soup, " * 80}])

    assert {"cut"} == {look for _, look in play.page.evaluate(RUNS, 1)}


def test_annotations_have_a_look_of_their_own(play):
    """What the compiler added to a log is told apart from the log's words."""
    play.show(query="x", budget=100, fragments=[{"kind": "log", "text": "start\n" + "again and again\n" * 9 + "end\n"}])

    assert play.texts("#context .mark") == [" (x9)"]


def test_labels_are_told_apart(play):
    """The line before a part of a session is the compiler's, and what stands in the input is the part's own words."""
    messages = [
        {"role": "user", "content": "Which gauge?"},
        {"role": "assistant", "content": [{"type": "tool_use", "id": "a", "name": "look", "input": {}}]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a", "content": "soup, " * 400}]},
    ]
    play.show(
        mode="transcript", query="x", budget=80, transcript=json.dumps({"system": "Be brief.", "messages": messages})
    )
    answer = json.loads(play.answer())
    labels = [f"{segment['label']}\n" for segment in answer["segmentation"]["segments"]]

    assert labels == play.texts("#context .mark")[: len(labels)]
    assert answer["context"]["content"] == play.context()
    assert [look for _, look in play.page.evaluate(RUNS, 0)] == ["kept"]


def test_blocks_of_every_vector_are_told_apart(play):
    """Every recorded compilation is cut into its blocks: joined they are the content, and each is the named fragment's."""
    cases = []
    for vector in load():
        answer = json.loads(vector.expect) if vector.method == "compile" else {}
        if answer.get("decisions"):
            fragments = json.loads(vector.request)["fragments"]
            texts, labels = ([each.get(field) or "" for each in fragments] for field in ("content", "label"))
            cases.append([str(vector), texts, labels, answer])
    failed = play.page.evaluate(
        """async (cases) => {
          const { findBlocks, runsOf } = await import("/engine/blocks.mjs");
          return cases.filter(([, texts, labels, { content, sections, decisions, ...rest }]) => {
            const blocks = findBlocks({ content, sections, decisions, ...rest }, texts, labels);
            const joined = blocks.map(({ start, end }) => content.slice(start, end)).join("\\n\\n");
            const ids = blocks.map(({ seq }) => decisions[seq]?.fragment_id);
            const drawn = blocks.every((block) => {
              const runs = runsOf(content, block, texts[block.seq], decisions[block.seq], [block.start, block.end]);
              return runs.map(([text]) => text).join("") === content.slice(block.start, block.end);
            });
            return joined !== content || !drawn || JSON.stringify(ids) !== JSON.stringify(sections.flatMap((each) => each.fragment_ids));
          }).map(([name]) => name);
        }""",
        cases,
    )

    assert len(cases) > 100
    assert failed == []


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.name)
def test_blocks_of_every_session_are_told_apart(play, sample):
    """At any budget the context is cut into its blocks, labels and marks included, and each is the named segment's."""
    transcript = sample.read_text(encoding="utf-8")
    texts = [
        segment["text"] for segment in json.loads(call("segment", json.dumps({"transcript": transcript})))["segments"]
    ]
    answers = []
    for budget in (200, 400, 800, 1600, 5000):
        request = {"query": "", "transcript": transcript, "token_budget": budget}
        answer = json.loads(call("compile_transcript", json.dumps(request)))
        if "error" not in answer:
            answers.append([[each.get("label") for each in answer["segmentation"]["segments"]], answer["context"]])
    told = play.page.evaluate(
        """async ([texts, answers]) => {
          const { findBlocks, runsOf } = await import("/engine/blocks.mjs");
          return answers.map(([labels, context]) => {
            const { content, decisions } = context;
            const blocks = findBlocks(context, texts, labels);
            const drawn = blocks.map((block) => runsOf(content, block, texts[block.seq], decisions[block.seq], [block.start, block.end]));
            return [
              blocks.map(({ seq }) => decisions[seq]?.fragment_id),
              drawn.map((runs) => runs.map(([text]) => text).join("")).join("\\n\\n"),
            ];
          });
        }""",
        [texts, answers],
    )

    assert len(answers) >= 2
    assert told == [
        [[id for section in context["sections"] for id in section["fragment_ids"]], context["content"]]
        for _, context in answers
    ]


def test_pointing_shows_the_record(play):
    """A fragment under the pointer shows its rule, tokens, reason and handle, and is marked in both panes."""
    play.show(query="x", budget=50, fragments=[{"text": "kept", "name": "a"}, {"text": "soup, " * 80, "name": "b"}])
    decision = json.loads(play.answer())["decisions"][1]
    play.point_at(1)
    # All at once: whatever moves under a mouse at rest is pointed at next.
    record, reason, marked = play.page.evaluate(
        """() => [
          Array.from(document.querySelectorAll("#inspector dd"), (e) => e.textContent),
          document.querySelector("#inspector .reason").textContent,
          ["#input", "#context"].map((pane) => document.querySelector(`${pane} [data-active]`).dataset.seq),
        ]"""
    )

    assert [decision["rule_id"], decision["handle"]] == [record[0], record[-1]]
    assert reason.lower().startswith(decision["reason"][:40].lower())
    assert marked == ["1", "1"]


@pytest.mark.parametrize(("policy", "said"), [({}, "1.00"), ({"relevance": "bm25"}, "0.45, by BM25")], ids=str)
def test_record_says_what_ranked_it(play, policy, said):
    """The record tells what a relevance is, when it is not the share of the query's words."""
    play.show(query="soup", budget=50, policy=policy, fragments=[{"text": "soup"}, {"text": "bread"}])
    play.point_at(0)
    play.until(f"[...document.querySelectorAll('#inspector dd')].some((e) => e.textContent === {json.dumps(said)})")


def test_near_duplicate_says_what_it_resembles(play):
    """A fragment that is dropped for its likeness shows the reason, as any reason."""
    words = [f"{first}{second}" for first in "bd" for second in ascii_lowercase]
    fragments = [{"text": " ".join(words)}, {"text": " ".join([*words, "zebra"])}]
    play.show(query="report", budget=4000, policy={"near_dup_threshold": 0.8}, fragments=fragments)
    play.point_at(1)
    decision = json.loads(play.answer())["decisions"][1]

    assert decision["action"] == "drop"
    assert play.texts("#inspector .reason")[0].lower().startswith(decision["reason"].lower())


def test_decisions_list_every_fragment(play):
    """The table has a row a fragment, with its rule."""
    play.show(query="x", budget=50, fragments=[{"text": f"text {n} " * n} for n in range(1, 30)])
    play.page.click("button[data-side='decisions']")
    play.until("document.querySelectorAll('#table-list .row').length > 0")
    rules = play.texts("#table-list .row code")
    play.page.click("button[data-side='context']")

    assert [decision["rule_id"] for decision in json.loads(play.answer())["decisions"]] == rules
