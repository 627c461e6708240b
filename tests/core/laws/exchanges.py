"""Hypothesis -> requests for messages that fit, and their answers read by a stranger.

What an answer costs is counted anew: its messages are read by the reader of their format, and counted by what the
contract says.
"""

import json
from typing import Any, NamedTuple

import msgspec
from hypothesis import strategies as st
from msgspec.structs import replace

from contextc import (
    CompilePolicy,
    MessagesContext,
    MessagesFormat,
    MessagesInput,
    SegmentFormat,
    compile_messages,
)
from contextc.errors import PinnedDoesNotFit
from contextc.estimators import estimator
from contextc.images import PixelEstimator
from contextc.payloads import read_payload
from contextc.tokens import TokenEstimator
from contextc.transcript.readers import read
from contextc.transcript.turns import (
    AnyPart,
    Compaction,
    Media,
    Meta,
    Reading,
    Reasoning,
    Text,
    ToolCall,
    ToolResult,
    Turn,
)
from contextc.vocabulary import EstimatorName
from contextc_wire.codec import encode
from core.laws import strategies
from core.laws.conversations import DAMAGES, Message, Story, broken, sound
from core.laws.shapes import REUSES, SHAPES

AMPLE = 10_000_000
TOOLS = [
    {"name": "ping", "description": "Never ping twice.", "input_schema": {"type": "object", "properties": {"n": {}}}},
    {"name": "読む", "parameters": {"type": "object", "required": ["path"]}},
]


class Case(NamedTuple):
    """A conversation, and what is asked of it."""

    request: MessagesInput
    story: Story
    cuts: tuple[int, ...] = ()
    """How many of its messages there were when something was asked of them before, and in the end."""

    @property
    def reserve(self) -> int:
        """What the policy leaves free."""
        return reserve_of(self.request.policy)

    @property
    def format(self) -> MessagesFormat:
        """Of the messages."""
        return self.request.format

    @property
    def newest(self) -> Message:
        """What the user said last."""
        said = [message for message in self.story if message.role == "user" and says(message)]
        return said[-1] if said else Message("user", ())

    @property
    def rules(self) -> list[str]:
        """What the system and the developer say."""
        return [text for message in self.story if message.role in ("system", "developer") for text in message.texts]

    def __repr__(self) -> str:
        """The request as JSON, as far as it can be read."""
        return f"Case({encode(self.request).decode()[:8_000]}, cuts={self.cuts})"

    def under(self, **fields: Any) -> "Case":
        """The same with other fields of the request."""
        return self._replace(request=replace(self.request, **fields))


def says(message: Message) -> bool:
    """Whether there is a word or an image in it."""
    return bool(message.pictures) or any(map(str.strip, message.texts))


# Requests

MORE: dict[str, st.SearchStrategy[Any]] = {
    "estimator": st.sampled_from((EstimatorName.HEURISTIC, EstimatorName.BYTES4, EstimatorName.CALIBRATED)),
    "disabled_rules": st.lists(st.sampled_from(("retrieve.superseded_result", "preserve.url")), unique=True),
    "largest_share": st.sampled_from((0.01, 0.125, 0.5, 1.0)),
    "prefix_saving": st.sampled_from((0.0, 0.1, 0.5, 1.0)),
    "prefix_target": st.sampled_from((0.001, 0.3, 0.6, 1.0)),
}


@st.composite
def policies(draw: st.DrawFn) -> CompilePolicy:
    """A policy of which most is unset; every estimator."""
    chosen = draw(st.lists(st.sampled_from(sorted(MORE)), unique=True, max_size=3))
    policy = draw(strategies.policies(slim_response=None))
    return replace(policy, **{name: draw(MORE[name]) for name in chosen})


@st.composite
def cases(
    draw: st.DrawFn,
    stories: st.SearchStrategy[Story] | None = None,
    *,
    formats: frozenset[MessagesFormat] = frozenset(SHAPES),
    ample: bool = False,
    most: int = 4,
) -> Case:
    """A sound conversation, or one of the stories, in some format, and a request that is mostly too small for it."""
    format = draw(st.sampled_from(sorted(formats)))
    story = draw(stories if stories is not None else sound(again=format in REUSES, most=most))
    shaped = SHAPES[format](draw, story)
    policy = draw(st.one_of(st.none(), policies()))
    whole = len(json.dumps(shaped.messages, ensure_ascii=False)) // 4
    request = MessagesInput(
        messages=shaped.messages,
        format=format,
        token_budget=(AMPLE if ample else draw(strategies.budgets(whole))) + reserve_of(policy),
        query=draw(strategies.query_texts) if draw(st.booleans()) else "",
        system=shaped.system if shaped.system is not None else draw(st.sampled_from((None, "Never deploy."))),
        tools=draw(st.sampled_from((None, None, TOOLS))),
        target_model=draw(st.sampled_from((None, "gpt-5", "claude-opus-4-5"))),
        policy=policy,
    )
    try:
        compile_messages(request)
    except PinnedDoesNotFit as error:
        slack = draw(st.sampled_from((0, 1, 9, 40, 200)))
        request = replace(request, token_budget=error.data["min_budget"] + slack)
    return Case(request, story)


def damaged(most: int = 3) -> st.SearchStrategy[Case]:
    """Conversations in which something is wrong."""
    return cases(broken(DAMAGES, most=most))


