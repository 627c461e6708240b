"""Members of a group are kept or left out together; a mark may stand for the text of one."""

import pytest

from contextc.errors import PinnedDoesNotFit
from contextc.model import ChunkPolicy
from contextc.vocabulary import SectionKind
from core.build import actions, compile_, distinct, estimate, fragment, image, kept, png, risks, rules, shot, words

A, B, C = (words(10, word) for word in ("aaa", "bbb", "ccc"))
SAID = words(20, "said")
"""Longer than the mark of a copy."""
CALL = "call read_file"
RESULT = distinct(400)
MARK = 60
"""No mark costs more."""


def pair(first: str, second: str, **fields):
    """Two members of a group."""
    return fragment(first, group="g", **fields), fragment(second, group="g")


@pytest.mark.parametrize(("budget", "content"), [(20, ""), (21, f"{A}\n\n{B}")])
def test_small_members_are_all_or_nothing(budget: int, content: str):
    """Where a mark would cost more than the texts, both members are there or neither is."""
    assert content == compile_(*pair(A, B), budget=budget).content


def test_a_group_that_does_not_fit_leaves_its_room():
    """Members that are left out are externalised, and what comes later is tried."""
    context = compile_(*pair(A, B), C, budget=20)
    assert (context.content, rules(context)) == (C, ["budget.externalize"] * 2 + ["preserve.default"])


def test_members_may_stand_apart():
    """A group is a name; its members keep their places."""
    context = compile_(fragment(A, group="g"), C, fragment(B, group="g"))
    assert f"{A}\n\n{C}\n\n{B}" == context.content


def test_a_group_of_one():
    """A single member is a group too."""
    assert [compile_(fragment(A, group="g"), budget=budget).content for budget in (9, 10)] == ["", A]


def test_a_large_member_is_cut_to_a_mark():
    """A call stays with a mark for its result: the mark has the handle, and the result counts as left out."""
    context = compile_(*pair(CALL, RESULT), budget=MARK + 10)
    call, mark = context.content.split("\n\n")
    decision = context.decisions[1]
    assert (
        call,
        decision.handle in mark,
        decision.rule_id,
        [place for place, handle in enumerate(context.sources) if handle.handle == context.retrieval_handles[0].handle],
    ) == (CALL, True, "budget.externalize", [1])
    assert "\n" not in mark


def test_a_mark_keeps_the_id():
    """The section names every member, also the one that is a mark."""
    members = fragment(CALL, group="g", id=1), fragment(RESULT, group="g", id=2)
    assert compile_(*members, budget=MARK + 10).sections[0].fragment_ids == [1, 2]


def test_room_beside_the_mark_is_used():
    """A member is cut like any other text when there is room for 32 tokens beside its mark."""
    context = compile_(*pair(CALL, RESULT), budget=150)
    call, text, mark = context.content.replace("\n\n", "\n").split("\n")
    assert (call, RESULT.startswith(text), context.decisions[1].handle in mark) == (CALL, True, True)
    assert ("preserve.default", [(0, len(text))], True) == (
        rules(context)[1],
        context.decisions[1].emitted,
        140 < context.insights.tokens_out <= 150,
    )


def test_a_small_member_is_whole_beside_a_mark():
    """What is left after the marks makes members whole, the best first, where it suffices."""
    large, small = fragment(RESULT, group="g"), fragment(distinct(50, 1000), group="g", priority=9)
    context = compile_(large, small, budget=100)
    assert (small.content in context.content, *rules(context)) == (True, "budget.externalize", "preserve.default")


def test_whole_pieces_beside_the_mark():
    """The pieces of a member are taken as long as they fit, and the mark stays while something is left out."""
    context = compile_(*pair(CALL, RESULT), budget=300, chunk=ChunkPolicy(max_chunk_bytes=256))
    assert ("packed 4/7 chunks" in context.decisions[1].reason, "ctx://source/" in context.content) == (True, True)


def test_a_group_that_fits_has_no_mark():
    """With room for all, every member is whole."""
    assert f"{CALL}\n\n{RESULT}" == compile_(*pair(CALL, RESULT)).content


