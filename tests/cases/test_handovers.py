"""A session of one program as messages for the provider of another: the pairs are whole, and nothing is the old provider's.

So a session can be gone on with elsewhere (D11-D16, D25 as messages).
"""

import json
import re
from itertools import product

import pytest

from cases.conversations import HOSTS, REPORTS, ROUNDS
from cases.door import Json, case
from cases.formats import FORMATS, MESSAGES
from cases.heard import heard
from cases.providers import complaints
from cases.recipes import expand
from cases.script import Answer, Call, Image, Script, Thought, model, tools, user
from contextc import ContextCompiler
from contextc.errors import PinnedDoesNotFit
from contextc.model import MessagesInput
from contextc.transcript.messages import compile_reading
from contextc.transcript.readers import read
from contextc.vocabulary import MessagesFormat, SegmentFormat
from contextc_wire.codec import encode

TARGETS = tuple(dict.fromkeys(form.name for form in MESSAGES.values()))

PICTURE = Image(expand({"$b64png": {"width": 300, "height": 200}}))

EVERYTHING: Script = [
    user("look at the page", PICTURE),
    model(Thought("I need to see it. " * 5, "sig=="), "looking", Call("c_1", "shot", {}), Call("c_2", "title", {})),
    tools(Answer("c_2", "Checkout"), Answer("c_1", ("it shows", PICTURE))),
    model("it is the checkout"),
    user("click on pay"),
    model(Call("c_3", "click", {"on": "pay"})),
    tools(Answer("c_3", "no such button", failed=True)),
    user("try again"),
]

CONVERSATIONS = {"one long call": REPORTS, "three hosts": HOSTS, "ids used again": ROUNDS, "everything": EVERYTHING}

each_way = pytest.mark.parametrize(("name", "target"), list(product(FORMATS, TARGETS)))
each_conversation = pytest.mark.parametrize("script", CONVERSATIONS.values(), ids=CONVERSATIONS)
each_target = pytest.mark.parametrize("target", TARGETS)


def handed_over(transcript: str, target: str, budget: int = 20_000) -> Json:
    """The answer to a session as messages of a provider."""
    reading = read(transcript.encode(), SegmentFormat.AUTO)
    request = MessagesInput(messages=[], token_budget=budget, format=MessagesFormat(target))
    answer: Json = json.loads(encode(compile_reading(reading, request, ContextCompiler())))
    return answer


def least(transcript: str, target: str, budget: int) -> tuple[int, Json]:
    """The answer within a budget, or within the smallest that works if that is larger."""
    try:
        return budget, handed_over(transcript, target, budget)
    except PinnedDoesNotFit as error:
        budget = error.data["min_budget"]
    return budget, handed_over(transcript, target, budget)


class TestEveryWay:
    """From every format to every provider."""

    @each_way
    @each_conversation
    def test_it_is_valid_in_any_budget(self, name: str, target: str, script: Script):
        """The provider takes what comes out, from the smallest budget that works to one for all."""
        transcript = FORMATS[name].transcript(script)
        for budget in (20, 60, 100, 150, 220, 400, 1000, 20_000):
            allowed, answer = least(transcript, target, budget)
            assert complaints(target, answer["messages"]) == []
            assert answer["insights"]["tokens_out"] <= allowed

    @each_way
    @each_conversation
    def test_with_room_everything_is_said(self, name: str, target: str, script: Script):
        """Every text and every result is there, and as many calls as have an answer."""
        found = heard(target, handed_over(FORMATS[name].transcript(script), target)["messages"])
        texts = "\n".join([piece.text for piece in found])
        given = [part for turn in script for part in turn.parts if isinstance(part, str)]
        results = [item for turn in script for part in turn.parts if isinstance(part, Answer) for item in part.items]
        assert [text for text in [*given, *results] if isinstance(text, str) and text not in texts] == []
        answered = sum(isinstance(part, Answer) for turn in script for part in turn.parts)
        assert (sum(piece.kind == "call" for piece in found), sum(piece.kind == "result" for piece in found)) == (
            answered,
            answered,
        )

    @each_way
    def test_results_stand_under_their_calls(self, name: str, target: str):
        """The timeout answers the call for a, the 12 ms that for c, whatever ids they have now."""
        found = heard(target, handed_over(FORMATS[name].transcript(HOSTS), target)["messages"])
        calls = [piece for piece in found if piece.kind == "call"]
        results = [piece for piece in found if piece.kind == "result"]
        # Gemini's calls have no ids here, so each result stands where its call stood.
        order = {piece.id or str(place): piece.text for place, piece in enumerate(results)}
        answered = {json.loads(piece.text)["host"]: order[piece.id or str(place)] for place, piece in enumerate(calls)}
        assert answered == {"a.test": "a: timeout", "c.test": "c: 12 ms"}

    @each_way
    def test_the_call_without_a_result_is_told(self, name: str, target: str):
        """It is a text with its id, and nobody answers."""
        found = heard(target, handed_over(FORMATS[name].transcript(HOSTS), target)["messages"])
        (told,) = (piece.text for piece in found if "t_b" in piece.text)
        assert told == '[call t_b ping, without a result] {"host":"b.test"}'

    @each_way
    def test_no_thinking_is_handed_over(self, name: str, target: str):
        """What one provider signed, another refuses; a session has no shape to keep it in."""
        messages = handed_over(FORMATS[name].transcript(EVERYTHING), target)["messages"]
        assert "sig==" not in json.dumps(messages)
        assert [piece for piece in heard(target, messages) if piece.kind == "thought"] == []

    @each_way
    def test_images_are_handed_over(self, name: str, target: str):
        """In the provider's own form, with the same bytes; what it cannot take where it is stands beside or is a mark."""
        messages = handed_over(FORMATS[name].transcript(EVERYTHING), target)["messages"]
        found = [piece for piece in heard(target, messages) if piece.kind == "image"]
        assert found
        assert [piece for piece in found if PICTURE.data not in piece.text] == []


class TestRecorded:
    """The recorded sessions, gone on with elsewhere."""

    @each_target
    @pytest.mark.parametrize("name", ["D11", "D12", "D14", "D15", "D25"])
    @pytest.mark.parametrize("budget", [120, 400, 3000])
    def test_they_are_valid(self, name: str, budget: int, target: str):
        """Whatever was odd in them."""
        transcript = case(name)["request"]["transcript"]
        _, answer = least(transcript, target, budget)
        assert complaints(target, answer["messages"]) == []

    @each_target
    def test_the_torn_file_is_gone_on_with(self, target: str):
        """What can be read of it is a conversation."""
        found = heard(target, handed_over(case("D16")["fs"][0]["content"], target)["messages"])
        assert [(piece.kind, piece.text) for piece in found] == [
            ("user", "first question"),
            ("assistant", "first answer"),
            ("user", "second question"),
        ]

    @each_target
    def test_the_session_in_envelopes_is_gone_on_with(self, target: str):
        """The call and its result are a pair, and no word of an envelope is said."""
        messages = handed_over(case("D13")["fs"][0]["content"], target)["messages"]
        found = heard(target, messages)
        assert [piece.kind for piece in found] == ["user", "assistant", "call", "result"]
        assert re.findall("parentUuid|sessionId|gitBranch", json.dumps(messages)) == []
