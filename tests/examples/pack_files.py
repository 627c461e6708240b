"""Pack some files for a question, and say what became of each."""

from pathlib import Path

from contextc import CompileRequest, ContextCompiler, ContextFragment

ROOT = Path(__file__).parent.parent.parent
NAMES = ("ARCHITECTURE.md", "CHANGELOG.md", "tests/examples/test-run.log")

fragments = [
    ContextFragment(
        content=(ROOT / name).read_text(encoding="utf-8"),
        kind="log" if name.endswith(".log") else None,
        metadata={"path": name},
    )
    for name in NAMES
]
request = CompileRequest(query="which law keeps the budget?", fragments=fragments, token_budget=2_400)
context = ContextCompiler().compile(request)

for name, decision in zip(NAMES, context.decisions, strict=True):
    print(f"{name}: {decision.action} by {decision.rule_id}, risk {decision.risk}")
print(f"{context.insights.tokens_in:,} tokens in, {context.insights.tokens_out:,} out")