@pytest.mark.parametrize("budget", range(5, 460, 13))
def test_a_group_stays_within_the_budget(budget: int):
    """With marks and parts a group never exceeds the budget, and its members are all there or none is."""
    call, result = fragment(CALL, group="g", id=1), fragment(RESULT, group="g", id=2)
    context = compile_(call, result, fragment(A, id=3), budget=budget)
    shown = {id for section in context.sections for id in section.fragment_ids}
    assert (context.insights.tokens_out <= budget, shown & {1, 2} in (set(), {1, 2})) == (True, True)


def test_without_the_mark_nothing_is_left():
    """Where not even the marks fit, the whole group is left out."""
    context = compile_(*pair(RESULT, distinct(400, 1000)), budget=50)
    assert (context.content, rules(context)) == ("", ["budget.externalize"] * 2)


@pytest.mark.parametrize("budget", [MARK, 70, 90])
def test_marks_alone_are_left_out(budget: int):
    """A group of which nothing but marks of cuts would stand in the context is left out, marks and all."""
    context = compile_(*pair(RESULT, distinct(400, 1000)), "a", budget=budget)
    assert (context.content, rules(context)[:2]) == ("a", ["budget.externalize"] * 2)


def test_marks_of_copies_stay():
    """A mark that says where a text stands is worth its place."""
    context = compile_(SAID, fragment(SAID, group="g"), budget=20 + MARK)
    assert "[… same as fragment #0:" in context.content


# Rank


def test_a_group_has_the_priority_of_its_best_member():
    """One member of high priority brings the others along."""
    assert kept(
        compile_(fragment(C, priority=5), fragment(A, group="g"), fragment(B, group="g", priority=9), budget=21)
    ) == [1, 2]


def test_a_group_is_critical_when_a_member_is():
    """One critical member brings the others along."""
    critical = fragment(B, group="g", metadata={"verbatim": True})
    assert kept(compile_(fragment(C, priority=5), fragment(A, group="g"), critical, budget=21)) == [1, 2]


def test_a_group_has_the_relevance_of_its_best_member():
    """One relevant member brings the others along."""
    assert kept(compile_(C, fragment(A, group="g"), fragment(B, group="g"), query="bbb", budget=21)) == [1, 2]


def test_a_group_is_soft_when_a_member_is():
    """One member of the soft lane brings the others along, before what is critical."""
    soft = fragment(B, group="g", metadata={"lane": "soft"})
    critical = fragment(C, priority=5, metadata={"verbatim": True})
    assert kept(compile_(critical, fragment(A, group="g"), soft, budget=21)) == [1, 2]


def test_groups_are_told_apart():
    """Each name is a group of its own, the empty name too."""
    context = compile_(fragment(A, group="g"), fragment(B, group=""), fragment(C, group=""), budget=10)
    assert kept(context) == [0]


def test_a_pinned_member_pins_its_group():
    """With one member pinned the others are there, at least as a mark."""
    context = compile_(*pair(A, RESULT, pinned=True), fragment(C, priority=255), budget=MARK + 10)
    assert (context.content.startswith(A), context.retrieval_handles[0].handle in context.content) == (True, True)


# Members that others stand for


def test_a_copy_in_a_group_becomes_a_mark():
    """A member that is a copy is not dropped out of its group: a mark with the handle holds its place."""
    context = compile_(SAID, fragment(CALL, group="g"), fragment(SAID, group="g"))
    decision = context.decisions[2]
    assert (
        actions(context),
        decision.rule_id,
        str(decision.risk),
        len(context.content.split("\n\n")),
    ) == (["preserve", "preserve", "drop"], "drop.duplicate", "low", 3)
    assert (decision.handle in context.content, "#0" in context.content) == (True, True)


def test_copies_within_a_group():
    """Two calls with one result each: the second result is a mark."""
    context = compile_(*(fragment(text, group="g") for text in ("call a", SAID, "call b", SAID)))
    call_a, result, call_b, mark = context.content.split("\n\n")
    assert (call_a, result, call_b, context.decisions[3].handle in mark) == ("call a", SAID, "call b", True)


def test_a_copy_costs_its_mark():
    """A group whose mark does not fit is left out."""
    fits = estimate(compile_(SAID, fragment(SAID, group="g")).content)
    contents = [compile_(SAID, fragment(SAID, group="g"), budget=budget).content for budget in (fits - 1, fits)]
    assert [contents[0], contents[1].startswith(f"{SAID}\n\n")] == [SAID, True]


