"""What the caller marks as superseded is released: a later result of the same call says it better."""

import pytest

from core.build import actions, compile_, fragment, image, kept, png, risks, rules, shot, words

SUPERSEDED, COPY = "retrieve.superseded_result", "drop.duplicate"
OLD = {"superseded": True}


def test_it_is_left_for_retrieval():
    """An old result is not in the context, at medium risk although it was critical, with a source and a handle."""
    context = compile_(fragment("see https://a.example", metadata=OLD), "new")
    decision = context.decisions[0]
    assert (context.content, rules(context), risks(context), decision.reason) == (
        "new",
        [SUPERSEDED, "preserve.default"],
        ["medium", "low"],
        "superseded by a later result of the same call",
    )
    assert [decision.handle] == [handle.handle for handle in context.retrieval_handles]
    assert (len(context.sources), {SUPERSEDED: 7}) == (2, context.insights.tokens_saved_by_rule)


@pytest.mark.parametrize("value", ["true", 1, False, None])
def test_the_mark_is_the_value_true(value: object):
    """Any other value marks nothing."""
    assert rules(compile_(fragment("a", metadata={"superseded": value}))) == ["preserve.default"]


def test_it_can_be_disabled():
    """Without the rule the mark has no effect, and that for screenshots stays in force."""
    context = compile_(fragment("a", metadata=OLD), shot(png()), shot(png(salt=b"1")), disabled_rules=[SUPERSEDED])
    assert rules(context) == ["preserve.default", "retrieve.screenshot_superseded", "media.atomic"]


def test_the_other_rule_can_be_disabled():
    """Screenshots are kept, and what is marked is released."""
    off = ["retrieve.screenshot_superseded"]
    context = compile_(fragment("a", metadata=OLD), shot(png()), shot(png(salt=b"1")), disabled_rules=off)
    assert rules(context) == [SUPERSEDED, "media.atomic", "media.atomic"]


def test_what_is_pinned_stays():
    """A pinned fragment is not superseded."""
    assert kept(compile_(fragment("a", metadata=OLD, pinned=True))) == [0]


def test_what_is_cached_goes():
    """The mark counts for the stable prefix, too."""
    assert compile_(fragment("a", metadata=OLD | {"cache": True}), "b").content == "b"


def test_a_whole_member_stays():
    """A member that must not become a mark is not superseded."""
    context = compile_(fragment("a", group="g"), fragment("b", group="g", metadata=OLD | {"whole": True}))
    assert context.content == "a\n\nb"


def test_in_a_group_it_becomes_a_mark():
    """A call keeps a mark in the place of its old result, and the reason says so."""
    context = compile_(fragment("call", group="g"), fragment(words(40), group="g", metadata=OLD))
    decision = context.decisions[1]
    assert (context.content, decision.rule_id) == (
        f"call\n\n[… cut: 40 tokens in all at {decision.handle} …]",
        SUPERSEDED,
    )
    assert decision.reason == "superseded by a later result of the same call; a mark holds its place in the group"


# Copies


def test_a_copy_that_stands():
    """An old result whose text stands elsewhere is a copy of that one: nothing is lost."""
    for fragments in ([fragment("a", metadata=OLD), "a"], ["a", fragment("a", metadata=OLD)]):
        context = compile_(*fragments)
        assert (sorted(rules(context)), context.content, str(context.risk)) == ([COPY, "preserve.default"], "a", "low")


def test_it_stands_for_nothing():
    """Of equal texts the first that is not superseded survives."""
    context = compile_(fragment("a", metadata=OLD), "a", "a")
    assert (["drop", "preserve", "drop"], "#1" in context.decisions[2].reason) == (actions(context), True)


def test_equal_old_results():
    """Two equal texts that are both superseded are both released."""
    context = compile_(fragment("a", metadata=OLD), fragment("a", metadata=OLD))
    assert (rules(context), context.content) == ([SUPERSEDED, SUPERSEDED], "")


def test_it_is_no_model_for_variants():
    """A variant of an old result is not dropped for it; the first that stands is the model."""
    context = compile_(fragment("Say it", metadata=OLD), "say it", "SAY IT")
    assert (["retrieve", "preserve", "drop"], "#1" in context.decisions[2].reason) == (actions(context), True)


def test_as_a_variant_it_stays_superseded():
    """What is superseded and nearly a copy is superseded."""
    assert rules(compile_("Say it", fragment("say it", metadata=OLD))) == ["preserve.default", SUPERSEDED]


def test_a_member_that_stands_keeps_copies_of_what_is_old():
    """An old text outside of a group is a copy of a short one in it."""
    context = compile_(fragment("a", metadata=OLD), fragment("a", group="g"), fragment("a", group="g", metadata=OLD))
    assert (rules(context)[:2], "#1" in context.decisions[0].reason) == ([COPY, "preserve.default"], True)
    assert "[… same as fragment #1:" in context.content


def test_an_image():
    """An image that is marked goes, whatever its kind, and stands for no copy."""
    context = compile_(image(png(), metadata=OLD), image(png()), image(png(salt=b"1"), metadata=OLD))
    assert rules(context) == [COPY, "media.atomic", SUPERSEDED]


def test_a_screenshot_that_is_marked():
    """A newest screenshot that is marked goes too, and the older ones stay superseded by it."""
    old, new = shot(png()), shot(png(salt=b"1"))
    new.metadata["superseded"] = True
    assert rules(compile_(old, new)) == ["retrieve.screenshot_superseded", SUPERSEDED]
