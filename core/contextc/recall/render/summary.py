"""A grain -> one short line, before any format."""

from collections.abc import Callable

from contextc.recall.content import (
    event_text,
    fact_parts,
    fact_sentence,
    failed,
    goal_state,
    goal_text,
    recommendation_text,
    state_label,
    told,
    tool_name,
    withdrawn,
    workflow_size,
)
from contextc.recall.hits import SearchHit
from contextc.recall.values import Fields, cut, said_in, text_in

SUMMARY_BYTES = 80
"""Of an event's text (section 5.6 of the second specification)."""


def summary(hit: SearchHit) -> str:
    """What is left of a grain that does not fit in full.

    >>> summary(SearchHit(grain_type="goal", fields={"description": "Close the books", "priority": "high"}))
    '[high/active] Close the books'
    """
    made = SUMMARIES.get(hit.grain_type)
    return made(hit.fields) if made else f"{hit.grain_type}: {cut(told(hit.fields), SUMMARY_BYTES)}"


def _fact(fields: Fields) -> str:
    parts, sentence = fact_parts(fields), fact_sentence(fields)
    if sentence and not all(parts):
        return cut(" ".join([part for part in parts if part] + [sentence]), SUMMARY_BYTES)
    return " ".join([part or "?" for part in parts])


def _tool(fields: Fields) -> str:
    return f"{tool_name(fields)} [{'FAIL' if failed(fields) else 'OK'}]"


def _observation(fields: Fields) -> str:
    observer, subject = text_in(fields, "observer_id") or "?", text_in(fields, "subject")
    return f"{observer}: {subject}" if subject else observer


def _goal(fields: Fields) -> str:
    return f"[{text_in(fields, 'priority') or 'medium'}/{goal_state(fields)}] {goal_text(fields) or '?'}"


def _consent(fields: Fields) -> str:
    scope = text_in(fields, "scope")
    return f"{text_in(fields, 'subject_did') or '?'} {withdrawn(fields)}" + (f" {scope}" if scope else "")


def _skill(fields: Fields) -> str:
    domain = text_in(fields, "domain")
    return (text_in(fields, "name") or "?") + (f" [{domain}]" if domain else "")


def _trigger(fields: Fields) -> str:
    return f"[{text_in(fields, 'kind') or 'trigger'}] {cut(told(fields, 'kind'), SUMMARY_BYTES)}"


SUMMARIES: dict[str, Callable[[Fields], str]] = {
    "fact": _fact,
    "event": lambda fields: cut(event_text(fields), SUMMARY_BYTES),
    "state": state_label,
    "workflow": lambda fields: f"{text_in(fields, 'trigger') or 'workflow'} ({workflow_size(fields)})",
    "tool": _tool,
    "observation": _observation,
    "goal": _goal,
    "reasoning": lambda fields: said_in(fields, "conclusion", "content") or "reasoning",
    "consensus": lambda fields: said_in(fields, "agreed_content", "content") or "consensus",
    "consent": _consent,
    "skill": _skill,
    "recommendation": lambda fields: f"[{text_in(fields, 'severity') or 'info'}] {recommendation_text(fields)}",
    "trigger": _trigger,
}
"""By type (section 5.6 of the second specification)."""
