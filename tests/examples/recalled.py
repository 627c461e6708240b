"""Show what a store recalled: as it comes, judged by a model, with a type shown your own way."""

import json
import time

from contextc.recall import ContextAssembler, FormatPolicy, GrainRenderer, TextBackend
from contextc.recall.adapters import from_mem0
from contextc.recall.visible import markdown, markdown_start

results = {
    "results": [
        {"id": "m1", "memory": "Mira prefers oat milk", "score": 0.81, "created_at": "2025-01-01T09:00:00Z"},
        {"id": "m2", "memory": "Mira's badge number is 4471-B", "score": 0.62, "created_at": "2025-03-02T18:30:00Z"},
        {"id": "m3", "memory": "It rained in Basel", "score": 0.55, "created_at": "2025-02-11T07:15:00Z"},
    ]
}


def model(prompt: str) -> str:
    """Stands in for a call of a language model, which judges each memory from 0 to 3."""
    asked = json.loads(prompt.rstrip().rpartition("\n")[2])["questions"]
    said = {"intent": "general", "rel_0": 1, "rel_1": 3, "rel_2": 0}
    return json.dumps({id: said.get(id, 0.1) for id in asked})


class Short(GrainRenderer):
    """A fact without its date, as a bullet that nothing in it can break."""

    def render(self, hit, format, metadata):
        """One bullet."""
        return f"- {markdown_start(markdown(hit.fields['content']))}"


policy = FormatPolicy.gpt4().with_query_text("Which badge does Mira have?").with_token_budget(20)
assembler = ContextAssembler().with_renderer("fact", Short())
judge = TextBackend(model, model="judge-1", calibrated=True)
answer = assembler.with_decider(judge, clock=time.monotonic).format(from_mem0(results), policy)
print(answer.text)
for decision in answer.decisions:
    print(decision.outcome, decision.rule_id, decision.relevance)
