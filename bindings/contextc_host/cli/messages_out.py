"""A session -> messages that a provider takes, on stdout, and what became of the session, on stderr."""

import os
from collections.abc import Sequence
from typing import Any, NamedTuple, TypeVar

from contextc.compiler import ContextCompiler
from contextc.errors import ContextcError
from contextc.limits import Limits
from contextc.model import MessagesContext, MessagesInput
from contextc.transcript.messages import compile_reading
from contextc.transcript.readers import read as read_transcript
from contextc.transcript.segment import BOM
from contextc.transcript.turns import Reading
from contextc.vocabulary import MessagesFormat
from contextc_host.cli.faults import Fault
from contextc_host.cli.heard import Heard
from contextc_host.cli.inputs import Shape, gather
from contextc_host.cli.jobs import DEFAULT_BUDGET, Options, fault_of, talk_of
from contextc_host.cli.lines import amount, readable, size
from contextc_host.cli.progress import Progress
from contextc_host.cli.reading import check_text, read
from contextc_host.cli.streams import note, write_result
from contextc_wire.codec import decode, encode

T = TypeVar("T")

PROVIDERS = [str(format) for format in MessagesFormat if format is not MessagesFormat.AUTO]


class Wanted(NamedTuple):
    """What the caller asks for."""

    to: str
    options: Options
    system: str | None = None
    """Files with what counts beside the session."""
    tools: str | None = None
    receipt: str | None = None
    """A file that the last receipt is read from and the new one is written to; at first there is none."""


class Beside(NamedTuple):
    """What is in those files."""

    system: Any = None
    tools: list[Any] | None = None
    receipt: dict[str, Any] | None = None


def write_messages(
    files: Sequence[str], wanted: Wanted, limits: Limits, *, whole: bool = False, out: str | None = None
) -> None:
    """Write the messages, or the whole answer, and then the receipt."""
    with Progress() as shown:
        beside = _read_beside(wanted, limits, shown)
        inputs = gather(files, limits, shown, shape=Shape.TRANSCRIPT)
        shown.say(f"compiling {size(inputs.size)}")
        try:
            reading = read_transcript(talk_of(inputs).removeprefix(BOM), wanted.options.format)
            # What was read is not needed any more, and may be large.
            inputs.given[0] = inputs.given[0]._replace(data=b"")
            made = messages_of(reading, wanted, beside, ContextCompiler(limits=limits))
        except ContextcError as error:
            raise fault_of(error, inputs) from None
    write_result(encode(made if whole else made.messages), out)
    if wanted.receipt is not None:
        write_result(encode(made.receipt), wanted.receipt)
    _mention(made, wanted, whole=whole)
    losses = Heard(reading.format, len(reading.turns), len(reading.skipped), reading.skipped, reading.abandoned).losses
    if losses:
        note(f"{inputs.given[0].name}: read as {reading.format}, {losses}")


def messages_of(reading: Reading, wanted: Wanted, beside: Beside, compiler: ContextCompiler) -> MessagesContext:
    """The messages of a session: the one call into the compiler."""
    options = wanted.options
    request = MessagesInput(
        messages=[],
        token_budget=_budget(options),
        format=MessagesFormat(wanted.to),
        query=options.query or "",
        system=beside.system,
        tools=beside.tools,
        target_model=options.model,
        policy=options.over(None),
        receipt=beside.receipt,
    )
    return compile_reading(reading, request, compiler)


def _budget(options: Options) -> int:
    return DEFAULT_BUDGET if options.tokens is None else options.tokens


def _mention(made: MessagesContext, wanted: Wanted, *, whole: bool) -> None:
    insights = made.insights
    words = [
        f"{amount(len(made.messages), 'message')}",
        f"{insights.tokens_in:,} tokens in, {insights.tokens_out:,} of {_budget(wanted.options):,} used",
        f"{amount(len(made.retrieval_handles), 'part')} left out or cut",
        f"risk {made.risk}",
    ]
    if made.prefix:
        words.append(f"the first {amount(made.prefix.messages, 'message')} as before")
    note(", ".join(words))
    if made.system is not None and not whole:
        note(f"{wanted.to} takes the system text beside the messages: --json has it as `system`")


def _read_beside(wanted: Wanted, limits: Limits, shown: Progress) -> Beside:
    receipt = wanted.receipt if wanted.receipt and os.path.lexists(wanted.receipt) else None
    return Beside(
        system=_system(wanted.system, limits, shown) if wanted.system else None,
        tools=_json(wanted.tools, list[Any], limits, shown) if wanted.tools else None,
        receipt=_json(receipt, dict[str, Any], limits, shown) if receipt else None,
    )


def _system(path: str, limits: Limits, shown: Progress) -> Any:
    """Text, unless the file is a JSON list of blocks."""
    data = read(path, limits.request_bytes, shown)
    check_text(data, readable(path))
    text = data.removeprefix(BOM)
    try:
        return decode(text, list[dict[str, Any]], limits)
    except ContextcError:
        return text.decode()


def _json(path: str, form: type[T], limits: Limits, shown: Progress) -> T:
    data = read(path, limits.request_bytes, shown).removeprefix(BOM)
    try:
        return decode(data, form, limits)
    except ContextcError as error:
        where = "" if error.path == "$" else f"{error.path}: "
        raise Fault(f"{where}{error}", name=readable(path)) from None
