"""What does not fit whole is cut: which end is kept, how small a part may be, and how the cut is marked."""

import pytest

from contextc.model import ChunkPolicy
from contextc.vocabulary import Truncation
from core.build import compile_, distinct, estimate, fragment, image, kept, png, rules, words

SMALL = ChunkPolicy(max_chunk_bytes=256)
VERBATIM, CACHE = {"verbatim": True}, {"cache": True}
A = words(20, "xyz")


def paragraphs(names: str) -> str:
    """A paragraph of sixty tokens for each letter, of which no two fit 256 bytes."""
    return "\n\n".join(words(60, name * 3) for name in names)


def shown(names: str) -> str:
    """The letters of which something stands in a text, in order."""
    return "".join(dict.fromkeys(name for name in names if name.isalpha()))


# The second round


@pytest.mark.parametrize(("budget", "part"), [(52, 0), (53, 32), (60, 39)])
def test_a_part_has_at_least_32_tokens(budget: int, part: int):
    """The next piece is cut to the room that is left, unless less than 32 tokens would stand."""
    context = compile_(A, words(100), budget=budget)
    assert (20 + bool(part) + part, ["preserve.default", "preserve.default" if part else "budget.externalize"]) == (
        context.insights.tokens_out,
        rules(context),
    )


def test_a_part_follows_whole_pieces():
    """The part of the next piece continues what was taken whole."""
    decision = compile_(paragraphs("abcd"), budget=160, chunk=SMALL).decisions[0]
    assert (
        decision.emitted,
        "packed 2/4 chunks and part of the next" in decision.reason,
    ) == ([(0, 482 + 38 * 4)], True)


def test_a_part_after_whole_pieces_has_32_tokens_too():
    """What is added to whole pieces is not smaller than what stands alone."""
    ends = [compile_(paragraphs("abcd"), budget=budget, chunk=SMALL).decisions[0].emitted for budget in (153, 154)]
    assert ends == [[(0, 482)], [(0, 482 + 32 * 4)]]


@pytest.mark.parametrize("budget", [1, 5, 31])
def test_a_tiny_part_rather_than_nothing(budget: int):
    """Where the context would be empty, any part is better."""
    assert words(budget) + " " == compile_(words(100), budget=budget).content


def test_the_first_in_order_gives_the_tiny_part():
    """Only one fragment gives a tiny part, the best one that has any."""
    context = compile_(words(100), fragment(words(90, "def"), priority=9), words(80, "ghi"), budget=5)
    assert words(5, "def") + " " == context.content


def test_a_fragment_without_any_part_is_passed_by():
    """Where the best fragment has no part that fits, the next one gives it."""
    fence = fragment(f"```\n{words(9)}\n```", priority=9)
    assert compile_(fence, words(90, "def"), budget=2).content == "def def "


def test_an_image_alone_counts_as_empty():
    """An image without a caption shows no text, so a tiny part is added."""
    context = compile_(image(png(), priority=9), words(100), budget=6)
    assert (words(5) + " ", 6) == (context.content, context.insights.tokens_out)


def test_a_whole_text_makes_no_tiny_part_of_another():
    """With any text in the context a part under 32 tokens is not added."""
    context = compile_("abc", words(100), budget=20)
    assert (context.content, kept(context)) == ("abc", [0])


def test_the_second_round_goes_in_the_order_of_selection():
    """The best fragment is cut first and takes the room."""
    context = compile_(words(100, "def"), fragment(words(100, "ghi"), priority=9), budget=60)
    assert words(60, "ghi") + " " == context.content


def test_the_second_round_serves_several_fragments():
    """What one part leaves goes to the next fragment when 32 tokens are left."""
    first = f"{words(40, 'def')}\n\n```\n{distinct(60)}\n```\n"
    content = compile_(fragment(first, priority=9), words(100, "ghi"), budget=80).content
    assert f"{words(40, 'def')}\n\n\n\n{words(38, 'ghi')} " == content


def test_a_fence_is_not_cut():
    """Code that would fit the budget alone is left out rather than cut, however much room is left."""
    code = f"```\n{distinct(60)}\n```"
    context = compile_(fragment(A, priority=9, metadata=VERBATIM), code, budget=83)
    assert (
        context.content,
        rules(context),
        context.risk,
    ) == (A, ["preserve.marked_verbatim", "budget.externalize"], "high")


def test_a_fence_larger_than_the_budget_is_cut_between_lines():
    """Code that could never fit is cut at a line end and closed again."""
    lines = [f"{word}\n" for word in distinct(100).split()]
    context = compile_(f"```py\n{''.join(lines)}```\n", budget=60)
    kept_lines = context.content.splitlines(keepends=True)
    assert ["```py\n", *lines[: len(kept_lines) - 2], "```\n"] == kept_lines
    assert [(0, len(context.content) - 4)] == context.decisions[0].emitted
    assert 58 < context.insights.tokens_out <= 60


