"""Messages of a format -> the types of its provider's own package, which refuses what it does not know."""

import warnings
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from anthropic.types import MessageParam
from anthropic.types.beta import BetaMessageParam
from google.genai.types import Content
from langchain_core.load import load as load_constructor
from langchain_core.messages import BaseMessage, convert_to_messages, messages_from_dict
from openai.types.chat import ChatCompletionMessageParam
from openai.types.responses import ResponseInputItemParam
from pydantic import TypeAdapter

OPENAI: TypeAdapter[Any] = TypeAdapter(list[ChatCompletionMessageParam])
RESPONSES: TypeAdapter[Any] = TypeAdapter(list[ResponseInputItemParam])
ANTHROPIC: TypeAdapter[Any] = TypeAdapter(list[MessageParam])
ANTHROPIC_BETA: TypeAdapter[Any] = TypeAdapter(list[BetaMessageParam])


def load(format: str, messages: list[Any]) -> None:
    """Raise what the package raises when it refuses one of the messages."""
    LOADERS[format](messages)


def _checked(adapter: TypeAdapter[Any]) -> Callable[[list[Any]], None]:
    return lambda messages: _exhaust(adapter.validate_python(messages))


def _exhaust(value: Any) -> None:
    """Pydantic checks what a type calls an iterable when it is gone through."""
    if isinstance(value, Mapping):
        value = value.values()
    elif not isinstance(value, list | Iterator):
        return
    for inner in value:
        _exhaust(inner)


def _gemini(contents: list[Any]) -> None:
    for content in contents:
        Content.model_validate(content)


def _langchain(messages: list[Any]) -> None:
    for message in messages:
        loaded = _langchain_message(message)
        assert isinstance(loaded, BaseMessage), f"{message} is loaded as {loaded}"


def _langchain_message(message: dict[str, Any]) -> Any:
    if message.get("type") == "constructor":
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", message="The function `load` is in beta")
            return load_constructor(message, allowed_objects="core")
    return messages_from_dict([message])[0] if "data" in message else convert_to_messages([message])[0]


LOADERS: dict[str, Callable[[list[Any]], None]] = {
    "openai": _checked(OPENAI),
    "openai_responses": _checked(RESPONSES),
    "anthropic": _checked(ANTHROPIC),
    "anthropic_beta": _checked(ANTHROPIC_BETA),
    "gemini": _gemini,
    "langchain": _langchain,
}
"""Format -> what loads it; `anthropic_beta` knows compaction, too."""
