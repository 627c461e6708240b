"""What a grain says, by type: the parts that every format puts together in its own way."""

from collections.abc import Callable
from typing import cast

from contextc.recall.values import Fields, json_text, length_in, said_in, shown, text_in, unsigned_in

LABELS = ("label", "description", "title", "name")
"""Of a state: what it is called."""

UNSAID = frozenset(
    ("type", "namespace", "created_at", "confidence", "derived_from", "superseded_by", "observer_id", "observer_type")
)
"""Fields that are about a grain, and not what it says."""

EDGES_SHOWN = 12


def speaker(fields: Fields) -> str:
    """Who says an event."""
    return text_in(fields, "relation", "role", "speaker")


def event_text(fields: Fields) -> str:
    r"""The words of an event, or its blocks.

    >>> event_text({"content_blocks": [{"type": "text", "text": "hi"}, {"type": "tool_use", "name": "ls", "input": {}}]})
    'hi\n[call ls] {}'
    """
    return said_in(fields, "content", "body") or "\n".join(filter(None, map(_block_text, blocks(fields))))


def blocks(fields: Fields) -> list[Fields]:
    """The blocks of an event that are of a known kind."""
    given = fields.get("content_blocks")
    found = cast(list[object], given) if isinstance(given, list) else []
    blocks = [cast(Fields, block) for block in found if isinstance(block, dict)]
    return [block for block in blocks if text_in(block, "type") in BLOCKS]


BLOCKS: dict[str, Callable[[Fields], str]] = {
    "text": lambda block: said_in(block, "text"),
    "tool_use": lambda block: f"[call {said_in(block, 'name')}] {json_text(block.get('input', {}))}",
    "tool_result": lambda block: (
        f"[{'error' if block.get('is_error') is True else 'result'}] {said_in(block, 'content')}"
    ),
}
"""Kind of block -> its text."""


def _block_text(block: Fields) -> str:
    return BLOCKS[block["type"]](block)


def fact_parts(fields: Fields) -> tuple[str, str, str]:
    """Subject, relation and object; an empty string for what is not there."""
    return text_in(fields, "subject"), text_in(fields, "relation"), text_in(fields, "object")


def fact_sentence(fields: Fields) -> str:
    """What a fact says beside its triple."""
    said = said_in(fields, "content")
    return "" if said == " ".join(fact_parts(fields)) else said


def state_label(fields: Fields) -> str:
    """What a state is called.

    >>> state_label({"context": {"step": "pay", "cart": 3}}), state_label({})
    ('2 keys', 'state')
    """
    context = fields.get("context")
    if isinstance(context, dict):
        context = cast(Fields, context)
        return text_in(context, *LABELS) or f"{len(context)} keys"
    return context if isinstance(context, str) and context else text_in(fields, "content") or "state"


def state_details(fields: Fields) -> str:
    """The other keys of a state.

    >>> state_details({"context": {"label": "checkout", "step": "pay", "cart": 3}})
    'cart=3; step=pay'
    """
    context = fields.get("context")
    if not isinstance(context, dict):
        return ""
    context = cast(Fields, context)
    label = next((key for key in LABELS if text_in(context, key)), None)
    return "; ".join([f"{key}={shown(context[key])}" for key in sorted(context) if key != label])


def state_text(fields: Fields) -> str:
    """A state, with everything in it."""
    details = state_details(fields)
    return f"{state_label(fields)} ({details})" if details else state_label(fields)


def topology(fields: Fields) -> str:
    """The edges of a workflow, or its nodes when it has no list of edges.

    >>> topology({"edges": [{"src": "a", "dst": "b", "cond": "green", "max_cycles": 2}]})
    'a -> b [when green] [max 2x]'
    """
    edges = fields.get("edges")
    if not isinstance(edges, list):
        nodes = fields.get("nodes")
        found = cast(list[object], nodes) if isinstance(nodes, list) else []
        return ", ".join([node for node in found if isinstance(node, str)])
    edges = cast(list[object], edges)
    items = [_edge(cast(Fields, edge)) for edge in edges[:EDGES_SHOWN] if isinstance(edge, dict)]
    more = [f"… +{len(edges) - EDGES_SHOWN} more"] if len(edges) > EDGES_SHOWN else []
    return "; ".join([item for item in items if item] + more)


