"""Screenshots and dumps in a session (D25): neither costs what its base64 would cost as prose, and nothing else is lost."""

import json
import re
from functools import cache

import pytest

from cases.door import Json, ask, case
from cases.recipes import expand
from contextc.estimators import available

REQUEST = case("D25")["request"]
SAID = (
    "open the page",
    "title: Checkout",
    "raw dump data:image/png;base64,",
    " end of dump",
    "the page shows Checkout",
)
DUMP = json.loads(REQUEST["transcript"].splitlines()[2])["content"].removeprefix(SAID[2]).removesuffix(SAID[3])

SHARES = {"heuristic": 0.3, "bytes4": 0.25}
"""Tokens that an estimator makes of a character of base64, at least; two thirds are the truth."""

each = pytest.mark.parametrize("estimator", available())


@cache
def compiled(estimator: str, token_budget: int = REQUEST["token_budget"]) -> Json:
    """The answer to the session, counted by this estimator."""
    return ask("compile_transcript", {**REQUEST, "token_budget": token_budget, "policy": {"estimator": estimator}})


def tokens(estimator: str, text: str) -> int:
    """The tokens of a text."""
    return int(ask("estimate", {"texts": [text], "estimator": estimator})["tokens"][0])


class TestSession:
    """A screenshot in a tool result and a dump in a text, within 3,000 tokens."""

    @each
    def test_what_was_said_survives(self, estimator: str):
        """Everything that a reader reads is in the content."""
        content = compiled(estimator)["context"]["content"]
        assert [said for said in SAID if said not in content] == []

    @each
    def test_the_budget_holds(self, estimator: str):
        """The content costs less than 3,000 tokens, by far."""
        assert tokens(estimator, compiled(estimator)["context"]["content"]) < 100

    @each
    def test_the_image_is_a_mark(self, estimator: str):
        """Of the screenshot its size in pixels is left, and none of its two million characters."""
        content = compiled(estimator)["context"]["content"]
        assert "[… image/png, 1280 x 720 pixels, 1500057 bytes …]" in content
        assert re.search("[A-Za-z0-9+/]{80}", content) is None

    @each
    def test_the_dump_is_externalised(self, estimator: str):
        """It alone is left out, at medium risk, and its handle is told."""
        context = compiled(estimator)["context"]
        missing = [decision["handle"] for decision in context["decisions"] if decision["action"] == "retrieve"]
        handles = [handle["handle"] for handle in context["retrieval_handles"]]
        assert (handles, len(missing), context["risk"]) == (missing, 1, "medium")

    @each
    def test_with_room_the_dump_is_there(self, estimator: str):
        """Nothing is taken out of a session that fits."""
        context = compiled(estimator, token_budget=200_000)["context"]
        assert (DUMP in context["content"], context["retrieval_handles"]) == (True, [])

    @each
    def test_what_base64_costs(self, estimator: str):
        """A character of base64 is a part of a token that is known for every estimator, and never more than one."""
        assert SHARES.get(estimator, 0.6) * len(DUMP) <= tokens(estimator, DUMP) <= len(DUMP)

    @each
    def test_the_session_costs_what_it_says(self, estimator: str):
        """All of it costs the dump and a hundred tokens, whatever the size of the screenshot."""
        dump = tokens(estimator, DUMP)
        assert dump <= compiled(estimator)["context"]["insights"]["tokens_in"] <= dump + 100

    def test_no_line_is_skipped(self):
        """All four messages are turns."""
        segmentation = ask("compile_transcript", REQUEST)["segmentation"]
        assert (segmentation.get("skipped_lines", 0), segmentation["segments"][-1]["turn"] + 1) == (0, 4)

    def test_the_dump_is_a_segment(self):
        """Its kind says what it is, and its range where the transcript has it."""
        kinds = [segment["kind"] for segment in ask("compile_transcript", REQUEST)["segmentation"]["segments"]]
        assert kinds == ["body", "media", "tool_result", "body", "base64", "body", "body"]


@pytest.mark.parametrize("width, height, cost", [(1280, 720, 1229), (40, 30, 2)])
@pytest.mark.parametrize("pad", [0, 1_500_000])
def test_an_image_costs_its_pixels(width: int, height: int, cost: int, pad: int):
    """As a fragment of its own, an image is priced by its size, whatever the length of its base64."""
    data = expand({"$b64png": {"width": width, "height": height, "pad": pad}})
    fragment = {"media": {"mime": "image/png", "bytes_b64": data}}
    answer = ask("compile", {"query": "q", "fragments": [fragment], "token_budget": 3000})
    assert [cost, cost] == [answer["insights"]["tokens_in"], answer["insights"]["tokens_out"]]
