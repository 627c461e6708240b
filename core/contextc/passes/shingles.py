"""Text -> its words, and its shingles: every three words in a row."""

import re

from contextc.text import WORD, lower

UNSPACED_CLASS = (
    "\u0e01-\u0e3a\u0e40-\u0e4e"  # Thai
    "\u0e81-\u0ece\u0edc-\u0edf"  # Lao
    "\u1000-\u103f\u1050-\u109d"  # Burmese
    "\u1780-\u17d3\u17dc\u17dd"  # Khmer
    "\u3005-\u3007\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\uff66-\uff9f"  # kana
    "\u3105-\u312f\u31a0-\u31bf\ua000-\ua48c"  # Bopomofo, Yi
    "\u2e80-\u2fd5\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"  # ideographs
)
"""Characters of scripts that put no spaces between words, tone and vowel marks among them, as the inside of a class."""

UNSPACED = re.compile(f"([{UNSPACED_CLASS}]+)")
_LETTERS = bytes(byte if chr(byte).isalnum() else 32 for byte in range(128)).lower() + bytes(128)

Shingle = tuple[str, ...]


def shingle_words(text: str) -> list[str]:
    """The runs of word characters, each in lower case; in scripts without spaces every character is a word.

    >>> shingle_words("Deploy v2 (canary), 部署完了!")
    ['deploy', 'v2', 'canary', '部', '署', '完', '了']
    """
    if text.isascii():
        # Several times as fast as a pattern.
        return text.encode().translate(_LETTERS).decode().split()
    # These two lower-case by their neighbours, or into what is no word character; every other letter alone.
    by_word = "\u03a3" in text or "\u0130" in text
    found: list[str] = []
    for at, part in enumerate(UNSPACED.split(text if by_word else lower(text))):
        found += part if at % 2 else WORD.findall(part)
    return [lower(word) for word in found] if by_word else found


def shingles(text: str) -> list[Shingle]:
    """The distinct shingles, in order of appearance; a text of one or two words has one, a text without words none.

    >>> shingles("the canary is green, the canary is red")[-2:]
    [('green', 'the', 'canary'), ('canary', 'is', 'red')]
    >>> shingles("On hold!"), shingles("...")
    ([('on', 'hold')], [])
    """
    found = shingle_words(text)
    if len(found) < 3:
        return [tuple(found)] if found else []
    return list(dict.fromkeys(zip(found, found[1:], found[2:], strict=False)))
