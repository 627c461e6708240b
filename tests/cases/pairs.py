"""What a compiled session says of calls and results, as a reader without any other knowledge finds it: by the labels."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from cases.door import Json
from cases.formats import Format
from cases.script import Script

LABEL = re.compile(r"\[(?P<words>[^\]\n]+)\]")
MARK = re.compile(r"\[… [^\n]* …\]")
"""What stands where something was left out."""


class Block(NamedTuple):
    """A part of the content, with its label."""

    what: str
    id: str | None
    text: str
    """Without marks; of a call what is called, and how."""


def blocks(content: str) -> list[Block]:
    r"""The blocks of a content whose texts have no blank lines.

    >>> blocks("[call t_a ping]\n{}\n\n[user]\nhi [… cut …]")
    [Block(what='call', id='t_a', text='ping {}'), Block(what='user', id=None, text='hi ')]
    """
    return [_block(block) for block in content.split("\n\n")] if content else []


def _block(block: str) -> Block:
    first, _, rest = block.partition("\n")
    label = LABEL.fullmatch(first)
    assert label is not None, f"a block without a label: {block!r}"
    text = MARK.sub("", rest).strip("\n")
    what, *words = label["words"].split(" ")
    if what == "call":
        # Where calls have no ids, they are known by their tools.
        return Block(what, words[0], f"{words[-1]} {text}")
    if what in ("result", "error"):
        return Block(what, words[0] if words else None, text)
    return Block(label["words"], None, text)


def lone_results(content: str) -> list[Block]:
    """The results that stand in the content without a call before them that has their id and no other result."""
    open_calls: dict[str | None, int] = {}
    lone: list[Block] = []
    for block in blocks(content):
        if block.what == "call":
            open_calls[block.id] = open_calls.get(block.id, 0) + 1
        elif block.what in ("result", "error"):
            if not open_calls.get(block.id):
                lone.append(block)
            open_calls[block.id] = open_calls.get(block.id, 0) - 1
    return lone


def budgets(form: Format, script: Script) -> Iterator[tuple[int, Json]]:
    """Budgets up to that in which the session is whole, small ones all, and the answer to each."""
    whole = form.compiled(script)["context"]["insights"]["tokens_out"]
    budget = 1
    while budget < whole:
        yield budget, form.compiled(script, budget)
        budget += 1 + budget // 60 * 7
    yield whole, form.compiled(script, whole)


def refused(answer: Json) -> bool:
    """Whether not even what must stay fits."""
    return "error" in answer
