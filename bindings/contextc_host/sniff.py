"""The first bytes of a file -> what it is instead of UTF-8 text, and what to do about it."""

_UTF16 = "it is UTF-16; convert it to UTF-8 first"

STARTS = {
    b"\xff\xfe\0\0": "it is UTF-32; convert it to UTF-8 first",
    b"\0\0\xfe\xff": "it is UTF-32; convert it to UTF-8 first",
    b"\xff\xfe": _UTF16,
    b"\xfe\xff": _UTF16,
    b"\x89PNG\r\n\x1a\n": "it is a PNG image; send its bytes as a media fragment",
    b"\xff\xd8\xff": "it is a JPEG image; send its bytes as a media fragment",
    b"\x7fELF": "it is a program; send text",
}
"""What no UTF-8 text begins with; a longer start stands before its prefix."""


def not_text(data: bytes) -> str | None:
    r"""What a file is that is no UTF-8 text, by its start; nothing when the start does not tell.

    >>> not_text(b"h\0i\0"), not_text(b"plain")
    ('it is UTF-16; convert it to UTF-8 first', None)
    """
    for start, advice in STARTS.items():
        if data.startswith(start):
            return advice
    # English in UTF-16 without a mark is valid UTF-8 by accident.
    even, odd = data[:64:2], data[1:64:2]
    alternates = len(odd) > 1 and ((not any(odd) and all(even)) or (not any(even) and all(odd)))
    return _UTF16 if alternates else None
