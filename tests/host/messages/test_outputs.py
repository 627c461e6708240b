"""What `compile_messages` gives is what the providers' own packages take."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from contextc.compiler import ContextCompiler
from contextc.errors import PinnedDoesNotFit
from contextc.model import MessagesContext, MessagesInput
from contextc.transcript.messages import compile_messages, compile_reading
from contextc.transcript.readers import read
from contextc.vocabulary import MessagesFormat, SegmentFormat
from host.messages.packages import load
from host.messages.test_packages import FORMATS, SAMPLES, messages

TARGETS = [format for format in MessagesFormat if format is not MessagesFormat.AUTO]
SESSIONS = sorted(path.name for path in SAMPLES.iterdir())
BUDGETS = [1, 60, 120, 250, 400, 600, 1_000, 100_000]
"""From less than what must stay to more than all there is."""


def fitted(request: MessagesInput, make: Callable[[MessagesInput], MessagesContext]) -> list[dict[str, Any]]:
    """The messages; where not even what must stay fits, those of the budget that the error names."""
    try:
        return make(request).messages
    except PinnedDoesNotFit as error:
        return make(replace(request, token_budget=error.data["min_budget"])).messages


@pytest.mark.parametrize("budget", BUDGETS)
@pytest.mark.parametrize("name", FORMATS)
def test_messages_load(name: str, budget: int):
    """Whole and cut, down to what must stay."""
    load(FORMATS[name], fitted(MessagesInput(messages=messages(name), token_budget=budget), compile_messages))


@pytest.mark.parametrize("budget", [300, 100_000])
@pytest.mark.parametrize("target", TARGETS, ids=str)
@pytest.mark.parametrize("name", SESSIONS)
def test_sessions_load(name: str, target: MessagesFormat, budget: int):
    """Every sample as the messages of every provider."""
    reading = read((SAMPLES / name).read_bytes(), SegmentFormat.AUTO)
    request = MessagesInput(messages=[], token_budget=budget, format=target)
    load(str(target), fitted(request, lambda one: compile_reading(reading, one, ContextCompiler())))