def test_the_tail_of_a_fence_larger_than_the_budget():
    """From the end, its opening line is repeated."""
    lines = [f"{word}\n" for word in distinct(100).split()]
    text = f"```py\n{''.join(lines)}```\n"
    context = compile_(text, budget=60, truncate=Truncation.TAIL)
    kept_lines = context.content.splitlines(keepends=True)
    assert ["```py\n", *lines[-(len(kept_lines) - 2) :], "```\n"] == kept_lines
    assert [(len(text) - len(context.content) + 6, len(text))] == context.decisions[0].emitted


def test_a_cached_fragment_is_not_cut():
    """What is cached is whole or not there, although nothing else is."""
    assert compile_(fragment(words(100), metadata=CACHE), budget=60).content == ""


def test_an_image_is_not_cut():
    """A caption does not stand without its image."""
    assert compile_(image(png(300, 250), words(100)), budget=150).content == ""


@pytest.mark.parametrize("kind", [None, "log"])
def test_an_image_is_not_cut_whatever_its_rule(kind: str | None):
    """With `media.atomic` disabled an image is still whole, its caption as it was, or not there."""
    shown_, hidden = (
        compile_(image(png(300, 250), "boom\n" * 40, kind=kind), budget=budget, disabled_rules=["media.atomic"])
        for budget in (200, 199)
    )
    assert (
        shown_.content,
        shown_.insights.tokens_out,
        hidden.content,
        hidden.insights.tokens_out,
    ) == ("boom\n" * 40, 200, "", 0)


def test_a_critical_part_is_a_high_risk():
    """A part of what is critical keeps its rule, has a handle, and the risk is high."""
    decision = compile_(fragment(words(100), metadata=VERBATIM), budget=50).decisions[0]
    assert (
        decision.rule_id,
        str(decision.risk),
        decision.handle is not None,
    ) == ("preserve.marked_verbatim", "high", True)


# Which end is kept


@pytest.mark.parametrize(
    ("kind", "truncate", "names"),
    [
        (None, None, "abc"),
        (None, "auto", "abc"),
        ("memory", None, "abc"),
        ("LOG", None, "abc"),
        ("log", None, "bcd"),
        ("tool_result", None, "bcd"),
        ("tool_result", "auto", "bcd"),
        ("tool_result", "head", "abc"),
        ("log", "head", "abc"),
        (None, "head", "abc"),
        (None, "tail", "bcd"),
    ],
)
def test_which_end_is_kept(kind: str | None, truncate: str | None, names: str):
    """By default the tail of logs and tool results and the head of everything else; the policy decides for all."""
    policy = {"truncate": truncate and Truncation(truncate)}
    content = compile_(fragment(paragraphs("abcd"), kind=kind), budget=170, chunk=SMALL, **policy).content
    assert (names, True) == (shown(content), content.strip() in paragraphs("abcd"))


def test_a_tail_goes_up_to_the_end():
    """The emitted range of a tail ends with the text: two paragraphs, and the last 38 words of the one before."""
    text = paragraphs("abcd")
    context = compile_(text, budget=160, chunk=SMALL, truncate=Truncation.TAIL)
    start = len(text) - 239 - 241 - 2 - 38 * 4 + 1
    assert ([(start, len(text))], text[start:]) == (context.decisions[0].emitted, context.content)


def test_a_tool_result_keeps_its_last_words():
    """The tail of a single piece is cut at a word."""
    text = distinct(60)
    assert " ".join(text.split()[-50:]) == compile_(fragment(text, kind="tool_result"), budget=50).content


def test_a_log_is_cut_before_it_is_collapsed():
    """The longest tail of a log whose collapse fits is kept, so repeats at its end take no room."""
    text = "".join(f"{word}\n" for word in distinct(200).split()) + "connection refused\n" * 100
    context = compile_(fragment(text, kind="log"), budget=60)
    decision, lines = context.decisions[0], context.content.splitlines()
    assert (
        lines[-1],
        decision.rule_id,
        str(decision.risk),
    ) == ("connection refused (x100)", "abstract.log_dedup", "medium")
    assert distinct(200).split()[-(len(lines) - 1) :] == lines[:-1]
    assert 59 <= context.insights.tokens_out <= 60
    assert [(4 * (200 - len(lines) + 1), 800 + len("connection refused\n"))] == decision.emitted


def test_the_head_of_a_log_on_demand():
    """With `head` the start of a log is cut and collapsed."""
    text = "connection refused\n" * 100 + "".join(f"{word}\n" for word in distinct(200).split())
    content = compile_(fragment(text, kind="log"), budget=60, truncate=Truncation.HEAD).content
    assert content.startswith("connection refused (x100)\naaa\naab\n")


