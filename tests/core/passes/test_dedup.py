"""A fragment that says what another says is dropped, and the other takes over what mattered about it."""

import pytest

from contextc.model import MediaRef
from contextc.vocabulary import SectionKind
from core.build import actions, compile_, estimate, fragment, image, kept, png, risks, rules, words

VERBATIM = {"verbatim": True}
CACHE = {"cache": True}
LOG = "connection refused\n" * 50
COPY, NEAR = "drop.duplicate", "drop.near_duplicate"


def twins(context) -> list[int | None]:
    """Which fragment each duplicate names, by the number in its reason."""
    named: list[int | None] = []
    for decision in context.decisions:
        _, found, rest = decision.reason.partition("of fragment #")
        named.append(int(rest.split()[0].rstrip(":;,")) if found else None)
    return named


def test_a_copy_is_dropped():
    """The same text twice stands once in the context; the copy goes at low risk, with a handle and no source."""
    context = compile_("say it once", "say it once")
    assert (
        context.content,
        rules(context),
        twins(context),
        risks(context),
        len(context.sources),
    ) == ("say it once", ["preserve.default", COPY], [None, 0], ["low", "low"], 1)
    assert [None, context.sources[0].handle] == [decision.handle for decision in context.decisions]


def test_a_variant_is_dropped():
    """Case and white space do not make another text."""
    context = compile_("Say it once", " say  IT\nonce")
    assert (context.content, rules(context)[1], twins(context)[1], risks(context)[1]) == ("Say it once", NEAR, 0, "low")


def test_variants_are_kept_on_demand():
    """Without near-duplicates a variant is a text of its own, and a copy is still a copy."""
    context = compile_("Say it", "say it", "say it", near_dup_dedup=False)
    assert (context.content, twins(context)) == ("Say it\n\nsay it", [None, None, 1])


def test_a_copy_of_a_variant_names_what_is_in_the_context():
    """Copies of a dropped variant, and further variants, name the text that stands in the context, at low risk."""
    context = compile_("Say it", "say it", "say it", "SAY it")
    assert (
        twins(context),
        rules(context),
        risks(context),
    ) == ([None, 0, 0, 0], ["preserve.default", NEAR, NEAR, NEAR], ["low"] * 4)


def test_a_critical_variant_is_kept():
    """A variant that is critical keeps its wording, and later variants still name the first text."""
    context = compile_("Say it", fragment("say it", metadata=VERBATIM), "SAY IT", "say it")
    assert (actions(context), twins(context)) == (["preserve", "preserve", "drop", "drop"], [None, None, 0, 1])


@pytest.mark.parametrize("mark", [{"pinned": True}, {"group": "g"}])
def test_a_pinned_or_grouped_variant_is_kept(mark: dict):
    """A variant that is pinned or belongs to a group keeps its wording."""
    assert compile_("Say it", fragment("say it", **mark)).content == "Say it\n\nsay it"


def test_an_abstracted_log_is_no_model_for_variants():
    """A collapsed log stands for no variant; the next text of that form does."""
    context = compile_(fragment(LOG, kind="log"), LOG.upper(), LOG.title())
    assert twins(context) == [None, None, 1]


def test_a_verbatim_variant_of_a_log_is_kept():
    """A variant of a collapsed log that is marked verbatim is whole."""
    context = compile_(fragment(LOG, kind="log"), fragment(LOG.upper(), metadata=VERBATIM))
    assert actions(context) == ["abstract", "preserve"]


def test_empty_and_blank_texts_are_variants():
    """Texts of white space alone have one form, and a file separator is not of them."""
    assert twins(compile_("", " ", "\u3000\n", "\x1c")) == [None, 0, 0, None]


def test_copies_of_an_abstracted_log_are_dropped():
    """Two identical repetitive logs collapse once; the copy has the risk of its twin and a handle."""
    context = compile_(fragment(LOG, kind="log"), fragment(LOG, kind="log"))
    assert (
        context.content,
        rules(context)[1],
        risks(context)[1],
        len(context.sources),
    ) == ("connection refused (x50)\n", COPY, "medium", 1)
    assert context.decisions[1].handle == context.sources[0].handle


def test_an_abstracted_log_stands_only_for_logs():
    """A copy that would not be abstracted is kept whole, and each kind of copy has its own twin."""
    log = fragment(LOG, kind="log")
    context = compile_(log, LOG, log, LOG)
    assert (actions(context), twins(context)) == (["abstract", "preserve", "drop", "drop"], [None, None, 0, 1])


def test_a_log_copy_of_a_plain_text_is_dropped():
    """Where the first copy is kept whole, a log of the same text loses nothing by going."""
    context = compile_(LOG, fragment(LOG, kind="log"))
    assert (context.content, rules(context)) == (LOG, ["preserve.default", COPY])


def test_copies_by_the_thousand():
    """A thousand copies are one emission, one source and 999 drops at low risk."""
    context = compile_(*["again and again"] * 1000)
    assert (
        context.content,
        rules(context).count(COPY),
        len(context.sources),
        context.risk,
    ) == ("again and again", 999, 1, "low")


def test_a_copy_of_what_was_cut_is_a_loss():
    """A copy of a text that only partly fits is lost with it: high when critical, with a handle."""
    text = words(1000)
    context = compile_(text, fragment(text, metadata=VERBATIM), budget=300)
    assert (
        context.decisions[0].emitted,
        rules(context)[1],
        risks(context)[1],
        "recover via the handle" in context.decisions[1].reason,
    ) == ([(0, 1200)], COPY, "high", True)


