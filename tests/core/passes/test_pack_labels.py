"""A label is a line before whatever of its fragment stands in the context, and belongs to no text."""

import pytest

from contextc.digest import fragment_id
from contextc.errors import PinnedDoesNotFit
from contextc.model import ChunkPolicy
from contextc.tokens import DynTokenEstimator
from core.build import compile_, distinct, estimate, fragment, image, kept, png, rules, words

A, B = (words(10, word) for word in ("aaa", "bbb"))
LONG = distinct(400)
LOG = "connection refused\n" * 50
CACHE = {"cache": True}
SMALL = ChunkPolicy(max_chunk_bytes=256)
"""Pieces of one size, whatever the budget."""


def test_it_stands_before_the_block():
    """Every block begins with its own label, in either section."""
    context = compile_(fragment(A, label="[user]"), B, fragment("c", label="[rules]", metadata=CACHE))
    assert context.content == f"[rules]\nc\n\n[user]\n{A}\n\n{B}"
    assert [section.content for section in context.sections] == ["[rules]\nc", f"[user]\n{A}\n\n{B}"]


def test_it_stands_before_a_part():
    """A fragment that is cut has its label before what is kept, also where its end is kept."""
    parts = [compile_(fragment(LONG, label="[x]", kind=kind), budget=100) for kind in (None, "tool_result")]
    starts = [context.content.removeprefix("[x]\n") for context in parts]
    assert [LONG.startswith(starts[0]), LONG.endswith(starts[1])] == [True, True]
    assert [len(starts[0]), len(starts[1])] == [end - start for one in parts for start, end in one.decisions[0].emitted]


def test_it_stands_before_a_mark():
    """A member of a group that is a mark has its label: whose the mark is."""
    context = compile_(fragment("call", group="g"), fragment(LONG, group="g", label="[result]"), budget=60)
    assert context.content.startswith("call\n\n[result]\n[… cut: 400 tokens")


def test_it_stands_before_a_collapsed_log():
    """The lines of a log are counted without its label."""
    context = compile_(fragment(LOG, kind="log", label="[output]"))
    assert context.content == "[output]\nconnection refused (x50)\n"


def test_it_stands_before_a_part_of_a_log():
    """Of a log that is cut the label stays, too."""
    context = compile_(fragment("\n".join(f"line {n} x\nsame" for n in range(200)), kind="log", label="[o]"), budget=60)
    assert (context.content.startswith("[o]\nsame (x"), context.insights.tokens_out <= 60) == (True, True)


@pytest.mark.parametrize(
    "empty",
    [fragment("", label="[x]"), image(png(), label="[x]"), fragment("a", label="[x]", kind="base64", priority=0)],
    ids=["a text", "an image", "what does not fit"],
)
def test_it_does_not_stand_alone(empty):
    """Where no text of a fragment stands in the context there is no label."""
    assert compile_(empty, fragment(A, pinned=True), budget=11).content == A


def test_a_copy_does_not_show_it():
    """The survivor's own label stands there, and that of its copies and variants is gone."""
    copies = fragment(A, label="[one]"), fragment(A, label="[two]"), fragment(A.upper(), label="[three]")
    assert compile_(*copies).content == f"[one]\n{A}"


def test_without_a_word_there_is_none():
    """An empty label is no line."""
    assert compile_(fragment(A, label="")).content == A


def test_it_belongs_to_no_text():
    """Hash, handle, relevance, rule and range are those of the content."""
    plain, labelled = (
        compile_(fragment(LONG, label=label), query="never xyz", budget=100 + cost, chunk=SMALL).decisions[0]
        for label, cost in ((None, 0), ("never xyz http://a 1 2 3", estimate("never xyz http://a 1 2 3\n")))
    )
    assert plain == labelled
    assert fragment_id(LONG) == labelled.content_hash


def test_savings_are_those_of_the_text():
    """What was saved by a rule and what a handle fetches leave the label out; what is in the context does not."""
    plain, labelled = (
        compile_(
            fragment(LONG, metadata={"verbatim": True}, label=labels[0]),
            fragment(LOG, kind="log", label=labels[1]),
            budget=120 + sum(estimate(f"{label}\n") for label in labels if label),
            chunk=SMALL,
        )
        for labels in ((None, None), ("[a]", "[b]"))
    )
    assert plain.insights.tokens_saved_by_rule == labelled.insights.tokens_saved_by_rule
    assert plain.retrieval_handles == labelled.retrieval_handles
    assert (plain.insights.tokens_out, estimate(labelled.content)) == (
        estimate(plain.content),
        labelled.insights.tokens_out,
    )


# What it costs


@pytest.mark.parametrize(("budget", "there"), [(11, False), (12, True)])
def test_it_is_charged_with_the_first_text(budget: int, there: bool):
    """A fragment needs room for its text, its label and the line end."""
    labelled = fragment(A, label="u", kind="base64")
    assert (estimate("u\n"), there) == (2, compile_(labelled, budget=budget).content == f"u\n{A}")


def test_it_is_charged_once():
    """A fragment of many pieces, and a mark that becomes a text, pay for one label."""
    letters = DynTokenEstimator(len)
    text = "abc def. " * 100
    budgets = [len(text) + 4, len(text) + 4 + 3]
    single = compile_(fragment(text, label="[x]"), budget=budgets[0], estimator=letters)
    member = compile_(
        fragment("a", group="g"), fragment(text, label="[x]", group="g"), budget=budgets[1], estimator=letters
    )
    assert [f"[x]\n{text}", f"a\n\n[x]\n{text}"] == [single.content, member.content]


def test_it_leaves_less_for_others():
    """What a label costs is not there for the next fragment."""
    assert [kept(compile_(fragment(A, label=label), B, budget=21)) for label in (None, "u")] == [[0, 1], [0]]


def test_a_pinned_label_counts():
    """The smallest budget for what is pinned holds the labels."""
    with pytest.raises(PinnedDoesNotFit) as caught:
        compile_(fragment(A, label="u", pinned=True), budget=10)
    assert caught.value.data == {"min_budget": 12}
    assert compile_(fragment(A, label="u", pinned=True), budget=12).content == f"u\n{A}"


@pytest.mark.parametrize("budget", range(1, 480, 11))
def test_labels_stay_within_the_budget(budget: int):
    """With labels on texts, members and logs the context never exceeds the budget."""
    context = compile_(
        fragment("call", group="g", label="[assistant] 1"),
        fragment(LONG, group="g", label="[result] 2"),
        fragment(LOG, kind="log", label="[output] 3"),
        fragment(A, label="[user] 4", priority=1),
        fragment(distinct(200, 1000), label="漢字"),
        budget=budget,
    )
    assert estimate(context.content) == context.insights.tokens_out <= budget


def test_a_label_alone_does_not_fit_the_first_part():
    """Where the label takes the room of the text there is neither."""
    context = compile_(fragment(LONG, label=words(60)), budget=50)
    assert (context.content, rules(context)) == ("", ["budget.externalize"])
