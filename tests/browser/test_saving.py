"""The context, the answer and the request can be taken along."""

import json

from browser.playground import python_answer

SAVED = {"query": "x", "budget": 50, "fragments": [{"text": "one 🚢\n"}, {"text": "two"}]}


def test_context_is_copied(play):
    """The context in the clipboard is the answer's content."""
    play.show(**SAVED)

    assert play.answer("context") == "one 🚢\n\n\ntwo"


def test_request_is_one(play):
    """The request that is copied is one that the compiler takes, and gives the answer that is copied."""
    play.show(**SAVED)

    assert play.answer() == python_answer("compile", play.answer("request"))


def test_downloads_hold_the_bytes(play):
    """The three downloads are files with what is copied."""
    play.show(**SAVED)
    for what, name in (("context", "context.txt"), ("answer", "answer.json"), ("request", "request.json")):
        with play.page.expect_download() as download:
            play.page.evaluate(f"""document.querySelector('[data-save="{what}"]').click()""")

        assert name == download.value.suggested_filename
        assert play.answer(what) == download.value.path().read_bytes().decode()


def test_what_was_typed_last_is_in_the_request(play):
    """A request that is copied at once has the last letter."""
    play.show(**SAVED)
    play.page.fill("#query", "last letter")

    assert json.loads(play.answer("request"))["query"] == "last letter"
