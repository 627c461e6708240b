"""Ask the audit trail: what was left out, why, and what fetching it would cost."""

from contextc import TranscriptCompileInput, compile_transcript

session = "".join(
    [
        "System: You are careful. Never push to main.\n",
        "User: run the tests\n",
        "Tool: output follows\n```\n" + "ok\n" * 200 + "```\n",
        "Assistant: they pass\n",
        "User: tag the release\n",
    ]
)
result = compile_transcript(TranscriptCompileInput(query="release", transcript=session, token_budget=60))
for segment, decision in zip(result.segmentation.segments, result.context.decisions, strict=True):
    print(f"{segment.role or '-':9} {segment.kind:4} {decision.action:8} {decision.risk:6} {decision.reason}")
for handle in result.context.retrieval_handles:
    print(handle.handle, handle.estimated_tokens)
