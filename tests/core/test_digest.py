"""Hashes are FNV-1a 64, one by one and many at a time."""

import random

import pytest

from contextc.digest import LANES, SLOT, fnv1a, fnv1a_many, fragment_id, handle
from contextc.vocabulary import U64
from core.build import COLLIDING

KNOWN = {
    "": 0xCBF29CE484222325,
    "a": 0xAF63DC4C8601EC8C,
    "hello": 0xA430D84680AABD0B,
    "world": 0x4F59FF5E730C8AF3,
    "tenant:acme": 0x434A088F8B775207,
    "café": 0x48E8823ACFA40D89,
    "日本語": 0xEE9EE2B5C854EF87,
    "emoji:🚀": 0x5063383E8FB557FA,
}


def plain(data: bytes) -> int:
    """The definition."""
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return value


@pytest.mark.parametrize("text", KNOWN)
def test_known_hashes(text: str):
    """The id of a text is the published hash of its UTF-8 bytes."""
    assert KNOWN[text] == fragment_id(text)


@pytest.mark.parametrize("length", range(12))
def test_every_length_hashes_by_the_definition(length: int):
    """The loop over four bytes at a time has no seams."""
    data = bytes(range(250, 250 - length, -1))
    assert plain(data) == fnv1a(data)


def test_many_hash_like_one():
    """A batch has the hashes of its texts in their order, whatever their lengths and number."""
    draw = random.Random(16)
    lengths = [draw.choice((0, 1, SLOT - 1, SLOT, SLOT + 1, 3 * SLOT, draw.randrange(200))) for _ in range(LANES + 90)]
    texts = [draw.randbytes(length) for length in lengths]
    assert [plain(text) for text in texts] == fnv1a_many(texts)


@pytest.mark.parametrize("texts", [[], [b""], [b"x" * 100], [b"x" * 100, b""], [b"x" * SLOT, b"y" * SLOT]])
def test_small_batches(texts: list[bytes]):
    """A batch may be empty, hold one text or texts of one length."""
    assert [plain(text) for text in texts] == fnv1a_many(texts)


def test_hashes_are_ids():
    """Hashes are of the id type, which is written as a decimal string."""
    assert {U64} == {type(value) for value in (fnv1a(b"a"), *fnv1a_many([b"a", b"b"]))}


def test_two_texts_may_share_a_hash():
    """The hash has 64 bits and no secret, so texts with one hash exist."""
    assert fragment_id(COLLIDING[0]) == fragment_id(COLLIDING[1])


def test_a_handle_is_the_hash_in_decimal():
    """The address of an original ends in its hash, in decimal."""
    assert handle(2**64 - 1) == "ctx://source/18446744073709551615"