@st.composite
def growing(draw: st.DrawFn) -> Case:
    """A conversation that grows: what is asked after some of the messages, later after more, and after all."""
    case = draw(st.one_of(cases(), cases(), damaged()))
    size = len(case.request.messages)
    between = draw(st.lists(st.integers(1, size), min_size=1, max_size=5))
    return case._replace(cuts=tuple(sorted({*between, size})))


KEYS = (
    *("role", "content", "type", "text", "tool_calls", "tool_call_id", "function", "name", "arguments", "id", "input"),
    *("parts", "functionCall", "functionResponse", "args", "response", "thought", "inlineData", "data", "mimeType"),
    *("call_id", "output", "summary", "encrypted_content", "kwargs", "additional_kwargs", "tool_use_id", "source"),
    *("image_url", "url", "refusal", "audio", "reasoning_content", "status", "function_call", "signature", "thinking"),
)
WORDS = (
    *(
        "user",
        "assistant",
        "system",
        "tool",
        "model",
        "human",
        "ai",
        "function",
        "developer",
        "event",
        "",
        "text",
        "c1",
    ),
    *("tool_use", "tool_result", "thinking", "image", "message", "reasoning", "function_call", "function_call_output"),
    *(
        "constructor",
        "chat",
        "remove",
        "compaction",
        "item_reference",
        "data:image/png;base64,AAAA",
        "https://a.test/b",
    ),
)
leaves = st.one_of(
    st.sampled_from(WORDS),
    st.sampled_from((None, True, 0, -1, 2**53, 0.5, 1e308, "x" * 300)),
    st.text(strategies.characters, max_size=9),
)


def _holding(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    keys = st.one_of(st.sampled_from(KEYS), st.text(strategies.characters, max_size=3))
    return st.one_of(inner, st.lists(inner, max_size=3), st.dictionaries(keys, inner, max_size=4))


values = _holding(_holding(_holding(leaves)))
"""Any JSON."""
scraps = st.one_of(
    st.dictionaries(st.sampled_from(KEYS), values, max_size=6),
    st.fixed_dictionaries(
        {},
        optional={
            "role": st.sampled_from(WORDS[:10]),
            "type": st.sampled_from(WORDS),
            "content": st.lists(st.dictionaries(st.sampled_from(KEYS), values, max_size=5), max_size=3),
            "parts": st.lists(st.dictionaries(st.sampled_from(KEYS), values, max_size=4), max_size=3),
            "tool_calls": values,
            "call_id": leaves,
            "tool_call_id": leaves,
            "summary": values,
            "output": values,
            "data": values,
        },
    ),
)
"""Objects that look like messages a little."""


def reserve_of(policy: CompilePolicy | None) -> int:
    """What a policy leaves free."""
    return (policy.response_reserve_tokens if policy else None) or 0


# Answers


def answered(case: Case) -> MessagesContext:
    """The answer; `TestTotal` shows that every door gives it."""
    return compile_messages(case.request)


def reading(case: Case) -> Reading:
    """The conversation as a session."""
    return read(msgspec.json.encode(case.request.messages), SegmentFormat(str(case.format)))


def turns(messages: list[dict[str, Any]], format: MessagesFormat) -> list[Turn]:
    """Messages as the reader of their format sees them."""
    return read(msgspec.json.encode(messages), SegmentFormat(str(format))).turns if messages else []


class Price:
    """What messages cost, by 13.2 of the contract."""

    def __init__(self, request: MessagesInput) -> None:
        policy = request.policy or CompilePolicy()
        name = policy.estimator or EstimatorName.CALIBRATED
        self.counter: TokenEstimator = estimator(name, request.target_model)
        self.images = PixelEstimator(request.target_model)
        self.request = request

    def messages(self, messages: list[dict[str, Any]]) -> int:
        """Four for each, and what is in them."""
        parts = [part for turn in turns(messages, self.request.format) for part in turn.parts]
        return 4 * len(messages) + sum(map(self.part, parts))

    def part(self, part: AnyPart) -> int:
        """A text, a call, a result, an image, or what only the provider reads."""
        count = self.counter.estimate
        match part:
            case Text(text=text):
                return count(text)
            case ToolCall(name=name, arguments=arguments):
                return 8 + count(f"{name} {arguments}".rstrip())
            case ToolResult(parts=parts):
                return 8 + sum(map(self.part, parts))
            case Media(data=None):
                return self.images.estimate(part.mime, b"", "")
            case Media(data=data, mime=mime):
                payload = read_payload(data, mime)
                return self.images.estimate(mime, payload.data if payload else b"", data)
            case Reasoning(text="", signature=seal) | Compaction(text="", signature=seal):
                return len(seal or "") // 4
            case Reasoning(text=text) | Compaction(text=text):
                return count(text)
            case Meta(value=value):
                return count(msgspec.json.encode(value).decode())

    @property
    def beside(self) -> int:
        """What is sent beside the messages."""
        values = [value for value in (self.request.system, self.request.tools) if value is not None]
        texts = [value if isinstance(value, str) else msgspec.json.encode(value).decode() for value in values]
        return sum(4 + self.counter.estimate(text) for text in texts)


def room(request: MessagesInput) -> int:
    """What is left for the messages."""
    return min(request.token_budget, AMPLE) - reserve_of(request.policy) - Price(request).beside
