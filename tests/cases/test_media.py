"""Screenshots and dumps in a session (D25): neither costs what its base64 would cost as prose, and nothing else is lost."""

import json
import re
from typing import Any, NamedTuple

import pytest

from cases.door import Json, ask, case
from cases.recipes import expand
from contextc import ContextCompiler, HeuristicEstimator, TokenEstimator, TranscriptCompileInput, compile_transcript

REQUEST = case("D25")["request"]
SAID = (
    "open the page",
    "title: Checkout",
    "raw dump data:image/png;base64,",
    " end of dump",
    "the page shows Checkout",
)
DUMP = json.loads(REQUEST["transcript"].splitlines()[2])["content"].removeprefix(SAID[2]).removesuffix(SAID[3])


class Counted(NamedTuple):
    """An estimator, and what it makes of base64."""

    estimator: TokenEstimator
    tokens: float
    """A character of base64, at least; two thirds of a token are the truth."""


ESTIMATORS = {
    "heuristic": Counted(HeuristicEstimator(), 0.3),
}
"""Every estimator that is there."""

each = pytest.mark.parametrize(
    "estimator", [counted.estimator for counted in ESTIMATORS.values()], ids=list(ESTIMATORS)
)


def compiled(estimator: TokenEstimator, **changes: Any) -> Json:
    """The answer to the session, as a host with this estimator gives it."""
    fields = {key: value for key, value in {**REQUEST, **changes}.items() if key != "segmentation"}
    context = compile_transcript(TranscriptCompileInput(**fields), ContextCompiler(estimator=estimator)).context
    return {
        "content": context.content,
        "decisions": [(str(decision.action), decision.handle) for decision in context.decisions],
        "handles": [handle.handle for handle in context.retrieval_handles],
        "tokens_in": context.insights.tokens_in,
        "risk": str(context.risk),
    }


class TestSession:
    """A screenshot in a tool result and a dump in a text, within 3,000 tokens."""

    @each
    @pytest.mark.parametrize("said", SAID)
    def test_what_was_said_survives(self, estimator: TokenEstimator, said: str):
        """Everything that a reader reads is in the content."""
        assert said in compiled(estimator)["content"]

    @each
    def test_the_budget_holds(self, estimator: TokenEstimator):
        """The content costs less than 3,000 tokens, by far."""
        assert estimator.estimate(compiled(estimator)["content"]) < 100

    @each
    def test_the_image_is_a_mark(self, estimator: TokenEstimator):
        """Of the screenshot its size in pixels is left, and none of its two million characters."""
        content = compiled(estimator)["content"]
        assert "[… image/png, 1280 x 720 pixels, 1500057 bytes …]" in content
        assert re.search("[A-Za-z0-9+/]{80}", content) is None

    @each
    def test_the_dump_is_externalised(self, estimator: TokenEstimator):
        """It alone is left out, at medium risk, and its handle is told."""
        answer = compiled(estimator)
        missing = [handle for action, handle in answer["decisions"] if action == "retrieve"]
        assert (missing, 1, "medium") == (answer["handles"], len(missing), answer["risk"])

    @each
    def test_with_room_the_dump_is_there(self, estimator: TokenEstimator):
        """Nothing is taken out of a session that fits."""
        answer = compiled(estimator, token_budget=200_000)
        assert (DUMP in answer["content"], answer["handles"]) == (True, [])

    @pytest.mark.parametrize("counted", list(ESTIMATORS.values()), ids=list(ESTIMATORS))
    def test_what_base64_costs(self, counted: Counted):
        """A character of base64 is a part of a token that is known for every estimator, and never more than one."""
        assert counted.tokens * len(DUMP) <= counted.estimator.estimate(DUMP) <= len(DUMP)

    @each
    def test_the_session_costs_what_it_says(self, estimator: TokenEstimator):
        """All of it costs the dump and a hundred tokens, whatever the size of the screenshot."""
        assert estimator.estimate(DUMP) <= compiled(estimator)["tokens_in"] <= estimator.estimate(DUMP) + 100


class TestWire:
    """What other programs see of it."""

    ANSWER = ask("compile_transcript", REQUEST)

    def test_the_door_gives_the_same(self):
        """The wire's content is that of the default estimator."""
        assert self.ANSWER["context"]["content"] == compiled(HeuristicEstimator())["content"]

    def test_no_line_is_skipped(self):
        """All four messages are turns."""
        segmentation = self.ANSWER["segmentation"]
        assert (segmentation.get("skipped_lines", 0), segmentation["segments"][-1]["turn"] + 1) == (0, 4)

    def test_the_dump_is_a_segment(self):
        """Its kind says what it is, and its range where the transcript has it."""
        kinds = [segment["kind"] for segment in self.ANSWER["segmentation"]["segments"]]
        assert kinds == ["body", "body", "body", "base64", "body", "body"]


@pytest.mark.parametrize("width, height, tokens", [(1280, 720, 1229), (40, 30, 2)])
@pytest.mark.parametrize("pad", [0, 1_500_000])
def test_an_image_costs_its_pixels(width: int, height: int, tokens: int, pad: int):
    """As a fragment of its own, an image is priced by its size, whatever the length of its base64."""
    data = expand({"$b64png": {"width": width, "height": height, "pad": pad}})
    fragment = {"media": {"mime": "image/png", "bytes_b64": data}}
    answer = ask("compile", {"query": "q", "fragments": [fragment], "token_budget": 3000})
    assert [tokens, tokens] == [answer["insights"]["tokens_in"], answer["insights"]["tokens_out"]]
