"""A count of entities, and the grains of each."""

from collections.abc import Sequence

from contextc.recall.modes.parts import Part, ordered
from contextc.recall.policy import Settings
from contextc.recall.select import Choice
from contextc.recall.values import Fields, text_in
from contextc.text import near_form

NAMED_BY = ("subject", "subject_did", "tool_name", "tool", "name", "observer_id", "target_ref", "speaker", "role")
"""The first of these fields names the entity of a grain."""


def aggregation(
    choices: Sequence[Choice], considered: Sequence[Choice], named: Sequence[str], settings: Settings
) -> list[Part]:
    """The count, then a part for each entity: those that were asked for first, then the others as they come.

    Names that differ in case or white space alone are one entity. Grains of none come last.
    """
    found: dict[str, list[Choice]] = {}
    for choice in ordered(choices, settings.ordering):
        found.setdefault(_key(choice.hit.fields), []).append(choice)
    order = dict.fromkeys([*[near_form(name) for name in named], *found])
    order.pop("", None)
    shown = [key for key in order if key in found]
    total = len({key for choice in considered if (key := _key(choice.hit.fields))})
    count = f"{len(shown)}" if len(shown) == total else f"{len(shown)} of {total}"
    parts = [Part("entities", [], count)]
    parts += [Part("entity", found[key], entity(found[key][0].hit.fields)) for key in shown]
    return [*parts, Part("others", found[""])] if "" in found else parts


def entity(fields: Fields) -> str:
    """The name of what a grain is about.

    >>> entity({"role": "user", "subject": "Mira"}), entity({})
    ('Mira', '')
    """
    return text_in(fields, *NAMED_BY)


def _key(fields: Fields) -> str:
    return near_form(entity(fields))
