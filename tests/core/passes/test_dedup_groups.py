"""In a group a copy becomes a mark, unless the mark is no shorter, or the copy must not be one."""

import pytest

from contextc.passes.emission import copy_mark
from core.build import actions, compile_, distinct, fragment, image, png, rules, words
from core.passes.test_emission import source

COPY = "drop.duplicate"
WHOLE = {"whole": True}
LONG = distinct(60)


def member(text: str, group: str = "g", **fields):
    """A member of a group."""
    return fragment(text, group=group, **fields)


def mark(text: str) -> int:
    """Bytes of the mark for a copy of a first fragment with this text."""
    return len(copy_mark(source(text), 0).encode())


def at_mark(extra: int) -> str:
    """A text that is so much longer than its mark, whose handle is of the text."""
    texts = (letter * size for size in range(40, 90) for letter in "abcdef")
    return next(text for text in texts if len(text) == mark(text) + extra)


@pytest.mark.parametrize(("extra", "rule"), [(-1, "preserve.default"), (0, COPY), (1, COPY)])
def test_a_mark_must_be_shorter(extra: int, rule: str):
    """A text of fewer bytes than its mark stays as it is."""
    text = at_mark(extra)
    assert ["preserve.default", rule] == rules(compile_(text, member(text)))


def test_short_results_are_told_each():
    """Two calls with one short result each: both are there, and neither names the other."""
    members = [member(text) for text in ("call a", "done", "call b", "done")]
    assert compile_(*members).content == "call a\n\ndone\n\ncall b\n\ndone"


def test_copies_outside_of_groups_are_gathered_without_it():
    """A short text in a group lends nothing to its copies, and takes nothing from them."""
    context = compile_("done", member("done", priority=9, metadata={"verbatim": True}), "done")
    assert (["preserve.default", "preserve.marked_verbatim", COPY], "#0" in context.decisions[2].reason) == (
        rules(context),
        True,
    )


def test_the_first_text_of_a_form_is_the_survivor():
    """A variant names the copy that stands alone, also when one in a group came before it."""
    context = compile_(member("Done"), "Done", "done")
    assert (["preserve", "preserve", "drop"], "#1" in context.decisions[2].reason) == (actions(context), True)


def test_a_variant_that_is_dropped_leaves_its_copy_in_the_group():
    """Near-duplicates of an earlier text go, and a short one in a group stays all the same."""
    context = compile_("Done", "done", member("done"))
    assert rules(context) == ["preserve.default", "drop.near_duplicate", "preserve.default"]
    assert context.content == "Done\n\ndone"


@pytest.mark.parametrize("groups", ["gg", "gh"])
def test_short_members_alone(groups: str):
    """Where all copies are members, each stands for itself; a later variant still has the first as its model."""
    context = compile_(*[member("Done", group=group) for group in groups], "done")
    assert (["preserve", "preserve", "drop"], "#0" in context.decisions[2].reason) == (actions(context), True)


def test_a_whole_member_is_no_copy():
    """A member that is worth nothing in part is not replaced by a mark, however long it is."""
    context = compile_(LONG, member(LONG, metadata=WHOLE))
    assert f"{LONG}\n\n{LONG}" == context.content


def test_a_whole_member_stands_for_copies():
    """The first of members that are all in groups stands for those that may be marks."""
    context = compile_(member(LONG, metadata=WHOLE), member(LONG, group="h"), member(LONG, group="h", metadata=WHOLE))
    assert rules(context) == ["preserve.default", COPY, "preserve.default"]


def test_a_whole_image_is_no_copy():
    """The same holds of images, whose text is a caption alone."""
    context = compile_(image(png()), image(png(), group="g", metadata=WHOLE), image(png(), group="g"))
    assert rules(context) == ["media.atomic", "media.atomic", COPY]


def test_an_image_with_a_short_caption_is_a_copy():
    """The bytes of an image are not its caption's."""
    context = compile_(image(png(), "a"), image(png(), "a", group="g"))
    assert rules(context) == ["media.atomic", COPY]


def test_a_cached_copy_leaves_the_short_one_in_its_group():
    """The stable prefix has the text, and the group has it again."""
    context = compile_(member("done"), fragment("done", metadata={"cache": True}))
    assert (rules(context), context.content) == (["preserve.default", "cache.stable_prefix"], "done\n\ndone")


def test_a_log_that_is_collapsed():
    """Copies of a collapsed log are compared by their text, which is long."""
    log = "connection refused\n" * 50
    context = compile_(fragment(log, kind="log"), member(log, kind="log"))
    assert rules(context) == ["abstract.log_dedup", COPY]


# The soft lane


SOFT = {"lane": "soft"}
RIVAL = fragment(words(10, "xyz"), priority=255, metadata={"verbatim": True})


def test_a_survivor_is_soft_when_a_copy_is():
    """What one copy is first in line for, all are."""
    text = words(10)
    assert rules(compile_(RIVAL, text, fragment(text, metadata=SOFT), budget=10)) == [
        "budget.externalize",
        "preserve.default",
        COPY,
    ]


@pytest.mark.parametrize(("first", "rule"), [(None, "preserve.default"), (SOFT, "drop.near_duplicate")])
def test_a_soft_variant_goes_for_a_soft_text_alone(first: dict | None, rule: str):
    """A text that competes later may be left out, so none of the soft lane is left to it."""
    context = compile_(fragment("Say it", metadata=first), fragment("say it", metadata=SOFT))
    assert rule == rules(context)[1]
