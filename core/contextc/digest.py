"""Bytes -> FNV-1a 64 hashes, which are the ids of fragments and the tails of `ctx://source/<id>` handles.

FNV-1a (Fowler, Noll, Vo) is serial by nature: a byte waits for the one before. Over many texts at once, big integers
carry one hash a slot, so that one multiplication advances them all: 3-4 times the speed of the loop.
"""

from contextc.vocabulary import U64

OFFSET = 0xCBF29CE484222325
PRIME = 0x100000001B3
MASK = 2**64 - 1

HANDLE = "ctx://source/"

SLOT = 14
"""Bytes a slot: a 64-bit hash times the 41-bit prime needs 105 bits."""
LANES = 512
"""Slots side by side; more do not get faster."""


def fnv1a(data: bytes) -> U64:
    """The hash of one byte string.

    >>> f"{fnv1a(b'hello'):016x}"
    'a430d84680aabd0b'
    """
    return U64(_advance(OFFSET, data))


def _advance(value: int, data: bytes) -> int:
    # Masking once in four bytes keeps the number small enough and saves three operations in four.
    whole = len(data) & ~3
    parts = iter(data[:whole])
    for a, b, c, d in zip(parts, parts, parts, parts, strict=True):
        value = (((((((value ^ a) * PRIME) ^ b) * PRIME) ^ c) * PRIME ^ d) * PRIME) & MASK
    for byte in data[whole:]:
        value = ((value ^ byte) * PRIME) & MASK
    return value


def fnv1a_many(texts: list[bytes]) -> list[U64]:
    """The hashes of many byte strings, in their order.

    >>> fnv1a_many([b"", b"hello"]) == [fnv1a(b""), fnv1a(b"hello")]
    True
    """
    hashes = [U64(OFFSET)] * len(texts)
    longest_first = sorted(range(len(texts)), key=lambda index: -len(texts[index]))
    for start in range(0, len(texts), LANES):
        batch = longest_first[start : start + LANES]
        for index, value in zip(batch, _lanes([texts[index] for index in batch]), strict=True):
            hashes[index] = U64(value)
    return hashes


def _lanes(texts: list[bytes]) -> list[int]:
    """Hashes of texts that are sorted longest first."""
    values = [OFFSET] * len(texts)
    blocks = [len(text) // SLOT for text in texts]
    # One lane alone is slower in a big integer than in the loop.
    shared = blocks[1] if len(blocks) > 1 else 0
    active = len(texts)
    ones = int.from_bytes((b"\x01" + bytes(SLOT - 1)) * active, "little")
    low, mask, state = ones * 255, ones * MASK, ones * OFFSET
    done = 0
    while True:
        finished = active
        while finished and blocks[finished - 1] <= done:
            finished -= 1
        if finished < active or done == shared:
            packed = state.to_bytes(active * SLOT, "little")
            for lane in range(0 if done == shared else finished, active):
                values[lane] = int.from_bytes(packed[lane * SLOT : lane * SLOT + 8], "little")
            active = finished
            keep = (1 << 8 * SLOT * active) - 1
            state, low, mask = state & keep, low & keep, mask & keep
        if done == shared:
            break
        column = done * SLOT
        block = int.from_bytes(b"".join([text[column : column + SLOT] for text in texts[:active]]), "little")
        for shift in range(0, 8 * SLOT, 8):
            state = ((state ^ (block >> shift & low)) * PRIME) & mask
        done += 1
    return [
        _advance(value, text[min(count, done) * SLOT :])
        for value, text, count in zip(values, texts, blocks, strict=True)
    ]


def fragment_id(text: str) -> U64:
    """The id of a fragment whose caller gave none: the hash of its UTF-8 bytes.

    >>> fragment_id("hello")
    11831194018420276491
    """
    return fnv1a(text.encode())


def handle(value: int) -> str:
    """The address of an original.

    >>> handle(7)
    'ctx://source/7'
    """
    return f"{HANDLE}{value}"
