"""What an assembled text is made of, before any format."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from contextc.recall.grain_types import GRAIN_TYPES
from contextc.recall.policy import SectionConfig
from contextc.recall.select import Choice
from contextc.recall.values import text_in
from contextc.vocabulary import Ordering


class Part(NamedTuple):
    """A run of choices under one heading."""

    style: str
    """A row of the tables of headings."""
    choices: Sequence[Choice]
    name: str = ""
    """What the heading says, where it is not the same every time."""


KEYS: dict[Ordering, Callable[[Choice], tuple[object, ...]]] = {
    Ordering.BY_RELEVANCE: lambda choice: (choice.hit.score is None, -(choice.hit.score or 0.0)),
    Ordering.CHRONOLOGICAL: lambda choice: (choice.hit.created_at_sec,),
    Ordering.REVERSE_CHRONOLOGICAL: lambda choice: (-(choice.hit.created_at_sec or 0),),
    Ordering.BY_ENTITY: lambda choice: (text_in(choice.hit.fields, "subject"), -(choice.hit.score or 0.0)),
}
"""What is sorted by; equal ones stay in input order."""


def ordered(choices: Iterable[Choice], ordering: Ordering) -> list[Choice]:
    """The choices in the order that a policy asks for."""
    return sorted(choices, key=KEYS[ordering])


def groups(choices: Iterable[Choice], sections: SectionConfig) -> list[Part]:
    """A part for each type, those that the policy names first, then the others in the order of their table."""
    by_type: dict[str, list[Choice]] = {}
    for choice in choices:
        by_type.setdefault(choice.hit.grain_type, []).append(choice)
    order = dict.fromkeys([*sections.type_order, *GRAIN_TYPES, *by_type])
    return [Part("group", by_type[kind], kind) for kind in order if kind in by_type]
