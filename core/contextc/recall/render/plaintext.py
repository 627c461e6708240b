"""A grain -> a line of plain text."""

from collections.abc import Callable

from contextc.recall.content import (
    event_text,
    fact_parts,
    fact_sentence,
    goal_criteria,
    goal_state,
    goal_text,
    skill_text,
    speaker,
    state_text,
    told,
    tool_text,
    topology,
    workflow_size,
)
from contextc.recall.hits import SearchHit
from contextc.recall.render.summary import summary
from contextc.recall.values import Fields, said_in, text_in
from contextc.recall.visible import plain, plain_start


def full(hit: SearchHit) -> str:
    """The whole grain; empty when it says nothing.

    >>> full(SearchHit(grain_type="tool", fields={"tool_name": "lookup", "tool_content": "3 rows"}))
    'lookup [OK]: 3 rows'
    """
    line = LINES.get(hit.grain_type)
    return plain_start(plain(line(hit) if line else f"{hit.grain_type}: {told(hit.fields)}"))


def short(hit: SearchHit) -> str:
    """The summary of a grain."""
    return plain_start(plain(summary(hit)))


def _triple(fields: Fields) -> str:
    """Subject, relation and object with a space between each, even where one is missing."""
    parts = fact_parts(fields)
    return " ".join(parts) if any(parts) else ""


def _fact(hit: SearchHit) -> str:
    sentence = fact_sentence(hit.fields)
    if not sentence:
        return _triple(hit.fields) or summary(hit)
    return ": ".join(filter(None, [" ".join(filter(None, fact_parts(hit.fields))), sentence]))


def _event(hit: SearchHit) -> str:
    text, who = event_text(hit.fields), speaker(hit.fields)
    if not text:
        return _triple(hit.fields) or (f"{who}: " if who and hit.fields.get("content") == "" else "")
    return f"{who}: {text}" if who else text


def _observation(hit: SearchHit) -> str:
    said = [_triple(hit.fields), said_in(hit.fields, "content")]
    return ": ".join([text for text in said if text]) or summary(hit)


def _goal(hit: SearchHit) -> str:
    fields = hit.fields
    subject = text_in(fields, "subject")
    standing = f"[{text_in(fields, 'priority') or 'medium'}/{goal_state(fields)}] "
    return f"{standing}{f'{subject}: ' if subject else ''}{goal_text(fields) or '?'}{goal_criteria(fields)}"


def _workflow(hit: SearchHit) -> str:
    fields = hit.fields
    name, edges = text_in(fields, "name", "trigger") or "workflow", topology(fields)
    return f"{name} ({workflow_size(fields)})" + (f": {edges}" if edges else "")


def _and(more: Callable[[Fields], str]) -> Callable[[SearchHit], str]:
    def line(hit: SearchHit) -> str:
        text = more(hit.fields)
        return f"{summary(hit)}: {text}" if text else summary(hit)

    return line


LINES: dict[str, Callable[[SearchHit], str]] = {
    "fact": _fact,
    "event": _event,
    "state": lambda hit: state_text(hit.fields),
    "workflow": _workflow,
    "tool": _and(tool_text),
    "observation": _observation,
    "goal": _goal,
    "reasoning": summary,
    "consensus": summary,
    "consent": summary,
    "skill": _and(skill_text),
    "recommendation": summary,
    "trigger": lambda hit: f"[{text_in(hit.fields, 'kind') or 'trigger'}] {told(hit.fields, 'kind')}",
}
"""By type (section 5.5 of the second specification)."""
