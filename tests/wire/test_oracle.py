"""The compiler against a second one, written from the contract alone, slow and plain."""

import base64
import json
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contextc import CompileRequest, TranscriptCompileInput
from contextc.images import RULES
from contextc.vocabulary import EstimatorName
from contextc_wire import call
from contextc_wire.codec import encode
from core.build import jpeg, png, sof
from core.laws import strategies
from oracle import ALL
from oracle.attribute import outcome
from vectors import load, reduced

OPERATIONS = {"compile": "compile_context", "compile_transcript": "compile_transcript"}
ID_KEYS = {"fragment_id", "content_hash", "fragment_ids"}
BEYOND = {
    "truncate",
    "elision_marks",
    "recency",
    "constraint_markers",
    "relevance",
    "near_dup_threshold",
    "score",
    "group",
    "pinned",
    "label",
    "largest_share",
    "lane",
    "is_error",
    "superseded",
    "whole",
}
"""Additive fields, and marks in metadata, which the oracle does not know."""

HEURISTIC = EstimatorName.HEURISTIC
"""The one estimator of the oracle."""

VECTORS = [v for v in load() if v.file.startswith("compiler") and len(v.request) < 20_000]


def plain(value: Any) -> Any:
    """A request without additive fields."""
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items() if key not in BEYOND}
    return [plain(item) for item in value] if isinstance(value, list) else value


