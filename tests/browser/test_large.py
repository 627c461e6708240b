"""A megabyte: answered, drawn in part, and typed into."""

import json

from browser.playground import python_answer

MEGABYTE = "The quick brown fox jumps over the lazy dog, and nobody knows why.\n" * 15_000


def nodes(play) -> int:
    """How many elements the page has."""
    counted: int = play.page.evaluate("document.querySelectorAll('*').length")
    return counted


def test_megabyte_is_answered(play):
    """A request of one megabyte gets the answer that Python gives."""
    play.show(query="fox", budget=300_000, fragments=[{"text": MEGABYTE}])

    assert python_answer("compile", play.answer("request")) == play.answer()


def test_megabyte_is_drawn_in_part(play):
    """Only what is near the window is drawn, in the input and in the context."""
    play.show(query="fox", budget=300_000, fragments=[{"text": MEGABYTE}])
    drawn = play.page.evaluate(
        """() => Array.from(document.querySelectorAll(".runs"), (e) => e.textContent.length).reduce((a, b) => a + b, 0)"""
    )

    assert drawn < 300_000
    assert nodes(play) < 2_000


def test_many_turns_are_drawn_in_part(play):
    """Ten thousand turns are ten thousand decisions, and still few elements."""
    transcript = "".join(f"User: question {n}?\nAssistant: answer {n}.\n" for n in range(5_000))
    play.show(mode="transcript", query="fox", budget=2_000, transcript=transcript)
    shown = nodes(play)
    play.page.evaluate("document.querySelector('#input .scroller').scrollTop = 1e7")
    play.until("Array.from(document.querySelectorAll('#input-list .name')).length > 0")
    play.until("document.querySelector('#input-list .page:last-child .card') !== null")

    assert len(json.loads(play.answer())["context"]["decisions"]) == 10_000
    assert shown < 6_000
    assert play.texts("#input-list .page:last-child .seq")[-1] == "#9999"


def test_end_of_a_megabyte_is_reached(play):
    """Whoever scrolls to the end finds the end, and can type there."""
    play.show(query="fox", budget=1_000, fragments=[{"text": MEGABYTE + "the end"}])
    play.page.evaluate("document.querySelector('#input .scroller').scrollTop = 1e9")
    play.until("document.querySelector('#input-list .page:last-child textarea') !== null")
    before = play.ended()
    play.page.evaluate("document.querySelector('#input-list .page:last-child textarea').focus()")
    play.page.keyboard.press("Control+End")
    play.page.keyboard.type("!")
    play.answered(before)

    assert json.loads(play.answer("request"))["fragments"][0]["content"].endswith("the end!")


def test_worker_and_page_split_the_work(play):
    """No answer is read on the page's own thread: the page has no compiler and no JSON of the answer."""
    loaded = play.page.evaluate("performance.getEntriesByType('resource').map((e) => new URL(e.name).pathname)")

    assert "/app/main.mjs" in loaded
    assert [path for path in loaded if path.startswith("/bundle/")] == []
