"""The depth of JSON is known before it is parsed."""

import itertools
import json

import pytest

from contextc.nesting import nests_deeper


def depth(data: bytes) -> int:
    """The depth, by the definition: the most containers around any place outside strings."""
    deepest = level = 0
    inside = escaped = False
    for byte in data:
        if escaped:
            escaped = False
        elif inside:
            escaped, inside = byte == ord("\\"), byte != ord('"')
        elif byte == ord('"'):
            inside = True
        else:
            level += (byte in b"[{") - (byte in b"]}")
            deepest = max(deepest, level)
    return deepest


def nested(containers: str) -> bytes:
    """Containers in each other, outermost first."""
    value: object = 1
    for container in reversed(containers):
        value = [value] if container == "[" else {"k": value}
    return json.dumps(value).encode()


@pytest.mark.parametrize("levels", range(8))
def test_every_mixture_of_containers_is_counted(levels: int):
    """Arrays and objects count alike, in whatever order they nest."""
    mixtures = ["".join(mixture) for mixture in itertools.product("[{", repeat=levels)]
    found = [[nests_deeper(nested(mixture), limit) for limit in range(levels + 1)] for mixture in mixtures]
    assert [[True] * levels + [False]] * len(mixtures) == found


@pytest.mark.parametrize("pattern", ["[", "{", "[{", "{[", "[[{", "{{["])
def test_the_default_limit_is_sharp(pattern: str):
    """Sixty-four levels pass and sixty-five do not, whatever they are made of."""
    levels = pattern * 65
    assert [nests_deeper(nested(levels[:count]), 64) for count in (64, 65)] == [False, True]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"1",
        b'"[[[["',
        b'"\\"[[["',
        b'["\\\\", [[1]]]',
        b'["a\\\\\\"[[", "[["]',
        b'{"[": {"]]": [1]}}',
        b"[[1], [2], [[3]], []]",
        b'[{}, [{}], {"a": []}]',
        b'[{"a": [1, {"b": 2}]}, {"c": {}}]',
        b"[[[]], [[[[]]]], {}]",
    ],
)
def test_brackets_in_strings_do_not_count(data: bytes):
    """Escaped quotes end no string, and what stands in a string is text."""
    deepest = depth(data)
    assert [True] * deepest + [False] * 3 == [nests_deeper(data, limit) for limit in range(deepest + 3)]


@pytest.mark.parametrize("data", [b"[" * 70, b"[" * 70 + b'"', b"{" * 40 + b"[" * 40, b'["' + b"a" * 9 + b"[" * 70])
def test_what_is_cut_off_gets_an_answer(data: bytes):
    """Bytes that stop in the middle are answered too: deep when their open brackets are."""
    assert (depth(data) > 64) == nests_deeper(data, 64)
