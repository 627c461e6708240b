"""A call at the door of bytes -> its answer, checked for what every answer has to be."""

import json
from typing import Any

from contextc.errors import CODES
from contextc_wire import call

ORDINARY = {
    "compile": b'{"query":"canary","fragments":[{"id":"7","content":"The canary is \\u00fcp."},'
    b'{"content":"a\\na\\n","kind":"log","priority":3,"metadata":{"cache":true,"target":[1.5,null]},"score":0.5},'
    b'{"media":{"mime":"image/png","bytes_b64":"AAAA"},"kind":"screenshot","pinned":false}],'
    b'"token_budget":900,"policy":{"chunk":{"boundary":"fixed"},"recency":{"turns":1,"ramp":0.5}}}',
    "compile_transcript": b'{"query":"canary","transcript":"User: hi\\n```\\nx\\n```\\nAI: \xe2\x9c\x93",'
    b'"token_budget":90,"segmentation":{"format":"auto","min_segment_bytes":0}}',
    "compile_messages": b'{"messages":[{"role":"system","content":"Be brief."},{"role":"user","content":[{"type":"text",'
    b'"text":"Where is \\u00fcp?"}]},{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function",'
    b'"function":{"name":"ping","arguments":"{\\"n\\": 1.0}"}}]},{"role":"tool","tool_call_id":"c1","content":"a\\na"},'
    b'{"role":"user","content":"\xe2\x9c\x93"}],"token_budget":70,"format":"openai","query":"canary","system":"Hi.",'
    b'"tools":[{"name":"ping"}],"policy":{"recency":{"turns":1,"ramp":0.5},"prefix_saving":0.5}}',
    "compile_recall": b'{"query":"tea","hits":[{"grain_type":"fact","fields":{"subject":"mira","object":"t\xc3\xa9"},'
    b'"score":0.5,"memory_id":"7"}],"fragments":[{"content":"Never tea."}],"token_budget":60}',
    "assemble": b'{"hits":[{"grain_type":"event","fields":{"role":"user","content":"# hi\\n- \\u202ex"},"score":1.5,'
    b'"created_at_sec":1735689600.5,"recall_source":"census"},{"grain_type":"fact","fields":{"subject":"a","confidence":0.5},'
    b'"supersession_status":"superseded"}],"policy":{"preset":"claude","token_budget":90,"sections":{"group_by_type":false},'
    b'"grain_overrides":{"goal":{"max_count":1}},"explain":true},"hints":{"has_time_range":true,"entities":["a"]}}',
    "chunk": b'{"text":"one\\n\\ntwo","policy":{"max_chunk_bytes":4,"overlap_bytes":1,"boundary":"sentence"}}',
    "segment": b'{"transcript":"[\\"user\\",\\"hi\\"]\\n{\\"role\\":\\"ai\\",\\"content\\":\\"yo\\"}"}',
    "estimate": b'{"texts":["","one two","\\ud83d\\ude80"]}',
    "suggest_budget": b'{"target_model":"gpt-5","reserve_tokens":1000}',
    "describe": b"{}",
    "echo": b'{"any":["thing",1e3,-0.0,true,null,{}]}',
}
"""A good request of every method."""

CATEGORIES = ("invalid_input", "not_found")
"""Whose fault it may be; `internal` is ours and never an answer to a request."""


def answer(method: str, request: bytes | str) -> dict[str, Any]:
    """What the door says, after checking that it is one JSON object in UTF-8, a result or a well-formed error."""
    said = call(method, request)
    assert type(said) is bytes
    document = json.loads(said.decode("utf-8", errors="strict"), parse_constant=_no_constant)
    assert isinstance(document, dict)
    if "error" in document:
        _check_error(document)
    return document


def _no_constant(name: str) -> None:
    raise AssertionError(f"{name} is no JSON")


def _check_error(document: dict[str, Any]) -> None:
    assert list(document) == ["error"], "no result has a key `error`"
    error = document["error"]
    assert list(error) == ["code", "category", "path", "message", "data"], error
    assert error["code"] in CODES, error
    assert error["category"] == CODES[error["code"]].category, error
    assert error["category"] in CATEGORIES, error
    assert error["path"].startswith("$"), error
    assert isinstance(error["message"], str), error
    assert error["message"], error
    assert isinstance(error["data"], dict), error


def code(method: str, request: bytes | str) -> str | None:
    """The code of the error that the door answers with; nothing for a result."""
    error = answer(method, request).get("error")
    return error["code"] if error else None
