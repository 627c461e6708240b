r"""Text of a grain -> text that cannot break out of where it stands.

What cannot be seen is shown as an escape; what would start a line of our own becomes a continuation of its line.
"""

import re

_HIDDEN = "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069\ufffe\uffff"
_TAGS = "\U000e0000-\U000e007f"
HIDDEN = re.compile(f"[{_HIDDEN}{_TAGS}]")
"""Controls but tab and line ends, characters without width, those that turn the direction of text, tags, and the two that are
in no XML. Joiners and single direction marks are not among them: scripts and emoji need those.
"""

_BREAK = re.compile("\r\n?|[\u2028\u2029]")
_UNSAFE = re.compile(f"[{_HIDDEN}{_TAGS}\r\u2028\u2029]")
_UNSAFE_IN_XML = re.compile(f"[&<>\"'\r{_HIDDEN}{_TAGS}]")
_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;"}

MARKDOWN_INDENT = "\n      "
"""Six spaces: four more than the text of a bullet, so that nothing which follows can begin a block."""
PLAIN_INDENT = "\n    "

_MARKDOWN_MARKER = re.compile(r"[#>=<\[~`|+-]|\*(?!\*[^\s*])|\*{2,}[* \t]*$|_(?=[_ \t]*_[_ \t]*_[_ \t]*$)")
_MARKDOWN_NUMBER = re.compile(r"([0-9]{1,9})([.)])(?=\s|$)")
_BLANKS = " \t\n"
_MARKDOWN_BREAK = re.compile(r"(?:\*[ \t]*){3,}(?:\n|$)")
_CONTINUED = ("    ", "\t")
_PLAIN_MARKER = re.compile(r"[\s\u00ad\u061c\u200c-\u200f]*(?:===|---|\[(?:CURRENT|OUTDATED)\]|↓)")


def escaped(character: str) -> str:
    r"""The escape of a character.

    >>> escaped("\u200b"), escaped("\U000e0041")
    ('\\u200b', '\\U000e0041')
    """
    code = ord(character)
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def visible(text: str) -> str:
    r"""The text with LF as its only line end, and escapes for what cannot be seen.

    >>> visible("a\r\nb\x1b[0m")
    'a\nb\\u001b[0m'
    """
    if _UNSAFE.search(text) is None:
        return text
    return HIDDEN.sub(lambda found: escaped(found[0]), _BREAK.sub("\n", text))


def xml(text: str) -> str:
    """The text as the body of an element.

    >>> xml("a<b & 'c'")
    'a&lt;b &amp; &apos;c&apos;'
    """
    if _UNSAFE_IN_XML.search(text) is None:
        return text
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return _UNSAFE_IN_XML.sub(lambda found: _ENTITIES.get(found[0]) or escaped(found[0]), text)


def attribute(text: str) -> str:
    r"""The text as the value of an attribute: a reader would turn a line end or a tab into a space.

    >>> attribute("a\n<b>")
    'a&#10;&lt;b&gt;'
    """
    return xml(text).replace("\n", "&#10;").replace("\t", "&#9;")


def markdown(text: str) -> str:
    r"""The text as a part of a bullet.

    >>> markdown("a\n# b")
    'a\n      # b'
    """
    return _continued(text, MARKDOWN_INDENT)


def plain(text: str) -> str:
    r"""The text as a part of a line.

    >>> plain("a\n=== GOALS ===")
    'a\n    === GOALS ==='
    """
    return _continued(text, PLAIN_INDENT)


def one_line(text: str) -> str:
    r"""The text as a part of a heading or a label: line ends become spaces.

    >>> one_line("a\nb")
    'a b'
    """
    return " ".join(visible(text).split("\n"))


def _continued(text: str, indent: str) -> str:
    text = visible(text)
    return _without_blank_edges(text).replace("\n", indent) if "\n" in text else text


def _without_blank_edges(text: str) -> str:
    """The text without blank lines before and behind it, which would end its first line or begin one with nothing."""
    start = text.rfind("\n", 0, len(text) - len(text.lstrip(_BLANKS))) + 1
    end = text.find("\n", max(len(text.rstrip(_BLANKS)), start))
    return text[start:] if end < 0 else text[start:end]


def markdown_start(line: str) -> str:
    r"""A line that begins with text of a grain, so that it begins a paragraph and nothing else.

    >>> markdown_start("# x"), markdown_start("12. x"), markdown_start("**bold** x")
    ('\\# x', '12\\. x', '**bold** x')
    """
    line = line.lstrip(" \t")
    if _MARKDOWN_MARKER.match(line):
        return f"\\{line}"
    return _MARKDOWN_NUMBER.sub(r"\1\\\2", line, count=1) if _MARKDOWN_NUMBER.match(line) else line


def markdown_bold(line: str) -> str:
    r"""A line that begins with bold text, which stars alone in it would make a thematic break.

    >>> markdown_bold("**a** b"), markdown_bold("*****\n      b**")
    ('**a** b', '\\*****\n      b**')
    """
    return f"\\{line}" if _MARKDOWN_BREAK.match(line) else line


def plain_start(line: str) -> str:
    r"""A line that begins with text of a grain, so that it is no heading and has no status of its own.

    >>> plain_start("[CURRENT] x")
    '\\[CURRENT] x'
    """
    if line.startswith(_CONTINUED):
        line = line.lstrip(" \t")
    return f"\\{line}" if _PLAIN_MARKER.match(line) else line
