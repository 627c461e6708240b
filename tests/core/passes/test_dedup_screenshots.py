"""A newer screenshot of the same target supersedes the older ones."""

import json
from typing import Any

import pytest

from core.build import actions, compile_, fragment, image, png, risks, rules, shot

SUPERSEDED, COPY, KEPT = "retrieve.screenshot_superseded", "drop.duplicate", "media.atomic"
A, B, C = png(salt=b"a"), png(salt=b"b"), png(salt=b"c")


def test_only_the_newest_is_kept():
    """Of three screenshots of a target the first two go at medium risk, with handles and sources."""
    context = compile_(shot(A, caption="one"), shot(B, caption="two"), shot(C, caption="three"))
    assert (
        context.content,
        rules(context),
        risks(context),
        len(context.sources),
        len(context.retrieval_handles),
    ) == ("three", [SUPERSEDED, SUPERSEDED, KEPT], ["medium", "medium", "low"], 3, 2)
    assert "superseded by a newer screenshot" in context.decisions[0].reason


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("null", "null"),
        ("1", "1"),
        ("1.0", "1.00"),
        ('"a"', '"\\u0061"'),
        ('{"a": 1, "b": [2, {"c": 3, "d": 4}]}', '{"b": [2, {"d": 4, "c": 3}], "a": 1}'),
        ("[]", "[]"),
    ],
)
def test_equal_targets_are_one_series(one: str, other: str):
    """Any JSON value is a target, null too; the order of keys does not matter at any depth."""
    assert rules(compile_(shot(A, json.loads(one)), shot(B, json.loads(other)))) == [SUPERSEDED, KEPT]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (1, 1.0),
        (1, "1"),
        (1, True),
        (0, False),
        (None, ""),
        (None, False),
        ([], {}),
        ([1], [1.0]),
        ({"a": [{"b": 1}]}, {"a": [{"b": 1.0}]}),
        ({"a": [{"b": True}]}, {"a": [{"b": 1}]}),
        ([1, 2], [2, 1]),
        ("app", "App"),
        ({"a": 1}, {"a": 1, "b": None}),
    ],
)
def test_other_targets_are_other_series(one: Any, other: Any):
    """Equality is that of JSON: a whole number, its float, its text and true are four values, at every depth."""
    assert rules(compile_(shot(A, one), shot(B, other))) == [KEPT, KEPT]


@pytest.mark.parametrize(
    "other",
    [
        image(B, kind="screenshot"),
        image(B, kind="screenshot", metadata={"Target": "app"}),
        image(B, kind="Screenshot", metadata={"target": "app"}),
        image(B, metadata={"target": "app"}),
        fragment("text", kind="screenshot", metadata={"target": "app"}),
    ],
    ids=["no metadata", "no target", "other kind", "no kind", "no image"],
)
def test_what_belongs_to_no_series(other):
    """Only an image of kind screenshot with a target supersedes or is superseded."""
    assert ["preserve", "preserve"] == actions(compile_(shot(A), other)) == actions(compile_(other, shot(A)))


def test_the_rule_can_be_disabled():
    """Without the rule all screenshots are kept."""
    assert rules(compile_(shot(A), shot(B), shot(C), disabled_rules=[SUPERSEDED])) == [KEPT] * 3


def test_without_the_rule_the_first_of_equal_screenshots_stays():
    """Disabling the rule disables all of it: an identical pair is the first image and its copy."""
    context = compile_(shot(A, caption="one"), shot(A, caption="two"), disabled_rules=[SUPERSEDED])
    assert (context.content, rules(context)) == ("one", [KEPT, COPY])


@pytest.mark.parametrize("count", [2, 3, 5])
def test_of_identical_screenshots_the_last_stays(count: int):
    """Identical screenshots of a target are copies of the last one, which is in the context: no risk."""
    context = compile_(*[shot(A, caption=str(place)) for place in range(count)])
    assert (str(count - 1), [*[COPY] * (count - 1), KEPT], "low") == (context.content, rules(context), context.risk)
    assert f"#{count - 1}" in context.decisions[0].reason


def test_an_identical_pair_that_is_old():
    """Two identical screenshots with a newer one are both superseded."""
    assert rules(compile_(shot(A), shot(A), shot(B))) == [SUPERSEDED, SUPERSEDED, KEPT]


def test_an_old_screenshot_of_a_picture_that_stays():
    """A superseded screenshot whose bytes stand elsewhere in the context is a copy of that one."""
    context = compile_(shot(A), shot(B), image(A))
    assert (rules(context), context.risk) == ([COPY, KEPT, KEPT], "low")
    assert "#2" in context.decisions[0].reason


def test_a_pinned_screenshot_is_not_superseded():
    """What is pinned stays, although a newer one follows."""
    assert rules(compile_(shot(A, pinned=True), shot(B), shot(C))) == [KEPT, SUPERSEDED, KEPT]


def test_a_pinned_screenshot_supersedes_older_ones():
    """Pinning a newer screenshot keeps no older one."""
    assert rules(compile_(shot(A), shot(B, pinned=True))) == [SUPERSEDED, KEPT]
