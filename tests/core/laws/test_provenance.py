"""Law 2: provenance."""

from hypothesis import given
from msgspec.structs import replace

from contextc import (
    CompileRequest,
    ContextAction,
    SegmentFormat,
    TranscriptCompileInput,
    compile_transcript,
    segment_transcript,
)
from contextc.errors import SegmentationFailed
from contextc.passes.classify import RULE_IDS
from core.laws import strategies
from core.laws.reading import compiled, fates, fnv1a, raw


class TestProvenance:
    """Every input fragment gets exactly one decision: rule id, content hash, reason; what is not whole has a handle."""

    @strategies.examples
    @given(strategies.requests(slim_response=None))
    def test_every_fragment_has_its_decision(self, asked: CompileRequest):
        """Decisions stand in input order, with the fragment's id, the FNV-1a of its text, a known rule and a reason."""
        decisions = compiled(asked).decisions
        hashes = [fnv1a(fragment.content.encode()) for fragment in asked.fragments]
        ids = [
            hash if fragment.id is None else fragment.id for fragment, hash in zip(asked.fragments, hashes, strict=True)
        ]

        assert ids == [decision.fragment_id for decision in decisions]
        assert hashes == [decision.content_hash for decision in decisions]
        assert {decision.rule_id for decision in decisions} <= set(RULE_IDS)
        assert all(decision.reason.strip() for decision in decisions)

    @strategies.examples
    @given(strategies.requests(slim_response=None))
    def test_what_is_not_whole_has_a_handle(self, asked: CompileRequest):
        """A decision has the handle of the original, of its image if it has one, exactly when something is missing."""
        for fate in fates(asked, compiled(asked)):
            image = raw(fate.fragment)
            original = fnv1a(fate.text.encode() if image is None else image)

            assert (None if fate.whole else f"ctx://source/{original}") == fate.decision.handle

    @strategies.examples
    @given(strategies.requests(slim_response=None))
    def test_handles_are_listed(self, asked: CompileRequest):
        """Retrieval handles are those of everything left out or cut, in order, and each names a source."""
        context = compiled(asked)
        cut = [
            decision
            for decision in context.decisions
            if decision.action is ContextAction.RETRIEVE or decision.emitted is not None
        ]
        sources = {source.handle for source in context.sources}
        exact = {decision.handle for decision in context.decisions if decision.rule_id != "drop.near_duplicate"}

        assert [decision.handle for decision in cut] == [handle.handle for handle in context.retrieval_handles]
        assert [decision.emitted is not None or None for decision in cut] == [
            handle.partial for handle in context.retrieval_handles
        ]
        assert exact - {None} <= sources

    @strategies.examples
    @given(strategies.requests(slim_response=None))
    def test_slim_answer_names_the_same(self, asked: CompileRequest):
        """`slim_response` empties sections and decisions and changes nothing else."""
        slim = replace(asked, policy=replace(asked.policy, slim_response=True))
        full, short = compiled(asked), compiled(slim)

        assert replace(full, sections=[], decisions=[]) == short

    @strategies.examples
    @given(strategies.requests(slim_response=None))
    def test_savings_are_told_by_rule(self, asked: CompileRequest):
        """What is saved is told for rules that occur in decisions, never as nothing, never as more than came in."""
        context = compiled(asked)
        insights = context.insights

        assert set(insights.tokens_saved_by_rule) <= {decision.rule_id for decision in context.decisions}
        assert all(0 < saved <= insights.tokens_in for saved in insights.tokens_saved_by_rule.values())
        assert max(0, insights.tokens_in - insights.tokens_out) == insights.tokens_saved

    @strategies.examples
    @given(strategies.transcripts(), strategies.segmentation_policies)
    def test_segments_partition_the_transcript(self, transcript: str, policy: strategies.SegmentationPolicy):
        """Byte ranges of segments follow each other from the first byte to the last; turns never run back."""
        try:
            outcome = segment_transcript(transcript, policy)
        except SegmentationFailed:
            return
        segments, size = outcome.segments, len(transcript.encode())
        starts = [segment.byte_start for segment in segments]
        turns = [segment.turn for segment in segments]

        # A byte-order mark is no text, so nothing is left to cut of one alone.
        assert [0, *(segment.byte_end for segment in segments)] == [*starts, size] or transcript == "\ufeff"
        assert list(range(len(segments))) == [segment.index for segment in segments]
        assert sorted(turns) == turns

    @strategies.examples
    @given(strategies.transcripts(), strategies.segmentation_policies)
    def test_plain_segments_are_their_ranges(self, transcript: str, policy: strategies.SegmentationPolicy):
        """The text of a plain segment is its byte range, less a byte-order mark at the very start."""
        outcome = segment_transcript(transcript, replace(policy, format=SegmentFormat.PLAIN))
        data = transcript.encode()
        ranges = [data[segment.byte_start : segment.byte_end].decode() for segment in outcome.segments]

        assert "".join(ranges).removeprefix("\ufeff") == "".join(segment.text for segment in outcome.segments)
        assert ranges[1:] == [segment.text for segment in outcome.segments][1:]

    @strategies.examples
    @given(strategies.transcript_inputs(slim_response=None))
    def test_every_segment_has_its_decision(self, asked: TranscriptCompileInput):
        """The report's segments and the context's decisions agree, one for one."""
        try:
            answer = compile_transcript(asked)
        except SegmentationFailed:
            return
        ids = [segment.fragment_id for segment in answer.segmentation.segments]

        assert ids == [decision.fragment_id for decision in answer.context.decisions]
        assert ids == [decision.content_hash for decision in answer.context.decisions]
