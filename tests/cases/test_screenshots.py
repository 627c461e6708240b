"""Screenshots in every format's own form (D25): an image costs its pixels, base64 in a text is apart, the rest survives."""

import re
from functools import cache

import pytest

from cases.door import Json, ask
from cases.fits import broken
from cases.formats import Format, each_format, each_messages_format
from cases.heard import heard
from cases.recipes import expand
from cases.script import Answer, Call, Image, Script, model, tools, user

SCREENSHOT: str = expand({"$b64png": {"width": 1280, "height": 720, "pad": 600_000, "seed": 11}})
DUMP: str = expand({"$b64rand": {"bytes": 60_000, "seed": 12}})

PAGE: Script = [
    user("open the page"),
    model("opening", Call("s1", "screenshot", {}), Call("s2", "dump", {})),
    tools(
        Answer("s1", (Image(SCREENSHOT), "title: Checkout")),
        Answer("s2", f"raw dump data:image/png;base64,{DUMP} end of dump"),
    ),
    model("the page shows Checkout"),
    user("click on pay"),
]
SAID = ("open the page", "title: Checkout", "raw dump", "end of dump", "the page shows Checkout", "click on pay")

SHOT: Script = [
    user("open the page"),
    model("opening", Call("s1", "screenshot", {})),
    tools(Answer("s1", (Image(SCREENSHOT), "title: Checkout"))),
    model("the page shows Checkout"),
    user("click on pay"),
]
"""The same without the dump."""

PRICE = 1229
"""1280 x 720 pixels by 750, for a model without a row of its own."""


class TestTranscript:
    """A session with them, within 3,000 tokens."""

    @each_format
    def test_what_was_said_survives(self, form: Format):
        """Everything that a reader reads is in the content."""
        content = form.compiled(PAGE, 3000)["context"]["content"]
        assert [text for text in SAID if text not in content] == []

    @each_format
    def test_the_image_is_a_mark(self, form: Format):
        """Of the screenshot its size in pixels is left, and no long run of base64 is in the content."""
        content = form.compiled(PAGE, 3000)["context"]["content"]
        assert re.findall(r"\[… image/png, 1280 x 720 pixels, \d+ bytes …\]", content) != []
        assert re.search("[A-Za-z0-9+/]{80}", content) is None

    @each_format
    def test_the_session_costs_the_dump_and_little_more(self, form: Format):
        """Eight hundred thousand characters of an image are no tokens of text."""
        (dump,) = ask("estimate", {"texts": [DUMP]})["tokens"]
        assert dump <= form.compiled(PAGE, 3000)["context"]["insights"]["tokens_in"] <= dump + 250

    @each_format
    def test_the_dump_has_a_handle(self, form: Format):
        """It alone is left out, as a segment of its own kind."""
        answer = form.compiled(PAGE, 3000)
        kinds = [
            segment["kind"]
            for segment, decision in zip(
                answer["segmentation"]["segments"], answer["context"]["decisions"], strict=True
            )
            if decision["action"] == "retrieve"
        ]
        assert kinds == ["base64"]
        assert len(answer["context"]["retrieval_handles"]) == 1


@cache
def fitted_page(form: Format) -> Json:
    """The answer to the page as messages."""
    return form.fitted(PAGE, 3000)


class TestMessages:
    """Messages with them, within 3,000 tokens."""

    @each_messages_format
    def test_what_was_said_survives(self, form: Format):
        """Everything that is heard is heard, with the start or the end of the dump's message."""
        texts = "\n".join([piece.text for piece in heard(form.name, fitted_page(form)["messages"])])
        whole = [text for text in SAID if text not in ("raw dump", "end of dump")]
        assert [text for text in whole if text not in texts] == []
        assert "raw dump" in texts or "end of dump" in texts

    @each_messages_format
    def test_the_image_goes_out_as_it_came(self, form: Format):
        """It costs 1,229 tokens, so there is room for it, byte for byte, in the block that it was."""
        before = [piece for piece in heard(form.name, form.records(SHOT)) if piece.kind == "image"]
        after = [piece for piece in heard(form.name, form.fitted(SHOT, 1400)["messages"]) if piece.kind == "image"]
        assert after == before

    @each_messages_format
    def test_every_law_holds(self, form: Format):
        """Valid, and within the budget."""
        request = {"messages": form.records(PAGE), "format": form.name, "token_budget": 3000}
        assert broken(form.name, request, fitted_page(form)) == []

    @each_messages_format
    def test_the_conversation_costs_the_dump_and_the_pixels(self, form: Format):
        """What comes in is counted by what its provider counts."""
        (dump,) = ask("estimate", {"texts": [DUMP]})["tokens"]
        assert dump + PRICE <= fitted_page(form)["insights"]["tokens_in"] <= dump + PRICE + 250

    @each_messages_format
    def test_without_room_for_it_the_image_is_told(self, form: Format):
        """In 600 tokens what was said is there, and of the image a mark with its handle."""
        answer = form.fitted([*PAGE[:4], model("and more"), *PAGE[4:]], 600)
        found = heard(form.name, answer["messages"])
        assert [piece for piece in found if piece.kind == "image"] == []
        (place,) = (place for place, part in enumerate(answer["parts"]) if part["kind"] == "media")
        assert answer["decisions"][place]["handle"] in [one["handle"] for one in answer["retrieval_handles"]]

    @each_messages_format
    def test_with_a_dump_beside_it_the_image_goes_out(self, form: Format):
        """Noise in a text takes no room from what can be seen."""
        before = [piece for piece in heard(form.name, form.records(PAGE)) if piece.kind == "image"]
        after = [piece for piece in heard(form.name, fitted_page(form)["messages"]) if piece.kind == "image"]
        assert after == before

    @each_messages_format
    def test_no_part_of_the_dump_is_sent(self, form: Format):
        """Base64 that does not fit is left out as a whole, with a mark and its handle."""
        texts = [piece.text for piece in heard(form.name, fitted_page(form)["messages"]) if piece.kind == "result"]
        assert [text for text in texts if re.search("[A-Za-z0-9+/]{200}", text)] == []


@pytest.mark.parametrize("budget", range(100, 2400, 230))
@each_messages_format
def test_no_budget_is_broken_by_an_image(form: Format, budget: int):
    """From far too small to large enough, what goes out is valid and within it."""
    request = {"messages": form.records(PAGE), "format": form.name, "token_budget": budget}
    answer = form.fitted(PAGE, budget)
    assert "error" in answer or broken(form.name, request, answer) == []
