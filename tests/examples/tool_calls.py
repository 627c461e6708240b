"""Keep a tool call and its result together, and the newest instruction whatever happens."""

from contextc import CompileRequest, ContextCompiler, ContextFragment

rows = "".join(f"row {number}: nothing to see\n" for number in range(400))
context = ContextCompiler().compile(
    CompileRequest(
        query="what did the query return?",
        token_budget=120,
        fragments=[
            ContextFragment(content="call_7: sql('select * from tides')", group="call_7"),
            ContextFragment(content=rows, kind="tool_result", group="call_7"),
            ContextFragment(content="Now tag the release.", pinned=True),
        ],
    )
)
print(context.content)