def test_a_plain_copy_of_what_was_cut_is_a_medium_loss():
    """The same without a mark is a medium risk."""
    text = words(1000)
    assert risks(compile_(text, text, budget=300)) == ["medium", "medium"]


def test_a_copy_of_what_was_left_out_is_a_loss():
    """A copy of a text for which there was no room is lost, and says so."""
    context = compile_(words(90), fragment(words(190, "xyz"), priority=9), words(90), budget=220)
    assert (rules(context), risks(context)[2]) == (["budget.externalize", "preserve.default", COPY], "medium")
    assert context.decisions[2].handle is not None


# What a survivor takes over from its copies


def rival(tokens: int = 10, **fields):
    """A text that wins the room for one unless the other is better."""
    return fragment(words(tokens, "xyz"), **fields)


@pytest.mark.parametrize(
    "better",
    [{"metadata": VERBATIM}, {"priority": 9}, {"score": 0.9}, {"pinned": True}],
    ids=lambda better: next(iter(better)),
)
def test_a_survivor_is_as_important_as_its_copies(better: dict):
    """A mark, priority, score or pin on a copy keeps the survivor, whichever copy carries it."""
    plain, marked = fragment(words(10)), fragment(words(10), **better)
    assert [
        kept(compile_(*request, budget=10))
        for request in ((rival(), plain, marked), (rival(), marked, plain), (rival(), plain, plain))
    ] == [[1], [1], [0]]


def test_without_a_better_copy_the_rival_wins():
    """The rival of the tests above is first among equals."""
    assert kept(compile_(rival(), fragment(words(10)), budget=10)) == [0]


def test_a_survivor_has_the_first_rule_of_its_copies():
    """The rule of the survivor is the lowest row among the copies, and so is its criticality."""
    context = compile_("https://a.example", fragment("https://a.example", metadata=VERBATIM))
    assert rules(context) == ["preserve.marked_verbatim", COPY]


def test_the_relevance_of_a_survivor_is_the_best_of_its_copies():
    """The decision shows the score that decided."""
    context = compile_("a", fragment("a", score=0.5), fragment("a", score=0.25), query="b")
    assert [decision.relevance for decision in context.decisions] == [0.5, 0.5, 0.25]


def test_the_first_cached_copy_survives_at_its_own_place():
    """The copy that is marked for the cache stays where it is and leads the context."""
    context = compile_("a", "b", fragment("a", metadata=CACHE), fragment("a", metadata=CACHE))
    assert (context.content, twins(context)) == ("a\n\nb", [2, None, None, 2])
    assert [section.kind for section in context.sections] == [SectionKind.CACHE, SectionKind.BODY]


def test_a_cached_survivor_stays_cached():
    """A verbatim copy, although a lower row, does not take a text out of the cache section."""
    context = compile_(fragment("a", metadata=VERBATIM), fragment("a", metadata=CACHE))
    assert rules(context) == [COPY, "cache.stable_prefix"]


def test_the_priority_of_a_cached_survivor_is_that_of_cached_copies():
    """What is not cached cannot move what is: the cache section depends on cached fragments alone."""
    first, second = (fragment(words(10, word), metadata=CACHE) for word in ("aaa", "bbb"))
    loud = fragment(words(10, "bbb"), priority=9)
    cached = fragment(words(10, "bbb"), priority=9, metadata=CACHE)
    assert [
        kept(compile_(*request, budget=10))
        for request in ((first, second), (first, second, loud), (first, loud, cached))
    ] == [[0], [0], [2]]


# Images


def test_a_copy_of_an_image_is_dropped():
    """The same bytes twice are one image, whatever their type is called, and cost once."""
    other = fragment(media=MediaRef(mime="image/x", bytes_b64=image(png()).media.bytes_b64))
    context = compile_(image(png()), image(png()), other)
    assert (twins(context), risks(context), context.insights.tokens_out) == ([None, 0, 0], ["low"] * 3, 1)


@pytest.mark.parametrize(
    ("one", "other", "lost"),
    [("a", "a", False), ("a", "b", True), ("a", "a ", True), ("a", "A", True), ("é", "e\u0301", True), ("", " ", True)],
)
def test_a_differing_caption_is_told(one: str, other: str, lost: bool):
    """Captions differ unless they are equal byte by byte, and the reason says when one is lost."""
    context = compile_(image(png(), one), image(png(), other))
    assert (one, "low", lost) == (context.content, risks(context)[1], "caption" in context.decisions[1].reason)


def test_images_are_no_variants():
    """Other bytes make another image, whatever the captions, and no image is a copy of a text."""
    context = compile_("", image(png(), ""), image(png(salt=b"1"), ""), "say it", image(png(salt=b"2"), "say it"))
    assert twins(context) == [None] * 5


def test_a_copy_of_an_image_that_did_not_fit_is_a_loss():
    """The copy of an image that is not in the context is lost at high risk."""
    big = png(300, 250)
    context = compile_(image(big), image(big), budget=99)
    assert (rules(context), risks(context)) == (["budget.externalize", COPY], ["high", "high"])


def test_the_survivor_of_images_takes_over_from_its_copies():
    """A copy's priority keeps the first image."""
    others = (image(png(300, 250, b"1")), image(png(300, 250, b"2")))
    context = compile_(*others, image(png(300, 250, b"2"), priority=9), budget=100)
    assert rules(context) == ["budget.externalize", "media.atomic", COPY]


def test_the_estimates_above_hold():
    """The texts used here cost what the budgets assume."""
    assert (estimate(words(10)), compile_(image(png(300, 250))).insights.tokens_in) == (10, 100)
