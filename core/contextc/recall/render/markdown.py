"""A grain -> a bullet of Markdown."""

import re
from collections.abc import Callable

from contextc.recall.content import (
    event_text,
    fact_parts,
    fact_sentence,
    failed,
    goal_criteria,
    goal_text,
    observed,
    recommendation_text,
    skill_text,
    speaker,
    state_text,
    told,
    tool_text,
    topology,
    withdrawn,
)
from contextc.recall.hits import SearchHit
from contextc.recall.render.summary import summary
from contextc.recall.values import Fields, day, length_in, number_in, said_in, text_in, whole_in
from contextc.recall.visible import markdown, markdown_bold, markdown_start

BULLET = "- "
_BACKTICKS = re.compile("`+")


def full(hit: SearchHit) -> str:
    """The whole grain.

    >>> full(SearchHit(grain_type="fact", fields={"subject": "mira", "relation": "likes", "object": "tea"}))
    '- **mira** likes tea'
    """
    line = LINES.get(hit.grain_type, _other)
    return f"{BULLET}{markdown_bold(line(hit) + _notes(hit))}"


def short(hit: SearchHit) -> str:
    """The summary of a grain; an event's with its speaker."""
    who = speaker(hit.fields) if hit.grain_type == "event" else ""
    text = summary(hit)
    if who:
        return f"{BULLET}{markdown_bold(f'**{markdown(who)}**: {markdown(text)}')}"
    if hit.grain_type in BRACKETED:
        inside, _, rest = text[1:].partition("] ")
        return f"{BULLET}[{_bracketed(inside)}] {markdown(rest)}"
    return f"{BULLET}{markdown_start(markdown(text))}"


BRACKETED = ("goal", "recommendation", "trigger")
"""Types whose summary begins with brackets of ours."""


def _notes(hit: SearchHit) -> str:
    confidence = number_in(hit.fields, "confidence")
    notes = [f"{confidence:.2f}"] if confidence is not None and confidence < 1.0 else []
    if hit.created_at_sec:
        notes.append(day(int(hit.created_at_sec)))
    if "superseded_by" in hit.fields:
        notes.append("superseded")
    return f" *({', '.join(notes)})*" if notes else ""


def _bracketed(text: str) -> str:
    return markdown(text).replace("[", "\\[").replace("]", "\\]")


def _code(text: str) -> str:
    ticks = "`" * (max(map(len, _BACKTICKS.findall(text)), default=0) + 1)
    space = " " if len(ticks) > 1 else ""
    return f"{ticks}{space}{text}{space}{ticks}"


def _workflow(hit: SearchHit) -> str:
    fields = hit.fields
    trigger = text_in(fields, "trigger") or "workflow"
    edges = topology(fields)
    name = text_in(fields, "name") or trigger
    return f"**{markdown(name)}** (on: {markdown(trigger)})" + (f": {markdown(edges)}" if edges else "")


def _reasoning(hit: SearchHit) -> str:
    method = text_in(hit.fields, "inference_method")
    by = f" ({markdown(method)})" if method else ""
    conclusion = said_in(hit.fields, "conclusion", "content")
    if conclusion:
        return markdown_start(f"{markdown(conclusion)}{by}")
    return f"Reasoning{by} ({length_in(hit.fields, 'premises')} premises)"


def _consensus(hit: SearchHit) -> str:
    agreed, dissent = whole_in(hit.fields, "agreement_count") or 0, whole_in(hit.fields, "dissent_count") or 0
    votes = f" ({agreed} agreed, {dissent} dissent)" if agreed > 0 or dissent > 0 else ""
    return markdown_start(f"{markdown(said_in(hit.fields, 'agreed_content', 'content') or 'Consensus')}{votes}")


def _consent(hit: SearchHit) -> str:
    scope = text_in(hit.fields, "scope")
    who = markdown(text_in(hit.fields, "subject_did") or "?")
    return f"**{who}** {withdrawn(hit.fields)}" + (f" for {markdown(scope)}" if scope else "")


