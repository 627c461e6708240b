"""Empty and blank texts (D42): nothing, and what looks like nothing."""

import pytest

from cases.door import case, chunked, compiled, compiled_texts, fault, segmented
from cases.laws import obey


class TestEmptyAndBlank:
    """Nothing, and what looks like nothing (D42)."""

    REQUEST = case("D42")["request"]

    def test_the_laws_hold(self):
        """Blank texts are no exception to any law."""
        obey(self.REQUEST, compiled(self.REQUEST))

    def test_the_real_text_is_emitted(self):
        """A text among blank ones is in the context."""
        assert "real text" in compiled(self.REQUEST)["content"].split("\n\n")

    def test_an_empty_query_matches_nothing(self):
        """Without a query every relevance is 0."""
        assert [decision["relevance"] for decision in compiled(self.REQUEST)["decisions"]] == [0.0] * 5

    def test_an_empty_text_leaves_no_block(self):
        """Empty and blank texts add no joiners to the content."""
        answer = compiled_texts("a", "", "b", "", budget=50)
        assert answer["content"] == "a\n\nb"

    def test_nothing_costs_nothing(self):
        """No fragments make an empty context of 0 tokens."""
        answer = compiled_texts(budget=50)
        assert (
            answer["content"],
            answer["decisions"],
            answer["insights"]["tokens_out"],
            answer["risk"],
        ) == ("", [], 0, "low")

    @pytest.mark.parametrize("blank", ["", " ", "\n\n\n", "\t \r\n", "\ufeff", "\u200b", "\u3000", "\x00", "\u2028"])
    def test_blank_texts_are_lawful(self, blank: str):
        """Any blank text, alone or between others, is compiled by the laws."""
        for texts in ([blank], [blank, "real text", blank], [blank] * 3):
            request = {"query": blank, "fragments": [{"content": text} for text in texts], "token_budget": 50}
            obey(request, compiled(request))

    def test_an_empty_text_has_no_chunks(self):
        """Nothing is cut into nothing."""
        assert chunked("") == []

    @pytest.mark.parametrize("format", ["auto", "plain", "jsonl"])
    def test_an_empty_transcript_is_refused_or_has_no_segments(self, format: str):
        """Compiling an empty transcript is an error; a forced format wants a line."""
        request = {"query": "q", "transcript": "", "token_budget": 9, "segmentation": {"format": format}}
        assert fault("compile_transcript", request) == ("segmentation_failed", "$.transcript")

    @pytest.mark.parametrize("blank", [" ", "\n\n", "\r\n"])
    def test_a_blank_transcript_is_one_range(self, blank: str):
        """The segments of a blank transcript partition it."""
        segments = segmented(blank)["segments"]
        assert [(0, len(blank.encode()))] == [(one["byte_start"], one["byte_end"]) for one in segments]
