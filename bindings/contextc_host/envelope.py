"""A line of `serve` <-> a call: `{"id", "method", "request"}` in, `{"id", "result"}` or `{"id", "error"}` out.

Requests and answers pass through as bytes, so what a door says and what stands in a reply are the same bytes.
"""

import re
from typing import NamedTuple

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from contextc.errors import ContextcError, InvalidJson, InvalidRequest
from contextc_wire.dispatch import encode_error

NO_ID = b"null"

_STRING = rb'"[^"\\]*(?:\\.[^"\\]*)*"'
_ID = re.compile(_STRING + rb"|-?[0-9]+|null")
_START = re.compile(rb'\s*\{\s*"id"\s*:\s*(' + _ID.pattern + rb")\s*[,}]")
_REQUEST = re.compile(rb'\s*"method"\s*:\s*(' + _STRING + rb')\s*,\s*"request"\s*:')
_ERROR = b'{"error":'


class Call(NamedTuple):
    """What a line asks for."""

    id: bytes
    method: str
    request: bytes


class BadLine(Exception):
    """A line that asks for nothing, and the id that its reply goes to."""

    def __init__(self, id_: bytes, error: ContextcError) -> None:
        super().__init__(str(error))
        self.id = id_
        self.error = error


class _Envelope(Struct, frozen=True):
    method: str
    id: Raw = Raw(NO_ID)
    request: Raw | UnsetType = UNSET
    text: str | UnsetType = UNSET
    base64: bytes | UnsetType = UNSET


class _Addressed(Struct, frozen=True):
    id: Raw = Raw(NO_ID)


def read_line(line: bytes) -> Call:
    """The call that a line makes; `BadLine` if it makes none.

    The request stands in the line as JSON (`request`), as a string that holds its text (`text`), or as the base64 of its
    bytes (`base64`); without any of them it is `{}`.

    >>> read_line(b'{"id": 7, "method": "echo", "request": [1]}')
    Call(id=b'7', method='echo', request=b'[1]')
    >>> read_line(b'{"id": "a", "method": "echo", "text": "[1"}')
    Call(id=b'"a"', method='echo', request=b'[1')
    """
    try:
        envelope = _ENVELOPE.decode(line)
    except msgspec.ValidationError as error:
        message, _, path = str(error).rpartition(" - at `")
        if not message:
            message, path = path, "$`"
        raise BadLine(_id_of(line), InvalidRequest(message[:1].lower() + message[1:], path=path[:-1])) from None
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        return _read_by_prefix(line, error)
    address = _checked_id(bytes(envelope.id))
    forms = [form for form in (envelope.request, envelope.text, envelope.base64) if not isinstance(form, UnsetType)]
    if len(forms) > 1:
        raise BadLine(
            address, InvalidRequest(f"a line holds one of `request`, `text` and `base64`, this one {len(forms)}")
        )
    form = forms[0] if forms else b"{}"
    return Call(address, envelope.method, form.encode() if isinstance(form, str) else bytes(form))


def write_reply(id_: bytes, answer: bytes) -> bytes:
    r"""The line that carries an answer document.

    >>> write_reply(b"7", b'{"echo":[1]}')
    b'{"id":7,"result":{"echo":[1]}}\n'
    >>> write_reply(b"null", b'{"error":{"code":"invalid_json"}}')
    b'{"id":null,"error":{"code":"invalid_json"}}\n'
    """
    if answer.startswith(_ERROR):
        return b'{"id":' + id_ + b',"error":' + answer[len(_ERROR) :] + b"\n"
    return b'{"id":' + id_ + b',"result":' + answer + b"}\n"


def write_fault(id_: bytes, error: ContextcError) -> bytes:
    """The line that says why a line made no call."""
    return write_reply(id_, encode_error(error))


def id_at_start(line: bytes) -> bytes:
    """The id of a line of which only the start is there.

    >>> id_at_start(b'{"id": 7, "method": "compile", "request": {"que')
    b'7'
    """
    start = _START.match(line)
    try:
        return NO_ID if start is None else _checked_id(start[1])
    except BadLine:
        return NO_ID


def _read_by_prefix(line: bytes, error: Exception) -> Call:
    # The request may be what is broken; its door says how, as every door does, and the reply finds its caller.
    broken = BadLine(id_at_start(line), InvalidJson(f"the line is no JSON in UTF-8: {error}"))
    start = _START.match(line)
    prefix = _REQUEST.match(line, start.end()) if start else None
    rest = line[prefix.end() :].rstrip() if prefix else b""
    if prefix is None or not rest.endswith(b"}"):
        raise broken from None
    try:
        return Call(broken.id, msgspec.json.decode(prefix[1], type=str), rest[:-1])
    except (msgspec.DecodeError, UnicodeError):
        raise broken from None


def _id_of(line: bytes) -> bytes:
    try:
        return _checked_id(bytes(msgspec.json.decode(line, type=_Addressed).id))
    except (msgspec.ValidationError, BadLine):
        return NO_ID


def _checked_id(id_: bytes) -> bytes:
    try:
        id_.decode()
    except UnicodeDecodeError as error:
        raise BadLine(NO_ID, InvalidJson(f"the id is no UTF-8: {error}")) from None
    if _ID.fullmatch(id_) is None:
        raise BadLine(NO_ID, InvalidRequest("an id is a string, an integer or null", path="$.id"))
    return id_


_ENVELOPE = msgspec.json.Decoder(_Envelope)
