"""The default: updates, then grains flat, in groups, or the most relevant apart, then what was found beside them."""

from collections.abc import Sequence

from contextc.recall.fit import most_important
from contextc.recall.modes.parts import Part, groups, ordered
from contextc.recall.policy import Settings
from contextc.recall.select import Choice
from contextc.vocabulary import Ordering, RecallSource

HIGHLIGHT_ABOVE = 10
HIGHLIGHTED = 5
"""From more grains than the first number so many are shown apart (A3)."""


def single_pass(choices: Sequence[Choice], settings: Settings, *, apart: bool) -> list[Part]:
    """The parts of a text in no particular mode; the most relevant grains may stand apart."""
    updates = [choice for choice in choices if choice.update is not None]
    rest = [choice for choice in choices if choice.update is None]
    beside = [choice for choice in rest if choice.hit.recall_source is RecallSource.EXPANSION]
    own = [choice for choice in rest if choice.hit.recall_source is not RecallSource.EXPANSION]
    parts = [Part("updates", updates)] if updates else []
    parts += _body(own, settings, apart=apart)
    if beside:
        # The heading has a blank line before it even where nothing stands there (section 6.4).
        parts += [] if own else [Part("flat", [])]
        parts.append(Part("expansion", ordered(beside, settings.ordering)))
    return parts


def _body(own: list[Choice], settings: Settings, *, apart: bool) -> list[Part]:
    if not own:
        return []
    if settings.sections.group_by_type:
        return groups(ordered(own, settings.ordering), settings.sections)
    if apart and len(own) > HIGHLIGHT_ABOVE and settings.ordering is Ordering.BY_RELEVANCE:
        return _highlight(own, settings)
    return [Part("flat", ordered(own, settings.ordering))]


def _highlight(own: list[Choice], settings: Settings) -> list[Part]:
    best = most_important(own, HIGHLIGHTED)
    best.sort(key=lambda choice: -choice.entry.priority)
    shown = {choice.place for choice in best}
    others = [choice for choice in own if choice.place not in shown]
    return [Part("most_relevant", best), Part("additional", ordered(others, settings.ordering))]