def _recommendation(hit: SearchHit) -> str:
    severity = _bracketed(text_in(hit.fields, "severity") or "info")
    target = _code(markdown(text_in(hit.fields, "target_ref")))
    return f"[{severity}] {markdown(recommendation_text(hit.fields))} → {target}"


def _trigger(hit: SearchHit) -> str:
    return f"**{markdown(text_in(hit.fields, 'kind') or 'trigger')}**: {markdown(told(hit.fields, 'kind'))}"


def _fact(hit: SearchHit) -> str:
    subject, relation, object_ = map(markdown, fact_parts(hit.fields))
    sentence = fact_sentence(hit.fields)
    if not sentence:
        parts = [part for part in (relation, object_) if part]
        return " ".join([f"**{subject}**", *parts]) if subject and parts else _cascade(hit)
    first, *rest = [markdown(part) for part in fact_parts(hit.fields) if part] or [""]
    if not first:
        return markdown_start(markdown(sentence))
    return f"{' '.join([f'**{first}**', *rest])}: {markdown(sentence)}"


TEXTS: dict[str, Callable[[Fields], str]] = {
    "event": event_text,
    "tool": tool_text,
    "observation": lambda fields: observed({**fields, "subject": None}),
    "goal": lambda fields: f"{goal_text(fields)}{goal_criteria(fields)}",
    "skill": skill_text,
}
"""What a grain of a type says beside its subject."""


def _cascade(hit: SearchHit) -> str:
    """The first shape that has all its parts."""
    fields, kind = hit.fields, hit.grain_type
    subject, object_ = markdown(text_in(fields, "subject")), markdown(text_in(fields, "object"))
    relation = markdown(speaker(fields) if kind == "event" else text_in(fields, "relation"))
    read = TEXTS.get(kind)
    text = markdown(read(fields) if read else said_in(fields, "content", "body", "tool_content", "description"))
    after = f": {text}" if text else ""
    if subject and relation and object_:
        beside = markdown(said_in(fields, "content")) if kind == "observation" else "" if kind == "fact" else text
        return f"**{subject}** {relation} {object_}" + (f": {beside}" if beside else "")
    if relation and (text_in(fields, "content") or (kind == "event" and text)):
        return f"**{relation}**{after}"
    tool = markdown(text_in(fields, "tool_name", *(("tool",) if kind == "tool" else ())))
    if tool:
        return f"**{tool}** {'failed' if failed(fields) else 'returned'}{after}"
    name = markdown(text_in(fields, "name"))
    if name:
        return f"**{name}**" + (f" — {text}" if text else "") + _practice(fields)
    if subject and text:
        return f"**{subject}**{after}{_progress(fields)}"
    if text:
        return f"**{relation}**{after}" if relation else markdown_start(text)
    return f"**{subject}**" if subject else markdown_start(markdown(told(fields)))


def _practice(fields: Fields) -> str:
    proficiency = number_in(fields, "proficiency")
    if proficiency is None:
        return ""
    return f" (proficiency {proficiency:.2f}, practised {whole_in(fields, 'practice_count') or 0}×)"


def _progress(fields: Fields) -> str:
    state, progress = fields.get("goal_state"), number_in(fields, "progress")
    if not isinstance(state, str):
        return ""
    return f" ({markdown(state)}" + (f", {progress * 100:.0f}% done" if progress is not None else "") + ")"


def _other(hit: SearchHit) -> str:
    return f"**{hit.grain_type}**: {markdown(told(hit.fields))}"


LINES: dict[str, Callable[[SearchHit], str]] = {
    "fact": _fact,
    "state": lambda hit: f"**State**: {markdown(state_text(hit.fields))}",
    "workflow": _workflow,
    "reasoning": _reasoning,
    "consensus": _consensus,
    "consent": _consent,
    "event": _cascade,
    "goal": _cascade,
    "observation": _cascade,
    "skill": _cascade,
    "tool": _cascade,
    "recommendation": _recommendation,
    "trigger": _trigger,
}
"""By type (section 5.4 of the second specification; A8)."""
