"""The tokenizers that say what is true, by family: tiktoken's vocabularies, and the best count of Claude's tokens from outside.

ctok reconstructs Claude's counts offline and is not Anthropic's; it needs Python 3.12. Without a package its families are missing.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any

FRAME = {"3.0": 7, "4.8": 6}
"""Tokens that ctok adds for the message around a text, by the version of Claude."""


def exact() -> dict[str, Callable[[str], int]]:
    """Family -> what counts its tokens."""
    found: dict[str, Callable[[str], int]] = {}
    try:
        vocabularies: Any = import_module("rs_bpe.bpe").openai
        found |= {"o200k": vocabularies.o200k_base().count, "cl100k": vocabularies.cl100k_base().count}
    except ModuleNotFoundError:
        pass
    try:
        count: Any = import_module("ctok").token_count
        found |= {
            "claude-3": lambda text: int(count(text, version="3.0")) - FRAME["3.0"],
            "claude-4.7": lambda text: int(count(text, version="4.8")) - FRAME["4.8"],
        }
    except ModuleNotFoundError:
        pass
    return found
