"""JSON bytes -> how deep they nest, without parsing them.

A parser that recurses is stopped by its interpreter at some depth at best; under WebAssembly it takes the whole
interpreter down. So the depth is checked on the bytes first.
"""

import re
from itertools import accumulate

_STRING = re.compile(rb'"(?:[^"\\]++|\\.)*+"?', re.DOTALL)
_OTHERS = bytes(set(range(256)) - set(b"[]{}"))
_ALIKE = bytes.maketrans(b"{}", b"[]")
_STEP = {91: 1, 93: -1}


def nests_deeper(data: bytes, limit: int) -> bool:
    """Whether arrays and objects stand in each other more than `limit` deep; what is no JSON may get either answer.

    >>> nests_deeper(b'[{"a": "[[["}]', 2), nests_deeper(b"[[[1]]]", 2)
    (False, True)
    """
    if data.count(b"[") + data.count(b"{") <= limit:
        return False
    skeleton = _STRING.sub(b"", data).translate(_ALIKE, _OTHERS)
    # Taking out what holds nothing removes the innermost level everywhere: far cheaper than walking the brackets.
    levels = 0
    while levels < limit:
        shorter = skeleton.replace(b"[]", b"")
        if len(shorter) == len(skeleton):
            break
        skeleton = shorter
        levels += 1
    return any(depth > limit - levels for depth in accumulate(map(_STEP.__getitem__, skeleton)))
