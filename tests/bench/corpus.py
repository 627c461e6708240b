"""The Python that runs -> real text: the sources and the documentation in its own standard library."""

import sysconfig
from functools import cache
from importlib import import_module, util
from pathlib import Path
from random import Random

from .texts import prose

ENOUGH = 4_000_000


@cache
def code() -> str:
    """Source code of the standard library's modules; a Python that ships without them has prose instead."""
    sources: list[str] = []
    length = 0
    for path in sorted(Path(sysconfig.get_path("stdlib")).glob("*.py")):
        sources.append(path.read_text(encoding="utf-8", errors="replace").replace("\r\n", "\n"))
        length += len(sources[-1])
        if length > ENOUGH:
            break
    return "\n\n\n".join(sources) or prose(Random(1), ENOUGH)


@cache
def manual() -> str:
    """The chapters of the language reference that `help()` shows."""
    if util.find_spec("pydoc_data") and util.find_spec("pydoc_data.topics"):
        topics: dict[str, str] = import_module("pydoc_data.topics").topics
        return "\n\n".join(topics[name] for name in sorted(topics))
    return prose(Random(2), 700_000)


def pieces(text: str, size: int, random: Random) -> list[str]:
    """The text in pieces of about `size` characters that end at line ends, shuffled; dull ones are left out."""
    found: list[str] = []
    at = 0
    while at < len(text):
        want = int(size * (0.7 + 0.6 * random.random()))
        end = text.find("\n", at + want)
        if end < 0 or end - at > 2 * size:
            end = min(at + want, len(text))
        piece = text[at:end].strip("\n")
        at = end + 1
        if len(piece) > size * 0.4 and piece.count(" ") > 8:
            found.append(piece)
    random.shuffle(found)
    return found