def _edge(edge: Fields) -> str:
    src, dst, condition = edge.get("src"), edge.get("dst"), edge.get("cond")
    if not isinstance(src, str) or not isinstance(dst, str):
        return ""
    cycles = unsigned_in(edge, "max_cycles")
    return (
        f"{src} -> {dst}"
        + (f" [when {condition}]" if isinstance(condition, str) else "")
        + (f" [max {cycles}x]" if cycles is not None else "")
    )


def workflow_size(fields: Fields) -> str:
    """How large a workflow is."""
    return f"{length_in(fields, 'nodes')} nodes, {length_in(fields, 'edges')} edges"


def bindings(fields: Fields) -> str | None:
    """What the nodes of a workflow are bound to; `None` without bindings."""
    bound = fields.get("bindings")
    if not isinstance(bound, dict) or not bound:
        return None
    return ", ".join(
        sorted([f"{node}={value}" for node, value in cast(Fields, bound).items() if isinstance(value, str)])
    )


def tool_name(fields: Fields) -> str:
    """The tool that was called."""
    return text_in(fields, "tool_name", "tool") or "unknown"


def failed(fields: Fields) -> bool:
    """Whether a call failed."""
    return fields.get("is_error") is True


def tool_text(fields: Fields) -> str:
    r"""What a call brought: its error, and its result.

    >>> tool_text({"is_error": True, "error": "timeout", "tool_content": "partial"})
    'timeout\npartial'
    """
    said = [said_in(fields, "error"), said_in(fields, "tool_content", "content", "description")]
    return "\n".join([text for text in said if text])


def observed(fields: Fields) -> str:
    """What was observed.

    >>> observed({"subject": "latency", "object": "p95 rising"}), observed({"content": "quiet"})
    ('latency: p95 rising', 'quiet')
    """
    said = [text_in(fields, "subject"), text_in(fields, "object"), said_in(fields, "content")]
    return ": ".join([text for text in said if text])


def goal_text(fields: Fields) -> str:
    """What is to be reached."""
    return said_in(fields, "description", "content")


def goal_state(fields: Fields) -> str:
    """How far a goal is; one that does not say is active."""
    return text_in(fields, "goal_state", "state") or "active"


def goal_criteria(fields: Fields) -> str:
    """When a goal is reached, in brackets, with a space before it."""
    criteria = said_in(fields, "criteria")
    return f" (criteria: {criteria})" if criteria else ""


def withdrawn(fields: Fields) -> str:
    """What a consent does."""
    return "withdraws" if fields.get("is_withdrawal") is True else "grants"


def skill_text(fields: Fields) -> str:
    """What a skill is for, when to use it, and how."""
    when = said_in(fields, "when_to_use")
    said = [
        said_in(fields, "description", "content"),
        f"Use when: {when}" if when else "",
        said_in(fields, "instructions"),
    ]
    return "\n".join([text for text in said if text])


def recommended(fields: Fields, joint: str = ", ") -> str:
    """The arguments of a recommendation.

    >>> recommended({"summary": {"args": {"metric": "hit_rate", "count": 3}}})
    'count=3, metric=hit_rate'
    """
    summary = fields.get("summary")
    arguments = cast(Fields, summary).get("args") if isinstance(summary, dict) else None
    if not isinstance(arguments, dict):
        return ""
    return joint.join(sorted([f"{key}={shown(value)}" for key, value in cast(Fields, arguments).items()]))


def recommendation_text(fields: Fields) -> str:
    """What is recommended."""
    return recommended(fields) or said_in(fields, "content", "description", "target_ref") or "recommendation"


def told(fields: Fields, *known: str) -> str:
    """Every field that says something, by key; a content that stands alone has no key.

    >>> told({"b": 1, "a": "x", "confidence": 0.5}), told({"content": "hi"})
    ('a: x, b: 1', 'hi')
    """
    keys = [key for key in sorted(fields) if key not in UNSAID and key not in known]
    if keys == ["content"]:
        return shown(fields["content"])
    return ", ".join([f"{key}: {shown(fields[key])}" for key in keys])
