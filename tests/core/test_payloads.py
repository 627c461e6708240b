"""One image has the same bytes in every way that programs write base64."""

import base64
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contextc.payloads import read_payload

DATA = bytes(range(256))
PLAIN = base64.b64encode(DATA).decode()
URL = base64.urlsafe_b64encode(DATA).decode()


def decoded(text: str) -> bytes | None:
    """The bytes of a text, if it is base64."""
    payload = read_payload(text, "image/png")
    return None if payload is None else payload.data


@pytest.mark.parametrize(
    "text",
    [
        PLAIN,
        PLAIN.rstrip("="),
        URL,
        URL.rstrip("="),
        base64.encodebytes(DATA).decode(),
        base64.encodebytes(DATA).decode().replace("\n", "\r\n"),
        " \t\n" + PLAIN + "\f\r",
        f"data:image/png;base64,{PLAIN}",
        f"data:image/png;base64,{URL.rstrip('=')}",
        f"data:image/png;base64,{PLAIN}".replace("=", "%3D"),
        f"data:image/png;base64,{PLAIN}".replace("=", "%3d").replace("+", "%2b").replace("/", "%2F"),
        "data:image/png;base64,%0A" + base64.encodebytes(DATA).decode().replace("\n", "%0D%0A%20"),
        f"  DATA:image/png;charset=utf-8;name=a.png; BASE64 ,\n{PLAIN}",
        f"data:;base64,{PLAIN}",
    ],
)
def test_every_way_of_writing_it(text: str):
    """Alphabets, padding, line breaks and data URIs change nothing."""
    assert decoded(text) == DATA


@pytest.mark.parametrize(
    ("text", "data"), [("", b""), ("TQ==", b"M"), ("TR==", b"M"), ("TQ", b"M"), ("TWE", b"Ma"), ("data:;base64,", b"")]
)
def test_the_last_quad(text: str, data: bytes):
    """Unused bits may be set, and nothing is the image of no bytes."""
    assert data == decoded(text)


@pytest.mark.parametrize(
    "text",
    [
        "A",
        "AAAAA",
        "A===",
        "====",
        "=",
        "=AAA",
        "AA=A",
        "AAA==",
        "TQ=",
        "AA==AAAA",
        "A+A-",
        "A/A_",
        "AA A\u00a0",
        "ÄAAA",
        "AAAA\0",
        "%41AAA",
        "data:image/png,AAAA",
        "data:image/svg+xml,%3Csvg%3E",
        "data:image/png;base64AAAA",
        "data:image/png;base64,%41AAA",
        "data:image/png;base64,data:image/png;base64,AAAA",
        "data:image/png;base64,AAAA,AAAA",
        "https://example.com/a.png",
    ],
)
def test_what_is_no_base64(text: str):
    """Wrong lengths, padding in part, two alphabets, other characters, other URIs."""
    assert decoded(text) is None


@pytest.mark.parametrize(
    ("text", "mime"),
    [
        ("AAAA", "image/png"),
        ("data:image/gif;base64,AAAA", "image/gif"),
        ("data:image/gif ;name=x;base64,AAAA", "image/gif"),
        ("data:;base64,AAAA", "image/png"),
        ("data: ;base64,AAAA", "image/png"),
    ],
)
def test_the_type_in_a_uri_wins(text: str, mime: str):
    """A data URI that names a type overrules the one beside it."""
    payload = read_payload(text, "image/png")
    assert payload and mime == payload.mime


@given(st.binary(max_size=60), st.sampled_from(["", "\n", "\r\n "]), st.booleans(), st.booleans(), st.booleans())
def test_what_is_encoded_is_decoded(data: bytes, space: str, safe: bool, padded: bool, uri: bool):
    """Any bytes come back from any mix of alphabet, padding, white space and URI."""
    text = (base64.urlsafe_b64encode if safe else base64.b64encode)(data).decode()
    text = space.join(text if padded else text.rstrip("="))
    assert data == decoded(f"data:image/webp;base64,{text}" if uri else text)


@given(st.text(alphabet=string.printable + "é\ud800", max_size=30))
def test_any_text_is_answered(text: str):
    """No text is an exception."""
    payload = read_payload(text, "")
    assert payload is None or isinstance(payload.data, bytes)
