"""Names, numbers and first words, fit for one line of a terminal: nothing in them can move its cursor."""

import os
import re

_UNSHOWN = re.compile("[\0-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
_COLOUR = re.compile("\x1b\\[[0-9;:]*[A-Za-z]")
_UNITS = ("bytes", "kB", "MB", "GB")


def readable(path: str) -> str:
    """A path as text that every JSON reader takes: bytes that are no UTF-8 stand as escapes.

    >>> readable("notes.txt")
    'notes.txt'
    """
    # The system's names are bytes; the locale only says how Python has spelt them.
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def spelt(argument: str) -> str:
    """A text from the command line, as UTF-8 whatever the locale.

    >>> spelt("Füße")
    'Füße'
    """
    return os.fsencode(argument).decode("utf-8", "surrogateescape")


def shown(text: str) -> str:
    r"""A text on one line, its controls, turns of direction and lone surrogates as escapes.

    >>> shown("a\x1b[1m\u202eb")
    'a\\x1b[1m\\u202eb'
    """
    return _UNSHOWN.sub(lambda char: _escape(ord(char[0])), text)


def _escape(code: int) -> str:
    return f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}"


def snippet(text: str, width: int = 60) -> str:
    r"""The first words of a text.

    >>> snippet("\n  def main():\n    \x1b[31mreturn\x1b[0m 0\n")
    'def main(): return 0'
    """
    words = " ".join(_COLOUR.sub("", text[: 40 * width].lstrip()[: 8 * width]).split())
    return shown(words if len(words) <= width else words[: width - 1] + "…")


def amount(number: int, singular: str) -> str:
    """A number and what it counts.

    >>> amount(1, "fragment"), amount(1204, "fragment")
    ('1 fragment', '1,204 fragments')
    """
    return f"{number:,} {singular}{'' if number == 1 else 's'}"


def size(count: int) -> str:
    """Bytes in the unit that reads best.

    >>> size(7), size(20_480_000)
    ('7 bytes', '20.5 MB')
    """
    value, unit = float(count), 0
    while value >= 1000 and unit < len(_UNITS) - 1:
        value, unit = value / 1000, unit + 1
    return f"{value:.1f} {_UNITS[unit]}" if unit else f"{count} bytes"