def test_both_ends():
    """The middle is cut, a mark with the handle stands there, and the ranges are those of the ends."""
    text = paragraphs("abcdef")
    context = compile_(text, budget=260, chunk=SMALL, truncate=Truncation.BOTH)
    (_, head), (tail, _) = context.decisions[0].emitted
    mark = context.content.removeprefix(text[:head]).removesuffix(text[tail:])
    assert (head < tail, context.decisions[0].handle in mark, len(mark.splitlines())) == (True, True, 1)
    assert text[:head] + mark + text[tail:] == context.content


@pytest.mark.parametrize(("budget", "names"), [(110, "a"), (170, "af"), (230, "abf"), (290, "abef")])
def test_the_order_of_both_ends(budget: int, names: str):
    """First, last, second, last but one: the ends take turns, the head first."""
    text = paragraphs("abcdef")
    emitted = compile_(text, budget=budget, chunk=SMALL, truncate=Truncation.BOTH).decisions[0].emitted
    paragraph = {name: text.index(name) for name in "abcdef"}
    whole = [name for name, at in paragraph.items() if any(a <= at and at + 239 <= b for a, b in emitted)]
    assert names == "".join(whole)


def test_both_ends_of_a_text_that_fits():
    """A text that fits has no mark."""
    assert paragraphs("abc") == compile_(paragraphs("abc"), chunk=SMALL, truncate=Truncation.BOTH).content


def test_both_ends_of_a_single_piece():
    """A single piece that does not fit gives its head and the mark."""
    lines = compile_(words(300), budget=120, truncate=Truncation.BOTH).content.split("\n")
    assert (lines[0].startswith("abc abc"), "ctx://source/" in lines[1], len(lines)) == (True, True, 2)


def test_both_ends_of_a_log():
    """A log that does not fit keeps its first and its last lines, collapsed, with a mark between."""
    middle = "".join(f"{word}\n" for word in distinct(200).split())
    log = "starting up\n" * 30 + middle + "connection refused\n" * 30
    context = compile_(fragment(log, kind="log"), budget=120, truncate=Truncation.BOTH)
    head, tail = context.content.split(next(line for line in context.content.splitlines() if "ctx://" in line))
    assert (
        head.startswith("starting up (x30)\n"),
        tail.endswith("connection refused (x30)\n"),
        context.insights.tokens_out <= 120,
    ) == (True, True, True)


@pytest.mark.parametrize("budget", range(62, 100))
@pytest.mark.parametrize("truncate", [Truncation.HEAD, Truncation.TAIL])
def test_a_cut_falls_between_words(budget: int, truncate: Truncation):
    """Wherever the pieces of a long paragraph end, what is kept ends and begins with a whole word."""
    content = compile_(words(100), budget=budget, truncate=truncate).content
    assert {"abc"} == set(content.split())


# Marks


@pytest.mark.parametrize("truncate", [*Truncation])
@pytest.mark.parametrize("budget", [*range(30, 260, 17), 170])
def test_marks_are_paid_for(truncate: Truncation, budget: int):
    """A cut text with its mark stays within the budget, and the mark holds the handle on a line of its own."""
    text = paragraphs("abcd")
    context = compile_(text, budget=budget, chunk=SMALL, truncate=truncate, elision_marks=True)
    decision = context.decisions[0]
    marks = [line for line in context.content.split("\n") if line not in text.split("\n") and "ctx://" in line]
    cut = [decision.handle] if decision.emitted else []
    assert (cut, True) == (
        [decision.handle for mark in marks if decision.handle in mark],
        estimate(context.content) <= budget,
    )


def test_marks_are_off_by_default():
    """Without the policy nothing is written into a cut text."""
    content = compile_(words(300), budget=100).content
    assert {"abc"} == set(content.split())


def test_a_text_that_fits_has_no_mark():
    """Marks stand at cuts alone."""
    assert compile_("a", "b", elision_marks=True).content == "a\n\nb"


@pytest.mark.parametrize(("truncate", "place"), [("head", -1), ("tail", 0)])
def test_a_mark_stands_where_the_text_is_cut(truncate: str, place: int):
    """Behind a head, before a tail."""
    context = compile_(words(300), budget=120, elision_marks=True, truncate=Truncation(truncate))
    assert "ctx://source/" in context.content.split("\n")[place]


def test_a_mark_on_a_cut_log():
    """A log that was cut and collapsed has the mark before its tail."""
    text = "".join(f"{word}\n" for word in distinct(200).split()) + "connection refused\n" * 100
    context = compile_(fragment(text, kind="log"), budget=120, elision_marks=True)
    lines = context.content.splitlines()
    assert (
        "ctx://source/" in lines[0],
        lines[-1],
        context.insights.tokens_out <= 120,
    ) == (True, "connection refused (x100)", True)


def test_a_whole_log_has_no_mark():
    """A collapse of all lines is no cut."""
    content = compile_(fragment("connection refused\n" * 9, kind="log"), elision_marks=True).content
    assert content == "connection refused (x9)\n"