def test_a_superseded_screenshot_in_a_group_becomes_a_mark():
    """An old screenshot in a group keeps its place with a mark and is still superseded."""
    old, new = shot(png(salt=b"a"), group="g"), shot(png(salt=b"b"))
    context = compile_(fragment(CALL, group="g"), old, new)
    assert (
        rules(context)[1],
        context.decisions[1].handle in context.content,
    ) == ("retrieve.screenshot_superseded", True)


def test_an_image_in_a_group_may_become_a_mark():
    """An image that does not fit is a mark in its group, and costs no pixels."""
    context = compile_(fragment(CALL, group="g"), image(png(3000, 2500), group="g"), budget=MARK + 10)
    assert (
        context.decisions[1].handle in context.content,
        context.insights.tokens_out <= MARK + 10,
        risks(context)[1],
    ) == (True, True, "high")


@pytest.mark.parametrize("order", [1, -1])
def test_no_member_stands_in_the_cache_section(order: int):
    """A cached copy of a member is the cache section; the member stays in the body as a mark."""
    fragments = [fragment(SAID, group="g"), fragment(SAID, metadata={"cache": True})][::order]
    sections = compile_(*fragments).sections
    assert [
        (sections[0].kind, sections[0].content),
        (sections[1].kind, "ctx://source/" in sections[1].content),
    ] == [(SectionKind.CACHE, SAID), (SectionKind.BODY, True)]


def test_a_cache_mark_on_a_member_does_nothing():
    """A member that is marked for the cache stays in the body."""
    context = compile_(A, fragment(B, group="g", metadata={"cache": True}))
    assert [(SectionKind.BODY, f"{A}\n\n{B}")] == [(section.kind, section.content) for section in context.sections]


# Members that lose nothing


WHOLE = {"whole": True}


@pytest.mark.parametrize("budget", [MARK + 10, 300, 403])
def test_a_whole_member_is_never_cut(budget: int):
    """With a member that is worth nothing in part a group is left out, where the other could have been a mark."""
    context = compile_(fragment(CALL, group="g"), fragment(RESULT, group="g", metadata=WHOLE), budget=budget)
    assert (context.content, rules(context)) == ("", ["budget.externalize"] * 2)


def test_the_others_are_marks_beside_a_whole_member():
    """What may be cut makes room for what may not."""
    long = distinct(400, 1000)
    members = fragment(RESULT, group="g", metadata=WHOLE), fragment(long, group="g")
    whole, mark = compile_(*members, budget=400 + MARK).content.split("\n\n")
    assert (whole, mark.startswith("[… cut: 400 tokens")) == (RESULT, True)


def test_a_whole_member_of_a_pinned_group_counts():
    """The smallest budget for what is pinned holds the whole members of its group."""
    members = fragment(A, group="g", pinned=True), fragment(RESULT, group="g", metadata=WHOLE)
    with pytest.raises(PinnedDoesNotFit) as caught:
        compile_(*members, budget=100)
    assert caught.value.data == {"min_budget": 10 + 1 + 400}


@pytest.mark.parametrize("whole", ["true", 1, None, False])
def test_a_member_is_whole_by_the_value_true(whole: object):
    """Any other value leaves a member to be cut."""
    members = fragment(CALL, group="g"), fragment(RESULT, group="g", metadata={"whole": whole})
    assert compile_(*members, budget=MARK + 10).content.startswith(CALL)


def test_outside_of_groups_everything_may_be_cut():
    """The mark is one of members: a group of one says the same of a single fragment."""
    assert compile_(fragment(RESULT, metadata=WHOLE), budget=100).content != ""
    assert compile_(fragment(RESULT, metadata=WHOLE, group="g"), budget=100).content == ""


def test_a_log_in_a_group_collapses():
    """A repetitive log in a group is abstracted as ever."""
    context = compile_(fragment(CALL, group="g"), fragment("connection refused\n" * 50, group="g", kind="log"))
    assert f"{CALL}\n\nconnection refused (x50)\n" == context.content


def test_an_empty_member_takes_no_room():
    """A call without a result text is a group like any other."""
    context = compile_(*pair(A, ""), budget=10)
    assert (context.content, actions(context)) == (A, ["preserve", "preserve"])
