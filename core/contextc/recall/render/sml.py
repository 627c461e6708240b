"""A grain -> an element of SML, which is XML without a root."""

from collections.abc import Callable
from typing import cast

from contextc.recall.content import (
    bindings,
    blocks,
    event_text,
    fact_parts,
    fact_sentence,
    failed,
    goal_state,
    goal_text,
    observed,
    recommendation_text,
    state_text,
    tool_name,
    tool_text,
    topology,
    withdrawn,
)
from contextc.recall.hits import SearchHit
from contextc.recall.render.summary import summary
from contextc.recall.values import (
    Fields,
    day,
    json_text,
    length_in,
    number_in,
    said_in,
    shown,
    text_in,
    unsigned_in,
    whole_in,
)
from contextc.recall.visible import attribute, xml
from contextc.vocabulary import MetadataLevel

HASH_DIGITS = 16


def full(hit: SearchHit, level: MetadataLevel) -> str:
    """The whole grain as an element, whose attributes tell as much as the level asks for.

    >>> full(SearchHit(grain_type="fact", fields={"subject": "a<b", "relation": "is", "object": "x"}), MetadataLevel.NONE)
    '<fact>a&lt;b is x</fact>'
    """
    shape = SHAPES.get(hit.grain_type)
    own, body = shape(hit.fields) if shape else _any(hit)
    name = element_name(hit.grain_type)
    return f"<{name}{own}{_metadata(hit, level, own)}>{body}</{name}>"


def short(hit: SearchHit) -> str:
    """The summary of a grain, in its element."""
    name = element_name(hit.grain_type)
    return f"<{name}>{xml(summary(hit))}</{name}>"


def element_name(grain_type: str) -> str:
    """What the element of a type is called: no name comes from outside.

    >>> element_name("fact"), element_name("note")
    ('fact', 'grain')
    """
    return grain_type if grain_type in SHAPES else "grain"


def attributes(**values: str | None) -> str:
    """Attributes with a space before each, those that are `None` left out.

    >>> attributes(role="user", of=None)
    ' role="user"'
    """
    return "".join([f' {name}="{attribute(value)}"' for name, value in values.items() if value is not None])


def _metadata(hit: SearchHit, level: MetadataLevel, own: str) -> str:
    if level is MetadataLevel.NONE:
        return ""
    fields = hit.fields
    confidence = number_in(fields, "confidence")
    text = "" if confidence is None else f' confidence="{confidence:.2f}"'
    if hit.created_at_sec:
        text += f' date="{day(int(hit.created_at_sec))}"'
    if level is MetadataLevel.FULL:
        namespace, status = fields.get("namespace"), fields.get("verification_status")
        tags = _tags(fields)
        text += f' hash="{(hit.hash or "")[:HASH_DIGITS]}"'
        if isinstance(namespace, str):
            text += attributes(namespace=namespace)
        if isinstance(status, str):
            # A call has a status of its own, and no element has an attribute twice.
            text += attributes(**{"verification" if ' status="' in own else "status": status})
        if tags:
            text += attributes(tags=",".join(tags))
    return text


def _tags(fields: Fields) -> list[str]:
    given = fields.get("structural_tags" if "structural_tags" in fields else "tags")
    return [tag for tag in cast(list[object], given) if isinstance(tag, str)] if isinstance(given, list) else []


def _element(name: str, text: str) -> str:
    return f"<{name}>{xml(text)}</{name}>" if text else ""


Shape = tuple[str, str]
"""Attributes of a type's own, and what stands in the element."""


def _fact(fields: Fields) -> Shape:
    parts, sentence = fact_parts(fields), fact_sentence(fields)
    if sentence:
        return "", xml(": ".join(filter(None, [" ".join([part for part in parts if part]), sentence])))
    return "", " ".join([xml(part) if part else "?" for part in parts])


def _event(fields: Fields) -> Shape:
    # Blocks without a word hide no content.
    tells = any(text_in(block, "type") != "text" or said_in(block, "text") for block in blocks(fields))
    body = "".join([BLOCKS[block["type"]](block) for block in blocks(fields)]) if tells else xml(event_text(fields))
    # A first name that is empty hides the others (section 5.2).
    role = next((value for key in ("relation", "role", "speaker") if isinstance(value := fields.get(key), str)), "")
    return attributes(role=role or None), body


