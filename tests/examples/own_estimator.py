"""Count tokens your own way: the budget then holds by that count."""

from contextc import CompileRequest, ContextCompiler, ContextFragment, DynTokenEstimator


def quarter(text: str) -> int:
    """Four characters a token, rounded up."""
    return -(-len(text) // 4)


compiler = ContextCompiler(estimator=DynTokenEstimator(quarter, bytes_per_token=4))
text = "The tide tables of the harbour are on the wall. " * 100
context = compiler.compile(CompileRequest(query="", fragments=[ContextFragment(content=text)], token_budget=100))
print(quarter(context.content), "of 100 tokens;", context.decisions[0].reason)