def worded(value: Any, key: str = "") -> Any:
    """The oracle's answer with ids as the wire writes them."""
    if isinstance(value, dict):
        return {name: worded(item, name) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [worded(item, key) for item in value]
    return str(value) if key in ID_KEYS and isinstance(value, int) else value


def check(method: str, request: bytes) -> None:
    """Both give the same answer, or both refuse."""
    ours = json.loads(call(method, request))
    theirs = outcome(json.loads(request), OPERATIONS[method], ALL)

    assert ("error" in ours) == ("error" in theirs)
    if "error" not in ours:
        assert worded(json.loads(json.dumps(theirs["ok"]))) == reduced(ours, facts=True)


def check_images(texts: list[str], model: str | None = None, budget: int = 1_000_000) -> None:
    """Both charge the same for images, each given as the text of its payload."""
    request = {
        "query": "",
        "fragments": [{"media": {"mime": "image/png", "bytes_b64": text}} for text in texts],
        "target_model": model,
        "token_budget": budget,
        "policy": {"estimator": HEURISTIC},
    }
    check("compile", json.dumps(request).encode())


# Images

SIDES = (1, 27, 28, 29, 256, 384, 385, 512, 513, 750, 768, 1080, 1092, 1568, 1920, 2048, 2576, 3072, 6000, 65_535)


@st.composite
def pictures(draw: st.DrawFn) -> bytes:
    """The header of an image of any format, whole, torn or spoilt."""
    width, height = draw(st.tuples(*[st.one_of(st.sampled_from(SIDES), st.integers(0, 65_535))] * 2))
    low = [side.to_bytes(2, "little") for side in (width, height)]
    table = b"\xff\xe1\0\x06Exif"
    before = draw(st.lists(st.sampled_from((table, b"\xff\xd8", b"\xff\x01", b"\xff", b"\xff\xc4\0\2")), max_size=4))
    whole = draw(
        st.sampled_from(
            (
                png(width, height),
                jpeg(*before, sof(draw(st.integers(0xC0, 0xDA)), width, height), b"\1\1\x11\0"),
                draw(st.sampled_from((b"GIF87a", b"GIF89a", b"GIF90a"))) + b"".join(low),
                b"RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0" + b"".join(side + b"\0" for side in low),
                b"RIFF\0\0\0\0WEBPVP8L\0\0\0\0\x2f" + b"".join(low) + b"\x10",
                b"RIFF\0\0\0\0WEBPVP8 \0\0\0\0\0\0\0\x9d\x01\x2a" + b"".join(low),
            )
        )
    )
    torn = whole[: len(whole) - draw(st.sampled_from((0, 0, 0, 0, 1, 2, 9)))]
    spoilt = draw(st.one_of(*[st.none()] * 3, st.sampled_from(range(len(torn)))))
    return torn if spoilt is None else torn[:spoilt] + b"\x08" + torn[spoilt + 1 :]


@st.composite
def payloads(draw: st.DrawFn) -> str:
    """Bytes in base64 of any style, sometimes badly written."""
    data = draw(st.one_of(pictures(), st.binary(max_size=8)))
    text = draw(st.sampled_from((base64.b64encode, base64.urlsafe_b64encode)))(data).decode()
    text = text.rstrip("=")[: draw(st.sampled_from((None, None, None, -1)))] + draw(
        st.sampled_from((text[len(text.rstrip("=")) :], "", "=" * (-len(text) % 4), "="))
    )
    at = draw(st.integers(0, len(text)))
    text = text[:at] + draw(st.sampled_from(("", "", "\n", "\r\n \t\f", "\x0b", "*", "é", "-", "+", "%2B"))) + text[at:]
    if draw(st.booleans()):
        text = quote(text) if draw(st.booleans()) else text
        text = draw(st.sampled_from(("data:", "DATA:image/gif", " data:image/png;x=1"))) + ";base64," + text
    return text


@pytest.mark.parametrize("model", [None, "nobody-1", "GPT-4o", *sorted(RULES)])
def test_oracle_charges_the_same(model: str | None):
    """Images of many sizes cost the same for every model; so does one that cannot be read."""
    images = [png(width, height) for width in SIDES for height in SIDES[:: 1 if width > 700 else 3]]
    check_images(
        [base64.b64encode(data).decode() for data in [*images, png(2**31, 1), png(40_000, 2**32 - 1), b""]], model
    )


@strategies.examples
@given(st.lists(pictures(), min_size=1, max_size=8), st.sampled_from((None, "gpt-5.4", "claude-opus-5-5")))
def test_oracle_reads_the_same_headers(images: list[bytes], model: str | None):
    """The oracle finds the same sizes, and the same headers unreadable."""
    check_images([base64.b64encode(data).decode() for data in images], model)


@strategies.examples
@given(payloads())
def test_oracle_reads_the_same_payloads(text: str):
    """The oracle decodes what the compiler decodes, and refuses what it refuses."""
    check_images([text])


# Requests, transcripts


@pytest.mark.parametrize("vector", VECTORS, ids=str)
def test_oracle_agrees_on_vectors(vector):
    """The oracle gives every recorded answer, but for the longest requests, which take it minutes."""
    check(vector.method, vector.request)


@strategies.examples
@given(strategies.requests(estimator=HEURISTIC))
def test_oracle_agrees_on_requests(request: CompileRequest):
    """The oracle gives the same answer to any request without additive fields."""
    check("compile", json.dumps(plain(json.loads(encode(request)))).encode())


@strategies.examples
@given(strategies.transcript_inputs(estimator=HEURISTIC))
def test_oracle_agrees_on_transcripts(request: TranscriptCompileInput):
    """The oracle gives the same answer to any transcript."""
    check("compile_transcript", json.dumps(plain(json.loads(encode(request)))).encode())


def image_block(data: str, rest: dict[str, Any]) -> dict[str, Any]:
    """A block with an image."""
    return {"type": "image", "source": {"type": "base64", "data": data, **rest}}


image_blocks = st.builds(image_block, payloads(), st.sampled_from(({}, {"media_type": "image/png"})))
text_blocks = st.builds(lambda text: {"type": "text", "text": text}, strategies.prose())
BAD_BLOCKS = ({"type": "text"}, {"type": "text", "text": 1}, {"type": 1}, {}, 1, None, [])
blocks = st.lists(st.one_of(text_blocks, image_blocks, strategies.prose()), max_size=3)
contents = st.one_of(
    strategies.prose(), blocks, blocks, st.builds(lambda good, bad: [*good, bad], blocks, st.sampled_from(BAD_BLOCKS))
)
PACKED = base64.b64encode(bytes(range(256)) * 6).decode()
runs = st.builds(
    lambda text, size, rest: text[:size] + rest,
    st.sampled_from((PACKED, PACKED.replace("/", "_").replace("+", "-"), PACKED.lower(), "a" * 1024 + PACKED)),
    st.sampled_from((1023, 1024, 1025, None)),
    st.sampled_from(("", "=", "==", "===", "\n", "é")),
)


@st.composite
def texts_with_runs(draw: st.DrawFn) -> str:
    """Prose with long base64 in it, or with what is too short or too plain to be some."""
    parts = draw(st.lists(st.one_of(strategies.texts(), runs, runs), max_size=5))
    return draw(st.sampled_from(("", " ", "\n", "\nUser: "))).join(parts)


@st.composite
def messages(draw: st.DrawFn) -> str:
    """JSON lines, some of blocks and some with long base64 in their text."""
    lines = draw(st.lists(st.one_of(contents, texts_with_runs()), min_size=1, max_size=5))
    mark = draw(st.sampled_from(("", "\ufeff")))
    return mark + "\n".join(json.dumps({"role": "user", "content": content}) for content in lines)


@strategies.examples
@given(st.one_of(messages(), texts_with_runs()), st.sampled_from((0, 256)), st.integers(20, 3000))
def test_oracle_agrees_on_data_in_transcripts(transcript: str, least: int, budget: int):
    """The oracle finds the same blocks and the same base64 in a transcript, and leaves out the same."""
    request = {
        "query": "canary",
        "transcript": transcript,
        "token_budget": budget,
        "policy": {"estimator": HEURISTIC},
        "segmentation": {"min_segment_bytes": least},
    }
    check("compile_transcript", json.dumps(request).encode())