def _text_block(block: Fields) -> str:
    return f"<text>{xml(said_in(block, 'text'))}</text>"


def _use_block(block: Fields) -> str:
    own = attributes(name=text_in(block, "name"), id=text_in(block, "id"))
    return f'<tool_use{own}><args format="json">{xml(json_text(block.get("input", {})))}</args></tool_use>'


def _result_block(block: Fields) -> str:
    own = attributes(tool_use_id=text_in(block, "tool_use_id"))
    error = "true" if block.get("is_error") is True else "false"
    return f'<tool_result{own} is_error="{error}">{xml(said_in(block, "content"))}</tool_result>'


BLOCKS: dict[str, Callable[[Fields], str]] = {"text": _text_block, "tool_use": _use_block, "tool_result": _result_block}
"""By type of block (section 5.3)."""


def _workflow(fields: Fields) -> Shape:
    own = attributes(
        name=text_in(fields, "name") or None,
        trigger=text_in(fields, "trigger") or "workflow",
        nodes=str(length_in(fields, "nodes")),
        edges=str(length_in(fields, "edges")),
        bindings=bindings(fields),
    )
    return own, xml(topology(fields))


def _tool(fields: Fields) -> Shape:
    milliseconds = unsigned_in(fields, "duration_ms")
    took = f" ({milliseconds}ms)" if milliseconds is not None else ""
    return attributes(tool=tool_name(fields), status="fail" if failed(fields) else "ok"), xml(tool_text(fields)) + took


def _goal(fields: Fields) -> Shape:
    own = attributes(state=goal_state(fields), priority=text_in(fields, "priority") or "medium")
    criteria = _element("criteria", said_in(fields, "criteria"))
    return own, xml(goal_text(fields) or "?") + criteria


def _reasoning(fields: Fields) -> Shape:
    premises = length_in(fields, "premises")
    conclusion = _element("conclusion", said_in(fields, "conclusion", "content"))
    return "", conclusion + (f'<premises count="{premises}"/>' if premises else "")


def _consensus(fields: Fields) -> Shape:
    own = attributes(
        agreed=str(whole_in(fields, "agreement_count") or 0), dissent=str(whole_in(fields, "dissent_count") or 0)
    )
    return own, xml(said_in(fields, "agreed_content", "content"))


def _consent(fields: Fields) -> Shape:
    grantee = fields.get("grantee_did")
    body = _element("scope", text_in(fields, "scope"))
    if isinstance(grantee, str):
        body += f"<grantee>{xml(grantee)}</grantee>"
    return attributes(action=withdrawn(fields), subject=text_in(fields, "subject_did") or "?"), body


def _skill(fields: Fields) -> Shape:
    domain = fields.get("domain")
    own = attributes(name=text_in(fields, "name") or "?", domain=domain if isinstance(domain, str) else None)
    when = _element("when_to_use", said_in(fields, "when_to_use"))
    return own, xml(said_in(fields, "description", "content")) + when + _element(
        "instructions", said_in(fields, "instructions")
    )


def _recommendation(fields: Fields) -> Shape:
    own = attributes(target=text_in(fields, "target_ref"), severity=text_in(fields, "severity") or "info")
    return own, xml(recommendation_text(fields))


def _trigger(fields: Fields) -> Shape:
    return attributes(kind=text_in(fields, "kind") or None), _fields(fields, "kind")


def _any(hit: SearchHit) -> Shape:
    return attributes(type=hit.grain_type), _fields(hit.fields)


def _fields(fields: Fields, *known: str) -> str:
    keys = [key for key in sorted(fields) if key not in known]
    return "".join([f"<field{attributes(name=key)}>{xml(shown(fields[key]))}</field>" for key in keys])


SHAPES: dict[str, Callable[[Fields], Shape]] = {
    "fact": _fact,
    "event": _event,
    "state": lambda fields: ("", xml(state_text(fields))),
    "workflow": _workflow,
    "tool": _tool,
    "observation": lambda fields: (
        attributes(observer=text_in(fields, "observer_id") or "?"),
        xml(observed(fields)),
    ),
    "goal": _goal,
    "reasoning": _reasoning,
    "consensus": _consensus,
    "consent": _consent,
    "skill": _skill,
    "recommendation": _recommendation,
    "trigger": _trigger,
}
"""By type (section 5.2 of the second specification)."""
