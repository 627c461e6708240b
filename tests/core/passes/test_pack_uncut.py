"""Base64, calls, reasoning, media and what only its provider understands are packed whole or not at all."""

import base64

import pytest

from contextc.passes.classify import UNCUT_KINDS
from contextc.vocabulary import Truncation
from core.build import compile_, estimate, fragment, words

RUN = base64.b64encode(bytes(range(256)) * 30).decode()


@pytest.mark.parametrize("kind", UNCUT_KINDS)
@pytest.mark.parametrize("truncate", list(Truncation))
@pytest.mark.parametrize("missing", [0, 1])
def test_whole_or_not_at_all(kind: str, truncate: Truncation, missing: int):
    """With a token too little nothing of it is there, whichever end is kept."""
    context = compile_(fragment(RUN, kind=kind), budget=estimate(RUN) - missing, truncate=truncate)
    assert ("" if missing else RUN) == context.content


def test_the_kinds():
    """These are worth nothing in parts."""
    assert {"base64", "tool_call", "reasoning", "media", "meta"} == set(UNCUT_KINDS)


def test_it_does_not_starve_what_follows():
    """The next fragment gets the room."""
    assert words(40) == compile_(fragment(RUN, kind="base64"), words(40), budget=60).content


def test_a_group_names_it():
    """Among fragments that stay together, a mark with its handle stands in its place."""
    context = compile_(fragment("a", group="g"), fragment(RUN, kind="base64", group="g"), budget=100)
    tokens = estimate(RUN)
    assert f"a\n\n[… cut: {tokens:,} tokens in all at {context.decisions[1].handle} …]" == context.content


@pytest.mark.parametrize("kind", [None, "tool_result", "compaction"])
def test_other_kinds_are_cut(kind: str | None):
    """The kind says it, and not the text."""
    assert 0 < len(compile_(fragment(RUN, kind=kind), budget=100).content) < len(RUN)
